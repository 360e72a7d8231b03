"""Selections: which items each of many subjects selects, and which may belong to it besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.frame import Evaluator, Frame
from auditor.engine.evaluate.relations import (
    Catalog,
    Groups,
    ItemColumn,
    Source,
    Spans,
)
from auditor.engine.index.keys import Column, Keys, numbered
from auditor.engine.index.segments import Segments, blocks, cut, pairs
from auditor.engine.index.sorted import SortedItems
from auditor.engine.store.columns import as_key
from auditor.engine.store.vector import (
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    each_once,
    first_of,
    join,
    take,
    whole,
)
from auditor.language import core
from auditor.values import Reason

MOST_PAIRS = 4_000_000
"""Pairs of subject and item that are held in memory at once."""

BEYOND_PAIRS = 400_000_000
"""With more pairs than these no column is quicker than the reference, item by item."""


class ProbeKeys:
    """The keys that subjects look for, and why some are not known.

    The first `shared` of them are each the log's own field of the name that it is compared with,
    in `rows`; `columns` hold the values of all, with the scale of their numbers.
    """

    def __init__(
        self,
        selector: Selector,
        nodes: Sequence[core.Expression],
        names: Sequence[str],
        frame: Frame,
    ) -> None:
        self._selector, self._nodes, self._frame = selector, nodes, frame
        self.names = tuple(names)
        self.shared = selector.shared(nodes, names, frame)
        self.rows = frame.rows()
        if self.shared and _looks_at_element(nodes[0]):
            assert frame.element is not None
            self.rows = frame.element.source.rows[frame.element.at]
        self._columns: dict[int, tuple[Column, Codes | None, int]] = {}

    @property
    def all_shared(self) -> bool:
        return self.shared == len(self.names)

    @cached_property
    def unknown(self) -> Codes | None:
        """The reasons of all keys that are not known."""
        unknown: Codes | None = None
        if self.shared:
            nodes, names = self._nodes[: self.shared], self.names[: self.shared]
            unknown = self._selector.missing(nodes, names, self._frame)
        for at in range(self.shared, len(self.names)):
            unknown = join(unknown, self.column(at)[1])
        return unknown

    def column(self, at: int) -> tuple[Column, Codes | None, int]:
        """The values of a key, why some are not known, and the scale of their numbers."""
        if at not in self._columns:
            self._columns[at] = self._selector.key_of(self._nodes[at], self._frame)
        return self._columns[at]


class BuildSide:
    """Items that are looked up by the same fields; `codes` say why they are not certain."""

    def __init__(
        self,
        catalog: Catalog,
        source: Source,
        names: tuple[str, ...],
        items: Ints,
        codes: Codes | None,
    ) -> None:
        self._catalog, self._source, self.names = catalog, source, names
        self.items, self._codes = items, codes
        self._size = catalog.columns.size

    @cached_property
    def plain(self) -> bool:
        return all(map(self._source.plain, self.names))

    @cached_property
    def _shared(self) -> SortedItems:
        rows = self._source.rows[self.items]
        base = self._catalog.sorted(self.names)
        return SortedItems(self.items, base.ids.take(rows), rows, self._size, base)

    @cached_property
    def _own(self) -> tuple[Keys, list[int], SortedItems]:
        rows = self._source.rows[self.items]
        found = [self._source.key(name) for name in self.names]
        keys = numbered([column.at(self.items) for column, _ in found], len(self.items))
        order = SortedItems(self.items, keys.ids, rows, self._size, None)
        return keys, [scale for _, scale in found], order

    def _lookup(self, probe: ProbeKeys) -> tuple[SortedItems, Ints]:
        """The order in which these items stand, and the numbers in it that subjects ask for."""
        if probe.all_shared and self.plain:
            return self._shared, self._catalog.columns.numbered(self.names).ids.take(probe.rows)
        if probe.shared and self.plain and self.names == probe.names:
            return self._shared, self._found(probe)
        keys, scales, order = self._own
        wanted = [at for at, name in enumerate(probe.names) if name in self.names]
        columns = [
            _in_scale(probe.column(at), scale) for at, scale in zip(wanted, scales, strict=True)
        ]
        return order, keys.find(columns, len(probe.rows))

    def _found(self, probe: ProbeKeys) -> Ints:
        """The numbers of keys of which the first are shared; of those that no row has, the one
        after the last.
        """
        numbered = self._catalog.columns.numbered
        keys, before = numbered(self.names), numbered(self.names[: probe.shared])
        columns = [
            _in_scale(probe.column(at), self._source.key(self.names[at])[1])
            for at in range(probe.shared, len(self.names))
        ]
        ids = keys.find_after(before.ids.take(probe.rows), columns)
        return np.where(ids < 0, keys.count, ids)

    def segments(self, probe: ProbeKeys, low: Ints | None, high: Ints | None) -> Segments:
        """What subjects find here; of what they ask only the fields of this part matter."""
        if not len(self.items):
            nothing = np.zeros(len(probe.rows), np.int64)
            return Segments(self.items, nothing, nothing, self._codes)
        order, ids = self._lookup(probe)
        return self._segments(order, *order.segments(ids, low, high))

    def open_at(self, probe: ProbeKeys, moments: Ints) -> Segments | None:
        """The intervals that are open at some rows; None where they are no segment."""
        assert isinstance(self._source, Spans)
        order, ids = self._lookup(probe)
        found = order.open_at(self._source.ends, ids, moments)
        return None if found is None else self._segments(order, *found)

    def _segments(self, order: SortedItems, low: Ints, high: Ints) -> Segments:
        codes = self._codes
        if codes is not None:
            uniform = len(codes) > 0 and bool((codes == codes[0]).all())
            places = np.searchsorted(self.items, order.items)
            codes = np.asarray(codes[0]) if uniform else codes[places]
        return Segments(order.items, low, high, codes)


@dataclass(slots=True)
class Selected:
    """What each subject selects: items that are certain, items that may belong to it.

    `unknown` says for which subjects it is not known where to look.  Of what may belong,
    `partial_key` are the items whose keys are not all recorded, `uncertain` those whose condition
    is not known.
    """

    source: Source
    size: int
    unknown: Codes | None
    certain: Segments
    partial_key: list[Segments]
    uncertain: list[Segments]

    def uncertainty(self) -> Codes | None:
        """The reasons of all that may belong; 0 where nothing else may."""
        return join(*(part.reasons() for part in (*self.partial_key, *self.uncertain)))


@dataclass(slots=True)
class Index:
    """The items of a selection before any subject is known."""

    source: Source
    certain: BuildSide
    partial_key: list[BuildSide]
    uncertain: list[BuildSide]


class Selector:
    """Finds the items of the selections of one program in one log."""

    def __init__(self, catalog: Catalog, evaluator: Evaluator) -> None:
        self._catalog, self._evaluator = catalog, evaluator
        self._reasons = catalog.reasons
        self._indexes: dict[object, Index] = {}
        self._by_id: dict[int, Index] = {}
        self._rows: dict[tuple[str, bool], tuple[Keys, Ints]] = {}

    def select(self, selection: core.Selection, frame: Frame) -> Selected:
        """What each subject of a frame selects."""
        keys = (*selection.keys, *selection.joins)
        names = [name for name, _ in keys]
        probe = ProbeKeys(self, [node for _, node in keys], names, frame)
        low, high, unknown = self._bounds(selection, frame)
        nowhere = join(probe.unknown, unknown)
        index = self._index(selection)
        if (open_ := self._open_only(selection, index, probe, frame)) is not None:
            open_.unknown = nowhere
            return open_
        found = Selected(
            index.source,
            frame.size,
            nowhere,
            index.certain.segments(probe, low, high),
            [part.segments(probe, low, high) for part in index.partial_key],
            [part.segments(probe, low, high) for part in index.uncertain],
        )
        if selection.also is None and not any(side == "at" for side, _ in selection.bounds):
            return found
        return self._narrowed(found, selection, frame)

    def _open_only(
        self, selection: core.Selection, index: Index, probe: ProbeKeys, frame: Frame
    ) -> Selected | None:
        """The intervals open at one moment, where nothing else is asked and all is certain."""
        source = index.source
        if (
            len(selection.bounds) != 1
            or selection.also is not None
            or not isinstance(source, Spans)
        ):
            return None
        side, node = selection.bounds[0]
        if side != "at" or index.partial_key or index.uncertain:
            return None
        moments = whole(_row(self._evaluator.item_column(node, frame)), frame.size)
        found = index.certain.open_at(probe, moments)
        if found is None:
            return None
        end = self._catalog.program.vocabulary.intervals[source.label].end
        if self._catalog.is_recorded(end):
            return Selected(source, frame.size, None, found, [], [])
        code = np.array(self._catalog.not_recorded({end: None}))
        nothing = Segments(found.items, found.low, found.low)
        uncertain = Segments(found.items, found.low, found.high, code)
        return Selected(source, frame.size, None, nothing, [], [uncertain])

    # ---- what subjects look for -------------------------------------------------------------
    def shared(self, nodes: Sequence[core.Expression], names: Sequence[str], frame: Frame) -> int:
        """How many keys, from the first, are the log's own field of the name that each is
        compared with, all of the subject or all of the element.
        """
        for at, (node, name) in enumerate(zip(nodes, names, strict=True)):
            if self._plain_name(node, frame) != name:
                return at
            if _looks_at_element(node) != _looks_at_element(nodes[0]):
                return at
        return len(names)

    def missing(
        self, nodes: Sequence[core.Expression], names: tuple[str, ...], frame: Frame
    ) -> Codes | None:
        """The reasons of those fields of one item that are not recorded; one that is empty by
        nature is a value like any other.
        """
        found = self._item(nodes[0], frame) if nodes else None
        if found is None:
            return None
        source, at = found
        missing = source.lacking(names)
        return missing if missing is None or at is None else missing.take(at)

    def _item(self, node: core.Expression, frame: Frame) -> tuple[Source, Ints | None] | None:
        """The source and the places behind a field of the subject or the element."""
        if not isinstance(node, core.Field):
            return None
        if isinstance(node.of, core.Subject):
            return frame.source, frame.at
        if isinstance(node.of, core.Element) and frame.element is not None:
            element = frame.element
            if element.unknown is None and (not element.at.size or element.at.min() >= 0):
                return element.source, element.at
        return None

    def _plain_name(self, node: core.Expression, frame: Frame) -> str | None:
        found = self._item(node, frame)
        if found is None or not isinstance(node, core.Field) or not found[0].plain(node.name):
            return None
        return node.name

    def key_of(self, node: core.Expression, frame: Frame) -> tuple[Column, Codes | None, int]:
        """The values of a key, why some are not known, and the scale of its numbers."""
        found = self._item(node, frame)
        if found is not None and isinstance(node, core.Field) and _has_raw(found[0], node.name):
            source, at = found
            column, scale = source.key(node.name)
            column = column if at is None else column.at(at)
            return column, self.missing([node], (node.name,), frame), scale
        answer = self._evaluator.value(node, frame)
        unknown = None if answer.unknown is None else whole(answer.unknown, frame.size)
        return Column(whole(as_key(answer), frame.size)), unknown, answer.scale

    def row_of(self, groups: Groups, probe: ProbeKeys) -> Ints:
        """The place of the row of a record for each subject; -1 where there is none."""
        shared = probe.all_shared and all(map(groups.plain, groups.keys))
        table = self._rows.get((groups.label, shared))
        if table is None:
            keys = (
                self._catalog.columns.numbered(groups.keys)
                if shared
                else numbered([groups.key(name)[0] for name in groups.keys], groups.size)
            )
            ids = keys.ids[groups.rows] if shared else keys.ids
            places = np.full(keys.count, -1, np.int64)
            places[ids] = np.arange(groups.size)
            table = self._rows[groups.label, shared] = keys, places
        keys, places = table
        if shared:
            return places.take(keys.ids.take(probe.rows))
        columns = [
            _in_scale(probe.column(at), groups.key(name)[1]) for at, name in enumerate(groups.keys)
        ]
        found = keys.find(columns, len(probe.rows))
        return np.where(found >= 0, places.take(found), -1) if len(places) else found

    # ---- where to look ----------------------------------------------------------------------
    def _bounds(
        self, selection: core.Selection, frame: Frame
    ) -> tuple[Ints | None, Ints | None, Codes | None]:
        """The rows low ≤ row < high between which each subject looks."""
        low: Ints | None = None
        high: Ints | None = None
        unknown: Codes | None = None
        for side, node in selection.bounds:
            rows, there, lost = self._moment(side, node, frame)
            unknown = join(unknown, lost)
            if side in ("before", "until"):
                rows = rows if there is None else np.where(there, rows, self._catalog.columns.size)
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
        self, side: str, node: core.Expression, frame: Frame
    ) -> tuple[Ints, Bools | None, Codes | None]:
        """The row of a bound for each subject, where there is one (None for everywhere), and why
        that is not known.
        """
        if isinstance(node, core.Subject):
            return frame.rows(), None, None
        moment = self._evaluator.item_column(node, frame)
        there = moment.at >= 0
        lost = None if moment.unknown is None else whole(moment.unknown, frame.size)
        if side not in ("since", "until"):
            absent = self._reasons.code(Reason("absent", moment.what))
            lost = first_of(lost, whole(np.where(there, 0, absent), frame.size))
        return _row(moment), there, lost

    # ---- the items --------------------------------------------------------------------------
    def _index(self, selection: core.Selection) -> Index:
        at_once = self._by_id.get(id(selection))
        if at_once is not None:
            return at_once
        names = tuple(name for name, _ in (*selection.keys, *selection.joins))
        key = (selection.sources, names, selection.where)
        if key not in self._indexes:
            self._indexes[key] = self._make(selection, names)
        self._by_id[id(selection)] = self._indexes[key]
        return self._indexes[key]

    def _make(self, selection: core.Selection, names: tuple[str, ...]) -> Index:
        source = self._catalog.of(selection.sources)
        chosen, codes = self._holds(source, selection.where)
        missing = self._missing(source, names)
        partial_key: list[BuildSide] = []
        if missing is not None:
            fits = chosen if codes is None else chosen | (codes != 0)
            partial_key = self._by_partial_key(source, names, missing, fits, codes)
            clear = ~missing.any(axis=0)
            chosen = chosen & clear
            codes = None if codes is None else np.where(clear, codes, 0)
        uncertain: list[BuildSide] = []
        if codes is not None and codes.any():
            places = np.flatnonzero(codes)
            uncertain = [BuildSide(self._catalog, source, names, places, codes[places])]
        certain = BuildSide(self._catalog, source, names, np.flatnonzero(chosen), None)
        return Index(source, certain, partial_key, uncertain)

    def _holds(self, source: Source, where: core.Expression | None) -> tuple[Bools, Codes | None]:
        """Which items a condition on them alone chooses; where that is not known, why."""
        if where is None:
            chosen, codes = np.ones(source.size, bool), None
        else:
            every = ItemColumn(source, np.arange(source.size), None, source.label)
            frame = Frame(source, None, {}, element=every)
            truth = self._evaluator.value(where, frame)
            codes = None if truth.unknown is None else whole(truth.unknown, source.size)
            chosen = whole(truth.data, source.size)
            chosen = chosen if codes is None else chosen & (codes == 0)
        if source.doubtful is not None:
            doubt = chosen & source.doubtful
            codes = first_of(doubt * np.int64(self._evaluator.unreadable), codes)
            chosen = chosen & ~doubt
        return chosen, codes

    @staticmethod
    def _missing(source: Source, names: tuple[str, ...]) -> Bools | None:
        """For each key, which items do not record it; None where all do."""
        found = [source.missing(name) for name in names]
        if all(missing is None for missing in found):
            return None
        none = np.zeros(source.size, bool)
        return np.array([none if missing is None else missing for missing in found])

    def _by_partial_key(
        self,
        source: Source,
        names: tuple[str, ...],
        missing: Bools,
        fits: Bools,
        codes: Codes | None,
    ) -> list[BuildSide]:
        """Items that may belong to several subjects, by which of their keys are not recorded."""
        weights = 1 << np.arange(len(names), dtype=np.int64)
        patterns = (missing * weights[:, None]).sum(axis=0)
        patterns[~fits] = 0
        parts: list[BuildSide] = []
        for pattern in each_once(patterns[patterns > 0]):
            places = np.flatnonzero(patterns == pattern)
            lost = [name for name, weight in zip(names, weights, strict=True) if pattern & weight]
            code = self._reasons.code(*(Reason("empty", name) for name in lost))
            kept = tuple(name for name in names if name not in lost)
            own = np.full(len(places), code) if codes is None else codes[places] | code
            parts.append(BuildSide(self._catalog, source, kept, places, own))
        return parts

    # ---- conditions on both subject and item ------------------------------------------------
    def _narrowed(self, found: Selected, selection: core.Selection, frame: Frame) -> Selected:
        """What is left of a selection when its items are looked at beside their subjects."""
        certain = found.certain
        if isinstance(found.source, Spans):
            certain = self._opened(found.source, certain, selection, frame)
        if _total(certain) > BEYOND_PAIRS or any(map(_too_many, found.partial_key)):
            raise NotColumnar
        kept, doubted = self._beside(found.source, certain, selection, frame)
        partial_key = [
            some
            for part in found.partial_key
            for some in self._beside(found.source, part, selection, frame)[1]
        ]
        for part in found.uncertain:
            doubted += self._beside(found.source, part, selection, frame)[1]
        return Selected(found.source, found.size, found.unknown, kept, partial_key, doubted)

    def _opened(
        self, spans: Spans, found: Segments, selection: core.Selection, frame: Frame
    ) -> Segments:
        """Leaves out intervals that open after the moment asked for: they stand at the end."""
        high = found.high
        for side, node in selection.bounds:
            if side == "at":
                moment = self._evaluator.item_column(node, frame)
                rows = whole(_row(moment), frame.size)
                opening = spans.rows[found.items]
                later = cut(opening, found.low, found.high, rows, after=True)
                high = np.minimum(high, later)
        return Segments(found.items, found.low, np.maximum(high, found.low), found.codes)

    def _beside(
        self, source: Source, part: Segments, selection: core.Selection, frame: Frame
    ) -> tuple[Segments, list[Segments]]:
        """The items that fit beside their subjects, and those of which it is not known."""
        kept: list[tuple[Ints, ...]] = []
        doubted: list[tuple[Ints, ...]] = []
        for block in blocks(part.low, part.high, MOST_PAIRS):
            of, indexes = pairs(part.low[block], part.high[block])
            of = of + block.start
            items = part.items[indexes]
            truth = self._fits(source, items, of, selection, frame)
            own = None if part.codes is None else take(part.codes, indexes)
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

    def _fits(
        self, source: Source, items: Ints, of: Ints, selection: core.Selection, frame: Frame
    ) -> Vector:
        """Whether items fit beside their subjects, as far as that depends on both."""
        beside = frame.beside(of, ItemColumn(source, items, None, source.label))
        parts: list[Vector] = []
        if selection.also is not None:
            parts.append(self._evaluator.value(selection.also, beside))
        for side, node in selection.bounds:
            if side == "at":
                if not isinstance(source, Spans):
                    raise NotColumnar
                moment = self._evaluator.item_column(node, frame)
                parts.append(self._open(source, items, whole(_row(moment), frame.size)[of]))
        return parts[0] if len(parts) == 1 else self._evaluator.all_of(parts)

    def _open(self, spans: Spans, items: Ints, moments: Ints) -> Vector:
        """Whether intervals are open in given rows; unknown where their ends are not recorded."""
        opened = spans.rows[items] <= moments
        holds = opened & (spans.ends[items] > moments)
        end = self._catalog.program.vocabulary.intervals[spans.label].end
        if self._catalog.is_recorded(end):
            return Vector(holds)
        code = self._catalog.not_recorded({end: None})
        lost = opened & ~spans.closed[items]
        return Vector(holds, lost * np.int64(code))


def _total(part: Segments) -> int:
    return int(part.count().sum())


def _too_many(part: Segments) -> bool:
    return _total(part) > BEYOND_PAIRS


def _regrouped(found: list[tuple[Ints, ...]], size: int) -> Segments:
    """Pairs of a subject and an item, and perhaps their reasons, as segments of their own; they
    are sorted by subject.
    """
    owners, items, *codes = map(np.concatenate, zip(*found, strict=True))
    counts = np.bincount(owners, minlength=size)
    high = np.cumsum(counts)
    return Segments(items, high - counts, high, *codes)


def _row(moment: ItemColumn) -> Ints:
    """The rows that speak for items; of one that is absent the row means nothing."""
    if not moment.source.size:
        return np.zeros(moment.at.shape, np.int64)
    return moment.source.rows.take(np.maximum(moment.at, 0))


def _has_raw(source: Source, name: str) -> bool:
    keys = getattr(source, "keys", None)
    return keys is None or name in keys


def _looks_at_element(node: core.Expression) -> bool:
    return isinstance(node, core.Field) and isinstance(node.of, core.Element)


def _in_scale(asked: tuple[Column, Codes | None, int], wanted: int) -> Column:
    """What is asked in another scale; numbers that have none in it equal nothing."""
    column, _, scale = asked
    if scale == wanted:
        return column
    common = int(np.lcm(scale, wanted))
    large = np.abs(column.values) > _ROOM // (common // scale)
    values, rest = np.divmod(column.values * (common // scale), common // wanted)
    values = np.where(large | (rest != 0), -_ROOM, values)
    return Column(values, column.empty)


_ROOM = 1 << 62
