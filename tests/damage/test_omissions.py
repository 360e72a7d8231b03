"""Cells that a program fills with nothing, and kinds of event that it does not always record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.audit import Audit
from auditor.judging import Engine
from tests.damage import logs
from tests.damage.damaging import Lines, lines_of
from tests.damage.properties import SAMPLES, answers, audited


def lawful(name: str) -> Lines:
    return lines_of((SAMPLES / name / "lawful.csv").read_text("utf-8"))


def accuses_nobody(
    folder: Path, lines: Lines, name: str, engine: Engine = "columns", *, all_recorded: bool = True
) -> Audit:
    """The audit of a log that accuses nobody."""
    found = audited(folder, lines, name, engine, all_recorded=all_recorded)
    assert found is not None
    assert not found.findings
    return found


def changed(lines: Lines, column: str, change: Callable[[str, str], str]) -> None:
    """Changes the cells of a column, each told with the kind of its event."""
    at, event = lines[0].index(column), lines[0].index("event")
    for row in lines[1:]:
        row[at] = change(row[at], row[event])


def test_a_few_rows_that_lack_the_name_of_their_place_are_no_numbers_drawn(tmp_path: Path) -> None:
    """Three spins without a session would be a place of their own, of one coup a row."""
    lines = lawful("boule")
    session, event = (lines[0].index(name) for name in ("session", "event"))
    spins = [row for row in lines if row[event] == "spin"]
    for row in spins[3:30:9]:
        row[session] = ""
    found = accuses_nobody(tmp_path, lines, "boule")
    assert 0 < answers(found).unverified < answers(found).checks / 10


def test_a_row_in_doubt_without_its_session_may_be_of_the_one_around(tmp_path: Path) -> None:
    """The sum of a payment cannot be read, and its session is not named either."""
    lines = lawful("boule")
    session, event, amount = (lines[0].index(name) for name in ("session", "event", "amount"))
    paid = next(row for row in lines if row[event] == "pay")
    paid[session], paid[amount] = "", "#REF!"
    accuses_nobody(tmp_path, lines, "boule")


def test_a_zero_is_no_coup_where_what_opens_a_table_has_it(tmp_path: Path) -> None:
    lines = lawful("boule")
    before = accuses_nobody(tmp_path, lines, "boule")
    changed(lines, "coup", lambda cell, _: cell or "0")
    found = accuses_nobody(tmp_path, lines, "boule")
    assert answers(found) == answers(before)
    [notes] = [own.notes for own in found.report.inputs]
    assert any("outside what it numbers" in note.en for note in notes)


def test_coups_that_are_counted_from_zero_keep_their_number(tmp_path: Path) -> None:
    lines = lawful("boule")
    changed(lines, "coup", lambda cell, _: cell and str(int(cell) - 1))
    found = audited(tmp_path, lines, "boule")
    assert found is not None
    assert not answers(found).unverified


def test_names_that_are_another_in_each_row_are_nobody(tmp_path: Path) -> None:
    """By such names nobody was ever paid what he had staked."""
    lines = lawful("boule")
    numbers = iter(range(len(lines)))
    changed(lines, "player", lambda cell, _: cell and f"k{next(numbers)}")
    accuses_nobody(tmp_path, lines, "boule")


@pytest.mark.parametrize(("late", "engine"), [(True, "columns"), (False, "reference")])
def test_a_kind_that_is_recorded_for_half_a_night_is_looked_for_there_alone(
    late: bool, engine: Engine, tmp_path: Path
) -> None:
    lines = lawful("boule")
    event, half = lines[0].index("event"), len(lines) // 2
    left = [
        row for at, row in enumerate(lines) if row[event] != "no_more_bets" or (at < half) is late
    ]
    found = accuses_nobody(tmp_path, left, "boule", engine, all_recorded=False)
    assert 0 < answers(found).unverified < answers(found).checks


def test_a_kind_whose_rows_never_name_the_session_belongs_to_that_around(tmp_path: Path) -> None:
    lines = lawful("boule")
    changed(lines, "session", lambda cell, kind: "" if kind == "spin" else cell)
    assert answers(accuses_nobody(tmp_path, lines, "boule")).unverified > 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("down", [1, 2, -2])
def test_numbers_that_stand_a_few_rows_off_amid_others_are_not_used(
    down: int, tmp_path: Path
) -> None:
    """Rows without a coup stand between coups, so that the edges of the file tell nothing."""
    lines = lawful("bataille")
    at = lines[0].index("coup")
    cells = [row[at] for row in lines[1:]]
    cells = [*[""] * down, *cells[:-down]] if down > 0 else [*cells[-down:], *[""] * -down]
    for row, cell in zip(lines[1:], cells, strict=True):
        row[at] = cell
    accuses_nobody(tmp_path, lines, "bataille")


@pytest.mark.parametrize(
    ("name", "engine"), [("casino", "columns"), ("season", "reference"), ("session", "columns")]
)
def test_a_table_that_never_names_where_it_stands_is_of_no_house_of_its_own(
    name: str, engine: Engine, tmp_path: Path
) -> None:
    """A house of which nothing else is told would never have opened; the other table is judged."""
    lines = logs.lawful("boule", 4)
    at, table = lines[0].index(name), lines[0].index("table")
    for row in lines[1:]:
        row[at] = "" if row[table] == "B1" else row[at]
    found = answers(accuses_nobody(tmp_path, lines, "boule", engine))
    assert 0 < found.unverified < found.checks
