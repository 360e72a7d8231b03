"""An evening as a French casino hands it over: a workbook with a sheet for each table, and a
CSV file of Windows for the last one.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO, StringIO
from pathlib import Path

import xlsxwriter  # type: ignore[import-untyped]  # it ships no types

from auditor.findings.assembly import log_names
from auditor.report.labels import Words
from auditor.request import ruleset
from tests.tables import table

Row = dict[str, str]
SAID = dict(table(__file__, "Headers"))
"""Headers, where they are not those of the vocabulary's labels."""


def exported(log: Path, game: str, sheets: Sequence[str]) -> tuple[bytes, bytes]:
    """A canonical log as the workbook of these tables, and as the CSV file of the others."""
    with log.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    filled = [name for name in rows[0] if any(row[name] for row in rows) and name != "game"]
    words = Words("fr", log_names([ruleset(game)]))
    said = [[_said(row, name, words) for name in filled] for row in rows]
    header = [SAID.get(name) or words.field(name).capitalize() for name in filled]
    at = filled.index("table")
    parts = {name: [own for own in said if own[at] == name] for name in sheets}
    return _workbook(header, parts), _csv(header, [own for own in said if own[at] not in sheets])


def _said(row: Row, name: str, words: Words) -> str:
    text = row[name]
    if name == "event":
        return words.event(text).capitalize()
    if name == "time":
        return datetime.fromisoformat(text).strftime("%d/%m/%Y %H:%M:%S")
    if text.replace(".", "", 1).isdigit() and "." in text:
        return text.replace(".", ",")
    return words.word(name, text)


def _workbook(header: Sequence[str], parts: dict[str, list[list[str]]]) -> bytes:
    target = BytesIO()
    book = xlsxwriter.Workbook(target, {"in_memory": True})
    for name, rows in parts.items():
        sheet = book.add_worksheet(f"Table {name}")
        sheet.write(0, 0, "Journal de table")
        for number, row in enumerate([header, *rows, ["TOTAL"]], start=2):
            sheet.write_row(number, 0, row)
    book.close()
    return target.getvalue()


def _csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    target = StringIO()
    csv.writer(target, delimiter=";").writerows([header, *rows])
    return target.getvalue().encode("cp1252", errors="replace")
