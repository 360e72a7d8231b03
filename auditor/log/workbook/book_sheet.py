"""A sheet of a workbook, of a page or of a database, as a sandbox finds it and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from auditor.log.coded import decoded
from auditor.log.files.limits import Answer, ReadLimits, TooLargeError
from auditor.log.table import Record, Unreadable
from auditor.log.workbook.archive import refuse_far
from auditor.messages.message import message

CellTexts = dict[tuple[int, int], str]  # by row and column, both from 1


@dataclass(slots=True, eq=False)
class BookSheet:
    """A sheet: its rows that hold something, and what is odd about them."""

    name: str = ""
    hidden: bool = False
    merged: int = 0  # cells that span several
    rows: list[Record] = field(default_factory=list)
    coded: list[Any] | None = None  # the same as columns
    errors: CellTexts = field(default_factory=dict)
    """`#N/A` and its like, which would otherwise read as empty."""
    unstored: CellTexts = field(default_factory=dict)
    """Formulas whose value the file does not hold."""
    blank: list[int] = field(default_factory=list)
    """Rows with a formula that gives nothing, or whose value was never stored: one cannot tell."""
    hidden_rows: list[tuple[int, int]] = field(default_factory=list)
    """Spans, their first and last row both included."""
    hidden_columns: bool = False
    flaws: list[tuple[int, str, Answer]] = field(default_factory=list)
    """Rows that are none: their text, and why."""
    notes: list[Answer] = field(default_factory=list)
    is_file: bool = False  # whether it is all of the file, which is refused with it
    list_within: str | None = None
    """The list within each of its rows that may hold the events."""
    records: Sequence[Record] = field(default=(), init=False)
    """The rows outside the sandbox, with errors in their cells."""
    widest: int = field(default=1, init=False)
    _length: int = field(default=0, init=False)
    _filled: int = field(default=0, init=False)

    def hide(self, first: int, last: int) -> None:
        """Add hidden rows, which come in rising order."""
        if self.hidden_rows and self.hidden_rows[-1][1] == first - 1:
            first = self.hidden_rows.pop()[0]
        self.hidden_rows.append((first, last))

    def add(self, number: int, cells: Sequence[str], limits: ReadLimits) -> None:
        """Adds a row, if it holds anything.  Raises Unreadable, and TooLargeError."""
        self._filled += sum(map(bool, cells))
        self.widest = max(self.widest, len(cells))
        self._length += sum(map(len, cells))
        if self._length > limits.text_length:
            raise TooLargeError
        refuse_far(number, self.widest, self._filled, limits=limits)
        if any(cells):
            self.rows.append((number, cells))

    def wrong(self, why: Unreadable, file: str) -> Unreadable:
        """The refusal of a sheet that is a file, with the list that may be meant."""
        says = why.says
        if self.list_within and says.code.startswith("header.no_event"):
            says = message("json.events_within", says=says, name=f"{file}:{self.list_within}")
        return Unreadable(says, why.row or None, why.column)

    def as_json(self) -> Answer:
        """The sheet as JSON can say it."""
        own = {each.name: getattr(self, each.name) for each in fields(BookSheet) if each.init}
        return own | {
            name: [[*place, says] for place, says in own[name].items()] for name in _TEXTS
        }

    @classmethod
    def of_answer(cls, answer: Answer) -> BookSheet:
        """The sheet that a sandbox answered."""
        texts = {name: {(row, at): says for row, at, says in answer[name]} for name in _TEXTS}
        sheet = cls(**{**answer, **texts})
        sheet.records = [(row, cells) for row, cells in sheet.rows]
        if sheet.coded is not None:
            sheet.records = decoded(sheet.coded)
        if sheet.errors or sheet.unstored:
            grid = {row: list(cells) for row, cells in sheet.records}
            for row, column in (*sheet.unstored, *sheet.errors):
                cells = grid.setdefault(row, [])
                if error := sheet.errors.get((row, column)):
                    cells.extend([""] * (column - len(cells)))
                    cells[column - 1] = error
            sheet.records = sorted(grid.items())
        return sheet


_TEXTS = ("errors", "unstored")
