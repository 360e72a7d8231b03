"""Some events of one file as they travel from one machine to another, and columns made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import Cells, Sheet, SheetRows
from auditor.log.event import Row, row_of
from auditor.log.integrity.spellings import naming
from auditor.log.integrity.suspects import Scopes
from auditor.log.store.columns import Columns, FieldColumn, rescaled
from auditor.log.store.columns_of_tables import telling
from auditor.log.store.encoding import Lexicons, is_worded, with_stand_ins
from auditor.log.store.vector import (
    CERTAIN,
    NAIVE,
    NOWHERE,
    Bools,
    Ints,
    Small,
    Vector,
    each_once,
    if_any,
    whole,
)
from auditor.log.table import Table
from auditor.source import Frozen
from auditor.types import BOOLEAN, Type
from auditor.values import Value


class ShuffledField(Frozen):
    """One field: `words` are the values that its numbers stand for, where it has no arithmetic;
    `large` the values that no column can hold, by their places.
    """

    filled: FieldColumn
    words: tuple[Value, ...] | None
    large: tuple[Ints, tuple[Value, ...]] | None


class ShuffledRows(Frozen):
    """Some events of one table, in its order.

    `file` is the number of the table by its name; `doubtful`, `unlogged` and `suspicious` are as in
    `Columns`.  The rows themselves are in `rows`, or those of `table` that are numbered `lines`.
    """

    file: int
    kind: Small
    doubtful: Bools
    unlogged: Bools
    suspicious: Bools
    lost: Mapping[str, Bools]
    fields: Mapping[str, ShuffledField]
    table: Table
    lines: Ints
    rows: tuple[Row, ...]

    @property
    def size(self) -> int:
        return len(self.lines)


class OfFile:
    """The events of one table, of which some can be taken."""

    def __init__(self, file: int, table: Table, columns: Columns, vocabulary: Vocabulary) -> None:
        self._file, self._columns, self._vocabulary = file, columns, vocabulary
        whole_table = not columns.doubtful.any() and columns.size == len(table.rows)
        as_it_is = whole_table and table.source is None and table.is_event_a_row
        rows: Sequence[Cells] = table.rows
        if as_it_is and table.body.ascends:
            self._behind: tuple[Row, ...] = ()
            self._lines = table.body.numbers_of(np.arange(columns.size))
        else:  # a row in doubt may be several events, and one that is missing is none of the table
            rows, self._behind = (), tuple(columns.rows.shown(columns.places))
            self._lines = np.array([row.number for row in self._behind], np.int64)
        self._table = replace(table, rows=rows, set_aside=(), notes=(), source=None)

    def rows(self, places: Ints) -> ShuffledRows:
        """The events at some places, in the order of the places."""
        behind = tuple(self._behind[int(at)] for at in places) if self._behind else ()
        table, rows = self._table, self._table.rows
        if isinstance(rows, Sheet) and not behind:
            table = replace(table, rows=rows.some(np.sort(places)))
        return self._rows(places, self._columns.fields, table, behind)

    def telling(self) -> ShuffledRows:
        """All events, each by no more than what tells where it belongs."""
        fields, places = self._columns.fields, np.arange(self._columns.size)
        names = dict.fromkeys((*telling(fields, self._vocabulary), *naming(self._vocabulary)))
        some = {name: fields[name] for name in names if name in fields}
        return self._rows(places, some, replace(self._table, rows=()), ())

    def _rows(
        self,
        places: Ints,
        fields: Mapping[str, FieldColumn],
        table: Table,
        behind: tuple[Row, ...],
    ) -> ShuffledRows:
        columns = self._columns
        return ShuffledRows(
            self._file,
            columns.kind[places],
            if_any(columns.doubtful[places]),
            if_any(columns.unlogged[places]),
            if_any(columns.suspicious[places]),
            {name: own for name, marks in columns.lost.items() if (own := marks[places]).any()},
            {name: self._field(name, found, places) for name, found in fields.items()},
            table,
            self._lines[places],
            behind,
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
        if some.beyond.ndim:
            where = np.flatnonzero(some.beyond)
            numbers = (some.value(kind, int(at), lexicons) for at in where)
            large = where, tuple(number for number in numbers if number is not None)
        return ShuffledField(some.packed(), None, large)


# ---- at the other end -------------------------------------------------------------------------
class LogFacts(Frozen):
    """Facts of the whole log that rules have to know, as in `Log`."""

    recorded: frozenset[str]
    unfilled: frozenset[tuple[str, str]]
    lacking: frozenset[str] = frozenset()
    mixed: frozenset[Scopes] = frozenset()


class Together:
    """Events of several tables in the order of the log, as columns: `places` are those of each
    part.
    """

    def __init__(
        self,
        parts: Sequence[ShuffledRows],
        places: Sequence[Ints],
        vocabulary: Vocabulary,
        log: LogFacts,
    ) -> None:
        self._parts, self._vocabulary, self._log = parts, vocabulary, log
        every = np.concatenate(places)
        self._order = np.argsort(every)
        self.places = every[self._order]
        self._which = np.repeat(np.arange(len(parts)), [own.size for own in parts])[self._order]
        self._within = np.concatenate([np.arange(own.size) for own in parts])[self._order]
        self._lexicons = Lexicons()

    def columns(self) -> Columns:
        """The columns; their places are those in the whole log."""
        vocabulary, log = self._vocabulary, self._log
        names = dict.fromkeys(name for part in self._parts for name in part.fields)
        return Columns(
            np.concatenate([part.kind for part in self._parts])[self._order],
            {name: self._field(name, vocabulary.fields[name]) for name in names},
            self._flags([part.doubtful for part in self._parts]),
            log.recorded,
            self._lexicons,
            vocabulary,
            self,
            self.places,
            unlogged=self._flags([part.unlogged for part in self._parts]),
            suspicious=self._flags([part.suspicious for part in self._parts]),
            lost=self._lost(),
            lacking=log.lacking,
            mixed=log.mixed,
            unfilled=log.unfilled,
        )

    def _field(self, name: str, kind: Type) -> FieldColumn:
        own = [self._at_home(part.fields.get(name), kind) for part in self._parts]
        there = [found for found in own if found is not None]
        scale = int(np.lcm.reduce([found.vector.scale for found in there]))
        like = there[0].vector.data.dtype
        same = [
            FieldColumn(Vector(np.zeros(part.size, like)), np.ones(part.size, bool))
            if found is None
            else rescaled(found, scale, self._lexicons)
            for part, found in zip(self._parts, own, strict=True)
        ]
        zones = [
            np.broadcast_to(NAIVE if found.vector.zone is None else found.vector.zone, part.size)
            for part, found in zip(self._parts, same, strict=True)
        ]
        zoned = any(found.vector.zone is not None for found in there)
        vector = Vector(
            np.concatenate([found.vector.data for found in same])[self._order],
            CERTAIN,
            scale,
            np.concatenate(zones)[self._order] if zoned else None,
        )
        return FieldColumn(vector, if_any(self._flags([found.empty for found in same]))).packed()

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

    def _flags(self, parts: Sequence[Bools]) -> Bools:
        own = [whole(flags, part.size) for part, flags in zip(self._parts, parts, strict=True)]
        return np.concatenate(own)[self._order]

    def _lost(self) -> dict[str, Bools]:
        names = dict.fromkeys(name for part in self._parts for name in part.lost)
        return {
            name: self._flags([part.lost.get(name, NOWHERE) for part in self._parts])
            for name in names
        }

    def shown(self, places: Ints) -> list[Row]:
        """The rows of the events at some places, in the order of the places."""
        found: dict[int, Row] = {}
        rows = np.searchsorted(self.places, places)
        for which, part in enumerate(self._parts):
            here = self._which[rows] == which
            behind = self._of_part(part, self._within[rows[here]])
            found.update(zip(places[here].tolist(), behind, strict=True))
        return [found[place] for place in places.tolist()]

    named = shown

    @staticmethod
    def _of_part(part: ShuffledRows, within: Ints) -> Sequence[Row]:
        if part.rows:
            return [part.rows[int(at)] for at in within]
        rows = part.table.rows
        if not len(within) or not isinstance(rows, SheetRows):
            return ()
        places = [rows.place_of(int(number)) for number in part.lines[within]]
        return [row_of(part.table, *own) for own in rows.at(places)]

    def row_numbers(self) -> Ints:
        """For each event a number that it shares with the other events of its row alone."""
        lines = np.concatenate([part.lines for part in self._parts])[self._order]
        found: Ints = np.array([part.file for part in self._parts])[self._which] << _LINES | lines
        return found


_LINES = 40
"""Bits for the lines of one file."""
