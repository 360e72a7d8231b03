"""The rows of a file: as a grid before its header is known, and as columns for an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from auditor.lazily import when_used
from auditor.log.coded import Cells, CodedColumn, CodedRows, coded
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.table import (
    Origin,
    Record,
    Refusal,
    Table,
    UnfitRow,
    Unreadable,
    header_index,
    no_event,
    tabulate,
)
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from auditor.log.convert.localised import Rewriting, Texts
    from auditor.types import Type

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Coded = tuple[Ints, list[str]]
else:
    np = when_used("numpy")


@dataclass(frozen=True, slots=True)
class Grid:
    """A text file, or one sheet of a workbook, all of whose cells are short.  Raises Unreadable."""

    origin: Origin
    records: Sequence[Record]  # rows with a flaw are among them
    flaws: Mapping[int, UnfitRow] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()

    def __post_init__(self) -> None:
        row = self.longer_than(LIMITS.cell_length)
        if row is not None:
            raise Unreadable(message("text.cell_too_long", most=LIMITS.cell_length), row)

    def as_it_is(self) -> Table:
        """The table that begins at the header of events."""
        return tabulate(self.origin, self.records, self.flaws, self.notes)

    def longer_than(self, most: int) -> int | None:
        """The first row with a cell of more characters."""
        rows = self.records
        odd: Iterable[Record] = rows
        if isinstance(rows, CodedRows):
            odd = rows.odd.items()
            long = (own.where(lambda text: len(text) > most) for own in rows.columns)
            found = [int(rows.numbers[own][0]) for own in long if own.any()]
            if found:
                return min(found)
        return next((n for n, own in odd if len(max(own, key=len, default="")) > most), None)


class Localising(Protocol):
    """How the cells of a canonical table may be written that are not written canonically."""

    def is_canonical(self, header: Sequence[str]) -> bool:
        """Whether no column is named in another way than the vocabulary names it."""

    def convertible(self, header: Sequence[str]) -> dict[str, bool]:
        """The columns, and whether what one of them holds hangs on the kind of event."""

    def types(self) -> Mapping[str, Type]:
        """The texts that columns hold."""

    def rewriting(self, texts: Texts) -> Rewriting:
        """How the different texts of these columns are written canonically."""

    def has_signs(self, sample: Mapping[str, Mapping[str, Sequence[str]]]) -> bool:
        """Whether signs of programs stand in the first rows: their texts by kind and column."""

    def has_export_lines(self, table: Table, rows: Iterable[Record]) -> bool:
        """Whether titles, rulers or notes stand among some rows that cannot be read."""

    def without_export_lines(self, table: Table) -> Table:
        """The table, without events of titles, rulers and notes among what is set aside."""

    def noted(self, table: Table, found: Rewriting) -> Table:
        """The table, rewritten so, with what was concluded from its cells."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is read: what a mapping says of its form, and how its rows become a table."""

    encoding: str | None = None  # found where it is None
    delimiter: str | None = None  # the same
    sheets: tuple[str, ...] | None = None  # all that have a header where it is None
    header_at: Callable[[Sequence[Record]], int | None] = header_index  # place of the header
    to_table: Callable[[Grid], Table] = field(default=Grid.as_it_is)
    mapped: bool = False  # by a mapping
    names_tables: bool = True  # sheets called like tables are these
    without_header: Callable[[Sequence[Record]], Unreadable] = no_event  # refusal
    limits: ReadLimits = LIMITS
    localising: Localising | None = None


CANONICAL = ReadOptions()


SlowPath = Callable[[], tuple[list[Table], list[Refusal]]]


class NeedsSlowPath(Exception):  # noqa: N818 - no error: another reader takes over
    """A file that looked plain has a part that is not."""


@dataclass(frozen=True, slots=True)
class Careful:
    """The reader that looks at every cell of a file, and how it reads."""

    slow_path: SlowPath
    options: ReadOptions = CANONICAL


MOST_FLAWED = 50  # rows for each that may be flawed: where more are, the careful reader is as fast


# ---- rows as columns ----------------------------------------------------------------------------
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
