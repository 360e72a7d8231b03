"""The rule by which an edit is accepted: it mends many breaches of what a lawful log keeps, and
makes next to none.

A hand that moves a column by a row, or a program that does, breaks the law of the log in row after
row; to move it back would mend nearly all of them at once, and nothing else would.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from auditor.log.store.vector import Bools

LEAST = 2
"""Breaches, at least, that an edit mends more than it makes: one may be a slip of its own."""

SELDOM = 20
"""Breaches as they stand for each that may be left after the edit: cells may be lacking besides."""

FARTHEST = 6
"""Rows, at most, by which cells were moved: the farther, the more of them must fit there."""


@dataclass(frozen=True, slots=True)
class Mended:
    """Rows one after another that an edit mends, and how many breaches it takes away."""

    first: int
    last: int
    gain: int


def best_stretch(before: Bools, after: Bools, least: int = LEAST) -> Mended | None:
    """The stretch of rows that gains most by an edit; None where that is not plain.  It goes on to
    both ends as far as nothing is lost by it.
    """
    gains = before.astype(np.int64) - after
    sums = np.append(0, np.cumsum(gains))
    over = sums - np.minimum.accumulate(sums)
    last = int(np.argmax(over))
    gain = int(over[last])
    if gain < least:
        return None
    first = last - 1 - int(np.argmin(sums[:last][::-1]))
    if SELDOM * int(after[first:last].sum()) > int(before[first:last].sum()):
        return None
    losses = np.flatnonzero(gains < 0)
    beyond = np.searchsorted(losses, [first, last])
    low = int(losses[beyond[0] - 1]) + 1 if beyond[0] else 0
    high = int(losses[beyond[1]]) if beyond[1] < len(losses) else len(gains)
    return Mended(low, high - 1, gain)
