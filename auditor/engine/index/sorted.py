"""Orders in which the items of one scope stand together, so that a selection is a segment of them.

An `SortedItems` sorts items by the number of their keys, and within it by their rows in the log.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from auditor.engine.store.vector import Bools, Ints


class SortedRows:
    """All rows of a log by the number of their keys and then as in the log; shared by the orders
    of many selections.
    """

    def __init__(self, ids: Ints, count: int) -> None:
        self.ids, self.count = ids, count
        self.size = len(ids)
        if self.size > 1 and (ids[1:] < ids[:-1]).any():
            self.rows = stable_order(ids, count)
            self._at: Ints | None = np.empty(self.size, np.int64)
            self._at[self.rows] = np.arange(self.size)
        else:
            self.rows = np.arange(self.size)
            self._at = None

    def at(self, rows: Ints) -> Ints:
        """Where rows stand in this order."""
        return rows if self._at is None else self._at.take(rows)

    def of(self, number: int) -> Ints:
        """The rows of one number, in their order."""
        sorter = None if self._at is None else self.rows
        low, high = np.searchsorted(self.ids, (number, number + 1), sorter=sorter)
        return self.rows[low:high]


def stable_order(ids: Ints, count: int) -> Ints:
    """The places of some numbers below `count`, those of the least first, equal ones as they come.

    Numbers of sixteen bits are sorted by counting, which is many times as fast; larger ones in
    two such steps.
    """
    if count < 1 << 16:
        return np.argsort(ids.astype(np.uint16), kind="stable")
    if count < 1 << 32:
        order = np.argsort((ids & 0xFFFF).astype(np.uint16), kind="stable")
        high = (ids >> 16).astype(np.uint16)
        return np.asarray(order[np.argsort(high[order], kind="stable")])
    return np.argsort(ids, kind="stable")


class SortedItems:
    """Items of a source, sorted by the numbers of their keys and then as in the log.

    `ids` are those numbers, -1 for keys that nobody asks for; `rows` the rows of the items.
    `base` is there where the numbers are those of the rows themselves.
    """

    def __init__(
        self, items: Ints, ids: Ints, rows: Ints, size: int, base: SortedRows | None
    ) -> None:
        self._width = size + 1
        self._base = base
        self._marked: Bools | None = None  # which places in the order of all rows are items
        if base is not None and _ascending(rows) and _FEW * len(rows) > size:
            self._marked = np.zeros(size, bool)
            self._marked[base.at(rows)] = True
            item = np.empty(size, np.int64)
            item[rows] = items
            self.rows = base.rows.take(np.flatnonzero(self._marked))
            self.items = item.take(self.rows)
            self._ids = base.ids.take(self.rows)
        else:
            if len(ids) and ids.min() < 0:
                there = ids >= 0
                items, ids, rows = items[there], ids[there], rows[there]
            if len(ids) > 1 and (ids[1:] < ids[:-1]).any():
                order = stable_order(ids, int(ids.max()) + 1)
                items, ids, rows = items[order], ids[order], rows[order]
            self.items, self.rows, self._ids = items, rows, ids

    @cached_property
    def _before(self) -> Ints:
        """How many items stand before each place in the order of all rows."""
        assert self._marked is not None
        before = np.zeros(len(self._marked) + 1, np.int64)
        np.cumsum(self._marked, out=before[1:])
        return before

    @cached_property
    def _places(self) -> Ints:
        return self._ids * self._width + self.rows

    @cached_property
    def _starts(self) -> Ints:
        """Where the items of each number begin, and, one further, where they end."""
        count = int(self._ids[-1]) + 1 if len(self._ids) else 0
        count = count if self._base is None else self._base.count
        starts = np.zeros(count + 2, np.int64)
        np.cumsum(np.bincount(self._ids, minlength=count), out=starts[1:-1])
        starts[-1] = starts[-2]
        return starts

    def segments(self, ids: Ints, low: Ints | None, high: Ints | None) -> tuple[Ints, Ints]:
        """From where to where the items with given numbers stand, in rows low ≤ row < high."""
        first = self._start(ids) if low is None else self._search(ids, low)
        last = self._start(ids + 1, ids) if high is None else self._search(ids, high)
        return first, np.maximum(first, last)

    def _start(self, ids: Ints, asked: Ints | None = None) -> Ints:
        """Where the items of some numbers begin; 0 for a number below 0, which no item has."""
        starts = self._starts
        if self._base is not None:  # whose numbers are all there are
            return starts.take(ids)
        found = starts.take(np.minimum(ids, len(starts) - 1))
        lost = (ids if asked is None else asked) < 0
        return np.where(lost, 0, found) if lost.any() else found

    def _search(self, ids: Ints, rows: Ints) -> Ints:
        """How many items come before some rows, all those of lesser numbers among them."""
        base = self._base
        if self._marked is not None and base is not None and _FEW * len(rows) > base.size:
            within = np.minimum(rows, base.size - 1)
            own = (base.ids.take(within) == ids) & (within == rows)
            found = self._before.take(base.at(within))
            if not own.all():
                others = np.flatnonzero(~own)
                found[others] = self._among(ids[others], rows[others])
            return found
        return self._among(ids, rows)

    def _among(self, ids: Ints, rows: Ints) -> Ints:
        """Searches for rows that may stand in another scope, or outside of the log."""
        if not rows.any():
            return self._start(ids)
        if self._most <= _SHORT:
            return self._counted(ids, rows)
        sought = ids * self._width + np.minimum(rows, self._width - 1)
        found = np.searchsorted(self._places, sought)
        there = ids >= 0
        return found if there.all() else np.where(there, found, 0)

    @cached_property
    def _most(self) -> int:
        """How many items one number has at most."""
        return int(np.diff(self._starts).max())

    def _counted(self, ids: Ints, rows: Ints) -> Ints:
        """Counts where each number has but a few items: they are looked at one after another."""
        first, last = self._start(ids), self._start(ids + 1, ids)
        found = first.copy()
        for step in range(self._most):
            at = first + step
            item = self.rows.take(np.minimum(at, len(self.rows) - 1))
            found += (at < last) & (item < rows)
        return found

    def open_at(self, ends: Ints, ids: Ints, rows: Ints) -> tuple[Ints, Ints] | None:
        """From where to where the items stand that began at or before some rows and end after
        them; None where they are no segment.  `ends` are the rows at which the items end.
        """
        closing = self._ids * self._width + ends[self.items]
        if len(closing) > 1 and (closing[1:] < closing[:-1]).any():
            return None
        first = np.searchsorted(closing, ids * self._width + rows, side="right")
        last = self._search(ids, rows + 1)
        there = ids >= 0
        first = np.where(there, first, 0)
        return first, np.maximum(first, np.where(there, last, 0))


_SHORT = 4
"""So many items of one number are sooner looked at than searched in all of them."""

_FEW = 16
"""Where items, or subjects, are fewer than one in so many rows they are looked up one by one."""


def _ascending(rows: Ints) -> bool:
    return len(rows) < 2 or bool((rows[1:] > rows[:-1]).all())
