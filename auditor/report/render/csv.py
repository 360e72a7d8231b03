"""Findings one a row, and the row ledger beside them, for a spreadsheet that must show them and
never compute them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import StringIO

from auditor.report.dialects import BY_LANGUAGE, Dialect
from auditor.report.labels import KEYS, row_name
from auditor.report.model import Finding, Input, Language, Report, SetAside
from auditor.report.sections.coup_table import lacking
from auditor.report.tables import (
    Cell,
    amount,
    amounts,
    evidence_cells,
    evidence_columns,
    moment_of,
    place,
)
from auditor.report.typography import visible

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
    "wrong_rows",
    "wrong_events",
    "lacking_events",
    "time",
    *KEYS,
    "others",
)
EVIDENCE = ("id", "rule", "file", "sheet", "row", "line")
MONEY = ("id", "rule", "provisions", "event", "due", "done", "difference", *KEYS)
LEDGER = ("file", "sheet", "sha256", "rows_read", "rows_evaluated", "rows_set_aside", "notes")
SET_ASIDE = ("file", "sheet", "row", "line", "column", "value", "reason")
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_bytes(
    report: Report, language: Language | None = None, dialect: Dialect | None = None
) -> bytes:
    """UTF-8 with a byte order mark; `;` between cells in French and `,` in English, as Excel wants,
    where no dialect is asked for.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    language = language or report.run.language
    dialect = dialect or BY_LANGUAGE[language]
    rows = (_typed(own, language, dialect) for own in report.findings)
    return _written(COLUMNS, rows, dialect)


def evidence_csv(
    report: Report, language: Language | None = None, dialect: Dialect | None = None
) -> bytes:
    """The rows that findings rest on, a finding after the other, with the cells of the file."""
    names = evidence_columns(report)
    rows = (
        (own.id, own.rule, *place(row), row.line or "", *evidence_cells(row, names))
        for own in report.findings
        for row in own.evidence
    )
    language = language or report.run.language
    return _written((*EVIDENCE, *names, "others"), rows, dialect or BY_LANGUAGE[language])


def money_csv(
    report: Report, language: Language | None = None, dialect: Dialect | None = None
) -> bytes:
    """Money due and moved, for each finding whose rule says it."""
    rows = (
        (
            *(own.id, own.rule, " ".join(own.provisions)),
            " ".join((*sums.events, *(f"-{kind}" for kind in sums.less))),
            *amounts(sums),
            *(_key(own, key) for key in KEYS),
        )
        for own in report.findings
        for sums in own.money
    )
    return _written(MONEY, rows, dialect or BY_LANGUAGE[language or report.run.language])


def ledger_csv(
    report: Report, language: Language | None = None, dialect: Dialect | None = None
) -> bytes:
    """One file or sheet a row: rows read, evaluated and set aside, and what is to be said of it."""
    language = language or report.run.language
    rows = (ledger_cells(own, language) for own in report.inputs)
    return _written(LEDGER, rows, dialect or BY_LANGUAGE[language])


def set_aside_csv(
    report: Report, language: Language | None = None, dialect: Dialect | None = None
) -> bytes:
    """The rows that were not evaluated, each with its column, its raw value and the reason."""
    language = language or report.run.language
    rows = map(set_aside_cells, report.set_aside)
    return _written(SET_ASIDE, rows, dialect or BY_LANGUAGE[language])


def _written(header: Iterable[str], rows: Iterable[Iterable[Cell]], dialect: Dialect) -> bytes:
    out = StringIO()
    writer = csv.writer(out, delimiter=dialect.delimiter)
    writer.writerow(map(inert, header))
    for row in rows:
        writer.writerow(
            [inert(cell) if isinstance(cell, str) else dialect.text_of(cell) for cell in row]
        )
    encoding = "utf-8-sig" if dialect.mark else "utf-8"
    return out.getvalue().encode(encoding, errors="backslashreplace")


def inert(cell: str) -> str:
    """The cell as text: no spreadsheet computes it, and no sign turns or hides another."""
    shown = _UNSEEN.sub(lambda met: visible(met[0]), cell)
    return f"'{shown}" if cell.startswith(FORMULA) else shown


def ledger_cells(own: Input, language: Language) -> tuple[str | int, ...]:
    """One file or sheet."""
    notes = " ".join(note.in_language(language) for note in own.notes)
    counts = own.rows_read, own.rows_evaluated, own.rows_set_aside
    return own.file, own.sheet or "", own.sha256, *counts, notes


def set_aside_cells(own: SetAside) -> tuple[str | int, ...]:
    """One row that was set aside."""
    place = own.file, own.sheet or "", own.row, own.line or ""
    return *place, own.column or "", own.value or "", own.reason


def _typed(finding: Finding, language: Language, dialect: Dialect) -> Iterator[Cell]:
    """The cells of a finding, numbers and its time as such where the dialect writes them otherwise.

    A number with a sign in front stays text.
    """
    first = finding.rows[0] if finding.rows else None
    yield finding.id
    yield finding.class_
    yield finding.severity
    yield finding.rule
    yield " ".join(finding.provisions)
    yield finding.message.in_language(language)
    yield _amount(finding.expected)
    yield _amount(finding.found)
    yield first.file if first else ""
    yield (first.sheet or "") if first else ""
    yield str(first.row) if first else ""
    yield str(first.line) if first and first.line else ""
    yield " ".join(map(row_name, finding.rows))
    yield " ".join(map(row_name, finding.decisive))
    yield " ".join(own.event or "" for own in finding.decisive)
    yield " ".join(lacking(finding))
    yield moment_of(finding.time) if dialect.moments else finding.time or ""
    for key in KEYS:
        yield _key(finding, key)
    yield " ".join(f"{name}={value}" for name, value in finding.subject.others.items())


def _key(finding: Finding, key: str) -> str:
    value = getattr(finding.subject, key)
    return "" if value is None else str(value)


def _amount(text: str | None) -> Cell:
    """A number, but a signed one as text: here it may be the log's own, and begin a formula."""
    own = amount(text)
    return text or "" if isinstance(own, Decimal) and own.is_signed() else own
