"""What the items that a selection gives are worth together: counts, sums, quantities, the one
that is picked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.evaluate.frame import Answer, Evaluator, Frame
from auditor.engine.evaluate.relations import ItemColumn, NotColumnar
from auditor.engine.evaluate.selection import MOST_PAIRS, Selector
from auditor.engine.index.keys import Column
from auditor.engine.index.reductions import distinct, extremes, sums
from auditor.engine.index.segments import Segments, Selected, blocks, cut, pairs
from auditor.engine.store.vector import (
    DEFER,
    NAIVE,
    Bools,
    Codes,
    Ints,
    Vector,
    each_once,
    first_of,
    span_codes,
    whole,
)
from auditor.language import core
from auditor.values import Reason


class Aggregates:
    """Works out what selections are worth."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector

    def aggregate(self, node: core.Aggregate, frame: Frame) -> Vector:
        """How many items are selected, or what a field of them gives together."""
        found = self._selector.select(node.selection, frame)
        nothing = self._evaluator.catalog.unrecorded(node.selection.sources)
        vector = self._total(node, found)
        inner = vector.unknown
        if nothing:
            inner = np.full(frame.size, nothing, np.int32)
        unknown = first_of(found.unknown, found.perhaps(self._evaluator.reasons), inner)
        return Vector(vector.data, unknown, vector.scale, vector.zone)

    def _total(self, node: core.Aggregate, found: Selected) -> Vector:
        part = found.certain
        if node.function == "count":
            return Vector(part.count())
        assert node.field is not None
        if not found.source.size:
            values: Answer = Vector(np.zeros(0, np.int64))
        else:
            values = found.source.field(node.field)
        if isinstance(values, ItemColumn):
            raise NotColumnar
        data = whole(values.data, found.source.size)[part.items]
        unknown = None
        if values.unknown is not None:
            codes = whole(values.unknown, found.source.size)[part.items]
            unknown = span_codes(codes, part.low, part.high)
            data = np.where(codes != 0, 0, data)
        if node.function == "sum":
            return Vector(sums(data, part.low, part.high), unknown, values.scale)
        zone = None if values.zone is None else whole(values.zone, found.source.size)[part.items]
        if node.function == "distinct":
            column = Column(
                np.where(zone == NAIVE, data + (1 << 61), data)
                if zone is not None
                else data.astype(np.int64)
            )
            return Vector(distinct(column, part.low, part.high), unknown)
        if zone is not None and len(each_once(zone)) > 1:
            raise NotColumnar
        empty = part.high == part.low
        if empty.any():
            reason = Reason("absent", node.selection.sources[0])
            unknown = self._evaluator.reasons.instead(unknown, empty, reason)
        result = extremes(data.astype(np.int64), part.low, part.high, least=node.function == "min")
        clock = zone[:1].reshape(()) if zone is not None and len(zone) else None
        return Vector(result, unknown, values.scale, clock)

    def quantify(self, node: core.Quantify, frame: Frame) -> Vector:
        """Whether any item is selected, or none."""
        found = self._selector.select(node.selection, frame)
        some = found.certain.high > found.certain.low
        perhaps = found.perhaps(self._evaluator.reasons, loose_first=False)
        nothing = self._evaluator.catalog.unrecorded(node.selection.sources)
        none = np.full(frame.size, nothing, np.int32) if nothing else None
        unknown = first_of(perhaps, none)
        if unknown is not None:
            unknown = np.where(some, 0, unknown).astype(np.int32)
        unknown = first_of(found.unknown, unknown)
        return Vector(some if node.quantity == "any" else ~some, unknown)

    def every(self, node: core.Every, frame: Frame) -> Vector:
        """Whether all items that are selected have something."""
        found = self._selector.select(node.selection, frame)
        false, unknown = self._all_have(node, found, found.certain, frame)
        for part in [
            *found.partial_key,
            *([found.uncertain] if found.uncertain is not None else []),
        ]:
            holds = self._perhaps_have(node, found, part, frame)
            unknown = self._evaluator.reasons.join([unknown, holds])
        nothing = self._evaluator.catalog.unrecorded(node.selection.sources)
        if nothing:
            unknown = self._evaluator.reasons.join(
                [unknown, np.full(frame.size, nothing, np.int32)]
            )
        if unknown is not None:
            unknown = np.where(false, 0, unknown).astype(np.int32)
        return Vector(~false, first_of(found.unknown, unknown))

    def _all_have(
        self, node: core.Every, found: Selected, part: Segments, frame: Frame
    ) -> tuple[Bools, Codes | None]:
        """Where some item lacks what is asked; elsewhere why that is not known."""
        false = np.zeros(frame.size, bool)
        unknown = np.zeros(frame.size, np.int32)
        for of, items in _beside(part):
            beside = frame.beside(of, ItemColumn(found.source, items, None, found.source.label))
            holds, codes = self._evaluator.truth(node.has, beside)
            lacks = ~holds if codes is None else ~holds & (codes == 0)
            false[of[lacks]] = True
            if codes is not None:
                self._note(unknown, of, codes)
        return false, unknown if unknown.any() else None

    def _perhaps_have(
        self, node: core.Every, found: Selected, part: Segments, frame: Frame
    ) -> Codes | None:
        """The reasons of items that may belong, where they lack what is asked."""
        unknown = np.zeros(frame.size, np.int32)
        assert part.codes is not None
        for block in blocks(part.low, part.high, MOST_PAIRS):
            of, indexes = pairs(part.low[block], part.high[block])
            of, items = of + block.start, part.items[indexes]
            beside = frame.beside(of, ItemColumn(found.source, items, None, found.source.label))
            holds, codes = self._evaluator.truth(node.has, beside)
            own = np.broadcast_to(part.codes, part.items.shape)[indexes]
            if codes is not None:
                own = np.where(codes == DEFER, DEFER, own)
            self._note(unknown, of[~holds], own[~holds])
        return unknown if unknown.any() else None

    @staticmethod
    def _note(unknown: Codes, of: Ints, codes: Codes) -> None:
        """Adds the reasons of pairs to their subjects; where they differ the reference is asked."""
        lost = codes != 0
        of, codes = of[lost], codes[lost]
        before = unknown[of]
        unknown[of] = codes
        differs = (unknown[of] != codes) | ((before != 0) & (before != codes))
        unknown[of[differs]] = DEFER

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
        unknown = None
        if found.partial_key or found.uncertain is not None:
            unknown = self._instead(node, found, items, index)
        if nothing := self._evaluator.catalog.unrecorded(node.selection.sources):
            unknown = first_of(unknown, np.full(frame.size, nothing, np.int32))
        unknown = first_of(found.unknown, unknown)
        if index is not None and index.unknown is not None:
            unknown = first_of(whole(index.unknown, frame.size), unknown)
        return ItemColumn(found.source, items, unknown, " or ".join(node.selection.sources))

    def _instead(
        self, node: core.Pick, found: Selected, items: Ints, index: Vector | None
    ) -> Codes | None:
        """The reasons of items that may have to be picked instead.

        Of items that begin with the same row those come first that stand first in the source; of
        one whose keys are not recorded that is not told, and it may be picked instead.
        """
        rows = found.source.rows
        picked, there = np.maximum(items, 0), items >= 0
        row = rows.take(picked) if len(rows) else picked
        beyond = found.source.size + self._evaluator.catalog.columns.size  # after all of them

        def said(part: Segments, order: Ints, limit: Ints, *, after: bool, upto: bool) -> Codes:
            limit = np.where(there, limit, -1 if after else beyond)
            edge = cut(order.take(part.items), part.low, part.high, limit, after=after or upto)
            low, high = (edge, part.high) if after else (part.low, edge)
            return Segments(part.items, low, np.maximum(low, high), part.codes).said()

        last = node.end == "last" and index is None
        uncertain = [] if found.uncertain is None else [found.uncertain]
        if index is not None:
            parts = [*found.partial_key, *uncertain]
            codes = [said(part, rows, row, after=False, upto=False) for part in parts]
        else:
            places = np.arange(found.source.size)
            codes = [said(part, places, picked, after=last, upto=False) for part in uncertain]
            codes += [said(part, rows, row, after=last, upto=True) for part in found.partial_key]
        unknown = self._evaluator.reasons.join(codes)
        if unknown is not None and index is not None:
            unknown = np.where(index.data > 0, unknown, 0).astype(np.int32)
        return unknown


def _beside(part: Segments) -> Sequence[tuple[Ints, Ints]]:
    """Subjects and their items, so many at a time as may be held at once."""
    result = []
    for block in blocks(part.low, part.high, MOST_PAIRS):
        of, indexes = pairs(part.low[block], part.high[block])
        result.append((of + block.start, part.items[indexes]))
    return result
