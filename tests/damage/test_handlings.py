"""Logs that were sorted, filled down or cut to minutes, or lack a kind somewhere, accuse nobody."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.damage import logs
from tests.damage.handling import handlings, left_out_at_one
from tests.damage.properties import audited
from tests.damage.test_losses import told_of


@pytest.mark.parametrize(
    ("name", "seed"), [("boule", 2), ("punto-banco", 3), ("bataille-speed", 2)]
)
def test_what_one_wrong_grip_does_accuses_nobody(name: str, seed: int, tmp_path: Path) -> None:
    lines = logs.lawful(name, seed)
    found = told_of(tmp_path, name, lines, handlings(lines, 1, Random(f"handlings/{name}")))
    assert not [f"{loss}: {own}" for loss, broken in found for own in broken]


def test_what_one_wrong_grip_does_hides_nothing(tmp_path: Path) -> None:
    lines = logs.faulty("boule", 3)[1]
    found = told_of(tmp_path, "boule", lines, handlings(lines, 1, Random("handlings")))
    assert not [f"{loss}: {own}" for loss, broken in found for own in broken]


def test_both_engines_say_the_same_of_a_kind_that_one_table_does_not_record(
    tmp_path: Path,
) -> None:
    lines = logs.lawful("boule", 4)
    loss = left_out_at_one(lines, Random(2))
    assert loss is not None
    one, other = (
        audited(tmp_path, loss.left, "boule", engine, all_recorded=False)
        for engine in ("columns", "reference")
    )
    assert one is not None
    assert other is not None
    assert not one.findings
    mine = [(own.compliant, own.not_verifiable) for own in one.judged[0].tallies]
    assert mine == [(own.compliant, own.not_verifiable) for own in other.judged[0].tallies]
