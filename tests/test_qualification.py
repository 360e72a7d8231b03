"""A small version of the proof table; `make qualify` prints the whole of it."""

from __future__ import annotations

import pytest

from auditor.language.load import available
from auditor.simulate.catalogue import game, names
from tests.qualification import lawful, some, tried

READY = [name for name in names() if name in available()]


@pytest.mark.parametrize("name", READY)
def test_lawful_play_gives_no_finding_and_leaves_nothing_open(name: str) -> None:
    events, findings, unverified = lawful(game(name), 3_000)
    assert events >= 3_000
    assert findings == 0
    assert unverified == 0


@pytest.mark.parametrize(
    ("name", "fault"),
    [(name, fault.name) for name in READY for fault in some(game(name).faults, 6)],
)
def test_a_fault_is_found_on_its_rows_and_nothing_else_is(name: str, fault: str) -> None:
    own = game(name)
    outcome = tried(own, next(f for f in own.faults if f.name == fault))
    assert outcome.placed
    assert outcome.rules, "missed"
    assert outcome.on_row, outcome
    assert not outcome.extra, outcome


def test_every_game_that_can_be_simulated_has_a_ruleset() -> None:
    assert set(names()) <= set(available())
