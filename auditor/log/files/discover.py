"""Finds the files of a log in the folders named, and the name that output calls each by; reports of
our own, which are often written beside the logs, are no logs.
"""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from auditor.guarded_file import NoFileError, open_file, why_not
from auditor.log.files.content import PACKED_ENDINGS, without_packing
from auditor.log.files.formats import ENDINGS, UNSOUGHT
from auditor.log.files.limits import LIMITS
from auditor.log.files.open import file_and_sheet, is_hidden, is_large, listed, read_tables
from auditor.log.row_columns import CANONICAL, ReadOptions
from auditor.log.table import Refusal, Table, by_number
from auditor.messages.message import Message, message
from auditor.watch import step

SUBJECT = "auditor report"  # the subject in the properties of a workbook that is one of our reports

HEADERS = (
    b"id class severity rule provisions message expected found file sheet row line rows",
    b"id severity rule provisions message expected found file sheet row line rows",
    b"id rule file sheet row line",
    b"id rule provisions event due done difference casino season session table shoe coup seat",
    b"file sheet sha256 rows_read rows_evaluated rows_set_aside notes",
    b"file sheet row line column value reason",
)
"""How the tables begin, a space for each delimiter."""

_MARK = b"\xef\xbb\xbf"
_PROPERTIES = "docProps/core.xml"


def is_own_report(path: Path) -> bool:
    """True of a file that an audit wrote."""
    try:
        with open_file(path, LIMITS.file_size) as file:
            head = file.read(300)
            if path.suffix.lower() == ".xlsx" and head.startswith(b"PK"):
                return _is_workbook(file)
    except (NoFileError, OSError):
        return False  # whoever reads it says why
    return is_table(head) or is_findings(head)


def is_table(head: bytes) -> bool:
    """True of the beginning of a table of a report."""
    line = head.removeprefix(_MARK).splitlines()[:1]
    return any(
        own.replace(sign, b" ") == header or own.replace(sign, b" ").startswith(header + b" ")
        for own in line
        for sign in (b";", b",")
        for header in HEADERS
    )


def is_findings(head: bytes) -> bool:
    """True of the beginning of a findings.json."""
    return head.split()[:5] == [b"{", b'"schema":', b"1,", b'"auditor":', b"{"]


def _is_workbook(file: BinaryIO) -> bool:
    damaged = (zipfile.BadZipFile, KeyError, OSError, ValueError, NotImplementedError)
    with suppress(*damaged), zipfile.ZipFile(file) as archive:
        if archive.getinfo(_PROPERTIES).file_size <= 10_000:
            return f"<dc:subject>{SUBJECT}<".encode() in archive.read(_PROPERTIES)
    return False


def read_found(
    found: Discovered, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of the files that were found, in the order of their names.

    The same content given twice is refused: each of its events would count twice.  Days on which
    nothing was played look alike: a file without rows may have the content of another.
    """
    tables: list[Table] = []
    by_hash: dict[str, str] = {}
    refusals = found.refusals
    large = is_large(found.files)
    for at, (path, name) in enumerate(found.named()):
        step("reading", at, len(found.files), "files", name)
        own = options if options.of_file is None else options.of_file(name)
        read, refused = read_tables(path, name, own, large=large)
        refusals += refused
        tables += found.with_notes(path, read)
        for sha256 in {table.sha256 for table in read if table.rows or table.set_aside}:
            # Two tables of one database may be named one by one.
            key = sha256 + (file_and_sheet(path)[1] or "")
            if key in by_hash:
                refusals.append(twice(name, by_hash[key]))
            by_hash.setdefault(key, name)
    step("reading", len(found.files), len(found.files), "files")
    return tables, refusals


def twice(name: str, other: str) -> Refusal:
    """The refusal of a file that has the content of another."""
    return Refusal(name, None, None, None, message("file.same_content", other=other))


def found_files(named: Iterable[Path]) -> Discovered:
    """The files to read."""
    found, paths = Discovered(), [*named]
    for at, path in enumerate(paths):
        if (whole := _in_pieces(paths[at:])) is not None:
            found.refuse(path, message("file.in_pieces", path=whole))
            break
        found.take(path)
    return found


def _in_pieces(paths: Sequence[Path]) -> str | None:
    """The file or folder of which the first paths are the pieces, where its name has spaces."""
    if os.path.lexists(paths[0]):
        return None
    wholes = (" ".join(map(str, paths[:end])) for end in range(2, len(paths) + 1))
    return next((whole for whole in wholes if os.path.lexists(whole)), None)


# ---- what is found ------------------------------------------------------------------------------
@dataclass(slots=True)
class Discovered:
    """The files to read, the folders that cannot be, what is passed over in each folder, and the
    reports of earlier audits, which are no logs.
    """

    files: list[Path] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    passed: dict[Path, list[str]] = field(default_factory=dict)
    reports: list[Path] = field(default_factory=list)

    def named(self) -> list[tuple[Path, str]]:
        """Each file with its name, in the order of these."""
        names = short_names(self.files)
        return sorted(zip(self.files, names, strict=True), key=lambda pair: by_number(pair[1]))

    def take(self, path: Path) -> None:
        """A file, or the logs in a folder and in the folders in it."""
        if not os.path.isdir(path):  # noqa: PTH112 - it asks of any path
            self.files.append(path)
            return
        before = len(self.files), len(self.refusals)
        for place, folders, files in os.walk(path, onerror=self._cannot):
            folders[:] = sorted(name for name in folders if not is_hidden(name))
            for link in filter(Path.is_symlink, (Path(place, name) for name in folders)):
                self.refuse(link, message("folder.link"))  # it may lead back, or anywhere
            self._take_files(Path(place), sorted(name for name in files if not is_hidden(name)))
        if before == (len(self.files), len(self.refusals)):
            self.refuse(
                path,
                message("folder.no_log", endings=ENDINGS, packed=PACKED_ENDINGS, unsought=UNSOUGHT),
            )

    def _take_files(self, folder: Path, names: Sequence[str]) -> None:
        logs = [folder / name for name in names if _is_log(name)]
        own = [path for path in logs if is_own_report(path)]
        self.files += [path for path in logs if path not in own]
        self.reports += own
        if others := [name for name in names if not _is_log(name)]:
            self.passed[folder] = others

    def _cannot(self, error: OSError) -> None:
        folder = Path(error.filename or ".")
        forbidden = isinstance(error, PermissionError)
        self.refuse(folder, message("folder.forbidden") if forbidden else why_not(error))

    def refuse(self, path: Path, says: Message) -> None:
        self.refusals.append(Refusal(path.as_posix(), None, None, None, says))

    def with_notes(self, path: Path, tables: Sequence[Table]) -> Iterator[Table]:
        """The tables of a file; the first of a folder notes the files beside it that were not."""
        for at, read in enumerate(tables):
            notes: list[Message] = []
            if at == 0 and self.reports:
                names = ", ".join(listed(short_names(self.reports)))
                self.reports = []
                notes.append(message("note.own_reports", names=names))
            if others := self.passed.pop(path.parent, None):
                notes.append(message("note.beside", names=", ".join(listed(others))))
            yield replace(read, notes=(*read.notes, *notes))


def _is_log(name: str) -> bool:
    return without_packing(name).endswith(ENDINGS)


def short_names(paths: Sequence[Path]) -> list[str]:
    """The end of each path that tells it from the others: nobody's home is said."""
    every = [path.absolute().parts for path in paths]
    depths = [1] * len(every)
    while True:
        names = ["/".join(own[-depth:]) for own, depth in zip(every, depths, strict=True)]
        count = Counter(names)
        deeper = [
            depth + (count[name] > 1 and depth < len(own))
            for own, depth, name in zip(every, depths, names, strict=True)
        ]
        if deeper == depths:
            return names
        depths = deeper
