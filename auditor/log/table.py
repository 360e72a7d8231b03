"""The door to a log: any file in, tables of text and refusals out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from auditor.log.content import WORKBOOKS, Content, content
from auditor.log.csv_file import read_csv
from auditor.log.grid import CANONICAL, Shape
from auditor.log.sheet import Refusal, SetAside, Table, Unreadable, column_name
from auditor.log.workbook import read_workbook

__all__ = ["Refusal", "SetAside", "Table", "column_name", "read_tables"]

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


def read_tables(
    path: Path, name: str, shape: Shape = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file, one for each sheet that is a log, whatever the file's ending says.

    `name` is how output calls the file, `shape` what is told of it beforehand.  Never raises for
    a bad file: it is refused.
    """
    try:
        tables, refusals = read_content(content(path, shape.encoding), name, shape)
    except Unreadable as why:
        return [], [why.refusal(name)]
    if path.suffix.lower() in WORKBOOK_ENDINGS and tables and tables[0].encoding:
        tables = [replace(table, notes=(*table.notes, TEXT_ALL_THE_SAME)) for table in tables]
    return tables, refusals


def read_content(held: Content, name: str, shape: Shape) -> tuple[list[Table], list[Refusal]]:
    for mark, kind in OTHERS.items():
        if held.data.startswith(mark):
            raise Unreadable(f"It is {kind}: export the log as CSV or XLSX.")
    if held.data.startswith(WORKBOOKS):
        return read_workbook(held.data, name, held.sha256, shape)
    return [read_csv(held.data, name, held.sha256, shape)], []
