"""Two rows that say the same: one event written twice, unless a column that would tell is empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judging import Engine
from tests.judged import ENGINES, judged

RULES = """
ruleset alike version "1" title fr "Semblables" en "Alike"
context time : time
context table : text
context coup : integer
field player : text
field number, place : integer
field amount : money
event stake (player, number?, place?, amount)
event spin (number?)
scope coup = table, coup
provision 1 fr "Un" en "One"
record account for each coup, player, number, place from stake
  let staked = sum of stake.amount
rule once
  severity minor
  cites 1
  even where rows are missing
  for each event
  let before = previous event in coup
  applies when before exists
  require not this same cells as before
  message fr "m" en "m"
rule straight
  severity minor
  cites 1
  for each account
  require any stake where number = 7 or same place
  message fr "m" en "m"
"""
HEADER = "time,table,coup,event,player,number,place,amount\n"
TWICE = "2026-01-09T21:00:00,B1,1,stake,Ana,,,5\n" * 2


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("others", "found"),
    [
        ("", (0, 1)),  # no stake has a number: two stakes on two numbers look like this
        ("2026-01-09T21:01:00,B1,1,spin,,7,,\n", (0, 1)),
        ("2026-01-09T21:01:00,B1,1,stake,Bob,,3,5\n", (0, 1)),
        # Where some stakes have a number, these have none; a place is asked for as a key alone.
        ("2026-01-09T21:01:00,B1,1,stake,Bob,7,,5\n", (1, 0)),
    ],
)
def test_what_tells_stakes_apart(
    others: str, found: tuple[int, int], engine: Engine, tmp_path: Path
) -> None:
    audit = judged(RULES, HEADER + TWICE + others, engine, tmp_path)
    once = next(own for own in audit.report.rules if own.rule.endswith("/once"))
    assert (once.violations, once.not_verifiable) == found
    if found[1]:
        [why] = once.not_verifiable_reasons
        assert "`number`" in why.reason.en
