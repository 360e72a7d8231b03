"""The printed proof table: it has each fault and situation, and a fault for each rule; of readings
that a parameter chooses, the stricter accuses what the default lets pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.request import ruleset
from auditor.values import read_value
from auditor_simulators.catalogue import game, names
from tests.qualification.qualify import judged, situated
from tests.simulate.lawful.situations import situations
from tests.tables import table

PAGE = Path(__file__).parents[2] / "docs" / "qualification.md"
SECTIONS = dict(
    re.findall(
        r"^## `([\w-]+)`\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
)
STRICT = {reading: told for reading, *told in table(__file__, "Readings of rare play")}
"""For a reading, a game, the value that chooses the other one, and a situation that tells them
apart.
"""
OF_USUAL_PLAY = {reading for reading, *_ in table(__file__, "Readings of usual play")}
OF_ANOTHER_READING = {"bets-of-the-page"}
"""Rules that ask something by a reading that a parameter chooses, and nothing without it."""
OF_LEDGERS = {"score-of-one-digit", "winner-by-the-scores"}
"""Rules on coups of which no card is recorded: no simulator writes such, their examples do."""
OF_NAMES = {"one-game-a-name"}
"""Rules on games under one name: no simulator writes such, their examples do."""
OF_DEALS = {"everybody-dealt-in"}
"""Rules that are left open where a log ends with its deal, as it does where all cards are one's."""
AMISS = {tuple(own) for own in table(__file__, "What is not as it should be")}
"""The games, each with a fault or a situation that comes out otherwise, as the page says."""


def rows_of(section: str, columns: int) -> Iterator[list[str]]:
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == columns and cells[3].isdigit():
            yield cells


@pytest.mark.parametrize("name", names())
def test_each_fault_and_situation_stands_on_the_page_and_each_rule_finds_a_fault(name: str) -> None:
    faults = [*rows_of(SECTIONS[name], 6)]
    lawful = [*rows_of(SECTIONS[name], 5)]
    assert [cells[0] for cells in faults] == [fault.name for fault in game(name).faults]
    assert [cells[0] for cells in lawful] == [each.name for each in situations(name)]
    amiss = {cells[0] for cells in lawful if cells[-1] != "0"}
    amiss |= {cells[0] for cells in faults if cells[-2:] != ["0", "0"]}
    assert amiss == {own for of, own in AMISS if of == name}
    used = {rule for cells in faults for rule in re.findall(r"`([^`]+)`", cells[2])}
    unused = {rule.name for rule in ruleset(name).rules} - used
    open_ = OF_DEALS if "player-left-out" in amiss else set()
    assert unused <= OF_ANOTHER_READING | OF_LEDGERS | OF_NAMES | open_


def test_of_each_reading_that_a_parameter_chooses_the_other_is_tried() -> None:
    chosen = {own.id for name in names() for own in ruleset(name).readings if own.param is not None}
    assert chosen == set(STRICT) | OF_USUAL_PLAY


@pytest.mark.sampled(3)
@pytest.mark.parametrize("reading", STRICT)
def test_the_stricter_reading_accuses_what_the_default_lets_pass(reading: str) -> None:
    name, told, situation = STRICT[reading]
    own = game(name)
    [read] = [each for each in ruleset(name).readings if each.id == reading]
    assert read.param is not None
    value = read_value(told, ruleset(name).params[read.param].type)
    [rare] = [each for each in situations(name) if each.name == situation]
    [rows] = situated(own, rare, 1)
    accusing = [t.rule for t in judged(own, rows, {read.param: value}) if t.violations]
    assert accusing
    assert all(reading in rule.rests_on for rule in accusing)
