"""Workbooks: each sheet with a column `event` is a table; no other is passed over in silence."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from auditor.log import spreadsheet_process
from auditor.log.grid import CANONICAL, Grid, Shape
from auditor.log.peculiar import Peculiar, peculiarities
from auditor.log.preflight import Archive, inspect
from auditor.log.sheet import (
    Origin,
    Record,
    Refusal,
    SetAside,
    Table,
    Unreadable,
    column_name,
    filled,
    rows_listed,
)

WAIT = 600

NO_ERROR_CELLS = (
    "In this format cells that hold an error (#N/A) read as empty: save as .xlsx to have them seen."
)
NOT_STORED = (
    "The formula has no stored value: open the file in a spreadsheet program and save it again."
)


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    hidden: bool
    merged: int
    records: Sequence[Record]


def read_workbook(
    data: bytes, file: str, sha256: str, shape: Shape = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """Old `.xls` files are no archives and have no parts to look at beforehand."""
    archive = inspect(data) if data.startswith(b"PK") else Archive("xls", False, frozenset())
    odd = peculiarities(data, archive.peculiar) if archive.kind == "xlsx" else {}
    sheets = read_sheets(data)
    logs = chosen(sheets, shape)
    tables: list[Table] = []
    refusals: list[Refusal] = []
    for sheet in logs:
        try:
            origin = Origin(file, sheet.name, sha256, None)
            tables.append(to_table(sheet, origin, odd.get(sheet.name, Peculiar()), shape))
        except Unreadable as why:
            refusals.append(why.refusal(file, sheet.name))
    if tables:
        notes = (*tables[0].notes, *about_file(archive), *about_others(sheets, logs))
        tables[0] = replace(tables[0], notes=notes)
    return tables, refusals


def read_sheets(data: bytes) -> list[Sheet]:
    """What the spreadsheet library finds, in a process that a hostile file can only end."""
    program = spreadsheet_process.__file__
    try:
        done = subprocess.run(  # noqa: S603 - our own file, by our own interpreter
            [sys.executable, "-P", program],
            input=data, capture_output=True, timeout=WAIT, check=False,
        )  # fmt: skip
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        says = "It asks for more memory or time than a log can need: export the log as CSV."
        raise Unreadable(says) from None
    if "failed" in answer:
        raise Unreadable(why_failed(answer["failed"]))
    return [
        Sheet(
            sheet["name"], sheet["hidden"], len(sheet["merged"]), list(enumerate(sheet["rows"], 1))
        )
        for sheet in answer["sheets"]
    ]


def why_failed(error: str) -> str:
    match error:
        case "PasswordError":
            return "It is protected by a password: save it without one."
        case "MemoryError":
            return "It asks for more memory than a log can need: export the log as CSV."
        case _:
            return "It is no workbook, or a damaged or protected one: open it and save it as .xlsx."


def without_log(sheets: Sequence[Sheet]) -> Unreadable:
    found = [
        f"`{sheet.name}`: " + ", ".join(f"`{column_name(cell)[:40]}`" for cell in first[:8] if cell)
        for sheet in sheets
        if (first := first_row(sheet))
    ]
    if not found:
        return Unreadable("All its sheets are empty; a log has a header row and rows of events.")
    says = "No sheet has a column `event`: the header names `time`, `event`, `amount`, …"
    return Unreadable(f"{says} Found in {'; in '.join(found[:4])}.")


def first_row(sheet: Sheet) -> Sequence[str]:
    at = next(filled(sheet.records), None)
    return () if at is None else sheet.records[at][1]


def chosen(sheets: Sequence[Sheet], shape: Shape) -> list[Sheet]:
    """The sheets that are logs: those named beforehand, else those that have a header."""
    if shape.sheets is None:
        logs = [sheet for sheet in sheets if shape.header_at(sheet.records) is not None]
        if not logs:
            raise without_log(sheets)
        return logs
    there = [sheet.name for sheet in sheets]
    for name in shape.sheets:
        if name not in there:
            held = ", ".join(f"`{own}`" for own in there[:8])
            raise Unreadable(f"It has no sheet `{name}`; it has {held}.")
    return [sheet for sheet in sheets if sheet.name in shape.sheets]


def to_table(sheet: Sheet, origin: Origin, odd: Peculiar, shape: Shape) -> Table:
    records = with_errors(sheet.records, odd)
    flaws: dict[int, SetAside] = {}
    for (row, column), formula in sorted(odd.unstored.items()):
        if name := heading(sheet, column, shape):
            flaws.setdefault(row, SetAside(row, name, formula, NOT_STORED))
    return shape.to_table(Grid(origin, records, flaws, tuple(about_sheet(sheet, odd))))


def with_errors(records: Sequence[Record], odd: Peculiar) -> Sequence[Record]:
    if not odd.errors:
        return records
    grid = {row: list(cells) for row, cells in records}
    for (row, column), error in odd.errors.items():
        cells = grid.setdefault(row, [])
        cells.extend([""] * (column - len(cells)))
        cells[column - 1] = error
    return sorted(grid.items())


def heading(sheet: Sheet, column: int, shape: Shape) -> str | None:
    at = shape.header_at(sheet.records)
    cells = () if at is None else sheet.records[at][1]
    return column_name(cells[column - 1]) or None if column <= len(cells) else None


def about_sheet(sheet: Sheet, odd: Peculiar) -> list[str]:
    notes = []
    if sheet.hidden:
        notes.append("The sheet is hidden; it is read all the same.")
    if odd.hidden_rows:
        notes.append(f"Hidden, and read all the same: {rows_listed(odd.hidden_rows)}.")
    if odd.hidden_columns:
        notes.append("Some columns are hidden; they are read all the same.")
    if odd.errors:
        rows = sorted({row for row, _ in odd.errors})
        notes.append(f"Cells hold an error of the spreadsheet in {rows_listed(rows)}.")
    if odd.unstored:
        rows = sorted({row for row, _ in odd.unstored})
        notes.append(f"Formulas have no stored value in {rows_listed(rows)}.")
    if sheet.merged:
        notes.append("Some cells are merged; only the first of them has the value.")
    return notes


def about_file(archive: Archive) -> list[str]:
    notes = [] if archive.kind == "xlsx" else [NO_ERROR_CELLS]
    return [*notes, "The file holds macros; none is run."] if archive.macros else notes


def about_others(sheets: Sequence[Sheet], logs: Sequence[Sheet]) -> list[str]:
    return [
        f"Not read: sheet `{sheet.name}`, which "
        + ("has no column `event`." if first_row(sheet) else "is empty.")
        for sheet in sheets
        if sheet not in logs
    ]
