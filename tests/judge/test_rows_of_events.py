"""A row kept for each event has no keys: what the event lacks matters where it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judging import Engine
from tests.judged import ENGINES, judged

RULES = """
ruleset rows version "1" title fr "Lignes" en "Rows"
context coup : integer
field seat : integer
field face : text
event deal (seat, face)
event stake (seat)
scope coup = coup
provision 1 fr "Un" en "One"
record dealt for each deal
  let place = position among deal in coup
record hand for each coup, seat, face from deal
  let cards = count of deal
rule two-at-most
  severity minor
  cites 1
  for each dealt
  require place <= 2
  message fr "m" en "m"
rule face-up
  severity minor
  cites 1
  for each dealt
  require face = "up"
  message fr "m" en "m"
rule one-each
  severity minor
  cites 1
  for each hand
  require cards = 1
  message fr "m" en "m"
"""
ROWS = "coup,event,seat,face\n1,deal,1,up\n1,deal,2,\n1,deal,3,\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_cell_that_no_rule_asks_for_leaves_nothing_open(engine: Engine, tmp_path: Path) -> None:
    place, face, hand = judged(RULES, ROWS, engine, tmp_path).report.rules
    assert (place.compliant, place.violations, place.not_verifiable) == (2, 1, 0)
    assert (face.compliant, face.not_verifiable) == (1, 2)  # what asks for it does not know
    assert (hand.compliant, hand.not_verifiable) == (1, 2)  # of a key that is lacking, whose row
