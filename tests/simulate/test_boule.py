"""Lawful evenings of boule keep article 47, and each fault breaks what it names and nothing else.

What judges them is written from the article alone and shares no code with the simulator.
"""

from collections import Counter, defaultdict
from datetime import datetime
from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest

from auditor_simulators.protocol import Fault, Plan, Row
from auditor_simulators.wheel.house import BOULE as GAME
from tests.simulate.log_oracle import coups, instant, key
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
    Plan(events=9000, seed=1, casinos=2, sessions=4, tables=4),
    Plan(events=6000, seed=2, casinos=1, sessions=3, tables=3),
    Plan(events=2000, seed=3, sessions=2),
    # A night in which an hour occurs twice, and a season that ends between two sessions.
    Plan(events=3000, seed=4, sessions=2, tables=3, opening=datetime(2026, 10, 24, 23, 30)),
    Plan(events=3000, seed=5, sessions=4, tables=3, opening=datetime(2026, 10, 30, 21, 0)),
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
    article = {"47.2", "47.3-5", "47.6", *(f"47.{number}" for number in range(14, 21))}
    record = {"log.order", "log.gap", "log.duplicate", "log.orphan", "log.stakes"}
    assert {name for fault in GAME.faults for name in fault.provisions} == article | record


def test_the_same_plan_gives_the_same_rows() -> None:
    check_same_again(GAME)


def test_columns() -> None:
    own = next(each for each in GAME.situations if each.name == "two-cloths")
    with_cloths, _ = put_in(logs(), own, 1)  # usual play does not tell them apart
    check_columns(GAME, (*logs(), with_cloths))


def test_time_never_goes_back() -> None:
    for rows in logs():
        assert all(instant(one) <= instant(two) for one, two in pairwise(rows))


def test_an_hour_occurs_twice_in_the_night_of_the_clock_change() -> None:
    offsets = {row["time"][-6:] for row in logs()[3]}
    assert offsets == {"+01:00", "+02:00"}


def test_seasons_end_with_october_and_bring_new_limits() -> None:
    granted = [key(row, "season") for row in logs()[4] if row["event"] == "authorisation"]
    assert granted == [("2025-2026",), ("2026-2027",)]


def test_lawful_play_shows_what_the_article_allows() -> None:
    """Otherwise a rule that forbids it would go unnoticed."""
    events = Counter(row["event"] for rows in logs() for row in rows)
    for event in ("cancel", "give_back", "stake_change", "stake_withdraw", "stake_refuse"):
        assert events[event] > 5
    crowded = repeated = late = unannounced = two_cloths = 0
    for rows in logs():
        most = {key(row, "casino", "session", "table"): row for row in rows if "numbers" in row}
        for coup in coups(rows):
            limit = Decimal(most[key(coup[0], "casino", "session", "table")]["maximum_straight"])
            crowded += together(coup) > limit
            stakes = [
                key(row, "player", "bet", "number") for row in coup if row["event"] == "stake"
            ]
            repeated += len(set(stakes)) < len(stakes)
            order = [row["event"] for row in coup]
            unannounced += "no_more_bets" not in order
            two_cloths += order.count("spin") == 2
            late += "no_more_bets" in order and "stake" in order[order.index("no_more_bets") :]
    assert min(crowded, repeated, late, unannounced, two_cloths) > 5


def together(coup: list[Row]) -> Decimal:
    """The most that all players have on one number."""
    totals: dict[str, Decimal] = defaultdict(Decimal)
    for row in coup:
        if row["event"] == "stake" and row["bet"] == "straight":
            totals[row["number"]] += Decimal(row["amount"])
    return max(totals.values(), default=Decimal(0))


def test_the_table_at_the_authorised_minimum_may_change_while_a_doubled_one_is_open() -> None:
    changes = 0
    for rows in logs():
        base = {
            key(row, "casino", "season"): row["minimum"]
            for row in rows
            if row["event"] == "authorisation"
        }
        minimum: dict[tuple[str, ...], Decimal] = {}
        for row in rows:
            table, house = key(row, "casino", "session", "table"), key(row, "casino", "session")
            if row["event"] == "table_open":
                least = Decimal(base[key(row, "casino", "season")])
                minimum[table] = Decimal(row["minimum"]) / least
            elif row["event"] == "table_close" and minimum.pop(table) == 1:
                changes += 2 in {minimum[other] for other in minimum if other[:2] == house}
    assert changes > 3
