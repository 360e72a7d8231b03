"""Anomalies of workbooks that the library passes over, and how those of XML are inspected for them:
error cells, valueless formulas, hidden rows of .xlsx, .xlsm and .ods.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING

from auditor.log.files.limits import ReadLimits
from auditor.log.table import Unreadable
from auditor.log.workbook.archive import column_number, refuse_far
from auditor.log.workbook.book_sheet import BookSheet, CellTexts
from auditor.messages.message import message

if TYPE_CHECKING:
    from lxml.etree import _Element  # type: ignore[import-untyped]  # it has no types

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


def elements(xml: IO[bytes], *tags: str) -> Iterator[tuple[str, _Element]]:
    """The elements of some tags by their local names, each once it is whole, and emptied behind it.
    No entity is expanded, for what declares some is refused.
    """
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - only the sandbox does

    options = {"resolve_entities": False, "remove_comments": True, "remove_pis": True}
    try:
        for _, element in etree.iterparse(xml, tag=tags, no_network=True, **options):
            if element.getroottree().docinfo.doctype:
                raise Unreadable(message("workbook.doctype"))
            yield local(element.tag), element
            element.clear(keep_tail=True)
    except etree.XMLSyntaxError:
        raise damaged() from None


def local(tag: str) -> str:
    return tag.rpartition("}")[2]


def is_on(flag: str | None) -> bool:
    return flag in {"1", "true"}


# ---- workbooks of Excel -------------------------------------------------------------------------
REFERENCE = re.compile(r"([A-Za-z]{1,4})(\d{1,9})")


def inspect_xlsx(
    archive: zipfile.ZipFile, parts: frozenset[str], _limits: ReadLimits
) -> dict[str, BookSheet]:
    """The sheets in those parts of the archive that call for an inspection."""
    found: dict[str, BookSheet] = {}
    targets = links(archive, "xl/workbook.xml")
    with archive.open("xl/workbook.xml") as xml:
        for _, own in elements(xml, "{*}sheet"):
            link = next((v for k, v in own.items() if "}" in k and local(k) == "id"), "")
            if (part := targets.get(link, "")) in parts:
                found[own.get("name", "")] = _sheet_of_xlsx(archive, part)
    return found


def links(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """The target of each relation of a part."""
    folder, name = posixpath.split(part)
    found: dict[str, str] = {}
    with archive.open(f"{folder}/_rels/{name}.rels") as xml:
        for _, own in elements(xml, "{*}Relationship"):
            target = posixpath.join("/", folder, own.get("Target", ""))
            found[own.get("Id", "")] = posixpath.normpath(target).lstrip("/")
    return found


def _sheet_of_xlsx(archive: zipfile.ZipFile, part: str) -> BookSheet:
    found, row = BookSheet(), 0
    with archive.open(part) as xml:
        for tag, element in elements(xml, "{*}row", "{*}col"):
            hidden = is_on(element.get("hidden"))
            if tag == "col":
                found.hidden_columns |= hidden
                continue
            row = int(element.get("r", row + 1))
            if hidden:
                found.hide(row, row)
            for cell in element:
                kind = cell.get("t")
                held = {own.tag.rpartition("}")[2]: own.text or "" for own in cell}
                value = held.get("v")
                if kind == "e" and value:
                    found.errors[_place(cell, row)] = value
                elif "f" in held and not (value or "is" in held or (kind, value) == ("str", "")):
                    found.unstored[_place(cell, row)] = f"={held['f']}"
            row, _ = _place(element[-1], row) if len(element) else (row, 0)
    return found


def _place(cell: _Element, row: int) -> tuple[int, int]:
    """The row and the column of a cell: its own, or behind the last before it that names them."""
    column = 0
    for own in (cell, *cell.itersiblings("{*}c", preceding=True)):
        if found := REFERENCE.fullmatch(own.get("r", "")):
            return int(found[2]), column_number(found[1].upper().encode()) + column
        column += 1
    return row, column


# ---- workbooks of OpenDocument ------------------------------------------------------------------
ERROR = re.compile(r"#(N/A|NAME\?|[A-Z]+/?[0-9]?!)|Err:\d+")
HIDDEN = {"collapse", "filter"}
MOST_REPEATED = 1000  # copies of one odd cell that are noted
_SPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
_TABLE, _OFFICE = _SPACE % "table", _SPACE % "office"
_VALUE = f"{_OFFICE}value-type"


def inspect_ods(
    archive: zipfile.ZipFile, _parts: frozenset[str], limits: ReadLimits
) -> dict[str, BookSheet]:
    """All the sheets; a cell that stands for too many is refused."""
    scans: dict[str, OdsSheet] = {}
    tags = (f"{_TABLE}{own}" for own in ("table-row", "table-column", "table"))
    with archive.open("content.xml") as xml:
        for tag, element in elements(xml, *tags):
            table = next(element.iterancestors(f"{_TABLE}table"), element)
            scan = scans.setdefault(str(table.get(f"{_TABLE}name", "")), OdsSheet())
            hidden = element.get(f"{_TABLE}visibility") in HIDDEN
            if tag == "table-row":
                scan.read(element, limits, hidden=hidden)
            else:
                scan.found.hidden_columns |= hidden and tag == "table-column"
    return {name: own.found for name, own in scans.items()}


class OdsSheet:
    """A sheet whose anomalies are noted row by row."""

    def __init__(self) -> None:
        self.found = BookSheet()
        self._row = self._cells = self._widest = 0

    def read(self, element: _Element, limits: ReadLimits, *, hidden: bool) -> None:
        """A row, which may stand for several."""
        rows, column = repeated(element.attrib, "rows"), 0
        if hidden:
            self.found.hide(self._row + 1, self._row + rows)
        for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            own = dict(cell.items())
            columns, formula = repeated(own, "columns"), own.get(f"{_TABLE}formula")
            error = any(o == "error" and name.endswith("}value-type") for name, o in own.items())
            text, filled = "", _VALUE in own
            if not filled or error or formula is not None:
                text = "".join(map(str.strip, cell.itertext()))
                filled = bool(text) or any(name.startswith(_OFFICE) for name in own)
            if filled or formula is not None:
                self._cells += columns * rows
                self._widest = max(self._widest, column + columns)
                refuse_far(self._row + rows, self._widest, self._cells, limits=limits)
            if error or (formula and ERROR.fullmatch(text)):
                self._mark(self.found.errors, rows, (column, columns), text or "#N/A")
            elif formula is not None and not filled:
                says = formula.removeprefix("of:")
                self._mark(self.found.unstored, rows, (column, columns), says)
            column += columns
        self._row += rows

    def _mark(self, found: CellTexts, rows: int, along: tuple[int, int], says: str) -> None:
        first, columns = along
        for at in range(min(rows * columns, MOST_REPEATED)):
            found[self._row + at // columns + 1, first + at % columns + 1] = says


def repeated(own: Mapping[str, str], what: str) -> int:
    return max(1, int(own.get(f"{_TABLE}number-{what}-repeated", "1")))
