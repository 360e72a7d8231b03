"""The players of a row that stands for a coup: those who have columns of their own, and those whom
the cells of a column name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditor.log.convert.lexicon import WideWord
from auditor.log.convert.written import normalise
from auditor.log.match.column_names import tokens_of
from auditor.log.match.readable import has_suit, reads
from auditor.log.match.roles import EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.types import BOOLEAN, TEXT, Enumeration


class Players:
    """Those who have columns of their own, and those whom the cells of a column name."""

    def __init__(self, sheet: SeenSheet, match: Roles) -> None:
        self._sheet, self._match, self._lexicon = sheet, match, sheet.lexicon

    def as_said(self, word: WideWord, name: str) -> str:
        """A player as the cells of another column write the words that head his own."""
        if isinstance(self._lexicon.type_of(word.event, word.names), Enumeration):
            return name
        cells = [cell for part in self._match.parts for cell in self._texts(part)]
        said = next((c for c in cells if tokens_of(c) in (name.split(), name.split()[-1:])), None)
        return said or self._as_headed(name)

    def _as_headed(self, name: str) -> str:
        """A name as the header of its column writes it: a cell of another file may say it so."""
        size = len(name.split())
        for part in self._match.parts:
            words = re.findall(r"[^\W_]+", self._sheet.name(part.at))
            for at in range(len(words)):
                if normalise(own := " ".join(words[at : at + size])) == name:
                    return own
        return name

    def _players(self, word: WideWord) -> set[str]:
        """Those who have columns of their own, where cells of this kind name players."""
        if self._lexicon.type_of(word.event, word.value) != TEXT:
            return set()
        return {
            self.as_said(own.word, own.member)
            for own in self._match.parts
            if own.member is not None and own.word.names == word.value
        }

    def strangers(self, word: WideWord, parts: Sequence[EventColumn]) -> list[int]:
        """The columns of players none of whom has a column of his own, where players have some."""
        players = self._players(word)
        own = [part.at for part in parts if (told := self._texts(part)) and not players & {*told}]
        return own if players else []

    def nobody(self, word: WideWord, part: EventColumn) -> list[str]:
        """The words of a column of players that are none of those who have columns of their own."""
        players, texts = self._players(word), self._texts(part)
        return [own for own in texts if own not in players] if players & {*texts} else []

    def _texts(self, part: EventColumn) -> list[str]:
        texts = self._lexicon.type_of(part.word.event, part.word.value) == TEXT
        return list(dict.fromkeys(self._sheet.cells(part.at))) if texts and part.word.value else []

    def unused(self) -> list[int]:
        """The unused columns that hold texts: one may name the players."""
        return [at for at in self._match.unused if self._may_name(at)]

    def _may_name(self, at: int) -> bool:
        """True for a column of texts without a card or a word that is known."""
        cells = self._sheet.texts(at)
        words = [self._lexicon.kinds, self._lexicon.truths, *self._lexicon.values.values()]
        known = (any(normalise(own) in words_ for words_ in words) for own in cells)
        cards = (reads(BOOLEAN, own, self._lexicon) or has_suit(own) for own in cells)
        return any(map(str.isalpha, "".join(cells))) and not any(known) and not any(cards)
