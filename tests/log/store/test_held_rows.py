"""Rows of text in memory, and rows of a file beside them, become columns alike."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.audit import Reading, audit_log, read_log
from auditor.log.csv import plain_csv
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.columns_of_tables import Everything, read_columns
from auditor.report.render.json import json_bytes
from auditor.request import ruleset
from tests.log.read import is_in_columns

SHAPES = Path(__file__).parents[3] / "samples" / "shapes"


def coups(folder: Path, rows: list[bytes]) -> tuple[Columns, Intake]:
    """The columns of rows of which each is a whole coup."""
    path = folder / "coups.csv"
    path.write_bytes(b"".join(rows))
    tables = read_log(path, mapping=SHAPES / "punto-banco" / "coups.toml").tables
    return read_columns(tables, ruleset("punto-banco").vocabulary, Everything())


def test_events_of_one_row_share_a_number(tmp_path: Path) -> None:
    lines = (SHAPES / "punto-banco" / "coups.csv").read_bytes().splitlines(keepends=True)
    columns, intake = coups(tmp_path, lines[:12])
    sure = np.flatnonzero(~columns.doubtful)
    numbers = [event.row.number for event in columns.events(sure)]
    assert intake.row_of is not None
    assert (np.diff(intake.row_of[sure]) > 0).tolist() == (np.diff(numbers) > 0).tolist()
    assert {*numbers} == {*range(5, 13)}


def test_a_coup_that_is_missing_between_rows_of_several_events_is_in_doubt(tmp_path: Path) -> None:
    lines = (SHAPES / "punto-banco" / "coups.csv").read_bytes().splitlines(keepends=True)
    columns, _ = coups(tmp_path, [*lines[:12], *lines[14:20]])
    assert columns.unlogged.any()


def test_a_file_in_columns_and_another_are_put_together_by_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def report(reading: Reading) -> bytes:
        done = audit_log(reading, rules="punto-banco", records="all", language="en")
        return json_bytes(done.report)

    header, *lines = (SHAPES / "punto-banco" / "canonical.csv").read_text("utf-8").splitlines()
    paths = []
    for at, some in enumerate((lines[300:], lines[:300])):
        paths.append(tmp_path / f"{at}.csv")
        paths[-1].write_text("\n".join([header, *some]), "utf-8")
    by_cells = read_log(paths)
    wanted = report(by_cells)
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    plain = read_log(paths)
    assert is_in_columns(plain.tables[0])
    assert not is_in_columns(by_cells.tables[1])
    assert report(replace(plain, tables=(plain.tables[0], by_cells.tables[1]))) == wanted
