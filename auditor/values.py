"""The values that rules compute with, and how each type reads one from text.

Every value is exact.  Whole numbers are `int`, other numbers and sums of money
`Fraction` (an `int` where they are whole); texts, ranks, suits and words of an
enumeration are `str`.  `Unknown` stands for what a log does not say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import count
from typing import Any, Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from auditor.messages.message import SaidError, message
from auditor.types import Basic, Enumeration, Item, Plain, SetOf, Type

Number = int | Fraction


class Card(NamedTuple):
    """A playing card; a joker has the rank `JK` and its number as suit.

    A log may give the rank alone: the suit is then None, and of two such cards nobody knows
    whether they are the same.
    """

    rank: str
    suit: str | None

    def __str__(self) -> str:
        return self.rank + (self.suit or "")


def lacks_suit(value: object) -> bool:
    """Whether a value is a card of which the log does not give the suit."""
    return isinstance(value, Card) and value.suit is None


class Range(NamedTuple):
    """From low to high, both included; None leaves that side open."""

    low: Number | None
    high: Number | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is unknown.

    `cause` is `empty` (a cell: subject is its column), `not_recorded` (a kind of event:
    subject is the kind), `absent` (no such event), `blocked` (by the rule named), `law`
    (no version in force), `given` (a parameter that nobody gave), `stated` (the rule's own
    words, in `fr` and `en`) or `undefined` (a calculation without result).
    """

    cause: Literal[
        "empty", "not_recorded", "absent", "blocked", "law", "given", "stated", "undefined"
    ]
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


@dataclass(frozen=True, slots=True)
class Several(Unknown):
    """A value of which the log leaves several open: one for each way in which it may be meant.

    A case names the stories that it holds in: of each row of a ledger the number of one.
    """

    cases: tuple[tuple[frozenset[tuple[int, int]], Answer], ...]


Value = bool | int | Fraction | str | datetime | timedelta | date | Card | Range | frozenset[object]
Answer = Value | Unknown


def join(*answers: object) -> Unknown:
    """The reasons of all that is unknown among the answers."""
    unknown = [answer for answer in answers if isinstance(answer, Unknown)]
    return Unknown(tuple(reason for answer in unknown for reason in answer.reasons))


def _in_order(reason: Reason) -> tuple[str, ...]:
    return reason.cause, reason.subject, reason.fr, reason.en


def exact(number: Number) -> Number:
    """A number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


class UnreadableError(SaidError, ValueError):
    """A text that is no value of its type; `says` goes on from the text: what one looks like."""


RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "JK")
JOKER = RANKS[-1]
SUITS = ("S", "H", "D", "C")
_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_SUIT_SIGNS = {**dict(zip("♠♥♦♣", SUITS, strict=True)), **dict(zip("♤♡♢♧", SUITS, strict=True))}
_CARD = re.compile(r"(10|[AKQJT2-9])([SHDC])?")
_JOKER = re.compile(r"JK([12])|(RJ)|(BJ)")
_TRUE, _FALSE = ("TRUE", "OUI", "VRAI", "1", "YES"), ("FALSE", "NON", "FAUX", "0", "NO")
# As spreadsheets write them into the files that they export, in French or in English.
_ERROR = re.compile(
    r"#(N/A|REF!|DIV/0!|VALUE!|VALEUR!|NAME\?|NOM\s?\?|NUM!|NOMBRE!|NULL!|NUL!|SPILL!|CALC!)"
    r"|Err:5\d\d",
    re.IGNORECASE,
)
# A long number of a player or a table as a spreadsheet shows it: several have one text.
_SHORTENED = re.compile(r"-?\d(?:[.,]\d{1,14})?E\+\d{2,3}")
_BESIDE_A_WORD = re.compile(
    r"(?P<before>[a-z]{1,6})\.?\s*[-+]?\d[\d.,\s'’]*|[-+]?\d[\d.,\s'’]*?(?P<behind>[a-z]{1,6})\.?",
    re.IGNORECASE,
)
"""A number beside a word, such as that for a side of an account: `100.00 DR`, `S 50`."""
_CLOCK_NAME = re.compile(r"\d (?!AM|PM)([A-Z]{2,5})$")
# Signs without a width, as text copied from a web page has them.
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_DECIMAL = re.compile(r"[+-]?\d{1,18}(\.\d{1,38})?")
"""As many decimals as databases keep."""
_INTEGER = re.compile(r"(?!0{2,}$)[+-]?\d{1,18}(\.0+)?")
"""`00` of a wheel is another number than `0`, and no whole one."""
_DURATION = re.compile(r"(\d{1,9}):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?")


def read_value(text: str, kind: Type) -> Value:
    """The value of a cell's text, which is not empty.

    Raises UnreadableError, which says what the type looks like.
    """
    if text.startswith(("#", "E")) and _ERROR.fullmatch(text):
        raise UnreadableError(message("value.spreadsheet_error"))
    match kind:
        case Enumeration(members=members):
            if text in members:
                return text
            word = text.strip().lower()
            if word in members or (kind.open and any(map(str.isalnum, word))):
                return word
            raise UnreadableError(message("value.member", members=tuple(members)))
        case Basic(name=name):
            return TYPES[name].read(text.strip())
        case SetOf(element=element):
            return _set(text, element)
        case _:
            raise UnreadableError(message("value.unreadable", kind=str(kind)))


def _set(text: str, element: Basic | Enumeration | SetOf) -> frozenset[Value]:
    """The values between the strokes, each named once."""
    parts = [part.strip() for part in text.split("/")]
    if "" in parts:
        raise UnreadableError(message("value.set", element=str(element)))
    try:
        found = [read_value(part, element) for part in parts]
    except UnreadableError as error:
        if "," in text or ";" in text:  # as other programs write lists
            raise UnreadableError(message("value.set", element=str(element))) from error
        raise
    if len(set(found)) < len(found):
        raise UnreadableError(message("value.set_twice"))
    return frozenset(found)


def _one_of(words: Mapping[str, Value], code: str) -> Callable[[str], Value]:
    """The reader of one of some words, in any case."""

    def read(text: str) -> Value:
        if (value := words.get(text.upper())) is None:
            raise UnreadableError(message(code))
        return value

    return read


def is_shortened(text: str) -> bool:
    """Whether a spreadsheet has shortened a number: several are written like this."""
    return "E+" in text and _SHORTENED.fullmatch(text) is not None


def _no_number(text: str, code: str) -> UnreadableError:
    """Why a text is no number: shortened, beside a word, or none at all."""
    beside = _BESIDE_A_WORD.fullmatch(text)
    if beside is not None:
        word = beside["before"] or beside["behind"]
        return UnreadableError(message("value.beside_a_word", word=word))
    return UnreadableError(message("value.shortened" if is_shortened(text) else code))


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise _no_number(text, "value.integer")
    return int(text.partition(".")[0])


def _decimal(text: str) -> Number:
    if not _DECIMAL.fullmatch(text):
        raise _no_number(text, "value.decimal")
    try:
        return exact(Fraction(Decimal(text)))
    except InvalidOperation as error:
        raise UnreadableError(message("value.decimal")) from error


def _text(text: str) -> str:
    """The text with each accented letter as one sign: `é` may come as `e` and an accent too, or as
    the two signs of its bytes, and names that look the same are the same.
    """
    if text.isascii():
        if is_shortened(text):
            raise UnreadableError(message("value.shortened"))
        return text
    plain = text.translate(_UNSEEN).strip()
    with suppress(UnicodeError):
        plain = plain.encode("cp1252").decode("utf-8")
    return unicodedata.normalize("NFC", plain or text)


def _time(text: str) -> datetime:
    """A time of which the hours and days beside it are times too, in any zone."""
    try:
        found = datetime.fromisoformat(text)
        if not MINYEAR < found.year < MAXYEAR:
            raise ValueError
        return found
    except ValueError as error:
        hour_alone = re.fullmatch(r"\d{1,2}(?::|h)\d\d.*", text.strip(), re.IGNORECASE)
        if (clock := _CLOCK_NAME.search(text)) is not None:
            raise UnreadableError(message("value.clock", name=clock[1])) from error
        code = "value.hour_alone" if hour_alone else "value.time"
        raise UnreadableError(message(code)) from error


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UnreadableError(message("value.day")) from error


def _duration(text: str) -> timedelta:
    found = _DURATION.fullmatch(text)
    if not found:
        raise UnreadableError(message("value.duration"))
    hours, minutes, seconds = map(int, found.groups()[:3])
    microseconds = int((found[4] or "0").ljust(6, "0"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=microseconds)


def _card(text: str) -> Card:
    plain = text.upper().replace("\ufe0f", "")
    for sign, letter in _SUIT_SIGNS.items():
        plain = plain.replace(sign, letter)
    plain = plain.replace(" ", "")
    if joker := _JOKER.fullmatch(plain):
        return Card("JK", joker.group(1) or ("1" if joker.group(2) else "2"))
    found = _CARD.fullmatch(plain)
    if not found:
        raise UnreadableError(message("value.card"))
    rank, suit = found.groups()
    return Card("10" if rank == "T" else rank, suit)


def _range(text: str) -> Range:
    low, dots, high = text.partition("..")
    if not dots:
        raise UnreadableError(message("value.range"))
    return Range(_decimal(low) if low else None, _decimal(high) if high else None)


def moment(time: datetime) -> datetime:
    """A time that compares with any other: one without offset is taken as it stands, as UTC."""
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


CLOCK = ZoneInfo("Europe/Paris")
"""The clock of times without offset, where no mapping names another: the law is that of France."""

IN_FRENCH = {
    "none": "aucun",
    "at least one": "au moins un",
    "nothing more": "rien de plus",
    "at every moment": "à tout moment",
    "a gap": "un intervalle sans",
    "true": "vrai",
    "false": "faux",
    "recorded": "inscrit",
    "empty": "vide",
}
"""The French of the words that stand for a value, or for the lack of one."""


def by_size(value: object) -> tuple[Fraction, str]:
    """A key by which a set is put in order: numbers by their size, words by their letters."""
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(0), show(value)


_FRENCH_RANKS = {"K": "R", "Q": "D", "J": "V"}


def rank_in_french(text: str) -> str:
    """A rank as French cards bear it: `D` for a queen; other text stays as it is."""
    return _FRENCH_RANKS.get(text, text)


def card_said(text: str, *, french: bool = False) -> str:
    """A card that `show` writes as people do: `10♦`, `Q♦`, in French `D♦`; other text stays."""
    rank, suit = text[:-1], text[-1:]
    if not rank or suit not in _SIGNS:
        return text
    return (rank_in_french(rank) if french else rank) + _SIGNS[suit]


def show(value: object) -> str:
    """A value as messages, `expected` and `found` write it."""
    match value:
        case frozenset():
            return "{" + ", ".join(map(show, sorted(value, key=by_size))) + "}"
        case Unknown():
            return "?"
        case _:
            return _SHOWN.get(type(value), str)(value)


def _show_truth(value: bool) -> str:
    return "true" if value else "false"


def _show_number(value: Number) -> str:
    return str(value) if isinstance(value, int) else _show_fraction(value)


def _show_time(value: datetime) -> str:
    return value.isoformat(sep=" ")


def _show_range(value: Range) -> str:
    return "..".join("" if end is None else _show_number(end) for end in value)


def _show_fraction(value: Fraction) -> str:
    """A decimal where it has an end (2.50, 0.125), else a fraction (1/3)."""
    if 100 % value.denominator == 0:  # as all money is
        whole, hundredths = divmod(abs(value.numerator) * (100 // value.denominator), 100)
        return f"{'-' if value.numerator < 0 else ''}{whole}.{hundredths:02}"
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = next(n for n in count(2) if 10**n % value.denominator == 0)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value.numerator < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _show_duration(value: timedelta) -> str:
    """Hours, minutes and seconds as they are read; parts of a second where there are any."""
    seconds, parts = divmod(abs(value), timedelta(seconds=1))
    decimals = f".{parts.microseconds:06}" if parts else ""
    clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{decimals}"
    return f"-{clock}" if value < timedelta() else clock


# ---- the table of types -------------------------------------------------------------------------
Encoding = Literal["truth", "ratio", "instant", "ticks", "days", "code"]
"""The number that a column holds for a value: 0 or 1, a numerator, microseconds since 1970 with
the zone beside, microseconds, days since 1970, or the place of a word in a list.
"""

Convention = Literal[
    "truth", "whole", "number", "time", "day", "card", "rank", "suit", "as_written", "not_converted"
]
"""How people write a value in files that are not canonical, and so which reader converts it."""


@dataclass(frozen=True, slots=True)
class TypeRow:
    """One type: how its values are read from a cell, shown, stored, ordered and named.

    `classes` are those of its values; `words` the values that rules may name without a sign.
    """

    read: Callable[[str], Value]
    show: Callable[[Any], str]
    classes: tuple[type, ...]
    encoding: Encoding
    convention: Convention
    ordered: bool = False  # by nature: other types have an order only where one is declared
    equatable: bool = True
    words: Mapping[str, Value] = field(default_factory=dict)


_TRUTHS = {"false": False, "true": True}
_RANKS, _SUITS = ({own: own for own in words} for words in (RANKS, SUITS))

TYPES: Final[Mapping[Plain, TypeRow]] = {
    "boolean": TypeRow(
        _one_of(dict.fromkeys(_TRUE, True) | dict.fromkeys(_FALSE, False), "value.boolean"),
        _show_truth,
        (bool,),
        "truth",
        "truth",
        words=_TRUTHS,
    ),
    "integer": TypeRow(_integer, _show_number, (int,), "ratio", "whole", ordered=True),
    "number": TypeRow(_decimal, _show_number, (int, Fraction), "ratio", "number", ordered=True),
    "money": TypeRow(_decimal, _show_number, (int, Fraction), "ratio", "number", ordered=True),
    "text": TypeRow(_text, str, (str,), "code", "as_written"),
    "time": TypeRow(_time, _show_time, (datetime,), "instant", "time", ordered=True),
    # A mapping cannot bring one in: `0:05` may be minutes or hours, and no other cell tells which.
    "duration": TypeRow(
        _duration, _show_duration, (timedelta,), "ticks", "not_converted", ordered=True
    ),
    "day": TypeRow(_day, str, (date,), "days", "day", ordered=True),
    "card": TypeRow(_card, str, (Card,), "code", "card"),
    "rank": TypeRow(_one_of(_RANKS, "value.rank"), str, (str,), "code", "rank", words=_RANKS),
    "suit": TypeRow(_one_of(_SUITS, "value.suit"), str, (str,), "code", "suit", words=_SUITS),
    # Rules write ranges as constants; the only way for one to stand in a log is the canonical one.
    # A value lies in one or not.
    "range": TypeRow(_range, _show_range, (Range,), "code", "not_converted", equatable=False),
}
"""Every basic type.  A dispatch on a type asks its row, so that none is forgotten in silence."""

_SHOWN: Final = {kind: row.show for row in TYPES.values() for kind in row.classes}


def encoding_of(kind: Type) -> Encoding:
    """The form of a type in columns: of a word of an enumeration its place in a list."""
    match kind:
        case Basic(name=name):
            return TYPES[name].encoding
        case Enumeration() | SetOf():
            return "code"
        case Item():
            raise TypeError(f"no column holds {kind}")


def convention_of(kind: Basic | Item | SetOf) -> Convention:
    """How people write a value of the type; enumerations have words, which a lexicon knows."""
    match kind:
        case Basic(name=name):
            return TYPES[name].convention
        case SetOf():
            return "as_written"
        case Item():
            raise TypeError(f"no cell holds {kind}")
