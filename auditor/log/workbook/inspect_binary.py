"""Error cells and hidden rows of binary workbooks: .xls ([MS-CFB] holding [MS-XLS], BIFF8) and
.xlsb ([MS-XLSB], BIFF12).

Containers and records are read by hand: olefile follows a chain of sectors that leads back to
itself without a word, so that rows could come twice; xlrd gives hidden rows only where it reads
every format of the file, refuses workbooks without formats, and takes twice the time; pyxlsb is
unmaintained and tells nothing of hidden rows.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from struct import unpack_from

from auditor.log.files.limits import ReadLimits
from auditor.log.table import Unreadable
from auditor.log.workbook.archive import refuse_far
from auditor.log.workbook.book_sheet import BookSheet
from auditor.log.workbook.inspect_xml import ERROR_CODES, damaged, links
from auditor.messages.message import Message, message

SECTOR_LIMIT = 0xFFFFFFFA  # from here on no sector, but the end of a chain or a free one
ENTRY = 128
SMALL, LARGE = 64, 4096  # bytes of a small sector, and of an entry that has large ones

BEGINS, ENDS, SHEET_XLS, PASSWORD = 0x809, 0x0A, 0x85, 0x2F
ROW_XLS, COLUMNS_XLS, CONSTANT, FORMULA = 0x208, 0x7D, 0x205, 0x06
MANY = 0xBD  # a stretch of cells in one record, the last column at its end
CELLS_XLS = (CONSTANT, FORMULA, MANY, 0x203, 0x204, 0x27E, 0xFD)
BIFF8 = 0x600
OF_ERROR, OF_NOTHING = 2, 3  # kinds of value that a formula may have


class Compound:
    """A file that holds other files: sectors in chains, and a directory of their names."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        shift, small = unpack_from("<HH", data, 30)
        if shift not in (9, 12) or small != 6:
            raise damaged()
        self._sector = 512 if shift == 9 else 4096
        self._table = self._whole_table()
        (first,) = unpack_from("<I", data, 48)
        self.entries = dict(self._directory(self._chain(first, self._table)))

    def _whole_table(self) -> list[int]:
        places = list(unpack_from("<109I", self._data, 76))
        (more,) = unpack_from("<I", self._data, 68)
        seen: set[int] = set()
        while more < SECTOR_LIMIT and more not in seen:
            seen.add(more)
            *listed, more = self._numbers(more)
            places += listed
        table: list[int] = []
        for place in places:
            if place < SECTOR_LIMIT:
                table += self._numbers(place)
        return table

    def _at(self, sector: int) -> int:
        return (sector + 1) * self._sector

    def _numbers(self, sector: int) -> tuple[int, ...]:
        return unpack_from(f"<{self._sector // 4}I", self._data, self._at(sector))

    def _chain(self, sector: int, table: list[int], small: bytes | None = None) -> bytes:
        """The sectors of a chain; the small ones stand in a chain of their own."""
        parts: list[bytes] = []
        while sector < SECTOR_LIMIT:
            if len(parts) > len(table):
                raise damaged()  # the chain bites its own tail
            if small is None:
                parts.append(self._data[self._at(sector) : self._at(sector + 1)])
            else:
                parts.append(small[sector * SMALL : (sector + 1) * SMALL])
            sector = table[sector]
        return b"".join(parts)

    def _directory(self, listing: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
        for at in range(0, len(listing) - ENTRY + 1, ENTRY):
            (length,) = unpack_from("<H", listing, at + 64)
            name = listing[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            first, size = unpack_from("<II", listing, at + 116)
            if name:
                yield name, (first, size)

    def content(self, name: str) -> bytes:
        first, size = self.entries[name]
        if size >= LARGE:
            return whole(self._chain(first, self._table), size)
        (begins,) = unpack_from("<I", self._data, 60)
        listed = self._chain(begins, self._table)
        table = list(unpack_from(f"<{len(listed) // 4}I", listed))
        small = self._chain(self.entries["Root Entry"][0], self._table)
        return whole(self._chain(first, table, small), size)


def whole(content: bytes, size: int) -> bytes:
    """The part of a chain that belongs to the entry; a file cut short has less."""
    if len(content) < size:
        raise damaged()
    return content[:size]


def inspect_xls(data: bytes, limits: ReadLimits) -> tuple[dict[str, BookSheet], list[Message]]:
    """All the sheets, and notes.  Raises Unreadable where the file is locked or no workbook."""
    held = Compound(data)
    if "EncryptedPackage" in held.entries:  # an .xlsx behind a password
        raise protected()
    name = next((own for own in ("Workbook", "Book") if own in held.entries), None)
    if name is None:
        raise Unreadable(message("workbook.not_one"))
    sheets = inspect_records(held.content(name), limits)
    notes = [message("note.no_error_cells")] if sheets is None else []
    if any(own.startswith("_VBA_PROJECT") for own in held.entries):
        notes.append(message("note.macros"))
    return sheets or {}, notes


def protected() -> Unreadable:
    return Unreadable(message("sandbox.protected"))


def inspect_records(stream: bytes, limits: ReadLimits) -> dict[str, BookSheet] | None:
    """The sheets that the workbook's own records name; None where only its values are read."""
    sheets: dict[str, BookSheet] = {}
    for kind, at, length in records_xls(stream, 0):
        if kind == PASSWORD:
            raise protected()
        if kind == BEGINS and unpack_from("<H", stream, at)[0] != BIFF8:
            return None  # older than 1997
        if kind == SHEET_XLS:
            (begins,) = unpack_from("<I", stream, at)
            sheets[sheet_name(stream[at + 6 : at + length])] = inspect_sheet_xls(
                stream, begins, limits
            )
    return sheets


def sheet_name(data: bytes) -> str:
    length, wide = data[0], data[1] & 1
    return data[2 : 2 + length * (2 if wide else 1)].decode("utf-16-le" if wide else "latin-1")


def records_xls(stream: bytes, at: int) -> Iterator[tuple[int, int, int]]:
    """The kind, the place and the length of each record, up to the end of its part."""
    while at + 4 <= len(stream):
        kind, length = unpack_from("<HH", stream, at)
        yield kind, at + 4, length
        if kind == ENDS:
            return
        at += 4 + length
    raise damaged()


def inspect_sheet_xls(stream: bytes, begins: int, limits: ReadLimits) -> BookSheet:
    found = BookSheet()
    rows = columns = cells = 0
    for kind, at, length in records_xls(stream, begins):
        if kind in CELLS_XLS:
            row, column = unpack_from("<HH", stream, at)
            last = unpack_from("<H", stream, at + length - 2)[0] if kind == MANY else column
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            cells += last - column + 1
            no_number = kind == FORMULA and stream[at + 12 : at + 14] == b"\xff\xff"
            if no_number and stream[at + 6] == OF_NOTHING:
                found.blank.append(row + 1)
            elif kind == CONSTANT and stream[at + 7]:
                found.errors[row + 1, column + 1] = ERROR_CODES.get(stream[at + 6], "#N/A")
            elif no_number and stream[at + 6] == OF_ERROR:
                found.errors[row + 1, column + 1] = ERROR_CODES.get(stream[at + 8], "#N/A")
        elif kind == ROW_XLS:
            row = int(unpack_from("<H", stream, at)[0]) + 1
            if stream[at + 12] & 0x20:
                found.hide(row, row)
        elif kind == COLUMNS_XLS:
            found.hidden_columns = found.hidden_columns or bool(stream[at + 8] & 1)
    refuse_far(rows, columns, max(cells, 0), limits=limits)
    return found


# ---- .xlsb --------------------------------------------------------------------------------------
WORKBOOK = "xl/workbook.bin"

ROW_XLSB, COLUMNS_XLSB, SHEET_XLSB = 0, 60, 156
CELLS_XLSB = range(1, 12)
ERRORS = (3, 11)  # a constant, and the value of a formula


def inspect_xlsb(
    archive: zipfile.ZipFile, _parts: frozenset[str], limits: ReadLimits
) -> dict[str, BookSheet]:
    """All the sheets; one whose last cell is too far off is refused."""
    found: dict[str, BookSheet] = {}
    targets = links(archive, WORKBOOK)
    for kind, data in records_xlsb(archive.read(WORKBOOK)):
        if kind == SHEET_XLSB:
            link, name = strings(data, 8)
            if (part := targets.get(link)) in archive.NameToInfo:
                found[name] = inspect_sheet_xlsb(archive.read(part), limits)
    return found


def records_xlsb(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The kind and the content of each record."""
    at = 0
    while at < len(data):
        kind, at = number(data, at, 2)
        length, at = number(data, at, 4)
        yield kind, data[at : at + length]
        at += length


def number(data: bytes, at: int, most: int) -> tuple[int, int]:
    """A number of seven bits a byte, the lowest first, and where it ends."""
    value = 0
    for place in range(most):
        byte = data[at + place]
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, at + place + 1
    return value, at + most


def strings(data: bytes, at: int) -> Iterator[str]:
    """Texts one after the other, each with its length in front."""
    while at < len(data):
        (length,) = unpack_from("<I", data, at)
        if length > len(data):  # none
            length = 0
        at += 4 + 2 * length
        yield data[at - 2 * length : at].decode("utf-16-le")


def following(before: int, data: bytes) -> int:
    """The row or column of a record, from 1.  Raises Unreadable where it stands twice."""
    (number_from_0,) = unpack_from("<I", data)
    if number_from_0 < before:
        raise Unreadable(message("workbook.cells_twice"))
    return int(number_from_0) + 1


def inspect_sheet_xlsb(data: bytes, limits: ReadLimits) -> BookSheet:
    found = BookSheet()
    row = column = rows = columns = cells = 0
    for kind, own in records_xlsb(data):
        if kind == ROW_XLSB:
            row = following(row, own)
            column = 0
            if own[11] & 0x10:
                found.hide(row, row)
        elif kind in CELLS_XLSB:
            column = following(column, own)
            rows, columns, cells = max(rows, row), max(columns, column), cells + 1
            if kind in ERRORS:
                found.errors[row, column] = ERROR_CODES.get(own[8], "#N/A")
        elif kind == COLUMNS_XLSB and own[16] & 1:
            found.hidden_columns = True
    refuse_far(rows, columns, cells, limits=limits)
    return found
