"""A table of a log: its rows among those of all tables, certain ones and those in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import Cells, CodedColumn, SheetRows, joined
from auditor.log.event import Event, Input, Row, SetAside, row_of
from auditor.log.event_reader import EventReader
from auditor.log.integrity.alternatives import Doubts
from auditor.log.integrity.spellings import Renamed, believed
from auditor.log.integrity.suspects import Suspect
from auditor.log.store.vector import Ints, Small, each_once
from auditor.log.table import RANK, Table
from auditor.messages.message import Message


@dataclass(slots=True)
class TableRows:
    """A table whose rows stand from `start` on among those of all tables, each at its place; what
    is held beside its certain rows: those that are set aside, those in doubt, each before a place
    or at it, and the events that these may be.
    """

    table: Table
    vocabulary: Vocabulary
    start: int
    rows: SheetRows
    set_aside: list[SetAside] = field(default_factory=list)
    suspects: Doubts = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    """The fields that some of its rows fill."""
    shifted: Sequence[int] = ()
    """The numbers of rows whose cells stand in the column beside their own."""

    strays: Counter[str] = field(default_factory=Counter)
    """Fields that rows fill whose kind of event has none, each with how many do."""
    _blank: int = 0

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def is_event_a_row(self) -> bool:
        """Whether no row of the file stands for several events."""
        return self.rows.different == len(self.rows)

    def numbers(self, places: Ints) -> Ints:
        """The numbers of some rows, as a spreadsheet shows them."""
        return self.rows.numbers_of(places)

    @property
    def ranks(self) -> Ints | None:
        """The rank of each row among those of its coup; None where rows tell their order."""
        if RANK not in self.table.header:
            return None
        column = self.rows.held().column(self.table.header.index(RANK))
        return np.array([int(text or 0) for text in column.texts], np.int64).take(column.codes)

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def places(self) -> slice:
        """Where its rows stand among those of all tables."""
        return slice(self.start, self.stop)

    def certain(self, kind: Small) -> Ints:
        """Its rows that are of a kind, among those of all tables."""
        return np.asarray(np.flatnonzero(kind[self.places] >= 0) + self.start)

    def cells(self, names: Collection[str]) -> dict[str, CodedColumn]:
        """The cells of some columns as texts, whether kinds of event have them or not."""
        places = [at for at, name in enumerate(self.table.header) if name in names]
        every = [[own.columns[at] for at in places] for own in self.rows.segments() if places]
        header = map(self.table.header.__getitem__, places)
        return dict(zip(header, map(joined, zip(*every, strict=True)), strict=True))

    def set_flawed(self, some: Sequence[Cells], blank: int) -> None:
        """Has the rows read cell by cell that columns cannot hold; so many more are blank."""
        reader = EventReader(self.table, self.vocabulary)
        reader.read(some)
        self.suspects = sorted(self._placed(reader.suspects), key=itemgetter(0))
        self.shifted, self.set_aside, self._blank = reader.shifted, reader.set_aside, blank

    def _placed(self, members: Iterable[Suspect]) -> Iterator[tuple[int, Suspect]]:
        """The places of rows in doubt: the events of a row each at their own.  One that tells no
        event may be any of those beside it, where ranks put these in order.
        """
        numbers, of_row = (
            self.rows.held().numbers if self.ranks is not None else None,
            Counter[int](),
        )
        for own in members:
            number = own.row.number
            place = self.rows.place_of(number)
            if numbers is None:
                yield place, own
            elif place < self.size and numbers[place] == number:
                yield place + of_row[number], own
                of_row[number] += 1
            else:
                beside = numbers[max(place - 1, 0) : place + 1]
                yield from ((int(at), own) for at in np.flatnonzero(np.isin(numbers, beside)))

    def named(self, places: Ints) -> list[Row]:
        """Some rows by their names, without their cells."""
        table = self.table
        return [
            Row(table.file, table.sheet, number, (), (), table.lines.of(number))
            for number in self.numbers(places).tolist()
        ]

    @property
    def behind(self) -> frozenset[str]:
        """The fields of which the columns stand behind that of the kind of event."""
        header = self.table.header
        return frozenset(self.vocabulary.fields).intersection(header[header.index("event") + 1 :])

    def shown(self, places: Ints) -> list[Row]:
        """Some rows with their cells as they stand in the file."""
        return [row_of(self.table, *own) for own in self.rows.at(places.tolist())]

    def note(self, notes: Iterable[Message]) -> None:
        """Adds notes of the table."""
        self.table = replace(self.table, notes=(*self.table.notes, *notes))

    def doubt(self, found: Doubts, kind: Small) -> None:
        """Puts rows in doubt, which are then none of the certain ones of a kind."""
        self.suspects = sorted([*self.suspects, *found], key=itemgetter(0))
        kind[[self.start + at for at, _ in found]] = -1

    def believe(self, unused: frozenset[str], names: Renamed) -> None:
        """Has some columns of scopes not believed in rows in doubt, and names in their usual
        spelling.
        """
        self.suspects = [(at, believed(own, unused, names)) for at, own in self.suspects]

    def put_aside(self, found: Iterable[SetAside]) -> None:
        """Has rows among those that are set aside."""
        self.set_aside = sorted([*self.set_aside, *found], key=lambda own: own.row.number)

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
        read = self.rows.different - self._blank + len(table.set_aside)
        return Input(table.file, table.sheet, table.sha256, read, read - aside, aside, table.notes)


class RowsOfTables:
    """The rows of tables, which are counted through all of them, and of `extras` behind; in some
    `order`.
    """

    def __init__(
        self, tables: Sequence[TableRows], extras: Sequence[Event], order: Ints | None = None
    ) -> None:
        self._tables, self._extras, self._order = tables, extras, order
        self._starts = np.array([*(own.start for own in tables), tables[-1].stop if tables else 0])

    def named(self, places: Ints) -> list[Row]:
        """The rows at some places by their names; of certain ones without their cells."""
        return self._each(places, TableRows.named)

    def shown(self, places: Ints) -> list[Row]:
        """The rows at some places with their cells."""
        return self._each(places, TableRows.shown)

    def _each(self, places: Ints, ask: Callable[[TableRows, Ints], list[Row]]) -> list[Row]:
        rows = places if self._order is None else self._order[places]
        table_of = np.searchsorted(self._starts, rows, side="right") - 1
        found = np.empty(len(rows), object)
        for at in each_once(table_of).tolist():
            here = np.flatnonzero(table_of == at)
            within = rows[here] - self._starts[at]
            if at < len(self._tables):
                found[here] = ask(self._tables[at], within)
            else:
                found[here] = [self._extras[own].row for own in within.tolist()]
        return [*found]
