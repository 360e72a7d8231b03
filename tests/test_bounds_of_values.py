"""Values at the edge of a calendar, a page or a codec are refused where they are read."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import audit_log, read_log
from auditor.cli import app
from auditor.cli.terminal import shown
from auditor.log.csv.text_encoding import decode
from auditor.log.table import Unreadable
from auditor.report.files import write_together
from auditor.report.render.csv import inert
from auditor.report.render.json import json_bytes
from auditor.report.render.pdf_process import drawable
from tests.damage.logs import SAMPLES

LAWFUL = SAMPLES / "bataille" / "lawful.csv"


@pytest.mark.sampled(3)
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


@pytest.mark.parametrize("codec", ["zlib", "rot13", "idna", "hex", "unicode_escape", "undefined"])
def test_an_encoding_that_is_none_of_texts_is_refused(codec: str) -> None:
    with pytest.raises(Unreadable):
        decode(b"a;\xe9\n" * 10, codec)


def test_signs_that_no_font_draws_fill_no_page() -> None:
    assert drawable("<p>" + "\u6f22" * 400 + "</p>") == f"<p>{'[U+6F22]' * 12}…</p>"


def test_no_cell_and_no_line_turns_colours_or_begins_another() -> None:
    assert inert("a\x1b[31m\u202eb") == "a[U+001B][31m[U+202E]b"
    assert inert("=1") == "'=1"
    said = shown("CN\nthe certificate comes from those that were given\x1b[2J")
    assert "\n" not in said
    assert "\x1b" not in said


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_a_file_is_written_through_no_link_that_somebody_laid(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"own")
    target = tmp_path / "findings.json"
    (tmp_path / f".{target.name}.{os.getpid()}.part").symlink_to(other)
    write_together({target: b"new", tmp_path / "report.txt": b"text"})
    assert (other.read_bytes(), target.read_bytes()) == (b"own", b"new")


def test_findings_come_last_in_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever kills the program between two files leaves no findings beside others' pages."""
    files = {tmp_path / name: b"new" for name in ("findings.json", "report.pdf", "report.html")}
    for path in files:
        path.write_bytes(b"old")
    seen: list[tuple[str, bool]] = []
    really = Path.replace

    def replaced(part: Path, target: Path) -> Path:
        seen.append((target.name, (tmp_path / "findings.json").exists()))
        return really(part, target)

    monkeypatch.setattr(Path, "replace", replaced)
    write_together(files)
    assert seen == [("report.pdf", False), ("report.html", False), ("findings.json", False)]


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ({"started": "2026-13-45T99:00:00"}, "is not a time"),
        ({"parameters": {"records": "all", "from": "2026-99-01"}}, "is not a day"),
    ],
)
def test_a_report_whose_dates_are_none_is_not_verified(
    tmp_path: Path, own: dict[str, object], says: str
) -> None:
    report = audit_log(read_log([LAWFUL]), rules="bataille", records="all").report
    content = json.loads(json_bytes(report))
    content["run"] |= own
    path = tmp_path / "findings.json"
    path.write_text(json.dumps(content), "utf-8")
    done = CliRunner().invoke(app, ["verify", str(path), str(LAWFUL), "--lang", "en"])
    assert (done.exit_code, says in done.stderr) == (2, True)
