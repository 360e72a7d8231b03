"""Rows of one instant that stand in different files, or have one rank: nobody knows which came
first.

The log has them in their usual order, which is only likely.  A violation is judged again with no
order between such rows: whatever rests on one is not known, and then the violation is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from auditor.judge.items import Group, Item, events_of
from auditor.judge.operators import stated
from auditor.log.event import Log
from auditor.values import Unknown

TIED = stated("unknown.instant")
"""The answer for what rests on the order of such rows."""


@dataclass(frozen=True, slots=True)
class EndOfTie(Unknown):
    """The first or the last of some items of one instant: what lies beyond all of them is known,
    though not which of them it is.
    """

    items: tuple[Item, ...]
    is_last: bool


def tied(rule: str) -> str:
    """The name under which the subjects of a rule are kept whose violation rests on such an order:
    what waits for the rule waits there as well.
    """
    return f"{rule} in some order"


class _Tie(NamedTuple):
    """An event as `Instants` has it."""

    instant: int
    file: int
    run: int
    turn: int


class OrderTies:
    """The events of a log that have no order with others."""

    def __init__(self, log: Log) -> None:
        found = log.instants
        here = np.isin(found.places, [event.place for event in log.events])
        columns = (found.places, found.instant, found.file, found.run, found.turn)
        self._ties: dict[int, _Tie] = {}
        self._bounds: dict[int, tuple[int, int]] = {}
        files: dict[int, int] = {}
        self.any = False
        for place, *values in zip(*(column[here].tolist() for column in columns), strict=True):
            tie = self._ties[place] = _Tie(*values)
            low, _ = self._bounds.get(tie.instant, (place, place))
            self._bounds[tie.instant] = low, place + 1
            self.any |= files.setdefault(tie.instant, tie.file) != tie.file

    def around(self, item: Item) -> tuple[int, int] | None:
        """The places low ≤ place < high of the instant in which an item begins."""
        tie = self._ties.get(item.place)
        return None if tie is None else self._bounds[tie.instant]

    def apart(self, one: Item, other: Item) -> bool:
        """Whether nobody knows which of two items begins first."""
        mine, its = self._ties.get(one.place), self._ties.get(other.place)
        if mine is None or its is None or mine.instant != its.instant:
            return False
        return any(
            _unordered(first, second)
            for first in self._begin(one, mine)
            for second in self._begin(other, its)
        )

    def between_rows(self, one: int, other: int) -> bool:
        """Whether nobody knows which of the events at two places of the log came first."""
        mine, its = self._ties.get(one), self._ties.get(other)
        if mine is None or its is None or mine.instant != its.instant:
            return False
        return _unordered(mine, its)

    def orders(self, items: Sequence[Item], most: int) -> Sequence[Sequence[Item]]:
        """The orders in which some items may have come, in their usual one first; none where they
        are more than `most`.
        """
        groups: list[list[Item]] = []
        for item in items:
            if groups and any(self.apart(item, own) for own in groups[-1]):
                groups[-1].append(item)
            else:
                groups.append([item])
        if prod(factorial(min(len(own), most)) for own in groups) > most:
            return ()
        each = [[own for own in permutations(group) if self._may_come(own)] for group in groups]
        return [[*chain(*own)] for own in product(*each)]

    def _may_come(self, items: Sequence[Item]) -> bool:
        """Whether some items may come in this order."""
        pairs = combinations(items, 2)
        return all(one.place < own.place or self.apart(one, own) for one, own in pairs)

    def _begin(self, item: Item, tie: _Tie) -> Iterator[_Tie]:
        """The events of its first instant with which an item may begin."""
        if not isinstance(item, Group):
            yield tie
            return
        for event in events_of(item):
            other = self._ties.get(event.place)
            if other is not None and other.instant == tie.instant:
                yield other

    def several(self, items: Iterable[Item]) -> bool:
        """Whether nobody knows of some items in which order they begin."""
        every = sorted(items, key=lambda item: item.place)
        for at, one in enumerate(every):
            for other in every[at + 1 :]:
                around = self.around(one)
                if around is None or other.place >= around[1]:
                    break
                if self.apart(one, other):
                    return True
        return False


def _unordered(one: _Tie, other: _Tie) -> bool:
    if one.file == other.file:
        return False
    coups_known = min(one.turn, other.turn) >= 0
    return not coups_known or one.run != other.run or one.turn == other.turn
