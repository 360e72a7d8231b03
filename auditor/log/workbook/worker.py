"""Reads a workbook in a process of its own: its sheets as text, and what is odd in them."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.log.sandbox import Answer, Asked, TooLargeError, answer_with
from auditor.log.workbook.anomalies import Book, Peculiar
from auditor.log.workbook.inspect_ods import look_into_ods
from auditor.log.workbook.inspect_xls import look_into_xls
from auditor.log.workbook.inspect_xlsb import look_into_xlsb
from auditor.log.workbook.inspect_xlsx import look_into_xlsx

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

Cell = int | float | str | bool | time | date | datetime | timedelta

LOOKS = {"xlsx": look_into_xlsx, "xlsb": look_into_xlsb, "ods": look_into_ods}
MOST_TEXT = 1 << 29
"""Characters of all sheets together."""
FIRST = 30
"""Rows of a column that are told: there are titles and a header among them."""

NUMBER = re.compile(r"[-+]?(0|[1-9]\d{0,2}([ .\u00a0\u202f]?\d{3})*)([.,]\d+)?[ \u00a0\u202f]?€?")


def as_text(cell: Cell) -> str:
    """`5.0` is 5 and `2.5` is 2.5: a spreadsheet keeps every number as a float."""
    match cell:
        case str():
            return cell.strip()
        case bool():
            return "true" if cell else "false"
        case int():
            return str(cell)
        case float():
            return str(int(cell)) if cell.is_integer() else f"{Decimal(repr(cell)):f}"
        case datetime():
            return as_instant(cell)
        case date() | time():
            return cell.isoformat()
        case timedelta():
            minutes, seconds = divmod(round(cell.total_seconds()), 60)
            return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


def as_instant(cell: datetime) -> str:
    """To the millisecond: finer digits come from the float in which a spreadsheet keeps a time."""
    rounded = cell + timedelta(microseconds=500)
    rounded -= timedelta(microseconds=rounded.microsecond % 1000)
    return rounded.isoformat(timespec="milliseconds" if rounded.microsecond else "seconds")


# ---- a workbook ---------------------------------------------------------------------------------
def read(asked: Asked, data: bytes) -> Answer:
    """All the sheets of a workbook of the `kind` asked; those in `parts` are looked into."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415

    book = looked_into(asked["kind"], frozenset(asked["parts"]), data)
    held = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets: list[Answer] = []
    others: list[str] = []
    for at, meta in enumerate(held.sheets_metadata):
        if meta.typ != SheetTypeEnum.WorkSheet:
            others.append(meta.name)
            continue
        own = {"name": meta.name, "hidden": meta.visible != SheetVisibleEnum.Visible}
        odd = book.sheets.get(meta.name, Peculiar())
        sheets.append(own | sheet(held.get_sheet_by_index(at)) | told(odd))
    return {
        "sheets": sheets,
        "others": others,
        "macros": book.macros,
        "from_1904": book.days_from_1904,
        "sees_errors": book.sees_errors,
    }


def looked_into(kind: str, parts: frozenset[str], data: bytes) -> Book:
    if kind == "xls":
        return look_into_xls(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return LOOKS[kind](archive, parts)


def sheet(held: CalamineSheet) -> Answer:
    """Its rows that hold something, each with its number, and the texts of each column."""
    down, along = held.start or (0, 0)
    rows: list[tuple[int, list[str]]] = []
    columns: dict[int, Texts] = {}
    length = 0
    for number, cells in enumerate(held.iter_rows(), start=down + 1):
        texts = [cell.strip() if type(cell) is str else as_text(cell) for cell in cells]
        written = "".join(texts)
        if not written:
            continue
        length += len(written)
        if length > MOST_TEXT:
            raise TooLargeError
        rows.append((number, [*[""] * along, *texts]))
        for column, cell in enumerate(cells, start=along + 1):
            if cell and type(cell) is str:
                columns.setdefault(column, Texts()).note(number, cell)
    return {
        "rows": rows,
        "merged": len(held.merged_cell_ranges or ()),
        "texts": [[column, *own.told()] for column, own in columns.items() if own.numbers],
    }


@dataclass(slots=True)
class Texts:
    """The texts of one column, in which rows they are numbers, and in which they are not."""

    numbers: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)

    def note(self, row: int, cell: str) -> None:
        is_number = cell[0] in "0123456789+- " and NUMBER.fullmatch(cell.strip())
        (self.numbers if is_number else self.others).append(row)

    def told(self) -> tuple[list[int], int, list[int], int]:
        """The first rows and the number of each."""
        return self.numbers[:FIRST], len(self.numbers), self.others[:FIRST], len(self.others)


def told(odd: Peculiar) -> Answer:
    """What is peculiar of a sheet, as JSON can say it."""
    return {
        "errors": [[*place, says] for place, says in odd.errors.items()],
        "unstored": [[*place, says] for place, says in odd.unstored.items()],
        "blank": odd.blank,
        "hidden_rows": odd.hidden_rows,
        "hidden_columns": odd.hidden_columns,
    }


if __name__ == "__main__":
    answer_with(read)
