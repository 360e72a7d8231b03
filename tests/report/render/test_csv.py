import csv
from io import StringIO

import pytest

from auditor.report.render.csv import COLUMNS, csv_bytes, inert
from tests.report.evening import evening


@pytest.mark.parametrize(("language", "delimiter"), [("fr", ";"), ("en", ",")])
def test_one_finding_a_row_as_excel_opens_it(language: str, delimiter: str) -> None:
    report = evening(30)
    content = csv_bytes(report, "fr" if language == "fr" else "en")
    assert content.startswith("\ufeff".encode())
    rows = list(csv.DictReader(StringIO(content.decode("utf-8-sig")), delimiter=delimiter))
    assert len(rows) == 30
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["row"] == "17"
    assert rows[0]["message"] == report.findings[0].message.said("fr" if language == "fr" else "en")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_is_never_a_formula(start: str) -> None:
    assert inert(f"{start}cmd|'/C calc'!A0") == f"'{start}cmd|'/C calc'!A0"
    report = evening(1)
    hostile = report.findings[0].model_copy(update={"found": f"{start}1+1"})
    content = csv_bytes(report.model_copy(update={"findings": (hostile,)}))
    [row] = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert row["found"] == f"'{start}1+1"
