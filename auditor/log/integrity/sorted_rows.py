"""By which column the rows of a file were sorted, where that is not their time: asked of whole
columns, so that it costs no more than a pass over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import CodedColumn
from auditor.log.integrity.suspects import ENOUGH, FEW, scope_columns
from auditor.log.store.vector import NAIVE, Bools, Ints
from auditor.source import Frozen

Key = TypeVar("Key", int, str)

MOST = 1_048_576
"""Rows that a spreadsheet holds: what is larger nobody sorted by hand."""


class SortedColumn(Frozen):
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: SortedColumn) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order


def sorted_by(
    columns: Mapping[str, CodedColumn], times: Ints, vocabulary: Vocabulary
) -> SortedColumn | None:
    """The column in whose order rows stand while their times go back, of all columns of a table."""
    if not 0 < len(times) <= MOST:
        return None
    rows = _Rows(columns, times, vocabulary)
    if not rows.may_be_sorted():
        return None
    orders = (rows.order_by(name) for name in columns if name != "time")
    return next((own for own in orders if own is not None), None)


class _Cells:
    """The cells of a column: `codes` are equal where texts are, `filled` where there are any."""

    def __init__(self, column: CodedColumn) -> None:
        numbers: dict[str, int] = {}
        each = [numbers.setdefault(text, len(numbers)) for text in column.texts]
        self.texts = [*numbers]
        self.codes: Ints = np.array(each, np.int64).take(column.codes)
        self.filled: Bools = np.array([*map(bool, self.texts)], bool).take(self.codes)
        self.changes: Bools = np.append(True, self.codes[1:] != self.codes[:-1])

    def ranked(self, key: Callable[[str], Key | None]) -> Ints:
        """The place of each cell in the order of a key; -1 where a text has none."""
        keys = [key(text) for text in self.texts]
        known = sorted({own for own in keys if own is not None})
        place = {None: -1} | {own: at for at, own in enumerate(known)}
        return np.array([place[own] for own in keys], np.int64).take(self.codes)


class _Groups:
    """Rows one after another that belong together, from `starts` on."""

    def __init__(self, starts: Bools) -> None:
        self._of = np.cumsum(starts) - 1
        self._size = int(starts.sum())

    def count(self, rows: Bools) -> Ints:
        """How many of some rows each group has."""
        return np.bincount(self._of[rows], minlength=self._size)

    def one_way(self, each: Ints, rows: Bools) -> Bools:
        """The groups in which the numbers of some rows go forward alone, or back alone."""
        at = np.flatnonzero(rows)
        group, step = self._of[at[1:]], np.diff(each[at])
        step[group != self._of[at[:-1]]] = 0
        forward, back = (
            np.bincount(group[own], minlength=self._size) for own in (step > 0, step < 0)
        )
        return np.asarray((forward == 0) | (back == 0))


class _Rows:
    """The rows of one file, column by column."""

    def __init__(
        self, columns: Mapping[str, CodedColumn], times: Ints, vocabulary: Vocabulary
    ) -> None:
        scopes = scope_columns(vocabulary)
        self._columns, self._known = columns, dict[str, _Cells]()
        self._scopes = [name for name in scopes.all if name in columns]
        self._names, self._size = scopes.names, len(times)
        timed = times > NAIVE
        back = timed[1:] & timed[:-1] & (times[1:] < times[:-1])
        self._timed, self._back = bool(timed.any()), np.append(False, back)

    def _cells(self, name: str) -> _Cells:
        if name not in self._known:
            self._known[name] = _Cells(self._columns[name])
        return self._known[name]

    def may_be_sorted(self) -> bool:
        """Whether there are no times, or they go back now and then; where they do so all the time,
        rows stand in no order at all.
        """
        return not self._timed or 0 < FEW * self._back.sum() < self._size

    def order_by(self, name: str) -> SortedColumn | None:
        """The order of a column in which all rows stand, or those of each wider scope."""
        at = self._scopes.index(name) if name in self._scopes else 0
        for wider in dict.fromkeys(((), tuple(self._scopes[:at]))):
            if (found := self._order_in(name, wider)) is not None:
                return found
        return None

    def _order_in(self, name: str, wider: Iterable[str]) -> SortedColumn | None:
        cells, first = self._cells(name), np.arange(self._size) == 0
        for own in wider:
            first |= self._cells(own).changes
        groups, filled, number = _Groups(first), cells.filled, cells.ranked(_number)
        words = groups.count(filled & (number < 0)) > 0
        as_texts = groups.one_way(cells.ranked(str.casefold), filled)
        as_numbers = groups.one_way(number, filled) & ~words
        if not (as_texts | as_numbers).all():
            return None
        aside = (self._back & ~first & ~cells.changes).any()
        if name in self._scopes and name not in self._names and not aside:
            several = groups.count((cells.changes | first) & filled) >= ENOUGH
            if (several & ~words & ~as_numbers).any():
                return SortedColumn(name, as_texts=True)
        apart = self._are_apart(name, groups, ~first)
        return SortedColumn(name) if apart or (not aside and self._often(name)) else None

    def _are_apart(self, name: str, groups: _Groups, inside: Bools) -> bool:
        """Whether rows without a scope stand below all others though earlier, or the reverse."""
        cells = self._cells(name)
        edges = inside & np.append(False, cells.filled[1:] != cells.filled[:-1])
        if name not in self._scopes or not edges.any() or not self._back[edges].all():
            return False
        # What was copied of one table below its house may be in order.
        one = groups.count(inside & ~edges & cells.changes) == 0
        alone = (groups.count(edges & cells.filled) > 0) & one
        several = groups.count(edges) > 1
        return not (several.any() or (name in self._names and alone.any()))

    def _often(self, name: str) -> bool:
        """Whether times go back mostly where the cells of a column go forward."""
        cells = self._cells(name)
        together = (cells.filled[1:] != cells.filled[:-1]).sum() < 2
        backs = self._back.sum()
        often = backs >= FEW and 2 * backs >= cells.changes[1:].sum()
        return bool(together and often and name not in self._names)


def _number(text: str) -> int | None:
    """The number that a text is; one of more than eighteen digits is a text."""
    return int(text) if text.isdecimal() and len(text) < 19 else None
