"""Rows of one instant in several files: whether a violation is one in whatever order they stand.

The log puts them in their usual order, which is only likely.  A violation is told only if it does
not hang on it: here what came first among such rows is not known, and nothing that rests on it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from auditor.judge.items import Group, Item, events_of
from auditor.log.event import Event
from auditor.log.together import Instants
from auditor.values import Reason, Unknown

TIED = Unknown(
    (
        Reason(
            "stated",
            "instant",
            "cela dépend de l’ordre de lignes du même instant, qui se trouvent dans des fichiers "
            "différents",
            "it hangs on the order of rows of one instant, which stand in different files",
        ),
    )
)
"""The answer for what hangs on the order of such rows."""

NoOrder = Callable[[Item, Item], bool]
"""Whether it is not known which of two items begins first."""


class AnyOrder:
    """Of which events of a log the order is not known."""

    def __init__(self, instants: Instants) -> None:
        self._instants = instants

    def around(self, item: Item) -> tuple[int, int]:
        """The places low ≤ place < high at which there may be what has no order with an item."""
        return self._instants.around(item.place) or (item.place, item.place + 1)

    def apart(self, one: Item, other: Item) -> bool:
        """Whether it is not known which of two items begins first."""
        around = self._instants.around(one.place)
        if around is None or not around[0] <= other.place < around[1]:
            return False
        return any(
            self._unordered(mine, its)
            for mine in _begins(one, around)
            for its in _begins(other, around)
        )

    def several(self, items: Iterable[Item]) -> bool:
        """Whether there are two items of which it is not known which begins first."""
        every = sorted(items, key=lambda item: item.place)
        for at, one in enumerate(every):
            end = self.around(one)[1]
            for other in every[at + 1 :]:
                if other.place >= end:
                    break
                if self.apart(one, other):
                    return True
        return False

    def _unordered(self, one: Event, other: Event) -> bool:
        files = [(event.row.file, event.row.sheet) for event in (one, other)]
        if files[0] == files[1]:
            return False
        return (files[0], files[1]) not in self._instants.ordered and (
            files[1],
            files[0],
        ) not in self._instants.ordered


def _begins(item: Item, around: tuple[int, int]) -> Sequence[Event]:
    """The events of an instant with which an item may begin."""
    events = events_of(item)
    if not isinstance(item, Group):
        return events[:1]
    return [event for event in events if around[0] <= event.place < around[1]]
