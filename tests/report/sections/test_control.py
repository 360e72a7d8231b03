"""Control totals as they stand on paper and in the workbook."""

from __future__ import annotations

from auditor.report.labels import Words
from auditor.report.model import ControlTotals, MovedBy
from auditor.report.render.html import html_text
from auditor.report.sections.workbook_sheets import all_sheets
from tests.report.evening import evening

TOTALS = ControlTotals(
    ruleset="bataille",
    within={"session": "2026-01-09", "table": "BA1"},
    rows=7,
    coups=1,
    events=(
        MovedBy(event="stake", count=4, amount="12", without_amount=1),
        MovedBy(event="pay", count=3, amount="0", without_amount=3),
    ),
)


def test_a_sum_of_which_nothing_could_be_read_is_not_zero() -> None:
    report = evening(1).model_copy(update={"totals": (TOTALS,)})
    page = (
        html_text(report, "fr", attached=True)
        .partition('id="totals"')[2]
        .partition("</section>")[0]
    )
    assert "somme non lisible" in page
    assert "12\u202f€" in page or "12\u00a0€" in page
    assert "dont 1 sans somme lisible" in page
    assert "0\u00a0€" not in page
    words = Words("fr")
    [totals] = (own for own in all_sheets(report, words) if own.name == words("totals"))
    first = next(iter(totals.rows))
    assert first[-4] == 4
    assert first[-2:] == (3, "")
