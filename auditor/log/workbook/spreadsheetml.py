"""Workbooks of XML (SpreadsheetML 2003), which Excel and many programs have written as `.xls`.

No spreadsheet library reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

from auditor.log.csv.text_rows import MAX_COLUMNS
from auditor.log.files.limits import Answer, ReadLimits, Request
from auditor.log.table import Unreadable
from auditor.log.workbook.book_sheet import BookSheet
from auditor.log.workbook.inspect_xml import elements
from auditor.messages.message import message

if TYPE_CHECKING:
    from lxml.etree import _Element  # type: ignore[import-untyped]  # it has no types

_SPACE = "{urn:schemas-microsoft-com:office:spreadsheet}"
_NO_DAY = (datetime(1899, 12, 30).date(), datetime(1899, 12, 31).date())
"""The days on which spreadsheets put an hour of no day."""


# ---- in the sandbox -----------------------------------------------------------------------------
@dataclass(slots=True, eq=False)
class XmlSheet(BookSheet):
    """The sheet that is being read, and the row up to which it was."""

    row: int = 0

    def read(self, element: _Element, limits: ReadLimits) -> None:
        """A row of the sheet.  Raises Unreadable where it stands twice, or beyond all bounds."""
        self.row = place(element, self.row)
        cells: list[str] = []
        at = 0
        for cell in element.iterfind(f"{_SPACE}Cell"):
            at = place(cell, at)
            if at > MAX_COLUMNS:
                raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
            cells.extend([""] * (at - len(cells)))
            cells[at - 1] = self._text(cell, at)
            across = number(cell, "MergeAcross")
            self.merged += bool(across or number(cell, "MergeDown"))
            at += across
        self.add(self.row, cells, limits)
        if element.get(f"{_SPACE}Hidden") == "1":
            self.hide(self.row, self.row)
        self.row += number(element, "Span")

    def _text(self, cell: _Element, column: int) -> str:
        data = cell.find(f"{_SPACE}Data")
        text = "" if data is None else "".join(data.itertext()).strip()
        formula = cell.get(f"{_SPACE}Formula")
        if data is None and formula is not None:
            self.unstored[self.row, column] = formula
        match "" if data is None else data.get(f"{_SPACE}Type"):
            case "Error":
                self.errors[self.row, column] = text or "#N/A"
            case "Number":
                return text.removesuffix(".0")
            case "Boolean":
                return {"1": "true", "0": "false"}.get(text, text)
            case "DateTime":
                return moment(text)
        return text

    def answer(self) -> Answer:
        # A row leaves out the empty cells behind its last one.
        self.rows = [
            (row, [*cells, *[""] * (self.widest - len(cells))]) for row, cells in self.rows
        ]
        return self.as_json()


def read(_: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The sheets of a workbook of XML."""
    sheets: list[XmlSheet] = []
    is_open = False
    tags = (f"{_SPACE}{own}" for own in ("Row", "Column", "Worksheet"))
    for tag, element in elements(BytesIO(data), *tags):
        own = next(element.iterancestors(f"{_SPACE}Worksheet"), element)
        if not is_open:
            sheets.append(XmlSheet(str(own.get(f"{_SPACE}Name", ""))))
        is_open = tag != "Worksheet"
        if tag == "Row":
            sheets[-1].read(element, limits)
        elif tag == "Column":
            sheets[-1].hidden_columns |= element.get(f"{_SPACE}Hidden") == "1"
        else:
            visible = (own.text for own in element.iter("{*}Visible"))
            sheets[-1].hidden = any(text != "SheetVisible" for text in visible)
    return {"sheets": [own.answer() for own in sheets], "notes": []}


def place(element: _Element, before: int) -> int:
    """The number of a row or of a cell, which follows the one before if it does not say."""
    if element.get(f"{_SPACE}Index") is None:
        return before + 1
    own = number(element, "Index")
    if own <= before:
        raise Unreadable(message("workbook.cells_twice"))
    return own


def number(element: _Element, name: str) -> int:
    text = str(element.get(f"{_SPACE}{name}", "0"))
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


def moment(text: str) -> str:
    """A moment as it is written elsewhere; an hour of no day without the day."""
    try:
        own = datetime.fromisoformat(text)
    except ValueError:
        return text
    return own.time().isoformat() if own.date() in _NO_DAY else own.isoformat()
