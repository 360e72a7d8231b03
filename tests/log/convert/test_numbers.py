"""Numbers as people write them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log.convert.written import currency_of, readings, whole


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1234.50", "1234.50"),
        ("1 234,50", "1234.50"),
        ("1\u00a0234,50", "1234.50"),
        ("1\u202f234,50\u00a0€", "1234.50"),
        ("€ 12", "12"),
        ("12 euros", "12"),
        ("12,50 EUR", "12.50"),
        ("1.234,50", "1234.50"),
        ("1,234.50", "1234.50"),
        ("1'234.50", "1234.50"),
        ("1 234 567", "1234567"),
        ("1.234.567", "1234567"),
        ("0,125", "0.125"),
        ("-5", "-5"),
        ("−5,00", "-5.00"),
        ("(1 234,50)", "-1234.50"),
        ("+5", "5"),
        ("$5.50", "5.50"),
        ("US$ 5", "5"),
        ("£1,234.50", "1234.50"),
        ("CHF 1'234.50", "1234.50"),
        ("CHF12", "12"),
        ("12.50 USD", "12.50"),
        ("2500.-", "2500"),
        ("2'500.-- Fr.", "2500"),
        ("-$5.50", "-5.50"),
        ("$-5.50", "-5.50"),
        ("(£5.50)", "-5.50"),
        ("12€50", "12.50"),
        ("1 234 € 50", "1234.50"),
        ("12.50-", "-12.50"),
        ("1.234,50 -", "-1234.50"),
        ("'5", "5"),
    ],
)
def test_a_number_that_reads_in_one_way_only(text: str, read: str) -> None:
    assert readings(text).sure == read


@pytest.mark.parametrize(
    ("text", "point", "comma"),
    [("1,234", "1234", "1.234"), ("1.234", "1.234", "1234"), ("12,345", "12345", "12.345")],
)
def test_three_figures_after_a_mark_read_in_two_ways(text: str, point: str, comma: str) -> None:
    read = readings(text)
    assert read.sure is None
    assert read.by(".") == point
    assert read.by(",") == comma


@pytest.mark.parametrize(
    "text",
    [
        "",
        "€",
        "12 34",
        "12$50",
        "5$5",
        "1 EUR 2 USD",
        "$",
        ".-",
        "-.-",
        "-$-5",
        "1e5",
        "5,-",
        "1,2,3",
        "1.2.3,4",
        "12..5",
        "douze",
        "1 23 456",
        "--5",
    ],
)
def test_what_is_no_number_stays_unread(text: str) -> None:
    read = readings(text)
    assert read.point is None
    assert read.comma is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("12", "12"),
        ("1 024", "1024"),
        ("12.0", "12"),
        ("n° 12", "12"),
        ("N°12", "12"),
        ("-3", "-3"),
    ],
)
def test_whole_numbers(text: str, read: str) -> None:
    assert whole(text) == read


@pytest.mark.parametrize("text", ["12,5", "a12", "", "n°"])
def test_what_is_no_whole_number(text: str) -> None:
    assert whole(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5", None),
        ("5 €", "EUR"),
        ("$5", "USD"),
        ("CHF 5", "CHF"),
        ("5 livres", "GBP"),
        ("eu 5", None),
    ],
)
def test_currencies(text: str, code: str | None) -> None:
    assert currency_of(text) == code


@given(
    st.integers(0, 10**9),
    st.integers(0, 99),
    st.sampled_from([" ", "\u00a0", "\u202f", "’", ""]),
    st.sampled_from([",", "."]),
    st.sampled_from(["", " €", "\u00a0€", " EUR"]),
)
def test_whatever_stands_between_the_figures_the_amount_is_the_same(
    euros: int, cents: int, space: str, mark: str, unit: str
) -> None:
    text = f"{euros:,}".replace(",", space) + f"{mark}{cents:02}{unit}"
    read = readings(text).sure
    assert read is not None
    assert Decimal(read) == Decimal(f"{euros}.{cents:02}")


def test_the_00_of_a_wheel_is_no_whole_number() -> None:
    assert whole("00") is None
    assert whole("0") == "0"
    assert whole("01") == "01"
