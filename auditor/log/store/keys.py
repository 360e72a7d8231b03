"""Rows numbered by the values of some fields and sorted by these numbers; and segments: consecutive
items of such an order that belong to one subject, and their sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from auditor.log.store.encoding import fits_in_sums
from auditor.log.store.vector import (
    CERTAIN,
    NOWHERE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Small,
    join,
    take,
    whole,
)


@dataclass(slots=True)
class Column:
    """The values of one field as numbers; `empty` where there is none, which equals only itself."""

    values: Ints
    empty: Bools = field(default_factory=lambda: NOWHERE)

    def at(self, places: Ints) -> Column:
        return Column(self.values.take(places), take(self.empty, places))

    def has_value(self) -> Bools:
        """Where there is a value."""
        return whole(~self.empty, len(self.values))


def no_values(size: int) -> Column:
    """A field that is empty everywhere."""
    return Column(np.zeros(size, np.int64), np.ones(size, bool))


@dataclass(slots=True)
class _Level:
    """How one more field tells tuples apart."""

    low: int  # the least value
    width: int  # how many values there may be, the empty one included
    table: Small | None  # the number of each pair, -1 for none
    pairs: Ints | None  # or the pairs that occur, sorted
    values: Ints | None = None  # those that there are, where they are told apart by their ranks

    def digits(self, column: Column) -> Ints:
        """The values as numbers from 0, the empty one being 0."""
        digits = column.values - (self.low - 1)
        if self.values is not None:
            rank = np.minimum(np.searchsorted(self.values, column.values), len(self.values) - 1)
            digits = np.where(self.values[rank] == column.values, rank - (self.low - 1), -1)
        return np.where(column.empty, 0, digits) if column.empty.ndim else digits

    def find(self, before: Ints, column: Column) -> Ints:
        """The numbers of the tuples with one field more; -1 where there is no such tuple."""
        digits = self.digits(column)
        inside = (digits > 0) & (digits < self.width) | column.empty
        inside &= before >= 0
        pairs = np.where(inside, before * self.width + digits, 0)
        if self.table is not None:
            found = self.table.take(pairs).astype(np.int64)
        else:
            assert self.pairs is not None
            found = np.searchsorted(self.pairs, pairs)
            at = np.minimum(found, len(self.pairs) - 1)
            found = np.where(self.pairs[at] == pairs, at, -1)
        return np.where(inside, found, -1)


_Further = dict[str, tuple[Ints, int, _Level, "_Further"]]


class Keys:
    """Tuples of values, numbered from 0; `ids` are the numbers of those it was made from."""

    def __init__(self, size: int) -> None:
        self.ids: Ints = np.zeros(size, np.int64)
        self.count = 1 if size else 0
        self._levels: tuple[_Level, ...] = ()
        self._further: _Further = {}

    def with_field(self, name: str, column: Callable[[], Column]) -> Keys:
        """Tuples with one field more, numbered once for all who ask: where fields tell none of the
        tuples apart, their numbers serve for the same field behind any of them.
        """
        if name not in self._further:
            self._further[name] = (*_numbered(self.ids, self.count, column()), {})
        made = Keys(0)
        made.ids, made.count, level, further = self._further[name]
        made._further = self._further if made.ids is self.ids else further
        made._levels = (*self._levels, level)
        return made

    def find(self, columns: Sequence[Column], size: int) -> Ints:
        """The numbers of other tuples of the same fields; -1 where there is no such tuple."""
        ids = np.zeros(size, np.int64) if self.count else np.full(size, -1, np.int64)
        for level, column in zip(self._levels, columns, strict=True):
            ids = level.find(ids, column)
        return ids


def numbered(columns: Sequence[Column], size: int) -> Keys:
    """The tuples that some columns make."""
    keys = Keys(size)
    for nth in range(len(columns)):
        keys = keys.with_field(str(nth), partial(columns.__getitem__, nth))
    return keys


def _numbered(ids: Ints, count: int, column: Column) -> tuple[Ints, int, _Level]:
    if not len(ids):
        return ids, 0, _Level(0, 1, np.full(1, -1, np.int32), None)
    filled = column.values[~column.empty] if column.empty.ndim else column.values
    low, high = (int(filled.min()), int(filled.max())) if len(filled) else (0, 0)
    level = _Level(low, high - low + 2, None, None)
    if low == high and len(filled) in (0, len(ids)):  # the same value everywhere, or none
        level.table = np.full(count * 2, -1, np.int32)
        level.table[int(len(filled) > 0) :: 2] = np.arange(count, dtype=np.int32)
        return ids, count, level
    if count * level.width < _CLOSE * len(ids) + _ALWAYS:
        pairs = ids * level.width + level.digits(column)
        table = np.full(count * level.width, -1, np.int32)
        table[pairs] = 0
        occurring = np.flatnonzero(table == 0)
        table[occurring] = np.arange(len(occurring), dtype=np.int32)
        level.table = table
        return table.take(pairs).astype(np.int64), len(occurring), level
    if level.width > _MOST // max(count, 1):
        return _numbered_by_rank(ids, count, column)
    level.pairs, found = _ranked(ids * level.width + level.digits(column), count * level.width)
    return found, len(level.pairs), level


def _ranked(values: Ints, count: int) -> tuple[Ints, Ints]:
    """The values that there are below `count`, in their order, and the place of each among them."""
    order = stable_order(values, count)
    ordered = values.take(order)
    new = np.ones(len(values), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.cumsum(new) - 1
    return ordered[new], ranks


def stable_order(ids: Ints, count: int) -> Ints:
    """The places of some numbers below `count`, those of the least first, equal ones as they come.

    Numbers of sixteen bits are sorted by counting, which is many times as fast; larger ones in
    two such steps.
    """
    if count < 1 << 16:
        return np.argsort(ids.astype(np.uint16), kind="stable")
    if count < 1 << 32:
        order = np.argsort((ids & 0xFFFF).astype(np.uint16), kind="stable")
        high = (ids >> 16).astype(np.uint16)
        return np.asarray(order[np.argsort(high[order], kind="stable")])
    return np.argsort(ids, kind="stable")


_CLOSE = 8
_ALWAYS = 1 << 12
_MOST = 1 << 62


def _numbered_by_rank(ids: Ints, count: int, column: Column) -> tuple[Ints, int, _Level]:
    """Where the values lie so far apart that a pair would not fit into a number."""
    values, ranks = np.unique(column.values, return_inverse=True)
    found, total, level = _numbered(ids, count, Column(ranks, column.empty))
    return found, total, replace(level, values=values)


class SortedItems:
    """Items of a source, sorted by the numbers of their keys and then as in the log.

    `ids` are those numbers, below `count`; -1 for keys that nobody asks for.  `rows` are the rows
    of the items, in a log of `size` rows.
    """

    def __init__(self, items: Ints, ids: Ints, rows: Ints, count: int, size: int) -> None:
        self._count, self._width = count, size + 1
        if len(ids) and ids.min() < 0:
            there = ids >= 0
            items, ids, rows = items[there], ids[there], rows[there]
        if len(ids) > 1 and (ids[1:] < ids[:-1]).any():
            order = stable_order(ids, count)
            items, ids, rows = items[order], ids[order], rows[order]
        self.items, self._ids, self._rows = items, ids, rows

    @cached_property
    def _places(self) -> Ints:
        """The number and the row of each item as one number."""
        return self._ids * self._width + self._rows

    @cached_property
    def _starts(self) -> Ints:
        """Where the items of each number begin; two more for where the last of them end."""
        starts = np.zeros(self._count + 2, np.int64)
        np.cumsum(np.bincount(self._ids, minlength=self._count), out=starts[1:-1])
        starts[-1] = starts[-2]
        return starts

    def segments(self, ids: Ints, low: Ints | None, high: Ints | None) -> tuple[Ints, Ints]:
        """From where to where the items with given numbers stand, in rows low ≤ row < high; of -1
        there is none.
        """
        start, end = self._start(ids), self._start(ids + 1)
        first = start if low is None else self._search(ids, low)
        last = end if high is None else self._search(ids, high)
        return first, last if low is None else np.maximum(first, last)

    def of(self, number: int) -> Ints:
        """The items of one number, in their order."""
        low, high = np.searchsorted(self._ids, (number, number + 1))
        return self.items[low:high]

    def _start(self, ids: Ints) -> Ints:
        """Where the items of some numbers begin; 0 for a number that no item has."""
        return self._starts.take(np.maximum(ids, 0))

    def _search(self, ids: Ints, rows: Ints) -> Ints:
        """How many items come before some rows, all those of lesser numbers among them."""
        return np.searchsorted(self._places, ids * self._width + rows)


@dataclass(slots=True)
class Segments:
    """For each subject the items `items[low:high]`, which are not certain for the reasons `codes`
    (one for each of `items`, or one for all) and for those of the subject.
    """

    items: Ints
    low: Ints
    high: Ints
    codes: Codes = field(default_factory=lambda: CERTAIN)
    of_subject: Codes = field(default_factory=lambda: CERTAIN)

    def count(self) -> Ints:
        return self.high - self.low

    def reasons(self) -> Codes:
        """The reasons of what is not certain; 0 where there is none."""
        found = joined(self.codes, self.low, self.high) if self.codes.ndim else self.codes
        return np.where(self.high > self.low, found | self.of_subject, 0)

    def only(self, chosen: Bools) -> Segments:
        """The segments of some subjects; those of the others are empty."""
        return replace(self, high=np.where(chosen, self.high, self.low))

    def apart(self, chosen: Bools | None) -> tuple[Segments, Segments | None]:
        """The segments of the other subjects, and those of the chosen ones, if there are any."""
        return (self, None) if chosen is None else (self.only(~chosen), self.only(chosen))

    def codes_of(self, subjects: Ints, indexes: Ints) -> Codes:
        """The reasons of some pairs of a subject and an index among the items."""
        return join(take(self.codes, indexes), take(self.of_subject, subjects))


def pairs(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Each subject beside each index of its segment: the subjects, and the indexes."""
    counts = high - low
    total = int(counts.sum())
    subjects = np.repeat(np.arange(len(low)), counts)
    ends = np.cumsum(counts)
    indexes = np.arange(total) - np.repeat(ends - counts, counts) + np.repeat(low, counts)
    return subjects, indexes


def blocks(low: Ints, high: Ints, most: int) -> Sequence[slice]:
    """Runs of subjects whose pairs are not too many to hold at once; a subject is never cut."""
    ends = np.cumsum(high - low)
    if not len(ends) or ends[-1] <= most:
        return (slice(0, len(low)),)
    cuts = [0]
    while cuts[-1] < len(ends):
        done = int(ends[cuts[-1] - 1]) if cuts[-1] else 0
        cuts.append(max(cuts[-1] + 1, int(np.searchsorted(ends, done + most, side="right"))))
    return tuple(slice(a, b) for a, b in pairwise(cuts))


def cut(values: Ints, low: Ints, high: Ints, limit: Ints, *, after: bool) -> Ints:
    """In each segment of ascending values, where those below the limit end (or those above begin).

    Stretches may overlap.
    """
    first, last = low.copy(), high.copy()
    while (open_ := first < last).any():
        middle = (first + last) // 2
        at = values[np.minimum(middle, len(values) - 1)] if len(values) else middle
        left = at <= limit if after else at < limit
        first = np.where(open_ & left, middle + 1, first)
        last = np.where(open_ & ~left, middle, last)
    return first


def joined(codes: Codes, low: Ints, high: Ints) -> Codes:
    """The reasons of all entries of each segment together; 0 where none has any."""
    places = np.flatnonzero(codes)
    result = np.zeros(len(low), np.int64)
    if not len(places) or not len(low):
        return result
    first, after = np.searchsorted(places, low), np.searchsorted(places, high)
    filled = after > first
    result[filled] = reduced(codes[places], first[filled], after[filled], np.bitwise_or)
    return result


def reduced(values: Ints, low: Ints, high: Ints, pick: np.ufunc) -> Ints:
    """The least, the greatest or the bits of each segment, none of which is empty."""
    if not len(low) or (values[0] == values).all():
        return np.full(len(low), values[0] if len(values) else 0)
    if int((high - low).sum()) > 4 * len(values):
        return _by_doubling(values, low, high, pick)
    bounds = np.empty(2 * len(low), np.int64)
    bounds[0::2], bounds[1::2] = low, high
    return np.asarray(pick.reduceat(np.append(values, values[-1]), bounds)[0::2])


def _by_doubling(values: Ints, low: Ints, high: Ints, pick: np.ufunc) -> Ints:
    """Each segment as two that overlap and whose lengths are the same power of two."""
    levels = (np.frexp((high - low).astype(float))[1] - 1).astype(np.int64)
    result = np.empty(len(low), np.int64)
    level, table = 0, values
    while True:
        own = np.flatnonzero(levels == level)
        if len(own):
            result[own] = pick(table[low[own]], table[high[own] - (1 << level)])
        if level >= levels.max():
            return result
        step = 1 << level
        table = pick(table[:-step], table[step:])
        level += 1


def sums(values: Ints, low: Ints, high: Ints) -> Ints:
    """The sum of each segment."""
    if not fits_in_sums(values):
        raise NotColumnar
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])
    return np.asarray(before[high] - before[low])


def extremes(values: Ints, low: Ints, high: Ints, *, least: bool) -> Ints:
    """The least or greatest of each segment; of an empty one the result means nothing."""
    filled = high > low
    result = np.zeros(len(low), np.int64)
    pick = np.minimum if least else np.maximum
    result[filled] = reduced(values, low[filled], high[filled], pick)
    return result


def distinct(column: Column, low: Ints, high: Ints) -> Ints:
    """How many different values each segment holds."""
    size = len(column.values)
    ids = numbered([column], size).ids
    order = np.argsort(ids, kind="stable")
    before = np.full(size, -1, np.int64)  # where the same value was seen last
    if size > 1:
        again = ids[order[1:]] == ids[order[:-1]]
        before[order[1:][again]] = order[:-1][again]
    total = int((high - low).sum())
    if total > 8 * size + 1_000_000:
        return _distinct_from_start(before, low, high)
    of, at = pairs(low, high)
    return np.bincount(of[before[at] < low[of]], minlength=len(low))


def _distinct_from_start(before: Ints, low: Ints, high: Ints) -> Ints:
    """Where many segments begin at the same place: counted once for each beginning."""
    result = np.zeros(len(low), np.int64)
    starts, which = np.unique(low, return_inverse=True)
    ends = np.zeros(len(starts), np.int64)
    np.maximum.at(ends, which, high)
    if int((ends - starts).sum()) > 8 * len(before) + 1_000_000:
        raise NotColumnar
    of, at = pairs(starts, ends)
    new = np.concatenate([[0], np.cumsum(before[at] < starts[of])])
    offset = np.concatenate([[0], np.cumsum(ends - starts)])[:-1]
    result[:] = new[offset[which] + high - low] - new[offset[which]]
    return result
