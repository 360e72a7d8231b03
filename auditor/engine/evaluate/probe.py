"""The two sides of a look-up: keys that subjects look for, and items that are found by keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.frame import Evaluator, Frame
from auditor.engine.evaluate.relations import Relation
from auditor.judge.operators import SUITLESS
from auditor.language import core
from auditor.log.store.columns import FieldColumn
from auditor.log.store.encoding import as_key
from auditor.log.store.keys import Column, Keys, Segments, SortedItems, numbered
from auditor.log.store.vector import CERTAIN, Codes, Ints, Vector, join, take, whole
from auditor.types import CARD


class ProbeKeys:
    """The keys that subjects look for, and why some are not known.

    The first `shared` of them are each the log's own field of the name that it is compared with,
    in `rows`; `columns` hold the values of all, with the scale of their numbers.  The first
    `as_keys` are keys, so that a cell that is empty by nature is a value like any other; the
    others are compared.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        nodes: Sequence[core.Expression],
        names: Sequence[str],
        frame: Frame,
        as_keys: int | None = None,
    ) -> None:
        self._evaluator, self._nodes, self._frame = evaluator, nodes, frame
        self.names = tuple(names)
        self.as_keys = len(nodes) if as_keys is None else as_keys
        self.shared = self._count_shared()
        self.rows = frame.rows()
        if self.shared and _looks_at_element(nodes[0]):
            assert frame.element is not None
            self.rows = frame.element.source.rows[frame.element.at]
        self._columns: dict[int, tuple[Column, Codes, int]] = {}

    @property
    def all_shared(self) -> bool:
        return self.shared == len(self.names)

    @cached_property
    def unknown(self) -> Codes:
        """The reasons of all keys that are not known."""
        return self.unknown_of(len(self.names))

    def unknown_of(self, first: int) -> Codes:
        """The reasons of those among the first keys that are not known."""
        unknown = CERTAIN
        shared = min(self.shared, self.as_keys, first)
        if shared:
            unknown = self._lacking(self._nodes[0], self.names[:shared])
        for at in range(shared, first):
            unknown = join(unknown, self.column(at)[1])
        return unknown

    def unknown_at(self, at: int) -> Codes:
        """The reasons of one key that is not known."""
        if at < min(self.shared, self.as_keys):
            return self._lacking(self._nodes[at], self.names[at : at + 1])
        return self.column(at)[1]

    def without(self, dropped: Collection[int]) -> ProbeKeys:
        """A look-up by the other keys alone."""
        kept = [at for at in range(len(self.names)) if at not in dropped]
        as_keys = sum(at < self.as_keys for at in kept)
        nodes, names = [self._nodes[at] for at in kept], [self.names[at] for at in kept]
        return ProbeKeys(self._evaluator, nodes, names, self._frame, as_keys)

    def column(self, at: int) -> tuple[Column, Codes, int]:
        """The values of a key, why some are not known, and the scale of their numbers."""
        if at not in self._columns:
            self._columns[at] = self._column(self._nodes[at], is_key=at < self.as_keys)
        return self._columns[at]

    def _column(self, node: core.Expression, *, is_key: bool) -> tuple[Column, Codes, int]:
        found = self._item(node) if is_key else None
        if found is not None and isinstance(node, core.Field) and _has_raw(found[0], node.name):
            source, at = found
            column, scale = source.key(node.name)
            column = column if at is None else column.at(at)
            return column, self._lacking(node, (node.name,)), scale
        size = self._frame.size
        answer = self._evaluator.value(node, self._frame)
        unknown, values = answer.unknown, whole(as_key(answer), size)
        if node.type == CARD:
            log = self._evaluator.catalog
            vague = log.without_suit(FieldColumn(Vector(values), whole(unknown != 0, size)))
            unknown = join(unknown, log.reasons.where(vague, *SUITLESS.reasons))
        return Column(values), unknown, answer.scale

    def _count_shared(self) -> int:
        """How many keys, from the first, are the log's own field of the name that each is
        compared with, all of the subject or all of the element.
        """
        for at, (node, name) in enumerate(zip(self._nodes, self.names, strict=True)):
            if not self._is_plain(node, name):
                return at
            if _looks_at_element(node) != _looks_at_element(self._nodes[0]):
                return at
        return len(self.names)

    def _is_plain(self, node: core.Expression, name: str) -> bool:
        found = self._item(node)
        if found is None or not isinstance(node, core.Field) or node.name != name:
            return False
        return found[0].plain(name)

    def _lacking(self, node: core.Expression, names: tuple[str, ...]) -> Codes:
        """The reasons of those fields of the item behind a key that are not recorded; a field that
        is empty by nature is a value like any other.
        """
        found = self._item(node)
        if found is None:
            return CERTAIN
        source, at = found
        return source.lacking(names) if at is None else take(source.lacking(names), at)

    def _item(self, node: core.Expression) -> tuple[Relation, Ints | None] | None:
        """The source and the places behind a field of the subject or the element."""
        if not isinstance(node, core.Field):
            return None
        if isinstance(node.of, core.Subject):
            return self._frame.source, self._frame.at
        element = self._frame.element
        if element is None or not isinstance(node.of, core.Element):
            return None
        if not element.unknown.any() and (not element.at.size or element.at.min() >= 0):
            return element.source, element.at
        return None


class BuildSide:
    """Items that are looked up by the same fields; `codes` say why they are not certain.

    `fields` are named by their numbers among the keys that subjects look for.
    """

    def __init__(
        self,
        catalog: Catalog,
        source: Relation,
        fields: Mapping[int, str],
        items: Ints,
        codes: Codes,
    ) -> None:
        self._catalog, self._source, self._wanted = catalog, source, tuple(fields)
        self.names = tuple(fields.values())
        self.items, self._codes = items, codes
        self._size = catalog.columns.size

    @cached_property
    def plain(self) -> bool:
        return all(map(self._source.plain, self.names))

    @cached_property
    def _shared(self) -> SortedItems:
        rows = self._source.rows[self.items]
        keys = self._catalog.columns.numbered(self.names)
        return SortedItems(self.items, keys.ids.take(rows), rows, keys.count, self._size)

    @cached_property
    def _own(self) -> tuple[Keys, list[int], SortedItems]:
        rows = self._source.rows[self.items]
        found = [self._source.key(name) for name in self.names]
        keys = numbered([column.at(self.items) for column, _ in found], len(self.items))
        order = SortedItems(self.items, keys.ids, rows, keys.count, self._size)
        return keys, [scale for _, scale in found], order

    def _lookup(self, probe: ProbeKeys) -> tuple[SortedItems, Ints]:
        """The order in which these items stand, and the numbers in it that subjects ask for."""
        if probe.all_shared and self.plain:
            return self._shared, self._catalog.columns.numbered(self.names).ids.take(probe.rows)
        keys, scales, order = self._own
        columns = [
            in_scale(probe.column(at), scale)
            for at, scale in zip(self._wanted, scales, strict=True)
        ]
        return order, keys.find(columns, len(probe.rows))

    def segments(self, probe: ProbeKeys, low: Ints | None, high: Ints | None) -> Segments:
        """The items that each subject finds; of its keys only the fields of this side matter."""
        if not len(self.items):
            nothing = np.zeros(len(probe.rows), np.int64)
            return Segments(self.items, nothing, nothing, self._codes)
        order, ids = self._lookup(probe)
        return self._segments(order, *order.segments(ids, low, high))

    def _segments(self, order: SortedItems, low: Ints, high: Ints) -> Segments:
        codes = self._codes
        if codes.ndim:
            uniform = len(codes) > 0 and bool((codes == codes[0]).all())
            places = np.searchsorted(self.items, order.items)
            codes = np.asarray(codes[0]) if uniform else codes[places]
        return Segments(order.items, low, high, codes)


def _has_raw(source: Relation, name: str) -> bool:
    keys = getattr(source, "keys", None)
    return keys is None or name in keys


def _looks_at_element(node: core.Expression) -> bool:
    return isinstance(node, core.Field) and isinstance(node.of, core.Element)


def in_scale(key: tuple[Column, Codes, int], wanted: int) -> Column:
    """A key in another scale; numbers that have none in it equal nothing."""
    column, _, scale = key
    if scale == wanted:
        return column
    common = int(np.lcm(scale, wanted))
    large = np.abs(column.values) > _LIMIT // (common // scale)
    values, rest = np.divmod(column.values * (common // scale), common // wanted)
    values = np.where(large | (rest != 0), -_LIMIT, values)
    return Column(values, column.empty)


_LIMIT = 1 << 62


def same_key(evaluator: Evaluator, node: core.Same, frame: Frame) -> Vector:
    """Whether element and subject have the same key; both may be empty by nature."""
    names = (node.element.name, node.subject.name)
    keys = ProbeKeys(evaluator, (node.element, node.subject), names, frame)
    mine, asked = keys.column(0), keys.column(1)
    one, other = in_scale(mine, asked[2]), asked[0]
    either, both = one.empty | other.empty, one.empty & other.empty
    same = np.where(either, both, one.values == other.values)
    return Vector(same, join(mine[1], asked[1]))
