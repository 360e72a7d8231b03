"""A row of which one cell is empty: what it may open, close or count for is left open."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Audit, Engine
from tests.damage.damaging import Lines, lines_of
from tests.damage.properties import SAMPLES, audited

ENGINES = ("columns", "reference")


def lawful(game: str) -> Lines:
    return lines_of((SAMPLES / game / "lawful.csv").read_text("utf-8"))


def open_checks(audit: Audit | None, rule: str) -> int:
    """How many checks of a rule are left open in an audit that accuses nobody."""
    assert audit is not None
    assert not audit.findings
    return next(own.not_verifiable for own in audit.report.rules if own.rule.endswith(f"/{rule}"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["leave", "sit"])
def test_who_comes_or_goes_without_a_seat_may_be_anybody(
    kind: str, engine: Engine, tmp_path: Path
) -> None:
    """Five leave in this log, and five sit down: too few to say what is usual."""
    lines = lawful("bataille")
    seat, event = (lines[0].index(name) for name in ("seat", "event"))
    rows = [row for row in lines if row[event] == kind]
    assert len(rows) == 5
    rows[0][seat] = ""
    assert open_checks(audited(tmp_path, lines, "bataille", engine), "seated-players-only") > 0
