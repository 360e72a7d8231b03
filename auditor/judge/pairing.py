"""Intervals: which event closes what another opened.

Where a log does not name who comes and who goes, of two chiefs one is still there after the first
has left, and nobody knows which.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from auditor.language.core import Interval
from auditor.log.event import Event
from auditor.values import Value, lacks_suit

Key = tuple[Value | None, ...]
Apart = Callable[[Event, Event], bool]
"""Whether it is not known which of two events comes first."""


def in_order(_one: Event, _other: Event) -> bool:
    """The order of all events is known."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class IntervalItem:
    """An interval: the event that opens it and the one that closes it, None while it is open.

    `may_end` is the first event that may have closed it before.  One that `lasts` some time is
    closed by nothing else.
    """

    start: Event
    end: Event | None
    may_end: Event | None = None
    lasts: timedelta | None = None

    @property
    def place(self) -> int:
        return self.start.place


class Pairing:
    """Finds what closes each interval.  `needed` are its keys of which an empty one is a gap,
    `cards` those that hold cards.
    """

    def __init__(
        self,
        interval: Interval,
        starts: Sequence[Event],
        closings: Sequence[Event],
        needed: frozenset[str],
        cards: Collection[str],
        *,
        apart: Apart = in_order,
    ) -> None:
        self._apart = apart
        self._interval, self._keys = interval, interval.keys
        self._starts, self._closings = starts, closings
        self._needed, self._cards = needed, cards

    def spans(self) -> Iterator[IntervalItem]:
        """Each opening with the next closing that has the same keys, and with the first before it
        that may have closed it.
        """
        if self._interval.end is None:
            for start in self._starts:
                yield IntervalItem(start, None, None, self._interval.lasts)
            return
        ends: dict[Key, list[Event]] = defaultdict(list)
        in_doubt: list[Event] = []
        for end in self._closings:
            if end.doubtful or _lacks_suit(end, self._keys):
                in_doubt.append(end)
            else:
                ends[self._key(end)].append(end)
        together = self._together(ends)
        for start in self._starts:
            if not start.lost.isdisjoint(self._keys):
                yield IntervalItem(start, None)
                continue
            if _lacks_suit(start, self._keys):
                yield IntervalItem(start, None, self._may_end(start, None, self._closings))
                continue
            closed, first = self._closing(start, ends[self._key(start)])
            closed, first = together.get(start.place, (closed, first))
            may_end = self._may_end(start, closed, in_doubt)
            if first is not None and (may_end is None or first.place < may_end.place):
                may_end = first
            yield IntervalItem(start, closed, may_end)

    def _closing(
        self, start: Event, closings: Sequence[Event]
    ) -> tuple[Event | None, Event | None]:
        """The next of some closings, and one that may have come before it: it is not known whether
        that comes after the opening.
        """
        beside: Event | None = None
        if self._apart is not in_order:
            beside = next((own for own in closings if self._apart(start, own)), None)
            closings = [own for own in closings if not self._apart(start, own)]
        at = bisect_left(closings, start.place, key=lambda event: event.place)
        return closings[at] if at < len(closings) else None, beside

    def _key(self, event: Event) -> Key:
        return tuple(event.values.get(name) for name in self._keys)

    def _together(
        self, ends: Mapping[Key, Sequence[Event]]
    ) -> dict[int, tuple[Event | None, Event | None]]:
        """By their places the openings that lack a key which they need: the closing by which as
        many of them have ended as there were, and the first by which each may have.
        """
        opened: dict[Key, list[Event]] = defaultdict(list)
        for start in self._starts:
            if start.lost.isdisjoint(self._keys) and not self._needed <= start.values.keys():
                opened[self._key(start)].append(start)
        found: dict[int, tuple[Event | None, Event | None]] = {}
        for key, starts in opened.items():
            both = [(own.place, False, own) for own in starts]
            both += [(own.place, True, own) for own in ends.get(key, ())]
            still: list[Event] = []
            closings = 0
            for _, closes, event in sorted(both, key=lambda own: own[:2]):
                if not closes:
                    still.append(event)
                    found[event.place] = (None, None)
                    continue
                closings += bool(still)
                over = closings == len(still)
                for own in still:
                    first = found[own.place][1] or (None if over else event)
                    found[own.place] = (event if over else None, first)
                if over:
                    still, closings = [], 0
        return found

    def _may_end(self, start: Event, end: Event | None, in_doubt: Sequence[Event]) -> Event | None:
        for event in in_doubt[bisect_left(in_doubt, start.place, key=lambda own: own.place) :]:
            if end is not None and event.place > end.place:
                return None
            vague = _lacks_suit(event, self._keys) or _lacks_suit(start, self._keys)
            if all(
                name in event.lost
                or event.values.get(name) == start.values.get(name)
                or (vague and name in self._cards)
                for name in self._keys
            ):
                return event
        return None


def _lacks_suit(event: Event, names: Iterable[str]) -> bool:
    return any(lacks_suit(event.values.get(name)) for name in names)
