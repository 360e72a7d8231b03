"""A workbook with a sheet for each table, whose name is the only one that the table has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from auditor.log.cell import Cell
from auditor.log.table import Table
from auditor.messages.message import message

TAKEN = message("note.sheet_is_table")
_CODE = re.compile(r"(?!feuil|sheet|tabelle|page|onglet)\D{0,20}\d{1,3}", re.IGNORECASE)
"""`PB1`, `Table 3`: letters and a number, but not as spreadsheet programs number their sheets."""


def tables_of_sheets(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the sheets with coups of a workbook are called like tables and
    have none.
    """
    found: list[Table] = []
    for _, same in groupby(tables, key=lambda table: table.file):
        own = list(same)
        played = [table for table in own if _has_coups(table)]
        each = len(played) > 1 and all(_is_named(table) for table in played)
        found += [_named(table) if each and table in played else table for table in own]
    return found


def _has_coups(table: Table) -> bool:
    if table.sheet is None or "coup" not in table.header:
        return False
    at = table.header.index("coup")
    return any(cells[at] for _, cells in table.rows)


def _is_named(table: Table) -> bool:
    if not _CODE.fullmatch((table.sheet or "").strip()):
        return False
    if "table" not in table.header:
        return True
    at = table.header.index("table")
    return not any(cells[at] for _, cells in table.rows)


def _named(table: Table) -> Table:
    sheet = table.sheet or ""
    cell = Cell(sheet.strip(), "(sheet)", sheet)
    rest = [at for at, name in enumerate(table.header) if name != "table"]
    rows = [(number, (*(cells[at] for at in rest), cell)) for number, cells in table.rows]
    header = (*(table.header[at] for at in rest), "table")
    return replace(table, header=header, rows=rows, notes=(*table.notes, TAKEN))
