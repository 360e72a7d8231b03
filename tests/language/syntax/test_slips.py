"""What was meant is told, and what the message says to write is no error in its turn."""

import re
from pathlib import Path

import pytest

from auditor.authoring.review import INCOMPLETE, review
from auditor.diagnostic import Diagnostic
from auditor.language.check.codes import HEAD
from auditor.language.syntax.parse import parse
from auditor.messages.message import say
from auditor.source import Source

RULE = 'rule r\n  severity minor\n  cites p\n  for each stake\n  {}\n  message fr "x" en "x"\n'


def said(clause: str, folder: Path) -> list[Diagnostic]:
    path = folder / "page.rules"
    path.write_text(HEAD + RULE.replace("{}", clause), "utf-8")
    return [d for d in review(path)[1] if d.code not in INCOMPLETE]


SLIPS = [
    ("require seat == 5", "==", "="),
    ("require seat <> 5", "<>", "!="),
    ("require seat ≠ 5", "≠", "!="),
    ("require seat ≥ 5", "≥", ">="),
    ("require seat => 5", "=>", ">="),
    ("require seat ≤ 5", "≤", "<="),
    ("require seat =< 5", "=<", "<="),
    ("require seat = 5.", "5.", "5"),
    ("require amount > .5", ".5", "0.5"),
    ("require amount > 5,0", "5,0", "5.0"),
    ("require amount > 1 000", "1 000", "1000"),
    ("require amount > 1\u202f000", "1\u202f000", "1000"),
    ("require amount > 2 000 000", "2 000 000", "2000000"),
    ("require amount > 5 %", "5 %", "0.05"),
    ("require amount > 5€", "5€", "5"),
    ("require amount >\u00a05", "", " "),
    ("require amount × 2 > 5", "×", "*"),
    ("require amount ÷ 2 > 5", "÷", "/"),
    ("require amount − 2 > 5", "−", "-"),
    ("require amount > 2 && seat = 1", "&&", "and"),
    ("require amount > 2 || seat = 1", "||", "or"),
    ("require amount > 2 et seat = 1", "et", "and"),
    ("require player != 'x'", "'x'", '"x"'),
    ("require player != «x»", "«x»", '"x"'),
    ("require player != “x”", "“x”", '"x"'),
    ("require seat in 1...5", "...", ".."),
    ("require seat in 1 to 5", "1 to 5", "1..5"),
    ("require seat = 1;", ";", ""),
]


@pytest.mark.parametrize(("clause", "under", "write"), SLIPS)
def test_what_was_meant_is_told_and_is_right(
    clause: str, under: str, write: str, tmp_path: Path
) -> None:
    [found] = said(clause, tmp_path)
    assert (found.code, found.span.text) == ("E101", " ".join(under.split()))
    if write.strip():
        assert f"`{write}`" in str(found.message)
        assert f"`{write}`" in say(found.message, "fr")
    line = found.span.source.line(found.span.line)
    mended = line[: found.span.column - 1] + write + line[found.span.end_column - 1 :]
    assert said(mended.strip(), tmp_path) == []


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("seat = 5", "the word of a clause is missing before `seat`"),
        ("require if seat = 5 then amount > 2", "the language has no `if`"),
        ("require seat = 5 and\n  report first for each coup", "before `report` is not complete"),
        ("require seat = 5,", "`,` is one sign too many here"),
        ('require player != "x', "the text that begins at 8:21 does not end"),
        ("require (seat = 5", "the `(` that opens here is not closed"),
    ],
)
def test_what_is_missing_is_told(clause: str, words: str, tmp_path: Path) -> None:
    [found, *_] = said(clause, tmp_path)
    assert found.code == "E101"
    assert words in str(found.message)


CUT_SHORT = [
    ("require seat =", None),
    ("require seat in 1..", "expected a name or a number"),
    ("require any", "expected a name"),
    ("require every pay in coup", "expected `has`"),
    ("require case seat = 1 -> true", "expected `case` or `else`"),
    ("require sequence of stake in coup is", "expected `[` or a name"),
    ("require exactly 1 pay in coup if seat = 1", "expected `,`"),
    ("require seat = 1\n  let place", "expected `=`"),
    ("require seat = 1\n  only if r", "expected `,`, `hold` or `holds`"),
    ("require seat = 1\n  verifiable when seat = 1", "expected `otherwise`"),
]


@pytest.mark.parametrize(("clause", "hint"), CUT_SHORT)
def test_what_is_not_complete_is_told_where_it_ends(
    clause: str, hint: str | None, tmp_path: Path
) -> None:
    [found] = said(clause, tmp_path)
    line = found.span.source.line(found.span.line)
    assert clause.endswith(line.strip())
    assert found.span.column == len(line) + 1
    assert str(found.message) == "what stands before `message` is not complete"
    assert (found.hint and str(found.hint)) == hint


@pytest.mark.parametrize("clause", ["(seat = 5", "seat in {1, 2", "any (pay"])
def test_a_bracket_that_is_not_closed_is_told_where_it_opens(clause: str, tmp_path: Path) -> None:
    [found, *_] = said(f"require {clause}", tmp_path)
    at = re.search(r"[({]", clause)
    assert at is not None
    assert (found.span.text, found.span.column) == (at.group(), len("  require ") + at.start() + 1)
    assert str(found.message) == f"the `{at.group()}` that opens here is not closed"


def test_a_row_of_a_table_without_its_result_is_told_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    table = "table t (rank : rank) gives integer\n  K ->\n  else -> 1\n"
    path.write_text(HEAD + table, "utf-8")
    [found] = [d for d in review(path)[1] if d.code == "E101"]
    assert (found.span.source.line(found.span.line), found.span.column) == ("  K ->", 7)


@pytest.mark.parametrize("two", ["for each", "severity minor"])
def test_words_that_are_run_together_are_told(two: str, tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    one = two.replace(" ", "")
    path.write_text(HEAD + RULE.replace("{}", "require seat = 1").replace(two, one), "utf-8")
    [found] = [d for d in review(path)[1] if d.code == "E101"]
    assert found.span.text == one
    assert f"write `{two}`" in str(found.message)


def test_a_rule_about_several_kinds_is_told_of_streams(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    both = RULE.replace("for each stake", "for each (pay or collect)").replace("{}", "require true")
    path.write_text(HEAD + both, "utf-8")
    [found] = [d for d in review(path)[1] if d.code == "E101"]
    assert str(found.hint) == (
        "declare `stream both = pay (…), collect (…)`, then say `for each both`"
    )


def test_the_first_of_two_texts_is_the_one_that_does_not_end(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_text(HEAD.replace('"Une disposition" en', '"Une disposition en'), "utf-8")
    [found] = [d for d in review(path)[1] if d.code == "E101"]
    assert (found.span.line, found.span.column) == (3, 16)
    assert str(found.message) == "the text that begins at 3:16 does not end"


def test_a_declaration_that_is_indented_is_told(tmp_path: Path) -> None:
    [found] = said("require seat = 5\n rule s", tmp_path)
    assert str(found.hint) == "a declaration begins in the first column"


def test_a_card_is_neither_rank_nor_suit(tmp_path: Path) -> None:
    for written, meant in (("card = K", "rank(card) = K"), ("card != H", "suit(card) = H")):
        clause = f"require any deal in coup where {written}"
        [found] = said(clause, tmp_path)
        assert f"`{meant}`" in str(found.hint)
        assert said(clause.replace(written, meant), tmp_path) == []


def test_a_file_in_another_encoding_is_told_by_line_and_byte(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_bytes((HEAD + "# d\xe9j\xe0\n").encode("cp1252"))
    [found] = [d for d in review(path)[1] if d.code == "E105"]
    assert (found.span.line, found.span.column) == (4, 4)
    assert "line 4, byte 4: 0xE9" in str(found.message)


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\x00", "\r", "\u2028", "\x0b", "\ufeff"])
def test_a_sign_that_nobody_sees_is_told(sign: str, tmp_path: Path) -> None:
    found = said(f"require seat{sign} = 5", tmp_path)
    assert [d.code for d in found] == ["E106"]
    assert f"U+{ord(sign):04X}" in str(found[0].message)
    assert (found[0].span.line, found[0].span.column) == (8, 15)


def test_an_arrow_of_a_table_is_no_comparison(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_text(HEAD + "table t (n : 0..1) gives integer\n  0 => 1\n  1 => 2\n", "utf-8")
    [found] = [d for d in review(path)[1] if d.code == "E101"]
    assert "write `->`" in str(found.message)


def test_a_list_without_its_comma_is_told_with_the_whole_name(tmp_path: Path) -> None:
    [found] = said("cites p c.6\n  require seat = 1", tmp_path)
    assert "`…, c.6`" in str(found.hint)


def test_a_name_that_other_languages_have_as_a_word_is_not_told_for_it(tmp_path: Path) -> None:
    [found] = said("let most = 5\n  require seat most", tmp_path)
    assert (found.span.text, "count of" in str(found.hint)) == ("most", False)
    [found] = said("require at most 5 pay", tmp_path)
    assert "count of stake <= 3" in str(found.hint)


def test_a_sum_that_ends_with_its_line_is_not_complete(tmp_path: Path) -> None:
    [found] = said("let paid = sum of\n  require seat = 1", tmp_path)
    assert "`require`" in str(found.message)


def test_the_names_of_a_rule_are_no_slips(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    name = "half-of-the-last-et-ou-latest-one"
    path.write_text(
        HEAD + RULE.replace("rule r", f"rule {name}").replace("minor", "mnior"), "utf-8"
    )
    [found] = [d for d in review(path)[1] if d.code not in INCOMPLETE]
    assert (found.code, found.span.text) == ("E101", "mnior")


LAWFUL = (
    "cites 39.decks, 55-19.b",
    "require seat in {1,2}",
    "require seat in {1, 2,3}",
    "require odds(1,2) = 5",
    'require player = "5,0 et ≠"',
    "require seat = 1  # the 5,0 == y",
)


@pytest.mark.parametrize("clause", LAWFUL)
def test_what_is_right_is_no_slip_beside_what_is_wrong(clause: str, tmp_path: Path) -> None:
    [found] = said(f"{clause}\n  bogus", tmp_path)
    assert (found.code, found.span.text) == ("E101", "bogus")


def test_whatever_is_shipped_is_no_slip_beside_what_is_wrong() -> None:
    files = sorted(Path("rulesets").rglob("*.rules"))
    texts = [own for file in files for own in re.split(r"\n(?=\w)", file.read_text("utf-8"))]
    lawful = [own.rstrip() for own in texts if re.match(r"provision|reading|rule|record", own)]
    assert len(lawful) > 500
    for text in lawful[::6]:
        source = Source("page", f"{text}\n  bogus")
        [found] = parse(source)[1]
        assert (text, found.span.text) == (text, "bogus")
