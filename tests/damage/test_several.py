"""Several damages at once: none makes the other look as if it had been written so."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judging import Engine
from tests.damage.damaging import Lines, lines_of
from tests.damage.properties import SAMPLES, audited

Cells = dict[str, str]
ENGINES = ("columns", "reference")

SEVERAL: dict[str, tuple[str, str, tuple[Cells, ...]]] = {
    "a session misspelt alike in two coups": (
        "boule",
        "stake",
        ({"session": "2026-O1-09"}, {"session": "2026-O1-09"}),
    ),
    "a table misspelt in a row that has another damage": (
        "vingt-trois",
        "stake",
        ({"table": "VI", "bet": "#N/A"},),
    ),
    "neither the kind nor the coup": ("boule", "stake", ({"event": "", "coup": ""},)),
    "neither the house nor the game": ("boule", "stake", ({"casino": "#N/A", "game": "#REF!"},)),
    "a bet that is a sign": ("vingt-trois", "stake", ({"bet": "?"},)),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", SEVERAL)
def test_several_damages_accuse_nobody(case: str, engine: Engine, tmp_path: Path) -> None:
    name, kind, damages = SEVERAL[case]
    lines = lines_of((SAMPLES / name / "lawful.csv").read_text("utf-8"))
    for row, cells in zip(_apart(lines, kind), damages, strict=False):
        for column, text in cells.items():
            row[lines[0].index(column)] = text
    found = audited(tmp_path, lines, name, engine)
    assert found is not None
    assert not found.findings
    assert any(own.not_verifiable for own in found.report.rules)


def _apart(lines: Lines, kind: str) -> list[list[str]]:
    """Rows of a kind, of which each stands far from the next."""
    event = lines[0].index("event")
    rows = [row for row in lines if row[event] == kind]
    return rows[len(rows) // 4 :: len(rows) // 4]
