"""Error cells, valueless formulas and hidden rows of an OpenDocument workbook."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass

from auditor.log.files.limits import ReadLimits
from auditor.log.workbook.anomalies import SheetAnomalies, WorkbookInfo, parse_xml
from auditor.log.workbook.archive import refuse_far

ERROR = re.compile(r"#(N/A|NAME\?|[A-Z]+/?[0-9]?!)|Err:\d+")
HIDDEN = {"collapse", "filter"}
MOST_REPEATED = 1000
"""Copies of one odd cell that are noted."""


def inspect_ods(
    archive: zipfile.ZipFile, _parts: frozenset[str], limits: ReadLimits
) -> WorkbookInfo:
    """All the sheets; a cell that stands for too many is refused."""
    scan = OdsScan(limits)
    parse_xml(archive, "content.xml", scan.begin, scan.end, scan.text)
    macros = any(name.startswith("Basic/") for name in archive.namelist())
    return WorkbookInfo(scan.sheets, macros)


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
        self.sheets: dict[str, SheetAnomalies] = {}
        self._sheet = SheetAnomalies()
        self._row = self._column = self._rows = self._cells = self._widest = 0
        self._cell: OdsCell | None = None

    def begin(self, tag: str, own: dict[str, str]) -> None:
        match tag:
            case "table":
                self._sheet = self.sheets.setdefault(own.get("table:name", ""), SheetAnomalies())
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

    def _mark(self, found: dict[tuple[int, int], str], cell: OdsCell, says: str) -> None:
        places = (
            (self._row + down + 1, self._column + along + 1)
            for down in range(self._rows)
            for along in range(cell.repeated)
        )
        for place, _ in zip(places, range(MOST_REPEATED), strict=False):
            found[place] = says


def repeated(own: dict[str, str], what: str) -> int:
    return max(1, int(own.get(f"table:number-{what}-repeated", "1")))
