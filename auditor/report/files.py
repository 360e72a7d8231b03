"""Reports on disk: read back, and written, all files of one or none."""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import signal
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from itertools import chain
from pathlib import Path
from shlex import quote
from unicodedata import normalize

from auditor.guarded_file import NoFileError, read_file
from auditor.log.files.discover import is_own_report
from auditor.log.files.limits import LIMITS
from auditor.messages.message import CannotError, Message, message
from auditor.report.model import Language, Report
from auditor.report.outputs import OUTPUTS, Dialect
from auditor.report.render.json import read_json, report_id
from auditor.source import Source
from auditor.watch import step

FINDINGS = "findings.json"
"""A file of its own, or attached to the PDF."""


class NoReportError(CannotError):
    """A file that holds no report; its message names it, and what is wrong."""

    def __init__(self, path: Path, says: Message) -> None:
        super().__init__(message("refusal.file", file=str(path), says=says))


def read_report(path: str | Path) -> tuple[bytes, Report]:
    """The bytes of a file, and the report that they are, or hold.  Raises NoReportError."""
    path = Path(path)
    try:
        content = read_file(path, LIMITS.file_size)
    except NoFileError as error:
        raise NoReportError(path, error.says) from None
    if not content.startswith(b"%PDF"):
        found = [content]
    elif (inside := files_inside(content)) is None:
        raise NoReportError(path, message("verify.damaged"))
    else:
        found = inside.get(FINDINGS, [])
    if not found:
        raise NoReportError(path, message("verify.no_attachment", name=FINDINGS))
    try:
        return content, read_json(found[0])
    except (ValueError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else ""
        raise NoReportError(path, message("verify.no_report", error=first)) from None


def files_inside(content: bytes) -> dict[str, list[bytes]] | None:
    """The files attached to a PDF, by name; None where it cannot be read.

    A damaged PDF can make its reader fail in any way, after hundreds of lines about what it met.
    """
    from pypdf import PdfReader  # noqa: PLC0415 - only a PDF needs it

    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        return dict(PdfReader(BytesIO(content)).attachments)
    except Exception:  # noqa: BLE001 - see above
        return None
    finally:
        logging.disable(disabled)


_LARGEST = 1 << 30
_LONGEST_NAME = 60
_HASH = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_PART = re.compile(r"\.(?P<file>.+)\.(?P<process>\d+)\.(?:[0-9a-f]+\.)?part")
TELLING = ("json", "pdf")
"""Formats by which a report is known for what it is when it is met again."""
_UNTOLD = {"findings.csv", "evidence.csv", "money.csv", "set-aside.csv", "report.txt"}
"""Files that do not say which logs they are about: those beside them do."""


class OverwriteError(CannotError):
    """Something that is not this report stands where it is to be written."""


def write(
    report: Report,
    directory: Path,
    formats: Iterable[str] = ("pdf", "json"),
    language: Language | None = None,
    *,
    inputs: Collection[Path] = (),
    force: bool = False,
    dialect: Dialect | None = None,
    rule_files: Sequence[Source] = (),
) -> tuple[Path, ...]:
    """The report in each format, in `directory`, which is made if need be; its files.

    A report of the same inputs and rules that stands there is replaced; what an earlier run left of
    it in other formats goes where it says something else.  Of a case nothing is replaced: a report
    that says something else is its next version, in a folder of its own inside.  `inputs` are
    never written over, and other files only by `force`.

    Raises KeyError for a format unknown, OverwriteError, PdfError where no PDF can be made,
    OSError.
    """
    requested = set(formats)
    if unknown := requested - OUTPUTS.keys():
        raise KeyError(*sorted(unknown))
    asked = report
    report, directory = placed(report, directory)
    if report.case is not None and requested.isdisjoint(TELLING):
        requested.add("json")
    wanted = [own for name, files in OUTPUTS.items() if name in requested for own in files]
    refuse_inputs((directory / own.file for own in wanted), inputs)
    made: dict[Path, bytes] = {}
    for at, own in enumerate(wanted):
        step("rendering", at, len(wanted), "files", own.file)
        if report is asked or not (directory / own.file).exists():
            made[directory / own.file] = own.render(
                report, language, dialect=dialect, rule_files=rule_files
            )
    step("rendering", len(wanted), len(wanted), "files")
    earlier = _earlier(directory)
    told = _read(directory / FINDINGS)
    if not force:
        _refuse_others(report, made, earlier, told)
    stale = [path for path in earlier if path not in made and not _is_one_of(path, inputs)]
    if told is None and not (directory / FINDINGS).exists():
        stale = []  # an earlier run left nothing that tells
    elif told is not None and stale and report_id(told) == report_id(report):
        stale = []
    directory.mkdir(parents=True, exist_ok=True)
    write_together(made, without=stale)
    return tuple(directory / own.file for own in wanted)


# ---- versions of a case -------------------------------------------------------------------------
def placed(report: Report, directory: Path) -> tuple[Report, Path]:
    """A report with the number of its version, and the folder where that stands: a report that was
    sent to an operator is what he answers to, and stays as it was.

    Raises OverwriteError where a report of another case stands there.
    """
    told = _standing(directory)
    if told is None or told.case is None:
        return report, directory
    refuse_case(None if report.case is None else report.case.number, told, directory)
    assert report.case is not None
    versions = {directory: told}
    for folder in directory.glob("v[0-9]*"):
        own = _standing(folder)
        if own is not None and own.case is not None and own.case.number == told.case.number:
            versions[folder] = own
    numbers = [report.case.version]
    for folder, own in versions.items():
        assert own.case is not None
        if report_id(with_version(report, own.case.version)) == report_id(own):
            return own, folder
        numbers.append(own.case.version + 1)
    version = max(numbers)
    while (directory / f"v{version}").exists():
        version += 1
    return with_version(report, version), directory / f"v{version}"


def with_version(report: Report, version: int) -> Report:
    """The report of a case as its version of this number."""
    assert report.case is not None
    return report.model_copy(update={"case": report.case.model_copy(update={"version": version})})


def refuse_case(number: str | None, told: Report, directory: Path) -> None:
    """Refuse to write into the folder of another case.  Raises OverwriteError."""
    if told.case is not None and told.case.number != number:
        path, own = str(directory), told.case.number
        raise OverwriteError(message("output.other_case", path=path, number=own))


def refuse_occupied(
    directory: Path, inputs: Mapping[str, str], case: str | None, *, force: bool
) -> None:
    """Refuse before anything is judged what would be refused when it is: `inputs` are the logs by
    their hashes, `case` is the number of the case.  Raises OverwriteError.
    """
    told = _standing(directory)
    if told is None or not inputs:
        return
    refuse_case(case, told, directory)
    if told.case is None and not force and {own.sha256 for own in told.inputs} != {*inputs}:
        together = sha256("".join(sorted(inputs)).encode()).hexdigest()
        own = quote(str(directory / _named(Path(min(inputs.values())).stem, together)))
        path = str(directory / FINDINGS)
        raise OverwriteError(message("output.other_report", path=path, own=own))


def _standing(directory: Path) -> Report | None:
    """The report that stands in a folder, in a format that tells."""
    for path in (directory / own.file for name in TELLING for own in OUTPUTS[name]):
        if path.exists():
            with suppress(NoReportError):
                return read_report(path)[1]
    return None


# ---- files that are there -----------------------------------------------------------------------
def refuse_inputs(paths: Iterable[Path], inputs: Collection[Path]) -> None:
    """Refuse to write over what was read.  Raises OverwriteError."""
    for path in paths:
        if _is_one_of(path, inputs):
            raise OverwriteError(message("output.is_input", path=str(path)))


def _is_one_of(path: Path, inputs: Collection[Path]) -> bool:
    for own in inputs:
        with suppress(OSError):
            if path.samefile(own):
                return True
    return False


def _earlier(directory: Path) -> list[Path]:
    """The files in a folder that bear the names of a report's."""
    paths = [directory / own.file for files in OUTPUTS.values() for own in files]
    return [path for path in paths if os.path.lexists(path)]


def _refuse_others(
    report: Report, made: Mapping[Path, bytes], earlier: Sequence[Path], told: Report | None
) -> None:
    """Refuse to replace what is no report, or that of another audit; `told` is the one that stands
    there.  Raises OverwriteError.
    """
    hashes = {own.sha256.encode() for own in report.inputs}
    for path in earlier:
        if path.name == FINDINGS:
            same = told is not None and _about(told) == _about(report)
        elif path in made and _content(path) == made[path]:
            same = True
        elif path.name in _UNTOLD:
            is_told = any(own.name not in _UNTOLD for own in earlier)
            same = is_told and (is_own_report(path) or path.suffix == ".txt")
        else:
            same = hashes <= hashes_in(path)
        if not same:
            own = quote(str(path.parent / own_folder(report)))
            raise OverwriteError(message("output.other_report", path=str(path), own=own))


def own_folder(report: Report) -> str:
    """A name for a folder of this audit alone: its case or house, its first day, its id."""
    houses = report.establishments or ("audit",)
    whose = houses[0] if report.case is None else report.case.number
    return _named(f"{whose} {(report.period.start or '')[:10]}", report_id(report))


def _named(text: str, digest: str) -> str:
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    return "-".join(words)[:_LONGEST_NAME].strip("-") + f"-{digest[:8]}"


def _about(report: Report) -> tuple[set[str], set[str]]:
    return {own.sha256 for own in report.inputs}, {own.sha256 for own in report.rulesets}


def _read(path: Path) -> Report | None:
    try:
        return read_json(_content(path))
    except (ValueError, RecursionError):
        return None


def _content(path: Path) -> bytes:
    try:
        return read_file(path, _LARGEST)
    except NoFileError:
        return b""


def hashes_in(path: Path) -> set[bytes]:
    """The SHA-256 (hex) that a file of a report names, unpacked where it is packed."""
    data = _content(path)
    return {found for part in (data, *_unpacked(data)) for found in _HASH.findall(part)}


def _unpacked(data: bytes) -> Iterator[bytes]:
    if data.startswith(b"PK"):
        damaged = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, zlib.error)
        with suppress(*damaged), zipfile.ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                with archive.open(name) as part:
                    yield part.read(_LARGEST)
    elif data.startswith(b"%PDF"):
        yield from chain.from_iterable((files_inside(data) or {}).values())


# ---- writing ------------------------------------------------------------------------------------
def write_together(files: Mapping[Path, bytes], without: Iterable[Path] = ()) -> None:
    """Replaces files together: whoever stops this half-way leaves the old ones in place.

    All are on the disk before the first takes its name; `without` are removed then.
    """
    # Findings come last, and the old ones go first: what a killed run leaves is no whole report.
    ordered = sorted(files, key=lambda path: path.name == FINDINGS)
    ours = f"{os.getpid()}.{secrets.token_hex(8)}"
    beside = {path: path.with_name(f".{path.name}.{ours}.part") for path in ordered}
    for folder in {path.parent for path in files}:
        _remove_leftovers(folder)
    try:
        for path, content in files.items():
            with beside[path].open("xb") as file:  # follows no link that somebody laid there
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            with suppress(OSError):
                shutil.copymode(path, beside[path])  # who could read the old one
        with _undisturbed():
            if len(ordered) > 1 and ordered[-1].name == FINDINGS:
                ordered[-1].unlink(missing_ok=True)
            for path, part in beside.items():
                part.replace(path)
            for path in without:
                path.unlink(missing_ok=True)
    finally:
        for part in beside.values():
            with suppress(FileNotFoundError):
                part.unlink()


def write_whole(path: Path, content: bytes) -> None:
    """Replaces the file at once: whoever stops this half-way leaves the old one in place.

    A device and a pipe take what is written to them, and a link stays one: no file takes the place
    of `/dev/null` where root names it.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as file:
            file.write(content)
    else:
        write_together({path.resolve(): content})


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever asks to stop is heard when the renaming is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _remove_leftovers(folder: Path) -> None:
    """Removes what a run that was killed left half-written."""
    names = {own.file for files in OUTPUTS.values() for own in files}
    with suppress(OSError):
        for path in folder.glob(".*.part"):
            found = _PART.fullmatch(path.name)
            if found and found["file"] in names and not _runs(int(found["process"])):
                path.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
