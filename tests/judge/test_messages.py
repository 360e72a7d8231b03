"""What messages quote: words, kinds of event, sums and times, and nouns that agree with numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from auditor.authoring.examples import log_of
from auditor.authoring.review import review
from auditor.judge.replay import replay
from auditor.judge.verdict import Quoted, fill, sentence
from auditor.language.core import Bilingual
from auditor.language.wording import Wording
from auditor.types import CARD, NUMBER
from auditor.values import Card, Reason
from tests.tables import table

NARROW = "\u202f"
HARD = "\u00a0"

VOCABULARY = Path(__file__).with_name("said.rules").read_text("utf-8")


def said(require: str, message: str, rows: str, folder: Path) -> Bilingual:
    """What the message says of the first violation."""
    path = folder / "page.rules"
    lines = "".join(f"  | {row.strip()}\n" for row in rows.split(";"))
    path.write_text(
        f"{VOCABULARY}rule r severity minor cites p\n  {require}\n"
        f'  message fr "{message}" en "{message}"\n'
        f'example "x" of r violates\n  | session=S\n{lines}',
        "utf-8",
    )
    program, diagnostics = review(path)
    assert program is not None, diagnostics
    log = log_of(program.examples[0], program)
    first = next(own for tally in replay(program, log) for own in tally.violations)
    return fill(first.rule.message, first.evidence.names)


PAGE = Path(__file__).with_name("said.txt").read_text("utf-8").translate({126: HARD, 94: NARROW})
SAID = [
    (message, require, *(line.partition(" ")[2] for line in lines[:3]))
    for message, *parts in (own.split("\n? ") for own in PAGE.split("\n# ")[1:])
    for require, *lines in (part.split("\n") for part in parts)
]


@pytest.mark.parametrize("case", SAID, ids=lambda case: case[1])
def test_a_message_says_what_the_page_says(case: tuple[str, ...], tmp_path: Path) -> None:
    """Words, sums and times, a gap, what stands instead in a sequence, the ends of a chain."""
    message, require, rows, french, english = case
    assert said(require, message, rows, tmp_path) == Bilingual(french, english)


def test_a_reason_names_a_kind_with_its_label() -> None:
    labels = {("event", "burn"): Bilingual("carte brûlée|cartes brûlées", "burned card")}
    told = sentence(Reason("not_recorded", "burn"), labels)
    assert told.en == "the log records no `burn` (burned card)"
    assert told.fr.endswith("aucun événement `burn` (carte brûlée)")
    assert sentence(Reason("blocked", "burn"), labels).en.startswith("rule `burn` is")


WORDS = Bilingual("{found:carte brûlée|cartes brûlées}", "{found:burned card|burned cards}")


@pytest.mark.parametrize(("found", "french", "english"), table(__file__, "A noun with its number"))
def test_a_noun_agrees_with_its_number(found: str, french: str, english: str) -> None:
    number = Fraction(found)
    whole = number.denominator == 1
    words = Wording({}).value(number.numerator if whole else number, NUMBER)
    assert fill(WORDS, {"found": Quoted(found, words)}) == Bilingual(french, english)


def test_without_a_noun_the_value_stands_alone_and_unknown_names_stay() -> None:
    plain = {"expected": "5", "found": "2", "seat": "{found}"}
    quoted = {name: Quoted(text, Bilingual(text, text)) for name, text in plain.items()}
    words = Bilingual("{found} / {seat} / {nobody}", "{expected}")
    assert fill(words, quoted) == Bilingual("2 / {found} / {nobody}", "5")


@pytest.mark.parametrize(("rank", "suit", "said"), table(__file__, "Cards"))
def test_a_card_is_said_as_people_write_it(rank: str, suit: str, said: str) -> None:
    assert Wording({}).value(Card(rank, suit or None), CARD) == Bilingual(said, said)
