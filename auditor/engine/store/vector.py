"""Columns of answers: values side by side, with the reasons where there is none.

A column is as long as what it is about, or a single value that stands for all (shape `()`).
Where `unknown` is not 0 the entry has no value and its data means nothing: the number is that
of the reasons in `Reasons`, or `DEFER` where only the reference can tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.values import Reason

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]
Bools = NDArray[np.bool_]
Data = NDArray[Any]
Small = NDArray[np.integer[Any]]  # whole numbers in as few bits as they need

DEFER = 1
"""Marks an entry that the reference must work out."""


@dataclass(slots=True)
class Vector:
    """Values of one type.

    Numbers are `data / scale`; times are microseconds since 1970 in universal time, with the
    offset of their own clock in `zone` (microseconds, `NAIVE` for none); durations are
    microseconds, days are counted since 1970; words, cards and ranges are numbers in the
    `ValueCodes` of their type.
    """

    data: Data
    unknown: Codes | None = None
    scale: int = 1
    zone: Ints | None = None

    def at(self, places: Ints | slice) -> Vector:
        """The entries at some places, in that order."""
        return Vector(
            take(self.data, places),
            None if self.unknown is None else take(self.unknown, places),
            self.scale,
            None if self.zone is None else take(self.zone, places),
        )

    def known(self) -> Bools | None:
        """Where there is a value; None where there always is."""
        return None if self.unknown is None else self.unknown == 0

    def is_true(self) -> Bools:
        """Where a condition holds for certain."""
        return self.data if self.unknown is None else self.data & (self.unknown == 0)

    def perhaps(self) -> Bools:
        """Where it holds, or may hold."""
        return self.data if self.unknown is None else self.data | (self.unknown != 0)


NAIVE = -(1 << 62)


def take(data: Data, places: Ints | slice) -> Data:
    """Entries at places; a single value stands for all of them."""
    if data.ndim == 0 or isinstance(places, slice):
        return data if data.ndim == 0 else data[places]
    return data.take(places)  # half as long again by brackets


def placed(data: Data, places: Ints, size: int) -> Data:
    """Entries at some places of a longer column, 0 elsewhere; a single value stands for all."""
    if not data.ndim:
        return data
    every = np.zeros(size, data.dtype)
    every[places] = data
    return every


def whole(data: Data, count: int) -> Data:
    """As long as what it is about."""
    return np.broadcast_to(data, (count,)) if data.ndim == 0 else data


def masked(data: Data, where: Bools, instead: int | bool = 0) -> Data:
    """The data, with another value where a condition holds."""
    return np.where(where, data.dtype.type(instead), data)


def each_once(values: Data) -> Data:
    """The values that there are, each once, in their order.

    `np.unique` is ten times slower where most values differ, and imports `np.ma` for a question
    whose answer is known.
    """
    ordered = np.sort(values, axis=None)
    first = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def occurring(numbers: Small) -> Ints:
    """Which of some small numbers occur, in their order; few are widened at a time."""
    there = np.zeros(int(numbers.max(initial=-1)) + 1, bool)
    for at in range(0, len(numbers), _AT_ONCE):
        there |= np.bincount(numbers[at : at + _AT_ONCE], minlength=len(there)) > 0
    return np.flatnonzero(there)


_AT_ONCE = 1 << 18


@dataclass(slots=True)
class Reasons:
    """Numbers for reasons: 0 none, 1 `DEFER`, others in the order in which they were met."""

    _tuples: list[tuple[Reason, ...]] = field(default_factory=lambda: [(), ()])
    _codes: dict[tuple[Reason, ...], int] = field(default_factory=dict)
    _joined: dict[tuple[int, int], int] = field(default_factory=dict)

    def code(self, *reasons: Reason) -> int:
        """The number of some reasons."""
        if reasons not in self._codes:
            self._codes[reasons] = len(self._tuples)
            self._tuples.append(reasons)
        return self._codes[reasons]

    def reasons(self, code: int) -> tuple[Reason, ...]:
        """The reasons behind a number."""
        return self._tuples[code]

    def both(self, first: int, second: int) -> int:
        """The reasons of one and of the other, each once, in order."""
        if second in (first, 0):
            return first
        if first == 0:
            return second
        if DEFER in (first, second):
            return DEFER
        if (first, second) not in self._joined:
            every = dict.fromkeys((*self._tuples[first], *self._tuples[second]))
            self._joined[first, second] = self.code(*every)
        return self._joined[first, second]

    def join(self, parts: Iterable[Codes | None]) -> Codes | None:
        """The reasons of all the parts together, entry by entry."""
        total: Codes | None = None
        for part in parts:
            total = part if total is None else total if part is None else self._pair(total, part)
        return total

    def instead(self, unknown: Codes | None, where: Bools, reason: Reason) -> Codes:
        """A reason where something else is the case, unless there are others already."""
        code = self.code(reason)
        if unknown is None:
            return where.astype(np.int32) * np.int32(code)
        return np.where(where & (unknown == 0), code, unknown).astype(np.int32)

    def _pair(self, first: Codes, second: Codes) -> Codes:
        first, second = np.broadcast_arrays(first, second)
        if not second.any():
            return first
        if not first.any():
            return second
        result = np.where(first == 0, second, first)
        clash = (first != 0) & (second != 0) & (first != second)
        if clash.any():
            pairs = first[clash].astype(np.int64) << 32 | second[clash]
            kinds, which = np.unique(pairs, return_inverse=True)
            codes = [self.both(int(pair) >> 32, int(pair) & 0xFFFFFFFF) for pair in kinds]
            result = result.copy()
            result[clash] = np.array(codes, np.int32)[which]
        return result


def single(value: object, dtype: type) -> Data:
    """One value that stands for all."""
    return np.array(value, dtype)


def nothing_known(code: int) -> Codes:
    """The same reasons everywhere."""
    return np.array(code, np.int32)


def codes_where(where: Bools, code: int) -> Codes | None:
    """The number of the reasons where a condition holds, 0 elsewhere."""
    return where.astype(np.int32) * np.int32(code) if where.any() else None


def span_codes(codes: Codes, low: Ints, high: Ints) -> Codes:
    """What all of the entries from low to high that have reasons say together.

    0 where none has any; `DEFER` where they do not all say the same.
    """
    places = np.flatnonzero(codes)
    if not len(places) or not len(low):
        return np.zeros(len(low), np.int32)
    first, after = np.searchsorted(places, low), np.searchsorted(places, high)
    said = codes[places]
    if (said == said[0]).all():
        return np.where(after > first, said[0], 0).astype(np.int32)
    # A run of equal entries, counted by the changes inside it.
    changes = np.concatenate([[0], np.cumsum(said[1:] != said[:-1])])
    inside = np.minimum(first, len(said) - 1)
    last = np.maximum(after - 1, 0)
    same = changes[inside] == changes[last]
    return np.where(after > first, np.where(same, said[inside], DEFER), 0).astype(np.int32)


def if_any(found: Bools | None) -> Bools | None:
    """Marks, None where nothing is marked."""
    return found if found is not None and found.any() else None


def first_of(*parts: Codes | None) -> Codes | None:
    """The reasons that are met first."""
    total: Codes | None = None
    for part in parts:
        if part is not None:
            total = part if total is None else np.where(total != 0, total, part)
    return total
