"""From tables of text to a log: cells typed as the vocabulary declares, rows kept or set aside,
several files in one order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, pairwise

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.damage.alternatives import lacking_keys, mixed_places, unfilled, with_doubts
from auditor.log.damage.breaks import with_breaks
from auditor.log.damage.disorder import Disorder, SortedError, disorder_of, without_disorder
from auditor.log.damage.gaps import with_gaps
from auditor.log.damage.moved_cells import with_pushed, with_slides, without
from auditor.log.damage.renumbered import with_renumbered
from auditor.log.damage.suspects import Suspect, habits_of, scope_columns, worded
from auditor.log.event import Event, Input, Log, SetAside
from auditor.log.event_reader import LogPart, part_of
from auditor.log.integrity.spellings import (
    Unrecorded,
    renamed,
    spelling_notes,
    spelt_alike,
    unplaced,
    unplaced_rows,
)
from auditor.log.merge_files import HIGHEST, NO_INSTANTS, Instants, Merged, RowFacts, together
from auditor.log.store.columns import Columns, columns_of
from auditor.log.table import SHOWN, Table, by_number
from auditor.log.usual_order import Ints
from auditor.messages.message import message
from auditor.values import Value, moment

_NEVER = moment(datetime.min.replace(year=2))


@dataclass(frozen=True, slots=True)
class InTime:
    """The events of several files in the order of the log, and what is only likely of it."""

    events: list[Event]
    _found: Merged | None = None
    _kinds: tuple[str, ...] = ()

    def instants(self) -> Instants:
        """The instants of which the order is only likely, once each event has its place."""
        if self._found is None:
            return NO_INSTANTS
        places = np.array([event.place for event in self.events], np.int64)
        return self._found.instants_at(places, self._kinds)


def in_time(streams: Sequence[list[Event]], vocabulary: Vocabulary) -> InTime:
    """Several files put together by time; a time that goes back moves nothing within its file.  Of
    one instant the file that begins earlier comes first where one night may be cut in two there.
    """
    some = [own for own in streams if own]
    if len(some) < 2:
        found = InTime([*chain.from_iterable(some)])
    else:
        found = _together(sorted(some, key=_begins), vocabulary)
    for place, event in enumerate(found.events):
        event.place = place
    return found


def _begins(events: Iterable[Event]) -> datetime:
    return next((moment(event.time) for event in events if event.time is not None), _NEVER)


def _together(streams: Sequence[list[Event]], vocabulary: Vocabulary) -> InTime:
    latest = [[*_latest(own)] for own in streams]
    known = {time: at for at, time in enumerate(sorted({time for own in latest for time in own}))}
    times = [np.array([known[time] for time in own], np.int64) for own in latest]
    every = [event for own in streams for event in own]
    found = together(times, lambda: _facts(every, vocabulary))
    return InTime(
        [every[at] for at in found.order.tolist()],
        found,
        tuple(vocabulary.kinds),
    )


def _latest(events: Iterable[Event]) -> Iterator[datetime]:
    latest = _NEVER
    for event in events:
        if event.time is not None:
            latest = max(latest, moment(event.time))
        yield latest


def _facts(events: Sequence[Event], vocabulary: Vocabulary) -> RowFacts:
    columns, kinds = scope_columns(vocabulary), [*vocabulary.kinds]
    numbers = [[_number(event.values.get(name)) for name in columns.counters] for event in events]

    def told() -> tuple[Ints, Ints]:
        said = [worded(event, columns) for event in events]
        keys = [tuple(event.values.get(name) for name in columns.keys) for event in events]
        return _codes(said), _codes([*zip(said, keys, strict=True)])

    named = [_codes([event.values.get(name) for event in events]) for name in columns.names]
    shape = len(events), len(columns.counters)
    return RowFacts(
        np.stack(named, axis=1) if named else np.zeros((len(events), 0), np.int64),
        np.array(numbers, np.int64).reshape(shape),
        np.array([kinds.index(event.kind) for event in events], np.int64),
        told,
        np.array([event.doubtful for event in events], bool),
        *ends_of(vocabulary),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= HIGHEST else -1


def _codes(values: Sequence[Hashable]) -> Ints:
    """Numbers for values, equal where these are; -1 for none."""
    known: dict[Hashable, int] = {None: -1}
    return np.array([known.setdefault(own, len(known)) for own in values], np.int64)


def ends_of(vocabulary: Vocabulary) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds that open an interval and those that close one, by their numbers."""
    kinds, spans = [*vocabulary.kinds], vocabulary.intervals.values()
    starts = frozenset(kinds.index(own.start) for own in spans)
    return starts, frozenset(kinds.index(own.end) for own in spans if own.end is not None)


@dataclass(frozen=True, slots=True)
class Everything:
    """Declares every kind of event as recorded."""


def assemble(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Iterable[str] | Everything,
    game: str | None = None,
    *,
    whole: bool = True,
    part: bool = False,
) -> Log:
    """The log of some tables, in the order of time; no table is reordered in itself.

    `recorded` are the kinds of event whose absence means that they did not happen.
    Rows that name another `game` are set aside, unless no row names this one.  Of tables that
    are not `whole` nobody looks for rows that are missing or out of place; of those that are `part`
    of a log, not for what only all of them tell.  Raises SortedError.
    """
    ordered = sorted(tables, key=lambda table: (by_number(table.file), table.sheet or ""))
    unused: set[str] = set()
    parts = []
    for table in ordered:
        names, why = without(table, vocabulary) if whole else (frozenset[str](), [])
        unused.update(names)
        noted = replace(table, notes=(*table.notes, *why))
        parts.append(part_of(noted, vocabulary, game, unused=names))
    unrecorded: Unrecorded = {}
    if whole and not part:
        rows = _in_rows(parts, vocabulary)
        rows = _spell_alike(parts, rows, vocabulary)
        unrecorded = unplaced(rows, vocabulary)
        for own in parts if unrecorded else ():
            set_unplaced(own, unrecorded)
    for own in parts if whole else ():
        _doubt(own, vocabulary)
    placed = in_time([with_doubts(own.members, vocabulary) for own in parts], vocabulary)
    events = placed.events
    declared = [*(vocabulary.kinds if isinstance(recorded, Everything) else recorded)]
    if whole and not part:
        events = with_breaks(events, vocabulary, declared)
    seen = {event.kind for event in events if not event.doubtful}
    seen.update(mine.kind for own in parts for mine in own.members if mine.kind is not None)
    return Log(
        tuple(events),
        frozenset(seen.union(declared) - unrecorded.keys()),
        tuple(_input(own) for own in parts),
        tuple(row for own in parts for row in own.set_aside),
        lacking_keys(events, vocabulary).union(unused),
        mixed_places(events, vocabulary),
        unfilled(events, vocabulary),
        placed.instants(),
    )


def _doubt(part: LogPart, vocabulary: Vocabulary) -> None:
    """Puts in doubt what a table shows by itself not to be right.  Raises SortedError."""
    _refuse_sorted(part.table, [own.values.get("time") for own in part.members], vocabulary)
    part.members, slid = with_slides(part.table, part.members, vocabulary)
    part.members = with_pushed(part.table, part.members, vocabulary)
    put_in_doubt(part, vocabulary)
    part.members, drawn = with_renumbered(part.members, vocabulary)
    part.table = replace(part.table, notes=(*part.table.notes, *slid, *drawn))


def _refuse_sorted(table: Table, times: Sequence[Value | None], vocabulary: Vocabulary) -> None:
    """Raises SortedError where rows were sorted: `times`, or without any numbers, go back."""
    known = [moment(time) for time in times if isinstance(time, datetime)]
    ascend = all(one <= other for one, other in pairwise(known))
    if known and ascend:
        return
    from auditor.log.damage.sorted_rows import sorted_by  # noqa: PLC0415 - few logs need columns for that

    if (order := sorted_by(table, vocabulary)) is not None:
        raise SortedError(table.file, order)


def _in_rows(parts: Sequence[LogPart], vocabulary: Vocabulary) -> Columns:
    """The certain rows of all tables, as they stand."""
    events = (own for part in parts for own in part.members if isinstance(own, Event))
    return columns_of(Log(tuple(events), frozenset(), (), ()), vocabulary)


def _spell_alike(parts: Sequence[LogPart], rows: Columns, vocabulary: Vocabulary) -> Columns:
    """Spells each name of some tables in one way; the certain rows of these, as they are then."""
    suspects = [[own for own in part.members if isinstance(own, Suspect)] for part in parts]
    names = renamed(rows, [*chain.from_iterable(suspects)], vocabulary)
    if not names:
        return rows
    start = 0
    for part, own in zip(parts, suspects, strict=True):
        some = slice(start, start + len(part.members) - len(own))
        notes = spelling_notes(rows, some, own, names, vocabulary)
        part.table = replace(part.table, notes=(*part.table.notes, *notes))
        part.members, start = [spelt_alike(one, names) for one in part.members], some.stop
    return _in_rows(parts, vocabulary)


def set_unplaced(part: LogPart, unrecorded: Unrecorded) -> None:
    """Sets aside the rows of kinds that say of no row where it belongs, or to whom."""
    events = (own for own in part.members if isinstance(own, Event) and own.kind in unrecorded)
    part.set_aside += unplaced_rows(events, unrecorded)
    part.set_aside.sort(key=lambda aside: aside.row.number)
    part.members = [own for own in part.members if own.kind not in unrecorded]


def put_in_doubt(part: LogPart, vocabulary: Vocabulary) -> None:
    """Sets aside rows that were pasted again, and doubts those that repeat or are out of place."""
    found = disorder_of(part.members, vocabulary)
    if found == Disorder():
        return
    # Beside a copy, rows seem to lack a scope that they do without.
    _without_disorder(part, Disorder(copies=found.copies), vocabulary)
    columns = scope_columns(vocabulary)
    certain = [*with_gaps(part.members, columns, habits_of(part.members, columns))]
    _without_disorder(part, disorder_of(certain, vocabulary), vocabulary)


def _without_disorder(part: LogPart, found: Disorder, vocabulary: Vocabulary) -> None:
    rows = {
        part.members[at].row.number: (part.members[at].row, part.members[twin].row.number)
        for at, twin in found.copies.items()
    }
    for row, twin in rows.values():
        told = message("row.twice", row=twin)
        part.set_aside.append(SetAside(row, None, " | ".join(row.cells)[:SHOWN], told))
    part.set_aside.sort(key=lambda aside: aside.row.number)
    part.members = without_disorder(part.members, found, vocabulary)


def _input(part: LogPart) -> Input:
    table = part.table
    aside, read = len(part.set_aside), table.rows_read
    return Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)
