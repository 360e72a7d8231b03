"""Files as other people's programs write them: the coup at fault is found, and no other accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.foreign.answers import audited
from tests.foreign.shapes import SHAPES


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", SHAPES)
def test_the_coup_at_fault_is_found_and_no_other(name: str, tmp_path: Path) -> None:
    file = SHAPES[name](tmp_path)
    audit = audited(file.path, file.rules, file.answers)
    found = {(own.subject.shoe or 1, own.subject.coup) for own in audit.findings}
    assert found == file.faults
    aside = [own for own in audit.report.set_aside if own.row not in file.no_events]
    assert aside == []
    assert sum(own.rows_read for own in audit.report.inputs) == file.rows + len(file.no_events)
