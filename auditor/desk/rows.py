"""Rows as they were read, kept so that a few of a million are shown without reading the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.desk.cabinet import CaseFolder

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it comes without types

    from auditor.log.table import Table

# ruff: noqa: PLC0415 - the server starts without the libraries that read

_NUMBER = "@row"  # no column of a log is called so
NEAR = 12
"""Rows that are shown before one, and behind it."""
_AT_ONCE = 20_000  # rows that are decoded to show one


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some rows of a table in succession, each with its number and its cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def keep(case: CaseFolder, tables: Sequence[Table]) -> None:
    """Keep the rows of the tables, in place of those that were read before."""
    import pyarrow as pa
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it comes without types

    case.rows.mkdir(exist_ok=True)
    for at, table in enumerate(tables):
        names = [(n, own) for n, own in enumerate(table.header) if not own.startswith("@")]
        schema = pa.schema([(_NUMBER, pa.int64()), *((own, pa.string()) for _, own in names)])
        part = case.rows / f".{at}.part"
        with pq.ParquetWriter(part, schema) as writer:
            for segment in _columns(table, [n for n, _ in names]):
                writer.write_table(pa.table(segment, schema), row_group_size=_AT_ONCE)
        part.replace(case.rows / f"{at}.parquet")


def _columns(table: Table, places: Sequence[int]) -> Iterator[list[pa.Array]]:
    import pyarrow as pa

    for segment in table.body.segments():
        columns = [segment.column(own) for own in places]
        cells = (
            pa.DictionaryArray.from_arrays(
                pa.array(own.codes, pa.int64()), pa.array([*own.texts], pa.string())
            )
            for own in columns
        )
        yield [pa.array(segment.numbers), *(own.cast(pa.string()) for own in cells)]


def around(
    case: CaseFolder, read: Mapping[str, Any] | None, file: str, sheet: str | None, row: int
) -> Excerpt | None:
    """The row and some before and behind it; None where no table that was `read` has it."""
    import pyarrow.parquet as pq

    known = () if read is None else read["tables"]
    places = [n for n, own in enumerate(known) if (own["file"], own["sheet"]) == (file, sheet)]
    if not places:
        return None
    path = Path(case.rows, f"{places[0]}.parquet")
    if not path.exists():
        return None
    near = [(_NUMBER, ">=", row - NEAR), (_NUMBER, "<=", row + NEAR)]
    found = pq.read_table(path, filters=near)
    numbers = found.column(0).to_pylist()
    if row not in numbers:
        return None
    filled = [own for own in found.column_names[1:] if any(found.column(own).to_pylist())]
    cells = zip(*(found.column(own).to_pylist() for own in filled), strict=True)
    return Excerpt(tuple(filled), tuple(zip(numbers, cells, strict=True)))
