"""Parquet files: typed columns, read in a sandbox as the CSV file that would hold them.

A value that repeats is turned into text once, and stands for itself as a number.
"""

from __future__ import annotations

import io
from array import array
from typing import TYPE_CHECKING, Any

from auditor.log.cell import Answer as Coded
from auditor.log.cell import canonical_text, packed, size_of_codes
from auditor.log.files.formats import PARQUET
from auditor.log.files.limits import Answer, ReadLimits, Request, TooLargeError
from auditor.log.table import Unreadable
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import message

if TYPE_CHECKING:
    from pyarrow import Array, ChunkedArray, DataType  # type: ignore[import-untyped]  # it has no types


# ruff: noqa: PLC0415 - pyarrow is slow to import, and only this process needs it


def read(_: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The only table, below the names of its columns as row 1."""
    from pyarrow import parquet

    if not data.endswith(PARQUET) or len(data) < 2 * len(PARQUET):
        raise Unreadable(message("parquet.cut"))
    file = parquet.ParquetFile(io.BytesIO(data))
    names, rows = file.schema_arrow.names, file.metadata.num_rows
    if rows * len(names) > limits.parquet_cells:
        raise Unreadable(message("parquet.too_large", rows=rows))
    refuse_nested(names, file.schema_arrow.types)
    # Texts that repeat are never written out, but for those within lists.
    paths = {own.path for own in map(file.schema.column, range(len(file.schema)))}
    plain = [own for own in names if own in paths]
    file = parquet.ParquetFile(io.BytesIO(data), read_dictionary=plain)
    columns = [*map(coded, names, file.read(use_threads=False).columns)]
    if sum(len(text) for texts, *_ in columns for text in texts) > limits.text_length:
        raise TooLargeError
    numbers = packed(array("I", range(1, rows + 2)).tobytes())
    return {"sheets": [BookSheet(coded=[numbers, columns], is_file=True).as_json()], "notes": []}


def coded(name: str, column: ChunkedArray) -> Coded:
    """A column below its name, each different value once."""
    import pyarrow as pa
    from pyarrow import compute

    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        column = pa.chunked_array([pa.array(texts_of(column), pa.string())])
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    words = column.combine_chunks()
    texts = [name.strip(), "", *texts_of(words.dictionary)]
    size = size_of_codes(len(texts))
    codes = compute.fill_null(compute.add(words.indices.cast(pa.uint32()), 2), 1)
    return [texts, size, packed(bytes(size) + codes.cast(f"uint{8 * size}").to_numpy().tobytes())]


def refuse_nested(names: list[str], types: list[DataType]) -> None:
    import pyarrow as pa

    for name, own in zip(names, types, strict=True):
        kind = own.value_type if pa.types.is_list(own) or pa.types.is_large_list(own) else own
        if pa.types.is_nested(kind):
            raise Unreadable(message("parquet.nested", name=name, kind=str(kind)), None, name)


def texts_of(column: Array | ChunkedArray) -> list[str]:
    """Each value as a CSV file would hold it; instants to the microsecond."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_timestamp(kind):
        unit = "us" if kind.unit == "ns" else kind.unit
        column = column.cast(pa.timestamp(unit, zone_known(kind.tz)), safe=False)
    elif pa.types.is_time64(kind) and kind.unit == "ns":
        column = column.cast(pa.time64("us"), safe=False)
    elif pa.types.is_duration(kind) and kind.unit == "ns":
        column = column.cast(pa.duration("us"), safe=False)
    try:
        values = column.to_pylist()
    except OverflowError:
        values = list(map(value_of, column))
    return [text(value) for value in values]


def zone_known(name: str | None) -> str | None:
    """The zone in which instants are shown; UTC, in which they are stored, for an unknown one."""
    from pyarrow import ArrowInvalid, lib

    try:
        return None if name is None else name if lib.string_to_tzinfo(name) else None
    except (ArrowInvalid, ValueError, OSError, LookupError):
        return "UTC"


def value_of(scalar: Any) -> Any:
    """A value; of a day that no calendar has its number and type, which nothing reads as a day."""
    try:
        return scalar.as_py()
    except OverflowError:
        return (
            list(map(value_of, scalar))
            if hasattr(scalar, "values")
            else f"{scalar.type}({scalar.value})"
        )


def text(value: Any) -> str:
    if isinstance(value, list):  # as programs write lists into CSV files
        return f"[{', '.join(map(text, value))}]" if value else ""
    if isinstance(value, bytes):
        return value.decode("utf-8").strip()
    return canonical_text(value)
