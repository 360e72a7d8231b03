"""Reductions of segments: sums, least and greatest values, how many differ."""

from __future__ import annotations

import numpy as np

from auditor.engine.index.keys import Column, numbered
from auditor.engine.index.segments import pairs, reduced
from auditor.engine.store.rational import fits_in_sums
from auditor.engine.store.vector import Ints, NotColumnar


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
