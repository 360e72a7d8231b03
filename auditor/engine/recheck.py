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

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.schedule.locality import Reach, Reaches
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Bools, Ints, Reasons, each_once
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.hanging import Hanging
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of
from auditor.judge.verdict import Verdict
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of
from auditor.log.event import Event, Log
from auditor.values import Value


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


@dataclass(slots=True)
class _Again:
    """The reference over a part of the log, and its subjects by their places, on which several may
    begin.
    """

    reference: Reference
    hanging: Hanging
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


@dataclass(frozen=True, slots=True)
class _Near:
    """Where that stands which can matter to the subject in a row: of some kinds of event, in the
    cells of some fields.  A subject that may stand in another instance of the scope of the law than
    its row is `named`; of a scope of which `few` kinds are asked the row matters itself.
    """

    row: int
    cells: tuple[tuple[tuple[str, ...], frozenset[str] | None, int], ...]
    named: str | None
    few: bool

    @property
    def key(self) -> object:
        """Equal where the same rows matter."""
        return self.cells, self.named, self.row if self.few else None


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
        self._reaches = reaches
        self._known = known
        self._fields = frozenset(facts_of(program).key_fields)
        self._made: dict[object, _Again] = {}
        self._rows_held = 0
        self._without: dict[tuple[str, ...], Ints] = {}

    @cached_property
    def _catalog(self) -> Catalog:
        return self._known or Catalog(self._program, self._columns, Reasons())

    def _again(self, rule: core.Rule, coming: Sequence[int], *, evidence: bool) -> _Again:
        """The reference over all that can matter to a rule about the subject at the first of some
        places, or to its evidence as well; made at once for those that come after it.

        What matters to one does not matter less beside what matters to others.
        """
        near = self._near(rule, coming[0], evidence=evidence)
        if near.key not in self._made:
            nears = self._together(near, rule, coming[1:], evidence=evidence)
            rows = self._matters([*nears.values()])
            if self._rows_held + len(rows) > _MOST_ROWS:
                self._made.clear()
                self._rows_held = 0
            self._rows_held += len(rows)
            self._made.update(dict.fromkeys(nears, self._make(rows)))
        return self._made[near.key]

    def _together(
        self, near: _Near, rule: core.Rule, coming: Sequence[int], *, evidence: bool
    ) -> dict[object, _Near]:
        """Rows near to one subject and to those that come after it, until many rows matter to
        these that do not matter to the first.
        """
        nears, heaps, many = {near.key: near}, {*near.cells}, 0
        for place in coming:
            other = self._near(rule, place, evidence=evidence)
            if other.key not in self._made and other.key not in nears:
                nears[other.key] = other
                new = set(other.cells) - heaps
                heaps |= new
                many += sum(len(self._rows(*heap, other.row)) for heap in new)
                if many >= _MANY_ROWS:
                    break
        return nears

    def _near(self, rule: core.Rule, place: int, *, evidence: bool) -> _Near:
        reach = self._reaches.of(rule)
        row = int(np.searchsorted(self._columns.places, place))
        few = not evidence and self._asks_few(rule, reach)
        # Of a group every event is asked, whatever its kind.
        kinds = None if reach.groups and not few else reach.kinds
        near = self._known is not None  # else to number all rows anew costs more than it saves
        heaps = self._heaps(reach, few=few) if near else [(reach.fields, kinds)]
        told = [(self._filled(fields, row), kinds) for fields, kinds in heaps]
        cells = tuple((fields, kinds, self._cell(fields, row)) for fields, kinds in told)
        named = rule.subject if self._renames(rule.subject) else None
        return _Near(row, cells, named, few)

    def _matters(self, nears: Sequence[_Near]) -> Ints:
        """The rows that can matter to some subjects of one rule."""
        heaps = {heap: near.row for near in nears for heap in near.cells}
        found = [self._rows(*heap, row) for heap, row in heaps.items()]
        rows = each_once(np.concatenate([*found, np.array([near.row for near in nears])]))
        return each_once(np.append(rows, self._openings(rows, nears[0].named)))

    def _asks_few(self, rule: core.Rule, reach: Reach) -> bool:
        """Whether the truth of a rule about a scope hangs on some kinds of event alone: that there
        is the scope its first event says, and no other group is looked at.
        """
        is_scope = rule.subject in self._program.vocabulary.scopes
        return is_scope and reach.kinds is not None and not reach.looked_at

    @staticmethod
    def _heaps(reach: Reach, *, few: bool) -> list[tuple[tuple[str, ...], frozenset[str] | None]]:
        """Kinds of event by the fields in which those that matter agree with the subject; of few
        kinds without the others of the subject's own scope.
        """
        heaps: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for kind, fields in reach.near:
            if not (few and kind == ANY_EVENT):
                heaps[fields].add(kind)
        return [
            (fields, None if ANY_EVENT in kinds else frozenset(kinds))
            for fields, kinds in heaps.items()
        ]

    def _filled(self, fields: tuple[str, ...], row: int) -> tuple[str, ...]:
        """Those of some fields that a row tells: in the others it may agree with any row."""
        missing = {name: self._missing(name) for name in fields}
        return tuple(name for name, own in missing.items() if own is None or not own[row])

    def _cell(self, fields: tuple[str, ...], row: int) -> int:
        return int(self._catalog.columns.numbered(fields).ids[row])

    def _renames(self, subject: str) -> bool:
        """Whether a subject may stand in another instance of the scope of the law than its row."""
        scope = self._program.vocabulary.law_scope
        if scope is None:
            return False
        fields = self._program.vocabulary.scopes[scope].fields
        return not all(map(self._catalog.source(subject).plain, fields))

    def _openings(self, rows: Ints, subject: str | None) -> Ints:
        """The rows that open the scope of the law around some rows; with a subject, around its
        items there as well.
        """
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

    def _rows(
        self, fields: tuple[str, ...], kinds: frozenset[str] | None, cell: int, row: int
    ) -> Ints:
        """The rows of some kinds, or of all, in the cell of a row, and those that may be in it."""
        columns = self._catalog.columns
        rows = self._catalog.sorted(fields).of(cell)
        if (loose := self._loose(fields)).size:
            perhaps = np.ones(len(loose), bool)
            for name in fields:
                keys = columns.numbered((name,)).ids
                same = keys[loose] == keys[row]
                if (missing := self._missing(name)) is not None:
                    same |= missing[loose]
                perhaps &= same
            rows = np.append(rows, loose[perhaps])
        if kinds is None:
            return rows
        asked = np.array([kind in kinds for kind in columns.kinds])
        return np.asarray(rows[asked.take(columns.kind.take(rows))])

    def _loose(self, fields: tuple[str, ...]) -> Ints:
        """The rows that may agree with any in one of some fields."""
        if fields not in self._without:
            missing = [own for name in fields if (own := self._missing(name)) is not None]
            self._without[fields] = np.flatnonzero(np.any(missing, axis=0))
        return self._without[fields]

    def _missing(self, name: str) -> Bools | None:
        """The rows that do not tell a field: its cell cannot be believed, or is empty though their
        kind records it.  None where all tell it.
        """
        return self._catalog.source(ANY_EVENT).missing(name)

    def _make(self, rows: Ints) -> _Again:
        columns = self._catalog.columns
        events = tuple(columns.events(columns.places[rows]))
        log = Log(
            events,
            columns.recorded,
            (),
            (),
            unfilled=columns.unfilled,
            instants=columns.instants,
        )
        hanging = Hanging(self._program, log, self._params)
        return _Again(Reference(self._program, log, self._params), hanging, events, {})

    def truths(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int], node: core.Expression
    ) -> Iterator[Truth]:
        """The truth of a condition of a rule for some subjects: which of those at each place."""
        for at, (place, nth) in enumerate(zip(places, which, strict=True)):
            again = self._again(rule, places[at : at + _MOST_AT_ONCE], evidence=False)
            subject = again.subject(rule, place, nth)
            frame = Frame(subject, rule.lets, again.reference.law.day_of(subject))
            yield again.reference.truth(node, frame)

    def hanging(self, rule: core.Rule, places: Sequence[int], which: Sequence[int]) -> list[bool]:
        """For which subjects that violate a rule that hangs on the order of rows of one instant."""
        found = []
        for at, (place, nth) in enumerate(zip(places, which, strict=True)):
            again = self._again(rule, places[at : at + _MOST_AT_ONCE], evidence=True)
            found.append(again.hanging.hangs(rule, again.subject(rule, place, nth)))
        return found

    def verdicts(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int]
    ) -> Iterator[Verdict]:
        """The violations by some subjects, with their evidence.  Raises DisagreementError."""
        for at, (place, nth) in enumerate(zip(places, which, strict=True)):
            again = self._again(rule, places[at : at + _MOST_AT_ONCE], evidence=True)
            yield self._verdict(rule, again, place, nth)

    def _verdict(self, rule: core.Rule, again: _Again, place: int, which: int) -> Verdict:
        subject = again.subject(rule, place, which)
        reference = again.reference
        witness = Witness(reference, Frame(subject, rule.lets, reference.law.day_of(subject)))
        asked = [
            *((rule.where,) if rule.where is not None else ()),
            *rule.applies,
            *(condition for condition, _ in rule.verifiable),
        ]
        for condition in asked:
            if witness.truth(condition) is not True:
                raise self._disagreement(rule, place)
        if witness.truth(rule.require) is not False:
            raise self._disagreement(rule, place)
        evidence = witness.evidence(rule)
        identity = identity_of(self._program, self._fields, subject)
        filled = {name: value for name, value in identity.items() if value is not None}
        day = reference.law.day_of(evidence.events[0])
        return Verdict(rule, filled, subject.place, evidence, day)

    def _disagreement(self, rule: core.Rule, place: int) -> DisagreementError:
        rows = self._matters([self._near(rule, place, evidence=True)])
        return DisagreementError(rule, place, self._make(rows).events)


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
