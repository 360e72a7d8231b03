"""A table of a log: its rows among those of all tables, certain ones and those in doubt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import Cells, RowColumn, SheetRows, sheet_of
from auditor.log.csv.columnar import joined
from auditor.log.damage.suspects import Member, Suspect
from auditor.log.event import Event, Input, Row, SetAside
from auditor.log.event_reader import EventReader, LogPart, as_they_stand, part_of
from auditor.log.integrity.doubts import Doubts
from auditor.log.integrity.spellings import (
    Renamed,
    Unrecorded,
    spelt_alike,
    unplaced_rows,
    without_fields,
)
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.store.vector import Bools, Ints
from auditor.log.table import Table
from auditor.messages.message import Message


@dataclass(slots=True, kw_only=True)
class TableRows(ABC):
    """A table whose rows stand from `start` on among those of all tables, each at its place; what
    is held beside its certain rows: those that are set aside, those in doubt, each before a place
    or at it, and the events that these may be.
    """

    table: Table
    vocabulary: Vocabulary
    start: int
    set_aside: list[SetAside] = field(default_factory=list)
    suspects: Doubts = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    """The fields that some of its rows fill."""
    renamed: Renamed = field(default_factory=dict)
    """The names that are written in other spellings than their usual ones."""
    unused: frozenset[str] = frozenset()
    """The columns of scopes that are not believed in any row."""
    shifted: Sequence[int] = ()
    """The numbers of rows whose cells stand in the column beside their own."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many rows there are."""

    @property
    @abstractmethod
    def is_event_a_row(self) -> bool:
        """Whether no row of the file stands for several events."""

    @abstractmethod
    def numbers(self, places: Ints) -> Ints:
        """The numbers of some rows, as a spreadsheet shows them."""

    @abstractmethod
    def _as_written(self, places: Ints) -> list[Event]:
        """The events of some certain rows, whose places ascend, by their cells as they stand."""

    @property
    @abstractmethod
    def strays(self) -> Mapping[str, int]:
        """Fields that rows fill whose kind of event has none, each with how many do."""

    @abstractmethod
    def filled_cells(self, names: Sequence[str]) -> dict[str, Bools]:
        """Where the cells of some columns are filled, whether kinds of event have them or not."""

    @abstractmethod
    def rows_read(self) -> int:
        """The rows of the file that hold anything."""

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def cells(self) -> Callable[[], Mapping[str, RowColumn]] | None:
        """Makes all cells as texts, by the names of their columns; None where the table does."""
        return None

    def named(self, place: int) -> Row:
        """A row by its name, without its cells."""
        [number] = self.numbers(np.array([place])).tolist()
        table = self.table
        return Row(table.file, table.sheet, number, (), (), table.lines.of(number))

    @property
    def behind(self) -> frozenset[str]:
        """The fields of which the columns stand behind that of the kind of event."""
        header = self.table.header
        return frozenset(self.vocabulary.fields).intersection(header[header.index("event") + 1 :])

    def read_again(self, places: Ints) -> list[Event]:
        """The events of some certain rows, whose places ascend, each name in its usual spelling."""
        found = self._as_written(places)
        if not self.renamed and not self.unused:
            return found
        alike = (self._believed(own) for own in found)
        return [own for own in alike if isinstance(own, Event)]

    def _believed(self, member: Member) -> Member:
        """A row without the columns that are not used, each name in its usual spelling."""
        return spelt_alike(without_fields(member, self.unused), self.renamed)

    def forget(self, names: frozenset[str]) -> None:
        """Has some columns of scopes not believed."""
        self.unused = names
        self._believe_suspects()

    def note(self, notes: Iterable[Message]) -> None:
        """Adds notes of the table."""
        self.table = replace(self.table, notes=(*self.table.notes, *notes))

    def respell(self, names: Renamed) -> None:
        """Has each name in its usual spelling."""
        self.renamed = names
        self._believe_suspects()

    def _believe_suspects(self) -> None:
        alike = ((place, self._believed(own)) for place, own in self.suspects)
        self.suspects = [(place, own) for place, own in alike if isinstance(own, Suspect)]

    def put_aside(self, unrecorded: Unrecorded, places: Ints) -> None:
        """Sets aside the rows of kinds that say of no row where it belongs; `places` are those of
        them that are certain.
        """
        self.set_aside += unplaced_rows(self.read_again(places), unrecorded)
        self.set_aside.sort(key=lambda own: own.row.number)
        self.suspects = [own for own in self.suspects if own[1].kind not in unrecorded]

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
        read = self.rows_read()
        return Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)


class HeldTable(TableRows):
    """A table of which each row was read cell by cell: an event, or a row in doubt."""

    def __init__(self, part: LogPart, vocabulary: Vocabulary, start: int) -> None:
        super().__init__(table=part.table, vocabulary=vocabulary, start=start)
        self.set_aside, self.shifted = [*part.set_aside], part.shifted
        self._members = part.members
        every = enumerate(part.members)
        self.suspects = [(at, own) for at, own in every if isinstance(own, Suspect)]
        self.filled.update(*(own.values for own in part.members if isinstance(own, Event)))

    @property
    def certain(self) -> Ints:
        """The places of the rows that are events."""
        return np.array(
            [at for at, own in enumerate(self._members) if isinstance(own, Event)], np.int64
        )

    @property
    def size(self) -> int:
        return len(self._members)

    @property
    def is_event_a_row(self) -> bool:
        numbers = self.numbers(self.certain)
        return bool((np.diff(numbers) > 0).all())

    def numbers(self, places: Ints) -> Ints:
        return np.array([self._members[at].row.number for at in places.tolist()], np.int64)

    def _as_written(self, places: Ints) -> list[Event]:
        some = (self._members[at] for at in places.tolist())
        return [own for own in some if isinstance(own, Event)]

    @cached_property
    def strays(self) -> Mapping[str, int]:
        found = Counter[str]()
        kinds = {at: self.vocabulary.kinds[own.kind] for at, own in self._events()}
        others = [name for name in self.vocabulary.fields if name not in self.vocabulary.context]
        for name, there in self.filled_cells(others).items():
            found[name] = sum(
                at in kinds and name not in kinds[at].fields
                for at in np.flatnonzero(there).tolist()
            )
        return found

    def _events(self) -> Iterator[tuple[int, Event]]:
        return ((at, own) for at, own in enumerate(self._members) if isinstance(own, Event))

    def filled_cells(self, names: Sequence[str]) -> dict[str, Bools]:
        header, place = self.table.header, {own.row.number: at for at, own in self._events()}
        found = {name: np.zeros(self.size, bool) for name in header if name in names}
        columns = [(header.index(name), marks) for name, marks in found.items()]
        for number, cells in self.table.rows if found else ():
            if number in place:
                for at, marks in columns:
                    marks[place[number]] = bool(cells[at].strip())
        return found

    def rows_read(self) -> int:
        return self.table.rows_read


@dataclass(slots=True, kw_only=True)
class PlainTable(TableRows):
    """A table whose rows come as columns; so many of them are `blank`."""

    rows: SheetRows
    blank: int = 0
    read_strays: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def strays(self) -> Mapping[str, int]:
        return self.read_strays

    def filled_cells(self, names: Sequence[str]) -> dict[str, Bools]:
        found = {name: np.zeros(self.size, bool) for name in self.table.header if name in names}
        places = [(self.table.header.index(name), marks) for name, marks in found.items()]
        first = 0
        for segment in self.rows.segments() if found else ():
            for at, marks in places:
                marks[first : first + len(segment)] = segment.columns[at].where(bool)
            first += len(segment)
        return found

    @property
    def is_event_a_row(self) -> bool:
        return self.rows.different == len(self.rows)

    def numbers(self, places: Ints) -> Ints:
        return self.rows.numbers_of(places)

    def _as_written(self, places: Ints) -> list[Event]:
        return as_they_stand(
            replace(self.table, rows=sheet_of(self.rows.at(places.tolist()))),
            EventReader(self.table, self.vocabulary),
        )

    def set_flawed(self, some: Sequence[Cells], blank: int) -> None:
        """Has the reader of cells look at the rows that cannot be read here; so many more are
        blank.
        """
        found = part_of(replace(self.table, rows=sheet_of(some)), self.vocabulary)
        suspects = [own for own in found.members if isinstance(own, Suspect)]
        if len(suspects) != len(found.members):
            raise NeedsSlowPath  # a row that can be read, though its columns could not
        self.shifted = found.shifted
        self.set_aside = found.set_aside
        self.suspects = [(self.rows.place_of(own.row.number), own) for own in suspects]
        self.blank = blank

    @property
    def cells(self) -> Callable[[], Mapping[str, RowColumn]]:
        return self._cells

    def _cells(self) -> dict[str, RowColumn]:
        every = [own.columns for own in self.rows.segments()]
        header = enumerate(self.table.header)
        return {name: joined([own[at] for own in every]) for at, name in header}

    def rows_read(self) -> int:
        return self.rows.different - self.blank + len(self.table.set_aside)
