"""Error cells, valueless formulas and hidden rows of an .xlsx or .xlsm workbook."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator

from auditor.log.files.limits import ReadLimits
from auditor.log.workbook.anomalies import SheetAnomalies, WorkbookInfo, is_on, local, parse_xml
from auditor.log.workbook.archive import column_number

REFERENCE = re.compile(r"([A-Za-z]{1,4})(\d{1,9})")


def inspect_xlsx(
    archive: zipfile.ZipFile, parts: frozenset[str], _limits: ReadLimits
) -> WorkbookInfo:
    """The sheets in those parts of the archive that call for an inspection."""
    info = WorkbookInfo(days_from_1904=counts_from_1904(archive))
    for name, part in sheet_parts(archive, "xl/workbook.xml"):
        if part in parts:
            sheet = XlsxScan()
            parse_xml(archive, part, sheet.begin, sheet.end, sheet.text)
            info.sheets[name] = sheet.found
    return info


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


def counts_from_1904(archive: zipfile.ZipFile) -> bool:
    found: list[str] = []
    parse_xml(
        archive,
        "xl/workbook.xml",
        lambda tag, own: found.append(own.get("date1904", "")) if tag == "workbookPr" else None,
    )
    return any(map(is_on, found))


class XlsxScan:
    """Notes the anomalies of one sheet while its XML is parsed."""

    def __init__(self) -> None:
        self.found = SheetAnomalies()
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
