"""No cell of columns of fixed width comes into another column."""

from __future__ import annotations

import random
from collections.abc import Sequence

from auditor.log.csv.text_encoding import EncodedText
from auditor.log.csv.text_rows import fixed_width


def read(text: str) -> list[list[str]] | None:
    found = fixed_width(EncodedText(text.encode(), "utf-8"))
    return None if found is None else [list(cells) for _, cells in found]


def printed(rows: Sequence[Sequence[str]], gap: int, *, right: bool = False) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    justify = str.rjust if right else str.ljust
    lines = (
        (" " * gap).join(justify(cell, n) for cell, n in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines) + "\n"


def test_no_cell_comes_into_another_column() -> None:
    chance = random.Random(5)
    words = ["", "5S", "10H", "Ann", "Jean Luc", "21:05", "2026-01-09", "no more bets", "7"]
    for _ in range(200):
        width = chance.randint(2, 5)
        names = [chance.choice(["Hand", "P1", "Player card", "N"]) + str(at) for at in range(width)]
        rows = [names, *([chance.choice(words) for _ in range(width)] for _ in range(6))]
        found = read(printed(rows, chance.choice([1, 2, 3]), right=chance.random() < 0.5))
        kept = [row for row in rows if any(row)]
        assert found is None or found == kept
