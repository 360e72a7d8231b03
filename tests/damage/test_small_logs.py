"""Cells that slid, were pushed or drawn over others in logs of a few rows: which rows are judged.

Whoever wrote a row otherwise than others may have meant it: what is too little to tell is believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from auditor.audit import Engine
from tests import judged
from tests.damage.properties import audit_of, in_columns
from tests.judged import ENGINES

HEAD = """
ruleset small version "1" title fr "m" en "m"
context coup : integer
field player : text
provision 1 fr "m" en "m"
rule own
  severity minor
  cites 1
  message fr "m" en "m"
"""
GIFTS = f"""{HEAD}  for each give
  require player = "Ana"
field remark, to : text
event note (remark)
event give (player, to)
scope coup = coup
"""
STAKES = f"""{HEAD}  for each stake
  require amount >= 5
field amount : money
event open ()
event stake (player, amount)
event shut ()
scope coup = coup
"""
COUPS = f"""{HEAD}  for each shut
  require count of stake in coup before this = 2
context time : time
context table : text
field amount : money
event open ()
event stake (player, amount)
event shut ()
scope table = table
scope coup = table, coup
"""

Answers = tuple[int, int, int]
"""How many subjects comply, how many do not, and how many are left open."""

GIVEN = ",Ana,Bob"

PUSHED: dict[str, tuple[list[str], Answers]] = {
    # Bob is the player of the first, and nobody that of the second.
    "a cell in a column of others": ([*[GIVEN] * 12, "Ana,Bob,", *[GIVEN] * 12], (24, 0, 1)),
    "a cell left empty on the way": ([*[GIVEN] * 12, "Ana,,Bob", *[GIVEN] * 12], (24, 0, 1)),
    "what others of its kind have as well": ([*["well,Ana,Bob"] * 12, "well,Bob,"], (12, 1, 0)),
    "what others of its kind lack as well": ([*[",Ana,"] * 12, "well,Bob,"], (12, 1, 0)),
    "what is only lacking": ([*[GIVEN] * 12, ",Bob,"], (12, 1, 0)),
    "what is only too much": ([*[GIVEN] * 12, "well,Bob,Ana"], (12, 1, 0)),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", PUSHED)
def test_cells_pushed_into_the_next_column(case: str, engine: Engine, tmp_path: Path) -> None:
    gifts, wanted = PUSHED[case]
    rows = "".join(f"{coup},note,fine,,\n{coup},give,{own}\n" for coup, own in enumerate(gifts, 1))
    log = f"coup,event,remark,player,to\n{rows}"
    assert judged.answers(GIFTS, log, engine, tmp_path) == wanted


COUP = [("open", ""), ("stake", "5"), ("stake", "10"), ("stake", "20"), ("shut", "")]
FOUR = [amount for _, amount in COUP] * 4

SLID: dict[str, tuple[list[str], Answers]] = {
    "as they were": (FOUR, (12, 0, 0)),
    "a row too low": (["", *FOUR[:-1]], (0, 0, 12)),
    "a row too high": ([*FOUR[1:], ""], (0, 0, 12)),
    # Somebody deleted some cells, and those below moved up; or put as many in.
    "two rows too low": ([*[""] * 2, *(FOUR * 2)[:-2]], (0, 0, 24)),
    "three rows too high": ([*(FOUR * 2)[3:], *[""] * 3], (0, 0, 24)),
    # In coups 2 and 3 a cell was put in, and one taken out behind; the stake before may be the one
    # that has lost its amount.
    "a stretch": ([*FOUR[:5], "", *FOUR[5:14], *FOUR[15:]], (5, 0, 7)),
    # A file that writes the coup's total beside its end and its beginning, and a stake too low.
    "what fits neither row": (
        ["35", "5", "10", "20", "35"] * 2 + ["35", "5", "1", "20", "35"],
        (8, 1, 0),
    ),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", SLID)
def test_amounts_that_slid(case: str, engine: Engine, tmp_path: Path) -> None:
    amounts, wanted = SLID[case]
    rows = [f"{1 + at // 5},{COUP[at % 5][0]},Ana,{text}\n" for at, text in enumerate(amounts)]
    log = "coup,event,player,amount\n" + "".join(rows)
    assert judged.answers(STAKES, log, engine, tmp_path) == wanted


def test_cells_that_slid_to_rows_which_may_have_them_are_not_believed_in_columns_either(
    tmp_path: Path,
) -> None:
    """No row has what its kind of event cannot have; two stakes lack what theirs needs."""
    rules = STAKES.replace("each stake", "each note") + "event note (amount?)\n"
    kinds = ("open", "stake", "note", "stake", "note", "stake", "note", "shut")
    amounts = ("", "", "5", "", "10", "", "20", "")
    log = "coup,event,player,amount\n" + "".join(
        f"1,{kind},{'Ana' if kind == 'stake' else ''},{amount}\n"
        for kind, amount in zip(kinds, amounts, strict=True)
    )
    assert judged.answers(rules, log, "columns", tmp_path) == (0, 0, 3)
    with in_columns():
        assert judged.answers(rules, log, "columns", tmp_path) == (0, 0, 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_no_row_lacks_have_not_slid(engine: Engine, tmp_path: Path) -> None:
    """Each coup begins with two stakes, and a war brings others: the one close of bets in a coup is
    no sign that the numbers stand two rows off.
    """
    log = "coup,event,bet,amount,card\n"
    for coup in range(1, 21):
        war = [f"{coup},stake,war,10,"] if coup % 3 == 0 else []
        first = [f"{coup},stake,main,10,", f"{coup},stake,main,5,", f"{coup},no_more_bets,,,"]
        log += "\n".join([*first, f"{coup},deal,,,AS", *war, f"{coup},deal,,,KS", ""])
    inputs = audit_of(tmp_path, log, "bataille", engine).report.inputs
    assert "`coup`" not in " ".join(note.en for own in inputs for note in own.notes)


COVERS = f"""{HEAD}  for each lot
  require taken = staked
field amount : money
field covers : set of integer
event stake (player, covers?, amount)
event collect (player, covers?, amount)
scope coup = coup
record lot for each coup, player, covers from stake, collect
  let staked = sum of stake.amount
  let taken  = sum of collect.amount
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_key_of_a_record_that_one_row_of_many_lacks_is_in_doubt(
    engine: Engine, tmp_path: Path
) -> None:
    """No scope has it, and an event may leave it empty: the collection of coup 7 lost its cell."""
    rows = [f"{coup},{kind},Ana,5,10\n" for coup in range(1, 16) for kind in ("stake", "collect")]
    rows[13] = "7,collect,Ana,,10\n"
    log = "coup,event,player,covers,amount\n" + "".join(rows)
    compliant, violated, _ = judged.answers(COVERS, log, engine, tmp_path)
    assert (compliant, violated) == (14, 0)


Numbers = list[tuple[str, str]]
KINDS = ("open", "stake", "stake", "shut")


def renumbered(start: int = 0, cells: Iterable[tuple[str, str]] = ()) -> Numbers:
    """The table and the number of each row, four rows to each of twelve coups; some of them other
    ones from a row on.
    """
    every = [("A", str(1 + at // 4)) for at in range(48)]
    for at, cell in enumerate(cells, start):
        every[at] = cell
    return every


DRAWN: dict[str, tuple[Numbers, int]] = {
    "as they were written": (renumbered(), 12),
    **{
        f"{many} numbers, one more for each row from the third of coup 5 on": (
            renumbered(18, [("A", str(6 + at)) for at in range(many)]),
            10 - many,
        )
        for many in (2, 3, 7)
    },
    "one number on to the second row of coup 8": (renumbered(17, [("A", "5")] * 13), 7),
    "a table more for each row": (
        renumbered(18, [("A0", "5"), ("A1", "5"), ("A2", "6"), ("A3", "6")]),
        9,
    ),
}
"""Numbers, and how many coups are judged at least; nobody is accused."""


def judged_coups(cells: Numbers, engine: Engine, folder: Path) -> Answers:
    rows = [f"{table},{coup},{KINDS[at % 4]},Ana,5\n" for at, (table, coup) in enumerate(cells)]
    log = "table,coup,event,player,amount\n" + "".join(rows)
    return judged.answers(COUPS, log, engine, folder)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", DRAWN)
def test_numbers_drawn_over_rows_below(case: str, engine: Engine, tmp_path: Path) -> None:
    cells, least = DRAWN[case]
    compliant, violated, _ = judged_coups(cells, engine, tmp_path)
    assert violated == 0
    assert compliant >= least


@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_coup_with_a_wrong_number_is_a_coup(engine: Engine, tmp_path: Path) -> None:
    """A number is left out before one of them; what it leaps over may be missing before another."""
    cells = renumbered(16, [("A", "9")] * 4)
    cells[32:36] = [("A", "5")] * 4
    compliant, violated, _ = judged_coups(cells, engine, tmp_path)
    assert violated == 0
    assert compliant >= 10
