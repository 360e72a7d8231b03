"""From where on nothing is open: intervals put end to end, and the gaps between them.

What rules say of them stands in tests/pages/moments.md.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from auditor.judge.forms import first_gap
from auditor.judge.items import IntervalItem
from auditor.log.event import Event, Row
from tests.tables import table

NINE = datetime(2026, 1, 9, 21)


def event(minute: int | None, place: int) -> Event:
    """An event so many minutes after nine, without a time where None."""
    values = {} if minute is None else {"time": NINE + timedelta(minutes=minute)}
    return Event(place, "any", values, Row("log.csv", None, place + 1, (), ()))


def spans(*minutes: tuple[int, int | None]) -> list[IntervalItem]:
    return [
        IntervalItem(event(opens, opens), None if closes is None else event(closes, closes), "any")
        for opens, closes in minutes
    ]


@pytest.mark.parametrize(("intervals", "gap"), table(__file__, "The first gap"))
def test_the_first_gap_up_to_minute_60(intervals: str, gap: str) -> None:
    minutes = (own.split("-") for own in intervals.split())
    own = spans(*((int(opens), int(closes) if closes else None) for opens, closes in minutes))
    found = first_gap(own, event(0, 0), event(60, 60))
    assert (str(found.place) if found else "") == gap


def test_events_without_a_time_go_by_their_order() -> None:
    first = IntervalItem(event(None, 0), event(None, 4), "any")
    second = IntervalItem(event(None, 5), event(None, 9), "any")
    found = first_gap([first, second], event(None, 0), event(None, 9))
    assert found is not None
    assert found.place == 4
