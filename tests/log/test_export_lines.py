"""Lines of an export among the rows of a log are no events."""

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.log.csv import plain_csv
from auditor.report.render.json import json_bytes

SAMPLES = Path(__file__).parents[2] / "samples"


def test_a_note_as_wide_as_a_row_is_no_event_in_a_large_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()[:400]
    lines.insert(200, "(126 rows)" + "," * lines[0].count(","))
    log = tmp_path / "log.csv"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    small = audit_log(read_log(log), records="all").report
    monkeypatch.setattr(plain_csv, "WORTHWHILE", 0)
    large = audit_log(read_log(log), records="all").report
    assert json_bytes(large) == json_bytes(small)
