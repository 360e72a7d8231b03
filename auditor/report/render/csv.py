"""Findings one a row, as CSV for a spreadsheet that must show them and never compute them, or as a
DataFrame for a notebook; and beside them what they rest on, the money, and the row count.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING

from auditor.report.labels import KEYS, row_name
from auditor.report.model import Finding, Language, Report
from auditor.report.outputs import BY_LANGUAGE, Dialect
from auditor.report.sections.coup_table import lacking
from auditor.report.sections.workbook_sheets import (
    Cell,
    amount,
    amounts,
    evidence_cells,
    evidence_columns,
    moment_of,
    place,
    row_count_cells,
    set_aside_cells,
)
from auditor.report.typography import visible

if TYPE_CHECKING:
    from pandas import DataFrame

Told = Callable[[Finding, Language], object]
"""The value of a finding in one column."""


def _of_first(name: str) -> Told:
    return lambda own, _: getattr(own.rows[0], name) if own.rows else None


def _of_subject(key: str) -> Told:
    return lambda own, _: getattr(own.subject, key)


COLUMNS: Mapping[str, Told] = {
    "id": lambda own, _: own.id,
    "class": lambda own, _: own.class_,
    "severity": lambda own, _: own.severity,
    "rule": lambda own, _: own.rule,
    "provisions": lambda own, _: own.provisions,
    "message": lambda own, language: own.message.in_language(language),
    "expected": lambda own, _: own.expected,
    "found": lambda own, _: own.found,
    **{name: _of_first(name) for name in ("file", "sheet", "row", "line")},
    "rows": lambda own, _: tuple(map(row_name, own.rows)),
    "wrong_rows": lambda own, _: tuple(map(row_name, own.decisive)),
    "wrong_events": lambda own, _: tuple(row.event for row in own.decisive),
    "lacking_events": lambda own, _: lacking(own),
    "time": lambda own, _: own.time,
    **{key: _of_subject(key) for key in KEYS},
    "others": lambda own, _: dict(own.subject.others),
}
EVIDENCE = ("id", "rule", "file", "sheet", "row", "line")
MONEY = ("id", "rule", "provisions", "event", "due", "done", "difference", *KEYS)
ROW_COUNT = ("file", "sheet", "sha256", "rows_read", "rows_evaluated", "rows_set_aside", "notes")
SET_ASIDE = ("file", "sheet", "row", "line", "column", "value", "reason")
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


Rows = Callable[[Report, Language, Dialect], Iterator[Iterable[Cell]]]


def _table(rows: Rows) -> Callable[..., bytes]:
    """UTF-8 with a byte order mark; `;` between cells in French and `,` in English, as Excel wants,
    where no dialect is asked for.  The first of the rows is the header.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """

    @wraps(rows)
    def written(
        report: Report, language: Language | None = None, dialect: Dialect | None = None
    ) -> bytes:
        language = language or report.run.language
        dialect, out = dialect or BY_LANGUAGE[language], StringIO()
        writer = csv.writer(out, delimiter=dialect.delimiter)
        for row in rows(report, language, dialect):
            writer.writerow(
                [inert(cell) if isinstance(cell, str) else dialect.text_of(cell) for cell in row]
            )
        encoding = "utf-8-sig" if dialect.mark else "utf-8"
        return out.getvalue().encode(encoding, errors="backslashreplace")

    return written


@_table
def csv_bytes(report: Report, language: Language, dialect: Dialect) -> Iterator[Iterable[Cell]]:
    """The findings, one a row."""
    yield COLUMNS
    for own in report.findings:
        yield _cells(values(own, language), dialect)


@_table
def evidence_csv(report: Report, _: Language, __: Dialect) -> Iterator[Iterable[Cell]]:
    """The rows that findings rest on, a finding after the other, with the cells of the file."""
    names = evidence_columns(report)
    yield (*EVIDENCE, *names, "others")
    for own in report.findings:
        for row in own.evidence:
            yield own.id, own.rule, *place(row), row.line or "", *evidence_cells(row, names)


@_table
def money_csv(report: Report, _: Language, __: Dialect) -> Iterator[Iterable[Cell]]:
    """Money due and moved, for each finding whose rule says it."""
    yield MONEY
    for own in report.findings:
        for sums in own.money:
            kinds = " ".join((*sums.events, *(f"-{kind}" for kind in sums.less)))
            keys = (_text(getattr(own.subject, key)) for key in KEYS)
            yield own.id, own.rule, " ".join(own.provisions), kinds, *amounts(sums), *keys


@_table
def row_count_csv(report: Report, language: Language, _: Dialect) -> Iterator[Iterable[Cell]]:
    """One file or sheet a row: rows read, evaluated and set aside, and what is to be said of it."""
    yield ROW_COUNT
    yield from (row_count_cells(own, language) for own in report.inputs)


@_table
def set_aside_csv(report: Report, _: Language, __: Dialect) -> Iterator[Iterable[Cell]]:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    yield SET_ASIDE
    yield from map(set_aside_cells, report.set_aside)


def frame(report: Report, language: Language | None = None) -> DataFrame:
    """`provisions`, rows and events are tuples, `others` is a dict, `row` that of the first row."""
    from pandas import DataFrame  # noqa: PLC0415 - slow to import

    language = language or report.run.language
    rows = [values(finding, language) for finding in report.findings]
    return DataFrame(rows, columns=list(COLUMNS), dtype=object)


def values(finding: Finding, language: Language) -> dict[str, object]:
    """A finding by the names of the columns."""
    return {name: told(finding, language) for name, told in COLUMNS.items()}


def _cells(finding: Mapping[str, object], dialect: Dialect) -> Iterator[Cell]:
    """The cells of a finding, numbers and its time as such where the dialect writes them otherwise.

    A number with a sign in front stays text: here it may be the log's own, and begin a formula.
    """
    for name, value in finding.items():
        text = _text(value)
        cell: Cell = text
        if name == "time" and dialect.moments:
            cell = moment_of(text)
        elif name in {"expected", "found"}:
            number = amount(text)
            cell = text if isinstance(number, Decimal) and number.is_signed() else number
        yield cell


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case tuple():
            return " ".join(map(_text, value))
        case dict():
            return " ".join(f"{name}={own}" for name, own in value.items())
        case _:
            return str(value)


def inert(cell: str) -> str:
    """The cell as text: no spreadsheet computes it, and no sign turns or hides another."""
    shown = _UNSEEN.sub(lambda met: visible(met[0]), cell)
    return f"'{shown}" if cell.startswith(FORMULA) else shown
