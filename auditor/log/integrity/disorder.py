"""Whether rows of a log may stand twice or out of place, in columns: the other reader finds which.

The definition is that of `auditor.log.damage.disorder`, which looks at events one by one. No row
that it finds may be passed over here; one too many only costs time. Those that repeat another by a
clock that is coarse are just these: that is how such logs are, and they are read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.damage.disorder import (
    LEAST,
    MOST,
    NEAR,
    OF_COUPS,
    OF_MINUTES,
    OFTEN,
    SELDOM,
    longest,
)
from auditor.log.damage.suspects import ScopeColumns, scope_columns
from auditor.log.integrity.scopes import as_slice
from auditor.log.store.columns import Columns
from auditor.log.store.times import MINUTE
from auditor.log.store.vector import NAIVE, Bools, Ints, each_once

SAMPLE = 20_000
"""Rows by which it is told of many that they stand in quite another order."""


def are_displaced(columns: Columns, vocabulary: Vocabulary, files: Sequence[Ints]) -> bool:
    """Whether rows of a file may be out of place, or copies of others that are not beside them."""
    timed, known = columns.has_value("time"), _Numbered(columns, scope_columns(vocabulary))
    for own in files:
        by_time = own[timed[own]]
        keys = columns.fields["time"].vector.data if len(by_time) else known.numbers
        rows = by_time if len(by_time) else own[known.numbers[own] >= 0]
        if _disordered(columns, keys, rows, known):
            return True
    return False


# ---- rows that say the same of one instant ------------------------------------------------------
def repeated(columns: Columns, rows: Ints) -> Ints:
    """The rows of a file that say what one of those right above them says, as rows of their kind do
    seldom; all of them, where the clock is coarse.
    """
    rows = rows[columns.has_value("time")[rows]]
    again = np.zeros(len(rows), bool)
    kind = columns.kind[as_slice(rows)]
    for lag in range(1, min(NEAR + 1, len(rows))):
        left = np.flatnonzero(kind[lag:] == kind[:-lag])
        for name in ("time", *columns.fields):
            if not len(left):
                break
            if name in columns.fields:
                left = left[_same(columns, name, rows[left + lag], rows[left])]
        again[left + lag] = True
    if not again.any() or is_coarse(columns, rows):
        return np.asarray(rows[again])
    found = np.bincount(columns.kind[rows[again]], minlength=len(columns.kinds))
    many = np.bincount(columns.kind[rows], minlength=len(columns.kinds))
    seldom = (found == 1) | (found * SELDOM <= many)
    return np.asarray(rows[again & seldom[columns.kind[rows]]])


def is_coarse(columns: Columns, rows: Ints) -> bool:
    """Whether the clock of some rows shows whole minutes alone, or one time for many of them."""
    rows = rows[columns.has_value("time")[rows]]
    if len(rows) < OF_MINUTES:
        return False
    times = columns.fields["time"].vector.data[rows].astype(np.int64)
    return not (times % MINUTE).any() or OF_COUPS * len(each_once(times)) <= len(rows)


def _same(columns: Columns, name: str, one: Ints, other: Ints) -> Bools:
    field = columns.fields[name]
    data, zone = field.vector.data, field.vector.zone
    same = np.asarray(data[one] == data[other])
    if zone is not None and zone.ndim:
        same &= (zone[one] == NAIVE) == (zone[other] == NAIVE)
    if field.empty is None:
        return same
    empty = field.empty[one]
    return np.asarray((empty == field.empty[other]) & (empty | same))


# ---- rows that are out of place -----------------------------------------------------------------
class _Numbered:
    """The place of each row, and its numbers as one; below 0 where it has none.  Most logs are in
    the order of their times, and are not asked.
    """

    def __init__(self, columns: Columns, scopes: ScopeColumns) -> None:
        self._columns, self._scopes = columns, scopes

    @cached_property
    def places(self) -> Ints:
        return self._columns.numbered(self._scopes.names).ids

    @cached_property
    def numbers(self) -> Ints:
        columns = self._columns
        numbers = np.zeros(columns.size, np.int64)
        filled = np.zeros(columns.size, bool)
        for name in self._scopes.counters:
            filled = columns.has_value(name)
            if name in columns.fields:
                own = np.where(filled, columns.fields[name].vector.data.astype(np.int64), -1)
                numbers = numbers * (int(own.max(initial=0)) + 2) + np.maximum(own, -1) + 1
        numbers[~filled] = -1
        return numbers


def _disordered(columns: Columns, keys: Ints, rows: Ints, known: _Numbered) -> bool:
    """Whether rows of one file are out of place, or copies."""
    if not _goes_back(keys[rows]):
        return False
    together = _found(columns, keys, rows, known)
    if together is not None:
        return together
    order = rows[np.argsort(known.places[rows], kind="stable")]
    bounds = np.flatnonzero(np.diff(known.places[order])) + 1
    alone = (own for own in np.split(order, bounds) if _goes_back(keys[own]))
    return any(_found(columns, keys, own, known) for own in alone)


def is_unordered(columns: Columns, rows: Ints) -> bool:
    """Whether the times of a file go back, or none of its rows has one."""
    known = rows[columns.has_value("time")[rows]]
    return not len(known) or _goes_back(columns.fields["time"].vector.data[known])


def _goes_back(keys: Ints) -> bool:
    return bool((keys[1:] < keys[:-1]).any())


def _found(columns: Columns, keys: Ints, rows: Ints, known: _Numbered) -> bool | None:
    """Whether some rows of an order do not stand in it; None where they stand in another."""
    out = _out_of_order(keys[rows])
    if out is None:
        return None
    kept = np.ones(len(rows), bool)
    kept[out] = False
    said = columns.numbered(tuple(columns.fields)).ids[rows]
    alone = out[~np.isin(said[out], said[kept])]
    stretches = 1 + int((np.diff(alone) > 1).sum()) if len(alone) else 0
    often = stretches > max(LEAST, len(rows) // OFTEN)
    if len(alone) > LEAST and (len(alone) > MOST * len(rows) or often):
        return None
    if len(alone) < len(out):
        return True
    runs = np.split(out, np.flatnonzero(np.diff(out) > 1) + 1)
    around = _Around(keys, rows[kept], known)
    return any(all(around.fits(int(rows[at])) for at in run) for run in runs)


def _out_of_order(keys: Ints) -> Ints | None:
    """The rows that are not of the longest part that never goes back; None where it is clear that
    they are many.
    """
    high = np.maximum.accumulate(keys)
    low = np.minimum.accumulate(keys[::-1])[::-1]
    asked = np.flatnonzero((keys < high) | (keys > low))
    if len(asked) > SAMPLE:
        some = keys[:: len(keys) // SAMPLE + 1].tolist()
        if len(some) - sum(longest(some)) > len(some) // 2:
            return None
    return np.asarray(asked[~np.array(longest(keys[asked].tolist()), bool)])


class _Around:
    """The rows in order of each place that have numbers."""

    def __init__(self, keys: Ints, rows: Ints, known: _Numbered) -> None:
        self._keys, self._known = keys, known
        self._rows = rows[known.numbers[rows] >= 0]
        self._of: dict[int, tuple[Ints, Ints]] = {}

    def fits(self, row: int) -> bool:
        """Whether there is a place of the row's time where its numbers go with those around."""
        number, key = self._known.numbers[row], self._keys[row]
        if number < 0:
            return True
        keys, numbers = self._at(int(self._known.places[row]))
        low, high = np.searchsorted(keys, key, "left"), np.searchsorted(keys, key, "right")
        near = numbers[max(low - 1, 0) : high + 1]
        if (near == number).any():
            return True
        before = np.append(-1, numbers)[low : high + 1]
        after = np.append(numbers, np.iinfo(np.int64).max)[low : high + 1]
        return bool(((before < number) & (number < after)).any())

    def _at(self, place: int) -> tuple[Ints, Ints]:
        if place not in self._of:
            own = self._rows[self._known.places[self._rows] == place]
            self._of[place] = self._keys[own], self._known.numbers[own]
        return self._of[place]
