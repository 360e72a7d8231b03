"""From tables to columns: cells typed as the vocabulary declares, each text once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import SheetRows
from auditor.log.event import Event, Log, Row, SetAside
from auditor.log.integrity.alternatives import Doubts, FileRows
from auditor.log.integrity.breaks import missing_in
from auditor.log.integrity.disorder import Disorder, FileOrder
from auditor.log.integrity.scope_runs import mixed_places
from auditor.log.integrity.scopes import lacking_keys, unfilled, unkept
from auditor.log.integrity.sorted_rows import SortedError, sorted_by
from auditor.log.integrity.suspects import Suspect, scope_columns
from auditor.log.merge_files import times_of
from auditor.log.store.columns import Columns, Intake, event_marks, log_of
from auditor.log.store.misleading_cells import (
    doubt_filled_down,
    doubt_moved,
    doubts,
    forget_unused,
    put_unplaced_aside,
    spell_alike,
)
from auditor.log.store.plain_table import RowsOfTables, TableRows
from auditor.log.store.row_order import order_of
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import Ints, occurring
from auditor.log.table import SHOWN, Table, by_number
from auditor.messages.message import message
from auditor.source import Frozen


class Everything(Frozen):
    """Declares every kind of event as recorded."""


def read_columns(
    tables: Iterable[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The events of some tables in the order of time, and the intake of their rows; no table is
    reordered in itself.

    `recorded` are the kinds of event whose absence means that they did not happen.  Of tables that
    are not `whole` nobody looks for rows that are missing or out of place; of those that are `part`
    of a log, not for what only all of them tell.  Raises SortedError.
    """
    known = frozenset(vocabulary.kinds if isinstance(recorded, Everything) else recorded)
    return ReadTables(tables, vocabulary, known).read(whole=whole, part=part)


def assemble(
    tables: Iterable[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> Log:
    """The log of some tables, its events in memory; all else is as in `read_columns`."""
    return log_of(*read_columns(tables, vocabulary, recorded, whole=whole, part=part))


def _ascending(rows: SheetRows) -> SheetRows:
    """Rows in the order of their numbers."""
    if rows.ascends:
        return rows
    held = rows.held()
    return held.some(np.argsort(held.numbers, kind="stable"))


def _type(table: TableRows, typed: TypedRows) -> None:
    """Types the rows of a table; those that cannot be read are read cell by cell."""
    flawed = np.array(typed.read(table), np.int64)
    if len(flawed) and not table.is_event_a_row:
        numbers = table.numbers(np.arange(table.size))
        flawed = np.flatnonzero(np.isin(numbers, numbers[flawed]))
        typed.kind[table.start + flawed] = -1
    some = [own for own in table.rows.at(flawed.tolist()) if any(own[1])]
    table.set_flawed(some, len(flawed) - len(some))


class ReadTables:
    """Tables one after another, in rows that are counted through all of them; `declared` are the
    kinds of event whose absence means that they did not happen.
    """

    def __init__(
        self, tables: Iterable[Table], vocabulary: Vocabulary, declared: Collection[str]
    ) -> None:
        self._vocabulary, self._declared = vocabulary, declared
        self._tables: list[TableRows] = []
        self._size = 0
        for table in sorted(tables, key=lambda own: (by_number(own.file), own.sheet or "")):
            rows = _ascending(table.body)
            self._tables.append(TableRows(table, vocabulary, self._size, rows))
            self._size += len(rows)
        self._typed = TypedRows(vocabulary, self._size)
        for own in self._tables:
            _type(own, self._typed)
        self._starts = np.array([*(own.start for own in self._tables), self._size])
        self._extras: list[Event] = []  # events in doubt, behind the rows of all tables
        self._order: Ints | None = None  # the rows that are events, in the order of the log
        self._counted = np.zeros(0, np.int64)

    def read(self, *, whole: bool, part: bool) -> tuple[Columns, Intake]:
        """The columns of all tables together; `whole` and `part` are as in `read_columns`.  Raises
        SortedError.
        """
        typed, unrecorded = self._typed, frozenset[str]()
        unused = frozenset[str]()
        rows = self.in_rows(typed.fields)
        if whole:
            unused = forget_unused(self._tables, typed, rows)
            rows = self.in_rows(typed.fields)
        if whole and not part:
            spell_alike(self._tables, typed, rows)
            rows = self.in_rows(typed.fields)
            unrecorded = put_unplaced_aside(self._tables, rows)
        for table in self._tables if whole else ():
            doubt_moved(table, rows)
            self._put_in_order(table, rows)
            doubt_filled_down(table, rows)
        for table in self._tables:
            self._place_doubts(table, rows)
        seen = _kinds(self._tables, typed)
        if self._extras:
            typed.add(self._extras)
        order = order_of(self._tables, typed, self.in_rows)
        self._order = order.rows
        if whole and not part:
            self._place_missing()
        fields, kind = typed.in_order(self._order)
        doubtful, unlogged, suspicious, lost = event_marks(self._in_doubt(), len(kind))
        columns = Columns(
            kind,
            fields,
            doubtful,
            frozenset(seen.union(self._declared).difference(unrecorded)),
            typed.lexicons,
            self._vocabulary,
            RowsOfTables(self._tables, self._extras, self._order),
            self._places(len(kind)),
            unlogged,
            suspicious,
            typed.allocator,
            lost=lost,
            instants=order.instants(self._order),
        )
        columns.mixed = mixed_places(columns, self._vocabulary)
        columns.unfilled = unfilled(columns, self._vocabulary)
        columns.lacking = lacking_keys(columns, self._vocabulary) | unused
        columns.lacking |= unkept(columns.unfilled, seen, self._vocabulary)
        intake = replace(
            _intake_of(self._tables, columns, self._vocabulary),
            row_of=self._row_of(),
            unused=unused,
        )
        typed.allocator.release()
        for table in self._tables:
            table.rows.let_go()
        return columns, intake

    def in_rows(self, names: Collection[str] | None = None) -> Columns:
        """Some fields in the order of the rows as they stand; those that tell where rows belong."""
        typed = self._typed
        own = telling(typed.fields, self._vocabulary) if names is None else list(names)
        none = np.zeros(len(typed.kind), bool)
        return Columns(
            typed.kind,
            typed.some(own),
            none,
            frozenset(),
            typed.lexicons,
            self._vocabulary,
            RowsOfTables(self._tables, self._extras),
            self._places(len(typed.kind)),
            none,
            none,
            typed.allocator,
        )

    def _places(self, size: int) -> Ints:
        """The places of so many rows."""
        if len(self._counted) != size:
            self._counted = self._typed.allocator.counted(size)
        return self._counted

    # ---- rows that stand twice, or out of place -----------------------------------------------
    def _put_in_order(self, table: TableRows, rows: Columns) -> None:
        """Sets aside rows that were pasted again, and doubts those that repeat or are out of place.
        Raises SortedError.
        """
        every = np.arange(table.start, table.stop)
        order = FileOrder(rows, self._vocabulary, every, lambda at: table.numbers(at - table.start))
        certain = table.certain(rows.kind)
        if order.goes_back(certain):
            times = times_of(rows, order.every)
            by = sorted_by(table.cells(table.table.header), times, self._vocabulary)
            if by is not None:
                raise SortedError(table.table.file, by)
        found = order.disorder(certain)
        if found == Disorder():
            return
        # Beside a copy, rows seem to lack a scope that they do without.
        self._set_apart(table, Disorder(copies=found.copies), order, rows)
        own = self._rows_of(table, rows)
        lacking = np.array([*own.lacking(_doubled(table.suspects))], np.int64) // 2 + table.start
        certain = own.at[~np.isin(own.at, lacking)]
        self._set_apart(table, order.disorder(certain), order, rows)

    def _set_apart(
        self, table: TableRows, found: Disorder, order: FileOrder, rows: Columns
    ) -> None:
        """Sets aside the copies of a table, and puts in doubt what repeats or is out of place."""
        apart = sorted({*found.copies, *found.repeats, *found.moved})
        events = dict(zip(apart, rows.events(np.array(apart, np.int64)), strict=True))
        table.put_aside(_copies(table, found, events))
        lost = [
            (at, Suspect(events[at].row.named(), None, {}, frozenset(self._vocabulary.fields)))
            for at in found.overwriting(order.every)
        ]
        every = [(at - table.start, own) for at, own in (*lost, *_displaced(found, events))]
        table.suspects = sorted([*table.suspects, *every], key=itemgetter(0))
        rows.kind[apart] = -1

    # ---- rows in doubt ----------------------------------------------------------------------
    def _place_doubts(self, table: TableRows, rows: Columns) -> None:
        """Adds the events that the rows in doubt of a table may be; `rows` are all fields in the
        order of the rows as they stand.
        """
        own, suspects = self._rows_of(table, rows), _doubled(table.suspects)
        lost = {number // 2: names for number, names in own.lacking(suspects).items()}
        lacking = doubts(table, rows, lost)
        if suspects or lacking:
            found = own.events(suspects, _doubled(lacking))
            table.events = [(at // 2, event) for at, event in found]
            table.doubt(lacking, rows.kind)
            self._extras += [event for _, event in table.events]

    def _rows_of(self, table: TableRows, rows: Columns) -> FileRows:
        """The certain rows of a table; rows in doubt stand between them, at even numbers."""
        own = table.certain(rows.kind)
        return FileRows(rows, self._vocabulary, own, 2 * (own - table.start) + 1)

    def _place_missing(self) -> None:
        """Adds the events that rows which the log lacks may be, in their places."""
        view = self.in_rows()
        if self._order is not None:
            view = view.said_in(self._order)
            view.doubtful = self._order >= self._size
        found = missing_in(view, self._vocabulary, self._declared, self._files(), self._row_at)
        if not found:
            return
        order = np.arange(view.size) if self._order is None else self._order
        more = len(self._typed.kind) + np.arange(len(found))
        self._order = np.insert(order, [at for at, _ in found], more)
        events = [event for _, event in found]
        self._typed.add(events)
        self._extras += events

    def _files(self) -> list[Ints]:
        """The certain rows of each file, in the order of the log."""
        order = np.arange(len(self._typed.kind)) if self._order is None else self._order
        if len(self._tables) == 1:
            return [np.flatnonzero(order < self._size)]
        table_of = np.searchsorted(self._starts, order, side="right") - 1
        found = [np.flatnonzero(table_of == at) for at in range(len(self._tables))]
        return sorted((own for own in found if len(own)), key=lambda own: int(own[0]))

    def _row_at(self, at: int) -> Row:
        """The row of an event, as far as it names it."""
        [row] = RowsOfTables(self._tables, self._extras, self._order).named(np.array([at]))
        return row

    def _in_doubt(self) -> dict[int, Event]:
        """The events in doubt, by their rows in the order of the log."""
        if self._order is None:
            return {}
        rows = np.flatnonzero(self._order >= self._size)
        numbers = (self._order[rows] - self._size).tolist()
        return dict(zip(rows.tolist(), map(self._extras.__getitem__, numbers), strict=True))

    # ---- all tables together ----------------------------------------------------------------
    def _row_of(self) -> Ints | None:
        """A number for each event, which others of its row alone share, -1 for one whose row is
        missing; None where each event is a row.
        """
        if all(own.is_event_a_row for own in self._tables):
            return None
        found = np.full(self._size + len(self._extras), -1)
        first = self._size
        for nth, own in enumerate(self._tables):
            in_doubt = [event.row.number for _, event in own.events]
            found[own.places] = (nth << 32) + own.numbers(np.arange(own.size))
            found[first : first + len(in_doubt)] = (nth << 32) + np.array(in_doubt, np.int64)
            first += len(in_doubt)
        return found if self._order is None else found[self._order]


def _kinds(tables: Sequence[TableRows], typed: TypedRows) -> set[str]:
    """The kinds that a log names."""
    suspects = (own.kind for table in tables for _, own in table.suspects)
    certain = (typed.kinds[at] for at in occurring(typed.kind[typed.kind >= 0]))
    return {*certain, *(kind for kind in suspects if kind is not None)}


def _intake_of(tables: Sequence[TableRows], columns: Columns, vocabulary: Vocabulary) -> Intake:
    return Intake(
        tuple(own.as_input() for own in tables),
        tuple(row for own in tables for row in own.set_aside),
        _casinos(columns, vocabulary),
        _headers(tables),
        instants=columns.instants,
    )


def _copies(table: TableRows, found: Disorder, events: Mapping[int, Event]) -> Iterable[SetAside]:
    """The rows of a table that stand twice, as what was not evaluated."""
    aside: dict[int, SetAside] = {}
    for at, twin in found.copies.items():
        [number] = table.numbers(np.array([twin - table.start])).tolist()
        row = events[at].row
        told = message("row.twice", row=number)
        aside[row.number] = SetAside(row, None, " | ".join(row.cells)[:SHOWN], told)
    return aside.values()


def _displaced(found: Disorder, events: Mapping[int, Event]) -> Iterator[tuple[int, Suspect]]:
    """The rows that repeat others or are out of place, where they stand and where they may."""
    for at, places in found.moved.items():
        there = _as_read(events[at], suspicious=True)
        yield from ((place, replace(there, row=there.row.named())) for place in places)
    for at in {*found.repeats, *found.moved}:
        yield at, _as_read(events[at], suspicious=at in found.moved or not found.coarse)


def _as_read(event: Event, *, suspicious: bool) -> Suspect:
    """A row that reads well, and yet may not be what it says."""
    return Suspect(event.row, event.kind, event.values, frozenset(), suspicious_place=suspicious)


def _doubled(suspects: Doubts) -> Doubts:
    """Rows in doubt as they stand among certain ones, which are at odd numbers."""
    return [(2 * place, own) for place, own in suspects]


def telling(fields: Collection[str], vocabulary: Vocabulary) -> list[str]:
    """The fields among some that name scopes and times, or tell which rows are in doubt."""
    scopes = scope_columns(vocabulary)
    names = dict.fromkeys(("time", *scopes.all, *scopes.keys, *scopes.words))
    return [name for name in names if name in fields]


def _headers(tables: Sequence[TableRows]) -> tuple[tuple[str, ...], ...]:
    """The headers of the tables in the canonical shape."""
    every = [own.canonical_header() for own in tables if own.size]
    others = {header for header, canonical in every if not canonical}
    return tuple(header for header, _ in every if header not in others)


def _casinos(columns: Columns, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The establishments that the log names."""
    found = columns.fields.get("casino")
    if found is None:
        return ()
    codes = occurring(found.vector.data[columns.has_value("casino")])
    lexicon = columns.lexicons.of(vocabulary.fields["casino"])
    return tuple(sorted(str(lexicon.values[code]) for code in codes.tolist()))
