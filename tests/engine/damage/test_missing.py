"""Rows that a log lacks are put among its columns as they are among its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from auditor.audit import Reading, audit_log, read_log
from auditor.engine.store import load_fast, read
from auditor.engine.store.columns import Columns, columns_of
from auditor.log.assemble import Everything, assemble
from auditor.report.render.json import json_bytes
from auditor.request import by_game
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.losing import first_rows, last_rows, page, without
from tests.damage.properties import text_of

Hole = Callable[[Lines, Random], Lines]


def coups(lines: Lines, rng: Random) -> Lines:
    """Some coups left out at every table, one of them or several."""
    at = lines[0].index("coup")
    numbers = sorted({row[at] for row in lines[1:] if row[at]}, key=int)
    gone = set(rng.sample(numbers, rng.choice((1, 1, 3))))
    rows = {number for number, row in enumerate(lines) if number and row[at] in gone}
    return without(lines, "coups", ",".join(gone), rows).left


def page_and_damage(lines: Lines, rng: Random) -> Lines:
    """A page left out, and some cells that cannot be read or are empty."""
    left = [[*row] for row in page(lines, rng).left]
    for number in rng.sample(range(1, len(left)), 3):
        left[number][rng.randrange(len(left[0]))] = rng.choice(("#REF!", ""))
    return left


HOLES: Sequence[Hole] = (
    coups,
    lambda lines, rng: first_rows(lines, rng).left,
    lambda lines, rng: last_rows(lines, rng).left,
    lambda lines, rng: page(lines, rng).left,
    page_and_damage,
)


def written(folder: Path, lines: Lines, rng: Random) -> Reading:
    """A log, in one file or in two that follow each other or go on side by side."""
    header, *rows = lines
    halves = [rows]
    if way := rng.choice((0, 0, 1, 2)):
        table, half = header.index("table") if "table" in header else 0, len(rows) // 2
        first = set(range(half))
        if way == 2:
            first = {number for number, row in enumerate(rows) if row[table] == rows[0][table]}
        halves = [
            [row for n, row in enumerate(rows) if (n in first) is one] for one in (True, False)
        ]
    for number, own in enumerate(halves):
        if own:
            (folder / f"{number}.csv").write_text(text_of([header, *own]), "utf-8")
    return read_log(folder)


def said(columns: Columns) -> list[object]:
    """Each event, and what columns tell of those in doubt."""
    every = columns.events(columns.places)
    events = [
        (own.place, own.kind, own.doubtful, own.unlogged, own.lost, dict(own.values), own.row)
        for own in every
    ]
    marks = [None if own is None else own.tolist() for own in (columns.doubtful, columns.unlogged)]
    lost = {name: own.tolist() for name, own in columns.lost.items()}
    return [events, marks, lost, columns.recorded, columns.lacking, columns.mixed, columns.unfilled]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["boule", "punto-banco", "bataille", "bataille-speed"])
def test_columns_hold_what_missing_rows_may_be(game: str, tmp_path: Path) -> None:
    lacking = 0
    for number, hole in enumerate(HOLES):
        rng = Random(f"hole/{game}/{number}")
        (tmp_path / str(number)).mkdir()
        left = hole(logs.lawful(game, number), rng)
        reading = written(tmp_path / str(number), left, rng)
        program, tables = by_game(reading.tables, game).games[0]
        own = Everything() if number % 2 else ()
        wanted = columns_of(assemble(tables, program.vocabulary, own), program.vocabulary)
        found, ledger = load_fast.read_plain_columns(tables, program.vocabulary, own)
        assert ledger.log is None
        assert said(found) == said(wanted)
        lacking += wanted.unlogged is not None
    assert lacking >= len(HOLES) - 1


@pytest.mark.parametrize("game", ["boule", "bataille-speed"])
def test_columns_are_read_of_a_log_without_numbers_of_coups(game: str, tmp_path: Path) -> None:
    """No scope is there that could break off: once that ended in a defect."""
    lines = logs.lawful(game, 1)
    at = lines[0].index("coup")
    reading = written(tmp_path, [[*row[:at], *row[at + 1 :]] for row in lines], Random(1))
    program, tables = by_game(reading.tables, game).games[0]
    wanted = columns_of(assemble(tables, program.vocabulary, ()), program.vocabulary)
    found, _ = load_fast.read_plain_columns(tables, program.vocabulary, ())
    assert said(found) == said(wanted)
    assert "coup" in found.lacking


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "hole"), [("boule", 0), ("bataille", 3), ("punto-banco", 4)])
def test_the_report_is_that_of_rows_read_one_by_one(
    game: str, hole: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(f"report/{game}")
    reading = written(tmp_path, HOLES[hole](logs.lawful(game, hole), rng), rng)

    def report(least: int) -> bytes:
        monkeypatch.setattr(read, "WORTHWHILE", least)
        return json_bytes(audit_log(reading, rules=game, records="all", language="en").report)

    assert report(0) == report(1 << 30)
