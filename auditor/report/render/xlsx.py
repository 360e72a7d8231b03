"""The report as a workbook: findings, row ledger, rows set aside, and what the logs are fit for."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.report.fitness import fitness_lines
from auditor.report.model import Language, Report
from auditor.report.render.csv import (
    COLUMNS,
    LEDGER,
    SET_ASIDE,
    cells,
    ledger_cells,
    set_aside_cells,
)
from auditor.report.render.plain_workbook import Cell, Sheet, workbook
from auditor.report.statement import conclusion, reservations
from auditor.report.words import Words


def xlsx_bytes(report: Report, language: Language | None = None) -> bytes:
    """One sheet for each; the same bytes for the same report."""
    words = Words(language or report.run.language)
    own = words.language
    return workbook(
        [
            Sheet(words("fitness"), (words("fitness"), ""), _statement(report, words)),
            Sheet(words("findings"), COLUMNS, (cells(f, own) for f in report.findings)),
            Sheet(words("ledger"), LEDGER, _ledger(report, words)),
            Sheet(words("set_aside"), SET_ASIDE, map(set_aside_cells, report.set_aside)),
        ]
    )


def _statement(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    for line in fitness_lines(report.fitness, words):
        yield line.label, line.says
        for case in line.cases:
            yield "", case
    yield words("conclusion"), conclusion(report.summary, words)
    for said in reservations(report.summary, words):
        yield "", said


def _ledger(report: Report, words: Words) -> Iterator[tuple[Cell, ...]]:
    yield from (ledger_cells(own, words.language) for own in report.inputs)
    inputs = report.inputs
    read, evaluated = sum(i.rows_read for i in inputs), sum(i.rows_evaluated for i in inputs)
    yield words("total"), "", "", read, evaluated, report.summary.set_aside, ""
