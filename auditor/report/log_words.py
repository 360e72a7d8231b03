"""A reader's names for the events of a log and their fields."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from auditor.report.model import Language
from auditor.report.typography import spaced

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def log_word(name: str, language: Language) -> str:
    """A word of a vocabulary in the language of the reader; where none is known, as it stands."""
    return spaced(_words()[language].get(name) or name.replace("_", " "), language)


def has_word(name: str) -> bool:
    """Whether a word of the shipped vocabularies is said here in both languages."""
    return name in _words()["fr"]


@cache
def _words() -> dict[str, dict[str, str]]:
    own = (files("auditor.report") / "log_words.toml").read_text(encoding="utf-8")
    return tomllib.loads(own)


def card(text: str) -> str:
    """A card as people write it: `10♦`."""
    return text[:-1] + _SUITS[text[-1]] if len(text) > 1 and text[-1] in _SUITS else text
