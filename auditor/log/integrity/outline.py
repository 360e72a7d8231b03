"""An outline of a log, and where files are cut by it: one begins in what it does not open, or ends
in what it does not close.

Where rows are missing is told by the outline alone.  Of a few rows that somebody copied out of a
log nobody opened the table, and what was staked in the first coup may stand in a row that was not
copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

from auditor.language.core import Interval, Vocabulary
from auditor.log.event import Row
from auditor.log.integrity.scopes import values_in
from auditor.log.integrity.suspects import Scopes, scope_columns, stays
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints
from auditor.source import Frozen
from auditor.values import Value


class Break(Frozen):
    """Rows that are missing before an event, at places that were open there."""

    at: int  # the event before which they are missing
    places: tuple[Scopes, ...]
    kinds: frozenset[str] | None = None  # of the events that may be missing, None for all
    said: tuple[tuple[str, Value], ...] = ()  # cells of what is missing
    shown_by: int = -1  # the row that says these cells
    between: Scopes | None = None  # the scope that is missing whole, between those beside


@dataclass(slots=True)
class ScopeSpan:
    """A scope that an event opens and another closes."""

    first: int  # row of the scope
    last: int  # the same
    begins: str = ""  # kind of the first event that opens or closes it
    ends: str = ""  # kind of the last such event


class FileOutline(Frozen):
    """The certain rows of one file: the first, the last, the first and the last of each kind, and
    of those that say the same of places and of what opens and closes, the first.
    """

    first: int
    last: int
    kinds: Mapping[str, tuple[int, int]]
    telling: Sequence[int]


class Outline:
    """The places, files and intervals of a log; rows are counted through all of it, and those in
    doubt tell nothing.  `files` are the rows of each file, in the order of the log, and `row` gives
    a row as it stands.
    """

    def __init__(
        self,
        columns: Columns,
        vocabulary: Vocabulary,
        files: Sequence[Ints],
        row: Callable[[int], Row],
    ) -> None:
        self.columns, self.vocabulary = columns, vocabulary
        self.scopes = scope_columns(vocabulary)
        names, every = self.scopes.names, vocabulary.intervals.values()
        self._spans = stays(vocabulary)
        self._telling = tuple(dict.fromkeys(chain(names, *(own.keys for own in self._spans))))
        self._names = tuple(dict.fromkeys(chain(self.scopes.all, *(own.keys for own in every))))
        in_doubt = np.flatnonzero(columns.doubtful)
        self.unsure = int(in_doubt[0]) if len(in_doubt) else columns.size  # the first row in doubt
        self.certain = self._certain(np.arange(columns.size))
        self.timed = bool(columns.has_value("time")[self.certain].any())
        self.files = [self._file(own) for rows in files if len(own := self._certain(rows))]
        self.stays = {own.name: self._stays(own) for own in self._spans}
        self.extent = dict(self._extents(names, self.certain))
        self.row = cache(row)  # asked of the ends of each place, hole after hole
        self.values = cache(self._values)

    @property
    def size(self) -> int:
        """The rows of the log."""
        return self.columns.size

    def kind(self, at: int) -> str:
        """The kind of event of a row."""
        return self.columns.kinds[int(self.columns.kind[at])]

    def key(self, at: int, interval: Interval) -> Scopes:
        """The cells of a row that tell the scope of an interval."""
        values = self.values(at)
        return tuple(values.get(name) for name in interval.keys)

    def place(self, at: int) -> Scopes:
        """The names of the place of a row."""
        return self.scopes.place(self.values(at))

    def _certain(self, rows: Ints) -> Ints:
        return rows[~self.columns.doubtful[rows]]

    def _values(self, at: int) -> dict[str, Value]:
        """The cells of a row that speak of scopes."""
        every = ((name, self.columns.value(name, self.vocabulary, at)) for name in self._names)
        return {name: value for name, value in every if value is not None}

    def _ends(self, names: tuple[str, ...], rows: Ints) -> tuple[Ints, Ints]:
        """The first and the last of some rows that say the same in some fields, in the order of the
        first.
        """
        keys = self.columns.numbered(names)
        ids = keys.ids[rows]
        first, last = np.full(keys.count, -1), np.full(keys.count, -1)
        first[ids[::-1]], last[ids] = rows[::-1], rows
        order = np.argsort(first)
        order = order[first[order] >= 0]
        return first[order], last[order]

    def _extents(
        self, names: tuple[str, ...], rows: Ints
    ) -> Iterator[tuple[Scopes, tuple[int, int]]]:
        first, last = self._ends(names, rows)
        ends = zip(first.tolist(), last.tolist(), strict=True)
        named = values_in(self.columns, self.vocabulary, names, first)
        return zip(named, ends, strict=True)

    def _file(self, rows: Ints) -> FileOutline:
        kind, kinds = self.columns.kind[rows], self.columns.kinds
        first, last = np.full(len(kinds), -1), np.full(len(kinds), -1)
        first[kind[::-1]], last[kind] = rows[::-1], rows
        ends = zip(kinds, first.tolist(), last.tolist(), strict=True)
        return FileOutline(
            int(rows[0]),
            int(rows[-1]),
            {name: (low, high) for name, low, high in ends if low >= 0},
            self._ends(self._telling, rows)[0].tolist(),
        )

    def _stays(self, interval: Interval) -> dict[Scopes, ScopeSpan]:
        rows = self.certain[self.columns.has_value(interval.keys[-1])[self.certain]]
        found = {key: ScopeSpan(*ends) for key, ends in self._extents(interval.keys, rows)}
        marks = np.sort(self._marks(interval))
        for key, (first, last) in self._extents(interval.keys, marks):
            found[key].begins, found[key].ends = self.kind(first), self.kind(last)
        return found

    def _marks(self, interval: Interval) -> Ints:
        """The certain rows that open or close an interval, those of each of its keys together."""
        columns, kinds = self.columns, [own for own in (interval.start, interval.end) if own]
        told = np.isin(columns.kind, [columns.kinds.index(own) for own in kinds])
        return self._by_key(interval, told)

    def _by_key(self, interval: Interval, some: Bools) -> Ints:
        """Those of some rows that are certain and of an interval, those of each key together."""
        rows = self.certain[(some & self.columns.has_value(interval.keys[-1]))[self.certain]]
        keys = self.columns.numbered(interval.keys)
        return rows[stable_order(keys.ids[rows], keys.count)]

    # ---- intervals that are cut -------------------------------------------------------------
    def unopened(self) -> Iterator[Break]:
        """Openings that are missing: what is closed was open since it was closed last, or all
        along.
        """
        for interval in self.vocabulary.intervals.values():
            ids, marks = self.columns.numbered(interval.keys).ids, self._marks(interval)
            closes = self.columns.kind[marks] != self.columns.kinds.index(interval.start)
            again = np.append(False, ids[marks[1:]] == ids[marks[:-1]])[: len(marks)]
            before = np.append(False, closes[:-1])[: len(marks)]
            since = np.where(again, np.append(0, marks[:-1])[: len(marks)] + 1, -1)
            alone = np.flatnonzero(closes & (~again | (before & (interval not in self._spans))))
            for nth in alone[np.argsort(marks[alone])]:
                at, low = int(marks[nth]), int(since[nth])
                values = self.values(at)
                said = tuple((name, values[name]) for name in interval.keys if name in values)
                place = self.scopes.place(dict(said))
                first, _ = self.extent.get(place, (0, 0))
                opening = frozenset({interval.start})
                yield Break(max(first, low), (place,), opening, said, at)

    def widest(self, file: FileOutline) -> Interval | None:
        """The widest interval of which a file records that it opens or closes."""
        return next((own for own in self._spans if {own.start, own.end} & {*file.kinds}), None)

    def cut_in(self, file: FileOutline, widest: Interval, *, long: bool) -> Iterator[Break]:
        """Where a file begins in a widest scope that it does not open, or ends in one that it does
        not close.
        """
        own = {self.key(at, widest) for at in file.telling}
        here = {key: stay for key, stay in self.stays[widest.name].items() if key in own}
        opened, closed = file.kinds.get(widest.start), file.kinds.get(widest.end or "")
        first, last = opened[0] if opened else self.size, closed[1] if closed else -1
        late = {
            key: stay
            for key, stay in here.items()
            if stay.begins == widest.end or (not stay.begins and file.first <= stay.first < first)
        }
        early = {
            key: stay
            for key, stay in here.items()
            if stay.ends == widest.start or (not stay.ends and last < stay.last <= file.last)
        }
        for key, stay in late.items():
            at_start = closed is None or closed[0] >= stay.first
            if at_start or any(other.last < stay.first for other in early.values()):
                yield Break(stay.first, self._open(widest, key, file))
        for key, stay in early.items():
            at_end = (closed or long) and (opened is None or opened[1] <= stay.last)
            if at_end or any(other.first > stay.last for other in late.values()):
                yield Break(stay.last + 1, self._open(widest, key, file))

    def sorted_shut(self) -> Iterator[Break]:
        """Breaks of a sorted log without times: openings and closings stand right together."""
        for interval in self._spans if not self.timed else ():
            rows = self._by_key(interval, np.ones(self.size, bool))
            ids, kind = self.columns.numbered(interval.keys).ids[rows], self.columns.kind[rows]
            start, end = (self.columns.kinds.index(own) for own in (interval.start, interval.end))
            shut = (kind[:-1] == start) & (kind[1:] == end) & (ids[1:] == ids[:-1])
            for at in np.sort(rows[1:][shut]).tolist():
                key = self.key(at, interval)
                for one in (self.stays[interval.name][key].first, at + 1):
                    yield Break(one, (self._named(interval, key),), frozenset({interval.start}))

    def _named(self, interval: Interval, key: Scopes) -> Scopes:
        """The place of a scope, of which some names may be told."""
        told = dict(zip(interval.keys, key, strict=True))
        return tuple(told.get(name) for name in self.scopes.names)

    def _open(self, widest: Interval, key: Scopes, file: FileOutline) -> tuple[Scopes, ...]:
        """The places of a scope that are open where its rows begin or end."""
        inside = (self.place(at) for at in file.telling if self.key(at, widest) == key)
        return tuple(dict.fromkeys((self._named(widest, key), *inside)))
