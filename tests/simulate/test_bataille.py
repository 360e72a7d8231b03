"""Lawful evenings keep the article, and each fault breaks what it names and nothing else.

What judges them is written from the article alone and shares no code with the simulator.
"""

import csv
import json
from collections import Counter
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from auditor_simulators.bataille.game import GAME, Bataille, Choices
from auditor_simulators.catalogue import UnknownGameError, game, names
from auditor_simulators.inject import inject, inject_all
from auditor_simulators.protocol import Fault, NoPlaceError, Plan, Row, Situation
from tests.simulate.bataille_coup_oracle import only
from tests.simulate.bataille_oracle import broken
from tests.simulate.simulated import fault_name, put_in

# What the judge cannot see for itself: provisions that describe a reason, not a trace.
REASONS = {"55-19.13", "55-19.19"}

SHORT = Bataille(Choices(behind=(170, 200)))
MACHINE = Bataille(Choices(behind=(170, 200), device="shuffler", tie_bet=False))
LONG = Plan(events=9000, seed=5, casinos=1, sessions=2, tables=2)


@cache
def evenings() -> tuple[tuple[Row, ...], ...]:
    """Logs with every kind of situation among them: several houses, tables without tie bet…"""
    return (
        tuple(SHORT.lawful(LONG)),
        tuple(SHORT.lawful(Plan(events=6000, seed=11, casinos=2, tables=2))),
        tuple(MACHINE.lawful(Plan(4000, seed=3, tables=4))),
        tuple(Bataille(Choices(device="continuous")).lawful(Plan(5000, seed=4, tables=2))),
        tuple(GAME.lawful(Plan(events=6000, seed=2))),
    )


@cache
def shortest_first() -> tuple[tuple[Row, ...], ...]:
    """Short evenings, and the longer ones for what few coups show: they take longer to judge."""
    choices = [SHORT, MACHINE, Bataille(Choices(behind=(170, 200), device="continuous"))]
    short = [tuple(game.lawful(Plan(600, seed=seed))) for game in choices for seed in (6, 7)]
    return (*short, *sorted(evenings(), key=len))


def beginning_with(number: int) -> tuple[tuple[Row, ...], ...]:
    """Other seeds begin with other evenings, and look in the rest after them."""
    first = number % len(shortest_first())
    return (*shortest_first()[first:], *shortest_first()[:first])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("log_number", range(5))
def test_lawful_evenings_break_nothing(log_number: int) -> None:
    assert broken(evenings()[log_number]) == set()


@pytest.mark.sampled(30)
@pytest.mark.parametrize("fault", GAME.faults, ids=fault_name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault, fault_seed: int) -> None:
    faulty, record = put_in(beginning_with(fault_seed), fault, fault_seed)
    found = broken(faulty)
    assert found
    assert set(fault.provisions) - REASONS <= found <= set(fault.provisions)
    assert faulty not in map(list, shortest_first())
    assert record.rows
    assert min(record.rows) >= 2
    assert max(record.rows) <= len(faulty) + 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("situation", GAME.situations, ids=lambda situation: situation.name)
def test_a_lawful_situation_breaks_nothing(situation: Situation, fault_seed: int) -> None:
    unusual, record = put_in(beginning_with(fault_seed), situation, fault_seed)
    assert broken(unusual) == set()
    assert record.rows


def test_a_fault_without_a_place_says_so() -> None:
    [fault] = [fault for fault in GAME.faults if fault.name == "worn-deck-in-a-later-session"]
    with pytest.raises(NoPlaceError):
        inject(evenings()[4], fault, 1)


def test_injecting_leaves_the_lawful_rows_alone() -> None:
    rows = evenings()[0]
    before = [dict(row) for row in rows]
    for fault in GAME.faults[::10]:
        try:
            inject(rows, fault, 3)
        except NoPlaceError:
            continue
    assert list(rows) == before


def test_names_of_faults_are_told_apart() -> None:
    names = [fault.name for fault in GAME.faults]
    assert len(names) == len(set(names)) >= 100


def test_every_provision_that_a_log_can_show_has_its_fault() -> None:
    article = {2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, *range(24, 33)}
    shown = {f"55-19.{number}" for number in article - {29}}
    shown |= {"39.decks", "40.opening", "40-1.shuffler", "58.shoe"}
    shown |= {f"log.{name}" for name in ["order", "gap", "duplicate", "orphan", "cards", "stakes"]}
    assert {provision for fault in GAME.faults for provision in fault.provisions} == shown


def test_several_faults_keep_apart() -> None:
    rows = evenings()[0]
    names = ("winner-not-paid", "loser-paid", "late-stake", "no-bets-open", "count-311")
    faults = [fault for fault in GAME.faults if fault.name in names]
    faulty, records = inject_all(rows, faults, 1)
    assert broken(faulty) == {"55-19.20", "55-19.21", "55-19.15", "55-19.4", "55-19.5"}
    coups = [
        {
            tuple(faulty[number - 2].get(key, "") for key in ("table", "session", "shoe", "coup"))
            for number in record.rows
            if faulty[number - 2].get("coup")
        }
        for record in records
    ]
    assert sum(map(len, coups)) == len(set().union(*coups)) == 4


def test_the_same_plan_gives_the_same_rows_and_another_seed_others() -> None:
    plan = Plan(events=500, seed=8)
    assert list(GAME.lawful(plan)) == list(GAME.lawful(plan))
    assert list(GAME.lawful(plan)) != list(GAME.lawful(Plan(events=500, seed=9)))


def test_a_plan_is_spread_over_houses_sessions_and_tables() -> None:
    rows = list(GAME.lawful(Plan(events=2400, casinos=2, sessions=3, tables=2)))
    assert 2400 <= len(rows) < 2400 + 12 * 100
    places = {(row["casino"], row["session"], row["table"]) for row in rows if "table" in row}
    assert len(places) == 12
    opened = [row["event"] for row in rows if row["event"].startswith("house")]
    assert Counter(opened) == {"house_open": 6, "house_close": 6}


def test_every_column_is_filled_somewhere_and_no_other_is() -> None:
    filled = {column for rows in evenings() for row in rows for column in row if row[column]}
    assert filled == set(GAME.columns)


def test_lawful_play_shows_what_the_article_allows() -> None:
    """Otherwise a rule that forbids it would go unnoticed."""
    rows = [row for log_ in evenings() for row in log_]
    events = Counter(row["event"] for row in rows)
    for event in ("cancel", "stake_change", "stake_withdraw", "stake_refuse", "give_back"):
        assert events[event] > 5, event
    assert {row["reason"] for row in only(rows, "stake_refuse")} == {
        *("late", "under_minimum", "over_maximum", "aggregate")
    }
    stakes_ = only(rows, "stake")
    assert only(stakes_, "stake", standing="true", bet="war")
    assert only(stakes_, "stake", standing="false", agreed="true")
    assert any("." in row["amount"] for row in stakes_)
    halves = [
        row["amount"] for row in only(rows, "collect") if row["amount"].endswith((".25", ".75"))
    ]
    assert halves
    assert {row["device"] for row in only(rows, "load")} == {"shoe", "shuffler", "continuous"}


def test_lawful_play_changes_a_deck_now_and_then() -> None:
    """Every deck brought during a session has a shoe, and is new to the table."""
    changed = [row for rows in evenings() for row in only(rows, "deck") if row["shoe"]]
    assert len(changed) > 5
    assert len({(row["casino"], row["table"], row["deck"]) for row in changed}) > 3
    loaded = {
        (row["casino"], row["session"], row["table"], row["shoe"]): row["device"]
        for rows in evenings()
        for row in only(rows, "load")
    }
    at = {loaded[row["casino"], row["session"], row["table"], row["shoe"]] for row in changed}
    assert at == {"shoe", "shuffler", "continuous"}


@pytest.mark.parametrize("step", ["count", "verify", "turn_over", "pile", "cut"])
def test_a_shuffler_comes_with_and_without_the_steps_by_hand(step: str) -> None:
    rows = evenings()[2]
    shoes = {(row["table"], row["shoe"]) for row in only(rows, "load", device="shuffler")}
    seen = {(row["table"], row["shoe"]) for row in only(rows, step)}
    assert seen
    assert seen < shoes


def test_an_evening_runs_through_the_hour_that_occurs_twice() -> None:
    night = Plan(events=4000, opening=datetime(2026, 10, 25, 1, 0))
    times = [row["time"] for row in GAME.lawful(night)]
    assert times != sorted(times)
    moments = [datetime.fromisoformat(time) for time in times]
    assert moments == sorted(moments)


def test_tables_play_side_by_side() -> None:
    tables = [row["table"] for row in evenings()[0] if "table" in row]
    assert sum(one != other for one, other in pairwise(tables)) > len(tables) / 6


def test_the_catalogue_knows_the_game() -> None:
    assert game("bataille") is GAME
    with pytest.raises(UnknownGameError, match="bataille"):
        game("whist")


@pytest.mark.parametrize("name", names())
def test_a_game_of_the_catalogue_bears_its_name(name: str) -> None:
    assert game(name).name == name
    assert game(name).faults
    assert next(iter(game(name).lawful(Plan(50))))


@pytest.mark.parametrize("name", ["lawful", "faulty"])
def test_the_samples_break_what_their_record_says(name: str) -> None:
    folder = Path(__file__).parents[2] / "samples" / "bataille"
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = [{key: cell for key, cell in row.items() if cell} for row in csv.DictReader(file)]
    record = folder / f"{name}.injected.json"
    said = json.loads(record.read_text(encoding="utf-8")) if record.exists() else []
    wanted = {provision for entry in said for provision in entry["provisions"]}
    assert broken(rows) == wanted
    assert bool(wanted) == (name == "faulty")
    assert len(only(rows, "load")) >= 2
