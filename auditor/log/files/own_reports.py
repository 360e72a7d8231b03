"""The marks by which files of our own reports are known: they are no logs.

Reports are often written into the folder in which the logs lie, and the next audit of that folder
finds them there.
"""

from __future__ import annotations

import zipfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from auditor.guarded_file import NoFileError, open_file
from auditor.log.files.limits import LIMITS

SUBJECT = "auditor report"
"""The subject in the properties of a workbook that is one of our reports."""

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
