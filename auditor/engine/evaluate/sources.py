"""Items that are made of several events: groups, intervals and unions of sources, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.relations import FieldPiece, ItemColumn, LogFields, Relation
from auditor.judge.operators import SUITLESS, WHICH_ENDS
from auditor.language import core
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.encoding import as_key
from auditor.log.store.keys import Column, no_values, stable_order
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    NOWHERE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    first_of,
    if_any,
    in_any,
    whole,
)
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
        in_doubt: Bools = NOWHERE,
    ) -> None:
        super().__init__(log, label, rows)
        self.keys, self.record, self._in_doubt = keys, record, in_doubt
        self._items = items  # where the keys are read: a source, and an item of it for each row
        self.known: dict[str, Vector | ItemColumn] = {}  # columns, as they are worked out
        self.busy: set[str] = set()

    @cached_property
    def doubtful(self) -> Bools:
        if self.record is None or not self.record.of_events or self._items is None:
            return self._in_doubt
        return self._items[0].doubtful

    @cached_property
    def ambiguous(self) -> Codes:
        """A row of a record whose key is not recorded stands for more than one subject."""
        if self.record is not None and self.record.of_events:
            return CERTAIN  # it has no keys, and stands for its event whatever that lacks
        missing = {Reason("empty", name): self.unfilled(name) for name in self.keys}
        missing[SUITLESS.reasons[0]] = in_any(map(self.suitless, self.keys))
        return self.log.reasons.noted_where(missing)

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

    def suitless(self, field: str) -> Bools:
        if field in self.keys or not self.is_card(field):
            return super().suitless(field)
        data = whole(self._column(field).data, self.size)
        return self.log.without_suit(FieldColumn(Vector(data), self.unfilled(field)))

    def empty_by_nature(self, field: str) -> Bools:
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

    def unfilled(self, field: str) -> Bools:
        if field in self.keys:
            return super().unfilled(field)
        return if_any(whole(self._column(field).unknown != 0, self.size))

    def without(self, field: str) -> Bools:
        return super().without(field) if field in self.keys else self.missing(field)

    def gaps(self, field: str) -> Codes:
        if field in self.keys:
            return super().gaps(field)
        vague = self.log.reasons.where(self.suitless(field), *SUITLESS.reasons)
        return first_of(self._column(field).unknown, vague)

    def _column(self, field: str) -> Vector:
        found = self.field(field)
        if isinstance(found, ItemColumn) or (found.unknown & DEFER).any():
            raise NotColumnar
        return found

    def _make(self, name: str) -> Vector | ItemColumn:
        if name in self.keys:
            return super()._make(name)
        if name in self.busy:
            raise NotColumnar  # a column that rests on itself
        self.busy.add(name)
        try:
            return self.log.record_column(self, name)
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


class Spans(Relation):
    """Intervals; `ends` are the rows of the events that close them, past the log while open, and
    `may_end` those of the first in doubt that may have closed them before.
    """

    def __init__(self, log: LogFields, interval: core.Interval, closings: Relation) -> None:
        columns = log.columns
        super().__init__(log, interval.name, columns.rows_of(interval.start))
        self._keys, self._closings = interval.keys, closings
        self.ends = np.full(self.size, columns.size, np.int64)
        self.closed: Bools = np.zeros(self.size, bool)
        self.may_end = np.full(self.size, columns.size, np.int64)
        self._close(columns, interval.keys, interval.end)

    def _close(self, columns: Columns, keys: tuple[str, ...], end: str) -> None:
        ids = columns.numbered(keys).ids
        closing = columns.rows_of(end)
        doubt = columns.doubtful[closing]
        in_doubt, closing = closing[doubt], closing[~doubt]
        after = columns.size + 1
        order = np.argsort(ids[closing] * after + closing)
        sought = ids[self.rows] * after + self.rows
        found = np.searchsorted((ids[closing] * after + closing)[order], sought)
        ends = self.ends
        there = found < len(order)
        candidates = closing[order[found[there]]] if len(order) else np.zeros(0, np.int64)
        same = ids[candidates] == ids[self.rows[there]]
        ends[np.flatnonzero(there)[same]] = candidates[same]
        lost = in_any(map(self.lost, keys))
        ends[lost] = columns.size  # its own end cannot be told from those of others
        alike = self._share(columns, keys, ids, closing)
        self.closed = ends < columns.size
        for row in in_doubt[::-1]:
            self._may_close(int(row), ids, ~lost)
        np.minimum(self.may_end, alike, out=self.may_end)

    def _share(self, columns: Columns, keys: Sequence[str], ids: Ints, closing: Ints) -> Ints:
        """Intervals that lack a key which is not empty by nature end together, where as many of
        them are closed as were opened.  For each the first row that may close it before.
        """
        first = np.full(self.size, columns.size, np.int64)
        share = np.flatnonzero(in_any(map(self._lacks, keys)) & ~in_any(map(self.lost, keys)))
        if not len(share):
            return first
        opens = self.rows[share]
        closes = closing[np.isin(ids[closing], ids[opens])]
        rows = np.concatenate([opens, closes])
        which = np.concatenate([share, np.full(len(closes), -1)])
        order = np.lexsort((rows, ids[rows]))
        still: list[int] = []
        ended, place = 0, -1
        for row, own in zip(rows[order].tolist(), which[order].tolist(), strict=True):
            if ids[row] != place:
                still, ended, place = [], 0, int(ids[row])
            if own >= 0:
                still.append(own)
                self.ends[own] = columns.size
            elif still:
                ended += 1
                if ended == len(still):
                    self.ends[still] = row
                    still, ended = [], 0
                else:
                    first[still] = np.minimum(first[still], row)
        return first

    def _lacks(self, name: str) -> Bools:
        """The items whose cell for a key is empty, and not by nature."""
        return self._empty(name) & ~self.empty_by_nature(name)

    def _make(self, name: str) -> Vector | ItemColumn:
        if name != core.CLOSED_BY:
            return super()._make(name)
        closings = self._closings
        at = np.where(self.closed, np.searchsorted(closings.rows, self.ends), -1)
        early = self.may_end < self.log.columns.size
        lost = CERTAIN
        if not self.log.facts.is_recorded(closings.label, self.log.columns.recorded):
            lost = self.log.reasons.where(~self.closed, Reason("not_recorded", closings.label))
        unknown = first_of(early * self.why_early() if early.any() else CERTAIN, lost)
        return ItemColumn(closings, at, unknown, closings.label)

    def why_early(self) -> Codes:
        """For each interval why it is not known whether an event in doubt has closed it."""
        doubtful = self.log.columns.doubtful.take(self.may_end, mode="clip")
        return np.where(doubtful, self.log.unreadable, self.log.reasons.code(*WHICH_ENDS.reasons))

    @property
    def may_end_early(self) -> bool:
        """Whether an event in doubt may have closed some interval."""
        return bool((self.may_end < self.log.columns.size).any())

    def _may_close(self, row: int, ids: Ints, among: Bools) -> None:
        """Marks the intervals, among some, that an event in doubt may close."""
        fits = among & (self.rows <= row) & (self.ends >= row)
        keys = self._keys
        lost = [name for name in keys if self.log.is_lost(name, row)]
        if not lost:
            fits &= ids[self.rows] == ids[row]
        else:
            kept = self.log.columns.numbered(tuple(name for name in keys if name not in lost)).ids
            fits &= kept[self.rows] == kept[row]
        self.may_end[fits] = row


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
    def doubtful(self) -> Bools:
        if not any(part.doubtful.ndim for part in self.parts):
            return NOWHERE
        total = np.zeros(self.size, bool)
        for part, at in self.whose:
            total[at] = part.doubtful
        return total

    def empty_by_nature(self, field: str) -> Bools:
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
        if name == core.CLOSED_BY or any(
            isinstance(part, Groups) and name not in part.keys for part in self.parts
        ):
            raise NotColumnar
        return super()._make(name)
