"""Columns of fixed width are read where all lines agree, and no cell comes into another column."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

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


def test_cells_with_gaps_and_a_moment_of_two_words() -> None:
    rows = [
        ["Hand", "Start time", "P3", "Winner"],
        ["1", "2026-01-09 21:05", "", "Banker"],
        ["2", "2026-01-09 21:06", "9S", "Player"],
        ["10", "2026-01-09 21:07", "", "Tie"],
    ]
    assert read(printed(rows, 2)) == rows
    assert read(printed(rows, 2, right=True)) == rows


def test_a_name_of_two_words_above_short_cells() -> None:
    rows = [["No", "Player card"], ["1", "5S"], ["2", "QD"], ["3", "KS"]]
    assert read(printed(rows, 2)) == rows


def test_a_ruler_is_a_row_of_its_own() -> None:
    found = read("Hand  P1\n----  --\n1     5S\n2     QD\n3     KS\n")
    assert found == [["Hand", "P1"], ["----", "--"], ["1", "5S"], ["2", "QD"], ["3", "KS"]]


def test_titles_and_totals_stand_apart() -> None:
    found = read(
        "Table B1, 9 January\n\nHand  P1\n1     5S\n2     QD\n3     KS\n\nTotal: 3 hands\n"
    )
    assert found == [
        ["Table B1, 9 January"],
        ["Hand", "P1"],
        ["1", "5S"],
        ["2", "QD"],
        ["3", "KS"],
        ["Total: 3 hands"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Hand  P1  B1\n1     5S  8C\n2     QD  9C\n3  KS  3D\n",  # a row is out of place
        "Hand  P1 B1\n1     5S 8C\n2     10S9C\n3     KS 3D\n",  # a cell fills the gap
        "Hand  P1  \n1     5S  8C\n2     QD  9C\n3     KS  3D\n",  # a column has no name
        "Hand  P1\n1\t    5S\n2     QD\n3     KS\n",  # a tabulator
        "Hand  P1\n1     5S\n",  # too few rows to tell
    ],
)
def test_what_leaves_a_doubt_is_not_read(text: str) -> None:
    assert read(text) is None


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
