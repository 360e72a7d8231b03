"""Remedies that concern more than one file: what they say to write is itself accepted.

Those of one file stand in tests/pages/remedies.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.authoring.codes import HEAD
from auditor.authoring.review import INCOMPLETE, review
from tests.pages.page import OTHER

ASKED = "rule r severity minor cites p\n  for each stake\n  require amount = 5\n"


def test_a_remedy_for_a_dropped_rule_is_not_refused(tmp_path: Path) -> None:
    """What it says of a parent's provision is said where the rule is dropped."""
    path = tmp_path / "house.rules"
    head = 'ruleset house\n  extends casino\n  version "1"\n  title fr "M" en "H"\n'
    path.write_text(f"{head}drop rule time-goes-forward\n", "utf-8")
    (wrong,) = (d for d in review(path)[1] if d.code == "E401")
    assert (wrong.span.source.name, wrong.span.line) == (path.as_posix(), 5)
    remedy = 'provision log.order not applicable fr "…" en "…"'
    assert f"say `{remedy}`" in str(wrong.hint)
    path.write_text(f"{head}drop rule time-goes-forward\n{remedy}\n", "utf-8")
    assert [d for d in review(path)[1] if d.code == "E401"] == []


def test_a_rule_that_waits_for_a_dropped_one_is_told_where_that_is_dropped(tmp_path: Path) -> None:
    """Whoever drops what is named as well comes to an end."""
    path = tmp_path / "house.rules"
    head = 'ruleset house\n  extends casino\n  version "1"\n  title fr "M" en "H"\n'
    dropped, rounds = {"recorded-once"}, 0
    while rounds < 4:
        path.write_text(head + "".join(f"drop rule {own}\n" for own in sorted(dropped)), "utf-8")
        found = [d for d in review(path)[1] if d.code == "E204"]
        assert {d.span.source.name for d in found} <= {path.as_posix()}
        if not found:
            break
        dropped |= {str(dict(d.message.values)["other"]) for d in found}
        rounds += 1
    assert 0 < rounds < 4


@pytest.mark.parametrize("named", ["page", "page/page.rules"])
def test_a_ruleset_in_its_folder_cannot_extend_itself(named: str, tmp_path: Path) -> None:
    """Its own rules would else be those of its parent, which nothing looks at."""
    path = tmp_path / "page/page.rules"
    path.parent.mkdir()
    path.write_text(HEAD.replace("version", "extends page version") + OTHER, "utf-8")
    [found] = [d for d in review(tmp_path / named)[1] if d.code == "E203"]
    assert "cannot extend itself" in str(found.message)


def test_a_ruleset_that_calls_in_no_words_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    bare = HEAD.replace("use cards\n", "")
    path.write_text(f"{bare}constant chances = {{red, black}}\n{ASKED}{OTHER}", "utf-8")
    [found] = review(path)[1]
    assert (found.code, found.span.line) == ("E203", 1)
    assert "`use cards, table`" in str(found.hint)
    path.write_text(bare + "use cards, table\n" + ASKED + OTHER, "utf-8")
    assert [d for d in review(path)[1] if d.code not in INCOMPLETE] == []


PARENT = 'ruleset x extends casino version "1" title fr "x" en "x"\n'


def told(text: str, folder: Path) -> list[tuple[str, str, int, list[str]]]:
    path = folder / "x.rules"
    path.write_text(PARENT + text, "utf-8")
    found = [d for d in review(path)[1] if d.code not in INCOMPLETE | {"W601"}]
    return [(d.code, d.span.text, d.span.line, [own.text for _, own in d.related]) for d in found]


def test_a_dropped_record_that_rules_need_is_told_where_it_is_dropped(tmp_path: Path) -> None:
    drop = "drop record account\n"
    [(code, name, line, used)] = told(drop, tmp_path)
    assert (code, name, line, set(used)) == ("E204", "account", 2, {"account", "spot"})
    rules = (
        "stake-before-payment",
        "paid-once",
        "cancelled-coup-not-settled",
        "no-more-given-back-than-laid",
    )
    alone = drop + "drop record handed_back\n" + "".join(f"drop rule {name}\n" for name in rules)
    [(*_, used)] = told(alone, tmp_path)
    assert used == ["account"] * 6  # four definitions are of it, and two look in it


def test_a_record_declared_anew_without_a_column_is_named_beside_what_asks_for_it(
    tmp_path: Path,
) -> None:
    anew = "drop record account\nrecord account for each coup, player, bet, number from stake\n"
    found = told(anew + "  let staked = sum of stake.amount\n", tmp_path)
    lacking = [(text, line, used[0]) for code, text, line, used in found if code == "E204"]
    assert {("account", 3, "gain"), ("account", 3, "paid")} <= {*lacking}
    assert "E201" not in {code for code, *_ in found}


def test_all_columns_that_are_lacking_are_named_at_once(tmp_path: Path) -> None:
    """One expression asks for three of them; a fourth, on which one rests, nobody else asks for."""
    parent = """
record seen for each coup
  let burns  = count of burn
  let deals  = count of deal
  let cards  = burns + deals
  let stakes = count of stake
rule counted severity minor cites p
  for each coup
  require seen.cards > seen.stakes + seen.deals
  message fr "m" en "m"
"""
    (tmp_path / "page.rules").write_text(HEAD + parent, "utf-8")
    path = tmp_path / "child.rules"
    anew = "replace record seen for each coup\n  let spins = count of deal\n"
    path.write_text(PARENT.replace("x extends casino", "child extends page") + anew, "utf-8")
    lacking = [own.message for own in review(path)[1] if own.code == "E204"]
    assert {dict(own.values)["name"] for own in lacking} == {"cards", "deals", "stakes"}
