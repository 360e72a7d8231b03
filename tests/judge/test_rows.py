"""Rows that say the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.audit import Engine
from auditor.log.assemble import Everything
from tests.engine.random.equality import compiled, differences, log_of
from tests.judged import ENGINES, judged

ALIKE = """
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
    audit = judged(ALIKE, HEADER + TWICE + others, engine, tmp_path)
    once = next(own for own in audit.report.rules if own.rule.endswith("/once"))
    assert (once.violations, once.not_verifiable) == found
    if found[1]:
        [why] = once.not_verifiable_reasons
        assert "`number`" in why.reason.en


def test_events_of_one_row_are_no_copies_in_a_part_of_the_log() -> None:
    program = compiled(ALIKE)
    assert program is not None
    stakes = [f"2026-01-09T21:0{coup}:00,B1,{coup},stake,Ana,7,,5\n" for coup in range(1, 5)]
    log = log_of(HEADER + "".join(2 * own for own in stakes), program, Everything())
    *others, one, other = log.events
    log = replace(log, events=(*others, one, replace(other, row=one.row)))
    assert differences(program, log) == []
