"""From files to what is known and accepted of findings before an audit begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.case import StatedCase
from auditor.case_file import CaseError, CaseFile, read_case, read_waivers
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
from auditor.report.model import Report
from auditor.request import CannotAuditError, Records, Settings

if TYPE_CHECKING:
    from auditor.log.mapping.file import Mapping as MappingFile


WAIVERS = "waivers.toml"
"""In the folder of a ruleset; beside a ruleset of one file, `five.waivers.toml`."""


def prepared(settings: Settings, mappings: Sequence[MappingFile], rules: Sequence[str]) -> Settings:
    """The settings with what the files say that they name: the case, the earlier reports, and the
    waivers beside the rules (names or paths); what the mappings say of records is added.

    A case without a period of its own leaves that of the settings.  Raises CannotAuditError.
    """
    case = case_of(settings)
    try:
        paths = [path for path in map(_waivers_of, rules) if path.exists()]
        waivers = [(path.name, *read_waivers(path)) for path in paths]
        known, earlier = map(_earlier, (settings.baseline, settings.earlier))
    except (CaseError, NoReportError) as error:
        raise CannotAuditError(*error.says) from None
    told = {}
    if waivers:
        told["waivers"] = ", ".join(f"{name} ({sha})" for name, sha, _ in waivers)
    for name, report in (("baseline", known), ("earlier", earlier)):
        if report is not None:
            told[name] = f"{report.name} ({report.sha256})"
    by_case = [] if case is None else [(case.name, own) for own in case.case.waivers]
    by_files = [(name, own) for name, _, every in waivers for own in every]
    period = settings.period
    if case is not None and period == (None, None):
        period = case.case.period.start, case.case.period.end
    return replace(
        settings,
        records=_also_recorded(settings.records, mappings),
        case=case,
        period=period,
        accepted=Accepted((*by_case, *by_files), known, earlier, told),
    )


def case_of(settings: Settings) -> CaseFile | None:
    """The case, of which the file is read unless it has been; one that stands in no file is known
    by what it says.  Raises CannotAuditError.
    """
    case = settings.case
    try:
        if isinstance(case, StatedCase):
            return CaseFile("–", sha256(case.model_dump_json().encode()).hexdigest(), case)
        return read_case(Path(case)) if isinstance(case, str | Path) else case
    except CaseError as error:
        raise CannotAuditError(*error.says) from None


def _also_recorded(records: Records, mappings: Sequence[MappingFile]) -> Records:
    """The kinds that are asked to count as recorded, and those that the mappings name."""
    by_mapping = frozenset(kind for own in mappings for kind in own.records)
    if records == "all" or "all" in by_mapping:
        return "all"
    return {*([records] if isinstance(records, str) else records), *by_mapping}


def _waivers_of(named: str) -> Path:
    """Where the waivers beside some rules stand."""
    try:
        return beside(locate(named), WAIVERS)
    except NotFoundError as error:
        raise CannotAuditError(*error.says) from None


def _earlier(path: str | Path | None) -> EarlierReport | None:
    if path is None:
        return None
    content, report = read_report(Path(path))
    return EarlierReport(Path(path).name, sha256(content).hexdigest(), report)


def marked(
    report: Report, judged: Sequence[Judged], settings: Settings, today: date | None
) -> Report:
    """The report with what is known and accepted of its findings.

    `today` is the day on which waivers expire or do not.  Raises CannotAuditError where it is
    needed and not known.
    """
    asked, found = settings.accepted, dict[tuple[str, str], tuple[Mapping[str, object], object]]()
    if asked == NOTHING:
        return report
    terms = settings.terms(())
    days = {day for part in judged for day in part.profile.gaming_days if terms.within(day)}
    about = About({part.program.name for part in judged}, days, settings.establishment)
    if asked.waivers:
        if today is None:
            raise CannotAuditError(message("waiver.no_day"))
        found["waiver", "waivers"] = waived(report.findings, asked.waivers, about, today)
    if asked.baseline is not None:
        found["known", "baseline"] = against_baseline(asked.baseline, report, about)
    if asked.earlier is not None:
        found["earlier", "follow_up"] = followed_up(asked.earlier, report, about)
    for (mark, part_), (marks, told) in found.items():
        findings = tuple(
            own.model_copy(update={mark: marks[own.id]}) if own.id in marks else own
            for own in report.findings
        )
        report = report.model_copy(update={"findings": findings, part_: told})
    return report
