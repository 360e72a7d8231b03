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
from auditor.engine.nearby import Heap, Near, Nearby
from auditor.engine.schedule.locality import Reaches
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Ints, Reasons
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame, Truth
from auditor.judge.hanging import Hanging
from auditor.judge.items import Item
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of
from auditor.judge.verdict import Verdict
from auditor.language import core
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
        return Nearby(self._program, catalog, self._reaches, judged=self._known is not None)

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
        """The reference over all that can matter to the first of some subjects; made at once for
        those that come after it.

        What matters to one does not matter less beside what matters to others.
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
        """The first of some subjects and those that come after it, until many rows matter to
        these that do not matter to the first; and the rows.
        """
        nears: dict[object, Near] = {}
        found: dict[Heap, Ints] = {}
        many = 0
        for near in coming:
            if near.key in self._made or near.key in nears:
                continue
            other = dict.fromkeys(heap for heap in near.heaps if heap not in found)
            new = {heap: heap.region.rows(heap, near.row) for heap in other}
            many += sum(map(len, new.values())) if nears else 0
            nears[near.key] = near
            found |= new
            if many >= _MANY_ROWS:
                break
        return nears, [*found.values()]

    def _make(self, rows: Ints) -> _Again:
        columns = self._columns
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
        for again, place, nth in self._each(rule, places, which, evidence=False):
            subject = again.subject(rule, place, nth)
            frame = Frame(subject, rule.lets, again.reference.law.day_of(subject))
            yield again.reference.truth(node, frame)

    def hanging(self, rule: core.Rule, places: Sequence[int], which: Sequence[int]) -> list[bool]:
        """For which subjects that violate a rule that hangs on the order of rows of one instant."""
        return [
            again.hanging.hangs(rule, again.subject(rule, place, nth))
            for again, place, nth in self._each(rule, places, which, evidence=True)
        ]

    def verdicts(
        self, rule: core.Rule, places: Sequence[int], which: Sequence[int]
    ) -> Iterator[Verdict]:
        """The violations by some subjects, with their evidence.  Raises DisagreementError."""
        for again, place, nth in self._each(rule, places, which, evidence=True):
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
        [near] = self._near(rule, [place], evidence=True)
        found = [heap.region.rows(heap, near.row) for heap in near.heaps]
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
