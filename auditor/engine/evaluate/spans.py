"""Intervals: each with the event that closes it, and the first that may have closed it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.evaluate.relations import LogFields, Relation
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Bools, Ints, if_any
from auditor.language import core


class Spans(Relation):
    """Intervals; `ends` are the rows of the events that close them, past the log while open, and
    `may_end` those of the first in doubt that may have closed them before.
    """

    def __init__(self, log: LogFields, interval: core.Interval) -> None:
        columns = log.columns
        super().__init__(log, interval.name, columns.rows_of(interval.start))
        self._keys = interval.keys
        self.ends = np.full(self.size, columns.size, np.int64)
        self.closed: Bools = np.zeros(self.size, bool)
        self.may_end = np.full(self.size, columns.size, np.int64)
        if interval.end is not None:
            self._close(columns, interval.keys, interval.end)

    def _close(self, columns: Columns, keys: tuple[str, ...], end: str) -> None:
        ids = columns.numbered(keys).ids
        closing = columns.rows_of(end)
        in_doubt = closing[:0]
        vague_at = self._vague_rows(keys)
        doubt = vague_at if columns.doubtful is None else columns.doubtful | vague_at
        every = closing
        if doubt.any():
            in_doubt, closing = closing[doubt[closing]], closing[~doubt[closing]]
        after = columns.size + 1
        order = np.argsort(ids[closing] * after + closing)
        sought = ids[self.rows] * after + self.rows
        found = np.searchsorted((ids[closing] * after + closing)[order], sought)
        ends = self.ends
        there = found < len(order)
        candidates = closing[order[found[there]]] if len(order) else np.zeros(0, np.int64)
        same = ids[candidates] == ids[self.rows[there]]
        ends[np.flatnonzero(there)[same]] = candidates[same]
        lost_keys = [lost for name in keys if (lost := self.lost(name)) is not None]
        if lost_keys:  # its own end cannot be told from those of others
            ends[np.any(lost_keys, axis=0)] = columns.size
        alike = self._share(columns, keys, ids, closing)
        vague = vague_at[self.rows]
        ends[vague] = columns.size
        self.closed = ends < columns.size
        for row in in_doubt[::-1]:
            self._may_close(int(row), ids, lost_keys, ~vague, vague_at)
        for row in every[::-1] if vague.any() else ():
            self._may_close(int(row), ids, lost_keys, vague, vague_at)
        np.minimum(self.may_end, alike, out=self.may_end)

    def _share(self, columns: Columns, keys: Sequence[str], ids: Ints, closing: Ints) -> Ints:
        """Intervals that lack a key which is not empty by nature end together, where as many of
        them are closed as were opened.  For each the first row that may close it before.
        """
        first = np.full(self.size, columns.size, np.int64)
        lacking = [mark for name in keys if (mark := self._lacks(name)) is not None]
        if not lacking:
            return first
        lost = [mark for name in keys if (mark := self.lost(name)) is not None]
        sure = ~np.logical_or.reduce(lost) if lost else np.ones(self.size, bool)
        share = np.flatnonzero(sure & np.logical_or.reduce(lacking))
        opens = self.rows[share]
        closes = closing[np.isin(ids[closing], ids[opens])]
        rows = np.concatenate([opens, closes])
        which = np.concatenate([share, np.full(len(closes), -1)])
        order = np.lexsort((rows, ids[rows]))
        still: list[int] = []
        ended, place = 0, -1
        for row, own in zip(rows[order].tolist(), which[order].tolist(), strict=True):
            if ids[row] != place:
                still, ended, place = [], 0, int(ids[row])
            if own >= 0:
                still.append(own)
                self.ends[own] = columns.size
            elif still:
                ended += 1
                if ended == len(still):
                    self.ends[still] = row
                    still, ended = [], 0
                else:
                    first[still] = np.minimum(first[still], row)
        return first

    def _lacks(self, name: str) -> Bools | None:
        """The items whose cell for a key is empty, and not by nature; None where none is."""
        empty = self._empty(name)
        return None if empty is None else if_any(empty & ~np.asarray(self.empty_by_nature(name)))

    def _vague_rows(self, keys: Sequence[str]) -> Bools:
        """The rows of the log that show a card without its suit in some fields."""
        total = np.zeros(self.log.columns.size, bool)
        for name in self.log.card_fields.intersection(keys):
            found = self.log.columns.fields.get(name)
            where = None if found is None else self.log.without_suit(found)
            total |= False if where is None else where
        return total

    @property
    def may_end_early(self) -> bool:
        """Whether an event in doubt may have closed some interval."""
        return bool((self.may_end < self.log.columns.size).any())

    def _may_close(
        self, row: int, ids: Ints, lost_keys: list[Bools], among: Bools, vague: Bools
    ) -> None:
        """Marks the intervals, among some, that an event in doubt may close."""
        fits = among & (self.rows <= row) & (self.ends >= row)
        if lost_keys:
            fits &= ~np.any(lost_keys, axis=0)
        keys = self._keys
        lost = [name for name in keys if self.log.is_lost(name, row)]
        if vague[row] or (fits & vague[self.rows]).any():  # a card may be any that fits otherwise
            lost += [name for name in keys if name in self.log.card_fields]
        if not lost:
            fits &= ids[self.rows] == ids[row]
        else:
            kept = self.log.columns.numbered(tuple(name for name in keys if name not in lost)).ids
            fits &= kept[self.rows] == kept[row]
        self.may_end[fits] = row
