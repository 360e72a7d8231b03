"""Items of several kinds seen as one relation: streams, and sources in their common order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.relations import ItemColumn, LogFields, Relation
from auditor.engine.index.keys import Column
from auditor.engine.index.sorted import stable_order
from auditor.engine.store.columns import FieldColumn, Lexicons, rescaled
from auditor.engine.store.vector import Bools, Ints, NotColumnar, Vector, if_any
from auditor.language import core


class Streams(Relation):
    """Events seen through a stream, which gives some of their fields other names."""

    def __init__(self, log: LogFields, stream: core.Stream) -> None:
        columns = log.columns
        parts = [columns.rows_of(kind) for kind, _ in stream.parts]
        super().__init__(log, stream.name, np.sort(np.concatenate(parts)))
        self._names: Mapping[str, Mapping[str, str]] = {
            kind: dict(names) for kind, names in stream.parts
        }

    def name(self, field: str) -> str | None:
        names = {own.get(field, field) for own in self._names.values()}
        return names.pop() if len(names) == 1 else None

    def _read(self, field: str) -> FieldColumn | None:
        if self.name(field) is not None:
            return super()._read(field)
        columns = self.log.columns
        kinds = columns.kind[self.rows]
        total: FieldColumn | None = None
        for kind, names in self._names.items():
            own = np.flatnonzero(kinds == columns.kinds.index(kind))
            found = self.log.raw(names.get(field, field), self.rows[own])
            if found is not None and len(own):
                total = _placed(total, found, own, self.size, columns.lexicons)
        return total

    def is_card(self, field: str) -> bool:
        return next(iter(self._names.values())).get(field, field) in self.log.card_fields

    def lost(self, field: str) -> Bools | None:
        if self.name(field) is not None or not self.log.columns.lost:
            return super().lost(field)
        kinds = self.log.columns.kind[self.rows]
        total = np.zeros(self.size, bool)
        for kind, names in self._names.items():
            found = self.log.lost(names.get(field, field), self.rows)
            if found is not None:
                total |= found & (kinds == self.log.columns.kinds.index(kind))
        return if_any(total)

    def empty_by_nature(self, field: str) -> Bools | bool:
        if self.name(field) is not None:
            return super().empty_by_nature(field)
        columns = self.log.columns
        per_kind = np.zeros(len(columns.kinds), bool)
        for kind, names in self._names.items():
            at = columns.kinds.index(kind)
            per_kind[at] = names.get(field, field) in self.log.empty[kind]
        return np.asarray(per_kind[columns.kind[self.rows]])


class Union(Relation):
    """The items of several sources in their common order."""

    def __init__(self, log: LogFields, parts: Sequence[Relation]) -> None:
        self.parts = tuple(parts)
        self._plain: dict[str, bool] = {}
        super().__init__(log, " or ".join(part.label for part in parts), self._rows(log))

    def _rows(self, log: LogFields) -> Ints:
        marked = np.zeros(log.columns.size, bool)
        for part in self.parts:
            marked[part.rows] = True
        rows = np.flatnonzero(marked)
        if len(rows) == sum(part.size for part in self.parts):
            return rows
        # A row speaks for several items.
        return np.sort(np.concatenate([part.rows for part in self.parts]))

    @cached_property
    def whose(self) -> list[tuple[Relation, Ints]]:
        """Each part with the places of its items here."""
        order = stable_order(
            np.concatenate([part.rows for part in self.parts]), self.log.columns.size
        )
        places = np.empty(self.size, np.int64)
        places[order] = np.arange(self.size)
        ends = np.cumsum([part.size for part in self.parts])
        return [
            (part, places[end - part.size : end])
            for part, end in zip(self.parts, ends, strict=True)
        ]

    def is_card(self, field: str) -> bool:
        return self.parts[0].is_card(field)

    def lost(self, field: str) -> Bools | None:
        if not self.log.columns.lost:
            return None
        total = np.zeros(self.size, bool)
        for part, at in self.whose:
            found = part.lost(field)
            if found is not None:
                total[at] = found
        return if_any(total)

    @cached_property
    def doubtful(self) -> Bools | None:
        if all(part.doubtful is None for part in self.parts):
            return None
        total = np.zeros(self.size, bool)
        for part, at in self.whose:
            if part.doubtful is not None:
                total[at] = part.doubtful
        return total

    def plain(self, field: str) -> bool:
        if field not in self._plain:
            self._plain[field] = all(part.plain(field) for part in self.parts)
        return self._plain[field]

    def _read(self, field: str) -> FieldColumn | None:
        if self.plain(field):
            return super()._read(field)
        total: FieldColumn | None = None
        for part, at in self.whose:
            found = part.raw(field)
            if found is not None and part.size:
                total = _placed(total, found, at, self.size, self.log.columns.lexicons)
        return total

    def empty_by_nature(self, field: str) -> Bools | bool:
        if self.plain(field):
            return super().empty_by_nature(field)
        total = np.zeros(self.size, bool)
        for part, at in self.whose:
            total[at] = part.empty_by_nature(field)
        return total

    def key(self, field: str) -> tuple[Column, int]:
        if any(isinstance(part, Groups) and field not in part.keys for part in self.parts):
            raise NotColumnar
        return super().key(field)

    def _make(self, name: str) -> Vector | ItemColumn:
        if any(isinstance(part, Groups) and name not in part.keys for part in self.parts):
            raise NotColumnar
        return super()._make(name)


def _placed(
    total: FieldColumn | None, part: FieldColumn, at: Ints, size: int, lexicons: Lexicons
) -> FieldColumn:
    """One field put together from the parts of the items."""
    if total is None:
        vector = Vector(np.zeros(size, part.vector.data.dtype), None, part.vector.scale)
        total = FieldColumn(vector, np.ones(size, bool))
    if total.vector.scale != part.vector.scale:
        common = int(np.lcm(total.vector.scale, part.vector.scale))
        total, part = rescaled(total, common, lexicons), rescaled(part, common, lexicons)
    mine, other = total.vector, part.vector
    mine.data[at] = other.data
    if other.zone is not None:
        mine.zone = np.zeros(size, np.int64) if mine.zone is None else mine.zone
        mine.zone[at] = other.zone
    assert total.empty is not None
    total.empty[at] = False if part.empty is None else part.empty
    if part.beyond is not None:
        total.beyond = np.zeros(size, bool) if total.beyond is None else total.beyond
        total.beyond[at] = part.beyond
    return total
