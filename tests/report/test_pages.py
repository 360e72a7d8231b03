"""Whole reports as a reader sees them, held against the pages in `pages/`: the page and the text
file in one, the workbook and the tables of text in another.

`python -m tests.report.test_pages` writes them anew: read what has changed before it is committed.
"""

import csv
import re
from collections.abc import Iterable
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from auditor.report.model import LANGUAGES, Language, Payments, PaymentsOf, Report
from auditor.report.outputs import OUTPUTS
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from auditor.report.render.xlsx import xlsx_bytes
from tests.report.coups import coups
from tests.report.evening import WANTING, changed, evening, paid_wrongly

PAGES = Path(__file__).with_name("pages")
# 1,789 and 1,848 euros have no sum together; of 26 tips no row tells a sum, which is not zero.
PAID = Payments(
    count=454,
    checked=416,
    amount="3637",
    amount_checked="3554",
    without_amount=26,
    by_event=(
        PaymentsOf(event="pay", count=158, checked=149, amount="1789", amount_checked="1718"),
        PaymentsOf(event="collect", count=270, checked=267, amount="1848", amount_checked="1836"),
        PaymentsOf(event="tip", count=26, without_amount=26),
    ),
)
VEILED = changed(evening(0).run, parameters={"pseudonyms": "abcd"})


REPORTS = {
    "coups": coups(),
    "evening": evening(7, 3),
    "nothing": evening(0, 0, compared=True),
    "wanting": changed(evening(0), fitness=WANTING),
    # 5 too much and 1 too little are not set off against each other, and 9.05 is no 9.0500001; a
    # sum of more digits than a spreadsheet keeps stays text.
    "wrongly": paid_wrongly(
        ("10", "12", "2"),
        ("10", "9", "-1"),
        ("5", "8", "3"),
        ("0.10", "9.15", "9.05"),
        ("12345678901234567.89", "0", "-12345678901234567.89"),
    ),
    "paid": changed(evening(1, 0), payments=PAID, run=VEILED),
}


def seen(report: Report, language: Language) -> str:
    """The page, a block a line, and the text file."""
    page = html_text(report, language).partition("<main>")[2]
    blocks = re.sub(r"</(?:p|h\d|tr|li|pre|title|desc|summary|div)>|<br/>", "\n", page)
    plain = unescape(re.sub(r"<[^>]*>", " ", blocks))
    lines = (" ".join(line.split()) for line in plain.splitlines())
    whole = "\n".join((*filter(None, lines), "", text(report, language, findings=None)))
    return re.sub(r"[0-9a-f]{64}", "…", whole)


def tables_seen(report: Report, language: Language) -> str:
    """The sheets of the workbook and the files of tables, a row a line."""
    lines = []
    for sheet in load_workbook(BytesIO(xlsx_bytes(report, language))):
        lines += ["", f"# {sheet.title}"]
        lines += [_row(cells) for cells in sheet.iter_rows(values_only=True)]
    for output in OUTPUTS["csv"]:
        told = output.render(report, language).decode("utf-8-sig")
        rows = csv.reader(StringIO(told, newline=""), delimiter=";" if language == "fr" else ",")
        lines += ["", f"# {output.file}", *map(_row, rows)]
    return re.sub(r"[0-9a-f]{64}", "…", "\n".join(lines)) + "\n"


def _row(cells: Iterable[object]) -> str:
    return " | ".join("" if cell is None else str(cell) for cell in cells).rstrip()


SEEN = {"txt": seen, "tables.txt": tables_seen}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("ending", SEEN)
def test_a_report_reads_as_its_page(name: str, language: Language, ending: str) -> None:
    kept = (PAGES / f"{name}.{language}.{ending}").read_text("utf-8")
    assert SEEN[ending](REPORTS[name], language) == kept


if __name__ == "__main__":
    for name, report in REPORTS.items():
        for language in LANGUAGES:
            for ending, told in SEEN.items():
                (PAGES / f"{name}.{language}.{ending}").write_text(told(report, language), "utf-8")
