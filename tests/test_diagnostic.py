"""Diagnostics: a code that is explained, words in both languages, the line underlined."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import auditor
from auditor.authoring.codes import CODES
from auditor.authoring.review import review
from auditor.diagnostic import Diagnostic, all_of, one_of, render
from auditor.messages.message import SOLE, WORDS, Message, message, say, suggestion, told_in
from auditor.source import Source, Span
from tests.tables import table

PACKAGE = Path(auditor.__file__).parent
SPAN = Span(Source("own.rules", "\tbrun\n"), 1, 2, 1, 6)
WITHIN = "rules"  # the family of words that stand within messages

OF_RULES = [
    line
    for path in sorted(WORDS.glob("messages/rule*.words"))
    for line in path.read_text("utf-8").split("\n")
    if line and line[0] not in "# "
]


def test_every_message_about_rules_begins_with_a_code_that_is_explained() -> None:
    families = {code.partition(".")[0] for code in OF_RULES}
    assert families - {WITHIN} == set(CODES)


def test_every_diagnostic_is_made_of_a_message_with_a_code() -> None:
    made = [
        found[1]
        for room in ("language", "authoring")
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for found in re.finditer(
            r'(?:Diagnostic(?:Error)?\(\s*message|fault|remark)\(\s*"([^"]+)"',
            path.read_text("utf-8"),
        )
    ]
    assert len(made) > 100
    assert all(code in told_in("messages") and code.partition(".")[0] in CODES for code in made)


@pytest.mark.parametrize("code", OF_RULES)
def test_french_has_typographic_apostrophes_outside_code(code: str) -> None:
    french, _ = told_in("messages")[code]
    assert "'" not in re.sub(r"`[^`]*`", "", french)


def test_a_diagnostic_is_rendered_in_both_languages() -> None:
    unknown = Diagnostic(
        message("E201.unknown", family=message("rules.family.field"), name="brun"),
        SPAN,
        suggestion("brun", ["burn", "deal"]),
        ((message("E202.first"), SPAN),),
    )
    assert (unknown.code, unknown.level) == ("E201", "error")
    assert render(unknown).splitlines() == [
        "own.rules:1:2: error[E201]: no field is called `brun`",
        "    1 | \tbrun",
        "      | \t^^^^",
        "  own.rules:1:2: declared here first",
        "    1 | \tbrun",
        "      | \t----",
        "  = did you mean `burn`?",
    ]
    french = render(unknown, "fr").splitlines()
    assert french[0] == "own.rules:1:2: erreur[E201]: `brun` n’est pas connu comme champ"
    assert french[-1] == "  = vouliez-vous dire `burn` ?"


@pytest.mark.parametrize("before", [0, 30, 5_000])
def test_of_a_line_without_end_what_stands_around_the_place_is_quoted(before: int) -> None:
    source = Source("a.rules", "x" * before + "wrong" + "y" * 1_000_000)
    span = Span(source, 1, before + 1, 1, before + 6)
    _, line, marks = render(Diagnostic(message("E100.too_deep"), span)).splitlines()
    assert len(line) < 400
    assert line[marks.index("^") :].startswith("wrongyyy")
    assert marks.count("^") == 5
    whole = replace(span, end_column=len(source.text))
    _, line, marks = render(Diagnostic(message("E100.too_deep"), whole)).splitlines()
    assert len(marks) == len(line)


def test_a_warning_has_a_code_that_begins_with_w() -> None:
    unused = message("W601.unused", family=message("rules.family.name"), name="closing")
    assert Diagnostic(unused, SPAN).level == "warning"
    assert render(Diagnostic(unused, SPAN), "fr").startswith("own.rules:1:2: avertissement[W601]:")


def test_a_log_that_a_remedy_shows_stands_on_lines_of_its_own() -> None:
    shown = message("E412.log", log="\n      | burn\n      | deal\x1b[2J card=9S")
    said = Diagnostic(message("E412.contradicts", rule="a", other="b"), SPAN, shown)
    assert render(said).splitlines()[-3:] == [
        "  = the smallest log that shows it:",
        "      | burn",
        "      | deal\ufffd[2J card=9S",
    ]


@pytest.mark.parametrize(("near", "name", "known"), table(__file__, "Names that are near"))
def test_a_name_is_near_to_another(near: str, name: str, known: str) -> None:
    found = suggestion(name, known.split())
    said = "no" if found is None else "sole" if found.code == SOLE else "yes"
    assert said == near


def test_alternatives_are_joined_in_the_language_that_is_spoken() -> None:
    outer = Message("E201.say_which", (("choices", one_of(["a", all_of(["b", "c"])])),))
    assert say(outer, "en") == "say a or b and c"
    assert say(outer, "fr") == "écrivez a ou b et c"


def test_every_diagnostic_of_a_broken_file_has_words_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text('rulle\nuse carts\nrule a severity minor\nprovision p fr "x" en "x"\n', "utf-8")
    _, found = review(file)
    assert {own.code for own in found} == {"E103", "E104", "E203"}
    for own in found:
        assert render(own, "fr") != render(own, "en")
