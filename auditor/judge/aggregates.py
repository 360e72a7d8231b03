"""Values of selections: counts and sums, whether any or all fit, and the item that is picked."""

from __future__ import annotations

from datetime import timedelta

from auditor.judge.fields import Fields
from auditor.judge.frame import Evaluator, Frame, Result, Truth
from auditor.judge.items import Absent, Item
from auditor.judge.operators import SUITLESS, aggregate
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.types import DURATION
from auditor.values import Answer, Reason, Unknown, join, lacks_suit


class Aggregates:
    """Works out what a selection amounts to, where some of its items are not certain too."""

    def __init__(self, evaluator: Evaluator, fields: Fields, selector: Selector) -> None:
        self._evaluator, self._fields, self._selector = evaluator, fields, selector

    def aggregate(self, node: core.Aggregate, frame: Frame) -> Answer:
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        nothing = self._selector.nothing(node.selection)
        field = node.field
        values = [] if field is None else [self._fields.of_item(item, field) for item in chosen]
        if node.function == "distinct":  # cards of which nobody knows whether they differ
            values = [SUITLESS if lacks_suit(value) else value for value in values]
        known = [v for v in values if not isinstance(v, Unknown | Item | Absent)]
        if perhaps or nothing is not None or len(known) < len(values):
            # An item is no value that could be counted or added.
            odd = any(isinstance(value, Item | Absent) for value in values)
            why = Unknown((Reason("undefined", node.function),)) if odd else None
            return join(*(own for _, own in perhaps), nothing, *values, why)
        if node.function == "count":
            return len(chosen)
        if node.function == "sum" and node.type == DURATION:
            known = [timedelta(), *known]
        return aggregate(node.function, known, node.selection.sources[0])

    def quantify(self, node: core.Quantify, frame: Frame) -> Truth:
        found = self._selector.nearest(node.selection, frame, last=False)
        if isinstance(found, Unknown) and self._selector.any_certain(node.selection, frame):
            return node.quantity == "any"
        if isinstance(found, Unknown):
            return found
        if found is not None:
            return node.quantity == "any"
        nothing = self._selector.nothing(node.selection)
        return nothing if nothing is not None else node.quantity == "no"

    def every(self, node: core.Every, frame: Frame) -> Truth:
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, crowd = selected
        unknown: list[Unknown] = []
        for item in chosen:
            truth = self._evaluator.truth(node.has, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif not truth:
                return False
        for item, why in perhaps:
            if crowd or self._evaluator.truth(node.has, frame.at(item)) is not True:
                unknown.append(why)
        nothing = self._selector.nothing(node.selection)
        return join(*unknown, nothing) if unknown or nothing is not None else True

    def pick(self, node: core.Pick, frame: Frame) -> Result:
        if node.index is None:
            found = self._selector.nearest(node.selection, frame, last=node.end == "last")
        else:
            found = self._selector.nth(node.selection, node.index, frame)
        if isinstance(found, Unknown):
            return found
        # Of several kinds one that is not recorded might have come before.
        nothing = self._selector.nothing(node.selection)
        if nothing is not None:
            return nothing
        return found if found is not None else Absent(" or ".join(node.selection.sources))
