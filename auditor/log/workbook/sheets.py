"""Workbooks, read in a sandbox: each sheet with a header is a table; no other is passed over in
silence.
"""

from __future__ import annotations

import io
import struct
import zipfile
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from auditor.log.cell import AT_ONCE, RowCoder, canonical_text
from auditor.log.files.limits import (
    Answer,
    ReadLimits,
    Request,
    TooLargeError,
    run_sandboxed,
)
from auditor.log.row_columns import CANONICAL, Grid, ReadOptions
from auditor.log.table import (
    Origin,
    Refusal,
    Table,
    UnfitRow,
    Unreadable,
    column_name,
    filled,
    is_called,
    rows_listed,
)
from auditor.log.workbook.archive import Archive, open_archive
from auditor.log.workbook.book_sheet import BookSheet
from auditor.log.workbook.inspect_binary import inspect_xls, inspect_xlsb
from auditor.log.workbook.inspect_xml import damaged, inspect_ods, inspect_xlsx
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    from python_calamine import CalamineSheet


Cell = int | float | str | bool | time | date | datetime | timedelta

INSPECTORS = {"xlsx": inspect_xlsx, "xlsb": inspect_xlsb, "ods": inspect_ods}


def text_of(cell: Cell) -> str:
    """The canonical text of a cell.  A spreadsheet keeps times and durations as floats, of which
    whatever is finer than a millisecond comes from the float and not from the log.
    """
    match cell:
        case datetime():
            rounded = cell + timedelta(microseconds=500)
            return canonical_text(rounded - timedelta(microseconds=rounded.microsecond % 1000))
        case timedelta():
            return canonical_text(timedelta(milliseconds=round(cell / timedelta(milliseconds=1))))
        case _:
            return canonical_text(cell)


# ---- a workbook ---------------------------------------------------------------------------------
def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """All the sheets of a workbook of the `kind` requested; those in `parts` are inspected."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415 - only the sandbox needs it

    inspected, notes = inspect(request["kind"], frozenset(request["parts"]), data, limits)
    held = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets: list[Answer] = []
    others: list[str] = []
    for at, meta in enumerate(held.sheets_metadata):
        if meta.typ != SheetTypeEnum.WorkSheet:
            others.append(meta.name)
            continue
        own = inspected.get(meta.name, BookSheet())
        own.name, own.hidden = meta.name, meta.visible != SheetVisibleEnum.Visible
        fill(own, held.get_sheet_by_index(at), limits.text_length)
        sheets.append(own.as_json())
    return {"sheets": sheets, "others": others, "notes": [own.to_json() for own in notes]}


def inspect(
    kind: str, parts: frozenset[str], data: bytes, limits: ReadLimits
) -> tuple[dict[str, BookSheet], list[Message]]:
    """The sheets with what is odd about them, and notes.  Raises Unreadable."""
    try:
        if kind == "xls":
            return inspect_xls(data, limits)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return INSPECTORS[kind](archive, parts, limits), []
    except (struct.error, LookupError, ValueError):
        raise damaged() from None


def fill(sheet: BookSheet, held: CalamineSheet, most_text: int) -> None:
    """Adds the rows that hold something, each with its number, and counts merged cells."""
    down, along = held.start or (0, 0)
    coder = RowCoder(text_of)
    rows = held.iter_rows()
    while block := list(islice(rows, AT_ONCE)):
        coder.add(down + len(coder.numbers) + 1, block)
    coder.drop_blank()
    if coder.is_longer(most_text):
        raise TooLargeError
    sheet.coded, sheet.merged = coder.answer(along), len(held.merged_cell_ranges or ())


# ---- outside the sandbox ------------------------------------------------------------------------
def read_workbook(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of the sheets that the library finds, in a sandbox that a hostile file can only
    end.
    """
    # Old `.xls` files are no archives and have no parts to check beforehand.
    is_archive, limits = data.startswith(b"PK"), options.limits
    archive = open_archive(data, limits) if is_archive else Archive("xls", unpacked=len(data))
    answer = run_sandboxed(
        "workbook.sheets",
        {"kind": archive.kind, "parts": sorted(archive.suspect)},
        data,
        memory=4 * archive.unpacked + 128 * archive.cells,
        seconds=archive.unpacked >> 20,
        limits=limits,
    )
    answer["notes"] += [message("note.macros").to_json()] if archive.macros else []
    return book_tables(answer, Origin(file, None, sha256, None), options)


def tables_of_sandbox(
    reader: str, granted: Mapping[str, int], data: bytes, origin: Origin, options: ReadOptions
) -> tuple[list[Table], list[Refusal]]:
    """The tables that a module finds in a sandbox with so much memory and time."""
    request = {"encoding": options.encoding, "named": options.sheets or ()}
    answer = run_sandboxed(reader, request, data, **granted, limits=options.limits)
    return book_tables(answer, origin, options)


def book_tables(
    answer: Answer, origin: Origin, options: ReadOptions
) -> tuple[list[Table], list[Refusal]]:
    """The tables of sheets that are logs; a nameless sheet is alone.  Raises Unreadable."""
    sheets = [BookSheet.of_answer(own) for own in answer["sheets"]]
    logs = chosen(sheets, options)
    tables: list[Table] = []
    refusals: list[Refusal] = []
    for sheet in logs:
        try:
            tables.append(to_table(sheet, origin._replace(sheet=sheet.name or None), options))
        except Unreadable as why:
            if sheet.is_file:
                raise sheet.wrong(why, origin.file) from None
            refusals.append(why.refusal(origin.file, sheet.name or None))
    if tables:
        notes = [*tables[0].notes, *map(Message.from_json, answer["notes"])]
        for sheet in sheets:
            if sheet not in logs:
                code = "note.sheet_no_event" if first_row(sheet) else "note.sheet_empty"
                notes.append(message(code, name=sheet.name))
        notes += [message("note.chart", name=name) for name in answer.get("others", ())]
        tables[0] = replace(tables[0], notes=tuple(notes))
    return tables, refusals


# ---- which sheets -------------------------------------------------------------------------------
def chosen(sheets: Sequence[BookSheet], options: ReadOptions) -> list[BookSheet]:
    """The sheets that are logs: those named beforehand, else those that have a header."""
    if any(sheet.is_file for sheet in sheets):
        return [*sheets]
    if options.sheets is None:
        logs = [sheet for sheet in sheets if options.header_at(sheet.records) is not None]
        if not logs:
            raise without_log(sheets, options)
        return logs
    there = [sheet.name for sheet in sheets]
    lacks = [own for own in options.sheets if not any(is_called(name, own) for name in there)]
    if lacks and (options.every_sheet or len(lacks) == len(options.sheets)):
        held = tuple(f"`{own}`" for own in there[:8]) or message("sheet.none")
        raise Unreadable(message("sheet.missing", name=lacks[0], held=held))
    return [own for own in sheets if any(is_called(own.name, name) for name in options.sheets)]


def without_log(sheets: Sequence[BookSheet], options: ReadOptions) -> Unreadable:
    found = [
        f"`{sheet.name}`: " + ", ".join(f"`{column_name(cell)[:40]}`" for cell in first[:8] if cell)
        for sheet in sheets
        if (first := first_row(sheet))
    ]
    if not found:
        return Unreadable(message("sheet.all_empty"))
    code = "sheet.no_mapped_columns" if options.mapped else "sheet.no_event"
    return Unreadable(message(code, found="; ".join(found[:4])))


def first_row(sheet: BookSheet) -> Sequence[str]:
    at = next(filled(sheet.records), None)
    return () if at is None else sheet.records[at][1]


# ---- one sheet ----------------------------------------------------------------------------------
def to_table(sheet: BookSheet, origin: Origin, options: ReadOptions) -> Table:
    at = options.header_at(sheet.records)
    header = () if at is None else sheet.records[at][1]
    names = {place: column_name(cell) for place, cell in enumerate(header, start=1)}
    flaws = {
        row: UnfitRow(row, None, text, Message.from_json(says)) for row, text, says in sheet.flaws
    }
    for (row, column), formula in sorted(sheet.unstored.items()):
        if name := names.get(column):
            flaws.setdefault(row, UnfitRow(row, name, formula, message("row.no_stored_value")))
    return options.to_table(Grid(origin, sheet.records, flaws, tuple(about_sheet(sheet))))


def about_sheet(sheet: BookSheet) -> Iterator[Message]:
    """Notes of what is odd about a sheet, with the rows where it is so of some."""
    yield from map(Message.from_json, sheet.notes)
    rows_of: dict[str, bool | Collection[int]] = {
        "note.sheet_hidden": sheet.hidden,
        "note.rows_hidden": hidden_rows(sheet),
        "note.columns_hidden": sheet.hidden_columns,
        "note.error_cells": {row for row, _ in sheet.errors},
        "note.no_stored_value": {row for row, _ in sheet.unstored},
        "note.blank_formulas": {*sheet.blank},
        "note.merged": sheet.merged > 0,
    }
    for code, rows in rows_of.items():
        if rows:
            yield message(code) if rows is True else message(code, rows=rows_listed(sorted(rows)))


def hidden_rows(sheet: BookSheet) -> list[int]:
    """The hidden rows that hold something."""
    if not sheet.hidden_rows:
        return []
    stretches = sorted(map(tuple, sheet.hidden_rows))
    begins = [first for first, _ in stretches]
    return [
        row
        for row, _ in sheet.records
        if (at := bisect_right(begins, row)) and row <= stretches[at - 1][1]
    ]
