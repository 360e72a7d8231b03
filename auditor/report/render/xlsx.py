"""The report as a workbook: a sheet for findings, for the rows they rest on, for money, and so on.

A log chooses the text of many cells: a cell that begins like a formula is written as a quoted
string, so that no spreadsheet computes it, not even after somebody has edited it.  Numbers are
written with the digits that they have, and shown with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from itertools import islice
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook  # type: ignore[import-untyped]
from xlsxwriter.exceptions import FileCreateError  # type: ignore[import-untyped]
from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from auditor.log.files.discover import SUBJECT
from auditor.report.labels import Words
from auditor.report.model import Language, Report
from auditor.report.render.csv import FORMULA
from auditor.report.sections.workbook_sheets import Cell, SheetColumn, SheetTable, all_sheets
from auditor.report.typography import visible

MAX_ROWS = 1_048_576
MAX_CHARACTERS = 32_767
MAX_NAME = 31
"""Limits of Excel for a sheet, a cell and the name of a sheet."""
LINE, MOST_LINES = 13.5, 30
"""The height of a line in points, and how many a row shows: Excel ends at 409 points."""
WIDEST_PRINTED, A_PAGE = 480, 240
"""Signs across that are made to fit on paper, and on one page of it: more could not be read."""
FORBIDDEN_IN_NAME = re.compile(r"[\[\]:*?/\\']")
OPTIONS = {
    "constant_memory": True,  # a row goes to disk as it is written: a log can have a million faults
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_format_properties": {"font_name": "Calibri", "font_size": 10},
}
FORMATS: Mapping[str, Mapping[str, object]] = {
    "head": {
        "bold": True,
        "bg_color": "#14293F",
        "font_color": "#FFFFFF",
        "text_wrap": True,
        "valign": "vcenter",
    },
    "text": {"valign": "top"},
    "long": {"valign": "top", "text_wrap": True, "indent": 1},
    "number": {"valign": "top", "align": "right"},
    "money": {"valign": "top", "num_format": "#,##0.00#############"},
    "moment": {"valign": "top", "align": "left", "num_format": "dd/mm/yyyy hh:mm:ss"},
    "quoted": {"valign": "top", "quote_prefix": True, "num_format": "@"},
}


def xlsx_bytes(report: Report, language: Language | None = None) -> bytes:
    """One sheet for each; the same bytes for the same report."""
    words = Words(language or report.run.language, report.names)
    beyond = words("rows_beyond"), words("table_is_empty")
    return workbook(all_sheets(report, words), created=report.run.started_at, beyond=beyond)


def workbook(sheets: Iterable[SheetTable], created: datetime, beyond: tuple[str, str]) -> bytes:
    """A sheet for each table; nothing in the workbook depends on the clock or the machine.

    `beyond` stands in a row of its own below a table of which rows are left out, and in one
    that has none.
    """
    out = BytesIO()
    with (
        _room_told(),
        TemporaryDirectory() as folder,
        Workbook(out, {**OPTIONS, "tmpdir": folder}) as book,
    ):
        book.set_properties({"created": created, "subject": SUBJECT})
        formats = {name: book.add_format(dict(own)) for name, own in FORMATS.items()}
        for sheet in sheets:
            page = book.add_worksheet(FORBIDDEN_IN_NAME.sub(" ", sheet.name)[:MAX_NAME])
            _write_table(page, sheet, formats, beyond)
    return out.getvalue()


@contextmanager
def _room_told() -> Iterator[None]:
    """A full folder of temporary files is what the system says of it, and no defect of ours."""
    try:
        yield
    except FileCreateError as error:
        match error.args:
            case [OSError() as cause]:
                raise cause from None
        raise


def _write_table(
    page: Worksheet, sheet: SheetTable, formats: Mapping[str, Format], beyond: tuple[str, str]
) -> None:
    full, empty = beyond
    page.set_row(0, 2 * LINE)
    for at, column in enumerate(sheet.columns):
        page.set_column(at, at, column.width)
        _write(page, (0, at), column.heading, formats["head"], formats["head"])
    rows, last = iter(sheet.rows), 0
    for last, row in enumerate(islice(rows, MAX_ROWS - 2), start=1):
        if (lines := _lines(sheet.columns, row)) > 1:
            page.set_row(last, min(lines, MOST_LINES) * LINE)
        for at, (column, cell) in enumerate(zip(sheet.columns, row, strict=False)):
            _write(page, (last, at), cell, formats[column.format], formats["quoted"])
    if next(rows, None) is not None:
        _write(page, (last + 1, 0), full, formats["text"], formats["quoted"])
    elif not last:
        _write(page, (1, 0), empty, formats["text"], formats["quoted"])
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, last, len(sheet.columns) - 1)
    page.set_landscape()
    page.set_paper(9)  # A4
    width = sum(column.width for column in sheet.columns)
    if width <= WIDEST_PRINTED:
        page.fit_to_pages(-(-width // A_PAGE), 0)
    if width > A_PAGE:
        page.repeat_columns(0)
    page.repeat_rows(0)
    # A long note in the last column would run on over a dozen pages of paper.
    page.print_area(0, 0, max(last, 1), len(sheet.columns) - 1)


def _lines(columns: Sequence[SheetColumn], row: Sequence[Cell]) -> int:
    """How many lines a row needs: not every spreadsheet finds it out when it opens a file."""
    long = (
        -(-len(cell) // column.width)
        for column, cell in zip(columns, row, strict=False)
        if column.format == "long" and isinstance(cell, str)
    )
    return max(long, default=1)


def _write(
    page: Worksheet, place: tuple[int, int], cell: Cell, plain: Format, formula: Format
) -> None:
    """One cell; `formula` is the format of text that begins like one."""
    match cell:
        case datetime():
            page.write_datetime(*place, cell, plain)
        case int() | Decimal():
            page.write_number(*place, cell, plain)
        case str() if cell:
            chosen = formula if cell.startswith(FORMULA) else plain
            page.write_string(*place, visible(cell)[:MAX_CHARACTERS], chosen)
