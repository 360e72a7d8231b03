"""Which rules of a program look at the sums of payments, and at which payments.

A payment counts as checked once such a rule was judged for the subject to which it belongs.  So
nothing may stand here of which it is not certain that the rule looks at it: where that depends on
more than the words of some fields, it is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from auditor.language import core
from auditor.language.core import parts_of
from auditor.source import Frozen

RIGHT, FAULTY, LEFT_OPEN = 1, 2, 4
"""Answers of a rule that looks at a payment, as bits.

Its sum was checked where one rule found fault with it; or where one found it right, and none had
to leave it open.
"""

Where = tuple[tuple[str, frozenset[object]], ...]
"""Fields of an event, each with the words that it may hold."""


class PaymentLook(Frozen):
    """The payments of one kind whose sums a rule looks at, for those with these words."""

    kind: str
    where: Where


_TELLING = (core.Local, core.Field, core.Lookup, core.Aggregate, core.Balance)
"""Forms that may look at a payment."""

Telling = dict[int, tuple[object, ...]]
"""The parts of such forms in an expression, by its node: they are the same for every rule."""


def looks_of(
    program: core.Program, rule: core.Rule, node: core.Expression | None, telling: Telling
) -> tuple[PaymentLook, ...]:
    """The payments whose sums a part of a rule asks for, or all that it requires."""
    return _Finder(program, rule, telling).looks(node)


@dataclass(slots=True)
class _Finder:
    program: core.Program
    rule: core.Rule
    telling: Telling
    _seen: set[object] = field(default_factory=set)

    def looks(self, node: core.Expression | None) -> tuple[PaymentLook, ...]:
        """The looks of a part of the rule, or of all that it requires.

        Of alternatives only what all of them look at is certain: `staked > 0 or balance = 0` is
        content with a stake, whatever was paid.
        """
        match self.rule.require if node is None else node:
            case core.AllOf(parts=parts):
                return tuple(dict.fromkeys(look for part in parts for look in self.looks(part)))
            case core.AnyOf(parts=[first, *others]):
                also = [self.looks(other) for other in others]
                return tuple(own for own in self.looks(first) if all(own in it for it in also))
            case part:
                self._seen.clear()
                found = self._inside(part, self.rule.lets, self.rule.subject, ())
                return tuple(dict.fromkeys(found))

    def _inside(
        self,
        node: core.Expression,
        lets: Iterable[tuple[str, core.Expression]],
        own: str,
        where: Where,
    ) -> Iterator[PaymentLook]:
        """The looks of an expression about an item of a source."""
        named = dict(lets)
        if id(node) not in self.telling:
            self.telling[id(node)] = tuple(
                part for part in parts_of(node) if isinstance(part, _TELLING)
            )
        for part in self.telling[id(node)]:
            match part:
                case core.Local(name=name):
                    if self._is_new("let", own, name, where):
                        yield from self._inside(named[name], lets, own, where)
                case core.Field(of=core.Local(name=picked), name=name) if isinstance(
                    of := named.get(picked), core.Pick
                ):
                    yield from self._selected(of.selection, name, where)
                case core.Field(of=core.Subject(), name=name):
                    yield from self._field(own, name, where)
                case core.Field(of=core.Pick() as of, name=name):
                    yield from self._selected(of.selection, name, where)
                case core.Balance(moment=None):
                    yield from self._moved(part, where)
                case core.Lookup() | core.Aggregate():
                    yield from self._many(part, where)
                case _:
                    pass

    def _many(self, node: core.Lookup | core.Aggregate, where: Where) -> Iterator[PaymentLook]:
        """The looks of what has a value for a row of a record, or for many events."""
        match node:
            case core.Lookup(record=record, column=column, keys=keys):
                if _same(zip(self.program.records[record].keys, keys, strict=False)):
                    yield from self._column(record, column, where)
            case core.Aggregate(selection=selection, field=str(name)):
                yield from self._selected(selection, name, where)
            case core.Aggregate(selection=selection, value=asked):
                for inner in parts_of(asked):
                    if isinstance(inner, core.Field) and isinstance(inner.of, core.Element):
                        yield from self._selected(selection, inner.name, where)

    def _moved(self, node: core.Balance, where: Where) -> Iterator[PaymentLook]:
        """The looks of a place at the sums that move it."""
        ledger = self.program.records[node.ledger].ledger
        assert ledger is not None
        for entry in (own for own in ledger.entries if node.place in own.places):
            columns = dict(self.program.records[entry.of].columns)
            words = _words(None if entry.where is None else columns[entry.where])
            for step in entry.steps if words is not None else ():
                if isinstance(step, core.Move):
                    yield from self._field(entry.of, step.amount, (*where, *(words or ())))

    def _is_new(self, *what: object) -> bool:
        new = what not in self._seen
        self._seen.add(what)
        return new

    def _column(self, record: str, name: str, where: Where) -> Iterator[PaymentLook]:
        columns = self.program.records[record].columns
        if name in dict(columns) and self._is_new("column", record, name, where):
            yield from self._inside(dict(columns)[name], columns, record, where)

    def _selected(
        self, selection: core.Selection, name: str, where: Where
    ) -> Iterator[PaymentLook]:
        words = _words(selection.where)
        pairs = (*selection.keys, *selection.same, *selection.joins)
        if words is None or selection.also is not None or selection.bounds or not _same(pairs):
            return
        for source in selection.sources:
            yield from self._field(source, name, (*where, *words))

    def _field(self, source: str, name: str, where: Where) -> Iterator[PaymentLook]:
        """The looks at a field of the items of a source."""
        vocabulary = self.program.vocabulary
        record = self.program.records.get(source)
        if record is not None and record.of_events and name not in dict(record.columns):
            yield from self._field(record.over[0], name, where)
        elif record is not None:
            yield from self._column(source, name, where)
        elif source in vocabulary.streams:
            for kind, names in vocabulary.streams[source].parts:
                as_kind = dict(names)
                renamed = tuple((as_kind.get(own, own), words) for own, words in where)
                yield from self._field(kind, as_kind.get(name, name), renamed)
        elif source in vocabulary.kinds and vocabulary.kinds[source].payment == name:
            yield PaymentLook(source, where)


def _same(pairs: Iterable[tuple[str, core.Expression]]) -> bool:
    """True where each field is compared with the subject's own of that name."""
    return all(
        isinstance(own, core.Field) and isinstance(own.of, core.Subject) and own.name == name
        for name, own in pairs
    )


def _words(condition: core.Expression | None) -> Where | None:
    """A condition on an element as words of its fields; None where it asks for anything else."""
    match condition:
        case None:
            return ()
        case core.AllOf(parts=parts):
            found = [_words(part) for part in parts]
            known = [words for words in found if words is not None]
            return tuple(own for words in known for own in words) if known == found else None
        case core.Compare(
            sign="=",
            left=core.Field(of=core.Element() | core.Subject(), name=name),
            right=core.Literal_(value=value),
        ):
            return ((name, frozenset((value,))),)
        case core.IsIn(
            element=core.Field(of=core.Element() | core.Subject(), name=name),
            within=core.Literal_(value=frozenset(values)),
        ):
            return ((name, frozenset(values)),)
        case _:
            return None
