"""How a file writes numbers, dates and cards, as its own cells show it; where they do not, a doubt.

`1,234`, `09/01/2026` and `10C` each read in two ways.  What else stands in the same file may tell
which is meant; if it does not, the reading stops with a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Literal

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.card_names import Form, Style
from auditor.log.convert.written import UNIX, Epoch, Mark, Order, stamp
from auditor.messages.message import Message, message
from auditor.source import Frozen

Language = Literal["fr", "en", "canonical"]
"""In what the columns and values of a file are named; `canonical` as the vocabularies do."""

EURO = "EUR"  # the currency of what names none, and of every sum that a report prints

MONTH = timedelta(days=28)
_TWELVE_HOURS = re.compile(r"\d ?[ap]\.?m\b", re.IGNORECASE)
_CANONICAL_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_WHOLE = re.compile(r"[1-9]\d{0,2}")
SERIAL = re.compile(r"[2-6]\d{4}([.,]\d+)?")
"""A number by which a spreadsheet may keep a day of these times."""


class Conventions(Frozen):
    """None where a file has no need of it: each of its cells reads in one way only."""

    decimal: Mark | None = None
    cards: Style | None = None
    order: Order | None = None
    epoch: Epoch | None = None
    currency: str | None = None
    form: Form = "usual"
    binary: bool = False  # true for a file whose amounts have the noise of binary numbers


class CellPlace(Frozen):
    """Where a text stands first."""

    row: int
    column: str


class Doubt(Frozen):
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
    binary = any(map(amounts.is_binary, texts.numbers))
    found = replace(told, binary=binary, form=_form(texts.cards))
    doubts: list[Doubt] = []
    for name, conclusion in _CONCLUSIONS.items():
        if getattr(told, name, None) is None:
            answer = conclusion(texts, found, language)
            doubts += [answer] if isinstance(answer, Doubt) else []
            if isinstance(answer, str):
                found = replace(found, **{name: answer})  # type: ignore[arg-type]  # one of its values
    return found, tuple(doubts)


Readings = Mapping[str, tuple[object | None, object | None]]
"""The meanings of texts in either of two ways; None where they make no sense in it."""


def _alone(read: Readings) -> tuple[list[str], list[str]]:
    """The texts that make no sense in the second way, and those that make none in the first."""
    first, second = ([t for t, own in read.items() if own[at] is None] for at in (1, 0))
    return first, second


def _doubtful(read: Readings) -> list[str]:
    """The texts that mean two things."""
    return [text for text, own in read.items() if None not in own and own[0] != own[1]]


def _split(texts: ColumnTexts, _: Conventions, __: Language) -> Doubt | None:
    """Two such words are no slips: a cell holds a bet and the number that it is on."""
    if len(texts.words) < 2:
        return None
    text = _first(texts.words, texts.words)
    column = texts.words[text].column
    return Doubt("split", texts.words[text], message("doubt.split", text=text, column=column))


def _currency(texts: ColumnTexts, _: Conventions, __: Language) -> str | Doubt | None:
    first: dict[str, str] = {}
    for text in sorted(texts.numbers, key=lambda text: texts.numbers[text].row):
        if (code := amounts.currency_of(text)) and any(amounts.readings(text)):
            first.setdefault(code, text)
    if len(first) < 2:
        return next((code for code in first if code != EURO), None)
    (one, text), (other, second) = list(first.items())[:2]
    says = message("doubt.currency", text=text, other=second, one=one, two=other)
    return Doubt("currency", texts.numbers[second], says)


def _form(cards: Collection[str]) -> Form:
    """Suits stand first where some cards read so alone, and none reads the other way alone."""
    if playing_cards.have_numbers(cards):
        return "numbered"
    rank_first = {text for text in cards if any(playing_cards.readings(text))}
    read = {text for text in cards if any(playing_cards.readings(text, "suit first"))}
    return "suit first" if read - rank_first and not rank_first - read else "usual"


def _decimal(texts: ColumnTexts, _: Conventions, language: Language) -> str | Doubt | None:
    read = {text: own for text in texts.numbers if any(own := amounts.readings(text))}
    if not (doubtful := _doubtful(read)):
        return None
    by_point, by_comma = _alone(read)
    if bool(by_point) != bool(by_comma):
        return "." if by_point else ","
    # Who writes `2.500` and means two and a half writes `20.000` as well, and not `20`.
    whole = any(map(_WHOLE.fullmatch, texts.numbers)) and not by_point
    canonical = all(map(_CANONICAL_NUMBER.fullmatch, doubtful)) and not by_comma
    if language == "canonical" and canonical and not whole:
        return "."
    text = _first(doubtful, texts.numbers)
    point, comma = map(str, read[text])
    says = message("doubt.decimal", text=text, point=point, comma=comma)
    return Doubt("decimal", texts.numbers[text], says)


def _cards(texts: ColumnTexts, told: Conventions, language: Language) -> str | Doubt | None:
    if playing_cards.may_be_points(texts.cards):
        text = next(text for text in texts.cards if text.strip() == "10")
        return Doubt("cards", texts.cards[text], message("doubt.points", text=text))
    if playing_cards.are_numbers(texts.cards):
        return "numbers"
    every = _card_readings(texts.cards, told.form)
    every |= {text: playing_cards.suit_readings(text) for text in texts.suits}
    told_so = [own for own in every.values() if any(own)]
    if any(own[:2] == (None, None) for own in told_so) and all(own.it for own in told_so):
        return "it"
    # A bare `As` is no card in French, and so no sign that the file is in English.
    read = {t: own[:2] for t, own in every.items() if own.fr or (own.en and t.casefold() != "as")}
    french, english = _alone(read)
    if bool(french) != bool(english):
        return "fr" if french else "en"
    if not (doubtful := _doubtful(read)):
        return None
    if not french and language != "fr":
        return "en"
    places = texts.cards | texts.suits
    text = _first(doubtful, places)
    fr, en = map(str, read[text])
    says = message("doubt.cards", text=text, fr=fr, en=en)
    if french:
        own, other = french[0], english[0]
        says = message("doubt.cards_of_both", text=text, fr=fr, en=en, french=own, english=other)
    return Doubt("cards", places[text], says)


def _card_readings(texts: Iterable[str], form: Form) -> dict[str, playing_cards.CardReadings]:
    """How cards read in either notation: by their ranks alone where none is told with its suit."""
    read = {text: playing_cards.readings(text, form) for text in texts}
    # `As` is the French for an ace, whatever its suit, as well as the ace of spades.
    alone = all(text.strip().casefold() == "as" or not any(own) for text, own in read.items())
    if form == "numbered" or not alone:
        return read
    return {text: playing_cards.loose_readings(text, form) for text in texts}


def _order(texts: ColumnTexts, told: Conventions, language: Language) -> str | Doubt | None:
    places = texts.sessions | texts.times
    days = {text: own.days for text in places if (own := stamp(text, told.epoch)) and own.days}
    read = {text: (own.get("dmy"), own.get("mdy")) for text, own in days.items()}
    if not (doubtful := _doubtful(read)):
        return None
    day_first, month_first = _alone(read)
    if bool(day_first) != bool(month_first):
        return "dmy" if day_first else "mdy"
    if not month_first and language == "fr" and not _american(doubtful, days, places):
        return "dmy"
    text = _first(doubtful, places)
    dmy, mdy = map(str, read[text])
    return Doubt("dates", places[text], message("doubt.day_first", text=text, dmy=dmy, mdy=mdy))


def _american(
    doubtful: Iterable[str], days: Mapping[str, Mapping[Order, date]], texts: Iterable[str]
) -> bool:
    """Whether days seem to come second: twelve-hour clocks, or months that change by row."""
    if any(map(_TWELVE_HOURS.search, texts)):
        return True
    ways = [sorted(days[text][order] for text in doubtful) for order in ("dmy", "mdy")]
    dmy, mdy = (own[-1] - own[0] for own in ways)
    return mdy < MONTH <= dmy


def _epoch(texts: ColumnTexts, _: Conventions, __: Language) -> str | Doubt | None:
    if seconds := numbers_alone(texts.times, UNIX):
        return _since_1970(seconds, texts.times)
    if not (days := numbers_alone(texts.times, SERIAL)):
        return None
    text = _first(days, texts.times)
    old, new = (_iso(text, epoch) for epoch in ("excel-1900", "excel-1904"))
    return Doubt("dates", texts.times[text], message("doubt.epoch", text=text, old=old, new=new))


_CONCLUSIONS: dict[str, Callable[[ColumnTexts, Conventions, Language], str | Doubt | None]] = {
    "split": _split,
    "currency": _currency,
    "decimal": _decimal,
    "cards": _cards,
    "order": _order,
    "epoch": _epoch,
}
"""The conclusions on conventions that a mapping does not tell, in their order."""


def numbers_alone(times: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """Times that are numbers of a form, where most are and no other text reads as a time."""
    every = list(times)
    found = [text for text in every if form.fullmatch(text)]
    alone = not any(stamp(text) for text in every if not form.fullmatch(text))
    return found if alone and 2 * len(found) > len(every) else []


def _since_1970(seconds: Iterable[str], places: Mapping[str, CellPlace]) -> str | Doubt:
    """Seconds since 1970, unless the figures may be those of a day and an hour."""
    for text in seconds:
        with suppress(ValueError):
            other = datetime.strptime(text, "%y%m%d%H%M").isoformat(" ")
            says = message("doubt.unix", text=text, seconds=_iso(text, "unix"), other=other)
            return Doubt("dates", places[text], says)
    return "unix"


def _first(doubtful: Iterable[str], places: Mapping[str, CellPlace]) -> str:
    return min(doubtful, key=lambda text: places[text].row)


def _iso(text: str, epoch: Epoch) -> str:
    own = stamp(text, epoch)
    return str(own.day(None)) if own else text
