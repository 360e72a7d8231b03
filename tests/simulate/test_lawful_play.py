"""Lawful play shows what the sources allow: otherwise a rule that forbids it would go unnoticed."""

from __future__ import annotations

from collections import Counter, defaultdict
from decimal import Decimal
from itertools import pairwise
from random import Random

import pytest

from auditor_simulators.catalogue import game
from auditor_simulators.parlour.course import NAMES
from auditor_simulators.protocol import Plan, Row
from auditor_simulators.wheel.play import vingt_trois_device
from tests.simulate.log_oracle import coups, key, only
from tests.simulate.simulated import PARLOUR, logs


# ---- bataille -----------------------------------------------------------------------------------
def test_a_plan_is_spread_over_houses_sessions_and_tables() -> None:
    rows = list(game("bataille").lawful(Plan(events=2400, casinos=2, sessions=3, tables=2)))
    assert 2400 <= len(rows) < 2400 + 12 * 100
    places = {(row["casino"], row["session"], row["table"]) for row in rows if "table" in row}
    assert len(places) == 12
    opened = [row["event"] for row in rows if row["event"].startswith("house")]
    assert Counter(opened) == {"house_open": 6, "house_close": 6}


def test_bataille_shows_what_the_article_allows() -> None:
    rows = [row for log_ in logs("bataille") for row in log_]
    events = Counter(row["event"] for row in rows)
    for event in ("cancel", "stake_change", "stake_withdraw", "stake_refuse", "give_back"):
        assert events[event] > 5, event
    reasons = {row["reason"] for row in only(rows, "stake_refuse")}
    assert reasons == {"late", "under_minimum", "over_maximum", "aggregate"}
    stakes_ = only(rows, "stake")
    assert only(stakes_, "stake", standing="true", bet="war")
    assert only(stakes_, "stake", standing="false", agreed="true")
    assert any("." in row["amount"] for row in stakes_)
    assert any(row["amount"].endswith((".25", ".75")) for row in only(rows, "collect"))
    assert {row["device"] for row in only(rows, "load")} == {"shoe", "shuffler", "continuous"}


def test_lawful_play_changes_a_deck_now_and_then() -> None:
    """Every deck brought during a session has a shoe, and is new to the table."""
    changed = [row for rows in logs("bataille") for row in only(rows, "deck") if row["shoe"]]
    assert len(changed) > 5
    assert len({(row["casino"], row["table"], row["deck"]) for row in changed}) > 3
    loaded = {
        (row["casino"], row["session"], row["table"], row["shoe"]): row["device"]
        for rows in logs("bataille")
        for row in only(rows, "load")
    }
    at = {loaded[row["casino"], row["session"], row["table"], row["shoe"]] for row in changed}
    assert at == {"shoe", "shuffler", "continuous"}


@pytest.mark.parametrize("step", ["count", "verify", "turn_over", "pile", "cut"])
def test_a_shuffler_comes_with_and_without_the_steps_by_hand(step: str) -> None:
    rows = logs("bataille")[2]
    shoes = {(row["table"], row["shoe"]) for row in only(rows, "load", device="shuffler")}
    seen = {(row["table"], row["shoe"]) for row in only(rows, step)}
    assert seen
    assert seen < shoes


def test_tables_play_side_by_side() -> None:
    tables = [row["table"] for row in logs("bataille")[0] if "table" in row]
    assert sum(one != other for one, other in pairwise(tables)) > len(tables) / 6


# ---- the wheels ---------------------------------------------------------------------------------
def test_seasons_end_with_october_and_bring_new_limits() -> None:
    granted = [key(row, "season") for row in logs("boule")[4] if row["event"] == "authorisation"]
    assert granted == [("2025-2026",), ("2026-2027",)]


def test_boule_shows_what_the_article_allows() -> None:
    events = Counter(row["event"] for rows in logs("boule") for row in rows)
    for event in ("cancel", "give_back", "stake_change", "stake_withdraw", "stake_refuse"):
        assert events[event] > 5
    crowded = repeated = late = unannounced = two_cloths = 0
    for rows in logs("boule"):
        most = {key(row, "casino", "session", "table"): row for row in rows if "numbers" in row}
        for coup in coups(rows):
            limit = Decimal(most[key(coup[0], "casino", "session", "table")]["maximum_straight"])
            crowded += together(coup) > limit
            stakes = [key(row, "player", "bet", "number") for row in only(coup, "stake")]
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
    for rows in logs("boule"):
        granted = only(rows, "authorisation")
        base = {key(row, "casino", "season"): row["minimum"] for row in granted}
        minimum: dict[tuple[str, ...], Decimal] = {}
        for row in rows:
            table, house = key(row, "casino", "session", "table"), key(row, "casino", "session")
            if row["event"] == "table_open":
                least = Decimal(base[key(row, "casino", "season")])
                minimum[table] = Decimal(row["minimum"]) / least
            elif row["event"] == "table_close" and minimum.pop(table) == 1:
                changes += 2 in {minimum[other] for other in minimum if other[:2] == house}
    assert changes > 3


@pytest.mark.parametrize("seed", range(20))
def test_the_board_has_27_places(seed: int) -> None:
    board = vingt_trois_device(Random(seed))
    counts = Counter(int(place["number"]) for place in board)
    assert counts == {n: 1 if n < 5 else 2 if n < 12 else 3 for n in range(1, 15)}
    assert Counter(place["colour"] for place in board) == {"red": 12, "black": 12, "none": 3}
    for number in range(5, 12):
        assert {place["colour"] for place in board if place["number"] == str(number)} == {
            "red",
            "black",
        }


def test_stakes_come_too_late_at_vingt_trois() -> None:
    refusals = [row for rows in logs("vingt-trois") for row in only(rows, "stake_refuse")]
    assert len(only(refusals, "stake_refuse", reason="late")) > 10


# ---- punto banco --------------------------------------------------------------------------------
def test_punto_banco_shows_every_situation() -> None:
    found: Counter[str] = Counter()
    for coup in (coup for rows in logs("punto-banco") for coup in coups(rows)):
        calls = only(coup, "announce")
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


# ---- the parlour games --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "players", "decks", "sizes"),
    [
        ("bataille-familiale", "2 3 4 5", "1 2", "32 52"),
        ("bataille-clones", "2 3 4", "4", "52"),
        ("bataille-couleurs", "2 4", "", ""),
        ("bataille-jokers", "2", "", ""),
    ],
)
def test_every_company_and_deck_occurs(name: str, players: str, decks: str, sizes: str) -> None:
    most = 30 if name == "bataille-familiale" else 8
    setups = only([*game(name).lawful(Plan(events=1, seed=3, sessions=most))], "setup")
    for column, wanted in (("players", players), ("decks", decks), ("deck_size", sizes)):
        assert not wanted or {row[column] for row in setups} == {*wanted.split()}


def test_events_of_a_trick_carry_its_number_and_others_none() -> None:
    outside = {"setup", "remove", "deal", "end"}
    for name in PARLOUR:
        for row in game(name).lawful(Plan(events=100, seed=1, tables=2)):
            assert ("coup" in row) is (row["event"] not in outside)


def test_some_games_end_in_a_draw_where_the_rules_say_so() -> None:
    ends = [row.get("player", "") for row in logs("bataille-pat")[1] if row["event"] == "end"]
    assert "" in ends
    assert set(ends) - {""} <= set(NAMES)
