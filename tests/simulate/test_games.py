"""Lawful play of every game keeps its rules; a fault breaks what it names, and nothing else.

What judges them is written from the sources alone and shares no code with the simulators.
"""

from __future__ import annotations

from datetime import datetime
from itertools import islice, pairwise
from random import Random

import pytest

from auditor_simulators.catalogue import UnknownGameError, game, names
from auditor_simulators.common.places import LISTS
from auditor_simulators.inject import inject, inject_all
from auditor_simulators.protocol import Fault, NoPlaceError, Plan
from tests.simulate.lawful.situations import LISTS as RARE
from tests.simulate.lawful.situations import situations
from tests.simulate.log_oracle import instant, key
from tests.simulate.simulated import (
    JUDGED,
    OF_VARIANTS,
    PARLOUR,
    PLACE,
    broken,
    judge_of,
    logs,
    logs_with,
    plans,
)

ONE_FAULT_IN = 3
"""The parlour games share most of their faults; `make qualify` tries all of them."""


EITHER = {"given-back-too-much"}
"""Faults that may be told by any of their provisions: here by that of the bet, or of the record."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each fault is tried once; `make qualify` tries it at other places too, by `--seeds`."""
    if "fault" in metafunc.fixturenames:
        one_in = ONE_FAULT_IN if metafunc.config.getoption("seeds") == 1 else 1
        tried = [(name, fault) for name in JUDGED for fault in game(name).faults]
        for at, name in enumerate(PARLOUR):
            tried += [(name, fault) for fault in game(name).faults[at % one_in :: one_in]]
        ids = [f"{name}-{fault.name}" for name, fault in tried]
        metafunc.parametrize(("name", "fault"), tried, ids=ids)
    if "fault_seed" in metafunc.fixturenames:
        metafunc.parametrize("fault_seed", range(metafunc.config.getoption("seeds")))


STANDARD = ("deck", "deal", "play", "trick", "tie", "take", "out", "end")
LOGS = [(name, number) for name in names() for number in range(len(plans(name)))]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("name", "number"), LOGS)
def test_lawful_play_breaks_nothing(name: str, number: int) -> None:
    rows = logs(name)[number]
    assert len(rows) >= plans(name)[number].events
    assert judge_of(name)(rows) == []


@pytest.mark.sampled(40)
def test_a_fault_breaks_what_it_names_and_nothing_else(
    name: str, fault: Fault, fault_seed: int
) -> None:
    unseen = JUDGED[name].reasons if name in JUDGED else frozenset[str]()
    rows, faulty = next(islice(logs_with(game(name), fault), fault_seed, None))
    found = judge_of(name)(faulty)
    assert found
    assert broken(found) <= set(fault.provisions)
    assert fault.name in EITHER or set(fault.provisions) - unseen <= broken(found)
    shown = {key(faulty[number - 2], *PLACE) for number in rows}
    assert {key(row, *PLACE) for _, row in found if row} <= shown


@pytest.mark.sampled(10)
@pytest.mark.parametrize("situation", situations("bataille"), ids=lambda own: own.name)
def test_a_lawful_situation_breaks_nothing(situation: Fault, fault_seed: int) -> None:
    rows, unusual = next(islice(logs_with(game("bataille"), situation), fault_seed, None))
    assert judge_of("bataille")(unusual) == []
    assert rows


def provisions(name: str) -> set[str]:
    return {provision for fault in game(name).faults for provision in fault.provisions}


@pytest.mark.parametrize("name", JUDGED)
def test_every_provision_that_a_log_can_show_has_its_fault(name: str) -> None:
    assert provisions(name) == JUDGED[name].provisions


def test_every_provision_of_the_parlour_game_and_its_variants_has_its_fault() -> None:
    record = {"log.order", "log.gap", "log.duplicate"}
    standard = {f"parlour.{own}" for own in STANDARD}
    assert provisions("bataille-familiale") == standard | record
    every = set().union(*map(provisions, PARLOUR))
    assert every == standard | record | {f"parlour.{own}" for own in OF_VARIANTS}


# ---- games as the catalogue has them ------------------------------------------------------------
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", names())
def test_the_same_plan_gives_the_same_rows_and_another_seed_others(name: str) -> None:
    own, plan = game(name), Plan(events=300, seed=8)
    rows = list(own.lawful(plan))
    assert own.name == name
    assert len(rows) >= 300
    assert rows == list(own.lawful(plan))
    assert rows != list(own.lawful(Plan(events=300, seed=9)))


def test_a_game_that_nobody_plays_is_none() -> None:
    with pytest.raises(UnknownGameError, match="bataille"):
        game("whist")


@pytest.mark.parametrize("name", [*JUDGED, "parlour"])
def test_every_column_is_filled_somewhere_and_no_other_is(name: str) -> None:
    if name == "parlour":
        shown = [list(game(own).lawful(Plan(events=100, seed=1))) for own in PARLOUR]
        columns = game(PARLOUR[0]).columns
    else:
        shown, columns = [*logs(name)], game(name).columns
        cloths = [own for own in situations(name) if own.name == "two-cloths"]
        shown += [next(logs_with(game(name), own))[1] for own in cloths]  # usual play has one cloth
    assert {column for rows in shown for row in rows for column in row if row[column]} == {*columns}


@pytest.mark.parametrize("name", JUDGED)
def test_an_evening_runs_through_the_hour_that_occurs_twice(name: str) -> None:
    rows = [*game(name).lawful(Plan(events=4000, opening=datetime(2026, 10, 25, 1, 0)))]
    assert {row["time"][-6:] for row in rows} == {"+01:00", "+02:00"}
    assert all(instant(one) <= instant(two) for one, two in pairwise(rows))


# ---- faults and their lists ---------------------------------------------------------------------
def test_every_line_of_the_lists_is_of_some_game() -> None:
    lines = {
        (path.suffix, *line.replace("@", " ").split()[:1], line.partition("  [")[2])
        for folder, ending in ((LISTS, "faults"), (RARE, "situations"))
        for path in folder.glob(f"*.{ending}")
        for line in path.read_text("utf-8").splitlines()
    }
    shown = {
        (suffix, one.name, f"{' '.join(one.provisions)}]  {one.says}")
        for name in names()
        for suffix, many in ((".faults", game(name).faults), (".situations", situations(name)))
        for one in many
    }
    assert lines == shown


@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
def test_any_faults_go_together_or_one_is_refused(name: str) -> None:
    own, rng = game(name), Random(name)
    rows = list(own.lawful(Plan(events=200, seed=3, sessions=1, tables=2)))
    refused: set[str] = set()
    for faults in (list(own.faults[:5]), rng.sample(own.faults, rng.randint(2, 5))):
        try:
            faulty, put = inject_all(rows, faults, 1)
        except NoPlaceError as error:
            refused.add(error.fault)
        else:
            assert [one.fault for one in put] == [fault.name for fault in faults]
            assert all(2 <= row <= len(faulty) + 1 for one in put for row in one.rows)
            shown = [[faulty[number - 2] for number in one.rows] for one in put]
            coups = [{key(row, *PLACE) for row in each if row.get("coup")} for each in shown]
            assert sum(map(len, coups)) == len(set().union(*coups))
    assert refused <= {fault.name for fault in own.faults}


def test_no_fault_loses_the_rows_on_which_another_rests() -> None:
    own = game("bataille-sans-carte-cachee")
    rows = list(own.lawful(Plan(events=1, seed=1, sessions=2)))
    pair = [fault for fault in own.faults if fault.name in {"not-removed", "six-among-32"}]
    faulty, (first, _) = inject_all(rows, pair, 3)
    assert [faulty[number - 2]["event"] for number in first.rows] == ["setup"]


def test_a_fault_without_a_place_says_so() -> None:
    [fault] = [own for own in game("bataille").faults if own.name == "worn-deck-in-a-later-session"]
    with pytest.raises(NoPlaceError):
        inject(logs("bataille")[4], fault, 1)


def test_injecting_leaves_the_lawful_rows_alone() -> None:
    rows = logs("bataille")[0]
    before = [dict(row) for row in rows]
    for fault in game("bataille").faults[::10]:
        try:
            inject(rows, fault, 3)
        except NoPlaceError:
            continue
    assert rows == before
