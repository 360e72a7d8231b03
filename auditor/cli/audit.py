"""`auditor audit` replays logs and reports; `auditor verify` repeats what a report says."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import DEFECT, FAILING, FINDINGS, LEVELS, conclude, failing_levels
from auditor.cli.named_files import known_key, people_key
from auditor.cli.options import Asked, chosen, listed, takes
from auditor.cli.terminal import coloured, complain, pour, progress, refuse_binary, tell
from auditor.log.files.formats import NAMES
from auditor.messages.message import CannotError, Message, message
from auditor.report.outputs import DIALECTS, DOCUMENTS, OUTPUTS
from auditor.source import Frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.audit import Audit, DisagreementError
    from auditor.log.event import SetAside
    from auditor.messages.message import Language
    from auditor.reading import Reading
    from auditor.report.model import Report
    from auditor.request import Settings

MOST_FINDINGS = 200
"""Findings of which a terminal shows a line each."""
GROUPS = {
    "What is read": ("mapping", "records", "start", "end", "casino", "strict"),
    "What is asked": (
        *("rules", "rules_anyway", "param", "params", "case", "must_verify", "engine"),
    ),
    "What is written": (
        *("identify", "key", "output", "formats", "csv_dialect", "language", "force", "quiet"),
    ),
    "What follows": ("baseline", "earlier", "fail_on"),
}
"""The headings of `--help`, and the options below each."""
ENGINES = ("columns", "reference", "spark")


@takes(*(name for names in GROUPS.values() for name in names))
def audit(
    asked: Asked,
    logs: list[str] = typer.Argument(
        ..., metavar="LOG", help=f"Files ({NAMES}) and folders of them: one log."
    ),
    identify: bool = typer.Option(False, "--identify"),
    output: str = typer.Option("reports", "--output", "-o", metavar="DIR"),
    formats: str = typer.Option(
        "pdf,json", "--format", metavar="LIST", help=f"Some of: {', '.join(OUTPUTS)}."
    ),
    csv_dialect: str | None = typer.Option(
        None, "--csv-dialect", metavar="|".join(DIALECTS), show_default="by --lang"
    ),
    fail_on: str = typer.Option(
        "minor",
        metavar="[CLASS:]" + "|".join(LEVELS),
        help="The least severe finding for which the exit status is 1; for one class of findings "
        f"({', '.join(FAILING)}) where it stands in front: `minor,record:never`.",
    ),
    engine: str = typer.Option("columns", "--engine", metavar="|".join(ENGINES)),
    strict: bool = typer.Option(False, "--strict"),
    force: bool = typer.Option(False, "--force"),
    quiet: bool = typer.Option(False, "--quiet", "-q"),
) -> None:
    """Replay logs against a ruleset and report every departure.

    Example: auditor audit evening.csv --rules bataille --records all -o reports/
    """
    failing = failing_levels(fail_on)
    chosen("--engine", engine, ENGINES)
    if csv_dialect is not None:
        chosen("--csv-dialect", csv_dialect, tuple(DIALECTS))
    wanted = _formats(formats, output)
    _refuse_unwritable(output)
    if "pdf" in wanted:
        from auditor.report.render.pdf import stand_by

        stand_by()
    is_veiled = not identify and (asked["case"] is not None or asked["key"] is not None)
    key = people_key(asked["key"]) if is_veiled else None
    settings = asked.settings(key=key, started=datetime.now(UTC))
    target = _Target(output, force, csv_dialect)
    audits = _Audits(logs, settings, engine, target)
    done = audits.audit(settings.casino)
    if strict:
        _refuse_set_aside(done.set_aside)
    houses = _told_apart(done.report, wanted, output, engine)
    if not houses:
        del audits  # with the rows of the log: a PDF needs the memory
    together = [own for own in wanted if not (houses and own in DOCUMENTS)]
    target.deliver(done, together, quiet=quiet)
    for house in houses:
        own = audits.audit(house)
        target.beside(own.report).deliver(own, wanted, quiet=True)
    conclude(done.report, failing, asked.language)


def _refuse_unwritable(output: str) -> None:
    """Refuses a folder that cannot be made or written to before anything is read."""
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


def _told_apart(
    report: Report, formats: Sequence[str], output: str, engine: str
) -> tuple[str, ...]:
    """The establishments that get documents of their own; none where the log has but one.

    Spark audits data sets that are too large to be read again here.
    """
    several = len(report.establishments) > 1 and output != "-" and engine != "spark"
    return report.establishments if several and not DOCUMENTS.isdisjoint(formats) else ()


class _Audits:
    """Audits of one log, which is read once: of all that it holds, and of each establishment."""

    def __init__(
        self, logs: Sequence[str], settings: Settings, engine: str, target: _Target
    ) -> None:
        self._logs, self._settings, self._engine, self._target = logs, settings, engine, target
        self._reading: Reading | None = None

    def audit(self, casino: str | None) -> Audit:
        """Raises CannotAuditError, OverwriteError, typer.Exit where the engines disagree."""
        from auditor.audit import DisagreementError
        from auditor.log.files.content import ChangedFileError
        from auditor.reading import case_of, changed_file

        settings = replace(self._settings, casino=casino)
        settings = replace(settings, case=case_of(settings))
        try:
            with progress(settings.language):
                return self._audited(settings)
        except ChangedFileError as error:
            raise CannotError(*changed_file(error.path).says) from None
        except DisagreementError as error:
            raise typer.Exit(_disagreed(error, self._target.output, settings.language)) from None

    def _audited(self, settings: Settings) -> Audit:
        from auditor.audit import audit_log, read_log

        def refuse_occupied(logs: Mapping[str, str]) -> None:
            """Looks at the folder before anything is judged: these are files by their hashes."""
            self._target.refuse_occupied(logs, settings)

        if self._engine == "spark":
            from auditor_spark.run import audit_data_set_by

            return audit_data_set_by(self._logs, settings, read=refuse_occupied)
        if self._reading is None:
            self._reading = read_log(self._logs, mapping=settings.mapping, rules=settings.rules)
            refuse_occupied({own.sha256: own.file for own in self._reading.tables})
        return audit_log(
            self._reading,
            settings,
            engine="reference" if self._engine == "reference" else "columns",
            processes=os.cpu_count() or 1,
        )


def _disagreed(error: DisagreementError, output: str, language: Language) -> int:
    """Save what the engines disagree on; nothing is reported that only one of them says."""
    from auditor.engine.recheck import reproduction
    from auditor.report.files import write_whole

    place = Path("." if output == "-" else output, "disagreement.json")
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, reproduction(error))
    rule, at = error.rule.id, error.place
    complain(language, message("terminal.disagreement", rule=rule, place=at, path=str(place)))
    return DEFECT


class _Target(Frozen):
    """Where reports are written: a folder, or `-` for standard output."""

    output: str
    force: bool
    dialect: str | None

    def beside(self, report: Report) -> _Target:
        """The folder for one establishment."""
        from auditor.report.files import own_folder

        return replace(self, output=str(Path(self.output, own_folder(report))))

    def refuse_occupied(self, logs: Mapping[str, str], settings: Settings) -> None:
        """Raises OverwriteError where the report of another audit stands in the folder."""
        from auditor.report.files import refuse_occupied

        if self.output != "-":
            number = settings.about.number if settings.about else None
            refuse_occupied(Path(self.output), logs, number, force=self.force)

    def deliver(self, done: Audit, formats: Sequence[str], *, quiet: bool) -> None:
        """Write the report, and say what it says."""
        from auditor.report.render.text import text

        to_error = self.output == "-"
        written = self._written(done, formats)
        if not quiet:
            colour = coloured(sys.stderr if to_error else sys.stdout)
            summary = text(done.report, colour=colour, findings=MOST_FINDINGS)
            pour(summary, is_shown=True, err=to_error)
        for path in written:
            tell(str(path), err=to_error)

    def _written(self, done: Audit, formats: Sequence[str]) -> tuple[Path, ...]:
        """The files that were written."""
        from auditor.audit import write_report

        if self.output == "-":
            dialect = None if self.dialect is None else DIALECTS[self.dialect]
            pour(OUTPUTS[formats[0]][0].render(done.report, dialect=dialect))
            return ()
        try:
            with progress(done.report.run.language):
                return write_report(
                    done, self.output, formats, force=self.force, csv_dialect=self.dialect
                )
        except OSError as error:
            path, reason = str(error.filename or self.output), error.strerror or ""
            says = message("report.cannot_be_written", path=path, error=reason)
            raise CannotError(says) from None


@takes(*("rules", "mapping", "case", "baseline", "earlier", "key", "language"))
def verify(
    asked: Asked,
    report: str = typer.Argument(..., metavar="REPORT"),
    logs: list[str] | None = typer.Argument(None, metavar="LOG", show_default=False),
) -> None:
    """Audit again what a report says was audited, and say whether it says the same; or say whether
    the folder or the ZIP of a case is what its acts say.

    The exit status is 0 where it was reproduced, 1 where something differs.

    Example: auditor verify reports/report.pdf evening.csv
    """
    if not logs:
        _verify_case(report, asked.language)
        return
    from auditor.reproduction import verify
    from auditor_signatures.pdf import is_only_signed

    settings = asked.settings(key=known_key(asked["key"]))
    with progress(settings.language):
        processes = os.cpu_count() or 1
        found = verify(report, logs, settings, processes=processes, signed_only=is_only_signed)
    verdict = "verify.reproduced" if found.is_exact else "verify.not_reproduced"
    same = (message("verify.same", what=own) for own in found.same)
    for own in (message(verdict), *found.differs, *same, *found.notes):
        tell(own, asked.language)
    if not found.is_exact:
        raise typer.Exit(FINDINGS)


def _verify_case(path: str, language: Language) -> None:
    from auditor.desk.cabinet import soundness

    found = soundness(Path(path))
    for own in found.differs:
        tell(own, language)
    if found.differs:
        raise typer.Exit(FINDINGS)
    tell(message("desk.sound", acts=found.acts, files=found.files, hash=found.last), language)
