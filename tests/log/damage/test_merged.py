"""A column of merged cells is not used, and the rows below them accuse nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import read_log
from auditor.judging import Engine
from auditor.log.damage.moved_cells import merged_in
from auditor.request import ruleset
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.moving import merged
from tests.damage.properties import audited, text_of
from tests.judged import ENGINES


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "names", [("table",), ("coup",), ("casino", "season", "session", "table", "coup")]
)
def test_cells_that_were_merged_accuse_nobody(
    names: tuple[str, ...], engine: Engine, tmp_path: Path
) -> None:
    lines = logs.lawful("boule", 4)
    names = tuple(name for name in names if name in lines[0])
    audit = audited(tmp_path, merged(lines, *names), "boule", engine)
    assert audit is not None
    assert not audit.findings
    notes = [note.en for one in audit.report.inputs for note in one.notes]
    told = [note for note in notes if "merged cells" in note]
    assert len(told) == len(names)


def columns_of_merged(lines: Lines, folder: Path) -> frozenset[str]:
    path = folder / "log.csv"
    path.write_text(text_of(lines), "utf-8")
    (table,) = read_log(path).tables
    return merged_in(table, ruleset("boule").vocabulary)


def test_a_column_that_rows_side_by_side_fill_is_none_of_merged_cells(tmp_path: Path) -> None:
    lines = logs.lawful("boule", 4)
    assert not columns_of_merged(lines, tmp_path)
    once = merged(lines, "table")
    assert columns_of_merged(once, tmp_path) == {"table"}
    again, table = [[*row] for row in once], once[0].index("table")
    at = next(at for at, row in enumerate(again) if at and row[table])
    again[at + 1][table] = again[at][table]
    assert not columns_of_merged(again, tmp_path)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("down", [1, -1, 4])
def test_a_column_of_tables_or_coups_that_stands_rows_off_accuses_nobody(
    down: int, engine: Engine, tmp_path: Path
) -> None:
    lines = logs.lawful("vingt-trois", 4)
    for name in ("table", "coup"):
        at = lines[0].index(name)
        cells = [row[at] for row in lines[1:]]
        off = ["" for _ in range(abs(down))]
        cells = [*off, *cells[:-down]] if down > 0 else [*cells[-down:], *off]
        rows = [
            [*row[:at], cell, *row[at + 1 :]] for row, cell in zip(lines[1:], cells, strict=True)
        ]
        audit = audited(tmp_path, [lines[0], *rows], "vingt-trois", engine)
        assert audit is not None
        assert not audit.findings
        assert [note.en for note in audit.report.inputs[0].notes if f"`{name}`" in note.en]
