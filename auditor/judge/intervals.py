"""Stretches of time: from where on, between two events, nothing is open."""

from __future__ import annotations

from functools import cmp_to_key

from auditor.judge.frame import Evaluator, Frame
from auditor.judge.items import Absent, Item, events_of, later
from auditor.judge.operators import absent, may_be_over
from auditor.judge.pairing import IntervalItem
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.log.event import Event
from auditor.values import Unknown, join


class Intervals:
    """Finds the gaps between the intervals of a selection."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector

    def gap(self, node: core.Continuous, frame: Frame) -> Event | Unknown | None:
        """The event from which on no interval is open, if there is such a gap."""
        ends = [self._evaluator.evaluate(end, frame) for end in (node.start, node.end)]
        selected = self._selector.select(node.selection, frame)
        lost = [absent(end) if isinstance(end, Absent) else end for end in ends]
        if isinstance(selected, Unknown) or any(isinstance(end, Unknown) for end in lost):
            return join(*lost, selected)
        start, stop = (events_of(end)[0] for end in ends if isinstance(end, Item))
        chosen, perhaps, _ = selected
        spans = [item for item in chosen if isinstance(item, IntervalItem)]
        gap = first_gap(spans, start, stop, node.least)
        if gap is None:
            earlier = [IntervalItem(s.start, s.may_end or s.end) for s in spans]
            if first_gap(earlier, start, stop, node.least) is not None:
                return join(*(may_be_over(span) for span in spans if span.may_end is not None))
            return self._never_closed(node, spans, start, stop)
        if (nothing := self._selector.nothing(node.selection)) is not None:
            return nothing
        if not perhaps:
            return gap
        both = [*spans, *(item for item, _ in perhaps if isinstance(item, IntervalItem))]
        sure = first_gap(sorted(both, key=lambda span: span.place), start, stop, node.least)
        return sure if sure is not None else join(*(why for _, why in perhaps))

    def _never_closed(
        self, node: core.Continuous, spans: list[IntervalItem], start: Event, stop: Event
    ) -> Unknown | None:
        """Unknown where the stretch is covered only by intervals whose end is not recorded."""
        open_ended = self._selector.spans.open_ended(node.selection)
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
