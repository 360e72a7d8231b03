"""The columns of plain tables: cells typed as the vocabulary declares, each text once.

Rows that cannot be read as they stand are read cell by cell; a log of which the cells mislead is
left to the other reader altogether.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, declared, in_order_of_names
from auditor.log.convert.card_names import may_be_points
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.log_rows import LogRows
from auditor.log.store.plain_table import PlainTable
from auditor.log.store.typed_rows import TypedRows
from auditor.log.table import Table
from auditor.types import CARD


def read_plain_columns(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The columns of plain tables in the order of time, and their intake; `whole` and `part` are as
    in `assemble`.  Raises NeedsSlowPath, and SortedError.
    """
    every: list[PlainTable] = []
    size = 0
    for table in in_order_of_names(tables):
        own = PlainTable(table=table, vocabulary=vocabulary, start=size, rows=table.body)
        every.append(own)
        size = every[-1].stop
    typed = TypedRows(vocabulary, size)
    if not all(plain.rows.ascends for plain in every):
        raise NeedsSlowPath
    for plain in every:
        _read(plain, typed)
    if may_be_points([str(card) for card in typed.lexicons.of(CARD).values]):
        raise NeedsSlowPath  # what is meant is asked where cells are read one by one
    log = LogRows(every, typed, vocabulary, declared(recorded, vocabulary))
    found = log.read(whole=whole, part=part)
    for plain in every:
        plain.rows.let_go()
    return found


def _read(table: PlainTable, typed: TypedRows) -> None:
    """Types the rows of a table; those that cannot be read are read cell by cell."""
    flawed = np.array(typed.read(table), np.int64)
    if len(flawed) and not table.is_event_a_row:
        numbers = table.numbers(np.arange(table.size))
        flawed = np.flatnonzero(np.isin(numbers, numbers[flawed]))
        typed.kind[table.start + flawed] = -1
    some = [own for own in table.rows.at(flawed.tolist()) if any(own[1])]
    table.set_flawed(some, len(flawed) - len(some))
    table.read_strays = typed.strays
