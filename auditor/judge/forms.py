"""Forms that rest on a selection: aggregates, quantities, sequences, stretches without a gap."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cmp_to_key, partial
from typing import NamedTuple

from auditor.judge import operators as op
from auditor.judge.frame import Frame, Result, Truth
from auditor.judge.items import Absent, IntervalItem, Item, first_of
from auditor.judge.order_ties import TIED
from auditor.judge.selection import Selector, untimed
from auditor.language import core
from auditor.language.core import PatternGroup, Step
from auditor.log.event import Event
from auditor.types import DURATION
from auditor.values import Answer, Reason, Unknown, join, lacks_suit


class Aggregates(Selector):
    """Works out what a selection amounts to, where some of its items are not certain too."""

    def aggregate(self, node: core.Aggregate, frame: Frame) -> Answer:
        selected = self.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        nothing = self.nothing(node.selection, frame)
        values = [self._of_each(node, item, frame) for item in chosen if node.function != "count"]
        if node.function == "distinct":  # cards of which nobody knows whether they differ
            values = [op.SUITLESS if lacks_suit(value) else value for value in values]
        odd = any(isinstance(value, Item | Absent) for value in values)
        if perhaps or nothing is not None or odd:
            # An item is no value that could be counted or added.
            why = Unknown((Reason("undefined", node.function),)) if odd else None
            return join(*(reason for _, reason in perhaps), nothing, *values, why)
        if node.function == "count":
            return len(chosen)
        found = [value for value in values if not isinstance(value, Item | Absent)]
        return op.by_story(partial(_total, node), found)

    def _of_each(self, node: core.Aggregate, item: Item, frame: Frame) -> Result:
        if node.value is not None:
            return self.value(node.value, frame.at(item))
        assert node.field is not None
        return self.of_item(item, node.field)

    def quantify(self, node: core.Quantify, frame: Frame) -> Truth:
        found = self.picked(node.selection, frame)
        if isinstance(found, Unknown) and self.certain(node.selection, frame):
            return node.quantity == "any"
        if isinstance(found, Unknown):
            return found
        if found is not None:
            return node.quantity == "any"
        nothing = self.nothing(node.selection, frame)
        return nothing if nothing is not None else node.quantity == "no"

    def pick(self, node: core.Pick, frame: Frame) -> Result:
        last, number, counted = node.end == "last", 1, frame
        if node.index is not None:  # the item rests on itself, not on all that was counted
            counted = frame.noting(None)
            at = self.value(node.index, counted)
            if isinstance(at, Unknown):
                return join(at, self.select(node.selection, counted))
            assert isinstance(at, int)
            number = at
        found = self.picked(node.selection, counted, last=last, number=number)
        if isinstance(found, Unknown):
            return found
        if found is not None and frame.seen is not None:
            frame.seen.add(found)
        # Of several kinds one that is not recorded might have come before.
        nothing = self.none_instead(node.selection, frame, found, last=last)
        if nothing is not None:
            return nothing
        return found if found is not None else Absent(" or ".join(node.selection.sources))


def _total(node: core.Aggregate, values: Sequence[Answer]) -> Answer:
    """The sum, the least … of values, if all are known."""
    known = [value for value in values if not isinstance(value, Unknown)]
    if len(known) < len(values):
        return join(*values)
    if node.function == "sum" and node.type == DURATION:
        known = [timedelta(), *known]
    return op.aggregate(node.function, known, node.selection.sources[0])


Meets = Callable[[int, Step], bool]
_Left = tuple[tuple[Step | PatternGroup, int], ...]
"""The rest of a pattern: its parts, each with how often it was taken."""


def leaves(pattern: core.Pattern, count: int, meets: Meets) -> int | None:
    """The index of the first event that does not fit a pattern, `count` where more were needed.

    `meets(index, step)` says whether an event fits a step.  None: all of them fit.
    """
    left = [_untouched(pattern)]
    for index in range(count):
        if not (left := _after(left, index, meets)):
            return index
    return None if any(map(_may_end, left)) else count


def expected(
    pattern: core.Pattern, count: int, meets: Meets
) -> tuple[list[tuple[Step, int]], bool]:
    """The steps that may follow the first `count` events, with how often each was taken just
    before; True where these events may be the last.
    """
    left = [_untouched(pattern)]
    for index in range(count):
        left = _after(left, index, meets)
    ways = dict.fromkeys((step, taken) for own in left for step, taken, _ in _ways(own))
    return list(ways), any(map(_may_end, left))


def _untouched(pattern: core.Pattern) -> _Left:
    return tuple((part, 0) for part in pattern)


def _after(every: list[_Left], index: int, meets: Meets) -> list[_Left]:
    """All that may be left of the pattern behind one more event."""
    ways = (way for left in every for way in _ways(left))
    found = (left for step, _, left in ways if meets(index, step))
    return list({tuple((id(part), taken) for part, taken in left): left for left in found}.values())


def _ways(left: _Left) -> Iterator[tuple[Step, int, _Left]]:
    """The steps that may come next: how often each was taken just before, what is left behind it.

    Of a part that may stand without end it is only told that it has stood often enough.
    """
    for at, (part, taken) in enumerate(left):
        if part.most is None or taken < part.most:
            often = min(taken + 1, part.least) if part.most is None else taken + 1
            again = ((part, often), *left[at + 1 :])
            if isinstance(part, Step):
                yield part, taken, again
            else:
                inside = (way for own in part.alternatives for way in _ways(_untouched(own)))
                yield from ((step, number, (*rest, *again)) for step, number, rest in inside)
        if not _may_end(left[at : at + 1]):
            return


def _may_end(left: _Left) -> bool:
    return all(taken >= part.least or _may_be_empty(part) for part, taken in left)


def _may_be_empty(part: Step | PatternGroup) -> bool:
    inside = part.alternatives if isinstance(part, PatternGroup) else ()
    return part.least == 0 or any(_may_end(_untouched(own)) for own in inside)


class Sequences(Aggregates):
    """Holds the events of a selection against a pattern, or compares each with the one before it by
    some keys.
    """

    def run(self, node: core.Match, frame: Frame) -> tuple[list[Item], int | None] | Unknown:
        """The events of a sequence, and the index of the first that leaves the pattern, if any."""
        selected = self.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        # An event may be missing, or too few to leave the pattern, for want of records.
        nothing = self.nothing(node.selection, frame)
        if perhaps:
            return join(*(why for _, why in perhaps), nothing)
        if self.ties is not None and self.ties.several(chosen):
            return TIED
        unknown: list[Unknown] = []
        left = leaves(node.pattern, len(chosen), self._meets(chosen, frame, False, unknown))
        if left is not None and unknown:
            left = leaves(node.pattern, len(chosen), self._meets(chosen, frame, True, []))
            if left is None:
                return join(*unknown, nothing)
        return nothing if nothing is not None else (chosen, left)

    def _meets(
        self, items: list[Item], frame: Frame, generous: bool, unknown: list[Unknown]
    ) -> Meets:
        def meets(index: int, step: core.Step) -> bool:
            item = items[index]
            if not self.items.comes_from(item, step.kind):
                return False
            truth = True if step.where is None else self.truth(step.where, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
                return generous
            return truth

        return meets

    def meets(self, items: list[Item], frame: Frame) -> Meets:
        """Whether an item of a run fits a step, for messages."""
        return self._meets(items, frame, False, [])

    def against(self, node: core.Goes, frame: Frame) -> OutOfOrder | Unknown | None:
        """The first two items that stand against the order, whatever is in doubt beside them; None
        where all are certain and in order.
        """
        selected = self.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        if self.ties is not None and self.ties.several(chosen):
            return TIED
        unknown = [why for _, why in perhaps]
        before: tuple[Item, list[Answer]] | None = None
        for item in chosen:
            keys = [self.value(key.value, frame.at(item)) for key in node.keys]
            if lost := [key for key in keys if isinstance(key, Unknown)]:
                unknown += lost
                continue
            at = None if before is None else _differ(node, before[1], keys)
            if isinstance(at, Unknown):
                unknown.append(at)
            elif at is not None and before is not None:
                return OutOfOrder(before[0], item, at)
            before = item, keys
        nothing = self.nothing(node.selection, frame)
        return join(*unknown, nothing) if unknown or nothing is not None else None


class OutOfOrder(NamedTuple):
    """Two items that stand against an order, and the number of the key by which they do."""

    before: Item
    item: Item
    key: int


def _differ(node: core.Goes, before: list[Answer], after: list[Answer]) -> int | Unknown | None:
    """The number of the key by which two items stand against the order."""
    comes_first: core.Sign = "<" if node.way == "up" else ">"
    for at, (key, one, other) in enumerate(zip(node.keys, before, after, strict=True)):
        if op.compare("=", one, other) is not True:
            first = op.compare(comes_first, one, other, key.order)
            return first if isinstance(first, Unknown) else None if first else at
    return len(node.keys) - 1 if node.strictly else None


class Intervals(Sequences):
    """Finds the gaps between the intervals of a selection."""

    def gap(self, node: core.Continuous, frame: Frame) -> Event | Unknown | None:
        """The event from which on no interval is open, if there is such a gap."""
        ends = [self.evaluate(end, frame) for end in (node.start, node.end)]
        selected = self.select(node.selection, frame)
        lost = [op.absent(end) if isinstance(end, Absent) else end for end in ends]
        if isinstance(selected, Unknown) or any(isinstance(end, Unknown) for end in lost):
            return join(*lost, selected)
        start, stop = (first_of(end) for end in ends if isinstance(end, Item))
        chosen, perhaps, _ = selected
        spans = [item for item in chosen if isinstance(item, IntervalItem)]
        gap = first_gap(spans, start, stop, node.least)
        if gap is None:
            earlier = [IntervalItem(s.start, s.may_end or s.end, s.until) for s in spans]
            if first_gap(earlier, start, stop, node.least) is not None:
                return join(*(op.may_be_over(span) for span in spans if span.may_end is not None))
            return self._never_closed(node, spans, start, stop)
        if (nothing := self.nothing(node.selection, frame)) is not None:
            return nothing
        both = [*spans, *(item for item, _ in perhaps if isinstance(item, IntervalItem))]
        edges = (event for span in both for event in (span.start, span.end) if event is not None)
        never = untimed(start, stop, *edges)  # the rows of several tables may have no order
        if perhaps:
            gap = first_gap(sorted(both, key=lambda span: span.place), start, stop, node.least)
        doubt = join(*(why for _, why in perhaps if gap is None), never)
        return doubt if doubt.reasons else gap

    def _never_closed(
        self, node: core.Continuous, spans: list[IntervalItem], start: Event, stop: Event
    ) -> Unknown | None:
        """Unknown where the stretch is covered only by intervals whose end is not recorded."""
        open_ended = self.open_ended(node.selection)
        if open_ended is None:
            return None
        closed = [span for span in spans if span.end is not None]
        return None if first_gap(closed, start, stop, node.least) is None else open_ended


def first_gap(spans: list[IntervalItem], start: Event, stop: Event, least: int = 1) -> Event | None:
    """From where on, between two events, fewer intervals are open; None where so many always are.

    An interval that opens at the very moment at which another closes leaves no gap.
    """
    now = start
    while True:
        open_now = [
            span
            for span in spans
            if not later(span.start, now) and (span.end is None or later(span.end, now))
        ]
        if len(open_now) < least:
            return now if later(stop, now) else None
        ends = sorted(
            (span.end for span in open_now if span.end is not None), key=cmp_to_key(_order)
        )
        spare = len(open_now) - least
        if len(ends) <= spare or not later(stop, ends[spare]):
            return None
        now = ends[spare]


def _order(first: Event, second: Event) -> int:
    return int(later(first, second)) - int(later(second, first))


def later(first: Event, second: Event) -> bool:
    """Whether the first event is at a later moment: by time where that tells it, else by place."""
    one, other = first.time, second.time
    if one is None or other is None or op.no_order(one, other) is not None:
        return first.place > second.place
    return one > other
