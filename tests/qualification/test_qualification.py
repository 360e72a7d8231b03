"""A small version of the proof table; `make qualify` prints the whole of it."""

from __future__ import annotations

import pytest

from auditor.language.resolve.search_path import available
from auditor.simulate.catalogue import game, names, situations
from tests.qualification.qualify import accused, lawful, short_evenings, tried

READY = [name for name in names() if name in available()]
LAWFUL_EVENTS = 800
ONE_FAULT_IN = 8  # enough for a test; the table tries all of them
SAMPLED = [(name, fault.name) for name in READY for fault in game(name).faults[::ONE_FAULT_IN]]

UNUSUAL = [(name, each.name) for name in READY for each in situations(name)]


@pytest.mark.parametrize("name", READY)
def test_lawful_play_gives_no_finding_and_leaves_nothing_open(name: str) -> None:
    own = game(name)
    made = lawful(own, LAWFUL_EVENTS, short_evenings(own))
    assert made.events >= LAWFUL_EVENTS
    assert (made.findings, made.bare_findings, made.unverified) == (0, 0, 0)


@pytest.mark.parametrize(("name", "fault"), SAMPLED)
def test_a_fault_is_found_on_its_rows_and_nothing_else_is(name: str, fault: str) -> None:
    own = game(name)
    outcome = tried(own, next(f for f in own.faults if f.name == fault), 1)
    assert outcome.good, outcome


@pytest.mark.parametrize(("name", "situation"), UNUSUAL)
def test_what_is_lawful_though_unusual_is_not_accused(name: str, situation: str) -> None:
    outcome = accused(game(name), next(s for s in situations(name) if s.name == situation), 1)
    assert outcome.good, outcome


def test_every_game_that_can_be_simulated_has_a_ruleset() -> None:
    assert set(names()) <= set(available())
