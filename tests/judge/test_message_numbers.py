"""Nouns in the messages of rules, which agree with the number that they quote."""

from __future__ import annotations

import pytest

from auditor.judge.evidence import fill
from auditor.judge.verdict import Evidence
from auditor.language.core import Bilingual

WORDS = Bilingual("{found:carte brûlée|cartes brûlées}", "{found:burned card|burned cards}")


@pytest.mark.parametrize(
    ("found", "french", "english"),
    [
        ("0", "0 carte brûlée", "0 burned cards"),
        ("1", "1 carte brûlée", "1 burned card"),
        ("1.50", "1,50 carte brûlée", "1.50 burned cards"),
        ("2", "2 cartes brûlées", "2 burned cards"),
        ("-1", "-1 carte brûlée", "-1 burned card"),
        ("1/3", "1/3 carte brûlée", "1/3 burned cards"),
    ],
)
def test_a_noun_agrees_with_its_number(found: str, french: str, english: str) -> None:
    evidence = Evidence("5", found, (), (), {})
    assert fill(WORDS, evidence) == Bilingual(french, english)


def test_without_a_noun_the_value_stands_alone_and_unknown_names_stay() -> None:
    evidence = Evidence("5", "2", (), (), {"seat": "{found}"})
    words = Bilingual("{found} / {seat} / {nobody}", "{expected}")
    assert fill(words, evidence) == Bilingual("2 / {found} / {nobody}", "5")
