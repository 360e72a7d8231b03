"""A kind that most games do without, and that a game needs: a log without it says nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Engine
from tests.judged import ENGINES, judged

ASKING = """
ruleset asked version "1" title fr "Demandé" en "Asked"
context time : time
context table : text
field card : text
field note : text
event deal (card, note?)
event burn (card?)
stream drawn = deal (card = card), burn (card = card)
provision 1 fr "Un" en "One"
rule card-known
  severity minor
  cites 1
  for each drawn where card is recorded
  require card != "joker"
  message fr "m" en "m"
rule noted
  severity minor
  cites 1
  for each deal where note is recorded
  require note != "late"
  message fr "m" en "m"
"""
HEADER = "time,table,event,card,note\n"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "compliant", "open_"),
    [
        # Every card dealt is to be named, and none is: of the cards burned nothing follows.
        ("deal,,\ndeal,,\nburn,9S,\n", 0, 1),
        ("deal,,\ndeal,7H,\nburn,9S,\n", 2, 0),  # one is: the log has the column, and is judged
        ("burn,,\nburn,9S,\n", 1, 0),  # no card was dealt
        ("burn,,\nburn,,\n", 0, 0),  # a card burned face down has no name
        ("", 0, 0),
    ],
)
def test_what_no_row_names_is_not_verifiable(
    rows: str, compliant: int, open_: int, engine: Engine, tmp_path: Path
) -> None:
    timed = [f"2026-01-09T21:00:0{n},B1,{row}\n" for n, row in enumerate(rows.splitlines())]
    others = "2026-01-09T22:00:00,B1,burn,,\n"
    found = judged(ASKING, HEADER + "".join(timed) + others, engine, tmp_path)
    known, noted = found.report.rules
    assert (known.compliant, known.not_verifiable) == (compliant, open_)
    reasons = [own.reason.en for own in known.not_verifiable_reasons]
    assert reasons == ["the field `card` is empty"] * open_
    assert not noted.not_verifiable  # a note may be left empty
