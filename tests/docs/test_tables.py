"""Tables of the reference, and of the pages beside it, are those of the code."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

import auditor.language
from auditor.authoring.codes import CODES
from auditor.judge.operators import UNREADABLE
from auditor.judge.verdict import sentence
from auditor.language.operators import OPERATORS, Operator
from auditor.language.syntax.grammar import KEYWORDS
from auditor.messages.message import message, say
from auditor.types import BASIC_TYPES, Basic
from auditor.values import Reason, UnreadableError, read_value
from tests.markdown import between

REFERENCE = Path(__file__).parent.parent.parent / "docs" / "reference.md"


def operator_rows() -> list[str]:
    rows = ["| sign | takes | gives | meaning |", "|---|---|---|---|"]
    for (sign, meaning), cases in groupby(OPERATORS, key=lambda own: (own.sign, own.meaning)):
        shown = "`-` before it" if sign == "minus" else f"`{sign}`"
        rows.append(f"| {shown} | {' | '.join(types_of(tuple(cases)))} | {meaning} |")
    return rows


def types_of(cases: tuple[Operator, ...]) -> tuple[str, str]:
    """What the cases of one row take and give; cases of one type each are told in one breath."""
    if len(cases) > 1 and all({*own.takes} == {own.gives} for own in cases):
        how_many = "two of " if len(cases[0].takes) == 2 else ""
        return how_many + ", ".join(str(own.gives) for own in cases), "the same"
    [gives] = {str(own.gives) for own in cases}
    return "; ".join(", ".join(map(str, own.takes)) for own in cases), gives


def code_rows() -> list[str]:
    rows = ["| code | what is wrong |", "|---|---|"]
    return rows + [f"| {own.code} | {own.meaning} |" for own in CODES.values()]


def test_the_table_of_operators_is_that_of_the_code() -> None:
    assert between(REFERENCE, "operators") == operator_rows()


def test_the_table_of_codes_is_that_of_the_code() -> None:
    assert between(REFERENCE, "codes") == code_rows()


def section(title: str) -> str:
    return REFERENCE.read_text("utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("word", KEYWORDS)
def test_every_declaration_is_in_its_table(word: str) -> None:
    assert re.search(rf"^\| `{word} ", section("Declarations"), re.MULTILINE)


def words_of(grammar: str) -> set[str]:
    """The words that a grammar writes out."""
    text = (Path(auditor.language.__file__).parent / grammar).read_text("utf-8")
    return set(re.findall(r'"([a-z][a-z-]*)"', text))


CORE, EXTENSION = words_of("syntax/grammar.lark"), words_of("statistics/statistics.lark")
MOST_WORDS = 155
"""Words that an author may have to read; what an extension adds has a page of its own."""


def test_the_language_has_no_more_words_than_may_be_learned() -> None:
    """Each word counts once that the grammar writes in letters, in the singular and the plural."""
    assert len({word for word in CORE if f"{word}s" not in CORE}) <= MOST_WORDS
    assert not CORE & {"statistic", "observed", "wagered", "gained", "foreseen", "ways", "per"}


@pytest.mark.parametrize(
    ("page", "word"),
    [
        *(("reference", own) for own in sorted(CORE)),
        *(("statistics", own) for own in sorted(EXTENSION)),
    ],
)
def test_every_word_of_the_grammar_is_on_the_page(page: str, word: str) -> None:
    text = REFERENCE.with_name(f"{page}.md").read_text("utf-8")
    quoted = re.findall(r"`[^`]+`|^    .*$|^```.*?^```", text, re.MULTILINE | re.DOTALL)
    assert any(re.search(rf"\b{word}\b", own) for own in quoted)


def said_of_reasons(language: str) -> set[str]:
    """Why something is not verifiable, as the reports say it; a hole where a name stands."""
    stated = UNREADABLE.reasons[0]
    reasons = [
        Reason("not_recorded", "burn"),
        Reason("empty", "amount"),
        Reason("empty", "time"),
        Reason("absent", "table_open"),
        stated,
        Reason("law", "…"),
        Reason("given", "…"),
    ]
    said = [words.fr if language == "fr" else words.en for words in map(sentence, reasons)]
    blocked = message("reason.blocked_by", title="…", name="…")
    said.append(say(blocked, "fr" if language == "fr" else "en"))
    return {own.replace("`…`", "…") for own in said}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_inspectors_are_told_what_to_ask_for_each_reason(language: str) -> None:
    page = REFERENCE.with_name(f"inspectors.{language}.md").read_text("utf-8")
    rows = {line.strip("| ").split(" | ")[0] for line in page.splitlines() if line.startswith("|")}
    assert said_of_reasons(language) <= rows


def read_rows() -> list[tuple[str, str, bool]]:
    """Each value in the table of values: its type, its text, and whether it is read."""
    found = []
    for line in section("Values").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[0])
        if len(cells) == 3 and names and names[0] in BASIC_TYPES:
            for name in names:
                found += [(name, text, True) for text in re.findall(r"`([^`]+)`", cells[1])]
                found += [(name, text, False) for text in re.findall(r"`([^`]+)`", cells[2])]
    return found


def test_every_type_is_in_the_table_of_values() -> None:
    assert {name for name, _, _ in read_rows()} | {"text"} == set(BASIC_TYPES)


@pytest.mark.parametrize(("name", "text", "is_read"), read_rows())
def test_a_type_reads_what_the_table_says(name: str, text: str, is_read: bool) -> None:
    kind: Basic = BASIC_TYPES[name]
    words = text.split() if name in {"rank", "suit"} else [text]
    for word in words:
        if is_read:
            read_value(word, kind)
        else:
            with pytest.raises(UnreadableError):
                read_value(word, kind)


# ---- what the shipped vocabularies bring --------------------------------------------------------
SHIPPED = Path(__file__).parent.parent.parent / "rulesets"


def names_of(*files: str) -> list[str]:
    """What vocabularies and rulesets declare: kinds, fields, words, scopes, records, rules."""
    declared = (
        r"(?m)^(?:event|scope|interval|stream|record|ledger|define(?: rule)?|rule|type) +([\w-]+)",
        r"(?m)^(?:field|context) +([\w, ]+)",
        r"(?m)^type \w+ (?:open|=) (.+?)(?: *#.*)?$",
    )
    text = "".join((SHIPPED / file).read_text("utf-8") for file in files)
    found = [name for form in declared for name in re.findall(form, text)]
    words = [word for own in found for word in re.split(r"[,|\s?]+", own)]
    return sorted({word for word in words if word} - {"open"})


@pytest.mark.parametrize(
    "file",
    [*(f"vocabulary/{own}.rules" for own in ("table", "wheel", "cards")), "casino/casino.rules"],
)
def test_a_page_names_all_that_the_shipped_vocabularies_bring(file: str) -> None:
    page = REFERENCE.with_name("vocabularies.md").read_text("utf-8")
    said = set(re.findall(r"`([\w-]+)\??`", page))
    assert [name for name in names_of(file) if name not in said] == []
