"""By which column the rows of a file were sorted, where that is not their time: asked of whole
columns, so that it costs no more than a pass over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import RowColumn
from auditor.log.integrity.suspects import scope_columns
from auditor.log.store.vector import NAIVE, Bools, Ints

Key = TypeVar("Key", int, str)

MOST = 1_048_576  # rows that a spreadsheet holds: what is larger nobody sorted by hand
BACKS = 3  # times that go back, at least, before a column explains them all
OFTEN = 4  # one row in so many, before which times go back, is a log that nobody put in order

NUMBERS = 4  # numbers in the order of texts, at least, before that is no chance
DIGITS = 18  # digits of a number by which rows are sorted: more are a text


@dataclass(frozen=True, slots=True)
class SortedColumn:
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: SortedColumn) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order


def sorted_by(
    columns: Mapping[str, RowColumn], times: Ints, vocabulary: Vocabulary
) -> SortedColumn | None:
    """The column in whose order rows stand while their times go back, of all columns of a table."""
    if not 0 < len(times) <= MOST:
        return None
    rows = _Rows(columns, times, vocabulary)
    if rows.is_timed() and not rows.goes_back_now_and_then():
        return None
    orders = (rows.order_by(name) for name in columns if name != "time")
    return next((own for own in orders if own is not None), None)


class _Cells:
    """The cells of a column: `codes` are equal where texts are, `filled` where there are any."""

    def __init__(self, column: RowColumn) -> None:
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
        self._first = np.flatnonzero(starts)
        self._of = np.cumsum(starts) - 1

    def some(self, rows: Bools) -> Bools:
        """The groups that have one of some rows."""
        found = np.zeros(len(self._first), bool)
        found[self._of[rows]] = True
        return found

    def are_several(self, rows: Bools) -> Bools:
        """The groups that have more than one of some rows."""
        return np.bincount(self._of[rows], minlength=len(self._first)) > 1

    def one_way(self, each: Ints, rows: Bools) -> Bools:
        """The groups in which the numbers of some rows go forward alone, or back alone."""
        at = np.flatnonzero(rows)
        inside = self._of[at[1:]] == self._of[at[:-1]]
        before, after = each[at[:-1]], each[at[1:]]
        forward, back = np.zeros(len(each), bool), np.zeros(len(each), bool)
        forward[at[1:]], back[at[1:]] = inside & (before < after), inside & (before > after)
        return ~(self.some(forward) & self.some(back))

    def in_numbers(self, cells: _Cells) -> Bools:
        """The groups whose cells are numbers that go forward, or go back."""
        numbers = cells.ranked(_number)
        return ~self.some(cells.filled & (numbers < 0)) & self.one_way(numbers, cells.filled)

    def in_order(self, cells: _Cells) -> Bools:
        """The groups whose cells go forward, or go back, as numbers or as texts."""
        texts = self.one_way(cells.ranked(str.casefold), cells.filled)
        return texts | self.in_numbers(cells)

    def as_texts(self, cells: _Cells) -> Bools:
        """The groups in which numbers stand in the order of texts, and in none of their own."""
        at = np.flatnonzero(cells.filled)
        own, of = cells.codes[at], self._of[at]
        new = np.append(True, (own[1:] != own[:-1]) | (of[1:] != of[:-1]))[: len(at)]
        many = np.bincount(of[new], minlength=len(self._first)) >= NUMBERS
        words = self.some(cells.filled & (cells.ranked(_number) < 0))
        sorted_ = self.one_way(cells.ranked(str), cells.filled)
        return many & ~words & sorted_ & ~self.in_numbers(cells)


class _Rows:
    """The rows of one file, column by column."""

    def __init__(
        self, columns: Mapping[str, RowColumn], times: Ints, vocabulary: Vocabulary
    ) -> None:
        scopes = scope_columns(vocabulary)
        self._columns, self._known = columns, dict[str, _Cells]()
        self._size, self._times, self._timed = len(times), times, times > NAIVE
        self._scopes = [name for name in scopes.all if name in columns]
        self._names = scopes.names
        both = self._timed[1:] & self._timed[:-1]
        self._back = np.append(False, both & (self._times[1:] < self._times[:-1]))
        self._backs = int(self._back.sum())

    def _cells(self, name: str) -> _Cells:
        if name not in self._known:
            self._known[name] = _Cells(self._columns[name])
        return self._known[name]

    def _starts(self, names: Iterable[str]) -> Bools:
        """The rows before which one of some columns changes, and the first."""
        found = np.zeros(self._size, bool)
        found[0] = True
        for name in names:
            found |= self._cells(name).changes
        return found

    def _wider(self, name: str) -> list[str]:
        return self._scopes[: self._scopes.index(name)] if name in self._scopes else []

    def is_timed(self) -> bool:
        """Whether any row tells its time."""
        return bool(self._timed.any())

    def goes_back_now_and_then(self) -> bool:
        """Whether times go back; where they do so all the time, rows stand in no order at all."""
        return 0 < OFTEN * self._backs <= self._size

    def order_by(self, name: str) -> SortedColumn | None:
        """The order of a column in which all rows stand, or those of each wider scope."""
        cells, wider = self._cells(name), self._wider(name)
        for names in ((), wider) if wider else ((),):
            starts = self._starts(names)
            groups = _Groups(starts)
            if not groups.in_order(cells).all():
                continue
            aside = (self._back & ~starts & ~cells.changes).any()
            numbered = name in self._scopes and name not in self._names
            if numbered and not aside and groups.as_texts(cells).any():
                return SortedColumn(name, as_texts=True)
            if self._are_apart(name, groups, ~starts) or (not aside and self._often(name)):
                return SortedColumn(name)
        return None

    def _are_apart(self, name: str, groups: _Groups, inside: Bools) -> bool:
        """Whether rows without a scope stand below all others though earlier, or the reverse."""
        cells = self._cells(name)
        edges = inside & np.append(False, cells.filled[1:] != cells.filled[:-1])
        if name not in self._scopes or not edges.any() or not self._back[edges].all():
            return False
        # What was copied of one table below its house may be in order.
        several = groups.some(inside & ~edges & cells.changes)
        alone = groups.some(edges & cells.filled) & ~several
        return not (groups.are_several(edges).any() or (name in self._names and alone.any()))

    def _often(self, name: str) -> bool:
        """Whether times go back mostly where the cells of a column go forward."""
        cells = self._cells(name)
        together = (cells.filled[1:] != cells.filled[:-1]).sum() < 2
        often = self._backs >= BACKS and 2 * self._backs >= cells.changes[1:].sum()
        return bool(together and often and name not in self._names)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None
