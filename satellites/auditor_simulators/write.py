"""Rows to a file: CSV, XLSX or Parquet by its ending, rows streamed and counted.

The same rows give the same bytes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import islice
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from auditor_simulators.protocol import Row

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

WHOLE: Final = frozenset(
    (
        *("shoe", "coup", "spots", "numbers", "places", "seat", "number", "cards"),
        *("pile", "shuffles", "cuts", "behind", "part", "position"),
        *("player_score", "banker_score", "players", "decks", "deck_size"),
    )
)
AMOUNTS: Final = frozenset(("minimum", "maximum", "maximum_straight", "maximum_even", "amount"))
XLSX_ROWS: Final = 1_048_576
BATCH: Final = 50_000
DATED: Final = b"2026-01-01T00:00:00Z"

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
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for written, row in enumerate(rows, start=1):  # noqa: B007 — counted for the caller
            writer.writerow([row.get(column, "") for column in columns])
    return written


def write_xlsx(rows: Iterable[Row], columns: Sequence[str], path: Path) -> int:
    """One sheet `log`; numbers as numbers, all else as text, and no formula whatever it says."""
    from openpyxl import Workbook  # noqa: PLC0415 — slow to import

    book = Workbook(write_only=True)
    sheet = book.create_sheet("log")
    sheet.append(list(columns))
    written = 0
    for written, row in enumerate(rows, start=1):
        if written == XLSX_ROWS:
            sheet.close()
            raise WriteError(
                "rows", f"`{path.name}`: a sheet holds {XLSX_ROWS} rows; write .csv or .parquet"
            )
        sheet.append([_cell(sheet, column, row.get(column, "")) for column in columns])
    with TemporaryDirectory() as folder:
        dated = Path(folder) / "dated.xlsx"
        book.save(dated)
        undate(dated, path)
    return written


def _cell(sheet: WriteOnlyWorksheet, column: str, text: str) -> Cell | Decimal | int | str | None:
    if not text:
        return None
    if column in WHOLE and text.isdecimal():
        return int(text)
    if column in AMOUNTS and _NUMBER.fullmatch(text):
        return Decimal(text)
    if text[0] in "=+-@":  # a spreadsheet could take it for a formula
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 — slow to import

        cell = WriteOnlyCell(sheet, value=text)
        cell.data_type = "s"
        cell.quotePrefix = True
        return cell
    return text


def undate(dated: Path, path: Path) -> None:
    """The archive without the moment at which it was made: equal logs give equal bytes."""
    moment = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    with ZipFile(dated) as old, ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            if name == "docProps/core.xml":
                new.writestr(entry, moment.sub(DATED, old.read(name)))
                continue
            with old.open(name) as source, new.open(entry, "w") as target:
                copyfileobj(source, target)


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
