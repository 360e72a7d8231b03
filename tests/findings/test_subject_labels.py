"""A subject's keys are named by the labels of the vocabulary, in the language of the reader."""

from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.report.labels import Words, subject_line
from auditor.report.model import Language

RULES = """ruleset page version "1" title fr "x" en "x"
use table
type bet also dozen
context croupier_side : text
field covered : set of integer
event stake also (covered?)
label bet dozen fr "douzaine" en "dozen of numbers"
label field
  croupier_side fr "côté du croupier" en "croupier's side"
  covered       fr "numéros couverts" en "numbers covered"
scope wager = session, table, coup, croupier_side, bet, covered
provision p fr "a" en "b"
rule r
  severity minor
  cites p
  for each wager
  require count of stake = 0
  message fr "x" en "x"
"""
LOG = """time,session,table,coup,croupier_side,event,player,bet,covered,amount
2026-01-09T21:00:00,1,T,1,left,stake,Ana,dozen,11/2/1,5
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "coup 1, côté du croupier left, pari douzaine, numéros couverts 1/2/11"),
        ("en", "coup 1, croupier's side left, bet dozen of numbers, numbers covered 1/2/11"),
    ],
)
def test_a_subject_is_said_by_labels(language: Language, said: str, tmp_path: Path) -> None:
    rules, log = tmp_path / "page.rules", tmp_path / "log.csv"
    rules.write_text(RULES, "utf-8")
    log.write_text(LOG, "utf-8")
    [finding] = audit_log(read_log(log), rules=str(rules)).findings
    assert finding.subject.others == {
        "croupier_side": "left",
        "bet": "dozen",
        "covered": "{1, 2, 11}",
    }
    assert subject_line(finding.subject, Words(language)).endswith(said)
