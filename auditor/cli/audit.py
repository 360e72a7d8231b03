"""`auditor audit` replays logs and reports; `auditor verify` repeats what a report says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from auditor.cli.exit import DEFECT, FAILING, FINDINGS, LEVELS, conclude, failing_levels
from auditor.cli.options import (
    case_option,
    language_option,
    mapping_option,
    param_option,
    params_option,
    records_option,
    report_option,
    rules_anyway_option,
    rules_option,
    spoken,
)
from auditor.cli.terminal import coloured, complain, pour, refuse_binary, tell
from auditor.log.files.formats import NAMES
from auditor.messages.message import CannotError, Message, message
from auditor.report.outputs import DIALECTS, DOCUMENTS, OUTPUTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from auditor.audit import Audit, DisagreementError
    from auditor.cli.terminal import Progress
    from auditor.log.event import SetAside
    from auditor.messages.message import Language
    from auditor.reading import Reading
    from auditor.report.model import Report


MOST_FINDINGS = 200
"""Findings of which a terminal shows a line each."""
GROUPS = {
    "What is read": ("mapping", "records", "casino", "start", "end", "strict"),
    "What is asked": (
        *("rules", "rules_anyway", "param", "params", "case", "must_verify", "engine"),
    ),
    "What is written": (
        *("output", "formats", "csv_dialect", "language", "identify", "key", "force", "quiet"),
    ),
    "What follows": ("fail_on", "baseline", "earlier"),
}
"""The headings of `--help`, and the options below each."""
ENGINES = ("columns", "reference", "spark")


def audit(
    logs: list[str] = typer.Argument(
        ..., metavar="LOG", help=f"Files ({NAMES}) and folders of them: one log."
    ),
    rules: str | None = rules_option(
        "A ruleset's name or path; without it the column `game` says which."
    ),
    rules_anyway: bool = rules_anyway_option(),
    mapping: str | None = mapping_option(),
    records: str = records_option(),
    param: list[str] | None = param_option(),
    params: str | None = params_option(),
    start: str | None = typer.Option(
        None,
        "--from",
        metavar="DATE",
        show_default=False,
        help="Report findings of gaming days from this one on; earlier rows are still used.",
    ),
    end: str | None = typer.Option(
        None,
        "--to",
        metavar="DATE",
        show_default=False,
        help="Report findings of gaming days up to this one.",
    ),
    case: str | None = case_option(
        "What the inspector says of the audit, and no log can; `auditor case new` begins one."
    ),
    casino: str | None = typer.Option(
        None,
        "--casino",
        metavar="NAME",
        show_default=False,
        help="The establishment that is audited, where the log holds several.",
    ),
    baseline: str | None = report_option(
        "baseline",
        "An earlier findings.json or report.pdf: findings that it has are known, and do not "
        "count for the exit status.",
    ),
    earlier: str | None = report_option(
        "earlier",
        "An earlier findings.json or report.pdf to follow up: each finding is known or new, "
        "and what has become of the others is told.",
    ),
    identify: bool = typer.Option(
        False,
        "--identify",
        help="Name players and staff, who have pseudonyms in the report of a case (`--case`).",
    ),
    key: str | None = typer.Option(
        None,
        metavar="FILE",
        show_default=False,
        help="The key of pseudonyms, which makes them the same in every report; a case without it "
        "has your own, in your configuration folder.",
    ),
    must_verify: str = typer.Option(
        "",
        metavar="PROVISION,…|payments|all",
        show_default=False,
        help="What has to be verified on every subject: the exit status is 1 where it was not.",
    ),
    output: str = typer.Option(
        "reports",
        "--output",
        "-o",
        metavar="DIR",
        help="Where the report is written; `-` for one format on standard output.",
    ),
    formats: str = typer.Option(
        "pdf,json", "--format", metavar="LIST", help=f"Some of: {', '.join(OUTPUTS)}."
    ),
    csv_dialect: str | None = typer.Option(
        None,
        "--csv-dialect",
        metavar="|".join(DIALECTS),
        show_default="by --lang",
        help="How tables are written as CSV: `excel-fr` has `;` between cells and a comma in "
        "decimals, `plain` no byte order mark.",
    ),
    language: str | None = language_option(),
    fail_on: str = typer.Option(
        "minor",
        metavar="[CLASS:]" + "|".join(LEVELS),
        help="The least severe finding for which the exit status is 1; for one class of findings "
        f"({', '.join(FAILING)}) where it stands in front: `minor,record:never`.",
    ),
    engine: str = typer.Option(
        "columns",
        "--engine",
        metavar="|".join(ENGINES),
        help="What judges: whole columns, one event at a time, or Apache Spark a data set of many "
        "files; the findings are the same.",
    ),
    strict: bool = typer.Option(
        False, "--strict", help="Refuse logs of which a row has to be set aside."
    ),
    force: bool = typer.Option(
        False, "--force", help="Replace the report of another audit that stands in DIR."
    ),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Say nothing of what was found."),
) -> None:
    """Replay logs against a ruleset and report every departure.

    Example: auditor audit evening.csv --rules bataille --records all -o reports/
    """
    from pathlib import Path

    from auditor.cli.files import people_key
    from auditor.cli.options import chosen, listed, period, recorded, values

    failing = failing_levels(fail_on)
    chosen("--engine", engine, ENGINES)
    if csv_dialect is not None:
        chosen("--csv-dialect", csv_dialect, tuple(DIALECTS))
    asked = _formats(formats, output)
    _refuse_unwritable(output)
    is_veiled = not identify and (case is not None or key is not None)
    if "pdf" in asked:
        from auditor.report.render.pdf import stand_by

        stand_by()
    audits = _Audits(
        logs,
        mapping,
        engine,
        rules=rules,
        rules_anyway=rules_anyway,
        records=recorded(records),
        params=values(params, param or []),
        period=period(start, end),
        case=case,
        baseline=baseline,
        earlier=earlier,
        key=people_key(key) if is_veiled else None,
        must_verify=listed(must_verify),
        language=spoken(language),
        place=None if output == "-" else (Path(output), force),
    )
    done = _audited(audits, casino, output, spoken(language))
    if strict:
        _refuse_set_aside(done.set_aside)
    houses = _told_apart(done.report, asked, output, engine)
    if not houses:
        del audits  # with the rows of the log: a PDF needs the memory
    together = [own for own in asked if not (houses and own in DOCUMENTS)]
    _deliver(done, output, together, quiet=quiet, force=force, dialect=csv_dialect)
    for house in houses:
        own = _audited(audits, house, output, spoken(language))
        folder = _folder_in(output, own.report)
        _deliver(own, folder, asked, quiet=True, force=force, dialect=csv_dialect)
    conclude(done.report, failing, spoken(language))


def _refuse_unwritable(output: str) -> None:
    """Refuses a folder that cannot be made or written to before anything is read."""
    import errno
    import os
    from pathlib import Path

    path = Path(output).absolute()
    there = next(own for own in (path, *path.parents) if os.path.lexists(own))
    number = errno.EACCES if there.is_dir() else errno.ENOTDIR
    if output != "-" and not (there.is_dir() and os.access(there, os.W_OK)):
        error = os.strerror(number)
        raise CannotError(message("report.cannot_be_written", path=str(there), error=error))


def _refuse_set_aside(rows: Sequence[SetAside]) -> None:
    if not rows:
        return
    first = rows[0]
    many = message("report.set_aside", count=len(rows))
    says = message("report.strict", place=_place(first), reason=first.reason, rows=many)
    raise CannotError(says)


def _place(aside: SetAside) -> Message:
    """Where a row or a cell stands that was set aside."""
    row, column, value = aside.row, aside.column, aside.value
    file = row.file if row.sheet is None else f"{row.file}[{row.sheet}]"
    if column and value:
        return message("place.cell", file=file, row=row.number, column=column, value=value)
    if column:
        return message("place.column", file=file, row=row.number, column=column)
    if value:
        return message("place.value", file=file, row=row.number, value=value)
    return message("place.row", file=file, row=row.number)


def _formats(text: str, output: str) -> list[str]:
    from auditor.cli.options import chosen, listed

    asked = listed(text)
    for name in asked:
        chosen("--format", name, tuple(OUTPUTS))
    if not asked:
        raise CannotError(message("option.no_format", formats=tuple(OUTPUTS)))
    if output == "-" and len(asked) != 1:
        raise CannotError(message("option.one_format"))
    if output == "-":
        refuse_binary(asked[0])
    return asked


def _audited(audits: _Audits, casino: str | None, output: str, spoken: Language) -> Audit:
    from auditor.audit import DisagreementError
    from auditor.log.files.content import ChangedFileError
    from auditor.reading import changed_file

    try:
        return audits.audit(casino)
    except ChangedFileError as error:
        raise CannotError(*changed_file(error.path).says) from None
    except DisagreementError as error:
        raise typer.Exit(_disagreed(error, output, spoken)) from None


def _told_apart(
    report: Report, formats: Sequence[str], output: str, engine: str
) -> tuple[str, ...]:
    """The establishments that get documents of their own; none where the log has but one.

    Spark audits data sets that are too large to be read again here.
    """
    several = len(report.establishments) > 1 and output != "-" and engine != "spark"
    return report.establishments if several and not DOCUMENTS.isdisjoint(formats) else ()


def _folder_in(output: str, report: Report) -> str:
    from pathlib import Path

    from auditor.report.files import own_folder

    return str(Path(output, own_folder(report)))


class _Audits:
    """Audits of one log, which is read once: of all that it holds, and of each establishment.

    `place` is the folder for the report, and whether what stands there may be replaced.
    """

    def __init__(
        self,
        logs: Sequence[str],
        mapping: str | None,
        engine: str,
        *,
        place: tuple[Path, bool] | None,
        **asked: object,
    ) -> None:
        from datetime import UTC, datetime

        self._logs, self._mapping, self._engine, self._place = logs, mapping, engine, place
        self._asked = {**asked, "started": datetime.now(UTC)}
        self._reading: Reading | None = None

    def audit(self, casino: str | None) -> Audit:
        """Raises CannotAuditError, DisagreementError, OverwriteError."""
        from auditor.audit import case_file

        asked = {**self._asked, "casino": casino}
        asked["case"] = case_file(asked["case"])  # type: ignore[arg-type]  # checked where it is read
        return self._distributed(**asked) if self._engine == "spark" else self._here(**asked)

    def _distributed(self, **asked: object) -> Audit:
        from auditor.cli.terminal import progress
        from auditor_spark.run import audit_data_set

        refuse = partial(self._refuse_occupied, asked["case"])
        with progress() as line:
            asked |= {"done": _ProgressTally(line).rule, "read": refuse}
            return audit_data_set(self._logs, mapping=self._mapping, **asked)  # type: ignore[arg-type]  # checked where they were read

    def _here(self, **asked: object) -> Audit:
        import os

        from auditor.audit import audit_log, read_log
        from auditor.cli.terminal import progress
        from auditor.reading import by_slow_path

        asked |= {"engine": self._engine, "processes": os.cpu_count() or 1}
        with progress() as line:
            watched = _ProgressTally(line)
            if self._reading is None:
                rules: Any = asked["rules"]
                self._reading = read_log(
                    self._logs, mapping=self._mapping, rules=rules, done=watched.file
                )
                read = {own.sha256: own.file for own in self._reading.tables}
                self._refuse_occupied(asked["case"], read)
            elif asked["casino"] is not None:
                self._reading = by_slow_path(self._reading)  # rows are told apart one by one
            return audit_log(self._reading, done=watched.rule, seen=watched.events, **asked)  # type: ignore[arg-type]  # checked where they were read

    def _refuse_occupied(self, about: Any, logs: Mapping[str, str]) -> None:
        """Looks at the folder before anything is judged: `logs` are the files by their hashes.

        Raises OverwriteError.
        """
        from auditor.report.files import refuse_occupied

        if self._place is not None:
            folder, force = self._place
            number = None if about is None else about.case.number
            refuse_occupied(folder, logs, number, force=force)


class _ProgressTally:
    """Counts files, events and rules that are done, and shows the progress."""

    def __init__(self, line: Progress) -> None:
        self._line = line
        self._files = 0
        self._events: tuple[tuple[int, int, str], ...] = ()
        self._rules: tuple[tuple[int, int, str], ...] = ()
        line.tell("reading")

    def file(self, _name: str, many: int) -> None:
        self._files += 1
        self._line.tell("reading", (self._files, many, "files"))

    def events(self, through: int, many: int) -> None:
        self._events = ((through, many, "events"),)
        self._line.tell("judging", *self._events, *self._rules)

    def rule(self, _name: str, many: int) -> None:
        through = self._rules[0][0] if self._rules else 0
        self._rules = ((through + 1, many, "rules"),)
        self._line.tell("judging", *self._events, *self._rules)


def _disagreed(error: DisagreementError, output: str, language: Language) -> int:
    """Save what the engines disagree on; nothing is reported that only one of them says."""
    from pathlib import Path

    from auditor.engine.recheck import reproduction
    from auditor.report.files import write_whole

    place = Path("." if output == "-" else output, "disagreement.json")
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, reproduction(error))
    rule, at = error.rule.id, error.place
    says = message("terminal.disagreement", rule=rule, place=at, path=str(place))
    complain(language, says)
    return DEFECT


def _deliver(
    done: Audit,
    output: str,
    formats: Sequence[str],
    *,
    quiet: bool,
    force: bool,
    dialect: str | None,
) -> None:
    """Write the report, and say what it says."""
    to_error = output == "-"
    if to_error:
        _to_standard_output(done.report, formats[0], dialect)
        written: tuple[Path, ...] = ()
    else:
        written = _written(done, output, formats, force=force, csv_dialect=dialect)
    if not quiet:
        pour(_summary(done.report, to_error), is_shown=True, err=to_error)
    for path in written:
        tell(str(path), err=to_error)


def _summary(report: Report, to_error: bool) -> str:
    import sys

    from auditor.report.render.text import text

    return text(
        report, colour=coloured(sys.stderr if to_error else sys.stdout), findings=MOST_FINDINGS
    )


def _to_standard_output(report: Report, name: str, dialect: str | None) -> None:
    own = None if dialect is None else DIALECTS[dialect]
    pour(OUTPUTS[name][0].render(report, dialect=own))


def _written(
    done: Audit, output: str, formats: Sequence[str], *, force: bool, csv_dialect: str | None
) -> tuple[Path, ...]:
    from auditor.audit import write_report

    try:
        return write_report(done, output, formats, force=force, csv_dialect=csv_dialect)
    except OSError as error:
        path, reason = str(error.filename or output), error.strerror or ""
        raise CannotError(message("report.cannot_be_written", path=path, error=reason)) from None


def verify(
    report: str = typer.Argument(..., metavar="REPORT", help="A report.pdf or a findings.json."),
    logs: list[str] = typer.Argument(..., metavar="LOG", help="The logs that it is about."),
    rules: str | None = rules_option(
        "The path of the rules, where the audit had rules that are not shipped."
    ),
    mapping: str | None = mapping_option("The mapping it had."),
    case: str | None = case_option(
        "The case file it had; without it, what the report says of the case."
    ),
    baseline: str | None = report_option("baseline", "The report whose findings it knew."),
    earlier: str | None = report_option("earlier", "The report that it followed up."),
    key: str | None = typer.Option(
        None,
        metavar="FILE",
        show_default=False,
        help="The key of its pseudonyms; without it your own, and without that who is who is not "
        "compared.",
    ),
    language: str | None = language_option(),
) -> None:
    """Audit again what a report says was audited, and say whether it says the same.

    The exit status is 0 where it was reproduced, 1 where something differs.

    Example: auditor verify reports/report.pdf evening.csv
    """
    import os

    from auditor.cli.files import known_key
    from auditor.cli.terminal import progress
    from auditor.verify import verify as verified
    from auditor_signatures.read import is_only_signed

    speaks = spoken(language)
    with progress() as line:
        line.tell("judging")
        found = verified(
            report,
            logs,
            rules=rules,
            mapping=mapping,
            case=case,
            baseline=baseline,
            earlier=earlier,
            key=known_key(key),
            processes=os.cpu_count() or 1,
            signed_only=is_only_signed,
        )
    verdict = "verify.reproduced" if found.is_exact else "verify.not_reproduced"
    tell(message(verdict), speaks)
    same = (message("verify.same", what=own) for own in found.same)
    for own in (*found.differs, *same, *found.notes):
        tell(own, speaks)
    if not found.is_exact:
        raise typer.Exit(FINDINGS)
