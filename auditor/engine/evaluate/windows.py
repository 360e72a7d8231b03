"""Windows by the clock, as columns: whether the log goes on beyond their ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from auditor.engine.evaluate.frame import Evaluator, Frame, Selected
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.evaluate.selection import Selector
from auditor.judge.operators import NOT_OVER
from auditor.language import core
from auditor.log.store.segments import extremes
from auditor.log.store.vector import (
    DEFER,
    NAIVE,
    Bools,
    Codes,
    NotColumnar,
    Vector,
    codes_where,
    first_of,
    join,
    whole,
)


class Windows:
    """Tells of the windows of selections whether they are over."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector
        self._places: dict[int, core.Selection] = {}  # by the identity of a selection

    def not_over(self, selection: core.Selection, frame: Frame) -> Codes | None:
        """Why items may still come within a window; 0 where none may."""
        return join(*(self._open(selection, window, frame) for window in selection.windows))

    def _open(self, selection: core.Selection, window: core.Window, frame: Frame) -> Codes | None:
        end = self._evaluator.value(window.fits.right, frame)
        place = self._places.setdefault(id(selection), core.place_of(selection))
        found = self._selector.select(place, frame)
        beyond = replace(window.fits, sign=">" if window.side == "after" else "<")
        over = np.zeros(frame.size, bool)
        for there, edges in _edges(found, least=window.side == "before"):
            truth = self._evaluator.compared(beyond, edges, end)
            known = truth.data if truth.unknown is None else truth.data & (truth.unknown == 0)
            over |= there & known
        code = self._evaluator.reasons.code(*NOT_OVER.reasons)
        lost = None if end.unknown is None else whole(end.unknown, frame.size)
        return first_of(lost, codes_where(~over, code))


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
    known = np.ones(size, bool) if times.unknown is None else whole(times.unknown, size) == 0
    if times.unknown is not None and (times.unknown & DEFER).any():
        raise NotColumnar
    data = whole(times.data, size)
    zone = np.zeros(size, np.int64) if times.zone is None else whole(times.zone, size)
    for clock, own in ((NAIVE, zone == NAIVE), (0, zone != NAIVE)):
        if (known & own).any():
            none = _BEYOND if least else -_BEYOND
            values = np.where(known & own, data, none)[part.items]
            edges = extremes(values, part.low, part.high, least=least)
            there = (part.high > part.low) & (edges != none)
            yield there, Vector(np.where(there, edges, 0), None, 1, np.array(clock, np.int64))


_BEYOND = 1 << 62
