"""JSON and JSON Lines: an object is a row, its values as they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Refusal, Table
from auditor.messages.message import say


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


def read(path: Path, text: str | bytes) -> Table:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    [table], [] = read_tables(path, path.name)
    return table


def refused(path: Path, text: str | bytes, options: ReadOptions | None = None) -> Refusal:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    [], [refusal] = read_tables(path, path.name, options or ReadOptions())
    assert say(refusal.says, "fr").endswith(".")
    return refusal


@pytest.mark.parametrize(
    ("text", "row", "says"),
    [
        ("[" * 200_000, None, "too deep"),
        ('{"event":' * 200_000, None, "too deep"),
    ],
)
def test_what_is_refused(log: Path, text: str, row: int | None, says: str) -> None:
    refusal = refused(log, text)
    assert says in str(refusal.says)
    assert refusal.row == row


def test_encodings(log: Path) -> None:
    text = '[{"event": "pay", "text": "é"}]'
    for data in (text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode(), text.encode("cp1252")):
        assert read(log, data).rows == [(1, ("pay", "é"))]


def test_a_long_line_is_no_fault(log: Path) -> None:
    table = read(log, f"[{','.join(['{}'] * 10)}, " + '{"event": "pay"},' * 60_000 + "{}]")
    assert table.rows_read == 60_000


def test_limits(log: Path) -> None:
    few = ReadOptions(limits=replace(LIMITS, text_length=100))
    assert "more memory" in str(refused(log, '[{"event": "' + "x" * 200 + '"}]', few).says)
    wide = ", ".join(f'"c{n}": 1' for n in range(20_000))
    assert "16384" in str(refused(log, f"[{{{wide}}}]").says)
    far = ReadOptions(limits=replace(LIMITS, sheet_cells=1000))
    scattered = ", ".join(f'{{"c{n}": 1}}' for n in range(100))
    assert "more cells" in str(refused(log, f"[{scattered}]", far).says)
