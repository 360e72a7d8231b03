"""The law in force for each subject: the day that counts, and the parameters of that day."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.elementwise import Elementwise
from auditor.engine.evaluate.frame import Frame
from auditor.engine.store.encoding import vector_of
from auditor.engine.store.local_time import day_number
from auditor.engine.store.vector import Vector, codes_where, first_of, nothing_known
from auditor.language import core
from auditor.types import BOOLEAN
from auditor.values import Reason, Value


class LawInForce:
    """Tells the day whose law applies, and what a parameter is on that day."""

    def __init__(
        self, catalog: Catalog, elementwise: Elementwise, params: Mapping[str, Value]
    ) -> None:
        self._catalog, self._elementwise, self._params = catalog, elementwise, params

    def parameter(self, node: core.Parameter, frame: Frame) -> Vector:
        """The value given for this audit, else the one in force on the day of the subject."""
        param = self._catalog.program.params[node.name]
        if node.name in self._params:
            return self._elementwise.literal(self._params[node.name], param.type)
        values = param.values
        if not values:
            lost = nothing_known(self._catalog.reasons.code(Reason("given", node.name)))
            return Vector(np.zeros((), bool if param.type == BOOLEAN else np.int64), lost)
        if len(values) == 1 and values[0][0] is None:
            return self._elementwise.literal(values[0][1], param.type)
        days = self.days(frame)
        vectors = vector_of(
            [value for _, value in values], param.type, self._catalog.columns.lexicons
        )
        starts = [(day_number(s) if s is not None else -(1 << 40)) for s, _ in values]
        # The last that began, in the order in which they are written.
        which = np.full(np.shape(days.data), -1, np.int64)
        for at, start in enumerate(starts):
            which = np.where(days.data >= start, at, which)
        none = codes_where(which < 0, self._catalog.reasons.code(Reason("law", node.name)))
        found = vectors.at(np.maximum(which, 0))
        return Vector(found.data, first_of(days.unknown, none), found.scale, found.zone)

    def days(self, frame: Frame) -> Vector:
        """The day whose law applies to each subject."""
        if frame.parent is not None and frame.of is not None:
            return self.days(frame.parent).at(frame.of)
        if frame.days is None:
            frame.days = self._days(frame)
        return frame.days

    def _days(self, frame: Frame) -> Vector:
        """The day on which the scope of the law opened; without a time there, the subject's own."""
        rows = frame.rows()
        times = self._catalog.columns.fields.get("time")
        code = self._catalog.reasons.code(Reason("empty", "time"))
        if times is None:
            return Vector(np.zeros(len(rows), np.int64), np.full(len(rows), code))
        own = self._catalog.local_days
        assert own is not None
        days = own[rows]
        lost = np.zeros(len(rows), bool) if times.empty is None else times.empty[rows]
        opening = self._catalog.opening(frame.source, frame.at)
        if opening is not None:
            days = np.where(opening >= 0, own[opening], days)
            lost = lost & (opening < 0)
        return Vector(days, codes_where(lost, code))
