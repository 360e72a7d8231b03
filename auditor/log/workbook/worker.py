"""Reads a workbook in a sandbox: its sheets as text, and their anomalies."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from auditor.log.canonical import canonical_text
from auditor.log.limits import ReadLimits
from auditor.log.sandbox import Answer, Request, TooLargeError, serve
from auditor.log.workbook.anomalies import SheetAnomalies, WorkbookInfo
from auditor.log.workbook.inspect_ods import inspect_ods
from auditor.log.workbook.inspect_xls import inspect_xls
from auditor.log.workbook.inspect_xlsb import inspect_xlsb
from auditor.log.workbook.inspect_xlsx import inspect_xlsx

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

Cell = int | float | str | bool | time | date | datetime | timedelta

INSPECTORS = {"xlsx": inspect_xlsx, "xlsb": inspect_xlsb, "ods": inspect_ods}
MOST_KNOWN = 10_000
"""Texts of a column of which it is kept whether they are numbers."""
FIRST = 30
"""Rows of a column that are listed: there are titles and a header among them."""

NUMBER = re.compile(r"[-+]?(0|[1-9]\d{0,2}([ .\u00a0\u202f]?\d{3})*)([.,]\d+)?[ \u00a0\u202f]?€?")


def text_of(cell: Cell) -> str:
    """The canonical text of a cell.  A spreadsheet keeps times and durations as floats, of which
    whatever is finer than a millisecond comes from the float and not from the log.
    """
    match cell:
        case datetime():
            rounded = cell + timedelta(microseconds=500)
            return canonical_text(rounded - timedelta(microseconds=rounded.microsecond % 1000))
        case timedelta():
            return canonical_text(timedelta(milliseconds=round(cell / timedelta(milliseconds=1))))
        case _:
            return canonical_text(cell)


# ---- a workbook ---------------------------------------------------------------------------------
def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """All the sheets of a workbook of the `kind` requested; those in `parts` are inspected."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415

    info = inspect(request["kind"], frozenset(request["parts"]), data, limits)
    held = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets: list[Answer] = []
    others: list[str] = []
    for at, meta in enumerate(held.sheets_metadata):
        if meta.typ != SheetTypeEnum.WorkSheet:
            others.append(meta.name)
            continue
        own = {"name": meta.name, "hidden": meta.visible != SheetVisibleEnum.Visible}
        anomalies = info.sheets.get(meta.name, SheetAnomalies())
        sheets.append(
            own | sheet(held.get_sheet_by_index(at), limits.text_length) | as_json(anomalies)
        )
    return {
        "sheets": sheets,
        "others": others,
        "macros": info.macros,
        "from_1904": info.days_from_1904,
        "sees_errors": info.sees_errors,
    }


def inspect(kind: str, parts: frozenset[str], data: bytes, limits: ReadLimits) -> WorkbookInfo:
    if kind == "xls":
        return inspect_xls(data, limits)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return INSPECTORS[kind](archive, parts, limits)


def sheet(held: CalamineSheet, most_text: int) -> Answer:
    """Its rows that hold something, each with its number, and the texts of each column."""
    down, along = held.start or (0, 0)
    rows: list[tuple[int, list[str]]] = []
    columns: dict[int, SheetTexts] = {}
    length = 0
    for number, cells in enumerate(held.iter_rows(), start=down + 1):
        texts = [cell.strip() if type(cell) is str else text_of(cell) for cell in cells]
        written = "".join(texts)
        if not written:
            continue
        length += len(written)
        if length > most_text:
            raise TooLargeError
        rows.append((number, [*[""] * along, *texts]))
        for column, cell in enumerate(cells, start=along + 1):
            if cell and type(cell) is str:
                own = columns.get(column)
                if own is None:
                    own = columns[column] = SheetTexts()
                own.note(number, cell)
    return {
        "rows": rows,
        "merged": len(held.merged_cell_ranges or ()),
        "texts": [[column, *own.summary()] for column, own in columns.items() if own.numbers],
    }


@dataclass(slots=True)
class SheetTexts:
    """The texts of one column, in which rows they are numbers, and in which they are not."""

    numbers: int = 0
    others: int = 0
    first_numbers: list[int] = field(default_factory=list)
    first_others: list[int] = field(default_factory=list)
    known: dict[str, bool] = field(default_factory=dict)

    def note(self, row: int, cell: str) -> None:
        is_number = self.known.get(cell)
        if is_number is None:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            is_number = self.known[cell] = _is_number(cell)
        if is_number:
            self.numbers += 1
            if self.numbers <= FIRST:
                self.first_numbers.append(row)
        else:
            self.others += 1
            if self.others <= FIRST:
                self.first_others.append(row)

    def summary(self) -> tuple[list[int], int, list[int], int]:
        """The first rows and the number of each."""
        return self.first_numbers, self.numbers, self.first_others, self.others


def _is_number(cell: str) -> bool:
    return cell[0] in "0123456789+- " and NUMBER.fullmatch(cell.strip()) is not None


def as_json(found: SheetAnomalies) -> Answer:
    """The anomalies of a sheet, as JSON can say them."""
    return {
        "errors": [[*place, says] for place, says in found.errors.items()],
        "unstored": [[*place, says] for place, says in found.unstored.items()],
        "blank": found.blank,
        "hidden_rows": found.hidden_rows,
        "hidden_columns": found.hidden_columns,
    }


if __name__ == "__main__":
    serve(read)
