"""Reads a workbook in a process of its own, which may run out of memory or time without harm.

The bytes come in by stdin; what the sheets hold goes out by stdout, as JSON. This file imports
nothing of the package, so that it starts from its path alone.
"""

from __future__ import annotations

import io
import json
import sys
from datetime import date, datetime, time, timedelta
from decimal import Decimal

MEMORY = 4 << 30
SECONDS = 300

Cell = int | float | str | bool | time | date | datetime | timedelta


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
            return f"{Decimal(repr(cell)):f}".removesuffix(".0")
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


def sheets(data: bytes) -> list[dict[str, object]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    read: list[dict[str, object]] = []
    for at, meta in enumerate(book.sheets_metadata):
        if meta.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_index(at)
        grid = sheet.to_python(skip_empty_area=False)
        read.append(
            {
                "name": meta.name,
                "hidden": meta.visible != SheetVisibleEnum.Visible,
                "merged": sheet.merged_cell_ranges or [],
                "rows": [[as_text(cell) for cell in row] for row in grid],
            }
        )
    return read


def limit_resources() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    limit_resources()
    data = sys.stdin.buffer.read()
    try:
        answer: object = {"sheets": sheets(data)}
    except Exception as error:  # noqa: BLE001 - whatever a library makes of a hostile file
        answer = {"failed": type(error).__name__}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
