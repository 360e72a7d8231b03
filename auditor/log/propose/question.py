"""Values that a proposal is made of: columns of a file, and questions that a person answers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from auditor.language.core import Bilingual
from auditor.log.convert.written import stamp
from auditor.messages.message import Language, Message, message, say

OPEN = "…"
"""The sign in a proposed answer for that which only a person can say."""

State = Literal["recognised", "to confirm", "not used"]

Place = tuple[str, ...]
"""Keys that lead to a place of a mapping: `("columns", "table")`, `("values", "bet", "1")`."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


OF_THE_HOUSE = ("casino", "season", "game")
"""Fields that are the same for all files that are read together, and are asked once."""


def id_of(file: str, place: Place) -> str:
    """The id of a question about a file, or about all of them."""
    of_all = place[0] == "columns" and place[1] in OF_THE_HOUSE
    return path_of(place) if of_all else f"{file}#{path_of(place)}"


def path_of(place: Place) -> str:
    """A place as one text, as TOML writes dotted keys."""
    return ".".join(own if _BARE.fullmatch(own) else toml(own) for own in place)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{key} = {toml(own)}" for key, own in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return str(value)


NOTHING = Bilingual("", "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer that is offered, and what people call it."""

    answer: str
    called: Bilingual

    def said(self, language: Language) -> str:
        return self.called.in_language(language)


@dataclass(frozen=True, slots=True)
class Price:
    """Provisions that stay unverified while a question is open, and how many payments do."""

    provisions: tuple[str, ...] = ()
    payments: int = 0

    def said(self, language: Language) -> str:
        """The price as sentences; nothing where an answer is worth nothing."""
        says = []
        if self.provisions:
            shown = self.provisions[:MOST_SHOWN]
            left = len(self.provisions) - len(shown)
            more = message("price.more", count=left) if left else ""
            says.append(message("price.provisions", names=", ".join(shown), more=more))
        if self.payments:
            says.append(message("price.payments", count=self.payments))
        return " ".join(say(own, language) for own in says)


MOST_SHOWN = 8
"""Provisions of a price that are named."""


@dataclass(frozen=True, slots=True)
class Question:
    """A thing that a file leaves open; the answer is a text, and `""` says that it is nothing.

    The `id` is the same as long as the file has its name and the columns that it is about.
    """

    id: str
    place: Place
    says: Message
    proposed: str = OPEN
    """The answer that the file suggests; `…` in it stands for what only a person can say."""
    column: str = ""
    values: tuple[str, ...] = ()
    """The column of the file that it is about, and some of its cells."""
    candidates: tuple[Candidate, ...] = ()
    price: Price = field(default_factory=Price)
    about: Bilingual = NOTHING
    """The field or the word that is asked about, as people call it."""

    def said(self, language: Language) -> str:
        """The question as a sentence."""
        about = self.about.in_language(language)
        if not about:
            return say(self.says, language)
        return say(message("ask.about", what=about, says=self.says), language)

    def answer(self, text: str, language: Language) -> str:
        """The answer that a person's words are: a candidate by its name, or what is to be filled
        in; a day as people write it in that language.
        """
        plain = text.strip()
        for own in self.candidates:
            if plain.casefold() in {own.answer.casefold(), own.called.fr, own.called.en}:
                return own.answer
        if self.place == ("columns", "time"):
            plain = _day(plain, language)
        if OPEN in self.proposed and OPEN not in plain:
            return self.proposed.replace(OPEN, plain)
        return plain


def _day(text: str, language: Language) -> str:
    """A day as logs have it, where the text is one and its figures leave no doubt."""
    read = stamp(text)
    days = {} if read is None or read.clock is not None else read.days or {}
    if len({*days.values()}) == 1 or (language == "fr" and "dmy" in days):
        return str(days.get("dmy", next(iter(days.values()))))
    return text


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file, three of its values, and what it is taken for."""

    name: str
    file: str
    samples: tuple[str, ...]
    state: State
    meaning: Bilingual | None = None
    near: tuple[str, ...] = ()
    """Fields of a log to which it is near, by its name or by its cells."""

    def said(self, language: Language) -> str:
        """The meaning in words; nothing where the column is not used."""
        return "" if self.meaning is None else self.meaning.in_language(language)
