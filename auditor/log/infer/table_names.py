"""A sheet, or a file, for each table, whose name is the only one that the table has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import PurePath

from auditor.log.cell import Cell
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.table import Table
from auditor.messages.message import Message, message

TAKEN = message("note.sheet_is_table")
FILE_TAKEN = message("note.file_is_table")
_CODE = re.compile(r"(?!feuil|sheet|tabelle|page|onglet)\D{0,20}\d{1,3}", re.IGNORECASE)
"""`PB1`, `Table 3`: letters and a number, but not as spreadsheet programs number their sheets."""
_IN_FILE = re.compile(
    r"(?<![^\W_])(?:table[ _-]?([a-z]{0,3}\d{1,2})"
    r"|(?!pt|no|nr|ex|wk)([a-z]{2,3}\d{1,2}))(?![^\W_])",
    re.IGNORECASE,
)
"""`Table_B1`, `table 3`, `PB2` in the name of a file."""


def tables_of_sheets(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the sheets with coups of a workbook are called like tables and
    have none.
    """
    found: list[Table] = []
    for _, same in groupby(tables, key=lambda table: table.file):
        own = list(same)
        played = [table for table in own if table.sheet is not None and _has_coups(table)]
        each = len(played) > 1 and all(_is_named(table) for table in played)
        found += [
            _named(table, table.sheet or "", "(sheet)", TAKEN)
            if each and table in played
            else table
            for table in own
        ]
    return found


def tables_of_files(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the files with coups are called by several tables and have none:
    `Table_B1.csv`, `BA2 2026-01-09.csv`.
    """
    played = [own for own in tables if own.sheet is None and _has_coups(own)]
    names = [_named_in(own.file) for own in played]
    if None in names or len(set(names)) < 2 or any(map(_fills_table, played)):
        return [*tables]
    named = {id(own): name for own, name in zip(played, names, strict=True)}
    return [
        _named(own, name, "(file)", FILE_TAKEN) if (name := named.get(id(own))) else own
        for own in tables
    ]


def _named_in(file: str) -> str | None:
    """The table that the name of a file tells; None where it tells none, or several."""
    stem = PurePath(file).name.partition(".")[0]
    found = {own[1] or own[2] for own in _IN_FILE.finditer(stem)}
    return found.pop() if len(found) == 1 else None


def _has_coups(table: Table) -> bool:
    if isinstance(table.rows, ColumnarRows) or "coup" not in table.header:
        return False
    at = table.header.index("coup")
    return any(cells[at] for _, cells in table.rows)


def _is_named(table: Table) -> bool:
    return bool(_CODE.fullmatch((table.sheet or "").strip())) and not _fills_table(table)


def _fills_table(table: Table) -> bool:
    if "table" not in table.header:
        return False
    at = table.header.index("table")
    return any(cells[at] for _, cells in table.rows)


def _named(table: Table, name: str, place: str, note: Message) -> Table:
    cell = Cell(name.strip(), place, name)
    rest = [at for at, name in enumerate(table.header) if name != "table"]
    rows = [(number, (*(cells[at] for at in rest), cell)) for number, cells in table.rows]
    header = (*(table.header[at] for at in rest), "table")
    return replace(table, header=header, rows=rows, notes=(*table.notes, note))
