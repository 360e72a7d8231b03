"""A reading of a file is in doubt where rules accuse most of it, and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.accusations import Accusation, accused_by, tried
from auditor.language.core import Program
from auditor.log.coded import CodedColumn
from auditor.log.table import Table
from auditor.reading import read_log
from auditor.request import ruleset

SAMPLES = Path(__file__).parents[1] / "samples"
GAMES = ("bataille", "boule", "vingt-trois", "punto-banco", "bataille-familiale")
KINDS = {
    "punto-banco": ("stake", "deal", "announce", "pay", "collect"),
    "bataille-familiale": ("play", "win"),
}


def accusing(
    program: Program, tables: Sequence[Table], kinds: Collection[str] = ()
) -> tuple[Accusation, ...]:
    return accused_by(tried(program, tables, kinds))


def tables(game: str, name: str = "lawful") -> tuple[Table, ...]:
    return read_log(SAMPLES / game / f"{name}.csv").tables


def reworded(table: Table, column: str, words: dict[str, str], kind: str = "") -> Table:
    """The table in which a column, of a kind of event or of all, has other texts."""
    rows, at = table.body.held(), table.header.index(column)
    events = rows.column(table.header.index("event")).cells()
    cells = rows.column(at).cells()
    new = [
        words.get(cell, cell) if kind in ("", event) else cell
        for cell, event in zip(cells, events, strict=True)
    ]
    texts = list(dict.fromkeys(new))
    numbers = {text: at for at, text in enumerate(texts)}
    columns = list(rows.columns)
    columns[at] = CodedColumn(np.array([numbers[own] for own in new]), texts)
    return replace(table, rows=rows.with_columns(columns))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["lawful", "faulty"])
@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_is_read_rightly_is_in_no_doubt(game: str, name: str) -> None:
    assert accusing(ruleset(game), tables(game, name), KINDS.get(game, ())) == ()


def test_the_hands_exchanged_are_a_doubt_about_whose_the_cards_are() -> None:
    [log] = tables("punto-banco")
    other = {"player": "banker", "banker": "player"}
    found = accusing(ruleset("punto-banco"), [reworded(log, "to", other)], KINDS["punto-banco"])
    rules = {own.rule: own for own in found}
    assert {"winner-announced", "dealt-in-turn"} <= rules.keys()
    assert {"to", "card", "winner"} <= rules["winner-announced"].fields
    assert {"deal", "announce"} <= rules["winner-announced"].kinds


def test_numbers_that_jump_are_a_doubt_about_the_coups() -> None:
    [log] = tables("punto-banco")
    jumping = {str(number): str(5_892_700 + 7 * number) for number in range(1, 500)}
    found = accusing(ruleset("punto-banco"), [reworded(log, "coup", jumping)], KINDS["punto-banco"])
    assert "coups-follow" in {own.rule for own in found}
    [doubt] = (own for own in found if own.rule == "coups-follow")
    assert "coup" in doubt.fields
    # Of the events most are in the coup of the one before: of the coups nearly all are accused.
    assert 2 * doubt.accused < doubt.subjects


def test_a_column_that_nothing_fills_hides_no_doubt() -> None:
    [log] = tables("punto-banco")
    other = {"player": "banker", "banker": "player"}
    without = reworded(log, "shoe", dict.fromkeys(log.body.said(log.header.index("shoe")), ""))
    assert accusing(ruleset("punto-banco"), [without], KINDS["punto-banco"]) == ()
    found = accusing(ruleset("punto-banco"), [reworded(without, "to", other)], KINDS["punto-banco"])
    assert "winner-announced" in {own.rule for own in found}
