"""The rows of a plain CSV file, read by Polars straight into columns.

Single rows are found by the pieces in which they stand, for reports show few of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, partial
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, overload

from auditor.lazily import when_used
from auditor.log.coded import (
    Cells,
    CodedColumn,
    RowColumn,
    Sheet,
    SheetRows,
    WordColumn,
    narrow,
)
from auditor.log.files.content import WatchedFile
from auditor.log.row_columns import NotPlainError

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

    from auditor.log.coded import Bools, Ints, Words
    from auditor.log.store.vector import Vector

    DataType = pl.DataType | type[pl.DataType]
    import polars as pl
else:
    np = when_used("numpy")
    pl = when_used("polars")


# ---- columns ------------------------------------------------------------------------------------
class ReadColumn(RowColumn):
    """A column of numbers, or of texts that hardly repeat, as Polars read it; `as_written` reads it
    again as it is written, so that times may take its place in memory once they are known.
    """

    def __init__(
        self, series: pl.Series, as_written: Callable[[], pl.Series] | None = None
    ) -> None:
        self.kind: DataType = series.dtype
        self._series: pl.Series | None = (
            series.shrink_dtype() if series.dtype == pl.Int64 else series
        )
        self._as_written, self._size = as_written, len(series)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, row: int) -> str:
        return str(self.written()[row] or "").strip()

    @property
    def codes(self) -> Ints:
        return self._words.codes

    @property
    def texts(self) -> Sequence[str]:
        return self._words.texts

    def read(self) -> pl.Series:
        """The cells as they were read."""
        return self._again() if self._series is None else self._series.cast(self.kind)

    def written(self) -> pl.Series:
        """The cells as they are written: a number does not say whether with a sign or zeros."""
        return self.read() if self.kind == pl.String else self._again()

    def _again(self) -> pl.Series:
        assert self._as_written is not None
        return self._as_written()

    def followed_by(self, others: Sequence[ReadColumn]) -> ReadColumn:
        """The column with the rows of others below its own."""
        every = [self, *others]
        series = pl.concat([own.read() for own in every])
        if self.kind == pl.String:
            return ReadColumn(series)
        return ReadColumn(series, cache(lambda: pl.concat([own.written() for own in every])))

    def some(self, rows: Ints | Bools | slice) -> RowColumn:
        if not isinstance(rows, slice) and rows.dtype == bool:
            rows = np.flatnonzero(rows)
        some = self.read()[rows]
        return ReadColumn(some, None if self.kind == pl.String else lambda: self.written()[rows])

    def cells(self) -> Iterator[str]:
        return ((cell or "").strip() for cell in self.written().to_list())

    def where(self, holds: Callable[[str], bool]) -> Bools:
        if holds is not bool:
            return super().where(holds)
        series = self.read()
        filled = series.is_not_null()
        if self.kind == pl.String:
            filled = series.str.contains(r"[^\s\x1c-\x1f]").fill_null(value=False)
        return np.asarray(filled.to_numpy(), bool)

    def matching(self, pattern: re.Pattern[str]) -> list[str]:
        if self.kind != pl.String or self._series is None:
            return super().matching(pattern)
        found = self._series.filter(self._series.str.contains(pattern.pattern)).unique()
        return [text.strip() for text in found.to_list()]

    def longest(self) -> int:
        return int(self.written().str.len_chars().max() or 0)  # type: ignore[arg-type]  # of numbers

    def few(self, many: int) -> tuple[Ints, RowColumn] | None:
        if self._series is None:
            return None if self._is_filled(many) else super().few(many)
        if many * (self._size - self._series.null_count()) > self._size:
            return None
        rows = self._series.is_not_null().arg_true().to_numpy().astype(np.int64)
        return rows, self.some(rows)

    def _is_filled(self, many: int) -> bool:
        assert self._times is not None
        empty = self._times[1]
        return empty is None or many * int(np.count_nonzero(~empty)) > self._size

    def words(self) -> Words:
        return self._words.words()

    def numbers(self) -> tuple[Ints, Bools | None] | None:
        if self.kind != pl.Int64:
            return None
        series = self.read()
        empty = series.is_null().to_numpy() if series.null_count() else None
        return series.fill_null(0).to_numpy(), empty

    def times(self) -> tuple[Vector, Bools | None] | None:
        if self._times is not None and self._as_written is not None:
            self._series = None
        return self._times

    def series(self) -> pl.Series | None:
        return self.read() if self.kind == pl.String else None

    @cached_property
    def _times(self) -> tuple[Vector, Bools | None] | None:
        from auditor.log.store.times import read_times  # noqa: PLC0415 - few files are read so

        return read_times(self.read()) if self.kind == pl.String else None

    @cached_property
    def _words(self) -> WordColumn:
        return words_of(self.written().cast(pl.Categorical(pl.Categories.random())))


def words_of(series: pl.Series) -> WordColumn:
    """The column of a series of words."""
    numbers = series.to_physical()
    count = numbers.max()
    count = count + 1 if isinstance(count, int) else 0
    codes = numbers.fill_null(count).to_numpy().astype(narrow(count + 1))
    somewhere = np.full(count + 1, -1, np.int64)
    somewhere[codes] = np.arange(len(codes))
    there = np.flatnonzero(somewhere[:-1] >= 0)
    found = series.gather(somewhere[there]).cast(pl.String).to_list()
    texts = [""] * count
    for number, text in zip(there.tolist(), found, strict=True):
        texts[number] = text.strip()
    return WordColumn(codes, texts)


def joined(parts: Sequence[RowColumn]) -> RowColumn:
    """The column of which some rows after others are given."""
    read = [own for own in parts if isinstance(own, ReadColumn)]
    if parts and len(read) == len(parts) and len({own.kind for own in read}) == 1:
        return read[0].followed_by(read[1:])
    texts: dict[str, int] = {}
    codes = []
    for own, here in (own.words() for own in parts):
        numbers = [texts.setdefault(text, len(texts)) for text in [*here, ""]]
        codes.append(np.array(numbers, narrow(1 << 32)).take(own))
    every = np.concatenate(codes)
    return CodedColumn(every.astype(narrow(len(texts))), list(texts))


# ---- rows ---------------------------------------------------------------------------------------
SEGMENT = 20 << 20
"""Bytes that are read at once: from 32 MiB on, memory that was let go of is not used again."""

KEPT = 2_000_000  # rows, at most, whose columns stay in memory once they are read

_ASKED = ("event", "game")  # columns of which it is asked what they say
_AT_ONCE = 4096  # rows that are looked for
_PIECES_HELD = 16  # whose lines have been read


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that holds no row of the table, such as a blank one: its number, from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Where the lines of a rectangular text may be read apart: where each piece begins and the last
    ends, how many rows stand before each and in all, and the lines that were left out of it.
    """

    starts: tuple[int, ...]
    before: tuple[int, ...]
    left_out: tuple[LeftOut, ...] = ()


class ColumnarRows(SheetRows):
    """The rows of a plain CSV file; whole columns of them come in segments."""

    def __init__(
        self, file: WatchedFile, schema: dict[str, DataType], pieces: Pieces, delimiter: str
    ) -> None:
        self._file, self._delimiter = file, delimiter
        self._schema, self._pieces = schema, pieces
        # How many rows stand before each line that holds none.
        before = [own.number - at - 2 for at, own in enumerate(pieces.left_out)]
        self._left_out = np.array(before, np.int64)
        self._lines: dict[int, list[str]] = {}  # of some pieces
        self._kept: list[Sheet] = []
        self._said: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return self._pieces.before[-1]

    def __reduce__(self) -> tuple[type[ColumnarRows], tuple[object, ...]]:
        """Elsewhere the file is opened anew."""
        return ColumnarRows, (self._file.elsewhere(), self._schema, self._pieces, self._delimiter)

    @overload
    def __getitem__(self, at: int) -> Cells: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Cells]: ...
    def __getitem__(self, at: int | slice) -> Cells | Sequence[Cells]:
        rows = range(len(self))[at]
        return self.at(rows) if isinstance(rows, range) else self.at([rows])[0]

    def __iter__(self) -> Iterator[Cells]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self[start : start + _AT_ONCE]

    def at(self, places: Sequence[int]) -> list[Cells]:
        before = self._pieces.before
        numbers = self.numbers_of(np.asarray(places, np.int64)).tolist()
        found: list[Cells] = []
        for place, number in zip(places, numbers, strict=True):
            piece = bisect_right(before, place) - 1
            cells = self._lines_of(piece)[place - before[piece]].split(self._delimiter)
            # Most cells repeat what others say: one text for all.
            found.append((number, tuple([intern(own.strip()) for own in cells])))
        return found

    def _lines_of(self, piece: int) -> list[str]:
        if piece not in self._lines:
            if len(self._lines) >= _PIECES_HELD:
                self._lines.clear()
            start, stop = self._pieces.starts[piece : piece + 2]
            self._lines[piece] = self._file.read(start, stop).decode().split("\n")
        return self._lines[piece]

    def place_of(self, number: int) -> int:
        left_out = self._pieces.left_out
        return number - 2 - bisect_left(left_out, number, key=attrgetter("number"))

    def numbers_of(self, places: Ints) -> Ints:
        return places + 2 + self._left_out.searchsorted(places, "right")

    # ---- whole columns ----------------------------------------------------------------------
    def segments(self) -> Iterator[Sheet]:
        """All rows in their order, the next read ahead.  Raises NotPlainError."""
        if self._kept:
            yield from self._kept
            return
        kept: list[Sheet] = []
        said = {at: set[str]() for at, name in enumerate(self._schema) if name in _ASKED}
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
                    texts.update(columns[place].standing())
                kept += [segment] if len(self) <= KEPT else []
                yield segment
        if size != len(self):
            raise NotPlainError
        self._kept = kept
        self._said |= {place: frozenset(texts) for place, texts in said.items()}

    def said(self, place: int) -> frozenset[str]:
        if place not in self._said:
            every = [own.columns[place].standing() for own in self.segments()]
            self._said[place] = frozenset(text for own in every for text in own)
        return self._said[place]

    def let_go(self) -> None:
        self._kept = []

    def records(self, header: Sequence[str]) -> Sheet:
        """All lines of the file in memory, the header and those that hold no row among them.

        Raises NotPlainError.
        """
        apart = [(1, (*header,)), *((own.number, own.cells) for own in self._pieces.left_out)]
        parts = list(self.segments())
        columns = []
        more = [number for number, _ in apart]
        numbers = np.append(self.numbers_of(np.arange(len(self))), np.array(more, np.int64))
        order = np.argsort(numbers)
        for at in range(len(self._schema)):
            cells = [own[at] if at < len(own) else "" for _, own in apart]
            own = [segment.columns[at] for segment in parts]
            texts = pl.Series(cells, dtype=pl.String)
            columns.append(joined([*own, ReadColumn(texts)]).some(order))
        odd = {number: own for number, own in apart if len(own) != len(self._schema)}
        return Sheet(numbers[order], columns, odd)

    def held(self) -> Sheet:
        parts = list(self.segments())
        columns = [joined([own.columns[at] for own in parts]) for at in range(len(self._schema))]
        rows = Sheet(self.numbers_of(np.arange(len(self))), columns)
        filled = rows.filled() > 0
        return rows if filled.all() else rows.some(filled)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Bytes from the beginning of a line to the end of another."""
        start, *stops = self._pieces.starts
        for stop in stops:
            if stop - start >= SEGMENT or stop == stops[-1] > start:
                yield start, stop
                start = stop

    def _segment(self, start: int, stop: int) -> list[RowColumn]:
        def read(schema: Mapping[str, DataType], only: Sequence[int] | None = None) -> pl.DataFrame:
            try:
                return pl.read_csv(
                    self._file.read(start, stop),
                    separator=self._delimiter,
                    has_header=False,
                    schema=schema,
                    columns=only,
                    quote_char=None,
                )
            except (pl.exceptions.PolarsError, UnicodeDecodeError):
                raise NotPlainError from None

        def as_written(name: str) -> pl.Series:
            return read(dict.fromkeys(self._schema, pl.String), [[*self._schema].index(name)])[name]

        # A number may be a cell that is none after all, or the `00` of a wheel.
        frame = read({name: _text_of(kind) for name, kind in self._schema.items()})
        whole = [name for name, kind in self._schema.items() if kind == pl.Int64]
        return columns_of(
            frame.with_columns(_as_numbers(frame[name]) for name in whole), as_written
        )


def columns_of(frame: pl.DataFrame, as_written: Callable[[str], pl.Series]) -> list[RowColumn]:
    """The columns of a frame; `as_written` gives the cells of one as they are written."""
    return [
        words_of(own)
        if isinstance(own.dtype, pl.Categorical)
        else ReadColumn(own, partial(as_written, own.name))
        for own in frame
    ]


def _text_of(kind: DataType) -> DataType:
    """The type to read a column by where a cell turned out to be no number."""
    return pl.String if kind == pl.Int64 else kind


def _as_numbers(texts: pl.Series) -> pl.Series:
    """A column as whole numbers, or as words where a cell is none."""
    numbers = texts.cast(pl.Int64, strict=False)
    if numbers.null_count() == texts.null_count() and not texts.str.contains("^00+$").any():
        return numbers
    return texts.cast(pl.Categorical(pl.Categories.random()))
