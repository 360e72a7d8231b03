"""Words, numbers and days as people and spreadsheets write them: `1 234,50 €`, `9 janvier 2026
21h05`.

Nothing is rounded, and nothing guessed: where a text reads differently by a decimal point and by a
decimal comma, or by the day first and the month first, both readings are given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Context, Decimal
from functools import lru_cache, partial
from pathlib import Path
from typing import Literal, NamedTuple

_NUMBER_SIGN = re.compile(r"\bn\.?[°º]\.?|\b(?:num|nr|no)\.?(?=[\s\d]|$)|[#№]", re.IGNORECASE)
_NUMBER_LETTER = re.compile(r"^n(?:\.| )(?=[^\W\dº])", re.IGNORECASE)
"""`N DE COUP`, `N.COUP`: what is left of `n°` where a program knows no degree sign."""
_ORDINAL = re.compile(r"(?<=\d)\.?[ªº]")  # `2.ª carta` is the second
_JOINED = re.compile(r"_+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z\d])(?=[A-Z][a-z])")
"""Where words meet in `hand_no`, `PlayerScore`, `Seat1Bet`."""
_UNIT = re.compile(
    r"[(\[]\s*(?:€|eur|euros?|en €|en euros?|h|hh:mm(?::ss)?"
    r"|(?:utc|gmt)(?:\s*[+-]\s*\d{1,2}(?::?\d\d)?)?|cet|local|heure locale)\s*[)\]]|€",
    re.IGNORECASE,
)
_MONEY_WORDS = re.compile(r"(?<=\w)\s+(?:en\s+)?(?:eur|euros?)$")
_FRENCH_NUMBER = re.compile(r"num[eé]|\bn[°º]", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset(
    (
        *("de", "du", "des", "la", "le", "les", "l", "d", "au", "aux", "en", "un", "une"),
        *("of", "the", "do", "da", "dos", "del", "della", "van"),
    )
)
_LONG = {"nb": "nombre", "nbre": "nombre", "maxi": "maximum", "mini": "minimum"}


@lru_cache(maxsize=20_000)
def normalise(text: str) -> str:
    """The words of a text, as they compare: `N° du coup` and `Numero de coup` are the same."""
    apart = _JOINED.sub(" ", _ORDINAL.sub("", text.replace("\ufeff", ""))).strip()
    plain = _NUMBER_SIGN.sub(" numero ", _NUMBER_LETTER.sub("numero ", apart))
    plain = _MONEY_WORDS.sub("", _UNIT.sub(" ", plain).strip().casefold())
    words = _WORD.findall(unaccented(plain))
    kept = [_LONG.get(word, word) for word in words if word not in _SMALL] or words
    return " ".join(map(_singular, kept))


def says_numero(text: str) -> bool:
    """Whether a number is called so in French; `No` and `#` are written in both languages."""
    return _FRENCH_NUMBER.search(unicodedata.normalize("NFC", text)) is not None


def unaccented(text: str) -> str:
    """Without accents; ligatures taken apart."""
    apart = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in apart if not unicodedata.combining(c))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


Mark = Literal[".", ","]

_SPACES = re.compile("[ \u00a0\u2007\u2009\u202f'’]")
_CURRENCIES = {
    "EUR": r"€|eur|euros?",
    "USD": r"us ?\$|\$|usd|dollars?",
    "GBP": r"£|gbp|livres?|pounds?",
    "CHF": r"chf|s?fr\.|francs? suisses?|swiss francs?",
}
_CURRENCY = re.compile(
    "|".join(f"(?P<{code}>(?<![a-z])(?:{words})(?![a-z]))" for code, words in _CURRENCIES.items()),
    re.IGNORECASE,
)
_CENTS_BEHIND = re.compile(r"(\d) ?€ ?(\d\d)$")  # `12€50`: the sign stands where the mark would
_MINUS_BEHIND = re.compile(r"^(\d(?:[\d\s.,'’]*\d)?)\s?-$")
"""`12.50-`, as accounting systems write what was paid out; `2500.-` has no cents."""
_NO_CENTS = re.compile(r"(?<=\d)([.,])(?:--?|–|—)$")  # `2500.-`, `2.500,-`: no cents
_NUMBER = re.compile(r"n[°ºo]\s*", re.IGNORECASE)


_TIMES = re.compile(r"(?<=\d) ?[xX*×] ?(?=\d)")
_CHIPS = re.compile(r"(?:([1-9]\d{0,2})×)?([\d.,]+)")


def _pattern(mark: Mark) -> re.Pattern[str]:
    other = "." if mark == "," else ","
    whole = rf"\d+|[1-9]\d{{0,2}}(?:(?P<apart>[{re.escape(other)} ])\d{{3}})(?:(?P=apart)\d{{3}})*"
    return re.compile(
        rf"(?P<whole>{whole})(?:[{mark}](?P<part>\d{{1,38}}))?(?:[eE]\+?(?P<ten>\d))?"
    )


_PATTERNS: dict[Mark, re.Pattern[str]] = {".": _pattern("."), ",": _pattern(",")}


class NumberReadings(NamedTuple):
    """A number by its decimal mark, as exact decimals; None where it is none by that mark."""

    point: str | None
    comma: str | None

    def by(self, mark: Mark | None) -> str | None:
        """The reading by this mark, else the one on which both agree or that alone makes sense."""
        if mark is None:
            return self.sure
        own, other = (self.point, self.comma) if mark == "." else (self.comma, self.point)
        return own if own is not None else other

    @property
    def sure(self) -> str | None:
        """The reading that does not hang on the mark."""
        if self.point is None or self.comma is None:
            return self.point or self.comma
        return self.point if self.point == self.comma else None


CERTAIN = 15
"""Figures that a binary number has for certain: `2.4999999999999996` has one more, and is 2.5."""


def readings(text: str) -> NumberReadings:
    """The number that a text is by either decimal mark."""
    plain, sign = _bare(text)
    return NumberReadings(_by(plain, sign, "."), _by(plain, sign, ","))


def whole(text: str) -> str | None:
    """A whole number: `1 024`, `12.0` of a spreadsheet, `n° 12`; `00` of a wheel is none."""
    if len(text) > 1 and not text.strip("0"):
        return None
    found = readings(_NUMBER.sub("", text))
    for reading in (found.point, found.comma):
        if reading is not None and re.fullmatch(r"-?\d+(\.0+)?", reading):
            return reading.partition(".")[0]
    return None


def _bare(text: str) -> tuple[str, str]:
    """Without currency and sign; spaces between figures as one kind."""
    plain = _CENTS_BEHIND.sub(r"\1,\2", text.replace("−", "-").strip().removeprefix("'"))
    plain = _MINUS_BEHIND.sub(r"-\1", _without_currency(plain))
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1].strip()}"
    sign = "-" if plain.startswith("-") else ""
    if plain.startswith(("-", "+")):
        plain = _without_currency(plain[1:].strip())
    return _TIMES.sub("×", _SPACES.sub(" ", _NO_CENTS.sub(r"\g<1>00", plain))), sign


def currency_of(text: str) -> str | None:
    """The currency that a text names, by its code; None where it names none."""
    found = _CURRENCY.search(text)
    return None if found is None else found.lastgroup


def is_currency(text: str) -> bool:
    """True for a text that is a currency alone."""
    return _CURRENCY.fullmatch(text.strip()) is not None


def _without_currency(text: str) -> str:
    """Without a currency before the figures or behind them, and never between."""
    found = _CURRENCY.search(text)
    if found is None:
        return text
    before, behind = text[: found.start()], text[found.end() :]
    apart = re.search(r"\d", before) is not None and re.search(r"\d", behind) is not None
    return text if apart else f"{before}{behind}".strip()


def _by(plain: str, sign: str, mark: Mark) -> str | None:
    text = _spelled(plain, mark)
    if text is None:
        return None
    meant = _of_binary(text) if len(text) > CERTAIN else None
    return f"{sign}{meant or text}"


def _spelled(plain: str, mark: Mark) -> str | None:
    """All the figures of a number, with a point among them."""
    found = _PATTERNS[mark].fullmatch(plain)
    if found is None:
        return _of_chips(plain, mark)
    figures, fraction = re.sub(r"\D", "", found["whole"]), found["part"]
    text = f"{figures}.{fraction}" if fraction else figures
    return text if found["ten"] is None else format(Decimal(f"{text}E{found['ten']}"), "f")


def _of_chips(plain: str, mark: Mark) -> str | None:
    """The sum of chips of some values: `2×50 + 5`."""
    terms = [_CHIPS.fullmatch(own.strip()) for own in plain.split("+")] if "×" in plain else []
    told = [(int(own[1] or 1), _spelled(own[2], mark)) for own in terms if own is not None]
    if not told or len(told) < len(terms):
        return None
    return str(sum(many * Decimal(value) for many, value in told if value))


def is_binary(text: str) -> bool:
    """Whether a text is a number that a binary one stands for, with the noise of that."""
    plain, _ = _bare(text) if len(text) > CERTAIN else ("", "")
    return any(own is not None and _of_binary(own) for own in map(partial(_spelled, plain), ".,"))


def _of_binary(text: str) -> str | None:
    """The number meant, where a text has all the figures by which a program tells a binary one."""
    figures = text.replace(".", "").strip("0")
    if "." not in text or len(figures) <= CERTAIN:
        return None
    if text not in {repr(float(text)), f"{float(text):.17g}"}:
        return None
    return format(Context(prec=CERTAIN).create_decimal(text).normalize(), "f")


# ---- days and hours -----------------------------------------------------------------------------
Order = Literal["dmy", "mdy", "ymd"]
Epoch = Literal["excel-1900", "excel-1904", "unix"]

_EPOCHS: dict[str, date] = {"excel-1900": date(1899, 12, 30), "excel-1904": date(1904, 1, 1)}
"""Day 0 of the numbers by which spreadsheets keep dates; the first of them counts a 29 February
1900 that never was, so that its day 0 is two days before the year 1900 began."""


def names(section: str) -> dict[str, list[str]]:
    """The words of a section of `names.txt`, by what they mean."""
    text = Path(__file__).with_name("names.txt").read_text("utf-8")
    own = text.partition(f"# {section}\n")[2].partition("\n\n")[0]
    return {line.split()[0]: line.split()[1:] for line in own.splitlines()}


_MONTHS = {name: number for number, words in names("months").items() for name in words}
WEEKDAYS = "|".join(day for days in names("weekdays").values() for day in days)
_NUMERIC = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})\2(\d{2,4})")
_TOGETHER = re.compile(
    r"(?P<y>(?:19|20)\d\d)(?P<m>\d\d)(?P<d>\d\d)(?:[ t_]?(\d\d)(\d\d)(\d\d)?)?(?!\d)"
)
"""`20260109`, as names of files have it, and `20260109210500`."""
_WORDED = re.compile(
    rf"(?:(?:{WEEKDAYS})\.?,? )?(?P<d>\d{{1,2}})(?:er|st|nd|rd|th|\.|º|°)?"
    r"[ \-](?:de )?(?P<m>[a-z]+)\.?,?[ \-](?:de )?(?P<y>\d{4}|\d\d)(?!\d)"
)
_MONTH_FIRST = re.compile(
    rf"(?:(?:{WEEKDAYS})\.?,? )?(?P<m>[a-z]+)\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? "
    r"(?P<y>\d{4})(?!\d)"
)
_CLOCK = re.compile(
    r"(\d{1,2}) ?(?::|h) ?(\d\d)?"
    r" ?(?:(?::|m|mn|min|') ?(\d\d)(?:[.,](\d{1,6}))? ?(?:s|\"|'')?)?(?:mn|min|m)?"
    r"(?: ?(a\.?m\.?|p\.?m\.?))?"
)
_OFFSET = re.compile(
    r" ?(?:(z|(?:utc|gmt)?[+-]\d\d:?\d\d|utc|gmt|cest|cet)|(?<= )(?!am$|pm$)([a-z]{2,5}))"
    r"(?: \([a-z ]+\)|\[[a-z]+(?:/[a-z_]+)*\])?$"
)
"""An offset, or the name of a clock that only the zone of a file explains."""
_NAMED_ZONES = {"cet": "+0100", "cest": "+0200"}
_DOTTED = re.compile(r"(\d{1,2})\.(\d\d)\.(\d\d)(\.\d+)?(?= ?[ap]\.?m\.?(?: |$))")
"""`09.05.12 PM`, `09.05.12.000000 PM` of a database: its points stand for colons."""
_DAY_OF_UNIX = re.compile(r"([a-z]{3} [a-z]{3} \d{1,2}) (\d\d:\d\d:\d\d)(?: ([a-z]{3,4}))? (\d{4})")
"""`fri jan 09 21:05:12 cet 2026`: the year stands last."""
_BETWEEN = re.compile(r"^(?:[ ,t]|(?:a las|a|as|um|om|alle ore|alle|ore) |- )+")
_POINTED = re.compile(r"(?<![\d.])(\d{1,2})\.(\d\d)$")
"""`21.05`, an hour behind a day or before `Uhr`, `uur`, and a number anywhere else."""
_SERIAL = re.compile(r"\d{1,6}(?:[.,]\d+)?")
UNIX = re.compile(r"1\d{9}(?:[.,]\d{1,6})?|1\d{12}|1\d{15}|1\d{18}")
"""Seconds since 1970, or thousandths, millionths and so on, of the years from 2001 to 2033."""
_IN_JSON = re.compile(r"/date\((1\d{12})(?:[+-]\d{4})?\)/")
"""Milliseconds since 1970 as some programs write them; an offset beside them changes nothing."""
LAST_YEAR = 2200  # beyond it a year is one of another calendar, such as 2569 of the Buddhists
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
    """A day, a time of day, or both, as a text gives them."""

    days: dict[Order, date] | None  # by the order of their figures, under each if none has a say
    clock: timedelta | None  # beyond 24 hours where a sitting is counted through
    offset: tzinfo | None = None
    clock_name: str = ""
    """How the clock is called by which the time is told, where several places have one so called:
    `ist` of India, Ireland and Israel."""

    def day(self, order: Order | None) -> date | None:
        """The day by this order of figures; without one, the day on which the usual ones agree."""
        if not self.days:
            return None
        if order is not None:
            return self.days.get(order)
        every = {day for own, day in self.days.items() if own != "ymd"} or {*self.days.values()}
        return every.pop() if len(every) == 1 else None


def day_in(text: str) -> date | None:
    """The day that people write, with the day before the month; None where it is none."""
    found = stamp(text)
    return None if found is None or found.clock is not None else found.day("dmy")


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
    if (hour := plain.removesuffix(" uhr").removesuffix(" uur")) != plain:
        plain = _POINTED.sub(r"\1:\2", hour)
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
    if not re.match(r"\d{4}-\d\d-\d\d(?!.\d\d[.,])", text):  # `20.05` is no fraction of hours
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
        zone = _zone(offset[1]) if offset and offset[1] else None
    except ValueError:  # no place is a hundred hours away
        return None
    return Stamp(days, clock, zone, (offset[2] or "") if offset else "")


def _day(plain: str) -> tuple[dict[Order, date] | None, str]:
    """The days that the beginning of the text may be, and what follows it."""
    if found := _NUMERIC.match(plain):
        days = _numeric(found.group(1), found.group(3), found.group(4))
        return (days, plain[found.end() :]) if days else (None, plain)
    for form in (_TOGETHER, _WORDED, _MONTH_FIRST):
        if found := form.match(plain):
            day = _date(found["y"], _MONTHS.get(found["m"], found["m"]), found["d"])
            clock = ":".join(filter(None, found.groups()[3:]))
            return (_any_order(day), clock + plain[found.end() :]) if day else (None, plain)
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
