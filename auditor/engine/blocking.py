"""Subjects that are blocked: a rule could not judge the same one, or found it in violation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from auditor.engine.evaluate.relations import Relation
from auditor.engine.evaluate.sources import Groups
from auditor.judge.order_ties import TIED, tied
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import Facts, facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT, PaymentLook
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.encoding import Lexicons
from auditor.log.store.keys import Column, no_values, numbered
from auditor.log.store.vector import Bools, Ints, Small, each_once
from auditor.values import Reason


@dataclass(slots=True)
class Marks:
    """Answers about payments: `bits` for each of some places in the log."""

    places: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    bits: Small = field(default_factory=lambda: np.zeros(0, np.int8))

    def merge(self, other: Marks) -> Marks:
        """All that is said here or there; a place may stand in both."""
        if not len(other.places):
            return self
        return Marks(
            np.concatenate([self.places, other.places]), np.concatenate([self.bits, other.bits])
        )

    def checked(self) -> Bools:
        """For every place up to the last that is marked, whether a sum was found right or faulty
        there.
        """
        bits = np.zeros(int(self.places.max(initial=-1)) + 1, np.int8)
        for bit in (RIGHT, FAULTY, LEFT_OPEN):
            bits[self.places[self.bits & bit != 0]] |= bit
        return _CHECKED[bits]


_CHECKED = np.array([bool(bits & FAULTY) or bits & ~FAULTY == RIGHT for bits in range(8)])


def marks_of(bits: Mapping[int, int]) -> Marks:
    """Marks of the payments that the reference judged."""
    places = np.fromiter(bits.keys(), np.int64, len(bits))
    return Marks(places, np.fromiter(bits.values(), np.int8, len(bits)))


class Coverage:
    """Marks the payments that the subjects of judged rules stand for."""

    def __init__(self, program: core.Program, columns: Columns) -> None:
        self._program, self._columns = program, columns
        self._looks = facts_of(program).looks
        self._rows: dict[PaymentLook, Ints] = {}
        self._ids: dict[tuple[PaymentLook, tuple[str, ...]], Ints] = {}
        self._bits: dict[PaymentLook, Small] = {}

    @property
    def marks(self) -> Marks:
        """The answers about the payments of this part of the log."""
        found = Marks()
        for look, bits in self._bits.items():
            some = np.flatnonzero(bits)
            rows = self._rows[look][some]
            found = found.merge(Marks(self._columns.places[rows], bits[some]))
        return found

    def judged(self, rule: core.Rule, source: Relation, said: Small) -> None:
        """Marks the payments of the subjects of a rule; `said` has the bits of each subject."""
        for look in self._looks.get(rule.name, ()):
            rows = self._payments(look)
            if not len(rows):
                continue
            bits = self._of_subjects(look, rows, source, said)
            self._bits[look] = self._bits[look] | bits if look in self._bits else bits

    def _payments(self, look: PaymentLook) -> Ints:
        """The rows of a kind with the words that are asked for; none that was set aside."""
        if look not in self._rows:
            columns = self._columns
            rows = columns.rows_of(look.kind) if look.kind in columns.kinds else _NO_ROWS
            rows = rows[~columns.doubtful[rows]]
            for name, words in look.where:
                rows = rows[_holds_one(columns, self._program, name, words, rows)]
            self._rows[look] = rows
        return self._rows[look]

    def _of_subjects(self, look: PaymentLook, rows: Ints, source: Relation, said: Small) -> Small:
        """For each payment the bits of the subject that it belongs to."""
        columns = self._columns
        if not isinstance(source, Groups) or (source.record and source.record.of_events):
            # A row may speak for several subjects.
            return _table(columns.size, source.rows, said, once=type(source) is Relation)[rows]
        if all(map(source.plain, source.keys)):
            keys = columns.numbered(source.keys)
            # Events in doubt may make several subjects of the same keys.
            once = not source.doubtful.ndim
            table = _table(keys.count, keys.ids.take(source.rows), said, once=once)
            known = (look, source.keys)
            if known not in self._ids:
                self._ids[known] = keys.ids[rows]
            return table.take(self._ids[known])
        keys = numbered([source.key_values(name) for name in source.keys], source.size)
        table = _table(keys.count + 1, keys.ids, said, once=False)
        ids = keys.find([_column(columns, name, rows) for name in source.keys], len(rows))
        return table[ids]  # the last is that of no subject


_NO_ROWS = np.zeros(0, np.int64)


def _table(size: int, numbers: Ints, said: Small, *, once: bool) -> Small:
    """All that is said of each number below `size`; `once` where none stands twice."""
    table = np.zeros(size, np.int8)
    if once:
        table[numbers] = said
    else:
        np.bitwise_or.at(table, numbers, said)
    return table


def _column(columns: Columns, name: str, rows: Ints) -> Column:
    found = columns.fields.get(name)
    return no_values(len(rows)) if found is None else found.at(rows).key()


def _holds_one(
    columns: Columns, program: core.Program, name: str, words: frozenset[object], rows: Ints
) -> Bools:
    """The rows that have one of some values in a field."""
    found = columns.fields.get(name)
    if found is None or not len(rows):
        return np.zeros(len(rows), bool)
    column = found.at(rows).key()
    fit = np.zeros(len(rows), bool)
    for code in each_once(column.values):
        same = (column.values == code) & ~column.empty
        if same.any():
            row = int(rows[int(np.argmax(same))])
            kind = program.vocabulary.fields[name]
            fit |= same & (found.value(kind, row, columns.lexicons) in words)
    return fit


@dataclass(slots=True)
class Identities:
    """Subjects by the fields that tell them from others.

    `columns` hold the values of `names`.  With `only_filled` (events) a field that is empty is no
    part of the identity; else (rows of records) it is, with no value.  `places` are those of the
    events in the log.  `under` are the denominators of numbers in lowest terms, where not all
    are 1: columns of the same numbers may have different ones.
    """

    size: int
    names: tuple[str, ...]
    columns: dict[str, Column]
    only_filled: bool
    places: Ints
    kinds: Ints | None  # the kinds of subjects that are events, as numbers
    kind_names: tuple[str, ...] = ()
    under: Mapping[str, Ints] = field(default_factory=dict)

    def filled(self, name: str) -> Bools:
        """The subjects that have a value in a field."""
        column = self.columns.get(name)
        return np.zeros(self.size, bool) if column is None else column.has_value()

    def patterns(self, names: Sequence[str]) -> list[tuple[tuple[str, ...], Ints]]:
        """The subjects by which of some fields they fill."""
        bits = np.zeros(self.size, np.int64)
        for at, name in enumerate(names):
            bits |= self.filled(name).astype(np.int64) << at
        return [
            (
                tuple(name for at, name in enumerate(names) if pattern >> at & 1),
                np.flatnonzero(bits == pattern),
            )
            for pattern in each_once(bits)
        ]

    def at(self, names: Sequence[str], places: Ints) -> list[Column]:
        """Values of some subjects, and their denominators; a field that they have not is empty."""
        none = no_values(len(places))
        found = [self.columns[name].at(places) if name in self.columns else none for name in names]
        return [*found, *(Column(self.denominators(name)[places]) for name in names)]

    def denominators(self, name: str) -> Ints:
        """The denominators of the numbers in a field; 1 of all that is no number."""
        return self.under[name] if name in self.under else np.ones(self.size, np.int64)

    def merge(self, other: Identities) -> Identities:
        """The identities of two parts of a log."""
        names = tuple(dict.fromkeys((*self.names, *other.names)))
        sides = [own.at(names, np.arange(own.size)) for own in (self, other)]
        columns = {
            name: Column(
                np.concatenate([mine.values, its.values]),
                ~np.concatenate([mine.has_value(), its.has_value()]),
            )
            for name, mine, its in zip(names, *(side[: len(names)] for side in sides), strict=True)
        }
        under = {
            name: np.concatenate([self.denominators(name), other.denominators(name)])
            for name in {**self.under, **other.under}
        }
        kinds = None
        if self.kinds is not None and other.kinds is not None:
            kinds = np.concatenate([self.kinds, other.kinds])
        return Identities(
            self.size + other.size,
            names,
            columns,
            self.only_filled,
            np.concatenate([self.places, other.places]),
            kinds,
            self.kind_names,
            under,
        )

    def same(self, others: Identities, fields: Sequence[str], needs: Sequence[str]) -> Bools:
        """The others that agree with one of these in all of some fields, empty ones as well."""
        keys = numbered(self.at(fields, np.arange(self.size)), self.size)
        everyone = np.arange(others.size)
        found = keys.find(others.at(fields, everyone), others.size) >= 0
        for name in needs:
            found &= others.filled(name)
        return np.asarray(found)

    def touched_by(self, others: Identities) -> Bools:
        """The others that agree with one of these in every field that both fill."""
        touched = np.zeros(others.size, bool)
        if not self.size:
            return touched
        by_names = (
            others.patterns(others.names)
            if others.only_filled
            else [(others.names, np.arange(others.size))]
        )
        for names, places in by_names:
            for shared, own in self.patterns(names):
                if not shared:
                    touched[places] = True
                    continue
                keys = numbered(self.at(shared, own), len(own))
                found = keys.find(others.at(shared, places), len(places)) >= 0
                touched[places] |= found
        return touched


@dataclass(slots=True)
class Unsettled:
    """The subjects for which a rule is violated."""

    subject: str  # what the rule is about
    identities: Identities

    def merge(self, other: Unsettled) -> Unsettled:
        """The subjects of two parts of a log."""
        return Unsettled(self.subject, self.identities.merge(other.identities))

    def blocks(self, others: Identities, subject: str) -> Bools:
        """For which subjects of another rule this one stands in the way."""
        by_event = np.zeros(others.size, bool)
        if others.kinds is not None:
            by_event = _is_kind(others, self.subject, subject)
        blocked = np.zeros(others.size, bool)
        blocked[by_event] = np.isin(others.places[by_event], self.identities.places)
        if not by_event.all() and self.identities.size:
            blocked = np.where(by_event, blocked, self.identities.touched_by(others))
        return blocked


class Blockers:
    """Subjects for which rules that were judged block those after them."""

    def __init__(self) -> None:
        self.unsettled: dict[str, Unsettled] = {}
        self.invalidated: dict[str, Identities] = {}
        self.payments = Marks()

    def merge(self, other: Blockers) -> Blockers:
        """The subjects that rules block in two parts of a log."""
        total = Blockers()
        total.payments = self.payments.merge(other.payments)
        total.unsettled = dict(self.unsettled)
        for name, unsettled in other.unsettled.items():
            own = total.unsettled.get(name)
            total.unsettled[name] = unsettled if own is None else own.merge(unsettled)
        total.invalidated = dict(self.invalidated)
        for name, invalidated in other.invalidated.items():
            mine = total.invalidated.get(name)
            total.invalidated[name] = invalidated if mine is None else mine.merge(invalidated)
        return total


def waits(
    rule: core.Rule, facts: Facts, here: Blockers, before: Blockers
) -> Iterator[tuple[Reason, Callable[[Identities], Bools]]]:
    """Why subjects of a rule wait for others, judged here or before, and which of them do: where a
    rule that underlies a scope is violated the others there are not judged.
    """
    for other in facts.beneath(rule.name):
        for name, why in _waited_for(other.name):
            found = here.invalidated.get(name) or before.invalidated.get(name)
            if found is not None and other.underlies is not None:
                scope = facts.program.vocabulary.scopes[other.underlies]
                yield why, partial(found.same, fields=scope.fields, needs=scope.needs)
    for name, why in (own for other in rule.presumes for own in _waited_for(other)):
        unsettled = here.unsettled.get(name) or before.unsettled.get(name)
        if unsettled is not None:
            yield why, partial(unsettled.blocks, subject=rule.subject)


def _waited_for(rule: str) -> tuple[tuple[str, Reason], ...]:
    """The names of those subjects of a rule for which others wait, and why."""
    return (rule, Reason("blocked", rule)), (tied(rule), TIED.reasons[0])


def _is_kind(others: Identities, source: str, subject: str) -> Bools:
    """The events that a rule about `source` looks at itself."""
    if source in (ANY_EVENT, subject):
        return np.ones(others.size, bool)
    assert others.kinds is not None
    known = source in others.kind_names
    return np.asarray(others.kinds == (others.kind_names.index(source) if known else -1))


def identities(source: Relation, places: Ints, fields: tuple[str, ...]) -> Identities:
    """The identities of some items, by keys that mean the same in every part of a log."""
    columns = source.log.columns
    rows = source.rows[places]
    own_places = columns.places[rows]
    groups = isinstance(source, Groups) and (source.record is None or not source.record.of_events)
    if isinstance(source, Groups) and groups:
        names, kinds = source.keys, None
        fields_of = {name: (source.raw(name), places) for name in names}
    else:
        names = tuple(name for name in fields if name in columns.fields)
        fields_of = {name: (columns.fields[name], rows) for name in names}
        is_event = type(source) is Relation
        kinds = columns.kind[rows].astype(np.int64) if is_event else None
    found, under = _fields_of(fields_of, columns.lexicons)
    return Identities(
        len(places), names, found, not groups, own_places, kinds, columns.kinds, under
    )


def _fields_of(
    fields: Mapping[str, tuple[FieldColumn | None, Ints]], lexicons: Lexicons
) -> tuple[dict[str, Column], dict[str, Ints]]:
    """Fields in some places as numbers that are equal where the values are, and denominators."""
    columns, under = {}, {}
    for name, (whole, places) in fields.items():
        if whole is None:
            columns[name] = no_values(len(places))
            continue
        found = whole.at(places)
        columns[name] = found.key()
        if found.vector.scale != 1 or found.beyond.ndim:
            columns[name].values, own = found.ratio(lexicons)
            under[name] = np.where(found.empty, 1, own)
    return columns, under
