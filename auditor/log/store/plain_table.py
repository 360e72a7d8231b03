"""A table whose rows come as columns, and where they stand among those of all tables of a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from auditor.language.core import Vocabulary
from auditor.log.coded import Cells, CodedColumn
from auditor.log.csv.columnar import ColumnarRows, Segment
from auditor.log.damage.moved_cells import FEW_SHIFTED
from auditor.log.damage.suspects import Suspect
from auditor.log.event import Event, Input, Row, SetAside
from auditor.log.event_reader import EventReader, as_they_stand, part_of
from auditor.log.integrity.doubts import Doubts
from auditor.log.integrity.spellings import Renamed, Unrecorded, spelt_alike, unplaced_rows
from auditor.log.row_columns import HeldRows, HeldSegment, NeedsSlowPath
from auditor.log.store.vector import Ints
from auditor.log.table import Table, UnfitRow
from auditor.messages.message import Message

RowColumns = ColumnarRows | HeldRows
"""Rows that come as columns, of a file or from memory."""
ColumnSegment = Segment | HeldSegment
"""Some of them that follow one another."""


@dataclass(slots=True)
class PlainTable:
    """A table and what it holds beside its certain rows: the rows that are set aside, those in
    doubt with their numbers, how many are blank, and the events that may be.  `strangers` are the
    rows that name no game of the log, `torn` those of them that may be events all the same.
    """

    table: Table
    rows: RowColumns
    vocabulary: Vocabulary
    start: int
    set_aside: list[SetAside] = field(default_factory=list)
    suspects: Doubts = field(default_factory=list)
    strangers: list[SetAside] = field(default_factory=list)
    torn: list[UnfitRow] = field(default_factory=list)
    blank: int = 0
    events: list[tuple[int, Event]] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    """The fields that some of its rows fill."""
    strays: Mapping[str, int] = field(default_factory=dict)
    """Fields that rows fill whose kind of event has none, each with how many do."""
    renamed: Renamed = field(default_factory=dict)
    """The names that are written in other spellings than their usual ones."""

    @property
    def stop(self) -> int:
        return self.start + len(self.rows)

    def numbers(self, places: Ints) -> Ints:
        """The numbers of some rows, as a spreadsheet shows them."""
        return self.rows.numbers(places)

    def named(self, place: int) -> Row:
        """A row by its name, without its cells."""
        [number] = self.numbers(np.array([place])).tolist()
        table = self.table
        return Row(table.file, table.sheet, number, (), (), table.lines.of(number))

    def places(self, numbers: Sequence[int]) -> Ints:
        """Where rows stand in the table, by their numbers."""
        return np.array([self.rows.place_of(number) for number in numbers], np.int64)

    def read_again(self, places: Ints) -> list[Event]:
        """Some certain rows as the reader of cells reads them, each name in its usual spelling."""
        found = as_they_stand(
            replace(self.table, rows=self.rows.some(places.tolist())),
            EventReader(self.table, self.vocabulary),
        )
        if not self.renamed:
            return found
        alike = (spelt_alike(own, self.renamed) for own in found)
        return [own for own in alike if isinstance(own, Event)]

    def note(self, notes: Iterable[Message]) -> None:
        """Says more of the table."""
        self.table = replace(self.table, notes=(*self.table.notes, *notes))

    def respell(self, names: Renamed) -> None:
        """Has each name in its usual spelling."""
        self.renamed = names
        alike = ((number, spelt_alike(own, names)) for number, own in self.suspects)
        self.suspects = [(number, own) for number, own in alike if isinstance(own, Suspect)]

    def put_aside(self, unrecorded: Unrecorded, places: Ints) -> None:
        """Sets aside the rows of kinds that say of no row where it belongs; `places` are those of
        them that are certain.
        """
        if len(places):
            self._refuse_shared()
        self.set_aside += unplaced_rows(self.read_again(places), unrecorded)
        self.set_aside.sort(key=lambda own: own.row.number)
        self.suspects = [own for own in self.suspects if own[1].kind not in unrecorded]

    def set_flawed(self, some: Sequence[Cells], blank: int) -> None:
        """Has the reader of cells look at the rows that cannot be read here, of which strangers
        have been told apart; so many more are blank.
        """
        torn = (*self.table.torn, *self.torn)
        found = part_of(replace(self.table, rows=some, torn=torn), self.vocabulary)
        suspects = [(own.row.number, own) for own in found.members if isinstance(own, Suspect)]
        if len(suspects) != len(found.members):
            raise NeedsSlowPath  # a row that can be read, though its columns could not
        if len(found.shifted) >= FEW_SHIFTED:
            raise NeedsSlowPath  # rows near them may be shifted as well
        aside = [*found.set_aside, *self.strangers]
        self.set_aside = sorted(aside, key=lambda own: own.row.number)
        self.suspects, self.blank = suspects, blank
        if aside or blank:
            self._refuse_shared()

    def lacking(self, lost: dict[int, set[str]]) -> Doubts:
        """The suspects that certain rows are which lack what others fill, by their numbers."""
        found: Doubts = []
        if lost:
            self._refuse_shared()
        for event in self.read_again(self.places(list(lost))):
            own = lost[event.row.number]
            values = {name: value for name, value in event.values.items() if name not in own}
            suspect = Suspect(event.row, event.kind, values, frozenset(own))
            found.append((event.row.number, suspect))
        return found

    def _refuse_shared(self) -> None:
        """Leaves rows of several events to the other reader, where one of them is in doubt."""
        if self.rows.different < len(self.rows):
            raise NeedsSlowPath

    def cells(self) -> dict[str, CodedColumn]:
        """All cells as texts, by the names of their columns.  Raises NeedsSlowPath."""
        names = self.table.header
        codes: dict[str, list[NDArray[np.uint32]]] = {name: [] for name in names}
        numbers: dict[str, dict[str, int]] = {name: {} for name in names}
        for segment in (own.as_written() for own in self.rows.segments()):
            for name in names:
                own, texts = segment.words(name)
                known = numbers[name]
                each = [known.setdefault(text, len(known)) for text in (*texts, "")]
                codes[name].append(np.array(each, np.uint32).take(own))
        return {name: CodedColumn(np.concatenate(codes[name]), [*numbers[name]]) for name in names}

    def canonical_header(self) -> tuple[tuple[str, ...], bool]:
        """The header as it stands in the file, and whether the file has the canonical shape: none
        of its columns has a name of its own.
        """
        table = self.table
        header = table.header if table.source is None else table.source.header
        names = self.filled.union(*(event.values for _, event in self.events))
        return header, "event" in header and names <= set(header)

    def as_input(self) -> Input:
        """The table's entry in the intake."""
        table, aside = self.table, len(self.set_aside)
        read = self.rows.different - self.blank + len(table.set_aside)
        return Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)
