"""Opens any file that is named as a log, an archive of logs too: tables of text and refusals come
out.

Of an archive nothing is unpacked to a disk, and no archive within it is opened.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from auditor.log.cell import canonical_text
from auditor.log.csv import plain_csv
from auditor.log.files.content import (
    PACKED_ENDINGS,
    PACKING,
    ChangedFileError,
    Content,
    collect,
    content,
    unpacked,
    without_packing,
)
from auditor.log.files.formats import (
    ENDINGS,
    SQLITE,
    UNSOUGHT,
    Format,
    format_of_content,
    format_of_name,
)
from auditor.log.row_columns import CANONICAL, Grid, ReadOptions
from auditor.log.table import Origin, Refusal, Table, Unreadable
from auditor.log.workbook.archive import refuse_bombs
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    from pandas import DataFrame


MANY = 100  # files of a large log, as small as which each is read sooner cell by cell
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x19]")  # signs that no text has among its first


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
    if large and sheet is None and MANY * size_as_text(path) >= plain_csv.WORTHWHILE:
        named = format_of_name(Path(without_packing(path.name)).suffix)
        try:
            if (
                named is not None
                and named.is_text
                and (found := plain_csv.read_plain(path, name, options))
            ):
                return [found], []
        except ChangedFileError as why:
            return [], [Refusal(name, None, None, None, why.says)]
    return _read_cells(path, name, options)


def file_and_sheet(path: Path) -> tuple[Path, str | None]:
    """The file of a path, and the sheet or table named behind it: `evening.db:coups`."""
    before, colon, sheet = path.name.partition(":")
    while colon and before and sheet:
        file = path.with_name(before)
        if has_sheets(file) and not path.exists():
            return file, sheet
        more, colon, sheet = sheet.partition(":")
        before = f"{before}:{more}"
    return path, None


def has_sheets(path: Path) -> bool:
    """Whether a file may hold several tables, each of which has a name."""
    try:
        begins = beginning_of(path, 4096) if path.is_file() else b""
    except OSError:
        return False
    return format_of_content(begins).has_tables


def beginning_of(path: Path, size: int = 16) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def is_large(paths: Iterable[Path]) -> bool:
    """A log is large where it holds so much that it pays to read it in columns."""
    return sum(map(size_as_text, paths)) >= plain_csv.WORTHWHILE


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


# ---- archives -----------------------------------------------------------------------------------
OFFICE: tuple[tuple[str, str], ...] = (
    ("word/document.xml", "file.a_document"),
    ("ppt/presentation.xml", "file.a_presentation"),
    ("Index/Document.iwa", "file.a_numbers"),
    ("Index.zip", "file.a_numbers"),
)
"""How a file in an archive is called that is no log, and what the archive then is."""


def zip_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of the logs in an archive.  Raises Unreadable."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unzipped(archive, file, sha256, options)
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError):
        raise Unreadable(message("workbook.damaged_archive")) from None


def _unzipped(
    archive: zipfile.ZipFile, file: str, sha256: str, options: ReadOptions
) -> tuple[list[Table], list[Refusal]]:
    """The tables of the logs of an archive, one log after the other."""
    # What has no name at all is no folder, and `is_dir` breaks on it.
    members = [member for member in archive.infolist() if not member.filename.endswith("/")]
    refuse_bombs(members, options.limits)
    logs, others = sorted_out(members)
    refuse_office(archive)
    if not logs:
        raise Unreadable(message("zip.no_log", held=listed(others) or message("workbook.nothing")))
    tables: list[Table] = []
    refusals: list[Refusal] = []
    by_hash: dict[str, str] = {}
    left = options.limits.unpacked_size
    for member in logs:
        name = f"{file}/{member.filename}"
        try:
            held = _content(archive, member, left, options)
            left -= len(held.data)
            if (other := by_hash.setdefault(held.sha256, name)) != name:
                raise Unreadable(message("file.same_content", other=other))
            read, refused = read_bytes(held, name, options)
        except Unreadable as why:
            read, refused = [], [why.refusal(name)]
        tables += read
        refusals += refused
    if tables:
        notes = [*tables[0].notes, message("note.unzipped", sha256=sha256)]
        if others:
            notes.append(message("note.beside_in_archive", names=listed(others)))
        tables[0] = replace(tables[0], notes=tuple(notes))
    return tables, refusals


def _content(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int, options: ReadOptions
) -> Content:
    """The bytes of one file, within what is left of the bounds of all of them."""
    try:
        packed = archive.read(member)
    except RuntimeError:  # a password is asked for
        raise Unreadable(message("sandbox.protected")) from None
    except Exception:  # noqa: BLE001 - a dozen kinds: cut short, packed in unknown ways
        raise Unreadable(message("workbook.damaged_archive")) from None
    limits = replace(options.limits, unpacked_size=max(left, 0))
    data = collect(unpacked([packed], packed, limits), options.encoding)
    if format_of_content(data).name == "ZIP":
        raise Unreadable(message("zip.within"))
    return Content(data, hashlib.sha256(packed).hexdigest())


def sorted_out(
    members: Sequence[zipfile.ZipInfo],
) -> tuple[list[zipfile.ZipInfo], list[str]]:
    """The logs of an archive in the order of their names, and what else is in it."""
    shown = sorted(
        (own for own in members if not is_hidden(own.filename)), key=lambda own: own.filename
    )
    for endings in (ENDINGS, UNSOUGHT):
        logs = [own for own in shown if without_packing(own.filename).endswith(endings)]
        if logs:
            return logs, [own.filename for own in shown if own not in logs]
    return [], [own.filename for own in shown]


def is_hidden(name: str) -> bool:
    """True of what begins with a dot, of the lock file of a workbook, and of what a Mac adds."""
    *folders, own = name.replace("\\", "/").split("/")
    return own.startswith((".", "~$")) or "__MACOSX" in folders


def refuse_office(archive: zipfile.ZipFile) -> None:
    """Refuses an archive that is a document of another kind, named for what it is."""
    for mark, kind in OFFICE:
        if any(name.startswith(mark) for name in archive.namelist()):
            raise Unreadable(message("file.foreign", kind=message(kind)))


def listed(names: Sequence[str]) -> tuple[str, ...]:
    return (*(f"`{name}`" for name in names[:10]), *(["…"] if names[10:] else []))


# ---- frames -------------------------------------------------------------------------------------
def is_frame(thing: object) -> TypeGuard[DataFrame]:
    """Recognises a DataFrame by the names of its classes: pandas is not imported for it."""
    return any(
        kind.__name__ == "DataFrame" and kind.__module__.partition(".")[0] == "pandas"
        for kind in type(thing).__mro__
    )


def read_frame(
    frame: DataFrame, name: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The table of a frame, from row 2 on; named levels of its index are columns."""
    named = [level for level in frame.index.names if level is not None]
    missing = [level for level in named if level not in frame.columns]
    whole = frame.reset_index(level=missing) if missing else frame
    header = [str(column) for column in whole.columns]
    cells = whole.astype(object).where(whole.notna(), None).itertuples(index=False, name=None)
    records = [(1, header), *enumerate(([*map(text_of, own)] for own in cells), start=2)]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(cells for _, cells in records)
    digest = sha256(written.getvalue().encode(errors="backslashreplace")).hexdigest()
    try:
        return [options.to_table(Grid(Origin(name, None, digest, None), records))], []
    except Unreadable as why:
        return [], [why.refusal(name)]


def text_of(cell: Any) -> str:
    """The canonical text of a cell of pandas or numpy that holds something."""
    if getattr(cell, "nanosecond", 0) or getattr(cell, "nanoseconds", 0):
        return canonical_text(cell.floor("us"))
    return canonical_text(cell.item() if hasattr(cell, "item") else cell)
