import csv
from io import StringIO

import pytest

from auditor.report.model import Money, Report
from auditor.report.outputs import DIALECTS
from auditor.report.render.csv import csv_bytes, evidence_csv, inert, money_csv
from tests.report.evening import changed, evening


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_is_never_a_formula(start: str) -> None:
    assert inert(f"{start}cmd|'/C calc'!A0") == f"'{start}cmd|'/C calc'!A0"
    report = evening(1)
    hostile = changed(report.findings[0], found=f"{start}1+1")
    content = csv_bytes(changed(report, findings=(hostile,)))
    [row] = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert row["found"] == f"'{start}1+1"


def rows_of(content: bytes, delimiter: str) -> list[dict[str, str]]:
    text = StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=delimiter))


def with_money(*sums: str) -> Report:
    report = evening(1)
    due, done, difference = sums
    money = Money(events=("pay",), due=due, done=done, difference=difference)
    finding = changed(report.findings[0], money=(money,), expected=due, found=difference)
    return changed(report, findings=(finding,))


def test_french_excel_opens_columns_with_its_own_decimals_and_times() -> None:
    content = csv_bytes(with_money("12.50", "10.25", "-2.25"), "fr", DIALECTS["excel-fr"])
    assert content.startswith("\ufeff".encode())
    [row] = rows_of(content, ";")
    assert (row["expected"], row["time"], row["row"]) == ("12,50", "09/01/2026 22:00:05", "17")
    assert row["found"] == "'-2.25"  # it begins with a sign, and could be the log's own text


def test_without_a_dialect_numbers_and_times_stay_as_they_are() -> None:
    [row] = rows_of(csv_bytes(with_money("12.50", "10.25", "-2.25"), "fr"), ";")
    assert (row["expected"], row["time"]) == ("12.50", "2026-01-09T22:00:05")


def test_a_plain_table_has_commas_and_no_mark() -> None:
    content = csv_bytes(evening(1), "fr", DIALECTS["plain"])
    assert content.startswith(b"id,class,severity,")


def test_money_is_in_numbers_that_can_be_added_up() -> None:
    report = with_money("12.50", "10.25", "-2.25")
    [row] = rows_of(money_csv(report, "fr", DIALECTS["excel-fr"]), ";")
    assert [row[name] for name in ("due", "done", "difference")] == ["12,50", "10,25", "-2,25"]
    [row] = rows_of(money_csv(report, "en"), ",")
    assert [row[name] for name in ("due", "done", "difference")] == ["12.50", "10.25", "-2.25"]


def test_neither_a_column_nor_a_cell_of_a_log_is_a_formula() -> None:
    report = evening(1)
    row = changed(report.findings[0].evidence[0], cells={"=1+1": "=2+2", "b": "-3"})
    finding = changed(report.findings[0], evidence=(row,))
    content = evidence_csv(changed(report, findings=(finding,)), "en")
    [written] = rows_of(content, ",")
    assert (written["'=1+1"], written["b"]) == ("'=2+2", "'-3")
