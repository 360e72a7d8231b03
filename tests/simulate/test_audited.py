"""What is found in a log is found in it whatever its shape, and however it is divided."""

from collections import defaultdict
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.simulate.catalogue import game
from auditor.simulate.inject import inject_all
from auditor.simulate.protocol import Plan, Row
from auditor.simulate.write import write

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
