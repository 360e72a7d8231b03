"""Single rows of a Parquet file.

They may be asked for in a copy of the process that read the file, where Polars would wait for
threads that were not copied.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.log.parquet_process import texts_of

if TYPE_CHECKING:
    from pyarrow import ChunkedArray  # type: ignore[import-untyped]  # it has no types

MOST_GROUPS = 4
"""Groups of rows that are kept in memory."""


class SingleRows:
    """Single rows of a Parquet file as texts; rows near the last ones cost little."""

    def __init__(self, path: Path) -> None:
        from pyarrow import parquet, types  # noqa: PLC0415 - whoever asks for no row does without

        with parquet.ParquetFile(path) as file:
            schema = file.schema_arrow
            sizes = [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
        self._path = path
        self._ends = list(accumulate(sizes))
        # Of words that repeat each different one is read once.
        self._words = [own.name for own in schema if types.is_string(own.type)
                       or types.is_large_string(own.type)]  # fmt: skip
        self._groups: dict[int, list[ChunkedArray]] = {}

    def __getitem__(self, at: int) -> tuple[str, ...]:
        """One row, counted from 0."""
        group = bisect_right(self._ends, at)
        within = at - (self._ends[group - 1] if group else 0)
        return tuple(texts_of(column.slice(within, 1))[0] for column in self._group(group))

    def _group(self, number: int) -> list[ChunkedArray]:
        from pyarrow import parquet  # noqa: PLC0415 - as above

        if number not in self._groups:
            if len(self._groups) >= MOST_GROUPS:
                self._groups.pop(next(iter(self._groups)))
            with parquet.ParquetFile(self._path, read_dictionary=self._words) as file:
                self._groups[number] = file.read_row_group(number, use_threads=False).columns
        return self._groups[number]
