"""Single rows of a Parquet file.

They may be asked for in a copy of the process that read the file, where Polars would wait for
threads that were not copied.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from auditor.lazily import when_used
from auditor.log.cell import canonical_text
from auditor.log.coded import Cells, RowColumn
from auditor.log.csv.columnar import SEGMENT, ColumnarRows, Lines, columns_of
from auditor.log.csv.plain_csv import SAMPLE, as_it_stands, canonical_names
from auditor.log.files.content import WatchedFile, watched
from auditor.log.files.formats import PARQUET
from auditor.log.files.limits import LIMITS
from auditor.log.parquet.parquet_table import text, texts_of
from auditor.log.row_columns import NotPlainError, ReadOptions
from auditor.log.table import Origin, Table, Unreadable

if TYPE_CHECKING:
    import polars as pl
    from pyarrow import ChunkedArray  # type: ignore[import-untyped]  # it has no types

else:
    pl = when_used("polars")


MOST_KEPT = 500_000  # rows that are kept in memory, if a group of them has no more


class SingleRows:
    """Single rows of a Parquet file as texts; rows near the last ones cost little."""

    def __init__(self, file: WatchedFile) -> None:
        from pyarrow import parquet, types  # noqa: PLC0415 - whoever asks for no row does without

        file.check()
        with parquet.ParquetFile(file.path) as opened:
            schema = opened.schema_arrow
            sizes = [opened.metadata.row_group(at).num_rows for at in range(opened.num_row_groups)]
        self._file, self._sizes = file, sizes
        self._ends = list(accumulate(sizes))
        # Of words that repeat each different one is read once.
        self._words = [
            own.name
            for own in schema
            if types.is_string(own.type) or types.is_large_string(own.type)
        ]
        self._groups: dict[int, list[ChunkedArray]] = {}

    def some(self, rows: Sequence[int]) -> list[tuple[str, ...]]:
        """Some rows, counted from 0, in the order in which they are requested."""
        wanted: dict[int, list[int]] = defaultdict(list)
        for at in rows:
            wanted[bisect_right(self._ends, at)].append(at)
        found: dict[int, tuple[str, ...]] = {}
        for group, own in wanted.items():
            found |= zip(own, self._of_group(group, own), strict=True)
        return [found[at] for at in rows]

    def _of_group(self, group: int, rows: Sequence[int]) -> Iterator[tuple[str, ...]]:
        start = self._ends[group] - self._sizes[group]
        within = [at - start for at in rows]
        return zip(*(_cells_of(column, within) for column in self._group(group)), strict=True)

    def _group(self, number: int) -> list[ChunkedArray]:
        from pyarrow import parquet  # noqa: PLC0415 - whoever asks for no row does without

        columns = self._groups.pop(number, None)
        if columns is None:
            size = self._sizes[number]
            while self._groups and size + sum(self._sizes[own] for own in self._groups) > MOST_KEPT:
                self._groups.pop(next(iter(self._groups)))
            self._file.check()
            with parquet.ParquetFile(self._file.path, read_dictionary=self._words) as file:
                columns = file.read_row_group(number, use_threads=False).columns
        self._groups[number] = columns  # the last to be let go of
        return columns


def _cells_of(column: ChunkedArray, rows: Sequence[int]) -> list[str]:
    from pyarrow import types  # noqa: PLC0415 - whoever asks for no row does without

    if types.is_temporal(column.type):
        return [own for at in rows for own in texts_of(column.slice(at, 1))]
    cells = [column[at].as_py() for at in rows]  # which asks for no part of Arrow but this
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_integer(kind)):
        return list(map(text, cells))
    said = {cell: text(cell) for cell in set(cells)}  # most say what others say
    return [said[cell] for cell in cells]


# ---- rows as columns ----------------------------------------------------------------------------
ROWS = 250_000  # rows that are read at once

MOST_ROWS = 2
"""Rows that one byte may stand for: a log has a tenth of a row a byte. More look like a file made
to fill the memory, and go to the reader that has little of it."""


class ParquetRows(ColumnarRows):
    """The rows of a Parquet file, numbered as the CSV file would be that held them."""

    def __init__(self, file: WatchedFile, names: list[str], size: int) -> None:
        super().__init__(file, dict.fromkeys(names, pl.String), Lines(size + 1, ()), "")
        self._names = names

    def __reduce__(self) -> tuple[type[ColumnarRows], tuple[object, ...]]:
        return ParquetRows, (self._file.elsewhere(), self._names, len(self))

    def at(self, places: Sequence[int]) -> list[Cells]:
        found = self._single.some(places)
        return [(at + 2, cells) for at, cells in zip(places, found, strict=True)]

    def __iter__(self) -> Iterator[Cells]:
        for first in range(0, len(self), ROWS):
            yield from enumerate(map(_texts, self._of_file(first, ROWS).rows()), start=first + 2)

    @cached_property
    def _single(self) -> SingleRows:
        return SingleRows(self._file)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """The first row of each segment, and the one after its last."""
        for first in range(0, len(self), ROWS):
            yield first, min(first + ROWS, len(self))

    def _segment(self, start: int, stop: int) -> list[RowColumn]:
        frame = self._of_file(start, stop - start)
        texts = frame.with_columns(_packed(frame))

        def as_written(name: str) -> pl.Series:
            return self._of_file(start, stop - start)[name].cast(pl.String)

        return columns_of(texts, as_written)

    def _of_file(self, first: int, count: int) -> pl.DataFrame:
        try:
            frame = pl.scan_parquet(self._file.path).slice(first, count).collect()
            self._file.check()
            frame.columns = self._names
            return frame.with_columns(canonical_column(frame[name]) for name in self._names)
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
            self._file.check()  # a file that is shortened makes the library panic
            raise NotPlainError from None


def _texts(row: tuple[object, ...]) -> tuple[str, ...]:
    return tuple("" if cell is None else str(cell).strip() for cell in row)


def _packed(frame: pl.DataFrame) -> list[pl.Expr]:
    """Words that repeat as numbers of words."""
    texts = [series for series in frame if series.dtype == pl.String]
    return [
        pl.col(series.name).cast(pl.Categorical(pl.Categories.random()))
        for series in texts
        if series.head(SAMPLE).n_unique() <= max(SAMPLE // 4, 1)
    ]


def canonical_column(series: pl.Series) -> pl.Series:
    """A column as whole numbers or canonical text.  Raises NotPlainError."""
    kind = series.dtype
    if kind == pl.Boolean:
        return series.replace_strict({True: "true", False: "false"}, return_dtype=pl.String)
    if kind.is_integer() and kind != pl.UInt64:
        return series.cast(pl.Int64)
    if kind.is_float():
        return _floating(series)
    if isinstance(kind, pl.Datetime):
        return _instants(series, kind)
    if kind == pl.Date:
        _refuse_far(series, 1)
        return series.dt.to_string("%Y-%m-%d")
    if isinstance(kind, pl.String | pl.Categorical | pl.Enum | pl.Decimal):
        return series.cast(pl.String)
    if kind == pl.Null:
        return series.cast(pl.String)
    raise NotPlainError


def _floating(series: pl.Series) -> pl.Series:
    """Whole numbers that a gap made floating; others in their canonical text."""
    numbers = series.fill_nan(None)
    filled = numbers.drop_nulls()
    if ((filled.floor() == filled) & (filled.abs() < 1 << 53)).all():
        return numbers.cast(pl.Int64)
    kinds = filled.unique()
    texts = pl.Series([canonical_text(number) for number in kinds.to_list()], dtype=pl.String)
    return numbers.replace_strict(kinds, texts, default=None, return_dtype=pl.String)


_SECOND = {"ms": 10**3, "us": 10**6, "ns": 10**9}


def _refuse_far(series: pl.Series, day: int) -> None:
    """Raises NotPlainError for years of no calendar; `day` is how a day is counted."""
    counted, epoch = series.to_physical(), date(1970, 1, 1).toordinal()
    first, last = ((own.toordinal() - epoch) * day for own in (date(1, 1, 3), date.max))
    if not counted.drop_nulls().is_between(first, last - day).all():
        raise NotPlainError


def _instants(series: pl.Series, kind: pl.Datetime) -> pl.Series:
    _refuse_far(series, 86_400 * _SECOND[kind.time_unit])
    if kind.time_zone is not None and kind.time_zone not in available_timezones():
        raise NotPlainError
    if (series.dt.nanosecond() != 0).any():
        raise NotPlainError
    offset = "%:z" if kind.time_zone is not None else ""
    return series.dt.to_string(f"%Y-%m-%dT%H:%M:%S{offset}")


def read_plain_parquet(path: Path, name: str, options: ReadOptions) -> Table | None:
    """The table of a Parquet file; None if it is not plain."""
    if options.mapped:
        return None
    try:
        file = watched(path, LIMITS.file_size)
        if file.read(0, len(PARQUET)) != PARQUET:
            return None
        digest = hashlib.sha256()
        for piece in file.chunks(SEGMENT):
            digest.update(piece)
        lazy = pl.scan_parquet(path)
        columns = lazy.collect_schema().names()
        size = int(lazy.select(pl.len()).collect().item())
        names = canonical_names(columns)
        if names is None or not 0 < size <= MOST_ROWS * file.size:
            return None
        file.check()
        rows = ParquetRows(file, [*names], size)
        origin = Origin(name, None, digest.hexdigest(), None)
        return as_it_stands(Table(*origin, names, 1, rows, (), ()), rows, options)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    except (OSError, Unreadable, NotPlainError):
        return None
