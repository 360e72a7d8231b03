"""The whole pipeline on a page: read a log, judge it by its rules, report.

    reading = read_log("evening.csv")
    audit = audit_log(reading, rules="…", records="all")
    write_report(audit, "reports")

The same files, rules and parameters give the same report; the clock is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from auditor.engine.recheck import DisagreementError
from auditor.findings.assembly import in_file, report_of
from auditor.findings.finding import Judged, found_in
from auditor.findings.profile import Profile
from auditor.findings.pseudonyms import veiled
from auditor.judging import Engine, judge_games
from auditor.known_findings import marked, prepared
from auditor.log.attribution import Split
from auditor.log.event import SetAside
from auditor.log.files.content import ChangedFileError
from auditor.log.store.memory import give_back
from auditor.messages.message import message
from auditor.reading import Reading, changed_file, read_log, refuse_changed
from auditor.report.files import write
from auditor.report.model import Finding, Language, Report, Run
from auditor.report.outputs import DIALECTS
from auditor.request import (
    CannotAuditError,
    Settings,
    SettingsAsked,
    refuse,
    refuse_case,
    refuse_nothing,
    refuse_outside,
    rules_named,
    run_parameters,
)
from auditor.source import Source

if TYPE_CHECKING:
    from pandas import DataFrame

    from auditor.log.mapping.file import Mapping as MappingFile

__all__ = [
    "Audit",
    "CannotAuditError",
    "DisagreementError",
    "Reading",
    "audit_log",
    "read_log",
    "write_report",
]


@dataclass(frozen=True, slots=True)
class Audit:
    """The report of an audit, and the rows that were set aside by file, sheet and number.

    Of the answers that it rests on nothing is kept: of ten thousand findings they are as much as
    the report itself.  `rule_files` are those of all rules that were applied, those that they use
    and extend among them.
    """

    report: Report
    set_aside: tuple[SetAside, ...]
    rule_files: tuple[Source, ...]
    files: tuple[Path, ...] = ()
    """Those that were read: no report is written over one."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, in the order of their first rows."""
        return self.report.findings

    def to_frame(self, language: Language | None = None) -> DataFrame:
        """One finding a row; `row` is that of the first row, `rows` the names of all of them."""
        from auditor.report.render.csv import frame  # noqa: PLC0415 - pandas is slow to import

        return frame(self.report, language)


def audit_log(
    reading: Reading,
    settings: Settings | None = None,
    *,
    engine: Engine = "columns",
    processes: int = 1,
    found: Callable[[Finding], None] | None = None,
    **asked: Unpack[SettingsAsked],
) -> Audit:
    """Judge a log by a ruleset (a name or a path), or by those that its column `game` names.

    `records` are the kinds of event of which the absence means that they did not happen, beside
    those that the log's mapping names.
    `params` replace values of the rulesets' parameters; texts are read as in a log.
    `period` bounds the gaming days whose findings are reported, both included; the rows of other
    days are judged all the same, since what happened before may decide, and counted as compliant
    or not verifiable.  `must_verify` names provisions, `payments` or `all`: where one could not be
    verified on some subject, the report says so (`not_verified`).  `case` is the TOML file, read or
    not, in which the inspector says what no log can: it gives parameters, the period and the
    establishment where nothing else does.  `casino` is the establishment that is audited, as the
    log names it.
    `baseline` is an earlier report: findings that it has are marked as known, and those of its that
    are not found again are told; `earlier` is one that this audit follows up, without a word to the
    exit status.  With a `key` the report gives people pseudonyms, the same whenever it is
    used.  A log that names another game than `rules` are for is refused, unless `rules_anyway`.
    `started` is written down, and decides which waivers (of the case file, and beside the rules)
    have expired.  Of each rule the first thousands of findings come with their derivation and the
    cells of their rows; `finding` is the id of one that is to have them wherever it stands, and no
    other.  `engine` is what judges, a large log in so many `processes` at once (copies of this one,
    where the system can make them).  `found` is told each finding as soon as a rule gives it, as
    the report will have it but for its derivation, cells and coup, and for what waivers and earlier
    reports say; where the audit is refused in the end, nothing of it counts.  `settings` may have
    all that is asked in one.  Raises CannotAuditError.
    """
    settings = settings or Settings(**asked)
    refuse(reading.refusals)
    rules = settings.rules
    names = rules_named(reading.tables) if rules is None else [str(rules)]
    settings = prepared(settings, reading.mappings, names)

    try:
        judged, left = judge_games(
            reading.tables, settings, engine=engine, processes=processes, found=found
        )
        audit = concluded(judged, left, settings, reading.mappings)
    except ChangedFileError as error:
        raise changed_file(error.path) from None
    give_back()  # what the answers took
    refuse_changed(reading.files)
    return replace(audit, files=tuple(path for path, _ in reading.files))


def concluded(
    judged: Sequence[Judged], left: Split, settings: Settings, mappings: Sequence[MappingFile]
) -> Audit:
    """The audit of what was judged.  Raises CannotAuditError where no row could be evaluated."""
    intakes = [part.intake for part in judged]
    refuse_nothing(intakes, left)
    refuse_outside({day for part in judged for day in part.profile.days}, settings.period)
    for part in judged:
        _refuse_unordered(part.profile)
    programs = [part.program for part in judged]
    if settings.about is not None:
        houses = {name for own in intakes for name in own.casinos}
        refuse_case(settings.about, programs, houses)
    found = found_in(judged, settings.within, settings.detail)
    findings = [own.finding for own in found]
    started = settings.started
    run = Run(
        started=started.isoformat(timespec="seconds") if started else "",
        parameters=run_parameters(settings, mappings, of_others=left.of_others),
        language=settings.language,
    )
    aside = [*left.set_aside, *(own for intake in intakes for own in intake.set_aside)]
    aside.sort(key=in_file)
    report = report_of(judged, findings, left, run, settings.terms(programs))
    report = marked(report, judged, settings, started.date() if started else None)
    if settings.key is not None:
        pairs = zip(found, report.findings, strict=True)
        marks = [replace(own, finding=finding) for own, finding in pairs]
        people = (name for part in judged for name in part.profile.people)
        vocabularies = (program.vocabulary for program in programs)
        report = veiled(report, marks, people, aside, vocabularies, settings.key)
    rules = dict.fromkeys(own for program in programs for own in program.files)
    return Audit(report, tuple(aside), tuple(rules))


OUT_OF_ORDER = (10, Fraction(1, 4))
"""Steps back of the clocks of tables: so many, and such a share of all their steps, in a log that
nobody put in order.
"""
BACKWARDS = 2
"""Steps of a clock that all lead back: so many stand in the reverse order, and in no other."""


def _refuse_unordered(profile: Profile) -> None:
    """All order is that of the rows: where they stand in none, or in the reverse, what was done
    before something else cannot be told.
    """
    least, share = OUT_OF_ORDER
    backs, steps = profile.backs, profile.steps
    reverse = backs.count == steps >= BACKWARDS
    if reverse or (backs.count >= least and backs.count > share * steps):
        _, first = backs.first[0]
        place = message("request.place_row", file=first.row.file, row=first.row.row)
        raise CannotAuditError(
            message("request.unordered", place=place, backs=backs.count, steps=steps)
        )


def write_report(
    audit: Audit,
    directory: str | Path,
    formats: Iterable[str] = ("pdf", "json"),
    language: Language | None = None,
    *,
    force: bool = False,
    csv_dialect: str | None = None,
) -> tuple[Path, ...]:
    """Write the report into a folder, all its files or none; the files written.

    An earlier report of the same logs and rules is replaced, that of others only by `force`, a log
    and the report of a case never: the next version of a case stands in a folder `v2` inside.
    Raises OverwriteError.  `csv_dialect` is a name in `auditor.report.outputs`.
    """
    return write(
        audit.report,
        Path(directory),
        formats,
        language,
        inputs=audit.files,
        force=force,
        dialect=None if csv_dialect is None else DIALECTS[csv_dialect],
        rule_files=audit.rule_files,
    )
