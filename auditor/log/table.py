"""The door to a log: any file in, tables of text and refusals out."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from auditor.log.csv_file import read_csv, unpacked
from auditor.log.sheet import Refusal, SetAside, Table, Unreadable, column_name
from auditor.log.workbook import read_workbook

__all__ = ["Refusal", "SetAside", "Table", "column_name", "read_tables"]

MAX_BYTES = 1 << 30

WORKBOOKS = (b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0")
GZIP = b"\x1f\x8b"

WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")
TEXT_ALL_THE_SAME = "The file is text in spite of its name, and read as such."

OTHERS = {
    b"%PDF": "a PDF",
    b"PAR1": "a Parquet file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"{\\rtf": "a rich-text document",
    b"Rar!": "an archive",
    b"7z\xbc\xaf": "an archive",
}


def read_tables(path: Path, name: str) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file, one for each sheet that is a log, whatever the file's ending says.

    `name` is how output calls the file. Never raises for a bad file: it is refused.
    """
    try:
        data = content(path)
        tables, refusals = read_content(data, name, hashlib.sha256(data).hexdigest())
    except Unreadable as why:
        return [], [why.refusal(name)]
    if path.suffix.lower() in WORKBOOK_ENDINGS and tables and tables[0].encoding:
        tables = [replace(table, notes=(*table.notes, TEXT_ALL_THE_SAME)) for table in tables]
    return tables, refusals


def content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise Unreadable("It is a folder: name the files in it.")
        if path.exists() and not path.is_file():
            raise Unreadable("It is a device or a pipe: save the log in a file.")
        if path.stat().st_size > MAX_BYTES:
            raise Unreadable(
                f"It is larger than {MAX_BYTES >> 20} MiB: split it by table or by day."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise Unreadable("There is no such file.") from None
    except PermissionError:
        raise Unreadable("You may not read it: ask its owner for the permission.") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"It cannot be read: {error}.") from None


def read_content(data: bytes, name: str, sha256: str) -> tuple[list[Table], list[Refusal]]:
    if data.startswith(GZIP):
        data = unpacked(data)
    for mark, kind in OTHERS.items():
        if data.startswith(mark):
            raise Unreadable(f"It is {kind}: export the log as CSV or XLSX.")
    if data.startswith(WORKBOOKS):
        return read_workbook(data, name, sha256)
    return [read_csv(data, name, sha256)], []
