"""A report as issues and as test cases.  Only violations are issues; that something could not be
verified, or was set aside, is said beside them and never passes for compliant.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from auditor.log.files.content import PACKED_ENDINGS
from auditor.log.files.formats import FORMATS
from auditor.report.issues.issue_formats import (
    Artifact,
    Issue,
    IssueKind,
    IssueList,
    IssuePlace,
    JunitTest,
    Level,
    Outcome,
    Standing,
    Suite,
    fingerprints,
    junit,
    sarif,
)
from auditor.report.labels import Words, file_name, row_count, row_name, subject_line
from auditor.report.model import AskedFor, Finding, Language, Report, RowRef, Rule, SetAside
from auditor.report.sections.statement import decided, demands, gone_finding, wrong_waiver

LINES = tuple(
    f"{ending}{packed}"
    for own in FORMATS
    if own.is_text
    for ending in (*own.endings, *own.unsought)
    for packed in ("", *PACKED_ENDINGS)
)
"""How files end whose rows are lines."""


def listing(report: Report, language: Language) -> IssueList:
    """The findings as issues."""
    words = Words(language, report.names)
    issues = [_issue(finding, report, words) for finding in report.findings]
    wrong = [_waiver(own, report, words) for own in report.waivers if own.is_wrong]
    kinds = [_kind(rule, report, language) for rule in report.rules]
    return IssueList(
        report.auditor.version,
        language,
        (*kinds, *(_WRONG_WAIVER if wrong else ())),
        (*issues, *wrong),
        tuple(_artifacts(report)),
        tuple(_notes(report, words)),
    )


_WRONG_WAIVER = (
    IssueKind("waiver", "Waivers expire, fit a finding, and fit no more than they say."),
)


def _waiver(own: AskedFor, report: Report, words: Words) -> Issue:
    [known_as] = fingerprints([(own.file, str(own.rule), str(own.provision), str(own.subject))])
    standing: Standing | None = None if report.baseline is None else "new"
    says = wrong_waiver(own, words)
    return Issue("waiver", "error", says, IssuePlace(own.file), known_as, standing=standing)


def _kind(rule: Rule, report: Report, language: Language) -> IssueKind:
    name = rule.rule.partition("/")[0]
    law = [
        f"{own.id} : {own.text.fr}" if language == "fr" else f"{own.id}: {own.text.en}"
        for own in report.provisions
        if own.ruleset == name and own.id in rule.provisions
    ]
    told: dict[str, object] = {"provisions": list(rule.provisions), "class": rule.class_}
    for count in ("severity", "checked", "violations", "not_verifiable", "not_applicable"):
        told[count] = getattr(rule, count)
    return IssueKind(rule.rule, rule.title.in_language(language), "\n".join(law), told)


def _issue(finding: Finding, report: Report, words: Words) -> Issue:
    says = words.says(finding.message)
    cells = {row.position: row.cells for row in finding.evidence}
    # An editor opens the payment that is wrong, where there is one.
    wrong = [row.position for row in finding.decisive]
    rows = sorted(finding.rows, key=lambda row: row.position not in wrong)
    places = [_place(row) for row in rows]
    related = tuple(
        (_cells(cells.get(row.position, {})), place)
        for row, place in zip(rows[1:], places[1:], strict=True)
    )
    told: dict[str, object] = {
        "provisions": list(finding.provisions),
        "class": finding.class_,
        "severity": finding.severity,
        "subject": subject_line(finding.subject, words),
        "expected": finding.expected,
        "found": finding.found,
        "time": finding.time,
    }
    told = {name: value for name, value in told.items() if value is not None}
    first = places[0] if places else None
    standing: Standing | None = "unchanged" if finding.known else "new"
    standing = None if report.baseline is None else standing
    why = None
    if finding.waiver is not None:
        [(label, said)] = decided(finding, words)
        why = f"{label}{words('colon')} {said}"
    return Issue(
        finding.rule, level(finding), says, first, finding.id, related, told, standing, why
    )


def level(finding: Finding) -> Level:
    """Only a departure from a law that is cited, and stands, is an error."""
    serious = finding.severity != "minor"
    if finding.class_ == "departure":
        return "error" if serious else "warning"
    return "warning" if serious else "note"


def _cells(cells: dict[str, str]) -> str:
    return " ".join(f"{name}={text}" for name, text in cells.items()) or "–"


def _place(row: RowRef) -> IssuePlace:
    """The line of a text; within a workbook or a database, the sheet and the row by name."""
    if row.sheet is None and row.file.lower().endswith(LINES):
        line = row.row if row.line is None else row.line
        return IssuePlace(row.file, line)
    sheet = (("sheet", row.sheet),) if row.sheet is not None else ()
    return IssuePlace(row.file, parts=(*sheet, ("row", str(row.row))))


def _artifacts(report: Report) -> Iterator[Artifact]:
    """Each file once, with the row count of its sheets."""
    for file, inputs in groupby(report.inputs, lambda own: own.file):
        told = tuple(inputs)
        row_count = {
            own.sheet or "": {
                "rows_read": own.rows_read,
                "rows_evaluated": own.rows_evaluated,
                "rows_set_aside": own.rows_set_aside,
            }
            for own in told
        }
        yield Artifact(file, told[0].sha256, {"row_count": row_count})


def _notes(report: Report, words: Words) -> Iterator[Issue]:
    for own in report.set_aside:
        yield Issue("set-aside", "warning", _set_aside(own), _place(own), "")
    for rule in report.rules:
        if rule.not_verifiable:
            says = f"{rule.rule}{words('colon')} {_unverified(rule, words)}"
            yield Issue("not-verifiable", "warning", says, None, "")
    for gone in report.baseline.gone if report.baseline is not None else ():
        yield Issue("gone", "note", gone_finding(gone, words), None, "")
    if report.summary.nothing_verified is not None:
        says = report.summary.nothing_verified.in_language(words.language)
        yield Issue("nothing-verified", "error", says, None, "")
    for says in demands(report, words):
        yield Issue("not-verified", "error", says, None, "")


def _set_aside(own: SetAside) -> str:
    cell = f"{own.column}=`{own.value or ''}`: " if own.column is not None else ""
    return f"{cell}{own.reason}"


def _unverified(rule: Rule, words: Words) -> str:
    """How often a rule could not be verified, and why."""
    said = words("answer.not_verifiable")
    reasons = [
        f"{reason.count} × {words.says(reason.reason)}" for reason in rule.not_verifiable_reasons
    ]
    return f"{said} {rule.not_verifiable}" + (f" ({'; '.join(reasons)})" if reasons else "")


# ---- as test cases ------------------------------------------------------------------------------
def suites(report: Report, language: Language) -> Iterator[Suite]:
    """A suite for each ruleset, a case for each rule; and one with a case for each file read.

    A rule passes where all of its subjects could be judged and are compliant.
    """
    words = Words(language, report.names)
    findings: dict[str, list[Finding]] = {}
    for finding in report.findings:
        findings.setdefault(finding.rule, []).append(finding)
    for name, rules in groupby(report.rules, lambda own: own.rule.partition("/")[0]):
        yield Suite(name, tuple(_case(rule, findings.get(rule.rule, []), words) for rule in rules))
    if report.waivers:
        yield Suite(words("waivers"), tuple(_waivers(report, words)))
    hashes = tuple((file_name(own.file, own.sheet), own.sha256) for own in report.inputs)
    yield Suite(words("row_count"), tuple(_files(report, words)), hashes)
    if failed := demands(report, words):
        name = words("demands")
        yield Suite(name, (JunitTest(name, name, "failure", " ".join(failed)),))


def _case(rule: Rule, findings: list[Finding], words: Words) -> JunitTest:
    ruleset, _, name = rule.rule.partition("/")
    if findings:
        lines = [
            f"{row_name(own.rows[0]) if own.rows else ''}  {' '.join(own.provisions)}  "
            f"{words.says(own.message)}  {own.id}"
            for own in findings
        ]
        first = findings[0].rows[0] if findings[0].rows else None
        place = _place(first) if first is not None else None
        outcome: Outcome = "failure" if any(own.is_new for own in findings) else "skipped"
        says = f"{words('answer.violations')} {rule.violations}"
        file, line = (place.file, place.line) if place is not None else ("", None)
        return JunitTest(ruleset, name, outcome, says, "\n".join(lines), file, line)
    if rule.not_verifiable:
        return JunitTest(ruleset, name, "skipped", _unverified(rule, words))
    if not rule.checked:
        says = f"{words('answer.not_applicable')} {rule.not_applicable}"
        return JunitTest(ruleset, name, "skipped", says)
    return JunitTest(ruleset, name)


def _waivers(report: Report, words: Words) -> Iterator[JunitTest]:
    for number, own in enumerate(report.waivers, start=1):
        name = f"{own.file} {number}"
        if own.is_wrong:
            yield JunitTest(
                words("waivers"), name, "failure", wrong_waiver(own, words), "", own.file
            )
        else:
            yield JunitTest(words("waivers"), name)


def _files(report: Report, words: Words) -> Iterator[JunitTest]:
    nothing = report.summary.nothing_verified
    for own in report.inputs:
        name = file_name(own.file, own.sheet)
        if nothing is not None:
            yield JunitTest(words("row_count"), name, "error", nothing.in_language(words.language))
        elif own.rows_set_aside:
            yield JunitTest(words("row_count"), name, "skipped", row_count(own, words))
        else:
            yield JunitTest(words("row_count"), name)


def junit_bytes(report: Report, language: Language | None = None) -> bytes:
    """JUnit XML in UTF-8."""
    text = junit(suites(report, language or report.run.language))
    return text.encode("utf-8", errors="backslashreplace")


def sarif_bytes(report: Report, language: Language | None = None) -> bytes:
    """SARIF 2.1.0 in UTF-8."""
    text = sarif(listing(report, language or report.run.language))
    return text.encode("utf-8", errors="backslashreplace")
