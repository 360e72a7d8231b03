"""Repairs of what cannot be read: the share that is right, and none that sends the wrong way."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from auditor.authoring.codes import HEAD
from auditor.authoring.remedies import told
from auditor.authoring.review import INCOMPLETE, review
from auditor.diagnostic import Diagnostic
from auditor.language.syntax.parse import parse
from auditor.messages.message import say
from auditor.source import Source
from tests.authoring.mistakes import declarations, mistakes, places, tree

RULE = 'rule r\n  severity minor\n  cites p\n  for each stake\n  {}\n  message fr "x" en "x"\n'


def said(clause: str, folder: Path) -> list[Diagnostic]:
    path = folder / "page.rules"
    path.write_text(HEAD + RULE.replace("{}", clause), "utf-8")
    return [d for d in review(path)[1] if d.code not in INCOMPLETE]


def errors_of(text: str) -> list[Diagnostic]:
    """The errors of a text, as its author is told them."""
    return list(map(told, parse(Source("page", text))[1]))


def proposed(diagnostic: Diagnostic, text: str) -> str | None:
    """The text as the message says to write it; None where it proposes no text of its own."""
    values = dict(diagnostic.message.values)
    remedy = dict(diagnostic.hint.values) if diagnostic.hint else {}
    start, end = places(diagnostic, text)
    if diagnostic.repair is not None:
        source = diagnostic.span.source
        start, end = places(Diagnostic(diagnostic.message, diagnostic.repair.span), source.text)
        return f"{text[:start]}{diagnostic.repair.text}{text[end:]}"
    if diagnostic.message.code == "E101.needless":
        return f"{text[:start]}{text[end:]}"
    form = str(remedy.get("form", ""))
    if sorted(form.split()) == sorted(str(values.get("token", "")).split()) != []:
        return f"{text[:start]}{form}{text[end:]}"  # two words in the other order
    write = values.get("write", remedy.get("near"))
    return None if write is None else f"{text[:start]}{write}{text[end:]}"


def test_mistakes_are_told_at_their_place_and_mended_as_they_were_meant() -> None:
    met = Counter[str]()
    for mistake in mistakes(60, seed=1):
        [first, *_] = errors_of(mistake.wrong)
        met["made"] += 1
        met["at its place"] += mistake.is_met_by(first)
        if (text := proposed(first, mistake.wrong)) is None:
            continue
        mended = tree(text)
        met["right"] += mended == tree(mistake.right)
        met["read otherwise"] += mended not in (None, tree(mistake.right))
    assert met["at its place"] >= 0.96 * met["made"]
    assert met["right"] >= 0.72 * met["made"]
    assert met["read otherwise"] <= 0.02 * met["made"]


LINES = [
    line.replace("\\n", "\n")
    for line in Path(__file__).with_name("clauses.txt").read_text("utf-8").split("\n")
]
TOLD = [[part.strip() for part in f"{line} ".split(" | ")] for line in LINES if " | " in line]
SURE = [line.split(" → ") for line in LINES if " → " in line]


@pytest.mark.parametrize(("clause", "under", "words", "never"), TOLD)
def test_no_message_sends_the_wrong_way(
    clause: str, under: str, words: str, never: str, tmp_path: Path
) -> None:
    [found, *_] = said(clause, tmp_path)
    shown = f"{found.message} {found.hint or ''}"
    assert (found.code, found.span.text.strip()) == ("E101", under)
    assert words in shown
    assert not never or never not in shown


@pytest.mark.parametrize(("wrong", "right"), SURE)
def test_what_is_sure_is_mended_step_by_step(wrong: str, right: str) -> None:
    text = RULE.replace("{}", wrong)
    for _ in range(4):
        if not (errors := errors_of(text)):
            break
        assert errors[0].repair is not None
        text = proposed(errors[0], text) or ""
    assert tree(text) == tree(RULE.replace("{}", right))


UNSURE = ["seat => 5", "!agreed", "amount > 1,5", "amount > 1 000", "seat = 5)", "seat in {1, , 2}"]


@pytest.mark.parametrize("condition", UNSURE)
def test_what_may_mean_several_things_is_told_and_not_mended(condition: str) -> None:
    [error] = errors_of(RULE.replace("{}", f"require {condition}"))
    assert error.repair is None


def test_a_broken_declaration_costs_little_time() -> None:
    text = RULE.replace("{}", "require " + " and ".join(["seat = 1"] * 400) + " seat (")
    start = time.process_time()
    assert errors_of(text)
    assert time.process_time() - start < 2


def test_whatever_is_shipped_is_not_blamed_for_a_word_behind_it() -> None:
    lawful = [own for own in declarations() if re.match(r"provision|reading|rule|record", own)]
    assert len(lawful) > 500
    for text in lawful[::6]:
        [found] = errors_of(f"{text}\n  bogus")
        assert (text, found.span.text) == (text, "bogus")


def test_a_file_in_another_encoding_is_told_by_line_and_byte(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_bytes((HEAD + "# d\xe9j\xe0\n").encode("cp1252"))
    [found] = [d for d in review(path)[1] if d.code == "E105"]
    assert (found.span.line, found.span.column) == (4, 4)
    assert "line 4, byte 4: 0xE9" in str(found.message)
    assert "ligne 4" in say(found.message, "fr")


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\x00", "\r", "\u2028", "\x0b", "\ufeff"])
def test_a_sign_that_nobody_sees_is_told(sign: str, tmp_path: Path) -> None:
    found = said(f"require seat{sign} = 5", tmp_path)
    assert [d.code for d in found] == ["E106"]
    assert f"U+{ord(sign):04X}" in str(found[0].message)
    assert (found[0].span.line, found[0].span.column) == (8, 15)
