"""Columns that are filled only where their value changes, as a sheet with merged cells comes out.

Which table or coup the rows below speak of is a guess: an empty cell may also be empty by nature.
So such a column is not used, and what needs it cannot be verified.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.language.core import Vocabulary
from auditor.log.suspects import ScopeColumns
from auditor.log.table import Table

FEW = 20
"""Rows, at least, before a column can be seen to be filled only where its value changes."""

SHARE = 2
"""Of so many rows one, at most, fills such a column."""


def merged_in(table: Table, vocabulary: Vocabulary) -> frozenset[str]:
    """The columns of scopes that are so in a table of which each row is one event."""
    rows = [cells for _, cells in table.rows]
    return frozenset(
        name
        for at, name in enumerate(table.header)
        if name in ScopeColumns(vocabulary).all and _is_merged([row[at].strip() for row in rows])
    )


def _is_merged(cells: Sequence[str]) -> bool:
    filled = [at for at, cell in enumerate(cells) if cell]
    if len(cells) < FEW or not filled or len(filled) * SHARE > len(cells):
        return False
    return not any(cells[at] == cells[at - 1] for at in filled if at)
