"""From where on nothing is open: intervals put end to end, and the gaps between them."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from auditor.authoring.examples import failing, run_here
from auditor.authoring.review import review
from auditor.judge.forms import first_gap
from auditor.judge.items import IntervalItem
from auditor.log.event import Event, Row

NINE = datetime(2026, 1, 9, 21)


def event(minute: int | None, place: int) -> Event:
    """An event so many minutes after nine, without a time where None."""
    values = {} if minute is None else {"time": NINE + timedelta(minutes=minute)}
    return Event(place, "any", values, Row("log.csv", None, place + 1, (), ()))


def spans(*minutes: tuple[int, int | None]) -> list[IntervalItem]:
    return [
        IntervalItem(event(opens, opens), None if closes is None else event(closes, closes))
        for opens, closes in minutes
    ]


@pytest.mark.parametrize(
    ("intervals", "gap"),
    [
        (((0, 90),), None),
        (((0, None),), None),
        (((0, 40), (30, 90)), None),
        (((0, 40), (40, 90)), None),  # opens at the very moment at which the other closes
        (((0, 40), (41, 90)), 40),
        (((0, 40), (30, 35)), 40),
        (((0, 20), (10, 40), (30, None)), None),
        (((10, 90),), 0),
        ((), 0),
    ],
)
def test_the_first_gap_up_to_minute_60(
    intervals: tuple[tuple[int, int | None], ...], gap: int | None
) -> None:
    found = first_gap(spans(*intervals), event(0, 0), event(60, 60))
    assert (found.place if found else None) == gap


def test_events_without_a_time_go_by_their_order() -> None:
    first = IntervalItem(event(None, 0), event(None, 4))
    second = IntervalItem(event(None, 5), event(None, 9))
    found = first_gap([first, second], event(None, 0), event(None, 9))
    assert found is not None
    assert found.place == 4


RULES = """
ruleset watch version "1" title fr "Garde" en "Watch"
context time : time
context casino, table : text
event opens ()
event closes ()
scope house = casino
interval service = opens .. closes for each casino, table
provision 1 fr "Toujours ouvert" en "Always open"
rule always-open
  severity minor
  cites 1
  for each house
  require at every moment from first opens until last closes some service
  message fr "rien d'ouvert : {found}" en "nothing open: {found}"
example "nothing is open from the close of A to the opening of B" of always-open violates at 2, 1, 3
  | casino=C
  | opens  table=A time=2026-01-09T21:00
  | closes table=A time=2026-01-09T22:00
  | opens  table=B time=2026-01-09T22:01
  | closes table=B time=2026-01-09T23:00
example "B takes over from A" of always-open complies
  | casino=C
  | opens  table=A time=2026-01-09T21:00
  | opens  table=B time=2026-01-09T22:00
  | closes table=A time=2026-01-09T22:00
  | closes table=B time=2026-01-09T23:00
"""


def test_a_finding_shows_first_the_event_from_which_on_nothing_is_open(tmp_path: Path) -> None:
    path = tmp_path / "watch.rules"
    path.write_text(RULES, "utf-8")
    program, diagnostics = review(path)
    assert program is not None, diagnostics
    assert [own for own in run_here(program) if failing(program, own)] == []
