"""The page on logs names what the payments of each game need, as the rules have it."""

from __future__ import annotations

from pathlib import Path

from auditor.authoring.review import review
from tools.payments import BEGIN, END, PAGE, ROOT, games, needs_of, written

RULES = Path(__file__).with_name("small.rules").read_text("utf-8")


def test_the_tables_are_what_the_program_writes() -> None:
    text = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].strip()
    assert text == written(), "run `python -m tools.payments`"


def test_the_games_are_those_with_payments() -> None:
    assert [game.name for game in games()] == ["bataille", "boule", "punto-banco", "vingt-trois"]
    assert (ROOT / "rulesets" / "casino").exists()


def test_what_rules_look_at_through_lets_and_records(tmp_path: Path) -> None:
    rules = tmp_path / "small.rules"
    rules.write_text(RULES, "utf-8")
    program, _ = review(rules)
    assert program is not None
    needs = needs_of(program)
    assert needs.kinds == {
        "stake": {"seat", "amount"},
        "pay": {"seat", "amount"},
        "deal": {"seat", "card"},
    }
    assert needs.context == {"coup"}
