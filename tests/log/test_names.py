"""Names that look the same and are written in other signs: `é`, and `e` with an accent; and those
that differ in capitals or leading zeros alone.
"""

import unicodedata
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.log.csv import plain_csv
from tests.damage import logs
from tests.damage.properties import text_of

HEADER = "time,session,table,shoe,coup,event,seat,player,bet,amount\n"
EVENTS = (
    "2026-01-09T21:00:00,S,BA1,1,1,sit,1,{0},,\n"
    "2026-01-09T21:00:10,S,BA1,1,1,stake,1,{1},main,50\n"
    "2026-01-09T21:00:30,S,BA1,1,1,leave,1,{0},,\n"
)


def log_of(folder: Path) -> Path:
    composed = unicodedata.normalize("NFC", "Hélène")
    apart = unicodedata.normalize("NFD", "Hélène")
    assert composed != apart
    path = folder / "log.csv"
    path.write_text(HEADER + EVENTS.format(composed, apart), encoding="utf-8")
    return path


@pytest.mark.parametrize("large", [0, plain_csv.WORTHWHILE])
def test_one_player_in_two_spellings(
    tmp_path: Path, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    audit = audit_log(read_log(log_of(tmp_path)), rules="bataille", records=["sit", "leave"])
    assert "bataille/seated-players-only" not in {finding.rule for finding in audit.findings}
    assert {own.rule: own.compliant for own in audit.report.rules}["bataille/seated-players-only"]


def test_the_raw_text_stays(tmp_path: Path) -> None:
    [table] = read_log(log_of(tmp_path)).tables
    at = table.header.index("player")
    assert [unicodedata.is_normalized("NFC", cells[at]) for _, cells in table.rows] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("large", [0, plain_csv.WORTHWHILE])
@pytest.mark.parametrize("names", [("table", "007", "7"), ("player", "DUPONT", "Dupont")])
def test_one_name_in_capitals_or_with_zeros(
    names: tuple[str, str, str], large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spreadsheet takes the zeros off the rows below; a player's name is typed by two hands."""
    column, whole, other = names
    lines = logs.lawful("boule", 1)
    at, event = lines[0].index(column), lines[0].index("event")
    named = next(cells[at] for cells in lines if cells[at] and cells[event] == "stake")
    for row, cells in enumerate(lines):
        if cells[at] == named:
            cells[at] = whole if row < 200 else other
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    path = tmp_path / "log.csv"
    path.write_text(text_of(lines), "utf-8")
    found = audit_log(read_log(path), rules="boule", records="all")
    assert not found.findings
    assert not any(own.not_verifiable for own in found.report.rules)
    [note] = found.report.inputs[0].notes
    assert f"`{column}`" in note.en
    assert f"`{other}` = `{whole}`" in note.en or f"`{whole}` = `{other}`" in note.en
