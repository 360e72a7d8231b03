"""Facts of a program that no log can change, worked out once for whoever judges or explains it.

Both engines ask here, so a mistake here is one that comparing their answers cannot show: the tests
of this file are worked out by hand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from graphlib import TopologicalSorter
from itertools import product
from typing import TypeVar

from auditor.language import core
from auditor.language.core import conjuncts, parts_of
from auditor.language.payments import PaymentLook, Telling, looks_of
from auditor.types import TEXT, Item
from auditor.values import Reason, Unknown

Records = Mapping[str, core.Record]


def key_fields(vocabulary: core.Vocabulary, records: Records) -> tuple[str, ...]:
    """The fields of the scopes, and the keys of records but those made of single events."""
    scopes = (scope.fields for scope in vocabulary.scopes.values())
    keys = (record.keys for record in records.values() if not record.of_events)
    return tuple(dict.fromkeys(name for fields in (*scopes, *keys) for name in fields))


def telling(
    vocabulary: core.Vocabulary, records: Records, rules: Iterable[core.Rule]
) -> dict[str, tuple[str, ...]]:
    """The fields that events of each kind may leave empty, that are keys, and for whose value some
    rule asks: a number on which a player may stake, not one that this game has for others.
    """
    keys = frozenset(key_fields(vocabulary, records))
    asked = frozenset(_compared(vocabulary, (*rules, *records.values())))
    return {
        kind.name: tuple(
            name
            for name in kind.fields
            if name in kind.may_be_empty and name in keys and (kind.name, name) in asked
        )
        for kind in vocabulary.kinds.values()
    }


def _compared(
    vocabulary: core.Vocabulary, clauses: tuple[core.Rule | core.Record, ...]
) -> Iterator[tuple[str, str]]:
    """Kinds of event, each with a field whose value some rule asks for, and not as a key alone."""
    every = [*parts_of(clauses)]
    as_keys = {id(own) for node in every if (keys := _as_keys(node)) for own in parts_of(keys)}
    for node in every:
        match node:
            case core.Selection(sources=sources, joins=joins):
                names = [name for name, own in joins if not _is_own(own, name)]
            case core.Field(of=core.Expression(type=Item(sources=sources)), name=name):
                names = [name] if id(node) not in as_keys else []
            case core.Aggregate(selection=core.Selection(sources=sources), field=str(name)):
                names = [name]
            case _:
                continue
        for source, name in product(sources, names):
            yield from _behind(vocabulary, source, name)


def _is_own(node: object, name: str) -> bool:
    """Whether an expression is the subject's field of a name."""
    return isinstance(node, core.Field) and isinstance(node.of, core.Subject) and node.name == name


def _as_keys(node: object) -> tuple[object, ...]:
    match node:
        case core.Selection(keys=keys, same=same, joins=joins):
            own = tuple(own for name, own in joins if _is_own(own, name))
            return (*own, *(own for _, own in (*keys, *same)))
        case core.Lookup(keys=keys):
            return keys
        case core.Same(element=element, subject=subject):
            return (element, subject)
        case _:
            return ()


def _behind(vocabulary: core.Vocabulary, source: str, name: str) -> Iterator[tuple[str, str]]:
    """The kinds of event behind a source, each with its own name for a field."""
    yield from ((kind, names.get(name, name)) for kind, names in vocabulary.behind(source))


def unknown_cells(
    vocabulary: core.Vocabulary, lacking: Collection[str]
) -> Mapping[str, frozenset[str]]:
    """For each kind of event the fields of which nobody knows whether it had them: it may leave
    them empty, and a log is `lacking` them where they must be filled.
    """
    kinds = vocabulary.kinds.values()
    return {kind.name: kind.may_be_empty.intersection(lacking) for kind in kinds}


class Facts:
    """The static facts of one program."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self._keys: dict[str, tuple[str, ...]] = {}
        self._named: dict[str, tuple[str, ...]] = {}
        self._payments: dict[tuple[str, int], tuple[str, ...]] = {}
        self._telling: Telling = {}

    @cached_property
    def nodes(self) -> Sequence[object]:
        """Every node of the rules and the records."""
        return [*parts_of((self.program.rules, tuple(self.program.records.values())))]

    @cached_property
    def key_fields(self) -> tuple[str, ...]:
        """The fields that tell one subject from another."""
        return key_fields(self.program.vocabulary, self.program.records)

    @cached_property
    def empty_by_nature(self) -> Mapping[str, frozenset[str]]:
        """For each kind of event the fields whose empty cells are no gap in the record."""
        vocabulary = self.program.vocabulary
        context = frozenset(vocabulary.context)
        scopes = {name for scope in vocabulary.scopes.values() for name in scope.fields}
        needed = context.difference(scopes)  # an event may name it as a field of its own
        return {
            kind.name: context.difference(needed.intersection(kind.fields)) | kind.may_be_empty
            for kind in vocabulary.kinds.values()
        }

    @cached_property
    def underlying(self) -> tuple[core.Rule, ...]:
        """The rules of which a violation in a scope keeps others from being judged there."""
        return tuple(rule for rule in self.program.rules if rule.underlies is not None)

    @cached_property
    def _exempt(self) -> Mapping[str, frozenset[str]]:
        """For each rule that underlies a scope those which it never keeps from being judged: those
        of its own scope or one that is no part of it, and all that these presume.
        """
        scopes = self.program.vocabulary.scopes
        bounds = {rule.name: {*scopes[rule.underlies or ""].fields} for rule in self.underlying}
        found: dict[str, frozenset[str]] = {}
        for name, bound in bounds.items():
            free = [other for other, inside in bounds.items() if not bound < inside]
            found[name] = frozenset(rule.name for rule in narrowed(self.program, free).rules)
        return found

    def beneath(self, rule: str) -> tuple[core.Rule, ...]:
        """The rules that keep a rule from being judged in the scopes where they are violated."""
        return tuple(own for own in self.underlying if rule not in self._exempt[own.name])

    @cached_property
    def awaited(self) -> Mapping[str, tuple[str, ...]]:
        """For each rule those to be judged before it."""
        return {
            rule.name: (*rule.presumes, *(own.name for own in self.beneath(rule.name)))
            for rule in self.program.rules
        }

    @cached_property
    def in_force(self) -> Mapping[str, core.InForce]:
        """The time of each provision."""
        return {provision.id: provision.in_force for provision in self.program.provisions}

    @cached_property
    def looks(self) -> Mapping[str, tuple[PaymentLook, ...]]:
        """For each rule the payments whose sums its requirement asks for.

        They are looked at for each subject: those that agree with it in all of its keys.
        """
        rules = self.program.rules
        found = {own.name: looks_of(self.program, own, None, self._telling) for own in rules}
        return {name: looks for name, looks in found.items() if looks}

    def payments_in(self, rule: core.Rule, node: core.Expression) -> tuple[str, ...]:
        """The kinds of payment whose sums a part of a rule asks for."""
        asked = rule.name, id(node)  # a node of the program lives as long as its facts
        if asked not in self._payments:
            looks = looks_of(self.program, rule, node, self._telling)
            self._payments[asked] = tuple(sorted({look.kind for look in looks}))
        return self._payments[asked]

    # ---- order of judging ---------------------------------------------------------------------
    def judging_order(self, rules: Iterable[core.Rule]) -> Iterator[core.Rule]:
        """The rules, each behind the rules that it waits for."""
        by_name = {rule.name: rule for rule in rules}
        sorter = TopologicalSorter({name: self.awaited[name] for name in by_name})
        yield from (by_name[name] for name in sorter.static_order() if name in by_name)

    def always_in_force(self, rule: core.Rule) -> bool:
        """Whether no date lies outside the time of the rule, its provisions and its ruleset."""
        times = (rule.in_force, self.program.in_force, *(self.in_force[p] for p in rule.cites))
        return all(time == core.ALWAYS for time in times)

    # ---- sources ------------------------------------------------------------------------------
    def kinds_of(self, source: str) -> tuple[str, ...]:
        """The kinds of event that items of a source are made of; none where any kind may be."""
        inside = (kind for part in self._over(source) for kind in self.kinds_of(part))
        return (*self.program.vocabulary.kinds_of(source), *inside)

    def kinds_behind(self, source: str) -> tuple[str, ...]:
        """The kinds of event that must be recorded for a source's absence to mean anything.

        An interval is there once it is opened.  A scope, or an event of any kind, needs none.
        """
        if over := self._over(source):
            return tuple(kind for part in over for kind in self.kinds_behind(part))
        return tuple(kind for kind, _ in self.program.vocabulary.behind(source))

    def _over(self, source: str) -> tuple[str, ...]:
        record = self.program.records.get(source)
        return () if record is None else record.over

    def fields_of(self, source: str) -> frozenset[str]:
        """The fields in which each event of an item has the value that the item has.

        Not for records: what their rows have in common rests on all that their columns look at.
        """
        vocabulary = self.program.vocabulary
        context = frozenset(vocabulary.context)
        if source in vocabulary.kinds:
            return context.union(vocabulary.kinds[source].fields)
        if source in vocabulary.streams:
            kept = (  # of each kind the fields that keep their name
                self.fields_of(kind) - {name for name, own in names if name != own}
                for kind, names in vocabulary.streams[source].parts
            )
            return frozenset.intersection(*kept)
        if source in vocabulary.intervals:
            return frozenset(vocabulary.intervals[source].keys)
        if source in vocabulary.scopes:
            return frozenset(vocabulary.scopes[source].fields)
        return context

    @cached_property
    def scopes_read(self) -> Sequence[str]:
        """The scopes that some rule is about, or looks into, the widest first."""
        scopes = self.program.vocabulary.scopes
        named = {rule.subject for rule in self.program.rules}
        for node in self.nodes:
            match node:
                case core.Selection(scope=scope):
                    named.add(scope)
                case core.Record(needs=needs, keys=keys):
                    named.update(
                        own.name
                        for own in scopes.values()
                        if own.needs == needs and keys[: len(own.fields)] == own.fields
                    )
        read = named & scopes.keys()
        return sorted(read, key=lambda name: (len(scopes[name].fields), name))

    def unknown_keys(self, rule: core.Rule, unfilled: Collection[str]) -> tuple[str, ...]:
        """The keys of scopes and records that a rule looks at and that no event of a log fills, of
        those that it leaves `unfilled`: what belongs together there is not known.
        """
        if not unfilled:
            return ()
        if rule.name not in self._keys:
            clauses = (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require)
            self._keys[rule.name] = tuple(dict.fromkeys(self._bounding((rule.subject,), clauses)))
        lacking = self._lacking(unfilled)
        return tuple(name for name in self._keys[rule.name] if name in lacking)

    def unscoped(self, unfilled: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """The columns that bound scopes which the rules look at and that no event fills, of those
        that a log leaves `unfilled`; each with these scopes.
        """
        scopes, read = self.program.vocabulary.scopes, self.scopes_read
        bounded = {
            name: tuple(scope for scope in read if name in scopes[scope].fields)
            for name in self._lacking(unfilled)
        }
        return {name: within for name, within in bounded.items() if within}

    def _lacking(self, unfilled: Collection[str]) -> tuple[str, ...]:
        """The columns whose want leaves a scope unknown: those that some scope needs.

        A name that none needs, such as the house, is taken to be the same in every row; that stands
        only as long as the innermost counter would show what is mixed.
        """
        vocabulary = self.program.vocabulary
        needed = {need for name in self.scopes_read for need in vocabulary.scopes[name].needs}
        names = {name for name in vocabulary.context if vocabulary.fields[name] == TEXT}
        counters = [name for name in vocabulary.context if name in needed - names]
        uncounted = bool(counters) and counters[-1] in unfilled
        asked = needed | names if uncounted else needed
        return tuple(name for name in vocabulary.context if name in asked and name in unfilled)

    def _bounding(self, sources: Iterable[str], clauses: object) -> Iterator[str]:
        """The keys of all that a rule is about, or looks into."""
        vocabulary, records = self.program.vocabulary, self.program.records
        waiting, known = deque[tuple[str, ...]]([tuple(sources)]), set[str]()
        waiting.append(tuple(_looked_at(clauses)))
        while waiting:
            for name in waiting.popleft():
                if name in known:
                    continue
                known.add(name)
                if name in vocabulary.scopes:
                    yield from vocabulary.scopes[name].fields
                if name in vocabulary.intervals:
                    yield from vocabulary.intervals[name].keys
                if (record := records.get(name)) is not None:
                    yield from record.keys if not record.of_events else ()
                    if name not in self._named:
                        self._named[name] = tuple(dict.fromkeys(_looked_at(record.columns)))
                    waiting.append((*record.over, *self._named[name]))

    def asked_of_subjects(self, rule: core.Rule) -> Iterator[tuple[str, core.Filled]]:
        """The conditions `for each … where FIELD is recorded` of a rule, each with a kind of event
        that is to have the field, or is told by it from another: where none of the log has, the
        rule passes over all of them.
        """
        vocabulary, telling = self.program.vocabulary, self.program.telling
        for node in () if rule.subject in vocabulary.intervals else conjuncts(rule.where):
            match node:
                case core.Filled(part=core.Field(of=core.Subject(), name=name)):
                    for kind, asked in _behind(vocabulary, rule.subject, name):
                        if asked not in self.empty_by_nature[kind] or asked in telling[kind]:
                            yield kind, node

    # ---- what a log does not record -----------------------------------------------------------
    def is_recorded(self, kind: str, recorded: Collection[str]) -> bool:
        """Whether the absence of events of a kind means that none happened, in a log that has
        `recorded` these kinds.
        """
        return self.program.vocabulary.kinds[kind].exceptional or kind in recorded

    def unrecorded(self, sources: Iterable[str], recorded: Collection[str]) -> tuple[str, ...]:
        """The kinds behind some sources that a log does not record, each once."""
        kinds = dict.fromkeys(kind for source in sources for kind in self.kinds_behind(source))
        return tuple(kind for kind in kinds if not self.is_recorded(kind, recorded))

    def why_no_subject(self, subject: str, recorded: Collection[str]) -> tuple[Reason, ...]:
        """Why a rule cannot be verified over a log without any of its subjects.

        No reason where their absence means that there was nothing to judge.
        """
        scope = self.program.vocabulary.scopes.get(subject)
        if scope is not None:
            return Unknown(tuple(Reason("empty", name) for name in scope.needs)).reasons
        kinds = self.unrecorded([subject], recorded)
        return Unknown(tuple(Reason("not_recorded", kind) for kind in kinds)).reasons


_Asked = TypeVar("_Asked")
_Found = TypeVar("_Found")


def once_for_each(work_out: Callable[[_Asked], _Found]) -> Callable[[_Asked], _Found]:
    """Keeps what was worked out of the very programs or vocabularies asked about last: one audit
    has a handful, and asks many times.
    """
    latest = deque[tuple[_Asked, _Found]](maxlen=8)

    @wraps(work_out)
    def of(asked: _Asked) -> _Found:
        for known, found in tuple(latest):
            if known is asked:
                return found
        made = work_out(asked)
        latest.append((asked, made))
        return made

    return of


@once_for_each
def facts_of(program: core.Program) -> Facts:
    """The facts of this very program."""
    return Facts(program)


def _looked_at(clauses: object) -> Iterator[str]:
    """The scopes, records and other sources that some expressions name."""
    for node in parts_of(clauses):
        match node:
            case core.Selection(sources=sources, scope=scope):
                yield scope
                yield from sources
            case core.Lookup(record=record):
                yield record


def narrowed(program: core.Program, names: Collection[str]) -> core.Program:
    """The program with the named rules and all rules that these presume, directly or not."""
    by_name = {rule.name: rule for rule in program.rules}
    wanted, waiting = set[str](), [*names]
    while waiting:
        if (name := waiting.pop()) not in wanted:
            wanted.add(name)
            waiting += by_name[name].presumes if name in by_name else ()
    return replace(program, rules=tuple(r for r in program.rules if r.name in wanted))
