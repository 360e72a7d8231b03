"""Findings as a DataFrame, one a row, for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.labels import KEYS, row_name
from auditor.report.model import Finding, Language, Report
from auditor.report.render.csv import COLUMNS
from auditor.report.sections.coup_table import lacking

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(report: Report, language: Language | None = None) -> DataFrame:
    """`provisions`, rows and events are tuples, `others` is a dict, `row` that of the first row."""
    from pandas import DataFrame  # noqa: PLC0415 - slow to import

    language = language or report.run.language
    rows = [_row(finding, language) for finding in report.findings]
    return DataFrame(rows, columns=list(COLUMNS), dtype=object)


def _row(finding: Finding, language: Language) -> dict[str, object]:
    first = finding.rows[0] if finding.rows else None
    return {
        "id": finding.id,
        "class": finding.class_,
        "severity": finding.severity,
        "rule": finding.rule,
        "provisions": finding.provisions,
        "message": finding.message.in_language(language),
        "expected": finding.expected,
        "found": finding.found,
        "file": first.file if first else None,
        "sheet": first.sheet if first else None,
        "row": first.row if first else None,
        "line": first.line if first else None,
        "rows": tuple(map(row_name, finding.rows)),
        "wrong_rows": tuple(map(row_name, finding.decisive)),
        "wrong_events": tuple(own.event for own in finding.decisive),
        "lacking_events": lacking(finding),
        "time": finding.time,
        **{key: getattr(finding.subject, key) for key in KEYS},
        "others": dict(finding.subject.others),
    }
