"""A finding's surroundings: its whole coup, and the rows around what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nsmallest

import numpy as np

from auditor.findings.profile import coup
from auditor.judge.verdict import Detail, LookedFor, Tally, Verdict
from auditor.language.core import Vocabulary
from auditor.log.event import Event
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Ints

LAID_OUT = 3
"""Findings of each rule, the first in the log, whose coup is laid out."""
LONGEST = 150
"""Events of a coup that is laid out: where the log has more, it numbers something else."""

Place = tuple[str, str | None, int]
Coups = Mapping[Place, tuple[Event, ...]]
"""The events of a coup, by the row of the first event of a finding in it."""


def place_of(event: Event) -> Place:
    """Where an event stands in its file: its number in the log depends on what rules look at."""
    return event.row.file, event.row.sheet, event.row.number


def coups(
    columns: Columns, vocabulary: Vocabulary, tallies: Iterable[Tally], detail: Detail
) -> Coups:
    """The coups of the first violations of each rule, among those that are reported."""
    fields = coup(vocabulary)
    if not fields:
        return {}
    firsts = list(_firsts(tallies, detail, fields[-1]))
    found = _coup_rows(columns, fields, np.array(sorted({own.place for own in firsts}), np.int64))
    whole = {
        place: tuple(columns.events(columns.places[rows]))
        for place, rows in found
        if len(rows) <= LONGEST
    }
    laid_out = {}
    for first in firsts:
        coup_ = whole.get(first.place, ())
        if any(place_of(event) == place_of(first) for event in coup_):
            laid_out[place_of(first)] = coup_
    return laid_out


def _firsts(tallies: Iterable[Tally], detail: Detail, number: str) -> Iterator[Event]:
    for tally in tallies:
        asked = (own for own in tally.violations if detail.of(own))
        for verdict in nsmallest(LAID_OUT, asked, key=lambda own: own.place):
            first = verdict.evidence.events[0]
            if first.values.get(number) is not None:
                yield first


def _coup_rows(columns: Columns, fields: Sequence[str], places: Ints) -> Iterator[tuple[int, Ints]]:
    """The rows of the coups in which some events stand, by the places of these.

    The number of the coup chooses few rows of a long log; the other columns are asked of them.
    """
    number = columns.fields[fields[-1]].key() if len(places) else None
    if number is None:
        return
    wanted = np.searchsorted(columns.places, places).clip(max=columns.size - 1)
    near = np.isin(number.values, number.values[wanted])
    if number.empty is not None:
        near &= ~number.empty
    rows = np.flatnonzero(near)
    keys = [columns.fields[name].key() for name in fields if name in columns.fields]
    for place, row in zip(places, wanted, strict=True):
        own = np.ones(len(rows), bool)
        for key in keys:
            own &= key.values[rows] == key.values[row]
            if key.empty is not None:
                own &= key.empty[rows] == key.empty[row]
        yield int(place), rows[own]


NEAREST = 3
"""Rows of the kind looked for, and not wanted, that are named."""


def with_absences(tallies: Iterable[Tally], columns: Columns, detail: Detail) -> tuple[Tally, ...]:
    """The tallies; of each rule the first violations that are reported say where they looked."""
    return tuple(_located(own, columns, detail) for own in tallies)


def _located(tally: Tally, columns: Columns, detail: Detail) -> Tally:
    reported = (at for at, own in enumerate(tally.violations) if detail.of(own))
    firsts = nsmallest(LAID_OUT, reported, key=lambda at: tally.violations[at].place)
    violations = list(tally.violations)
    for at in firsts:
        if any(part.missed for part in violations[at].evidence.parts or ()):
            violations[at] = _with_rows(violations[at], columns)
    return replace(tally, violations=violations)


def _with_rows(verdict: Verdict, columns: Columns) -> Verdict:
    evidence, first = verdict.evidence, verdict.evidence.events[0]
    parts = tuple(
        replace(part, missed=tuple(_located_rows(own, first, columns) for own in part.missed))
        for part in evidence.parts or ()
    )
    return replace(verdict, evidence=replace(evidence, parts=parts))


def _located_rows(own: LookedFor, first: Event, columns: Columns) -> LookedFor:
    """The rows around an event that has the keys; as it is where the event has others."""
    if any(first.values.get(name) != value for name, value in own.keys):
        return own
    at = int(np.searchsorted(columns.places, first.place))
    if at >= columns.size or columns.places[at] != first.place:
        return own
    ids = columns.numbered(tuple(name for name, _ in own.keys)).ids
    rows = np.flatnonzero(ids == ids[at])
    if columns.doubtful is not None:
        rows = rows[~columns.doubtful[rows]]
    if not len(rows):
        return own
    wanted = [at for at, kind in enumerate(columns.kinds) if kind in own.kinds]
    others = rows[np.isin(columns.kind[rows], wanted)]
    near = np.sort(others[np.argsort(np.abs(others - at), kind="stable")[:NEAREST]])
    shown: Sequence[Event] = columns.events(columns.places[np.append(rows[[0, -1]], near)])
    first_shown, last_shown, *beside = shown
    return replace(
        own,
        first=first_shown.row.named(),
        last=last_shown.row.named(),
        rows=len(rows),
        others=len(others),
        near=tuple(beside),
    )
