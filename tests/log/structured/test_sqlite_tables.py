"""Databases of SQLite: a table is a sheet, values are as they are stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.discover import found_files, read_found
from auditor.log.files.limits import LIMITS
from tests.log.read import tables_of, why

ENDLESS = "WITH RECURSIVE n(event) AS (SELECT 1 UNION ALL SELECT event + 1 FROM n)"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    rows = "('pay', '007.50', 0.1), ('stake', 12, 3.0), ('pay', NULL, 2.5)"
    run(
        path, "CREATE TABLE coups (event TEXT, amount, at REAL)", f"INSERT INTO coups VALUES {rows}"
    )
    return path


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as held:
        for own in statements:
            held.execute(own)
        held.commit()


def test_values_as_they_are_stored(log: Path) -> None:
    [table] = tables_of(log)
    assert (table.file, table.sheet, table.header) == ("log.db", "coups", ("event", "amount", "at"))
    assert table.rows == [
        (2, ("pay", "007.50", "0.1")),
        (3, ("stake", "12", "3")),
        (4, ("pay", "", "2.5")),
    ]
    assert table.notes == ()


def test_rows_stand_as_they_were_entered(log: Path) -> None:
    run(
        log, "CREATE INDEX by_all ON coups (amount, event, at)", "DELETE FROM coups WHERE rowid = 1"
    )
    run(log, "CREATE TABLE keyed (event TEXT PRIMARY KEY) WITHOUT ROWID")
    run(log, "INSERT INTO keyed VALUES ('stake'), ('pay')")
    first, second = tables_of(log)
    assert [cells[0] for _, cells in first.rows] == ["stake", "pay"]
    assert [cells[0] for _, cells in second.rows] == ["pay", "stake"]


def test_tables_that_are_no_logs_are_named(log: Path) -> None:
    run(log, "CREATE TABLE players (name)", "CREATE VIEW all_coups AS SELECT * FROM coups")
    [table] = tables_of(log)
    said = " ".join(map(str, table.notes))
    assert "`players`" in said
    assert "view `all_coups`" in said


def test_a_table_or_a_view_that_is_named(log: Path) -> None:
    run(log, "CREATE TABLE more AS SELECT * FROM coups", "CREATE VIEW v AS SELECT * FROM coups")
    for name in ("more", "v"):
        [table] = tables_of(log.with_name(f"log.db:{name}"))
        assert (table.file, table.sheet, table.rows_read) == ("log.db", name, 3)
    assert "no sheet `none`" in why(log.with_name("log.db:none"))


def test_two_tables_named_one_by_one(log: Path) -> None:
    run(log, "CREATE TABLE more AS SELECT * FROM coups")
    named = [log.with_name(f"log.db:{name}") for name in ("coups", "more")]
    tables, refusals = read_found(found_files(named))
    assert [(own.file, own.sheet) for own in tables] == [("log.db", "coups"), ("log.db", "more")]
    assert refusals == []
    assert len(read_found(found_files([named[0], named[0]]))[1]) == 1


def test_what_is_no_text(log: Path) -> None:
    run(log, "INSERT INTO coups VALUES (x'00ff', CAST(x'63e9' AS TEXT), 'a' || char(0) || 'b')")
    assert tables_of(log)[0].rows[-1][1] == ("x'00ff'", "c\\xe9", "a\\x00b")


def test_a_database_of_write_ahead_is_read_unless_it_is_in_use(log: Path) -> None:
    run(log, "PRAGMA journal_mode = WAL", "INSERT INTO coups VALUES ('pay', 1, 1)")
    assert tables_of(log)[0].rows_read == 4
    with closing(sqlite3.connect(log)) as held:
        held.execute("INSERT INTO coups VALUES ('pay', 1, 1)")
        held.commit()
        assert "`log.db-wal`" in why(log)


def test_nothing_is_written(log: Path) -> None:
    before = log.read_bytes()
    run(log, "CREATE VIEW event AS SELECT 1 AS event")
    tables_of(log.with_name("log.db:event"))
    assert sorted(own.name for own in log.parent.iterdir()) == ["log.db"]
    assert before[:16] == log.read_bytes()[:16]


@pytest.mark.nightly
def test_a_view_that_never_ends(log: Path) -> None:
    run(log, f"CREATE VIEW endless AS {ENDLESS} SELECT * FROM n WHERE event < 0")
    run(log, f"CREATE VIEW flood AS {ENDLESS} SELECT * FROM n")
    assert tables_of(log)[0].rows_read == 3
    quick = replace(LIMITS, seconds=1, text_length=1_000_000)
    for name in ("endless", "flood"):
        assert "more memory or time" in why(log.with_name(f"log.db:{name}"), limits=quick)


def test_damage(log: Path, tmp_path: Path) -> None:
    data, path = log.read_bytes(), tmp_path / "other.db"
    for hurt in (data[:5000], data[:100] + b"\xff" * 4000 + data[4100:], data[:40]):
        assert "damaged or incomplete SQLite" in why(path, hurt)
    path.unlink()
    run(path, "CREATE TABLE a (b)", "DROP TABLE a")
    assert "without a table" in why(path)
