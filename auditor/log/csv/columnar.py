"""The rows of a plain CSV file, read by Polars straight into columns.

Single rows are found by the pieces in which they stand, for reports show few of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from sys import intern
from typing import TYPE_CHECKING, overload

from auditor.lazily import when_used
from auditor.log.coded import Cells, CodedColumn, Sheet, SheetRows, column_of, joined, narrow
from auditor.log.files.content import WatchedFile
from auditor.log.row_columns import NotPlainError
from auditor.source import Frozen

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

    from auditor.log.coded import Ints
else:
    np = when_used("numpy")
    pl = when_used("polars")


def words_of(series: pl.Series) -> CodedColumn:
    """The column of a series of words."""
    numbers = series.to_physical()
    highest = numbers.max()
    count = highest + 1 if isinstance(highest, int) else 0
    codes = numbers.fill_null(count).to_numpy().astype(narrow(count + 1))
    somewhere = np.full(count + 1, -1, np.int64)
    somewhere[codes] = np.arange(len(codes))
    there = np.flatnonzero(somewhere[:-1] >= 0)
    texts = [""] * (count + 1)
    found = series.gather(somewhere[there]).cast(pl.String).to_list()
    for number, text in zip(there.tolist(), found, strict=True):
        texts[number] = text.strip()
    return CodedColumn(codes, texts)


# ---- rows ---------------------------------------------------------------------------------------
SEGMENT = 20 << 20
"""Bytes that are read at once: from 32 MiB on, memory that was let go of is not used again."""

KEPT = 2_000_000  # rows, at most, whose columns stay in memory once they are read

_ASKED = ("event", "game")  # columns of which it is asked what they say
_PIECES_HELD = 16  # whose lines have been read


class Pieces(Frozen):
    """Where the lines of a rectangular text may be read apart, below its header: where each piece
    begins and the last ends, how many rows stand before each and in all.
    """

    starts: tuple[int, ...]
    before: tuple[int, ...]


class ColumnarRows(SheetRows):
    """The rows of a plain CSV file; whole columns of them come in segments."""

    def __init__(
        self, file: WatchedFile, names: Sequence[str], pieces: Pieces, delimiter: str
    ) -> None:
        self._file, self._delimiter = file, delimiter
        self._names, self._pieces = names, pieces
        self._lines: dict[int, list[str]] = {}  # of some pieces
        self._kept: list[Sheet] = []
        self._said: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return self._pieces.before[-1]

    def __reduce__(self) -> tuple[type[ColumnarRows], tuple[object, ...]]:
        """Elsewhere the file is opened anew."""
        return ColumnarRows, (self._file.elsewhere(), self._names, self._pieces, self._delimiter)

    @overload
    def __getitem__(self, at: int) -> Cells: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Cells]: ...
    def __getitem__(self, at: int | slice) -> Cells | Sequence[Cells]:
        rows = range(len(self))[at]
        return self.at(rows) if isinstance(rows, range) else self.at([rows])[0]

    def at(self, places: Sequence[int]) -> list[Cells]:
        before = self._pieces.before
        found: list[Cells] = []
        for place in map(int, places):
            piece = bisect_right(before, place) - 1
            cells = self._lines_of(piece)[place - before[piece]].split(self._delimiter)
            # Most cells repeat what others say: one text for all.
            found.append((place + 2, tuple([intern(own.strip()) for own in cells])))
        return found

    def _lines_of(self, piece: int) -> list[str]:
        if piece not in self._lines:
            if len(self._lines) >= _PIECES_HELD:
                self._lines.clear()
            start, stop = self._pieces.starts[piece : piece + 2]
            self._lines[piece] = self._file.read(start, stop).decode().split("\n")
        return self._lines[piece]

    def place_of(self, number: int) -> int:
        return number - 2

    def numbers_of(self, places: Ints) -> Ints:
        return places + 2

    # ---- whole columns ----------------------------------------------------------------------
    def segments(self) -> Iterator[Sheet]:
        """All rows in their order, the next read ahead.  Raises NotPlainError."""
        if self._kept:
            yield from self._kept
            return
        kept: list[Sheet] = []
        said = {at: set[str]() for at, name in enumerate(self._names) if name in _ASKED}
        size = 0
        with ThreadPoolExecutor(1) as reader:
            stretches = list(self._stretches())
            coming = [reader.submit(self._segment, *own) for own in stretches[:1]]
            for at in range(len(stretches)):
                coming += [reader.submit(self._segment, *own) for own in stretches[at + 1 : at + 2]]
                columns = coming.pop(0).result()
                many = len(columns[0])
                segment = Sheet(self.numbers_of(np.arange(size, size + many)), columns)
                size += many
                for place, texts in said.items():
                    texts.update(columns[place].said())
                kept += [segment] if len(self) <= KEPT else []
                yield segment
        if size != len(self):
            raise NotPlainError
        self._kept = kept
        self._said |= {place: frozenset(texts) for place, texts in said.items()}

    def said(self, place: int) -> frozenset[str]:
        if place not in self._said:
            self._said[place] = super().said(place)
        return self._said[place]

    def let_go(self) -> None:
        self._kept = []

    def held(self) -> Sheet:
        every = zip(*(own.columns for own in self.segments()), strict=True)
        rows = Sheet(self.numbers_of(np.arange(len(self))), [*map(joined, every)])
        filled = rows.filled() > 0
        return rows if filled.all() else rows.some(filled)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Bytes from the beginning of a line to the end of another."""
        start, *stops = self._pieces.starts
        for stop in stops:
            if stop - start >= SEGMENT or stop == stops[-1] > start:
                yield start, stop
                start = stop

    def _segment(self, start: int, stop: int) -> list[CodedColumn]:
        return columns_in(self._file.read(start, stop), self._names, self._delimiter)


def columns_in(text: bytes, names: Sequence[str], delimiter: str) -> list[CodedColumn]:
    """The columns of some lines without quotes.  Raises NotPlainError."""
    kinds = {name: pl.Categorical(pl.Categories.random()) for name in names}
    try:
        frame = pl.read_csv(
            text, separator=delimiter, has_header=False, schema=kinds, quote_char=None
        )
    except (pl.exceptions.PolarsError, UnicodeDecodeError):
        raise NotPlainError from None
    return [*map(words_of, frame)]


def below(
    header: Sequence[str], parts: Sequence[Sequence[CodedColumn]], odd: Sequence[Cells] = ()
) -> Sheet:
    """The lines of a text: the header, some segments, and the `odd` lines that stand between."""
    width, size = len(parts[0]), sum(len(own[0]) for own in parts)
    apart = [(1, (*header,)), *odd]
    cells = zip(*([*own, *[""] * width][:width] for _, own in apart), strict=True)
    columns = [joined(own) for own in zip(*parts, map(column_of, cells), strict=True)]
    aside = [number for number, _ in apart]
    every = np.arange(1, 2 + size + len(odd))
    numbers = np.append(np.setdiff1d(every, aside, assume_unique=True), aside)
    others = {number: own for number, own in apart if len(own) != width}
    return Sheet(numbers, columns, others).some(np.argsort(numbers))
