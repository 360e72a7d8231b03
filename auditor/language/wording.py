"""Values and names as people write them: the labels of a vocabulary, numbers and times in words.

Messages and reports use it, so that one thing has one name on every page.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from fractions import Fraction

from auditor.language.core import ANY_EVENT, Bilingual, Labels
from auditor.messages.message import Language, Message, form_of, say
from auditor.source import Frozen
from auditor.types import CARD, MONEY, NUMBER, RANK, Enumeration, SetOf, Type
from auditor.values import IN_FRENCH, Card, Range, Unknown, by_size, card_said, rank_in_french, show

NARROW = "\u202f"  # narrow no-break space: between thousands, in French
HARD = "\u00a0"  # no-break space
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_GROUPED = (MONEY, NUMBER)  # whole numbers may be those of a coup or of a player
_VOWELS = tuple("aàâeéèêëiîïoôuùûh")


class Wording(Frozen):
    """Says names and values by the labels of a vocabulary."""

    labels: Labels

    def name(self, family: str, name: str, language: Language, count: int = 1) -> str | None:
        """The label of a name of a family, or of a word of a type, for so many."""
        own = self.labels.get((family, name))
        if own is None:
            return None
        return form_of(own.in_language(language), count, language)

    def kind(self, name: str, count: int = 1) -> Bilingual:
        """A kind of event, or another source of items, for so many."""
        for family in ("event", "interval", "record", "stream", "scope"):
            if (family, name) in self.labels:
                return self._both(family, name, count)
        return self._both("event", name, count)

    def word(self, family: str, name: str) -> Bilingual:
        """A word of a type, or a place of a ledger."""
        return self._both(family, name)

    def field(self, name: str) -> Bilingual:
        """A column of the log."""
        return self._both("field", name)

    def beside(self, family: str, name: str) -> Bilingual:
        """A name as rule files and logs write it, with its label where that says more."""
        own = self._both(family, name)
        french, english = (
            f"`{name}`" if said == name else f"`{name}` ({said})" for said in (own.fr, own.en)
        )
        return Bilingual(french, english)

    def _both(self, family: str, name: str, count: int = 1) -> Bilingual:
        french, english = (self.name(family, name, own, count) for own in ("fr", "en"))
        return Bilingual(french or name, english or name)

    def value(self, value: object, kind: Type | None, beside: datetime | None = None) -> Bilingual:
        """A value of a type; of a time only the time of day, where `beside` is of the same day."""
        match value:
            case Unknown():
                return Bilingual("?", "?")
            case bool() | None:
                return fixed(show(value))
            case int() | Fraction():
                said = both_numbers(show(value), kind in _GROUPED)
                return in_euros(said) if kind == MONEY else said
            case datetime():
                return _time(value, beside)
            case timedelta():
                return duration(value)
            case date():
                return _day(value)
            case Range():
                return self._range(value, kind)
            case frozenset():
                element = kind.element if isinstance(kind, SetOf) else None
                words = [self.value(own, element, beside) for own in sorted(value, key=by_size)]
                return one_of(words)
        if isinstance(kind, Enumeration):
            family = "event" if kind.name == ANY_EVENT else kind.name
            return self._both(family, show(value))
        return _spelt(value, kind)

    def _range(self, value: Range, kind: Type | None) -> Bilingual:
        low, high = (None if end is None else self.value(end, kind) for end in value)
        if low is not None and high is not None:
            return Bilingual(f"{low.fr} à {high.fr}", f"{low.en} to {high.en}")
        if low is not None:
            return signed(">=", low)
        return fixed("") if high is None else signed("<=", high)


def _spelt(value: object, kind: Type | None) -> Bilingual:
    """A card and its rank as cards of that language bear them; other text stays as it is."""
    text = show(value)
    if isinstance(value, Card) and value.suit is not None:
        return Bilingual(card_said(text, french=True), card_said(text))
    return Bilingual(rank_in_french(text) if kind in (CARD, RANK) else text, text)


def in_euros(number: Bilingual) -> Bilingual:
    """A sum of money: `2,50 €`, `€2.50`."""
    sign = "−" if number.en.startswith("−") else ""
    return Bilingual(f"{number.fr}{HARD}€", f"{sign}€{number.en.removeprefix(sign)}")


def in_both(what: Message) -> Bilingual:
    """A message in both languages."""
    return Bilingual(say(what, "fr"), say(what, "en"))


def joined(sentences: Iterable[Bilingual]) -> Bilingual:
    """Several sentences in one."""
    every = list(sentences)
    return Bilingual(" ; ".join(own.fr for own in every), "; ".join(own.en for own in every))


def fixed(text: str) -> Bilingual:
    """A word that stands for a value, or for the lack of one; other text stays as it is."""
    return Bilingual(IN_FRENCH.get(text, text), text)


def one_of(words: Iterable[Bilingual]) -> Bilingual:
    """Any of them: `chip or plaque`."""
    own = list(dict.fromkeys(words))
    return Bilingual(
        _listed([word.fr for word in own], "ou"), _listed([word.en for word in own], "or")
    )


def _listed(words: list[str], link: str) -> str:
    *first, last = words or [""]
    return f"{', '.join(first)} {link} {last}" if first else last


def signed(sign: str, words: Bilingual) -> Bilingual:
    """Words behind the sign of a comparison."""
    match sign:
        case "=":
            return words
        case "!=":
            return Bilingual(f"autre {_before(words.fr, 'que')}", f"other than {words.en}")
    shown = {"<=": "≤", ">=": "≥"}.get(sign, sign)
    return Bilingual(f"{shown} {words.fr}", f"{shown} {words.en}")


def of(noun: str) -> str:
    """`de carte`, and `d’annonce` before a vowel."""
    return _before(noun, "de")


def _before(noun: str, particle: str) -> str:
    vowel = noun[:1].lower() in _VOWELS
    return f"{particle[:-1]}’{noun}" if vowel else f"{particle} {noun}"


# ---- numbers and times --------------------------------------------------------------------------
def both_numbers(text: str, grouped: bool) -> Bilingual:
    """A number: `1 234,50`, `1,234.50`."""
    if "/" in text:
        return Bilingual(text, text)
    sign, digits = ("−", text[1:]) if text.startswith("-") else ("", text)
    whole, point, rest = digits.partition(".")
    french, english = whole, whole
    if grouped:
        english = f"{int(whole):,}"
        french = english.replace(",", NARROW)
    mark = "," if point else ""
    return Bilingual(f"{sign}{french}{mark}{rest}", f"{sign}{english}{point}{rest}")


def _day(value: date) -> Bilingual:
    return Bilingual(f"{value:%d/%m/%Y}", f"{value.day} {MONTHS[value.month - 1]} {value.year}")


def _time(value: datetime, beside: datetime | None) -> Bilingual:
    """The day is needed where another is near, the offset where two times differ in it."""
    clock = f"{value:%H:%M:%S}"
    if value.microsecond:
        clock += f".{value.microsecond:06}".rstrip("0")
    if beside is not None and value.utcoffset() != beside.utcoffset() and value.tzinfo is not None:
        clock += f" (UTC{value.isoformat()[-6:]})"
    french = clock.replace(".", ",")
    if beside is not None and beside.date() == value.date():
        return Bilingual(french, clock)
    day = _day(value.date())
    return Bilingual(f"{day.fr} à {french}", f"{day.en}, {clock}")


def duration(value: timedelta) -> Bilingual:
    """`1 h 05 min`, `2 s`: what is nothing is left out."""
    whole, rest = divmod(abs(value), timedelta(seconds=1))
    hours, minutes, seconds = whole // 3600, whole // 60 % 60, f"{whole % 60}"
    if rest:
        seconds += f".{rest.microseconds:06}".rstrip("0")
    parts = [f"{hours} h"] if hours else []
    if minutes or (hours and seconds != "0"):
        parts.append(f"{minutes:02} min" if hours else f"{minutes} min")
    if seconds != "0" or not parts:
        parts.append(f"{seconds} s")
    english = ("−" if value < timedelta() else "") + " ".join(parts)
    return Bilingual(english.replace(".", ","), english)
