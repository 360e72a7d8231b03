"""The report as a workbook: findings, row ledger, rows set aside, and what the logs are fit for.

A log chooses the text of many cells: a cell that begins like a formula is written as a quoted
string, so that no spreadsheet computes it, not even after somebody has edited it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import islice
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook  # type: ignore[import-untyped]
from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from auditor.log.own_reports import SUBJECT
from auditor.report.fitness import fitness_lines
from auditor.report.model import Language, Report
from auditor.report.render.csv import (
    COLUMNS,
    FORMULA,
    LEDGER,
    SET_ASIDE,
    cells,
    ledger_cells,
    set_aside_cells,
)
from auditor.report.statement import conclusion, reservations
from auditor.report.typography import visible
from auditor.report.words import Words

MAX_ROWS = 1_048_576
MAX_CHARACTERS = 32_767
MAX_NAME = 31
"""Limits of Excel for a sheet, a cell and the name of a sheet."""
FORBIDDEN_IN_NAME = re.compile(r"[\[\]:*?/\\']")
OPTIONS = {
    "constant_memory": True,  # a row goes to disk as it is written: a log can have a million faults
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_format_properties": {"font_name": "Calibri", "font_size": 10},
}

Cell = str | int


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table: its name, its header, and its rows, of which the first million are written."""

    name: str
    header: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def xlsx_bytes(report: Report, language: Language | None = None) -> bytes:
    """One sheet for each; the same bytes for the same report."""
    words = Words(language or report.run.language)
    own = words.language
    sheets = (
        SheetTable(words("fitness"), (words("fitness"), ""), _statement(report, words)),
        SheetTable(words("findings"), COLUMNS, (cells(f, own) for f in report.findings)),
        SheetTable(words("ledger"), LEDGER, _ledger(report, words)),
        SheetTable(words("set_aside"), SET_ASIDE, map(set_aside_cells, report.set_aside)),
    )
    return workbook(sheets, created=report.run.started_at)


def workbook(sheets: Iterable[SheetTable], created: datetime) -> bytes:
    """Text and whole numbers in a workbook; nothing in it depends on the clock or the machine."""
    out = BytesIO()
    with TemporaryDirectory() as folder, Workbook(out, {**OPTIONS, "tmpdir": folder}) as book:
        book.set_properties({"created": created, "subject": SUBJECT})
        head = book.add_format({"bold": True})
        quoted = book.add_format({"quote_prefix": True, "num_format": "@"})
        for sheet in sheets:
            page = book.add_worksheet(FORBIDDEN_IN_NAME.sub(" ", sheet.name)[:MAX_NAME])
            page.freeze_panes(1, 0)
            _write_row(page, 0, sheet.header, head, head)
            for number, row in enumerate(islice(sheet.rows, MAX_ROWS - 1), start=1):
                _write_row(page, number, row, None, quoted)
    return out.getvalue()


def _write_row(
    page: Worksheet, number: int, row: Sequence[Cell], plain: Format | None, formula: Format
) -> None:
    """The cells of one row; `formula` is the format of those that begin like one."""
    for column, cell in enumerate(row):
        if isinstance(cell, int):
            page.write_number(number, column, cell, plain)
        elif cell:
            chosen = formula if cell.startswith(FORMULA) else plain
            page.write_string(number, column, visible(cell)[:MAX_CHARACTERS], chosen)


def _statement(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    for line in fitness_lines(report.fitness, words):
        yield line.label, line.says
        for case in line.cases:
            yield "", case
    yield words("conclusion"), conclusion(report, words)
    for said in reservations(report, words):
        yield "", said


def _ledger(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    yield from (ledger_cells(own, words.language) for own in report.inputs)
    inputs = report.inputs
    read, evaluated = sum(i.rows_read for i in inputs), sum(i.rows_evaluated for i in inputs)
    yield words("total"), "", "", read, evaluated, report.summary.set_aside, ""
