"""Cells of one row that stand a column too far left or right are not believed; those of a program
that writes all rows so are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.judging import Engine
from tests import judged
from tests.damage.readers import in_columns
from tests.judged import ENGINES

RULES = """
ruleset pushed version "1" title fr "m" en "m"
context coup : integer
field remark, player, to : text
event note (remark)
event give (player, to)
scope coup = coup
provision 1 fr "m" en "m"
rule by-ana
  severity minor
  cites 1
  for each give
  require player = "Ana"
  message fr "m" en "m"
"""
GIVEN = ",Ana,Bob"


def answers(gifts: list[str], engine: Engine, folder: Path) -> tuple[int, int, int]:
    """How many gifts comply, how many do not, and how many are left open."""
    rows = "".join(f"{coup},note,fine,,\n{coup},give,{own}\n" for coup, own in enumerate(gifts, 1))
    return judged.answers(RULES, f"coup,event,remark,player,to\n{rows}", engine, folder)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("gift", ["Ana,Bob,", "Ana,,Bob"])
def test_a_cell_in_a_column_of_others_leaves_what_its_row_lacks_open(
    gift: str, engine: Engine, tmp_path: Path
) -> None:
    """Bob is the player of the first, and nobody that of the second."""
    gifts = [*[GIVEN] * 12, gift, *[GIVEN] * 12]
    assert answers(gifts, engine, tmp_path) == (24, 0, 1)
    with in_columns("file"):
        assert answers(gifts, engine, tmp_path) == (24, 0, 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_others_of_its_kind_have_or_lack_as_well_is_believed(
    engine: Engine, tmp_path: Path
) -> None:
    remarked = [*["well,Ana,Bob"] * 12, "well,Bob,"]
    assert answers(remarked, engine, tmp_path) == (12, 1, 0)
    assert answers([*[",Ana,"] * 12, "well,Bob,"], engine, tmp_path) == (12, 1, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_only_lacking_or_only_too_much_is_believed(engine: Engine, tmp_path: Path) -> None:
    assert answers([*[GIVEN] * 12, ",Bob,"], engine, tmp_path) == (12, 1, 0)
    assert answers([*[GIVEN] * 12, "well,Bob,Ana"], engine, tmp_path) == (12, 1, 0)
