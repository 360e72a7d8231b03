"""Amounts in cents beside others in euros, or payments with the stake in them, are told before
anybody is accused.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.damage.damaging import Lines, lines_of
from tests.damage.logs import SAMPLES
from tests.damage.properties import audited


def notes_of(folder: Path, lines: Lines, game: str) -> list[str]:
    """The notes on a log of which more than ten findings come."""
    found = audited(folder, lines, game)
    assert found is not None
    assert len(found.findings) > 10
    [notes] = [own.notes for own in found.report.inputs]
    return [note.en for note in notes]


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
    notes = notes_of(tmp_path, lines, "bataille")
    noted = [note for note in notes if f"by a factor of exactly {times}" in note]
    assert noted == notes[:1] if times > 3 else not noted


@pytest.mark.parametrize("times", [100, 2])
def test_amounts_in_another_unit_than_their_limits_are_noted_first(
    times: int, tmp_path: Path
) -> None:
    """All stakes twice as high are above their limit as well, and no cents."""
    lines = lines_of((SAMPLES / "bataille" / "lawful.csv").read_text("utf-8"))
    amount = lines[0].index("amount")
    for row in lines[1:]:
        if row[amount]:
            row[amount] = str(Fraction(row[amount]) * times) if times > 2 else "250"
    notes = notes_of(tmp_path, lines, "bataille")
    assert any("more than 10 times its limit" in note for note in notes[:1]) == (times > 2)


@pytest.mark.parametrize("bets", ["all", "chances"])
def test_payments_with_the_stake_in_them_are_noted_first(bets: str, tmp_path: Path) -> None:
    """A number pays 7 to 1, a chance 1 to 1; where chances alone pay double, it is their fault."""
    lines = lines_of((SAMPLES / "boule" / "lawful.csv").read_text("utf-8"))
    event, bet, amount = (lines[0].index(name) for name in ("event", "bet", "amount"))
    for row in lines[1:]:
        if row[event] == "pay" and (row[bet] != "straight" or bets == "all"):
            paid = Fraction(row[amount])
            own = paid + (paid / 7 if row[bet] == "straight" else paid)
            row[amount] = f"{own.numerator * 100 // own.denominator:03}"
            row[amount] = f"{row[amount][:-2]}.{row[amount][-2:]}"
    notes = notes_of(tmp_path, lines, "boule")
    assert any("with the stake in them" in note for note in notes[:1]) == (bets == "all")
