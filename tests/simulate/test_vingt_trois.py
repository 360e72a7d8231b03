"""Lawful evenings of vingt-trois keep article 47; each fault breaks what it names and nothing else.

What judges them is written from the article alone and shares no code with the simulator.
"""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from auditor_simulators.protocol import Fault, Plan, Row
from auditor_simulators.wheel.house import VINGT_TROIS as GAME
from auditor_simulators.wheel.play import vingt_trois_device
from tests.simulate.log_oracle import coups, key
from tests.simulate.simulated import (
    check_columns,
    check_fault,
    check_lawful,
    check_same_again,
    fault_name,
    played,
    put_in,
)
from tests.simulate.wheel_oracle import breaches

PLANS = (
    Plan(events=9000, seed=1, casinos=2, sessions=3, tables=2),
    Plan(events=6000, seed=2, sessions=4, tables=2),
    Plan(events=2000, seed=3),
)


@cache
def logs() -> tuple[list[Row], ...]:
    return played(GAME, PLANS)


def test_lawful_evenings_break_nothing() -> None:
    check_lawful(logs(), PLANS, breaches)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("fault", GAME.faults, ids=fault_name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault, fault_seed: int) -> None:
    check_fault(logs(), fault, breaches, fault_seed)


def test_every_provision_that_a_log_can_show_has_its_fault() -> None:
    article = {"47.2", "47.2.places", *(f"47.{number}" for number in range(7, 21))}
    record = {"log.order", "log.gap", "log.duplicate", "log.orphan", "log.stakes"}
    assert {name for fault in GAME.faults for name in fault.provisions} == article | record


def test_the_same_plan_gives_the_same_rows() -> None:
    check_same_again(GAME)


def test_columns() -> None:
    own = next(each for each in GAME.situations if each.name == "two-cloths")
    with_cloths, _ = put_in(logs(), own, 1)  # usual play does not tell them apart
    check_columns(GAME, (*logs(), with_cloths))


@pytest.mark.parametrize("seed", range(20))
def test_the_board_has_27_places(seed: int) -> None:
    board = vingt_trois_device(Random(seed))
    counts = Counter(place.number for place in board)
    assert counts == {n: 1 if n < 5 else 2 if n < 12 else 3 for n in range(1, 15)}
    assert Counter(place.colour for place in board) == {"red": 12, "black": 12, "none": 3}
    for number in range(5, 12):
        assert {place.colour for place in board if place.number == number} == {"red", "black"}


def test_directions_alternate_across_sessions_and_tables_have_their_own() -> None:
    turns: dict[tuple[str, ...], dict[tuple[str, ...], str]] = {}
    for row in logs()[1]:
        if row["event"] == "spin":
            device = turns.setdefault(key(row, "casino", "table"), {})
            device[key(row, "session", "coup")] = row["direction"]
    assert len(turns) == 2
    for device in turns.values():
        directions = list(device.values())
        assert len({session for session, _ in device}) == 4
        assert len(directions) > 50
        assert all(one != two for one, two in pairwise(directions))


def test_late_stakes_are_pushed_back_and_never_settled() -> None:
    late = 0
    for coup in (coup for rows in logs() for coup in coups(rows)):
        for refusal in (row for row in coup if row.get("reason") == "late"):
            mine = key(refusal, "player", "bet", "number")
            same = {row["event"] for row in coup if key(row, "player", "bet", "number") == mine}
            assert same <= {"stake", "stake_refuse"}
            late += "stake" in same
    assert late > 10


def test_a_coup_left_out_breaks_the_chain_and_no_more() -> None:
    """The spins around the hole go the same way, which nobody can hold against the house."""
    [fault] = [fault for fault in GAME.faults if fault.name == "coup-missing"]
    assert fault.provisions == ("log.gap",)
