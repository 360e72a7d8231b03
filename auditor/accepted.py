"""From files to what is known and accepted of findings before an audit begins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path

from auditor.case_file import CaseError, CaseFile, WaiversFile, read_waivers
from auditor.findings.accepted import (
    NOTHING,
    About,
    Accepted,
    EarlierReport,
    against_baseline,
    followed_up,
    waived,
)
from auditor.findings.finding import Judged
from auditor.language.resolve.search_path import NotFoundError, beside, locate
from auditor.messages.message import message
from auditor.report.files import NoReportError, read_report
from auditor.report.model import Finding, Report
from auditor.request import CannotAuditError, Request

WAIVERS = "waivers.toml"
"""In the folder of a ruleset; beside a ruleset of one file, `five.waivers.toml`."""


def accepted(
    baseline: str | Path | None,
    case: CaseFile | None,
    rules: Sequence[str],
    follows: str | Path | None = None,
) -> Accepted:
    """Reads the baseline, the case file, the waivers beside the rules (names or paths) and the
    report that is followed up.

    Raises CannotAuditError.
    """
    try:
        files = [own for name in rules if (own := _waivers_of(name)) is not None]
        known = None if baseline is None else _earlier(Path(baseline))
        earlier = None if follows is None else _earlier(Path(follows))
    except (CaseError, NoReportError) as error:
        raise CannotAuditError(error.says) from None
    told = {}
    if files:
        told["waivers"] = ", ".join(f"{own.name} ({own.sha256})" for own in files)
    for name, report in (("baseline", known), ("earlier", earlier)):
        if report is not None:
            told[name] = f"{report.name} ({report.sha256})"
    by_case = () if case is None else [(case.name, own) for own in case.case.waivers]
    by_files = [(file.name, own) for file in files for own in file.waivers]
    return Accepted((*by_case, *by_files), known, earlier, told)


def _waivers_of(named: str) -> WaiversFile | None:
    try:
        rules = locate(named)
    except NotFoundError as error:
        raise CannotAuditError(*error.says) from None
    path = beside(rules, WAIVERS)
    return read_waivers(path) if path.exists() else None


def _earlier(path: Path) -> EarlierReport:
    content, report = read_report(path)
    return EarlierReport(path.name, sha256(content).hexdigest(), report)


def marked(
    report: Report, judged: Sequence[Judged], request: Request, today: date | None
) -> Report:
    """The report with what is known and accepted of its findings.

    `today` is the day on which waivers expire or do not.  Raises CannotAuditError where it is
    needed and not known.
    """
    asked = request.accepted
    if asked == NOTHING:
        return report
    about = _about(judged, request)
    if asked.waivers:
        if today is None:
            raise CannotAuditError(message("waiver.no_day"))
        by_id, told = waived(report.findings, asked.waivers, about, today)
        findings = tuple(_with(own, waiver=by_id.get(own.id)) for own in report.findings)
        report = report.model_copy(update={"findings": findings, "waivers": told})
    if asked.baseline is not None:
        known, baseline = against_baseline(
            asked.baseline, report.findings, report.rules, about, complete=not report.set_aside
        )
        findings = tuple(_with(own, known=own.id in known) for own in report.findings)
        report = report.model_copy(update={"findings": findings, "baseline": baseline})
    if asked.earlier is not None:
        marks, follow_up = followed_up(asked.earlier, report, about)
        findings = tuple(_with(own, earlier=marks[own.id]) for own in report.findings)
        report = report.model_copy(update={"findings": findings, "follow_up": follow_up})
    return report


def _with(finding: Finding, **known: object) -> Finding:
    return finding.model_copy(update=known) if any(known.values()) else finding


def _about(judged: Sequence[Judged], request: Request) -> About:
    terms = request.terms(())
    days = {day for part in judged for day in part.profile.gaming_days if terms.within(day)}
    return About({part.program.name for part in judged}, days, request.establishment)
