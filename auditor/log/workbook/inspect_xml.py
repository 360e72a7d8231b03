"""Anomalies of workbooks that the library passes over, and how those of XML are inspected for them:
error cells, valueless formulas, hidden rows of .xlsx, .xlsm and .ods.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.parsers.expat import ExpatError, ParserCreate

from auditor.log.files.limits import ReadLimits
from auditor.log.table import Unreadable
from auditor.log.workbook.archive import column_number, refuse_far
from auditor.log.workbook.book_sheet import BookSheet, CellTexts
from auditor.messages.message import message

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


def damaged() -> Unreadable:
    return Unreadable(message("workbook.damaged"))


def parse_xml(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] = lambda _: None,
    text: Callable[[str], None] = lambda _: None,
) -> None:
    """Calls back for each element of an XML part by its local name; builds no tree."""
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


# ---- workbooks of Excel -------------------------------------------------------------------------
REFERENCE = re.compile(r"([A-Za-z]{1,4})(\d{1,9})")


def inspect_xlsx(
    archive: zipfile.ZipFile, parts: frozenset[str], _limits: ReadLimits
) -> dict[str, BookSheet]:
    """The sheets in those parts of the archive that call for an inspection."""
    found: dict[str, BookSheet] = {}
    for name, part in sheet_parts(archive, "xl/workbook.xml"):
        if part in parts:
            sheet = XlsxScan()
            parse_xml(archive, part, sheet.begin, sheet.end, sheet.text)
            found[name] = sheet.found
    return found


def sheet_parts(archive: zipfile.ZipFile, workbook: str) -> Iterator[tuple[str, str]]:
    """The name of each sheet, and the file in the archive that holds it."""
    targets = links(archive, workbook)
    sheets: list[dict[str, str]] = []
    parse_xml(archive, workbook, lambda tag, own: sheets.append(own) if tag == "sheet" else None)
    for sheet in sheets:
        link = next((v for k, v in sheet.items() if ":" in k and local(k) == "id"), "")
        yield sheet.get("name", ""), targets.get(link, "")


def links(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """The target of each relation of a part."""
    folder, name = posixpath.split(part)
    found: dict[str, str] = {}

    def note(tag: str, own: dict[str, str]) -> None:
        if tag == "Relationship":
            target = posixpath.join("/", folder, own.get("Target", ""))
            found[own.get("Id", "")] = posixpath.normpath(target).lstrip("/")

    parse_xml(archive, f"{folder}/_rels/{name}.rels", note)
    return found


class XlsxScan:
    """Notes the anomalies of one sheet while its XML is parsed."""

    def __init__(self) -> None:
        self.found = BookSheet()
        self._row = self._column = 0
        self._cell: dict[str, str] = {}
        self._held: dict[str, str] = {}  # what stands in the cell's formula and value
        self._in: str | None = None

    def begin(self, tag: str, own: dict[str, str]) -> None:
        match tag:
            case "row":
                self._row, self._column = int(own.get("r", self._row + 1)), 0
                if is_on(own.get("hidden")):
                    self.found.hide(self._row, self._row)
            case "c":
                self._cell, self._held = own, {}
                self._place(own.get("r", ""))
            case "f" | "v" | "is":
                self._held[tag], self._in = "", tag
            case "col" if is_on(own.get("hidden")):
                self.found.hidden_columns = True

    def _place(self, reference: str) -> None:
        if found := REFERENCE.fullmatch(reference):
            self._column = column_number(found[1].upper().encode())
            self._row = int(found[2])
        else:
            self._column += 1

    def text(self, text: str) -> None:
        if self._in is not None:
            self._held[self._in] += text

    def end(self, tag: str) -> None:
        if tag == self._in:
            self._in = None
        elif tag == "c":
            self._note()

    def _note(self) -> None:
        kind, value = self._cell.get("t"), self._held.get("v")
        stored = bool(value) or (value is not None and kind == "str") or "is" in self._held
        if kind == "e" and value:
            self.found.errors[self._row, self._column] = value
        elif "f" in self._held and not stored:
            self.found.unstored[self._row, self._column] = f"={self._held['f']}"


# ---- workbooks of OpenDocument ------------------------------------------------------------------
ERROR = re.compile(r"#(N/A|NAME\?|[A-Z]+/?[0-9]?!)|Err:\d+")
HIDDEN = {"collapse", "filter"}
MOST_REPEATED = 1000  # copies of one odd cell that are noted


def inspect_ods(
    archive: zipfile.ZipFile, _parts: frozenset[str], limits: ReadLimits
) -> dict[str, BookSheet]:
    """All the sheets; a cell that stands for too many is refused."""
    scan = OdsScan(limits)
    parse_xml(archive, "content.xml", scan.begin, scan.end, scan.text)
    return scan.sheets


@dataclass(slots=True)
class OdsCell:
    own: dict[str, str]
    repeated: int
    text: str = ""

    @property
    def filled(self) -> bool:
        return bool(self.text or any(name.startswith("office:") for name in self.own))


class OdsScan:
    """Notes the anomalies of each sheet while the XML of all of them is parsed."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self.sheets: dict[str, BookSheet] = {}
        self._sheet = BookSheet()
        self._row = self._column = self._rows = self._cells = self._widest = 0
        self._cell: OdsCell | None = None

    def begin(self, tag: str, own: dict[str, str]) -> None:
        match tag:
            case "table":
                self._sheet = self.sheets.setdefault(own.get("table:name", ""), BookSheet())
                self._row = self._rows = self._cells = self._widest = 0
            case "table-column" if own.get("table:visibility") in HIDDEN:
                self._sheet.hidden_columns = True
            case "table-row":
                self._row += self._rows
                self._rows, self._column = repeated(own, "rows"), 0
                if own.get("table:visibility") in HIDDEN:
                    self._sheet.hide(self._row + 1, self._row + self._rows)
            case "table-cell" | "covered-table-cell":
                self._cell = OdsCell(own, repeated(own, "columns"))

    def text(self, text: str) -> None:
        if self._cell is not None:
            self._cell.text += text.strip()

    def end(self, tag: str) -> None:
        if self._cell is not None and tag in {"table-cell", "covered-table-cell"}:
            self._note(self._cell)
            self._column += self._cell.repeated
            self._cell = None

    def _note(self, cell: OdsCell) -> None:
        if not cell.filled and "table:formula" not in cell.own:
            return
        self._cells += cell.repeated * self._rows
        self._widest = max(self._widest, self._column + cell.repeated)
        refuse_far(self._row + self._rows, self._widest, self._cells, limits=self._limits)
        formula = cell.own.get("table:formula")
        if cell.own.get("calcext:value-type") == "error" or (
            formula and ERROR.fullmatch(cell.text)
        ):
            self._mark(self._sheet.errors, cell, cell.text or "#N/A")
        elif formula is not None and not cell.filled:
            self._mark(self._sheet.unstored, cell, formula.removeprefix("of:"))

    def _mark(self, found: CellTexts, cell: OdsCell, says: str) -> None:
        places = (
            (self._row + down + 1, self._column + along + 1)
            for down in range(self._rows)
            for along in range(cell.repeated)
        )
        for place, _ in zip(places, range(MOST_REPEATED), strict=False):
            found[place] = says


def repeated(own: dict[str, str], what: str) -> int:
    return max(1, int(own.get(f"table:number-{what}-repeated", "1")))
