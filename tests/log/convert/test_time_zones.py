"""Times through the night: past midnight, and through the hour that a clock shows twice."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from auditor.log.convert.cells import Clock, zoned
from auditor.log.convert.conventions import Conventions

PARIS = ZoneInfo("Europe/Paris")


def test_a_gaming_day_is_that_of_its_evening() -> None:
    clock = Clock(Conventions())
    assert clock.gaming_day(datetime(2026, 1, 9, 21)) == date(2026, 1, 9)
    assert clock.gaming_day(datetime(2026, 1, 10, 3)) == date(2026, 1, 9)
    assert clock.gaming_day(date(2026, 1, 9)) == date(2026, 1, 9)


def through(*times: str) -> list[str] | None:
    """The offsets of some local times of the night of the clock change."""
    moments = [datetime.fromisoformat(f"2026-10-{time}") for time in times]
    found = zoned(moments, PARIS)
    return None if found is None else [f"{own:%z}" for own in found if isinstance(own, datetime)]


def test_an_hour_shown_twice_is_told_by_the_order_of_the_rows() -> None:
    assert through("25T01:50", "25T02:10", "25T02:50", "25T02:05", "25T02:55", "25T03:10") == (
        ["+0200"] * 3 + ["+0100"] * 3
    )


def test_where_the_order_does_not_tell_nothing_is_guessed() -> None:
    assert through("25T01:50", "25T02:10", "25T03:10") is None
    assert through("25T02:10") is None


def test_other_hours_have_the_offset_of_their_season() -> None:
    assert through("24T21:00", "25T00:30", "25T04:00") == ["+0200", "+0200", "+0100"]


def test_a_time_with_an_offset_keeps_it() -> None:
    own = datetime.fromisoformat("2026-10-25T02:10:00+01:00")
    assert zoned([own], PARIS) == [own]
