"""Rows with a cell too many in their midst, or one too few, that are as long as all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.properties import answers, audited
from tests.judged import ENGINES


def pushed(lines: Lines, rows: range, column: str, *, right: bool) -> None:
    """Pushes the cells of some rows, from one column on, into the next or the one before."""
    at = lines[0].index(column)
    for row in rows:
        head, tail = lines[row][:at], lines[row][at:]
        lines[row] = [*head, "", *tail[:-1]] if right else [*head, *tail[1:], ""]


@pytest.mark.parametrize(("column", "right"), [("session", True), ("game", False), ("bet", True)])
def test_one_row_of_which_cells_were_pushed_accuses_nobody(
    column: str, right: bool, tmp_path: Path
) -> None:
    lines = logs.lawful("boule", 1)
    event = lines[0].index("event")
    row = next(at for at, cells in enumerate(lines) if at > 300 and cells[event] == "pay")
    pushed(lines, range(row, row + 1), column, right=right)
    found = audited(tmp_path, lines, "boule")
    assert found is not None
    assert not found.findings
    assert 0 < answers(found).unverified < answers(found).checks / 50


def test_rows_pushed_from_one_on_accuse_nobody(tmp_path: Path) -> None:
    """A stake among them reads well: its number is that of the column beside."""
    lines = logs.lawful("boule", 3)
    pushed(lines, range(340, len(lines)), "staff", right=False)
    one, other = (audited(tmp_path, lines, "boule", engine) for engine in ENGINES)
    assert one is not None
    assert other is not None
    assert not one.findings
    assert not other.findings
    assert answers(one) == answers(other)


def test_amounts_that_their_comma_divides_accuse_nobody(tmp_path: Path) -> None:
    """Of a payment of 7.50, `,7,50,` is one of 7: rows that end in nothing seem to be whole."""
    lines = logs.lawful("vingt-trois", 1)
    at = lines[0].index("amount")
    divided = [[*row[:at], *row[at].split("."), *row[at + 1 :]] for row in lines]
    assert 2 * sum(len(row) > len(lines[0]) for row in divided) > len(divided)
    found = audited(tmp_path, divided, "vingt-trois")
    assert found is not None
    assert not found.findings


def test_a_row_of_another_game_is_none_of_this_one(tmp_path: Path) -> None:
    """The columns beside name neither game: no cell was pushed."""
    lines = logs.lawful("boule", 1)
    game, event = lines[0].index("game"), lines[0].index("event")
    table = lines[0].index("table")
    other = [*next(row for row in lines if row[event] == "bets_open")]
    other[game], other[table] = "roulette", "R1"
    whole, found = (
        audited(tmp_path, own, "boule") for own in (lines, [*lines[:400], other, *lines[400:]])
    )
    assert whole is not None
    assert found is not None
    assert answers(found) == answers(whole)
