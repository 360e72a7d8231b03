"""Rows of plain tables whose cell `game` names no game: a damage, and no other game.

The definition is that of `auditor.log.split_games`, for a log of one game: such a row is set aside,
and in doubt where another row of its place names the game, or a cell beside does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from auditor.engine.store.plain_table import PlainTable
from auditor.engine.store.vector import Bools
from auditor.log.row_columns import Cells, ColumnSegment, NeedsSlowPath, RowColumns
from auditor.log.split_games import PLACE, beside, stranger

_MAY_BE_GAME = re.compile(r"[\w\s-]+")
MOST_PLACES = 100
"""Places that are looked for, each by itself."""

Place = tuple[str, ...]


def strangers_in(segment: ColumnSegment, rows: RowColumns) -> Bools | None:
    """Where rows name something else than the game of their table; None where none does.

    Raises NeedsSlowPath where that may be another game.
    """
    codes, texts = segment.words("game")
    strange = [text.lower() not in {*rows.games, ""} for text in texts]
    if not any(strange):
        return None
    named = [text for text, other in zip(texts, strange, strict=True) if other]
    if len(rows.games) != 1 or any(map(_MAY_BE_GAME.fullmatch, named)):
        raise NeedsSlowPath
    return np.array([*strange, False]).take(codes)


def set_apart(own: PlainTable, some: Sequence[Cells], every: Iterable[PlainTable]) -> list[Cells]:
    """Of some rows of a table those that are no strangers; these it is told of."""
    if "game" not in own.table.header:
        return list(some)
    at = own.table.header.index("game")
    known = {*own.rows.games, ""}
    others = {number for number, cells in some if cells[at].strip().lower() not in known}
    if not others:
        return list(some)
    rows = [(row, _place(own, row[1])) for row in some if row[0] in others]
    [game] = own.rows.games
    there = _naming(game, {place for _, place in rows if place[-1]}, every)
    for (number, cells), place in rows:
        aside, torn = stranger(own.table, number, cells, (game,))
        own.strangers.append(aside)
        if place in there or game in beside(own.table, cells):
            own.torn.append(torn)
    return [row for row in some if row[0] not in others]


def _place(own: PlainTable, cells: Sequence[str]) -> Place:
    header = own.table.header
    return tuple(cells[header.index(name)] if name in header else "" for name in PLACE)


def _naming(game: str, places: set[Place], every: Iterable[PlainTable]) -> set[Place]:
    """Of some places those at which a row names the game.  Raises NeedsSlowPath."""
    if len(places) > MOST_PLACES:
        raise NeedsSlowPath
    found: set[Place] = set()
    for own in every:
        if "game" not in own.table.header:
            continue
        for segment in own.rows.segments():
            named = _holding(segment, own, "game", game)
            for place in places - found:
                pairs = zip(PLACE, place, strict=True)
                if np.logical_and.reduce(
                    [named, *(_holding(segment, own, name, text) for name, text in pairs)]
                ).any():
                    found.add(place)
    return found


def _holding(segment: ColumnSegment, own: PlainTable, name: str, text: str) -> Bools:
    """The rows in which a column holds a text; games are named in any case."""
    if name not in own.table.header:
        return np.full(len(segment), not text)
    codes, texts = segment.words(name)
    there = [(one.lower() if name == "game" else one) == text for one in texts]
    return np.array([*there, not text]).take(codes)
