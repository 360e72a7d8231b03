"""The columns of large plain files: cells typed as the vocabulary declares, each text once.

What cannot be read as it stands is given, row by row, to the reader that the reference has; so a
row is set aside for the same reason, with the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.engine.clock import read_different_times, read_times
from auditor.engine.columns import (
    LARGEST,
    NUMBERS,
    Columns,
    Filled,
    Lexicons,
    rescaled,
    told_apart,
    vector_of,
)
from auditor.engine.ledger import Ledger
from auditor.engine.vector import NAIVE, Bools, Data, Ints, Vector, if_any
from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Event, Input, Log, SetAside
from auditor.log.plain import NotPlainError, PlainRows, Segment
from auditor.log.sheet import Table
from auditor.types import TIME, Type
from auditor.values import UnreadableError, Value, read_value

MOST_FLAWED = 0.01
"""A file of which more rows than this cannot be read as they stand is left to the other reader."""


def read_plain_columns(
    tables: Sequence[Table], vocabulary: Vocabulary, recorded: Collection[str] | Everything
) -> tuple[Columns, Ledger]:
    """The columns of plain tables in the order of time, and their ledger.  Raises NotPlainError."""
    return _Reading(tables, vocabulary, recorded).read()


@dataclass(slots=True)
class _Part:
    """A segment of a table: the kind of each row, -1 for those without an event."""

    table: int
    first: int
    kind: Ints
    doubtful: Bools
    fields: dict[str, Filled]
    set_aside: list[SetAside]


class _Reading:
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

    def read(self) -> tuple[Columns, Ledger]:
        """The columns of all tables together."""
        parts = [part for at in range(len(self._tables)) for part in self._parts(at)]
        order = self._ordered(parts)
        sizes = [len(part.kind) for part in parts]
        fields = {}
        for name in dict.fromkeys(name for part in parts for name in part.fields):
            own = self._same_scale([part.fields.pop(name, None) for part in parts])
            fields[name] = _together(own, sizes, order)
        kind = _chosen(np.concatenate([part.kind for part in parts]), order)
        doubtful = _chosen(np.concatenate([part.doubtful for part in parts]), order)
        seen = {self._kinds[at] for at in np.flatnonzero(np.bincount(kind))}
        declared = self._kinds if isinstance(self._declared, Everything) else self._declared
        columns = Columns(
            len(kind), self._kinds, kind, fields, doubtful if doubtful.any() else None,
            frozenset(seen.union(declared)), self._lexicons, self._events,
            np.arange(len(kind)),
        )  # fmt: skip
        return columns, self._ledger(parts, columns)

    # ---- one table --------------------------------------------------------------------------
    def _parts(self, at: int) -> Iterator[_Part]:
        rows = self._tables[at].rows
        assert isinstance(rows, PlainRows)
        for segment in rows.segments():
            if "game" in self._tables[at].header:
                named = {text.lower() for text in segment.words("game")[1]}
                if not named <= {*rows.games, ""}:
                    raise NotPlainError  # which rows are of which game is for the other reader
            yield self._part(at, segment)

    def _part(self, at: int, segment: Segment) -> _Part:
        table = self._tables[at]
        codes, texts = segment.words("event")
        numbers = [self._kind(text) for text in texts]
        kind = np.array([*numbers, -1], np.int64)[codes]
        flawed = kind < 0
        self._refuse_many(flawed)
        unknown = np.flatnonzero(flawed) + segment.first
        for event in self._read_again(table, unknown).events:
            kind[event.row.number - 2 - segment.first] = self._kinds.index(event.kind)
        fields: dict[str, Filled] = {}
        for name in table.header:
            if name in self._vocabulary.fields:
                found, unreadable = self._field(segment, name)
                lacks = self._lacks(name, kind)
                if unreadable is not None:
                    flawed |= unreadable if lacks is None else unreadable & ~lacks
                none = _either(_either(found.empty, lacks), unreadable)
                if none is None or not none.all():
                    beyond = found.beyond
                    if beyond is not None and none is not None:
                        beyond &= ~none
                    fields[name] = replace(found, empty=none, beyond=beyond)
        self._refuse_many(flawed)
        again = self._read_again(table, np.flatnonzero(flawed) + segment.first)
        return _Part(at, segment.first, kind, flawed, fields, list(again.set_aside))

    @staticmethod
    def _refuse_many(flawed: Bools) -> None:
        if flawed.sum() > MOST_FLAWED * len(flawed) + 1000:
            raise NotPlainError

    def _kind(self, text: str) -> int:
        word = text if text in self._vocabulary.kinds else text.lower()
        return self._kinds.index(word) if word in self._vocabulary.kinds else -1

    def _lacks(self, name: str, kind: Ints) -> Bools | None:
        """Which rows are of a kind that has not a field, or of none; None where all have it."""
        kinds = self._vocabulary.kinds.values()
        context = name in self._vocabulary.context
        lacks = np.array([not (context or name in own.fields) for own in kinds] + [True])
        return if_any(lacks[kind])

    def _read_again(self, table: Table, rows: Ints) -> Log:
        """Some rows as the other reader reads them."""
        own = [table.rows[int(row)] for row in rows]
        some = replace(table, rows=own, set_aside=(), notes=())
        return assemble([some], self._vocabulary, ())

    def _field(self, segment: Segment, name: str) -> tuple[Filled, Bools | None]:
        """The values of a column, and where they cannot be read."""
        kind = self._vocabulary.fields[name]
        if kind in NUMBERS and (found := segment.numbers(name)) is not None:
            data, empty = found
            largest = max(-int(data.min(initial=0)), int(data.max(initial=0)))
            if largest <= LARGEST:
                return Filled(Vector(data), empty).packed(), None
            if largest < _LONGEST:
                beyond = np.abs(data) > LARGEST
                numbers = [int(number) for number in data]
                data = told_apart(data, beyond, numbers, self._lexicons)
                return Filled(Vector(data), empty, beyond), None
        texts = segment.texts(name) if kind == TIME else None
        if texts is not None and (times := read_times(texts)) is not None:
            return Filled(*times).packed(), None
        return self._by_words(segment, name, kind)

    def _by_words(self, segment: Segment, name: str, kind: Type) -> tuple[Filled, Bools | None]:
        """A column of which each different text is read once."""
        codes, texts = segment.words(name)
        if kind == TIME and "" not in texts:
            times = read_different_times(texts)
            if times is not None:
                none = codes == len(texts)
                each = times.at(np.minimum(codes, len(texts) - 1))
                return Filled(each, if_any(none)).packed(), None
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
            return Filled(Vector(np.zeros(len(codes), np.int8)), np.ones(len(codes), bool)), (
                unreadable[codes] if unreadable.any() else None)  # fmt: skip
        vector = vector_of(values, kind, self._lexicons)
        beyond = np.abs(vector.data) > LARGEST if kind in NUMBERS else np.zeros(len(values), bool)
        if beyond.any():
            vector.data = told_apart(vector.data, beyond, values, self._lexicons)
        by_text = Filled(vector, None).packed().vector.at(places)
        return (
            Filled(by_text.at(codes), if_any(empty[codes]), if_any(beyond[places][codes])),
            if_any(unreadable[codes]),
        )

    # ---- all tables together ----------------------------------------------------------------
    def _same_scale(self, parts: Sequence[Filled | None]) -> list[Filled | None]:
        """One field of several tables, over one denominator."""
        scales = [part.vector.scale for part in parts if part is not None]
        scale = int(np.lcm.reduce(scales))
        return [None if part is None else rescaled(part, scale, self._lexicons) for part in parts]

    def _ordered(self, parts: Sequence[_Part]) -> Ints | None:
        """The rows that are events, those of several files put together by time; None for all
        rows as they stand.
        """
        if len(self._tables) == 1 and not any((part.kind < 0).any() for part in parts):
            size = sum(len(part.kind) for part in parts)
            self._table_of, self._row_of = np.zeros(size, np.int32), np.arange(size)
            return None
        self._table_of = np.concatenate([
            np.full(len(part.kind), part.table, np.int32) for part in parts
        ])  # fmt: skip
        self._row_of = np.concatenate([np.arange(len(part.kind)) + part.first for part in parts])
        kind = np.concatenate([part.kind for part in parts])
        order = np.arange(len(kind))
        if len(self._tables) > 1:
            latest = [
                _latest([part for part in parts if part.table == at])
                for at in range(len(self._tables))
            ]
            order = np.argsort(np.concatenate(latest), kind="stable")
        order = order[kind[order] >= 0]
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
        for at, table in enumerate(self._tables):
            own = [part for part in parts if part.table == at]
            aside = sum(len(part.set_aside) for part in own) + len(table.set_aside)
            read = len(table.rows) + len(table.set_aside)
            inputs.append(Input(table.file, table.sheet, table.sha256, read, read - aside, aside,
                                table.notes))  # fmt: skip
        return Ledger(
            tuple(inputs),
            tuple(row for part in parts for row in part.set_aside),
            self._casinos(columns),
            None,
            tuple(table.header for table in self._tables),
        )

    def _casinos(self, columns: Columns) -> tuple[str, ...]:
        found = columns.fields.get("casino")
        if found is None:
            return ()
        codes = found.vector.data if found.empty is None else found.vector.data[~found.empty]
        lexicon = self._lexicons.of(self._vocabulary.fields["casino"])
        there = np.flatnonzero(np.bincount(codes))
        return tuple(sorted(str(lexicon.values[int(code)]) for code in there))


_LONGEST = 10**18


def _latest(parts: Sequence[_Part]) -> Ints:
    """The latest time up to each row of a table; of one without offset as it stands."""
    times = []
    for part in parts:
        found = part.fields.get("time")
        if found is None:
            times.append(np.full(len(part.kind), NAIVE, np.int64))
            continue
        none = part.kind < 0 if found.empty is None else found.empty | (part.kind < 0)
        times.append(np.where(none, NAIVE, found.vector.data))
    return np.maximum.accumulate(np.concatenate(times))


def _together(parts: Sequence[Filled | None], sizes: Sequence[int], order: Ints | None) -> Filled:
    """One field of several parts, in the order of the log."""
    if len(parts) == 1 and parts[0] is not None and order is None:
        return parts[0]
    there = [part for part in parts if part is not None]
    data = [
        np.zeros(size, np.int8) if part is None else part.vector.data
        for part, size in zip(parts, sizes, strict=True)
    ]
    empty = [
        np.ones(size, bool) if part is None else part.empty
        for part, size in zip(parts, sizes, strict=True)
    ]
    beyond = [None if part is None else part.beyond for part in parts]
    zone = _zones(parts, sizes, order)
    vector = Vector(_chosen(np.concatenate(data), order), None, there[0].vector.scale, zone)
    return Filled(vector, _marked(empty, sizes, order), _marked(beyond, sizes, order))


def _zones(parts: Sequence[Filled | None], sizes: Sequence[int], order: Ints | None) -> Ints | None:
    """The offsets of the times of several parts; one for all where they agree."""
    zones = [part.vector.zone for part in parts if part is not None]
    if all(zone is None for zone in zones):
        return None
    own = [np.array(NAIVE) if zone is None else zone for zone in zones]
    if all(zone.ndim == 0 and zone == own[0] for zone in own):
        return own[0]
    each = []
    for part, size in zip(parts, sizes, strict=True):
        zone = None if part is None else part.vector.zone
        each.append(np.broadcast_to(np.array(NAIVE) if zone is None else zone, (size,)))
    return _chosen(np.concatenate(each), order)


def _chosen(data: Data, order: Ints | None) -> Data:
    return data if order is None else data[order]


def _marked(
    parts: Sequence[Bools | None], sizes: Sequence[int], order: Ints | None
) -> Bools | None:
    """What is marked in several parts; None where nothing is."""
    if all(part is None for part in parts):
        return None
    whole = [
        np.zeros(size, bool) if part is None else part
        for part, size in zip(parts, sizes, strict=True)
    ]
    return if_any(_chosen(np.concatenate(whole), order))


def _either(one: Bools | None, other: Bools | None) -> Bools | None:
    if one is None or other is None:
        return one if other is None else other
    return one | other
