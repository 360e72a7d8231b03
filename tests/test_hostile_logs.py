"""The command on logs that mean harm: what it refuses, and how it writes what they say."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner, Result

from auditor.cli import app
from tests.log.workbook.books import cell, row, xlsx

RULES = str(Path(__file__).parent / "rules" / "demo.rules")
HEADER = ("time", "casino", "session", "table", "shoe", "coup", "event", "seat", "card")
FORMULA = '=HYPERLINK("http://127.0.0.1:9/x")'
MARKUP = "<script>alert(1)</script><img src=http://127.0.0.1:9/x>"
PLUS = "+1+cmd|' /C calc'!A0"
NOTE = "@SUM(1+1)"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def audit(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["audit", *arguments, "-r", RULES, "--records", "all"])


def written() -> str:
    """A log with one finding, whose casino, session and table are such texts, and a row set aside
    for another one.
    """
    here = (FORMULA, MARKUP, PLUS)
    rows = [
        ("2026-01-09T21:00:00", *here, "1", "1", "deal", "1", "10H"),  # and no card was burned
        ("2026-01-09T21:00:01", *here, "1", "1", NOTE, "", ""),
    ]
    with Path("=log.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEADER, *rows])
    return "=log.csv"


def test_the_ledger_balances_in_every_output() -> None:
    result = audit(written(), "--format", "json,csv,xlsx,txt,html", "--lang", "en")
    counts = "2 rows read, 1 evaluated, 1 set aside"
    assert counts in result.stdout
    assert counts in Path("reports/report.txt").read_text("utf-8")
    said = json.loads(Path("reports/findings.json").read_bytes())
    [own] = said["inputs"]
    assert (own["rows_read"], own["rows_evaluated"], own["rows_set_aside"]) == (2, 1, 1)
    [intake] = csv.DictReader(StringIO(Path("reports/row-count.csv").read_text("utf-8-sig")))
    assert (intake["rows_read"], intake["rows_evaluated"], intake["rows_set_aside"]) == (
        "2",
        "1",
        "1",
    )
    sheet = load_workbook("reports/report.xlsx")["Row count"]
    assert [line[3:6] for line in sheet.iter_rows(min_row=2, values_only=True)] == [(2, 1, 1)] * 2
    for where in ("reports/report.txt", "reports/report.html"):
        assert NOTE in Path(where).read_text("utf-8")


def test_hostile_files_end_with_2_and_one_sentence_each() -> None:
    Path("far.xlsx").write_bytes(
        xlsx(row(1, "event") + f'<row r="1048576">{cell("XFD1048576", 1)}</row>')
    )
    Path("line.csv").write_bytes(b"event\n" + b"x" * (5 << 20))
    Path("nul.csv").write_bytes(b"event\npay\0\n")
    Path("cut.parquet").write_bytes(b"PAR1" + bytes(200))
    Path("round.csv").symlink_to("round.csv")
    Path("folder").mkdir()
    Path("folder/back").symlink_to(Path.cwd())
    result = audit(".", "--format", "json")
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert len(result.stderr.split("\n\n")) == 6
    for words in ("1048576", "longer than", "NUL", "breaks off", "leads back", "link to a folder"):
        assert words in result.stderr
