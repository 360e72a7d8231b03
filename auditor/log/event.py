"""Events: what a table log says, typed, with the file, sheet and row of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from auditor.log.table import Table
from auditor.messages.message import Message
from auditor.source import Frozen
from auditor.values import Value

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file as a spreadsheet numbers it, and its cells as they stand; `line` is where it
    stands in an editor, where that is another number.
    """

    file: str
    sheet: str | None
    number: int
    header: tuple[str, ...] = field(compare=False, repr=False)
    cells: tuple[str, ...] = field(compare=False, repr=False)
    line: int | None = field(default=None, compare=False)

    def filled(self) -> dict[str, str]:
        """The cells that hold something, by column."""
        return {name: text for name, text in zip(self.header, self.cells, strict=True) if text}

    def named(self) -> Row:
        """A copy of the row without its cells."""
        return Row(self.file, self.sheet, self.number, (), (), self.line)


def row_of(table: Table, number: int, cells: tuple[str, ...]) -> Row:
    """The row as it stands in its file."""
    header = table.header
    if table.source is not None:
        header, cells = table.source.header, table.source.of(number)
    return Row(table.file, table.sheet, number, header, cells, table.lines.of(number))


def unfit_row(table: Table, number: int, value: str) -> Row:
    """A row whose cells cannot be told from each other."""
    return Row(table.file, table.sheet, number, ("",), (value,), table.lines.of(number))


@dataclass(slots=True, eq=False)
class Event:
    """One event; empty fields are not in `values`."""

    place: int  # in the log, from 0
    kind: str
    values: Mapping[str, Value]
    row: Row
    doubtful: bool = False  # a row that was set aside may be this event
    lost: frozenset[str] = frozenset()  # fields of which the cells are not known, and not empty
    suspicious_place: bool = False  # the row reads well, and repeats another or is out of place

    @property
    def unlogged(self) -> bool:
        """True of one that stands for rows that the log lacks: it has no row, but one beside it."""
        return self.doubtful and not self.row.header

    def as_it_stands(self) -> Event:
        """The event taken to be right where it stands."""
        doubtful = self.doubtful and not self.suspicious_place
        return replace(self, doubtful=doubtful, suspicious_place=False)

    @property
    def time(self) -> datetime | None:
        found = self.values.get("time")
        return found if isinstance(found, datetime) else None


class SetAside(Frozen):
    """A row that was not evaluated, and why; `column` and `value` where one cell is the cause."""

    row: Row
    column: str | None
    value: str | None
    reason: Message


def unfit_rows(table: Table) -> list[SetAside]:
    """The rows of a table that were set aside before they were read."""
    return [
        SetAside(unfit_row(table, own.row, own.value), own.column, own.value, own.reason)
        for own in table.set_aside
    ]


class Input(Frozen):
    """One file or sheet and its row count: read = evaluated + set aside."""

    file: str
    sheet: str | None
    sha256: str
    rows_read: int
    rows_evaluated: int
    rows_set_aside: int
    notes: tuple[Message, ...] = ()


def _no_rows() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Instants:
    """The instants in which rows of several files stand, of which the clock tells no order.

    Of each such row, in the order of the log: its `places` there, the number of its `instant`, that
    of its `file` (one for files of which the one goes on where the other ends), the `run` that it
    names, and the `turn` of its coup among those of the run, -1 of a row without a coup.  Within a
    file, and from turn to turn of a run, the order is known.

    `many` such rows were put in order; `assumed` are kinds of event of which the log shows no
    order: that the first comes before the second was assumed.
    """

    places: Ints = field(default_factory=_no_rows)
    instant: Ints = field(default_factory=_no_rows)
    file: Ints = field(default_factory=_no_rows)
    run: Ints = field(default_factory=_no_rows)
    turn: Ints = field(default_factory=_no_rows)
    many: int = 0
    assumed: tuple[tuple[str, str], ...] = ()

    @property
    def bounds(self) -> Ints:
        """Where the rows of each instant begin, and where the last ones end."""
        begins = np.flatnonzero(np.diff(self.instant, prepend=-1))
        return np.append(begins, len(self.instant))

    def around(self, places: Ints) -> Instants:
        """The instants in which some of the places are."""
        here = np.isin(self.instant, self.instant[np.isin(self.places, places)])
        return replace(self, **{name: getattr(self, name)[here] for name in _OF_ROWS})


NO_INSTANTS = Instants()
_OF_ROWS = ("places", "instant", "file", "run", "turn")


class Log(Frozen):
    """The events in their order; doubtful ones are among them."""

    events: tuple[Event, ...]
    recorded: frozenset[str]  # kinds that occur, or are declared to be recorded
    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    lacking: frozenset[str] = frozenset()  # columns of scopes, or of what must be, never filled
    mixed: frozenset[tuple[Value | None, ...]] = frozenset()  # places at which counters come back
    unfilled: frozenset[tuple[str, str]] = frozenset()  # with a field that no event fills
    instants: Instants = NO_INSTANTS  # in which the order is only likely

    @property
    def is_whole(self) -> bool:
        """Whether the log lacks no row, and none stands twice or out of place."""
        return not any(event.unlogged or event.suspicious_place for event in self.events)

    def as_it_stands(self) -> Log:
        """The log without events for missing rows; all others are taken to be right."""
        return replace(
            self,
            events=tuple(own.as_it_stands() for own in self.events if not own.unlogged),
        )
