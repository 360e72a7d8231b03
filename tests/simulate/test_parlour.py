"""Lawful games of the parlour bataille keep its rules; each fault breaks what it names, no more.

What judges them replays the cards by itself and shares no code with the simulator.
"""

from collections import Counter, defaultdict
from functools import cache, lru_cache

import pytest

from auditor_simulators.parlour.course import NAMES
from auditor_simulators.parlour.games import FAMILIALE, GAMES, JOKERS_COURTE, ParlourGame
from auditor_simulators.parlour.variant import STANDARD
from auditor_simulators.protocol import Fault, Plan, Row
from tests.simulate.log_oracle import coups, key
from tests.simulate.parlour_oracle import breaches
from tests.simulate.simulated import check_columns, check_fault, check_same_again

BY_NAME = {game.name: game for game in GAMES}
ONE_FAULT_IN = 3
"""The variants share most of their faults; `make qualify` tries all of them."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "fault" not in metafunc.fixturenames:
        return
    one_in = ONE_FAULT_IN if metafunc.config.getoption("seeds") == 1 else 1
    tried = [
        (game.name, fault)
        for at, game in enumerate(GAMES)
        for fault in game.faults[at % one_in :: one_in]
    ]
    metafunc.parametrize(
        ("name", "fault"), tried, ids=[f"{own}-{each.name}" for own, each in tried]
    )


@lru_cache(maxsize=2)  # fifty thousand rows of each game
def logs(name: str) -> tuple[list[Row], ...]:
    game = BY_NAME[name]
    plans = [Plan(events=2500, seed=1, tables=2), Plan(events=9000, seed=2, casinos=2, sessions=2)]
    if game is JOKERS_COURTE:  # of few games all the cards are in one hand at the end
        plans.append(Plan(events=1, seed=77, sessions=3))
    return tuple(list(game.lawful(plan)) for plan in plans)


@lru_cache(maxsize=2)
def shortest_first(name: str) -> tuple[list[Row], ...]:
    """Single games, and the longer logs for what happens in few games."""
    games = [list(BY_NAME[name].lawful(Plan(events=1, seed=seed))) for seed in range(1, 25)]
    return (*sorted(games, key=len), *logs(name))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", BY_NAME)
def test_lawful_games_break_nothing(name: str) -> None:
    for rows in logs(name):
        assert len(rows) >= 2500
        assert breaches(rows) == []


@pytest.mark.sampled(15)
def test_a_fault_breaks_what_it_names_and_nothing_else(
    name: str, fault: Fault, fault_seed: int
) -> None:
    check_fault(shortest_first(name), fault, breaches, seed=1 + fault_seed)


def test_every_provision_has_its_fault() -> None:
    standard = ("deck", "deal", "play", "trick", "tie", "take", "out", "end")
    record = {"log.order", "log.gap", "log.duplicate"}
    names = {name for fault in FAMILIALE.faults for name in fault.provisions}
    assert names == {f"parlour.{name}" for name in standard} | record
    own = {
        name
        for game in GAMES
        for fault in game.faults
        for name in fault.provisions
        if name.count(".") == 2
    }
    assert own == {
        f"parlour.{name}"
        for name in (
            *("additions.play", "additions.sum", "additions.tie", "speed.discard", "clones.deck"),
            *("sans-carte-cachee.tie", "jokers.deal", "jokers.rank", "jokers-courte.end"),
            *("couleurs.deal", "pat.draw", "pat-recharge.refill"),
            *("payante.give", "ouverte.held"),
        )
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_plan_gives_the_same_rows(game: ParlourGame) -> None:
    check_same_again(game)


def test_columns() -> None:
    everything = (game.lawful(Plan(events=100, seed=1)) for game in GAMES)
    check_columns(FAMILIALE, everything)


@cache
def setups() -> dict[str, set[tuple[str, ...]]]:
    """Players, decks and cards a deck that each game was seen with."""
    found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in ("bataille-familiale", "bataille-clones", "bataille-couleurs", "bataille-jokers"):
        game, most = BY_NAME[name], 30 if name == "bataille-familiale" else 8
        for row in game.lawful(Plan(events=1, seed=3, sessions=most)):
            if row["event"] == "setup":
                found[game.name].add(key(row, "players", "decks", "deck_size"))
    return found


def test_every_company_and_deck_occurs() -> None:
    companies = {name: {setup[0] for setup in found} for name, found in setups().items()}
    assert companies["bataille-familiale"] == {"2", "3", "4", "5"}
    assert companies["bataille-clones"] == {"2", "3", "4"}
    assert companies["bataille-couleurs"] == {"2", "4"}
    assert companies["bataille-jokers"] == {"2"}
    assert {setup[2] for setup in setups()["bataille-familiale"]} == {"32", "52"}
    assert {setup[1] for setup in setups()["bataille-familiale"]} == {"1", "2"}
    assert {setup[1] for setup in setups()["bataille-clones"]} == {"4"}


def test_hands_have_the_sizes_of_the_sources() -> None:
    sizes = set()
    for rows in logs("bataille-familiale"):
        for game in by_game(rows):
            setup = game[0]
            hands = Counter(each["player"] for each in game if each["event"] == "deal")
            assert len(set(hands.values())) == 1
            if setup["deck_size"] == "52" and setup["decks"] == "1":
                sizes.add((int(setup["players"]), max(hands.values())))
    assert sizes >= {(2, 26), (3, 17), (4, 13)} - {(2, 26)}
    assert sizes <= {(2, 26), (3, 17), (4, 13), (5, 10)}


def by_game(rows: list[Row]) -> list[list[Row]]:
    games: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        games[key(row, "casino", "session")].append(row)
    return list(games.values())


def test_events_of_a_trick_carry_its_number_and_others_none() -> None:
    outside = {"setup", "remove", "deal", "end"}
    for game in GAMES:
        for row in game.lawful(Plan(events=100, seed=1, tables=2)):
            assert ("coup" in row) is (row["event"] not in outside)


def test_some_games_end_in_a_draw_where_the_rules_say_so() -> None:
    ends = [row.get("player", "") for row in logs("bataille-pat")[1] if row["event"] == "end"]
    assert "" in ends
    assert set(ends) - {""} <= set(NAMES)


def test_the_short_form_ends_with_a_joker_captured_in_a_tie() -> None:
    checked = 0
    for game in by_game(logs(JOKERS_COURTE.name)[1]):
        tricks = coups(game)
        owner = {row["card"]: row["player"] for row in game if row["event"] == "deal"}
        for trick in tricks:
            [winner] = [row["player"] for row in trick if row["event"] == "win"]
            taken = {row["card"] for row in trick if row["event"] == "take"} & {"JK1", "JK2"}
            captured = any(owner[card] != winner for card in taken)
            assert captured is (trick is tricks[-1])
            checked += captured
    assert checked > 3


def test_the_standard_game_is_the_default_form() -> None:
    assert (STANDARD.up, STANDARD.down_at_tie, STANDARD.up_at_tie) == (1, 1, 1)
