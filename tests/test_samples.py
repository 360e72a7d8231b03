"""Every sample that says what is to be found in it holds just that, in each shape."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from auditor import Audit, audit_log, read_log
from auditor.report.model import Finding

SAMPLES = Path(__file__).parents[1] / "samples"
TWICE = frozenset({"card-not-held"})
"""Two players who play each other's cards both play a card that they do not hold."""
AS_WORKBOOK = ("boule", "bataille-familiale")
"""The samples that are judged as workbooks too: that both forms hold the same, others try."""
CANONICAL = [
    log
    for record in sorted(SAMPLES.glob("*/*.expected.json"))
    for ending in (".csv", ".xlsx")
    if (log := record.with_name(record.name.replace(".expected.json", ending))).exists()
    and (ending == ".csv" or record.parent.name in AS_WORKBOOK)
]
SHAPES = sorted(
    log for ending in ("csv", "xlsx", "parquet") for log in SAMPLES.glob(f"shapes/*/*.{ending}")
)
RECORDS = {"punto-banco": "all", "boule": ["spin"]}
"""What a log of all events records, and what is kept of it in the shape that holds least."""


@dataclass(frozen=True, slots=True)
class Expected:
    rows: frozenset[tuple[str | None, int]]
    provisions: frozenset[str]
    fault: str

    def is_met_by(self, finding: Finding, *, by_sheet: bool) -> bool:
        """Whether the finding rests on a row of the fault, and cites its provision."""
        rows = {(own.sheet if by_sheet else None, own.row) for own in finding.rows}
        return not self.rows.isdisjoint(rows) and not self.provisions.isdisjoint(finding.provisions)


def expected_of(log: Path) -> list[Expected]:
    if log in SHAPES:
        entries = json.loads((log.parent / "expected.json").read_text("utf-8"))
        rows = [frozenset((sheet, row) for sheet, row in own["rows"][log.name]) for own in entries]
    else:
        entries = json.loads(log.with_suffix(".expected.json").read_text("utf-8"))
        record = log.with_suffix(".injected.json")
        put_in = json.loads(record.read_text("utf-8")) if record.exists() else []
        of = {each["fault"]: each["rows"] for each in put_in}
        rows = [frozenset((None, row) for row in (e["row"], *of[e["fault"]])) for e in entries]
    return [
        Expected(own, frozenset(entry["provisions"]), entry["fault"])
        for own, entry in zip(rows, entries, strict=True)
    ]


@cache
def audited(log: Path) -> Audit:
    """By its mapping where it has one, which then says what is recorded."""
    mapping = log.with_suffix(".toml")
    if mapping.exists():
        return audit_log(read_log(log, mapping=mapping))
    records = RECORDS[log.parent.name] if log in SHAPES else "all"
    return audit_log(read_log(log), records=records)


def said(finding: Finding) -> tuple[object, ...]:
    """What a finding says, wherever its rows stand."""
    own = finding.subject
    return finding.rule, own.casino, own.session, own.table, own.shoe, own.coup, finding.message.fr


def holds_what_is_expected(log: Path) -> None:
    expected, found, by_sheet = expected_of(log), audited(log).findings, log in SHAPES
    missed = [e for e in expected if not any(e.is_met_by(f, by_sheet=by_sheet) for f in found)]
    extra = [said(f) for f in found if not any(e.is_met_by(f, by_sheet=by_sheet) for e in expected)]
    assert (missed, extra) == ([], [])
    told_once = len(expected) + sum(each.fault in TWICE for each in expected)
    assert len(found) == told_once, [said(each) for each in found]


def label(log: Path) -> str:
    return f"{log.parent.name}/{log.name}"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("log", CANONICAL, ids=label)
def test_a_sample_gives_the_findings_expected_of_it_and_no_other(log: Path) -> None:
    holds_what_is_expected(log)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("log", SHAPES, ids=label)
def test_a_shape_gives_the_findings_expected_and_says_what_the_canonical_log_does(
    log: Path,
) -> None:
    holds_what_is_expected(log)
    audit = audited(log)
    canonical = audited(log.parent / "canonical.csv").findings
    assert sorted(map(said, audit.findings)) == sorted(map(said, canonical))
    for own in audit.report.inputs:
        assert own.rows_read == own.rows_evaluated + own.rows_set_aside
        aside = [row for row in audit.report.set_aside if row.sheet == own.sheet]
        assert len(aside) == own.rows_set_aside
        assert all(row.reason for row in aside)
        assert own.rows_evaluated > 0


def test_there_are_samples_of_both_kinds_and_shapes() -> None:
    names = {log.name for log in CANONICAL}
    assert names >= {
        f"{name}.{ending}" for name in ("lawful", "faulty") for ending in ("csv", "xlsx")
    }
    assert any(expected_of(log) for log in CANONICAL)
    assert not all(expected_of(log) for log in CANONICAL)
    shapes = {"canonical.csv", "export.csv", "coups.csv", "tables.xlsx", "permanence.csv"}
    assert {log.name for log in SHAPES} >= {*shapes, "extract.parquet"}
    assert all(expected_of(log) for log in SHAPES)
