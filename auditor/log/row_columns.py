"""The rows of a file: as a grid before its header is known, and as columns for an engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from auditor.log.coded import Sheet, sheet_of
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.table import (
    Origin,
    Record,
    Table,
    UnfitRow,
    Unreadable,
    filled,
    fit,
    header_index,
    named_columns,
    no_event,
    rows_listed,
    unfit,
)
from auditor.messages.message import Message, message
from auditor.source import Frozen

if TYPE_CHECKING:
    from auditor.log.convert.lexicon import Lexicon


class Grid(Frozen):
    """A text file, or one sheet of a workbook, all of whose cells are short.  Raises Unreadable."""

    origin: Origin
    records: Sequence[Record]  # rows with a flaw are among them
    flaws: Mapping[int, UnfitRow] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    delimiter: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "records", sheet_of(self.records))
        row = self.longer_than(LIMITS.cell_length)
        if row is not None:
            raise Unreadable(message("text.cell_too_long", most=LIMITS.cell_length), row)

    @property
    def body(self) -> Sheet:
        """The records as columns."""
        assert isinstance(self.records, Sheet)
        return self.records

    def as_it_is(self) -> Table:
        """The table that begins at the header of events.  Raises Unreadable."""
        at = header_index(self.body)
        if at is None:
            raise no_event(self.body)
        row, cells = self.body[at]
        columns = named_columns(row, cells)
        below, named = self.body[at + 1 :], [place in columns for place in range(len(cells))]
        places, aside, torn, nameless = fit(below, named, self.flaws)
        kept = below.some(places)
        rows = Sheet(kept.numbers, [kept.column(place) for place in columns])
        aside += (unfit(*own, whole=all(named)) for own in torn)
        aside.sort(key=lambda own: own.row)
        notes = list(self.notes)
        if above := [self.body[i][0] for i in filled(self.body[:at])]:
            notes.append(message("note.above_header", rows=rows_listed(above)))
        if nameless:
            notes.append(message("note.nameless", rows=rows_listed(nameless)))
        return Table(*self.origin, (*columns.values(),), row, rows, tuple(aside), tuple(notes))

    def longer_than(self, most: int) -> int | None:
        """The first row with a cell of more characters."""
        rows = self.body
        odd = (n for n, own in rows.odd.items() if len(max(own, key=len, default="")) > most)
        long = (own for own in rows.columns if own.longest() > most)
        found = (own.where(lambda text: len(text) > most) for own in long)
        return min([*odd, *(int(rows.numbers[own][0]) for own in found)], default=None)


class ReadOptions(Frozen):
    """How a file is read: what a mapping says of its form, and how its rows become a table."""

    encoding: str | None = None  # found where it is None
    delimiter: str | None = None  # the same
    sheets: tuple[str, ...] | None = None  # all that have a header where it is None
    every_sheet: bool = True  # whether each of the sheets has to be there
    header_at: Callable[[Sequence[Record]], int | None] = header_index  # place of the header
    to_table: Callable[[Grid], Table] = field(default=Grid.as_it_is)
    mapped: bool = False  # by a mapping
    names_tables: bool = True  # sheets called like tables are these
    without_header: Callable[[Sequence[Record]], Unreadable] = no_event  # refusal
    limits: ReadLimits = LIMITS
    lexicon: Lexicon | None = None  # words by which canonical cells are tried
    of_file: Callable[[str], ReadOptions] | None = None  # by its name, where mappings say others


CANONICAL = ReadOptions()


class NotPlainError(Exception):
    """Of a file whose cells have to be looked at one by one: its columns cannot be read as such."""


MOST_FLAWED = 50  # rows for each that may be flawed: where more are, all are read one by one
