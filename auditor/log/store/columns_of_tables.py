"""From tables to columns: cells typed as the vocabulary declares, each text once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import SheetRows
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.log_rows import LogRows
from auditor.log.store.plain_table import TableRows
from auditor.log.store.typed_rows import TypedRows
from auditor.log.table import Table, by_number


@dataclass(frozen=True, slots=True)
class Everything:
    """Declares every kind of event as recorded."""


def read_columns(
    tables: Iterable[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The events of some tables in the order of time, and the intake of their rows; no table is
    reordered in itself.

    `recorded` are the kinds of event whose absence means that they did not happen.  Of tables that
    are not `whole` nobody looks for rows that are missing or out of place; of those that are `part`
    of a log, not for what only all of them tell.  Raises SortedError.
    """
    ordered = sorted(tables, key=lambda own: (by_number(own.file), own.sheet or ""))
    known = frozenset(vocabulary.kinds if isinstance(recorded, Everything) else recorded)
    every: list[TableRows] = []
    size = 0
    for table in ordered:
        every.append(TableRows(table, vocabulary, size, _ascending(table.body)))
        size = every[-1].stop
    typed = TypedRows(vocabulary, size)
    for own in every:
        _type(own, typed)
    found = LogRows(every, typed, vocabulary, known).read(whole=whole, part=part)
    for own in every:
        own.rows.let_go()
    return found


def _ascending(rows: SheetRows) -> SheetRows:
    """Rows in the order of their numbers."""
    if rows.ascends:
        return rows
    held = rows.held()
    return held.some(np.argsort(held.numbers, kind="stable"))


def _type(table: TableRows, typed: TypedRows) -> None:
    """Types the rows of a table; those that cannot be read are read cell by cell."""
    flawed = np.array(typed.read(table), np.int64)
    if len(flawed) and not table.is_event_a_row:
        numbers = table.numbers(np.arange(table.size))
        flawed = np.flatnonzero(np.isin(numbers, numbers[flawed]))
        typed.kind[table.start + flawed] = -1
    some = [own for own in table.rows.at(flawed.tolist()) if any(own[1])]
    table.set_flawed(some, len(flawed) - len(some))
    table.strays = typed.strays
