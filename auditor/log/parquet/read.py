"""Parquet files: columns of typed values, read as the CSV file that would hold them."""

from __future__ import annotations

from auditor.log.files.formats import PARQUET
from auditor.log.files.sandbox import run_sandboxed
from auditor.log.raw_grid import CANONICAL, Grid, ReadOptions
from auditor.log.table import Origin, Refusal, Table, Unreadable
from auditor.messages.message import message

CELL = 400
"""Bytes that one packed byte may ask for: dictionaries and runs make columns small."""


def parquet_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The one table; its first row is row 2, as a spreadsheet would show it.  Raises Unreadable."""
    if not data.endswith(PARQUET) or len(data) < 2 * len(PARQUET):
        raise Unreadable(message("parquet.cut"))
    answer = run_sandboxed(
        "parquet.worker",
        {},
        data,
        memory=CELL * len(data),
        seconds=len(data) >> 18,
        limits=options.limits,
    )
    header = [str(name).strip() for name in answer["names"]]
    rows = map(list, zip(*answer["columns"], strict=True))
    records = [(1, header), *enumerate(rows, start=2)]
    return [options.to_table(Grid(Origin(file, None, sha256, None), records))], []
