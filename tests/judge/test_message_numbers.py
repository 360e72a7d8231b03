"""Nouns in the messages of rules, which agree with the number that they quote."""

from __future__ import annotations

from fractions import Fraction

import pytest

from auditor.judge.verdict import Quoted, fill
from auditor.language.core import Bilingual
from auditor.language.wording import Wording
from auditor.types import CARD, NUMBER
from auditor.values import Card

WORDS = Bilingual("{found:carte brûlée|cartes brûlées}", "{found:burned card|burned cards}")


@pytest.mark.parametrize(
    ("found", "french", "english"),
    [
        ("0", "0 carte brûlée", "0 burned cards"),
        ("1", "1 carte brûlée", "1 burned card"),
        ("1.50", "1,50 carte brûlée", "1.50 burned cards"),
        ("2", "2 cartes brûlées", "2 burned cards"),
        ("-1", "−1 carte brûlée", "−1 burned card"),
        ("1/3", "1/3 carte brûlée", "1/3 burned cards"),
    ],
)
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


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (Card("10", "D"), "10♦"),
        (Card("A", "S"), "A♠"),
        (Card("8", None), "8"),
        (Card("JK", "1"), "JK1"),
    ],
)
def test_a_card_is_said_as_people_write_it(card: Card, said: str) -> None:
    assert Wording({}).value(card, CARD) == Bilingual(said, said)
