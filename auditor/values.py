"""The values that rules compute with, and how each type reads one from text.

Every value is exact.  Whole numbers are `int`, other numbers and sums of money
`Fraction` (an `int` where they are whole); texts, ranks, suits and words of an
enumeration are `str`.  `Unknown` stands for what a log does not say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import count
from typing import Literal, NamedTuple

from auditor.types import Basic, Enumeration, Type

Number = int | Fraction


class Card(NamedTuple):
    """A playing card; a joker has the rank `JK` and its number as suit."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


class Range(NamedTuple):
    """From low to high, both included; None leaves that side open."""

    low: Number | None
    high: Number | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is unknown.

    `cause` is `empty` (a cell: subject is its column), `not_recorded` (a kind of event:
    subject is the kind), `absent` (no such event), `blocked` (by the rule named), `law`
    (no version in force), `stated` (the rule's own words, in `fr` and `en`) or
    `undefined` (a calculation without result).
    """

    cause: Literal["empty", "not_recorded", "absent", "blocked", "law", "stated", "undefined"]
    subject: str
    fr: str = ""
    en: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that the log does not give, with the reasons: each once, in one order."""

    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if len(self.reasons) > 1:
            ordered = sorted(set(self.reasons), key=_in_order)
            object.__setattr__(self, "reasons", tuple(ordered))

    def __bool__(self) -> bool:
        raise TypeError("an unknown is neither true nor false")


Value = bool | int | Fraction | str | datetime | timedelta | date | Card | Range | frozenset[object]
Answer = Value | Unknown


def join(*answers: object) -> Unknown:
    """The reasons of all that is unknown among the answers."""
    unknown = [answer for answer in answers if isinstance(answer, Unknown)]
    return Unknown(tuple(reason for answer in unknown for reason in answer.reasons))


def _in_order(reason: Reason) -> tuple[str, ...]:
    return reason.cause, reason.subject, reason.fr, reason.en


def exact(number: Number) -> Number:
    """The same number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


class UnreadableError(ValueError):
    """A text that is no value of the type asked; its message says what one looks like."""


RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "JK")
SUITS = ("S", "H", "D", "C")
_SUIT_SIGNS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
}  # fmt: skip
_CARD = re.compile(r"(10|[AKQJT2-9])([SHDC])")
_JOKER = re.compile(r"JK([12])|(RJ)|(BJ)")
_TRUE = frozenset(("true", "oui", "vrai", "1", "yes"))
_FALSE = frozenset(("false", "non", "faux", "0", "no"))
# As spreadsheets write them into the files that they export, in French or in English.
_ERROR = re.compile(
    r"#(N/A|REF!|DIV/0!|VALUE!|VALEUR!|NAME\?|NOM\s?\?|NUM!|NOMBRE!|NULL!|NUL!|SPILL!|CALC!)"
    r"|Err:5\d\d",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"[+-]?\d{1,18}(\.\d{1,9})?")
_INTEGER = re.compile(r"[+-]?\d{1,18}(\.0+)?")
_DURATION = re.compile(r"(\d+):([0-5]\d):([0-5]\d)")


def read_value(text: str, kind: Type) -> Value:
    """The value of a cell's text, which is not empty.

    Raises UnreadableError, which says what the type looks like.
    """
    if text.startswith(("#", "E")) and _ERROR.fullmatch(text):
        raise UnreadableError("is an error of the spreadsheet, and no value")
    match kind:
        case Enumeration(members=members):
            if text in members:
                return text
            word = text.strip().lower()
            if word in members or kind.open:
                return word
            raise UnreadableError(f"is none of {', '.join(members)}")
        case Basic(name=name):
            return _READERS[name](text.strip())
        case _:
            raise UnreadableError(f"cannot be read as {kind}")


def _boolean(text: str) -> bool:
    word = text.lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise UnreadableError("is neither true nor false (true/false, oui/non, vrai/faux, 1/0)")


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise UnreadableError("is not a whole number")
    return int(text.partition(".")[0])


def _decimal(text: str) -> Number:
    if not _DECIMAL.fullmatch(text):
        raise UnreadableError("is not an exact decimal such as 1234.50")
    try:
        return exact(Fraction(Decimal(text)))
    except InvalidOperation as error:
        raise UnreadableError("is not an exact decimal such as 1234.50") from error


def _text(text: str) -> str:
    return text


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise UnreadableError("is not a time such as 2026-01-09T21:05:00+01:00") from error


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UnreadableError("is not a day such as 2026-01-09") from error


def _duration(text: str) -> timedelta:
    found = _DURATION.fullmatch(text)
    if not found:
        raise UnreadableError("is not a duration such as 0:05:00")
    hours, minutes, seconds = map(int, found.groups())
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def _card(text: str) -> Card:
    plain = text.upper().replace("\ufe0f", "")
    for sign, letter in _SUIT_SIGNS.items():
        plain = plain.replace(sign, letter)
    plain = plain.replace(" ", "")
    if joker := _JOKER.fullmatch(plain):
        return Card("JK", joker.group(1) or ("1" if joker.group(2) else "2"))
    found = _CARD.fullmatch(plain)
    if not found:
        raise UnreadableError("is not a card such as AS, 10H, KD or 2C")
    rank, suit = found.groups()
    return Card("10" if rank == "T" else rank, suit)


def _rank(text: str) -> str:
    if text.upper() in RANKS:
        return text.upper()
    raise UnreadableError("is not a rank such as A, K, 10 or 2")


def _suit(text: str) -> str:
    if text.upper() in SUITS:
        return text.upper()
    raise UnreadableError("is not a suit: S, H, D or C")


def _range(text: str) -> Range:
    low, dots, high = text.partition("..")
    if not dots:
        raise UnreadableError("is not a range such as 40..100")
    return Range(_decimal(low) if low else None, _decimal(high) if high else None)


_READERS = {
    "boolean": _boolean, "integer": _integer, "number": _decimal, "money": _decimal,
    "text": _text, "time": _time, "day": _day, "duration": _duration,
    "card": _card, "rank": _rank, "suit": _suit, "range": _range,
}  # fmt: skip


def moment(time: datetime) -> datetime:
    """A time that compares with any other: one without offset is taken as it stands, as UTC."""
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


IN_FRENCH = {
    "none": "aucun", "at least one": "au moins un", "nothing more": "rien de plus",
    "at every moment": "à tout moment", "a gap": "un intervalle sans",
    "true": "vrai", "false": "faux", "recorded": "inscrit", "empty": "vide",
}  # fmt: skip
"""What French readers are shown for the words in which a value, or its want, is told."""


def show(value: object) -> str:
    """A value as messages, `expected` and `found` write it."""
    match value:
        case bool():
            return "true" if value else "false"
        case Fraction():
            return _show_fraction(value)
        case datetime():
            return value.isoformat(sep=" ")
        case timedelta():
            return _show_duration(value)
        case Range(low=low, high=high):
            return f"{'' if low is None else show(low)}..{'' if high is None else show(high)}"
        case frozenset():
            return "{" + ", ".join(sorted(map(show, value))) + "}"
        case Unknown():
            return "?"
        case _:
            return str(value)


def _show_fraction(value: Fraction) -> str:
    """As a decimal where it has an end (2.50, 0.125), else as a fraction (1/3)."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = next(n for n in count(2) if 10**n % value.denominator == 0)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _show_duration(value: timedelta) -> str:
    """As it is read: hours, minutes and seconds; parts of a second where there are any."""
    seconds, parts = divmod(abs(value), timedelta(seconds=1))
    decimals = f".{parts.microseconds:06}" if parts else ""
    clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{decimals}"
    return f"-{clock}" if value < timedelta() else clock
