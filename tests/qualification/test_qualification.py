"""A small version of the proof table; `make qualify` prints the whole of it."""

from __future__ import annotations

import pytest

from auditor.language.resolve.search_path import available
from auditor_simulators.catalogue import game, names
from auditor_simulators.protocol import Plan
from tests.qualification.qualify import accused, lawful
from tests.simulate.lawful.situations import situations
from tests.simulate.simulated import short_evenings

READY = [name for name in names() if name in available()]
LAWFUL_EVENTS = 200

UNUSUAL = [(name, each.name) for name in READY for each in situations(name)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", READY)
def test_lawful_play_gives_no_finding_and_leaves_nothing_open(name: str) -> None:
    own = game(name)
    made = lawful(own, LAWFUL_EVENTS, short_evenings(own))
    assert made.events >= LAWFUL_EVENTS
    assert (made.findings, made.bare_findings, made.unverified) == (0, 0, 0)


def test_stakes_on_a_colour_are_no_question_where_the_wheel_was_not_spun() -> None:
    own = game("vingt-trois")
    assert lawful(own, 1500, [Plan(1500, 9, sessions=2, tables=2)]).unverified == 0


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "situation"), UNUSUAL)
def test_what_is_lawful_though_unusual_is_not_accused(name: str, situation: str) -> None:
    outcome = accused(game(name), next(s for s in situations(name) if s.name == situation), 1)
    assert outcome.good, outcome


def test_every_game_that_can_be_simulated_has_a_ruleset() -> None:
    assert set(names()) <= set(available())
