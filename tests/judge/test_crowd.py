"""A crowd of items in doubt costs nothing: tests/pages/crowd.md says what is answered of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Engine
from auditor.engine.evaluate import selection as of_columns
from auditor.judge import selection as of_reference
from auditor.log.store.keys import Segments
from tests.judged import ENGINES, judged
from tests.markdown import blocks
from tests.pages.page import HERE

RULES = next(blocks(HERE / "crowd.md")).text.partition("rule low")[0]
HEADER = "time,table,coup,event,limit,amount\n"
SPIN = "2026-01-09T21:00:00,B1,1,spin,10,\n"


def in_doubt(rows: int) -> str:
    """Rows of an unknown kind that can only be stakes."""
    return "2026-01-09T21:01:00,B1,1,relance,,5\n" * rows


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_asked_grows_with_the_rows(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    for own in (of_columns, of_reference):
        monkeypatch.setattr(own, "CROWD", 20)
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
    found = []
    for rows in (15, 60, 240):
        asked = 0
        judged(RULES, HEADER + SPIN * 15 + in_doubt(rows), engine, tmp_path)
        found.append(asked)
    assert found == [15 * 15, 0, 0]  # up to the bound each is asked
