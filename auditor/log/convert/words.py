"""Words and numbers as people and spreadsheets write them: `1 234,50 €` is 1234.50.

Nothing is rounded, and no mark is guessed: where a text reads differently by a decimal point and by
a decimal comma, both readings are given.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

_NUMBER_SIGN = re.compile(r"\bn[°º]\.?|\b(?:num|nr|no)\.?(?=[\s\d]|$)|[#№]", re.IGNORECASE)
_NUMBER_LETTER = re.compile(r"^n(?:\.| )(?=[^\W\d])", re.IGNORECASE)
"""`N DE COUP`, `N.COUP`: what is left of `n°` where a program knows no degree sign."""
_JOINED = re.compile(r"_+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z\d])(?=[A-Z][a-z])")
"""Where words meet in `hand_no`, `PlayerScore`, `Seat1Bet`."""
_UNIT = re.compile(
    r"[(\[]\s*(?:€|eur|euros?|en €|en euros?|h|hh:mm(?::ss)?"
    r"|(?:utc|gmt)(?:\s*[+-]\s*\d{1,2}(?::?\d\d)?)?|cet|local|heure locale)\s*[)\]]|€",
    re.IGNORECASE,
)
_MONEY_WORDS = re.compile(r"(?<=\w)\s+(?:en\s+)?(?:eur|euros?)$")
_FRENCH_NUMBER = re.compile(r"num[eé]|\bn[°º]", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset(
    ("de", "du", "des", "la", "le", "les", "l", "d", "au", "aux", "of", "the", "en", "un", "une")
)
_LONG = {"nb": "nombre", "nbre": "nombre", "maxi": "maximum", "mini": "minimum"}


@lru_cache(maxsize=20_000)
def normalise(text: str) -> str:
    """The words of a text, as they compare: `N° du coup` and `Numero de coup` are the same."""
    apart = _JOINED.sub(" ", text.replace("\ufeff", "")).strip()
    plain = _NUMBER_SIGN.sub(" numero ", _NUMBER_LETTER.sub("numero ", apart))
    plain = _MONEY_WORDS.sub("", _UNIT.sub(" ", plain).strip().casefold())
    words = _WORD.findall(unaccented(plain))
    kept = [_LONG.get(word, word) for word in words if word not in _SMALL] or words
    return " ".join(map(_singular, kept))


def says_numero(text: str) -> bool:
    """Whether a number is called so in French; `No` and `#` are written in both languages."""
    return _FRENCH_NUMBER.search(unicodedata.normalize("NFC", text)) is not None


def unaccented(text: str) -> str:
    """Without accents; ligatures taken apart."""
    apart = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in apart if not unicodedata.combining(c))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


Mark = Literal[".", ","]

_SPACES = re.compile("[ \u00a0\u2007\u2009\u202f'’]")
_CURRENCIES = {
    "EUR": r"€|eur|euros?",
    "USD": r"us ?\$|\$|usd|dollars?",
    "GBP": r"£|gbp|livres?|pounds?",
    "CHF": r"chf|s?fr\.|francs? suisses?|swiss francs?",
}
_CURRENCY = re.compile(
    "|".join(f"(?P<{code}>(?<![a-z])(?:{words})(?![a-z]))" for code, words in _CURRENCIES.items()),
    re.IGNORECASE,
)
_CENTS_BEHIND = re.compile(r"(\d) ?€ ?(\d\d)$")
"""`12€50`: the sign stands where the mark would."""
_MINUS_BEHIND = re.compile(r"^(\d(?:[\d\s.,'’]*\d)?)\s?-$")
"""`12.50-`, as accounting systems write what was paid out; `2500.-` has no cents."""
_NO_CENTS = re.compile(r"(?<=\d)\.(?:--?|–|—)$")
"""`2500.-`: no cents."""
_NUMBER = re.compile(r"n[°ºo]\s*", re.IGNORECASE)


def _pattern(mark: Mark) -> re.Pattern[str]:
    other = "." if mark == "," else ","
    whole = rf"\d+|[1-9]\d{{0,2}}(?:(?P<apart>[{re.escape(other)} ])\d{{3}})(?:(?P=apart)\d{{3}})*"
    return re.compile(rf"(?P<whole>{whole})(?:[{mark}](?P<part>\d{{1,9}}))?")


_PATTERNS: dict[Mark, re.Pattern[str]] = {".": _pattern("."), ",": _pattern(",")}


class NumberReadings(NamedTuple):
    """A number by its decimal mark, as exact decimals; None where it is none by that mark."""

    point: str | None
    comma: str | None

    def by(self, mark: Mark | None) -> str | None:
        """The reading by this mark, else the one on which both agree or that alone makes sense."""
        if mark is None:
            return self.sure
        own, other = (self.point, self.comma) if mark == "." else (self.comma, self.point)
        return own if own is not None else other

    @property
    def sure(self) -> str | None:
        """The reading that does not hang on the mark."""
        if self.point is None or self.comma is None:
            return self.point or self.comma
        return self.point if self.point == self.comma else None


def readings(text: str) -> NumberReadings:
    """The number that a text is by either decimal mark."""
    plain, sign = _bare(text)
    return NumberReadings(_by(plain, sign, "."), _by(plain, sign, ","))


def whole(text: str) -> str | None:
    """A whole number: `1 024`, `12.0` of a spreadsheet, `n° 12`; `00` of a wheel is none."""
    if len(text) > 1 and not text.strip("0"):
        return None
    found = readings(_NUMBER.sub("", text))
    for reading in (found.point, found.comma):
        if reading is not None and re.fullmatch(r"-?\d+(\.0+)?", reading):
            return reading.partition(".")[0]
    return None


def _bare(text: str) -> tuple[str, str]:
    """Without currency and sign; spaces between figures as one kind."""
    plain = _CENTS_BEHIND.sub(r"\1,\2", text.replace("−", "-").strip().removeprefix("'"))
    plain = _MINUS_BEHIND.sub(r"-\1", _without_currency(plain))
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1].strip()}"
    sign = "-" if plain.startswith("-") else ""
    if plain.startswith(("-", "+")):
        plain = _without_currency(plain[1:].strip())
    return _SPACES.sub(" ", _NO_CENTS.sub("", plain)), sign


def currency_of(text: str) -> str | None:
    """The currency that a text names, by its code; None where it names none."""
    found = _CURRENCY.search(text)
    return None if found is None else found.lastgroup


def _without_currency(text: str) -> str:
    """Without a currency before the figures or behind them, and never between."""
    found = _CURRENCY.search(text)
    if found is None:
        return text
    before, behind = text[: found.start()], text[found.end() :]
    apart = re.search(r"\d", before) is not None and re.search(r"\d", behind) is not None
    return text if apart else f"{before}{behind}".strip()


def _by(plain: str, sign: str, mark: Mark) -> str | None:
    found = _PATTERNS[mark].fullmatch(plain)
    if found is None:
        return None
    figures = re.sub(r"\D", "", found["whole"])
    fraction = found["part"]
    return f"{sign}{figures}{'.' + fraction if fraction else ''}"
