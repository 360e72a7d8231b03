"""Findings one a row, and the row ledger beside them, for a spreadsheet that must show them and
never compute them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from auditor.report.labels import KEYS, row_name
from auditor.report.model import Finding, Input, Language, Report, SetAside

COLUMNS = (
    "id",
    "class",
    "severity",
    "rule",
    "provisions",
    "message",
    "expected",
    "found",
    "file",
    "sheet",
    "row",
    "line",
    "rows",
    "time",
    *KEYS,
    "others",
)
LEDGER = ("file", "sheet", "sha256", "rows_read", "rows_evaluated", "rows_set_aside", "notes")
SET_ASIDE = ("file", "sheet", "row", "line", "column", "value", "reason")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_bytes(report: Report, language: Language | None = None) -> bytes:
    """UTF-8 with a byte order mark; `;` between cells in French and `,` in English, as Excel wants.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    language = language or report.run.language
    return _written(COLUMNS, (cells(own, language) for own in report.findings), language)


def ledger_csv(report: Report, language: Language | None = None) -> bytes:
    """One file or sheet a row: rows read, evaluated and set aside, and what is to be said of it."""
    language = language or report.run.language
    return _written(LEDGER, (ledger_cells(own, language) for own in report.inputs), language)


def set_aside_csv(report: Report, language: Language | None = None) -> bytes:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    language = language or report.run.language
    return _written(SET_ASIDE, map(set_aside_cells, report.set_aside), language)


def _written(
    header: Iterable[str], rows: Iterable[Iterable[str | int]], language: Language
) -> bytes:
    out = StringIO()
    writer = csv.writer(out, delimiter=";" if language == "fr" else ",")
    writer.writerow(header)
    for row in rows:
        writer.writerow([inert(str(cell)) for cell in row])
    return out.getvalue().encode("utf-8-sig", errors="backslashreplace")


def inert(cell: str) -> str:
    """The cell as text: no spreadsheet computes it."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def cells(finding: Finding, language: Language) -> tuple[str, ...]:
    """One finding; the cells are as they are, formulas among them."""
    return tuple(_cells(finding, language))


def ledger_cells(own: Input, language: Language) -> tuple[str | int, ...]:
    """One file or sheet."""
    notes = " ".join(note.said(language) for note in own.notes)
    counts = own.rows_read, own.rows_evaluated, own.rows_set_aside
    return own.file, own.sheet or "", own.sha256, *counts, notes


def set_aside_cells(own: SetAside) -> tuple[str | int, ...]:
    """One row that was set aside."""
    place = own.file, own.sheet or "", own.row, own.line or ""
    return *place, own.column or "", own.value or "", own.reason


def _cells(finding: Finding, language: Language) -> Iterator[str]:
    first = finding.rows[0] if finding.rows else None
    yield finding.id
    yield finding.class_
    yield finding.severity
    yield finding.rule
    yield " ".join(finding.provisions)
    yield finding.message.said(language)
    yield finding.expected or ""
    yield finding.found or ""
    yield first.file if first else ""
    yield (first.sheet or "") if first else ""
    yield str(first.row) if first else ""
    yield str(first.line) if first and first.line else ""
    yield " ".join(map(row_name, finding.rows))
    yield finding.time or ""
    for key in KEYS:
        value = getattr(finding.subject, key)
        yield "" if value is None else str(value)
    yield " ".join(f"{name}={value}" for name, value in finding.subject.others.items())
