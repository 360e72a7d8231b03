"""Rows as a spreadsheet counts them, lines as an editor does: below a cell that holds a line break
the two differ, and a finding has both.
"""

import csv
import io
import json
from pathlib import Path

import pytest

from auditor import audit_log, read_log, write_report
from auditor.log.table import LineNumbers
from auditor.report.render.text import text

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount,form,reason\n"
ROWS = (
    '2026-01-09T21:00:00,Nord,1,B1,1,cancel,,,,,,"incident\nà la table\nvoisine"\n'
    "2026-01-09T21:01:00,Nord,1,B1,2,bets_open,,,,,,\n"
    "2026-01-09T21:01:10,Nord,1,B1,2,stake,J1,red,,12..5,chip,\n"
    "\n"
    "2026-01-09T21:02:00,Nord,1,B1,2,spin,,,11,,,\n"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(HEADER + ROWS, encoding="utf-8")
    return path


def test_rows_are_those_of_a_spreadsheet(log: Path) -> None:
    [table] = read_log(log).tables
    assert [number for number, _ in table.rows] == [2, 3, 4, 6]
    assert [table.lines.of(number) for number, _ in table.rows] == [None, 5, 6, 8]
    lines = log.read_text("utf-8").splitlines()
    assert "11" in lines[8 - 1]


def test_a_finding_and_a_row_set_aside_have_both(log: Path, tmp_path: Path) -> None:
    audit = audit_log(read_log(log), rules="boule", records="all")
    [own] = [f for f in audit.findings if "47.2" in f.provisions]
    assert (own.rows[0].row, own.rows[0].line) == (6, 8)
    assert own.evidence[0].line == 8
    assert [(row.row, row.line) for row in audit.report.set_aside] == [(4, 6)]
    write_report(audit, tmp_path / "out", formats=("json", "csv", "html"))
    written = json.loads((tmp_path / "out" / "findings.json").read_bytes())
    assert written["set_aside"][0]["line"] == 6
    assert written["findings"][0]["rows"][0]["file"] == "log.csv"
    shown = text(audit.report, "en", findings=None)
    assert "log.csv:6 (L8)" in shown
    assert "log.csv:4 (L6)" in shown
    assert "6 (L8)" in (tmp_path / "out" / "report.html").read_text("utf-8")
    for name, line in (("findings.csv", "8"), ("set-aside.csv", "6")):
        cells = (tmp_path / "out" / name).read_bytes().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(cells), delimiter=";"))
        assert line in {row["line"] for row in rows}


def test_where_they_are_the_same_no_line_is_said(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(HEADER + ROWS.partition("voisine")[2].lstrip('"\n'), encoding="utf-8")
    audit = audit_log(read_log(path), rules="boule", records="all")
    assert '"line"' not in audit.report.model_dump_json()


def test_lines_through_a_mapping(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text('Note;N\n"a\nb";7\n;8\n', encoding="utf-8")
    told = tmp_path / "m.toml"
    told.write_text('[[events]]\nevent = "spin"\nnumber = "{N}"\n', encoding="utf-8")
    [table] = read_log(path, mapping=told).tables
    assert [(number, table.lines.of(number)) for number, _ in table.rows] == [(2, None), (3, 4)]


def test_the_lines_of_rows() -> None:
    lines = LineNumbers(((2, 1), (5, 4)))
    assert [lines.of(row) for row in range(1, 8)] == [None, None, 4, 5, 6, 10, 11]
    assert LineNumbers().of(7) is None
