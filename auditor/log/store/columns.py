"""A log as columns: one array for every field, one number for every kind of event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Protocol

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.event import NO_INSTANTS, Event, Input, Instants, Log, Row, SetAside
from auditor.log.store.encoding import (
    LARGEST,
    NUMBERS,
    STAND_IN,
    Lexicons,
    as_key,
    as_ratio,
    value_of,
    vector_of,
    with_stand_ins,
)
from auditor.log.store.keys import Column, Keys, no_values
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.vector import (
    CERTAIN,
    NAIVE,
    NOWHERE,
    Bools,
    Ints,
    Small,
    Vector,
    if_any,
    in_any,
    scattered,
    take,
    whole,
)
from auditor.source import Frozen
from auditor.types import NUMBER, Type
from auditor.values import Value, exact


@dataclass(slots=True)
class FieldColumn:
    """One field over the whole log: its values, where there are none, where they are too large.

    Its data may be of few bits; what is taken from it for computing has 64.
    """

    vector: Vector
    empty: Bools = field(default_factory=lambda: NOWHERE)

    @property
    def beyond(self) -> Bools:
        """Where a number is too large, and another stands in for it."""
        data = self.vector.data
        return if_any((data >= STAND_IN) & ~self.empty) if data.dtype == np.int64 else NOWHERE

    def at(self, rows: Ints | slice) -> FieldColumn:
        """The field in some rows, ready to compute with."""
        found = self.some(rows)
        if found.vector.data.dtype != np.bool_:
            found.vector.data = found.vector.data.astype(np.int64, copy=False)
        return found

    def some(self, rows: Ints | slice) -> FieldColumn:
        """The field in some rows, in as few bits as here."""
        return FieldColumn(self.vector.at(rows), if_any(take(self.empty, rows)))

    def packed(self) -> FieldColumn:
        """The field in as few bits as its values need."""
        vector = self.vector
        data, zone = vector.data, vector.zone
        if data.dtype == np.int64 and len(data):
            low, high = int(data.min()), int(data.max())
            for kind in (np.int8, np.int16, np.int32):
                if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
                    data = data.astype(kind)
                    break
        if zone is not None and zone.ndim and len(zone) and (zone == zone[0]).all():
            zone = np.array(zone[0])
        return FieldColumn(Vector(data, CERTAIN, vector.scale, zone), self.empty)

    def spread(self, rows: Ints, size: int) -> FieldColumn:
        """The field over as many rows as there are, where the others are empty."""
        vector, zone = self.vector, self.vector.zone
        if zone is not None and zone.ndim:
            own, zone = zone, np.full(size, NAIVE, np.int64)
            zone[rows] = own
        empty = np.ones(size, bool)
        empty[rows] = self.empty
        data = scattered(vector.data, rows, size)
        return FieldColumn(Vector(data, CERTAIN, vector.scale, zone), if_any(empty))

    def key(self) -> Column:
        """The values as numbers, equal where the values are."""
        return Column(as_key(self.vector), self.empty)

    def value(self, kind: Type, row: int, lexicons: Lexicons) -> Value | None:
        """The value in a row as rules know it, whether a column can hold it or not."""
        if self.empty.ndim and self.empty[row]:
            return None
        if (number := int(self.vector.data[row])) >= STAND_IN:
            return lexicons.of(NUMBER).values[number - STAND_IN]
        return value_of(self.vector, kind, row, lexicons)

    def values(self, kind: Type, rows: Ints, lexicons: Lexicons) -> tuple[Ints, Iterator[Value]]:
        """The values in some rows that have one, and the places of these among them."""
        filled = np.flatnonzero(whole(~take(self.empty, rows), len(rows)))
        own = self.some(rows[filled])
        cells, zone = own.vector.data, own.vector.zone
        if zone is not None and zone.ndim:
            cells = np.stack((cells, zone))
        _, first, each = np.unique(cells, return_index=True, return_inverse=True, axis=-1)
        known = (own.value(kind, at, lexicons) for at in first.tolist())
        of = [value for value in known if value is not None]
        return filled, map(of.__getitem__, each.ravel().tolist())

    def ratio(self, lexicons: Lexicons) -> tuple[Ints, Ints]:
        """Numbers as numerators and denominators in lowest terms: equal where the numbers are,
        whatever the denominator of their column.
        """
        data = self.vector.data.astype(np.int64)
        common = np.gcd(data, self.vector.scale)
        over, under = data // common, self.vector.scale // common
        for at in np.flatnonzero(self.beyond):
            number = lexicons.of(NUMBER).values[int(data[at]) - STAND_IN]
            over[at], under[at] = as_ratio(number, lexicons)
        return over, under


class LogRows(Protocol):
    """The rows behind the events at some places of a log, in the order of the places."""

    def named(self, places: Ints) -> Sequence[Row]:
        """The rows by their names; their cells may be left out."""

    def shown(self, places: Ints) -> Sequence[Row]:
        """The rows with their cells as they stand."""


@dataclass(slots=True)
class Columns:
    """The events of a log in their order.

    `kind` is the number of each row's kind in `kinds`; `fields` holds, for every field of the
    vocabulary that the log fills anywhere, the values of the events whose kind has the field.
    `doubtful` are those of rows that were set aside or that the log lacks, `unlogged` the latter;
    `suspicious` those of rows that read well, and repeat another or are out of place.
    `lost` marks, for some of them, the rows whose cells cannot be believed: they are empty in
    `fields`, and not by nature.  `lacking`, `mixed`, `unfilled` and `instants` are those of the
    log.
    """

    kind: Small
    fields: Mapping[str, FieldColumn]
    doubtful: Bools
    recorded: frozenset[str]
    lexicons: Lexicons
    vocabulary: Vocabulary
    rows: LogRows
    places: Ints
    unlogged: Bools
    suspicious: Bools
    allocator: ArrayAllocator = field(
        default_factory=ArrayAllocator
    )  # for what is as long as the log
    lost: Mapping[str, Bools] = field(default_factory=dict)
    lacking: frozenset[str] = frozenset()
    mixed: frozenset[tuple[Value | None, ...]] = frozenset()
    unfilled: frozenset[tuple[str, str]] = frozenset()
    instants: Instants = NO_INSTANTS
    size: int = field(init=False)
    kinds: tuple[str, ...] = field(init=False)
    _numbered: dict[tuple[str, ...], Keys] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.size, self.kinds = len(self.kind), tuple(self.vocabulary.kinds)

    def numbered(self, fields: tuple[str, ...]) -> Keys:
        """All rows, numbered by the values of some fields; made once for all who ask."""
        if not fields:
            return self._numbered.setdefault((), Keys(self.size))
        if fields not in self._numbered:
            column = partial(self._key, fields[-1])
            self._numbered[fields] = self.numbered(fields[:-1]).with_field(fields[-1], column)
        return self._numbered[fields]

    def _key(self, name: str) -> Column:
        found = self.fields.get(name)
        return no_values(self.size) if found is None else found.key()

    def forget(self) -> None:
        """Lets go of the numbers."""
        self._numbered.clear()

    def has_value(self, name: str) -> Bools:
        """The rows that have a value in a field."""
        found = self.fields.get(name)
        return whole(np.array(False) if found is None else ~found.empty, self.size)

    def value(self, name: str, vocabulary: Vocabulary, row: int) -> Value | None:
        """The value of a field in a row, as rules know it; None where there is none."""
        found = self.fields.get(name)
        return None if found is None else found.value(vocabulary.fields[name], row, self.lexicons)

    def events(self, rows: Ints) -> list[Event]:
        """The events in some rows with the cells of these, their fields in the order in which the
        vocabulary declares them.
        """
        found = self._made(rows, self.rows.shown(self.places[rows]))
        self._order_fields(found)
        return found

    def said(self, rows: Ints) -> list[Event]:
        """The events in some rows as rules know them: the cells of certain ones may be left out."""
        named = [*self.rows.named(self.places[rows])]
        doubtful = np.flatnonzero(self.doubtful[rows])
        shown = self.rows.shown(self.places[rows[doubtful]])
        for at, row in zip(doubtful.tolist(), shown, strict=True):
            named[at] = row
        return self._made(rows, named)

    def _made(self, rows: Ints, behind: Sequence[Row]) -> list[Event]:
        values: list[dict[str, Value]] = [{} for _ in rows]
        for name, found in self.fields.items():
            filled, some = found.values(self.vocabulary.fields[name], rows, self.lexicons)
            for at, value in zip(filled.tolist(), some, strict=True):
                values[at][name] = value
        kinds = map(self.kinds.__getitem__, self.kind[rows].tolist())
        every = zip(self.places[rows].tolist(), kinds, values, behind, strict=True)
        events = [Event(*own) for own in every]
        marked = in_any([self.doubtful[rows], *(own[rows] for own in self.lost.values())])
        for at in np.flatnonzero(marked).tolist():
            event, row = events[at], rows[at]
            event.doubtful, event.suspicious_place = (
                bool(own[row]) for own in (self.doubtful, self.suspicious)
            )
            event.lost = frozenset(name for name, own in self.lost.items() if own[row])
        return events

    def _order_fields(self, events: Sequence[Event]) -> None:
        context, kinds = self.vocabulary.context, self.vocabulary.kinds
        for own in events:
            order = (*context, *kinds[own.kind].fields)
            own.values = {name: own.values[name] for name in order if name in own.values}

    def show(self, events: Sequence[Event]) -> None:
        """Gives events that rules know the cells of their rows, and their fields the order of the
        vocabulary, so that the engines show the same.
        """
        self._order_fields(events)
        bare = {own.place: own for own in events if not (own.row.header or own.doubtful)}
        places = np.array(sorted(bare), np.int64)
        for place, row in zip(places.tolist(), self.rows.shown(places), strict=True):
            bare[place].row = row

    def cells(self, name: str, rows: slice | Ints) -> tuple[Ints, Bools] | None:
        """The values of a field in some rows as numbers, and where they are filled; None of a field
        that no row fills.
        """
        found = self.fields.get(name)
        if found is None:
            return None
        own = found.at(rows).key()
        return own.values, own.has_value()

    def told(self, names: Sequence[str], rows: slice | Ints) -> Ints:
        """The values of some fields in some rows as numbers, a column for each; -1 for none."""
        size = len(self.kind[rows])
        found = np.full((size, len(names)), -1, np.int64)
        for nth, name in enumerate(names):
            if (cells := self.cells(name, rows)) is not None:
                found[:, nth] = np.where(cells[1], cells[0], -1)
        return found

    def said_in(self, rows: Ints) -> Columns:
        """Some rows in any order, without a word of which of them are in doubt."""
        fields = {name: own.some(rows) for name, own in self.fields.items()}
        none = np.zeros(len(rows), bool)
        return replace(
            self,
            kind=self.kind[rows],
            fields=fields,
            doubtful=none,
            unlogged=none,
            suspicious=none,
            lost={},
        )

    def rows_of(self, kind: str) -> Ints:
        """The rows of one kind."""
        return np.flatnonzero(self.kind == self.kinds.index(kind))


def event_marks(
    events: Mapping[int, Event], size: int
) -> tuple[Bools, Bools, Bools, dict[str, Bools]]:
    """The rows of events in doubt, of those that the log lacks and of those in a suspicious place;
    and those whose cells of a field cannot be believed.
    """
    doubtful, unlogged, suspicious = (np.zeros(size, bool) for _ in range(3))
    lost: dict[str, Bools] = {}
    for row, event in events.items():
        doubtful[row], unlogged[row] = event.doubtful, event.unlogged
        suspicious[row] = event.suspicious_place
        for name in sorted(event.lost):
            lost.setdefault(name, np.zeros(size, bool))[row] = True
    return doubtful, unlogged, suspicious, lost


def column_of(values: Sequence[Value], kind: Type, lexicons: Lexicons) -> FieldColumn:
    """A field that is filled everywhere, from its values."""
    found = vector_of(values, kind, lexicons)
    if kind in NUMBERS and (large := np.abs(found.data) > LARGEST).any():
        found.data = with_stand_ins(found.data, large, values, lexicons)
    return FieldColumn(found)


def rescaled(found: FieldColumn, scale: int, lexicons: Lexicons) -> FieldColumn:
    """A field over a multiple of its denominator; more may be too large for it."""
    vector = found.vector
    factor = scale // vector.scale
    if factor == 1:
        return found
    data = vector.data.astype(np.int64)
    known = whole(~found.beyond, len(data))
    large = np.flatnonzero(known & (np.abs(data) > LARGEST // factor))
    own: list[Value] = [exact(Fraction(int(number), vector.scale)) for number in data[large]]
    data = np.where(known, data * factor, data)
    data[large] = with_stand_ins(large, np.ones(len(large), bool), own, lexicons)
    return FieldColumn(Vector(data, CERTAIN, scale, vector.zone), found.empty)


class Intake(Frozen):
    """The rows that were read and set aside, and the establishments that the log names.

    `headers` are those of the tables in the canonical shape, and `row_of` numbers the row of each
    event where a row may be several.  `instants` are those of the log, `unused` the columns of
    scopes that are not believed in some table.
    """

    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    casinos: tuple[str, ...]
    headers: tuple[tuple[str, ...], ...]
    row_of: Ints | None = None
    instants: Instants = NO_INSTANTS
    unused: frozenset[str] = frozenset()


def log_of(columns: Columns, intake: Intake) -> Log:
    """The log that columns hold, its events in memory."""
    return Log(
        tuple(columns.events(np.arange(columns.size))),
        columns.recorded,
        intake.inputs,
        intake.set_aside,
        columns.lacking,
        columns.mixed,
        columns.unfilled,
        columns.instants,
    )
