"""Archives are checked before a spreadsheet library may open them.

A workbook of five kilobytes can ask for gigabytes: by packing, by XML entities, by one cell at the
far corner of a sheet, for which the reader reserves all the cells before it.  And where two cells
of a sheet bear one name, the reader keeps the last of them without a word.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.lazily import when_used
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.table import Unreadable
from auditor.messages.message import message
from auditor.source import Frozen

if TYPE_CHECKING:
    import numpy as np
else:
    np = when_used("numpy")

LONGEST_PIECE = 16 << 20

# The short patterns are what programs write; they are several times as fast as the long ones.
ROWS = re.compile(rb'<row r="(\d+)"')
CELLS = re.compile(rb'<c r="([A-Z]+[0-9]+)"')
ANY_ROW = re.compile(rb"""<(?:\w+:)?row\s(?:[^<>]*?\s)?r\s*=\s*["'](\d+)["']""")
ANY_CELL = re.compile(rb"""<(?:\w+:)?c\s(?:[^<>]*?\s)?r\s*=\s*["']([A-Za-z]+[0-9]+)["']""")
PREFIXED = re.compile(rb":(?:row|c)[\s>]")
FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
ENDS_IN_F, BEGINS_WITH_F = re.compile(rb"f[\s/>]"), (b"<f", b":f")
"""Each formula has the first and one of the second, which are found far faster."""
SUSPECT = tuple(  # one by one: together they are three times as slow
    map(re.compile, (rb"""t\s*=\s*["']e["']""", rb"hidden\s*="))
)
DOCTYPES = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".emf", ".wmf", ".bin", ".vml")
"""Parts of other kinds, which the reader does not open."""

MACROS = ("xl/vbaProject.bin", "xl/macrosheets/", "Basic/")


class Archive(Frozen):
    """A workbook that may be opened."""

    kind: str
    macros: bool = False
    suspect: frozenset[str] = frozenset()  # parts with error cells, formulas or hidden rows
    unpacked: int = 0  # size of all parts
    cells: int = 0  # of the largest sheet, empty ones counted


def open_archive(data: bytes, limits: ReadLimits = LIMITS) -> Archive:
    """The archive, if a library may open it.  Raises Unreadable."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            refuse_bombs(members, limits)
            kind = kind_of(archive, {member.filename for member in members})
            parts = [own for own in members if not own.filename.lower().endswith(PICTURES)]
            scans = [scan_part(archive, own, limits) for own in parts]
    except Unreadable:
        raise
    except Exception:  # noqa: BLE001 - a dozen kinds: encrypted, cut short, packed in unknown ways
        raise Unreadable(message("workbook.damaged_archive")) from None
    return Archive(
        kind,
        any(member.filename.startswith(MACROS) for member in members),
        frozenset(scan.part for scan in scans if scan.suspect),
        sum(member.file_size for member in members),
        max((scan.rows * scan.columns for scan in scans), default=0),
    )


def refuse_bombs(members: list[zipfile.ZipInfo], limits: ReadLimits) -> None:
    if len(members) > limits.archive_parts:
        raise Unreadable(message("workbook.many_parts", parts=len(members)))
    if sum(member.file_size for member in members) > limits.unpacked_size:
        raise Unreadable(message("workbook.too_large", most=limits.unpacked_size >> 20))
    if len({member.filename.lower() for member in members}) < len(members):
        raise Unreadable(message("workbook.part_twice"))
    for member in members:
        tight = member.file_size > limits.packing_ratio * max(member.compress_size, 1)
        if tight and member.file_size > limits.loosely_packed_part:
            raise Unreadable(message("workbook.part_too_tight", part=member.filename))


def kind_of(archive: zipfile.ZipFile, names: set[str]) -> str:
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "xl/workbook.bin" in names:
        return "xlsb"
    if "mimetype" in names and "content.xml" in names:
        with archive.open("mimetype") as mimetype:
            kind = mimetype.read(100)
        if b"opendocument.spreadsheet" in kind:
            return "ods"
        if b"opendocument.text" in kind:
            raise Unreadable(message("file.foreign", kind=message("file.a_document")))
    held = tuple(f"`{name}`" for name in sorted(names)[:3])
    raise Unreadable(message("workbook.only_zip", held=held or message("workbook.nothing")))


@dataclass(slots=True)
class PartScan:
    """The last row and column of a part that has been read so far, and the cells that it names."""

    part: str
    limits: ReadLimits
    rows: int = 1
    columns: int = 1
    cells: int = 0
    last_row: int = 0
    is_sheet: bool = False
    suspect: bool = False

    def read(self, piece: bytes) -> None:
        if any(mark in piece for mark in DOCTYPES):
            raise Unreadable(message("workbook.doctype_in", part=self.part))
        quick = not PREFIXED.search(piece)
        cells = CELLS.findall(piece) if quick else []
        if len(cells) != piece.count(b"<c "):
            cells = ANY_CELL.findall(piece)
        rows = ROWS.findall(piece) if quick else []
        if len(rows) != piece.count(b"<row"):
            rows = ANY_ROW.findall(piece)
        named = named_cells(cells)
        self.reach(named, rows)
        if self.is_sheet:
            self.refuse_lost(named, rows)
        self.suspect = self.suspect or _is_suspect(piece)

    def reach(self, named: Named, rows: list[bytes]) -> None:
        self.columns = max(self.columns, named.column)
        self.rows = max(self.rows, named.last, *map(int, set(rows)), 1)
        self.cells += named.cells
        refuse_far(self.rows, self.columns, limits=self.limits)

    def refuse_lost(self, named: Named, rows: list[bytes]) -> None:
        """The reader keeps one of two cells that bear the same name."""
        numbers = [self.last_row, *map(int, rows)]
        twice = named.twice or (named.cells and named.first <= self.last_row)
        if numbers != sorted(set(numbers)) or twice:
            raise Unreadable(message("workbook.rows_twice", part=self.part))
        self.last_row = max(numbers[-1], named.last)


class Named(Frozen):
    """How many cells are named, their first and last row and their last column, and whether two
    bear one name.
    """

    cells: int
    first: int
    last: int
    column: int
    twice: bool


def named_cells(cells: Sequence[bytes]) -> Named:
    """The numbers of some cells, told from their names.  Raises Unreadable for a name too long."""
    if not cells:
        return Named(0, 0, 0, 1, twice=False)
    names = np.array(cells)
    if names.itemsize > LONGEST_NAME:
        raise Unreadable(message("workbook.damaged"))
    row, column = np.zeros((2, len(cells)), np.int64)
    for sign in names.view(np.uint8).reshape(len(cells), -1).T.astype(np.int64):
        row = np.where((sign >= ord("0")) & (sign <= ord("9")), row * 10 + sign - ord("0"), row)
        column = np.where(sign >= ord("A"), column * 26 + (sign & 31), column)
    places = row << 32 | column
    twice = not (np.diff(places) > 0).all() and len(np.unique(places)) < len(places)
    return Named(len(cells), int(row.min()), int(row.max()), int(column.max()), twice)


LONGEST_NAME = 12  # letters and digits of a cell's name: numbers of longer ones are too large


def _is_suspect(piece: bytes) -> bool:
    formula = (
        ENDS_IN_F.search(piece)
        and any(sign in piece for sign in BEGINS_WITH_F)
        and FORMULA.search(piece)
    )
    return bool(formula) or any(pattern.search(piece) for pattern in SUSPECT)


def refuse_far(rows: int, columns: int, cells: int | None = None, *, limits: ReadLimits) -> None:
    """Refuses a last row and column too far off, or a sheet almost empty up to there."""
    if rows * columns > limits.sheet_cells:
        raise Unreadable(message("sheet.too_far", row=rows, column=columns))
    if cells is not None and rows * columns > max(limits.few_cells, limits.empty_cells * cells):
        raise Unreadable(message("sheet.almost_empty", row=rows, column=columns))


def scan_part(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limits: ReadLimits) -> PartScan:
    """The size of a part; refuses what no spreadsheet program writes."""
    scan = PartScan(member.filename, limits)
    held = b""
    with archive.open(member) as part:
        while read := part.read(limits.chunk_size):
            held += read
            scan.is_sheet = scan.is_sheet or b"sheetData" in held
            cut = place_to_cut(held, scan.is_sheet)
            if cut:
                scan.read(held[:cut])
                held = held[cut:]
    scan.read(held)
    if scan.is_sheet and scan.cells:
        refuse_far(scan.rows, scan.columns, scan.cells, limits=limits)
    return scan


def place_to_cut(held: bytes, is_sheet: bool) -> int:
    """Before the last row of a sheet or the last tag of another part; 0: more must be read."""
    if len(held) > LONGEST_PIECE:
        return len(held)
    ends = held.rfind(b"row ") if is_sheet else len(held)
    return max(0, held.rfind(b"<", 0, max(0, ends)))


def column_number(letters: bytes) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number
