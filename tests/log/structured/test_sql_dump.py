"""Dumps of databases, as their programs write them: the statements of `statements.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.structured.sql_dump import read
from auditor.log.table import Unreadable
from auditor.messages.message import say

ROWS = "CREATE TABLE t (a text, b text);\nINSERT INTO t VALUES (1, 2);\n"
PAGE = Path(__file__).with_name("statements.txt").read_text("utf-8")
CHANGING, HARMLESS = ([*part.strip().split("\n\n")[1:]] for part in PAGE.split("\n# ")[1:])


def sheets(statement: str, end: str) -> dict[str, list[tuple[int, list[str]]]]:
    """The sheets of a dump that ends with this statement, read in this process."""
    answer = read({"encoding": None}, f"{ROWS}{statement}{end}".encode(), LIMITS)
    return {own["name"]: own["rows"] for own in answer["sheets"]}


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("statement", CHANGING)
def test_what_might_change_rows_is_refused_with_its_line(statement: str, end: str) -> None:
    with pytest.raises(Unreadable) as found:
        sheets(statement, end)
    said = say(found.value.says, "en").lower()
    assert any(f"line {line} " in said for line in range(3, 6))


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("statement", HARMLESS)
def test_what_programs_write_around_rows_changes_none(statement: str, end: str) -> None:
    assert sheets(statement, end) == {"t": [(1, ["a", "b"]), (2, ["1", "2"])]}
