"""What was expected and found, as a card says it: `audits/cards.txt` has what a finding shows."""

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.report.render.text import text

RULES = Path(__file__).parents[1] / "rules" / "cards-shown.rules"
LOG = """\
casino,season,session,table,shoe,coup,event,player,bet,amount
C,S,2026-01-09,T1,1,1,stake,A,main,1
C,S,2026-01-09,T1,1,1,pay,A,main,5
"""


@pytest.mark.parametrize(
    ("require", "expected", "said"),
    [
        ("require paid = due", "2", ("2\u00a0€", "€2")),
        ("let is_due = paid = due require is_due", "true", ("", "")),
        ("require not is_odd", "not is_odd", ("", "")),
        ("require every pay in coup has (amount = due or amount = 1)", None, ("", "")),
    ],
)
def test_a_condition_is_not_said_as_if_it_were_a_value(
    require: str, expected: str | None, said: tuple[str, str], tmp_path: Path
) -> None:
    """`Attendu vrai · Relevé faux` tells nobody anything, and a line of rule code no lawyer."""
    named = "let is_odd = paid > due\n  "
    rules, log = tmp_path / "own.rules", tmp_path / "log.csv"
    rules.write_text(
        RULES.read_text("utf-8").replace("require paid = due", named + require), "utf-8"
    )
    log.write_text(LOG, "utf-8")
    audit = audit_log(read_log(log), rules=rules, records="all")
    [own] = audit.findings
    assert expected in (None, own.expected)
    assert own.expected_said is not None
    assert (own.expected_said.fr, own.expected_said.en) == said
    line = text(audit.report, findings=None)
    assert ("Attendu" in line, "Relevé" in line) == (bool(said[0]), bool(said[0]))
