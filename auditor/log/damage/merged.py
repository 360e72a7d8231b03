"""Columns of scopes that are not used: those that are filled only where their value changes, as a
sheet with merged cells comes out, and those of which cells stand a few rows off.

Which table or coup a row speaks of would be a guess: an empty cell may be empty by nature as well.
What needs such a column cannot be verified.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.language.core import Vocabulary
from auditor.log.damage.slid_numbers import numbers_slid
from auditor.log.damage.slides import scopes_slid
from auditor.log.damage.suspects import scope_columns
from auditor.log.table import Table
from auditor.messages.message import Message, message

FEW = 20
"""Rows, at least, before a column can be seen to be filled only where its value changes."""

SHARE = 2
"""Rows for each that fills such a column, at least."""


def without(table: Table, vocabulary: Vocabulary) -> tuple[frozenset[str], list[Message]]:
    """The columns of scopes that are not used, and what is to be said of it: those of merged
    cells, and those of which cells stand in other rows than their own.
    """
    merged = merged_in(table, vocabulary)
    slid = {own.column for own in scopes_slid(table, vocabulary) if own.column not in merged}
    if not merged and (numbers := numbers_slid(table, vocabulary)) is not None:
        slid.add(numbers)
    notes = [message("note.merged.scope", column=name) for name in sorted(merged)]
    notes += [message("note.slid.scope", column=name) for name in sorted(slid)]
    return merged.union(slid), notes


def merged_in(table: Table, vocabulary: Vocabulary) -> frozenset[str]:
    """The columns of scopes that are so in a table of which each row is one event."""
    rows, scopes = [cells for _, cells in table.rows], scope_columns(vocabulary).all
    return frozenset(
        name
        for at, name in enumerate(table.header)
        if name in scopes and _is_merged([row[at].strip() for row in rows])
    )


def _is_merged(cells: Sequence[str]) -> bool:
    filled = [at for at, cell in enumerate(cells) if cell]
    if len(cells) < FEW or not filled or len(filled) * SHARE > len(cells):
        return False
    return not any(cells[at] == cells[at - 1] for at in filled if at)
