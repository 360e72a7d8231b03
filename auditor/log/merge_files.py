"""Several files put together by time, and the rows of one instant in them by their usual order.

A clock that shows seconds, minutes or days leaves open in what order rows of several files stand.
Within a file they keep theirs.  Beyond that coups go by their numbers, and what happens in a coup
by the order that the log shows where it tells it.  What was put so is only likely: nobody is
accused on it, and so the instants are kept in which it was done.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

import numpy as np

from auditor.log.usual_order import Bools, Ints, UsualOrder, usual_order

USUAL = 0.9  # the least share of the rows that have a number of which a name tells the place
HIGHEST = 2**31 - 1  # the highest number that counts anything
_FIRST, _USUAL, _LAST = range(3)


def _no_rows() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class RowFacts:
    """The facts that the rows of all files tell, file after file; -1 is none."""

    names: Ints  # of the place, from the widest to the deepest
    numbers: Ints  # counters, in the same order
    kind: Ints  # of event
    told: Callable[[], tuple[Ints, Ints]]  # in which words, and to whom
    loose: Bools  # nothing is known of it: it stays behind the row above
    opening: frozenset[int]
    closing: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Instants:
    """The instants in which rows of several files stand, of which the clock tells no order.

    Of each such row, in the order of the log: its `places` there, the number of its `instant`, that
    of its `file` (one for files of which the one goes on where the other ends), the `run` that it
    names, and the `turn` of its coup among those of the run, -1 of a row without a coup.  Within a
    file, and from turn to turn of a run, the order is known.

    `many` such rows were put in order; `assumed` are kinds of event of which the log shows no
    order: that the first comes before the second was assumed.
    """

    places: Ints = field(default_factory=_no_rows)
    instant: Ints = field(default_factory=_no_rows)
    file: Ints = field(default_factory=_no_rows)
    run: Ints = field(default_factory=_no_rows)
    turn: Ints = field(default_factory=_no_rows)
    many: int = 0
    assumed: tuple[tuple[str, str], ...] = ()

    @property
    def bounds(self) -> Ints:
        """Where the rows of each instant begin, and where the last ones end."""
        begins = np.flatnonzero(np.diff(self.instant, prepend=-1))
        return np.append(begins, len(self.instant))

    def around(self, places: Ints) -> Instants:
        """The instants in which some of the places are."""
        here = np.isin(self.instant, self.instant[np.isin(self.places, places)])
        return replace(self, **{name: getattr(self, name)[here] for name in _OF_ROWS})


NO_INSTANTS = Instants()
_OF_ROWS = ("places", "instant", "file", "run", "turn")


@dataclass(frozen=True, slots=True)
class Merged:
    """The rows of all files in the order of the log, by their numbers file after file; `instants`
    stand by places in this order, and `assumed` by the numbers of kinds.
    """

    order: Ints
    instants: Instants = NO_INSTANTS
    assumed: tuple[tuple[int, int], ...] = ()

    def instants_at(self, places: Ints, kinds: Sequence[str]) -> Instants:
        """The instants, by the places in the log of the merged rows, and the names of kinds."""
        found = self.instants
        assumed = tuple((kinds[one], kinds[other]) for one, other in self.assumed)
        return replace(found, places=places[found.places], assumed=assumed)


def together(times: Sequence[Ints], facts: Callable[[], RowFacts]) -> Merged:
    """Files of which the `times` of the rows never go back, in the order in which they begin."""
    time = np.concatenate(times)
    file = np.repeat(np.arange(len(times)), [len(own) for own in times])
    order = np.argsort(time, kind="stable")
    shared = [*_shared(time[order], file[order])]
    if not shared:
        return Merged(order)
    spans = [(int(own[0]), int(own[-1])) if len(own) else (0, 0) for own in times]
    return _Merge(time, file, spans, facts()).merged(order, shared)


def _shared(time: Ints, file: Ints) -> Iterator[tuple[int, int]]:
    """Stretches of one instant with rows of several files."""
    if not len(time):
        return
    starts = np.flatnonzero(np.append(True, np.diff(time) != 0))
    ends = np.append(starts[1:], len(time))
    # Of one instant the files stand one after another.
    for at in np.flatnonzero(file[starts] != file[ends - 1]).tolist():
        yield int(starts[at]), int(ends[at])


class _Merge:
    """Files put together, of which some rows have one instant."""

    def __init__(
        self, time: Ints, file: Ints, spans: Sequence[tuple[int, int]], rows: RowFacts
    ) -> None:
        self._time, self._file, self._spans, self._rows = time, file, spans, rows
        none = np.full(len(time), -1)
        self._deepest = rows.numbers[:, -1] if rows.numbers.shape[1] else none
        self._number = _ranked(rows.numbers)
        counted = (self._deepest >= 0) & ~rows.loose
        named = rows.names >= 0
        usual = named[counted].mean(axis=0) >= USUAL if counted.any() else named.any(axis=0)
        # What opens a house comes before all that happens at its tables, what closes it after.
        wide = ~named[:, usual].all(axis=1)
        self._phase = np.full(len(time), _USUAL)
        self._phase[wide & np.isin(rows.kind, [*rows.closing])] = _LAST
        self._phase[wide & np.isin(rows.kind, [*rows.opening])] = _FIRST
        self._place = np.where(rows.loose, -1, _ranked(rows.names[:, usual]))
        self._widest = rows.names[:, np.flatnonzero(usual)[0]] if usual.any() else none
        self._placed = ~wide & ~rows.loose
        self._ordered: dict[tuple[int, int], bool] = {}
        self._queue = file.copy()
        self._assumed: dict[tuple[int, int], None] = {}

    @cached_property
    def _usual(self) -> UsualOrder:
        rows = self._rows
        unit = np.where(rows.loose, -1, self._units())
        return usual_order((self._file, self._time, unit), rows.kind, *rows.told())

    @cached_property
    def _base(self) -> int:
        return int(self._usual.rank.max(initial=0)) + 2

    # ---- which coup a row is of -----------------------------------------------------------------
    def _units(self) -> Ints:
        """The unit of each row; one without a number is of the last begun at its place."""
        rows, time = self._rows, _ranked(self._time[:, None])
        width = int(time.max(initial=0)) + 2
        whole = np.flatnonzero((self._deepest >= 0) & ~rows.loose)
        many = int(self._number.max(initial=0)) + 1
        unit = self._place * many + self._number
        if not len(whole):
            return unit
        order = whole[np.lexsort((time[whole], unit[whole]))]
        begins = order[np.append(True, np.diff(unit[order]) != 0)]
        begins = begins[np.lexsort((self._number[begins], time[begins], self._place[begins]))]
        keys = self._place[begins] * width + time[begins]
        others = np.flatnonzero((self._deepest < 0) & ~rows.loose)
        closes = np.isin(rows.kind[others], [*rows.closing])
        asked = self._place[others] * width + time[others] + closes
        found = np.searchsorted(keys, asked, side="left") - 1
        near = begins[np.maximum(found, 0)]
        fits = (found >= 0) & (self._place[near] == self._place[others])
        for counter in rows.numbers.T:
            own = counter[others]
            fits &= (own < 0) | (own == counter[near])
        self._number[others[fits]] = self._number[near[fits]]
        unit[others[fits]] = unit[near[fits]]
        return unit

    # ---- one instant after another --------------------------------------------------------------
    def merged(self, order: Ints, shared: Sequence[tuple[int, int]]) -> Merged:
        every = order.copy()
        tied: list[tuple[int, int]] = []
        many = 0
        for (start, end), apart in zip(shared, self._apart(order, shared), strict=True):
            own = order[start:end]
            if apart:
                tied.append((start, end))
                continue
            queues = self._queues(own)
            if len(queues) < 2:
                every[start:end] = [at for queue in queues for at in queue]
                continue
            placed = [*_Heads(queues, self._keys(queues), self._base).in_order()]
            self._note(placed)
            every[start:end] = placed
            for queue in queues:
                self._queue[queue] = self._file[queue[0]]
            tied.append((start, end))
            many += len(placed)
        return Merged(every, self._instants(every, tied, many), tuple(self._assumed))

    def _instants(self, order: Ints, tied: Sequence[tuple[int, int]], many: int) -> Instants:
        """The rows between some places of the order, with what is known of their order."""
        if not tied:
            return NO_INSTANTS
        places = np.concatenate([np.arange(start, end) for start, end in tied])
        rows = order[places]
        instant = np.repeat(np.arange(len(tied)), [end - start for start, end in tied])
        counted = (self._deepest[rows] >= 0) & ~self._rows.loose[rows]
        run, turn = np.where(counted, self._place[rows], -1), np.full(len(rows), -1)
        by_run = np.lexsort((places, run, instant))
        steps = [np.diff(own[by_run], prepend=-1) != 0 for own in (instant, run)]
        begins, other = steps[0] | steps[1], np.diff(self._number[rows][by_run], prepend=-1) != 0
        changes = np.cumsum(other & ~begins)
        turn[by_run] = changes - changes[begins][np.cumsum(begins) - 1]
        turn[~counted] = -1
        return Instants(places, instant, self._queue[rows], run, turn, many)

    def _apart(self, order: Ints, shared: Sequence[tuple[int, int]]) -> list[bool]:
        """In which instants each file tells of places of its own: their rows stand as they come,
        and only who looks at several places asks for their order.  A row of a whole house goes with
        all of its tables.
        """
        starts, ends = np.array(shared).T
        rows = np.concatenate([order[start:end] for start, end in shared])
        number = np.repeat(np.arange(len(shared)), ends - starts)
        wide = np.zeros(len(shared), bool)
        wide[number[~self._placed[rows]]] = True
        place = np.where(wide[number], self._widest[rows], self._place[rows])
        place[self._rows.loose[rows]] = -1
        file = self._file[rows]
        by_place = np.lexsort((file, place, number))
        steps = (np.diff(own[by_place]) for own in (number, place, file))
        same_instant, same_place, same_file = (step == 0 for step in steps)
        apart = np.ones(len(shared), bool)
        apart[number[by_place][1:][same_instant & same_place & ~same_file]] = False
        apart[number[place < 0]] = False
        return apart.tolist()

    def _queues(self, rows: Ints) -> list[list[int]]:
        """The rows of each file, those of one that goes on where others end behind these."""
        found: list[tuple[list[int], list[int]]] = []
        for file, own in groupby(rows.tolist(), key=self._file.item):
            here = [*own]
            for files, queue in found:
                if all(self._goes_on(before, file, queue, here) for before in files):
                    files.append(file)
                    queue.extend(here)
                    break
            else:
                found.append(([file], here))
        return [own for _, own in found]

    def _goes_on(self, before: int, file: int, rows: Sequence[int], own: Sequence[int]) -> bool:
        """Whether a file begins where another ends, with events of the same kinds."""
        if (before, file) not in self._ordered:
            follows = self._spans[before][1] <= self._spans[file][0] and self._alike(before, file)
            self._ordered[before, file] = follows and self._numbers_follow(rows, own)
        return self._ordered[before, file]

    def _alike(self, one: int, other: int) -> bool:
        kinds = ({*self._rows.kind[self._file == at].tolist()} for at in (one, other))
        return not next(kinds).isdisjoint(next(kinds))

    def _numbers_follow(self, rows: Sequence[int], own: Sequence[int]) -> bool:
        """Whether the numbers at each place are not lower than those of the files before."""
        highest: dict[int, int] = {}
        for at in rows:
            if self._deepest[at] >= 0:
                place, number = int(self._place[at]), int(self._number[at])
                highest[place] = max(number, highest.get(place, 0))
        return all(
            self._deepest[at] < 0 or self._number[at] >= highest.get(int(self._place[at]), 0)
            for at in own
        )

    def _keys(self, queues: Sequence[Sequence[int]]) -> dict[int, _Key]:
        """By which each row is put beside those of other files, within the coups around it."""
        found = dict[int, _Key]()
        for queue in queues:
            low: dict[int, int] = {}
            waiting: dict[int, list[int]] = defaultdict(list)
            for at, place, number, rank, counted, phase in self._said(queue):
                if place < 0:
                    found[at] = _Key(_USUAL, -1, 0)
                    continue
                key, unit = number * self._base + rank, number * self._base
                if counted:
                    low[place] = unit
                    for other in waiting.pop(place, ()):
                        if found[other].key > unit:
                            found[other] = _Key(_USUAL, place, unit)
                else:
                    key = max(key, low.get(place, 0) + rank)
                    waiting[place].append(at)
                found[at] = _Key(phase, place, key)
        return found

    def _said(self, rows: Sequence[int]) -> Iterator[tuple[int, int, int, int, bool, int]]:
        """Of some rows the place, the number, the rank, whether it has a number, and the phase."""
        counted = self._deepest[rows] >= 0
        some = (self._place[rows], self._number[rows], self._usual.rank[rows] + 1, counted)
        yield from zip(rows, *(own.tolist() for own in (*some, self._phase[rows])), strict=True)

    def _note(self, placed: Sequence[int]) -> None:
        """Notes the kinds of one coup of which the order was assumed."""
        usual, last = self._usual, dict[tuple[int, int], dict[int, int]]()
        kinds, files = self._rows.kind[placed].tolist(), self._file[placed].tolist()
        for (at, place, number, *_), kind, file in zip(
            self._said(placed), kinds, files, strict=True
        ):
            others = last.setdefault((place, number), {})
            for other, earlier in others.items() if place >= 0 else ():
                apart = other != kind and self._file[earlier] != file
                if apart and not usual.shown[usual.sort[earlier], usual.sort[at]]:
                    self._assumed.setdefault((other, kind))
            others[kind] = at


def _ranked(tuples: Ints) -> Ints:
    """Numbers in the order of some tuples, equal where these are."""
    found = np.zeros(len(tuples), np.int64)
    for column in tuples.T:
        values, own = np.unique(column, return_inverse=True)
        found = np.unique(found * len(values) + own, return_inverse=True)[1]
    return found


class _Key(NamedTuple):
    """When a row comes in its instant: the phase, and the key among those of its place."""

    phase: int
    place: int
    key: int


class _Heads:
    """The first rows left of several files: none goes before another of its place; `base` is the
    share of a key that is of each coup.
    """

    def __init__(
        self, queues: Sequence[Sequence[int]], keys: Mapping[int, _Key], base: int
    ) -> None:
        self._queues, self._keys, self._base = [*map(deque, queues)], keys, base
        self._phases = Counter(own.phase for own in keys.values())
        self._gone = Counter[tuple[int, int]]()
        self._left: dict[int, list[int]] = defaultdict(list)
        for own in sorted(keys.values(), key=lambda own: -own.key):
            self._left[own.place].append(own.key)

    def in_order(self) -> Iterator[int]:
        """All rows."""
        for _ in range(len(self._keys)):
            row = self._next().popleft()
            phase, place, key = self._keys[row]
            self._phases[phase] -= 1
            self._gone[place, key] += 1
            yield row

    def _next(self) -> deque[int]:
        """The file of the next row: of the first coup where each row waits for another."""
        phase, waiting = min(+self._phases), list[tuple[int, int, int, int]]()
        for number, queue in enumerate(self._queues):
            if not queue:
                continue
            own = self._keys[queue[0]]
            lowest = own.key if own.place < 0 else self._lowest(own.place)
            if own.phase == phase and lowest >= own.key:
                return queue
            ahead = own.key // self._base - lowest // self._base
            waiting.append((own.phase, ahead, own.key % self._base, number))
        return self._queues[min(waiting)[-1]]

    def _lowest(self, place: int) -> int:
        own = self._left[place]
        while self._gone[place, own[-1]]:
            self._gone[place, own.pop()] -= 1
        return own[-1]
