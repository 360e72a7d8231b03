"""The grid of a file before its header is known: numbered rows of text, and notes on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from auditor.log.coded import CodedRows
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.table import (
    Origin,
    Record,
    SetAside,
    Table,
    Unreadable,
    header_index,
    no_event,
    tabulate,
)
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    from auditor.log.convert.localised import Rewriting, Texts
    from auditor.types import Type


@dataclass(frozen=True, slots=True)
class Grid:
    """A text file, or one sheet of a workbook.  Rows with a flaw are among the records.

    All text that a reader gives passes here: whoever compares or shows a cell may rely on its
    length.  Raises Unreadable.
    """

    origin: Origin
    records: Sequence[Record]
    flaws: Mapping[int, SetAside] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()

    def __post_init__(self) -> None:
        row = self.longer_than(LIMITS.cell_length)
        if row is not None:
            raise Unreadable(message("text.cell_too_long", most=LIMITS.cell_length), row)

    def longer_than(self, most: int) -> int | None:
        """The first row with a cell of more characters."""
        rows = self.records
        odd: Iterable[Record] = rows
        if isinstance(rows, CodedRows):
            odd = rows.odd.items()
            long = (own.where(lambda text: len(text) > most) for own in rows.columns)
            found = [int(rows.numbers[own][0]) for own in long if own.any()]
            if found:
                return min(found)
        return next((n for n, own in odd if len(max(own, key=len, default="")) > most), None)


class Localising(Protocol):
    """How the cells of a canonical table may be written that are not written canonically."""

    def is_canonical(self, header: Sequence[str]) -> bool:
        """Whether no column is named in another way than the vocabulary names it."""

    def convertible(self, header: Sequence[str]) -> dict[str, bool]:
        """The columns, and whether what one of them holds hangs on the kind of event."""

    def types(self) -> Mapping[str, Type]:
        """The texts that columns hold."""

    def rewriting(self, texts: Texts) -> Rewriting:
        """How the different texts of these columns are written canonically."""

    def has_signs(self, sample: Mapping[str, Mapping[str, Sequence[str]]]) -> bool:
        """Whether signs of programs stand in the first rows: their texts by kind and column."""

    def has_export_lines(self, table: Table, rows: Iterable[Record]) -> bool:
        """Whether titles, rulers or notes stand among some rows that cannot be read."""

    def without_export_lines(self, table: Table) -> Table:
        """The table, without events of titles, rulers and notes among what is set aside."""

    def noted(self, table: Table, found: Rewriting) -> Table:
        """The table, rewritten so, with what was concluded from its cells."""


def _tabulated(grid: Grid) -> Table:
    return tabulate(grid.origin, grid.records, grid.flaws, grid.notes)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is read: what a mapping says of its form, and how its rows become a table.

    Without an encoding or a delimiter they are found; without sheets, all that have a header are
    read.  `header_at` is the place of the header among some records, None where there is none:
    then `without_header` is what to say of these.  With a mapping, `mapped` is true.  Sheets called
    like tables are these, if `names_tables`.  Cells are converted by `localising`, if by anything.
    """

    encoding: str | None = None
    delimiter: str | None = None
    sheets: tuple[str, ...] | None = None
    header_at: Callable[[Sequence[Record]], int | None] = header_index
    to_table: Callable[[Grid], Table] = field(default=_tabulated)
    mapped: bool = False
    names_tables: bool = True
    without_header: Callable[[Sequence[Record]], Unreadable] = no_event
    limits: ReadLimits = LIMITS
    localising: Localising | None = None


CANONICAL = ReadOptions()
