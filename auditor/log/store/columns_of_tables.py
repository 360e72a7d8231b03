"""From tables to columns.

Tables of many rows are typed column by column; all others event by event, as for the reference.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, read_by_cells
from auditor.log.coded import Sheet
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.store.columns import Columns, Intake
from auditor.log.table import Table

WORTHWHILE = 5000
"""Rows of a log below which there is nothing to gain from typing them column by column."""


def read_columns(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The events of some tables in the order of time, and the intake of their rows.

    `recorded` are the kinds of event whose absence means that they did not happen; `whole` and
    `part` are as in `assemble`.  Raises SortedError.
    """
    in_columns = any(not isinstance(table.rows, Sheet) for table in tables)
    if in_columns or sum(len(table.rows) for table in tables) >= WORTHWHILE:
        from auditor.log.store.load_fast import read_plain_columns  # noqa: PLC0415 - not for small

        with suppress(NeedsSlowPath):
            return read_plain_columns(tables, vocabulary, recorded, whole=whole, part=part)
    return read_by_cells(tables, vocabulary, recorded, whole=whole, part=part)
