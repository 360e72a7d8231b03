"""Which items each subject selects: segments of an order that puts those of one scope together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from auditor.engine.evaluate.relations import Source
from auditor.engine.store.vector import Codes, Ints, Reasons, span_codes


@dataclass(slots=True)
class Segments:
    """For each subject the items `items[low:high]`; where `codes` is given the items are not
    certain, for these reasons (one for each of `items`, or one for all).
    """

    items: Ints
    low: Ints
    high: Ints
    codes: Codes | None = None

    def count(self) -> Ints:
        return self.high - self.low

    def said(self) -> Codes:
        """The reasons of what is not certain; 0 where there is none."""
        assert self.codes is not None
        if self.codes.ndim == 0:
            return np.where(self.high > self.low, self.codes, 0).astype(np.int32)
        return span_codes(self.codes, self.low, self.high)


@dataclass(slots=True)
class Selected:
    """What each subject selects: items that are certain, items that may belong to it.

    `unknown` says for which subjects it is not known where to look.  Of what may belong,
    `partial_key` are the items whose keys are not all recorded, `uncertain` those whose condition is
    not known.
    """

    source: Source
    size: int
    unknown: Codes | None
    certain: Segments
    partial_key: list[Segments]
    uncertain: Segments | None

    def perhaps(self, reasons: Reasons, loose_first: bool = True) -> Codes | None:
        """The reasons of all that may belong; 0 where nothing else may."""
        parts = [part.said() for part in self.partial_key]
        if self.uncertain is not None:
            own = self.uncertain.said()
            parts = [*parts, own] if loose_first else [own, *parts]
        return reasons.join(parts)


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
