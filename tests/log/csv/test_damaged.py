"""Damaged rows are read in columns, and the report says what it says of the file read by cells."""

from itertools import islice
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.log.csv import columnar
from auditor.log.csv import plain_csv as plain
from auditor.log.store import typed_rows
from auditor.report.render.json import json_bytes
from tests.damage.damaging import Lines, damages, line_of, lines_of

SAMPLES = Path(__file__).parents[3] / "samples"


def report(paths: list[Path]) -> bytes:
    done = audit_log(read_log(paths), records="all", language="en")
    return json_bytes(done.report)


@pytest.fixture
def in_columns(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    monkeypatch.setattr(columnar, "SEGMENT", 30_000)
    monkeypatch.setattr(plain, "BLOCK", 2_000)
    for room in (plain, typed_rows):
        monkeypatch.setattr(room, "MOST_FLAWED", 1)
    return monkeypatch


def damaged(lines: Lines, seed: int, many: int) -> str:
    """A log with so many damages, no column `game` among them: that is asked for elsewhere."""
    torn = [line_of(cells) for cells in lines]
    game = lines[0].index("game")
    own = (one for one in damages(lines, seed) if one.column != game)
    for one in islice(own, many):
        torn[one.row] = one.of(lines)[one.row]
    return "\n".join(torn) + "\n"


def evenings(lines: Lines, least: int) -> Lines:
    """The first evenings of a log, each of them whole, with so many rows together."""
    casino, session = (lines[0].index(name) for name in ("casino", "session"))
    by_evening: dict[tuple[str, str], int] = {}
    for row in lines[1:]:
        own = row[casino], row[session]
        if own in by_evening or sum(by_evening.values()) < least:
            by_evening[own] = by_evening.get(own, 0) + 1
    return [lines[0], *(own for own in lines if (own[casino], own[session]) in by_evening)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("word", ["#REF!", "?", " "])
def test_a_damaged_game_is_reported_alike(
    word: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = lines_of((SAMPLES / "boule" / "faulty.csv").read_text("utf-8"))
    game, event = lines[0].index("game"), lines[0].index("event")
    stakes = [at for at, cells in enumerate(lines) if cells[event] == "stake"]
    for at in stakes[5:60:9]:
        lines[at][game] = word
    lines[stakes[5]][event] = "#REF!"
    path = tmp_path / "log.csv"
    path.write_text("\n".join(map(line_of, lines)), "utf-8")
    careful = report([path])
    columns = request.getfixturevalue("in_columns")
    columns.setattr(plain, "SAMPLE", 2)  # the game is told by the first rows
    assert report([path]) == careful


def test_blank_rows_and_lines_are_no_rows(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    lines = (SAMPLES / "boule" / "faulty.csv").read_text("utf-8").splitlines()
    blank = "," * lines[0].count(",")
    lines = [*lines[:40], "", blank, *lines[40:90], f" {blank}", "  ", *lines[90:], "", blank]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines), "utf-8")
    careful = report([path])
    request.getfixturevalue("in_columns")
    assert report([path]) == careful


@pytest.mark.sampled(2)
@pytest.mark.parametrize("many", [1, 40])
def test_cells_one_column_off_are_reported_alike(
    many: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = evenings(lines_of((SAMPLES / "boule" / "faulty.csv").read_text("utf-8")), 600)
    at = lines[0].index("player")
    for row in range(200, 200 + many):
        lines[row] = [*lines[row][:at], "", *lines[row][at:-1]]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(map(line_of, lines)), "utf-8")
    careful = report([path])
    request.getfixturevalue("in_columns")
    assert report([path]) == careful
