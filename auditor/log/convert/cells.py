"""From texts as they stand in a file to those that the canonical log would have there: single
cells, and moments put together from days and times of day, past midnight and through the clock
change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import assert_never
from zoneinfo import ZoneInfo

from auditor.log.cell import Cell, stood
from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import DAY, USUAL, normalise, stamp, telling
from auditor.messages.message import message
from auditor.source import Frozen
from auditor.types import TIME, Enumeration, Type
from auditor.values import Convention, convention_of

TRUE, FALSE = ("true", "oui", "vrai", "yes", "1"), ("false", "non", "faux", "no", "0")
"""Words for true and false that every log may use, in any case; canonical cells keep them."""

UNKNOWN = "?"
"""The sign of a mapping for a text that says something, and nobody knows what."""


class Converter:
    """Reads cells by conventions, `renamed` values and signs for `empty`."""

    def __init__(
        self,
        lexicon: Lexicon,
        conventions: Conventions,
        renamed: Mapping[str, Mapping[str, str]] | None = None,
        empty: Iterable[str] = (),
    ) -> None:
        self._lexicon, self._conventions = lexicon, conventions
        self._renamed = {
            field: {normalise(text): value for text, value in values.items()} | dict(values)
            for field, values in (renamed or {}).items()
        }
        self._empty = frozenset(text.strip() for text in empty)

    def text(self, kind: str, field: str, text: str) -> str:
        """The canonical text of a cell; as it stands where it cannot be read."""
        text = text.strip()
        meant = self._meant(field, text)
        if meant is not None:
            return "" if meant == UNKNOWN else meant
        if self.is_empty(text):
            return ""
        if field == "event":
            return self._kind(text)
        if field == "game":
            return self._lexicon.games.get(normalise(text), text)
        if field == "session":
            return self._session(text)
        found = self._read(self._lexicon.type_of(kind, field), text)
        return text if found is None else found

    def is_empty(self, text: str) -> bool:
        return not text.strip() or text.strip() in self._empty

    def left_out(self, field: str, text: str) -> bool:
        """True for a text of which a mapping says that it stands for nothing."""
        return not self.is_empty(text) and self._meant(field, text) == ""

    def _meant(self, field: str, text: str) -> str | None:
        """The value that a mapping gives to a text."""
        renamed = self._renamed.get(field, {})
        return next((renamed[own] for own in (text, normalise(text)) if own in renamed), None)

    def same(self, text: str, word: str) -> bool:
        """True for equal words and for equal numbers (`0,00` is `0`)."""
        if text.strip() == word.strip():
            return True
        number, other = (amounts.readings(own).sure for own in (text, word))
        if number is not None and other is not None:
            return Fraction(number) == Fraction(other)
        return bool(normalise(text)) and normalise(text) == normalise(word)

    def number(self, text: str) -> Fraction | None:
        """The number of a cell, by the conventions of its file."""
        read = self._number(text.strip())
        return None if read is None else Fraction(read)

    def _kind(self, text: str) -> str:
        for exact in (text, text.lower()):
            if self._lexicon.has_kind(exact):
                return exact
        meant = self._lexicon.kinds.get(normalise(text), frozenset())
        return next(iter(meant)) if len(meant) == 1 else text

    def _session(self, text: str) -> str:
        """A sitting is often called by its day, which is then one name however it is written."""
        found = stamp(text, None)
        day = found.day(self._conventions.order) if found else None
        midnight = found is not None and not found.clock
        return day.isoformat() if day and midnight else text

    def _read(self, kind: Type, text: str) -> str | None:
        if isinstance(kind, Enumeration):
            return self._lexicon.member(kind, text)
        match convention_of(kind):
            case "number":
                return self._number(text)
            case "whole":
                return amounts.whole(text)
            case "card":
                return playing_cards.card(text, self._conventions.cards, self._conventions.form)
            case "rank":
                return playing_cards.rank(text, self._conventions.cards)
            case "suit":
                return playing_cards.suit_readings(text).by(self._conventions.cards)
            case "truth":
                return self._truth(text)
            case "day":
                return self._day(text)
            case "time" | "as_written" | "not_converted":
                return None  # a time is read by a clock, with the rows around it
            case never:
                assert_never(never)

    def _number(self, text: str) -> str | None:
        """The number of a text; None for an amount of another currency than the file's."""
        told, own = self._conventions.currency, amounts.currency_of(text)
        if told is not None and own not in {None, told}:
            return None
        return amounts.readings(text).by(self._conventions.decimal)

    def _day(self, text: str) -> str | None:
        found = stamp(text, self._conventions.epoch)
        day = found.day(self._conventions.order) if found else None
        return day.isoformat() if day else None

    def _truth(self, text: str) -> str | None:
        if text.casefold() in (*TRUE, *FALSE):
            return text
        return self._lexicon.truths.get(normalise(text) or text)


_WORD_AND_NUMBER = re.compile(r"(.*[^\W\d_])[\s.:#_-]*(?:n°)?\s*\d{1,3}")


_SORTS: Mapping[Convention, str] = {
    "number": "numbers",
    "card": "cards",
    "rank": "suits",
    "suit": "suits",
    "time": "times",
    "day": "times",
}
"""The texts that are read by one convention of their file, as `ColumnTexts` calls them."""


def note(
    texts: ColumnTexts,
    lexicon: Lexicon,
    kind: Type,
    field: str,
    firsts: Mapping[str, int],
    *,
    column: str,
) -> None:
    """Enter the texts of a column, each with its first row, among those by which the conventions
    of their sort are told.
    """
    sort = None if isinstance(kind, Enumeration) else _SORTS.get(convention_of(kind))
    for text, row in (telling(firsts) if kind == TIME else firsts).items():
        if sort is not None:
            own = getattr(texts, sort)
        elif isinstance(kind, Enumeration) and _is_word_and_number(kind, text, lexicon):
            own = texts.words
        elif field == "session" and (found := stamp(text)) and found.days:
            own = texts.sessions
        else:
            continue
        own.setdefault(text, CellPlace(row, column))


def _is_word_and_number(kind: Enumeration, text: str, lexicon: Lexicon) -> bool:
    """True for a word that nobody knows, and that may be one with a number behind it."""
    found = _WORD_AND_NUMBER.fullmatch(text.strip()) if kind.open else None
    known = found is not None and lexicon.member(kind, found[1]) is not None
    return known and lexicon.member(kind, text) is None


# ---- moments ------------------------------------------------------------------------------------
When = datetime | date  # a moment; the day alone where nobody wrote the hour


class Clock(Frozen):
    """How the times of a file are to be taken."""

    conventions: Conventions
    day_begins: timedelta | None = None  # earlier hours are of the next morning
    zone: ZoneInfo | None = None  # whose clock it is, and what that is called
    _days: dict[tuple[str, bool], str] = field(default_factory=dict)
    _offsets: dict[str | None, str] = field(default_factory=dict)

    def written(self, text: str) -> str | None:
        """The moment that one cell makes, canonically written; None where it makes none."""
        usual = USUAL.fullmatch(text)
        if usual is None:
            found = self.moment([text])
            return None if found is None else found.isoformat()
        day, _, clock, offset = usual.groups()
        key = day, self.day_begins is not None and _since_midnight(clock) < self.day_begins
        if key not in self._days or offset not in self._offsets:
            found = self.moment([text])
            if found is None:
                return None
            canonical = found.isoformat()
            self._days[key], self._offsets[offset] = canonical[:10], canonical[19:]
        return f"{self._days[key]}T{clock}{self._offsets[offset]}"

    def moment(self, texts: Sequence[str]) -> When | None:
        """The moment that some cells make, or the day if none tells an hour; None for neither."""
        day: date | None = None
        clock: timedelta | None = None
        offset, name = None, ""
        for text in texts:
            found = stamp(text.strip(), self.conventions.epoch)
            if found is None and day is not None:
                found = stamp(f"{day} {text.strip()}")  # `20.05`, an hour behind a day alone
            if found is None:
                return None
            own = found.day(self.conventions.order)
            if found.days and own is None:
                return None
            # The cell of a day may say midnight, that of an hour the first day of a spreadsheet.
            if own is not None and day is None:
                day = own
            if found.clock is not None and (clock is None or not clock):
                clock = found.clock
            offset, name = offset or found.offset, name or found.clock_name
        if day is None or clock is None:
            return day
        if self.day_begins is not None and clock < self.day_begins:
            clock += DAY
        moment = datetime.combine(day, time(), offset) + clock
        return self._by_name(moment, name) if name else moment

    def _by_name(self, moment: datetime, name: str) -> datetime | None:
        """A time by the clock of the zone that is so called then; None where it is called
        otherwise.
        """
        for fold in (0, 1):
            own = moment.replace(tzinfo=self.zone, fold=fold)
            if (own.tzname() or "").casefold() == name:
                return own
        return None

    def gaming_day(self, moment: When) -> date:
        """The day on which the evening of a moment began; it turns at noon if nothing is told."""
        if not isinstance(moment, datetime):
            return moment
        begins = timedelta(hours=12) if self.day_begins is None else self.day_begins
        return (moment.replace(tzinfo=None) - begins).date()


def _since_midnight(clock: str) -> timedelta:
    hours, minutes, seconds = map(int, clock.split(":"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def zoned(moments: Sequence[When], zone: ZoneInfo) -> list[When] | None:
    """Local times of one clock in their order, each with its offset.

    Of an hour that the clock shows twice, times belong to the first showing until one goes back.
    None where none goes back: then nothing tells which showing is meant.
    """
    found: list[When] = []
    latest: datetime | None = None
    undecided = False
    for moment in moments:
        own = moment
        if isinstance(moment, datetime) and moment.tzinfo is None:
            first, second = (moment.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
            twice = first.utcoffset() != second.utcoffset() and _exists(first)
            back = latest is not None and first.astimezone(UTC) < latest
            own = second if twice and back else first
            if twice:
                undecided = not back
            elif undecided and latest is not None:
                return None
        if isinstance(own, datetime):
            latest = own.astimezone(UTC) if latest is None else max(latest, own.astimezone(UTC))
        found.append(own)
    return None if undecided else found


def _exists(moment: datetime) -> bool:
    """False for a time that the clock never shows: it leaves out an hour in spring."""
    there = moment.astimezone(UTC).astimezone(moment.tzinfo)
    return there.replace(tzinfo=None) == moment.replace(tzinfo=None)


UNDECIDED = message("note.hour_twice")


def with_offsets(
    places: Iterable[object], times: Sequence[str], zone: ZoneInfo
) -> list[str] | None:
    """Times with their offsets, the clock of each place by itself; None where an hour is shown
    twice and nothing tells which showing is meant: then no time of the file has one.
    """
    by_place: dict[object, list[tuple[int, When]]] = {}
    for at, (place, told) in enumerate(zip(places, times, strict=True)):
        if (moment := local(told)) is not None:
            by_place.setdefault(place, []).append((at, moment))
    found = list(times)
    for timed in by_place.values():
        moments = zoned([moment for _, moment in timed], zone)
        if moments is None:
            return None
        for (at, _), own in zip(timed, moments, strict=True):
            found[at] = Cell(own.isoformat(), *stood("time", times[at]))
    return found


_TOLD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")


def local(time: str) -> datetime | None:
    """The moment that a canonical time tells; None of a day, and of what is no time."""
    try:
        return datetime.fromisoformat(time) if _TOLD.match(time) else None
    except ValueError:
        return None


def with_offset(time: str, zone: ZoneInfo) -> str | None:
    """A time with its offset; None in an hour that the clock shows twice."""
    if (moment := local(time)) is None:
        return time
    found = zoned([moment], zone)
    return None if found is None else found[0].isoformat()
