"""From tables of text to a log: cells typed as the vocabulary declares, rows kept or set aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from heapq import merge
from itertools import groupby
from operator import itemgetter

from auditor.language.core import Kind, Vocabulary
from auditor.log.cell import stood
from auditor.log.event import Event, Input, Log, Row, SetAside, row_of, unfit_row
from auditor.log.table import Table
from auditor.messages.message import message
from auditor.values import UnreadableError, Value, moment, read_value

_NEVER = moment(datetime.min.replace(year=2))


@dataclass(frozen=True, slots=True)
class Everything:
    """Declares every kind of event as recorded."""


@dataclass(slots=True)
class _Part:
    """The events of one table, and its rows that were set aside."""

    table: Table
    events: list[Event]
    set_aside: list[SetAside]
    elsewhere: int = 0  # rows of another game, which another ruleset evaluates


def assemble(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Iterable[str] | Everything,
    game: str | None = None,
) -> Log:
    """The log of some tables, in the order of time; no table is reordered in itself.

    `recorded` are the kinds of event whose absence means that they did not happen.
    Rows that name another `game` are set aside, unless no row names this one.
    """
    ordered = sorted(tables, key=lambda table: (table.file, table.sheet or ""))
    parts = [_part(table, vocabulary, game) for table in ordered]
    events = _in_time([part.events for part in parts])
    seen = {event.kind for event in events}
    declared = vocabulary.kinds if isinstance(recorded, Everything) else recorded
    return Log(
        tuple(events),
        frozenset(seen.union(declared)),
        tuple(_input(part) for part in parts),
        tuple(row for part in parts for row in part.set_aside),
    )


def _input(part: _Part) -> Input:
    table = part.table
    aside, read = len(part.set_aside), table.rows_read
    return Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)


def _in_time(streams: list[list[Event]]) -> list[Event]:
    """Put several files together by time; a time that goes back moves nothing within its file."""
    if len(streams) == 1:
        events = streams[0]
    else:
        keyed = [_keyed(stream) for stream in streams]
        events = [event for _, event in merge(*keyed, key=lambda pair: pair[0])]
    for place, event in enumerate(events):
        event.place = place
    return events


def _keyed(events: list[Event]) -> Iterator[tuple[datetime, Event]]:
    latest = _NEVER
    for event in events:
        if event.time is not None:
            latest = max(latest, moment(event.time))
        yield latest, event


def _part(table: Table, vocabulary: Vocabulary, game: str | None) -> _Part:
    part = _Part(table, [], [])
    reader = _EventReader(table, vocabulary)
    for found in table.set_aside:
        row = unfit_row(table, found.row, found.value)
        part.set_aside.append(SetAside(row, found.column, found.value, found.reason))
    others = _rows_of_others(table, game)
    for number, same in groupby(table.rows, key=itemgetter(0)):
        every = [cells for _, cells in same]
        shared = row_of(table, number, every[0])
        # A row of another shape may be several events; any other is one.
        alone = table.source is None
        events = [(row_of(table, number, cells) if alone else shared, cells) for cells in every]
        if number in others:
            other = others[number]
            why = message("row.other_game", other=other, game=game or "")
            part.set_aside.append(SetAside(events[0][0], *stood("game", other), why))
        else:
            reader.read(events, part)
    part.set_aside.sort(key=lambda aside: aside.row.number)
    return part


def _rows_of_others(table: Table, game: str | None) -> dict[int, str]:
    """The rows that name another game, where some name this one."""
    if game is None or "game" not in table.header:
        return {}
    column = table.header.index("game")
    named = {number: cells[column] for number, cells in table.rows if cells[column]}
    if game not in named.values():
        return {}
    return {number: name for number, name in named.items() if name != game}


class _EventReader:
    """Reads the rows of one table; a text that was read once is not read again."""

    def __init__(self, table: Table, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._columns = {name: place for place, name in enumerate(table.header)}
        self._known: dict[tuple[str, str], Value | UnreadableError] = {}
        self._fields: dict[str, tuple[tuple[str, int], ...]] = {
            kind.name: tuple(self._fields_of(kind)) for kind in vocabulary.kinds.values()
        }

    def _fields_of(self, kind: Kind) -> Iterator[tuple[str, int]]:
        for name in dict.fromkeys((*self._vocabulary.context, *kind.fields)):
            if name in self._columns:
                yield name, self._columns[name]

    def read(self, events: Sequence[tuple[Row, tuple[str, ...]]], part: _Part) -> None:
        """Add the events of one row, or set the row aside; doubtful ones then hold its place."""
        wrong: SetAside | None = None
        read: list[tuple[str, dict[str, Value], Row]] = []
        for row, cells in events:
            kind, own = self._kind(row, cells)
            wrong = wrong or own
            if kind is not None:
                values, own = self._values(row, cells, kind)
                wrong = wrong or own
                read.append((kind, values, row))
        if wrong is not None:
            part.set_aside.append(wrong)
        part.events += [
            Event(0, kind, values, row, doubtful=wrong is not None) for kind, values, row in read
        ]

    def _kind(self, row: Row, cells: tuple[str, ...]) -> tuple[str | None, SetAside | None]:
        """The kind of event, or the nearest there is; and what is wrong with the word."""
        text = cells[self._columns["event"]]
        word = text.strip()
        kind = word if word in self._fields else word.lower()
        if kind in self._fields:
            return kind, None
        near = get_close_matches(kind, self._fields, n=1, cutoff=0.75)
        if not word:
            reason = message("row.no_event")
        elif near:
            reason = message("row.no_kind_near", near=near[0])
        else:
            reason = message("row.no_kind")
        return (near[0] if near else None), SetAside(row, *stood("event", text), reason)

    def _values(
        self, row: Row, cells: tuple[str, ...], kind: str
    ) -> tuple[dict[str, Value], SetAside | None]:
        values: dict[str, Value] = {}
        wrong: SetAside | None = None
        for name, place in self._fields[kind]:
            text = cells[place]
            if not text:
                continue
            found = self._value(name, text)
            if isinstance(found, UnreadableError):
                wrong = wrong or SetAside(row, *stood(name, text), found.says)
            else:
                values[name] = found
        return values, wrong

    def _value(self, name: str, text: str) -> Value | UnreadableError:
        key = (name, text)
        if key not in self._known:
            if len(self._known) > 500_000:  # a column of ever new texts must not fill the memory
                self._known.clear()
            try:
                self._known[key] = read_value(text, self._vocabulary.fields[name])
            except UnreadableError as error:
                self._known[key] = error
        return self._known[key]
