"""Files that mean harm, or were harmed: each refused in a sentence, soon and in little memory."""

import gzip
import io
import json
import os
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.log.csv import text_rows as csv_file
from auditor.log.files.discover import found_files, read_found
from auditor.log.files.limits import ReadLimits
from auditor.log.files.open import read_tables
from tests.log.read import read, why
from tests.log.workbook import books
from tests.log.workbook.books import SHEET, row, xlsx

HEAD = row(1, "event", "amount")


# ---- workbooks ----------------------------------------------------------------------------------
TWICE, FAR, DOCTYPE = "out of order or stand there twice", "A sheet reaches to row", "a DOCTYPE"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BOMB = f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]><worksheet>&l9;</worksheet>'
FILE = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet>&f;</worksheet>'
OPEN_DOCUMENT = "application/vnd.oasis.opendocument.spreadsheet"


def far(name: str) -> bytes:
    number = "".join(filter(str.isdigit, name))
    return xlsx(f'{HEAD}<row r="{number}">{books.cell(name, 1)}</row>')


@pytest.mark.parametrize(
    ("data", "says"),
    [
        # The reader would lose rows.
        (xlsx(HEAD + row(2, "pay", 5) + row(2, "pay", 7)), TWICE),
        (xlsx(HEAD + row(3, "pay", 5) + row(2, "pay", 7)), TWICE),
        (xlsx(f'{HEAD}<row r="2">{books.cell("A2", "a")}{books.cell("A2", "b")}</row>'), TWICE),
        (xlsx(f'{HEAD}{row(2, "pay", 5)}<row r="3">{books.cell("A2", "b")}</row>'), TWICE),
        (
            xlsx(HEAD + row(2, "pay", 5) + row(2, "pay", 7).replace("<row r", "<row spans='1' r")),
            TWICE,
        ),
        (xlsx(HEAD + row(2, "pay", 5), before='<dimension ref="nonsense"/>'), "damaged"),
        # A cell stands far off.
        *((far(own), FAR) for own in ("XFD1048576", "xfd1048576", "ZZZZ9", "FFFFFFA5", "B9999999")),
        (far("T1048576"), "is almost empty"),
        # A part declares entities.
        *(
            (xlsx(HEAD, {part: BOMB}), f"declares {DOCTYPE}")
            for part in (
                SHEET,
                "xl/workbook.xml",
                "xl/_rels/workbook.xml.rels",
                "xl/sharedStrings.xml",
            )
        ),
        (xlsx("", {SHEET: FILE}), f"declares {DOCTYPE}"),
        (books.archive({"mimetype": OPEN_DOCUMENT, "content.xml": FILE}), f"declares {DOCTYPE}"),
        (xlsx(HEAD, {SHEET: FILE.encode("utf-16")}), f"`{SHEET}` in it declares {DOCTYPE}"),
        # It is nested without end, below the limits of packing.
        (xlsx(f'{HEAD}<row r="2" hidden="1">{"<a>" * 3_000_000}</row>'), "."),
    ],
    ids=lambda own: own[:30] if isinstance(own, str) else "",
)
def test_a_workbook_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    assert says in why(tmp_path / "log.xlsx", data)


def test_rows_that_lie_far_apart_in_the_file_are_compared_too(tmp_path: Path) -> None:
    small = ReadLimits(chunk_size=64)
    good = HEAD + "".join(row(n, "pay", n) for n in range(2, 60))
    tables, _ = read(tmp_path / "log.xlsx", xlsx(good), small)
    assert len(tables[0].rows) == 58
    twice = xlsx(good + row(7, "pay", 1))
    assert "stand there twice" in why(tmp_path / "log.xlsx", twice, small)


def test_rows_and_cells_without_names_are_read(tmp_path: Path) -> None:
    rows = HEAD + "<row><c t='inlineStr'><is><t>pay</t></is></c><c><v>5</v></c></row>"
    tables, refusals = read(tmp_path / "log.xlsx", xlsx(rows))
    assert not refusals
    assert tables[0].rows == [(2, ("pay", "5"))]


@pytest.mark.parametrize("dimension", ["A1:A2", "A1:XFD1048576", "C3"])
def test_a_wrong_dimension_neither_loses_nor_invents_rows(tmp_path: Path, dimension: str) -> None:
    rows = HEAD + "".join(row(n, "pay", n) for n in range(2, 12))
    data = xlsx(rows, before=f'<dimension ref="{dimension}"/>')
    tables, _ = read(tmp_path / "log.xlsx", data)
    assert [number for number, _ in tables[0].rows] == list(range(2, 12))


def test_two_files_of_one_name_in_the_archive(tmp_path: Path) -> None:
    out = io.BytesIO(xlsx(HEAD))
    with (
        zipfile.ZipFile(out, "a") as archive,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        archive.writestr(SHEET, "<worksheet/>")
    assert "two files of the same name" in why(tmp_path / "log.xlsx", out.getvalue())


def test_an_archive_that_lies_about_its_sizes(tmp_path: Path) -> None:
    data = bytearray(xlsx(HEAD + " " * 100_000))
    at = data.index(b"PK\x01\x02")  # the first entry of the directory; the sheet is the last
    while SHEET.encode() not in data[at + 46 : at + 46 + len(SHEET)]:
        at = data.index(b"PK\x01\x02", at + 4)
    struct.pack_into("<I", data, at + 24, 50)
    assert "damaged" in why(tmp_path / "log.xlsx", bytes(data))


def test_one_long_text_in_every_cell(tmp_path: Path) -> None:
    text = "x" * 32_000
    cells = [f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(2, 40_000)]
    shared = f'<sst xmlns="{books.MAIN}" count="1" uniqueCount="1"><si><t>{text}</t></si></sst>'
    data = xlsx(HEAD + "".join(cells), {"xl/sharedStrings.xml": shared})
    assert "more memory or time" in why(tmp_path / "log.xlsx", data, ReadLimits(memory=600 << 20))


def test_macros_and_charts_are_said_and_never_opened(tmp_path: Path) -> None:
    links = books.links("worksheets/sheet1.xml").replace(
        "</Relationships>",
        f'<Relationship Id="r2" Type="{books.OFFICE}/chartsheet" Target="chartsheets/sheet1.xml"/>'
        "</Relationships>",
    )
    sheets = (
        f'<workbook xmlns="{books.MAIN}" xmlns:r="{books.OFFICE}"><sheets><sheet name="T" '
        'sheetId="1" r:id="r1"/><sheet name="Graphe" sheetId="2" r:id="r2"/></sheets></workbook>'
    )
    data = xlsx(
        HEAD + row(2, "pay", 5),
        {
            "xl/workbook.xml": sheets,
            "xl/_rels/workbook.xml.rels": links,
            "xl/chartsheets/sheet1.xml": "<chartsheet/>",
            "xl/vbaProject.bin": b"Sub Auto_Open()",
        },
    )
    tables, refusals = read(tmp_path / "log.xlsm", data)
    assert not refusals
    assert tuple(map(str, tables[0].notes)) == (
        "The file holds macros; none is run.",
        "Not read: `Graphe`, which is a chart or a program and no sheet of cells.",
    )


def test_a_formula_that_fetches_is_text_or_set_aside(tmp_path: Path) -> None:
    web = '<c r="B2"><f>WEBSERVICE("http://127.0.0.1:9/x")</f></c>'
    data = xlsx(f'{HEAD}<row r="2">{books.cell("A2", "pay")}{web}</row>')
    tables, _ = read(tmp_path / "log.xlsx", data)
    [flaw] = tables[0].set_aside
    assert flaw.value == '=WEBSERVICE("http://127.0.0.1:9/x")'


def test_a_sheet_of_more_than_most_columns(tmp_path: Path) -> None:
    names = ",".join(f"c{n}" for n in range(16_384))
    assert "more than 16384 columns" in why(tmp_path / "log.csv", f"event,{names}\npay\n".encode())
    assert "more than 16384 columns" in why(tmp_path / "log.csv", f"{names},x\n".encode())


# ---- text ---------------------------------------------------------------------------------------
def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    with path.open("wb") as file:
        file.write(b"event,text\npay," + b"x" * (5 << 20))
        file.truncate(900 << 20)  # NULs follow, which are never seen
    tables, [refusal] = read_tables(path, "log.csv")
    assert not tables
    assert refusal.row == 2
    assert "The line is longer than 1000000 characters" in str(refusal.says)


@pytest.mark.parametrize("ending", ["\n", "\r", "\r\n"])
def test_a_long_line_is_counted_right(tmp_path: Path, ending: str) -> None:
    lines = ["event", "pay", "pay", "x" * (6 << 20), "pay"]
    tables, [refusal] = read(tmp_path / "log.csv", ending.join(lines).encode())
    assert not tables
    assert refusal.row == 4


def test_a_file_of_more_cells_than_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_file, "MAX_MEMORY", 100_000)
    rows = b"event,a\n" + b"pay,1\n" * 1000
    assert "It has about 2002 cells" in why(tmp_path / "log.csv", rows)


def test_text_of_several_lines_is_no_stray_quote(tmp_path: Path) -> None:
    text = 'time,event,text\n1,pay,\n2,announce,"sept,\nà la banque, dit-il, et\nneuf"\n5,pay,\n'
    tables, refusals = read(tmp_path / "log.csv", text.encode())
    assert not refusals
    assert [number for number, _ in tables[0].rows] == [2, 3, 4]
    assert tables[0].lines.of(4) == 6


@pytest.mark.parametrize("cut", [1, 2])
def test_a_file_cut_within_a_letter_is_not_taken_for_another_encoding(
    tmp_path: Path, cut: int
) -> None:
    whole = "event,text\nannounce,é\npay,…".encode()
    says = why(tmp_path / "log.csv", whole[:-cut])
    assert (
        says == "It breaks off within a letter: copy it again, or export the log as CSV in UTF-8."
    )


def test_letters_in_two_encodings_are_not_guessed_at(tmp_path: Path) -> None:
    mixed = "event,text\nannounce,égalité\n".encode() + "pay,payé\n".encode("cp1252")
    tables, [refusal] = read(tmp_path / "log.csv", mixed)
    assert not tables
    assert refusal.row == 3
    assert str(refusal.says).startswith("Line 2 holds letters in UTF-8")


def test_xml_under_a_workbooks_name(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf <?xml version='1.0'?><Workbook>"
    assert "At line 1 it is no XML any more" in why(tmp_path / "log.xls", data)


def test_a_workbook_under_a_texts_name(tmp_path: Path) -> None:
    tables, _ = read(tmp_path / "log.csv", xlsx(HEAD + row(2, "pay", 5)))
    assert tables[0].rows == [(2, ("pay", "5"))]
    assert tuple(map(str, tables[0].notes)) == (
        "The file is XLSX in spite of its name, and read as such.",
    )


# ---- files and folders --------------------------------------------------------------------------
def test_links_that_lead_nowhere_or_back(tmp_path: Path) -> None:
    (tmp_path / "self.csv").symlink_to(tmp_path / "self.csv")
    (tmp_path / "gone.csv").symlink_to(tmp_path / "nothing.csv")
    tables, refusals = read_found(found_files([tmp_path]))
    assert not tables
    assert {refusal.file: str(refusal.says) for refusal in refusals} == {
        "self.csv": "It is a link that leads back to itself: name the file that is meant.",
        "gone.csv": "It is a link to a file that is not there.",
    }


def test_folders_that_go_round(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to(tmp_path)
    _, [refusal] = read_found(found_files([tmp_path]))
    assert refusal.file.endswith("a/b")
    assert str(refusal.says).startswith("It is a link to a folder, and not followed")


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "log.csv").write_text("event\npay\n", encoding="utf-8")
    scan: Callable[..., object] = os.scandir

    def scandir(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)  # the tests may run as root, who may read all
    tables, [refusal] = read_found(found_files([tmp_path]))
    assert len(tables) == 1
    assert refusal.file == closed.as_posix()
    assert "You may not read this folder" in str(refusal.says)


def test_what_lies_beside_the_logs_is_said(tmp_path: Path) -> None:
    for name in ("b.csv", "a.md", "c.pdf", ".hidden", "~$b.xlsx"):
        (tmp_path / name).write_text("event\npay\n", encoding="utf-8")
    [table], refusals = read_found(found_files([tmp_path]))
    assert not refusals
    assert tuple(map(str, table.notes)) == ("Not read, in the same folder: `a.md`, `c.pdf`.",)


# ---- memory and time ----------------------------------------------------------------------------
WITHIN = r"""
import json, re, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
from auditor.log.files.discover import found_files, read_found
tables, refusals = read_found(found_files([Path(sys.argv[1])]))
# ru_maxrss would begin with the peak of the process that started this one.
used = int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1])
print(json.dumps({"read": len(tables), "used": used, "refused": [r.file for r in refusals]}))
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_all_of_them_within_a_gigabyte_and_a_minute(tmp_path: Path) -> None:
    hostile = {
        "bomb.xlsx": xlsx(HEAD + " " * (80 << 20)),
        "corner.xlsx": xlsx(f'{HEAD}<row r="1048576">{books.cell("XFD1048576", 1)}</row>'),
        "gzip.csv.gz": gzip.compress(b"event\n" + b"x,\n" * (30 << 20), 1, mtime=0),
        "line.csv": b"event\n" + b"x" * (64 << 20),
        "nul.csv": b"event\n" + bytes(64 << 20),
        "quote.csv": b'event,a\npay,"' + b"pay,1\n" * 1_000_000,
        "wide.csv": b"event" + b",a" * 400_000 + b"\n",
    }
    for name, data in hostile.items():
        (tmp_path / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", WITHIN, tmp_path], capture_output=True, timeout=120, check=True
    )
    said = json.loads(done.stdout)
    assert sorted(said["refused"]) == sorted(hostile)
    assert said["used"] < 1 << 20  # kilobytes
