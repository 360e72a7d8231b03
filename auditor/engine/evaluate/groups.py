"""Instances of scopes and rows of records, told apart by their keys."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from auditor.engine.evaluate.relations import FieldPiece, ItemColumn, LogFields, Relation
from auditor.engine.index.keys import Column, no_values
from auditor.engine.store.columns import FieldColumn
from auditor.engine.store.encoding import as_key
from auditor.engine.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    if_any,
    or_else,
    whole,
)
from auditor.judge.operators import SUITLESS
from auditor.language import core
from auditor.types import CARD
from auditor.values import Reason


class Groups(Relation):
    """Instances of a scope or rows of a record: `keys` are the fields that tell them apart."""

    def __init__(
        self,
        log: LogFields,
        label: str,
        rows: Ints,
        keys: tuple[str, ...],
        *,
        record: core.Record | None,
        items: tuple[Relation, Ints] | None = None,
        in_doubt: Bools | None = None,
    ) -> None:
        super().__init__(log, label, rows)
        self.keys, self.record, self._in_doubt = keys, record, in_doubt
        self._items = items  # where the keys are read: a source, and an item of it for each row
        self.known: dict[str, Vector | ItemColumn] = {}  # columns, as they are worked out
        self.busy: set[str] = set()

    @cached_property
    def doubtful(self) -> Bools | None:
        if self.record is None or not self.record.of_events or self._items is None:
            return self._in_doubt
        return self._items[0].doubtful

    @cached_property
    def ambiguous(self) -> Codes | None:
        """A row of a record whose key is not recorded stands for more than one subject."""
        if self.record is not None and self.record.of_events:
            return None  # it has no keys, and stands for its event whatever that lacks
        missing = {Reason("empty", name): self.unfilled(name) for name in self.keys}
        vague = [where for name in self.keys if (where := self.suitless(name)) is not None]
        missing[SUITLESS.reasons[0]] = np.any(vague, axis=0) if vague else None
        return self.log.reasons.noted_where(
            {reason: where for reason, where in missing.items() if where is not None}
        )

    def is_pending(self, column: str) -> bool:
        """Whether a column is still to be worked out."""
        return column not in self.keys and column not in self._fields

    def _origin(self, field: str) -> tuple[FieldPiece, ...]:
        if field not in self.keys:
            return ()
        if self._items is None:
            return super()._origin(field)
        source, places = self._items
        return tuple(
            FieldPiece(piece.name, self.rows, None)
            if piece.rows is source.rows
            else _chosen(piece, places, source.size)
            for piece in source.pieces(field)
        )

    def is_card(self, field: str) -> bool:
        if field in self.keys:
            return super().is_card(field)
        assert self.record is not None
        return dict(self.record.columns)[field].type == CARD

    def suitless(self, field: str) -> Bools | None:
        if field in self.keys or not self.is_card(field):
            return super().suitless(field)
        data = whole(self._column(field).data, self.size)
        return self.log.without_suit(FieldColumn(Vector(data), self.unfilled(field)))

    def empty_by_nature(self, field: str) -> Bools | bool:
        return self.log.empty_by_nature(field, self.rows)

    def key_values(self, field: str) -> Column:
        if field in self.keys:
            return super().key_values(field)
        return no_values(self.size)

    def key(self, field: str) -> tuple[Column, int]:
        if field in self.keys:
            return super().key(field)
        found = self._column(field)
        return Column(whole(as_key(found), self.size), self.missing(field)), found.scale

    def unfilled(self, field: str) -> Bools | None:
        if field in self.keys:
            return super().unfilled(field)
        found = self._column(field)
        return None if found.unknown is None else if_any(whole(found.unknown, self.size) != 0)

    def without(self, field: str) -> Bools | None:
        return super().without(field) if field in self.keys else self.missing(field)

    def gaps(self, field: str) -> Codes | None:
        if field in self.keys:
            return super().gaps(field)
        unknown, vague = self._column(field).unknown, self.suitless(field)
        unknown = None if unknown is None else whole(unknown, self.size)
        return unknown if vague is None else or_else(unknown, vague, self.log.suitless)

    def _column(self, field: str) -> Vector:
        found = self.field(field)
        if isinstance(found, ItemColumn) or (
            found.unknown is not None and (found.unknown & DEFER).any()
        ):
            raise NotColumnar
        return found

    def _make(self, name: str) -> Vector | ItemColumn:
        if name in self.keys:
            return super()._make(name)
        if name in self.busy:
            raise NotColumnar  # a column that rests on itself
        self.busy.add(name)
        try:
            return self.log.record_columns.column(self, name)
        finally:
            self.busy.discard(name)


def _chosen(piece: FieldPiece, places: Ints, size: int) -> FieldPiece:
    """A piece of a relation, for items chosen from that relation."""
    if piece.at is None:
        return FieldPiece(piece.name, piece.rows[places], None)
    within = np.full(size, -1)
    within[piece.at] = np.arange(len(piece.at))
    found = within[places]
    at = np.flatnonzero(found >= 0)
    return FieldPiece(piece.name, piece.rows[found[at]], at)
