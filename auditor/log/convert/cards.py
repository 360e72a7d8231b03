"""Cards as they are written in French and in English; `10C` is not the same card in both."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

from auditor.log.convert.words import unaccented

Notation = Literal["fr", "en"]
_Reader = Callable[[str, Notation], str | None]

_FIGURES = {str(n): str(n) for n in range(2, 11)} | {"0": "10"}
_RANKS: dict[Notation, dict[str, str]] = {
    "fr": _FIGURES | {
        "a": "A", "as": "A", "r": "K", "roi": "K", "d": "Q", "dame": "Q", "v": "J", "valet": "J",
        "dix": "10", "neuf": "9", "huit": "8", "sept": "7", "six": "6", "cinq": "5",
        "quatre": "4", "trois": "3", "deux": "2", "t": "10",
    },
    "en": _FIGURES | {
        "a": "A", "ace": "A", "k": "K", "king": "K", "q": "Q", "queen": "Q", "j": "J",
        "jack": "J", "t": "10", "ten": "10", "nine": "9", "eight": "8", "seven": "7", "six": "6",
        "five": "5", "four": "4", "three": "3", "two": "2",
    },
}  # fmt: skip
_SUITS: dict[Notation, dict[str, str]] = {
    "fr": {
        "p": "S", "pi": "S", "pique": "S", "piques": "S", "c": "H", "co": "H", "coeur": "H",
        "coeurs": "H", "k": "D", "ca": "D", "carreau": "D", "carreaux": "D", "t": "C", "tr": "C",
        "trefle": "C", "trefles": "C",
    },
    "en": {
        "s": "S", "spade": "S", "spades": "S", "h": "H", "heart": "H", "hearts": "H", "d": "D",
        "diamond": "D", "diamonds": "D", "c": "C", "club": "C", "clubs": "C",
    },
}  # fmt: skip
_SIGNS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
}  # fmt: skip
_JOKERS: dict[Notation, dict[str, str]] = {
    "fr": {"jokerrouge": "JK1", "jokernoir": "JK2", "joker1": "JK1", "joker2": "JK2"},
    "en": {"redjoker": "JK1", "blackjoker": "JK2", "joker1": "JK1", "joker2": "JK2"},
}
_CANONICAL_JOKERS = {"jk1": "JK1", "jk2": "JK2", "rj": "JK1", "bj": "JK2"}
_OF = re.compile(r"^(?:de |d'|d’|of )")
_APART = " -_./"


class CardReadings(NamedTuple):
    """A card by the notation, canonically written; None where it is none in that notation."""

    fr: str | None
    en: str | None

    def by(self, notation: Notation | None) -> str | None:
        """The reading in this notation; without one, the reading that does not hang on it."""
        return {None: self.sure, "fr": self.fr, "en": self.en}[notation]

    @property
    def sure(self) -> str | None:
        if self.fr is None or self.en is None:
            return self.fr or self.en
        return self.fr if self.fr == self.en else None


@lru_cache(maxsize=4096)
def readings(text: str, *, suit_first: bool = False) -> CardReadings:
    """The card that a text names, in either notation; `suit_first` where its file writes `SA`."""
    return _both(text, _suit_then_rank if suit_first else _card)


def rank_readings(text: str) -> CardReadings:
    """The rank that a text names, in either notation."""
    return _both(text, lambda plain, notation: _RANKS[notation].get(plain))


def suit_readings(text: str) -> CardReadings:
    """The suit that a text names, in either notation."""
    return _both(text, _suit)


def _both(text: str, read: _Reader) -> CardReadings:
    plain = unaccented(text.replace("\ufe0f", "").replace("\ufe0e", "")).casefold().strip()
    return CardReadings(read(plain, "fr"), read(plain, "en"))


def _card(plain: str, notation: Notation) -> str | None:
    together = re.sub(r"[\s_-]", "", plain)
    if joker := _CANONICAL_JOKERS.get(together) or _JOKERS[notation].get(together):
        return joker
    if plain[:1] in _SIGNS:  # `♥A`: a sign can only be the suit
        plain = plain[1:].strip(_APART) + plain[0]
    for word, rank in _RANKS[notation].items():
        if plain.startswith(word):
            suit = _suit(_OF.sub("", plain[len(word) :].strip(_APART)), notation)
            if suit is not None:
                return rank + suit
    return None


def _suit_then_rank(plain: str, notation: Notation) -> str | None:
    together = re.sub(r"[\s_-]", "", plain)
    for word, suit in _SUITS[notation].items():
        rank = _RANKS[notation].get(together.removeprefix(word)) if together != word else None
        if rank is not None and together.startswith(word):
            return rank + suit
    return _card(plain, notation) if together[:1] in _SIGNS or "j" in together[:1] else None


def _suit(plain: str, notation: Notation) -> str | None:
    return _SIGNS.get(plain) or _SUITS[notation].get(plain)
