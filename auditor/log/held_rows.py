"""Rows of text that are in memory, as columns: those of a workbook, of JSON, of a mapped file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.log.coded import CodedColumn, coded
from auditor.log.row_columns import Careful, Cells, NeedsSlowPath
from auditor.log.table import Table

Ints = NDArray[np.int64]


class HeldRows:
    """The rows of a table of text; several of them may have one number, that of their row in the
    file.  Raises NeedsSlowPath where the numbers do not ascend.
    """

    def __init__(self, table: Table) -> None:
        self.careful = Careful(lambda: ([table], []))
        self._header = table.header
        self._rows, self._columns = table.rows, coded(table.rows, range(len(table.header)))
        self._numbers = self._columns.numbers
        ascending = np.diff(self._numbers)
        if (ascending < 0).any():
            raise NeedsSlowPath
        self.different = len(self._rows) - int(np.count_nonzero(ascending == 0))
        # Each table is of one game by now: what its rows name is for the reader to compare.
        at = self._header.index("game") if "game" in self._header else None
        named = [] if at is None else self._columns.column(at).standing()
        self.games = frozenset(text.strip().lower() for text in named)

    def __len__(self) -> int:
        return len(self._rows)

    def some(self, rows: Sequence[int]) -> list[Cells]:
        return [self._rows[at] for at in rows]

    def place_of(self, number: int) -> int:
        return int(np.searchsorted(self._numbers, number))

    def numbers(self, rows: Ints) -> Ints:
        return self._numbers[rows]

    def segments(self) -> Iterator[HeldSegment]:
        columns = map(self._columns.column, range(len(self._header)))
        coded = {name: _words(own) for name, own in zip(self._header, columns, strict=True)}
        yield HeldSegment(len(self), coded)


Coded = tuple[Ints, list[str]]


@dataclass(frozen=True, slots=True)
class HeldSegment:
    """Columns of text, each as numbers of its different texts."""

    size: int
    columns: dict[str, Coded]
    first: int = 0

    def __len__(self) -> int:
        return self.size

    def few(self, name: str, many: int) -> tuple[Ints, HeldSegment] | None:
        codes, texts = self.columns[name]
        rows = np.flatnonzero(codes < len(texts))
        if many * len(rows) > self.size:
            return None
        return rows, HeldSegment(len(rows), {name: (codes[rows], texts)})

    def numbers(self, _name: str) -> None:
        """None: what is told by its texts is read by them."""

    def words(self, name: str) -> Coded:
        return self.columns[name]

    def texts(self, _name: str) -> None:
        """None: no column was read as a series."""

    def as_written(self) -> HeldSegment:
        return self


def _words(column: CodedColumn) -> Coded:
    """The number of each text among the different ones; that of an empty cell comes after them."""
    standing = dict.fromkeys(filter(None, column.standing()))
    numbers = {text: at for at, text in enumerate(standing)}
    texts = list(numbers)
    numbers[""] = len(texts)
    each = [numbers.get(text, -1) for text in column.texts]
    return np.array([*each, -1], np.int64).take(column.codes), texts
