"""Rows of text that are typed by columns give the report that their events give."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.audit import Reading, audit_log, read_log
from auditor.language.core import Vocabulary
from auditor.log.assemble import Everything, assemble
from auditor.log.csv import plain_csv
from auditor.log.store import columns_of_tables, load_fast
from auditor.log.store.columns import Columns, Intake, columns_of
from auditor.log.table import Table
from auditor.report.render.json import json_bytes
from auditor.request import ruleset
from tests.findings.profile_by_events import row_numbers
from tests.log.store.test_load_fast import contents

SHAPES = Path(__file__).parents[3] / "samples" / "shapes"


def report(reading: Reading) -> bytes:
    done = audit_log(reading, rules="punto-banco", records="all", language="en")
    return json_bytes(done.report)


@pytest.fixture
def in_columns(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Columns, Intake]]:
    """Has all rows typed by columns; what came of it."""
    done: list[tuple[Columns, Intake]] = []
    typed = load_fast.read_plain_columns

    def counted(
        tables: Sequence[Table], words: Vocabulary, recorded: Everything, *, whole: bool, part: bool
    ) -> tuple[Columns, Intake]:
        done.append(typed(tables, words, recorded, whole=whole, part=part))
        return done[-1]

    monkeypatch.setattr(load_fast, "read_plain_columns", counted)
    return done


def compare(
    reading: Reading, monkeypatch: pytest.MonkeyPatch, done: list[tuple[Columns, Intake]]
) -> None:
    wanted = report(reading)
    assert not done
    monkeypatch.setattr(columns_of_tables, "WORTHWHILE", 0)
    assert report(reading) == wanted
    assert done


@pytest.mark.sampled(2)
@pytest.mark.parametrize("log", ["export.csv", "tables.xlsx"])
def test_a_foreign_log_is_reported_alike(
    log: str, monkeypatch: pytest.MonkeyPatch, in_columns: list[tuple[Columns, Intake]]
) -> None:
    compare(read_log(SHAPES / "punto-banco" / log), monkeypatch, in_columns)


def test_rows_that_are_several_events_are_typed_alike(tmp_path: Path) -> None:
    own = SHAPES / "punto-banco"
    path = tmp_path / "coups.csv"
    path.write_bytes(b"".join((own / "coups.csv").read_bytes().splitlines(keepends=True)[:12]))
    reading = read_log(path, mapping=own / "coups.toml")
    words = ruleset("punto-banco").vocabulary
    log = assemble(reading.tables, words, Everything(), whole=False)
    got, intake = load_fast.read_plain_columns(reading.tables, words, Everything(), whole=False)
    assert contents(got, words) == contents(columns_of(log, words), words)
    assert intake.inputs == log.inputs
    assert intake.row_of is not None
    assert (np.diff(intake.row_of) > 0).tolist() == (np.diff(row_numbers(log)) > 0).tolist()


def test_a_coup_that_is_missing_between_rows_of_several_events_is_reported_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_columns: list[tuple[Columns, Intake]]
) -> None:
    own = SHAPES / "punto-banco"
    lines = (own / "coups.csv").read_bytes().splitlines(keepends=True)
    path = tmp_path / "coups.csv"
    path.write_bytes(b"".join([*lines[:12], *lines[14:20]]))
    compare(read_log(path, mapping=own / "coups.toml"), monkeypatch, in_columns)
    [(columns, _)] = in_columns
    assert columns.unlogged is not None


def test_a_file_in_columns_and_another_are_put_together_by_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_columns: list[tuple[Columns, Intake]]
) -> None:
    header, *lines = (SHAPES / "punto-banco" / "canonical.csv").read_text("utf-8").splitlines()
    paths = []
    for at, some in enumerate((lines[300:], lines[:300])):
        paths.append(tmp_path / f"{at}.csv")
        paths[-1].write_text("\n".join([header, *some]), "utf-8")
    by_cells = read_log(paths)
    wanted = report(by_cells)
    assert not in_columns
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    plain = read_log(paths)
    assert report(replace(plain, tables=(plain.tables[0], by_cells.tables[1]))) == wanted
    assert in_columns
