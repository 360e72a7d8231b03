"""Cells of a column that stand a row too low or too high are not believed; those of others are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.judging import Engine
from tests import judged
from tests.damage.readers import READERS, in_columns
from tests.judged import ENGINES

RULES = """
ruleset slid version "1" title fr "m" en "m"
context coup : integer
field player : text
field amount : money
event open ()
event stake (player, amount)
event shut ()
scope coup = coup
provision 1 fr "m" en "m"
rule least
  severity minor
  cites 1
  for each stake
  require amount >= 5
  message fr "m" en "m"
"""
COUP = [("open", ""), ("stake", "5"), ("stake", "10"), ("stake", "20"), ("shut", "")]


def answers(amounts: Sequence[str], engine: Engine, folder: Path) -> tuple[int, int, int]:
    """How many stakes of these coups comply, how many do not, and how many are left open."""
    rows = [
        f"{1 + at // len(COUP)},{COUP[at % len(COUP)][0]},Ana,{amount}\n"
        for at, amount in enumerate(amounts)
    ]
    log = "coup,event,player,amount\n" + "".join(rows)
    return judged.answers(RULES, log, engine, folder)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_column_that_stands_a_row_off_is_not_believed(engine: Engine, tmp_path: Path) -> None:
    amounts = [amount for _, amount in COUP] * 4
    assert answers(amounts, engine, tmp_path) == (12, 0, 0)
    assert answers(["", *amounts[:-1]], engine, tmp_path) == (0, 0, 12)
    assert answers([*amounts[1:], ""], engine, tmp_path) == (0, 0, 12)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("far", [2, 3])
def test_cells_that_stand_some_rows_off_are_not_believed(
    far: int, engine: Engine, tmp_path: Path
) -> None:
    """Somebody deleted some cells, and those below moved up; or put as many in."""
    amounts = [amount for _, amount in COUP] * 8
    assert answers([*[""] * far, *amounts[:-far]], engine, tmp_path) == (0, 0, 24)
    assert answers([*amounts[far:], *[""] * far], engine, tmp_path) == (0, 0, 24)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stretch_that_stands_a_row_off_leaves_the_rest(engine: Engine, tmp_path: Path) -> None:
    """In coups 2 and 3 a cell was put in, and one taken out behind; the stake before
    may be the one that has lost its amount.
    """
    amounts = [amount for _, amount in COUP] * 4
    amounts[5:15] = ["", *amounts[5:14]]
    assert answers(amounts, engine, tmp_path) == (5, 0, 7)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_fits_neither_row_is_believed(engine: Engine, tmp_path: Path) -> None:
    """A file that writes the coup's total beside its end and its beginning, and a stake too low."""
    amounts = ["35", "5", "10", "20", "35"] * 2 + ["35", "5", "1", "20", "35"]
    assert answers(amounts, engine, tmp_path) == (8, 1, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_no_row_lacks_have_not_slid(engine: Engine, tmp_path: Path) -> None:
    """Each coup begins with two stakes, and a war brings others: the one close of bets in a coup is
    no sign that the numbers stand two rows off.
    """
    rows = []
    for coup in range(1, 21):
        war = [f"{coup},stake,war,10,"] if coup % 3 == 0 else []
        first = [f"{coup},stake,main,10,", f"{coup},stake,main,5,", f"{coup},no_more_bets,,,"]
        rows += [*first, f"{coup},deal,,,AS", *war, f"{coup},deal,,,KS"]
    log = tmp_path / "log.csv"
    log.write_text("coup,event,bet,amount,card\n" + "\n".join(rows) + "\n")
    report = audit_log(read_log(log), rules="bataille", engine=engine).report
    assert "`coup`" not in " ".join(note.en for own in report.inputs for note in own.notes)


@pytest.mark.parametrize("reader", READERS)
def test_cells_that_slid_to_rows_which_may_have_them_are_not_believed_in_columns_either(
    reader: str, tmp_path: Path
) -> None:
    """No row has what its kind of event cannot have; two stakes lack what theirs needs."""
    rules = RULES.replace("each stake", "each note") + "event note (amount?)\n"
    rows = ["open,", "stake,", "note,5", "stake,", "note,10", "stake,", "note,20", "shut,"]
    log = "coup,event,player,amount\n"
    for row in rows:
        kind, amount = row.split(",")
        log += f"1,{kind},{'Ana' if kind == 'stake' else ''},{amount}\n"
    wanted = judged.answers(rules, log, "columns", tmp_path)
    assert wanted == (0, 0, 3)
    with in_columns(reader):
        assert judged.answers(rules, log, "columns", tmp_path) == wanted
