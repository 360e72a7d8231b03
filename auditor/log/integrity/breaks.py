"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  A terminal may leave out what its neighbours write down.  Where the log
itself shows that rows are missing, they stand in it as an event in doubt of every kind, in every
scope that was open there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from auditor.language.core import Interval, Vocabulary
from auditor.log.event import Event, Row
from auditor.log.integrity.alternatives import FileRows, alternatives
from auditor.log.integrity.outline import Break, Outline
from auditor.log.integrity.runs import Runs
from auditor.log.integrity.scopes import Habits
from auditor.log.integrity.suspects import MANY, Scopes, Suspect, stays
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Ints
from auditor.types import INTEGER


def missing_in(
    columns: Columns,
    vocabulary: Vocabulary,
    declared: Collection[str],
    files: Sequence[Ints],
    row: Callable[[int], Row],
) -> list[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands.

    `files` are the certain rows of each file, in the order of the log; `row` gives a row as it
    stands in its file.  `declared` are the kinds that the log is declared to record.
    """
    outline = Outline(columns, vocabulary, files, row)
    found: dict[Break, dict[Scopes, None]] = defaultdict(dict)  # alike at several places
    for own in breaks(outline, declared):
        found[replace(own, places=())].update(dict.fromkeys(own.places))
    if not found:
        return []
    habits, every = Habits.of(columns, vocabulary, outline.certain), np.arange(columns.size)
    rows = FileRows(columns, vocabulary, every, every)
    return [
        (own.at, event)
        for own in sorted(found, key=attrgetter("at"))
        for event in _events_of(own, found[own], outline, rows, habits)
    ]


def _events_of(
    own: Break, places: Iterable[Scopes], outline: Outline, rows: FileRows, habits: Habits
) -> Iterator[Event]:
    """The events in doubt that the rows of a break may be."""
    said = dict(own.said)
    row = outline.row(own.shown_by if said else min(own.at, outline.size - 1)).named()
    lost = Suspect(row, None, said, frozenset(outline.vocabulary.fields).difference(said))
    around = rows.open_at(own.at, places, own.between)
    for event in alternatives(lost, around, outline.vocabulary, habits):
        if own.kinds is None or event.kind in own.kinds:
            yield event


def breaks(outline: Outline, declared: Collection[str] = ()) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    runs, opens = Runs(outline), False
    # A few rows that somebody picked or wrote open nothing and close nothing.
    short = runs.many < MANY
    for file in outline.files:
        if (widest := outline.widest(file)) is not None:
            opens = True
            # What is open at the end is all of a short log, and an exception in a long one.
            yield from outline.cut_in(file, widest, long=not short)
    if short or not opens:
        yield from extracts(outline, runs, opens=opens, short=short, declared=declared)
    if not short or opens:
        yield from runs.breaks()
    if not short:
        yield from outline.sorted_shut()
    yield from runs.unlogged(declared)
    yield from outline.unopened()


# ---- extracts -----------------------------------------------------------------------------------
def extracts(
    outline: Outline, runs: Runs, *, opens: bool, short: bool, declared: Collection[str]
) -> Iterator[Break]:
    """Where a log is cut of which a place begins or ends in the midst, a short one where one place
    does, another where all do; or that opens and closes nothing.  A place that begins with what
    opens it is whole at its beginning, whatever number stands there first.  Of a log that may be
    whole but for that, such kinds are missing as open or close, or as it has nowhere and no
    numbered scope holds: those that it records, or a short one is `declared` to.
    """
    fields, names = outline.vocabulary.fields, outline.scopes.names
    every, spans = stays(outline.vocabulary), outline.vocabulary.intervals.values()
    whole = [fields[name] == INTEGER for name in outline.scopes.counters]
    late = runs.cut_at(runs.first) | (runs.number[:, whole] > 1).any(axis=1)
    late &= runs.first < outline.unsure
    early = runs.cut_at(runs.last)
    there = set[str]().union(*(own.kinds for own in outline.files))
    recorded = there.union(declared if short else ())
    opened = opens or not every or recorded.isdisjoint(own.start for own in spans)
    extent, cut = outline.extent.items(), False
    nowhere = outline.vocabulary.kinds.keys() - there - outline.scopes.counted
    for edge, name, at, cuts in (
        (0, "start", 0, late[runs.begins]),
        (1, "end", outline.size, early[runs.ends - 1]),
    ):
        marks, ends = ({*map(attrgetter(name), own)} for own in (every, spans))
        shut = {place: rows for place, rows in extent if outline.kind(rows[edge]) not in marks}
        found = cuts[[place in shut for place in runs.places]]
        cut |= bool(found.any() if short else found.size and found.all())
        held = (own for place in shut for own in (place, *_wider(place, names, every)))
        if shut and (cut or not opened):
            missing = None if cut else frozenset((ends | nowhere) & recorded)
            yield Break(at, tuple(dict.fromkeys(held)), missing)


def _wider(place: Scopes, names: Sequence[str], intervals: Iterable[Interval]) -> Iterator[Scopes]:
    """The places that hold a place: its house, its table."""
    for own in intervals:
        keys = zip(names, place, strict=True)
        yield tuple(value if name in own.keys else None for name, value in keys)
