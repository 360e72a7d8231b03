"""The workbook of the report, as other programs read it."""

import csv
from datetime import UTC, datetime
from io import BytesIO, StringIO

import pytest
from openpyxl import Workbook, load_workbook

from auditor.report.model import Report
from auditor.report.render.csv import COLUMNS, ledger_csv, set_aside_csv
from auditor.report.render.xlsx import SheetTable, workbook, xlsx_bytes
from tests.report.evening import BOOK, CSV, evening
from tests.report.hostile import WHOLE, hostile

STARTS = ("=", "+", "-", "@", "\t", "\r")


def read(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content))


def values(book: Workbook, sheet: str) -> list[tuple[object, ...]]:
    return list(book[sheet].iter_rows(values_only=True))


def with_formulas(start: str) -> Report:
    """Every text of a finding and of a row set aside begins with the sign."""
    text = f"{start}cmd|'/C calc'!A0"
    report = evening(1, 1)
    finding = report.findings[0].model_copy(update={"found": text, "expected": text})
    row = report.set_aside[0].model_copy(update={"value": text, "column": text, "reason": text})
    return report.model_copy(update={"findings": (finding,), "set_aside": (row,)})


def test_it_has_a_sheet_for_each_part() -> None:
    book = read(xlsx_bytes(evening(3, 2), "en"))
    assert book.sheetnames == ["Fitness of the logs", "Findings", "Row ledger", "Rows set aside"]
    findings = values(book, "Findings")
    assert findings[0] == COLUMNS
    assert len(findings) == 4
    assert findings[1][10] == "17"


def test_the_ledger_balances_in_it() -> None:
    ledger = values(read(xlsx_bytes(evening(3, 2), "en")), "Row ledger")
    assert [row[3:6] for row in ledger[1:]] == [
        (48_311, 48_309, 2),
        (312, 312, 0),
        (48_623, 48_621, 2),
    ]
    assert [row[0] for row in ledger[1:]] == [CSV, BOOK, "Total"]


def test_each_row_set_aside_is_in_it() -> None:
    rows = values(read(xlsx_bytes(evening(0, 2), "fr")), "Lignes mises à part")
    assert rows[1][2:6] == (9, None, "amount", "12..5")


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_is_a_formula(start: str) -> None:
    book = read(xlsx_bytes(with_formulas(start)))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    held = [cell for cell in cells if isinstance(cell.value, str) and "calc'!A0" in cell.value]
    assert len(held) == 5
    for cell in held:
        assert cell.data_type in {"s", "inlineStr"}
        assert cell.quotePrefix is True  # so that it stays text when somebody edits it


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_the_ledger_as_csv_is_a_formula(start: str) -> None:
    report = with_formulas(start)
    text = set_aside_csv(report).decode("utf-8-sig")
    [row] = csv.DictReader(StringIO(text, newline=""), delimiter=";")
    assert {row[name][:2] for name in ("column", "value", "reason")} == {f"'{start}"}


def test_the_ledger_as_csv_has_a_line_a_file() -> None:
    text = ledger_csv(evening(0, 7), "en").decode("utf-8-sig")
    first, second = csv.DictReader(StringIO(text))
    assert (first["rows_read"], first["rows_evaluated"], first["rows_set_aside"]) == (
        "48311",
        "48304",
        "7",
    )
    assert (second["sheet"], second["notes"]) == ("Table BJ2 – été", "2 hidden rows were read")


def test_markup_and_signs_that_no_sheet_can_hold_stay_text() -> None:
    book = read(xlsx_bytes(hostile(evening(2, 2)), "en"))
    assert values(book, "Findings")[1][6] == WHOLE.replace("\u202e", "[U+202E]")
    rows = [("\x00\x0b\ud800 & <b>",), ("y" * 40_000,)]
    content = workbook(
        [SheetTable("a/b:[c]" * 9, ("x",), rows)], datetime(2026, 11, 21, tzinfo=UTC)
    )
    [sheet] = read(content)
    assert sheet.title == ("a b  c " * 9)[:31]
    assert [len(str(cell.value)) for [cell] in sheet.iter_rows()][2] == 32_767
    assert str(sheet["A2"].value).endswith(" & <b>")


def test_the_same_report_gives_the_same_bytes() -> None:
    assert xlsx_bytes(evening(2)) == xlsx_bytes(evening(2))


def test_it_bears_the_date_of_the_run() -> None:
    report = evening(1)
    assert read(xlsx_bytes(report)).properties.created == datetime(2026, 11, 21, 7, 40, 35)
    undated = report.run.model_copy(update={"started": "yesterday"})
    content = xlsx_bytes(report.model_copy(update={"run": undated}))
    assert read(content).properties.created == datetime(1980, 1, 1)
