"""Orders in which the items of one scope stand together, so that a selection is a segment of them.

An `SortedItems` sorts items by the number of their keys, and within it by their rows in the log.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from auditor.engine.index.keys import stable_order
from auditor.engine.store.vector import Ints, Small


class SortedRows:
    """All rows of a log by the number of their keys, below `count`, and then as in the log."""

    def __init__(self, ids: Ints, count: int) -> None:
        self._rows = stable_order(ids, count)
        self._ids = ids.take(self._rows)

    def of(self, number: int) -> Ints:
        """The rows of one number, in their order."""
        low, high = np.searchsorted(self._ids, (number, number + 1))
        return self._rows[low:high]


MANY = 4
"""One row in so many items that bounds stand at: then it is looked up where each item stands."""


class SortedItems:
    """Items of a source, sorted by the numbers of their keys and then as in the log.

    `ids` are those numbers, below `count`; -1 for keys that nobody asks for.  `rows` are the rows
    of the items, in a log of `size` rows.
    """

    def __init__(self, items: Ints, ids: Ints, rows: Ints, count: int, size: int) -> None:
        self._count, self._width = count, size + 1
        if len(ids) and ids.min() < 0:
            there = ids >= 0
            items, ids, rows = items[there], ids[there], rows[there]
        if len(ids) > 1 and (ids[1:] < ids[:-1]).any():
            order = stable_order(ids, count)
            items, ids, rows = items[order], ids[order], rows[order]
        self.items, self._ids, self._rows = items, ids, rows

    @cached_property
    def _places(self) -> Ints:
        """The number and the row of each item as one number."""
        return self._ids * self._width + self._rows

    @cached_property
    def _starts(self) -> Ints:
        """Where the items of each number begin; two more for where the last of them end."""
        starts = np.zeros(self._count + 2, np.int64)
        np.cumsum(np.bincount(self._ids, minlength=self._count), out=starts[1:-1])
        starts[-1] = starts[-2]
        return starts

    def segments(self, ids: Ints, low: Ints | None, high: Ints | None) -> tuple[Ints, Ints]:
        """From where to where the items with given numbers stand, in rows low ≤ row < high; of -1
        there is none.
        """
        start, end = self._start(ids), self._start(ids + 1)
        first = start if low is None else self._search(ids, low, start, end)
        last = end if high is None else self._search(ids, high, start, end)
        return first, last if low is None else np.maximum(first, last)

    def _start(self, ids: Ints) -> Ints:
        """Where the items of some numbers begin; 0 for a number that no item has."""
        return self._starts.take(np.maximum(ids, 0))

    def _search(self, ids: Ints, rows: Ints, start: Ints, end: Ints) -> Ints:
        """How many items come before some rows, all those of lesser numbers among them; those of
        the same number begin at `start` and stop at `end`.

        Most bounds lie before or behind all items of their number, which is seen at both ends.
        """
        if not len(self._rows):
            return start
        after = (end > start) & (self._rows.take(start, mode="clip") < rows)
        if not after.any():
            return start
        found = np.where(after, end, start)
        within = np.flatnonzero(after & (self._rows.take(end - 1, mode="clip") >= rows))
        if len(within):
            found[within] = self._places_amid(ids.take(within), rows.take(within))
        return found

    def _places_amid(self, ids: Ints, rows: Ints) -> Ints:
        """How many items come before some rows amid those of their number: where they are many,
        most rows are those of items, each of which stands at a place of its own.
        """
        if len(rows) < len(self._rows) // MANY:
            return np.searchsorted(self._places, ids * self._width + rows)
        found = self._place_of_row.take(rows).astype(np.int64)
        sought = np.flatnonzero((found < 0) | (self._ids.take(found) != ids))
        if len(sought):
            others = ids.take(sought) * self._width + rows.take(sought)
            found[sought] = np.searchsorted(self._places, others)
        return found

    @cached_property
    def _place_of_row(self) -> Small:
        """For each row of the log the place of its first item, -1 where it has none."""
        standing = np.full(self._width, -1, np.int32)
        standing[self._rows[::-1]] = np.arange(len(self._rows) - 1, -1, -1, dtype=np.int32)
        return standing

    def open_at(self, ends: Ints, ids: Ints, rows: Ints) -> tuple[Ints, Ints] | None:
        """From where to where the items stand that began at or before some rows and end after
        them; None where they are no segment.  `ends` are the rows at which the items end.
        """
        closing = self._ids * self._width + ends[self.items]
        if len(closing) > 1 and (closing[1:] < closing[:-1]).any():
            return None
        first = np.searchsorted(closing, ids * self._width + rows, side="right")
        return first, np.maximum(
            first, self._search(ids, rows + 1, self._start(ids), self._start(ids + 1))
        )
