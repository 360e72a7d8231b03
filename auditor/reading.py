"""Reads what an audit is given: a log, from files, folders and DataFrames to tables of text, and
what was refused; its mappings, its case, earlier reports, and waivers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.case import StatedCase
from auditor.case_file import CaseError, CaseFile, read_case, read_waivers
from auditor.findings.accepted import Accepted, EarlierReport
from auditor.guarded_file import FileState, state_of
from auditor.language.resolve.search_path import NotFoundError, beside, locate
from auditor.log.attribution import tables_of_files, tables_of_sheets
from auditor.log.convert.lexicon import WordsError, lexicon
from auditor.log.copies import without_copies
from auditor.log.files.discover import found_files, read_found
from auditor.log.files.open import file_and_sheet, is_frame, read_frame
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.mapping.bind import lacked_by_all
from auditor.log.shape import read_options
from auditor.log.table import Refusal, Table
from auditor.messages.message import message
from auditor.report.files import NoReportError, read_report
from auditor.request import CannotAuditError, Mappings, Records, Settings
from auditor.source import Frozen

if TYPE_CHECKING:
    from pandas import DataFrame

    from auditor.log.convert.lexicon import Lexicon
    from auditor.log.mapping.file import Mapping as MappingFile

Files = tuple[tuple[Path, FileState | None], ...]
"""The files of a log, each with its state before it was read."""


class Reading(Frozen):
    """The tables of text that were read, the files that were refused, the mappings, which also
    name kinds of event that the log records, and the files as they were before they were read.
    """

    tables: tuple[Table, ...]
    refusals: tuple[Refusal, ...] = ()
    mappings: tuple[MappingFile, ...] = ()
    files: Files = ()


def read_log(
    log: str | Path | DataFrame | Iterable[str | Path | DataFrame],
    *,
    mapping: Mappings | None = None,
    rules: str | Path | None = None,
) -> Reading:
    """The tables of files, of folders of files, or of DataFrames; all together are one log.

    A file that is no log is in `refusals`, and an audit refuses to begin without it.  Columns of
    a DataFrame are read as a CSV file would hold them: ISO times, exact decimals, empty for
    missing; its first row is row 2.

    `mapping` is the TOML file that says how files in another shape are read, or several of them,
    each for the files that have its columns; without it they are read as far as headers and cells
    leave no doubt.  `rules` are needed here where a ruleset's own vocabulary declares columns that
    another shape is to be read for.  Raises CannotAuditError.
    """
    things: list[object] = [log] if isinstance(log, str | Path) or is_frame(log) else [*log]
    words = words_of(rules)
    mappings = mappings_in(mapping, words)
    parts = [part for own in mappings for part in own.named()]
    options = read_options(words, parts)
    found = found_files(Path(own) for own in things if isinstance(own, str | Path))
    files = states_of(found.files)
    tables, refusals = read_found(found, options)
    if options.names_tables:
        tables = tables_of_files(tables_of_sheets(tables))
    frames = [own for own in things if is_frame(own)]
    for number, own in enumerate(frames, start=1):
        name = "DataFrame" if len(frames) == 1 else f"DataFrame {number}"
        read, refused = read_frame(own, name, options)
        tables += read
        refusals += refused
    if lacking := lacked_by_all(tables):
        tables, refusals = [], [*refusals, *lacking.values()]
    if len(parts) > 1 and not refusals:
        used, says = {own.by for own in tables}, message("mapped.fits_none")
        refusals = [
            Refusal(n, None, None, None, says) for own in parts if (n := own.name) not in used
        ]
    if parts:
        from auditor.log.mapping.coups import joined  # noqa: PLC0415 - slow

        tables = joined(tables)
    return Reading(tuple(without_copies(tables)), tuple(refusals), mappings, files)


def states_of(files: Iterable[Path]) -> Files:
    """The files as they are now."""
    return tuple((path, state_of(path)) for path in (file_and_sheet(own)[0] for own in files))


def refuse_changed(files: Files) -> None:
    """The hash in the report is to be that of the bytes that were judged.

    Raises CannotAuditError where a file is not what it was before it was read.
    """
    changed = [path for path, state in files if state is not None and state_of(path) != state]
    if changed:
        raise changed_file(changed[0])


def changed_file(path: Path) -> CannotAuditError:
    return CannotAuditError(message("refusal.file", file=str(path), says=message("file.changed")))


def sorted_file(error: SortedError) -> CannotAuditError:
    code = "request.sorted_as_texts" if error.order.as_texts else "request.sorted"
    return CannotAuditError(message(code, file=error.file, column=error.order.column))


def words_of(rules: str | Path | None) -> Lexicon:
    """The words for what a log says.  Raises CannotAuditError."""
    try:
        return lexicon(rules)
    except WordsError as error:
        raise CannotAuditError(error.says) from None


def mappings_in(given: Mappings | None, words: Lexicon) -> tuple[MappingFile, ...]:
    """The mappings that are given, read where they are files.  Raises CannotAuditError."""
    if given is None:
        return ()
    from auditor.log.mapping.file import Mapping, MappingError, read_mapping  # noqa: PLC0415 - slow

    every = [given] if isinstance(given, str | Path | Mapping) else [*given]
    try:
        found = [
            own if isinstance(own, Mapping) else read_mapping(Path(own), words) for own in every
        ]
    except MappingError as error:
        raise CannotAuditError(error.says) from None
    return tuple(sorted(found, key=lambda own: (own.name, own.sha256)))


# ---- what is known and accepted of findings before an audit begins -------------------------------
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
