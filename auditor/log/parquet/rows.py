"""Single rows of a Parquet file.

They may be asked for in a copy of the process that read the file, where Polars would wait for
threads that were not copied.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from auditor.log.files.watched_file import WatchedFile
from auditor.log.parquet.worker import text, texts_of

if TYPE_CHECKING:
    from pyarrow import ChunkedArray  # type: ignore[import-untyped]  # it has no types

MOST_KEPT = 500_000
"""Rows that are kept in memory, if a group of them has no more."""


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
        return zip(*(_texts(column, within) for column in self._group(group)), strict=True)

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


def _texts(column: ChunkedArray, rows: Sequence[int]) -> list[str]:
    from pyarrow import types  # noqa: PLC0415 - whoever asks for no row does without

    if types.is_temporal(column.type):
        return [own for at in rows for own in texts_of(column.slice(at, 1))]
    cells = [column[at].as_py() for at in rows]  # which asks for no part of Arrow but this
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_integer(kind)):
        return list(map(text, cells))
    said = {cell: text(cell) for cell in set(cells)}  # most say what others say
    return [said[cell] for cell in cells]
