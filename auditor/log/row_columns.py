"""Rows as columns, whatever they are read from: what an engine asks of the rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from auditor.log.raw_grid import CANONICAL, ReadOptions
from auditor.log.table import Refusal, Table

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

Cells = tuple[int, tuple[str, ...]]
SlowPath = Callable[[], tuple[list[Table], list[Refusal]]]


class NeedsSlowPath(Exception):  # noqa: N818 - no error: another reader takes over
    """A file that looked plain has a part that is not."""


@dataclass(frozen=True, slots=True)
class Careful:
    """The reader that looks at every cell of a file, and how it reads."""

    slow_path: SlowPath
    options: ReadOptions = CANONICAL


MOST_FLAWED = 50
"""Rows for each that may be flawed: where more are, the careful reader is as fast."""


class ColumnSegment(Protocol):
    """Some rows that follow one another, from `first` (counted from 0)."""

    @property
    def first(self) -> int: ...

    def __len__(self) -> int: ...

    def few(self, name: str, many: int) -> tuple[Ints, ColumnSegment] | None:
        """The rows that fill a column, and the column in these alone; None where more than one row
        in so many fills it.
        """

    def numbers(self, name: str) -> tuple[Ints, Bools | None] | None:
        """A column of whole numbers and where it is empty; None if it was not read as such."""

    def words(self, name: str) -> tuple[Ints, list[str]]:
        """A column as numbers of its different texts; the number of an empty cell is that after
        the last.
        """

    def texts(self, name: str) -> pl.Series | None:
        """A column as it was read, if that was as text."""

    def as_written(self) -> ColumnSegment:
        """The rows with numbers as texts."""


class RowColumns(Protocol):
    """The rows of a table: `games` are those that they may name, `careful` looks at each cell."""

    games: frozenset[str]
    careful: Careful

    def __len__(self) -> int: ...

    @property
    def different(self) -> int:
        """How many rows of the file there are: several of these may be one of its rows."""

    def some(self, rows: Sequence[int]) -> list[Cells]:
        """Some rows, counted from 0, in the order in which they are asked for."""

    def place_of(self, number: int) -> int:
        """How many rows stand before the one of a number, as a spreadsheet shows it."""

    def numbers(self, rows: Ints) -> Ints:
        """The numbers of some rows, as a spreadsheet shows them."""

    def segments(self) -> Iterator[ColumnSegment]:
        """All rows in their order.  Raises NeedsSlowPath."""
