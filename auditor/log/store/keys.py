"""Rows numbered by the values of some fields, and sorted by these numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from auditor.log.store.vector import Bools, Ints, Small


@dataclass(slots=True)
class Column:
    """The values of one field as numbers; `empty` where there is none, which equals only itself."""

    values: Ints
    empty: Bools | None = None

    def at(self, places: Ints) -> Column:
        empty = None if self.empty is None else self.empty.take(places)
        return Column(self.values.take(places), empty)

    def has_value(self) -> Bools:
        """Where there is a value."""
        return np.ones(len(self.values), bool) if self.empty is None else ~self.empty


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

    def digits(self, column: Column) -> Ints:
        """The values as numbers from 0, the empty one being 0."""
        digits = column.values - (self.low - 1)
        return digits if column.empty is None else np.where(column.empty, 0, digits)

    def find(self, before: Ints, column: Column) -> Ints:
        """The numbers of the tuples with one field more; -1 where there is no such tuple."""
        digits = self.digits(column)
        inside = (digits > 0) & (digits < self.width)
        if column.empty is not None:
            inside |= column.empty
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

    def extended(self, column: Column) -> Keys:
        """Tuples with one field more."""
        return self._with_level(*_numbered(self.ids, self.count, column), {})

    def with_field(self, name: str, column: Callable[[], Column]) -> Keys:
        """Tuples with one field more, numbered once for all who ask: where fields tell none of the
        tuples apart, their numbers serve for the same field behind any of them.
        """
        if name not in self._further:
            self._further[name] = (*_numbered(self.ids, self.count, column()), {})
        ids, count, level, further = self._further[name]
        return self._with_level(ids, count, level, self._further if ids is self.ids else further)

    def _with_level(self, ids: Ints, count: int, level: _Level, further: _Further) -> Keys:
        made = Keys(0)
        made.ids, made.count, made._further = ids, count, further
        made._levels = (*self._levels, level)
        return made

    def find(self, columns: Sequence[Column], size: int) -> Ints:
        """The numbers of other tuples of the same fields; -1 where there is no such tuple."""
        ids = np.zeros(size, np.int64) if self.count else np.full(size, -1, np.int64)
        for level, column in zip(self._levels, columns, strict=True):
            ids = level.find(ids, column)
        return ids


def first_places(ids: Ints, count: int) -> Ints:
    """Where each number below `count` occurs first, -1 for one that does not."""
    first = np.full(count, -1, np.int64)
    first[ids[::-1]] = np.arange(len(ids) - 1, -1, -1)
    return first


def numbered(columns: Sequence[Column], size: int) -> Keys:
    """The tuples that some columns make."""
    keys = Keys(size)
    for column in columns:
        keys = keys.extended(column)
    return keys


def _numbered(ids: Ints, count: int, column: Column) -> tuple[Ints, int, _Level]:
    if not len(ids):
        return ids, 0, _Level(0, 1, np.full(1, -1, np.int32), None)
    filled = column.values if column.empty is None else column.values[~column.empty]
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
    return found, total, _Ranked(level.low, level.width, level.table, level.pairs, values)


@dataclass(slots=True)
class _Ranked(_Level):
    """Looks up the rank of a value first."""

    values: Ints

    def digits(self, column: Column) -> Ints:
        at = np.minimum(np.searchsorted(self.values, column.values), len(self.values) - 1)
        digits = _Level.digits(self, Column(at))
        there = self.values[at] == column.values
        digits = np.where(there, digits, -1)
        return digits if column.empty is None else np.where(column.empty, 0, digits)


class SortedRows:
    """All rows of a log by the number of their keys, below `count`, and then as in the log."""

    def __init__(self, ids: Ints, count: int) -> None:
        self._rows = stable_order(ids, count)
        self._ids = ids.take(self._rows)

    def of(self, number: int) -> Ints:
        """The rows of one number, in their order."""
        low, high = np.searchsorted(self._ids, (number, number + 1))
        return self._rows[low:high]


FEW = 100
"""Look-ups for each item: among so few items most find none, and places are sought for the rest."""


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
        if FEW * len(self.items) < len(ids):  # most look for what none of them has
            there = np.flatnonzero(self._held.take(ids))
            within = (None if own is None else own[there] for own in (low, high))
            found = np.zeros((2, len(ids)), np.int64)
            found[:, there] = self._between(ids[there], *within)
            return found[0], found[1]
        return self._between(ids, low, high)

    @cached_property
    def _held(self) -> Bools:
        """The numbers that some item has; not -1, which comes last."""
        held = np.zeros(self._count + 1, bool)
        held[self._ids] = True
        return held

    def _between(self, ids: Ints, low: Ints | None, high: Ints | None) -> tuple[Ints, Ints]:
        start, end = self._start(ids), self._start(ids + 1)
        first = start if low is None else self._search(ids, low)
        last = end if high is None else self._search(ids, high)
        return first, last if low is None else np.maximum(first, last)

    def _start(self, ids: Ints) -> Ints:
        """Where the items of some numbers begin; 0 for a number that no item has."""
        return self._starts.take(np.maximum(ids, 0))

    def _search(self, ids: Ints, rows: Ints) -> Ints:
        """How many items come before some rows, all those of lesser numbers among them."""
        return np.searchsorted(self._places, ids * self._width + rows)
