"""The usual order of what happens in a coup, as a log shows it where its clock, or one of its
files, tells what came first.

Casinos export a file for each kind of event.  Rows of one second in several of them have no order
of their own; that of the stake and of the end of betting is told by all the coups in which a
second or more lies between the two.
"""

from __future__ import annotations

import numpy as np

from auditor.log.integrity.suspects import starts
from auditor.log.store.vector import Bools, Ints
from auditor.source import Frozen

TURNS = 3
"""Rows of one sort in a coup that are told apart by their number; those after them are as the last:
the first card of a seat is dealt before the choice, its second after it."""
CLEAR = 9
"""Coups in which one sort comes before another, for each in which it comes after, before the order
of the two counts as shown."""


class UsualOrder(Frozen):
    """The place of each row's sort in the usual order; and of two sorts whether it is shown."""

    sort: Ints
    rank: Ints
    shown: Bools


Stand = tuple[Ints, Ints, Ints]
"""Of all rows the file, the time, and the coup or what stands for one; -1 is none."""


def usual_order(stand: Stand, kind: Ints, said: Ints, whom: Ints) -> UsualOrder:
    """The order of the sorts of row, that which most coups show before that of a few.

    All rows tell their kind of event, this and their words, and these with player and place.
    """
    _, time, unit = stand
    turn = np.minimum(nth_alike(unit, whom), TURNS - 1)
    sort = _by_appearance(said * TURNS + turn, time)
    kind_of = np.zeros(int(sort.max(initial=-1)) + 1, np.int64)
    kind_of[sort] = kind
    # Where kinds of event alone tell what comes first, these do.
    of_kinds, both = _votes(stand, kind)
    clear = (of_kinds >= (of_kinds.T + both) * CLEAR) & (of_kinds > 0)
    votes = np.where(clear, of_kinds, 0)[np.ix_(kind_of, kind_of)]
    votes = np.where(votes + votes.T > 0, votes, _votes(stand, sort)[0])
    before = _ranked(votes)
    # What comes after more of the others has the higher number; of the rest the earlier in the log.
    late = np.lexsort((np.arange(len(votes)), before.sum(axis=0)))
    rank = np.empty(len(votes), np.int64)
    rank[late] = np.arange(len(votes))
    clear = (votes >= votes.T * CLEAR) & (votes > 0)
    told = _ranked(np.where(clear & before, votes, 0))
    return UsualOrder(sort, rank[sort], told | told.T)


def nth_alike(unit: Ints, whom: Ints) -> Ints:
    """How many rows of the same unit that are about the same stand before each row."""
    order = np.lexsort((whom, unit))
    at = np.arange(len(order))
    begins = np.where(starts(unit[order], whom[order]), at, 0)
    found = np.empty(len(order), np.int64)
    found[order] = at - np.maximum.accumulate(begins)
    return found


def _by_appearance(codes: Ints, time: Ints) -> Ints:
    """Numbers for some codes, in the order in which they appear first."""
    order = np.argsort(time, kind="stable")
    _, first, numbers = np.unique(codes[order], return_index=True, return_inverse=True)
    found = np.empty(len(codes), np.int64)
    found[order] = np.argsort(np.argsort(first))[numbers.ravel()]
    return found


def _votes(stand: Stand, sort: Ints) -> tuple[Ints, Ints]:
    """In how many units a sort comes before another alone, and in how many also after it."""
    file, time, unit = stand
    there = np.flatnonzero(unit >= 0)
    order = there[np.lexsort((sort[there], unit[there]))]
    begins = np.flatnonzero(starts(unit[order], sort[order]))
    first, last = order[begins], order[np.append(begins, len(order))[1:] - 1]
    begun, ended = (of.reduceat(time[order], begins) for of in (np.minimum, np.maximum))

    def ahead(one: Ints, other: Ints) -> Bools:
        """Whether some row of a sort comes before one of another, by their file or the clock."""
        by_rows, by_clock = first[one] < last[other], begun[one] < ended[other]
        return np.where(file[first[one]] == file[first[other]], by_rows, by_clock)

    many = int(sort.max(initial=-1)) + 1
    found = np.zeros((2, many, many), np.int64)
    unit, sort, lag = unit[first], sort[first], 1
    while len(one := np.flatnonzero(unit[lag:] == unit[:-lag])):
        for before, behind in ((one, one + lag), (one + lag, one)):
            is_before, is_behind = ahead(before, behind), ahead(behind, before)
            for at, where in enumerate((is_before & ~is_behind, is_before & is_behind)):
                np.add.at(found[at], (sort[before][where], sort[behind][where]), 1)
        lag += 1
    return found[0], found[1]


def _ranked(votes: Ints) -> Bools:
    """Which sort comes before which, the pairs that most coups tell first."""
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
