"""Relations that selections look at: events, streams, intervals, rows of records, as columns.

Each source lists its items in the order of the log.  `rows` are the rows of the log that speak
for the items: an event's own, that which opens an interval, the first of a group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from auditor.engine.index.keys import Column, no_values
from auditor.engine.index.sorted import stable_order
from auditor.engine.store.cards import card_codes
from auditor.engine.store.columns import Columns, Filled, Lexicons, as_key, rescaled
from auditor.engine.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Reasons,
    Vector,
    if_any,
    join,
    or_else,
    take,
    whole,
)
from auditor.judge.operators import SUITLESS, UNREADABLE
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of
from auditor.types import CARD, Enumeration
from auditor.values import Reason


@dataclass(slots=True)
class ItemColumn:
    """Items of one source by their places in it, -1 where there is none: `what` is then absent."""

    source: Source
    at: Ints
    unknown: Codes | None
    what: str

    def taken(self, places: Ints) -> ItemColumn:
        unknown = None if self.unknown is None else take(self.unknown, places)
        return ItemColumn(self.source, take(self.at, places), unknown, self.what)


class Source:
    """Items in the order of the log."""

    def __init__(self, log: LogFields, label: str, rows: Ints) -> None:
        self.log, self.label, self.rows = log, label, rows
        self.size = len(rows)
        self._fields: dict[str, Vector | ItemColumn] = {}
        self._raw: dict[str, Filled | None] = {}
        self._lost: dict[str, Bools | None] = {}
        self._lacking: dict[tuple[str, ...], Codes | None] = {}

    @property
    def unlogged(self) -> Bools | None:
        """The items that stand for rows which the log lacks; None where none does."""
        unlogged = self.log.columns.unlogged
        if unlogged is None or self.doubtful is None:
            return None
        return if_any(self.doubtful & unlogged[self.rows])

    @cached_property
    def doubtful(self) -> Bools | None:
        """The items that stand for a row that was set aside; None where none does."""
        found = self.log.columns.doubtful
        return None if found is None else if_any(found[self.rows])

    @cached_property
    def which(self) -> Ints:
        """The number of each item among those that begin with its row: seen through a stream, one
        event may begin several rows of a record.
        """
        places = np.arange(self.size)
        first = np.ones(self.size, bool)
        np.not_equal(self.rows[1:], self.rows[:-1], out=first[1:])
        return places - np.maximum.accumulate(np.where(first, places, 0))

    def name(self, field: str) -> str | None:
        """The log's field behind one of this source, where that is one and the same for all."""
        return field

    def plain(self, field: str) -> bool:
        """Whether the field is the log's own of that name, in the row that speaks for the item."""
        return self.name(field) == field

    def raw(self, field: str) -> Filled | None:
        """A field as the log has it; None where no item fills it.  Not for columns of records."""
        if field not in self._raw:
            self._raw[field] = self._read(field)
        return self._raw[field]

    def _read(self, field: str) -> Filled | None:
        name = self.name(field)
        return self.log.raw(name, self.rows) if name is not None else None

    def empty_by_nature(self, field: str) -> Bools | bool:
        """Whether an empty field is empty by nature; else it is only not recorded."""
        return self.log.empty_by_nature(self.name(field) or field, self.rows)

    def key(self, field: str) -> tuple[Column, int]:
        """A field to look items up by, and the scale of its numbers."""
        found = self.raw(field)
        if found is None:
            return self.key_values(field), 1
        if found.beyond is not None:
            raise NotColumnar
        return found.key(), found.vector.scale

    def key_values(self, field: str) -> Column:
        """A field as numbers that are equal where its values are."""
        found = self.raw(field)
        if found is None:
            return no_values(self.size)
        return found.key()

    def lost(self, field: str) -> Bools | None:
        """The items that stand in a row whose cell for a field cannot be believed; None where none
        does.
        """
        name = self.name(field)
        return None if name is None else self.log.lost(name, self.rows)

    def missing(self, field: str) -> Bools | None:
        """The items that are not found by a field: it is not recorded, though it is not empty by
        nature, or holds a card without its suit.  None where there is no such item.
        """
        if field not in self._lost:
            unfilled, vague = self.unfilled(field), self.suitless(field)
            if unfilled is None or vague is None:
                self._lost[field] = vague if unfilled is None else unfilled
            else:
                self._lost[field] = unfilled | vague
        return self._lost[field]

    def unfilled(self, field: str) -> Bools | None:
        """The items that do not record a field that is not empty by nature; None where all do."""
        empty = self._empty(field)
        if empty is None:
            return None
        nature = self.empty_by_nature(field)
        missing = None if nature is True else if_any(empty & ~np.asarray(nature))
        lost = self.lost(field)
        return lost if missing is None else missing if lost is None else missing | lost

    def suitless(self, field: str) -> Bools | None:
        """The items that show a card without its suit in a field; None where none does."""
        found = self.raw(field) if self.is_card(field) else None
        return None if found is None else self.log.without_suit(found)

    def is_card(self, field: str) -> bool:
        """Whether a field holds cards."""
        return (self.name(field) or field) in self.log.card_fields

    def _empty(self, field: str) -> Bools | None:
        """Where a field is empty; None where it never is."""
        if field not in self._raw and self.plain(field):  # its values need not be looked at
            whole = self.log.columns.fields.get(field)
            if whole is not None:
                return None if whole.empty is None else if_any(whole.empty.take(self.rows))
        found = self.raw(field)
        return np.ones(self.size, bool) if found is None else found.empty

    def lacking(self, fields: tuple[str, ...]) -> Codes | None:
        """For each item the reasons of those among some fields that it does not record."""
        if fields not in self._lacking:
            total: Codes | None = None
            for field in fields:
                missing, gaps = self.missing(field), self.gaps(field)
                if missing is not None and gaps is not None:
                    total = join(total, missing * gaps)
            self._lacking[fields] = total
        return self._lacking[fields]

    def without(self, field: str) -> Bools | None:
        """The items of which a field does not equal anything for certain: it has no value, or is a
        card without its suit.  None where there is no such item.
        """
        total: Bools | None = if_any(self._empty(field))
        for part in (self.lost(field), self.suitless(field)):
            total = part if total is None else total if part is None else total | part
        return total

    def gaps(self, field: str) -> Codes | None:
        """For each item the reason why a field equals nothing for certain; None where all do."""
        missing = self.without(field)
        if missing is None:
            return None
        codes = missing * np.int64(self.log.reasons.code(Reason("empty", field)))
        vague, lost = self.suitless(field), self.lost(field)
        codes = codes if vague is None else np.where(vague, self.log.suitless, codes)
        return codes if lost is None else np.where(lost, self.log.unreadable, codes)

    def field(self, name: str) -> Vector | ItemColumn:
        """A field or column of every item."""
        if name not in self._fields:
            self._fields[name] = self._make(name)
        return self._fields[name]

    def _make(self, name: str) -> Vector | ItemColumn:
        return self.log.vector(self.raw(name), name, self.size, self.lost(name))


class RecordColumns(Protocol):
    """Whoever works out the columns of records."""

    def column(self, groups: Groups, name: str) -> Vector | ItemColumn:
        """A column, for all the rows of its record."""


class AnyEvent(Source):
    """All events; their field `event` tells the kind."""

    def _read(self, field: str) -> Filled | None:
        if field != ANY_EVENT:
            return super()._read(field)
        columns = self.log.columns
        lexicon = columns.lexicons.of(Enumeration(ANY_EVENT, columns.kinds))
        codes = np.array([lexicon.code(kind) for kind in columns.kinds], np.int64)
        return Filled(Vector(codes[columns.kind[self.rows]]), None)

    def plain(self, field: str) -> bool:
        return field != ANY_EVENT


class Streams(Source):
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

    def _read(self, field: str) -> Filled | None:
        if self.name(field) is not None:
            return super()._read(field)
        columns = self.log.columns
        kinds = columns.kind[self.rows]
        total: Filled | None = None
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


def _placed(total: Filled | None, part: Filled, at: Ints, size: int, lexicons: Lexicons) -> Filled:
    """One field put together from the parts of the items."""
    if total is None:
        vector = Vector(np.zeros(size, part.vector.data.dtype), None, part.vector.scale)
        total = Filled(vector, np.ones(size, bool))
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


class Spans(Source):
    """Intervals; `ends` are the rows of the events that close them, past the log while open, and
    `may_end` those of the first in doubt that may have closed them before.
    """

    def __init__(self, log: LogFields, interval: core.Interval) -> None:
        columns = log.columns
        super().__init__(log, interval.name, columns.rows_of(interval.start))
        self._keys = interval.keys
        self.ends = np.full(self.size, columns.size, np.int64)
        self.closed: Bools = np.zeros(self.size, bool)
        self.may_end = np.full(self.size, columns.size, np.int64)
        if interval.end is not None:
            self._close(columns, interval.keys, interval.end)

    def _close(self, columns: Columns, keys: tuple[str, ...], end: str) -> None:
        ids = columns.numbered(keys).ids
        closing = columns.rows_of(end)
        in_doubt = closing[:0]
        vague_at = self._vague_rows(keys)
        doubt = vague_at if columns.doubtful is None else columns.doubtful | vague_at
        every = closing
        if doubt.any():
            in_doubt, closing = closing[doubt[closing]], closing[~doubt[closing]]
        after = columns.size + 1
        order = np.argsort(ids[closing] * after + closing)
        sought = ids[self.rows] * after + self.rows
        found = np.searchsorted((ids[closing] * after + closing)[order], sought)
        ends = self.ends
        there = found < len(order)
        candidates = closing[order[found[there]]] if len(order) else np.zeros(0, np.int64)
        same = ids[candidates] == ids[self.rows[there]]
        ends[np.flatnonzero(there)[same]] = candidates[same]
        lost_keys = [lost for name in keys if (lost := self.lost(name)) is not None]
        if lost_keys:  # its own end cannot be told from those of others
            ends[np.any(lost_keys, axis=0)] = columns.size
        vague = vague_at[self.rows]
        ends[vague] = columns.size
        self.closed = ends < columns.size
        for row in in_doubt[::-1]:
            self._may_close(int(row), ids, lost_keys, ~vague, vague_at)
        for row in every[::-1] if vague.any() else ():
            self._may_close(int(row), ids, lost_keys, vague, vague_at)

    def _vague_rows(self, keys: Sequence[str]) -> Bools:
        """The rows of the log that show a card without its suit in some fields."""
        total = np.zeros(self.log.columns.size, bool)
        for name in self.log.card_fields.intersection(keys):
            found = self.log.columns.fields.get(name)
            where = None if found is None else self.log.without_suit(found)
            total |= False if where is None else where
        return total

    @property
    def may_end_early(self) -> bool:
        """Whether an event in doubt may have closed some interval."""
        return bool((self.may_end < self.log.columns.size).any())

    def _may_close(
        self, row: int, ids: Ints, lost_keys: list[Bools], among: Bools, vague: Bools
    ) -> None:
        """Marks the intervals, among some, that an event in doubt may close."""
        fits = among & (self.rows <= row) & (self.ends >= row)
        if lost_keys:
            fits &= ~np.any(lost_keys, axis=0)
        keys = self._keys
        lost = [name for name in keys if self.log.is_lost(name, row)]
        if vague[row] or (fits & vague[self.rows]).any():  # a card may be any that fits otherwise
            lost += [name for name in keys if name in self.log.card_fields]
        if not lost:
            fits &= ids[self.rows] == ids[row]
        else:
            kept = self.log.columns.numbered(tuple(name for name in keys if name not in lost)).ids
            fits &= kept[self.rows] == kept[row]
        self.may_end[fits] = row


class Groups(Source):
    """Instances of a scope or rows of a record: `keys` are the fields that tell them apart."""

    def __init__(
        self,
        log: LogFields,
        label: str,
        rows: Ints,
        keys: tuple[str, ...],
        *,
        record: core.Record | None,
        items: tuple[Source, Ints] | None = None,
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

    def lost(self, field: str) -> Bools | None:
        if field not in self.keys or self._items is None:
            return super().lost(field) if field in self.keys else None
        source, places = self._items
        found = source.lost(field)
        return None if found is None else if_any(found[places])

    def is_card(self, field: str) -> bool:
        if field in self.keys:
            return super().is_card(field) if self._items is None else self._items[0].is_card(field)
        assert self.record is not None
        return dict(self.record.columns)[field].type == CARD

    def suitless(self, field: str) -> Bools | None:
        if field in self.keys or not self.is_card(field):
            return super().suitless(field)
        data = whole(self._column(field).data, self.size)
        return self.log.without_suit(Filled(Vector(data), self.unfilled(field)))

    def plain(self, field: str) -> bool:
        if field not in self.keys:
            return False
        return True if self._items is None else self._items[0].plain(field)

    def _read(self, field: str) -> Filled | None:
        if self._items is None:
            return super()._read(field)
        source, places = self._items
        found = source.raw(field)
        return None if found is None else found.at(places)

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


class Union(Source):
    """The items of several sources in their common order."""

    def __init__(self, log: LogFields, parts: Sequence[Source]) -> None:
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
    def whose(self) -> list[tuple[Source, Ints]]:
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

    def _read(self, field: str) -> Filled | None:
        if self.plain(field):
            return super()._read(field)
        total: Filled | None = None
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


class LogFields:
    """The fields of one log, as its relations read them."""

    def __init__(self, program: core.Program, columns: Columns, reasons: Reasons) -> None:
        self.program, self.columns, self.reasons = program, columns, reasons
        self.record_columns: RecordColumns
        self.facts = facts_of(program)
        self.empty = self.facts.empty_by_nature
        fields = program.vocabulary.fields
        self.card_fields = frozenset(name for name, kind in fields.items() if kind == CARD)
        self.unreadable = reasons.code(*UNREADABLE.reasons) if columns.doubtful is not None else 0

    def without_suit(self, cards: Filled) -> Bools | None:
        """Where there is a card without its suit; None where there is none."""
        codes = card_codes(self.columns.lexicons)
        if codes is None:
            return None
        found = codes.suitless.take(cards.vector.data)
        return if_any(found if cards.empty is None else found & ~cards.empty)

    @property
    def suitless(self) -> int:
        """The number of the reason that a card was logged without its suit."""
        return self.reasons.code(*SUITLESS.reasons)

    def raw(self, name: str, rows: Ints) -> Filled | None:
        """A field of the log in some rows."""
        found = self.columns.fields.get(name)
        return None if found is None else found.at(rows)

    def lost(self, name: str, rows: Ints) -> Bools | None:
        """The rows of some whose cell for a field cannot be believed; None where there is none."""
        found = self.columns.lost.get(name)
        return None if found is None else if_any(found[rows])

    def is_lost(self, name: str, row: int) -> bool:
        """Whether the cell of a field in one row cannot be believed."""
        return name in self.columns.lost and bool(self.columns.lost[name][row])

    def empty_by_nature(self, name: str, rows: Ints) -> Bools | bool:
        """Whether a field that is empty in some rows is so by nature."""
        if name in self.program.vocabulary.context:
            return True
        per_kind = np.array([name in self.empty[kind] for kind in self.columns.kinds])
        if per_kind.all() or not per_kind.any():
            return bool(per_kind.all())
        return np.asarray(per_kind[self.columns.kind[rows]])

    def vector(
        self, found: Filled | None, name: str, size: int, lost: Bools | None = None
    ) -> Vector:
        """A field of the log as answers: an empty cell says why nothing is known."""
        if found is not None and found.empty is None and found.beyond is None:
            return found.vector
        code = self.reasons.code(Reason("empty", name))
        if found is None:
            unknown = np.full(size, code)
            unknown[lost if lost is not None else slice(0)] = self.unreadable
            return Vector(np.zeros(size, np.int64), unknown)
        vector = found.vector
        unknown = np.zeros(size, np.int64)
        if found.empty is not None:
            unknown[found.empty] = code
        if lost is not None:
            unknown[lost] = self.unreadable
        if found.beyond is not None:
            unknown[found.beyond] = DEFER
        return Vector(vector.data, unknown if unknown.any() else None, vector.scale, vector.zone)
