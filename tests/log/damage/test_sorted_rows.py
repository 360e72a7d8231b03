"""A file that was sorted by something else than its time is refused, and says by what."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Never

import pytest

from auditor.audit import audit_log, read_log
from auditor.judging import Engine
from auditor.log.csv import plain_csv
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.damage.disorder import Order, SortedError
from auditor.log.damage.sorted_rows import sorted_by as sorted_column
from auditor.request import CannotAuditError, ruleset
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.handling import sorted_by
from tests.damage.properties import text_of
from tests.judged import ENGINES


def column(lines: Lines, folder: Path) -> str | None:
    path = folder / "log.csv"
    path.write_text(text_of(lines), "utf-8")
    (table,) = read_log(path).tables
    order = sorted_column(table, ruleset("boule").vocabulary)
    return None if order is None else order.column


@pytest.mark.parametrize("engine", ENGINES)
def test_what_opened_the_table_stands_below_its_coups(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text_of(sorted_by(logs.lawful("boule", 1), "coup")), "utf-8")
    with pytest.raises(CannotAuditError) as refused:
        audit_log(read_log(path), rules="boule", engine=engine)
    assert "in the order of column `coup`" in str(refused.value)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("coup",), "coup"),
        (("session", "table", "coup"), "table"),
        (("coup", "event"), "coup"),
        (("event",), "event"),
        (("player",), "player"),
    ],
)
def test_the_column_is_told(names: tuple[str, ...], told: str, tmp_path: Path) -> None:
    assert column(sorted_by(logs.lawful("boule", 1), *names), tmp_path) == told


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("names", [("coup",), ("session", "table", "coup")])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("timed", [True, False])
def test_numbers_are_sorted_as_texts(
    names: tuple[str, ...], whole: bool, timed: bool, engine: Engine, tmp_path: Path
) -> None:
    """A program that does not know numbers puts coup 10 before coup 2."""
    lines = logs.lawful("boule", 1)
    coup, time = lines[0].index("coup"), lines[0].index("time")
    ats = [lines[0].index(name) for name in names]
    rows = [row for row in lines[1:] if whole or row[coup]]
    assert len({row[coup] for row in rows}) > 10
    own = [lines[0], *sorted(rows, key=lambda row: [row[at] for at in ats])]
    left = own if timed else [[*row[:time], *row[time + 1 :]] for row in own]
    (tmp_path / "log.csv").write_text(text_of(left), "utf-8")
    with pytest.raises(CannotAuditError) as refused:
        audit_log(read_log(tmp_path / "log.csv"), rules="boule", engine=engine)
    assert "as texts do (10 before 2): this file was sorted" in str(refused.value)


@pytest.mark.parametrize("names", [("table",), ("session", "table")])
def test_what_the_house_did_stands_above_all_its_tables(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    """Some programs sort empty cells on top: the house would close before a table opens."""
    lines = logs.lawful("boule", 5)
    ats = [lines[0].index(name) for name in names]
    assert len({row[ats[-1]] for row in lines[1:]} - {""}) == 2
    assert (
        column([lines[0], *sorted(lines[1:], key=lambda row: [row[at] for at in ats])], tmp_path)
        == "table"
    )


def test_events_of_each_coup_that_follow_the_alphabet_were_sorted(tmp_path: Path) -> None:
    lines = logs.lawful("boule", 1)
    coup, event = (lines[0].index(name) for name in ("coup", "event"))
    numbered = [at for at, row in enumerate(lines) if at and row[coup]]
    first, last = numbered[0], max(at for at in numbered if lines[at][3] == lines[numbered[0]][3])
    inside = sorted(lines[first : last + 1], key=lambda row: (int(row[coup]), row[event]))
    assert column([lines[0], *lines[1:first], *inside], tmp_path) == "event"


def test_a_log_as_it_was_written_is_none(tmp_path: Path) -> None:
    lines = logs.lawful("boule", 1)
    assert column(lines, tmp_path) is None
    late = [[*row] for row in lines]
    time = lines[0].index("time")
    for row in late[60:]:  # the clock is put back by an hour
        row[time] = row[time].replace("T22", "T21").replace("T23", "T22")
    late[100][time] = late[99][time].replace("T21", "T20")
    assert column(late, tmp_path) is None


def test_the_refusal_comes_back_from_another_process() -> None:
    again = pickle.loads(pickle.dumps(SortedError("log.csv", Order("coup"))))
    assert (again.file, again.order.column) == ("log.csv", "coup")


@pytest.mark.parametrize("game", logs.GAMES)
@pytest.mark.parametrize("names", [("session",), ("table",), ("casino",)])
def test_houses_one_after_another_are_not_read_row_by_row(
    game: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A question about order is asked of columns, and its answer is that of the reference."""
    lines = logs.lawful(game, 5)
    header = lines[0]
    if not {*names, "time"} <= {*header}:
        pytest.skip("the log has no such column")
    at = header.index(names[0])
    houses = [
        [*row[:at], f"{row[at]}{house}", *row[at + 1 :]] for house in "AB" for row in lines[1:]
    ]
    (tmp_path / "log.csv").write_text(text_of([header, *sorted(houses, key=lambda row: row[at])]))
    by_rows = audit_log(read_log(tmp_path / "log.csv"), rules=game, engine="reference")
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    monkeypatch.setattr(ColumnarRows, "__iter__", _no_rows)
    by_columns = audit_log(read_log(tmp_path / "log.csv"), rules=game, engine="columns")
    assert by_columns.findings == by_rows.findings


def _no_rows(_rows: object) -> Never:
    raise AssertionError("rows were read one by one")
