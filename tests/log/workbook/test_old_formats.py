"""Workbooks in the other formats: .xls, .xlsb and .ods, as .xlsx."""

import struct
from pathlib import Path

import pytest

from tests.log.read import table_of, why
from tests.log.workbook import books

XLS = [
    books.xls_text(1, 1, "event"),
    books.xls_text(1, 2, "amount"),
    books.xls_text(2, 1, "pay"),
    books.xls_number(2, 2, 5),
    books.xls_text(3, 1, "pay"),
    books.xls_error(3, 2, 0x17),
    books.xls_text(4, 1, "pay"),
    books.xls_formula(4, 2, b"\x02\0\x07\0\0\0\xff\xff"),
    books.xls_text(5, 1, "pay"),
    books.xls_formula(5, 2, b"\x03\0\0\0\0\0\xff\xff"),
    books.xls_text(6, 1, "pay"),
    books.xls_formula(6, 2, struct.pack("<d", 2.5)),
]


# ---- .xls ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("small", [False, True])
def test_an_old_workbook(tmp_path: Path, small: bool) -> None:
    data = books.xls([books.xls_hidden(3), *XLS], small=small)
    got = table_of(tmp_path / "log.xls", data)
    assert [cells for _, cells in got.rows] == [
        ("pay", "5"),
        ("pay", "#REF!"),
        ("pay", "#DIV/0!"),
        ("pay", ""),
        ("pay", "2.5"),
    ]
    assert tuple(map(str, got.notes)) == (
        "Hidden, and read all the same: row 3.",
        "Cells hold an error of the spreadsheet in rows 3, 4.",
        "Formulas that give nothing, or were never computed, stand in row 5.",
    )


def test_an_old_workbook_behind_a_password(tmp_path: Path) -> None:
    data = books.xls([books.biff(0x2F, bytes(54)), *XLS])
    at = data.index(struct.pack("<HH", 0x85, 9))  # the record goes before the list of sheets
    locked = data[:at] + books.biff(0x2F, b"\0\0") + data[at : -len(books.biff(0x2F, b"\0\0"))]
    assert "protected by a password" in why(tmp_path / "log.xls", locked)


def test_an_old_file_that_is_no_workbook(tmp_path: Path) -> None:
    letter = books.xls(XLS).replace("Workbook".encode("utf-16-le"), "WordDocu".encode("utf-16-le"))
    assert "no workbook" in why(tmp_path / "log.xls", letter)


def test_an_old_workbook_whose_sectors_go_round(tmp_path: Path) -> None:
    data = bytearray(books.xls(XLS))
    struct.pack_into("<I", data, books.SECTOR + 4 * 4, 4)  # the fourth is followed by itself
    assert "damaged" in why(tmp_path / "log.xls", bytes(data))


def test_an_old_workbook_cut_short(tmp_path: Path) -> None:
    data = books.xls(XLS)
    for length in (16, 80, 600, 1100, len(data) - 700):
        assert why(tmp_path / "log.xls", data[:length]).endswith(".")


# ---- .xlsb --------------------------------------------------------------------------------------
def test_a_binary_workbook(tmp_path: Path) -> None:
    rows = [
        books.xlsb_row(1, [books.xlsb_text(1, "event"), books.xlsb_text(2, "amount")]),
        books.xlsb_row(2, [books.xlsb_text(1, "pay"), books.xlsb_number(2, 5)], hidden=True),
        books.xlsb_row(3, [books.xlsb_text(1, "pay"), books.xlsb_error(2, 0x2A)]),
    ]
    got = table_of(tmp_path / "log.xlsb", books.xlsb(rows))
    assert got.rows == [(2, ("pay", "5")), (3, ("pay", "#N/A"))]
    assert tuple(map(str, got.notes)) == (
        "Hidden, and read all the same: row 2.",
        "Cells hold an error of the spreadsheet in row 3.",
    )


def test_a_binary_workbook_loses_no_row_of_two_that_bear_one_number(tmp_path: Path) -> None:
    row = books.xlsb_row(1, [books.xlsb_text(1, "event")])
    assert "stand there twice" in why(tmp_path / "log.xlsb", books.xlsb([row, row]))
    cells = [books.xlsb_text(1, "event"), books.xlsb_text(1, "amount")]
    twice = books.xlsb([books.xlsb_row(1, cells)])
    assert "stand there twice" in why(tmp_path / "log.xlsb", twice)


def test_a_binary_workbook_with_a_cell_at_the_far_corner(tmp_path: Path) -> None:
    far = books.xlsb_row(1_048_576, [books.xlsb_number(16_384, 1)])
    data = books.xlsb([books.xlsb_row(1, [books.xlsb_text(1, "event")]), far])
    assert "row 1048576 and column 16384" in why(tmp_path / "log.xlsb", data)


# ---- .ods ---------------------------------------------------------------------------------------
def test_an_open_document(tmp_path: Path) -> None:
    error = (
        '<table:table-cell table:formula="of:=NA()" office:value-type="string" '
        'office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
    )
    never = '<table:table-cell table:formula="of:=1+1"/>'
    data = books.ods(
        books.ods_row("event", "amount")
        + books.ods_row("pay", error)
        + books.ods_row("pay", never)
        + books.ods_row("pay", "7", attributes=' table:visibility="collapse"')
        + '<table:table-row table:visibility="collapse" table:number-rows-repeated="1048000">'
        "<table:table-cell/></table:table-row>"
    )
    got = table_of(tmp_path / "log.ods", data)
    assert got.rows == [(2, ("pay", "#N/A")), (4, ("pay", "7"))]
    assert [(flaw.row, flaw.column, flaw.value) for flaw in got.set_aside] == [
        (3, "amount", "=1+1")
    ]
    assert tuple(map(str, got.notes)) == (
        "Hidden, and read all the same: row 4.",
        "Cells hold an error of the spreadsheet in row 2.",
        "Formulas have no stored value in row 3.",
    )


def test_a_cell_that_stands_for_a_whole_sheet(tmp_path: Path) -> None:
    cell = (
        '<table:table-cell office:value-type="float" office:value="1" '
        'table:number-columns-repeated="16384"/>'
    )
    repeated = books.ods_row(cell, attributes=' table:number-rows-repeated="1048576"')
    data = books.ods(books.ods_row("event") + repeated)
    assert "more cells than are read" in why(tmp_path / "log.ods", data)
