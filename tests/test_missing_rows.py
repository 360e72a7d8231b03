"""Rows that a log lacks: its numbers say so, and what is not there is never counted."""

import csv
from pathlib import Path

import pytest

from auditor import Audit, audit_log, read_log
from auditor.judging import Engine

LAWFUL = Path("samples/bataille/lawful.csv").absolute()
GONE = range(8, 14)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lawful log without coups 8 to 13."""
    with LAWFUL.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    at = header.index("coup")
    left = [row for row in rows if not row[at] or int(row[at]) not in GONE]
    path = tmp_path_factory.mktemp("missing") / "log.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *left])
    return path


def audited(path: Path, engine: Engine = "columns") -> Audit:
    return audit_log(read_log(path), rules="bataille", records="all", engine=engine)


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_the_hole_in_the_numbers_is_a_finding_and_nobody_is_accused(
    log: Path, engine: Engine
) -> None:
    found = audited(log, engine).findings
    assert {finding.rule for finding in found} == {"bataille/coups-follow"}
    assert all((own.expected, own.found) == ("8", "14") for own in found)
    assert all(own.rows[0].row in {event.row for event in own.coup} for own in found)


def test_both_engines_say_the_same(log: Path) -> None:
    columns, reference = audited(log), audited(log, "reference")
    assert columns.report == reference.report


def test_what_is_missing_is_no_payment_and_no_subject(log: Path) -> None:
    whole, cut = audited(LAWFUL).report, audited(log).report
    assert cut.payments.without_amount == 0
    assert cut.payments.count < whole.payments.count
    judged = {own.rule: own for own in whole.rules}
    for own in cut.rules:
        every = own.checked + own.not_verifiable + own.not_applicable
        before = judged[own.rule]
        assert every <= before.checked + before.not_verifiable + before.not_applicable + 1
