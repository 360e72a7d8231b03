"""How numbers, dates and raw text are set in each language; no wording."""

from __future__ import annotations

import re
from datetime import date, datetime
from itertools import zip_longest
from unicodedata import category

from auditor.language.wording import HARD, MONTHS, NARROW, both_numbers
from auditor.report.model import Bilingual, Language, Period
from auditor.values import IN_FRENCH

# Direction marks, zero-width signs, escapes: they can make a text look like another one.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHOWN = {"\n": "↵", "\t": "⇥"}
PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_COMPARED = re.compile(r"(<=|>=|!=|<|>|=) (.+)", re.DOTALL)
_OFFSET = re.compile(r"T.*[+-]\d\d:\d\d$")
_ELIDED = re.compile(
    r"\b((?:jus|lors|puis|quel|pres)?qu|aujourd|[cdjlmnst])'(?=[\wÀ-ÿ«])", re.IGNORECASE
)
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=(?:s|t|d|m|re|ve|ll)\b)|(?<=s)'(?=[\s,.;:)]|$)")
_LEFTWARDS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_NAME_LEFTWARDS = re.compile(rf"{_LEFTWARDS}(?:[ .'’-]*{_LEFTWARDS})*")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠"}


def visible(text: str) -> str:
    """`text` with each sign that cannot be seen replaced by its code, as `[U+202E]`."""
    if text.replace(HARD, " ").replace(NARROW, " ").isprintable():
        return text
    return "".join(map(_visible_sign, text.replace("\r\n", "\n")))


def _visible_sign(sign: str) -> str:
    if category(sign) not in _UNSEEN:
        return sign
    return _SHOWN.get(sign, f"[U+{ord(sign):04X}]")


def set_apart(text: str) -> str:
    """`text` with each Arabic or Hebrew name isolated: the sums beside it keep their order.

    A line that begins with such a name runs from the right as a whole: marks on both sides keep
    what stands beside it in order, and the name is parted between lines only if it is too long.
    """
    return text if text.isascii() else _NAME_LEFTWARDS.sub(_isolated, text)


def _isolated(name: re.Match[str]) -> str:
    return f"\u200e\u2068{name[0].replace(' ', HARD)}\u2069\u200e"


def spaced(text: str, language: Language) -> str:
    """French puts no-break spaces before double punctuation and inside guillemets; apostrophes are
    curved in both languages, but for those of names.
    """
    if language == "en":
        return _APOSTROPHE.sub("’", text)
    text = _ELIDED.sub(r"\1’", text)
    text = re.sub(r"[ \u00a0]([;!?])", NARROW + r"\1", text)
    text = re.sub(r" ([:»%€])", HARD + r"\1", text)
    return re.sub(r"(«|n°|p\.) ", r"\1" + HARD, text)


def number(value: int | str, language: Language) -> str:
    """A plain decimal (`1234.50`) set as `1 234,50` or `1,234.50`; other text stays as it is."""
    text = str(value)
    if not PLAIN_NUMBER.fullmatch(text):
        return text
    return both_numbers(text, grouped=True).in_language(language)


def quantity(value: str, language: Language) -> str:
    """An expected or found value: a number, also behind a comparison sign (`<= 5` as `≤ 5`)."""
    if language == "fr" and value in IN_FRENCH:
        return IN_FRENCH[value]
    if not (compared := _COMPARED.fullmatch(value)):
        return number(value, language)
    sign, rest = compared.groups()
    return f"{_SIGNS.get(sign, sign)}{HARD}{number(rest, language)}"


def value_said(value: str | None, said: Bilingual | None, language: Language) -> str:
    """An expected or found value in words, or else as a number; nothing for a condition."""
    return (
        quantity(value or "", language)
        if said is None
        else spaced(said.in_language(language), language)
    )


def counted_up(name: str) -> tuple[tuple[str, int, str], ...]:
    """A key by which table 2 stands before table 10."""
    parts = re.split(r"0*([0-9]+)", name)
    pairs = zip_longest(parts[::2], parts[1::2], fillvalue="")
    return tuple((text, len(digits), digits) for text, digits in pairs)


def instant(iso: str) -> datetime | None:
    """The moment that a text is in ISO 8601; None for other text."""
    try:
        return datetime.fromisoformat(iso)
    except ValueError:
        return None


def day(iso: str, language: Language) -> str:
    """The date of an ISO 8601 date or moment; other text stays as it is."""
    return iso if (at := instant(iso)) is None else _day(at.date(), language)


def moment(iso: str, language: Language) -> str:
    """An ISO 8601 moment to the second, with its offset where it has one."""
    if (at := instant(iso)) is None:
        return iso
    if len(iso) <= len("2026-11-21"):
        return _day(at.date(), language)
    zone = f"{HARD}(UTC{at.isoformat()[-6:]})".replace("+00:00", "") if at.tzinfo else ""
    between = f"{HARD}à{HARD}" if language == "fr" else f",{HARD}"
    return f"{_day(at.date(), language)}{between}{at:%H:%M:%S}{zone}"


def clock(iso: str, language: Language) -> str:
    """A moment without its offset, for who knows where the house stands; other text as it is."""
    return moment(iso[:-6] if _OFFSET.search(iso) else iso, language)


def hour(iso: str, language: Language, *, dated: bool = True) -> str:
    """A moment without year and offset, undated among those of one night; other text unchanged."""
    if (at := instant(iso)) is None:
        return iso
    on = f"{at:%d/%m}" if language == "fr" else f"{at.day}{HARD}{MONTHS[at.month - 1]}"
    if len(iso) <= len("2026-11-21"):
        return on
    return f"{on} {at:%H:%M:%S}" if dated else f"{at:%H:%M:%S}"


def span(period: Period, language: Language) -> str:
    """`01/02/2026 – 03/02/2026`; an open bound is left as an ellipsis."""
    start, end = (day(bound, language) if bound else "…" for bound in (period.start, period.end))
    return start if start == end else f"{start}{HARD}– {end}"


def _day(at: date, language: Language) -> str:
    if language == "fr":
        return f"{at:%d/%m/%Y}"
    return f"{at.day}{HARD}{MONTHS[at.month - 1]}{HARD}{at.year}"
