"""A log of which the rows stand in no order of time: whatever asks for an order would be wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from auditor.audit import audit_log, read_log
from auditor.judging import Engine
from auditor.request import CannotAuditError
from tests.damage.damaging import Lines, lines_of
from tests.damage.logs import SAMPLES
from tests.damage.properties import audited, text_of

LINES = lines_of((SAMPLES / "punto-banco" / "lawful.csv").read_text("utf-8"))


def refused(folder: Path, rows: Lines, engine: Engine) -> str:
    path = folder / "log.csv"
    path.write_text(text_of([LINES[0], *rows]), "utf-8")
    with pytest.raises(CannotAuditError) as error:
        audit_log(read_log(path), rules="punto-banco", engine=engine, language="en")
    return str(error.value)


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_a_log_that_begins_with_its_last_row_is_refused(engine: Engine, tmp_path: Path) -> None:
    says = refused(tmp_path, LINES[:0:-1], engine)
    assert "not in the order of time" in says
    assert "log.csv" in says


def test_a_log_whose_rows_were_shuffled_is_refused(tmp_path: Path) -> None:
    rows = LINES[1:]
    Random(1).shuffle(rows)
    assert "not in the order of time" in refused(tmp_path, rows, "columns")


def test_a_clock_that_is_set_back_now_and_then_is_a_finding(tmp_path: Path) -> None:
    """Ten rows change places with the next: the rules say so, and the rest is judged."""
    rows = [*LINES]
    for at in range(60, 560, 50):
        rows[at], rows[at + 1] = rows[at + 1], rows[at]
    assert audited(tmp_path, rows, "punto-banco") is not None


def test_tables_that_follow_one_another_are_each_in_order(tmp_path: Path) -> None:
    at = LINES[0].index("table")
    rows = sorted(LINES[1:], key=lambda row: row[at])
    assert audited(tmp_path, [LINES[0], *rows], "punto-banco") is not None


def test_a_file_without_rows_beside_one_that_was_sorted_hides_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "early.csv"
    empty.write_text(text_of(LINES[:1]), "utf-8")
    at = LINES[0].index("coup")
    rows = sorted(LINES[1:], key=lambda cells: int(cells[at] or 0))
    path = tmp_path / "log.csv"
    path.write_text(text_of([LINES[0], *rows]), "utf-8")
    with pytest.raises(CannotAuditError, match=r"log\.csv.*coup"):
        audit_log(read_log([empty, path]), rules="punto-banco", language="en")
