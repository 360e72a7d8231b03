"""Rows of plain tables whose cell `game` names no game: a damage, and no other game.

The definition is that of `auditor.log.attribution`, for a log of one game: such a row is set aside
and in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.store.plain_table import PlainTable
from auditor.engine.store.vector import Bools
from auditor.log.attribution import may_be_game, stranger
from auditor.log.row_columns import Cells, ColumnSegment, NeedsSlowPath, RowColumns


def strangers_in(segment: ColumnSegment, rows: RowColumns) -> Bools | None:
    """Where rows name something else than the game of their table; None where none does.

    Raises NeedsSlowPath where that may be another game.
    """
    codes, texts = segment.words("game")
    strange = [text.lower() not in {*rows.games, ""} for text in texts]
    if not any(strange):
        return None
    named = [text for text, other in zip(texts, strange, strict=True) if other]
    if len(rows.games) != 1 or any(map(may_be_game, named)):
        raise NeedsSlowPath
    return np.array([*strange, False]).take(codes)


def set_apart(own: PlainTable, some: Sequence[Cells]) -> list[Cells]:
    """The rows among some that are no strangers; the table notes those that are."""
    if "game" not in own.table.header:
        return list(some)
    at = own.table.header.index("game")
    known = {*own.rows.games, ""}
    kept: list[Cells] = []
    for number, cells in some:
        if cells[at].strip().lower() in known:
            kept.append((number, cells))
        else:
            aside, torn = stranger(own.table, number, cells, (*own.rows.games,))
            own.strangers.append(aside)
            own.torn.append(torn)
    return kept
