"""Quotations in the messages of rules: values in both languages, and nouns that agree with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from auditor.language.core import Bilingual
from auditor.messages.message import Language


@dataclass(frozen=True, slots=True)
class Quoted:
    """A value: as programs read it, and in words.

    A condition that holds or does not is no value: it `tells` a reader nothing that the message
    does not say.
    """

    plain: str
    words: Bilingual
    tells: bool = True


def fill(words: Bilingual, quoted: dict[str, Quoted]) -> Bilingual:
    """A message with what it quotes; what stands for nothing stays as it is."""
    # In one pass, so that braces in a text of the log stay what they are.
    return Bilingual(
        BLANK.sub(lambda blank: _filled_in(blank, quoted, "fr"), words.fr),
        BLANK.sub(lambda blank: _filled_in(blank, quoted, "en"), words.en),
    )


def _filled_in(blank: re.Match[str], quoted: dict[str, Quoted], language: Language) -> str:
    """The words that stand in a message for a name: its value, and the noun that agrees with it."""
    name, one, many = blank.groups()
    if name not in quoted:
        return blank[0]
    own = quoted[name]
    shown = own.words.in_language(language)
    if one is None:
        return shown
    return f"{shown} {one if _is_single(own.plain, language) else many}"


@lru_cache(1024)  # thousands of findings quote the same few sums
def _is_single(plain: str, language: Language) -> bool:
    """Whether a noun beside a number is in the singular: below two in French, in English of one."""
    if not _NUMBER.fullmatch(plain):
        return False
    number = abs(Fraction(plain))
    return number < 2 if language == "fr" else number == 1


BLANK = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
_NUMBER = re.compile(r"-?\d+([./]\d+)?")
