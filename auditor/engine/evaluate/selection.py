"""Selections: where the items stand that each of many subjects selects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.frame import Evaluator, Frame, Selected, pairs_of
from auditor.engine.evaluate.logic import all_of
from auditor.engine.evaluate.probe import BuildSide, ProbeKeys
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.sources import Spans
from auditor.judge.selection import CROWD
from auditor.language import core
from auditor.log.store.keys import Segments, cut
from auditor.log.store.vector import (
    CERTAIN,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    codes_where,
    each_once,
    first_of,
    join,
    take,
    whole,
)
from auditor.values import Reason


def bounds_of(
    evaluator: Evaluator, selection: core.Selection, frame: Frame
) -> tuple[Ints | None, Ints | None, Codes]:
    """The rows low ≤ row < high between which each subject looks."""
    low: Ints | None = None
    high: Ints | None = None
    unknown = CERTAIN
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
        unknown if unknown.any() else CERTAIN,
    )


def _moment(
    evaluator: Evaluator, side: str, node: core.Expression, frame: Frame
) -> tuple[Ints, Bools | None, Codes]:
    """The row of a bound for each subject, where there is one (None for everywhere), and why
    that is not known.
    """
    if isinstance(node, core.Subject):
        return frame.rows(), None, CERTAIN
    moment = evaluator.item_column(node, frame)
    there, lost = moment.at >= 0, moment.unknown
    if side not in ("since", "until"):
        lost = first_of(lost, evaluator.reasons.where(~there, Reason("absent", moment.what)))
    return row_of(moment), there, lost


def row_of(moment: ItemColumn) -> Ints:
    """The rows that speak for items; of one that is absent the row means nothing."""
    if not moment.source.size:
        return np.zeros(moment.at.shape, np.int64)
    return moment.source.rows.take(np.maximum(moment.at, 0))


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
    if any(part.count().sum() > BEYOND_PAIRS for part in (certain, *asked)):
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
        may_fit = whole(truth.may_be_true(), len(of))
        codes = join(part.codes_of(of, indexes), truth.unknown)
        if codes is CERTAIN:
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
    for window in selection.windows:
        end = evaluator.value(window.fits.right, beside.parent)
        time = evaluator.value(window.fits.left, beside)
        parts.append(evaluator.compared(window.fits, time, end.at(beside.of)))
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
    holds = opened & (spans.ends[items] > moments)
    end = evaluator.catalog.program.vocabulary.intervals[spans.label].end
    may_be_over = CERTAIN
    if spans.may_end_early:
        early = holds & (spans.may_end[items] <= moments)
        may_be_over = early * spans.why_early()[items]
    if evaluator.catalog.is_recorded(end):
        return Vector(holds, may_be_over)
    code = evaluator.catalog.not_recorded({end: None})
    lost = (opened & ~spans.closed[items]) * np.int64(code)
    return Vector(holds, first_of(may_be_over, lost))


def _regrouped(found: list[tuple[Ints, ...]], size: int) -> Segments:
    """Pairs of a subject and an item, and perhaps their reasons, as segments of their own; they
    are sorted by subject.
    """
    owners, items, *codes = map(np.concatenate, zip(*found, strict=True))
    counts = np.bincount(owners, minlength=size)
    high = np.cumsum(counts)
    return Segments(items, high - counts, high, *codes)


@dataclass(slots=True)
class Index:
    """The items of a selection before any subject is known."""

    source: Relation
    certain: BuildSide
    partial_key: list[BuildSide]
    uncertain: list[BuildSide]


class Selector:
    """Finds the items of the selections of one program in one log."""

    def __init__(self, catalog: Catalog, evaluator: Evaluator) -> None:
        self._catalog, self._evaluator = catalog, evaluator
        self._reasons = catalog.reasons
        self._indexes: dict[object, Index] = {}

    def select(self, selection: core.Selection, frame: Frame) -> Selected:
        """The items that each subject of a frame selects."""
        keys = _keys(selection)
        names, as_keys = [name for name, _ in keys], len(selection.keys) + len(selection.same)
        probe = ProbeKeys(self._evaluator, [node for _, node in keys], names, frame, as_keys)
        low, high, unknown = bounds_of(self._evaluator, selection, frame)
        nowhere = join(probe.unknown_of(len(selection.keys)), unknown)
        index = self._index(selection)
        asked = _Asked(selection, probe)
        found = Selected(
            index.source,
            frame.size,
            nowhere,
            index.certain.segments(probe, low, high),
            [part.segments(probe, low, high) for part in index.partial_key],
            [part.segments(probe, low, high) for part in index.uncertain],
        )
        if asked.dropped:
            found = self._with_others(selection, found, asked, low, high)
        found.crowd = _crowd((*found.partial_key, *found.uncertain))
        at = any(side == "at" for side, _ in selection.bounds)
        if not (at or selection.also is not None or selection.windows):
            return found
        return narrowed(self._evaluator, found, selection, frame)

    def _with_others(
        self,
        selection: core.Selection,
        found: Selected,
        asked: _Asked,
        low: Ints | None,
        high: Ints | None,
    ) -> Selected:
        """Subjects whose own key is unknown: whatever matches their known keys may be selected."""
        clear = asked.patterns == 0
        partial_key = [part.only(clear) for part in found.partial_key]
        uncertain = [part.only(clear) for part in found.uncertain]
        for pattern, dropped in asked.dropped.items():
            mine = asked.patterns == pattern
            probe = asked.probe.without(dropped)
            index = self._index(selection, dropped)
            for part in (index.certain, *index.partial_key, *index.uncertain):
                own = part.segments(probe, low, high).only(mine)
                uncertain.append(replace(own, of_subject=asked.codes))
        certain = found.certain.only(clear)
        return Selected(found.source, found.size, found.unknown, certain, partial_key, uncertain)

    # ---- the items --------------------------------------------------------------------------
    def _index(self, selection: core.Selection, dropped: tuple[int, ...] = ()) -> Index:
        """The items by all keys of a selection, but for some."""
        as_keys = len(selection.keys) + len(selection.same)
        fields = tuple(
            (name, at < as_keys)
            for at, (name, _) in enumerate(_keys(selection))
            if at not in dropped
        )
        key = (selection.sources, fields, selection.where)
        if key not in self._indexes:
            self._indexes[key] = self._make(selection, fields)
        return self._indexes[key]

    def _make(self, selection: core.Selection, fields: tuple[tuple[str, bool], ...]) -> Index:
        source = self._catalog.of(selection.sources)
        chosen, codes = self._holds(source, selection.where)
        every = {at: name for at, (name, _) in enumerate(fields)}
        missing = self._missing(source, fields)
        partial_key: list[BuildSide] = []
        if missing is not None:
            fits = chosen | (codes != 0)
            partial_key = self._by_partial_key(source, fields, missing, fits, codes)
            clear = ~missing.any(axis=0)
            chosen, codes = chosen & clear, codes * clear
        uncertain: list[BuildSide] = []
        if codes.any():
            places = np.flatnonzero(whole(codes, source.size))
            uncertain = [BuildSide(self._catalog, source, every, places, take(codes, places))]
        certain = BuildSide(self._catalog, source, every, np.flatnonzero(chosen), CERTAIN)
        return Index(source, certain, partial_key, uncertain)

    def _holds(self, source: Relation, where: core.Expression | None) -> tuple[Bools, Codes]:
        """The items that a condition on them alone chooses; where that is not known, why."""
        if where is None:
            chosen, codes = np.ones(source.size, bool), CERTAIN
        else:
            every = ItemColumn(source, np.arange(source.size), CERTAIN, source.label)
            frame = Frame(source, None, {}, element=every)
            truth = self._evaluator.value(where, frame)
            chosen, codes = whole(truth.data & truth.known(), source.size), truth.unknown
        codes = first_of(codes_where(chosen & source.doubtful, self._evaluator.unreadable), codes)
        return chosen & ~source.doubtful, codes

    @staticmethod
    def _missing(source: Relation, fields: tuple[tuple[str, bool], ...]) -> Bools | None:
        """For each key, which items have none; None where all do."""
        found = [
            source.missing(name) if as_key else source.without(name) for name, as_key in fields
        ]
        if not any(missing.ndim for missing in found):
            return None
        return np.array([whole(missing, source.size) for missing in found])

    def _by_partial_key(
        self,
        source: Relation,
        fields: tuple[tuple[str, bool], ...],
        missing: Bools,
        fits: Bools,
        codes: Codes,
    ) -> list[BuildSide]:
        """Items that may belong to several subjects, by which of their keys are not recorded."""
        weights = 1 << np.arange(len(fields), dtype=np.int64)
        some = np.flatnonzero(missing.any(axis=0) & fits)
        patterns = (missing[:, some] * weights[:, None]).sum(axis=0)
        parts: list[BuildSide] = []
        for pattern in each_once(patterns):
            places = some[patterns == pattern]
            lost = [at for at, weight in enumerate(weights) if pattern & weight]
            kept = {at: name for at, (name, _) in enumerate(fields) if at not in lost}
            gaps = join(codes, *(source.gaps(fields[at][0]) for at in lost))
            parts.append(BuildSide(self._catalog, source, kept, places, take(gaps, places)))
        return parts


def _crowd(parts: Sequence[Segments]) -> Bools | None:
    """The subjects for which the items in doubt are a crowd."""
    if sum(len(part.items) for part in parts) <= CROWD:
        return None
    in_doubt: Ints = sum((part.count() for part in parts), np.zeros(1, np.int64))
    return in_doubt > CROWD if (in_doubt > CROWD).any() else None


def _keys(selection: core.Selection) -> tuple[tuple[str, core.Expression], ...]:
    """All that items must agree in with a subject."""
    return (*selection.keys, *selection.same, *selection.joins)


class _Asked:
    """The subjects that do not know some key they ask for in a condition: `patterns` number for
    each which of the keys, `codes` say why; `dropped` has the keys of each pattern.
    """

    def __init__(self, selection: core.Selection, probe: ProbeKeys) -> None:
        self.probe = probe
        self.patterns: Ints = np.zeros(len(probe.rows), np.int64)
        self.codes: Codes = np.zeros(len(probe.rows), np.int64)
        for at in range(len(selection.keys), len(probe.names)):
            codes = probe.unknown_at(at)
            self.patterns = self.patterns | (codes != 0) * np.int64(1 << at)
            self.codes = self.codes | codes
        self.dropped = {
            int(pattern): tuple(at for at in range(len(probe.names)) if pattern >> at & 1)
            for pattern in (each_once(self.patterns) if self.patterns.any() else ())
            if pattern
        }
