"""Settlements that were decided from the sources, and of which the double entry says the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.settlement.compared import differences
from tests.settlement.games import PLAYS, Play, Spot
from tests.settlement.ledger import Answer

PLAY_OF = {str(play): play for play in PLAYS}
DECIDED = Path(__file__).with_name("by_hand.txt").read_text("utf-8").split("\n\n")[1:]
BY_HAND = {
    name: re.findall(r"^ +(\w+) +(.*)  \((.*)\)$", own, re.MULTILINE)
    for name, _, own in (part.partition("\n") for part in DECIDED)
}
"""By the name of a play, what its settlements come to, their moves, and why."""
EVERY_ONE = [
    pytest.param(PLAY_OF[name], Spot.of(text), Answer(told), id=f"{name}: {text} ({why})")
    for name, own in BY_HAND.items()
    for told, text, why in own
]


def test_every_line_is_read() -> None:
    assert len(EVERY_ONE) == sum(part.strip().count("\n") for part in DECIDED) > 80


@pytest.mark.parametrize(("play", "spot", "expected"), EVERY_ONE)
def test_the_double_entry_says_what_was_decided_by_hand(
    play: Play, spot: Spot, expected: Answer
) -> None:
    assert play.answers(spot)[0] is expected


@pytest.mark.parametrize("name", BY_HAND)
def test_an_audit_finds_what_was_decided_to_be_wrong_and_nothing_else(name: str) -> None:
    spots = [Spot.of(text) for _, text, _ in BY_HAND[name]]
    assert differences(PLAY_OF[name], spots, "proved") == []
