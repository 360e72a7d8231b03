"""Intervals at a moment: whether one is open then, as far as the log tells what closes it."""

from __future__ import annotations

from datetime import datetime, timedelta

from auditor.judge.any_order import TIED, AnyOrder
from auditor.judge.clock import no_order
from auditor.judge.frame import Evaluator, Frame, Truth
from auditor.judge.items import Item, Items, events_of
from auditor.judge.operators import UNREADABLE, may_be_over, not_recorded, operate
from auditor.judge.pairing import IntervalItem
from auditor.language import core
from auditor.log.event import Event
from auditor.values import Reason, Unknown, join


class OpenSpans:
    """Says of the intervals of one log whether they are open."""

    def __init__(
        self,
        program: core.Program,
        items: Items,
        evaluator: Evaluator,
        any_order: AnyOrder | None = None,
    ) -> None:
        self._program, self._items, self._evaluator = program, items, evaluator
        self._any_order = any_order

    def open_ended(self, selection: core.Selection) -> Unknown | None:
        """Unknown where the log does not record what closes the intervals looked for."""
        intervals = self._program.vocabulary.intervals
        ends = dict.fromkeys(intervals[source].end for source in selection.sources)
        kinds = tuple(end for end in ends if end is not None and not self._items.is_recorded(end))
        return not_recorded(kinds) if kinds else None

    def open_at(self, item: Item, selection: core.Selection, frame: Frame) -> Truth:
        """Whether an interval is open at the moments that the selection names."""
        unknown: list[Unknown] = []
        for side, node in selection.bounds:
            if side != "at":
                continue
            intervals = [self._program.vocabulary.intervals[source] for source in selection.sources]
            moment = self._evaluator.evaluate(node, frame)
            assert isinstance(item, IntervalItem)
            assert isinstance(moment, Item)
            ends = [own for own in (item.start, item.end, item.may_end) if own is not None]
            any_order = self._any_order
            if any_order is not None and any(any_order.apart(moment, own) for own in ends):
                unknown.append(TIED)
                continue
            if moment.place < item.place:
                return False
            if item.lasts is not None:
                lasting = _lasts(item.start, item.lasts, events_of(moment)[0])
                if lasting is False:
                    return False
                unknown += [] if lasting is True else [lasting]
                continue
            if item.end is not None and item.end.place <= moment.place:
                return False
            if item.may_end is not None and item.may_end.place <= moment.place:
                unknown.append(may_be_over(item))
                continue
            if item.end is not None:
                continue
            kinds = dict.fromkeys(own.end for own in intervals if own.start == item.start.kind)
            known = tuple(end for end in kinds if end is not None)
            lost = tuple(end for end in known if not self._items.is_recorded(end))
            unknown += [not_recorded(lost)] if lost else []
        return join(*unknown) if unknown else True


def _lasts(start: Event, lasts: timedelta, moment: Event) -> Truth:
    """Whether what an event opens for some time is still open at another."""
    begun, now = start.time, moment.time
    if begun is None or now is None:
        gaps = [event for event in (start, moment) if event.time is None]
        empty = Unknown((Reason("empty", "time"),))
        return join(*(UNREADABLE if "time" in event.lost else empty for event in gaps))
    end = operate("+", [begun, lasts])
    if isinstance(end, Unknown):
        return end
    assert isinstance(end, datetime)
    why = no_order(now, end)
    return why if why is not None else now < end
