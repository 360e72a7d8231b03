"""Where something was looked for in vain, as a page says it: `audits/findings.txt` has the rest."""

from pathlib import Path

import pytest

from auditor import audit_log, explain, read_log
from auditor.report.model import Report
from auditor.report.render.html import html_text

RULES = Path(__file__).parents[1] / "rules" / "fair.rules"
LOG = """\
time,casino,season,session,table,shoe,coup,event,player,bet,amount
2026-01-09T21:01:00,Nord,2026,1,T1,1,1,stake,J1,main,5
2026-01-09T21:02:00,Nord,2026,1,T1,1,1,no_more_bets,,,
2026-01-09T21:03:00,Nord,2026,1,T1,1,2,stake,J1,main,5
2026-01-09T21:04:00,Nord,2026,1,T1,1,2,stake,J2,main,5
2026-01-09T21:05:00,Nord,2026,1,T1,1,2,pay,J2,main,5
"""


@pytest.fixture
def report(tmp_path: Path) -> Report:
    log = tmp_path / "log.csv"
    log.write_text(LOG, encoding="utf-8")
    return audit_log(read_log(log), rules=RULES, records="all").report


def test_what_is_lacking_is_told_with_the_rows_that_were_searched(report: Report) -> None:
    page = html_text(report, "en").replace("\u00a0", " ")
    assert "payment: 0 of 2 rows (2–3; same table, same shoe, same coup)" in page
    where = "4–6; same table, same shoe, same coup"
    assert f"payment: 1 of 3 rows ({where}), which does not fit (nearest: 6)" in page
    assert "something done but not recorded" in page


def test_how_such_a_finding_comes_about_is_told(report: Report) -> None:
    [*_, own] = (one for one in report.findings if any(s.missed for s in one.derivation or ()))
    said = "\n".join(explain(report, own.id).lines("en"))
    assert f"`auditor explain {own.rule}` gives all of it" in said
    assert said.endswith("\n    given = 0")  # and 5 were due
