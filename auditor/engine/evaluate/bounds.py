"""Bounds of selections: between which rows of the log each subject looks."""

from __future__ import annotations

import numpy as np

from auditor.engine.evaluate.frame import Evaluator, Frame
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.store.vector import Bools, Codes, Ints, first_of, join, whole
from auditor.language import core
from auditor.values import Reason


def bounds_of(
    evaluator: Evaluator, selection: core.Selection, frame: Frame
) -> tuple[Ints | None, Ints | None, Codes | None]:
    """The rows low ≤ row < high between which each subject looks."""
    low: Ints | None = None
    high: Ints | None = None
    unknown: Codes | None = None
    for side, node in selection.bounds:
        rows, there, lost = _moment(evaluator, side, node, frame)
        unknown = join(unknown, lost)
        if side in ("before", "until"):
            rows = rows if there is None else np.where(there, rows, evaluator.catalog.columns.size)
            high = rows if high is None else np.minimum(high, rows)
        elif side != "at":
            rows = rows + 1 if there is None else np.where(there, rows + 1, 0)
            low = rows if low is None else np.maximum(low, rows)
    size = frame.size
    return (
        None if low is None else whole(low, size),
        None if high is None else whole(high, size),
        unknown if unknown is None or unknown.any() else None,
    )


def _moment(
    evaluator: Evaluator, side: str, node: core.Expression, frame: Frame
) -> tuple[Ints, Bools | None, Codes | None]:
    """The row of a bound for each subject, where there is one (None for everywhere), and why
    that is not known.
    """
    if isinstance(node, core.Subject):
        return frame.rows(), None, None
    moment = evaluator.item_column(node, frame)
    there = moment.at >= 0
    lost = None if moment.unknown is None else whole(moment.unknown, frame.size)
    if side not in ("since", "until"):
        absent = evaluator.reasons.code(Reason("absent", moment.what))
        lost = first_of(lost, whole(np.where(there, 0, absent), frame.size))
    return row_of(moment), there, lost


def row_of(moment: ItemColumn) -> Ints:
    """The rows that speak for items; of one that is absent the row means nothing."""
    if not moment.source.size:
        return np.zeros(moment.at.shape, np.int64)
    return moment.source.rows.take(np.maximum(moment.at, 0))
