"""Numbers and names that were drawn over rows below are not believed; what is whole is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.engine.damage.misleading import has_renumbered
from auditor.engine.store.columns import columns_of
from auditor.judging import Engine
from auditor.log.damage.renumbered import with_renumbered
from auditor.log.event import Event, Log, Row
from tests import judged
from tests.engine.random.equality import compiled
from tests.judged import ENGINES

RULES = """
ruleset drawn version "1" title fr "m" en "m"
context time : time
context table : text
context coup : integer
field player : text
field amount : money
event open ()
event stake (player, amount)
event shut ()
scope table = table
scope coup = table, coup
provision 1 fr "m" en "m"
rule one
  severity minor
  cites 1
  for each shut
  require count of stake in coup before this = 2
  message fr "m" en "m"
"""
COUP = ("open", "stake", "stake", "shut")
COUPS = 12

Cells = list[tuple[str, str]]


def lawful() -> Cells:
    """The table and the number of each row: four rows a coup."""
    return [("A", str(1 + at // len(COUP))) for at in range(COUPS * len(COUP))]


def answers(cells: Sequence[tuple[str, str]], engine: Engine, folder: Path) -> tuple[int, int]:
    """How many coups comply, and how many do not."""
    rows = [f"{table},{coup},{COUP[at % 4]},Ana,5\n" for at, (table, coup) in enumerate(cells)]
    log = "table,coup,event,player,amount\n" + "".join(rows)
    return judged.answers(RULES, log, engine, folder)[:2]


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_as_they_were_written_are_believed(engine: Engine, tmp_path: Path) -> None:
    assert answers(lawful(), engine, tmp_path) == (COUPS, 0)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("many", [2, 3, 7])
def test_a_number_more_for_each_row_is_not(many: int, engine: Engine, tmp_path: Path) -> None:
    cells = lawful()
    for at in range(1, many + 1):  # from the third row of coup 5 on
        cells[17 + at] = ("A", str(5 + at))
    compliant, violated = answers(cells, engine, tmp_path)
    assert violated == 0
    assert compliant >= COUPS - 2 - many


@pytest.mark.parametrize("engine", ENGINES)
def test_one_number_for_several_coups_is_not(engine: Engine, tmp_path: Path) -> None:
    cells = lawful()
    cells[17:30] = [("A", "5")] * 13  # on to the second row of coup 8
    compliant, violated = answers(cells, engine, tmp_path)
    assert violated == 0
    assert compliant >= 7


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_more_for_each_row_is_not(engine: Engine, tmp_path: Path) -> None:
    cells = lawful()
    cells[18:22] = [(f"A{at}", cells[18 + at][1]) for at in range(4)]
    compliant, violated = answers(cells, engine, tmp_path)
    assert violated == 0
    assert compliant >= 9


@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_coup_with_a_wrong_number_is_a_coup(engine: Engine, tmp_path: Path) -> None:
    cells = lawful()
    cells[16:20] = [("A", "9")] * 4
    cells[32:36] = [("A", "5")] * 4
    compliant, violated = answers(cells, engine, tmp_path)
    assert violated == 0
    assert compliant == COUPS - 1  # a number is left out before one of them


def test_a_file_of_one_kind_of_event_tells_nothing_of_its_numbers() -> None:
    """Two payments in a coup, where nearly all have one, and the next two coups have none: nobody
    drew the number over the second.
    """
    numbers = [1, 2, 3, 4, 5, 6, 7, 8, 8, 11, 12, 13]
    events = [
        Event(at, "stake", {"table": "A", "coup": coup}, Row("pay.csv", None, at + 2, (), ()))
        for at, coup in enumerate(numbers)
    ]
    program = compiled(RULES)
    assert program is not None
    assert with_renumbered(events, program.vocabulary) == (events, ())


NIGHTS = (9, 9, 10, 11, 12, 14, 14, 15, 15)
"""The nights of what happened in a season; three of them in a row have one each."""


def of_nights(days: Sequence[int], clock: Sequence[int]) -> list[Event]:
    """Rows that name an evening each, on some days by the clock."""
    return [
        Event(
            at,
            "stake",
            {"table": f"2026-01-{day:02}", "coup": 1, "time": datetime(2026, 1, on, 22, at)},
            Row("cancel.csv", None, at + 2, (), ()),
        )
        for at, (day, on) in enumerate(zip(days, clock, strict=True))
    ]


def drawn(events: Sequence[Event]) -> list[int]:
    """The rows that are not believed; columns pass none of them over, nor hold others for such."""
    program = compiled(RULES)
    assert program is not None
    members, _ = with_renumbered(events, program.vocabulary)
    found = [at for at, own in enumerate(members) if not isinstance(own, Event)]
    log = Log(tuple(events), frozenset(), (), ())
    columns = columns_of(log, program.vocabulary)
    assert has_renumbered(columns, program.vocabulary, np.arange(len(events))) == bool(found)
    return found


@pytest.mark.parametrize("later", [0, 1])
def test_nights_that_the_clock_tells_are_believed(later: int) -> None:
    assert not drawn(of_nights(NIGHTS, [day + later for day in NIGHTS]))


def test_nights_of_one_day_by_the_clock_are_not() -> None:
    assert drawn(of_nights(NIGHTS, [9] * len(NIGHTS))) == [2, 3, 4]


@pytest.mark.parametrize("seed", range(40))
def test_columns_hold_the_rows_for_drawn_that_are(seed: int) -> None:
    random = Random(seed)
    days = sorted(random.choices(range(1, 25), k=random.randrange(6, 30)))
    clock = [day + random.choice((0, 0, 0, 0, 1, 2)) for day in days]
    drawn(of_nights(days, clock))
