"""The numbers of coups where no column has them: at each table from 1, in the order of the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

Place = tuple[str, ...]


class CoupNumbers:
    """Counts the coups of each place: every row is one, or, where the column `at` tells them apart,
    every text of it, wherever at its place that stands again.  An empty cell names no coup.
    """

    def __init__(self, at: int | None, is_empty: Callable[[str], bool]) -> None:
        self._at, self._is_empty = at, is_empty
        self._last: Counter[Place] = Counter()
        self._named: dict[tuple[Place, str], str] = {}

    def following(self, place: Place) -> str:
        """The number of the next coup of a place."""
        self._last[place] += 1
        return str(self._last[place])

    def of_row(self, place: Place, cells: Sequence[str]) -> str:
        """The number of the coup of a row."""
        if self._at is None:
            return self.following(place)
        text = cells[self._at].strip() if self._at < len(cells) else ""
        if self._is_empty(text):
            return ""
        if (place, text) not in self._named:
            self._named[place, text] = self.following(place)
        return self._named[place, text]
