"""The usual order of what happens in a coup, as a log shows it where its clock, or one of its
files, tells what came first.

Casinos export a file for each kind of event.  Rows of one second in several of them have no order
of their own; that of the stake and of the end of betting is told by all the coups in which a
second or more lies between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TURNS = 3
"""Rows of one sort in a coup that are told apart by their number; those after them are as the last:
the first card of a seat is dealt before the choice, its second after it."""
CLEAR = 9
"""Coups in which one sort comes before another, for each in which it comes after, before the order
of the two counts as shown."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the rows of all files, file after file: what each says of the order of
    things.  -1 is none.

    `unit` numbers the coup (or what stands for one) of a row, `said` the kind and the words of it,
    `whom` these with the player and the place that it is about.
    """

    file: Ints
    time: Ints
    unit: Ints
    said: Ints
    whom: Ints


@dataclass(frozen=True, slots=True)
class UsualOrder:
    """The place of each row's sort in the usual order; and of two sorts whether it is shown."""

    sort: Ints
    rank: Ints
    shown: Bools


def usual_order(rows: Facts) -> UsualOrder:
    """The order of the sorts of row, that which most coups show before that of a few."""
    turn = np.minimum(_nth(rows.unit, rows.whom), TURNS - 1)
    sort = _by_appearance(rows.said * TURNS + turn, rows.time)
    votes = _votes(rows, sort)
    before = _ranked(votes)
    # What comes after more of the others has the higher number; of the rest the earlier in the log.
    late = np.lexsort((np.arange(len(votes)), before.sum(axis=0)))
    rank = np.empty(len(votes), np.int64)
    rank[late] = np.arange(len(votes))
    clear = (votes >= votes.T * CLEAR) & (votes > 0)
    told = _closed(clear & before)
    return UsualOrder(sort, rank[sort], told | told.T)


def _nth(unit: Ints, whom: Ints) -> Ints:
    """How many rows of the same unit that are about the same stand before each row."""
    order = np.lexsort((whom, unit))
    starts = np.ones(len(order), bool)
    starts[1:] = (np.diff(unit[order]) != 0) | (np.diff(whom[order]) != 0)
    at = np.arange(len(order))
    found = np.empty(len(order), np.int64)
    found[order] = at - np.maximum.accumulate(np.where(starts, at, 0))
    return found


def _by_appearance(codes: Ints, time: Ints) -> Ints:
    """Numbers for some codes, in the order in which they appear first."""
    order = np.argsort(time, kind="stable")
    _, first, numbers = np.unique(codes[order], return_index=True, return_inverse=True)
    found = np.empty(len(codes), np.int64)
    found[order] = np.argsort(np.argsort(first))[numbers.ravel()]
    return found


def _votes(rows: Facts, sort: Ints) -> Ints:
    """In how many units a sort comes before another, and not after it as well."""
    many = int(sort.max(initial=-1)) + 1
    at = np.arange(len(sort))
    there = np.flatnonzero(rows.unit >= 0)
    order = there[np.lexsort((at[there], sort[there], rows.unit[there]))]
    unit, own = rows.unit[order], sort[order]
    new = np.ones(len(order), bool)
    new[1:] = (np.diff(unit) != 0) | (np.diff(own) != 0)
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(order)) - 1
    unit, own, first, last = unit[first], own[first], order[first], order[last]
    begun = np.minimum.reduceat(rows.time[order], np.flatnonzero(new)) if len(order) else first
    ended = np.maximum.reduceat(rows.time[order], np.flatnonzero(new)) if len(order) else last
    votes = np.zeros(many * many, np.int64)
    lag = 1
    while lag < len(unit):
        one = np.flatnonzero(unit[lag:] == unit[:-lag])
        if not len(one):
            break
        other = one + lag
        same = rows.file[first[one]] == rows.file[first[other]]
        ahead = np.where(same, first[one] < last[other], begun[one] < ended[other])
        behind = np.where(same, first[other] < last[one], begun[other] < ended[one])
        votes += np.bincount((own[one] * many + own[other])[ahead & ~behind], minlength=many * many)
        votes += np.bincount((own[other] * many + own[one])[behind & ~ahead], minlength=many * many)
        lag += 1
    return votes.reshape(many, many)


def _ranked(votes: Ints) -> Bools:
    """Which sort comes before which: the pairs that most coups tell first, each unless those before
    it say otherwise.
    """
    margin = votes - votes.T
    one, other = np.nonzero(margin > 0)
    before = np.zeros(votes.shape, bool)
    for at in np.argsort(-margin[one, other], kind="stable"):
        a, b = one[at], other[at]
        if not before[a, b] and not before[b, a]:
            up, down = before[:, a].copy(), before[b].copy()
            up[a] = down[b] = True
            before |= np.outer(up, down)
    return before


def _closed(pairs: Bools) -> Bools:
    """The pairs, and all that follows from them."""
    found = pairs.copy()
    for middle in range(len(found)):
        found |= np.outer(found[:, middle], found[middle])
    return found
