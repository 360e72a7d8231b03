"""The whole pipeline on a page: read a log, judge it by its rules, report.

    reading = read_log("evening.csv")
    audit = audit_log(reading, rules="…", records="all")
    write_report(audit, "reports")

The same files, rules and parameters give the same report; the clock is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Unpack

from auditor import request
from auditor.engine.blocking import Marks, marks_of
from auditor.engine.measures import Measured
from auditor.engine.partition import as_logged
from auditor.engine.recheck import DisagreementError
from auditor.engine.run import Replay
from auditor.findings.accepted import NOTHING, About, against_baseline, followed_up, waived
from auditor.findings.assembly import in_file, report_of
from auditor.findings.causes import in_doubt, with_rows
from auditor.findings.dependencies import may_repeat, to_the_minute
from auditor.findings.finding import Judged, Reporter, coups, found_in, order_of, with_absences
from auditor.findings.money import paid
from auditor.findings.profile import Profile, can_be_parted, whole_profile
from auditor.findings.profile_columns import days_of, people_of, profile_of
from auditor.findings.pseudonyms import PEOPLE, hiding_people, veiled
from auditor.judge.replay import replay
from auditor.judge.verdict import Tally, Verdict, taken_as_logged
from auditor.language.core import Program
from auditor.language.facts import narrowed
from auditor.log.attribution import Split
from auditor.log.event import Log, SetAside
from auditor.log.files.content import ChangedFileError
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.store.columns import log_of
from auditor.log.store.columns_of_tables import Everything, read_columns
from auditor.log.store.memory import give_back
from auditor.log.store.times import shows_no_seconds
from auditor.log.table import Table
from auditor.messages.message import message
from auditor.reading import Reading, changed_file, prepared, read_log, refuse_changed, sorted_file
from auditor.report.files import write
from auditor.report.model import Finding, Language, Report, Run
from auditor.report.outputs import DIALECTS
from auditor.request import CannotAuditError, Settings, SettingsAsked
from auditor.source import Frozen, Source
from auditor.values import Value
from auditor.watch import quietly

if TYPE_CHECKING:
    from pandas import DataFrame

    from auditor.log.mapping.file import Mapping as MappingFile
    from auditor.log.store.columns import Columns, Intake

__all__ = ["Audit", "Reading", "audit_log", "read_log", "write_report"]
__all__ += ["CannotAuditError", "DisagreementError"]

Engine = Literal["columns", "reference"]
"""The engine: whole columns, with the reference for what they find; or the reference alone."""

_Tell = Callable[[Iterable[Verdict]], None]


class Audit(Frozen):
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
    request.refuse(reading.refusals)
    rules = settings.rules
    names = request.rules_named(reading.tables) if rules is None else [str(rules)]
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
    request.refuse_nothing(intakes, left)
    request.refuse_outside({day for part in judged for day in part.profile.days}, settings.period)
    for part in judged:
        _refuse_unordered(part.profile)
    programs = [part.program for part in judged]
    if settings.about is not None:
        houses = {name for own in intakes for name in own.casinos}
        request.refuse_case(settings.about, programs, houses)
    found = found_in(judged, settings.within, settings.detail)
    findings = [own.finding for own in found]
    started = settings.started
    run = Run(
        started=started.isoformat(timespec="seconds") if started else "",
        parameters=request.run_parameters(settings, mappings, of_others=left.of_others),
        language=settings.language,
    )
    aside = [*left.set_aside, *(own for intake in intakes for own in intake.set_aside)]
    aside.sort(key=in_file)
    report = report_of(judged, findings, left, run, settings.terms(programs))
    report = _marked(report, judged, settings, started.date() if started else None)
    if settings.key is not None:
        pairs = zip(found, report.findings, strict=True)
        marks = [replace(own, finding=finding) for own, finding in pairs]
        people = (name for part in judged for name in part.profile.people)
        vocabularies = (program.vocabulary for program in programs)
        report = veiled(report, marks, people, aside, vocabularies, settings.key)
    rules = dict.fromkeys(own for program in programs for own in program.files)
    return Audit(report, tuple(aside), tuple(rules))


def _marked(
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


# ---- judging: each game of a log by its ruleset, with one of the engines ------------------------
def judge_games(
    tables: Sequence[Table],
    settings: Settings,
    *,
    engine: Engine,
    processes: int,
    found: Callable[[Finding], None] | None,
) -> tuple[list[Judged], Split]:
    """The verdicts of each ruleset, and the rows that none judges; `found` is told each finding as
    soon as a rule gives it.  Raises CannotAuditError.
    """
    tables = request.only_of(tables, settings.establishment)
    parts = request.by_game(tables, settings.rules, rules_anyway=settings.rules_anyway)
    programs = [program for program, _ in parts.games]
    kinds, values = (
        request.recorded(programs, settings.records),
        request.parameters(programs, settings),
    )
    request.demanded(programs, settings.demands)
    alone = len(parts.games) == 1
    left = parts.left if alone else None
    judged = []
    for own, rows in parts.games:
        params = values[own.name]
        program = _by_the_clock(own, params, rows)
        judging = _Judging(program, params, settings, engine, processes, found, alone)
        judged.append(judging.judged(rows, kinds, left))
    return judged, parts.left


def _by_the_clock(
    program: Program, params: Mapping[str, Value], tables: Sequence[Table]
) -> Program:
    """The program, with rules that count seconds left open where the log shows none."""
    blind = to_the_minute(program, params)
    if blind is program:
        return program
    places = [(own.body, own.header.index("time")) for own in tables if "time" in own.header]
    columns = (part.column(at) for body, at in places for part in body.segments())
    return blind if shows_no_seconds({*chain(*(own.said() for own in columns))}) else program


def judged_by(
    program: Program, tables: Sequence[Table], kinds: Collection[str] | Everything
) -> Judged:
    """The verdicts of one ruleset on some tables, with its own parameters.

    Raises CannotAuditError.
    """
    judging = _Judging(program, {}, Settings(), "columns", 1)
    return judging.judged(tables, kinds, None)


class _Judging(Frozen):
    """A ruleset with the values of its parameters, and who judges."""

    program: Program
    params: dict[str, Value]
    settings: Settings
    engine: Engine
    processes: int
    found: Callable[[Finding], None] | None = None
    alone: bool = True
    """Whether no other ruleset judges rows of the log."""

    def judged(
        self,
        tables: Sequence[Table],
        kinds: Collection[str] | Everything,
        left: Split | None,
    ) -> Judged:
        """The verdicts on the rows of some tables; `left` are the rows that no ruleset judges."""
        program, detail = self.program, self.settings.detail
        vocabulary, known = program.vocabulary, program.vocabulary.kinds
        if not isinstance(kinds, Everything):
            kinds = [kind for kind in kinds if kind in known]
        try:
            columns, intake = read_columns(tables, vocabulary, kinds)
        except SortedError as error:
            raise sorted_file(error) from None
        if left is not None:
            # Before rules look at what each of many rows may be, and at days that nobody asked for.
            request.refuse_nothing([intake], left)
            request.refuse_outside(days_of(columns), self.settings.period)
        tell, doubted = self._teller(columns), columns.unlogged.any() or columns.suspicious.any()
        # Rules about the log itself are judged again on the rows as they stand: see below.
        heard = partial(_of_the_game, tell) if doubted else tell
        log = log_of(columns, intake) if self.engine == "reference" else None
        if log is not None:
            bits: dict[int, int] = {}
            tallies = replay(program, log, self.params, bits, found=heard)
            measured = self._measured(columns)
            small, marks = _profile(program, columns, intake), marks_of(bits)
        else:
            tallies, small, marks, measured = self._by_columns(columns, intake, heard)
        if doubted:
            tallies = self._as_logged(columns, log, tallies)
            tell(one for own in tallies if own.rule.as_logged for one in own.violations)
        give_back()
        # A kind that only rows in doubt are of is recorded, and nobody declared it.
        declared = frozenset(known if isinstance(kinds, Everything) else kinds)
        declared = declared.difference(small.kinds)
        sums = paid(columns, vocabulary, marks)
        tallies = with_rows(tallies, in_doubt(columns), columns.mixed, vocabulary)
        tallies = with_absences(tallies, columns, detail)
        around = coups(columns, vocabulary, tallies, detail)
        return Judged(
            program, intake, small, declared, tallies, sums, self.params, around, measured
        )

    def _teller(self, columns: Columns) -> _Tell:
        """Tells the findings of verdicts that stand whatever else is looked at."""
        if self.found is None:
            return lambda _verdicts: None
        listener, program, reporter = self.found, self.program, Reporter()
        people = people_of(columns, program.vocabulary, PEOPLE)
        hidden = hiding_people(self.settings.key, people, program.vocabulary)

        def tell(verdicts: Iterable[Verdict]) -> None:
            stand = filter(self.settings.within, verdicts)
            for own in sorted(stand, key=lambda own: order_of(own, alone=self.alone)):
                bare = replace(own, evidence=replace(own.evidence, parts=None))
                listener(hidden(reporter.found(bare, program, {})))

        return tell

    def _measured(self, columns: Columns) -> tuple[Measured, ...]:
        """The counts and sums of the statistics, where no columns were judged."""
        if not self.program.statistics:
            return ()
        underlying = {own.name for own in self.program.rules if own.underlies is not None}
        alone = self._replay(narrowed(self.program, underlying), columns)
        with quietly():
            alone.tallies()
        return alone.measured

    def _replay(self, program: Program, columns: Columns) -> Replay:
        return Replay(program, columns, self.params, self.settings.detail)

    def _as_logged(
        self, columns: Columns, log: Log | None, tallies: tuple[Tally, ...]
    ) -> tuple[Tally, ...]:
        """The tallies, in which rules about the log itself are judged on the rows as they stand.

        Such a rule is about a hole in the numbers, or a row that stands twice or whose time goes
        back: rows in doubt that the log lacks are left out for it.
        """
        names = {own.name for own in self.program.rules if own.as_logged}
        if not names:
            return tallies
        # A rule that needs the rows that are missing would be violated for want of them, and says
        # nothing of these.
        program = replace(narrowed(self.program, names), statistics=())
        with quietly():
            if log is not None:
                found = replay(program, log.as_it_stands(), self.params)
            else:
                found = self._replay(program, as_logged(columns)).tallies()[0]
        return taken_as_logged(tallies, found)

    def _by_columns(
        self, columns: Columns, intake: Intake, tell: _Tell
    ) -> tuple[tuple[Tally, ...], Profile, Marks, tuple[Measured, ...]]:
        """The tallies of the rules and the profile of the log, part by part where it can be; what
        the rules say of the sums of payments, and what the statistics measure.
        """
        program, vocabulary = self.program, self.program.vocabulary
        whole = Replay(program, columns, self.params, self.settings.detail, self.processes)
        whole_rows = intake.row_of is None and not columns.suspicious.any()
        if not whole_rows or not can_be_parted(vocabulary, whole.cut_by):
            tallies = whole.tallies(found=tell)[0]
            return tallies, _profile(program, columns, intake), whole.payments, whole.measured
        repeatable = may_repeat(program)
        tallies, parts = whole.tallies(
            lambda part: profile_of(part, vocabulary, (), repeatable), tell
        )
        profile = whole_profile(parts, vocabulary, intake.headers)
        return tallies, profile, whole.payments, whole.measured


def _of_the_game(tell: _Tell, verdicts: Iterable[Verdict]) -> None:
    tell(own for own in verdicts if not own.rule.as_logged)


def _profile(program: Program, columns: Columns, intake: Intake) -> Profile:
    repeatable, rows, row_of = may_repeat(program), columns, intake.row_of
    if columns.suspicious.any():
        rows = as_logged(columns)
        row_of = None if row_of is None else row_of[rows.places]
    return profile_of(rows, program.vocabulary, intake.headers, repeatable, row_of)
