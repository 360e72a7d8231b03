"""Findings one a row, for a spreadsheet that must show them and never compute them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from auditor.report.model import Finding, Language, Report
from auditor.report.place import KEYS, row_name

COLUMNS = (
    "id",
    "severity",
    "rule",
    "provisions",
    "message",
    "expected",
    "found",
    "file",
    "sheet",
    "row",
    "rows",
    "time",
    *KEYS,
    "others",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_bytes(report: Report, language: Language | None = None) -> bytes:
    """UTF-8 with a byte order mark; `;` between cells in French and `,` in English, as Excel wants.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    language = language or report.run.language
    out = StringIO()
    writer = csv.writer(out, delimiter=";" if language == "fr" else ",")
    writer.writerow(COLUMNS)
    for finding in report.findings:
        writer.writerow([inert(cell) for cell in _cells(finding, language)])
    return out.getvalue().encode("utf-8-sig", errors="backslashreplace")


def inert(cell: str) -> str:
    """The cell as text: no spreadsheet computes it."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _cells(finding: Finding, language: Language) -> Iterator[str]:
    first = finding.rows[0] if finding.rows else None
    yield finding.id
    yield finding.severity
    yield finding.rule
    yield " ".join(finding.provisions)
    yield finding.message.said(language)
    yield finding.expected or ""
    yield finding.found or ""
    yield first.file if first else ""
    yield (first.sheet or "") if first else ""
    yield str(first.row) if first else ""
    yield " ".join(map(row_name, finding.rows))
    yield finding.time or ""
    for key in KEYS:
        value = getattr(finding.subject, key)
        yield "" if value is None else str(value)
    yield " ".join(f"{name}={value}" for name, value in finding.subject.others.items())
