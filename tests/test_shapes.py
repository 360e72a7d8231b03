"""The samples in other shapes give the same findings in each, and every row is accounted for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from auditor import Audit, audit_log, read_log
from auditor.report.model import Finding

SAMPLES = Path(__file__).parents[1] / "samples" / "shapes"
ENDINGS = (".csv", ".xlsx", ".parquet")
LOGS = sorted(log for ending in ENDINGS for log in SAMPLES.glob(f"*/*{ending}"))
RECORDS = {"punto-banco": "all", "boule": ["spin"]}
"""What a log of all events records, and what is kept of it in the shape that holds least."""


@dataclass(frozen=True, slots=True)
class ExpectedFindings:
    rows: frozenset[tuple[str | None, int]]
    provisions: frozenset[str]

    def is_met_by(self, finding: Finding) -> bool:
        """Whether the finding rests on a row of the fault, and cites its provision."""
        rows = {(own.sheet, own.row) for own in finding.rows}
        return not self.rows.isdisjoint(rows) and not self.provisions.isdisjoint(finding.provisions)


def expected_of(log: Path) -> list[ExpectedFindings]:
    entries = json.loads((log.parent / "expected.json").read_text(encoding="utf-8"))
    return [
        ExpectedFindings(
            frozenset((sheet, row) for sheet, row in entry["rows"][log.name]),
            frozenset(entry["provisions"]),
        )
        for entry in entries
    ]


def audited(log: Path) -> Audit:
    """By its mapping where it has one, which then says what is recorded."""
    mapping = log.with_suffix(".toml")
    if mapping.exists():
        return audit_log(read_log(log, mapping=mapping))
    return audit_log(read_log(log), records=RECORDS[log.parent.name])


def said(finding: Finding) -> tuple[object, ...]:
    """What a finding says, wherever its rows stand."""
    own = finding.subject
    return finding.rule, own.casino, own.session, own.table, own.shoe, own.coup, finding.message.fr


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_shape_gives_the_findings_expected_and_no_other(log: Path) -> None:
    expected = expected_of(log)
    found = audited(log).findings
    missed = [own for own in expected if not any(map(own.is_met_by, found))]
    extra = [said(own) for own in found if not any(each.is_met_by(own) for each in expected)]
    assert (missed, extra) == ([], [])
    assert len(found) == len(expected)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_shape_gives_the_findings_of_the_canonical_log(log: Path) -> None:
    canonical = audited(log.parent / "canonical.csv").findings
    assert sorted(map(said, audited(log).findings)) == sorted(map(said, canonical))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_every_row_is_evaluated_or_set_aside_with_its_reason(log: Path) -> None:
    report = audited(log).report
    for own in report.inputs:
        assert own.rows_read == own.rows_evaluated + own.rows_set_aside
        aside = [row for row in report.set_aside if row.sheet == own.sheet]
        assert len(aside) == own.rows_set_aside
        assert all(row.reason for row in aside)
        assert own.rows_evaluated > 0


def test_there_are_six_shapes_and_more() -> None:
    names = {log.name for log in LOGS}
    assert names >= {
        "canonical.csv",
        "export.csv",
        "coups.csv",
        "tables.xlsx",
        "permanence.csv",
        "extract.parquet",
    }
    assert all(expected_of(log) for log in LOGS)
