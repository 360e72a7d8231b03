"""One mistake is told once, where it is made, and not again wherever it shows."""

from pathlib import Path

import pytest

from auditor.language.compile import compile_ruleset

HEAD = 'ruleset x version "1" title fr "x" en "x"\nprovision p fr "a" en "b"\nuse wheel\n'
RULE = """rule r severity minor cites p
  for each coup
  require {asked}
  message fr "{{found}}" en "{{found}}"
example "a" of r complies
  | coup=1
  | {line}
example "b" of r violates
  | coup=1
  | {line}
  | stake player=Ana bet=straight amount=5
"""


def said(text: str, folder: Path) -> list[tuple[str, str, int, str]]:
    path = folder / "x.rules"
    path.write_text(text, "utf-8")
    _, found = compile_ruleset(path)
    return [(d.code, d.span.text, d.span.line, str(d.hint or "")) for d in found]


def test_a_kind_that_nothing_declares_is_told_where_it_is_asked_for_first(tmp_path: Path) -> None:
    rule = RULE.format(asked="no warble and count of warble < 5", line="warble number=3")
    assert said(HEAD + rule, tmp_path) == [("E201", "warble", 6, "")]


def test_a_kind_declared_anew_is_not_missed_a_field_at_a_time(tmp_path: Path) -> None:
    anew = "field chips : integer\nevent stake (player, bet, amount, chips)\n"
    rule = RULE.format(asked="sum of stake.chips < 5", line="stake player=Ana chips=3")
    assert [(code, what) for code, what, *_ in said(HEAD + anew + rule, tmp_path)] == [
        ("E202", "stake")
    ]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ("field first : integer\nevent spin also (first?)\n", True),
        ("context last : integer\n", True),
        ("constant sum = 5\n", True),
        ("field for, where : integer\nevent spin also (for?, where?)\n", False),
    ],
)
def test_a_name_that_is_a_word_of_values_is_told(declared: str, told: bool, tmp_path: Path) -> None:
    found = said(HEAD + declared + RULE.format(asked="no spin", line="spin"), tmp_path)
    assert [code for code, *_ in found if code == "W205"] == ["W205"] * told


@pytest.mark.parametrize("asked", ["5 spin", "any spin player", "count of spin 5"])
def test_two_values_side_by_side_are_told_where_nothing_joins_them(
    asked: str, tmp_path: Path
) -> None:
    [(code, _, line, hint)] = said(HEAD + RULE.format(asked=asked, line="spin"), tmp_path)
    assert (code, line) == ("E101", 6)
    assert "exactly" in hint or "nothing joins it" in hint


def test_an_arrow_between_conditions_is_no_at_least(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text(HEAD + RULE.format(asked="(any spin) => (any stake)", line="spin"), "utf-8")
    _, [arrow] = compile_ruleset(path)
    assert "applies when" in str(arrow.message)
