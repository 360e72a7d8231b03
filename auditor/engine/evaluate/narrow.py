"""Conditions on subject and item together: each item that a subject may select is looked at."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from auditor.engine.evaluate.bounds import row_of
from auditor.engine.evaluate.frame import Evaluator, Frame
from auditor.engine.evaluate.logic import all_of
from auditor.engine.evaluate.relations import Relation
from auditor.engine.evaluate.selected import Selected, pairs_of
from auditor.engine.evaluate.spans import Spans
from auditor.engine.index.segments import Segments, cut
from auditor.engine.store.vector import Ints, NotColumnar, Vector, first_of, join, whole
from auditor.language import core

BEYOND_PAIRS = 400_000_000
"""With more pairs than these no column is quicker than the reference, item by item."""


def narrowed(
    evaluator: Evaluator, found: Selected, selection: core.Selection, frame: Frame
) -> Selected:
    """The selection without the items that do not fit beside their subjects."""
    certain = found.certain
    if isinstance(found.source, Spans):
        certain = _opened(evaluator, found.source, certain, selection, frame)
    asked = [part.apart(found.crowd)[0] for part in found.partial_key]
    if any(_total(part) > BEYOND_PAIRS for part in (certain, *asked)):
        raise NotColumnar
    kept, doubted = _beside(evaluator, found.source, certain, selection, frame)

    def in_doubt(part: Segments) -> list[Segments]:
        asked, crowd = part.apart(found.crowd)
        lost = _beside(evaluator, found.source, asked, selection, frame)[1]
        return lost if crowd is None else [*lost, crowd]

    partial_key = [some for part in found.partial_key for some in in_doubt(part)]
    doubted += (some for part in found.uncertain for some in in_doubt(part))
    return replace(found, certain=kept, partial_key=partial_key, uncertain=doubted)


def _opened(
    evaluator: Evaluator, spans: Spans, found: Segments, selection: core.Selection, frame: Frame
) -> Segments:
    """Leaves out intervals that open after the moment asked for: they stand at the end."""
    high = found.high
    for side, node in selection.bounds:
        if side == "at":
            moment = evaluator.item_column(node, frame)
            rows = whole(row_of(moment), frame.size)
            opening = spans.rows[found.items]
            later = cut(opening, found.low, found.high, rows, after=True)
            high = np.minimum(high, later)
    return replace(found, high=np.maximum(high, found.low))


def _beside(
    evaluator: Evaluator, source: Relation, part: Segments, selection: core.Selection, frame: Frame
) -> tuple[Segments, list[Segments]]:
    """The items that fit beside their subjects, and those that may."""
    kept: list[tuple[Ints, ...]] = []
    doubted: list[tuple[Ints, ...]] = []
    for of, indexes, beside in pairs_of(source, part, frame):
        items = part.items[indexes]
        truth = _fits(evaluator, selection, beside)
        own = part.codes_of(of, indexes)
        may_fit = whole(truth.may_be_true(), len(of))
        codes = join(own, truth.unknown)
        if codes is None:
            kept.append((of[may_fit], items[may_fit]))
            continue
        codes = whole(codes, len(of))
        sure, lost = may_fit & (codes == 0), may_fit & (codes != 0)
        kept.append((of[sure], items[sure]))
        doubted.append((of[lost], items[lost], codes[lost]))
    lost_part = [_regrouped(doubted, frame.size)] if doubted else []
    return _regrouped(kept, frame.size), lost_part


def _fits(evaluator: Evaluator, selection: core.Selection, beside: Frame) -> Vector:
    """Whether items fit beside their subjects, as far as that depends on both."""
    assert beside.parent is not None
    assert beside.of is not None
    assert beside.element is not None
    parts: list[Vector] = []
    if selection.also is not None:
        parts.append(evaluator.value(selection.also, beside))
    spans = beside.element.source
    for side, node in selection.bounds:
        if side == "at":
            if not isinstance(spans, Spans):
                raise NotColumnar
            moment = evaluator.item_column(node, beside.parent)
            rows = whole(row_of(moment), beside.parent.size)[beside.of]
            parts.append(_open(evaluator, spans, beside.element.at, rows))
    return parts[0] if len(parts) == 1 else all_of(parts)


def _open(evaluator: Evaluator, spans: Spans, items: Ints, moments: Ints) -> Vector:
    """Whether intervals are open in given rows; unknown where their ends are not recorded."""
    opened = spans.rows[items] <= moments
    interval = evaluator.catalog.program.vocabulary.intervals[spans.label]
    if interval.lasts is not None:
        ticks = interval.lasts // timedelta(microseconds=1)
        lasting = evaluator.lasts(spans.rows[items], ticks, moments)
        unknown = None if lasting.unknown is None else np.where(opened, lasting.unknown, 0)
        return Vector(opened & lasting.data, unknown)
    holds = opened & (spans.ends[items] > moments)
    end = interval.end
    assert end is not None
    may_be_over = None
    if spans.may_end_early:
        early = holds & (spans.may_end[items] <= moments)
        ends, doubtful = spans.may_end[items], evaluator.catalog.columns.doubtful
        why = np.full(len(early), evaluator.catalog.suitless)
        if doubtful is not None:
            why[doubtful.take(ends, mode="clip")] = evaluator.unreadable
        may_be_over = early * why
    if evaluator.catalog.is_recorded(end):
        return Vector(holds, may_be_over)
    code = evaluator.catalog.not_recorded({end: None})
    lost = (opened & ~spans.closed[items]) * np.int64(code)
    return Vector(holds, first_of(may_be_over, lost))


def _total(part: Segments) -> int:
    return int(part.count().sum())


def _regrouped(found: list[tuple[Ints, ...]], size: int) -> Segments:
    """Pairs of a subject and an item, and perhaps their reasons, as segments of their own; they
    are sorted by subject.
    """
    owners, items, *codes = map(np.concatenate, zip(*found, strict=True))
    counts = np.bincount(owners, minlength=size)
    high = np.cumsum(counts)
    return Segments(items, high - counts, high, *codes)
