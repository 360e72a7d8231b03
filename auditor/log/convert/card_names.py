"""Cards as they are written in French and in English; `10C` is not the same card in both."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from auditor.log.convert.written import unaccented

Notation = Literal["fr", "en"]
Style = Notation | Literal["numbers"]
"""How the cards of a file are written: in a notation, or all of them as numbers."""

_Reader = Callable[[str, Notation], str | None]


_NAMES = """
    A  | a as                  | a ace              | ass asso aas
    K  | r roi                 | k king             | konig rey re rei heer koning
    Q  | d dame                | q queen            | dame dama donna regina reina rainha vrouw
    J  | v valet               | j jack             | bube fante jota sota boer
    10 | dix t                 | t ten              | zehn diez dieci dez tien
    9  | neuf                  | nine               | neun nueve nove negen
    8  | huit                  | eight              | acht ocho otto oito
    7  | sept                  | seven              | sieben siete sette sete zeven
    6  | six                   | six                | sechs seis sei zes
    5  | cinq                  | five               | funf cinco cinque vijf
    4  | quatre                | four               | vier cuatro quattro quatro
    3  | trois                 | three              | drei tres tre drie
    2  | deux                  | two                | zwei dos due dois twee
    S  | p pi pique piques     | s spade spades     | pik picas picche espadas schoppen
    H  | c co coeur coeurs     | h heart hearts     | herz corazones cuori copas harten
    D  | k ca carreau carreaux | d diamond diamonds | karo diamantes quadri ouros ruiten
    C  | t tr trefle trefles   | c club clubs       | kreuz treboles fiori paus klaveren
"""
"""Ranks and suits in French, in English, and in other languages: of these whole words, which are
the same beside French and English cards."""


def _meanings(column: int, names: Collection[str]) -> dict[str, str]:
    """The words of a language for some names, with what they mean."""
    rows = ([*map(str.strip, line.split("|"))] for line in _NAMES.strip().splitlines())
    return {word: own[0] for own in rows if own[0] in names for word in own[column].split()}


_FIGURES = {str(n): str(n) for n in range(2, 11)}
_OF_RANKS, _OF_SUITS = ("A", "K", "Q", "J", *_FIGURES), "SHDC"
_LANGUAGES: dict[Notation, int] = {"fr": 1, "en": 2}
_RANKS = {
    notation: _FIGURES | {"0": "10"} | _meanings(at, _OF_RANKS) | _meanings(3, _OF_RANKS)
    for notation, at in _LANGUAGES.items()
}
_SUITS = {
    notation: _meanings(at, _OF_SUITS) | _meanings(3, _OF_SUITS)
    for notation, at in _LANGUAGES.items()
}
_SIGNS = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))
_JOKERS: dict[Notation, dict[str, str]] = {
    "fr": {"jokerrouge": "JK1", "jokernoir": "JK2", "joker1": "JK1", "joker2": "JK2"},
    "en": {"redjoker": "JK1", "blackjoker": "JK2", "joker1": "JK1", "joker2": "JK2"},
}
_CANONICAL_JOKERS = {"jk1": "JK1", "jk2": "JK2", "rj": "JK1", "bj": "JK2"}
_NUMBERED = {"1": "A", "14": "A", "11": "J", "12": "Q", "13": "K"} | _FIGURES
_DRAWN = {
    chr(first + number): rank + suit
    for first, suit in zip(range(0x1F0A0, 0x1F0E0, 0x10), "SHDC", strict=True)
    for number, rank in enumerate(
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "-", "Q", "K"], start=1
    )
    if rank != "-"
}
"""The cards as Unicode draws them, each one sign; between jack and queen there is a knight."""
_OF = re.compile(r"^(?:de |d'|d’|of |di )")
_APART = " -_./"
_SUIT_IN_FRONT = re.compile(r"([a-z]{3,})[ \-_]+(.+)")
"""`Herz Ass`: the word of a suit and a rank; shorter ones are letters, which a file has to tell."""
_NUMBER = re.compile(r"\d+")
_NUMBER_AND_SUIT = re.compile(
    r"(?:([^\W\d_]+|[♠-♧])[ \-_]?)?([2-9]|1[0-4]?)(?:[ \-_]?([^\W\d_][^\d_]*|[♠-♧]))?"
)


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


@lru_cache(maxsize=4096)
def numbered_readings(text: str) -> CardReadings:
    """The card that a suit and a number from 1 to 14 name: `13-S`, `h1`, `♣11`."""
    found = _NUMBER_AND_SUIT.fullmatch(text.replace("\ufe0f", "").strip())
    if found is None or bool(found[1]) is bool(found[3]):
        return CardReadings(None, None)
    rank, suit = _NUMBERED[found[2]], suit_readings(found[1] or _OF.sub("", found[3]))
    return CardReadings(suit.fr and rank + suit.fr, suit.en and rank + suit.en)


def have_numbers(texts: Collection[str]) -> bool:
    """Whether a file writes ranks beside suits as numbers: some are court cards or the ace."""
    numbers = {text for text in texts if any(numbered_readings(text))}
    letters = any(any(readings(text)) for text in {*texts} - numbers)
    ranks = {found[0] for text in numbers if (found := _NUMBER.search(text))}
    return bool(ranks & {"1", *_COURT}) and not letters and not {"1", "14"} <= ranks


def card(
    text: str, style: Style | None, *, suit_first: bool = False, numbers: bool = False
) -> str | None:
    """The card that a text names in a file of this style, by its rank alone where no suit is told;
    without a style, what does not hang on it.  With `numbers` ranks beside suits are such.
    """
    if numbers and any(own := numbered_readings(text)):
        return own.by(None if style == "numbers" else style)
    if style == "numbers":
        return numbered(text) or readings(text).sure
    found = readings(text, suit_first=suit_first).by(style)
    return found if found is not None else bare_readings(text).by(style)


def bare_readings(text: str) -> CardReadings:
    """The card that a rank alone names, in either notation; `0` may be points, and names none."""
    return CardReadings(None, None) if text.strip() == "0" else rank_readings(text)


def loose_readings(text: str, *, suit_first: bool = False) -> CardReadings:
    """The card that a text names with its suit, or else without, in either notation."""
    own, bare = readings(text, suit_first=suit_first), bare_readings(text)
    return CardReadings(own.fr or bare.fr, own.en or bare.en)


def numbered(text: str) -> str | None:
    """The rank that a number from 1 to 14 stands for: the ace is the lowest, or the highest."""
    return _NUMBERED.get(text.strip())


def are_numbers(texts: Collection[str]) -> bool:
    """Whether the cards of a file are numbers: 1 or 14 the ace, 11 to 13 the court cards."""
    cards = _ranked(texts)
    return (
        not {"1", "14"} <= cards
        and _all_numbers(cards)
        and any(numbered(text) not in (None, text) for text in cards)
    )


def may_be_points(texts: Collection[str]) -> bool:
    """Whether a file may give points: where nearly all the numbers to 10 occur and no court card
    does, a 10 may well be any of the cards that count ten.
    """
    cards = _ranked(texts)
    known = cards - {"0"}
    return _all_numbers(cards) and "10" in known and len(known) > 8 and not known & _COURT


def _ranked(texts: Collection[str]) -> set[str]:
    """The texts of cards that are no jokers; those that are no cards tell nothing."""
    plain = {text.strip() for text in texts}
    read = {text: loose_readings(text) for text in plain}
    jokers = _CANONICAL_JOKERS.values()
    return {
        text
        for text, own in read.items()
        if (any(own) or numbered(text) or text == "0") and not {own.fr, own.en} & {*jokers}
    }


def _all_numbers(cards: Collection[str]) -> bool:
    return bool(cards) and all(numbered(text) or text == "0" for text in cards)


_COURT = frozenset(("11", "12", "13", "14"))


def rank_readings(text: str) -> CardReadings:
    """The rank that a text names, in either notation."""
    return _both(text, lambda plain, notation: _RANKS[notation].get(plain))


def rank(text: str, style: Style | None) -> str | None:
    """The rank that a text names in a file of this style."""
    if style == "numbers":
        return numbered(text) or rank_readings(text).sure
    return rank_readings(text).by(style)


def suit(text: str, style: Style | None) -> str | None:
    """The suit that a text names in a file of this style."""
    return suit_readings(text).by(None if style == "numbers" else style)


def suit_readings(text: str) -> CardReadings:
    """The suit that a text names, in either notation."""
    return _both(text, _suit)


def _both(text: str, read: _Reader) -> CardReadings:
    plain = unaccented(text.replace("\ufe0f", "").replace("\ufe0e", "")).casefold().strip()
    if plain[:1] in "[(" and plain[-1:] in "])":
        plain = plain[1:-1].strip()
    if drawn := _DRAWN.get(plain):
        return CardReadings(drawn, drawn)
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
    front = _SUIT_IN_FRONT.fullmatch(plain)
    if front is not None and (suit := _suit(front[1], notation)) is not None:
        named = _RANKS[notation].get(front[2])
        return None if named is None else named + suit
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
