"""Stretches of time: whether between two events something is always open."""

from __future__ import annotations

import numpy as np

from auditor.engine.evaluate.frame import Evaluator
from auditor.engine.evaluate.selected import Selected
from auditor.engine.evaluate.spans import Spans
from auditor.engine.store.columns import Columns
from auditor.engine.store.encoding import as_key
from auditor.engine.store.local_time import shown_twice
from auditor.engine.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    each_once,
    first_of,
)
from auditor.language import core

_NEVER = 1 << 62


def continuous(
    evaluator: Evaluator,
    node: core.Continuous,
    found: Selected,
    rows: list[Ints],
    unknown: Codes | None,
) -> Vector:
    """Whether from one row to another, by their times, some interval selected is open.

    Left to the reference where times that it hangs on are missing or cannot be compared, and where
    it is not certain which intervals are selected.
    """
    spans = found.source
    if not isinstance(spans, Spans):
        raise NotColumnar
    moments, empty = _moments(evaluator.catalog.columns)
    nothing = evaluator.catalog.unrecorded(node.selection.sources)
    end = evaluator.program.vocabulary.intervals[spans.label].end
    assert end is not None
    open_ended = (
        0 if evaluator.catalog.is_recorded(end) else evaluator.catalog.not_recorded({end: None})
    )
    opens = moments[spans.rows]
    # Where the clock goes back between its rows, an interval is never open.
    closes = np.maximum(moments[spans.ends], opens)
    holds = np.ones(found.size, bool)
    codes = np.zeros(found.size, np.int64)
    uncertain = found.uncertainty()
    part = found.certain
    for at in range(found.size):
        own = part.items[part.low[at] : part.high[at]]
        start, stop = moments[rows[0][at]], moments[rows[1][at]]
        holds[at] = _covered(opens[own], closes[own], start, stop, node.least)
        ends = [spans.rows[own], spans.ends[own], rows[0][at : at + 1], rows[1][at : at + 1]]
        if empty[np.concatenate(ends)].any():
            codes[at] = DEFER
        elif not holds[at] and nothing:
            codes[at] = nothing
        elif (not holds[at] and uncertain is not None and uncertain[at]) or (
            holds[at] and (spans.may_end[own] < spans.ends[own]).any()
        ):
            codes[at] = DEFER
        elif holds[at] and open_ended:
            shut = own[spans.closed[own]]
            if not _covered(opens[shut], closes[shut], start, stop, node.least):
                codes[at] = open_ended
    return Vector(holds, first_of(unknown, codes if codes.any() else None))


def _moments(columns: Columns) -> tuple[Ints, Bools]:
    """The times of all rows as numbers, and the rows that have none; behind them that of what never
    comes.
    """
    times = columns.fields.get("time")
    if times is None:
        raise NotColumnar
    moments = as_key(times.vector)
    empty = np.zeros(len(moments), bool) if times.empty is None else times.empty
    told = np.flatnonzero(~empty)
    if times.vector.zone is not None and len(each_once(moments[told] < _NEVER // 4)) > 1:
        raise NotColumnar
    if shown_twice(times.vector.at(told)).any():
        raise NotColumnar
    return np.append(moments, _NEVER), np.append(empty, False)


def _covered(opens: Ints, closes: Ints, start: int, stop: int, least: int) -> bool:
    """Whether so many stretches, each without its end, hold every moment from start to stop."""
    if start >= stop:
        return True
    falls = np.append(closes[(closes > start) & (closes < stop)], start)
    opened = np.searchsorted(np.sort(opens), falls, side="right")
    closed = np.searchsorted(np.sort(closes), falls, side="right")
    return bool((opened - closed >= least).all())
