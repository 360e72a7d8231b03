"""Small logs that were decided from the texts before any rule was read: as files, and on pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.case_pages import cases_of

DECIDED = Path(__file__).with_name("decided")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("page", sorted(DECIDED.glob("*.md")), ids=lambda page: page.stem)
def test_beside_each_row_of_a_page_stands_what_is_found_there(page: Path) -> None:
    told = [failures for _, failures in cases_of(page, None, lambda _: True)]
    assert len(told) >= 3
    assert not any(told)


LOGS = [line.split() for line in (DECIDED / "logs.txt").read_text("utf-8").splitlines()[2:]]


@pytest.mark.parametrize(("log", "rules", "row", "provision"), LOGS)
def test_the_log_is_judged_as_the_text_has_it(
    log: str, rules: str, row: str, provision: str
) -> None:
    reading = read_log([DECIDED / f"{log}.csv"])
    found = audit_log(reading, rules=rules, records="all").findings
    assert not reading.refusals
    assert len(found) == (row != "-")
    for finding in found:
        assert int(row) in {own.row for own in finding.rows}
        assert provision in finding.provisions
