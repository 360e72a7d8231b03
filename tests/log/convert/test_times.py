"""Times of a day, an hour and an offset, each read once, are those that are read whole; times past
midnight, and through the hour that a clock shows twice.
"""

from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from auditor.log.convert.cells import Clock, with_offset, zoned
from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions, conclude
from auditor.log.convert.written import telling

PARIS = ZoneInfo("Europe/Paris")
DAYS = (
    "2026-01-09",
    "09/01/2026",
    "13/01/2026",
    "01/31/2026",
    "31.12.2025",
    "30-02-2026",
    "2026-02-30",
    "1/2/26",
)
CLOCKS = ("00:00:00", "05:59:59", "06:00:00", "21:05:12", "23:59:60", "24:00:00", "21:05", "21h05")
OFFSETS = ("", "", "Z", "+01:00", "-00:00", "+99:00", "+0100", " UTC", ".5")


def texts(random: Random, count: int) -> list[str]:
    return [
        random.choice(DAYS) + random.choice("T  ") + random.choice(CLOCKS) + random.choice(OFFSETS)
        for _ in range(count)
    ]


@pytest.mark.parametrize("order", [None, "dmy", "mdy"])
@pytest.mark.parametrize("begins", [None, timedelta(hours=6)])
def test_a_time_is_the_moment_of_its_cell(order: object, begins: timedelta | None) -> None:
    conventions = Conventions(order=order)  # type: ignore[arg-type]  # one of the orders
    clock = Clock(conventions, begins)
    read = 0
    for text in texts(Random(1), 3000):
        moment = Clock(conventions, begins).moment([text])
        assert clock.written(text) == (None if moment is None else moment.isoformat()), text
        read += moment is not None
    assert read > 500


def test_few_times_tell_what_all_of_them_tell() -> None:
    different = set()
    for seed in range(300):
        random = Random(seed)
        every = texts(random, random.choice((1, 3, 30)))
        every += random.choices(("46031.5", "1767992400", "30/02/2026 21:05:12"), k=seed % 9)
        rows = {text: row for row, text in reversed([*enumerate(every)])}
        found = []
        for own in (rows, telling(rows)):
            times = {text: CellPlace(row, "time") for text, row in own.items()}
            found.append(conclude(ColumnTexts(times=times), Conventions(), "canonical"))
        assert found[0] == found[1], every
        different.add(found[0][0].order)
    assert different == {None, "dmy", "mdy"}


def test_a_time_has_the_offset_of_its_zone_unless_its_hour_is_shown_twice() -> None:
    assert with_offset("2026-01-09T21:05:00", PARIS) == "2026-01-09T21:05:00+01:00"
    assert with_offset("2026-07-09T21:05:00", PARIS) == "2026-07-09T21:05:00+02:00"
    assert with_offset("2026-01-09T21:05:00+00:00", PARIS) == "2026-01-09T21:05:00+00:00"
    assert with_offset("2026-03-29T02:30:00", PARIS) == "2026-03-29T02:30:00+01:00"
    assert with_offset("2026-10-25T02:30:00", PARIS) is None
    assert with_offset("2026-01-09", PARIS) == "2026-01-09"
    assert with_offset("20260109T210500", PARIS) == "20260109T210500"
    assert zoned([], PARIS) == []


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
