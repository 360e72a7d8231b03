"""Rows to a file: CSV, XLSX or Parquet by its ending, rows streamed and counted.

The same rows give the same bytes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from auditor_simulators.protocol import Row

WHOLE: Final = frozenset(
    (
        *("shoe", "coup", "spots", "numbers", "places", "seat", "number", "cards"),
        *("pile", "shuffles", "cuts", "behind", "part", "position"),
        *("player_score", "banker_score", "players", "decks", "deck_size"),
    )
)
AMOUNTS: Final = frozenset(("minimum", "maximum", "maximum_straight", "maximum_even", "amount"))
NUMBERS: Final = WHOLE | AMOUNTS
XLSX_ROWS: Final = 1_048_576
BATCH: Final = 50_000
DATED: Final = datetime(2026, 1, 1)

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")


class WriteError(Exception):
    """The file cannot be written as asked; the text says why and what to do, `why` in one word."""

    def __init__(self, why: Literal["ending", "rows"], text: str) -> None:
        super().__init__(text)
        self.why = why


def write(rows: Iterable[Row], columns: Sequence[str], path: Path) -> int:
    """Writes the rows under a header of the columns; returns how many rows were written.

    Raises WriteError for an ending that is none of .csv, .xlsx, .parquet, and for more rows than
    a sheet holds.
    """
    writers: dict[str, Callable[[Iterable[Row], Sequence[str], Path], int]] = {
        ".csv": write_csv,
        ".xlsx": write_xlsx,
        ".parquet": write_parquet,
    }
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise WriteError("ending", f"`{path.name}`: write to a file ending in {', '.join(writers)}")
    return writer(rows, columns, path)


def write_csv(rows: Iterable[Row], columns: Sequence[str], path: Path) -> int:
    """Comma, UTF-8, one line feed a row."""
    written = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for written, row in enumerate(rows, start=1):  # noqa: B007 — counted for the caller
            writer.writerow(row)
    return written


def write_xlsx(rows: Iterable[Row], columns: Sequence[str], path: Path) -> int:
    """One sheet `log`; numbers as numbers, all else as text, and no formula whatever it says."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped] # noqa: PLC0415 — slow to import

    out, written = BytesIO(), 0
    with (
        TemporaryDirectory() as folder,
        Workbook(out, {"constant_memory": True, "tmpdir": folder}) as book,
    ):
        book.set_properties({"created": DATED})
        quoted = book.add_format({"quote_prefix": True})
        sheet = book.add_worksheet("log")
        sheet.write_row(0, 0, columns)
        for written, row in enumerate(rows, start=1):
            if written == XLSX_ROWS:
                raise WriteError(
                    "rows", f"`{path.name}`: a sheet holds {XLSX_ROWS} rows; write .csv or .parquet"
                )
            for at, column in enumerate(columns):
                text = row.get(column, "")
                if column in NUMBERS and _NUMBER.fullmatch(text):
                    sheet.write_number(written, at, Decimal(text))
                elif text:  # a spreadsheet could take it for a formula
                    sheet.write_string(written, at, text, quoted if text[0] in "=+-@" else None)
    path.write_bytes(out.getvalue())
    return written


def write_parquet(rows: Iterable[Row], columns: Sequence[str], path: Path) -> int:
    """Whole numbers as int64, amounts as decimals, all else as text; empty cells are null."""
    import pyarrow as pa  # type: ignore[import-untyped] # noqa: PLC0415 — slow to import
    import pyarrow.parquet as pq  # type: ignore[import-untyped] # noqa: PLC0415 — the same

    amount = pa.decimal128(18, 4)
    kinds = {column: pa.int64() for column in WHOLE} | dict.fromkeys(AMOUNTS, amount)
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in columns])
    written, every = 0, iter(rows)
    with pq.ParquetWriter(path, schema) as writer:
        while batch := list(islice(every, BATCH)):
            arrays = [
                pa.array(_values(batch, column), schema.field(column).type) for column in columns
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            written += len(batch)
    return written


def _values(batch: Sequence[Row], column: str) -> list[int | Decimal | str | None]:
    read: Callable[[str], int | Decimal | str] = (
        int if column in WHOLE else Decimal if column in AMOUNTS else str
    )
    return [read(text) if (text := row.get(column, "")) else None for row in batch]
