"""Where something was looked for in vain: from which row to which, and what else is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from heapq import nsmallest

import numpy as np

from auditor.engine.store.columns import Columns
from auditor.findings.coups import LAID_OUT
from auditor.judge.verdict import Detail, LookedFor, Part, Tally, Verdict
from auditor.log.event import Event

NEAREST = 3
"""Rows of the kind looked for, and not wanted, that are named."""


def with_absences(tallies: Iterable[Tally], columns: Columns, detail: Detail) -> tuple[Tally, ...]:
    """The tallies; of each rule the first violations that are reported say where they looked."""
    return tuple(_located(own, columns, detail) for own in tallies)


def _located(tally: Tally, columns: Columns, detail: Detail) -> Tally:
    reported = (at for at, own in enumerate(tally.violations) if detail.of(own))
    firsts = nsmallest(LAID_OUT, reported, key=lambda at: tally.violations[at].place)
    missing = [at for at in firsts if _missed(tally.violations[at])]
    if not missing:
        return tally
    violations = list(tally.violations)
    for at in missing:
        violations[at] = _with_rows(violations[at], columns)
    return replace(tally, violations=violations)


def _missed(verdict: Verdict) -> bool:
    return any(part.missed for part in verdict.evidence.parts or ())


def _with_rows(verdict: Verdict, columns: Columns) -> Verdict:
    evidence = verdict.evidence
    first = evidence.events[0]

    def located(part: Part) -> Part:
        return replace(part, missed=tuple(_rows(own, first, columns) for own in part.missed))

    parts = tuple(located(part) for part in evidence.parts or ())
    return replace(verdict, evidence=replace(evidence, parts=parts))


def _rows(own: LookedFor, first: Event, columns: Columns) -> LookedFor:
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
