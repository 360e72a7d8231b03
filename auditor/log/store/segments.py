"""Segments: consecutive items of a sorted order that belong to one subject, and their sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from auditor.log.store.encoding import fits_in_sums
from auditor.log.store.keys import Column, numbered
from auditor.log.store.vector import Bools, Codes, Ints, NotColumnar, take


@dataclass(slots=True)
class Segments:
    """For each subject the items `items[low:high]`; where `codes` is given the items are not
    certain, for these reasons (one for each of `items`, or one for all), and where `of_subject`
    is given for those of the subject as well.
    """

    items: Ints
    low: Ints
    high: Ints
    codes: Codes | None = None
    of_subject: Codes | None = None

    def count(self) -> Ints:
        return self.high - self.low

    def reasons(self) -> Codes:
        """The reasons of what is not certain; 0 where there is none."""
        assert self.codes is not None
        if self.codes.ndim == 0:
            found = np.where(self.high > self.low, self.codes, 0)
        else:
            found = joined(self.codes, self.low, self.high)
        if self.of_subject is None:
            return found
        return np.where(self.high > self.low, found | self.of_subject, 0)

    def only(self, chosen: Bools) -> Segments:
        """The segments of some subjects; those of the others are empty."""
        return replace(self, high=np.where(chosen, self.high, self.low))

    def apart(self, chosen: Bools | None) -> tuple[Segments, Segments | None]:
        """The segments of the other subjects, and those of the chosen ones, if there are any."""
        return (self, None) if chosen is None else (self.only(~chosen), self.only(chosen))

    def codes_of(self, subjects: Ints, indexes: Ints) -> Codes | None:
        """The reasons of some pairs of a subject and an index among the items."""
        own = None if self.codes is None else take(self.codes, indexes)
        if self.of_subject is None:
            return own
        mine = self.of_subject[subjects]
        return mine if own is None else own | mine


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
