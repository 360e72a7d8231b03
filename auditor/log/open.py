"""Opens any file that is named as a log: tables of text and refusals come out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from auditor.log.content import content
from auditor.log.csv import fast as csv_fast
from auditor.log.formats import GZIP_PACKING, format_of_content, format_of_name
from auditor.log.raw_grid import CANONICAL, ReadOptions
from auditor.log.table import Refusal, SetAside, Table, Unreadable, column_name
from auditor.log.watched_file import ChangedFileError
from auditor.messages.message import Message, message

__all__ = ["Refusal", "SetAside", "Table", "column_name", "read_tables"]

OTHERS = {
    b"%PDF": "file.a_pdf",
    b"\x89PNG": "file.an_image",
    b"\xff\xd8\xff": "file.an_image",
    b"{\\rtf": "file.a_rich_text",
    b"Rar!": "file.an_archive",
    b"7z\xbc\xaf": "file.an_archive",
}
MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!doctype|<html|<table|<workbook)", re.IGNORECASE
)
"""How a web page or an XML spreadsheet begins, which programs like to call .xls."""


def read_tables(
    path: Path, name: str, options: ReadOptions = CANONICAL, *, large: bool | None = None
) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file, one for each sheet that is a log, whatever the file's ending says.

    `name` is how output calls the file; a file of a `large` log is read in columns, if it can be.
    Never raises for a bad file: it is refused.
    """
    large = is_large((path,)) if large is None else large
    if large and not options.mapped:
        fast = format_of_name(path.suffix.lower())
        slow_path = partial(_read_cells, path, name, options)
        try:
            if fast is not None and (found := fast.read_fast(path, name, slow_path)):
                return [found], []
        except ChangedFileError as why:
            return [], [Refusal(name, None, None, None, why.says)]
    return _read_cells(path, name, options)


def is_large(paths: Iterable[Path]) -> bool:
    """A log is large where it holds so much that it pays to read it in columns."""
    return sum(map(size_as_text, paths)) >= csv_fast.WORTHWHILE


def size_as_text(path: Path) -> int:
    """About how many bytes a file has, or would have as text; none where it cannot be read."""
    try:
        size = path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0  # reading it says why
    ending = path.suffix.lower()
    own = format_of_name(ending)
    packing = GZIP_PACKING if ending == ".gz" else 1 if own is None else own.packing
    return size * packing


def _read_cells(path: Path, name: str, options: ReadOptions) -> tuple[list[Table], list[Refusal]]:
    """The tables, every cell looked at; the file is refused or noted for whatever is wrong."""
    try:
        held = content(path, options.encoding, options.limits)
        refuse_foreign(held.data)
        tables, refusals = format_of_content(held.data).read(held.data, name, held.sha256, options)
    except Unreadable as why:
        return [], [why.refusal(name)]
    if tables and (note := about_name(path.name, tables[0])):
        tables[0] = replace(tables[0], notes=(*tables[0].notes, note))
    return tables, refusals


def refuse_foreign(data: bytes) -> None:
    """Refuses what is known to be no log, in words that name it."""
    for mark, kind in OTHERS.items():
        if data.startswith(mark):
            raise Unreadable(message("file.foreign", kind=message(kind)))
    if MARKUP.match(data):
        raise Unreadable(message("file.markup"))


def about_name(name: str, table: Table) -> Message | None:
    """The note on a file that is not what its name says."""
    named = format_of_name(Path(name.lower().removesuffix(".gz")).suffix)
    is_text = table.encoding is not None
    if named is None or named.is_text == is_text:
        return None
    return message("note.text_anyway" if is_text else "note.binary_anyway")
