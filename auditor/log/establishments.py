"""The rows of one establishment: a report is about one, and a log may hold several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from auditor.log.csv.columnar import ColumnarRows
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.table import Table
from auditor.messages.message import message

COLUMN = "casino"


def establishments_named(tables: Sequence[Table]) -> tuple[str, ...]:
    """The establishments that the log names, each once."""
    named = {name for table in tables for name in _names(table)}
    return tuple(sorted(named - {""}))


def of_establishment(tables: Sequence[Table], name: str) -> tuple[Table, ...]:
    """The tables without the rows of other establishments, which a note of theirs counts.

    A row that names none stays: it may be of this one.  Raises NeedsSlowPath for rows that are read
    in columns.
    """
    if any(isinstance(table.rows, ColumnarRows) for table in tables):
        raise NeedsSlowPath
    return tuple(_own(table, name) for table in tables)


def _own(table: Table, name: str) -> Table:
    names = _names(table)
    rows = tuple(row for row, named in zip(table.rows, names, strict=True) if named in {name, ""})
    others = len({row[0] for row in table.rows}) - len({row[0] for row in rows})
    if not others:
        return table
    note = message("establishment.others", count=others, name=name)
    return replace(table, rows=rows, notes=(*table.notes, note))


def _names(table: Table) -> list[str]:
    if COLUMN not in table.header:
        return [""] * len(table.rows)
    at = table.header.index(COLUMN)
    return [cells[at].strip() for _, cells in table.rows]
