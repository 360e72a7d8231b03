"""The columns of large plain files: cells typed as the vocabulary declares, each text once.

A file of which a row cannot be read as it stands, or is in doubt, is left to the other reader.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from auditor.engine.store.breaks import has_breaks
from auditor.engine.store.builder import ColumnBuilder
from auditor.engine.store.columns import (
    LARGEST,
    NUMBERS,
    Columns,
    Filled,
    Lexicons,
    rescaled,
    vector_of,
    with_stand_ins,
)
from auditor.engine.store.ledger import Ledger
from auditor.engine.store.memory import ArrayAllocator
from auditor.engine.store.scopes import has_gaps, lacking_counters, mixed_places
from auditor.engine.store.sparse import MANY, Fields
from auditor.engine.store.timestamps import read_different_times, read_times
from auditor.engine.store.vector import NAIVE, Bools, Ints, Vector, if_any, occurring
from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, as_they_stand
from auditor.log.convert.cards import may_be_points
from auditor.log.csv.columnar import ColumnarRows, NeedsSlowPath, Segment
from auditor.log.event import Event, Input
from auditor.log.table import Table
from auditor.types import CARD, TIME, Type
from auditor.values import UnreadableError, Value, read_value


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


class _Cells:
    """Reads the cells of one column of a segment as values of the field's type."""

    def __init__(self, vocabulary: Vocabulary, lexicons: Lexicons) -> None:
        self._vocabulary, self._lexicons = vocabulary, lexicons

    def read(self, segment: Segment, name: str) -> tuple[Filled, Bools | None]:
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
                data = with_stand_ins(data, beyond, numbers, self._lexicons)
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
                unreadable[codes] if unreadable.any() else None
            )
        vector = vector_of(values, kind, self._lexicons)
        beyond = np.abs(vector.data) > LARGEST if kind in NUMBERS else np.zeros(len(values), bool)
        if beyond.any():
            vector.data = with_stand_ins(vector.data, beyond, values, self._lexicons)
        by_text = Filled(vector, None).packed().vector.at(places)
        return (
            Filled(by_text.at(codes), _marked(empty, codes), _marked(beyond[places], codes)),
            _marked(unreadable, codes),
        )


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
        self._read_cells = _Cells(vocabulary, self._lexicons)
        self._starts = np.cumsum([0, *(len(table.rows) for table in self._tables)])
        size = int(self._starts[-1])
        self._allocator = ArrayAllocator(size)
        self._kind = self._allocator.zeros(size, np.int16)  # -1 for a row without an event
        self._fields: dict[str, ColumnBuilder] = {}
        self._order: Ints | None = None  # the rows that are events, in the order of the log

    def read(self, *, whole: bool) -> tuple[Columns, Ledger]:
        """The columns of all tables together."""
        for at in range(len(self._tables)):
            self._read_table(at)
        self._order = order = self._ordered()
        fields = {name: self._fields.pop(name).filled(order) for name in list(self._fields)}
        kind = self._allocator.taken(self._kind, order)
        kind.flags.writeable = False
        seen = {self._kinds[at] for at in occurring(kind)}
        declared = self._kinds if isinstance(self._declared, Everything) else self._declared
        columns = Columns(
            len(kind),
            self._kinds,
            kind,
            Fields(len(kind), fields, self._allocator),
            None,
            frozenset(seen.union(declared)),
            self._lexicons,
            self._events,
            self._allocator.counted(len(kind)),
            self._allocator,
        )
        self._refuse_gaps(columns, whole)
        self._refuse_points()
        columns.lacking = lacking_counters(columns, self._vocabulary)
        columns.mixed = mixed_places(columns, self._vocabulary)
        ledger = self._ledger(columns)
        self._allocator.release()
        return columns, ledger

    def _refuse_gaps(self, columns: Columns, whole: bool) -> None:
        """Leaves a file with a row in doubt, or a log that lacks rows, to the other reader, which
        knows what they may be.
        """
        files: list[slice | Ints] = []
        places = None if self._order is None else np.argsort(self._order, kind="stable")
        for first, last in pairwise(self._starts):
            own = slice(int(first), int(last))
            rows = own if places is None else places[own]
            files.append(rows)
            if has_gaps(columns, self._vocabulary, rows):
                raise NeedsSlowPath
        if whole and has_breaks(columns, self._vocabulary, files):
            raise NeedsSlowPath

    def _refuse_points(self) -> None:
        """Leaves cards that may be points to the other reader, which asks what is meant."""
        if may_be_points([str(card) for card in self._lexicons.of(CARD).values]):
            raise NeedsSlowPath

    # ---- one table --------------------------------------------------------------------------
    def _read_table(self, at: int) -> None:
        rows = self._tables[at].rows
        assert isinstance(rows, ColumnarRows)
        for segment in rows.segments():
            if "game" in self._tables[at].header:
                named = {text.lower() for text in segment.words("game")[1]}
                if not named <= {*rows.games, ""}:
                    raise NeedsSlowPath  # which rows are of which game is for the other reader
            self._read_segment(at, segment)

    def _read_segment(self, at: int, segment: Segment) -> None:
        table, start = self._tables[at], int(self._starts[at]) + segment.first
        codes, texts = segment.words("event")
        numbers = [self._kind_of(text) for text in texts]
        kind = np.array([*numbers, -1], np.int64).take(codes)
        if (kind < 0).any():
            raise NeedsSlowPath
        lacking: dict[tuple[bool, ...], Bools | None] = {}
        for name in table.header:
            if name in self._vocabulary.fields:
                without = self._kinds_without(name)
                if without not in lacking:
                    lacking[without] = if_any(np.array([*without, True]).take(kind))
                if self._read_column(segment, start, name, lacking[without]).any():
                    raise NeedsSlowPath
        self._kind[start : start + len(kind)] = kind
        self._allocator.release()

    def _read_column(self, segment: Segment, start: int, name: str, lacks: Bools | None) -> Bools:
        """Adds a column to its field, and returns which cells cannot be read."""
        few = segment.few(name, MANY)
        if few is None:
            found, unreadable = self._cells(segment, name, lacks)
            if found.empty is None or not found.empty.all():
                self._growing(name).add(start, found)
            return unreadable
        rows, some = few
        unreadable = np.zeros(len(segment), bool)
        if not len(rows):
            return unreadable
        found, lost = self._cells(some, name, None if lacks is None else lacks.take(rows))
        if found.empty is None:
            self._growing(name).add_some(start + rows, found)
        elif not found.empty.all():
            filled = np.flatnonzero(~found.empty)
            self._growing(name).add_some(start + rows[filled], found.some(filled))
        unreadable[rows[lost]] = True
        return unreadable

    def _cells(self, segment: Segment, name: str, lacks: Bools | None) -> tuple[Filled, Bools]:
        """A column, empty where the kind of event lacks it; and which cells cannot be read."""
        found, unreadable = self._read_cells.read(segment, name)
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
        """Some rows as the other reader reads them."""
        assert isinstance(table.rows, ColumnarRows)
        some = replace(table, rows=table.rows.some(rows.tolist()), set_aside=(), notes=())
        return as_they_stand(some, self._vocabulary)

    # ---- all tables together ----------------------------------------------------------------
    def _ordered(self) -> Ints | None:
        """The rows that are events, those of several files put together by time; None for all
        rows as they stand.
        """
        events = self._kind >= 0
        latest = self._latest(events) if len(self._tables) > 1 else None
        if latest is None or self._ascending(latest):
            return None if events.all() else np.flatnonzero(events)
        order = np.argsort(latest, kind="stable")
        return np.asarray(order[events[order]])

    def _latest(self, events: Bools) -> Ints | None:
        """The latest time up to each row of its table; of one without offset as it stands."""
        if "time" not in self._fields:
            return None
        time = {"time": self._fields["time"].filled(None)}
        times = Fields(len(events), time, self._allocator)["time"]
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
        """The table of some events, and their rows in it."""
        rows = places if self._order is None else self._order[places]
        table = np.searchsorted(self._starts, rows, side="right") - 1
        return table, rows - self._starts[table]

    def _events(self, places: Ints) -> list[Event]:
        """The events at some places, in the order of the places."""
        events: dict[int, Event] = {}
        table_of, row_of = self._row_of(places)
        for at, table in enumerate(self._tables):
            own, rows = places[table_of == at], row_of[table_of == at]
            ordered = np.argsort(rows)
            found = self._read_again(table, rows[ordered])
            for place, event in zip(own[ordered], found, strict=True):
                event.place = int(place)
                events[int(place)] = event
        return [events[int(place)] for place in places]

    def _ledger(self, columns: Columns) -> Ledger:
        inputs = []
        for table in self._tables:
            aside = len(table.set_aside)
            read = len(table.rows) + aside
            inputs.append(
                Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)
            )
        return Ledger(
            tuple(inputs),
            (),
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


_LONGEST = 10**18


def _marked(marks: Bools, codes: Ints) -> Bools | None:
    """The marks of some texts where the texts stand; None where nothing is marked."""
    return if_any(marks.take(codes)) if marks.any() else None


def _either(one: Bools | None, other: Bools | None) -> Bools | None:
    if one is None or other is None:
        return one if other is None else other
    return one | other
