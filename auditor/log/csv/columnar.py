"""The rows of a plain CSV file, read by Polars straight into columns.

Single rows are found by the ends of their lines, for reports show few of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise
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
from auditor.log.row_columns import MOST_FLAWED, NotPlainError

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from auditor.log.coded import Bools, Ints, Words
    from auditor.log.store.vector import Vector

    DataType = pl.DataType | type[pl.DataType]
    import polars as pl
else:
    np = when_used("numpy")
    pl = when_used("polars")


# ---- lines --------------------------------------------------------------------------------------
BLOCK = 1 << 20  # stays near the processor while it is looked through several times
NOT_PLAIN = (b'"', b"\0")
NEWLINE = 10
WINDOW = 1 << 16
"""Bytes in which a line ends, else the reader that knows the bounds of lines and fields looks."""


@dataclass(frozen=True, slots=True)
class OddLine:
    """A line that holds no row of the table: its number, from 0, where it stands, its cells."""

    number: int
    start: int
    stop: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """How many lines a text has, how many end before each of its blocks, and which of them are
    odd: blank, or of more cells or fewer than the others.
    """

    count: int
    before: tuple[int, ...]
    odd: tuple[OddLine, ...] = ()


def lines_of(
    file: WatchedFile, delimiter: bytes, width: int, not_plain: tuple[bytes, ...] = NOT_PLAIN
) -> Lines | None:
    """The lines of a text that is rectangular but for a few of them; None for any other text."""
    delimiters = lines = returns = pairs = 0
    even = True
    before = []
    last = b""
    for block in file.chunks(BLOCK):
        if any(mark in block for mark in not_plain) or has_long_lines(block):
            return None
        before.append(lines)
        if b"\r" in block or last == b"\r":
            returns += block.count(b"\r")
            pairs += block.count(b"\r\n") + (last == b"\r" and block[:1] == b"\n")
        letters = np.frombuffer(block, np.uint8)
        delimiters += int(np.count_nonzero(letters == ord(delimiter)))
        lines += int(np.count_nonzero(letters == NEWLINE))
        begun = block.count(delimiter, block.rfind(b"\n") + 1)  # on the line that goes on
        even = even and delimiters - begun == (width - 1) * lines
        last = block[-1:]
    lines += last != b"\n"
    if returns != pairs or lines < 2:
        return None
    if even and delimiters == (width - 1) * lines:
        return Lines(lines, tuple(before))
    try:
        odd = _odd_lines(file, delimiter, width)
    except UnicodeDecodeError:
        return None
    if len(odd) * MOST_FLAWED > lines or len(odd) == lines - 1:
        return None
    return Lines(lines, tuple(before), tuple(odd))


def _odd_lines(file: WatchedFile, delimiter: bytes, width: int) -> list[OddLine]:
    """The lines of other width than the header, line 0.  Raises UnicodeDecodeError."""
    odd: list[OddLine] = []
    number = start = 0
    rest = b""
    for block in file.chunks(BLOCK):
        text = rest + block
        done = len(text) if start + len(text) == file.size else text.rfind(b"\n") + 1
        letters = np.frombuffer(text, np.uint8, done)
        ends = np.flatnonzero(letters == NEWLINE) + 1
        if done and letters[-1] != NEWLINE:
            ends = np.append(ends, done)
        before = np.searchsorted(np.flatnonzero(letters == ord(delimiter)), ends)
        for at in np.flatnonzero(np.diff(before, prepend=0) != width - 1):
            own = slice(int(ends[at - 1]) if at else 0, int(ends[at]))
            cells = text[own].decode().split(delimiter.decode())
            line = number + int(at), start + own.start, start + own.stop
            odd.append(OddLine(*line, tuple(cell.strip() for cell in cells)))
        number, start, rest = number + len(ends), start + done, text[done:]
    return odd


def has_long_lines(block: bytes) -> bool:
    """True where a line may be longer than the careful reader takes: it is to look at the file."""
    whole = range(0, len(block) - WINDOW + 1, WINDOW)
    return any(block.find(b"\n", at, at + WINDOW) < 0 for at in whole)


def rectangular(data: bytes, start: int, odd: Sequence[OddLine]) -> bytes:
    """The bytes of some lines, of which the first begins at `start`, without the odd ones."""
    own = [(line.start - start, line.stop - start) for line in odd]
    own = [(begins, ends) for begins, ends in own if 0 <= begins < len(data)]
    if not own:
        return data
    ends = [0, *(end for _, end in own)]
    begins = [*(begin for begin, _ in own), len(data)]
    return b"".join(data[a:b] for a, b in zip(ends, begins, strict=True))


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
SEGMENT = 30 << 20
"""Bytes that are read at once: from 32 MiB on, memory that was let go of is not used again."""

KEPT = 2_000_000  # rows, at most, whose columns stay in memory once they are read

_ASKED = ("event", "game")  # columns of which it is asked what they say
_BLOCKS_HELD = 8  # whose bytes have been read
_BLOCKS_KEPT = 64  # whose lines have been found


class ColumnarRows(SheetRows):
    """The rows of a plain CSV file; whole columns of them come in segments."""

    def __init__(
        self, file: WatchedFile, schema: dict[str, DataType], lines: Lines, delimiter: str
    ) -> None:
        self._file, self._delimiter = file, delimiter
        self._schema, self._lines = schema, lines
        self._size = lines.count - 1 - len(lines.odd)
        before = [own.number - at - 1 for at, own in enumerate(lines.odd)]
        self._odd_before = np.array(before, np.int64)  # the rows before each line that holds none
        self._before = np.array(lines.before, np.int64)
        self._blocks: dict[int, bytes] = {}
        self._ends: dict[int, NDArray[np.int64]] = {}  # where the lines of some blocks end
        self._kept: list[Sheet] = []
        self._said: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return self._size

    @property
    def different(self) -> int:
        return self._size

    def __reduce__(self) -> tuple[type[ColumnarRows], tuple[object, ...]]:
        """Elsewhere the file is opened anew."""
        return ColumnarRows, (self._file.elsewhere(), self._schema, self._lines, self._delimiter)

    @overload
    def __getitem__(self, at: int) -> Cells: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Cells]: ...
    def __getitem__(self, at: int | slice) -> Cells | Sequence[Cells]:
        rows = range(self._size)[at]
        return self.at(rows) if isinstance(rows, range) else self.at([rows])[0]

    def at(self, places: Sequence[int]) -> list[Cells]:
        asked = np.asarray(places, np.int64)
        lines = asked + 1 + self._odd_before.searchsorted(asked, "right")
        block = self._before.searchsorted(lines, "right") - 1
        bounds = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(lines)]
        found: list[Cells] = []
        for first, last in pairwise(bounds if len(lines) else ()):
            found += self._in_block(int(block[first]), lines[first:last])
        return found

    @property
    def ascends(self) -> bool:
        return True

    def place_of(self, number: int) -> int:
        return number - 2 - bisect_left(self._lines.odd, number - 1, key=lambda own: own.number)

    def numbers_of(self, places: Ints) -> Ints:
        return places + 2 + self._odd_before.searchsorted(places, "right")

    def _row(self, start: int, stop: int) -> tuple[str, ...]:
        # Most cells repeat what others say: one text for all.
        cells = self._split(self._bytes(start, stop).decode())
        return tuple(map(intern, cells))

    def _bytes(self, start: int, stop: int) -> bytes:
        at = start // BLOCK
        if stop > (at + 1) * BLOCK:
            return self._file.read(start, stop)
        return self._block(at)[start - at * BLOCK : stop - at * BLOCK]

    def _block(self, at: int) -> bytes:
        if at not in self._blocks:
            if len(self._blocks) >= _BLOCKS_HELD:
                self._blocks.clear()
            self._blocks[at] = self._file.read(at * BLOCK, (at + 1) * BLOCK)
        return self._blocks[at]

    def __iter__(self) -> Iterator[Cells]:
        rest, number = b"", 1
        left_out = {1, *(own.number + 1 for own in self._lines.odd)}
        for block in self._file.chunks(BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                if number not in left_out:
                    yield number, self._split(line.decode())
                number += 1
        if rest and number not in left_out:
            yield number, self._split(rest.decode())

    def _split(self, line: str) -> tuple[str, ...]:
        return tuple(map(str.strip, line.rstrip("\r\n").split(self._delimiter)))

    def _in_block(self, at: int, lines: NDArray[np.int64]) -> Iterator[Cells]:
        """The rows of lines that end in one block; the header is line 0."""
        ends = np.append(self._ends_in(at), self._file.size)
        nth = lines - int(self._before[at])
        starts = ends[nth - 1] + 1
        for first in np.flatnonzero(nth == 0):  # a line that begins in a block before
            starts[first] = self._end(int(lines[first]) - 1) + 1
        every = zip(lines.tolist(), starts.tolist(), ends[nth].tolist(), strict=True)
        return ((line + 1, self._row(start, stop)) for line, start, stop in every)

    def _end(self, line: int) -> int:
        at = int(self._before.searchsorted(line, "right")) - 1
        return int(self._ends_in(at)[line - int(self._before[at])])

    def _ends_in(self, at: int) -> NDArray[np.int64]:
        if at not in self._ends:
            if len(self._ends) >= _BLOCKS_KEPT:
                self._ends.clear()
            letters = np.frombuffer(self._block(at), np.uint8)
            self._ends[at] = np.flatnonzero(letters == NEWLINE) + at * BLOCK
        return self._ends[at]

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
                kept += [segment] if self._size <= KEPT else []
                yield segment
        if size != self._size:
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
        apart = [(1, (*header,)), *((own.number + 1, own.cells) for own in self._lines.odd)]
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
        start, size = self._next_line(0), self._file.size
        while start < size:
            stop = self._next_line(min(start + SEGMENT, size))
            yield start, stop
            start = stop

    def _next_line(self, start: int) -> int:
        """Where the first line begins after the one in which a place is."""
        at = start
        for chunk in self._file.chunks(WINDOW, start):
            if (found := chunk.find(b"\n")) >= 0:
                return at + found + 1
            at += len(chunk)
        return self._file.size

    def _segment(self, start: int, stop: int) -> list[RowColumn]:
        def read(schema: Mapping[str, DataType], only: Sequence[int] | None = None) -> pl.DataFrame:
            data = rectangular(self._file.read(start, stop), start, self._lines.odd)
            if not data:  # none of the lines holds a row
                return pl.DataFrame(schema=dict(schema))
            try:
                return pl.read_csv(
                    data,
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

        return columns_of(self._frame(read, start, stop), as_written)

    def _frame(
        self, read: Callable[[Mapping[str, DataType]], pl.DataFrame], start: int, stop: int
    ) -> pl.DataFrame:
        with suppress(NotPlainError):  # perhaps a cell that is no number after all
            frame = read(self._schema)
            if not (_has_zero(frame) and self._has_double_zero(start, stop)):
                return frame
        frame = read({name: _text_of(kind) for name, kind in self._schema.items()})
        whole = [name for name, kind in self._schema.items() if kind == pl.Int64]
        return frame.with_columns(_as_numbers(frame[name]) for name in whole)

    def _has_double_zero(self, start: int, stop: int) -> bool:
        """Whether a cell begins with `00`, which no whole number shows."""
        data = self._file.read(start, stop)
        return any(mark + b"00" in data for mark in (self._delimiter.encode(), b"\n"))


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


def _has_zero(frame: pl.DataFrame) -> bool:
    return any(bool((own == 0).any()) for own in frame if own.dtype == pl.Int64)


def _as_numbers(texts: pl.Series) -> pl.Series:
    """A column as whole numbers, or as words where a cell is none."""
    numbers = texts.cast(pl.Int64, strict=False)
    if numbers.null_count() == texts.null_count() and not texts.str.contains("^00+$").any():
        return numbers
    return texts.cast(pl.Categorical(pl.Categories.random()))
