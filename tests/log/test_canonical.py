"""A cell has one text, whichever format it comes from, and its type reads that text back."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook

from auditor.log.coded import decoded
from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_frame, read_tables
from auditor.log.parquet.parquet_table import read as read_parquet
from auditor.log.workbook.sheets import read as read_workbook
from auditor.types import Basic, Plain
from auditor.values import read_value

AT = datetime(2026, 1, 9, 21, 0, 5)
TEXTS: dict[Plain, list[tuple[object, str]]] = {
    "boolean": [(True, "true"), (False, "false")],
    "integer": [(7, "7"), (-3, "-3"), (1 << 40, "1099511627776"), (5.0, "5"), (-0.0, "0")],
    "number": [(2.5, "2.5"), (1e-7, "0.0000001"), (-0.125, "-0.125"), (1e16, "10000000000000000")],
    "money": [(Decimal("1.50"), "1.50"), (Decimal("1E+2"), "100"), (Decimal("-0.25"), "-0.25")],
    "text": [("pay", "pay"), (" 007 ", "007"), ("nan", "nan")],
    "day": [(date(2026, 1, 9), "2026-01-09")],
    "time": [
        (AT, "2026-01-09T21:00:05"),
        (AT.replace(microsecond=250_000), "2026-01-09T21:00:05.250000"),
        (AT.replace(microsecond=7), "2026-01-09T21:00:05.000007"),
        (AT.replace(tzinfo=UTC), "2026-01-09T21:00:05+00:00"),
    ],
    "duration": [
        (timedelta(minutes=5), "0:05:00"),
        (timedelta(hours=26, minutes=30), "26:30:00"),
        (timedelta(seconds=1.6), "0:00:01.600000"),
        (timedelta(microseconds=7), "0:00:00.000007"),
        (timedelta(0), "0:00:00"),
    ],
}
CELLS = [(kind, cell, text) for kind, own in TEXTS.items() for cell, text in own]
CLOCKS: list[tuple[object, str]] = [
    (time(3, 4), "03:04:00"),
    (time(3, 4, 5, 7), "03:04:05.000007"),
]
"""Of no type, and read as a part of a time by mappings."""
ALL = [*(own[1:] for own in CELLS), *CLOCKS]
EVERY = pytest.mark.parametrize(("cell", "text"), ALL)
IN_A_WORKBOOK = [
    (cell, text)
    for cell, text in ALL
    # A workbook has no offsets and no decimals, and keeps times to the millisecond.
    if not isinstance(cell, Decimal) and not text.endswith(("+00:00", "000007"))
]


@pytest.mark.parametrize(("kind", "cell", "text"), [own for own in CELLS if own[0] != "text"])
def test_its_type_reads_it_back(kind: Plain, cell: object, text: str) -> None:
    expected = Fraction(str(cell)) if kind in {"integer", "number", "money"} else cell
    assert read_value(text, Basic(kind)) == expected


@EVERY
def test_a_frame_has_that_text(cell: object, text: str) -> None:
    import pandas as pd

    for column in (pd.Series([cell, cell], dtype=object), pd.Series([cell, cell])):
        frame = pd.DataFrame({"event": ["pay", "pay"], "it": column})
        [table], _ = read_frame(frame, "f")
        assert [cells for _, cells in table.rows] == [("pay", text)] * 2


@EVERY
def test_a_parquet_file_has_that_text(cell: object, text: str, tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    path.write_bytes(parquet([cell, cell]))
    [slow] = read_parquet({}, path.read_bytes(), LIMITS)["sheets"]
    assert [cells[1] for _, cells in decoded(slow["coded"])] == ["it", text, text]
    [table], _ = read_tables(path, "log.parquet")
    assert [cells for _, cells in table.body.at([0, 1])] == [("pay", text)] * 2


@pytest.mark.parametrize(("cell", "text"), IN_A_WORKBOOK)
def test_a_workbook_has_that_text(cell: object, text: str) -> None:
    book, out = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet.append(["event", "it"])
    sheet.append(["pay", cell])
    book.save(out)
    [read] = read_workbook({"kind": "xlsx", "parts": []}, out.getvalue(), LIMITS)["sheets"]
    assert [*decoded(read["coded"])][1] == (2, ("pay", text))


def parquet(cells: list[object]) -> bytes:
    import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
    from pyarrow import parquet as written

    out = io.BytesIO()
    written.write_table(pa.table({"event": ["pay"] * len(cells), "it": cells}), out)
    return out.getvalue()
