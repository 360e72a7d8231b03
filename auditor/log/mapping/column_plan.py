"""A mapping laid on whole columns: what makes the same cell is read once.

A cell of the table hangs on few cells of its row: those that its field is taken from, the kind of
event, and the moment where a day is asked for.  Of each different combination of these the reader
of rows reads the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from auditor.log.coded import CodedColumn, RowColumn, Sheet, together
from auditor.log.convert.cells import note
from auditor.log.convert.conventions import ColumnTexts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import Binding, BoundEvent, FieldSource, FileField, FixedText
from auditor.log.mapping.row_reader import NoNumberError, Reader, RowCells, RowContext
from auditor.log.mapping.schema import Special
from auditor.types import NUMBER, TEXT, Enumeration, Type

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


Sources = Mapping[str, tuple[FieldSource, Reader]]
"""By field: what it is taken from, and what reads that."""
Answer = TypeVar("Answer")
PLACE = ("casino", "session", "table", "shoe")
"""`{@count}` begins anew in each.  It numbers the coups: each row is one, or, of a row in which
several stand side by side, each number of a repetition.
"""


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """The sources of the fields that all events of a row share, and those of each event in its
    order; of a row that is `alone` one event, what its cells mean may hang on its kind.
    """

    shared: Sources
    events: Sequence[tuple[BoundEvent, Sources]]
    alone: bool
    cells: RowCells
    lexicon: Lexicon

    @classmethod
    def of(cls, bound: Binding, cells: RowCells, lexicon: Lexicon) -> ColumnPlan:
        """The plan for a mapping that is bound to a header."""

        def sources(taken: Mapping[str, FieldSource]) -> Sources:
            return {name: (own, cells.reader(name, own)) for name, own in taken.items()}

        shared = sources(bound.context)
        events = [
            (own, {**shared, **sources({"event": own.kind, **own.fields})}) for own in bound.events
        ]
        return cls(shared, events, not bound.says.events, cells, lexicon)

    def kinds(self, rows: Sheet) -> CodedColumn:
        """The kind of the first event of each row."""
        return self._column("event", self.events[0][1], rows)

    def happens(self, rows: Sheet) -> tuple[Bools, Bools, Bools]:
        """Which events each row stands for, which of them the mapping leaves out, and the rows of
        which nobody knows.
        """
        found = np.ones((len(rows), len(self.events)), bool)
        left_out, unknown = np.zeros_like(found), np.zeros(len(rows), bool)
        for at, (event, _) in enumerate(self.events):
            tested = [field for test in event.tests for field in (test.field, test.other)]
            told = _asked(rows, [*filter(None, tested)], partial(self._holds, event))
            filled = np.full(len(rows), not event.evidence)
            for name, field in event.evidence:
                filled |= rows.column(field.place).where(partial(self._tells, name, field))
            found[:, at], unknown = (told == 1) & filled, unknown | (told < 0)
            left_out[:, at] = _asked(rows, event.kind.fields, partial(self.cells.left_out, event))
        return found, left_out, unknown

    def _holds(self, event: BoundEvent, cells: Sequence[str]) -> int:
        try:
            return int(self.cells.holds(event, cells))
        except NoNumberError:
            return -1

    def _tells(self, name: str, field: FileField, cell: str) -> bool:
        return self.cells.tells(name, field.value(cell))

    def rows(self, header: Sequence[str], rows: Sheet, happens: Bools) -> tuple[Sheet, Ints]:
        """The cells of the events of all rows, in the order of a header; and which event each is.
        Every row is to be one, at least.
        """
        row, event = np.nonzero(happens)
        shared = {
            name: self._column(name, self.shared, rows)
            for name, (taken, _) in self.shared.items()
            if not self.alone and not taken.has("@count")
        }
        place = _places([shared[name] for name in PLACE if name in shared], len(rows))
        counts = _numbers(_following(place))
        for name in self.shared.keys() - shared.keys() if not self.alone else ():
            shared[name] = self._column(name, self.shared, rows, counts=counts)
        coups = self._coups_in_rows(row, event, place)
        made: dict[str, list[tuple[Ints, RowColumn]]] = {name: [] for name in header}
        for at, (own, sources) in enumerate(self.events):
            places = np.flatnonzero(event == at)
            here = row[places]
            some = rows if len(here) == len(rows) else rows.some(here)
            kinds, counted = self._column("event", sources, some), coups.some(places)
            for name in sources:
                if name == "event":
                    column: RowColumn = kinds
                elif self.alone or name in own.fields:
                    column = self._column(name, sources, some, kinds, counted)
                else:
                    column = shared[name].some(here)
                made[name].append((places, column))
        columns = [_joined(own, len(row)) for own in made.values()]
        return Sheet(rows.numbers[row], columns), event

    def _coups_in_rows(self, row: Ints, event: Ints, place: Ints) -> RowColumn:
        """The number of the coup of each event, where a row holds several: of each repetition."""
        numbers = [own.number for own, _ in self.events]
        counts = [any(t.has("@count") for t in own.fields.values()) for own, _ in self.events]
        found = np.zeros(len(row), np.int64)
        counted = np.flatnonzero(np.array(counts, bool)[event])
        if len(counted):
            nth = np.array([numbers.index(own) for own in numbers])[event[counted]]
            unit = row[counted] * len(numbers) + nth
            _, first, back = np.unique(unit, return_index=True, return_inverse=True)
            turn = np.argsort(first)
            own = np.empty(len(first), np.int64)
            own[turn] = _following(place[row[counted[first[turn]]]])
            found[counted] = own[back.ravel()]
        return _numbers(found)

    def timed(self, rows: Sheet) -> Bools:
        """Which rows tell a time for all their events."""
        source = self.shared["time"][0] if "time" in self.shared else None
        fields = () if source is None else source.fields
        return _asked(rows, fields, partial(self.cells.tells_time, source)) > 0

    def _column(
        self,
        name: str,
        sources: Sources,
        rows: Sheet,
        kinds: RowColumn | None = None,
        counts: RowColumn | None = None,
    ) -> CodedColumn:
        taken, read = sources[name]
        timed = any(isinstance(piece, Special) for piece in taken.pieces)
        timed = timed or (name == "time" and len(taken.pieces) > 1)
        time = sources["time"][0] if timed and "time" in sources else None
        fields = [*taken.fields, *(time.fields if time is not None else ())]

        def cell(cells: Sequence[str], kind: str, count: str) -> str:
            return read(RowContext(cells, self.cells.moment(time, cells), count), kind)

        by_kind = len(taken.pieces) != 1 or self.lexicon.differs(name)
        beside = (kinds if by_kind else None, counts if taken.has("@count") else None)
        found, codes = _each(rows, fields, cell, beside)
        return CodedColumn(codes, found)


def _places(columns: Sequence[RowColumn], size: int) -> Ints:
    """The number of each row's place, which cells with the same texts name."""
    codes, firsts = together(columns, size)
    names = [tuple(str(own[at]) for own in columns) for at in firsts.tolist()]
    numbers = {name: at for at, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], np.int64).take(codes)


def _following(places: Ints) -> Ints:
    """How many of the rows up to each are of its place."""
    order = np.argsort(places, kind="stable")
    begins = np.flatnonzero(np.diff(places[order], prepend=-1))
    found = np.empty(len(places), np.int64)
    found[order] = np.arange(len(places)) - np.repeat(begins, np.diff([*begins, len(places)])) + 1
    return found


def _numbers(numbers: Ints) -> CodedColumn:
    different, codes = np.unique(numbers, return_inverse=True)
    return CodedColumn(codes.ravel(), [str(own) for own in different.tolist()])


def _each(
    rows: Sheet,
    fields: Sequence[FileField],
    read: Callable[[Sequence[str], str, str], Answer],
    beside: Sequence[RowColumn | None] = (None, None),
) -> tuple[list[Answer], Ints]:
    """The answers for each different combination of fields, kinds and numbers of coups, and which
    a row has.
    """
    places = list(dict.fromkeys(own.place for own in fields))
    columns = [rows.column(place) for place in places]
    codes, first = together([*columns, *filter(None, beside)], len(rows))
    texts = [own.some(first).cells() for own in columns]
    none = [""] * len(first)
    kinds, counts = (none if own is None else own.some(first).cells() for own in beside)
    cells = [""] * (max(places, default=-1) + 1)
    found = []
    for kind, count, *combined in zip(kinds, counts, *texts, strict=True):
        for place, text in zip(places, combined, strict=True):
            cells[place] = text
        found.append(read(cells, kind, count))
    return found, codes


def _asked(rows: Sheet, fields: Sequence[FileField], ask: Callable[[Sequence[str]], int]) -> Ints:
    """A small number for each row, which hangs on some fields."""
    found, codes = _each(rows, fields, lambda cells, *_: ask(cells))
    return np.array([*found, 0], np.int64).take(codes)


def _joined(parts: Sequence[tuple[Ints, RowColumn]], size: int) -> RowColumn:
    """Columns of some rows as one, which is empty in all others."""
    if len(parts) == 1 and len(parts[0][0]) == size:
        return parts[0][1]
    texts = [""]
    codes = np.zeros(size, np.int64)
    for places, own in parts:
        codes[places] = own.codes + np.int64(len(texts))
        texts += own.texts
    return CodedColumn(codes, texts)


def texts_of(bound: Binding, lexicon: Lexicon) -> ColumnTexts:
    """The different texts of the columns whose conventions matter."""
    texts = ColumnTexts()
    seen: dict[tuple[Type, bool, FileField | FixedText], str] = {}
    for made in bound.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, FixedText))
        for name, taken in {**bound.context, **made.fields}.items():
            of = lexicon.type_of(kind, name)
            if (of == TEXT and name != "session") or name in bound.says.same:
                continue  # names are written in one way only
            for own in taken.pieces:
                if isinstance(own, FileField | FixedText):
                    seen.setdefault((of, name == "session", own), name)
        for test in made.tests:
            compared = (test.field, test.other) if test.says.compared else ()
            seen |= {(NUMBER, False, own): "" for own in compared if own is not None}
    for (of, _, own), name in seen.items():
        column, firsts = _firsts(bound, of, name, own)
        note(texts, lexicon, of, name, firsts, column=column)
    return texts


def _firsts(
    bound: Binding, of: Type, name: str, own: FileField | FixedText
) -> tuple[str, Mapping[str, int]]:
    """The column of a piece of a field, and its different texts with their first rows, but for
    words that the mapping explains.
    """
    if isinstance(own, FixedText):
        return ("", {}) if own.stands is None else (own.stands[0], {own.text: 0})
    column, told = bound.below.column(own.place), bound.says.values.get(name, {})
    found: dict[str, int] = {}
    for first in column.firsts():
        text = own.value(column[first])
        if text and not (text in told and isinstance(of, Enumeration)):
            found.setdefault(text, int(bound.below.numbers[first]))
    return own.name, found
