"""Whole reports as a reader sees them, held against the pages in `pages/`.

`python -m tests.report.test_pages` writes them anew: read what has changed before it is committed.
"""

import re
from html import unescape
from pathlib import Path

import pytest

from auditor.report.model import LANGUAGES, Language, Payments, PaymentsOf, Report
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from tests.report.evening import evening
from tests.report.sections.test_fitness import WANTING

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
VEILED = evening(0).run.model_copy(update={"parameters": {"pseudonyms": "abcd"}})
REPORTS = {
    "evening": evening(7, 3),
    "nothing": evening(0, 0, compared=True),
    "wanting": evening(0).model_copy(update={"fitness": WANTING}),
    "paid": evening(1, 0).model_copy(update={"payments": PAID, "run": VEILED}),
}


def seen(report: Report, language: Language) -> str:
    """The page, a block a line, and the text file."""
    page = html_text(report, language).partition("<main>")[2]
    blocks = re.sub(r"</(?:p|h\d|tr|li|pre|title|desc|summary|div)>|<br/>", "\n", page)
    plain = unescape(re.sub(r"<[^>]*>", " ", blocks))
    lines = (" ".join(line.split()) for line in plain.splitlines())
    whole = "\n".join((*filter(None, lines), "", text(report, language, findings=None)))
    return re.sub(r"[0-9a-f]{64}", "…", whole)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_reads_as_its_page(name: str, language: Language) -> None:
    kept = (PAGES / f"{name}.{language}.txt").read_text("utf-8")
    assert seen(REPORTS[name], language) == kept


if __name__ == "__main__":
    for name, report in REPORTS.items():
        for language in LANGUAGES:
            (PAGES / f"{name}.{language}.txt").write_text(seen(report, language), "utf-8")
