"""Cards as they are written in French, in English and in Italian; `10C` is not one card in all."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from auditor.log.convert.written import names, unaccented

Notation = Literal["fr", "en", "it"]
Style = Notation | Literal["numbers"]
"""How the cards of a file are written: in a notation, or all of them as numbers."""

_FIGURES = {str(n): str(n) for n in range(2, 11)}
_SIGNS = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))


def _words(kind: str, language: str) -> dict[str, str]:
    """The words for ranks or suits in a language, and whole ones of others, with their meanings."""
    every = (names(f"{kind} in {own}") for own in (language, "other languages"))
    return {word: name for own in every for name, words in own.items() for word in words}


_RANKS: dict[Notation, dict[str, str]] = {
    "fr": _FIGURES | {"0": "10"} | _words("ranks", "French"),
    "en": _FIGURES | {"0": "10"} | _words("ranks", "English"),
    "it": _FIGURES | {"0": "10"} | _words("ranks", "Italian"),
}
_SUITS: dict[Notation, dict[str, str]] = {
    "fr": _words("suits", "French") | _SIGNS,
    "en": _words("suits", "English") | _SIGNS,
    "it": _words("suits", "Italian") | _SIGNS,
}
_NUMBERED = {"1": "A", "14": "A", "11": "J", "12": "Q", "13": "K"} | _FIGURES
_COURT = frozenset(("11", "12", "13", "14"))
_DRAWN = {
    chr(first + number): rank + suit
    for first, suit in zip(range(0x1F0A0, 0x1F0E0, 0x10), "SHDC", strict=True)
    for number, rank in enumerate([*"A23456789", "10", *"J-QK"], start=1)
    if rank != "-"
}
"""The cards as Unicode draws them, each one sign; between jack and queen there is a knight."""
_JOKERS = {"jk1": "JK1", "jk2": "JK2", "rj": "JK1", "bj": "JK2", "joker1": "JK1", "joker2": "JK2"}
_WHOLE: dict[Notation, dict[str, str]] = {
    "fr": {**_DRAWN, **_JOKERS, "jokerrouge": "JK1", "jokernoir": "JK2"},
    "en": {**_DRAWN, **_JOKERS, "redjoker": "JK1", "blackjoker": "JK2"},
    "it": {**_DRAWN, **_JOKERS},
}
"""Cards that are not called by a rank and a suit."""

Form = Literal["usual", "suit first", "numbered"]
"""How the cards of a file are made of ranks and suits: `13S` and `h1` are numbered."""


@cache
def _pattern(form: Form, notation: Notation) -> re.Pattern[str]:
    """A rank and a suit behind it, or a suit and a rank."""
    ranks = map(re.escape, _NUMBERED if form == "numbered" else _RANKS[notation])
    rank, suit, sign = "|".join(ranks), "|".join(_SUITS[notation]), "|".join(_SIGNS)
    # `Herz Ass`: shorter words of suits are letters, which a file has to tell.
    long = "|".join(word for word in _SUITS[notation] if len(word) > 2)
    of = "(?:(?:de|of|di)[ _]|d['’])?"
    behind = {
        "usual": rf"(?P<r1>{rank})[ \-_./]*{of}(?P<s1>{suit})[ \-_./]*",
        "numbered": rf"(?P<r1>{rank})[ \-_]?{of}(?P<s1>{suit})",
        "suit first": "(?!)",
    }
    before = {
        "usual": rf"(?P<s2>{sign}|(?:{long})(?=[ \-_]))[ \-_./]*(?P<r2>{rank})",
        "numbered": rf"(?P<s2>{suit})[ \-_]?(?P<r2>{rank})",
        "suit first": rf"(?P<s2>{suit})[\s_-]*(?P<r2>{rank})",
    }
    return re.compile(f"{behind[form]}|{before[form]}")


class CardReadings(NamedTuple):
    """A card by the notation, canonically written; None where it is none in that notation."""

    fr: str | None
    en: str | None
    it: str | None = None

    def by(self, style: Style | None) -> str | None:
        """The reading in this notation; of numbers and without one, what does not hang on it."""
        return getattr(self, style) if style in _RANKS else self.sure

    @property
    def sure(self) -> str | None:
        if self.fr is None or self.en is None:
            return self.fr or self.en
        return self.fr if self.fr == self.en else None


@lru_cache(maxsize=4096)
def readings(text: str, form: Form = "usual") -> CardReadings:
    """The card that a text names, in each notation: `suit first` where its file writes `SA`, and
    `numbered` where it writes `13-S`, `h1`, `♣11`, which are no cards in Italian.
    """
    plain = _plain(text)
    known = (own for own in _RANKS if own != "it" or form == "usual")
    return CardReadings(*(_card(plain, form, notation) for notation in known))


def have_numbers(texts: Collection[str]) -> bool:
    """Whether a file writes ranks beside suits as numbers: some are court cards or the ace."""
    numbers = {text for text in texts if any(readings(text, "numbered"))}
    letters = any(any(readings(text)) for text in {*texts} - numbers)
    ranks = {found[0] for text in numbers if (found := re.search(r"\d+", text))}
    return bool(ranks & {"1", *_COURT}) and not letters and not {"1", "14"} <= ranks


def card(text: str, style: Style | None, form: Form = "usual") -> str | None:
    """The card that a text names in a file of this style, by its rank alone where no suit is told;
    without a style, what does not hang on it.
    """
    if form == "numbered" and any(own := readings(text, form)):
        return own.by(style)
    if style == "numbers":
        return numbered(text) or readings(text).sure
    found = readings(text, "suit first" if form == "suit first" else "usual").by(style)
    return found if found is not None else bare_readings(text).by(style)


def bare_readings(text: str) -> CardReadings:
    """The card that a rank alone names, in either notation; `0` may be points, and names none."""
    return CardReadings(None, None) if text.strip() == "0" else rank_readings(text)


def loose_readings(text: str, form: Form = "usual") -> CardReadings:
    """The card that a text names with its suit, or else without, in either notation."""
    both = zip(readings(text, form), bare_readings(text), strict=True)
    return CardReadings(*(own or bare for own, bare in both))


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
    jokers = _JOKERS.values()
    return {
        text
        for text, own in read.items()
        if (any(own) or numbered(text) or text == "0") and not {own.fr, own.en} & {*jokers}
    }


def _all_numbers(cards: Collection[str]) -> bool:
    return bool(cards) and all(numbered(text) or text == "0" for text in cards)


def rank_readings(text: str) -> CardReadings:
    """The rank that a text names, in either notation."""
    plain = _plain(text)
    return CardReadings(*(words.get(plain) for words in _RANKS.values()))


def rank(text: str, style: Style | None) -> str | None:
    """The rank that a text names in a file of this style."""
    number = numbered(text) if style == "numbers" else None
    return number or rank_readings(text).by(style)


def suit_readings(text: str) -> CardReadings:
    """The suit that a text names, in either notation."""
    plain = _plain(text)
    return CardReadings(*(words.get(plain) for words in _SUITS.values()))


def _plain(text: str) -> str:
    plain = unaccented(text.replace("\ufe0f", "").replace("\ufe0e", "")).casefold().strip()
    return plain[1:-1].strip() if plain[:1] in "[(" and plain[-1:] in "])" else plain


def _card(plain: str, form: Form, notation: Notation) -> str | None:
    together = re.sub(r"[\s_-]", "", plain)
    if form != "numbered" and together in _WHOLE[notation]:
        return _WHOLE[notation][together]
    if (found := _pattern(form, notation).fullmatch(plain)) is None:
        return None
    named = {name[0]: word for name, word in found.groupdict().items() if word}
    ranks = _NUMBERED if form == "numbered" else _RANKS[notation]
    return ranks[named["r"]] + _SUITS[notation][named["s"]]
