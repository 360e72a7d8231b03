"""Cards, amounts and times as the log writes them: `10H`, `2.50`, `2026-01-09T21:00:00+01:00`."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

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


PARIS: Final = ZoneInfo("Europe/Paris")
_MINUTES: Final = tuple(f"{second // 60:02d}:{second % 60:02d}" for second in range(3600))


@lru_cache(maxsize=512)
def _hour(hour: int) -> tuple[str, str]:
    """The text before and after the minutes during one hour of universal time."""
    text = datetime.fromtimestamp(hour * 3600, PARIS).isoformat()
    return text[:14], text[19:]


def iso(second: int) -> str:
    """The instant `second` (since 1970, universal time) as a French casino writes it.

    >>> iso(1767988800)
    '2026-01-09T21:00:00+01:00'
    """
    before, after = _hour(second // 3600)
    return before + _MINUTES[second % 3600] + after


def local_date(second: int) -> date:
    return datetime.fromtimestamp(second, PARIS).date()


def instant(local: datetime) -> int:
    """Seconds since 1970 of a local time; of an hour that occurs twice, the second occurrence."""
    return int(local.replace(tzinfo=PARIS, fold=1).timestamp())


def seconds(text: str) -> int:
    """The instant that `iso` wrote as `text`."""
    return int(datetime.fromisoformat(text).timestamp())


def season(day: date) -> str:
    """The gaming season, from 1 November to 31 October, in which a gaming day falls."""
    first = day.year if day.month >= 11 else day.year - 1
    return f"{first}-{first + 1}"
