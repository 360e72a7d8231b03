"""Known findings and waivers in outputs and exit statuses; `audits/accepted.txt` has the rest."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from auditor import Audit, CannotAuditError, audit_log, read_log, write_report
from auditor.cli import app
from auditor.report.issues.issue_formats import sarif
from auditor.report.issues.of_report import listing, suites
from auditor.report.render.xlsx import xlsx_bytes
from auditor.reproduction import verify
from tests.report.render.test_xlsx import read, values

RULES = Path(__file__).with_name("audits").joinpath("minima.rules").read_text("utf-8")
HEADER = "time,casino,session,table,event,minimum,maximum"
FIRST = "2026-01-09T21:00:00,Nord,2026-01-09,T1,table_open,1,100"
SECOND = "2026-01-09T21:05:00,Nord,2026-01-09,T2,table_open,2,100"
NEW = FIRST.replace("21:00", "20:50").replace(",T1,", ",T2,")
LATER = "2026-01-10T21:00:00,Nord,2026-01-10,T1,table_open,1,100"
TODAY = datetime(2026, 2, 1, tzinfo=UTC)
SIGNED = 'reason = "letter 12 of the prefecture"\nauthor = "A. Name"\nexpires = 2026-03-01\n'


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "fair.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def log(folder: Path, *rows: str, name: str = "log.csv") -> Path:
    path = folder / name
    path.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    return path


def audit(rules: Path, *rows: str, **asked: object) -> Audit:
    reading = read_log(log(rules.parent, *rows))
    options: dict[str, object] = {"rules": rules, "started": TODAY, "records": "all", **asked}
    return audit_log(reading, **options)  # type: ignore[arg-type]


def waivers(rules: Path, *told: str) -> None:
    content = "".join(f"[[waivers]]\n{own}{SIGNED}" for own in told)
    rules.with_name("fair.waivers.toml").write_text(content, encoding="utf-8")


# ---- the baseline -------------------------------------------------------------------------------
def baseline(rules: Path, *rows: str) -> Path:
    write_report(audit(rules, *rows), rules.with_name("base"), formats=("json",))
    return rules.with_name("base") / "findings.json"


def test_what_lies_outside_the_period_is_only_counted(rules: Path) -> None:
    earlier = baseline(rules, FIRST, SECOND, LATER)
    period = date(2026, 1, 10), date(2026, 1, 10)
    found = audit(rules, FIRST, SECOND, LATER, baseline=earlier, period=period).report.baseline
    assert found is not None
    assert (found.gone, found.elsewhere) == ((), 2)


def test_a_rule_that_is_gone_mends_nothing(rules: Path) -> None:
    earlier = baseline(rules, FIRST)
    rules.write_text(RULES.replace("rule least", "rule at-least"), encoding="utf-8")
    found = audit(rules, FIRST, baseline=earlier).report.baseline
    assert found is not None
    assert [own.why for own in found.gone] == ["not_judged"]


# ---- outputs and exit status --------------------------------------------------------------------
def test_sarif_tells_the_standing_and_keeps_what_is_waived(rules: Path) -> None:
    waivers(rules, 'rule = "least"\nsubject = { table = "T1" }\n', 'rule = "most"\n')
    report = audit(rules, FIRST, SECOND, baseline=baseline(rules, SECOND)).report
    results = json.loads(sarif(listing(report, "en")))["runs"][0]["results"]
    assert [own.get("baselineState") for own in results] == ["new", "unchanged", "new"]
    [suppression] = results[0]["suppressions"]
    assert (suppression["kind"], suppression["status"]) == ("external", "accepted")
    assert "letter 12" in suppression["justification"]
    assert results[2]["ruleId"] == "waiver"


def test_a_build_server_sees_new_findings_fail_and_known_ones_skipped(rules: Path) -> None:
    from auditor.report.issues.issue_formats import junit

    def outcome(*rows: str) -> str:
        report = audit(rules, *rows, baseline=earlier).report
        case = ET.fromstring(junit(suites(report, "en"))).find(".//testcase[@name='least']")
        assert case is not None
        return case[0].tag

    earlier = baseline(rules, FIRST)
    assert outcome(FIRST) == "skipped"
    assert outcome(FIRST, SECOND) == "failure"


def status(rules: Path, path: Path, *asked: str) -> int:
    folder = str(rules.with_name("out"))
    options = ["--rules", str(rules), "--records", "all", "--format", "json", "-o", folder]
    return CliRunner().invoke(app, ["audit", str(path), *options, "--force", *asked]).exit_code


def test_the_exit_status_counts_what_is_new(rules: Path) -> None:
    earlier = str(baseline(rules, FIRST))
    one = log(rules.parent, FIRST)
    assert status(rules, one) == 1
    assert status(rules, one, "--baseline", earlier) == 0
    two = log(rules.parent, FIRST, SECOND, name="two.csv")
    assert status(rules, two, "--baseline", earlier) == 1
    waivers(rules, 'rule = "most"\n')  # which fits nothing
    own = rules.with_name("fair.waivers.toml")
    own.write_text(own.read_text("utf-8").replace("2026-03-01", "2999-01-01"), encoding="utf-8")
    assert status(rules, one, "--baseline", earlier) == 1
    assert status(rules, one, "--baseline", earlier, "--fail-on", "never") == 0


def test_a_baseline_that_is_no_report_is_refused(rules: Path) -> None:
    with pytest.raises(CannotAuditError, match=r"log\.csv"):
        audit(rules, FIRST, baseline=log(rules.parent, FIRST))


def test_a_report_with_a_baseline_and_waivers_is_reproduced(rules: Path) -> None:
    waivers(rules, 'rule = "least"\n')
    earlier = baseline(rules, FIRST)
    audited = audit(rules, FIRST, baseline=earlier)
    write_report(audited, rules.with_name("again"), formats=("json",))
    report = rules.with_name("again") / "findings.json"
    path = rules.parent / "log.csv"
    assert verify(report, [path], rules=rules, baseline=earlier).is_exact
    with pytest.raises(CannotAuditError, match="--baseline"):
        verify(report, [path], rules=rules)


@pytest.fixture
def earlier(rules: Path) -> Path:
    """A report of two minima that are too low."""
    folder = rules.parent / "earlier"
    write_report(audit(rules, FIRST, SECOND), folder, ("json",))
    return folder / "findings.json"


def test_findings_of_another_establishment_are_only_counted(rules: Path) -> None:
    """Of a report about one house, nobody may read that another's finding was resolved."""
    folder, south = rules.parent / "earlier", SECOND.replace("Nord", "Sud")
    write_report(audit(rules, FIRST, south), folder, ("json",))
    asked = {"earlier": folder / "findings.json", "casino": "Nord"}
    own = audit(rules, FIRST, south, **asked).report.follow_up
    assert own is not None
    assert (own.known, own.new, own.gone, own.elsewhere) == (1, 0, (), 1)


def test_the_workbook_has_a_line_for_each_finding_of_either_report(
    rules: Path, earlier: Path
) -> None:
    report = audit(rules, NEW, FIRST, earlier=earlier).report
    assert all(found.is_new for found in report.findings)  # the exit status is the baseline's
    sheet = values(read(xlsx_bytes(report, "en")), "Follow-up of the earlier report")
    assert [row[:2] + row[4:5] for row in sheet[1:]] == [
        (None, 1, "new"),
        (1, 2, "found again"),
        (2, None, "resolved"),
    ]


def test_a_report_that_follows_up_is_verified_with_the_earlier_one(
    rules: Path, earlier: Path, tmp_path: Path
) -> None:
    path = log(tmp_path, NEW, FIRST)
    own = audit_log(read_log(path), rules=rules, started=TODAY, earlier=earlier)
    write_report(own, tmp_path / "own", ("json",))
    again = verify(tmp_path / "own" / "findings.json", [path], rules=rules, earlier=earlier)
    assert again.is_exact
