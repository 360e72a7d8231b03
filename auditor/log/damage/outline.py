"""An outline of a log, and where files are cut by it: one begins in what it does not open, or ends
in what it does not close.

Where rows are missing is told by the outline alone, whether the events are in memory or in columns.
Of a few rows that somebody copied out of a log nobody opened the table, and what was staked in the
first coup may stand in a row that was not copied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.suspects import Scopes, scope_columns
from auditor.log.event import Row
from auditor.values import Value


@dataclass(slots=True)
class ScopeRun:
    """Events of one scope at its place: the first, the last, how many of each kind."""

    scope: Scopes
    first: int
    last: int
    kinds: Counter[str]


@dataclass(slots=True)
class ScopeSpan:
    """A scope that an event opens and another closes."""

    first: int  # row of the scope
    last: int  # the same
    begins: str = ""  # kind of the first event that opens or closes it
    ends: str = ""  # kind of the last such event
    shut: int = -1  # row that closes it right after its opening: all others stand outside


@dataclass(frozen=True, slots=True)
class Unopened:
    """A row that closes what nothing has opened, and the first before which the opening may be."""

    interval: Interval
    closing: int
    since: int


@dataclass(slots=True)
class FileOutline:
    """The certain rows of one file: the first, the last, the first and the last of each kind, and
    of those that say the same of places and of what opens and closes, the first.
    """

    first: int
    last: int
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)
    telling: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outline:
    """The scopes of a log; rows are counted through all of it, and those in doubt tell nothing."""

    size: int  # rows of the log
    unsure: int  # the first row in doubt
    files: Sequence[FileOutline]
    stays: Mapping[str, Mapping[Scopes, ScopeSpan]]  # of each interval
    runs: Mapping[Scopes, Sequence[ScopeRun]]  # of each place
    extent: Mapping[Scopes, tuple[int, int]]  # the first and the last row of each place
    uncounted: frozenset[str]  # kinds of event outside any numbered scope
    before: Mapping[Scopes, Sequence[str]]  # kinds of the last two events before the first scope
    unopened: Sequence[Unopened]  # what is closed and was not opened
    timed: bool  # whether the log has any times
    row: Callable[[int], Row]  # as it stands
    kind: Callable[[int], str]  # of the event of a row
    values: Callable[[int], Mapping[str, Value]]  # what a row says of scopes

    def key(self, at: int, interval: Interval) -> Scopes:
        """The cells of a row that tell the scope of an interval."""
        values = self.values(at)
        return tuple(values.get(name) for name in interval.keys)


def stays(vocabulary: Vocabulary) -> list[Interval]:
    """The intervals that are a whole scope and that an event closes, the widest first."""
    scopes = {scope.fields for scope in vocabulary.scopes.values()}
    every = vocabulary.intervals.values()
    found = [own for own in every if own.keys in scopes and own.end is not None]
    return sorted(found, key=lambda own: len(own.keys))


def telling(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The fields that tell places, and what opens and closes."""
    names = dict.fromkeys(scope_columns(vocabulary).names)
    names.update(dict.fromkeys(name for own in stays(vocabulary) for name in own.keys))
    return tuple(names)


def closed(vocabulary: Vocabulary) -> Iterator[tuple[Interval, tuple[str, ...], bool]]:
    """The intervals that an event closes, their names of places, and whether they are scopes."""
    names, whole = scope_columns(vocabulary).names, stays(vocabulary)
    for own in vocabulary.intervals.values():
        if own.end is not None:
            yield own, tuple(name for name in own.keys if name in names), own in whole


# ---- extracts -----------------------------------------------------------------------------------
FEW = 1000  # rows, at most, of an extract without a single number


@dataclass(frozen=True, slots=True)
class Break:
    """Rows that are missing before an event, at places that were open there."""

    at: int  # the event before which they are missing
    places: tuple[Scopes, ...]
    inside: bool = True  # else the numbered scopes beside are whole
    kinds: frozenset[str] | None = None  # of the events that may be missing, None for all
    first: bool = False  # they are of the first number, which was used
    said: Mapping[str, Value] | None = None  # cells of what is missing
    shown_by: int = -1  # the row that says these cells


def missing(one: Scopes | None, other: Scopes) -> int:
    """How many numbers are left out between two scopes, or before the first one."""
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
    every = stays(vocabulary)
    late = _begin_late(outline, every)
    cut = any(late) if short else bool(late) and all(late)
    silent = short and not opens and any(own.start in declared for own in every)
    if not cut and (not silent or (not late and outline.size > FEW)):
        return
    opening, closing = _edges_of(vocabulary)
    edges, names = _Edges(outline, cut=cut), scope_columns(vocabulary).names
    held = {place: (place, *_wider(place, names, every)) for place in outline.extent}
    around = _extents(outline, held)
    for place, (first, last) in outline.extent.items():
        own = outline.runs.get(place, ())
        if outline.kind(first) not in {one.start for one in every}:
            inside = bool(own) and edges.are_missing_before(own[0])
            before = bool(own) and first < own[0].first  # some of what belongs to no scope
            lacks = None if cut or inside or before else opening
            for at, places in _by_row((around[one][0], one) for one in held[place]):
                yield Break(at, places, inside, lacks)
        if outline.kind(last) not in {one.end for one in every}:
            inside = bool(own) and edges.are_missing_after(own[-1])
            behind = bool(own) and last > own[-1].last
            lacks = None if cut or inside or behind else closing
            for at, places in _by_row((around[one][1] + 1, one) for one in held[place]):
                yield Break(at, places, inside, lacks)


def _begin_late(outline: Outline, every: Iterable[Interval]) -> list[bool]:
    """For each place that nothing opens, whether its numbers begin above the first."""
    starts = {own.start for own in every}
    return [
        is_later(own[0].scope) and own[0].first < outline.unsure
        for place, own in outline.runs.items()
        if outline.kind(outline.extent[place][0]) not in starts
    ]


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


def is_later(scope: Scopes) -> bool:
    """Whether a scope has a number that is not the first."""
    return any(isinstance(number, int) and number > 1 for number in scope)


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

    def __init__(self, outline: Outline, *, cut: bool) -> None:
        self._kind, self._cut = outline.kind, cut
        every = [run for own in outline.runs.values() for run in own]
        self._first = Counter(outline.kind(run.first) for run in every)
        self._last = Counter(outline.kind(run.last) for run in every)
        self._with = Counter(kind for run in every for kind in run.kinds)
        self._rows = sum((run.kinds for run in every), Counter[str]())

    def are_missing_before(self, run: ScopeRun) -> bool:
        """Whether a scope does not begin as whole ones do, at a cut or against all others."""
        kind = self._kind(run.first)
        if self._cut:
            return not 1 < self._first[kind] == self._rows[kind]
        others = [one for one, many in self._first.items() if many > (one == kind)]
        return len(others) == 1 and others[0] not in run.kinds

    def are_missing_after(self, run: ScopeRun) -> bool:
        """Whether a scope does not end as whole ones do, at a cut or against all others."""
        kind = self._kind(run.last)
        if self._cut:
            return not 1 < self._last[kind] == self._rows[kind]
        return self._last[kind] == 1 and self._with[kind] > 2


# ---- intervals that are cut ---------------------------------------------------------------------
class Stays:
    """Where each file begins in what it does not open, or ends in what it does not close."""

    def __init__(self, outline: Outline, vocabulary: Vocabulary) -> None:
        self._outline, self._names = outline, scope_columns(vocabulary).names
        self._intervals, self._of = stays(vocabulary), outline.stays

    def widest(self, file: FileOutline) -> Interval | None:
        """The widest interval of which a file records that it opens or closes."""
        return next((own for own in self._intervals if {own.start, own.end} & {*file.kinds}), None)

    def breaks(self, file: FileOutline, widest: Interval, *, long: bool) -> Iterator[Break]:
        """Breaks of the widest scope in one file: it is not opened, or not closed."""
        every = self._of[widest.name]
        own = {self._outline.key(at, widest) for at in file.telling}
        here = [(key, every[key]) for key in every if key in own]
        opened, closed = file.kinds.get(widest.start), file.kinds.get(widest.end or "")
        late = [
            (key, stay)
            for key, stay in here
            if stay.begins == widest.end or (not stay.begins and stay.first == file.first)
        ]
        early = [
            (key, stay)
            for key, stay in here
            if stay.ends == widest.start or (not stay.ends and stay.last == file.last)
        ]
        for key, stay in late:
            at_start = closed is None or closed[0] >= stay.first
            if at_start or any(other.last < stay.first for _, other in early):
                yield Break(stay.first, self._open(widest, key, file, at_start=True))
        for key, stay in early:
            at_end = (closed or long) and (opened is None or opened[1] <= stay.last)
            if at_end or any(other.first > stay.last for _, other in late):
                yield Break(stay.last + 1, self._open(widest, key, file, at_start=False))

    def between(self, widest: Interval) -> Iterator[Break]:
        """Breaks between two narrower scopes: one is not closed, the next is not opened."""
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            every = self._of[interval.name].values()
            early = {own.last for own in every if own.ends == interval.start}
            for own in every:
                if own.begins == interval.end and own.first - 1 in early:
                    ends = own.first - 1, own.first
                    narrow = dict.fromkeys(self._place(at) for at in ends)
                    wide = dict.fromkeys(self._place(at, widest) for at in ends)
                    yield Break(own.first, (*narrow, *wide))

    def shut(self) -> Iterator[Break]:
        """Breaks of a sorted log without times: openings and closings stand right together."""
        for interval in self._intervals if not self._outline.timed else ():
            for key, own in self._of[interval.name].items():
                if own.shut > 0:
                    named = dict(zip(interval.keys, key, strict=True))
                    places = (tuple(named.get(name) for name in self._names),)
                    kinds = frozenset({interval.start})
                    yield from (Break(at, places, kinds=kinds) for at in (own.first, own.shut + 1))

    def _place(self, at: int, within: Interval | None = None) -> Scopes:
        values = self._outline.values(at)
        told = self._names if within is None else within.keys
        return tuple(values.get(name) if name in told else None for name in self._names)

    def cut(self, at: int, *, at_start: bool) -> bool:
        """Whether the narrowest scope around a row lacks the one end, and others have both."""
        for interval in reversed(self._intervals):
            every = self._of[interval.name]
            stay = every.get(self._outline.key(at, interval))
            if stay is not None:
                if not stay.begins:
                    return any(own.begins for own in every.values())
                return stay.begins == interval.end if at_start else stay.ends == interval.start
        return False

    def files(self) -> Mapping[Scopes, set[str]]:
        """The files in which each place has rows: those of a table may be cut over several."""
        found: dict[Scopes, set[str]] = defaultdict(set)
        for file in self._outline.files:
            for at in file.telling:
                values = self._outline.values(at)
                place = tuple(values.get(name) for name in self._names)
                found[place].add(self._outline.row(at).file)
        return found

    def _open(
        self, widest: Interval, key: Scopes, file: FileOutline, *, at_start: bool
    ) -> tuple[Scopes, ...]:
        """The places of a scope that are open where its rows begin or end."""
        whole = dict(zip(widest.keys, key, strict=True))
        found = {tuple(whole.get(name) for name in self._names): None}
        for at in file.telling:
            own = self._outline.key(at, widest)
            if own == key and not self._is_whole(at, widest, at_start=at_start):
                values = self._outline.values(at)
                found[tuple(values.get(name) for name in self._names)] = None
        return tuple(found)

    def _is_whole(self, at: int, widest: Interval, *, at_start: bool) -> bool:
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            stay = self._of[interval.name].get(self._outline.key(at, interval))
            if stay is not None:
                return stay.begins == interval.start if at_start else stay.ends == interval.end
        return False
