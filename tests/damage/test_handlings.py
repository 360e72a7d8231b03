"""Logs that were sorted, filled down or cut to minutes, or lack a kind somewhere, accuse nobody."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from auditor.judging import Engine
from auditor.log.damage.breaks import is_missed
from auditor.log.damage.suspects import scope_columns
from auditor.request import ruleset
from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan
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
    assert one.report.rules == other.report.rules


def test_a_habit_of_some_nights_leaves_nothing_of_the_others_open(tmp_path: Path) -> None:
    """In two of five nights stakes are handed back after most coups, in the others after none: a
    winner's need not be written down.
    """
    own = game("bataille")
    rows = list(own.lawful(Plan(events=4000, seed=5, sessions=5)))
    nights = {row["session"] for row in rows}
    handing = {row["session"] for row in rows if row["event"] == "give_back"}
    assert (len(nights), len(handing)) == (5, 2)
    lines = [list(own.columns), *([row.get(name, "") for name in own.columns] for row in rows)]
    engines: tuple[Engine, Engine] = ("columns", "reference")
    for engine in engines:
        audit = audited(tmp_path, lines, "bataille", engine, all_recorded=False)
        assert audit is not None
        assert not audit.findings
        paid = audit.report.payments
        assert paid.checked == paid.count > 500


def test_what_comes_once_a_shoe_is_not_missed_between() -> None:
    """Each stop card ends a stretch of coups without one; a terminal that broke down leaves few."""
    columns = scope_columns(ruleset("bataille").vocabulary)
    assert not is_missed("stop_card_seen", columns, having=12, scopes=14, stretches=11)
    assert is_missed("announce", columns, having=12, scopes=14, stretches=1)
    assert not is_missed("announce", columns, having=12, scopes=20, stretches=1)
    assert not is_missed("give_back", columns, having=12, scopes=14, stretches=0)
