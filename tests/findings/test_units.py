"""A kind of event in cents beside others in euros is told before anybody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.damage.damaging import lines_of
from tests.damage.properties import SAMPLES, audited


@pytest.mark.parametrize(("kind", "times"), [("pay", 100), ("stake", 1000), ("pay", 3)])
def test_a_kind_of_event_in_another_unit_is_noted_first(
    kind: str, times: int, tmp_path: Path
) -> None:
    lines = lines_of((SAMPLES / "bataille" / "lawful.csv").read_text("utf-8"))
    event, amount = (lines[0].index(name) for name in ("event", "amount"))
    for row in lines[1:]:
        if row[event] == kind:
            whole, _, cents = row[amount].partition(".")
            row[amount] = str(int(whole) * times + int(cents.ljust(2, "0") or 0) * times // 100)
    found = audited(tmp_path, lines, "bataille")
    assert found is not None
    assert len(found.findings) > 10
    [notes] = [own.notes for own in found.report.inputs]
    noted = [note.en for note in notes if f"by a factor of exactly {times}" in note.en]
    assert noted == [note.en for note in notes[:1]] if times > 3 else not noted
