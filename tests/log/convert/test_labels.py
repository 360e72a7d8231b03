"""What reports call a column or a word is read as that column and that word."""

from __future__ import annotations

import pytest

from auditor.language.resolve.search_path import available
from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.readable import meanings_of
from auditor.request import ruleset
from auditor.types import Enumeration

WORDS = lexicon()
NAMES = {normalise(name) for name in WORDS.fields()}


def is_read(family: str, name: str, label: str, kinds: dict[str, Enumeration]) -> bool:
    """`game` is the column of the game, even if a sheet of rules calls the evening so."""
    match family:
        case "field":
            return name in meanings_of(label, WORDS) or normalise(label) in NAMES
        case "event":
            return normalise(label) in WORDS.kinds
        case _:
            return family not in kinds or WORDS.member(kinds[family], label) == name


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", available())
def test_what_a_report_calls_a_name_or_a_word_is_read_as_that(game: str) -> None:
    vocabulary = ruleset(game).vocabulary
    kinds = {own.name: own for own in vocabulary.fields.values() if isinstance(own, Enumeration)}
    labels = [
        (family, name, form)
        for (family, name), label in vocabulary.labels.items()
        for text in (label.fr, label.en)
        for form in text.split("|")
    ]
    assert {"field", "event", *kinds} & {family for family, *_ in labels} > {"field", "event"}
    assert [own for own in labels if not is_read(*own, kinds)] == []
