"""What a ledger knows of a value is what was decided by hand."""

from __future__ import annotations

from functools import cache

import pytest

from auditor.judge.replay import replay
from auditor.judge.verdict import Tally
from auditor.language.core import Program
from auditor.log.store.columns import columns_of
from tests.columns import replay_columns
from tests.engine.random.equality import compiled, log_of
from tests.judge.possible_values import CASES, Case, Known, Step

RULES = """
ruleset values version "1" title fr "Valeurs" en "Values"
context coup : integer
field amount : money
field sure : boolean
event coup_open ()
event added, taken, fixed (amount, sure)
event cleared (sure)
event added_or_taken, taken_or_cleared (amount)
scope coup = coup
provision 1 fr "Un" en "One"
ledger till for each coup
  places outside, held : money
  coup_open        nothing
  added            where sure moves amount from outside to held
  taken            where sure moves amount from held to outside
  fixed            where sure sets held to amount from outside
  cleared          where sure sets held to 0 from outside
  added_or_taken   moves amount from outside to held or moves amount from held to outside
  taken_or_cleared moves amount from held to outside or sets held to 0 from outside
  let worth = held
"""
RULE = """
rule most-{number}
  severity minor
  cites 1
  for each till
  require worth <= {most}
  message fr "m" en "m"
"""
BEGUN = "1,coup_open,,"
SUMS = sorted({most for case in CASES for most in case.asked})


KINDS = {"adds": "added", "takes": "taken", "sets": "fixed", "clears": "cleared"}


def _row(step: Step) -> str:
    meant = (step.verb,) if step.or_else is None else (step.verb, step.or_else[0])
    kind = "_or_".join(KINDS[verb] for verb in meant)
    amount = "" if step.amount is None or step.verb == "clears" else step.amount
    return f"1,{kind},{amount},{'' if step.in_doubt or step.or_else else 'true'}"


def _answer(tally: Tally) -> Known:
    assert tally.compliant + len(tally.violations) + tally.unverified == 1
    return None if tally.unverified else tally.compliant == 1


@cache
def _program() -> Program:
    rules = (RULE.format(number=n, most=most) for n, most in enumerate(SUMS))
    program = compiled(RULES + "".join(rules))
    assert program is not None
    return program


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_a_value_is_known_as_far_as_was_decided(case: Case) -> None:
    program = _program()
    lacking = None if case.lacking is None else KINDS[case.lacking]
    kinds = [kind for kind in program.vocabulary.kinds if kind != lacking]
    rows = "\n".join(["coup,event,amount,sure", BEGUN, *map(_row, case.steps)])
    log = log_of(rows, program, kinds)
    for tallies in (
        replay(program, log),
        replay_columns(program, columns_of(log, program.vocabulary)),
    ):
        found = dict(zip(SUMS, map(_answer, tallies), strict=True))
        assert {most: found[most] for most in case.asked} == case.asked
