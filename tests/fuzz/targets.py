"""What must hold of any bytes whatever: tables whose rows are all there, or a refusal.

Each target takes bytes, and fails by an assertion or by any exception but a refusal.  The tests
run them on bytes that Hypothesis invents, `make fuzz` on those that atheris does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from auditor.log.csv.text_encoding import decode
from auditor.log.csv.text_rows import delimiter_of, read_csv
from auditor.log.files.limits import LIMITS, Answer, ReadLimits, Request, TooLargeError
from auditor.log.files.open import zip_tables
from auditor.log.row_columns import CANONICAL
from auditor.log.structured import html_tables, json_objects, sql_dump, sqlite_tables, xml_rows
from auditor.log.table import Origin, Refusal, Table, Unreadable
from auditor.log.workbook import spreadsheetml
from auditor.log.workbook.archive import Archive, open_archive
from auditor.log.workbook.book_sheet import BookSheet
from auditor.log.workbook.sheets import book_tables, inspect, read
from auditor.messages.message import say
from tests.log.workbook import books

ORIGIN = Origin("f", "T", "", None)


def csv_file(data: bytes) -> None:
    """A text file.  Where no quote stands in it, a row is a line, and every line that is not
    blank is a row.
    """
    try:
        table = read_csv(data, "f", "")
    except Unreadable as why:
        assert_sentence(why)
        return
    assert_whole(table)
    text = decode(data)
    lines = list(text.lines())
    if not any('"' in line for line in lines):
        delimiter = delimiter_of(text, CANONICAL)
        filled = {n for n, line in enumerate(lines, start=1) if line.replace(delimiter, "").strip()}
        below = {number for number in filled if number > table.header_row}
        assert rows_of(table) >= {n for n in below if is_plain(lines[n - 1])}
        assert rows_of(table) <= below


def is_plain(line: str) -> bool:
    """Whether nothing in it is blank to Python and not to the eye."""
    return line.isascii() and all(sign.isprintable() or sign in "\t\r\n" for sign in line)


def sheet_xml(data: bytes) -> None:
    """The XML of a sheet.  Every row that has a value is read."""
    tables = workbook(books.xlsx("", {books.SHEET: data}))
    if tables is None:
        return
    expected = rows_with_values(data)
    for table in tables:
        assert_whole(table)
        if expected is not None:
            assert rows_of(table) >= {row for row in expected if row > table.header_row}


def rows_with_values(data: bytes) -> set[int] | None:
    """The rows in which something stands, as another parser has it; None where there is doubt."""
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError):
        return None
    found: set[int] = set()
    number = 0
    for row in root.iter(f"{{{books.MAIN}}}row"):
        number = int(row.get("r", number + 1))
        for cell in row.iter(f"{{{books.MAIN}}}c"):
            named = re.fullmatch(r"[A-Z]+(\d+)", cell.get("r", f"A{number}"))
            if named is None:
                return None
            if has_value(cell):
                found.add(int(named[1]))
    return found


def has_value(cell: Element) -> bool:
    """Plainly a number, or text that stands in the cell, and nothing beside it."""
    tags = [child.tag.rpartition("}")[2] for child in cell.iter()]
    if cell.get("t", "n") == "n" and tags == ["c", "v"]:
        return bool(re.fullmatch(r"\d{1,9}", cell[0].text or ""))
    if cell.get("t") == "inlineStr" and tags == ["c", "is", "t"]:
        return bool(re.search(r"\w", cell[0][0].text or ""))
    return False


def archive(data: bytes) -> None:
    """A workbook of any format."""
    for table in workbook(data) or ():
        assert_whole(table)


def open_document(data: bytes) -> None:
    """The XML of an OpenDocument workbook."""
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = '<m xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    parts: dict[str, str | bytes] = {"mimetype": mimetype, "META-INF/manifest.xml": manifest}
    archive(books.archive({**parts, "content.xml": data}))


def binary_sheet(data: bytes) -> None:
    """The records of a sheet of a binary workbook."""
    archive(books.xlsb([data]))


def read_by(
    read: Callable[[Request, bytes, ReadLimits], Answer], *, numbered: bool = False
) -> Callable[[bytes], None]:
    """The target of a reader that runs in a sandbox; of one that is `numbered` every object is a
    row, or a row set aside.
    """

    def target(data: bytes) -> None:
        try:
            answer = json.loads(json.dumps(read({"encoding": None, "named": ()}, data, LIMITS)))
            if numbered:
                [sheet] = map(BookSheet.of_answer, answer["sheets"])
                rows = [row for row, _ in sheet.records]
                assert rows == list(range(len(rows)))
                assert {row for row, _, _ in sheet.flaws} <= set(rows)
            tables = of_answer(answer)
        except (Unreadable, TooLargeError) as why:
            assert_refused(why)
            return
        except MemoryError:  # which is told as too large
            return
        for table in tables:
            assert_whole(table)

    return target


def zipped_files(data: bytes) -> None:
    """An archive of text files."""
    try:
        tables, _ = zip_tables(data, "f.zip", "", CANONICAL)
    except Unreadable as why:
        assert_sentence(why)
        return
    for table in tables:
        assert_whole(table)


def assert_refused(why: Unreadable | TooLargeError) -> None:
    if isinstance(why, Unreadable):
        assert_sentence(why)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "csv": csv_file,
    "xlsx": sheet_xml,
    "archive": archive,
    "xls": archive,
    "ods": open_document,
    "xlsb": binary_sheet,
    "json": read_by(json_objects.read, numbered=True),
    "html": read_by(html_tables.read),
    "spreadsheetml": read_by(spreadsheetml.read),
    "xml": read_by(xml_rows.read, numbered=True),
    "sqlite": read_by(sqlite_tables.read),
    "sql": read_by(sql_dump.read),
    "zip": zipped_files,
}


def workbook(data: bytes) -> list[Table] | None:
    """The tables, read in this process; None where the workbook is refused."""
    try:
        looked = open_archive(data) if data.startswith(b"PK") else Archive("xls")
        inspect(looked.kind, looked.suspect, data, LIMITS)
        answer = library(looked, data)
        if answer is None:
            return None
        return of_answer(answer)
    except Unreadable as why:
        assert_sentence(why)
        return None


def of_answer(answer: Answer) -> list[Table]:
    """The tables that a reader answers in its sandbox."""
    tables, refusals = book_tables(answer, ORIGIN, CANONICAL)
    for why in refusals:
        assert_sentence(why)
    return tables


def library(looked: Archive, data: bytes) -> Answer | None:
    """What the spreadsheet library reads; None where it fails, which only ends its own process."""
    request = {"kind": looked.kind, "parts": [*looked.suspect]}
    try:
        answer: Answer = json.loads(json.dumps(read(request, data, LIMITS)))
    except Unreadable:
        raise
    except BaseException:  # noqa: BLE001 - a panic of the library is no Exception
        return None
    return answer


def rows_of(table: Table) -> set[int]:
    return {number for number, _ in table.rows} | {flaw.row for flaw in table.set_aside}


def assert_whole(table: Table) -> None:
    """Every row once, below the header, as wide as it."""
    numbers = [number for number, _ in table.rows] + [flaw.row for flaw in table.set_aside]
    assert len(set(numbers)) == len(numbers) == table.rows_read
    assert all(number > table.header_row for number in numbers)
    assert all(len(cells) == len(table.header) for _, cells in table.rows)
    assert all(flaw.reason for flaw in table.set_aside)


def assert_sentence(why: Unreadable | Refusal) -> None:
    assert all(say(why.says, language).endswith((".", "?")) for language in ("fr", "en"))
    assert why.row is None or why.row > 0
