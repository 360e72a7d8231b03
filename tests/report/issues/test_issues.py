"""What code hosts and build servers read: valid in their own terms, whatever a log holds."""

import json
import re
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from auditor.report.issues import issue_formats
from auditor.report.issues.of_report import junit_bytes, level, listing, sarif_bytes, suites
from auditor.report.model import Demand, Report, RowRef
from tests.report.evening import BOOK, CSV, SHEET, changed, evening
from tests.report.hostile import hostile

REPORT = evening(30)


def told(report: Report = REPORT) -> dict[str, Any]:
    [run] = json.loads(sarif_bytes(report))["runs"]
    own: dict[str, Any] = run
    return own


# ---- SARIF --------------------------------------------------------------------------------------
def test_sarif_says_every_finding_with_its_rule() -> None:
    run = told()
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.rule for rule in REPORT.rules]
    assert len(run["results"]) == len(REPORT.findings)
    for result, finding in zip(run["results"], REPORT.findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.rule
        assert result["level"] == level(finding)
        assert result["partialFingerprints"] == {"auditor/v1": finding.id}
        assert result["message"]["text"]


def test_lines_are_those_of_text_files_and_sheets_are_named() -> None:
    in_book = RowRef(file=BOOK, sheet=SHEET, row=9)
    below_a_break = RowRef(file=CSV, sheet=None, row=9, line=11)
    rows = (REPORT.findings[0].rows[0], in_book, below_a_break)
    findings = [changed(REPORT.findings[0], rows=(row,)) for row in rows]
    report = changed(REPORT, findings=tuple(findings))
    for result, first in zip(told(report)["results"], rows, strict=True):
        [location] = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        if first.file == CSV:
            assert location["physicalLocation"]["region"] == {"startLine": first.line or first.row}
            assert "logicalLocations" not in location
        else:
            assert "region" not in location["physicalLocation"]
            [logical] = location["logicalLocations"]
            assert logical == {
                "name": str(first.row),
                "fullyQualifiedName": f"{SHEET}/{first.row}",
                "kind": "row",
            }


def test_what_was_not_verified_or_set_aside_is_said_beside_the_findings() -> None:
    report = evening(30)
    [invocation] = told(report)["invocations"]
    said = [own["descriptor"]["id"] for own in invocation["toolExecutionNotifications"]]
    assert said.count("set-aside") == len(report.set_aside) > 0
    assert said.count("not-verifiable") == sum(rule.not_verifiable > 0 for rule in report.rules) > 0
    row_count = [own["properties"]["row_count"] for own in told(report)["artifacts"]]
    read = sum(sheet["rows_read"] for own in row_count for sheet in own.values())
    assert read == sum(own.rows_read for own in report.inputs)


def test_what_had_to_be_verified_and_was_not_is_an_error_that_all_are_told() -> None:
    name = REPORT.rulesets[0].name
    unpaid = Demand(asked="payments", ruleset=name, unchecked=3)
    report = changed(REPORT, not_verified=(unpaid,))
    says = "3 settlements are recorded, and not one could be checked."
    [told_by_sarif] = [
        own
        for own in json.loads(sarif_bytes(report, "en"))["runs"][0]["invocations"][0][
            "toolExecutionNotifications"
        ]
        if says in own["message"]["text"]
    ]
    assert told_by_sarif["level"] == "error"
    *others, last = suites(report, "en")
    [case] = last.cases
    assert (case.outcome, case.says) == ("failure", f"{report.rulesets[0].title.en}: {says}")
    assert others == [*suites(REPORT, "en")]


def test_a_text_is_no_link_and_no_placeholder_to_a_reader_of_sarif() -> None:
    own = issue_formats.Issue("c", "error", "[here](http://x) {0} {found}\u202e", None, "f")
    text = json.loads(
        issue_formats.sarif(
            issue_formats.IssueList("1", "en", (issue_formats.IssueKind("c", "says"),), (own,))
        )
    )["runs"][0]
    assert text["results"][0]["message"]["text"] == "[here] (http://x) {{0}} {found}[U+202E]"


def test_a_report_from_a_stranger_is_escaped_everywhere() -> None:
    own = hostile(REPORT)
    assert "\u202e" not in sarif_bytes(own).decode()
    for content in (junit_bytes(own).decode(), issue_formats.checkstyle(listing(own, "fr"))):
        assert "\u202e" not in content
        names = {element.tag for element in fromstring(content).iter()}
        assert not names & {"script", "h1", "img", "a"}
    uris = {own["location"]["uri"] for own in told(own)["artifacts"]}
    assert all(re.fullmatch(r"[\w.~%/-]+", uri) for uri in uris)


def test_a_name_that_no_text_holds_is_written_all_the_same() -> None:
    finding = REPORT.findings[0]
    row = changed(finding.rows[0], file="a\udcff.csv")
    broken = changed(finding, rows=(row,), found="\udcff")
    own = changed(REPORT, findings=(broken,))
    assert b"udcff" in sarif_bytes(own)
    assert junit_bytes(own)


# ---- JUnit --------------------------------------------------------------------------------------
def test_a_rule_passes_only_where_all_was_verified() -> None:
    outcome = {
        f"{case.within}/{case.name}": case.outcome
        for suite in suites(REPORT, "en")
        for case in suite.cases
    }
    for rule in REPORT.rules:
        expected = "passed"
        if rule.not_verifiable or not rule.checked:
            expected = "skipped"
        if rule.violations:
            expected = "failure"
        assert outcome[rule.rule] == expected


def test_counts_of_junit_are_those_of_its_cases() -> None:
    cases = (
        issue_formats.JunitTest("g.r", "passes"),
        issue_formats.JunitTest("g.r", "fails <b>&", "failure", "no", "a\nb\x00", "x.rules", 3),
        issue_formats.JunitTest("g.r", "skipped", "skipped", "why"),
        issue_formats.JunitTest("g.r", "breaks", "error", "why"),
    )
    root = fromstring(issue_formats.junit([issue_formats.Suite("g", cases, (("file", "hash"),))]))
    [suite] = root
    for element in (root, suite):
        counted = [element.get(name) for name in ("tests", "failures", "errors", "skipped")]
        assert counted == ["4", "1", "1", "1"]
    passes, fails, skips, breaks = suite.findall("testcase")
    assert list(passes) == []
    assert fails.attrib == {
        "classname": "g.r",
        "name": "fails <b>&",
        "file": "x.rules",
        "line": "3",
    }
    assert (fails[0].get("message"), fails[0].text) == ("no", "a\nb[U+0000]")
    assert (skips[0].tag, breaks[0].tag) == ("skipped", "error")


# ---- code hosts ---------------------------------------------------------------------------------
AT = issue_formats.IssuePlace("x,y:z.rules", 3, 5, 3, 9)
HOSTILE = issue_formats.Issue("c", "warning", "a\n::error::b 100%", AT, "f", (), {})
LISTING = issue_formats.IssueList("1", "en", (issue_formats.IssueKind("c", "says"),), (HOSTILE,))


def test_a_text_begins_no_command_of_github() -> None:
    assert issue_formats.github(LISTING) == (
        "::warning file=x%2Cy%3Az.rules,line=3,col=5,endLine=3,endColumn=8,title=c"
        "::a%0A::error::b 100%25\n"
    )


def test_gitlab_is_told_what_and_where() -> None:
    [own] = json.loads(issue_formats.gitlab(LISTING))
    assert own["fingerprint"] == "f"
    assert own["severity"] == "minor"
    assert own["location"] == {"path": "x,y:z.rules", "lines": {"begin": 3}}


def test_checkstyle_has_each_file_once() -> None:
    two = issue_formats.IssueList("1", "en", LISTING.kinds, (HOSTILE, HOSTILE))
    [file] = fromstring(issue_formats.checkstyle(two))
    assert file.get("name") == "x,y:z.rules"
    assert [own.get("line") for own in file] == ["3", "3"]


@pytest.mark.parametrize("other", [("a", "c"), ("b", "b")])
def test_a_fingerprint_is_of_what_is_said(other: tuple[str, str]) -> None:
    first, again, differs = issue_formats.fingerprints([("a", "b"), ("a", "b"), other])
    assert len({first, again, differs}) == 3
    assert issue_formats.fingerprints([other, ("a", "b")])[1] == first
