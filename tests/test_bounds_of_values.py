"""Values at the edge of a calendar, a page or a codec are refused where they are read."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import audit_log, read_log
from auditor.cli import app
from auditor.log.csv.encoding import decode
from auditor.log.table import Unreadable
from auditor.report.render.pdf_process import drawable
from tests.damage.properties import SAMPLES

LAWFUL = SAMPLES / "bataille" / "lawful.csv"


@pytest.mark.parametrize(
    "time",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00"],
)
@pytest.mark.parametrize("column", ["time"])
def test_a_row_at_the_end_of_all_calendars_is_set_aside(
    tmp_path: Path, column: str, time: str
) -> None:
    with LAWFUL.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[:120]
    rows[30][rows[0].index(column)] = time
    log = tmp_path / "log.csv"
    with log.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    report = audit_log(read_log(log), rules="bataille", records="all").report
    assert [(own.row, own.value) for own in report.set_aside] == [(31, time)]


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ('[clock]\nahead = "20000000:00:00"\n', "`clock.ahead`"),
        ("[images]\nkept_days = 999999999999\n", "should be 36525 or less"),
    ],
)
def test_a_case_beyond_a_hundred_years_is_refused(tmp_path: Path, part: str, says: str) -> None:
    case = tmp_path / "case.toml"
    case.write_text('number = "1"\n[establishment]\nname = "C"\n' + part, "utf-8")
    arguments = ["audit", str(LAWFUL), "-r", "bataille", "--case", str(case), "-o", str(tmp_path)]
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, says in done.stderr) == (2, True)


@pytest.mark.parametrize("codec", ["zlib", "rot13", "idna", "hex", "unicode_escape", "undefined"])
def test_an_encoding_that_is_none_of_texts_is_refused(codec: str) -> None:
    with pytest.raises(Unreadable):
        decode(b"a;\xe9\n" * 10, codec)


def test_signs_that_no_font_draws_fill_no_page() -> None:
    assert drawable("<p>" + "\u6f22" * 400 + "</p>") == f"<p>{'[U+6F22]' * 12}…</p>"
