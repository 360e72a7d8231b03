"""Numbers for tuples of values: equal tuples have equal numbers, so that a scope is one array.

The tuples are numbered field by field.  The number so far and the next value make a pair; pairs
are looked up in an array where they lie close together, else in a sorted list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.engine.store.vector import Bools, Ints, Small


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


class Keys:
    """Tuples of values, numbered from 0; `ids` are the numbers of those it was made from."""

    def __init__(self, size: int) -> None:
        self.ids: Ints = np.zeros(size, np.int64)
        self.count = 1 if size else 0
        self._levels: tuple[_Level, ...] = ()

    def extended(self, column: Column) -> Keys:
        """Tuples with one field more."""
        made = Keys(0)
        made.ids, made.count, level = _numbered(self.ids, self.count, column)
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
    digits = level.digits(column)
    level.pairs, found = np.unique(ids * level.width + digits, return_inverse=True)
    return found, len(level.pairs), level


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
