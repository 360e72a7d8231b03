"""Known findings and waivers: none is hidden, none is forgotten."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from auditor import Audit, CannotAuditError, audit_log, read_log, write_report
from auditor.case_file import CaseError, read_waivers
from auditor.cli import app
from auditor.report.issues.issue_formats import sarif
from auditor.report.issues.of_report import listing, suites
from auditor.report.model import Earlier, Report
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from auditor.report.render.xlsx import xlsx_bytes
from auditor.reproduction import verify
from tests.report.render.test_xlsx import read, values

RULES = """\
ruleset fair
  version "1"
  title fr "Foire" en "Fair"

use table

provision fair.1 fr "Le minimum est d'au moins 5" en "The minimum is at least 5"
provision fair.2 fr "Le maximum est d'au moins 50" en "The maximum is at least 50"

rule least
  severity major
  cites fair.1
  for each table_open
  require minimum >= 5
  message fr "minimum de {found}" en "minimum of {found}"

rule most
  severity major
  cites fair.2
  for each table_open
  require maximum >= 50
  message fr "maximum de {found}" en "maximum of {found}"
"""
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


def states(audited: Audit) -> list[tuple[str, int]]:
    return [(own.state, len(own.findings)) for own in audited.report.waivers]


# ---- waivers ------------------------------------------------------------------------------------
def test_a_waiver_beside_the_rules_is_told_with_its_finding(rules: Path) -> None:
    waivers(rules, 'rule = "fair/least"\nsubject = { table = "T1" }\n')
    report = audit(rules, FIRST, SECOND).report
    first, second = report.findings
    assert first.waiver is not None
    assert (first.waiver.author, first.waiver.expires) == ("A. Name", "2026-03-01")
    assert second.waiver is None
    assert report.summary.violations == 2
    for said in (text(report, "en"), html_text(report, "en")):
        assert "letter 12 of the prefecture" in said
        assert "1 finding is accepted by a waiver." in said


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ('rule = "least"\nsubject = { table = "T1", session = "2026-01-09" }\n', "in_use"),
        ('provision = "fair.1"\nat_most = 2\n', "in_use"),
        ('provision = "fair.1"\n', "too_broad"),
        ('subject = { casino = "Nord" }\n', "too_broad"),
        ('provision = "fair.2"\n', "unused"),
        ('rule = "least"\nsubject = { table = "T9" }\n', "unused"),
        ('rule = "least"\nsubject = { session = "2026-01-10" }\n', "elsewhere"),
        ('rule = "other/least"\n', "elsewhere"),
    ],
)
def test_what_becomes_of_a_waiver(rules: Path, told: str, state: str) -> None:
    waivers(rules, told)
    audited = audit(rules, FIRST, SECOND)
    [own] = audited.report.waivers
    assert own.state == state
    assert any(found.waiver for found in audited.findings) == (state == "in_use")


def test_an_expired_waiver_waives_nothing(rules: Path) -> None:
    waivers(rules, 'rule = "least"\n')
    last = datetime(2026, 3, 1, tzinfo=UTC)
    assert states(audit(rules, FIRST, started=last)) == [("in_use", 1)]
    expired = audit(rules, FIRST, started=datetime(2026, 3, 2, tzinfo=UTC))
    assert states(expired) == [("expired", 1)]
    assert expired.findings[0].waiver is None
    said = "Waiver without effect (fair.waivers.toml, least): it expired on 1 Mar 2026."
    assert said in text(expired.report, "en").replace("\u00a0", " ")


def test_without_the_day_of_the_audit_no_waiver_can_hold(rules: Path) -> None:
    waivers(rules, 'rule = "least"\n')
    with pytest.raises(CannotAuditError, match="Give that of the audit"):
        audit(rules, FIRST, started=None)


def test_a_waiver_stands_in_the_case_file(rules: Path) -> None:
    case = rules.with_name("case.toml")
    own = f'[[waivers]]\nrule = "least"\n{SIGNED}'
    case.write_text(f'number = "1"\n[establishment]\nname = "Nord"\n{own}', encoding="utf-8")
    [waiver] = audit(rules, FIRST, case=case).report.waivers
    assert (waiver.file, waiver.state) == ("case.toml", "in_use")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (f"[[waivers]]\n{SIGNED}", "waivers[1]`: say what is accepted"),
        (
            '[[waivers]]\nrule = "a"\nreason = "b"\nauthor = "c"\n',
            "[1].expires`: is missing",
        ),
        (f'[[waivers]]\nruel = "a"\n{SIGNED}', "waivers[1].ruel`: there is no such key; did you"),
        (f'[[waivers]]\nrule = "a"\n{SIGNED.replace("A. Name", " ")}', "cannot be empty"),
        (f'[[waivers]]\nrule = "a"\nat_most = "3"\n{SIGNED}', "[1].at_most`: should be a whole"),
        (f'[[waivers]]\nrule = "a"\nat_most = true\n{SIGNED}', "[1].at_most`: should be a whole"),
        (f'[[waivers]]\nrule = "a"\nat_most = 0\n{SIGNED}', "[1].at_most`: should be 1 or"),
        *(
            (
                f'[[waivers]]\nrule = "a"\n{SIGNED.replace("2026-03-01", day)}',
                "[1].expires`: should be a day, such as 2026-03-01",
            )
            for day in (
                "1772323200",
                '"1772323200"',
                "2026-03-01T00:00:00",
                '"2026-02-30"',
                "false",
            )
        ),
    ],
)
def test_a_waiver_says_what_why_who_and_until_when(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CaseError) as error:
        read_waivers(path)
    assert says in str(error.value)


# ---- the baseline -------------------------------------------------------------------------------
def baseline(rules: Path, *rows: str) -> Path:
    write_report(audit(rules, *rows), rules.with_name("base"), formats=("json",))
    return rules.with_name("base") / "findings.json"


def test_known_findings_are_told_from_new_ones(rules: Path) -> None:
    report = audit(rules, NEW, FIRST, baseline=baseline(rules, FIRST)).report
    assert [own.known for own in report.findings] == [False, True]
    assert report.baseline is not None
    assert (report.baseline.known, report.baseline.new, report.baseline.gone) == (1, 1, ())
    assert "Findings known before (findings.json): 1; new: 1." in text(report, "en")


def test_what_is_not_found_again_is_told_with_what_that_means(rules: Path) -> None:
    earlier = baseline(rules, FIRST, SECOND, LATER)

    def why(*rows: str, **asked: object) -> tuple[list[str], int]:
        found = audit(rules, *rows, baseline=earlier, **asked).report.baseline
        assert found is not None
        return [own.why for own in found.gone], found.elsewhere

    mended = SECOND.replace(",2,100", ",9,100")
    assert why(FIRST, mended, LATER) == (["answered"], 0)
    assert why(FIRST, mended) == (["answered"], 1)
    unread = SECOND.replace(",2,100", ",,100")
    assert why(FIRST, unread, LATER) == (["open"], 0)
    period = date(2026, 1, 10), date(2026, 1, 10)
    assert why(FIRST, SECOND, LATER, period=period) == ([], 2)


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


def follow(rules: Path, earlier: Path, *rows: str) -> Report:
    return audit(rules, *rows, earlier=earlier).report


def test_each_finding_is_known_or_new_and_the_others_are_resolved(
    rules: Path, earlier: Path
) -> None:
    report = follow(rules, earlier, NEW, FIRST)
    own = report.follow_up
    assert own is not None
    by_table = {str(found.time)[11:16]: found.earlier for found in report.findings}
    assert by_table == {"20:50": Earlier(number=None), "21:00": Earlier(number=1)}
    assert (own.known, own.new, own.elsewhere, own.same_logs) == (1, 1, 0, False)
    assert [(gone.number, gone.why) for gone in own.gone] == [(2, "answered")]
    assert all(found.is_new for found in report.findings)  # the exit status is the baseline's


def test_findings_of_other_days_are_only_counted(rules: Path, earlier: Path) -> None:
    own = follow(rules, earlier, LATER).follow_up
    assert own is not None
    assert (own.known, own.new, own.gone, own.elsewhere) == (0, 1, (), 2)


def test_findings_of_another_establishment_are_only_counted(rules: Path) -> None:
    """Of a report about one house, nobody may read that another's finding was resolved."""
    folder, south = rules.parent / "earlier", SECOND.replace("Nord", "Sud")
    write_report(audit(rules, FIRST, south), folder, ("json",))
    asked = {"earlier": folder / "findings.json", "casino": "Nord"}
    own = audit(rules, FIRST, south, **asked).report.follow_up
    assert own is not None
    assert (own.known, own.new, own.gone, own.elsewhere) == (1, 0, (), 1)


def test_of_the_same_logs_the_report_says_so(rules: Path, earlier: Path) -> None:
    report = follow(rules, earlier, FIRST, SECOND)
    assert report.follow_up is not None
    assert report.follow_up.same_logs
    assert "to the bit" in html_text(report, "en")
    assert "All findings of the earlier report are found again." in html_text(report, "en")


def test_every_form_tells_it_in_both_languages(rules: Path, earlier: Path) -> None:
    report = follow(rules, earlier, NEW, FIRST)
    english, french = (html_text(report, own) for own in ("en", "fr"))
    assert "resolved: 1; that cannot be said to be resolved: 0" in english
    assert "no. 1 of the earlier report" in english.replace("\u00a0", " ")
    assert "New since the earlier report" in english
    assert "Suites du rapport précédent" in french
    assert "New since the earlier report" in text(report, "en")
    sheet = values(read(xlsx_bytes(report, "en")), "Follow-up of the earlier report")
    assert [row[:2] + row[4:5] for row in sheet[1:]] == [
        (None, 1, "new"),
        (1, 2, "found again"),
        (2, None, "resolved"),
    ]
    assert json.loads(report.model_dump_json())["follow_up"]["gone"][0]["number"] == 2


def test_a_report_that_follows_up_is_verified_with_the_earlier_one(
    rules: Path, earlier: Path, tmp_path: Path
) -> None:
    path = log(tmp_path, NEW, FIRST)
    own = audit_log(read_log(path), rules=rules, started=TODAY, earlier=earlier)
    write_report(own, tmp_path / "own", ("json",))
    again = verify(tmp_path / "own" / "findings.json", [path], rules=rules, earlier=earlier)
    assert again.is_exact
