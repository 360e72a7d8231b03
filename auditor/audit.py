"""The whole pipeline on a page: read a log, judge it by its rules, report.

    reading = read_log("evening.csv")
    audit = audit_log(reading, rules="…", records="all")
    write_report(audit, "reports")

The same files, rules and parameters give the same report; the clock is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from auditor.accepted import accepted, marked
from auditor.case.file import CaseError, CaseFile, read_case
from auditor.engine.coverage import Marks, marks_of
from auditor.engine.recheck import DisagreementError
from auditor.engine.run import Replay
from auditor.engine.store.columns import columns_of
from auditor.engine.store.read import read_columns
from auditor.findings.absences import with_absences
from auditor.findings.accepted import NOTHING
from auditor.findings.assemble import report_of
from auditor.findings.coups import coups
from auditor.findings.dependencies import may_repeat
from auditor.findings.doubts import with_rows
from auditor.findings.finding import Found, Judged, found_in
from auditor.findings.payments import paid
from auditor.findings.profile import Profile, canonical_headers, row_numbers
from auditor.findings.profile_columns import profile_of
from auditor.findings.profile_parts import can_be_parted, placed_part, whole_profile
from auditor.findings.pseudonyms import veiled
from auditor.guarded_file import FileState, state_of
from auditor.judge.replay import replay
from auditor.judge.verdict import Detail, Tally, taken_as_logged
from auditor.language.core import Program
from auditor.language.facts import narrowed
from auditor.log.assemble import Everything, assemble
from auditor.log.convert.lexicon import WordsError, lexicon
from auditor.log.copies import without_copies
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.dataframe import is_frame, read_frame
from auditor.log.discover import found_files, read_found
from auditor.log.event import Log, SetAside
from auditor.log.infer.table_names import tables_of_sheets
from auditor.log.open import file_and_sheet
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.shape import read_options
from auditor.log.split_games import Split
from auditor.log.table import Refusal, Table
from auditor.log.watched_file import ChangedFileError
from auditor.messages.message import message
from auditor.report.dialects import DIALECTS
from auditor.report.model import Finding, Language, Report, Run
from auditor.report.write import write
from auditor.request import (
    CannotAuditError,
    Records,
    Request,
    by_game,
    demanded,
    only_of,
    parameters,
    parameters_asked,
    recorded,
    refuse,
    refuse_case,
    refuse_nothing,
    rules_named,
)
from auditor.source import Source
from auditor.values import Value

if TYPE_CHECKING:
    from pandas import DataFrame

    from auditor.engine.store.columns import Columns
    from auditor.engine.store.ledger import Ledger
    from auditor.log.convert.lexicon import Lexicon
    from auditor.log.mapping.file import Mapping as MappingFile

Engine = Literal["columns", "reference"]
"""The engine: whole columns, with the reference for what they find; or the reference alone."""

__all__ = [
    "Audit",
    "CannotAuditError",
    "DisagreementError",
    "Reading",
    "audit_log",
    "read_log",
    "write_report",
]


Files = tuple[tuple[Path, FileState | None], ...]
"""The files of a log, each with its state before it was read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The tables of text that were read, the files that were refused, the mapping, which also
    names kinds of event that the log records, and the files as they were before they were read.
    """

    tables: tuple[Table, ...]
    refusals: tuple[Refusal, ...] = ()
    mapping: MappingFile | None = None
    files: Files = ()


@dataclass(frozen=True, slots=True)
class Audit:
    """The report of an audit, the verdicts that it rests on, and the rows that were set aside by
    file, sheet and number.
    """

    report: Report
    found: tuple[Found, ...]
    judged: tuple[Judged, ...]
    set_aside: tuple[SetAside, ...]
    files: tuple[Path, ...] = ()
    """Those that were read: no report is written over one."""

    @property
    def rule_files(self) -> tuple[Source, ...]:
        """The files of all rules that were applied, those that they use and extend among them."""
        return tuple(dict.fromkeys(own for part in self.judged for own in part.program.files))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, in the order of their first rows."""
        return self.report.findings

    def to_frame(self, language: Language | None = None) -> DataFrame:
        """One finding a row; `row` is that of the first row, `rows` the names of all of them."""
        from auditor.report.render.dataframe import frame  # noqa: PLC0415 - pandas is slow to import

        return frame(self.report, language)


def read_log(
    log: str | Path | DataFrame | Iterable[str | Path | DataFrame],
    *,
    mapping: str | Path | None = None,
    rules: str | Path | None = None,
    done: Callable[[str, int], None] = lambda _file, _of: None,
) -> Reading:
    """The tables of files, of folders of files, or of DataFrames; all together are one log.

    A file that is no log is in `refusals`, and an audit refuses to begin without it.  Columns of
    a DataFrame are read as a CSV file would hold them: ISO times, exact decimals, empty for
    missing; its first row is row 2.

    `mapping` is the TOML file that says how files in another shape are read; without it they are
    read as far as headers and cells leave no doubt.  `rules` are needed here where a ruleset's own
    vocabulary declares columns that another shape is to be read for.  `done` is told each file
    when it is read, and how many there are.  Raises CannotAuditError.
    """
    things: list[object] = [log] if isinstance(log, str | Path) or is_frame(log) else [*log]
    words = words_of(rules)
    mapping_file = None if mapping is None else _mapping_file(Path(mapping), words)
    options = read_options(words, mapping_file)
    found = found_files(Path(own) for own in things if isinstance(own, str | Path))
    files = states_of(found.files)
    tables, refusals = read_found(found, options, done)
    if mapping_file is None:
        tables = tables_of_sheets(tables)
    frames = [own for own in things if is_frame(own)]
    for number, own in enumerate(frames, start=1):
        name = "DataFrame" if len(frames) == 1 else f"DataFrame {number}"
        read, refused = read_frame(own, name, options)
        tables += read
        refusals += refused
    tables, refused = without_copies(tables)
    return Reading(tuple(tables), (*refusals, *refused), mapping_file, files)


def states_of(files: Iterable[Path]) -> Files:
    """The files as they are now."""
    return tuple((path, state_of(path)) for path in (file_and_sheet(own)[0] for own in files))


def refuse_changed(files: Files) -> None:
    """The hash in the report is to be that of the bytes that were judged.

    Raises CannotAuditError where a file is not what it was before it was read.
    """
    changed = [path for path, state in files if state is not None and state_of(path) != state]
    if changed:
        raise _changed(changed[0])


def _changed(path: Path) -> CannotAuditError:
    return CannotAuditError(message("refusal.file", file=str(path), says=message("file.changed")))


def audit_log(
    reading: Reading,
    *,
    rules: str | Path | None = None,
    records: Records = (),
    params: Mapping[str, object] | None = None,
    period: tuple[date | None, date | None] = (None, None),
    language: Language = "fr",
    started: datetime | None = None,
    engine: Engine = "columns",
    processes: int = 1,
    done: Callable[[str, int], None] = lambda _rule, _of: None,
    seen: Callable[[int, int], None] = lambda _events, _of: None,
    finding: str | None = None,
    must_verify: str | Collection[str] = (),
    case: str | Path | None = None,
    casino: str | None = None,
    baseline: str | Path | None = None,
    earlier: str | Path | None = None,
    key: bytes | None = None,
) -> Audit:
    """Judge a log by a ruleset (a name or a path), or by those that its column `game` names.

    `records` are the kinds of event of which the absence means that they did not happen, beside
    those that the log's mapping names.
    `params` replace values of the rulesets' parameters; texts are read as in a log.
    `period` bounds the gaming days whose findings are reported, both included; the rows of other
    days are judged all the same, since what happened before may decide, and counted as compliant
    or not verifiable.  `must_verify` names provisions, `payments` or `all`: where one could not be
    verified on some subject, the report says so (`not_verified`).  `case` is the TOML file in which
    the inspector says what no log can: it gives parameters, the period and the establishment where
    nothing else does.  `casino` is the establishment that is audited, as the log names it.
    `baseline` is an earlier report: findings that it has are marked as known, and those of its that
    are not found again are told; `earlier` is one that this audit follows up, without a word to the
    exit status.  With a `key` the report gives people pseudonyms, the same whenever it is
    used.  `started` is written down, and decides which waivers (of the case
    file, and beside the rules) have expired;
    `done` is told each rule when it is through, and how many there are, `seen` how many events of
    a ruleset's have been judged, and how many there are.  Of each rule the first thousands of
    findings come with their derivation and the cells of their rows; `finding` is the id of one
    that is to have them wherever it stands, and no other.  `engine` is what judges, a large log in
    so many `processes` at once (copies of this one, where the system can make them).  Raises
    CannotAuditError.
    """
    refuse(reading.refusals)
    records = also_recorded(records, reading.mapping)
    must = (must_verify,) if isinstance(must_verify, str) else tuple(must_verify)
    about = case_file(case)
    request = Request(
        records, params or {}, *period, language, finding, must, about, casino
    ).with_period_of_case()
    names = rules_named(reading.tables) if rules is None else [str(rules)]
    request = replace(request, accepted=accepted(baseline, about, names, earlier), key=key)
    try:
        if engine == "reference":  # which sees nothing of columns
            reading = by_slow_path(reading)
            refuse(reading.refusals)
        judged, left = _judged(
            reading, rules, request, done, seen, engine=engine, processes=processes
        )
        audit = concluded(judged, left, request, started, reading.mapping)
    except NeedsSlowPath:
        refuse_changed(reading.files)
        reading = by_slow_path(reading)
        refuse(reading.refusals)
        judged, left = _judged(
            reading, rules, request, done, seen, engine=engine, processes=processes
        )
        audit = concluded(judged, left, request, started, reading.mapping)
    except ChangedFileError as error:
        raise _changed(error.path) from None
    refuse_changed(reading.files)
    return replace(audit, files=tuple(path for path, _ in reading.files))


def concluded(
    judged: Sequence[Judged],
    left: Split,
    request: Request,
    started: datetime | None,
    mapping: MappingFile | None,
) -> Audit:
    """The audit of what was judged.  Raises CannotAuditError where no row could be evaluated."""
    ledgers = [part.ledger for part in judged]
    refuse_nothing(ledgers, left)
    for part in judged:
        _refuse_unordered(part.profile)
    if request.about is not None:
        refuse_case(request.about, [part.program for part in judged])
    found = found_in(judged, request.within, request.detail)
    findings = [own.finding for own in found]
    run = Run(
        started=started.isoformat(timespec="seconds") if started else "",
        parameters=parameters_asked(request) | _mapping(mapping),
        language=request.language,
    )
    aside = [*left.set_aside, *(own for part in judged for own in part.ledger.set_aside)]
    aside.sort(key=lambda own: (own.row.file, own.row.sheet or "", own.row.number))
    report = report_of(judged, findings, left, run, request.terms([own.program for own in judged]))
    report = marked(report, judged, request, started.date() if started else None)
    if request.accepted != NOTHING:
        pairs = zip(found, report.findings, strict=True)
        found = tuple(replace(own, finding=finding) for own, finding in pairs)
    if request.key is not None:
        report, found = veiled(report, found, request.key)
    return Audit(report, found, tuple(judged), tuple(aside))


OUT_OF_ORDER = (10, Fraction(1, 4))
"""Rows before which the clock of their table goes back: so many, and such a share, of a log that
nobody put in order.
"""


def _refuse_unordered(profile: Profile) -> None:
    """All order is that of the rows: where they stand in none, or in the reverse, what was done
    before something else cannot be told.
    """
    least, share = OUT_OF_ORDER
    backs = profile.backs
    timed = profile.events - profile.untimed
    if backs.count >= least and backs.count > share * timed:
        row = backs.first[0].row
        place = message("request.place_row", file=row.file, row=row.number)
        raise CannotAuditError(
            message("request.unordered", place=place, backs=backs.count, rows=timed)
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

    An earlier report of the same logs and rules is replaced, that of others only by `force`, and a
    log never: raises OverwriteError.  `csv_dialect` is a name in `auditor.report.dialects`.
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


def words_of(rules: str | Path | None) -> Lexicon:
    """The words for what a log says.  Raises CannotAuditError."""
    try:
        return lexicon(rules)
    except WordsError as error:
        raise CannotAuditError(error.says) from None


def case_file(path: str | Path | None) -> CaseFile | None:
    """The case file at a path, if there is one.  Raises CannotAuditError."""
    try:
        return None if path is None else read_case(Path(path))
    except CaseError as error:
        raise CannotAuditError(error.says) from None


def _mapping_file(mapping: Path, words: Lexicon) -> MappingFile:
    from auditor.log.mapping.file import MappingError, read_mapping  # noqa: PLC0415 - slow

    try:
        return read_mapping(mapping, words)
    except MappingError as error:
        raise CannotAuditError(error.says) from None


def also_recorded(records: Records, mapping: MappingFile | None) -> Records:
    """The kinds that are asked to count as recorded, and those that the mapping names."""
    by_mapping = mapping.says.records if mapping is not None else ()
    if records == "all" or "all" in by_mapping:
        return "all"
    return {*([records] if isinstance(records, str) else records), *by_mapping}


def _mapping(mapping: MappingFile | None) -> dict[str, JsonValue]:
    return {} if mapping is None else {"mapping": f"{mapping.name} ({mapping.sha256})"}


def by_slow_path(reading: Reading) -> Reading:
    """The files of a reading, read by the slow path where they turned out not to be plain."""
    tables: list[Table] = []
    refusals = list(reading.refusals)
    for table in reading.tables:
        if isinstance(table.rows, ColumnarRows):
            found, refused = table.rows.careful.slow_path()
            tables += found
            refusals += refused
        else:
            tables.append(table)
    return replace(reading, tables=tuple(tables), refusals=tuple(refusals))


def _judged(
    reading: Reading,
    rules: str | Path | None,
    request: Request,
    done: Callable[[str, int], None],
    seen: Callable[[int, int], None],
    *,
    engine: Engine,
    processes: int,
) -> tuple[list[Judged], Split]:
    """The verdicts of each ruleset, and the rows that none judges."""
    parts = by_game(only_of(reading.tables, request.establishment), rules)
    programs = [program for program, _ in parts.games]
    kinds, values = recorded(programs, request.records), parameters(programs, request)
    demanded(programs, request.must_verify)
    many = sum(len(program.rules) for program in programs)
    judged = [
        _judge(
            program,
            tables,
            kinds,
            values[program.name],
            request.detail,
            done=lambda rule: done(rule, many),
            seen=seen,
            engine=engine,
            processes=processes,
        )
        for program, tables in parts.games
    ]
    return judged, parts.left


def _judge(
    program: Program,
    tables: Sequence[Table],
    kinds: Collection[str] | Everything,
    params: dict[str, Value],
    detail: Detail,
    *,
    done: Callable[[str], None],
    seen: Callable[[int, int], None],
    engine: Engine,
    processes: int,
) -> Judged:
    known = program.vocabulary.kinds
    own = kinds if isinstance(kinds, Everything) else [kind for kind in kinds if kind in known]
    columns, ledger = read_columns(tables, program.vocabulary, own)
    seen(0, columns.size)
    if engine == "reference":
        log = ledger.log or assemble(tables, program.vocabulary, own)
        bits: dict[int, int] = {}
        tallies = replay(program, log, params, done, bits)
        small, marks = _profile(program, columns, ledger), marks_of(bits)
    else:
        tallies, small, marks = _by_columns(
            program, columns, ledger, params, detail, done=done, seen=seen, processes=processes
        )
    if ledger.log is not None and not ledger.log.is_whole:
        tallies = _as_logged(program, ledger.log, params, detail, tallies, engine=engine)
    # A kind that only rows in doubt are of is recorded, and nobody declared it.
    declared = frozenset(known if isinstance(own, Everything) else own).difference(small.kinds)
    sums = paid(columns, program.vocabulary, marks)
    tallies = with_rows(tallies, columns, program.vocabulary)
    tallies = with_absences(tallies, columns, detail)
    around = coups(columns, program.vocabulary, tallies, detail)
    return Judged(program, ledger, small, declared, tallies, sums, params, around)


def _as_logged(
    program: Program,
    log: Log,
    params: dict[str, Value],
    detail: Detail,
    tallies: tuple[Tally, ...],
    *,
    engine: Engine,
) -> tuple[Tally, ...]:
    """The tallies, those of the rules that judge the rows there are made without rows in doubt that
    the log lacks, and with all as they stand: a hole in the numbers, a row that stands twice or
    whose time goes back is what such a rule is about.
    """
    names = {own.name for own in program.rules if own.as_logged}
    if not names:
        return tallies
    # Where a rule that underlies a scope is violated, these are not judged there either.
    underlying = {own.name for own in program.rules if own.underlies is not None}
    program, log = narrowed(program, names | underlying), log.as_it_stands()
    if engine == "reference":
        found = replay(program, log, params)
    else:
        found = Replay(program, columns_of(log, program.vocabulary), params, detail).tallies()[0]
    return taken_as_logged(tallies, found)


def _by_columns(
    program: Program,
    columns: Columns,
    ledger: Ledger,
    params: dict[str, Value],
    detail: Detail,
    *,
    done: Callable[[str], None],
    seen: Callable[[int, int], None],
    processes: int,
) -> tuple[tuple[Tally, ...], Profile, Marks]:
    """The tallies of the rules and the profile of the log, part by part where it can be; and what
    the rules say of the sums of payments.
    """
    whole = Replay(program, columns, params, detail, processes)
    whole_rows = ledger.log is None and ledger.row_of is None
    if not whole_rows or not can_be_parted(program.vocabulary, whole.cut_by):
        tallies = whole.tallies(done, seen=seen)[0]
        return tallies, _profile(program, columns, ledger), whole.payments
    repeatable = may_repeat(program)
    tallies, parts = whole.tallies(
        done,
        lambda part: placed_part(profile_of(part, program.vocabulary, (), repeatable), part),
        seen,
    )
    profile = whole_profile(parts, program.vocabulary, ledger.headers)
    return tallies, profile, whole.payments


def _profile(program: Program, columns: Columns, ledger: Ledger) -> Profile:
    repeatable, log = may_repeat(program), ledger.log
    if log is not None:
        if any(event.stands for event in log.events):
            log = log.as_it_stands()
            columns = columns_of(log, program.vocabulary)
        headers, row_of = canonical_headers(log), row_numbers(log)
        return profile_of(columns, program.vocabulary, headers, repeatable, row_of)
    return profile_of(columns, program.vocabulary, ledger.headers, repeatable, ledger.row_of)
