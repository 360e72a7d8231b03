"""Columns whose cells say the bet, or the number that it is on, or both: `17`, `Plein 17`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.propose.toml_draft import TomlLine, toml
from auditor.types import INTEGER, Enumeration

MOST = 60
"""Different cells of a column of bets, at most: a wheel has 37 numbers, and some chances."""
_ASIDE = re.compile(r"\s*\([^()]*\)")
_NUMBERED = re.compile(r"(\D*?)[\s:#n°º.-]*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class BetWords:
    """For the cells of a column the bet that each stands for, and its number or nothing."""

    bets: dict[str, str]
    numbers: dict[str, str]

    def lines(self, lexicon: Lexicon, name: str) -> dict[str, list[TomlLine]]:
        """The words that a mapping has to explain; `name` is the field of the bet."""
        kind = lexicon.type_of("", name)
        assert isinstance(kind, Enumeration)
        told = {text: own for text, own in self.bets.items() if lexicon.member(kind, text) != own}
        apart = {text: own for text, own in self.numbers.items() if text != own}
        said = {name: told, NUMBER: apart}
        return {
            field: [TomlLine(toml(text), toml(own)) for text, own in words.items()]
            for field, words in said.items()
            if words
        }


NUMBER = "number"
"""The field of the number that a bet is on."""
OF_NUMBERS = "numéro"
"""A word for the bet on a number."""


def bet_words(cells: Iterable[str], name: str, event: str, lexicon: Lexicon) -> BetWords | None:
    """The bets that the cells of a column say, if all say one, some a number and some a chance; the
    field of the bet is called `name`, and a stake is an `event`.
    """
    kind = lexicon.type_of(event, name)
    texts = sorted({*cells})
    numbered = NUMBER in lexicon.own_fields_of(event) and lexicon.type_of(event, NUMBER) == INTEGER
    if not isinstance(kind, Enumeration) or not numbered or not 1 < len(texts) <= MOST:
        return None
    of_numbers = lexicon.member(kind, OF_NUMBERS)
    bets: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for text in texts:
        words, number = text, ""
        if lexicon.member(kind, text) is None and (found := _NUMBERED.fullmatch(text.strip())):
            words, number = found.groups()
        words = _ASIDE.sub("", words)
        bet = lexicon.uncut(kind, words) if words.strip() else of_numbers
        if bet is None or (bet == of_numbers) is not bool(number):
            return None
        bets[text], numbers[text] = bet, number and str(int(number))
    both = {bool(own) for own in numbers.values()}
    return BetWords(bets, numbers) if len(both) == 2 else None


def behind_one_word(cells: Iterable[str], kind: Enumeration, lexicon: Lexicon) -> list[TomlLine]:
    """The bets that the cells of a column stand for, if all are behind one word of their own."""
    texts = sorted({*cells})
    parts = [normalise(text).partition(" ") for text in texts]
    bets = [lexicon.member(kind, rest) for _, _, rest in parts]
    if len(texts) < 2 or len({first for first, _, _ in parts}) > 1 or not all(bets):
        return []
    return [TomlLine(toml(text), toml(bet)) for text, bet in zip(texts, bets, strict=True)]
