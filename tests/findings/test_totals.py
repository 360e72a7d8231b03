"""Control totals by table and evening, worked out by hand."""

from pathlib import Path

from auditor import audit_log, read_log
from auditor.report.model import ControlTotals, Report
from auditor.report.render.html import html_text
from auditor.report.render.xlsx import xlsx_bytes
from tests.findings.test_accepted import RULES, log
from tests.report.render.test_xlsx import read, values

HEADER = "time,casino,season,session,table,shoe,coup,event,player,bet,amount"
AT = "2026-01-09T21:0{minute}:00,Nord,2026,2026-01-09"
ROWS = (
    f"{AT.format(minute=0)},T1,,,table_open,,,",
    f"{AT.format(minute=1)},T1,1,1,stake,J1,main,12.50",
    f"{AT.format(minute=2)},T1,1,1,pay,J1,main,12.50",
    f"{AT.format(minute=3)},T1,1,2,stake,J1,main,0.30",
    f"{AT.format(minute=4)},T1,1,2,collect,J1,main,0.30",
    f"{AT.format(minute=5)},T2,1,1,stake,J2,main,7",
    f"{AT.format(minute=6)},T2,1,1,stake,J3,main,8",
    f"{AT.format(minute=7)},T2,1,1,pay,J3,main,2 apples",  # set aside
    f"{AT.format(minute=8)},T2,1,2,stake,J2,main,",
)


def totals(tmp_path: Path) -> Report:
    rules = tmp_path / "fair.rules"
    rules.write_text(RULES, encoding="utf-8")
    path = log(tmp_path, *ROWS)
    path.write_text("\n".join((HEADER, *ROWS)) + "\n", encoding="utf-8")
    return audit_log(read_log(path), rules=rules).report


def test_each_table_and_evening_is_added_up(tmp_path: Path) -> None:
    first, second = totals(tmp_path).totals
    assert first.within == {
        "casino": "Nord",
        "season": "2026",
        "session": "2026-01-09",
        "table": "T1",
    }
    assert (first.rows, first.coups) == (5, 2)
    assert moved(first) == {
        "stake": (2, "12.80", 0),
        "pay": (1, "12.50", 0),
        "collect": (1, "0.30", 0),
    }
    # The stake without a sum is counted, and told; the row set aside is not evaluated.
    assert (second.rows, second.coups) == (3, 2)
    assert moved(second) == {"stake": (3, "15", 1)}


def moved(own: ControlTotals) -> dict[str, tuple[int, str, int]]:
    return {by.event: (by.count, by.amount, by.without_amount) for by in own.events}


def test_they_are_an_annex_and_a_sheet(tmp_path: Path) -> None:
    report = totals(tmp_path)
    page = html_text(report, "en")
    assert "Control totals" in page
    assert "€12.80" in page
    sheet = values(read(xlsx_bytes(report, "en")), "Control totals")
    assert sheet[0][-6:] == (
        "Stake: number",
        "Stake: sum",
        "Payment: number",
        "Payment: sum",
        "Collection: number",
        "Collection: sum",
    )
    assert [row[-6:] for row in sheet[1:]] == [
        (2, 12.8, 1, 12.5, 1, 0.3),
        (3, 15, None, None, None, None),
        (5, 27.8, 1, 12.5, 1, 0.3),
    ]
