"""Where something was looked for in vain: from which row to which, and what else is there."""

from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.judging import Engine
from auditor.report.model import Finding, LookedFor
from auditor.report.render.html import html_text

RULES = """\
ruleset fair
  version "1"
  title fr "Foire" en "Fair"

use table

provision fair.1 fr "Une mise est payée" en "A stake is paid"

rule paid
  severity major
  cites fair.1
  for each stake
  require any pay in coup where same player
  message fr "mise non payée" en "stake not paid"

rule paid-in-full
  severity major
  cites fair.1
  for each stake
  let given = sum of pay.amount in coup where same player
  require given = amount
  message fr "payée {given}" en "paid {given}"
"""
HEADER = "time,casino,season,session,table,shoe,coup,event,player,bet,amount"
AT = "2026-01-09T21:0{minute}:00,Nord,2026,2026-01-09,T1,1,{coup}"
ROWS = (
    f"{AT.format(minute=1, coup=1)},stake,J1,main,5",  # row 2: nobody is paid in this coup
    f"{AT.format(minute=2, coup=1)},no_more_bets,,,",
    f"{AT.format(minute=3, coup=2)},stake,J1,main,5",  # row 4: another is paid
    f"{AT.format(minute=4, coup=2)},stake,J2,main,5",
    f"{AT.format(minute=5, coup=2)},pay,J2,main,5",
)


def findings(folder: Path, engine: Engine) -> tuple[Finding, ...]:
    rules, log = folder / "fair.rules", folder / "log.csv"
    rules.write_text(RULES, encoding="utf-8")
    log.write_text("\n".join((HEADER, *ROWS)) + "\n", encoding="utf-8")
    report = audit_log(read_log(log), rules=rules, records="all", engine=engine).report
    page = html_text(report, "en").replace("\u00a0", " ")
    assert "payment: 0 of 2 rows (2–3; same table, same shoe, same coup)" in page
    where = "4–6; same table, same shoe, same coup"
    assert f"payment: 1 of 3 rows ({where}), which does not fit (nearest: 6)" in page
    assert "something done but not recorded" in page
    return report.findings


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_what_is_lacking_is_told_with_the_rows_that_were_searched(
    tmp_path: Path, engine: Engine
) -> None:
    found = findings(tmp_path, engine)
    by_rule = {(own.rule.rpartition("/")[2], own.rows[0].row): looked_for(own) for own in found}
    nothing, another = (2, 3, 2, 0), (4, 6, 3, 1)
    assert by_rule == {
        ("paid", 2): [nothing],
        ("paid", 4): [another],
        ("paid-in-full", 2): [nothing],
        ("paid-in-full", 4): [another],
    }


OPEN = """
rule at-open-table
  severity major
  cites fair.1
  for each stake
  require any service in sitting at this
  message fr "table fermée" en "table closed"
"""


def test_where_nothing_is_open_its_closing_is_told_as_well_as_its_opening(tmp_path: Path) -> None:
    """To see why a table was not open, one looks at when it was closed."""
    rules, log = tmp_path / "fair.rules", tmp_path / "log.csv"
    rules.write_text(RULES + OPEN, encoding="utf-8")
    at = "2026-01-09T2{hour}:00:00,Nord,2026,2026-01-09,T1,{coup}"
    rows = (
        f"{at.format(hour=0, coup=',')},table_open,,,",
        f"{at.format(hour=1, coup='1,1')},no_more_bets,,,",
        f"{at.format(hour=2, coup=',')},table_close,,,",
        f"{at.format(hour=3, coup='1,2')},stake,J1,main,5",
    )
    log.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    report = audit_log(read_log(log), rules=rules, records="all").report
    [own] = [own for own in report.findings if own.rule.endswith("at-open-table")]
    [missed] = [own for step in own.derivation or () for own in step.missed]
    assert missed.events == ("table_open", "table_close")
    assert ([row.row for row in missed.near], missed.rows, missed.others) == ([2, 4], 4, 2)


def looked_for(finding: Finding) -> list[tuple[int, int, int, int]]:
    found: list[LookedFor] = [own for step in finding.derivation or () for own in step.missed]
    assert all(own.events == ("pay",) for own in found)
    assert [[row.row for row in own.near] for own in found] == [[6] * own.others for own in found]
    return [(own.first.row, own.last.row, own.rows, own.others) for own in found]
