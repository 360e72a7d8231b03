"""Anomalies that the library passes over: error cells, valueless formulas, hidden rows."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from auditor.log.table import Unreadable
from auditor.messages.message import message

Place = tuple[int, int]
"""Row and column, both from 1."""

CHUNK = 1 << 20

ERROR_CODES = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}
"""How the binary formats write an error."""


@dataclass(slots=True)
class SheetAnomalies:
    """Anomalies of one sheet.  `hidden_rows` are spans, their first and last row both included."""

    errors: dict[Place, str] = field(default_factory=dict)
    """`#N/A` and its like, which would otherwise read as empty."""
    unstored: dict[Place, str] = field(default_factory=dict)
    """Formulas whose value the file does not hold."""
    blank: list[int] = field(default_factory=list)
    """Rows with a formula that gives nothing, or whose value was never stored: one cannot tell."""
    hidden_rows: list[tuple[int, int]] = field(default_factory=list)
    hidden_columns: bool = False

    def hide(self, first: int, last: int) -> None:
        """Add hidden rows, which come in rising order."""
        if self.hidden_rows and self.hidden_rows[-1][1] == first - 1:
            first = self.hidden_rows.pop()[0]
        self.hidden_rows.append((first, last))


@dataclass(slots=True)
class WorkbookInfo:
    """Anomalies of a workbook: of its sheets, by their names, and of the whole file."""

    sheets: dict[str, SheetAnomalies] = field(default_factory=dict)
    macros: bool = False
    days_from_1904: bool = False
    sees_errors: bool = True


def damaged() -> Unreadable:
    return Unreadable(message("workbook.damaged"))


def parse_xml(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] = lambda _: None,
    text: Callable[[str], None] = lambda _: None,
) -> None:
    """Calls back for each element of an XML part, by its local name; no tree is built.

    Expat alone: openpyxl takes ten times as long, and odfpy builds trees.
    """
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, own: begin(local(tag), own)
    parser.EndElementHandler = lambda tag: end(local(tag))
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse_doctype
    try:
        with archive.open(part) as xml:
            while chunk := xml.read(CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except (ExpatError, KeyError, ValueError):
        raise damaged() from None


def refuse_doctype(*_: object) -> None:
    raise Unreadable(message("workbook.doctype"))


def local(tag: str) -> str:
    return tag.rpartition(":")[2]


def is_on(flag: str | None) -> bool:
    return flag in {"1", "true"}


def plain_sheet(name: str, rows: list[tuple[int, list[str]]]) -> dict[str, Any]:
    """A sheet without any anomaly, as a sandbox answers."""
    return {
        "name": name,
        "hidden": False,
        "merged": 0,
        "rows": rows,
        "errors": [],
        "unstored": [],
        "blank": [],
        "hidden_rows": [],
        "hidden_columns": False,
        "texts": [],
    }
