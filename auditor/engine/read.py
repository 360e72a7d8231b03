"""From tables to columns: cells typed as the vocabulary declares, rows kept or set aside.

Large plain files are typed column by column; all others event by event, as for the reference.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.engine.clock import read_times
from auditor.engine.columns import (
    LARGEST,
    NUMBERS,
    Columns,
    Filled,
    Lexicons,
    columns_of,
    rescaled,
    told_apart,
    vector_of,
)
from auditor.engine.vector import NAIVE, Bools, Ints, Vector
from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Event, Input, Log, SetAside
from auditor.log.plain import PlainRows
from auditor.log.sheet import Refusal, Table
from auditor.types import TIME, Type
from auditor.values import UnreadableError, Value, read_value


@dataclass(frozen=True, slots=True)
class Ledger:
    """What became of the rows of a log, and the establishments that it names.

    `log` holds the events where they are in memory; else `headers` are those of the tables.
    """

    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    casinos: tuple[str, ...]
    log: Log | None
    headers: tuple[tuple[str, ...], ...]


def read_columns(
    tables: Sequence[Table], vocabulary: Vocabulary, recorded: Collection[str] | Everything
) -> tuple[Columns, Ledger]:
    """The events of some tables in the order of time, and the ledger of their rows.

    `recorded` are the kinds of event whose absence means that they did not happen.
    """
    if tables and all(isinstance(table.rows, PlainRows) for table in tables):
        found = _Plain(tables, vocabulary, recorded).read()
        if found is not None:
            return found
        tables = [again for table in tables for again in _carefully(table)]
    log = assemble(tables, vocabulary, recorded)
    return columns_of(log, vocabulary), ledger_of(log)


def _carefully(table: Table) -> list[Table]:
    """A file whose values are not plain, cell by cell.  Raises RefusedError."""
    assert isinstance(table.rows, PlainRows)
    tables, refusals = table.rows.carefully()
    if refusals:
        raise RefusedError(refusals)
    return tables


class RefusedError(Exception):
    """A file that looked plain, and cannot be read after all."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(refusals[0].says)
        self.refusals = tuple(refusals)


def ledger_of(log: Log) -> Ledger:
    """The ledger of a log whose events are in memory."""
    named = {event.values.get("casino") for event in log.events}
    casinos = sorted(str(name) for name in named if name is not None)
    return Ledger(log.inputs, log.set_aside, tuple(casinos), log, ())


MOST_FLAWED = 0.01
"""A file of which more rows than this cannot be read as they stand is left to the other reader."""


@dataclass(slots=True)
class _Part:
    """One table: the kind of each row, -1 for those without an event."""

    table: Table
    kind: Ints
    doubtful: Bools
    fields: dict[str, Filled]
    set_aside: list[SetAside]


class _Plain:
    def __init__(
        self, tables: Sequence[Table], vocabulary: Vocabulary,
        recorded: Collection[str] | Everything,
    ) -> None:  # fmt: skip
        self._tables = sorted(tables, key=lambda table: (table.file, table.sheet or ""))
        self._vocabulary, self._declared = vocabulary, recorded
        self._kinds = tuple(vocabulary.kinds)
        self._lexicons = Lexicons()
        self._table_of: Ints = np.zeros(0, np.int64)
        self._row_of: Ints = np.zeros(0, np.int64)

    def read(self) -> tuple[Columns, Ledger] | None:
        """The columns of all tables together; None where too much cannot be read as it stands."""
        parts = []
        for table in self._tables:
            part = self._part(table)
            if part is None:
                return None
            parts.append(part)
        order = self._ordered(parts)
        fields = {
            name: _together(self._same_scale([part.fields.get(name) for part in parts]),
                            [len(part.kind) for part in parts], order)
            for name in dict.fromkeys(name for part in parts for name in part.fields)
        }  # fmt: skip
        kind = np.concatenate([part.kind for part in parts])[order]
        doubtful = np.concatenate([part.doubtful for part in parts])[order]
        seen = {self._kinds[at] for at in np.unique(kind)}
        declared = self._kinds if isinstance(self._declared, Everything) else self._declared
        columns = Columns(
            len(kind), self._kinds, kind, fields, doubtful if doubtful.any() else None,
            frozenset(seen.union(declared)), self._lexicons, self._events,
            np.arange(len(kind)),
        )  # fmt: skip
        return columns, self._ledger(parts, columns)

    # ---- one table --------------------------------------------------------------------------
    def _part(self, table: Table) -> _Part | None:
        rows = table.rows
        assert isinstance(rows, PlainRows)
        codes, texts = rows.words("event")
        numbers = [self._kind(text) for text in texts]
        kind = np.array([*numbers, -1], np.int64)[codes]
        part = _Part(table, kind, np.zeros(len(kind), bool), {}, [])
        unknown = np.flatnonzero(kind < 0)
        flawed = np.zeros(len(kind), bool)
        flawed[unknown] = True
        if self._too_many(flawed):
            return None
        for event in self._read_again(table, unknown).events:
            kind[event.row.number - 2] = self._kinds.index(event.kind)
        for name in table.header:
            if name in self._vocabulary.fields:
                has = self._has(name)[kind] & (kind >= 0)
                found, unreadable = self._field(rows, name)
                if unreadable is not None:
                    flawed |= unreadable & has
                    empty = unreadable if found.empty is None else found.empty | unreadable
                    found = replace(found, empty=empty)
                if not has.all():
                    found = replace(
                        found, empty=~has if found.empty is None else found.empty | ~has
                    )
                if found.empty is None or not found.empty.all():
                    part.fields[name] = found.packed()
        if self._too_many(flawed):
            return None
        again = self._read_again(table, np.flatnonzero(flawed))
        part.set_aside += again.set_aside
        part.doubtful |= flawed
        rows.forget()
        return part

    def _too_many(self, flawed: Bools) -> bool:
        return bool(flawed.sum() > MOST_FLAWED * len(flawed) + 1000)

    def _kind(self, text: str) -> int:
        word = text if text in self._vocabulary.kinds else text.lower()
        return self._kinds.index(word) if word in self._vocabulary.kinds else -1

    def _has(self, name: str) -> Bools:
        """Which kinds have a field."""
        kinds = self._vocabulary.kinds.values()
        context = name in self._vocabulary.context
        return np.array([context or name in kind.fields for kind in kinds], bool)

    def _read_again(self, table: Table, rows: Ints) -> Log:
        """Some rows as the other reader reads them."""
        own = [table.rows[int(row)] for row in rows]
        some = replace(table, rows=own, set_aside=(), notes=())
        return assemble([some], self._vocabulary, ())

    def _field(self, rows: PlainRows, name: str) -> tuple[Filled, Bools | None]:
        """The values of a column, and where they cannot be read."""
        kind = self._vocabulary.fields[name]
        if kind in NUMBERS and (found := rows.numbers(name)) is not None:
            data, empty = found
            if np.abs(data).max(initial=0) < _LONGEST:
                beyond = np.abs(data) > LARGEST
                if beyond.any():
                    numbers = [int(number) for number in data]
                    data = told_apart(data, beyond, numbers, self._lexicons)
                return Filled(Vector(data), empty, beyond if beyond.any() else None), None
        texts = rows.texts(name) if kind == TIME else None
        if texts is not None and (times := read_times(texts)) is not None:
            return Filled(*times), None
        return self._by_words(rows, name, kind)

    def _by_words(self, rows: PlainRows, name: str, kind: Type) -> tuple[Filled, Bools | None]:
        """A column of which each different text is read once."""
        codes, texts = rows.words(name)
        values: list[Value] = []
        empty, unreadable = np.zeros(len(texts) + 1, bool), np.zeros(len(texts) + 1, bool)
        places = np.zeros(len(texts) + 1, np.int64)
        empty[-1] = True
        for at, text in enumerate(texts):
            if not text:
                empty[at] = True
                continue
            try:
                value = read_value(text, kind)
            except UnreadableError:
                unreadable[at] = True
                continue
            places[at] = len(values)
            values.append(value)
        if not values:
            return Filled(Vector(np.zeros(len(codes), np.int64)), np.ones(len(codes), bool)), (
                unreadable[codes] if unreadable.any() else None)  # fmt: skip
        vector = vector_of(values, kind, self._lexicons)
        beyond = np.abs(vector.data) > LARGEST if kind in NUMBERS else np.zeros(len(values), bool)
        if beyond.any():
            vector.data = told_apart(vector.data, beyond, values, self._lexicons)
        at_rows = places[codes]
        none = empty[codes]
        return (
            Filled(
                vector.at(at_rows),
                none if none.any() else None,
                beyond[at_rows] if beyond.any() else None,
            ),
            unreadable[codes] if unreadable.any() else None,
        )

    # ---- all tables together ----------------------------------------------------------------
    def _same_scale(self, parts: Sequence[Filled | None]) -> list[Filled | None]:
        """One field of several tables, over one denominator."""
        scales = [part.vector.scale for part in parts if part is not None]
        scale = int(np.lcm.reduce(scales))
        return [None if part is None else rescaled(part, scale, self._lexicons) for part in parts]

    def _ordered(self, parts: Sequence[_Part]) -> Ints:
        """The rows that are events, those of several files put together by time."""
        self._table_of = np.concatenate([
            np.full(len(part.kind), at, np.int64) for at, part in enumerate(parts)
        ])  # fmt: skip
        self._row_of = np.concatenate([np.arange(len(part.kind)) for part in parts])
        order = np.arange(len(self._row_of))
        if len(parts) > 1:
            latest = [_latest(part) for part in parts]
            order = np.argsort(np.concatenate(latest), kind="stable")
        there = np.concatenate([part.kind for part in parts])[order] >= 0
        order = order[there] if not there.all() else order
        self._table_of, self._row_of = self._table_of[order], self._row_of[order]
        return order

    def _events(self, places: Ints) -> list[Event]:
        """The events at some places, in the order of the places."""
        events: dict[int, Event] = {}
        for at, table in enumerate(self._tables):
            own = places[self._table_of[places] == at]
            rows = self._row_of[own]
            ordered = np.argsort(rows)
            found = self._read_again(table, rows[ordered]).events
            for place, event in zip(own[ordered], found, strict=True):
                event.place = int(place)
                events[int(place)] = event
        return [events[int(place)] for place in places]

    def _ledger(self, parts: Sequence[_Part], columns: Columns) -> Ledger:
        inputs = []
        for part in parts:
            table, aside = part.table, len(part.set_aside) + len(part.table.set_aside)
            read = len(part.kind) + len(table.set_aside)
            inputs.append(Input(table.file, table.sheet, table.sha256, read, read - aside, aside,
                                table.notes))  # fmt: skip
        return Ledger(
            tuple(inputs),
            tuple(row for part in parts for row in part.set_aside),
            self._casinos(columns),
            None,
            tuple(part.table.header for part in parts),
        )

    def _casinos(self, columns: Columns) -> tuple[str, ...]:
        found = columns.fields.get("casino")
        if found is None:
            return ()
        codes = found.vector.data if found.empty is None else found.vector.data[~found.empty]
        lexicon = self._lexicons.of(self._vocabulary.fields["casino"])
        return tuple(sorted(str(lexicon.values[int(code)]) for code in np.unique(codes)))


_LONGEST = 10**18


def _latest(part: _Part) -> Ints:
    """The latest time up to each row; of one without offset as it stands."""
    found = part.fields.get("time")
    if found is None:
        return np.full(len(part.kind), NAIVE, np.int64)
    data = (
        found.vector.data
        if found.empty is None
        else np.where(found.empty, NAIVE, found.vector.data)
    )
    data = np.where(part.kind < 0, NAIVE, data)
    return np.maximum.accumulate(data)


def _together(parts: Sequence[Filled | None], sizes: Sequence[int], order: Ints) -> Filled:
    """One field of several tables, in the order of the log."""
    if len(parts) == 1 and parts[0] is not None and len(order) == sizes[0]:
        return parts[0]
    there = [part for part in parts if part is not None]
    data, empty, beyond, zone = [], [], [], []
    for part, size in zip(parts, sizes, strict=True):
        none = np.zeros(size, bool)
        if part is None:
            data.append(np.zeros(size, there[0].vector.data.dtype))
            empty.append(~none)
            beyond.append(none)
            zone.append(np.full(size, NAIVE, np.int64))
            continue
        data.append(part.vector.data)
        empty.append(none if part.empty is None else part.empty)
        beyond.append(none if part.beyond is None else part.beyond)
        own_zone = np.array(NAIVE) if part.vector.zone is None else part.vector.zone
        zone.append(np.broadcast_to(own_zone, (size,)))
    zones = np.concatenate(zone)[order] if any(p.vector.zone is not None for p in there) else None
    vector = Vector(np.concatenate(data)[order], None, there[0].vector.scale, zones)
    return Filled(vector, _or_none(empty, order), _or_none(beyond, order))


def _or_none(parts: Sequence[Bools], order: Ints) -> Bools | None:
    found = np.concatenate(list(parts))[order]
    return found if found.any() else None
