"""Payments that were checked: counted by hand on logs of a few rows, by both engines alike."""

from fractions import Fraction
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.language.facts import facts_of
from auditor.request import ruleset
from tests.damage.damaging import Lines, lines_of
from tests.damage.logs import SAMPLES
from tests.damage.properties import audited
from tests.judged import ENGINES

RULES = Path(__file__).parents[1] / "rules" / "demo.rules"


def test_rows_that_may_be_of_several_places_are_counted_once(tmp_path: Path) -> None:
    # Ten rows that name no session may belong to each of the log's; their number is as before.
    lines = (
        (Path(__file__).parents[2] / "samples" / "boule" / "faulty.csv").read_text().splitlines()
    )
    at = lines[0].split(",").index("session")
    rows = [line.split(",") for line in lines]
    paid = sum(row[lines[0].split(",").index("event")] in {"pay", "collect"} for row in rows)
    for row in rows[200:210]:
        row[at] = ""
    path = tmp_path / "log.csv"
    path.write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    said = audit_log(read_log(path), rules="boule").report.payments
    assert (said.count, said.of_unknown_kind) == (paid, 0)


def test_rules_that_look_at_sums_are_known() -> None:
    assert [look.kind for look in facts_of(ruleset(RULES)).looks["paid-once"]] == ["pay"]
    looks = facts_of(ruleset("bataille")).looks
    won = {(look.kind, look.where) for look in looks["war-won-paid-once"]}
    assert ("pay", (("bet", frozenset({"main", "war"})),)) in won
    assert ("pay", ()) not in won
    # These ask whether there is a payment, or how many there are, and not of what sum.
    assert not {"stake-before-payment", "point-announced", "within-limits"} & looks.keys()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["bataille", "boule", "punto-banco", "vingt-trois"])
def test_of_a_lawful_evening_every_payment_is_checked(game: str) -> None:
    log = Path(__file__).parents[2] / "samples" / game / "lawful.csv"
    own = audit_log(read_log(log), rules=game, records="all").report.payments
    assert own.count > 100
    assert (own.checked, own.amount_checked) == (own.count, own.amount)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["boule", "punto-banco"])
def test_both_engines_count_the_same_of_a_faulty_evening(game: str) -> None:
    log = Path(__file__).parents[2] / "samples" / game / "faulty.csv"
    by_columns, by_reference = (
        audit_log(read_log(log), rules=game, engine=engine).report.payments for engine in ENGINES
    )
    assert by_columns == by_reference


def notes_of(folder: Path, lines: Lines, game: str) -> list[str]:
    """The notes on a log of which more than ten findings come."""
    found = audited(folder, lines, game)
    assert found is not None
    assert len(found.findings) > 10
    [notes] = [own.notes for own in found.report.inputs]
    return [note.en for note in notes]


@pytest.mark.sampled(3)
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


@pytest.mark.sampled(2)
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
