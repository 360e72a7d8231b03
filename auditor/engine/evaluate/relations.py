"""Relations that selections look at, as columns: events, and what all relations have in common.

Each source lists its items in the order of the log.  `rows` are the rows of the log that speak
for the items: an event's own, that which opens an interval, the first of a group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, TypeVar

import numpy as np

from auditor.judge.operators import SUITLESS, UNREADABLE
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of, unknown_cells
from auditor.log.store.columns import Columns, FieldColumn, rescaled
from auditor.log.store.encoding import Lexicons, card_codes
from auditor.log.store.keys import Column, no_values
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    NOWHERE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Reasons,
    Vector,
    codes_where,
    first_of,
    if_any,
    join,
    take,
)
from auditor.source import Frozen
from auditor.types import CARD, Enumeration
from auditor.values import Reason


@dataclass(slots=True)
class ItemColumn:
    """Items of one source by their places in it, -1 where there is none: `what` is then absent."""

    source: Relation
    at: Ints
    unknown: Codes
    what: str

    def taken(self, places: Ints) -> ItemColumn:
        at, unknown = take(self.at, places), take(self.unknown, places)
        return ItemColumn(self.source, at, unknown, self.what)


class FieldPiece(Frozen):
    """A field of the log in some rows, as that of the items at some places; None for all items."""

    name: str
    rows: Ints
    at: Ints | None


Told = TypeVar("Told")
About = TypeVar("About", str, tuple[str, ...])


def kept(method: Callable[[Any, About], Told]) -> Callable[[Any, About], Told]:
    """Has a relation work out only once what it tells of a field, or of some."""

    @wraps(method)
    def known(own: Relation, field: About) -> Told:
        found: dict[About, Told] = own.known_of.setdefault(method.__name__, {})
        if field not in found:
            found[field] = method(own, field)
        return found[field]

    return known


class Relation:
    """Items in the order of the log."""

    def __init__(self, log: LogFields, label: str, rows: Ints) -> None:
        self.log, self.label, self.rows = log, label, rows
        self.size = len(rows)
        self.known_of: dict[str, dict[Any, Any]] = {}

    @property
    def unlogged(self) -> Bools:
        """The items that stand for rows which the log lacks."""
        return self.doubtful & self.log.columns.unlogged[self.rows]

    @cached_property
    def doubtful(self) -> Bools:
        """The items that stand for a row that was set aside."""
        return if_any(self.log.columns.doubtful[self.rows])

    @cached_property
    def which(self) -> Ints:
        """The number of each item among those that begin with its row: seen through a stream, one
        event may begin several rows of a record.
        """
        places = np.arange(self.size)
        first = np.ones(self.size, bool)
        np.not_equal(self.rows[1:], self.rows[:-1], out=first[1:])
        return places - np.maximum.accumulate(np.where(first, places, 0))

    @kept
    def pieces(self, field: str) -> tuple[FieldPiece, ...]:
        """Where a field is read; nowhere where it is worked out."""
        return self._origin(field)

    def _origin(self, field: str) -> tuple[FieldPiece, ...]:
        return (FieldPiece(field, self.rows, None),)

    @kept
    def plain(self, field: str) -> bool:
        """Whether the field is the log's own of that name, in the row that speaks for the item."""
        names = [piece.name for piece in self.pieces(field) if piece.at is None]
        return names == [field] and field != ANY_EVENT

    @kept
    def raw(self, field: str) -> FieldColumn | None:
        """A field as the log has it; None where no item fills it.  Not for columns of records."""
        total: FieldColumn | None = None
        for piece in self.pieces(field):
            found = self.log.raw(piece.name, piece.rows)
            if piece.at is None:
                return found
            if found is not None and len(piece.rows):
                total = _scattered(total, found, piece.at, self.size, self.log.columns.lexicons)
        return total

    def empty_by_nature(self, field: str) -> Bools:
        """Whether an empty field is empty by nature; else it is only not recorded."""
        return self._of_pieces(field, self.log.empty_by_nature, none=False)

    def key(self, field: str) -> tuple[Column, int]:
        """A field to look items up by, and the scale of its numbers."""
        found = self.raw(field)
        if found is None:
            return self.key_values(field), 1
        if found.beyond.ndim:
            raise NotColumnar
        return found.key(), found.vector.scale

    def key_values(self, field: str) -> Column:
        """A field as numbers that are equal where its values are."""
        found = self.raw(field)
        if found is None:
            return no_values(self.size)
        return found.key()

    def lost(self, field: str) -> Bools:
        """The items that stand in a row whose cell for a field cannot be believed."""
        if not self.log.columns.lost:
            return NOWHERE
        return if_any(self._of_pieces(field, self.log.lost, none=False))

    def unknown(self, field: str) -> Bools:
        """The items of which nobody knows whether they had a field."""
        if not self.log.columns.lacking:
            return NOWHERE
        return if_any(self._of_pieces(field, self.log.unknown, none=False))

    def _of_pieces(self, field: str, read: Callable[[str, Ints], Bools], *, none: bool) -> Bools:
        """The marks that are read of a field in each of its rows; `none` where it has none."""
        total = np.full(self.size, none)
        for piece in self.pieces(field):
            found = read(piece.name, piece.rows)
            if piece.at is None:
                return found
            total[piece.at] = found
        return total

    @kept
    def missing(self, field: str) -> Bools:
        """The items that are not found by a field: it is not recorded, though it is not empty by
        nature, or holds a card without its suit.
        """
        return self.unfilled(field) | self.suitless(field)

    def unfilled(self, field: str) -> Bools:
        """The items that do not record a field that is not empty by nature."""
        empty = self._empty(field)
        if empty.ndim:
            empty = if_any(empty & ~self.empty_by_nature(field) | self.lost(field))
        return empty

    def suitless(self, field: str) -> Bools:
        """The items that show a card without its suit in a field."""
        found = self.raw(field) if self.is_card(field) else None
        return NOWHERE if found is None else self.log.without_suit(found)

    def is_card(self, field: str) -> bool:
        """Whether a field holds cards."""
        return any(piece.name in self.log.card_fields for piece in self.pieces(field)[:1])

    @kept
    def _empty(self, field: str) -> Bools:
        """Where a field is empty."""
        return self._of_pieces(field, self.log.unfilled, none=True)

    @kept
    def lacking(self, fields: tuple[str, ...]) -> Codes:
        """For each item the reasons of those among some fields that it does not record."""
        total = CERTAIN
        for field in fields:
            if (missing := self.missing(field)).ndim:
                total = join(total, missing * self.gaps(field))
        return total

    def without(self, field: str) -> Bools:
        """The items whose field equals nothing for certain: it has no value, or is a card without
        its suit.
        """
        return if_any(self._empty(field) | self.lost(field) | self.suitless(field))

    @kept
    def gaps(self, field: str) -> Codes:
        """For each item the reason why a field equals nothing for certain."""
        return first_of(
            codes_where(self.lost(field), self.log.unreadable),
            self.log.reasons.where(self.suitless(field), *SUITLESS.reasons),
            self.log.reasons.where(self.without(field), Reason("empty", field)),
        )

    @kept
    def field(self, name: str) -> Vector | ItemColumn:
        """A field or column of every item."""
        return self._make(name)

    def _make(self, name: str) -> Vector | ItemColumn:
        return self.log.vector(self.raw(name), name, self.size, self.lost(name))


class LogFields:
    """The fields of one log, as its relations read them."""

    def __init__(self, program: core.Program, columns: Columns, reasons: Reasons) -> None:
        self.program, self.columns, self.reasons = program, columns, reasons
        self.record_column: Callable[[Relation, str], Vector | ItemColumn]
        self.facts = facts_of(program)
        self._unknown = unknown_cells(program.vocabulary, columns.lacking)
        empty = self.facts.empty_by_nature
        self.empty = {kind: names - self._unknown[kind] for kind, names in empty.items()}
        fields = program.vocabulary.fields
        self.card_fields = frozenset(name for name, kind in fields.items() if kind == CARD)
        self.unreadable = reasons.code(*UNREADABLE.reasons) if columns.doubtful.any() else 0

    def without_suit(self, cards: FieldColumn) -> Bools:
        """Where there is a card without its suit."""
        codes = card_codes(self.columns.lexicons)
        if codes is None:
            return NOWHERE
        return if_any(codes.suitless.take(cards.vector.data) & ~cards.empty)

    def raw(self, name: str, rows: Ints) -> FieldColumn | None:
        """A field of the log in some rows; the field `event` tells the kinds."""
        if name == ANY_EVENT:
            return FieldColumn(Vector(self._kinds[self.columns.kind[rows]]))
        found = self.columns.fields.get(name)
        return None if found is None else found.at(rows)

    def unfilled(self, name: str, rows: Ints) -> Bools:
        """The rows of some that do not fill a field."""
        if name == ANY_EVENT:
            return NOWHERE
        return if_any(~self.columns.has_value(name)[rows])

    def lost(self, name: str, rows: Ints) -> Bools:
        """The rows of some whose cell for a field cannot be believed."""
        return if_any(take(self.columns.lost.get(name, NOWHERE), rows))

    @cached_property
    def _kinds(self) -> Ints:
        """The kinds of event as values of the field `event`."""
        kinds = self.columns.kinds
        lexicon = self.columns.lexicons.of(Enumeration(ANY_EVENT, kinds))
        return np.array([lexicon.code(kind) for kind in kinds], np.int64)

    def is_lost(self, name: str, row: int) -> bool:
        """Whether the cell of a field in one row cannot be believed."""
        return name in self.columns.lost and bool(self.columns.lost[name][row])

    def empty_by_nature(self, name: str, rows: Ints) -> Bools:
        """Whether a field that is empty in some rows is so by nature."""
        return self._by_kind(self.empty, name, rows)

    def unknown(self, name: str, rows: Ints) -> Bools:
        """The rows of some of which nobody knows whether they had a field."""
        return self._by_kind(self._unknown, name, rows)

    def _by_kind(self, names: Mapping[str, frozenset[str]], name: str, rows: Ints) -> Bools:
        per_kind = np.array([name in names[kind] for kind in self.columns.kinds])
        return per_kind[self.columns.kind[rows]]

    def vector(self, found: FieldColumn | None, name: str, size: int, lost: Bools) -> Vector:
        """A field of the log as answers: an empty cell says why nothing is known."""
        if found is None:
            found = FieldColumn(Vector(np.zeros(size, np.int64)), np.ones(size, bool))
        unknown = first_of(
            codes_where(found.beyond, DEFER),
            codes_where(lost, self.unreadable),
            self.reasons.where(found.empty, Reason("empty", name)),
        )
        return replace(found.vector, unknown=unknown)


def _scattered(
    total: FieldColumn | None, part: FieldColumn, at: Ints, size: int, lexicons: Lexicons
) -> FieldColumn:
    """One field put together from the parts of the items."""
    if total is None:
        vector = Vector(np.zeros(size, part.vector.data.dtype), CERTAIN, part.vector.scale)
        total = FieldColumn(vector, np.ones(size, bool))
    if total.vector.scale != part.vector.scale:
        common = int(np.lcm(total.vector.scale, part.vector.scale))
        total, part = rescaled(total, common, lexicons), rescaled(part, common, lexicons)
    mine, other = total.vector, part.vector
    mine.data[at] = other.data
    if other.zone is not None:
        mine.zone = np.zeros(size, np.int64) if mine.zone is None else mine.zone
        mine.zone[at] = other.zone
    total.empty[at] = part.empty
    return total
