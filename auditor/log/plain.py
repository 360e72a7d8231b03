"""Large files that need no interpretation: rectangular CSV in UTF-8 without quotes, and Parquet.

They are read by Polars, straight into columns.  Whatever is not so plain is left to the readers
that look at every cell; the result is the same either way.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, overload

from auditor.log.sheet import Refusal, Table, Unreadable, column_name, named_columns

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

Cells = tuple[int, tuple[str, ...]]
Carefully = Callable[[], tuple[list[Table], list[Refusal]]]

WORTHWHILE = 2_000_000
"""Bytes below which importing Polars takes longer than reading without it."""

_SAMPLE = 1000
_DELIMITERS = (b",", b";", b"\t", b"|")
_NOT_PLAIN = (b'"', b"\0", b"\r")


class PlainRows(Sequence[Cells]):
    """The rows of a plain CSV file, and its columns as arrays."""

    def __init__(
        self, path: Path, frame: pl.DataFrame, names: Sequence[str], delimiter: str,
        carefully: Carefully,
    ) -> None:  # fmt: skip
        self.carefully = carefully
        self._path, self._delimiter = path, delimiter
        self._frame: pl.DataFrame | None = frame
        self._size = frame.height
        self._columns = dict(zip(names, frame.columns, strict=True))
        self._width = len(names)
        self._lines: NDArray[np.int64] | None = None
        self._data: mmap.mmap | None = None

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Cells: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Cells]: ...
    def __getitem__(self, at: int | slice) -> Cells | Sequence[Cells]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        return at + 2, self._cells(at)

    def __iter__(self) -> Iterator[Cells]:
        with self._path.open(encoding="utf-8", newline="") as lines:
            next(lines)
            for number, line in enumerate(lines, start=2):
                yield number, self._split(line)

    def _cells(self, at: int) -> tuple[str, ...]:
        import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

        if self._lines is None or self._data is None:
            with self._path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            ends = [
                np.flatnonzero(np.frombuffer(self._data[start : start + _BLOCK], np.uint8) == _NEWLINE)
                + start
                for start in range(0, len(self._data), _BLOCK)
            ]  # fmt: skip
            self._lines = np.append(np.concatenate(ends), len(self._data))
        line = self._data[int(self._lines[at]) + 1 : int(self._lines[at + 1])]
        return self._split(line.decode())

    def _split(self, line: str) -> tuple[str, ...]:
        cells = line.rstrip("\r\n").split(self._delimiter)
        return tuple(cell.strip() for cell in cells)

    def forget(self) -> None:
        """Lets go of the columns; they are read again if they are asked for."""
        self._frame = None

    def _series(self, name: str) -> pl.Series:
        if self._frame is None:
            import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

            frame = _scan(self._path, self._delimiter, {self._columns[name]: pl.String})
        else:
            frame = self._frame
        return frame[self._columns[name]]

    def numbers(self, name: str) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None] | None:
        """A column of whole numbers and where it is empty; None if it was not read as such."""
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        series = self._series(name)
        if series.dtype != pl.Int64:
            return None
        empty = series.is_null().to_numpy() if series.null_count() else None
        return series.fill_null(0).to_numpy(), empty

    def words(self, name: str) -> tuple[NDArray[np.uint32], list[str]]:
        """A column as numbers of its different texts; the number of an empty cell is that after
        the last.
        """
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        series = self._series(name)
        if series.dtype == pl.Int64:  # how the numbers were written matters after all
            series = _scan(self._path, self._delimiter, {self._columns[name]: pl.String})[
                self._columns[name]
            ]
        if series.dtype == pl.String:
            series = series.cast(pl.Categorical(pl.Categories.random()))
        kinds = series.drop_nulls().unique()
        numbers = kinds.to_physical().cast(pl.UInt32).to_numpy()
        count = int(numbers.max()) + 1 if len(numbers) else 0
        texts = [""] * count
        for number, text in zip(numbers.tolist(), kinds.cast(pl.String).to_list(), strict=True):
            texts[number] = text.strip()
        codes = series.to_physical().cast(pl.UInt32).fill_null(count).to_numpy()
        return codes, texts

    def texts(self, name: str) -> pl.Series | None:
        """A column as it was read, if that was as text."""
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        series = self._series(name)
        return series if series.dtype == pl.String else None


_BLOCK = 1 << 24
_NEWLINE = 10


def read_plain(path: Path, name: str, carefully: Carefully) -> Table | None:
    """The table of a plain CSV file; None if it is small or not plain.

    `carefully` reads the file cell by cell, for who finds that its values are not plain.
    """
    try:
        if not path.is_file() or path.stat().st_size < WORTHWHILE:
            return None
        with path.open("rb") as file:
            shape = _shape(file)
            file.seek(0)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest() if shape is not None else ""
    except OSError:
        return None
    if shape is None:
        return None
    delimiter, names, lines = shape
    rows = _rows(path, delimiter, names, carefully)
    if rows is None or len(rows) != lines - 1:
        return None
    return Table(name, None, sha256, "utf-8", tuple(names), 1, rows, (), ())


def _shape(file: BinaryIO) -> tuple[str, list[str], int] | None:
    """The delimiter, the names of the columns and the number of lines of a rectangular text."""
    head = file.read(1 << 16).partition(b"\n")[0]
    file.seek(0)
    found = [mark for mark in _DELIMITERS if mark in head]
    if len(found) != 1:
        return None
    try:
        cells = head.decode("ascii").split(found[0].decode())
        named = named_columns(1, cells)
    except (UnicodeDecodeError, Unreadable):
        return None
    names = [column_name(cell) for cell in cells]
    if len(named) != len(cells) or "event" not in names:
        return None
    fields, lines, last = 0, 0, b""
    for block in iter(lambda: file.read(_BLOCK), b""):
        if any(mark in block for mark in _NOT_PLAIN):
            return None
        fields += block.count(found[0])
        lines += block.count(b"\n")
        last = block[-1:]
    lines += last != b"\n"
    if fields != (len(names) - 1) * lines:
        return None
    return found[0].decode(), names, lines


def _rows(path: Path, delimiter: str, names: list[str], carefully: Carefully) -> PlainRows | None:
    import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

    try:
        sample = pl.read_csv(path, separator=delimiter, n_rows=_SAMPLE, infer_schema_length=_SAMPLE)
        schema = {column: _read_as(sample[column]) for column in sample.columns}
        try:
            frame = _scan(path, delimiter, schema)
        except pl.exceptions.ComputeError:  # a cell that is no number after all
            schema = {
                column: pl.Categorical(pl.Categories.random()) if kind == pl.Int64 else kind
                for column, kind in schema.items()
            }
            frame = _scan(path, delimiter, schema)
    except (pl.exceptions.PolarsError, UnicodeDecodeError, OSError):
        return None
    if len(frame.columns) != len(names):
        return None
    rows = PlainRows(path, frame, names, delimiter, carefully)
    event = frame[frame.columns[names.index("event")]]
    if event.null_count() and any(
        not any(rows[int(at)][1]) for at in event.is_null().arg_true().head(_SAMPLE)
    ):
        return None  # blank rows are for the reader that numbers them
    return rows


def _read_as(sample: pl.Series) -> pl.DataType | type[pl.DataType]:
    """How to read a column: numbers as such, words that repeat as numbers of words."""
    import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

    if sample.dtype == pl.Int64 and sample.null_count() < len(sample):
        return pl.Int64
    filled = sample.drop_nulls()
    if len(filled) > _SAMPLE // 20 and filled.n_unique() > len(filled) // 4:
        return pl.String
    return pl.Categorical(pl.Categories.random())


def _scan(
    path: Path, delimiter: str, schema: dict[str, pl.DataType | type[pl.DataType]]
) -> pl.DataFrame:
    import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

    return pl.read_csv(
        path, separator=delimiter, columns=list(schema), schema_overrides=schema,
        infer_schema=False, quote_char=None,
    )  # fmt: skip
