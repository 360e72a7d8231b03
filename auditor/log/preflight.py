"""What an archive must show before a spreadsheet library may open it.

A workbook of five kilobytes can ask for gigabytes: by packing, by XML entities, by one cell at the
far corner of a sheet, for which the reader reserves all the cells before it.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from auditor.log.sheet import Unreadable

MAX_UNPACKED = 1 << 30
MAX_MEMBERS = 10_000
MAX_RATIO = 200
SMALL = 10 << 20
"""Members up to so many bytes may be packed as tightly as they like."""
MAX_CELLS = 30_000_000
"""Of a sheet, counted from A1 to its last row and column: one million rows of thirty columns."""

CHUNK = 1 << 20
OVERLAP = 64

ROW = re.compile(rb"""\br\s*=\s*["'][A-Z]{0,4}(\d{1,9})["']""")
COLUMN = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,4})\d""")
PECULIAR = tuple(  # one by one: together they are three times as slow
    map(re.compile, (rb"""t\s*=\s*["']e["']""", rb"<(?:\w+:)?f[\s/>]", rb"hidden\s*="))
)
DOCTYPES = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))

SPLIT = "delete empty rows and columns, or export the log as CSV."


@dataclass(frozen=True, slots=True)
class Archive:
    """A workbook that may be opened. `peculiar` names the parts with error cells, formulas or
    hidden rows, which need a closer look.
    """

    kind: str
    macros: bool
    peculiar: frozenset[str]


def inspect(data: bytes) -> Archive:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return look_through(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        # RuntimeError: an encrypted member; NotImplementedError: an unknown way of packing
        says = "It is a damaged or encrypted workbook or archive: open it and save it again."
        raise Unreadable(says) from None


def look_through(archive: zipfile.ZipFile) -> Archive:
    members = archive.infolist()
    refuse_bombs(members)
    names = {member.filename for member in members}
    kind = kind_of(archive, names)
    peculiar = [m.filename for m in members if is_xml(m.filename) and look_at(archive, m)]
    return Archive(kind, "xl/vbaProject.bin" in names, frozenset(peculiar))


def refuse_bombs(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_MEMBERS:
        raise Unreadable(f"It is an archive of {len(members)} files; a workbook has far fewer.")
    if sum(member.file_size for member in members) > MAX_UNPACKED:
        raise Unreadable(f"It unpacks to more than {MAX_UNPACKED >> 20} MiB: {SPLIT}")
    for member in members:
        tight = member.file_size > MAX_RATIO * max(member.compress_size, 1)
        if tight and member.file_size > SMALL:
            raise Unreadable(f"`{member.filename}` in it is packed beyond any use: {SPLIT}")


def kind_of(archive: zipfile.ZipFile, names: set[str]) -> str:
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "xl/workbook.bin" in names:
        raise Unreadable("It is a binary workbook (.xlsb): save it as .xlsx.")
    if "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype")[:100]:
        return "ods"
    held = ", ".join(f"`{name}`" for name in sorted(names)[:3]) or "nothing"
    raise Unreadable(f"It is a ZIP archive and no workbook: unpack it. It holds {held}.")


def is_xml(name: str) -> bool:
    return name.lower().endswith((".xml", ".rels"))


def look_at(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether a part needs a closer look; refuses what no spreadsheet program writes."""
    peculiar = False
    rows = columns = 1
    for chunk in chunks(archive, member):
        if any(mark in chunk for mark in DOCTYPES):
            raise Unreadable(f"`{member.filename}` in it declares a DOCTYPE: save the file anew.")
        rows = max(rows, *map(int, {b"1", *ROW.findall(chunk)}))
        columns = max(columns, *map(column_number, {b"A", *COLUMN.findall(chunk)}))
        if rows * columns > MAX_CELLS:
            says = f"A sheet reaches to row {rows} and column {columns}, more cells than are read"
            raise Unreadable(f"{says}: {SPLIT}")
        peculiar = peculiar or any(pattern.search(chunk) for pattern in PECULIAR)
    return peculiar


def chunks(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """The bytes of a part; each chunk begins with the end of the one before."""
    end = b""
    with archive.open(member) as part:
        while read := part.read(CHUNK):
            yield end + read
            end = read[-OVERLAP:]


def column_number(letters: bytes) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number
