"""The workbook of the report, as other programs read it."""

import csv
import errno
import re
import zipfile
from datetime import UTC, datetime
from io import BytesIO, StringIO
from itertools import pairwise

import pytest
import xlsxwriter  # type: ignore[import-untyped]
from openpyxl import Workbook, load_workbook
from xlsxwriter.exceptions import FileCreateError  # type: ignore[import-untyped]

from auditor.report.model import Bilingual, CitedRow, KeySaid, Money, Report
from auditor.report.render.csv import csv_bytes, set_aside_csv
from auditor.report.render.html import html_text
from auditor.report.render.xlsx import workbook, xlsx_bytes
from auditor.report.sections.workbook_sheets import SheetColumn, SheetTable
from tests.report.evening import changed, evening, paid_wrongly
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
    finding = changed(report.findings[0], found=text, expected=text)
    row = changed(report.set_aside[0], value=text, column=text, reason=text)
    return changed(report, findings=(finding,), set_aside=(row,))


def test_the_row_that_is_wrong_is_told_apart_and_what_it_records() -> None:
    """Row 17 is the stake; 18 is the payment of one euro, and nothing was collected."""
    report = evening(1)
    own = report.findings[0]
    paid = CitedRow(file="log.csv", sheet=None, row=18, event="pay")
    lost = Money(events=("collect",), due="2", done="0", difference="-2")
    wrong = changed(own, decisive=(paid,), money=(lost,))
    told = changed(report, findings=(wrong,))
    head, row = values(read(xlsx_bytes(told, "en")), "Findings")
    shown = dict(zip(head, row, strict=True))
    assert (shown["Row"], shown["Rows at fault"]) == (17, "18")
    assert shown["At fault"] == "payment, collect: nothing"
    [line] = csv.DictReader(StringIO(csv_bytes(told, "en").decode("utf-8-sig")))
    assert (line["row"], line["wrong_rows"]) == ("17", "log.csv:18")
    assert (line["wrong_events"], line["lacking_events"]) == ("pay", "collect")


def test_keys_of_few_rules_are_in_the_reader_s_language_too() -> None:
    report = evening(1)
    own = report.findings[0]
    label, value = Bilingual(fr="pari", en="bet"), Bilingual(fr="mise initiale", en="main bet")
    subject = changed(
        own.subject, others={"bet": "main"}, others_said={"bet": KeySaid(name=label, value=value)}
    )
    told = changed(report, findings=(changed(own, subject=subject),))
    head, row = values(read(xlsx_bytes(told, "fr")), "Constats")
    assert dict(zip(head, row, strict=True))["Autres"] == "pari mise initiale"


def test_every_table_has_filters_widths_and_a_header_that_stays() -> None:
    for sheet in read(xlsx_bytes(evening(3, 2), "fr")):
        assert sheet.freeze_panes == "A2"
        assert sheet.print_area.replace("$", "").endswith(f"!A1:{sheet.dimensions.split(':')[1]}")
        assert sheet.auto_filter.ref is not None
        assert all(own.width > 5 for own in sheet.column_dimensions.values())
        assert len(sheet.column_dimensions) > 1


def test_findings_have_the_numbers_that_the_other_forms_give_them() -> None:
    rows = values(read(xlsx_bytes(evening(20), "en")), "Findings")[1:]
    page = html_text(evening(20), "en")
    for number, id_, *_ in rows:
        assert re.search(rf'id="n{number}">.*?<code class="id">{id_}</code>', page, re.DOTALL)
    assert [row[0] for row in rows] == list(range(1, 21))


def test_money_is_written_with_the_digits_that_it_has() -> None:
    content = xlsx_bytes(
        paid_wrongly(("0.10", "0.30", "0.20"), ("1234567890.07", "0", "-1234567890.07")), "en"
    )
    with zipfile.ZipFile(BytesIO(content)) as archive:
        money = archive.read("xl/worksheets/sheet4.xml").decode()
        sums = archive.read("xl/worksheets/sheet5.xml").decode()
    written = re.findall(r"<v>([^<]+)</v>", money)
    assert {"0.10", "0.30", "0.20", "1234567890.07", "-1234567890.07"} <= set(written)
    assert re.findall(r"<v>([^<]+)</v>", sums)[:4] == ["1", "0.10", "0.30", "0.20"]


def test_no_empty_line_stands_between_rows() -> None:
    """A filter ends at the first of them."""
    for sheet in read(xlsx_bytes(evening(20, 7), "fr")):
        filled = [
            number
            for number, row in enumerate(sheet.iter_rows(values_only=True), start=1)
            if any(cell is not None for cell in row)
        ]
        assert all(after == before + 1 for before, after in pairwise(filled))


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_is_a_formula(start: str) -> None:
    book = read(xlsx_bytes(with_formulas(start)))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    held = [cell for cell in cells if isinstance(cell.value, str) and "calc'!A0" in cell.value]
    assert len(held) == 6
    asked = "Faire rectifier"  # a sentence of ours, which quotes the log
    for cell in (own for own in held if not str(own.value).startswith(asked)):
        assert cell.data_type in {"s", "inlineStr"}
        assert cell.quotePrefix is True  # so that it stays text when somebody edits it


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_the_ledger_as_csv_is_a_formula(start: str) -> None:
    report = with_formulas(start)
    text = set_aside_csv(report).decode("utf-8-sig")
    [row] = csv.DictReader(StringIO(text, newline=""), delimiter=";")
    assert {row[name][:2] for name in ("column", "value", "reason")} == {f"'{start}"}


def test_markup_and_signs_that_no_sheet_can_hold_stay_text() -> None:
    book = read(xlsx_bytes(hostile(evening(2, 2)), "en"))
    assert values(book, "Findings")[1][7] == WHOLE.replace("\u202e", "[U+202E]")
    rows = [("\x00\x0b\ud800 & <b>",), ("y" * 40_000,)]
    table = SheetTable("a/b:[c]" * 9, (SheetColumn("x", 12),), rows)
    content = workbook([table], datetime(2026, 11, 21, tzinfo=UTC), ("", ""))
    [sheet] = read(content)
    assert sheet.title == ("a b  c " * 9)[:31]
    assert [len(str(cell.value)) for [cell] in sheet.iter_rows()][2] == 32_767
    assert str(sheet["A2"].value).endswith(" & <b>")


def test_it_bears_the_date_of_the_run() -> None:
    report = evening(1)
    assert read(xlsx_bytes(report)).properties.created == datetime(2026, 11, 21, 7, 40, 35)
    undated = changed(report.run, started="yesterday")
    content = xlsx_bytes(changed(report, run=undated))
    assert read(content).properties.created == datetime(1980, 1, 1)


def test_a_full_folder_of_temporary_files_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library wraps what the system says, and the command ended as if it were at fault."""
    close = xlsxwriter.Workbook.close

    def full(book: xlsxwriter.Workbook) -> None:
        close(book)
        raise FileCreateError(OSError(errno.ENOSPC, "No space left on device"))

    monkeypatch.setattr(xlsxwriter.Workbook, "close", full)
    with pytest.raises(OSError, match="No space left"):
        xlsx_bytes(evening(1, 1), "en")
