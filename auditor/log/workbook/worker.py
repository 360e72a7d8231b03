"""Reads a workbook in a sandbox: its sheets as text, and their anomalies."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from auditor.log.canonical import canonical_text
from auditor.log.coding import AT_ONCE, ColumnCoder, RowCoder
from auditor.log.files.limits import ReadLimits
from auditor.log.files.sandbox import Answer, Request, TooLargeError, serve
from auditor.log.workbook.anomalies import SheetAnomalies, WorkbookInfo
from auditor.log.workbook.inspect_ods import inspect_ods
from auditor.log.workbook.inspect_xls import inspect_xls
from auditor.log.workbook.inspect_xlsb import inspect_xlsb
from auditor.log.workbook.inspect_xlsx import inspect_xlsx

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

Cell = int | float | str | bool | time | date | datetime | timedelta

INSPECTORS = {"xlsx": inspect_xlsx, "xlsb": inspect_xlsb, "ods": inspect_ods}
FIRST = 30
"""Rows of a column that are listed: there are titles and a header among them."""

_NUMBER, _WORD = 1, 2

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
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415 - only the sandbox needs it

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
    coder = RowCoder(text_of)
    rows = held.iter_rows()
    while block := list(islice(rows, AT_ONCE)):
        coder.add(down + len(coder.numbers) + 1, block)
    coder.drop_blank()
    if coder.is_longer(most_text):
        raise TooLargeError
    found = [(at, texts_in(own, coder.numbers)) for at, own in enumerate(coder.columns, along + 1)]
    # In the order in which their first texts stand in the sheet.
    told = sorted((min(own[0][:1] + own[2][:1]), at, own) for at, own in found if own[1])
    return {
        "coded": coder.answer(along),
        "merged": len(held.merged_cell_ranges or ()),
        "texts": [[at, *own] for _, at, own in told],
    }


def texts_in(column: ColumnCoder, rows: Sequence[int]) -> tuple[list[int], int, list[int], int]:
    """In which rows the texts of a column are numbers, and in which they are not: the first of
    them, and how many there are.
    """
    of_texts = [
        0 if type(own) is not str or not own else _NUMBER if _is_number(own) else _WORD
        for own in column.values
    ]
    if _NUMBER not in of_texts:
        return [], 0, [], 0
    marks = column.marks(of_texts)
    numbers, words = (_first(marks, rows, own) for own in (_NUMBER, _WORD))
    return numbers, marks.count(_NUMBER), words, marks.count(_WORD)


def _first(marks: bytes, rows: Sequence[int], mark: int) -> list[int]:
    found: list[int] = []
    at = marks.find(mark)
    while at >= 0 and len(found) < FIRST:
        found.append(rows[at])
        at = marks.find(mark, at + 1)
    return found


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
