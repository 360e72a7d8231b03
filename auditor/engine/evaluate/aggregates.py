"""Values of the items that a selection gives, taken together: counts, sums, quantities, the one
that is picked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from auditor.engine.evaluate.frame import Answer, Evaluator, Frame, Selected, pairs_of
from auditor.engine.evaluate.logic import either, segment_ways, settled
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.selection import Selector
from auditor.judge.operators import NOT_OVER, SUITLESS
from auditor.language import core
from auditor.log.store.keys import Column, Segments, cut, distinct, extremes, joined, sums
from auditor.log.store.times import shown_twice
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    NAIVE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    codes_where,
    each_once,
    first_of,
    join,
    nothing_known,
    whole,
)
from auditor.types import BOOLEAN, CARD
from auditor.values import Reason


class Windows:
    """Tells of the windows of selections whether they are over."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector
        self._places: dict[int, core.Selection] = {}  # by the identity of a selection

    def not_over(self, selection: core.Selection, frame: Frame) -> Codes:
        """Why items may still come within a window; 0 where none may."""
        return join(*(self._open(selection, window, frame) for window in selection.windows))

    def _open(self, selection: core.Selection, window: core.Window, frame: Frame) -> Codes:
        end = self._evaluator.value(window.fits.right, frame)
        place = self._places.setdefault(id(selection), core.place_of(selection))
        found = self._selector.select(place, frame)
        beyond = replace(window.fits, sign=">" if window.side == "after" else "<")
        over = np.zeros(frame.size, bool)
        for there, edges in _edges(found, least=window.side == "before"):
            truth = self._evaluator.compared(beyond, edges, end)
            over |= there & truth.data & truth.known()
        return first_of(end.unknown, self._evaluator.reasons.where(~over, *NOT_OVER.reasons))


def _edges(found: Selected, *, least: bool) -> Iterator[tuple[Bools, Vector]]:
    """The first or the last certain time in the place of each subject, and where there is one: of
    those with an offset, and of those without.
    """
    times = found.source.field("time") if found.source.size else None
    if times is None:
        return
    if isinstance(times, ItemColumn):
        raise NotColumnar
    size, part = found.source.size, found.certain
    if (times.unknown & DEFER).any():
        raise NotColumnar
    known, data = whole(times.known(), size), whole(times.data, size)
    zone = np.zeros(size, np.int64) if times.zone is None else whole(times.zone, size)
    for clock, own in ((NAIVE, zone == NAIVE), (0, zone != NAIVE)):
        if (known & own).any():
            none = _BEYOND if least else -_BEYOND
            values = np.where(known & own, data, none)[part.items]
            edges = extremes(values, part.low, part.high, least=least)
            there = (part.high > part.low) & (edges != none)
            yield there, Vector(np.where(there, edges, 0), CERTAIN, 1, np.array(clock, np.int64))


_BEYOND = 1 << 62


class Aggregates:
    """Evaluates the forms that rest on a selection."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector
        self._windows = Windows(evaluator, selector)

    def aggregate(self, node: core.Aggregate, frame: Frame) -> Vector:
        """How many items are selected, or what a field of them gives together."""
        found = self._selector.select(node.selection, frame)
        besides = join(found.uncertainty(), self.nothing(node.selection, frame))
        if node.function == "count":
            vector = Vector(found.certain.count())
        else:
            values = (
                self._fields(node, found)
                if node.value is None
                else _worked_out(self._evaluator, node, found, frame)
            )
            vector = of_segments(node.function, *values, besides)
        unknown = join(besides, vector.unknown)
        if node.function in ("min", "max"):
            none, what = found.certain.high == found.certain.low, node.selection.sources[0]
            absent = self._evaluator.reasons.where(none, Reason("absent", what))
            unknown = first_of(unknown, absent)
        unknown = first_of(found.unknown, unknown)
        # Where nothing else is unknown.
        cases = vector.cases and vector.cases.where(unknown == DEFER)
        return Vector(vector.data, unknown, vector.scale, vector.zone, cases)

    def nothing(self, selection: core.Selection, frame: Frame) -> Codes:
        """Why nothing follows from the absence of items: not all that is looked for is recorded, or
        a window is not over.
        """
        return join(self._unrecorded(selection), self._windows.not_over(selection, frame))

    def _unrecorded(self, selection: core.Selection) -> Codes:
        code = self._evaluator.catalog.unrecorded(selection.sources)
        return nothing_known(code) if code else CERTAIN

    def _fields(self, node: core.Aggregate, found: Selected) -> tuple[Vector, Ints, Ints]:
        """A field of the items, and from where to where those of each subject stand."""
        assert node.field is not None
        if not found.source.size:
            values: Answer = Vector(np.zeros(0, np.int64))
        else:
            values = found.source.field(node.field)
        if isinstance(values, ItemColumn):
            raise NotColumnar
        if node.function == "distinct":
            values = self._told_apart(values, found.source, node.field)
        part, values = found.certain, values.filled_up(found.source.size)
        return values.at(part.items), part.low, part.high

    @staticmethod
    def _told_apart(values: Vector, source: Relation, field: str) -> Vector:
        """The values of a field; a card without its suit is not known."""
        if not source.size:
            return values
        vague = source.log.reasons.where(source.suitless(field), *SUITLESS.reasons)
        unknown = first_of(values.unknown, vague)
        return Vector(values.data, unknown, values.scale, values.zone)

    def quantify(self, node: core.Quantify, frame: Frame) -> Vector:
        """Whether any item is selected, or none."""
        found = self._selector.select(node.selection, frame)
        some = found.certain.high > found.certain.low
        unknown = join(found.uncertainty(), self.nothing(node.selection, frame))
        if unknown is not CERTAIN:
            unknown = np.where(some, 0, unknown)
        unknown = first_of(found.unknown, unknown)
        return Vector(some if node.quantity == "any" else ~some, unknown)

    def goes(self, node: core.Goes, frame: Frame) -> Vector:
        """Whether items go up or down by some keys: each beside the one before it of which all keys
        are known.
        """
        found = self._selector.select(node.selection, frame)
        false, unknown = np.zeros(frame.size, bool), np.zeros(frame.size, np.int64)
        for of, _, beside in pairs_of(found.source, found.certain, frame):
            keys = [self._evaluator.value(key.value, beside) for key in node.keys]
            lost = whole(join(*(key.unknown for key in keys)), len(of))
            np.bitwise_or.at(unknown, of, lost)
            told = np.flatnonzero(lost == 0)
            next_to = of[told[1:]] == of[told[:-1]]
            one, other = told[:-1][next_to], told[1:][next_to]
            truth = self._ascends(node, [(key.at(one), key.at(other)) for key in keys])
            mine = of[other]
            np.bitwise_or.at(unknown, mine, truth.unknown)
            false[mine[whole(~truth.data & truth.known(), len(mine))]] = True
        doubt = join(found.uncertainty(), self.nothing(node.selection, frame))
        # What only the reference knows may lie between two items.
        unknown = np.where(false, unknown & DEFER, unknown | doubt)
        return Vector(~false, first_of(found.unknown, unknown))

    def _ascends(self, node: core.Goes, keys: list[tuple[Vector, Vector]]) -> Vector:
        """Whether of two neighbours the first comes before the second."""
        total = Vector(np.array(not node.strictly))
        for key, sides in zip(reversed(node.keys), reversed(keys), strict=True):
            same = self._evaluator.compared(node.compared(key, same=True), *sides)
            first = self._evaluator.compared(node.compared(key, same=False), *sides)
            then = either(same, total, first, BOOLEAN)
            assert isinstance(then, Vector)
            total = then
        return total

    def pick(self, node: core.Pick, frame: Frame) -> ItemColumn:
        """The first item that is selected, the last, or the one at a place among them."""
        found = self._selector.select(node.selection, frame)
        part = found.certain
        index: Vector | None = None
        if node.index is not None:
            index = self._evaluator.value(node.index, frame)
            at = part.low + index.data - 1
            there = (index.data > 0) & (at < part.high)
        else:
            at = part.high - 1 if node.end == "last" else part.low
            there = part.high > part.low
        at = np.where(there, at, 0)
        items = (
            np.where(there, part.items.take(at), -1) if len(part.items) else np.full(frame.size, -1)
        )
        unknown = CERTAIN
        if found.partial_key or found.uncertain:
            unknown = self._picked_instead(node, found, items, index)
        not_over = self._windows.not_over(node.selection, frame)
        outside = "before" if node.end == "last" else "after"
        if not_over is not CERTAIN and all(w.side == outside for w in node.selection.windows):
            not_over = np.where(items >= 0, 0, not_over)  # what comes is not picked instead
        unknown = join(unknown, self._unrecorded(node.selection), not_over)
        nowhere = join(CERTAIN if index is None else index.unknown, found.unknown)
        unknown = first_of(nowhere, unknown)
        return ItemColumn(found.source, items, unknown, " or ".join(node.selection.sources))

    def _picked_instead(
        self, node: core.Pick, found: Selected, items: Ints, index: Vector | None
    ) -> Codes:
        """The reasons of items that may have to be picked instead.

        Of items that begin with the same row those come first that stand first in the source; of
        one whose keys are not recorded that is not known, and it may be picked instead.
        """
        rows = found.source.rows
        picked, there = np.maximum(items, 0), items >= 0
        row = rows.take(picked) if len(rows) else picked
        beyond = found.source.size + self._evaluator.catalog.columns.size  # after all of them

        def before(part: Segments, order: Ints, limit: Ints, *, after: bool, upto: bool) -> Codes:
            limit = np.where(there, limit, -1 if after else beyond)
            edge = cut(order.take(part.items), part.low, part.high, limit, after=after or upto)
            low, high = (edge, part.high) if after else (part.low, edge)
            return replace(part, low=low, high=np.maximum(low, high)).reasons()

        if index is not None:
            parts = (*found.partial_key, *found.uncertain)
            unknown = join(*(before(part, rows, row, after=False, upto=False) for part in parts))
            return np.where(index.data > 0, unknown, 0)
        last = node.end == "last"
        places = np.arange(found.source.size)
        return join(
            *(before(part, places, picked, after=last, upto=False) for part in found.uncertain),
            *(before(part, rows, row, after=last, upto=True) for part in found.partial_key),
        )


def _worked_out(
    evaluator: Evaluator, node: core.Aggregate, found: Selected, frame: Frame
) -> tuple[Vector, Ints, Ints]:
    """Values that are worked out for each item beside its subject, and from where to where those of
    each subject stand.
    """
    value = node.value
    assert value is not None
    if value.type == CARD:  # one without its suit is not known
        raise NotColumnar
    parts = [
        evaluator.value(value, beside).filled_up(len(of))
        for of, _, beside in pairs_of(found.source, found.certain, frame)
    ]
    if len({own.scale for own in parts}) > 1 or any(own.zone is not None for own in parts):
        raise NotColumnar
    count = found.certain.count()
    high = np.cumsum(count)
    if len(parts) == 1:
        return parts[0], high - count, high
    none = np.zeros(0, np.int64)
    data = np.concatenate([own.data for own in parts] or [none])
    unknown = np.concatenate([whole(own.unknown, len(own.data)) for own in parts] or [none])
    return Vector(data, unknown, parts[0].scale if parts else 1), high - count, high


def of_segments(function: str, values: Vector, low: Ints, high: Ints, besides: Codes) -> Vector:
    """The values of each segment taken together, in each story that they rest on; where there are
    reasons `besides`, no story would make it known, and all reasons are told.
    """
    if values.cases is None:
        return _together(function, values, low, high)
    ways = segment_ways(values, low, high)
    told = _together(function, ways.values, np.append(low, ways.low), np.append(high, ways.high))
    found = ways.collapsed(told, len(low))
    every = joined(settled(values).unknown, low, high)
    found.unknown = np.where(besides != 0, every, found.unknown)
    found.cases = found.cases and found.cases.where(whole(besides == 0, len(low)))
    return found


def _together(function: str, values: Vector, low: Ints, high: Ints) -> Vector:
    """The sum of each segment, the number of different values, the least or the greatest."""
    data, unknown, zone = values.data, CERTAIN, values.zone
    if values.unknown is not CERTAIN:
        unknown = joined(whole(values.unknown, len(data)), low, high)
        data = np.where(values.unknown != 0, 0, data)
    if function == "sum":
        return Vector(sums(data, low, high), unknown, values.scale)
    if function == "distinct":
        told_apart = data.astype(np.int64)
        if zone is not None:
            told_apart = np.where(zone == NAIVE, data + (1 << 61), data)
        return Vector(distinct(Column(told_apart), low, high), unknown)
    if zone is not None and len(each_once(zone)) > 1:
        raise NotColumnar
    result = extremes(data.astype(np.int64), low, high, least=function == "min")
    clock = zone[:1].reshape(()) if zone is not None and len(zone) else None
    found = Vector(result, unknown, values.scale, clock)
    if clock is not None and (twice := shown_twice(found)).any():
        found.unknown = first_of(unknown, codes_where(twice, DEFER))
    return found
