"""The pages of a report name what a log records by the labels of the ruleset's own vocabulary."""

from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.report.files import read_report
from auditor.report.model import Language
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes

RULES = """ruleset page version "1" title fr "x" en "x"
order rank A > K > Q > J > 10 > 9 > 8 > 7 > 6 > 5 > 4 > 3 > 2
context time : time
context table, coup : integer
scope coup = table, coup
type colour = blue | green
field colour : colour
field player : text
field won    : money
field seen   : card
field early  : boolean
event lay (player, colour, early)
event fall (player, won, seen)
label event
  lay  fr "pose|poses" en "lay|lays"
  fall fr "chute|chutes" en "fall|falls"
label colour
  blue fr "bleu" en "azure"
provision p fr "a" en "b"
rule r
  severity minor
  cites p
  for each fall
  let rank = rank(seen)
  require won = 0
  message fr "{seen} tombe, une dame ({rank})" en "{seen} falls, a queen ({rank})"
"""
LOG = """time,table,coup,event,player,colour,early,won,seen
2026-01-09T21:00:00,1,1,lay,Ana,blue,true,,
2026-01-09T21:00:01,1,1,lay,Bo,green,false,,
2026-01-09T21:00:01,1,1,lay,Cy,green,false,,
2026-01-09T21:00:02,1,1,fall,Ana,,,2.50,QD
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", (">pose</th>", ">chute</th>", "bleu", "2,50 € D♦", "D♦ tombe, une dame (D)")),
        ("en", (">lay</th>", ">fall</th>", "azure", "€2.50 Q♦", "Q♦ falls, a queen (Q)")),
    ],
)
def test_a_coup_is_laid_out_by_the_labels_of_its_vocabulary(
    language: Language, said: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "page.rules").write_text(RULES, "utf-8")
    (tmp_path / "log.csv").write_text(LOG, "utf-8")
    audit = audit_log(read_log(tmp_path / "log.csv"), rules=tmp_path / "page.rules")
    alone = tmp_path / "findings.json"
    alone.write_bytes(json_bytes(audit.report))
    for report in (audit.report, read_report(alone)[1]):
        page = html_text(report, language).replace("\u00a0", " ")
        assert [own for own in said if own not in page] == []
