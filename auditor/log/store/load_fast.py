"""The columns of large plain files: cells typed as the vocabulary declares, each text once.

Rows that cannot be read as they stand, or are in doubt, are read by the other reader, and the
events that they may be stand among the columns; a file with many of them is left to it altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, ends_of
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.damage.sorted_rows import sorted_by
from auditor.log.damage.suspects import scope_columns
from auditor.log.event import Event, Row
from auditor.log.integrity.breaks import missing_in
from auditor.log.integrity.disorder import are_displaced, is_coarse, is_unordered, repeated
from auditor.log.integrity.doubts import Doubts, FileRows
from auditor.log.integrity.misleading import has_renumbered, refuse_points, refuse_slid
from auditor.log.integrity.scopes import lacking_keys, mixed_places, unfilled
from auditor.log.integrity.spellings import Unrecorded, renamed, spelling_notes, unplaced
from auditor.log.merge_files import HIGHEST, NO_INSTANTS, Instants, Merged, RowFacts, together
from auditor.log.row_columns import HeldRows, NeedsSlowPath
from auditor.log.store.columns import Columns, FieldColumn, Intake
from auditor.log.store.plain_table import PlainTable, RowColumns
from auditor.log.store.typed_rows import TypedRows, set_apart
from auditor.log.store.vector import NAIVE, Bools, Ints, if_any, occurring
from auditor.log.table import Table, by_number


@dataclass(frozen=True, slots=True)
class RowOrder:
    """The rows that are events in the order of the log, None for all rows as they stand; and what
    is only likely of it.
    """

    rows: Ints | None
    _found: Merged | None = None

    def instants(self, order: Ints | None, kinds: Sequence[str]) -> Instants:
        """The instants of which the order is only likely, among rows in their final order."""
        if self._found is None or self.rows is None or order is None:
            return NO_INSTANTS
        places = np.empty(int(order.max()) + 1, np.int64)
        places[order] = np.arange(len(order))
        return self._found.instants_at(places[self.rows], kinds)


def order_of(
    tables: Sequence[PlainTable],
    typed: TypedRows,
    view: Callable[[], Columns],
    vocabulary: Vocabulary,
) -> RowOrder:
    """The rows that are events, those of several files put together by time; `view` are the rows as
    they stand, in columns.
    """
    if len(tables) == 1:
        return RowOrder(_alone(tables[0], typed))
    if not any(own.events for own in tables) and not _is_mixed(tables, typed):
        return RowOrder(_alone(None, typed))
    time = typed.some(["time"]).get("time") if "time" in typed.fields else None
    return put_together(
        _sequences(tables, typed),
        time,
        lambda rows: facts_of_rows(view().said_in(rows), vocabulary, rows >= tables[-1].stop),
    )


def put_together(
    sequences: Sequence[Ints],
    time: FieldColumn | None,
    facts: Callable[[Ints], RowFacts],
) -> RowOrder:
    """The rows of several files in the order of the log: `sequences` are those of each, `facts`
    what some rows tell.
    """
    latest = [latest_times(time, own) for own in sequences]
    files = sorted(
        (at for at, own in enumerate(sequences) if len(own)), key=lambda at: _begin_of(latest[at])
    )
    every = np.concatenate([sequences[at] for at in files])
    found = together([latest[at] for at in files], lambda: facts(every))
    return RowOrder(every[found.order], found)


def _alone(table: PlainTable | None, typed: TypedRows) -> Ints | None:
    """The rows that are events as they stand."""
    if table is not None and table.events:
        return _sequences([table], typed)[0]
    events = typed.kind >= 0
    return None if events.all() else np.flatnonzero(events)


def _is_mixed(tables: Sequence[PlainTable], typed: TypedRows) -> bool:
    """Whether one file may not simply follow another: each must begin after the last ended."""
    if "time" not in typed.fields:
        return True
    times, last = typed.some(["time"])["time"], NAIVE
    for table in tables:
        first = latest = NAIVE
        for block in typed.allocator.blocks(table.stop - table.start):
            rows = slice(table.start + block.start, table.start + block.stop)
            timed = typed.kind[rows] >= 0
            if times.empty is not None:
                timed &= ~times.empty[rows]
            if last > NAIVE and not block.start and not timed[:1].all():
                return True
            if len(known := times.vector.data[rows][timed]):
                first = int(known[0]) if first == NAIVE else first
                latest = max(latest, int(known.max()))
        if NAIVE < first <= last:
            return True
        last = max(last, latest)
    return False


def _sequences(tables: Sequence[PlainTable], typed: TypedRows) -> list[Ints]:
    """The events of each file, with those in doubt where the rows stand that they may be."""
    sequences = []
    extra = tables[-1].stop
    for table in tables:
        certain = np.flatnonzero(typed.kind[table.start : table.stop] >= 0)
        places = table.places([number for number, _ in table.events])
        before = np.searchsorted(certain, places)
        extras = np.arange(extra, extra + len(places))
        sequences.append(np.insert(certain + table.start, before, extras))
        extra += len(places)
    return sequences


def latest_times(time: FieldColumn | None, rows: Ints) -> Ints:
    """The latest time up to each of some rows of a file; of one without offset as it stands."""
    if time is None:
        return np.full(len(rows), NAIVE, np.int64)
    data = time.vector.data[rows].astype(np.int64)
    if time.empty is not None:
        data[time.empty[rows]] = NAIVE
    return np.maximum.accumulate(data)


def facts_of_rows(view: Columns, vocabulary: Vocabulary, loose: Bools) -> RowFacts:
    """The facts that rows tell; nothing is known of the `loose` ones, which are in doubt."""
    scopes = scope_columns(vocabulary)
    kind = view.kind.astype(np.int64)
    words = tuple(dict.fromkeys(name for own in scopes.words.values() for name in own))

    def told() -> tuple[Ints, Ints]:
        said, whom = (view.numbered(names).ids for names in (words, (*words, *scopes.keys)))
        return said * len(view.kinds) + kind, whom * len(view.kinds) + kind

    numbers = _told(view, scopes.counters)
    numbers[(numbers < 0) | (numbers > HIGHEST)] = -1
    return RowFacts(_told(view, scopes.names), numbers, kind, told, loose, *ends_of(vocabulary))


def _told(view: Columns, names: Sequence[str]) -> Ints:
    """The values of some fields as numbers, -1 for none."""
    found = np.full((view.size, len(names)), -1, np.int64)
    for at, name in enumerate(names):
        cells = view.cells(name, slice(0, view.size))
        if cells is not None:
            found[:, at] = np.where(cells[1], cells[0], -1)
    return found


def _begin_of(latest: Ints) -> int:
    """The first time of a table, by the latest up to each row."""
    known = np.asarray(latest > NAIVE)
    return int(latest[np.argmax(known)]) if known.any() else NAIVE


def read_plain_columns(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The columns of plain tables in the order of time, and their intake; `whole` and `part` are as
    in `assemble`.  Raises NeedsSlowPath.
    """
    return _Reading(tables, vocabulary, recorded).read(whole=whole, part=part)


def rows_of(table: Table) -> RowColumns:
    """The rows of a table as columns.  Raises NeedsSlowPath."""
    return table.rows if isinstance(table.rows, ColumnarRows) else HeldRows(table)


def spell_alike(
    tables: Sequence[PlainTable], typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> bool:
    """Puts each name in its usual spelling, and says whether some had another; `rows` are those of
    all tables as they stand.
    """
    every = [[suspect for _, suspect in table.suspects] for table in tables]
    names = renamed(rows, [*chain.from_iterable(every)], vocabulary)
    for table, suspects in zip(tables, every, strict=True) if names else ():
        some = slice(table.start, table.stop)
        table.note(spelling_notes(rows, some, suspects, names, vocabulary))
        table.respell(names)
    typed.respell(names)
    return bool(names)


def put_unplaced_aside(
    tables: Sequence[PlainTable], typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> Unrecorded:
    """Sets aside the rows of kinds that do not say where they belong, and returns these."""
    found = unplaced(rows, vocabulary)
    kinds = [rows.kinds.index(kind) for kind in found]
    for table in tables if found else ():
        kind = typed.kind[table.start : table.stop]
        places = np.flatnonzero(np.isin(kind, kinds))
        table.put_aside(found, places)
        kind[places] = -1
    return found


class _Reading:
    """Tables one after another, in rows that are counted through all of them."""

    def __init__(
        self,
        tables: Sequence[Table],
        vocabulary: Vocabulary,
        recorded: Collection[str] | Everything,
    ) -> None:
        self._vocabulary, self._declared = vocabulary, recorded
        self._tables: list[PlainTable] = []
        size = 0
        for table in sorted(tables, key=lambda own: (by_number(own.file), own.sheet or "")):
            self._tables.append(PlainTable(table, rows_of(table), vocabulary, size))
            size = self._tables[-1].stop
        self._size = size
        self._starts = np.array([*(own.start for own in self._tables), size])
        self._typed = TypedRows(vocabulary, size)
        self._extras: list[Event] = []  # events in doubt, behind the rows of all tables
        self._order: Ints | None = None  # the rows that are events, in the order of the log

    def read(self, *, whole: bool, part: bool) -> tuple[Columns, Intake]:
        """The columns of all tables together."""
        typed = self._typed
        for table in self._tables:
            flawed = typed.read(table)
            some = [own for own in table.rows.some(flawed) if any(own[1])]
            localising = table.rows.careful.options.localising
            if localising is not None and localising.has_export_lines(table.table, some):
                raise NeedsSlowPath
            table.set_flawed(set_apart(table, some), len(flawed) - len(some))
            table.strays = typed.strays
        view = self._in_rows(typed.fields)
        unrecorded: Unrecorded = {}
        if whole and not part:
            if spell_alike(self._tables, typed, view, self._vocabulary):
                view = self._in_rows(typed.fields)
            unrecorded = put_unplaced_aside(self._tables, typed, view, self._vocabulary)
        if whole:
            refuse_slid(self._tables, typed, self._vocabulary)
            self._refuse_disorder(view)
        seen = self._place_doubts(view, whole=whole)
        order = order_of(self._tables, typed, self._in_rows, self._vocabulary)
        self._order = order.rows
        declared = typed.kinds if isinstance(self._declared, Everything) else self._declared
        if whole and not part:
            self._place_missing(declared)
        fields, kind = typed.in_order(self._order)
        extras = self._in_doubt()
        columns = Columns(
            len(kind),
            typed.kinds,
            kind,
            fields,
            self._doubtful(),
            seen.union(declared) - unrecorded.keys(),
            typed.lexicons,
            self._events,
            typed.allocator.counted(len(kind)),
            typed.allocator,
            unlogged=_unlogged(extras, len(kind)),
            lost=_lost(extras, len(kind)),
            instants=order.instants(self._order, typed.kinds),
        )
        refuse_points(typed)
        columns.lacking = lacking_keys(columns, self._vocabulary)
        columns.mixed = mixed_places(columns, self._vocabulary)
        columns.unfilled = unfilled(columns, self._vocabulary)
        intake = self._intake(columns)
        typed.allocator.release()
        return columns, intake

    # ---- rows in doubt ----------------------------------------------------------------------
    def _place_doubts(self, rows: Columns, *, whole: bool) -> frozenset[str]:
        """Adds the events that rows in doubt may be, and returns the kinds that the log names;
        `rows` are all fields in the order of the rows as they stand.
        """
        kind = self._typed.kind
        seen = {self._typed.kinds[at] for at in occurring(kind[kind >= 0])}
        for table in self._tables:
            again = _repeats(table, self._certain(rows, table), kind) if whole else []
            own = self._certain(rows, table)
            if whole and has_renumbered(rows, self._vocabulary, own.at):
                raise NeedsSlowPath
            known = sorted([*table.suspects, *again], key=itemgetter(0))
            lacking = own.lacking(known)
            if again and lacking:
                raise NeedsSlowPath  # what repeats another is told by the rows that lack nothing
            suspects = [*own.believed(known), *table.lacking(lacking)]
            suspects.sort(key=itemgetter(0))
            seen.update(suspect.kind for _, suspect in suspects if suspect.kind is not None)
            if suspects:
                table.events += own.events(suspects, list(lacking))
                kind[table.start + table.places(list(lacking))] = -1
                self._extras += [event for _, event in table.events]
        if self._extras:
            self._typed.add(self._extras)
        return frozenset(seen)

    def _certain(self, rows: Columns, table: PlainTable) -> FileRows:
        """The certain rows of a table.  Raises NeedsSlowPath where there are none."""
        own = np.flatnonzero(self._typed.kind[table.start : table.stop] >= 0)
        if not len(own):
            raise NeedsSlowPath
        return FileRows(rows, self._vocabulary, own + table.start, table.numbers(own))

    def _place_missing(self, declared: Collection[str]) -> None:
        """Adds the events that rows which the log lacks may be, in their places."""
        view = self._in_rows()
        if self._order is not None:
            view = view.said_in(self._order)
        view.doubtful = self._doubtful()
        found = missing_in(view, self._vocabulary, declared, self._files(), self._row_at)
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
        own = at if self._order is None else int(self._order[at])
        if own >= self._size:
            return self._extras[own - self._size].row
        number = int(np.searchsorted(self._starts, own, side="right")) - 1
        return self._tables[number].named(own - int(self._starts[number]))

    def _in_rows(self, names: Collection[str] | None = None) -> Columns:
        """Some fields in the order of the rows as they stand; those that tell where rows belong."""
        typed = self._typed
        own = telling(typed.fields, self._vocabulary) if names is None else list(names)
        return Columns(
            len(typed.kind),
            typed.kinds,
            typed.kind,
            typed.some(own),
            None,
            frozenset(),
            typed.lexicons,
            self._events,
            np.zeros(0, np.int64),
            typed.allocator,
        )

    def _doubtful(self) -> Bools | None:
        if self._order is None or not self._extras:
            return None
        return np.asarray(self._order >= self._size)

    def _in_doubt(self) -> dict[int, Event]:
        """The events in doubt, by their rows in the order of the log."""
        if self._order is None or not self._extras:
            return {}
        rows = np.flatnonzero(self._order >= self._size).tolist()
        return {row: self._extras[int(self._order[row]) - self._size] for row in rows}

    # ---- what is left to the other reader ---------------------------------------------------
    def _refuse_disorder(self, rows: Columns) -> None:
        """Leaves a log of which some rows stand out of place to the other reader, which knows
        what they may be; `rows` are all fields in the order of the rows as they stand.
        """
        files = [self._certain(rows, own).at for own in self._tables]
        if are_displaced(rows, self._vocabulary, files):
            raise NeedsSlowPath
        for own, at in zip(self._tables, files, strict=True):
            if is_unordered(rows, at) and sorted_by(own.table, self._vocabulary, own.cells):
                raise NeedsSlowPath

    # ---- all tables together ----------------------------------------------------------------
    def _events(self, places: Ints) -> list[Event]:
        """The events at some places, in the order of the places; those in doubt are in a table of
        their own behind the others.
        """
        rows = places if self._order is None else self._order[places]
        table_of = np.searchsorted(self._starts, rows, side="right") - 1
        row_of = rows - self._starts[table_of]
        events: dict[int, Event] = {}
        for nth in np.flatnonzero(table_of == len(self._tables)):
            own = self._extras[int(row_of[nth])]
            own.place = int(places[nth])
            events[own.place] = own
        for at, table in enumerate(self._tables):
            here, own_rows = places[table_of == at], row_of[table_of == at]
            ordered = np.argsort(own_rows)
            found = table.read_again(own_rows[ordered])
            for place, event in zip(here[ordered], found, strict=True):
                event.place = int(place)
                events[int(place)] = event
        return [events[int(place)] for place in places]

    def _intake(self, columns: Columns) -> Intake:
        return Intake(
            tuple(own.as_input() for own in self._tables),
            tuple(row for own in self._tables for row in own.set_aside),
            _casinos(columns, self._vocabulary),
            None,
            _headers(self._tables),
            self._row_of(),
            columns.instants,
        )

    def _row_of(self) -> Ints | None:
        """For each event a number that it shares with the other events of its row alone; None where
        each row is one.
        """
        if all(own.rows.different == len(own.rows) for own in self._tables):
            return None
        every, last = [], 0
        for own in self._tables:
            numbers = own.numbers(np.arange(len(own.rows)))
            every.append(last + np.cumsum(np.diff(numbers, prepend=-1) > 0))
            last = int(every[-1][-1])
        # Nobody asks of an event in doubt which others stand in its row.
        found = np.concatenate([*every, np.full(len(self._extras), -1)])
        return found if self._order is None else found[self._order]


def _repeats(table: PlainTable, own: FileRows, kind: Ints) -> Doubts:
    """The rows of a table that repeat another by a coarse clock: they are of no `kind` for certain
    any longer.  Raises NeedsSlowPath where another clock shows repetitions.
    """
    again = repeated(own.columns, own.at)
    if not len(again):
        return []
    if not is_coarse(own.columns, own.at) or own.lacking(table.suspects):
        raise NeedsSlowPath
    kind[again] = -1
    numbers = table.numbers(again - table.start).tolist()
    return table.lacking({number: set() for number in numbers})


def telling(fields: Collection[str], vocabulary: Vocabulary) -> list[str]:
    """The fields among some that name scopes and times, or tell which rows are in doubt."""
    scopes = scope_columns(vocabulary)
    words = (name for own in scopes.words.values() for name in own)
    names = dict.fromkeys(("time", *scopes.all, *scopes.keys, *words))
    return [name for name in names if name in fields]


def _headers(tables: Sequence[PlainTable]) -> tuple[tuple[str, ...], ...]:
    """The headers of the tables in the canonical shape."""
    every = [own.canonical_header() for own in tables]
    others = {header for header, canonical in every if not canonical}
    return tuple(header for header, _ in every if header not in others)


def _unlogged(extras: Mapping[int, Event], size: int) -> Bools | None:
    """Where events in doubt stand for rows that the log lacks."""
    marks = np.zeros(size, bool)
    marks[[row for row, event in extras.items() if event.unlogged]] = True
    return if_any(marks)


def _lost(extras: Mapping[int, Event], size: int) -> dict[str, Bools]:
    """Where the cells of each field cannot be believed."""
    names = sorted({name for event in extras.values() for name in event.lost})
    found = {name: np.zeros(size, bool) for name in names}
    for row, event in extras.items():
        for name in event.lost:
            found[name][row] = True
    return found


def _casinos(columns: Columns, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The establishments that the log names."""
    found = columns.fields.get("casino")
    if found is None:
        return ()
    codes = set[int]()
    for rows in columns.blocks():
        own = found.vector.data[rows]
        own = own if found.empty is None else own[~found.empty[rows]]
        codes.update(occurring(own).tolist())
    lexicon = columns.lexicons.of(vocabulary.fields["casino"])
    return tuple(sorted(str(lexicon.values[code]) for code in codes))
