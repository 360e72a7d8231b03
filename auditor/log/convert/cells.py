"""From a text as it stands in a file to the text that the canonical log would have there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import assert_never

from auditor.log.convert import cards as playing_cards
from auditor.log.convert import numbers as amounts
from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions
from auditor.log.convert.dates import stamp
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.types import Enumeration, Type
from auditor.values import convention_of

TRUE, FALSE = ("true", "oui", "vrai", "yes", "1"), ("false", "non", "faux", "no", "0")
"""Words for true and false that every log may use, in any case; canonical cells keep them."""


class Converter:
    """Reads the cells of one file by its conventions; the same text is read once.

    `renamed` are values by column, told by a mapping; `empty` texts that stand for an empty cell.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        conventions: Conventions,
        renamed: Mapping[str, Mapping[str, str]] | None = None,
        empty: Iterable[str] = (),
    ) -> None:
        self._lexicon, self._conventions = lexicon, conventions
        self._renamed = {
            field: {normalise(text): value for text, value in values.items()} | dict(values)
            for field, values in (renamed or {}).items()
        }
        self._empty = frozenset(text.strip() for text in empty)
        self._known: dict[tuple[str, str, str], str] = {}

    def text(self, kind: str, field: str, text: str) -> str:
        """The canonical text of a cell; as it stands where it cannot be read."""
        key = kind, field, text
        if key not in self._known:
            if len(self._known) > 500_000:  # a column of ever new texts must not fill the memory
                self._known.clear()
            self._known[key] = self._converted(kind, field, text.strip())
        return self._known[key]

    def is_empty(self, text: str) -> bool:
        return not text.strip() or text.strip() in self._empty

    def left_out(self, field: str, text: str) -> bool:
        """True for a text of which a mapping says that it stands for nothing."""
        renamed = self._renamed.get(field, {})
        forms = (own for own in (text, normalise(text)) if own in renamed)
        return not self.is_empty(text) and next((not renamed[own] for own in forms), False)

    def same(self, text: str, word: str) -> bool:
        """True for equal words and for equal numbers (`0,00` is `0`)."""
        if text.strip() == word.strip():
            return True
        number, other = (amounts.readings(own).sure for own in (text, word))
        if number is not None and other is not None:
            return Fraction(number) == Fraction(other)
        return bool(normalise(text)) and normalise(text) == normalise(word)

    def number(self, text: str) -> Fraction | None:
        """The number of a cell, by the conventions of its file."""
        read = self._number(text.strip())
        return None if read is None else Fraction(read)

    def _converted(self, kind: str, field: str, text: str) -> str:
        renamed = self._renamed.get(field, {})
        for form in (text, normalise(text)):
            if form in renamed:
                return renamed[form]
        if self.is_empty(text):
            return ""
        if field == "event":
            return self._kind(text)
        if field == "game":
            return self._lexicon.games.get(normalise(text), text)
        if field == "session":
            return self._session(text)
        found = self._read(self._lexicon.type_of(kind, field), text)
        return text if found is None else found

    def _kind(self, text: str) -> str:
        for exact in (text, text.lower()):
            if self._lexicon.has_kind(exact):
                return exact
        meant = self._lexicon.kinds.get(normalise(text), frozenset())
        return next(iter(meant)) if len(meant) == 1 else text

    def _session(self, text: str) -> str:
        """A sitting is often called by its day, which is then one name however it is written."""
        found = stamp(text, None)
        day = found.day(self._conventions.order) if found else None
        midnight = found is not None and not found.clock
        return day.isoformat() if day and midnight else text

    def _read(self, kind: Type, text: str) -> str | None:
        if isinstance(kind, Enumeration):
            return self._lexicon.member(kind, text)
        match convention_of(kind):
            case "number":
                return self._number(text)
            case "whole":
                return amounts.whole(text)
            case "card":
                by = self._conventions
                return playing_cards.card(
                    text, by.cards, suit_first=by.suit_first, numbers=by.numbers
                )
            case "rank":
                return playing_cards.rank(text, self._conventions.cards)
            case "suit":
                return playing_cards.suit(text, self._conventions.cards)
            case "truth":
                return self._truth(text)
            case "day":
                return self._day(text)
            case "time" | "as_written" | "not_converted":
                return None  # a time is read by a clock, with the rows around it
            case never:
                assert_never(never)

    def _number(self, text: str) -> str | None:
        """The number of a text; None for an amount of another currency than the file's."""
        told, own = self._conventions.currency, amounts.currency_of(text)
        if told is not None and own not in {None, told}:
            return None
        return amounts.readings(text).by(self._conventions.decimal)

    def _day(self, text: str) -> str | None:
        found = stamp(text, self._conventions.epoch)
        day = found.day(self._conventions.order) if found else None
        return day.isoformat() if day else None

    def _truth(self, text: str) -> str | None:
        if text.casefold() in (*TRUE, *FALSE):
            return text
        return self._lexicon.truths.get(normalise(text) or text)


_WORD_AND_NUMBER = re.compile(r"(.*[^\W\d_])[\s.:#_-]*(?:n°)?\s*\d{1,3}")


def note_word(
    texts: ColumnTexts, kind: Enumeration, text: str, place: CellPlace, lexicon: Lexicon
) -> None:
    """Enter a word that nobody knows, and that may be one with a number behind it."""
    found = _WORD_AND_NUMBER.fullmatch(text.strip()) if kind.open else None
    known = found is not None and lexicon.member(kind, found[1]) is not None
    if known and lexicon.member(kind, text) is None:
        texts.words.setdefault(text, place)


def note(texts: ColumnTexts, kind: Type, field: str, text: str, place: CellPlace) -> None:
    """Enter a text among those by which the conventions of its sort are told."""
    if (sort := _sort(texts, kind)) is not None:
        sort.setdefault(text, place)
    elif field == "session" and (found := stamp(text)) and found.days:
        texts.sessions.setdefault(text, place)


def _sort(texts: ColumnTexts, kind: Type) -> dict[str, CellPlace] | None:
    """The texts that are read by the same convention; None where a type needs none."""
    if isinstance(kind, Enumeration):
        return None
    match convention_of(kind):
        case "number":
            return texts.numbers
        case "card":
            return texts.cards
        case "rank" | "suit":
            return texts.suits
        case "time" | "day":
            return texts.times
        case "whole" | "truth" | "as_written" | "not_converted":
            return None
        case never:
            assert_never(never)
