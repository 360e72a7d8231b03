"""Lines of an export among the rows of a log are no events."""

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.log.csv import plain_csv
from auditor.report.render.json import json_bytes
from auditor.request import CannotAuditError
from tests.log.mapping.reading import events, table

SAMPLES = Path(__file__).parents[2] / "samples"
HEADER = "time,event,coup,player,amount"
ROW = "2026-01-09T21:00:00,stake,1,J1,5"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Signature du chef de partie", "note"),
        ("Vu le 10/01/2026 par M. Martin", "note"),
        ("-----+------+------", "note"),
        ("(126 rows)", "note"),
        ("126 rows in set (0.01 sec)", "note"),
        ("TOTAL GENERAL,,12", "total"),
    ],
)
def test_a_line_alone_is_no_event(
    tmp_path: Path, line: str, reason: str, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    own = table(tmp_path, f"{HEADER}\n{ROW}\n{line}\n{ROW}\n")
    [aside] = own.set_aside
    assert (aside.row, aside.no_event) == (3, True)
    assert reason in str(aside.reason)


def test_pages_repeat_title_and_header(tmp_path: Path) -> None:
    title = "CASINO NORD,,Page {},,\n"
    page = f"{HEADER}\n{ROW}\n{ROW}\nSous-total,,,,10\n"
    own = table(tmp_path, title.format(1) + page + title.format(2) + page)
    assert [row for row, _ in events(own)] == [3, 4, 8, 9]
    assert [(aside.row, aside.no_event) for aside in own.set_aside] == [
        (5, True), (6, True), (7, True), (10, True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "torn", ["2026-01-09T21:00:00", "2026-01-09 21:00 stake", "2026-01-09T21:00:00,stake,1"]
)
def test_a_row_that_breaks_off_may_be_an_event(tmp_path: Path, torn: str) -> None:
    [aside] = table(tmp_path, f"{HEADER}\n{ROW}\n{torn}\n").set_aside
    assert not aside.no_event


def test_a_name_at_the_start_of_a_row_may_be_an_event(tmp_path: Path) -> None:
    rows = "casino,event,coup\nCasino du Nord,stake,1\nCasino du Nord\n"
    [aside] = table(tmp_path, rows).set_aside
    assert not aside.no_event


def test_a_note_as_wide_as_a_row_is_no_event_in_a_large_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()[:400]
    lines.insert(200, "(126 rows)" + "," * lines[0].count(","))
    log = tmp_path / "log.csv"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    small = audit_log(read_log(log), records="all").report
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    large = audit_log(read_log(log), records="all").report
    assert json_bytes(large) == json_bytes(small)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    "header", ["time,event,player,coup,amount", "event,time,amount,seat", "coup,event,time,,bet"]
)
def test_another_table_below_is_refused(
    tmp_path: Path, header: str, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a coup is called would be read as the player who lost his stake in it."""
    if large:
        monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    path = tmp_path / "log.csv"
    path.write_text(f"{HEADER}\n{ROW}\n{ROW}\n{header}\n{ROW}\n")
    with pytest.raises(CannotAuditError, match=r"row 4.*another table"):
        audit_log(read_log(path), rules="boule")


def test_a_name_of_a_column_in_a_cell_is_no_header(tmp_path: Path) -> None:
    own = table(tmp_path, f"{HEADER}\n{ROW}\n,event,,time,\n{ROW}\n")
    assert [aside.row for aside in own.set_aside] == []
