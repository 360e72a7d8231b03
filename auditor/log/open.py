"""The door to a log: any file in, tables of text and refusals out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from auditor.log.content import PARQUET, WORKBOOKS, Content, content
from auditor.log.csv import fast as plain
from auditor.log.csv.fast import Carefully, read_plain
from auditor.log.csv.read import read_csv
from auditor.log.parquet.fast import PACKED, read_plain_parquet
from auditor.log.raw_grid import CANONICAL, Shape
from auditor.log.table import Refusal, SetAside, Table, Unreadable, column_name

__all__ = ["Refusal", "SetAside", "Table", "column_name", "read_tables"]

BINARY_ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".parquet")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")
TEXT_ALL_THE_SAME = "The file is text in spite of its name, and read as such."
BINARY_ALL_THE_SAME = "The file is no text in spite of its name, and read as what it is."

OTHERS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"{\\rtf": "a rich-text document",
    b"Rar!": "an archive",
    b"7z\xbc\xaf": "an archive",
}
MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!doctype|<html|<table|<workbook)", re.IGNORECASE
)
"""How a web page or an XML spreadsheet begins, which programs like to call .xls."""


def read_tables(
    path: Path, name: str, shape: Shape = CANONICAL, *, large: bool | None = None
) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file, one for each sheet that is a log, whatever the file's ending says.

    `name` is how output calls the file, `shape` what is told of it beforehand, `large` whether
    the log that it is of is.  Never raises for a bad file: it is refused.
    """
    large = is_large((path,)) if large is None else large
    if (
        large
        and not shape.mapped
        and (found := _read_plain(path, name, lambda: _read_carefully(path, name, shape)))
    ):
        return [found], []
    return _read_carefully(path, name, shape)


def is_large(paths: Iterable[Path]) -> bool:
    """Whether the files of a log hold so much that it pays to read them in columns."""
    return sum(map(size_as_text, paths)) >= plain.WORTHWHILE


def size_as_text(path: Path) -> int:
    """About how many bytes a file has, or would have as text; none where it cannot be read."""
    try:
        size = path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0  # reading it says why
    return size * PACKED if path.suffix.lower() in (*BINARY_ENDINGS, ".gz") else size


def _read_plain(path: Path, name: str, carefully: Carefully) -> Table | None:
    """The table of a file that is what its name says, and needs no interpretation."""
    ending = path.suffix.lower()
    if ending == ".parquet":
        return read_plain_parquet(path, name, carefully)
    return read_plain(path, name, carefully) if ending in TEXT_ENDINGS else None


def _read_carefully(path: Path, name: str, shape: Shape) -> tuple[list[Table], list[Refusal]]:
    """Every cell looked at; whatever there is to say of a file is said."""
    try:
        tables, refusals = read_content(content(path, shape.encoding, shape.limits), name, shape)
    except Unreadable as why:
        return [], [why.refusal(name)]
    if tables and (note := about_name(path.name, tables[0])):
        tables[0] = replace(tables[0], notes=(*tables[0].notes, note))
    return tables, refusals


def about_name(name: str, table: Table) -> str | None:
    """What is to be said where a file is not what its name says."""
    ending = Path(name.lower().removesuffix(".gz")).suffix
    is_text = table.encoding is not None
    if is_text and ending in BINARY_ENDINGS:
        return TEXT_ALL_THE_SAME
    return BINARY_ALL_THE_SAME if not is_text and ending in TEXT_ENDINGS else None


def read_content(held: Content, name: str, shape: Shape) -> tuple[list[Table], list[Refusal]]:
    for mark, kind in OTHERS.items():
        if held.data.startswith(mark):
            raise Unreadable(f"It is {kind}: export the log as CSV or XLSX.")
    if MARKUP.match(held.data):
        says = "It is a web page or XML: open it in a spreadsheet program and save it as .xlsx."
        raise Unreadable(says)
    # What reads workbooks and Parquet files takes longer to import than a small CSV file to read.
    if held.data.startswith(WORKBOOKS):
        from auditor.log.workbook.read import read_workbook  # noqa: PLC0415

        return read_workbook(held.data, name, held.sha256, shape)
    if held.data.startswith(PARQUET):
        from auditor.log.parquet.read import read_parquet  # noqa: PLC0415

        return [read_parquet(held.data, name, held.sha256, shape)], []
    return [read_csv(held.data, name, held.sha256, shape)], []
