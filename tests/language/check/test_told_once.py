"""One mistake is told once, where it is made, and not again wherever it shows."""

from pathlib import Path

import pytest

from auditor.authoring.review import diagnose, review

HEAD = 'provision p fr "a" en "b"\nruleset x version "1" title fr "x" en "x"\nuse wheel\n'
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
    _, found = review(path)
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


MESSAGE = '  message fr "{found}" en "{found}"\n'
SHOWN = RULE.format(asked="no stake", line="spin number=3")


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (MESSAGE, '  message fr "{Found}" en "{found}"\n', ("E404", 7, "`{Found}` stands for")),
        (MESSAGE, '  message fr "{found} en "{found}"\n', ("E101", 7, "begins at 7:14")),
        ("cites p", "cites p.", ("E201", 4, "no provision is called `p.`")),
        ("cites p", 'cites "p"', ("E101", 4, "write `p`")),
        ('"a" of r complies', '"a" of rr complies', ("E201", 8, "no rule is called `rr`")),
        ("| spin number=3\nex", "| spin number=3,\nex", ("E411", 10, "sets cells apart")),
        ("amount=5\n", "amount=5\n  | coup=2\n", ("E411", 15, "holds for nothing")),
        ("use wheel", "import wheel", ("E103", 3, "`import` begins no declaration")),
        ("use wheel", " wheel", ("E101", 3, "`wheel` does not fit")),
        ("use wheel", "uses wheel", ("E103", 3, "`uses` begins no declaration")),
    ],
)
def test_one_mistake_is_one_message(
    right: str, wrong: str, told: tuple[str, int, str], tmp_path: Path
) -> None:
    path = tmp_path / "x.rules"
    assert right in HEAD + SHOWN
    path.write_text((HEAD + SHOWN).replace(right, wrong, 1), "utf-8")
    _, found = review(path)
    code, line, words = told
    assert [(d.code, d.span.line) for d in found] == [(code, line)]
    assert words in str(found[0].message)


def test_a_kind_of_a_vocabulary_that_is_not_called_in_names_it(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text((HEAD + SHOWN).replace("use wheel", "use table"), "utf-8")
    [lost] = diagnose(path)[1]
    assert (lost.code, lost.span.text) == ("E411", "spin")
    rule = RULE.format(asked="no spin", line="spin number=3")
    path.write_text((HEAD + rule).replace("use wheel", "use table"), "utf-8")
    [lost] = diagnose(path)[1]
    assert (lost.code, str(lost.hint)) == (
        "E201",
        "the vocabulary `wheel` declares it: `use wheel`",
    )
    path.write_text(HEAD + rule, "utf-8")
    assert diagnose(path)[1] == ()
