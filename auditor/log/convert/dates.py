"""Dates and times as they are written: `09/01/2026 21h05`, `9 janvier 2026 à 21:05:12`.

`09/01/2026` is a day of January or of September: both readings are given, and none is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from auditor.log.convert.words import unaccented

Order = Literal["dmy", "mdy", "ymd"]
Epoch = Literal["excel-1900", "excel-1904", "unix"]

_EPOCHS: dict[str, date] = {"excel-1900": date(1899, 12, 30), "excel-1904": date(1904, 1, 1)}
"""Day 0 of the numbers by which spreadsheets keep dates; the first of them counts a 29 February
1900 that never was, so that its day 0 is two days before the year 1900 began."""

_NAMES_OF_MONTHS = """
    janvier janv january jan januar enero ene gennaio gen janeiro januari
    fevrier fevr fev february feb februar febrero febbraio fevereiro februari
    mars march mar marz maerz mrz marzo marco maart mrt
    avril avr april apr abril abr aprile
    mai may mayo maggio mag maio mei
    juin june jun juni junio giugno giu junho
    juillet juil july jul juli julio luglio lug julho
    aout august aug agosto ago augustus
    septembre sept september sep septiembre setiembre settembre set setembro
    octobre october oct oktober okt octubre ottobre ott outubro out
    novembre november nov noviembre novembro
    decembre december dec dezember dez diciembre dicembre dic dezembro
"""
_MONTHS = {
    name: number
    for number, names in enumerate(_NAMES_OF_MONTHS.strip().splitlines(), start=1)
    for name in names.split()
}
_WEEKDAYS = (
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|"
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|"
    "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so|"
    "lunes|martes|miercoles|jueves|viernes|sabado|domingo|"
    "lunedi|martedi|mercoledi|giovedi|venerdi|domenica|"
    "segunda-feira|terca-feira|quarta-feira|quinta-feira|sexta-feira|"
    "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
)
_NUMERIC = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})\2(\d{2,4})")
_TOGETHER = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?:[ t_]?(\d\d)(\d\d)(\d\d)?)?(?!\d)")
"""`20260109`, as names of files have it, and `20260109210500`."""
_WORDED = re.compile(
    rf"(?:(?:{_WEEKDAYS})\.?,? )?"
    r"(\d{1,2})(?:er|st|nd|rd|th|\.|º|°)?[ \-](?:de )?([a-z]+)\.?,?[ \-](?:de )?(\d{4}|\d\d)(?!\d)"
)
_MONTH_FIRST = re.compile(
    rf"(?:(?:{_WEEKDAYS})\.?,? )?([a-z]+)\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)"
)
_CLOCK = re.compile(
    r"(\d{1,2}) ?(?::|h) ?(\d\d)?"
    r" ?(?:(?::|m|mn|min|') ?(\d\d)(?:[.,](\d{1,6}))? ?(?:s|\"|'')?)?(?:mn|min|m)?"
    r"(?: ?(a\.?m\.?|p\.?m\.?))?"
)
_OFFSET = re.compile(
    r" ?(z|(?:utc|gmt)?[+-]\d\d:?\d\d|utc|gmt|cest|cet)"
    r"(?: \([a-z ]+\)|\[[a-z]+(?:/[a-z_]+)*\])?$"
)
_NAMED_ZONES = {"cet": "+0100", "cest": "+0200"}
_DOTTED = re.compile(r"(\d{1,2})\.(\d\d)\.(\d\d)(\.\d+)?(?= ?[ap]\.?m\.?(?: |$))")
"""`09.05.12 PM`, `09.05.12.000000 PM` of a database: its points stand for colons."""
_DAY_OF_UNIX = re.compile(r"([a-z]{3} [a-z]{3} \d{1,2}) (\d\d:\d\d:\d\d)(?: ([a-z]{3,4}))? (\d{4})")
"""`fri jan 09 21:05:12 cet 2026`: the year stands last."""
_BETWEEN = re.compile(r"^(?:[ ,t]|(?:a las|a|as|um|om|alle ore|alle|ore) |- )+")
_POINTED = re.compile(r"(?<![\d.])(\d{1,2})\.(\d\d)$")
"""`21.05`, an hour behind a day or before `Uhr`, and a number anywhere else."""
_SERIAL = re.compile(r"\d{1,6}(?:[.,]\d+)?")
UNIX = re.compile(r"1\d{9}(?:[.,]\d{1,6})?|1\d{12}|1\d{15}|1\d{18}")
"""Seconds since 1970, or thousandths, millionths and so on, of the years from 2001 to 2033."""
_IN_JSON = re.compile(r"/date\((1\d{12})(?:[+-]\d{4})?\)/")
"""Milliseconds since 1970 as some programs write them; an offset beside them changes nothing."""
LAST_YEAR = 2200
"""Beyond it a year is one of another calendar, such as 2569 of the Buddhists."""
DAY = timedelta(days=1)
USUAL = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}([/.\-])[0-9]{2}\2[0-9]{4})[ T]"
    r"((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])(Z|[+-][0-9]{2}:[0-9]{2})?"
)
"""A day in figures, an hour to the second and perhaps an offset: each of the three reads the same
beside any other.  Nearly every time of a log differs, and its days are few.
"""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A day, a time of day, or both, as a text gives them.

    `days` are the days it may be, by the order of its figures; those on which no order has a say
    stand under each.  `clock` may reach beyond 24 hours where a sitting is counted through.
    """

    days: dict[Order, date] | None
    clock: timedelta | None
    offset: tzinfo | None = None

    def day(self, order: Order | None) -> date | None:
        """The day by this order of figures; without one, the day on which the usual ones agree."""
        if not self.days:
            return None
        if order is not None:
            return self.days.get(order)
        every = {day for own, day in self.days.items() if own != "ymd"} or {*self.days.values()}
        return every.pop() if len(every) == 1 else None


@lru_cache(maxsize=50_000)
def stamp(text: str, epoch: Epoch | None = None) -> Stamp | None:
    """The day and hour of a text, or None; numbers of spreadsheets count from the epoch."""
    if (canonical := _canonical(text.strip())) is not None:
        return canonical
    plain = _usual_order(" ".join(unaccented(text).casefold().split()))
    if epoch is not None and _SERIAL.fullmatch(plain):
        return None if epoch == "unix" else _serial(plain.replace(",", "."), epoch)
    if epoch == "unix" and UNIX.fullmatch(plain):
        return _unix(plain.replace(",", "."))
    if found := _IN_JSON.fullmatch(plain):
        return _unix(found[1])
    return _written(plain)


def _usual_order(plain: str) -> str:
    """The day before the hour, colons between the figures of an hour, and no word behind it."""
    plain = _DOTTED.sub(r"\1:\2:\3\4", plain)
    if plain.endswith(" uhr"):
        plain = _POINTED.sub(r"\1:\2", plain.removesuffix(" uhr"))
    if found := _DAY_OF_UNIX.fullmatch(plain):
        day, clock, zone, year = found.groups()
        return " ".join(filter(None, (day, year, clock, zone)))
    return plain


def telling(times: Mapping[str, int]) -> dict[str, int]:
    """The times that tell how others are written: each unusual one, and the first of each day."""
    found: dict[str, int] = {}
    first: dict[str, str] = {}
    for text, row in times.items():
        usual = USUAL.fullmatch(text)
        other = first.get(usual[1]) if usual is not None else None
        if usual is None or (other is None and stamp(text) is None):
            found[text] = row
        elif other is None or row < times[other]:
            first[usual[1]] = text
    return found | {text: times[text] for text in first.values()}


def _canonical(text: str) -> Stamp | None:
    if not re.match(r"\d{4}-\d\d-\d\d", text):
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    since = found.replace(tzinfo=None) - datetime.combine(found.date(), datetime.min.time())
    return Stamp(_any_order(found.date()), since if len(text) > 10 else None, found.tzinfo)


def _written(plain: str) -> Stamp | None:
    days, rest = _day(plain)
    rest = _BETWEEN.sub("", rest) if days else rest
    if not rest:
        return Stamp(days, None) if days else None
    offset = _OFFSET.search(rest) if days else None
    hour = rest[: offset.start()] if offset else rest
    pointed = _POINTED.fullmatch(hour) if days else None
    clock = _clock(":".join(pointed.groups()) if pointed else hour)
    if clock is None:
        return None
    try:
        zone = _zone(offset.group(1)) if offset else None
    except ValueError:  # no place is a hundred hours away
        return None
    return Stamp(days, clock, zone)


def _day(plain: str) -> tuple[dict[Order, date] | None, str]:
    """The days that the beginning of the text may be, and what follows it."""
    if found := _NUMERIC.match(plain):
        days = _numeric(found.group(1), found.group(3), found.group(4))
        return (days, plain[found.end() :]) if days else (None, plain)
    if found := _TOGETHER.match(plain):
        day = _date(found.group(1), found.group(2), found.group(3))
        clock = ":".join(filter(None, found.groups()[3:]))
        return (_any_order(day), clock + plain[found.end() :]) if day else (None, plain)
    if found := _WORDED.match(plain):
        month = _MONTHS.get(found.group(2))
        day = _date(found.group(3), str(month), found.group(1)) if month else None
        return (_any_order(day), plain[found.end() :]) if day else (None, plain)
    if found := _MONTH_FIRST.match(plain):
        month = _MONTHS.get(found.group(1))
        day = _date(found.group(3), str(month), found.group(2)) if month else None
        return (_any_order(day), plain[found.end() :]) if day else (None, plain)
    return None, plain


def _zone(offset: str) -> tzinfo | None:
    """The zone of `z`, `utc`, `+0100` or `gmt+01:00`.  Raises ValueError."""
    figures = _NAMED_ZONES.get(offset, offset).removeprefix("utc").removeprefix("gmt")
    return datetime.strptime(figures.upper() or "Z", "%z").tzinfo


def _any_order(day: date) -> dict[Order, date]:
    return {"dmy": day, "mdy": day, "ymd": day}


def _numeric(first: str, second: str, third: str) -> dict[Order, date] | None:
    if len(first) == 4:
        only = _date(first, second, third)
        return _any_order(only) if only else None
    if len(first) == 3 or len(third) == 3:
        return None
    found: dict[Order, date | None] = {
        "dmy": _date(third, second, first),
        "mdy": _date(third, first, second),
        "ymd": _date(first, second, third) if len(third) == 2 and len(first) == 2 else None,
    }
    return {order: day for order, day in found.items() if day is not None} or None


def _date(year: str, month: str, day: str) -> date | None:
    try:
        found = date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None
    return found if found.year <= LAST_YEAR else None


def _clock(text: str) -> timedelta | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, part, half = found.groups()
    if minutes is None and (seconds is not None or "h" not in text):
        return None
    hour = int(hours)
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if hour > 47 or int(minutes or 0) > 59 or int(seconds or 0) > 59:
        return None
    return timedelta(
        hours=hour,
        minutes=int(minutes or 0),
        seconds=int(seconds or 0),
        microseconds=int((part or "0").ljust(6, "0")),
    )


def _unix(number: str) -> Stamp:
    """Seconds since 1970; thousandths of them, and so on, where there are as many figures."""
    exact = Decimal(number) if "." in number else Decimal(number).scaleb(10 - len(number))
    days, seconds = divmod(exact, 86_400)
    clock = timedelta(microseconds=int(seconds * 1_000_000))
    return Stamp(_any_order(date(1970, 1, 1) + int(days) * DAY), clock, UTC)


def _serial(number: str, epoch: Epoch) -> Stamp:
    """A spreadsheet's number: whole days, and the time of day to the millisecond."""
    exact = Decimal(number)
    days = int(exact)
    clock = timedelta(milliseconds=int((exact - days) * 86_400_000 + Decimal("0.5")))
    day = _EPOCHS[epoch] + days * DAY if days else None
    return Stamp(
        _any_order(day) if day else None, clock if clock or not day or "." in number else None
    )
