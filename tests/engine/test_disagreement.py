"""Where the reference does not confirm what the columns found, nothing is reported."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.engine.evaluate import logic
from auditor.engine.evaluate.logic import all_of
from auditor.engine.store.vector import Vector

SAMPLE = Path(__file__).parents[2] / "samples" / "boule" / "lawful.csv"


def test_a_disagreement_is_a_defect_of_ours_and_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(parts: list[Vector]) -> Vector:
        found = all_of(parts)
        return Vector(~found.data, found.unknown)

    monkeypatch.setattr(logic, "all_of", lying)
    arguments = ["audit", str(SAMPLE), "--format", "json", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 3
    assert "defect of auditor" in " ".join(result.stderr.split())
    saved = json.loads((tmp_path / "disagreement.json").read_text("utf-8"))
    assert saved["rule"].startswith("boule/")
    assert saved["rows"]
    assert not (tmp_path / "findings.json").exists()


def test_the_reference_alone_gives_the_same_report(tmp_path: Path) -> None:
    reports = []
    for engine in ("columns", "reference"):
        folder = tmp_path / engine
        arguments = ["audit", str(SAMPLE.with_name("faulty.csv")), "--format", "json"]
        CliRunner().invoke(app, [*arguments, "--engine", engine, "-o", str(folder)])
        report = json.loads((folder / "findings.json").read_text("utf-8"))
        report["run"].pop("started")
        reports.append(report)
    assert reports[0]["findings"]
    assert reports[0] == reports[1]
