"""How a file writes numbers, dates and cards, as its own cells show it; where they do not, a doubt.

`1,234`, `09/01/2026` and `10C` each read in two ways.  What else stands in the same file may tell
which is meant; if it does not, the reading stops with a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Literal

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.card_names import Style
from auditor.log.convert.written import UNIX, Epoch, Mark, Order, stamp
from auditor.messages.message import Message, message

Language = Literal["fr", "en", "canonical"]
"""In what the columns and values of a file are named; `canonical` as the vocabularies do."""

EURO = "EUR"  # the currency of what names none, and of every sum that a report prints

MONTH = timedelta(days=28)
_TWELVE_HOURS = re.compile(r"\d ?[ap]\.?m\b", re.IGNORECASE)
_CANONICAL_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_WHOLE = re.compile(r"[1-9]\d{0,2}")
SERIAL = re.compile(r"[2-6]\d{4}([.,]\d+)?")
"""A number by which a spreadsheet may keep a day of these times."""


@dataclass(frozen=True, slots=True)
class Conventions:
    """None where a file has no need of it: each of its cells reads in one way only."""

    decimal: Mark | None = None
    cards: Style | None = None
    order: Order | None = None
    epoch: Epoch | None = None
    currency: str | None = None
    suit_first: bool = False  # true for a file that writes `SA` for the ace of spades
    numbers: bool = False  # true for a file that writes `13S` for the king of spades
    binary: bool = False  # true for a file whose amounts have the noise of binary numbers


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a text stands first."""

    row: int
    column: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A text that reads in two ways; `key` is the line of a mapping that would tell which."""

    key: str
    place: CellPlace
    says: Message


@dataclass(slots=True)
class ColumnTexts:
    """The different texts of a file by what they are to be read as, with their first places."""

    numbers: dict[str, CellPlace] = field(default_factory=dict)
    cards: dict[str, CellPlace] = field(default_factory=dict)
    suits: dict[str, CellPlace] = field(default_factory=dict)
    times: dict[str, CellPlace] = field(default_factory=dict)
    sessions: dict[str, CellPlace] = field(default_factory=dict)  # names of sessions that are days
    words: dict[str, CellPlace] = field(default_factory=dict)
    """Words of open types that nobody knows, made of one that is known and a number."""


def conclude(
    texts: ColumnTexts, told: Conventions, language: Language
) -> tuple[Conventions, tuple[Doubt, ...]]:
    """The conventions of a file, those that a mapping gives included, and its doubts."""
    doubts: list[Doubt] = []
    found = replace(told, binary=any(map(amounts.is_binary, texts.numbers)))
    for settle in (_words, _currency, _decimal, _numbers, _suit_first, _cards, _order, _epoch):
        answer = settle(texts, found, language)
        if isinstance(answer, Doubt):
            doubts.append(answer)
        else:
            found = answer
    return found, tuple(doubts)


def _words(texts: ColumnTexts, told: Conventions, _: Language) -> Conventions | Doubt:
    """Two such words are no slips: a cell holds a bet and the number that it is on."""
    if len(texts.words) < 2:
        return told
    text = _first([*texts.words], texts.words)
    column = texts.words[text].column
    return Doubt("split", texts.words[text], message("doubt.split", text=text, column=column))


def _currency(texts: ColumnTexts, told: Conventions, _: Language) -> Conventions | Doubt:
    if told.currency is not None:
        return told
    first: dict[str, str] = {}
    for text in sorted(texts.numbers, key=lambda text: texts.numbers[text].row):
        if (code := amounts.currency_of(text)) and any(amounts.readings(text)):
            first.setdefault(code, text)
    if len(first) < 2:
        return replace(told, currency=next((code for code in first if code != EURO), None))
    (one, text), (other, second) = list(first.items())[:2]
    says = message("doubt.currency", text=text, other=second, one=one, two=other)
    return Doubt("currency", texts.numbers[second], says)


def _numbers(texts: ColumnTexts, told: Conventions, _: Language) -> Conventions:
    return replace(told, numbers=playing_cards.have_numbers(texts.cards))


def _suit_first(texts: ColumnTexts, told: Conventions, _: Language) -> Conventions:
    """Suits stand first where some cards read so alone, and none reads the other way alone."""
    rank_first = {text for text in texts.cards if any(playing_cards.readings(text))}
    read = {text for text in texts.cards if any(playing_cards.readings(text, "suit first"))}
    return replace(told, suit_first=bool(read - rank_first) and not rank_first - read)


def _decimal(texts: ColumnTexts, told: Conventions, language: Language) -> Conventions | Doubt:
    if told.decimal is not None:
        return told
    read = {text: amounts.readings(text) for text in texts.numbers}
    doubtful = [text for text, own in read.items() if None not in own and own.sure is None]
    if not doubtful:
        return told
    point = any(own.comma is None and own.point is not None for own in read.values())
    comma = any(own.point is None and own.comma is not None for own in read.values())
    if point != comma:
        return replace(told, decimal="." if point else ",")
    # Who writes `2.500` and means two and a half writes `20.000` as well, and not `20`.
    whole = any(map(_WHOLE.fullmatch, texts.numbers)) and not point
    canonical = all(map(_CANONICAL_NUMBER.fullmatch, doubtful)) and not comma
    if language == "canonical" and canonical and not whole:
        return replace(told, decimal=".")
    text = _first(doubtful, texts.numbers)
    point_read, comma_read = str(read[text].point), str(read[text].comma)
    says = message("doubt.decimal", text=text, point=point_read, comma=comma_read)
    return Doubt("decimal", texts.numbers[text], says)


def _cards(texts: ColumnTexts, told: Conventions, language: Language) -> Conventions | Doubt:
    if told.cards is not None:
        return told
    if playing_cards.may_be_points(texts.cards):
        text = next(text for text in texts.cards if text.strip() == "10")
        return Doubt("cards", texts.cards[text], message("doubt.points", text=text))
    if playing_cards.are_numbers(texts.cards):
        return replace(told, cards="numbers")
    read = _card_readings(texts.cards, told)
    read |= {text: playing_cards.suit_readings(text) for text in texts.suits}
    places = texts.cards | texts.suits
    doubtful = [text for text, own in read.items() if None not in own and own.sure is None]
    # A bare `As` is no card in French, and so no sign that the file is in English.
    french = [t for t, own in read.items() if own.en is None and own.fr is not None]
    english = [
        t
        for t, own in read.items()
        if own.fr is None and own.en is not None and t.casefold() != "as"
    ]
    if bool(french) != bool(english):
        return replace(told, cards="fr" if french else "en")
    if not doubtful:
        return told
    if not french and language != "fr":
        return replace(told, cards="en")
    text = _first(doubtful, places)
    fr, en = str(read[text].fr), str(read[text].en)
    says = message("doubt.cards", text=text, fr=fr, en=en)
    if french:
        says = message(
            "doubt.cards_of_both", text=text, fr=fr, en=en, french=french[0], english=english[0]
        )
    return Doubt("cards", places[text], says)


def _card_readings(
    texts: Iterable[str], told: Conventions
) -> dict[str, playing_cards.CardReadings]:
    """How cards read in either notation: by their ranks alone where none is told with its suit."""
    form: playing_cards.Form = "suit first" if told.suit_first else "usual"
    if told.numbers:
        form = "numbered"
    read = {text: playing_cards.readings(text, form) for text in texts}
    # `As` is the French for an ace, whatever its suit, as well as the ace of spades.
    alone = all(text.strip().casefold() == "as" or not any(own) for text, own in read.items())
    if told.numbers or not alone:
        return read
    return {text: playing_cards.loose_readings(text, form) for text in texts}


def _order(texts: ColumnTexts, told: Conventions, language: Language) -> Conventions | Doubt:
    if told.order is not None:
        return told
    places = texts.sessions | texts.times
    days = {text: own.days for text in places if (own := stamp(text, told.epoch)) and own.days}
    doubtful = [text for text, own in days.items() if _differ(own)]
    if not doubtful:
        return told
    day_first = any("mdy" not in own for own in days.values())
    month_first = any("dmy" not in own for own in days.values())
    if day_first != month_first:
        return replace(told, order="dmy" if day_first else "mdy")
    if not month_first and language == "fr" and not _american(doubtful, days, places):
        return replace(told, order="dmy")
    text = _first(doubtful, places)
    dmy, mdy = str(days[text]["dmy"]), str(days[text]["mdy"])
    return Doubt("dates", places[text], message("doubt.day_first", text=text, dmy=dmy, mdy=mdy))


def _american(
    doubtful: Iterable[str], days: Mapping[str, Mapping[Order, date]], texts: Iterable[str]
) -> bool:
    """Whether days seem to come second: twelve-hour clocks, or months that change by row."""
    doubtful = list(doubtful)
    if any(map(_TWELVE_HOURS.search, texts)):
        return True
    spread = {
        order: max(days[text][order] for text in doubtful)
        - min(days[text][order] for text in doubtful)
        for order in ("dmy", "mdy")
    }
    return spread["mdy"] < MONTH <= spread["dmy"]


def _differ(days: Mapping[Order, object]) -> bool:
    return "dmy" in days and "mdy" in days and days["dmy"] != days["mdy"]


def _epoch(texts: ColumnTexts, told: Conventions, _: Language) -> Conventions | Doubt:
    if told.epoch is not None:
        return told
    if seconds := numbers_alone(texts.times, UNIX):
        return _since_1970({text: texts.times[text] for text in seconds}, told)
    if not (days := numbers_alone(texts.times, SERIAL)):
        return told
    text = _first(days, texts.times)
    old, new = (_iso(text, epoch) for epoch in ("excel-1900", "excel-1904"))
    return Doubt("dates", texts.times[text], message("doubt.epoch", text=text, old=old, new=new))


def numbers_alone(times: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """Times that are numbers of a form, where most are and no other text reads as a time."""
    every = list(times)
    found = [text for text in every if form.fullmatch(text)]
    alone = not any(stamp(text) for text in every if not form.fullmatch(text))
    return found if alone and 2 * len(found) > len(every) else []


def _since_1970(seconds: Mapping[str, CellPlace], told: Conventions) -> Conventions | Doubt:
    """Seconds since 1970, unless the figures may be those of a day and an hour."""
    for text, place in seconds.items():
        with suppress(ValueError):
            other = datetime.strptime(text, "%y%m%d%H%M")
            told_by = _iso(text, "unix")
            says = message("doubt.unix", text=text, seconds=told_by, other=other.isoformat(" "))
            return Doubt("dates", place, says)
    return replace(told, epoch="unix")


def _first(doubtful: Iterable[str], places: Mapping[str, CellPlace]) -> str:
    return min(doubtful, key=lambda text: places[text].row)


def _iso(text: str, epoch: Epoch) -> str:
    own = stamp(text, epoch)
    return str(own.day(None)) if own else text
