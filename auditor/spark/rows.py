"""Some events of one file as they travel from one machine to another, and columns made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.engine.store.columns import Columns, FieldColumn, rescaled
from auditor.engine.store.encoding import Lexicons, is_worded, with_stand_ins
from auditor.engine.store.ledger import Ledger
from auditor.engine.store.row_order import begin_of
from auditor.engine.store.vector import NAIVE, Bools, Data, Ints, Small, Vector, each_once, if_any
from auditor.language.core import Vocabulary
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.event import Event
from auditor.log.event_reader import EventReader, as_they_stand
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.table import Table
from auditor.types import BOOLEAN, Type
from auditor.values import Value


@dataclass(frozen=True, slots=True)
class ShuffledField:
    """One field: `words` are the values that its numbers stand for, where it has no arithmetic;
    `large` the values that no column can hold, by their places.
    """

    filled: FieldColumn
    words: tuple[Value, ...] | None
    large: tuple[Ints, tuple[Value, ...]] | None


@dataclass(frozen=True, slots=True)
class ShuffledRows:
    """Some events of one file.

    `file` is the number of the file by its name, `at` that of each event in it.  `latest` is the
    latest time in the file up to each event: files are put together by it, and of one instant by
    `begins`, the first time of each.  The events themselves
    are in `events`, or made of the rows of `table`, numbered `lines`, when they are asked for.
    """

    file: int
    at: Ints
    latest: Ints
    begins: int
    kind: Small
    doubtful: Bools | None
    lost: Mapping[str, Bools]
    fields: Mapping[str, ShuffledField]
    table: Table
    lines: Ints
    events: tuple[Event, ...]


class OfFile:
    """The events of one file, of which some can be taken."""

    def __init__(
        self, file: int, table: Table, columns: Columns, ledger: Ledger, vocabulary: Vocabulary
    ) -> None:
        self._file, self._columns, self._vocabulary = file, columns, vocabulary
        self._latest = _latest(columns)
        self._begins = begin_of(self._latest)
        self._events = ledger.log.events if ledger.log is not None else ()
        self._lines = _lines(table, columns, ledger)
        rows = table.rows if isinstance(table.rows, ColumnarRows) and not self._events else ()
        self._table = replace(table, rows=rows, set_aside=(), notes=(), source=None)

    def rows(self, places: Ints) -> ShuffledRows:
        """The events at some places, in the order of the places."""
        columns = self._columns
        return ShuffledRows(
            self._file,
            places,
            self._latest[places],
            self._begins,
            columns.kind[places],
            None if columns.doubtful is None else columns.doubtful[places],
            {name: own for name, marks in columns.lost.items() if (own := marks[places]).any()},
            {name: self._field(name, found, places) for name, found in columns.fields.items()},
            self._table,
            self._lines[places],
            tuple(self._events[int(at)] for at in places) if self._events else (),
        )

    def _field(self, name: str, found: FieldColumn, places: Ints) -> ShuffledField:
        some, kind, lexicons = (
            found.at(places),
            self._vocabulary.fields[name],
            self._columns.lexicons,
        )
        if is_worded(kind):
            codes = each_once(some.vector.data)
            words = tuple(lexicons.of(kind).values[int(code)] for code in codes)
            which = np.searchsorted(codes, some.vector.data)
            return ShuffledField(replace(some, vector=Vector(which)).packed(), words, None)
        large = None
        if some.beyond is not None:
            where = np.flatnonzero(some.beyond)
            numbers = (some.value(kind, int(at), lexicons) for at in where)
            large = where, tuple(number for number in numbers if number is not None)
        return ShuffledField(some.packed(), None, large)


def _latest(columns: Columns) -> Ints:
    """The latest time up to each event; of one without offset as it stands."""
    found = columns.fields.get("time")
    if found is None:
        return np.full(columns.size, NAIVE, np.int64)
    data = found.vector.data.astype(np.int64)
    if found.empty is not None:
        data = np.where(found.empty, NAIVE, data)
    return np.maximum.accumulate(data)


def _lines(table: Table, columns: Columns, ledger: Ledger) -> Ints:
    """The number of each event's row.  Raises NeedsSlowPath."""
    if ledger.log is not None:
        return np.array([event.row.number for event in ledger.log.events], np.int64)
    rows = table.rows
    if columns.doubtful is not None or columns.size != len(rows):
        raise NeedsSlowPath  # what a row in doubt may be is not made of the row alone
    if not isinstance(rows, ColumnarRows):
        raise NeedsSlowPath
    return rows.numbers(np.arange(columns.size))


# ---- at the other end -------------------------------------------------------------------------
class Together:
    """Events of several files in the order of the log, as columns."""

    def __init__(
        self,
        parts: Sequence[ShuffledRows],
        vocabulary: Vocabulary,
        recorded: frozenset[str],
        unfilled: frozenset[tuple[str, str]],
    ) -> None:
        self._parts, self._vocabulary = parts, vocabulary
        at = np.concatenate([part.at for part in parts])
        file = np.concatenate([np.full(len(part.at), part.file) for part in parts])
        latest = np.concatenate([part.latest for part in parts])
        begins = np.concatenate([np.full(len(part.at), part.begins) for part in parts])
        self._order = np.lexsort((at, file, begins, latest))
        self._which = np.repeat(np.arange(len(parts)), [len(part.at) for part in parts])[
            self._order
        ]
        within = np.concatenate([np.arange(len(part.at)) for part in parts])
        self._within = within[self._order]
        self.latest, self.file, self.at = (own[self._order] for own in (latest, file, at))
        self.begins = begins[self._order]
        self._lexicons = Lexicons()
        self._recorded, self._unfilled = recorded, unfilled

    def columns(self) -> Columns:
        """The columns; their places count these events alone."""
        vocabulary, size = self._vocabulary, len(self._order)
        names = dict.fromkeys(name for part in self._parts for name in part.fields)
        doubtful = self._flags([part.doubtful for part in self._parts])
        return Columns(
            size,
            tuple(vocabulary.kinds),
            np.concatenate([part.kind for part in self._parts])[self._order],
            {name: self._field(name, vocabulary.fields[name]) for name in names},
            doubtful,
            self._recorded,
            self._lexicons,
            self._events,
            np.arange(size),
            lost=self._lost(),
            unfilled=self._unfilled,
        )

    def _field(self, name: str, kind: Type) -> FieldColumn:
        own = [self._at_home(part.fields.get(name), kind) for part in self._parts]
        there = [found for found in own if found is not None]
        scale = int(np.lcm.reduce([found.vector.scale for found in there]))
        data: list[Data] = []
        empty: list[Bools | None] = []
        beyond: list[Bools | None] = []
        zones: list[Ints] = []
        for part, found in zip(self._parts, own, strict=True):
            size = len(part.at)
            if found is None:
                data.append(np.zeros(size, there[0].vector.data.dtype))
                empty.append(np.ones(size, bool))
                beyond.append(None)
                zones.append(np.full(size, NAIVE))
                continue
            same = rescaled(found, scale, self._lexicons)
            data.append(same.vector.data)
            empty.append(same.empty)
            beyond.append(same.beyond)
            zone = np.array(NAIVE) if same.vector.zone is None else same.vector.zone
            zones.append(np.broadcast_to(zone, (size,)))
        zoned = any(found.vector.zone is not None for found in there)
        vector = Vector(
            np.concatenate(data)[self._order],
            None,
            scale,
            np.concatenate(zones)[self._order] if zoned else None,
        )
        return FieldColumn(vector, self._flags(empty), self._flags(beyond)).packed()

    def _at_home(self, field: ShuffledField | None, kind: Type) -> FieldColumn | None:
        """A field in the numbers that are used here."""
        if field is None:
            return None
        found = field.filled
        data = found.vector.data
        if field.words is not None:
            codes = [self._lexicons.of(kind).code(word) for word in field.words]
            data = np.array(codes, np.int64)[data]
        elif kind != BOOLEAN:
            data = data.astype(np.int64)
        if field.large is not None:
            where, values = field.large
            every = np.ones(len(where), bool)
            data[where] = with_stand_ins(where, every, values, self._lexicons)
        return replace(found, vector=replace(found.vector, data=data))

    def _flags(self, parts: Sequence[Bools | None]) -> Bools | None:
        own = [
            np.zeros(len(part.at), bool) if flags is None else flags
            for part, flags in zip(self._parts, parts, strict=True)
        ]
        return if_any(np.concatenate(own)[self._order])

    def _lost(self) -> dict[str, Bools]:
        names = dict.fromkeys(name for part in self._parts for name in part.lost)
        marks = {name: self._flags([part.lost.get(name) for part in self._parts]) for name in names}
        return {name: own for name, own in marks.items() if own is not None}

    def _events(self, places: Ints) -> list[Event]:
        """The events at some places, in the order of the places."""
        found: dict[int, Event] = {}
        for which, part in enumerate(self._parts):
            own = places[self._which[places] == which]
            for place, event in zip(own, self._of_part(part, self._within[own]), strict=True):
                event.place = int(place)
                found[int(place)] = event
        return [found[int(place)] for place in places]

    def _of_part(self, part: ShuffledRows, within: Ints) -> Sequence[Event]:
        if part.events:
            return [part.events[int(at)] for at in within]
        lines, back = np.unique(part.lines[within], return_inverse=True)
        rows = part.table.rows
        if not len(lines) or not isinstance(rows, ColumnarRows):
            return ()
        some = replace(part.table, rows=rows.some([rows.place_of(int(n)) for n in lines]))
        events = as_they_stand(some, EventReader(some, self._vocabulary))
        return [events[int(at)] for at in back]

    def row_numbers(self) -> Ints:
        """For each event a number that it shares with the other events of its row alone."""
        lines = np.concatenate([part.lines for part in self._parts])[self._order]
        found: Ints = self.file << _EVENTS | lines
        return found

    # ---- what stands where in the whole log ------------------------------------------------
    def order(self, place: int) -> int:
        """A number by which events of all parts can be put in the order of the log."""
        latest = int(self.latest[place]) - NAIVE
        begins = int(self.begins[place]) - NAIVE
        return latest << 160 | begins << 96 | int(self.file[place]) << 64 | int(self.at[place])

    def names(self, places: Ints) -> Ints:
        """Numbers that tell events from all others of the log."""
        found: Ints = self.file[places] << _EVENTS | self.at[places]
        return found

    def places_of(self, names: Ints) -> Ints:
        """The places of those events that are here."""
        return np.flatnonzero(np.isin(self.names(np.arange(len(self.at))), names))


_EVENTS = 40
"""Bits for the events of one file."""
