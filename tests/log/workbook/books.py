"""Workbooks made by hand, so that they can say what no program would write."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterable, Mapping, Sequence

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET = "xl/worksheets/sheet1.xml"


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def links(*targets: str, kind: str = "worksheet") -> str:
    own = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, target in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{own}</Relationships>'


# ---- .xlsx --------------------------------------------------------------------------------------
def cell(name: str, value: object, attributes: str = "") -> str:
    """A cell with a number, or with text that stands in the cell itself."""
    if isinstance(value, int | float):
        return f'<c r="{name}"{attributes}><v>{value}</v></c>'
    return f'<c r="{name}" t="inlineStr"{attributes}><is><t>{value}</t></is></c>'


def row(number: int, *values: object, attributes: str = "") -> str:
    cells = "".join(cell(f"{'ABCDEFGH'[at]}{number}", value) for at, value in enumerate(values))
    return f'<row r="{number}"{attributes}>{cells}</row>'


def xlsx(rows: str, parts: Mapping[str, str | bytes] | None = None, *, before: str = "") -> bytes:
    """One sheet `T` that holds the rows; `parts` are more files, or others in place of these."""
    return archive(
        {
            "_rels/.rels": links("xl/workbook.xml", kind="officeDocument"),
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="T" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": links("worksheets/sheet1.xml"),
            SHEET: f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData></worksheet>',
            **(parts or {}),
        }
    )


# ---- .ods ---------------------------------------------------------------------------------------
def ods(rows: str) -> bytes:
    """One sheet `T` that holds the rows."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{name}="{space}:{name}:1.0"' for name in ("office", "table", "text"))
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{space}:manifest:1.0"/>',
            "content.xml": f'<office:document-content {names} xmlns:calcext="urn:calcext">'
            f'<office:body><office:spreadsheet><table:table table:name="T">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_row(*texts: str, attributes: str = "") -> str:
    cells = "".join(
        text
        if text.startswith("<")
        else '<table:table-cell office:value-type="string">'
        f"<text:p>{text}</text:p></table:table-cell>"
        for text in texts
    )
    return f"<table:table-row{attributes}>{cells}</table:table-row>"


# ---- .xlsb: [MS-XLSB] ---------------------------------------------------------------------------
def record(kind: int, content: bytes = b"") -> bytes:
    return seven_bits(kind) + seven_bits(len(content)) + content


def seven_bits(number: int) -> bytes:
    out = bytearray()
    while True:
        number, low = divmod(number, 128)
        out.append(low | (128 if number else 0))
        if not number:
            return bytes(out)


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb_row(number: int, cells: Iterable[bytes], *, hidden: bool = False) -> bytes:
    head = struct.pack("<IIH", number - 1, 0, 300) + bytes([0, 0x10 if hidden else 0]) + bytes(5)
    return record(0, head) + b"".join(cells)


def xlsb_text(column: int, text: str) -> bytes:
    return record(6, struct.pack("<II", column - 1, 0) + wide(text))


def xlsb_number(column: int, number: float) -> bytes:
    return record(5, struct.pack("<IId", column - 1, 0, number))


def xlsb_error(column: int, code: int) -> bytes:
    return record(3, struct.pack("<IIB", column - 1, 0, code))


def xlsb(rows: Sequence[bytes]) -> bytes:
    """One sheet `T` that holds the rows."""
    dimension = record(148, struct.pack("<IIII", 0, 9, 0, 9))
    sheet = [record(129), dimension, record(145), *rows, record(146), record(130)]
    workbook = [
        record(131),
        record(153, struct.pack("<II", 0, 0) + wide("")),
        record(143),
        record(156, struct.pack("<II", 0, 1) + wide("r1") + wide("T")),
        record(144),
        record(132),
    ]
    return archive(
        {
            "_rels/.rels": links("xl/workbook.bin", kind="officeDocument"),
            "xl/workbook.bin": b"".join(workbook),
            "xl/_rels/workbook.bin.rels": links("worksheets/sheet1.bin"),
            "xl/worksheets/sheet1.bin": b"".join(sheet),
        }
    )


# ---- .xls: [MS-CFB] holding [MS-XLS] ------------------------------------------------------------
SECTOR = 512
FREE, LAST, OF_TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def biff(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def xls_text(row: int, column: int, text: str) -> bytes:
    head = struct.pack("<HHHHB", row - 1, column - 1, 15, len(text), 1)
    return biff(0x204, head + text.encode("utf-16-le"))


def xls_number(row: int, column: int, number: float) -> bytes:
    return biff(0x203, struct.pack("<HHHd", row - 1, column - 1, 15, number))


def xls_error(row: int, column: int, code: int) -> bytes:
    return biff(0x205, struct.pack("<HHHBB", row - 1, column - 1, 15, code, 1))


def xls_formula(row: int, column: int, result: bytes) -> bytes:
    head = struct.pack("<HHH", row - 1, column - 1, 15) + result
    return biff(0x06, head + struct.pack("<HIH", 0, 0, 3) + b"\x1e\x01\x00")


def xls_hidden(row: int) -> bytes:
    return biff(0x208, struct.pack("<HHHHHHI", row - 1, 0, 5, 255, 0, 0, 0x0100 | 0x20))


def xls(cells: Sequence[bytes], *, small: bool = False) -> bytes:
    """One sheet `T` that holds the cells."""
    version = struct.pack("<HHHHII", 0x600, 0x0005, 0, 0, 0, 0)
    sheet = biff(0x809, struct.pack("<HHHHII", 0x600, 0x0010, 0, 0, 0, 0)) + b"".join(cells)
    sheet += biff(0x0A)
    name = struct.pack("<BB", 1, 0) + b"T"
    head = biff(0x809, version)
    begins = len(head) + len(biff(0x85, bytes(6) + name)) + len(biff(0x0A))
    stream = head + biff(0x85, struct.pack("<IBB", begins, 0, 0) + name) + biff(0x0A) + sheet
    if not small:
        stream = stream.ljust(8 * SECTOR, b"\0")
    return compound(stream)


def compound(stream: bytes) -> bytes:
    """A compound file with the one entry `Workbook`."""
    small = len(stream) < 4096
    padded = stream.ljust(-(-len(stream) // SECTOR) * SECTOR, b"\0")
    count = len(padded) // SECTOR
    # sectors: the table, the directory, the table of small sectors, then the content
    table = [OF_TABLE, LAST, LAST, *range(4, 3 + count), LAST]
    chains = struct.pack(f"<{len(table)}I", *table).ljust(SECTOR, b"\xff")
    pieces = -(-len(stream) // 64)
    of_small = [*range(1, pieces), LAST] if small else []
    smalls = struct.pack(f"<{len(of_small)}I", *of_small).ljust(SECTOR, b"\xff")
    root = entry("Root Entry", 5, 3 if small else LAST, len(padded) if small else 0, child=1)
    held = entry("Workbook", 2, 0 if small else 3, len(stream))
    listing = (root + held).ljust(SECTOR, b"\0")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 2 if small else LAST, int(small), LAST, 0)
    header += struct.pack("<109I", 0, *[FREE] * 108)
    return header + chains + listing + smalls + padded


def entry(name: str, kind: int, first: int, size: int, child: int = FREE) -> bytes:
    text = name.encode("utf-16-le") + b"\0\0"
    head = text.ljust(64, b"\0") + struct.pack("<HBB", len(text), kind, 1)
    tail = struct.pack("<IQ", first, size)
    return head + struct.pack("<III", FREE, FREE, child) + bytes(36) + tail
