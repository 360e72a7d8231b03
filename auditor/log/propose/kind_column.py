"""The column of a log that says which kind of event a row is, whatever it and its words are called.

Such a log, taken for one of a coup a row, would have a stake wherever an amount stands.
"""

from __future__ import annotations

from collections import defaultdict

from auditor.log.infer.columns import Body, cell_at
from auditor.log.infer.wide_columns import WideColumns

KINDS = range(3, 31)
"""Different words of such a column."""
SURE = 0.9
"""The share of the rows of one word that fill a cell, or leave it empty."""


def kind_column(body: Body, found: WideColumns) -> int | None:
    """The only unused column whose words tell which amounts and cards a row has: each word has a
    column or has it not, and each column is empty beside some word.
    """
    places = [part.at for part in found.parts]
    told = [at for at in found.unknown if places and _tells(body, at, places)]
    return told[0] if len(told) == 1 else None


def _tells(body: Body, at: int, places: list[int]) -> bool:
    rows: dict[str, list[list[bool]]] = defaultdict(list)
    for row in body.rows:
        rows[cell_at(row, at)].append([bool(cell_at(row, place)) for place in places])
    if len(rows) not in KINDS or "" in rows or len(rows) * 2 > len(body.rows):
        return False
    if any(own.isdecimal() for own in rows):
        return False
    shares = [
        [sum(column) / len(own) for column in zip(*own, strict=True)] for own in rows.values()
    ]
    sure = all(share >= SURE or share <= 1 - SURE for own in shares for share in own)
    filled = ({share >= SURE for share in column} for column in zip(*shares, strict=True))
    return sure and all(own == {True, False} for own in filled)
