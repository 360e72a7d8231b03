"""JSON and JSON Lines: an object is a row, its values as they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from tests.log.read import refusal_of, table_of, why


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


@pytest.mark.parametrize(
    ("text", "row", "says"),
    [
        ("[" * 200_000, None, "too deep"),
        ('{"event":' * 200_000, None, "too deep"),
    ],
)
def test_what_is_refused(log: Path, text: str, row: int | None, says: str) -> None:
    refusal = refusal_of(log, text)
    assert says in str(refusal.says)
    assert refusal.row == row


def test_encodings(log: Path) -> None:
    text = '[{"event": "pay", "text": "é"}]'
    for data in (text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode(), text.encode("cp1252")):
        assert table_of(log, data).rows == [(1, ("pay", "é"))]


def test_a_long_line_is_no_fault(log: Path) -> None:
    table = table_of(log, f"[{','.join(['{}'] * 10)}, " + '{"event": "pay"},' * 60_000 + "{}]")
    assert table.rows_read == 60_000


def test_limits(log: Path) -> None:
    few = replace(LIMITS, text_length=100)
    assert "more memory" in why(log, '[{"event": "' + "x" * 200 + '"}]', few)
    wide = ", ".join(f'"c{n}": 1' for n in range(20_000))
    assert "16384" in why(log, f"[{{{wide}}}]")
    far = replace(LIMITS, sheet_cells=1000)
    scattered = ", ".join(f'{{"c{n}": 1}}' for n in range(100))
    assert "more cells" in why(log, f"[{scattered}]", far)
