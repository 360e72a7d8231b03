"""Large Parquet files, written anew as the plain text that would hold them, and read as that is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from auditor.lazily import when_used
from auditor.log.cell import canonical_text
from auditor.log.csv.plain_csv import (
    BETWEEN,
    CopiedFile,
    Plain,
    canonical_names,
    plain_of,
    sha256_of,
)
from auditor.log.files.content import WatchedFile, watched
from auditor.log.files.formats import PARQUET
from auditor.log.files.limits import LIMITS
from auditor.log.row_columns import NotPlainError, ReadOptions
from auditor.log.table import Table, Unreadable

if TYPE_CHECKING:
    import polars as pl

else:
    pl = when_used("polars")


ROWS = 250_000  # rows that are read at once

MOST_ROWS = 2
"""Rows that one byte may stand for: a log has a tenth of a row a byte. More look like a file made
to fill the memory, and go to the reader that has little of it."""

MOST_TEXT = 40
"""Bytes of text that one byte may stand for, where they are more than any packed file may hold."""


def read_plain_parquet(path: Path, name: str, options: ReadOptions) -> Table | None:
    """The table of a Parquet file; None if it is not plain."""
    if options.mapped:
        return None
    try:
        return _copy_of(path).table(name, options)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    except (OSError, Unreadable, NotPlainError):
        return None


def _copy_of(path: Path) -> Plain:
    file = watched(path, LIMITS.file_size)
    if file.read(0, len(PARQUET)) != PARQUET:
        raise NotPlainError
    digest = sha256_of(file)
    lazy = pl.scan_parquet(path)
    names = canonical_names(lazy.collect_schema().names())
    size = int(lazy.select(pl.len()).collect().item())
    if names is None or not 0 < size <= MOST_ROWS * file.size:
        raise NotPlainError
    copy = CopiedFile(path, partial(_blocks, file.elsewhere(), names, size))
    file.check()
    return plain_of(copy, BETWEEN, digest, encoding=None)


def _blocks(file: WatchedFile, names: tuple[str, ...], size: int) -> Iterator[bytes]:
    """The text of the file, so many rows at once.  Raises NotPlainError."""
    left = max(LIMITS.unpacked_size, MOST_TEXT * file.size)
    yield f"{BETWEEN.join(names)}\n".encode()
    for first in range(0, size, ROWS):
        try:
            frame = pl.scan_parquet(file.path).slice(first, ROWS).collect()
            frame.columns = [*names]
            frame = frame.with_columns(canonical_column(frame[name]) for name in names)
            texts = [own for own in frame if own.dtype == pl.String]
            left -= sum(int(own.str.len_bytes().sum()) for own in texts)
            if left < 0 or any(own.str.contains(f"[\n{BETWEEN}]").any() for own in texts):
                raise NotPlainError
            text = frame.write_csv(include_header=False, separator=BETWEEN, quote_style="never")
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
            file.check()  # a file that is shortened makes the library panic
            raise NotPlainError from None
        yield text.encode()


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
