"""Rows as a spreadsheet counts them, lines as an editor does: below a cell that holds a line break
the two differ, and a finding has both.
"""

import csv
import io
import json
from pathlib import Path

from auditor import audit_log, read_log, write_report
from auditor.log.table import LineNumbers
from auditor.report.render.text import text
from tests.log.mapping.reading import table

HEADER = "time,casino,session,table,coup,event,player,bet,number,amount,form,reason\n"
BROKEN = '2026-01-09T21:00:00,Nord,1,B1,1,cancel,,,,,,"incident\nà la table\nvoisine"\n'
ROWS = (
    "2026-01-09T21:01:00,Nord,1,B1,2,bets_open,,,,,,\n"
    "2026-01-09T21:01:10,Nord,1,B1,2,stake,J1,red,,12..5,chip,\n"
    "\n"
    "2026-01-09T21:02:00,Nord,1,B1,2,spin,,,11,,,\n"
)


def test_a_finding_and_a_row_set_aside_have_both(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(HEADER + BROKEN + ROWS, encoding="utf-8")
    reading = read_log(path)
    [read] = reading.tables
    assert [(at, read.lines.of(at)) for at, _ in read.rows] == [(2, None), (3, 5), (4, 6), (6, 8)]
    audit = audit_log(reading, rules="boule", records="all")
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
    path.write_text(HEADER + ROWS, encoding="utf-8")
    audit = audit_log(read_log(path), rules="boule", records="all")
    assert '"line"' not in audit.report.model_dump_json()


def test_lines_through_a_mapping(tmp_path: Path) -> None:
    mapping = '[[events]]\nevent = "spin"\nnumber = "{N}"\n'
    read = table(tmp_path, 'Note;N\n"a\nb";7\n;8\n', mapping)
    assert [(number, read.lines.of(number)) for number, _ in read.rows] == [(2, None), (3, 4)]


def test_the_lines_of_rows() -> None:
    lines = LineNumbers(((2, 1), (5, 4)))
    assert [lines.of(row) for row in range(1, 8)] == [None, None, 4, 5, 6, 10, 11]
    assert LineNumbers().of(7) is None
