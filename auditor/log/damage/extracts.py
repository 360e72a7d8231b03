"""A few rows of many: a log that somebody cut out of another.

Of an evening of which only some coups are there, nobody opened the table, and what was staked in
the first coup may stand in a row that was not copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.outline import Outline, ScopeRun, stays
from auditor.log.damage.suspects import ScopeColumns, Scopes
from auditor.values import Value

FEW = 1000
"""Rows, at most, of an extract without a single number."""


@dataclass(frozen=True, slots=True)
class Break:
    """Rows are missing before the event `at`, at places that were open there: events of any of some
    `kinds`, None for all.  Where they are not `inside`, the numbered scopes beside are whole; where
    they are those of the `first` number, whether it was used is not in doubt.  What is missing has
    some cells that are `said` by the row that is `shown_by`, where there is one.
    """

    at: int
    places: tuple[Scopes, ...]
    inside: bool = True
    kinds: frozenset[str] | None = None
    first: bool = False
    said: Mapping[str, Value] | None = None
    shown_by: int = -1


def missing(one: Scopes | None, other: Scopes) -> int:
    """How many numbers are left out between two scopes that follow each other, or before the first.

    Where a wider scope is another, numbers begin again or go on.
    """
    before, after = (0 if one is None else one[-1]), other[-1]
    if not isinstance(before, int) or not isinstance(after, int):
        return 0
    if one is not None and one[:-1] != other[:-1] and after != before + 1:
        before = 0
    return max(0, after - before - 1)


def extracts(
    outline: Outline,
    vocabulary: Vocabulary,
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
    every, runs, extent = stays(vocabulary), outline.runs, outline.extent
    starts, closes = {own.start for own in every}, {own.end for own in every}
    # A row in doubt above may be what seems to be missing.
    later = [
        is_later(own[0].scope) and own[0].first < outline.unsure
        for place, own in runs.items()
        if outline.kind(extent[place][0]) not in starts
    ]
    cut = any(later) if short else bool(later) and all(later)
    opening, closing = _edges_of(vocabulary)
    silent = not opens and any(own.start in declared for own in every)
    if not cut and (not short or not silent or (not later and outline.size > FEW)):
        return
    edges, names = _Edges(outline), ScopeColumns(vocabulary).names
    held = {place: (place, *_wider(place, names, every)) for place in extent}
    around: dict[Scopes, tuple[int, int]] = {}  # the first and the last row of what holds places
    for place, (first, last) in extent.items():
        for one in held[place]:
            low, high = around.get(one, (first, last))
            around[one] = min(low, first), max(high, last)
    for place, (first, last) in extent.items():
        own = runs.get(place, ())
        if outline.kind(first) not in starts:
            inside = bool(own) and (edges.is_late(own[0]) if not cut else not edges.begins(own[0]))
            rows = _by_row((around[it][0], it) for it in held[place])
            before = bool(own) and first < own[0].first  # some of what belongs to no scope
            lacks = None if cut or inside or before else opening
            yield from (Break(at, places, inside, lacks) for at, places in rows)
        if outline.kind(last) not in closes:
            inside = bool(own) and (edges.is_early(own[-1]) if not cut else not edges.ends(own[-1]))
            rows = _by_row((around[it][1] + 1, it) for it in held[place])
            behind = bool(own) and last > own[-1].last
            lacks = None if cut or inside or behind else closing
            yield from (Break(at, places, inside, lacks) for at, places in rows)


def _by_row(places: Iterable[tuple[int, Scopes]]) -> Iterator[tuple[int, tuple[Scopes, ...]]]:
    """Places together that begin or end at one row."""
    found: dict[int, list[Scopes]] = {}
    for at, place in places:
        found.setdefault(at, []).append(place)
    for at, own in found.items():
        yield at, tuple(own)


def is_later(scope: Scopes) -> bool:
    """Whether a scope has a number that is not the first."""
    return any(isinstance(number, int) and number > 1 for number in scope)


def _edges_of(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of event that open an interval, and those that close one."""
    every = vocabulary.intervals.values()
    closing = frozenset(own.end for own in every if own.end is not None)
    return frozenset(own.start for own in every), closing


def _wider(place: Scopes, names: Sequence[str], intervals: Iterable[Interval]) -> Iterator[Scopes]:
    """The places that hold a place: its house, its table."""
    for own in intervals:
        keys = zip(names, place, strict=True)
        yield tuple(value if name in own.keys else None for name, value in keys)


class _Edges:
    """With what the numbered scopes of an extract begin and end."""

    def __init__(self, outline: Outline) -> None:
        self._kind = outline.kind
        every = [run for own in outline.runs.values() for run in own]
        self._first = Counter(outline.kind(run.first) for run in every)
        self._last = Counter(outline.kind(run.last) for run in every)
        self._with = Counter(kind for run in every for kind in run.kinds)
        self._rows = sum((run.kinds for run in every), Counter[str]())

    def begins(self, run: ScopeRun) -> bool:
        """Whether a scope begins with what stands at the beginning of several, and nowhere else."""
        kind = self._kind(run.first)
        return 1 < self._first[kind] == self._rows[kind]

    def ends(self, run: ScopeRun) -> bool:
        """Whether a scope ends with what stands at the end of several, and nowhere else."""
        kind = self._kind(run.last)
        return 1 < self._last[kind] == self._rows[kind]

    def is_late(self, run: ScopeRun) -> bool:
        """Whether all other scopes begin with one kind of event, of which this one has nothing."""
        own = self._kind(run.first)
        others = [kind for kind, many in self._first.items() if many > (kind == own)]
        return len(others) == 1 and others[0] not in run.kinds

    def is_early(self, run: ScopeRun) -> bool:
        """Whether a scope ends with what several others have, and none of them ends with it."""
        kind = self._kind(run.last)
        return self._last[kind] == 1 and self._with[kind] > 2
