"""What is found in a log is found in it whatever its shape, and however it is divided."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from auditor import audit_log, read_log
from auditor_simulators.catalogue import game
from auditor_simulators.inject import inject_all
from auditor_simulators.protocol import Plan, Row
from auditor_simulators.write import write

SEASON = Plan(900, seed=3, casinos=2, sessions=4, tables=3)
LOGS = {
    "boule": ("doubled-comes-down", "even-maximum-varies", "five-saves-odd", "coup-missing"),
    "vingt-trois": ("same-direction-across-sessions", "straight-maximum-varies", "not-announced"),
}


def faulty(name: str) -> list[Row]:
    faults = {fault.name: fault for fault in game(name).faults}
    rows, _ = inject_all(game(name).lawful(SEASON), [faults[own] for own in LOGS[name]], seed=1)
    return rows


def found(rules: str, *files: Path) -> list[tuple[str, str]]:
    """Fingerprints of the findings, which do not depend on where their rows stand, and rules."""
    audit = audit_log(read_log(files), rules=rules, records="all")
    assert sum(own.rows_set_aside for own in audit.report.inputs) == 0
    return sorted((finding.id, finding.rule) for finding in audit.findings)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_csv_workbook_and_parquet_give_the_same_findings(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    rows, columns = faulty(name), game(name).columns
    files = [tmp_path / f"log{ending}" for ending in (".csv", ".xlsx", ".parquet")]
    for file in files:
        write(rows, columns, file)
    told = [found(name, file) for file in files]
    assert len(told[0]) == len(LOGS[name])
    assert told[1:] == told[:1] * 2


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_one_file_for_each_session_and_house_in_any_order(name: str, tmp_path: Path) -> None:
    rows, columns = faulty(name), game(name).columns
    whole = tmp_path / "whole.csv"
    write(rows, columns, whole)
    sessions: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        sessions[row["casino"], row["session"]].append(row)
    files = []
    for number, own in enumerate(sessions.values()):
        files.append(tmp_path / f"{(number * 5) % 7}-{number}.csv")  # no order that means anything
        write(own, columns, files[-1])
    assert len(files) == 8
    expected = found(name, whole)
    assert found(name, *files) == expected
    assert found(name, *sorted(files, reverse=True)) == expected


# ---- the same season told in another way --------------------------------------------------------
def told(rows: Sequence[Row], name: str, *files: Path) -> list[tuple[str, str]]:
    """What is found in one file of some rows, or in several that share them in their order."""
    size = -(-len(rows) // len(files))
    for number, file in enumerate(files):
        write(rows[number * size : (number + 1) * size], game(name).columns, file)
    return found(name, *files)


def apart(rows: Iterable[Row], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    """The rows by the values of some columns, in the order of their first ones."""
    parts: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        parts[tuple(row.get(column, "") for column in columns)].append(row)
    return parts


def shuffled(parts: Mapping[tuple[str, ...], Sequence[Row]], random: Random) -> list[Row]:
    """The rows of several parts among each other, those of each in their order."""
    order = [key for key, rows in parts.items() for _ in rows]
    random.shuffle(order)
    waiting = {key: iter(rows) for key, rows in parts.items()}
    return [next(waiting[key]) for key in order]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_a_file_in_two_halves(name: str, tmp_path: Path) -> None:
    rows = faulty(name)
    expected = told(rows, name, tmp_path / "whole.csv")
    assert len(expected) == len(LOGS[name])
    assert told(rows, name, tmp_path / "1.csv", tmp_path / "2.csv") == expected


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_tables_of_one_evening_in_another_order(name: str, tmp_path: Path) -> None:
    rows = faulty(name)
    other: list[Row] = []
    # A row without a table is the house's: it opens, and it closes.
    for evening in apart(rows, "casino", "session").values():
        for at_tables, part in groupby(evening, lambda row: bool(row.get("table"))):
            stretch = list(part)
            other += shuffled(apart(stretch, "table"), Random(4)) if at_tables else stretch
    assert other != rows
    assert told(other, name, tmp_path / "b.csv") == told(rows, name, tmp_path / "a.csv")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_houses_that_do_not_know_each_other(name: str, tmp_path: Path) -> None:
    rows = faulty(name)
    expected = told(rows, name, tmp_path / "a.csv")
    houses = apart(rows, "casino")
    assert len(houses) == 2
    last_first = [row for house in reversed(houses.values()) for row in house]
    for number, other in enumerate((last_first, shuffled(houses, Random(4)))):
        assert other != rows
        assert told(other, name, tmp_path / f"{number}.csv") == expected


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_the_same_season_a_month_later(name: str, tmp_path: Path) -> None:
    rows = faulty(name)
    later = [row | {"time": _later(row["time"], 30)} for row in rows]
    assert _subjects(later, name, tmp_path / "b.csv") == _subjects(rows, name, tmp_path / "a.csv")


def _later(time: str, days: int) -> str:
    return (datetime.fromisoformat(time) + timedelta(days)).isoformat() if time else ""


def _subjects(rows: Sequence[Row], name: str, file: Path) -> list[tuple[str, ...]]:
    write(rows, game(name).columns, file)
    findings = audit_log(read_log(file), rules=name, records="all").findings
    assert len(findings) == len(LOGS[name])
    return [(own.rule, *(str(row.row) for row in own.rows)) for own in findings]
