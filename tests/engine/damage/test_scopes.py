"""Gaps in the cells that name scopes: columns see them where the reader of events does."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from auditor.engine.damage.scopes import gaps
from auditor.engine.store.columns import columns_of
from auditor.log.damage.alternatives import with_doubts
from auditor.log.damage.suspects import scope_columns
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.log.damage.test_breaks import read

LOGS = 15


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["boule", "punto-banco", "bataille", "bataille-speed"])
def test_a_gap_is_seen_in_columns_where_it_is_seen_in_events(game: str, tmp_path: Path) -> None:
    lines = logs.lawful(game, 5)[:120]
    rng = Random(f"gaps/{game}")
    seen = set()
    for _ in range(LOGS):
        program, whole = read(tmp_path, game, lines)
        log = replace(whole, events=tuple(own for own in whole.events if not own.doubtful))
        scopes = scope_columns(program.vocabulary)
        many, start = rng.choice((0, 0, 1, 2, 5, 20)), rng.randrange(100)
        stretch, column = log.events[start : start + many], rng.choice((*scopes.all, *scopes.keys))
        for event in rng.choice((stretch, rng.sample(log.events, many))):
            name = column if event in stretch else rng.choice((*scopes.all, *scopes.keys))
            changed = {**event.values}
            if name in scopes.names and rng.random() < 0.3:
                changed[name] = "elsewhere"
            else:
                changed.pop(name, None)
            event.values = changed
        columns = columns_of(log, program.vocabulary)
        doubts = with_doubts(log.events, program.vocabulary)
        expected = {event.row.number for event in doubts if event.doubtful}
        found = gaps(columns, program.vocabulary, slice(None))
        assert {log.events[at].row.number for at in found} == expected
        seen.add(bool(expected))
    assert seen == {True, False}


def lacking(folder: Path, game: str, lines: Lines, name: str, rows: Collection[int]) -> set[int]:
    """The rows that lack a cell, by both readers, where some have none in a column; the header is
    row 0.
    """
    program, log = read(folder, game, lines)
    for event in log.events:
        if event.row.number - 1 in rows:
            event.values = {key: value for key, value in event.values.items() if key != name}
    found = gaps(columns_of(log, program.vocabulary), program.vocabulary, slice(None))
    doubts = with_doubts(log.events, program.vocabulary)
    expected = {event.row.number for event in doubts if event.doubtful}
    assert {log.events[at].row.number for at in found} == expected
    return {row - 1 for row in expected}


def test_a_kind_that_stands_among_empty_cells_alone_lacks_what_they_lack(tmp_path: Path) -> None:
    """From one evening into the next: of the only coup that was cancelled no other row tells."""
    lines = logs.lawful("boule", 2)
    event, session = lines[0].index("event"), lines[0].index("session")
    morning = next(at for at, row in enumerate(lines) if row[event] == "house_close")
    cancel = [*lines[morning - 2]]
    assert lines[morning][session] != lines[-1][session]
    cancel[event] = "cancel"
    lines = [row for row in lines if row[event] != "cancel"]
    lines[morning - 2 : morning - 2] = [cancel]
    rows = range(morning - 5, morning + 8)
    assert morning - 2 in lacking(tmp_path, "boule", lines, "session", rows)


def test_the_first_rows_lack_a_number_that_rows_of_their_kinds_have(tmp_path: Path) -> None:
    lines = logs.lawful("bataille-additions", 5)
    event, coup = lines[0].index("event"), lines[0].index("coup")
    counted = [at for at, row in enumerate(lines) if row[coup] == "1"]
    assert lacking(tmp_path, "bataille-additions", lines, "coup", counted) == set(counted)
    assert "deal" in {row[event] for row in lines[: counted[0]]}  # these have no number


def test_a_row_that_names_no_table_lacks_its_coup_too(tmp_path: Path) -> None:
    """No row of its place tells which coup it is of: those of its kind have one."""
    program, log = read(tmp_path, "boule", logs.lawful("boule", 2))
    stakes = [event for event in log.events if event.kind == "stake"]
    stake = stakes[len(stakes) // 2]
    coup = stake.values["coup"]
    stake.values = {k: v for k, v in stake.values.items() if k not in ("table", "coup")}
    found = gaps(columns_of(log, program.vocabulary), program.vocabulary, slice(None))
    assert found == {log.events.index(stake): {"table", "coup"}}
    doubts = [own for own in with_doubts(log.events, program.vocabulary) if own.doubtful]
    assert coup in {own.values.get("coup") for own in doubts}


def test_what_closes_the_house_names_no_table(tmp_path: Path) -> None:
    """A table that closes after the house: the only row that closes the house lacks no table."""
    lines = logs.lawful("boule", 5)
    event, session = lines[0].index("event"), lines[0].index("session")
    rows = [row for row in lines if row[session] in ("session", lines[1][session])]
    house = next(row for row in rows if row[event] == "house_close")
    table = next(row for row in reversed(rows) if row[event] == "table_close")
    rows = [row for row in rows if row is not house and row is not table]
    rows += [house, table]
    rows.insert(-2, [*table[:event], "leave", *table[event + 1 :]])
    program, log = read(tmp_path, "boule", rows)
    assert not any(event.doubtful for event in with_doubts(log.events, program.vocabulary))
    columns = columns_of(log, program.vocabulary)
    assert not gaps(columns, program.vocabulary, slice(None))
