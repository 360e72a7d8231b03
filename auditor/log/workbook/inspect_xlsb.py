"""Error cells and hidden rows of a binary workbook (.xlsb): [MS-XLSB], records of BIFF12.

Read by hand: pyxlsb is unmaintained and tells nothing of hidden rows.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from struct import error, unpack_from

from auditor.log.files.limits import ReadLimits
from auditor.log.table import Unreadable
from auditor.log.workbook.anomalies import ERROR_CODES, SheetAnomalies, WorkbookInfo, damaged
from auditor.log.workbook.archive import refuse_far
from auditor.log.workbook.inspect_xlsx import links
from auditor.messages.message import message

WORKBOOK = "xl/workbook.bin"

ROW, COLUMNS, PROPERTIES, SHEET = 0, 60, 153, 156
CELLS = range(1, 12)
ERRORS = (3, 11)  # a constant, and the value of a formula


def inspect_xlsb(
    archive: zipfile.ZipFile, _parts: frozenset[str], limits: ReadLimits
) -> WorkbookInfo:
    """All the sheets; one whose last cell is too far off is refused."""
    info = WorkbookInfo(macros="xl/vbaProject.bin" in archive.namelist())
    targets = links(archive, WORKBOOK)
    try:
        for kind, data in records(archive.read(WORKBOOK)):
            if kind == PROPERTIES:
                info.days_from_1904 = bool(data[0] & 1)
            elif kind == SHEET:
                link, name = strings(data, 8)
                if (part := targets.get(link)) in archive.NameToInfo:
                    info.sheets[name] = inspect_sheet(archive.read(part), limits)
    except (error, IndexError, KeyError, UnicodeDecodeError):
        raise damaged() from None
    return info


def records(data: bytes) -> Iterator[tuple[int, bytes]]:
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
    """The row or column with which a record begins, from 1: the reader keeps one of two that bear
    the same number.
    """
    (number_from_0,) = unpack_from("<I", data)
    if number_from_0 < before:
        raise Unreadable(message("workbook.cells_twice"))
    return int(number_from_0) + 1


def inspect_sheet(data: bytes, limits: ReadLimits) -> SheetAnomalies:
    found = SheetAnomalies()
    row = column = rows = columns = cells = 0
    for kind, own in records(data):
        if kind == ROW:
            row = following(row, own)
            column = 0
            if own[11] & 0x10:
                found.hide(row, row)
        elif kind in CELLS:
            column = following(column, own)
            rows, columns, cells = max(rows, row), max(columns, column), cells + 1
            if kind in ERRORS:
                found.errors[row, column] = ERROR_CODES.get(own[8], "#N/A")
        elif kind == COLUMNS and own[16] & 1:
            found.hidden_columns = True
    refuse_far(rows, columns, cells, limits=limits)
    return found
