"""Opens any file that is named as a log: tables of text and refusals come out."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from auditor.log.csv import fast as csv_fast
from auditor.log.files.content import Content, content
from auditor.log.files.formats import (
    COMPOUND,
    SQLITE,
    ZIP,
    Format,
    format_of_content,
    format_of_name,
)
from auditor.log.files.packed import PACKED_ENDINGS, PACKING, without_packing
from auditor.log.files.watched_file import ChangedFileError
from auditor.log.raw_grid import CANONICAL, ReadOptions
from auditor.log.row_columns import Careful
from auditor.log.table import Refusal, SetAside, Table, Unreadable, column_name
from auditor.messages.message import Message, message

MANY = 100
"""Files of a large log, as small as which each is read sooner cell by cell."""

__all__ = ["Refusal", "SetAside", "Table", "column_name", "read_tables"]


_CONTROL = re.compile(rb"[\0-\x08\x0e-\x19]")
"""Signs that no text has among its first."""


def read_tables(
    path: Path, name: str, options: ReadOptions = CANONICAL, *, large: bool | None = None
) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file, one for each sheet that is a log, whatever the file's ending says.

    `name` is how output calls the file; a file of a `large` log is read in columns, if it can be.
    Never raises for a bad file: it is refused.
    """
    path, sheet = file_and_sheet(path)
    if sheet is not None:
        options = replace(options, sheets=(sheet,))
        name = name.removesuffix(f":{sheet}")
    large = is_large((path,)) if large is None else large
    if large and sheet is None and MANY * size_as_text(path) >= csv_fast.WORTHWHILE:
        named = without_packing(path.name)
        fast = format_of_name(Path(named).suffix)
        careful = Careful(partial(_read_cells, path, name, options), options)
        try:
            if fast is not None and (found := fast.read_fast(path, name, careful)):
                return [found], []
        except ChangedFileError as why:
            return [], [Refusal(name, None, None, None, why.says)]
    return _read_cells(path, name, options)


def file_and_sheet(path: Path) -> tuple[Path, str | None]:
    """The file of a path, and the sheet or table that is named behind it: `evening.db:coups`.

    Only a file that has sheets can be named so; any other path is as it stands.
    """
    before, colon, sheet = path.name.partition(":")
    while colon and before and sheet:
        file = path.with_name(before)
        if has_sheets(file) and not path.exists():
            return file, sheet
        more, colon, sheet = sheet.partition(":")
        before = f"{before}:{more}"
    return path, None


def has_sheets(path: Path) -> bool:
    try:
        begins = beginning_of(path) if path.is_file() else b""
    except OSError:
        return False
    objects = begins.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"[", b"<"))
    return objects or begins.startswith((SQLITE, *ZIP, COMPOUND))


def beginning_of(path: Path, size: int = 16) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


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
    packing = PACKING if ending in PACKED_ENDINGS else 1 if own is None else own.packing
    return size * packing


def _read_cells(path: Path, name: str, options: ReadOptions) -> tuple[list[Table], list[Refusal]]:
    """The tables, every cell looked at; the file is refused or noted for whatever is wrong."""
    try:
        held = content(path, options.encoding, options.limits)
        refuse_half_written(path, held.data)
        return read_bytes(held, name, options)
    except Unreadable as why:
        return [], [(_renamed(path) or why).refusal(name)]


def _renamed(path: Path) -> Unreadable | None:
    """The refusal of noise whose name is that of a workbook."""
    named = format_of_name(ending := path.suffix.lower())
    if named is None or not named.magic or not path.is_file():
        return None
    begins = beginning_of(path, 4096)
    if not format_of_content(begins).is_text or not _CONTROL.search(begins):
        return None
    return Unreadable(message("file.renamed", ending=ending, form=named.name))


def refuse_half_written(path: Path, data: bytes) -> None:
    """Refuses a database whose last rows still lie in a file beside it."""
    if not data.startswith(SQLITE):
        return
    for ending in ("-wal", "-journal"):
        beside = path.with_name(path.name + ending)
        try:
            waits = beside.is_file() and any(beginning_of(beside))
        except OSError:
            waits = True
        if waits:
            raise Unreadable(message("sqlite.in_use", name=beside.name))


def read_bytes(held: Content, name: str, options: ReadOptions) -> tuple[list[Table], list[Refusal]]:
    """The tables of a file whose bytes are here.  Raises Unreadable."""
    own = format_of_content(held.data)
    tables, refusals = own.read(held.data, name, held.sha256, options)
    if tables and (note := about_name(name, own)):
        tables[0] = replace(tables[0], notes=(*tables[0].notes, note))
    return tables, refusals


def about_name(name: str, own: Format) -> Message | None:
    """The note on a file that is not what its name says."""
    ending = Path(without_packing(name)).suffix
    named = format_of_name(ending)
    if named is None or named.reader == own.reader or ending in own.unsought:
        return None
    if own.is_text:
        return message("note.text_anyway")
    return message("note.other_form", form=own.name)
