"""Cards, amounts and times as the log writes them: `10H`, `2.50`, `2026-01-09T21:00:00+01:00`."""

from __future__ import annotations

import calendar
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("S", "H", "D", "C")
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

_STRENGTH: Final = {card: RANKS.index(card[:-1]) for card in DECK}


def rank(card: str) -> str:
    return card[:-1]


def strength(card: str) -> int:
    """Place of the card in the order A K Q J 10 … 2, ace high: 12 for an ace, 0 for a two."""
    return _STRENGTH[card]


def shuffled(decks: int, rng: Random) -> list[str]:
    """The cards of so many decks in an order drawn at random; the first leaves the shoe first."""
    cards = list(DECK) * decks
    rng.shuffle(cards)
    return cards


@lru_cache(maxsize=4096)
def text_of(amount: Decimal) -> str:
    """Whole amounts bare, others with two decimals at least."""
    text = f"{amount.normalize():f}"
    return text + "0" if text[-2:-1] == "." else text


_MINUTES: Final = tuple(f"{second // 60:02d}:{second % 60:02d}" for second in range(3600))


def _last_sunday(year: int, month: int) -> datetime:
    """The instant of the European clock change: one o'clock universal time, that Sunday."""
    last = calendar.monthrange(year, month)[1]
    day = last - (date(year, month, last).weekday() + 1) % 7
    return datetime(year, month, day, 1, tzinfo=UTC)


def _offset(moment: datetime) -> timedelta:
    summer = _last_sunday(moment.year, 3) <= moment < _last_sunday(moment.year, 10)
    return timedelta(hours=2 if summer else 1)


@lru_cache(maxsize=512)
def _hour(hour: int) -> tuple[str, str]:
    """The text before and after the minutes during one hour of universal time."""
    moment = datetime.fromtimestamp(hour * 3600, UTC)
    offset = _offset(moment)
    local = moment + offset
    return f"{local:%Y-%m-%dT%H:}", f"+{offset.seconds // 3600:02d}:00"


def iso(second: int) -> str:
    """The instant `second` (since 1970, universal time) as a French casino writes it.

    >>> iso(1767988800)
    '2026-01-09T21:00:00+01:00'
    """
    before, after = _hour(second // 3600)
    return before + _MINUTES[second % 3600] + after


def local_date(second: int) -> date:
    moment = datetime.fromtimestamp(second, UTC)
    return (moment + _offset(moment)).date()


def instant(local: datetime) -> int:
    """Seconds since 1970 of a local time; of an hour that occurs twice, the second occurrence."""
    winter = int((local - timedelta(hours=1)).replace(tzinfo=UTC).timestamp())
    summer = winter - 3600
    return winter if _offset(datetime.fromtimestamp(winter, UTC)).seconds == 3600 else summer


def seconds(text: str) -> int:
    """The instant that `iso` wrote as `text`."""
    return int(datetime.fromisoformat(text).timestamp())


def season(day: date) -> str:
    """The gaming season, from 1 November to 31 October, in which a gaming day falls."""
    first = day.year if day.month >= 11 else day.year - 1
    return f"{first}-{first + 1}"
