"""What `check`, `test` and `audit` write for continuous integration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from typer.testing import CliRunner, Result

from auditor.cli import app

DEMO = Path(__file__).parents[1] / "rules"


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("vocabulary").symlink_to(DEMO / "vocabulary")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def demo(old: str = "", new: str = "") -> str:
    """The demonstration ruleset with a piece replaced."""
    text = (DEMO / "demo.rules").read_text("utf-8")
    assert old in text
    Path("demo.rules").write_text(text.replace(old, new) if old else text, "utf-8")
    return "demo.rules"


def test_check_writes_sarif_with_lines_and_columns() -> None:
    done = run(
        "check", demo("count of burn", "count of brun"), "--format", "sarif", "-o", "c.sarif"
    )
    assert (done.exit_code, done.stdout) == (1, "")
    [own] = json.loads(Path("c.sarif").read_text("utf-8"))["runs"]
    [result] = own["results"]
    assert (result["ruleId"], result["level"]) == ("E201", "error")
    assert own["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "E201"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "demo.rules"},
        "region": {"startLine": 25, "startColumn": 20, "endLine": 25, "endColumn": 24},
    }


def test_a_diagnostic_is_known_again_below_new_lines() -> None:
    def fingerprints() -> list[str]:
        report = json.loads(run("check", "demo.rules", "--format", "gitlab").stdout)
        return [own["fingerprint"] for own in report]

    demo("count of burn", "count of brun")
    before = fingerprints()
    Path("demo.rules").write_text("# above\n\n" + Path("demo.rules").read_text("utf-8"), "utf-8")
    assert fingerprints() == before != []


def test_check_in_a_form_that_does_not_exist_names_those_that_do() -> None:
    done = run("check", demo(), "--format", "junti")
    assert done.exit_code == 2
    assert "checkstyle" in done.stderr


def test_a_file_that_cannot_be_written_is_said() -> None:
    done = run("check", demo(), "-o", "nowhere/at/all.txt")
    assert done.exit_code == 2
    assert "nowhere/at/all.txt" in done.stderr


def test_each_example_is_a_test_case() -> None:
    demo('"four" of five-burned violates at 1, 2, 3, 4', '"four" of five-burned complies')
    done = run("test", "demo.rules", "--format", "junit")
    assert done.exit_code == 1
    [suite] = fromstring(done.stdout)
    failed = [case for case in suite if len(case)]
    assert [(own.get("classname"), own.get("name")) for own in failed] == [
        ("demo.five-burned", "four")
    ]
    assert failed[0].get("file") == "demo.rules"
    assert "violated" in (failed[0][0].get("message") or "")
    assert suite.get("failures") == "1"
    assert int(suite.get("tests") or 0) == len(suite) > 1


def test_an_example_that_fails_is_an_issue() -> None:
    demo('"four" of five-burned violates at 1, 2, 3, 4', '"four" of five-burned complies')
    done = run("test", "demo.rules", "--format", "github")
    assert done.exit_code == 1
    assert done.stdout.startswith("::error file=demo.rules,line=32,col=1,")
    assert run("test", demo(), "--format", "github").stdout == ""


def test_an_audit_writes_both_beside_its_report() -> None:
    rows = "event,casino,session,table,shoe,coup\nburn,C,S,T,1,\ndeal,C,S,T,1,1\n"
    Path("evening.csv").write_text(rows, "utf-8")
    done = run("audit", "evening.csv", "-r", demo(), "--records", "all", "--format", "sarif,junit")
    assert done.exit_code == 1, done.output
    [own] = json.loads(Path("reports/report.sarif").read_text("utf-8"))["runs"]
    [result] = own["results"]
    assert result["ruleId"] == "demo/five-burned"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2}
    root = fromstring(Path("reports/junit.xml").read_text("utf-8"))
    assert [own.get("failures") for own in root] == ["1", "0"]


@pytest.mark.parametrize("named", [".", "fair.rules", "rules"])
def test_what_is_wrong_with_a_vocabulary_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """By the name that the folder has on the command line, as by that of its ruleset."""
    here = tmp_path / "here"
    folder = here / "rules" if named == "rules" else here
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "vocabulary" / "stall.rules").write_text(
        'vocabulary stall fr "Étal" en "Stall"\nfield weight : integr\n', encoding="utf-8"
    )
    (folder / "fair.rules").write_text(
        'ruleset fair version "1" title fr "Foire" en "Fair"\nuse stall\n', encoding="utf-8"
    )
    monkeypatch.chdir(here)
    done = run("check", named)
    told = [line for line in done.stdout.splitlines() if "error[E201]" in line]
    place = "rules/vocabulary" if named == "rules" else "vocabulary"
    assert [line.partition(": ")[0] for line in told] == [f"{place}/stall.rules:2:16"]
