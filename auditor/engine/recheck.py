"""The second judgement: the reference looks again at what the columns say.

It works on the events of the log that a subject may rest on, made when they are asked for.  It
says the truth where columns cannot, and gives every violation its derivation.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.locality import Reach, Reaches
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.judge.replay import WithoutOrder, identity_of, preconditions
from auditor.judge.verdict import Kept, Verdict
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of
from auditor.log.event import Event, Log
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Bools, Ints, Reasons, each_once, in_any, take
from auditor.values import Value

Names = tuple[str, ...]
Kinds = frozenset[str] | None
"""Kinds of event, None for all; a record means the first row of each of its groups."""


class Heap(NamedTuple):
    """The rows of some kinds in one cell of some fields of the context, or perhaps in it."""

    fields: Names
    cell: int
    kinds: Kinds


class Near(NamedTuple):
    """The heaps that can matter to the subject in a row.  A subject that may stand in another
    instance of the scope of the law than its row is `named`; of a scope of which `few` kinds are
    asked the row matters itself.
    """

    row: int
    heaps: tuple[Heap, ...]
    named: str | None
    few: bool

    @property
    def key(self) -> object:
        """Equal where the same rows matter."""
        return self.heaps, self.named, self.row if self.few else None


class Nearby:
    """Finds the rows that can matter to the subjects of rules, as far as the columns tell.

    How far a rule looks is told in fields of the context, kind by kind.  A row in which a cell of
    these is missing may belong to any value of it.
    """

    def __init__(self, program: core.Program, catalog: Catalog, reaches: Reaches) -> None:
        self._program, self._catalog, self._reaches = program, catalog, reaches
        self._columns = catalog.columns
        self._regions: dict[tuple[str, bool], tuple[tuple[Names, Kinds], ...]] = {}
        self._loose: dict[Names, Ints] = {}
        self._first: dict[str, Bools] = {}

    def of(self, rule: core.Rule, rows: Sequence[int], *, evidence: bool) -> list[Near]:
        """The rows that can matter to the subjects of a rule in some rows, or to their evidence."""
        few = not evidence and self._asks_few(rule, self._reaches.of(rule))
        if (rule.name, few) not in self._regions:
            self._regions[rule.name, few] = self._regions_of(rule, few=few)
        regions = self._regions[rule.name, few]
        named = rule.subject if self._renames(rule.subject) else None
        return [
            Near(row, tuple([self._heap(*region, row) for region in regions]), named, few)
            for row in rows
        ]

    def rows(self, nears: Sequence[Near], found: Sequence[Ints]) -> Ints:
        """The rows `found` in the heaps, those of the subjects, and those that open their law."""
        rows = each_once(np.concatenate([*found, np.array([near.row for near in nears])]))
        return each_once(np.append(rows, self._openings(rows, nears[0].named)))

    def heap_rows(self, heap: Heap, row: int) -> Ints:
        """The rows of a heap in which a row is."""
        rows = self._catalog.sorted(heap.fields).of(heap.cell)
        if (loose := self._loose_rows(heap.fields)).size:
            perhaps = np.ones(len(loose), bool)
            for name in heap.fields:
                ids = self._columns.numbered((name,)).ids
                perhaps &= (ids[loose] == ids[row]) | take(self._missing(name), loose)
            rows = np.append(rows, loose[perhaps])
        return self._of_kinds(rows, heap.kinds)

    def _asks_few(self, rule: core.Rule, reach: Reach) -> bool:
        """Whether the truth of a rule about a scope rests on some kinds of event alone."""
        is_scope = rule.subject in self._program.vocabulary.scopes
        return is_scope and reach.kinds is not None and not reach.looked_at

    def _regions_of(self, rule: core.Rule, *, few: bool) -> tuple[tuple[Names, Kinds], ...]:
        """The fields in which rows are to agree with a subject, with the kinds of these rows."""
        by_fields: dict[Names, set[str]] = defaultdict(set)
        for kind, fields in self._reaches.of(rule).near:
            if not (few and kind == ANY_EVENT):
                by_fields[fields].add(kind)
        return tuple(
            (fields, None if ANY_EVENT in kinds else frozenset(kinds))
            for fields, kinds in by_fields.items()
        )

    def _heap(self, fields: Names, kinds: Kinds, row: int) -> Heap:
        """The heap of a row; where it lacks a field, with any value of it."""
        told = tuple(name for name in fields if not take(self._missing(name), row))
        return Heap(told, int(self._columns.numbered(told).ids[row]), kinds)

    def _missing(self, name: str) -> Bools:
        """The rows that do not tell a field: its cell cannot be believed, or is empty though their
        kind records it.
        """
        return self._catalog.source(ANY_EVENT).missing(name)

    def _loose_rows(self, fields: Names) -> Ints:
        """The rows that lack one of some fields."""
        if fields not in self._loose:
            self._loose[fields] = np.flatnonzero(in_any(map(self._missing, fields)))
        return self._loose[fields]

    def _of_kinds(self, rows: Ints, kinds: Kinds) -> Ints:
        if kinds is None:
            return rows
        asked = np.array([kind in kinds for kind in self._columns.kinds])
        wanted = asked.take(self._columns.kind.take(rows))
        for name in kinds.intersection(self._program.records):
            if name not in self._first:
                self._first[name] = np.zeros(self._columns.size, bool)
                self._first[name][self._catalog.source(name).rows] = True
            wanted |= self._first[name].take(rows)
        return np.asarray(rows[wanted])

    def _renames(self, subject: str) -> bool:
        """Whether a subject may stand in another instance of the scope of the law than its row."""
        scope = self._program.vocabulary.law_scope
        if scope is None:
            return False
        fields = self._program.vocabulary.scopes[scope].fields
        return not all(map(self._catalog.source(subject).plain, fields))

    def _openings(self, rows: Ints, subject: str | None) -> Ints:
        """The rows that open the scope of the law around some rows, and around a subject there."""
        if self._catalog.openings is None:
            return rows[:0]
        keys, first = self._catalog.openings
        opening = first[keys.ids[rows]]
        if subject is not None:
            source = self._catalog.source(subject)
            own = self._catalog.opening(source, np.flatnonzero(np.isin(source.rows, rows)))
            assert own is not None
            opening = each_once(np.append(opening, own))
        return opening[opening >= 0]


class DisagreementError(Exception):
    """The two engines do not say the same of one subject: a defect of ours.

    `events` are those that can matter to the subject, which stands at `place` in the log.
    """

    def __init__(self, rule: core.Rule, place: int, events: Sequence[Event]) -> None:
        super().__init__(f"the engines disagree on rule {rule.id}, at event {place}")
        self.rule, self.place, self.events = rule, place, tuple(events)

    def __reduce__(self) -> tuple[type[DisagreementError], tuple[object, ...]]:
        """It may have come up in another process."""
        return DisagreementError, (self.rule, self.place, self.events)


@dataclass(slots=True, eq=False)
class _Again:
    """The reference over a part of the log, and its subjects by the places at which they begin."""

    reference: Reference
    without_order: WithoutOrder
    events: tuple[Event, ...]
    subjects: dict[str, dict[int, list[Item]]]

    def subject(self, rule: core.Rule, place: int, which: int) -> Item:
        if rule.subject not in self.subjects:
            items = self.reference.items
            scopes = self.reference.program.vocabulary.scopes
            found = (
                items.groups(rule.subject).values()
                if rule.subject in scopes
                else items.of(rule.subject)
            )
            by_place: dict[int, list[Item]] = defaultdict(list)
            for item in found:
                by_place[item.place].append(item)
            self.subjects[rule.subject] = by_place
        return self.subjects[rule.subject][place][which]


class Recheck:
    """Judges single subjects of one log again.

    `columns` are those of all that can matter to them; `known` is the catalog of these columns
    where there is one already.
    """

    def __init__(
        self,
        program: core.Program,
        columns: Columns,
        params: dict[str, Value],
        reaches: Reaches,
        known: Catalog | None,
    ) -> None:
        self._program, self._columns, self._params = program, columns, params
        self._reaches, self._known = reaches, known
        self._fields = frozenset(facts_of(program).key_fields)
        self._made: dict[object, _Again] = {}
        self._rows_held = 0

    @cached_property
    def _nearby(self) -> Nearby:
        catalog = self._known or Catalog(self._program, self._columns, Reasons())
        return Nearby(self._program, catalog, self._reaches)

    def _near(self, rule: core.Rule, places: Sequence[int], *, evidence: bool) -> list[Near]:
        """Where that stands which can matter to the subjects of a rule at some places."""
        rows = np.searchsorted(self._columns.places, places).tolist()
        return self._nearby.of(rule, rows, evidence=evidence)

    def _each(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int], *, evidence: bool
    ) -> Iterator[tuple[_Again, int, int]]:
        """Each of some subjects with a reference over all that can matter to it."""
        for start in range(0, len(places), _MOST_AT_ONCE):
            some = slice(start, start + _MOST_AT_ONCE)
            nears = self._near(rule, places[some], evidence=evidence)
            for at, (place, nth) in enumerate(zip(places[some], which[some], strict=True)):
                yield self._again(nears[at:]), place, nth

    def _again(self, coming: Sequence[Near]) -> _Again:
        """A reference over the rows that matter to the first subject, shared with the next ones:
        more rows than needed never change an answer.
        """
        if coming[0].key not in self._made:
            nears, found = self._together(coming)
            rows = self._nearby.rows([*nears.values()], found)
            if self._rows_held + len(rows) > _MOST_ROWS:
                self._made.clear()
                self._rows_held = 0
            self._rows_held += len(rows)
            self._made.update(dict.fromkeys(nears, self._make(rows)))
        return self._made[coming[0].key]

    def _together(self, coming: Sequence[Near]) -> tuple[dict[object, Near], list[Ints]]:
        """The subjects that share a reference with the first one, as long as few rows more are
        needed; and the rows.
        """
        nears: dict[object, Near] = {}
        found: dict[Heap, Ints] = {}
        many = 0
        for near in coming:
            if near.key in self._made or near.key in nears:
                continue
            other = dict.fromkeys(heap for heap in near.heaps if heap not in found)
            new = {heap: self._nearby.heap_rows(heap, near.row) for heap in other}
            many += sum(map(len, new.values())) if nears else 0
            nears[near.key] = near
            found |= new
            if many >= _MANY_ROWS:
                break
        return nears, [*found.values()]

    def _make(self, rows: Ints) -> _Again:
        columns = self._columns
        events = tuple(columns.said(rows))
        log = Log(
            events,
            columns.recorded,
            (),
            (),
            columns.lacking,
            unfilled=columns.unfilled,
            instants=columns.instants,
        )
        without_order = WithoutOrder(self._program, log, self._params)
        reference = Reference(self._program, log, self._params)
        return _Again(reference, without_order, events, {})

    def truths(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int], node: core.Expression
    ) -> Iterator[Truth]:
        """The truth of a condition of a rule for some subjects: which of those at each place."""
        for again, place, nth in self._each(rule, places, which, evidence=False):
            subject = again.subject(rule, place, nth)
            frame = Frame(subject, rule.lets, again.reference.law.day_of(subject))
            yield again.reference.truth(node, frame)

    def stand(self, rule: core.Rule, places: Sequence[int], which: Sequence[int]) -> list[bool]:
        """Which subjects violate a rule whatever the order of rows of one instant."""
        return [
            again.without_order.violates(rule, again.subject(rule, place, nth))
            for again, place, nth in self._each(rule, places, which, evidence=True)
        ]

    def verdicts(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int], kept: Kept
    ) -> list[Verdict]:
        """The violations by some subjects, with as much evidence as is kept.  Raises
        DisagreementError.
        """
        found = [
            self._verdict(rule, again, place, nth, kept)
            for again, place, nth in self._each(rule, places, which, evidence=True)
        ]
        cited = (own.evidence.events[: own.evidence.shown] for own in found)
        self._columns.show([event for events in cited for event in events])
        return found

    def _verdict(
        self, rule: core.Rule, again: _Again, place: int, which: int, kept: Kept
    ) -> Verdict:
        subject = again.subject(rule, place, which)
        reference = again.reference
        witness = Witness(reference, Frame(subject, rule.lets, reference.law.day_of(subject)))
        for condition in preconditions(rule):
            if witness.truth(condition) is not True:
                raise self._disagreement(rule, place)
        if witness.truth(rule.require) is not False:
            raise self._disagreement(rule, place)
        evidence = witness.evidence(rule)
        identity = identity_of(self._fields, subject)
        filled = {name: value for name, value in identity.items() if value is not None}
        day = reference.law.day_of(evidence.events[0])
        verdict = kept.keep(Verdict(rule, filled, subject.place, evidence, day))
        return witness.with_moves(verdict)

    def _disagreement(self, rule: core.Rule, place: int) -> DisagreementError:
        [near] = self._near(rule, [place], evidence=True)
        found = [self._nearby.heap_rows(heap, near.row) for heap in near.heaps]
        return DisagreementError(rule, place, self._make(self._nearby.rows([near], found)).events)


_MOST_ROWS = 20_000
"""References of more rows are not kept, but for the one that was made last."""
_MOST_AT_ONCE = 1000
_MANY_ROWS = 10_000
"""One reference is made for so many subjects, or for fewer to which so many rows matter that do not
matter to the first of them.
"""


def reproduction(error: DisagreementError) -> bytes:
    """The rule, and the rows that can matter to the subject on which the engines disagree."""
    rows = [
        {
            "file": event.row.file,
            "sheet": event.row.sheet,
            "row": event.row.number,
            "place": event.place,
            "cells": event.row.filled(),
        }
        for event in error.events
    ]
    content = {
        "rule": error.rule.id,
        "text": error.rule.span.text,
        "subject_at": error.place,
        "rows": rows,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"
