"""Days and hours as they are written."""

from datetime import UTC, date, timedelta

import pytest

from auditor.log.convert.written import Order, stamp

JANUARY, SEPTEMBER = date(2026, 1, 9), date(2026, 9, 1)


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-09",
        "2026/01/09",
        "20260109",
        "9 janvier 2026",
        "vendredi 9 janvier 2026",
        "09-janv.-2026",
        "9 janv 26",
        "9 Jan 2026",
        "9th January 2026",
        "January 9, 2026",
        "Fri Jan 09 2026",
        "Jan. 9th, 2026",
        "9. Januar 2026",
        "Freitag, 9. Januar 2026",
        "9 de enero de 2026",
        "viernes 9 de enero de 2026",
        "09-ene-2026",
        "9 gennaio 2026",
        "venerdì 9 gennaio 2026",
        "9 gen 2026",
        "9 de janeiro de 2026",
        "9 januari 2026",
    ],
)
def test_a_day_that_is_one_whatever_the_order_of_figures(text: str) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock is None


@pytest.mark.parametrize("text", ["09/01/2026", "9/1/2026", "09.01.2026", "09-01-2026", "09/01/26"])
@pytest.mark.parametrize(("order", "day"), [("dmy", JANUARY), ("mdy", SEPTEMBER), (None, None)])
def test_a_day_that_hangs_on_the_order_of_figures(
    text: str, order: Order | None, day: date | None
) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day(order) == day


def test_a_day_beyond_the_twelfth_tells_the_order_itself() -> None:
    found = stamp("31/12/2026")
    assert found is not None
    assert found.day(None) == date(2026, 12, 31)
    assert found.day("mdy") is None


@pytest.mark.parametrize(
    ("text", "hours", "minutes", "seconds"),
    [
        ("21:05", 21, 5, 0),
        ("21h05", 21, 5, 0),
        ("21 h 05", 21, 5, 0),
        ("21H05", 21, 5, 0),
        ("21h", 21, 0, 0),
        ("21:05:12", 21, 5, 12),
        ("21h05m12s", 21, 5, 12),
        ("21h05min", 21, 5, 0),
        ("9:05 PM", 21, 5, 0),
        ("12:05 am", 0, 5, 0),
        ("9:05:12 PM", 21, 5, 12),
        ("9:05:12\u202fp.m.", 21, 5, 12),
        ("26:30:00", 26, 30, 0),
    ],
)
def test_hours(text: str, hours: int, minutes: int, seconds: int) -> None:
    found = stamp(text)
    assert found is not None
    assert found.days is None
    assert found.clock == timedelta(hours=hours, minutes=minutes, seconds=seconds)


@pytest.mark.parametrize(
    "text",
    [
        *("09/01/2026 21h05", "09/01/2026 à 21:05", "9 janvier 2026, 21h05", "2026-01-09T21:05:00"),
        *("09-Jan-26 09.05.00 p.m.", "09-JAN-26 09.05.00.000000 PM", "09.01.2026 21:05:00 Uhr"),
    ],
)
def test_a_day_with_its_hour(text: str) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day("dmy") == JANUARY
    assert found.clock == timedelta(hours=21, minutes=5)


def test_an_offset_is_kept() -> None:
    for text in ("2026-01-09T21:05:00+01:00", "09/01/2026 21:05 +01:00", "09/01/2026 21:05+0100"):
        found = stamp(text)
        assert found is not None
        assert found.offset is not None
        assert found.offset.utcoffset(None) == timedelta(hours=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Total",
        "12",
        "2105",
        "99/99/2026",
        "09/01/2569",
        "21:60",
        "48:00",
        "32/01/2026",
        "9 machin 2026",
    ],
)
def test_what_is_no_moment(text: str) -> None:
    assert stamp(text) is None


def test_numbers_of_a_spreadsheet_need_their_epoch() -> None:
    # 1 January 1900 is day 1, and a 29 February 1900 is counted: 9 January 2026 is day 46031.
    assert stamp("46031.5") is None
    found = stamp("46031.5", "excel-1900")
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock == timedelta(hours=12)
    later = stamp("44569,75", "excel-1904")  # 1462 days less: 1 January 1904 is day 0
    assert later is not None
    assert later.day(None) == JANUARY
    assert later.clock == timedelta(hours=18)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("2026-01-09 21:05:12 UTC", 0),
        ("09 janvier 2026 à 21:05:12 GMT", 0),
        ("Jan 9, 2026, 9:05:12 PM UTC", 0),
        ("Fri Jan 09 2026 21:05:12 GMT+0100 (CET)", 1),
        ("2026-01-09 21:05:12 UTC-05:00", -5),
        ("2026-01-09 21:05:12 CET", 1),
        ("Fri Jan 09 21:05:12 CEST 2026", 2),
        ("2026-01-09T21:05:12+01:00[Europe/Paris]", 1),
        ("/Date(1767992712000+0100)/", 0),
    ],
)
def test_offsets_by_name(text: str, hours: int) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock == timedelta(hours=21, minutes=5, seconds=12)
    assert found.offset is not None
    assert found.offset.utcoffset(None) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        *(("1767992712", 0), ("1767992712250", 250), ("1767992712.25", 250)),
        *(("1767992712250000", 250), ("1767992712250000000", 250)),
    ],
)
def test_seconds_since_1970(text: str, part: int) -> None:
    assert stamp(text) is None
    found = stamp(text, "unix")
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock == timedelta(hours=21, minutes=5, seconds=12, milliseconds=part)
    assert (found.offset, stamp("12", "unix")) == (UTC, None)


@pytest.mark.parametrize(
    "text", ["20260109210500", "20260109T2105", "20260109_210500", "20260109 21:05"]
)
def test_a_day_and_an_hour_without_signs_between(text: str) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock == timedelta(hours=21, minutes=5)


@pytest.mark.parametrize("text", ["20261309", "20260132", "202601092", "30260109", "1767992700"])
def test_figures_that_are_no_day(text: str) -> None:
    assert stamp(text) is None


def test_an_offset_follows_figures_without_signs() -> None:
    found = stamp("20260109T210500Z")
    assert found is not None
    assert found.offset is UTC


@pytest.mark.parametrize(
    "text",
    [
        "9. Januar 2026 21:05 Uhr",
        "9. Januar 2026, 21.05 Uhr",
        "9. Januar 2026 um 21:05 Uhr",
        "9 de enero de 2026, 21:05:00",
        "9 de enero de 2026 a las 21:05",
        "9 gennaio 2026 21.05",
        "9 gennaio 2026 alle 21.05",
        "9 gennaio 2026 ore 21:05",
    ],
)
def test_a_day_and_an_hour_in_other_languages(text: str) -> None:
    found = stamp(text)
    assert found is not None
    assert found.day(None) == JANUARY
    assert found.clock == timedelta(hours=21, minutes=5)


def test_a_number_with_a_point_is_no_hour() -> None:
    assert stamp("21.05") is None
    assert stamp("21.05 Uhr") is not None
