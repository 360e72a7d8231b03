"""What is read of a file, or why it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from auditor.log.csv import columnar, plain_csv
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Refusal, Table
from auditor.messages.message import say
from auditor.report.model import LANGUAGES

Data = bytes | str | None
"""What a file holds; None where it is written already."""


def read(
    path: Path, data: Data = None, limits: ReadLimits = LIMITS
) -> tuple[list[Table], list[Refusal]]:
    if data is not None:
        own = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        path.write_bytes(own)
    return read_tables(path, path.name, ReadOptions(limits=limits))


def tables_of(path: Path, data: Data = None) -> list[Table]:
    tables, refusals = read(path, data)
    assert not refusals
    return tables


def table_of(path: Path, data: Data = None) -> Table:
    [only] = tables_of(path, data)
    return only


def refusal_of(path: Path, data: Data = None, limits: ReadLimits = LIMITS) -> Refusal:
    tables, [only] = read(path, data, limits)
    assert not tables
    assert all(say(only.says, language).endswith((".", "?")) for language in LANGUAGES)
    return only


def why(path: Path, data: Data = None, limits: ReadLimits = LIMITS) -> str:
    """The sentence that refuses a file."""
    return str(refusal_of(path, data, limits).says)


def is_in_columns(table: Table) -> bool:
    """Whether no cell was read one by one: then columns have a text for empty cells, be there any
    or not.
    """
    segment = next(table.body.segments())
    return any("" in own.texts and own.where(bool).all() for own in segment.columns)


@contextmanager
def in_columns(
    first: int | None = None, segment: int = 30_000, block: int = 2_000
) -> Iterator[pytest.MonkeyPatch]:
    """Short logs are read in columns as long ones are, however many of their rows are flawed; piece
    by piece where so many rows of a Parquet file are read at once.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_csv, "WORTHWHILE", 0)
        patch.setattr(plain_csv, "MOST_FLAWED", 1)
        if first is not None:
            patch.setattr(plain_csv, "BLOCK", block)
            patch.setattr(columnar, "SEGMENT", segment)
        yield patch
