"""Large Parquet files: whole columns of canonical text or of whole numbers, in memory."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from auditor.lazily import when_used
from auditor.log.cell import canonical_text
from auditor.log.coded import CodedColumn
from auditor.log.csv.columnar import below, words_of
from auditor.log.csv.plain_csv import Plain, canonical_names, sha256_of
from auditor.log.files.content import watched
from auditor.log.files.formats import PARQUET
from auditor.log.files.limits import LIMITS
from auditor.log.row_columns import NotPlainError, ReadOptions
from auditor.log.table import Origin, Table, Unreadable

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
        file = watched(path, LIMITS.file_size)
        if file.read(0, len(PARQUET)) != PARQUET:
            return None
        origin = Origin(name, None, sha256_of(file), None)
        plain = _plain(path, file.size, origin)
        file.check()
        return plain.table(options)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None  # a file that is shortened makes the library panic
    except (OSError, Unreadable, NotPlainError):
        return None


def _plain(path: Path, bytes_: int, origin: Origin) -> Plain:
    """The rows of a file of so many bytes.  Raises NotPlainError."""
    left = max(LIMITS.unpacked_size, MOST_TEXT * bytes_)
    lazy = pl.scan_parquet(path)
    header = lazy.collect_schema().names()
    size = int(lazy.select(pl.len()).collect().item())
    if canonical_names(header) is None or not 0 < size <= MOST_ROWS * bytes_:
        raise NotPlainError
    parts = list[list[CodedColumn]]()
    for first in range(0, size, ROWS):
        parts.append([])
        for own in map(canonical_column, lazy.slice(first, ROWS).collect()):
            left -= int(own.str.len_bytes().sum())
            if left < 0:
                raise NotPlainError
            parts[-1].append(words_of(own.cast(pl.Categorical(pl.Categories.random()))))
    return Plain(origin, [name.strip() for name in header], below(parts))


def canonical_column(series: pl.Series) -> pl.Series:
    """A column as canonical text.  Raises NotPlainError."""
    kind = series.dtype
    if kind == pl.Boolean:
        return series.replace_strict({True: "true", False: "false"}, return_dtype=pl.String)
    if kind.is_integer() and kind != pl.UInt64:
        return series.cast(pl.String)
    if kind.is_float():
        return _floating(series)
    if isinstance(kind, pl.Datetime):
        return _instants(series, kind)
    if kind == pl.Date:
        _refuse_far(series, 1)
        return series.dt.to_string("%Y-%m-%d")
    if isinstance(kind, pl.String | pl.Categorical | pl.Enum):
        return series.cast(pl.String).str.strip_chars().replace("", None)
    if isinstance(kind, pl.Decimal | pl.Null):
        return series.cast(pl.String)
    raise NotPlainError


def _floating(series: pl.Series) -> pl.Series:
    """Whole numbers that a gap made floating; others in their canonical text."""
    numbers = series.fill_nan(None)
    filled = numbers.drop_nulls()
    if ((filled.floor() == filled) & (filled.abs() < 1 << 53)).all():
        return numbers.cast(pl.Int64).cast(pl.String)
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
