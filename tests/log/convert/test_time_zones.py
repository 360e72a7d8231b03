"""Times through the night: past midnight, and through the hour that a clock shows twice."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from auditor.log.convert.cells import Clock, zoned
from auditor.log.convert.conventions import Conventions

PARIS = ZoneInfo("Europe/Paris")
NOON = timedelta(hours=12)
DAY_FIRST = Conventions(order="dmy")


@pytest.mark.parametrize(
    ("texts", "moment"),
    [
        (["09/01/2026", "21h05"], "2026-01-09T21:05"),
        (["21h05", "09/01/2026"], "2026-01-09T21:05"),
        (["09/01/2026 21h05"], "2026-01-09T21:05"),
        (["2026-01-09T00:00:00", "21:05:00"], "2026-01-09T21:05"),  # cells of a spreadsheet
        (["09/01/2026", "00h05"], "2026-01-09T00:05"),
        (["09/01/2026", "25:05"], "2026-01-10T01:05"),
    ],
)
def test_a_day_and_an_hour_make_a_moment(texts: list[str], moment: str) -> None:
    assert Clock(DAY_FIRST).moment(texts) == datetime.fromisoformat(moment)


@pytest.mark.parametrize(
    ("zone", "text", "moment"),
    [
        ("Asia/Kolkata", "Wed, 03 Sep 2025 20:00:01 IST", "2025-09-03T20:00:01+05:30"),
        ("Europe/Dublin", "03/09/2025 20:00:01 IST", "2025-09-03T20:00:01+01:00"),
        ("Europe/Lisbon", "2025-09-03 20:00:01 WEST", "2025-09-03T20:00:01+01:00"),
        # The clock shows this hour twice, and its name tells which showing is meant.
        ("Europe/Lisbon", "2025-10-26 01:30:00 WEST", "2025-10-26T01:30:00+01:00"),
        ("Europe/Lisbon", "2025-10-26 01:30:00 WET", "2025-10-26T01:30:00+00:00"),
        # In winter nobody's clock is so called there.
        ("Europe/Lisbon", "2025-12-03 20:00:01 WEST", None),
        ("Europe/Paris", "2025-09-03 20:00:01 IST", None),
        (None, "2025-09-03 20:00:01 IST", None),
    ],
)
def test_a_clock_with_a_name_is_that_of_the_zone_declared(
    zone: str | None, text: str, moment: str | None
) -> None:
    found = Clock(DAY_FIRST, zone=None if zone is None else ZoneInfo(zone)).moment([text])
    assert (found and found.isoformat()) == moment


def test_an_evening_keeps_its_date_past_midnight() -> None:
    clock = Clock(DAY_FIRST, NOON)
    assert clock.moment(["09/01/2026", "23h50"]) == datetime(2026, 1, 9, 23, 50)
    assert clock.moment(["09/01/2026", "00h10"]) == datetime(2026, 1, 10, 0, 10)


def test_a_day_alone_is_a_day() -> None:
    assert Clock(DAY_FIRST).moment(["09/01/2026"]) == date(2026, 1, 9)


@pytest.mark.parametrize("texts", [[], ["21h05"], ["09/01/2026", "soir"], ["jamais", "21h05"]])
def test_what_makes_no_moment(texts: list[str]) -> None:
    assert Clock(DAY_FIRST).moment(texts) is None


def test_a_gaming_day_is_that_of_its_evening() -> None:
    clock = Clock(DAY_FIRST)
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
