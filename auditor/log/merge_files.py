"""Several files put together by time, and the rows of one instant in them by their usual order.

A clock that shows seconds, minutes or days leaves open in what order rows of several files stand.
Within a file they keep theirs.  Beyond that coups go by their numbers, and what happens in a coup
by the order that the log shows where it tells it.  What was put so is only likely: nobody is
accused on it, and so the instants are kept in which it was done.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from auditor.log.event import NO_INSTANTS, Instants
from auditor.log.integrity.suspects import scope_columns, starts
from auditor.log.store.columns import Columns
from auditor.log.store.vector import NAIVE, Bools, Ints, Small, in_any, take
from auditor.log.usual_order import UsualOrder, usual_order
from auditor.source import Frozen

USUAL = 0.9  # the least share of the rows that have a number of which a name tells the place
_FIRST, _USUAL, _LAST = range(3)


class RowOrder(Frozen):
    """The rows that are events in the order of the log, None for all rows as they stand; and, by
    their places in it, those of which it is only likely.
    """

    rows: Ints | None
    likely: Instants = NO_INSTANTS

    def instants(self, order: Ints | None) -> Instants:
        """The instants, after rows that the log lacks were put into the order."""
        if self.rows is None or order is None:
            return self.likely
        there = np.flatnonzero(order <= self.rows.max(initial=-1))
        return replace(self.likely, places=there[self.likely.places])


def put_together(sequences: Sequence[Ints], rows: Columns, loose: Bools) -> RowOrder:
    """The rows of several files in the order of the log: `sequences` are those of each, and of the
    `loose` ones nothing is known.
    """
    whole = {at: times_of(rows, own) for at, own in enumerate(sequences) if len(own)}
    times = {at: np.maximum.accumulate(own) for at, own in whole.items()}  # the latest so far
    files = sorted(times, key=lambda at: int(times[at][np.argmax(times[at] > NAIVE)]))
    if not files:
        return RowOrder(np.zeros(0, np.int64))
    every, time = (np.concatenate([own[at] for at in files]) for own in (sequences, times))
    file = np.repeat(np.arange(len(files)), [len(sequences[at]) for at in files])
    order = np.argsort(time, kind="stable")
    if not len(shared(time[order], file[order])[0]):
        return RowOrder(every[order])
    found = _Merge(time, file, rows.said_in(every), loose[every]).merged()
    return replace(found, rows=every[found.rows])


def times_of(rows: Columns, some: Ints | slice) -> Ints:
    """The time of each of some rows; of one without offset as it stands."""
    if (time := rows.fields.get("time")) is None:
        return np.full(len(rows.kind[some]), NAIVE, np.int64)
    return np.where(take(time.empty, some), NAIVE, time.vector.data[some].astype(np.int64))


def shared(key: Small, file: Ints) -> tuple[Ints, Ints]:
    """The places of rows of one key, such as an instant, in several files, and which of these keys
    each has; of one key the rows stand together, and its files one after another.
    """
    begins = starts(key)
    first, which = np.flatnonzero(begins), np.cumsum(begins) - 1
    several = file[first] != file[np.append(first, len(key))[1:] - 1]
    places = np.flatnonzero(several[which])
    return places, (np.cumsum(several) - 1)[which[places]]


class _Merge:
    """Files put together, of which some rows have one instant."""

    def __init__(self, time: Ints, file: Ints, rows: Columns, loose: Bools) -> None:
        self._time, self._rows, self._loose = time, rows, loose
        self._kind = rows.kind.astype(np.int64)
        self._scopes = scope_columns(rows.vocabulary)
        self._counted = rows.has_value(next(reversed(self._scopes.counters), "")) & ~loose
        self._number = rows.numbered(self._scopes.counters).ids.copy()
        some, least = self._counted, USUAL
        if not some.any():  # any name is usual
            some, least = np.ones(len(time), bool), 1 / len(time)
        names = self._scopes.names
        usual = tuple(own for own in names if rows.has_value(own)[some].mean() >= least)
        # What opens a house comes before all that happens at its tables, what closes it after.
        wide = in_any(~rows.has_value(own) for own in usual)
        spans = rows.vocabulary.intervals.values()
        self._closes = np.isin(self._kind, [rows.kinds.index(own.end) for own in spans])
        opens = np.isin(self._kind, [rows.kinds.index(own.start) for own in spans])
        self._phase = np.where(wide & self._closes, _LAST, _USUAL)
        self._phase[wide & opens] = _FIRST
        self._place = np.where(loose, -1, rows.numbered(usual).ids)
        self._widest = rows.numbered(usual[:1]).ids
        self._placed = ~wide & ~loose
        self._assumed: dict[tuple[str, str], None] = {}
        self._file = self._chained(file)

    def merged(self) -> RowOrder:
        """The places of the rows in the order of the log."""
        order = np.lexsort((self._file, self._time))
        places, instant = shared(self._time[order], self._file[order])
        meet = self._meet(order[places], instant)
        if meet.any():
            here = places[meet]
            order[here] = self._woven(order[here], instant[meet])
        rows = order[places]
        run, turn = (
            np.where(self._counted[rows], own[rows], -1) for own in (self._place, self._number)
        )
        many, assumed = int(meet.sum()), tuple(self._assumed)
        file = self._file[rows]
        return RowOrder(order, Instants(places, instant, file, run, turn, many, assumed))

    # ---- files of which one goes on where others end ------------------------------------------
    def _chained(self, file: Ints) -> Ints:
        """The file of each row, which is the first of those that go on where others end."""
        chain, ends = dict[int, int](), dict[int, int]()
        ended: dict[int, dict[int, list[Ints]]] = defaultdict(lambda: defaultdict(list))
        bounds = np.searchsorted(file, np.arange(file[-1] + 2)).tolist()
        for at, (low, high) in enumerate(pairwise(bounds)):
            begin, end = int(self._time[low]), int(self._time[high - 1])
            rows = np.arange(low, high)
            before = (
                own
                for own, others in ended[begin].items()
                if ends[own] == begin and self._goes_on(others, rows)
            )
            chain[at] = own = next(before, at)
            ends[own] = end
            ended[end][own].append(rows)
        return np.array([*chain.values()])[file]

    def _goes_on(self, before: Sequence[Ints], rows: Ints) -> bool:
        """Whether a file that begins where others end has events of their kinds, and of no coup
        before the last ones that they tell of.
        """
        kind, time, place, number = self._kind, self._time, self._place, self._number
        if not all(np.isin(kind[rows], kind[own]).any() for own in before):
            return False
        ends, begins = (
            own[self._counted[own] & (time[own] == time[rows[0]])]
            for own in (np.concatenate(before), rows)
        )
        highest = np.zeros(int(place[np.append(ends, begins)].max(initial=0)) + 1, np.int64)
        np.maximum.at(highest, place[ends], number[ends])
        return bool((number[begins] >= highest[place[begins]]).all())

    def _meet(self, rows: Ints, instant: Ints) -> Bools:
        """Of which rows the instant has several files that tell of one place.  Else they stand as
        they come, and only who looks at several places asks for their order.  A row of a whole
        house goes with all of its tables.
        """
        wide = np.isin(instant, instant[~self._placed[rows]])
        place, file = np.where(wide, self._widest[rows], self._place[rows]), self._file[rows]
        place[self._loose[rows]] = -1
        key, by_place = (instant << 32) + place, np.lexsort((file, place, instant))
        beside = by_place[shared(key[by_place], file[by_place])[0]]
        return np.isin(instant, instant[np.append(beside, np.flatnonzero(place < 0))])

    # ---- which coup a row is of ---------------------------------------------------------------
    def _number_others(self) -> None:
        """Has rows without a number be of the last coup begun at their place."""
        whole = np.flatnonzero(self._counted)
        others = np.flatnonzero(~self._counted & ~self._loose)
        if not len(whole):
            return
        time = np.unique(self._time, return_inverse=True)[1]
        width = int(time.max()) + 2
        order = whole[np.lexsort((time[whole], self._number[whole], self._place[whole]))]
        begins = order[starts(self._number[order], self._place[order])]
        begins = begins[np.lexsort((self._number[begins], time[begins], self._place[begins]))]
        asked = self._place[others] * width + time[others] + self._closes[others]
        found = np.searchsorted(self._place[begins] * width + time[begins], asked) - 1
        near = begins[np.maximum(found, 0)]
        fits = (found >= 0) & (self._place[near] == self._place[others])
        for name in self._scopes.counters:
            own = self._rows.numbered((name,)).ids
            fits &= ~self._rows.has_value(name)[others] | (own[others] == own[near])
        self._number[others[fits]] = self._number[near[fits]]

    # ---- one instant after another ------------------------------------------------------------
    def _woven(self, rows: Ints, instant: Ints) -> Ints:
        """The rows of some instants, in each of which the files stand one after another, in the
        order that is likely.
        """
        self._number_others()
        unit = self._place * (int(self._number.max()) + 1) + self._number
        unit[self._loose] = -1
        usual, kinds = self._usual(unit), self._rows.kinds
        keys = self._keys(rows, instant, usual.rank)
        units, file, kind, sort = (
            own[rows].tolist() for own in (unit, self._file, self._kind, usual.sort)
        )
        found: list[int] = []
        for same in np.split(np.arange(len(rows)), np.flatnonzero(starts(instant))[1:]):
            last: dict[int, dict[int, int]] = defaultdict(dict)
            for at in _in_order(same.tolist(), file, keys):
                found.append(at)
                others = last[units[at]]
                for other, earlier in others.items() if units[at] >= 0 else ():
                    apart = other != kind[at] and file[earlier] != file[at]
                    if apart and not usual.shown[sort[earlier], sort[at]]:
                        self._assumed.setdefault((kinds[other], kinds[kind[at]]))
                others[kind[at]] = at
        return rows[found]

    def _usual(self, unit: Ints) -> UsualOrder:
        words, keys = self._scopes.words, self._scopes.keys
        said, whom = (
            self._rows.numbered(names).ids * len(self._rows.kinds) + self._kind
            for names in (words, (*words, *keys))
        )
        return usual_order((self._file, self._time, unit), self._kind, said, whom)

    def _keys(self, rows: Ints, instant: Ints, rank: Ints) -> list[_Key]:
        """By which each row is put beside those of other files.  A row without a number is not
        before the coup above it in its file, nor behind that below.
        """
        place, number, counted = self._place[rows], self._number[rows], self._counted[rows]
        order = np.lexsort((place, self._file[rows], instant))
        begins = starts(*(of[order] for of in (place, self._file[rows], instant)))
        ends = np.append(begins[1:], True)[::-1]
        own, has = number[order], counted[order]
        above, below = np.empty_like(own), np.empty_like(own)
        above[order] = _known_up_to(own, has, begins)
        below[order] = _known_up_to(own[::-1], has[::-1], ends)[::-1]
        coup = np.where(counted, number, np.maximum(number, above))
        caught = ~counted & (below >= 0) & (coup >= below)
        coup, rank = np.where(caught, below, coup), np.where(caught, 0, rank[rows] + 1)
        phase = np.where(caught, _USUAL, self._phase[rows])
        phase[place < 0], coup[place < 0], rank[place < 0] = _USUAL, 0, 0
        each = (of.tolist() for of in (phase, place, coup, rank))
        return [_Key(*of) for of in zip(*each, strict=True)]


def _known_up_to(values: Ints, known: Bools, begins: Bools) -> Ints:
    """The last known value up to each place of a group; -1 where there is none."""
    at = np.maximum.accumulate(np.where(known | begins, np.arange(len(values)), 0))
    return np.where(known[at], values[at], -1)


class _Key(NamedTuple):
    """When a row comes in its instant: the phase, and of its place the coup and the rank in it."""

    phase: int
    place: int
    coup: int
    rank: int


def _in_order(rows: Sequence[int], file: Sequence[int], keys: Sequence[_Key]) -> Iterator[int]:
    """The rows of an instant: of each file in their order, and none before another of its place; of
    the first coup where each waits for another.
    """
    queues = [deque(own) for _, own in groupby(rows, key=file.__getitem__)]
    phases = sorted(rows, key=lambda at: keys[at].phase, reverse=True)
    left: dict[int, list[int]] = defaultdict(list)
    for at in sorted(rows, key=lambda at: keys[at][2:], reverse=True):
        left[keys[at].place].append(at)
    gone = set[int]()

    def first(own: list[int]) -> _Key:
        while own[-1] in gone:
            own.pop()
        return keys[own[-1]]

    while len(gone) < len(rows):
        phase, waiting = first(phases).phase, list[tuple[int, int, int, int]]()
        for number, queue in enumerate(queues):
            if not queue:
                continue
            key = keys[queue[0]]
            least = first(left[key.place])
            if key.phase == phase and key[2:] == least[2:]:
                break
            waiting.append((key.phase, key.coup - least.coup, key.rank, number))
        else:
            queue = queues[min(waiting)[-1]]
        gone.add(queue[0])
        yield queue.popleft()
