"""Texts of cells and headers, and how they are read: the tables of `values.txt`.

`# card numbered` begins the texts that are read so.  A line is texts, with `|` between them, and
what is read of each behind an arrow: nothing where it is none of that kind.  A sign that is easily
overlooked stands by its number, and `""` is an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log.convert import card_names
from auditor.log.convert.cells import Clock, with_offset, zoned
from auditor.log.convert.conventions import Conventions
from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import currency_of, normalise, readings, stamp, whole
from auditor.log.mapping.bind import pieces
from auditor.log.mapping.column_plan import NoSumError, computed, decimal
from auditor.types import Enumeration

PAGE = Path(__file__).with_name("values.txt")
ZONES = ("Asia/Kolkata", "Europe/Dublin", "Europe/Lisbon", "Europe/Paris")
PARIS = ZoneInfo("Europe/Paris")
BETS = Enumeration("bet", ("odd", "odds"), open=True)


def sure(read: Iterable[str | None]) -> str | None:
    ways = {*read} - {None}
    return "in several ways" if len(ways) > 1 else next(iter(ways), None)


def moment(text: str, order: Any = None, epoch: Any = None) -> str | None:
    """The day, the hour and the offset, as far as they are told."""
    if (found := stamp(text, epoch)) is None:
        return None
    day = found.day(order)
    if found.days is not None and day is None:
        return "a day in no order"
    offset = None if found.offset is None else found.offset.utcoffset(None)
    assert offset is None or day is not None
    hours = 0 if offset is None else offset.total_seconds() / 3600
    zone = None if offset is None else f"UTC{hours:+03.0f}:00"
    clock = found.clock
    hour = None if clock is None else f"{clock.total_seconds() // 3600:.0f}"
    rest = "" if clock is None else str(clock).partition(":")[2]
    told = (day and date.isoformat(day), hour and f"{hour}:{rest}", zone)
    return " ".join(own for own in told if own)


def clock(text: str, begins: timedelta | None = None, zone: str | None = None) -> str | None:
    """The moment that cells make, with a plus sign between them."""
    own = Clock(Conventions(order="dmy"), begins, None if zone is None else ZoneInfo(zone))
    found = own.moment([*filter(None, text.split(" + "))])
    return None if found is None else found.isoformat()


def offsets(text: str) -> str | None:
    """Those of times in the order of their rows."""
    found = zoned([datetime.fromisoformat(own) for own in text.split()], PARIS)
    return (
        None
        if found is None
        else " ".join(f"{own:%z}" for own in found if isinstance(own, datetime))
    )


def gaming_day(text: str) -> str:
    moment = date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    return Clock(Conventions()).gaming_day(moment).isoformat()


def sorts(text: str) -> str:
    cards = text.split()
    sure = {"numbers": card_names.are_numbers, "points": card_names.may_be_points}
    return " ".join(name for name, holds in sure.items() if holds(cards))


def header(text: str, field: str) -> bool:
    """A header may mean several columns."""
    return field in lexicon().columns.get(normalise(text), ())


def sum_of(text: str) -> str | None:
    """The sum of a text in which numbers of cells stand in braces."""
    parts = re.split(r"\{(.*?)\}", text)
    try:
        return computed([Fraction(own) if at % 2 else own for at, own in enumerate(parts)])
    except NoSumError:
        return None


def listed(sign: str, text: str) -> str:
    return " + ".join(pieces(text, sign))


READ: dict[str, Callable[[str], str | None]] = {
    "number": lambda text: sure(readings(text)),
    "number or": lambda text: " or ".join(str(readings(text).by(mark)) for mark in (".", ",")),
    "whole": whole,
    "currency": currency_of,
    "card": lambda text: sure(card_names.readings(text)),
    "card fr": lambda text: card_names.readings(text).fr,
    "card numbered": lambda text: sure(card_names.readings(text, "numbered")),
    "ranks numbered": lambda text: "yes" if card_names.have_numbers(text.split()) else "no",
    "rank en": lambda text: card_names.card(text, "en"),
    "rank fr": lambda text: card_names.card(text, "fr"),
    "rank numbers": lambda text: card_names.card(text, "numbers"),
    "numbers or points": sorts,
    "moment": moment,
    **{f"moment {own}": partial(moment, order=own) for own in ("dmy", "mdy")},
    "moment none": moment,
    **{f"moment {own}": partial(moment, epoch=own) for own in ("excel-1900", "excel-1904", "unix")},
    "clock": clock,
    "clock evenings": partial(clock, begins=timedelta(hours=12)),
    **{f"clock {own}": partial(clock, zone=own) for own in ZONES},
    "offset": lambda text: with_offset(text, PARIS),
    "offsets": offsets,
    "gaming day": gaming_day,
    "kind": lambda text: " ".join(lexicon().kinds[normalise(text)]),
    "words": lambda text: str(len(normalise(text).split())),
    "sum": sum_of,
    **{
        f"pieces {name}": partial(listed, sign)
        for name, sign in {"comma": ",", "space": " ", "nothing": "", "dash": "-"}.items()
    },
    "bet": lambda text: lexicon().member(BETS, text),
}


def tables() -> Iterator[tuple[str, str, str]]:
    """Each text, how it is read, and what is read of it."""
    for part in re.split(r"^# ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        how, *lines = part.splitlines()
        for line in lines:
            if line and not line.startswith("//"):
                plain = re.sub(r"\\u(\w{4})", lambda own: chr(int(own[1], 16)), line)
                texts, _, read = plain.partition(" →")
                for text in texts.split(" | "):
                    yield how, "" if text == '""' else text, read.strip()


@pytest.mark.parametrize("how", dict.fromkeys(how for how, *_ in tables()))
def test_a_text_is_read_as_the_page_says(how: str) -> None:
    own = [(text, read) for named, text, read in tables() if named == how]
    if how == "header":
        assert [(text, read) for text, read in own if not header(text, read)] == []
    else:
        assert [(text, READ[how](text) or "") for text, _ in own] == own


@given(st.integers(-(10**12), 10**12), st.integers(0, 9))
def test_decimals_are_exact(whole: int, places: int) -> None:
    value = Fraction(whole, 10**places)
    assert Fraction(decimal(value)) == value


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
