"""The rows of plain tables, typed column by column as the vocabulary declares, each text once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import CodedColumn, Sheet
from auditor.log.event import Event, Log
from auditor.log.integrity.spellings import Renamed, keys_of
from auditor.log.store.builder import ColumnBuilder
from auditor.log.store.columns import Columns, FieldColumn, column_of, event_marks
from auditor.log.store.encoding import Lexicons
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.plain_table import RowsOfTables, TableRows
from auditor.log.store.times import read_different_times
from auditor.log.store.vector import CERTAIN, Bools, Ints, Vector, if_any, whole
from auditor.types import TIME, Type
from auditor.values import UnreadableError, Value, read_value
from auditor.watch import step


class TypedRows:
    """The kind of event and the fields of each row of all tables, and of events in doubt behind."""

    def __init__(self, vocabulary: Vocabulary, size: int) -> None:
        self._vocabulary = vocabulary
        self.kinds = tuple(vocabulary.kinds)
        self.lexicons = Lexicons()
        self.allocator = ArrayAllocator(size)
        self.kind = self.allocator.zeros(size, np.int16)  # -1 for a row without an event
        self.fields: dict[str, ColumnBuilder] = {}

    def some(self, names: Sequence[str]) -> dict[str, FieldColumn]:
        """Some fields, as the rows stand."""
        return {name: self.fields[name].filled(None) for name in names}

    def in_order(self, order: Ints | None) -> tuple[dict[str, FieldColumn], Ints]:
        """All fields and kinds, in the order of the log; what was held of them is let go of."""
        fields = {name: self.fields.pop(name).filled(order) for name in list(self.fields)}
        kind = self.allocator.taken(self.kind, order)
        kind.flags.writeable = False
        return fields, kind

    # ---- one table --------------------------------------------------------------------------
    def read(self, own: TableRows) -> list[int]:
        """Adds the rows of a table, and returns those that cannot be read, by their places."""
        flawed: list[int] = []
        first = 0
        for segment in own.rows.segments():
            step("reading", first, own.size, "rows", own.table.file)
            flawed += self._read_segment(own, segment, first).tolist()
            first += len(segment)
        return flawed

    def _read_segment(self, own: TableRows, segment: Sheet, first: int) -> Ints:
        """Adds the rows of a segment, and returns those that cannot be read, by their places in
        the table.
        """
        start = own.start + first
        columns = dict(zip(own.table.header, segment.columns, strict=True))
        events = columns["event"]
        kind = np.array([*map(self._kind_of, events.texts)], np.int64).take(events.codes)
        flawed = kind < 0
        lacking: dict[tuple[bool, ...], Bools] = {}
        for name in own.table.header:
            if name in self._vocabulary.fields:
                without = self._kinds_without(name)
                if without not in lacking:
                    lacking[without] = if_any(np.array([*without, True]).take(kind))
                flawed |= self._read_column(own, name, columns[name], start, lacking[without])
        kind[flawed] = -1
        self.kind[start : start + len(kind)] = kind
        self.allocator.release()
        return np.flatnonzero(flawed) + first

    def _read_column(
        self, own: TableRows, name: str, column: CodedColumn, start: int, lacks: Bools
    ) -> Bools:
        """Adds a column to its field, empty where the kind of event lacks it, and tells which cells
        cannot be read.
        """
        each, lost = self._of_texts(column, self._vocabulary.fields[name])
        found, unreadable = each.some(column.codes), if_any(lost.take(column.codes))
        own.strays[name] += int((lacks & (~found.empty | unreadable)).sum())
        none = if_any(found.empty | lacks)
        if not none.all():
            own.filled.add(name)
            self._growing(name).add(start, replace(found, empty=none))
        return unreadable & ~lacks

    def _of_texts(self, column: CodedColumn, kind: Type) -> tuple[FieldColumn, Bools]:
        """The value of each text of a column, and which of them cannot be read."""
        texts, standing = column.texts, column.standing()
        usual, times = _usual_times(texts, standing) if kind == TIME else ([], None)
        values: dict[int, Value] = {}
        unreadable = np.zeros(len(texts), bool)
        for at in sorted({*standing}.difference(usual)):
            try:
                values[at] = read_value(texts[at], kind)
            except UnreadableError:
                unreadable[at] = True
        found = column_of([*values.values()], kind, self.lexicons)
        if times is not None:
            both = zip(_planes(found.vector), _planes(times), strict=True)
            data, zone = (np.append(*own) for own in both)
            found = FieldColumn(Vector(data, CERTAIN, 1, zone))
        return found.packed().spread(np.array([*values, *usual], np.int64), len(texts)), unreadable

    def _growing(self, name: str) -> ColumnBuilder:
        if name not in self.fields:
            self.fields[name] = ColumnBuilder(len(self.kind), self.allocator, self.lexicons)
        return self.fields[name]

    def _kind_of(self, text: str) -> int:
        word = text if text in self._vocabulary.kinds else text.lower()
        return self.kinds.index(word) if word in self._vocabulary.kinds else -1

    def _kinds_without(self, name: str) -> tuple[bool, ...]:
        """Whether each kind of event lacks a field."""
        kinds = self._vocabulary.kinds.values()
        context = name in self._vocabulary.context
        return tuple(not (context or name in own.fields) for own in kinds)

    # ---- cells that are not believed --------------------------------------------------------
    def respell(self, names: Renamed) -> None:
        """Puts the usual spellings of names in the place of others."""
        for name, usual_of in names.items():
            if name in self.fields:
                kind = self._vocabulary.fields[name]
                usual = [0 if own is None else own for own in usual_of.values()]
                self.fields[name].respell(
                    keys_of(usual_of, kind, self.lexicons),
                    keys_of(usual, kind, self.lexicons),
                    np.array([own is None for own in usual_of.values()]),
                )
                self._keep(name)

    def empty(self, name: str, rows: slice) -> None:
        """Takes the values of a field out of some rows."""
        if name in self.fields:
            self.fields[name].empty(rows)
            self._keep(name)

    def _keep(self, name: str) -> None:
        """A field that no row fills any more is none of the log."""
        if self.fields[name].is_empty():
            del self.fields[name]

    # ---- events in doubt --------------------------------------------------------------------
    def add(self, extras: Sequence[Event]) -> None:
        """Adds events in doubt behind the rows of all tables."""
        before, more = len(self.kind), len(extras)
        kind = self.allocator.zeros(before + more, np.int16)
        kind[:before] = self.kind
        self.kind = kind
        for builder in self.fields.values():
            builder.grow(before + more)
        kind[before:] = [self.kinds.index(own.kind) for own in extras]
        values: dict[str, dict[int, Value]] = {}
        for at, event in enumerate(extras):
            for name, value in event.values.items():
                values.setdefault(name, {})[at] = value
        for name, own in values.items():
            found = column_of([*own.values()], self._vocabulary.fields[name], self.lexicons)
            self._growing(name).add(before, found.packed().spread(np.array([*own]), more))


def _usual_times(texts: Sequence[str], standing: Sequence[int]) -> tuple[list[int], Vector | None]:
    """Those of some texts that are as long as most, where all of these are times that are written
    plainly, and the times.
    """
    lengths = [len(texts[at]) for at in standing]
    [(length, _)] = Counter(lengths).most_common(1) or [(0, 0)]
    usual = [*compress(standing, map(length.__eq__, lengths))]
    times = read_different_times([texts[at] for at in usual])
    return ([], None) if times is None else (usual, times)


def _planes(times: Vector) -> tuple[Ints, Ints]:
    assert times.zone is not None
    return times.data, whole(times.zone, len(times.data))


# ---- a log whose events are in memory -----------------------------------------------------------
def columns_of(log: Log, vocabulary: Vocabulary) -> Columns:
    """The columns of a log whose events are in memory."""
    typed = TypedRows(vocabulary, 0)
    typed.add(log.events)
    fields, kind = typed.in_order(None)
    doubtful, unlogged, suspicious, lost = event_marks(dict(enumerate(log.events)), len(kind))
    every = np.array([event.place for event in log.events], np.int64)
    order = np.zeros(int(every.max(initial=-1)) + 1, np.int64)
    order[every] = np.arange(len(every))
    return Columns(
        kind,
        fields,
        doubtful,
        log.recorded,
        typed.lexicons,
        vocabulary,
        RowsOfTables((), log.events, order),
        every,
        unlogged,
        suspicious,
        lost=lost,
        lacking=log.lacking,
        mixed=log.mixed,
        unfilled=log.unfilled,
        instants=log.instants,
    )
