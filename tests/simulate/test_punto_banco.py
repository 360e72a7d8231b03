"""Lawful shoes of punto banco keep its rules, and each fault breaks what it names and nothing else.

What judges them is written from the rules alone and shares no code with the simulator.
"""

from collections import Counter
from decimal import Decimal
from functools import cache

import pytest

from auditor_simulators.protocol import Fault, Plan, Row
from auditor_simulators.punto_banco.game import GAME
from tests.simulate.baccarat_oracle import breaches
from tests.simulate.log_oracle import coups
from tests.simulate.simulated import (
    check_columns,
    check_fault,
    check_lawful,
    check_same_again,
    fault_name,
    played,
)

PLANS = (
    Plan(events=9000, seed=1, casinos=2, sessions=2, tables=2),
    Plan(events=4000, seed=2, sessions=2),
)


@cache
def logs() -> tuple[list[Row], ...]:
    return played(GAME, PLANS)


def test_lawful_shoes_break_nothing() -> None:
    check_lawful(logs(), PLANS, breaches)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("fault", GAME.faults, ids=fault_name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault, fault_seed: int) -> None:
    check_fault(logs(), fault, breaches, fault_seed)


def test_every_provision_that_a_log_can_show_has_its_fault() -> None:
    names = ["decks", "deal", "values", "natural", "player-draw", "banker-draw", "winner"]
    names += ["pay-player", "pay-banker", "pay-tie", "push"]
    rules = {f"baccarat.{name}" for name in names}
    record = {f"log.{name}" for name in ("order", "gap", "duplicate", "orphan", "cards", "stakes")}
    assert {name for fault in GAME.faults for name in fault.provisions} == rules | record


def test_the_same_plan_gives_the_same_rows() -> None:
    check_same_again(GAME)


def test_columns() -> None:
    check_columns(GAME, logs())


def test_lawful_play_shows_every_situation() -> None:
    found: Counter[str] = Counter()
    for coup in (coup for rows in logs() for coup in coups(rows)):
        calls = [row for row in coup if row["event"] == "announce"]
        found["cancelled"] += not calls
        found["stopped"] += any(row["event"] == "stop_card_seen" for row in coup)
        for call in calls:
            found[call["winner"]] += 1
            cards = Counter(row["to"] for row in coup if row["event"] == "deal")
            found[f"{cards['player']}-{cards['banker']} cards"] += 1
        stakes = [(row["player"], row["bet"]) for row in coup if row["event"] == "stake"]
        found["two stakes on one hand"] += len(set(stakes)) < len(stakes)
    assert min(found.values()) > 3
    wanted = {"cancelled", "stopped", "two stakes on one hand", "player", "banker", "tie"}
    assert found.keys() == wanted | {"2-2 cards", "2-3 cards", "3-2 cards", "3-3 cards"}


def test_commission_is_exact() -> None:
    paid: dict[tuple[str, str], Decimal] = {}
    checked = 0
    for row in logs()[0]:
        if row["event"] == "pay" and row["bet"] == "banker":
            paid[row["table"], row["player"]] = Decimal(row["amount"])
        if row["event"] == "commission":
            checked += 1
            assert Decimal(row["amount"]) * 20 == paid[row["table"], row["player"]]
    assert checked > 200
