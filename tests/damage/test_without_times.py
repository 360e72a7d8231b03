"""Rows without times that were sorted: in which order they were written nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.judging import Engine
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.handling import sorted_by
from tests.damage.properties import audited, text_of
from tests.damage.readers import read_otherwise


def without_times(lines: Lines) -> Lines:
    time = lines[0].index("time")
    return [[*row[:time], *row[time + 1 :]] for row in lines]


def _reversed(lines: Lines) -> Lines:
    return [lines[0], *lines[:0:-1]]


def _by_staff(lines: Lines) -> Lines:
    """What the director does, who opens and closes the house, stands below all the tables."""
    return sorted_by(lines, "staff")


def _by_bet(lines: Lines) -> Lines:
    """At one of the tables a single coup was played: only at the other do numbers come back."""
    return sorted_by(lines, "bet")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("engine", ["columns", "reference"])
@pytest.mark.parametrize(("order", "seed"), [(_reversed, 2), (_by_staff, 4), (_by_bet, 2)])
def test_rows_without_times_that_were_sorted_accuse_nobody(
    order: Callable[[Lines], Lines], seed: int, engine: Engine, tmp_path: Path
) -> None:
    lines = logs.lawful("punto-banco", seed)
    found = audited(tmp_path, order(without_times(lines)), "punto-banco", engine)
    assert found is not None
    assert not found.findings
    assert sum(own.not_verifiable for own in found.report.rules) > 0


def test_a_house_that_opens_and_closes_above_its_tables_is_in_doubt_in_columns_too(
    tmp_path: Path,
) -> None:
    header, *rows = without_times(logs.lawful("punto-banco", 34))
    table, path = header.index("table"), tmp_path / "log.csv"
    path.write_text(text_of([header, *sorted(rows, key=lambda row: row[table])]), "utf-8")
    assert read_otherwise(path, "punto-banco") == []


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_files_without_times_are_in_the_order_of_their_numbers(
    engine: Engine, tmp_path: Path
) -> None:
    header, *rows = without_times(logs.lawful("punto-banco", 2))
    many = len(rows) // 11
    for number, start in enumerate(range(0, len(rows), many), 1):
        text = text_of([header, *rows[start : start + many]])
        (tmp_path / f"log{number}.csv").write_text(text, "utf-8")
    found = audit_log(read_log(tmp_path), rules="punto-banco", records="all", engine=engine)
    assert not found.findings
    assert sum(own.checked for own in found.report.rules) > 0
