"""Columns read straight from plain files hold what is read cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.language.core import Vocabulary
from auditor.log.event import Event, Log
from auditor.log.event_reader import EventReader
from auditor.log.files.open import read_tables
from auditor.log.integrity.suspects import Suspect
from auditor.log.store import memory
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.columns_of_tables import assemble, read_columns
from auditor.log.store.encoding import value_of
from auditor.log.store.typed_rows import columns_of
from auditor.log.store.vector import take
from auditor.log.table import Table
from auditor.types import INTEGER, MONEY, NUMBER, TEXT, TIME, Type
from tests.engine.random.equality import compiled
from tests.engine.random.logs import LogSheet, sheet
from tests.engine.random.words import CONTEXT, FIELDS, vocabulary
from tests.findings.profile_by_events import canonical_headers
from tests.log.read import in_columns, is_in_columns

ODD: dict[Type, Sequence[str]] = {
    INTEGER: ("+5", "007", "-0", "5.0", " 2", "5.00", "1e3", "#N/A", "0x1F", "9223372036854775807"),
    MONEY: ("+5.50", "007.10", "-0.00", ".5", "5.", "1_000", "Err:502", "NaN", "1234567.123456789"),
    NUMBER: ("1/3", "-0.0", "00.5", "inf", "12345678901.5"),
    TEXT: ("1", "01", "1.0", "null", "true", "é", "a  b", "=1+1"),
    TIME: (
        "2026-01-09 21:00",
        "2026-01-09T21:00:00Z",
        "2026-01-09T24:00:00",
        "20260109T210000",
        "2026-02-30T21:00:00",
        "2026-01-09T21:00:00.5+01:00",
        "2026-01-09",
        "2026-W02-5",
    ),
}
"""Cells that are written in an unusual way, or wrong in a way that is easy to overlook."""


@pytest.fixture(autouse=True)
def _small() -> Iterator[None]:
    """Small files are read as large ones are, in segments of a few rows."""
    with in_columns(4, 400, 150):
        yield


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("in_memory", "seeds"), [(memory.IN_MEMORY, range(0, 240, 16)), (0, range(1, 240, 24))]
)
def test_random_files_give_the_columns_that_their_cells_give(
    in_memory: int, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "IN_MEMORY", in_memory)
    monkeypatch.setattr(memory, "BLOCK", 5)
    words = _words(Random(7))
    plainly = in_doubt = 0
    for seed in seeds:
        random = Random(seed)
        files = [_odd(sheet(random), random) for _ in range(random.choice((1, 1, 2, 3)))]
        tables = [_written(own, tmp_path / f"{at}.csv", random) for at, own in enumerate(files)]
        careful = [own for path in sorted(tmp_path.iterdir()) for own in _careful(path)]
        whole = seed % 3 == 0  # else nobody looks for rows that are missing or out of place
        log = assemble(careful, words, files[0].records, whole=whole)
        wanted = columns_of(log, words)
        plainly += _is_plain(tables)
        got, intake = read_columns(tables, words, files[0].records, whole=whole)
        assert set(intake.headers) == canonical_headers(log)
        assert [_aside(t.set_aside) for t in tables] == [_aside(t.set_aside) for t in careful]
        in_doubt += bool(wanted.doubtful.any())
        _same((got, intake), wanted, log, words, seed)
        if not whole:
            _hold_what_is_read(got, careful, words)
        for path in tmp_path.iterdir():
            path.unlink()
    assert plainly > len(seeds) * 3 // 4
    assert in_doubt > len(seeds) // 4


def _same(
    found: tuple[Columns, Intake], wanted: Columns, log: Log, words: Vocabulary, seed: int
) -> None:
    got, intake = found
    assert contents(got, words) == contents(wanted, words), seed
    assert {name: own.tolist() for name, own in got.lost.items()} == {
        name: own.tolist() for name, own in wanted.lost.items()
    }, seed
    for what in ("recorded", "lacking", "mixed"):
        assert getattr(got, what) == getattr(wanted, what), (seed, what)
    assert [own.places for own in (got, wanted)] == [pytest.approx(range(wanted.size))] * 2
    assert intake.inputs == log.inputs, seed
    assert _aside(intake.set_aside) == _aside(log.set_aside), seed
    assert _apart(got) == _apart(wanted), seed
    said, read = got.said(np.arange(got.size)), got.events(np.arange(got.size))
    assert [_told(own) for own in said] == [_told(own) for own in read], seed
    got.show(said)
    assert [own.row.cells for own in said] == [own.row.cells for own in read], seed


def _hold_what_is_read(columns: Columns, tables: Sequence[Table], words: Vocabulary) -> None:
    """Each certain event has the values that its cells have one by one."""
    read: dict[tuple[str, int], Suspect] = {}
    for table in tables:
        reader = EventReader(table, words)
        reader.read(table.rows)
        read |= {(own.row.file, own.row.number): own for own in reader.suspects}
    for event in columns.events(np.flatnonzero(~columns.doubtful)):
        own = read[event.row.file, event.row.number]
        assert not own.lost
        assert (event.kind, event.values, event.row.cells) == (own.kind, own.values, own.row.cells)


def _told(own: Event) -> Sequence[object]:
    return own.place, own.kind, own.values, own.row, own.row.line, own.doubtful, own.lost


def _words(random: Random) -> Vocabulary:
    declared = "".join(part.text for part in vocabulary(random).declarations)
    program = compiled(f'ruleset eq version "1" title fr "e" en "e"\n{declared}')
    assert program is not None
    return program.vocabulary


def _odd(own: LogSheet, random: Random) -> LogSheet:
    """The same with some cells written in an unusual way."""
    kinds = {**CONTEXT, **FIELDS}
    often = random.choice((0, 0, 0.05, 0.3))

    def cell(name: str, text: str) -> str:
        odd = ODD.get(kinds.get(name, NUMBER), ())
        return random.choice(odd) if text and odd and random.random() < often else text

    rows = tuple(
        tuple(cell(name, text) for name, text in zip(own.header, row, strict=True))
        for row in own.rows
    )
    return LogSheet(own.header, rows, own.records)


def _torn(text: str, random: Random) -> str:
    """The same with some lines of more cells or fewer, or blank, or alike in their number."""
    often = random.choice((0, 0, 0.1))
    header, *lines = text.splitlines()
    torn = [header]
    for line in lines:
        cells = line.split(",")
        if random.random() < often:
            at = random.randrange(len(cells))
            instead = random.choice(([cells[at], ""], [cells[at], "x"], [], [cells[at][:1], " "]))
            cells[at : at + 1] = instead
        torn.append(",".join(cells))
        if random.random() < often / 4:
            torn.append(random.choice(("", "  ", "," * (header.count(",")), " ,")))
    return "\n".join(torn) + random.choice(("\n", ""))


def _apart(columns: Columns) -> list[object]:
    """Events that are asked for one by one, as evidence is."""
    return [
        [(own.kind, own.doubtful, own.lost, dict(own.values), own.row) for own in found]
        for row in range(columns.size)
        for found in [columns.events(np.array([row]))]
    ]


def _written(own: LogSheet, path: Path, random: Random) -> Table:
    path.write_text(_torn(own.csv, random), "utf-8")
    [table], refused = read_tables(path, path.name)
    assert not refused
    return table


def _careful(path: Path) -> list[Table]:
    """The tables of a file, read cell by cell."""
    return read_tables(path, path.name, large=False)[0]


def _is_plain(tables: Sequence[Table]) -> bool:
    return all(is_in_columns(table) for table in tables)


def contents(columns: Columns, words: Vocabulary) -> list[tuple[object, ...]]:
    """Each event: its kind, whether it was set aside, and its values."""
    rows: list[tuple[object, ...]] = []
    events = columns.events(np.arange(columns.size))
    for at, event in enumerate(events):
        values = {}
        for name, found in columns.fields.items():
            if take(found.beyond, at):
                values[name] = event.values[name]
            elif not take(found.empty, at):
                values[name] = value_of(found.vector, words.fields[name], at, columns.lexicons)
        doubtful = bool(columns.doubtful[at])
        assert values == dict(event.values)
        row = (event.row.file, event.row.number)
        rows.append((columns.kinds[columns.kind[at]], doubtful, event.doubtful, row, values))
    return rows


def _aside(found: Sequence[object]) -> list[str]:
    return sorted(map(str, found))
