import re
import sys
import zipfile
from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from auditor.log.files.limits import ReadLimits
from auditor.log.table import Table
from auditor.messages.message import message
from tests.log.read import read, tables_of, why
from tests.log.workbook import books

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.xlsx"


def filled(sheet: Worksheet, rows: Iterable[Iterable[object]]) -> Worksheet:
    for row in rows:
        sheet.append(list(row))
    return sheet


def one_sheet(*rows: Iterable[object]) -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Table 1"
    return book, filled(sheet, rows)


def table_of(path: Path, book: Workbook | None = None) -> Table:
    if book:
        book.save(path)
    [only] = tables_of(path)
    return only


def edit(path: Path, change: Callable[[str], str], part: str = SHEET) -> None:
    """Rewrites one part of a workbook, as a hostile or a careless program would."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[part] = change(parts[part].decode()).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_a_table_keeps_its_numbers_and_its_hash(path: Path) -> None:
    book, sheet = one_sheet(["Casino du Lac"], [], ["Time", "Event", "Amount"])
    sheet["A5"], sheet["B5"], sheet["C5"] = datetime(2026, 1, 9, 21, 0, 5), "stake", 2.5
    sheet["B8"], sheet["C8"] = " pay ", 5
    got = table_of(path, book)
    assert got == Table(
        file="log.xlsx",
        sheet="Table 1",
        sha256=sha256(path.read_bytes()).hexdigest(),
        encoding=None,
        header=("time", "event", "amount"),
        header_row=3,
        rows=[(5, ("2026-01-09T21:00:05", "stake", "2.5")), (8, ("", "pay", "5"))],
        set_aside=(),
        notes=(message("note.above_header", rows=message("rows.one", first=1)),),
    )


def test_error_cells_are_not_empty(path: Path) -> None:
    book, _ = one_sheet(["event", "amount"], ["pay", "#N/A"], ["pay", None], ["pay", "#DIV/0!"])
    got = table_of(path, book)
    assert [cells for _, cells in got.rows] == [("pay", "#N/A"), ("pay", ""), ("pay", "#DIV/0!")]
    assert tuple(map(str, got.notes)) == ("Cells hold an error of the spreadsheet in rows 2, 4.",)


def test_an_error_beyond_the_last_value_is_seen(path: Path) -> None:
    book, sheet = one_sheet(["event", "amount"], ["pay", 5])
    sheet["B9"] = "#REF!"
    assert table_of(path, book).rows == [(2, ("pay", "5")), (9, ("", "#REF!"))]


def test_a_formula_without_its_value_sets_the_row_aside(path: Path) -> None:
    book, _ = one_sheet(["event", "amount"], ["pay", "=2+3"], ["pay", 5])
    got = table_of(path, book)
    assert got.rows == [(3, ("pay", "5"))]
    [flaw] = got.set_aside
    assert (flaw.row, flaw.column, flaw.value) == (2, "amount", "=2+3")
    assert tuple(map(str, got.notes)) == ("Formulas have no stored value in row 2.",)


def test_a_formula_with_its_value_is_read(path: Path) -> None:
    book, _ = one_sheet(["event", "amount", "text"], ["pay", "=2+3", '=""'])
    book.save(path)
    edit(path, lambda xml: re.sub("<v ?/>|<v></v>", "", xml))  # whichever library writes it
    edit(path, lambda xml: xml.replace("<f>2+3</f>", "<f>2+3</f><v>5</v>"))
    edit(path, lambda xml: xml.replace('<c r="C2"><f>""</f>', '<c r="C2" t="str"><f>""</f><v></v>'))
    got = table_of(path)
    assert got.rows == [(2, ("pay", "5", ""))]
    assert not got.set_aside


def test_what_is_hidden_or_merged_is_read_and_said(path: Path) -> None:
    book, sheet = one_sheet(["event", "seat"], ["pay", 1], ["pay", 2], ["pay", 3])
    book.create_sheet("Other")
    sheet.sheet_state = "hidden"
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet.merge_cells("A4:A5")
    got = table_of(path, book)
    assert [row for row, _ in got.rows] == [2, 3, 4]
    assert tuple(map(str, got.notes)) == (
        "The sheet is hidden; it is read all the same.",
        "Hidden, and read all the same: row 3.",
        "Some columns are hidden; they are read all the same.",
        "Some cells are merged; only the first of them has the value.",
        "Not read: sheet `Other`, which is empty.",
    )


def test_several_sheets(path: Path) -> None:
    book, _ = one_sheet(["event"], ["pay"])
    filled(book.create_sheet("Table 2"), [["event", "seat"], ["collect", 3]])
    filled(book.create_sheet("Bad"), [["event", "seat", "seat"], ["collect", 3, 4]])
    filled(book.create_sheet("Legend"), [["Croupier", "A. B."]])
    book.save(path)
    tables, refusals = read(path)
    assert [(table.sheet, len(table.rows)) for table in tables] == [("Table 1", 1), ("Table 2", 1)]
    assert [(refusal.sheet, refusal.row, refusal.column) for refusal in refusals] == [
        ("Bad", 1, "seat")
    ]
    assert tuple(map(str, tables[0].notes)) == (
        "Not read: sheet `Legend`, which has no column `event`.",
    )


def test_no_sheet_is_a_log(path: Path) -> None:
    book, _ = one_sheet(["Heure", "Mise"])
    book.save(path)
    said = why(path)
    assert "No sheet has a column `event`" in said
    assert "Found in `Table 1`: `heure`, `mise`." in said


def test_an_empty_workbook(path: Path) -> None:
    Workbook().save(path)
    assert "All its sheets are empty" in why(path)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"%PDF-1.7\n", "It is a PDF"),
        (b"", "It is empty"),
        (b"PK\x03\x04 and nothing more", "damaged or encrypted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "no workbook, or a damaged"),
        (
            books.archive(
                {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"}
            ),
            "It is a text document",
        ),
    ],
)
def test_other_files_under_a_workbooks_name(path: Path, data: bytes, says: str) -> None:
    path.write_bytes(data)
    assert says in why(path)


def test_a_workbook_cut_short(path: Path) -> None:
    book, _ = one_sheet(["event"], ["pay"])
    book.save(path)
    whole = path.read_bytes()
    for length in (100, len(whole) // 2, len(whole) - 10):
        path.write_bytes(whole[:length])
        assert "damaged" in why(path)


def test_a_part_that_is_not_xml(path: Path) -> None:
    for part in (SHEET, "xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
        book, _ = one_sheet(["event", "amount"], ["pay", "=1"])
        book.save(path)
        edit(path, lambda xml: xml.replace("<", "<<", 3), part)
        assert "damaged" in why(path)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_a_reader_out_of_memory_ends_alone(path: Path) -> None:
    book, sheet = one_sheet(["event"])
    sheet["XFD1048576"] = 1
    book.save(path)
    loose = ReadLimits(sheet_cells=1 << 40, empty_cells=1 << 40)
    assert "more memory or time" in why(path, limits=loose)


def test_a_bomb(path: Path) -> None:
    book, _ = one_sheet(["event"])
    book.save(path)
    edit(path, lambda xml: xml + " " * (20 << 20))
    assert "packed beyond any use" in why(path)
    assert "unpacks to more than 1 MiB" in why(path, limits=ReadLimits(unpacked_size=1 << 20))
    assert "an archive of" in why(path, limits=ReadLimits(archive_parts=3))
