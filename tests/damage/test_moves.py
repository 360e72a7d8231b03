"""Rows that stand twice or in another place, and a few rows of many, accuse nobody."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.damage import logs
from tests.damage.moving import MOVES, moves
from tests.damage.properties import audited
from tests.damage.test_losses import told_of

SOME = ("bataille", "boule", "bataille-speed")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SOME)
def test_rows_that_stand_twice_or_elsewhere_accuse_nobody(name: str, tmp_path: Path) -> None:
    lines = logs.lawful(name, 2)
    found = told_of(tmp_path, name, lines, moves(lines, 1, Random(f"moves/{name}")))
    assert not [f"{loss}: {own}" for loss, broken in found for own in broken]


@pytest.mark.parametrize("name", SOME[1:2])
def test_rows_that_stand_twice_or_elsewhere_hide_nothing(name: str, tmp_path: Path) -> None:
    lines = logs.faulty(name, 3)[1]
    found = told_of(tmp_path, name, lines, moves(lines, 1, Random(f"moves/{name}")))
    assert not [f"{loss}: {own}" for loss, broken in found for own in broken]


def test_both_engines_say_the_same_of_rows_that_moved(tmp_path: Path) -> None:
    lines = logs.faulty("boule", 5)[1]
    for move in MOVES[::2]:
        left = move(lines, Random(5)).left
        one, other = (
            audited(tmp_path, left, "boule", engine=own) for own in ("columns", "reference")
        )
        assert one is not None
        assert other is not None
        assert one.findings == other.findings
        assert one.report.rules == other.report.rules
