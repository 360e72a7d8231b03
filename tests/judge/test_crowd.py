"""Of a crowd of items in doubt nothing is asked one by one: each of them may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Engine
from auditor.engine.evaluate import selection as of_columns
from auditor.judge import selection as of_reference
from auditor.log.store.keys import Segments
from tests.judged import ENGINES, answers, judged

RULES = """
ruleset crowd version "1" title fr "Foule" en "Crowd"
context time : time
context table : text
context coup : integer
field limit, amount : money
event spin (limit)
event stake (amount)
scope coup = table, coup
provision 1 fr "Un" en "One"
rule only
  severity minor
  cites 1
  for each spin
  require {required}
  message fr "m" en "m"
"""
HEADER = "time,table,coup,event,limit,amount\n"
SPIN = "2026-01-09T21:00:00,B1,1,spin,10,\n"
LOW, HIGH = (f"2026-01-09T21:00:30,B1,1,stake,,{amount}\n" for amount in (5, 20))
NONE_HIGHER = "no stake in coup where amount > this.limit"
"""Asks of each stake beside its spin."""
ALL_LOW = "every stake in coup has amount < 15"


@pytest.fixture
def most(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """More than so many are a crowd."""
    for engine in (of_columns, of_reference):
        monkeypatch.setattr(engine, "CROWD", request.param)


def in_doubt(rows: int, amount: int = 5) -> str:
    """Rows of an unknown kind that can only be stakes."""
    return f"2026-01-09T21:01:00,B1,1,relance,,{amount}\n" * rows


@pytest.mark.usefixtures("most")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("required", [NONE_HIGHER, ALL_LOW])
@pytest.mark.parametrize(
    ("log", "most", "wanted"),
    [
        (in_doubt(3), 3, (1, 0, 0)),  # none of them is what is looked for
        (in_doubt(3), 2, (0, 0, 1)),
        (in_doubt(2) + in_doubt(1, 20), 3, (0, 0, 1)),
        (HIGH + in_doubt(3), 2, (0, 1, 0)),  # what is certain stays so, whatever is in doubt
        (LOW + in_doubt(2), 2, (1, 0, 0)),  # it is not counted itself
    ],
    indirect=["most"],
)
def test_a_crowd_is_not_asked_one_by_one(
    required: str, log: str, wanted: tuple[int, int, int], engine: Engine, tmp_path: Path
) -> None:
    rules = RULES.format(required=required)
    assert answers(rules, HEADER + SPIN + log, engine, tmp_path) == wanted


@pytest.mark.usefixtures("most")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("most", [20], indirect=True)
def test_what_is_asked_grows_with_the_rows(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    by_columns, by_reference = of_columns._beside, of_reference.Selector._also

    def beside(
        evaluator: object, source: object, part: Segments, selection: object, frame: object
    ) -> object:
        nonlocal asked
        asked += int(part.count().sum())
        return by_columns(evaluator, source, part, selection, frame)  # type: ignore[arg-type]

    def also(
        own: of_reference.Selector, item: object, truth: object, selection: object, frame: object
    ) -> object:
        nonlocal asked
        asked += 1
        return by_reference(own, item, truth, selection, frame)  # type: ignore[arg-type]

    monkeypatch.setattr(of_columns, "_beside", beside)
    monkeypatch.setattr(of_reference.Selector, "_also", also)
    rules = RULES.format(required=NONE_HIGHER)
    found = []
    for rows in (15, 60, 240):
        asked = 0
        judged(rules, HEADER + SPIN * 15 + in_doubt(rows), engine, tmp_path)
        found.append(asked)
    assert found == [15 * 15, 0, 0]  # up to the bound each is asked
