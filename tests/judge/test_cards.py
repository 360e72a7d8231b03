"""Sets in a cell: tests/pages/suits.md has cards without a suit."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Engine
from tests.judged import ENGINES, answers

SETS = """
ruleset sets version "1" title fr "Ensembles" en "Sets"
context coup : integer
field covered : set of integer
event stake (covered)
provision 1 fr "Un" en "One"
constant splits = {{5, 8}, {10, 11}, {13, 16}}
rule offered
  severity minor
  cites 1
  for each stake
  require covered in splits
  message fr "m" en "m"
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("require", "expected"),
    [
        ("covered in splits", (3, 2, 1)),  # the order in a cell means nothing; an empty one is none
        ("covered not in splits", (2, 3, 1)),
        ("covered in {{5, 8}, {5}}", (3, 2, 1)),
    ],
)
def test_a_set_is_found_among_those_written_out(
    require: str, expected: tuple[int, int, int], engine: Engine, tmp_path: Path
) -> None:
    rules = SETS.replace("covered in splits", require)
    if "splits" not in require:
        rules = rules.replace("constant", "# constant")
    cells = ("5/8", "8/5", "10/11", "5", "5/8/10", "")
    if "{5}}" in require:
        cells = ("5/8", "8/5", "5", "8", "5/8/10", "")
    log = "coup,event,covered\n" + "".join(f"1,stake,{own}\n" for own in cells)
    assert answers(rules, log, engine, tmp_path) == expected
