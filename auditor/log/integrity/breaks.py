"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  A terminal may leave out what its neighbours write down.  Where the log
itself shows that rows are missing, they stand in it as an event in doubt of every kind, in every
scope that was open there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from auditor.language.core import Interval, Vocabulary
from auditor.log.event import Event, Row
from auditor.log.integrity.alternatives import FileRows, alternatives
from auditor.log.integrity.outline import Break, Outline, Stays
from auditor.log.integrity.runs import Runs, Unlogged
from auditor.log.integrity.scopes import Habits
from auditor.log.integrity.suspects import Scopes, Suspect, stays
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Ints

ENOUGH = 10
"""Scopes of the deepest kind, at least, before a log can be seen to lack rows: a few rows that
somebody picked or wrote open nothing and close nothing.
"""

LONG = 20  # so many, before a log that closes nothing counts as one of which the end is missing


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
    found = [*breaks(outline, declared)]
    if not found:
        return []
    certain, every = outline.certain, np.arange(columns.size)
    habits = FileRows(columns, vocabulary, certain, certain).habits
    rows = FileRows(columns, vocabulary, every, every)
    return [*_missing_events(found, outline, rows, habits)]


def _missing_events(
    found: Iterable[Break], outline: Outline, rows: FileRows, habits: Habits
) -> Iterator[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands."""
    everything = frozenset(outline.vocabulary.fields)
    before: dict[int, list[Break]] = defaultdict(list)
    for own in found:
        before[own.at].append(own)
    for at in sorted(before):
        row = outline.row(min(at, outline.size - 1)).named()
        for own in _joined(before[at]):
            lost = Suspect(row, None, {}, everything)
            if own.said is not None:
                shown, unsaid = outline.row(own.shown_by).named(), everything - own.said.keys()
                lost = Suspect(shown, None, own.said, unsaid)
            around = rows.open_at(at, own.places, inside=own.inside, first=own.first)
            for event in alternatives(lost, around, outline.vocabulary, habits):
                if own.kinds is None or event.kind in own.kinds:
                    yield at, event


def _joined(found: Sequence[Break]) -> Iterator[Break]:
    """Breaks before one row, each place once for what may be missing there."""
    places: dict[tuple[bool, frozenset[str] | None, bool], dict[Scopes, None]] = defaultdict(dict)
    for own in found:
        if own.said is not None:
            continue
        places[own.inside, own.kinds, own.first].update(dict.fromkeys(own.places))
    for (inside, kinds, first), every in places.items():
        yield Break(-1, tuple(every), inside, kinds, first)
    yield from (own for own in found if own.said is not None)


def breaks(outline: Outline, declared: Collection[str] = ()) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    found = Stays(outline)
    runs = Runs(outline, found)
    widest = [found.widest(file) for file in outline.files]
    for file, own in zip(outline.files, widest, strict=True):
        if own is not None:
            yield from found.breaks(file, own, long=runs.many >= LONG)
    for wide in dict.fromkeys(own for own in widest if own is not None):
        yield from found.between(wide)
    opens = any(own is not None for own in widest)
    short = runs.many < ENOUGH
    if short or not opens:
        yield from extracts(outline, runs, opens=opens, short=short, declared=declared)
    if not short and not opens:
        yield from runs.edges()
    if not short or opens:
        yield from runs.breaks()
    if not short:
        yield from found.shut()
    yield from runs.left_out()
    yield from Unlogged(outline, runs).breaks(declared)
    yield from _unopened(outline)


def _unopened(outline: Outline) -> Iterator[Break]:
    """Openings that are missing: what is closed was open since it was closed last, or all along."""
    for own in outline.unopened():
        values = outline.values(own.closing)
        said = {name: values[name] for name in own.interval.keys if name in values}
        kinds = frozenset({own.interval.start})
        place = outline.scopes.place(said)
        yield Break(own.since, (place,), kinds=kinds, said=said, shown_by=own.closing)


# ---- extracts -----------------------------------------------------------------------------------
FEW = 1000  # rows, at most, of an extract without a single number


def extracts(
    outline: Outline,
    runs: Runs,
    *,
    opens: bool,
    short: bool,
    declared: Collection[str],
) -> Iterator[Break]:
    """Where a short log is cut of which a place begins in the midst of its numbers, or that opens
    and closes nothing though it is `declared` to record that; one that is not short, where it does
    both at all places.  A place that begins with what opens it is whole at its beginning, whatever
    number stands there first.
    """
    every = stays(outline.vocabulary)
    late = _begin_late(outline, runs, every)
    cut = any(late) if short else bool(late) and all(late)
    silent = short and not opens and any(own.start in declared for own in every)
    if not cut and (not silent or (not late and outline.size > FEW)):
        return
    opening, closing = _edges_of(outline.vocabulary)
    edges, names = _Edges(outline, runs, cut=cut), outline.scopes.names
    number_of = {place: at for at, place in enumerate(runs.places)}
    held = {place: (place, *_wider(place, names, every)) for place in outline.extent}
    around = _extents(outline, held)
    for place, (first, last) in outline.extent.items():
        own = number_of.get(place)
        if outline.kind(first) not in {one.start for one in every}:
            inside = own is not None and edges.are_missing_before(own)
            # Some of what belongs to no scope stands before them.
            before = own is not None and first < runs.first[runs.begins[own]]
            lacks = None if cut or inside or before else opening
            for at, places in _by_row((around[one][0], one) for one in held[place]):
                yield Break(at, places, inside, lacks)
        if outline.kind(last) not in {one.end for one in every}:
            inside = own is not None and edges.are_missing_after(own)
            behind = own is not None and last > runs.last[runs.ends[own]]
            lacks = None if cut or inside or behind else closing
            for at, places in _by_row((around[one][1] + 1, one) for one in held[place]):
                yield Break(at, places, inside, lacks)


def _begin_late(outline: Outline, runs: Runs, every: Iterable[Interval]) -> list[bool]:
    """For each place that nothing opens, whether its numbers begin above the first."""
    starts = {own.start for own in every}
    found = []
    for place, first in zip(runs.places, runs.first[runs.begins].tolist(), strict=True):
        if outline.kind(outline.extent[place][0]) not in starts:
            numbers = [outline.values(first).get(name) for name in outline.scopes.counters]
            later = any(isinstance(number, int) and number > 1 for number in numbers)
            found.append(later and first < outline.unsure)
    return found


def _extents(
    outline: Outline, held: Mapping[Scopes, Sequence[Scopes]]
) -> Mapping[Scopes, tuple[int, int]]:
    """The first and the last row of each place, and of what holds places."""
    found: dict[Scopes, tuple[int, int]] = {}
    for place, (first, last) in outline.extent.items():
        for one in held[place]:
            low, high = found.get(one, (first, last))
            found[one] = min(low, first), max(high, last)
    return found


def _by_row(places: Iterable[tuple[int, Scopes]]) -> Iterator[tuple[int, tuple[Scopes, ...]]]:
    """Places together that begin or end at one row."""
    found: dict[int, list[Scopes]] = {}
    for at, place in places:
        found.setdefault(at, []).append(place)
    for at, own in found.items():
        yield at, tuple(own)


def _edges_of(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    every = vocabulary.intervals.values()
    closing = frozenset(own.end for own in every if own.end is not None)
    return frozenset(own.start for own in every), closing


def _wider(place: Scopes, names: Sequence[str], intervals: Iterable[Interval]) -> Iterator[Scopes]:
    """The places that hold a place: its house, its table."""
    for own in intervals:
        keys = zip(names, place, strict=True)
        yield tuple(value if name in own.keys else None for name, value in keys)


class _Edges:
    """The first and last kinds of numbered scopes; a `cut` extract must prove them whole."""

    def __init__(self, outline: Outline, runs: Runs, *, cut: bool) -> None:
        self._kinds, self._runs, self._cut = outline.columns.kinds, runs, cut

    def are_missing_before(self, nth: int) -> bool:
        """Whether the first scope of a place does not begin as whole ones do, at a cut or against
        all others.
        """
        runs = self._runs
        run = runs.begins[nth]
        kind = runs.first_kind[run]
        if self._cut:
            return not 1 < runs.begin[kind] == runs.rows[kind]
        many = runs.begin.copy()
        many[kind] -= 1
        others = np.flatnonzero(many)
        return len(others) == 1 and not runs.having[run, others[0]]

    def are_missing_after(self, nth: int) -> bool:
        """Whether the last scope of a place does not end as whole ones do, at a cut or against all
        others.
        """
        runs = self._runs
        kind = runs.last_kind[runs.ends[nth]]
        if self._cut:
            return not 1 < runs.end[kind] == runs.rows[kind]
        return bool(runs.end[kind] == 1 and runs.with_kind[kind] > 2)
