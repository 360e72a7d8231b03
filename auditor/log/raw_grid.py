"""The grid of a file before its header is known: numbered rows of text, and notes on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from auditor.log.limits import LIMITS, ReadLimits
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
from auditor.messages.message import Message


@dataclass(frozen=True, slots=True)
class Grid:
    """A text file, or one sheet of a workbook.  Rows with a flaw are among the records."""

    origin: Origin
    records: Sequence[Record]
    flaws: Mapping[int, SetAside] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is read: what a mapping says of its form, and how its rows become a table.

    Without an encoding or a delimiter they are found; without sheets, all that have a header are
    read.  `header_at` is the place of the header among some records, None where there is none:
    then `without_header` is what to say of these.  With a mapping, `mapped` is true.
    """

    encoding: str | None = None
    delimiter: str | None = None
    sheets: tuple[str, ...] | None = None
    header_at: Callable[[Sequence[Record]], int | None] = header_index
    to_table: Callable[[Grid], Table] = field(
        default=lambda grid: tabulate(grid.origin, grid.records, grid.flaws, grid.notes)
    )
    mapped: bool = False
    without_header: Callable[[Sequence[Record]], Unreadable] = no_event
    limits: ReadLimits = LIMITS


CANONICAL = ReadOptions()
