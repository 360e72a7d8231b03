"""What is found in a log is found in it whatever its shape, and however it is divided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
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
Parts = Mapping[tuple[str, ...], Sequence[Row]]


@cache
def faulty(name: str) -> list[Row]:
    faults = {fault.name: fault for fault in game(name).faults}
    rows, _ = inject_all(game(name).lawful(SEASON), [faults[own] for own in LOGS[name]], seed=1)
    return rows


def found(rules: str, *files: Path) -> list[tuple[str, str]]:
    """Fingerprints of the findings, which do not depend on where their rows stand, and rules."""
    audit = audit_log(read_log(files), rules=rules, records="all")
    assert sum(own.rows_set_aside for own in audit.report.inputs) == 0
    assert len(audit.findings) == len(LOGS[rules])
    return sorted((finding.id, finding.rule) for finding in audit.findings)


def apart(rows: Iterable[Row], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    """The rows by the values of some columns, in the order of their first ones."""
    parts: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        parts[tuple(row.get(column, "") for column in columns)].append(row)
    return parts


def shuffled(parts: Parts) -> list[Row]:
    """The rows of several parts among each other, those of each in their order."""
    order = [key for key, rows in parts.items() for _ in rows]
    Random(4).shuffle(order)
    waiting = {key: iter(rows) for key, rows in parts.items()}
    return [next(waiting[key]) for key in order]


def tables_shuffled(rows: Iterable[Row]) -> Iterator[Row]:
    """A row without a table is the house's: it opens, and it closes."""
    for evening in apart(rows, "casino", "session").values():
        for at_tables, part in groupby(evening, lambda row: bool(row.get("table"))):
            stretch = list(part)
            yield from shuffled(apart(stretch, "table")) if at_tables else stretch


TELLINGS: dict[str, Callable[[list[Row]], list[list[Row]]]] = {
    "two halves": lambda rows: [rows[: len(rows) // 2], rows[len(rows) // 2 :]],
    "a file for each session and house": lambda rows: [*apart(rows, "session", "casino").values()],
    "tables of an evening in another order": lambda rows: [[*tables_shuffled(rows)]],
    "the last house first": lambda rows: [
        [row for house in reversed(apart(rows, "casino").values()) for row in house]
    ],
    "houses among each other": lambda rows: [shuffled(apart(rows, "casino"))],
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("telling", TELLINGS)
@pytest.mark.parametrize("name", LOGS)
def test_the_same_season_told_in_another_way(name: str, telling: str, tmp_path: Path) -> None:
    rows, columns = faulty(name), game(name).columns
    parts = TELLINGS[telling](rows)
    assert parts != [rows]
    files = [tmp_path / f"{(at * 5) % 9}-{at}.csv" for at in range(len(parts))]  # in no order
    for own, file in zip(parts, files, strict=True):
        write(own, columns, file)
    write(rows, columns, tmp_path / "whole.csv")
    assert found(name, *files) == found(name, tmp_path / "whole.csv")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LOGS)
def test_the_same_season_a_month_later(name: str, tmp_path: Path) -> None:
    """Nobody's finding bears the same name, but each rests on the same rows."""
    month = timedelta(30)
    later = [
        row | {"time": (datetime.fromisoformat(row["time"]) + month).isoformat()}
        for row in faulty(name)
    ]
    resting_on = []
    for number, rows in enumerate((faulty(name), later)):
        write(rows, game(name).columns, tmp_path / f"{number}.csv")
        reading = read_log(tmp_path / f"{number}.csv")
        findings = audit_log(reading, rules=name, records="all").findings
        resting_on.append([(own.rule, *(row.row for row in own.rows)) for own in findings])
    assert resting_on[0] == resting_on[1]
    assert len(resting_on[0]) == len(LOGS[name])
