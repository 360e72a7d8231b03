"""Moments at which enough intervals are open, from one item to another."""

from __future__ import annotations

import numpy as np

from auditor.engine.evaluate.aggregates import Aggregates
from auditor.engine.evaluate.frame import MOST_PAIRS, Evaluator, Frame, absence
from auditor.engine.evaluate.selection import Selector, row_of
from auditor.engine.evaluate.sources import Spans
from auditor.language import core
from auditor.log.store.columns import Columns
from auditor.log.store.keys import pairs
from auditor.log.store.times import shown_twice
from auditor.log.store.vector import (
    DEFER,
    NAIVE,
    Bools,
    Ints,
    NotColumnar,
    Vector,
    codes_where,
    first_of,
    join,
    take,
    whole,
)


class Intervals:
    """Evaluates what is asked of intervals at every moment."""

    def __init__(self, evaluator: Evaluator, selector: Selector, aggregates: Aggregates) -> None:
        self._evaluator, self._selector = evaluator, selector
        self._aggregates = aggregates

    def continuous(self, node: core.Continuous, frame: Frame) -> Vector:
        """Whether enough intervals are open at every moment from one item to another.

        Where it is in doubt which are, or which moment is the earlier, the reference says what
        follows.
        """
        columns, size = self._evaluator.catalog.columns, frame.size
        found = self._selector.select(node.selection, frame)
        spans, part = found.source, found.certain
        if not isinstance(spans, Spans) or int(part.count().sum()) > MOST_PAIRS:
            raise NotColumnar
        ends = [self._evaluator.item_column(end, frame) for end in (node.start, node.end)]
        lost = join(*(absence(end, self._evaluator.reasons) for end in ends), found.unknown)
        of, indexes = pairs(part.low, part.high)
        items = part.items[indexes]
        start, stop = (whole(row_of(end), size) for end in ends)
        closing = spans.ends[items]
        rows = [start, stop, spans.rows[items], closing, np.minimum(closing, spans.may_end[items])]
        owners = np.concatenate([np.arange(size), np.arange(size), of, of, of])
        times, unclear = _in_order(columns, np.concatenate(rows), owners, size)
        begin, over, opened, *closed = np.split(times, np.cumsum([*map(len, rows[:-1])]))
        gap, may_be = (_is_gap(begin, over, (of, opened, own), node.least) for own in closed)
        perhaps = whole(found.uncertainty() != 0, size)
        doubt = np.where(gap, perhaps, may_be | self._is_open_ended(spans)) | unclear
        nothing = self._aggregates.nothing(node.selection, frame)
        unknown = join(codes_where(doubt, DEFER), np.where(gap, nothing, 0))
        return Vector(~gap, first_of(lost, unknown))

    def _is_open_ended(self, spans: Spans) -> bool:
        """Whether the log does not record what closes intervals."""
        end = self._evaluator.program.vocabulary.intervals[spans.label].end
        return not self._evaluator.catalog.is_recorded(end)


_NEVER = 1 << 62


def _in_order(columns: Columns, rows: Ints, owners: Ints, size: int) -> tuple[Ints, Bools]:
    """The times of rows, never for one beyond the log; and their owners of which some times have no
    order: they are missing, are shown twice by the clock, or have an offset where others have none.
    """
    found = columns.fields.get("time")
    if found is None:
        raise NotColumnar
    there = rows < columns.size
    at = np.where(there, rows, 0)
    times = found.vector.at(at)
    naive = np.equal(NAIVE, 0 if times.zone is None else times.zone) & there
    missing = take(found.empty, at) | shown_twice(times)
    unclear = [np.zeros(size, bool) for _ in range(3)]
    for marks, where in zip(unclear, (missing & there, naive, there & ~naive), strict=True):
        marks[owners[where]] = True
    lost, local, elsewhere = unclear
    return np.where(there, times.data, _NEVER), lost | (local & elsewhere)


def _is_gap(begin: Ints, over: Ints, spans: tuple[Ints, Ints, Ints], least: int) -> Bools:
    """The subjects with a moment, from `begin` up to the one at which it is `over`, at which fewer
    of their intervals are open; of each of these the subject, and when it opens and closes.

    Fewer are open only from the beginning on, or from where one closes.
    """
    of, opened, closed = (own[spans[2] > spans[1]] for own in spans)
    inside = (closed > begin[of]) & (closed < over[of])
    owners = np.concatenate([np.flatnonzero(begin < over), of[inside]])
    moments = np.concatenate([begin[begin < over], closed[inside]])
    ranks = np.unique(np.concatenate([moments, opened, closed]), return_inverse=True)[1]
    asked, opens, closes = np.split(ranks, np.cumsum([len(moments), len(of)]))
    scale = len(ranks) + 1
    after = owners * scale + asked
    count = np.zeros(len(after), np.int64)
    for sign, edges in ((1, opens), (-1, closes)):
        count += sign * np.searchsorted(np.sort(of * scale + edges), after, side="right")
    gap = np.zeros(len(begin), bool)
    gap[owners[count < least]] = True
    return gap
