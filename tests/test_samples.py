"""Every sample that says what is to be found in it is found to hold just that."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.report.model import Finding

# Two players who play each other's cards both play a card that they do not hold.
TWICE = frozenset({"card-not-held"})
SAMPLES = Path(__file__).parents[1] / "samples"
ENDINGS = (".csv", ".xlsx")
AS_WORKBOOK = ("boule", "bataille-familiale")
"""The samples that are judged as workbooks too: that both forms hold the same, others try."""
LOGS = [
    log
    for record in sorted(SAMPLES.glob("*/*.expected.json"))
    for ending in ENDINGS
    if (log := record.with_name(record.name.replace(".expected.json", ending))).exists()
    and (ending == ".csv" or record.parent.name in AS_WORKBOOK)
]


@dataclass(frozen=True, slots=True)
class Expected:
    rows: frozenset[int]
    provisions: frozenset[str]
    fault: str

    def is_met_by(self, finding: Finding) -> bool:
        """Whether the finding rests on a row of the fault, and cites its provision."""
        rows = {own.row for own in finding.rows}
        return not self.rows.isdisjoint(rows) and not self.provisions.isdisjoint(finding.provisions)


def expected_of(log: Path) -> list[Expected]:
    entries = json.loads(log.with_suffix(".expected.json").read_text(encoding="utf-8"))
    record = log.with_suffix(".injected.json")
    put_in = json.loads(record.read_text(encoding="utf-8")) if record.exists() else []
    rows = {each["fault"]: each["rows"] for each in put_in}
    return [
        Expected(frozenset((e["row"], *rows[e["fault"]])), frozenset(e["provisions"]), e["fault"])
        for e in entries
    ]


def told(finding: Finding) -> str:
    return f"{finding.rule} at row {finding.rows[0].row}: {finding.message.en}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_a_sample_gives_the_findings_expected_of_it_and_no_other(log: Path) -> None:
    expected = expected_of(log)
    found = audit_log(read_log(log), records="all").findings
    missed = [each for each in expected if not any(map(each.is_met_by, found))]
    extra = [told(each) for each in found if not any(own.is_met_by(each) for own in expected)]
    assert (missed, extra) == ([], [])
    told_once = len(expected) + sum(each.fault in TWICE for each in expected)
    assert len(found) == told_once, [told(each) for each in found]


def test_there_are_samples_of_both_kinds_and_shapes() -> None:
    names = {log.name for log in LOGS}
    assert names >= {f"{name}{ending}" for name in ("lawful", "faulty") for ending in ENDINGS}
    assert any(expected_of(log) for log in LOGS)
    assert not all(expected_of(log) for log in LOGS)
