"""Rows of one instant in several files: whether a violation is one in whatever order they stand.

The log puts them in their usual order, which is only likely.  A violation is told only if it does
not hang on it: here what came first among such rows is not known, and nothing that rests on it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from auditor.judge.items import Group, Item, events_of
from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import Scopes, scope_columns
from auditor.log.event import Event, Log
from auditor.values import Reason, Unknown, Value

_Coup = tuple[Scopes, tuple[Value | None, ...]]
"""The place and the numbers of a coup."""

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


def hanging(rule: str) -> str:
    """The name under which those subjects are kept for which a rule is violated or not, as such
    rows stand: what waits for the rule waits there as well.
    """
    return f"{rule} in some order"


@dataclass(slots=True)
class Between:
    """The places low ≤ place < high between which a selection looks.  `wide` are those between
    which it may, where it is not known of what comes first beside one of the `vague` bounds.
    """

    low: int
    high: int
    wide: tuple[int, int]
    vague: list[Item] = field(default_factory=list)

    def bound(self, moment: Item, any_order: AnyOrder | None, *, above: bool) -> None:
        """Leaves out what lies above an item, or below it."""
        at = moment.place
        around = None if any_order is None else any_order.around(moment)
        if around is not None:
            self.vague.append(moment)
        low, high = self.wide
        if above:
            self.high = min(self.high, at)
            self.wide = low, min(high, at if around is None else around[1])
        else:
            self.low = max(self.low, at + 1)
            self.wide = max(low, at + 1 if around is None else around[0]), high


@dataclass(slots=True)
class _Instant:
    """The events of one instant: where those of each coup stand, and those of none."""

    low: int
    high: int
    of_coup: dict[_Coup, tuple[int, int]] = field(default_factory=dict)
    others: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Told:
    """The file of an event and the coup it is of: they tell in an instant which comes first."""

    instant: _Instant
    file: tuple[str, str | None]
    coup: _Coup | None


class AnyOrder:
    """Of which events of a log the order is not known."""

    def __init__(self, log: Log, vocabulary: Vocabulary) -> None:
        self._ordered = log.instants.ordered
        self._columns = scope_columns(vocabulary)
        self._told: dict[int, _Told] = {}
        instant: _Instant | None = None
        for event in log.events if log.instants.starts else ():
            if instant is None or event.place >= instant.high:
                around = log.instants.around(event.place)
                instant = None if around is None else _Instant(*around)
            if instant is not None:
                self._told[event.place] = self._tell(event, instant)

    def _tell(self, event: Event, instant: _Instant) -> _Told:
        columns, at = self._columns, event.place
        coup: _Coup | None = None
        if columns.deepest is not None and columns.deepest in event.values:
            numbers = tuple(event.values.get(name) for name in columns.counters)
            coup = columns.place(event.values), numbers
            low, high = instant.of_coup.get(coup, (at, at))
            instant.of_coup[coup] = min(low, at), max(high, at + 1)
        else:
            instant.others.append(at)
        return _Told(instant, (event.row.file, event.row.sheet), coup)

    def vague(self, found: Any, between: Between) -> set[int]:
        """The indexes of items of which it is not known whether they lie between some bounds."""
        low, high = between.wide
        return {
            at
            for bound in between.vague
            for at in self.beside(found, bound)
            if low <= found.items[at].place < high
        }

    def beside(self, found: Any, item: Item) -> Iterator[int]:
        """The indexes of items that have no order with another."""
        if (told := self._told.get(item.place)) is None:
            return
        instant = told.instant
        stretches = [(instant.low, instant.high)]
        if told.coup is not None and len({place for place, _ in instant.of_coup}) == 1:
            stretches = [instant.of_coup[told.coup], *((at, at + 1) for at in instant.others)]
        for stretch in stretches:
            for at in range(*found.between(*stretch)):
                if self.apart(found.items[at], item):
                    yield at

    def around(self, item: Item) -> tuple[int, int] | None:
        """The places of the instant at which an item begins, if there is no order in it."""
        told = self._told.get(item.place)
        return None if told is None else (told.instant.low, told.instant.high)

    def apart(self, one: Item, other: Item) -> bool:
        """Whether it is not known which of two items begins first."""
        mine, its = self._told.get(one.place), self._told.get(other.place)
        if mine is None or its is None or mine.instant is not its.instant:
            return False
        if not isinstance(one, Group) and not isinstance(other, Group):
            return self._unordered(mine, its)
        sides = [self._begins(item, mine.instant) for item in (one, other)]
        return any(self._unordered(first, second) for first in sides[0] for second in sides[1])

    def _begins(self, item: Item, instant: _Instant) -> list[_Told]:
        """The events of an instant with which an item may begin."""
        events = events_of(item) if isinstance(item, Group) else events_of(item)[:1]
        told = (self._told.get(event.place) for event in events)
        return [own for own in told if own is not None and own.instant is instant]

    def several(self, items: Iterable[Item]) -> bool:
        """Whether there are two items of which it is not known which begins first."""
        every = sorted(items, key=lambda item: item.place)
        for at, one in enumerate(every):
            for other in every[at + 1 :]:
                around = self.around(one)
                if around is None or other.place >= around[1]:
                    break
                if self.apart(one, other):
                    return True
        return False

    def _unordered(self, one: _Told, other: _Told) -> bool:
        mine, its = one.file, other.file
        if mine == its or (mine, its) in self._ordered or (its, mine) in self._ordered:
            return False
        if one.coup is None or other.coup is None:
            return True
        return one.coup[0] != other.coup[0] or one.coup[1] == other.coup[1]
