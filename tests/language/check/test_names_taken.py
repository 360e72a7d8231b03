"""A name that is taken: what the remedy tells to write is accepted."""

from pathlib import Path

import pytest

from auditor.authoring.review import INCOMPLETE, review

HEAD = 'ruleset x version "1" title fr "x" en "x"\nuse wheel\n'


def said(text: str, folder: Path) -> list[tuple[str, str]]:
    path = folder / "x.rules"
    path.write_text(HEAD + text, "utf-8")
    found = [d for d in review(path)[1] if d.code not in INCOMPLETE | {"W601"}]
    return [(d.code, str(d.hint)) for d in found]


@pytest.mark.parametrize(
    ("wrong", "code", "hint", "right"),
    [
        (
            "event spin (amount)",
            "E202",
            "say `event spin also (…)` to add to what is declared already, or choose another name",
            "event spin also (amount)",
        ),
        (
            "type bet = split | corner",
            "E202",
            "say `type bet also …` to add to what is declared already, or choose another name",
            "type bet also split | corner",
        ),
        ("field number : text", "E202", "choose another name", "field pocket : text"),
        ("scope coup = session", "E202", "choose another name", "scope evening = session"),
    ],
)
def test_the_remedy_is_accepted(
    wrong: str, code: str, hint: str, right: str, tmp_path: Path
) -> None:
    assert said(wrong, tmp_path) == [(code, hint)]
    assert said(right, tmp_path) == []


PARENT = 'ruleset x extends casino version "1" title fr "x" en "x"\n'


def told(text: str, folder: Path) -> list[tuple[str, str, int, list[str]]]:
    path = folder / "x.rules"
    path.write_text(PARENT + text, "utf-8")
    found = [d for d in review(path)[1] if d.code not in INCOMPLETE | {"W601"}]
    return [(d.code, d.span.text, d.span.line, [own.text for _, own in d.related]) for d in found]


def test_a_dropped_record_that_rules_need_is_told_where_it_is_dropped(tmp_path: Path) -> None:
    drop = "drop record account\n"
    assert told(drop, tmp_path) == [("E204", "account", 2, ["account"] * 3)]
    rules = "stake-before-payment", "paid-once", "cancelled-coup-not-settled"
    alone = drop + "".join(f"drop rule {name}\n" for name in rules)
    assert told(alone, tmp_path) == []


def test_a_record_declared_anew_without_a_column_is_named_beside_what_asks_for_it(
    tmp_path: Path,
) -> None:
    anew = "drop record account\nrecord account for each coup, player, bet, number from stake\n"
    found = told(anew + "  let staked = sum of stake.amount\n", tmp_path)
    lacking = [(text, line, used[0]) for code, text, line, used in found if code == "E204"]
    assert {("account", 3, "known"), ("account", 3, "paid")} <= {*lacking}
    assert "E201" not in {code for code, *_ in found}
