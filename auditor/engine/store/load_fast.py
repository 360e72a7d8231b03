"""The columns of large plain files: cells typed as the vocabulary declares, each text once.

Rows that cannot be read as they stand, or are in doubt, are read by the other reader, and the
events that they may be stand among the columns; a file with many of them is left to it altogether.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter

import numpy as np

from auditor.engine.store.breaks import has_breaks
from auditor.engine.store.builder import ColumnBuilder
from auditor.engine.store.cells import CellReader
from auditor.engine.store.columns import Columns, FieldColumn, Lexicons, filled, rescaled
from auditor.engine.store.disorder import has_disorder
from auditor.engine.store.doubts import Doubts, FileRows
from auditor.engine.store.ledger import Ledger
from auditor.engine.store.memory import ArrayAllocator
from auditor.engine.store.scopes import lacking_counters, mixed_places
from auditor.engine.store.sparse import MANY, SparseFields
from auditor.engine.store.vector import NAIVE, Bools, Ints, if_any, occurring
from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, as_they_stand, part_of
from auditor.log.convert.cards import may_be_points
from auditor.log.csv.columnar import MOST_FLAWED, ColumnarRows, NeedsSlowPath, Segment
from auditor.log.csv.distinct import Noting, Written
from auditor.log.event import Event, Input, SetAside
from auditor.log.suspects import ScopeColumns, Suspect
from auditor.log.table import Table
from auditor.types import CARD
from auditor.values import Value


def read_plain_columns(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
) -> tuple[Columns, Ledger]:
    """The columns of plain tables in the order of time, and their ledger; rows that are missing are
    looked for where these are the `whole` log.  Raises NeedsSlowPath.
    """
    return _Reading(tables, vocabulary, recorded).read(whole=whole)


class _Reading:
    """Tables one after another, in rows that are counted through all of them."""

    def __init__(
        self,
        tables: Sequence[Table],
        vocabulary: Vocabulary,
        recorded: Collection[str] | Everything,
    ) -> None:
        self._tables = sorted(tables, key=lambda table: (table.file, table.sheet or ""))
        self._vocabulary, self._declared = vocabulary, recorded
        self._kinds = tuple(vocabulary.kinds)
        self._lexicons = Lexicons()
        self._read_cells = CellReader(vocabulary, self._lexicons)
        self._starts = np.cumsum([0, *(len(table.rows) for table in self._tables)])
        size = int(self._starts[-1])
        self._allocator = ArrayAllocator(size)
        self._kind = self._allocator.zeros(size, np.int16)  # -1 for a row without an event
        self._fields: dict[str, ColumnBuilder] = {}
        self._parts: list[_Part] = []
        self._extras: list[Event] = []  # events in doubt, behind the rows of all tables
        self._order: Ints | None = None  # the rows that are events, in the order of the log

    def read(self, *, whole: bool) -> tuple[Columns, Ledger]:
        """The columns of all tables together."""
        for at in range(len(self._tables)):
            self._read_table(at)
        seen = self._place_doubts()
        self._order = order = self._ordered()
        fields = {name: self._fields.pop(name).filled(order) for name in list(self._fields)}
        kind = self._allocator.taken(self._kind, order)
        kind.flags.writeable = False
        declared = self._kinds if isinstance(self._declared, Everything) else self._declared
        columns = Columns(
            len(kind),
            self._kinds,
            kind,
            SparseFields(len(kind), fields, self._allocator),
            self._doubtful(),
            seen.union(declared),
            self._lexicons,
            self._events,
            self._allocator.counted(len(kind)),
            self._allocator,
            lost=self._lost(),
        )
        self._refuse_breaks(columns, whole=whole)
        self._refuse_points()
        columns.lacking = lacking_counters(columns, self._vocabulary)
        columns.mixed = mixed_places(columns, self._vocabulary)
        ledger = self._ledger(columns)
        self._allocator.release()
        return columns, ledger

    # ---- rows in doubt ----------------------------------------------------------------------
    def _place_doubts(self) -> frozenset[str]:
        """Adds the events that rows in doubt may be, and returns the kinds that the log names."""
        seen = {self._kinds[at] for at in occurring(self._kind[self._kind >= 0])}
        rows = self._in_rows()
        for at, part in enumerate(self._parts):
            start, end = self._bounds(at)
            certain = np.flatnonzero(self._kind[start:end] >= 0)
            if not len(certain):
                raise NeedsSlowPath
            own = FileRows(rows, self._vocabulary, certain + start, self._numbers(at, certain))
            lacking = own.lacking(part.suspects)
            suspects = sorted([*part.suspects, *self._lacking(at, lacking)], key=itemgetter(0))
            seen.update(suspect.kind for _, suspect in suspects if suspect.kind is not None)
            if suspects:
                part.events += own.events(suspects, list(lacking))
                self._kind[start + self._places(at, list(lacking))] = -1
                self._extras += [event for _, event in part.events]
        if self._extras:
            self._add_extras()
        return frozenset(seen)

    def _in_rows(self) -> Columns:
        """The columns that tell rows in doubt, in the order of the rows as they stand."""
        size, names = len(self._kind), self._telling(self._fields)
        fields = {name: self._fields[name].filled(None) for name in names}
        return Columns(
            size,
            self._kinds,
            self._kind,
            SparseFields(size, fields, self._allocator),
            None,
            frozenset(),
            self._lexicons,
            self._events,
            np.zeros(0, np.int64),
            self._allocator,
        )

    def _lacking(self, at: int, lacking: Mapping[int, set[str]]) -> Iterator[tuple[int, Suspect]]:
        """The suspects that certain rows are which lack what others fill."""
        places = self._places(at, list(lacking))
        for event in self._read_again(self._tables[at], places):
            lost = lacking[event.row.number]
            values = {name: own for name, own in event.values.items() if name not in lost}
            yield event.row.number, Suspect(event.row, event.kind, values, frozenset(lost))

    def _add_extras(self) -> None:
        """Adds the events in doubt behind the rows of all tables."""
        before, more = len(self._kind), len(self._extras)
        kind = self._allocator.zeros(before + more, np.int16)
        kind[:before] = self._kind
        kind[before:] = [self._kinds.index(own.kind) for own in self._extras]
        self._kind = kind
        for builder in self._fields.values():
            builder.grow(before + more)
        values: dict[str, dict[int, Value]] = {}
        for at, event in enumerate(self._extras):
            for name, value in event.values.items():
                values.setdefault(name, {})[at] = value
        for name, own in values.items():
            rows, of = np.array(list(own)), self._vocabulary.fields[name]
            found = filled(len(own), np.arange(len(own)), list(own.values()), of, self._lexicons)
            self._growing(name).add_some(before + rows, found)

    def _doubtful(self) -> Bools | None:
        if self._order is None or not self._extras:
            return None
        return np.asarray(self._order >= self._starts[-1])

    def _lost(self) -> dict[str, Bools]:
        """Where the cells of each field cannot be believed."""
        names = {name for event in self._extras for name in event.lost}
        if self._order is None or not names:
            return {}
        first = int(self._starts[-1])
        extra = np.flatnonzero(self._order >= first)
        found = {name: np.zeros(len(self._order), bool) for name in sorted(names)}
        for row in extra:
            for name in self._extras[int(self._order[row]) - first].lost:
                found[name][row] = True
        return found

    def _bounds(self, at: int) -> tuple[int, int]:
        return int(self._starts[at]), int(self._starts[at + 1])

    def _numbers(self, at: int, places: Ints) -> Ints:
        """The numbers of some rows of a table, as a spreadsheet shows them."""
        return _columnar(self._tables[at]).numbers(places)

    def _places(self, at: int, numbers: Sequence[int]) -> Ints:
        """Where rows of a table stand in it, by their numbers."""
        rows = _columnar(self._tables[at])
        return np.array([rows.place_of(number) for number in numbers], np.int64)

    def _refuse_breaks(self, columns: Columns, *, whole: bool) -> None:
        """Leaves a log that lacks rows, or in which some stand twice or out of place, to the other
        reader, which knows what they may be.
        """
        if not whole:
            return
        order = np.arange(len(self._kind)) if self._order is None else self._order
        if columns.doubtful is not None:
            certain = np.flatnonzero(~columns.doubtful)
            order = order[certain]
            columns = replace(
                columns,
                size=len(certain),
                kind=columns.kind[certain],
                fields={name: own.some(certain) for name, own in columns.fields.items()},
            )
        files: list[slice | Ints] = [slice(0, columns.size)]
        if len(self._tables) > 1:
            table = np.searchsorted(self._starts, order, side="right") - 1
            files = [np.flatnonzero(table == at) for at in range(len(self._tables))]
        if has_breaks(columns, self._vocabulary, files) or has_disorder(
            columns, self._vocabulary, files
        ):
            raise NeedsSlowPath

    def _telling(self, fields: Collection[str]) -> list[str]:
        """Of some fields those that tell scopes, and rows in doubt."""
        scopes = ScopeColumns(self._vocabulary)
        words = (name for own in scopes.words.values() for name in own)
        names = dict.fromkeys((*scopes.all, *scopes.keys, *words))
        return [name for name in names if name in fields]

    def _refuse_points(self) -> None:
        """Leaves cards that may be points to the other reader, which asks what is meant."""
        if may_be_points([str(card) for card in self._lexicons.of(CARD).values]):
            raise NeedsSlowPath

    # ---- one table --------------------------------------------------------------------------
    def _read_table(self, at: int) -> None:
        table = self._tables[at]
        rows = _columnar(table)
        localising = rows.careful.options.localising
        texts = Written({} if localising is None else localising.convertible(table.header))
        flawed: list[int] = []
        for segment in rows.segments():
            if "game" in table.header:
                named = {text.lower() for text in segment.words("game")[1]}
                if not named <= {*rows.games, ""}:
                    raise NeedsSlowPath  # which rows are of which game is for the other reader
            flawed += self._read_segment(at, segment, texts).tolist()
            if len(flawed) * MOST_FLAWED > len(rows):
                raise NeedsSlowPath
        if localising is not None:
            found = localising.rewriting(texts.telling(self._vocabulary.fields))
            if found.written or found.doubts:
                raise NeedsSlowPath
        self._parts.append(self._part(table, flawed))

    def _part(self, table: Table, flawed: Sequence[int]) -> _Part:
        """The rows of a table that the other reader sets aside."""
        some = [own for own in _columnar(table).some(flawed) if any(own[1])]
        found = part_of(replace(table, rows=some), self._vocabulary)
        suspects = [(own.row.number, own) for own in found.members if isinstance(own, Suspect)]
        if len(suspects) != len(found.members):
            raise NeedsSlowPath  # a row that can be read, though its columns could not
        return _Part(found.set_aside, suspects, len(flawed) - len(some))

    def _read_segment(self, at: int, segment: Segment, written: Written) -> Ints:
        """Adds the rows of a segment, and returns those that cannot be read, by their places in
        the table.
        """
        table, start = self._tables[at], int(self._starts[at]) + segment.first
        codes, texts = segment.words("event")
        written.note("event", texts)
        numbers = [self._kind_of(text) for text in texts]
        kind = np.array([*numbers, -1], np.int64).take(codes)
        flawed = kind < 0
        lacking: dict[tuple[bool, ...], Bools | None] = {}
        for name in table.header:
            if name in self._vocabulary.fields:
                without = self._kinds_without(name)
                if without not in lacking:
                    lacking[without] = if_any(np.array([*without, True]).take(kind))
                noting = Noting(written, name, [*texts, ""], codes)
                flawed |= self._read_column(segment, start, noting, lacking[without])
            elif name in written.columns and name != "event":
                Noting(written, name, [*texts, ""], codes).enter(*segment.words(name))
        kind[flawed] = -1
        self._kind[start : start + len(kind)] = kind
        self._allocator.release()
        return np.flatnonzero(flawed) + segment.first

    def _read_column(
        self, segment: Segment, start: int, noting: Noting, lacks: Bools | None
    ) -> Bools:
        """Adds a column to its field, and returns which cells cannot be read."""
        name = noting.name
        few = segment.few(name, MANY)
        if few is None:
            found, unreadable = self._cells(segment, noting, lacks)
            if found.empty is None or not found.empty.all():
                self._growing(name).add(start, found)
            return unreadable
        rows, some = few
        unreadable = np.zeros(len(segment), bool)
        if not len(rows):
            return unreadable
        own = None if lacks is None else lacks.take(rows)
        found, lost = self._cells(some, noting.of_rows(rows), own)
        if found.empty is None:
            self._growing(name).add_some(start + rows, found)
        elif not found.empty.all():
            filled = np.flatnonzero(~found.empty)
            self._growing(name).add_some(start + rows[filled], found.some(filled))
        unreadable[rows[lost]] = True
        return unreadable

    def _cells(
        self, segment: Segment, noting: Noting, lacks: Bools | None
    ) -> tuple[FieldColumn, Bools]:
        """A column, empty where the kind of event lacks it; and which cells cannot be read."""
        found, unreadable = self._read_cells.read(segment, noting)
        none = _either(_either(found.empty, lacks), unreadable)
        beyond = found.beyond
        if beyond is not None and none is not None:
            beyond = if_any(beyond & ~none)
        flawed = np.zeros(len(segment), bool)
        if unreadable is not None:
            flawed = unreadable if lacks is None else unreadable & ~lacks
        return replace(found, empty=if_any(none), beyond=beyond), flawed

    def _growing(self, name: str) -> ColumnBuilder:
        if name not in self._fields:
            self._fields[name] = ColumnBuilder(
                len(self._kind),
                self._allocator,
                lambda found, scale: rescaled(found, scale, self._lexicons),
            )
        return self._fields[name]

    def _kind_of(self, text: str) -> int:
        word = text if text in self._vocabulary.kinds else text.lower()
        return self._kinds.index(word) if word in self._vocabulary.kinds else -1

    def _kinds_without(self, name: str) -> tuple[bool, ...]:
        """Whether each kind of event lacks a field."""
        kinds = self._vocabulary.kinds.values()
        context = name in self._vocabulary.context
        return tuple(not (context or name in own.fields) for own in kinds)

    def _read_again(self, table: Table, rows: Ints) -> list[Event]:
        """Some certain rows as the other reader reads them."""
        some = _columnar(table).some(rows.tolist())
        return as_they_stand(replace(table, rows=some, set_aside=(), torn=()), self._vocabulary)

    # ---- all tables together ----------------------------------------------------------------
    def _ordered(self) -> Ints | None:
        """The rows that are events, those of several files put together by time; None for all
        rows as they stand.
        """
        if self._extras:
            return self._with_extras()
        events = self._kind >= 0
        latest = self._latest(events) if len(self._tables) > 1 else None
        if latest is None or self._ascending(latest):
            return None if events.all() else np.flatnonzero(events)
        order = np.argsort(latest, kind="stable")
        return np.asarray(order[events[order]])

    def _with_extras(self) -> Ints:
        """The same with events in doubt, which stand where the rows stand that they may be."""
        sequences = []
        extra = int(self._starts[-1])
        for at, part in enumerate(self._parts):
            start, end = self._bounds(at)
            certain = np.flatnonzero(self._kind[start:end] >= 0)
            places = self._places(at, [number for number, _ in part.events])
            before = np.searchsorted(certain, places)
            extras = np.arange(extra, extra + len(places))
            sequences.append(np.insert(certain + start, before, extras))
            extra += len(places)
        every = np.concatenate(sequences)
        if len(sequences) == 1 or "time" not in self._fields:
            return every
        size = len(self._kind)
        known = {"time": self._fields["time"].filled(None)}
        time = SparseFields(size, known, self._allocator)["time"]
        latest = []
        for own in sequences:
            data = time.vector.data[own].astype(np.int64)
            none = np.zeros(len(own), bool) if time.empty is None else time.empty[own]
            latest.append(np.maximum.accumulate(np.where(none, NAIVE, data)))
        return np.asarray(every[np.argsort(np.concatenate(latest), kind="stable")])

    def _latest(self, events: Bools) -> Ints | None:
        """The latest time up to each row of its table; of one without offset as it stands."""
        if "time" not in self._fields:
            return None
        time = {"time": self._fields["time"].filled(None)}
        times = SparseFields(len(events), time, self._allocator)["time"]
        found = self._allocator.zeros(len(events), np.int64)
        for start, end in pairwise(self._starts):
            latest = NAIVE
            for block in self._allocator.blocks(int(end - start)):
                rows = slice(int(start) + block.start, int(start) + block.stop)
                timed = events[rows] if times.empty is None else events[rows] & ~times.empty[rows]
                own = np.where(timed, times.vector.data[rows], NAIVE)
                if len(own):
                    own[0] = max(latest, own[0])
                    found[rows] = np.maximum.accumulate(own)
                    latest = found[rows.stop - 1]
        return found

    def _ascending(self, numbers: Ints) -> bool:
        last = numbers[:1]
        for rows in self._allocator.blocks(len(numbers)):
            own = np.append(last, numbers[rows])
            if (own[1:] < own[:-1]).any():
                return False
            last = own[-1:]
        return True

    def _row_of(self, places: Ints) -> tuple[Ints, Ints]:
        """The table of some events, and their rows in it; events in doubt are in one of their own
        behind the others.
        """
        rows = places if self._order is None else self._order[places]
        table = np.searchsorted(self._starts, rows, side="right") - 1
        return table, rows - self._starts[table]

    def _events(self, places: Ints) -> list[Event]:
        """The events at some places, in the order of the places."""
        events: dict[int, Event] = {}
        table_of, row_of = self._row_of(places)
        for nth in np.flatnonzero(table_of == len(self._tables)):
            own = self._extras[int(row_of[nth])]
            own.place = int(places[nth])
            events[own.place] = own
        for at, table in enumerate(self._tables):
            here, rows = places[table_of == at], row_of[table_of == at]
            ordered = np.argsort(rows)
            found = self._read_again(table, rows[ordered])
            for place, event in zip(here[ordered], found, strict=True):
                event.place = int(place)
                events[int(place)] = event
        return [events[int(place)] for place in places]

    def _ledger(self, columns: Columns) -> Ledger:
        inputs = []
        for table, part in zip(self._tables, self._parts, strict=True):
            aside = len(part.set_aside)
            read = len(table.rows) - part.blank + len(table.set_aside)
            inputs.append(
                Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)
            )
        return Ledger(
            tuple(inputs),
            tuple(row for part in self._parts for row in part.set_aside),
            self._casinos(columns),
            None,
            tuple(table.header for table in self._tables),
        )

    def _casinos(self, columns: Columns) -> tuple[str, ...]:
        found = columns.fields.get("casino")
        if found is None:
            return ()
        codes = set[int]()
        for rows in columns.blocks():
            own = found.vector.data[rows]
            own = own if found.empty is None else own[~found.empty[rows]]
            codes.update(occurring(own).tolist())
        lexicon = self._lexicons.of(self._vocabulary.fields["casino"])
        return tuple(sorted(str(lexicon.values[code]) for code in codes))


@dataclass(slots=True)
class _Part:
    """What one table holds beside its certain rows: the rows that are set aside, those in doubt
    with their numbers, how many are blank, and the events that may be.
    """

    set_aside: list[SetAside]
    suspects: Doubts
    blank: int
    events: list[tuple[int, Event]] = field(default_factory=list)


def _columnar(table: Table) -> ColumnarRows:
    assert isinstance(table.rows, ColumnarRows)
    return table.rows


def _either(one: Bools | None, other: Bools | None) -> Bools | None:
    if one is None or other is None:
        return one if other is None else other
    return one | other
