"""One log in each form that a file may have gives the same findings in each."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from tests.log.forms import FORMS

FAULTY = Path(__file__).parents[1] / "samples" / "boule" / "faulty.csv"


def found(log: Path, first: int) -> list[tuple[str, tuple[int, ...]]]:
    """The rule of each finding and its rows, counted from the first."""
    report = audit_log(read_log(log), rules="boule", records="all").report
    return [(own.rule, tuple(row.row - first for row in own.rows)) for own in report.findings]


@pytest.fixture(scope="module")
def expected() -> list[tuple[str, tuple[int, ...]]]:
    return found(FAULTY, 2)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", sorted({*FORMS} - {"csv", "xml"}))
def test_it_gives_the_same_findings(
    form: str, expected: list[tuple[str, tuple[int, ...]]], tmp_path: Path
) -> None:
    path = tmp_path / f"log.{form}"
    FORMS[form](path, list(csv.reader(FAULTY.read_text().splitlines())))
    assert expected
    assert found(path, 1 if form.startswith("json") else 2) == expected
