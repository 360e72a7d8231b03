"""Rows that are no event: a total, and the last line of an export."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise


class Summaries:
    """Knows these rows by their first words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._begun: dict[tuple[str, str], bool] = {}

    def is_footer(self, cells: Sequence[str]) -> bool:
        """True for a line of the export, such as `Fin du relevé`, alone in its row."""
        if len(cells) - cells.count("") != 1:
            return False
        return self._begins_with(next(filter(None, cells)), "footer", self._lexicon.footers)

    def is_total(self, text: str) -> bool:
        """True for the first word of a row that sums up others."""
        return self._begins_with(text, "total", self._lexicon.totals)

    def _begins_with(self, text: str, name: str, known: Collection[str]) -> bool:
        if (name, text) not in self._begun:
            words = normalise(text)
            self._begun[name, text] = any(
                words == own or words.startswith(f"{own} ") for own in known
            )
        return self._begun[name, text]
