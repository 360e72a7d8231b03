"""Words normalised for comparison: case, accents, plurals and small words do not count."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

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
