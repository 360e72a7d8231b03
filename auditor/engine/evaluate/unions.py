"""Items of several kinds seen as one relation: streams, and sources in their common order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.relations import FieldPiece, ItemColumn, LogFields, Relation
from auditor.engine.index.keys import Column, stable_order
from auditor.engine.store.vector import Bools, Ints, NotColumnar, Vector
from auditor.language import core


class Streams(Relation):
    """Events seen through a stream, which gives some of their fields other names."""

    def __init__(self, log: LogFields, stream: core.Stream) -> None:
        columns = log.columns
        parts = [columns.rows_of(kind) for kind, _ in stream.parts]
        super().__init__(log, stream.name, np.sort(np.concatenate(parts)))
        self._parts = [(kind, dict(names)) for kind, names in stream.parts]

    def _origin(self, field: str) -> tuple[FieldPiece, ...]:
        names = {own.get(field, field) for _, own in self._parts}
        if len(names) == 1:
            return (FieldPiece(names.pop(), self.rows, None),)
        columns = self.log.columns
        kinds = columns.kind[self.rows]
        places = [
            (own.get(field, field), np.flatnonzero(kinds == columns.kinds.index(kind)))
            for kind, own in self._parts
        ]
        return tuple(FieldPiece(name, self.rows[at], at) for name, at in places)


class Union(Relation):
    """The items of several sources in their common order."""

    def __init__(self, log: LogFields, parts: Sequence[Relation]) -> None:
        self.parts = tuple(parts)
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

    def _origin(self, field: str) -> tuple[FieldPiece, ...]:
        if all(part.plain(field) for part in self.parts):
            return super()._origin(field)
        return tuple(
            FieldPiece(own.name, own.rows, at if own.at is None else at[own.at])
            for part, at in self.whose
            for own in part.pieces(field)
        )

    @cached_property
    def doubtful(self) -> Bools | None:
        if all(part.doubtful is None for part in self.parts):
            return None
        total = np.zeros(self.size, bool)
        for part, at in self.whose:
            if part.doubtful is not None:
                total[at] = part.doubtful
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
