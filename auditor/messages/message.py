r"""A message is a code with values; files in `auditor/words` say it in French and in English.

Code that refuses, warns or notes something never writes a sentence: it names the code and hands
over the values, so that a report can say the same thing in both languages and a program can tell
one message from another without reading prose.

In a file of words `{name}` stands for a value, `{name:clause}` for a sentence without its full
stop, and `{@name}` for the way to do something where the message is read (`ways.words`), which a
report never repeats.  `one|many` are the forms for the value `count`.  Words of the user's own
files stand in backticks.  A line that begins with `#` is a comment, `\n` an end of line, and
quotation marks keep the spaces at the ends of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal, overload

Language = Literal["fr", "en"]
"""The languages of reports, of rule messages and of what the command line says."""

Surface = Literal["terminal", "desk"]
"""Where a message is read: each has its own ways to do what a message advises."""


@dataclass(frozen=True, slots=True)
class Message:
    """A code of the table and the values of its placeholders, in the order of their names.

    `str()` says it in English, for whoever catches an exception in Python.
    """

    code: str
    values: tuple[tuple[str, Said], ...] = ()

    def __str__(self) -> str:
        return say(self, "en")

    def in_language(self, language: Language, surface: Surface = "terminal") -> str:
        """The message as a sentence."""
        return say(self, language, surface)

    def to_json(self) -> dict[str, Any]:
        """The message as JSON can hold it: messages cross the pipe of a sandbox so."""
        return {"code": self.code, "values": {name: _plain(own) for name, own in self.values}}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Message:
        """The message that `to_json` gave."""
        names = sorted(plain["values"])
        return cls(plain["code"], tuple((n, _from_plain(plain["values"][n])) for n in names))


Said = str | int | Message | tuple[str | Message, ...]
"""The values of placeholders: text as it is, a number, another message, a list of these."""


class SaidError(Exception):
    """An error that a message says."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


class CannotError(Exception):
    """Work that cannot be done: bad usage, an unreadable log, invalid rules.

    `says` holds its paragraphs: what is wrong, where, and what to do.  `str()` says them in
    English.
    """

    def __init__(self, *says: Message) -> None:
        super().__init__(*says)
        self.says = says

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.says))

    @property
    def reasons(self) -> tuple[Refused, ...]:
        """Each reason taken apart, for a page that shows it at the field that it is about."""
        return tuple(refused(own) for paragraph in self.says for own in _lines_of(paragraph))


@dataclass(frozen=True, slots=True)
class Refused:
    """A reason why something cannot be done: its code, where it is, and what is offered instead.

    `key` is that of a TOML file, such as `establishment.name`; `offers` are known names, the one
    that was probably meant before all others.
    """

    code: str
    says: Message
    file: str | None = None
    row: int | None = None
    column: str | None = None
    key: str | None = None
    offers: tuple[str, ...] = ()

    def in_language(self, language: Language) -> str:
        """The reason as a sentence."""
        return self.says.in_language(language)


def refused(says: Message) -> Refused:
    """A reason taken apart."""
    inner, places = says, dict[str, Any]()
    while True:
        values = dict(inner.values)
        for name, place in _PLACES.items():
            if isinstance(values.get(name), str | int):
                places.setdefault(place, values[name])
        more = next((values[n] for n in _INNER if isinstance(values.get(n), Message)), None)
        if not isinstance(more, Message):
            break
        inner = more
    offers = dict.fromkeys(own for name in _OFFERS for own in _valued(says, name))
    return Refused(inner.code, says, **places, offers=tuple(offers))


_PLACES = {"file": "file", "path": "file", "row": "row", "column": "column", "key": "key"}
_OFFERS = ("near", "own", "named", "known")
"""Values of a message that name what may have been meant, the likeliest first."""
_QUOTED = re.compile(r"`([^`]*)`")
_INNER = ("says", "what", "why")
"""Values of a message that say more exactly what is wrong."""


def _lines_of(says: Message) -> Iterator[Message]:
    """The reasons that are joined by ends of lines."""
    if says.code != "lines":
        yield says
        return
    for _, own in says.values:
        assert isinstance(own, Message)
        yield from _lines_of(own)


def _valued(says: Message, name: str) -> Iterator[str]:
    """The texts that stand for a value, in a message and in those within it."""
    for own, value in says.values:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from _valued(part, name)
            elif own == name and isinstance(part, str):
                quoted = _QUOTED.match(part)  # a type may stand behind the name
                yield quoted[1] if quoted else part


def _plain(value: Said) -> Any:
    match value:
        case Message():
            return value.to_json()
        case tuple():
            return [_plain(own) for own in value]
        case _:
            return value


def _from_plain(plain: Any) -> Any:
    match plain:
        case dict():
            return Message.from_json(plain)
        case list():
            return tuple(_from_plain(own) for own in plain)
        case _:
            return plain


def message(code: str, /, **values: Said) -> Message:
    """The message of that code.  A code that the table lacks is found by the tests, not here."""
    return Message(code, tuple(sorted(values.items())))


@overload
def chained(code: str, parts: Iterable[Message]) -> Message: ...
@overload
def chained(code: str, parts: Iterable[str | Message]) -> str | Message: ...
def chained(code: str, parts: Iterable[str | Message]) -> str | Message:
    """All parts as one value of a message, the `first` and the `last` of two joined by a code.

    They are joined two by two: a thousand of them are ten messages deep, and not a thousand.
    """
    own = [*parts]
    while len(own) > 1:
        pairs = [
            message(code, first=one, last=own[at]) for at, one in enumerate(own[:-1], 1) if at % 2
        ]
        own = [*pairs, *own[2 * len(pairs) :]]
    return own[0]


def say(what: Message, language: Language, surface: Surface = "terminal") -> str:
    """The message as a sentence, or part of one, in a language, for who reads it there."""
    values = dict(what.values)
    french, english = told_in("messages")[what.code]
    text, count = french if language == "fr" else english, values.get("count")
    if isinstance(count, int):
        text = form_of(text, count, language)
    said = {
        name: value
        if name in _WHOLE and isinstance(value, str)
        else _rendered(value, language, surface)
        for name, value in values.items()
    }
    return _WORDS.vformat(text, (surface, language), said)


def form_of(text: str, count: int, language: Language) -> str:
    """Of `one|many` the form for a count: French takes nothing for one, and English does not."""
    one, _, many = text.partition("|")
    return many if many and count != 1 and (count or language == "en") else one


def abridged(text: str, longest: int = 200) -> str:
    """A text of so many characters at most: more would hide the message that shows it."""
    return text if len(text) <= longest else f"{text[:longest]}…"


_WHOLE = frozenset(("path", "file", "says", "found", "held", "names", "circle", "log"))
"""Values that are no cells: names of files, sentences, and lists bounded where they are made."""


class _Words(Formatter):
    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if not (isinstance(key, str) and key.startswith("@")):
            return super().get_value(key, args, kwargs)
        surface, language = args
        way = told_in("ways")[f"{surface}.{key[1:]}"][language == "en"]
        return self.vformat(way, args, kwargs)

    def format_field(self, value: str, format_spec: str) -> str:
        return value.rstrip(".") if format_spec == "clause" else value


_WORDS = _Words()


def _rendered(value: Said, language: Language, surface: Surface) -> str:
    match value:
        case Message():
            return say(value, language, surface)
        case tuple():
            return ", ".join(_rendered(own, language, surface) for own in value)
        case str():
            return abridged(value)
        case _:
            return str(value)


# ---- the files of words -------------------------------------------------------------------------
WORDS = Path(__file__).parents[1] / "words"


@cache
def told_in(family: str) -> dict[str, tuple[str, str]]:
    """Every code of the files in one folder of words, with its French and its English."""
    table: dict[str, tuple[str, str]] = {}
    for path in sorted((WORDS / family).glob("*.words")):
        lines = [own for own in path.read_text("utf-8").split("\n") if own and own[0] != "#"]
        for code, french, english in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
            table[code] = _text(french), _text(english)
    return table


def _text(line: str) -> str:
    """The text of a line, behind the two letters of its language."""
    text = line[5:]
    if text.startswith('"') and text.endswith('"'):
        text = text[1:-1]
    return text.replace("\\n", "\n")


# ---- names that were probably meant -------------------------------------------------------------
SOLE = "suggestion.sole"
"""The code of a proposal beside which no other known name comes near."""


def suggestion(name: str, known: Iterable[str]) -> Message | None:
    """A question that proposes the known name nearest to this one."""
    known = list(dict.fromkeys(known))
    same = [own for own in known if own.casefold() == name.casefold() and own != name]
    close = same or [
        own for own in get_close_matches(name, known, cutoff=0.6) if _is_near(name, own)
    ]
    if not close:
        return None
    return message(SOLE if _is_sole(name, close[0], known) else "suggestion", near=close[0])


def _is_near(name: str, near: str) -> bool:
    """Whether a person may have meant the one by the other: a part of it, one slip of the hand, or
    most of its letters.

    `settlement` and `placement` share an ending, and `short` and `shoe` a beginning.
    """
    one, other = name.casefold(), near.casefold()
    shorter, longer = sorted((one, other), key=len)
    if (len(shorter) > 2 and shorter in longer) or slips(one, other, 1) <= 1:
        return True
    return SequenceMatcher(None, other, one).ratio() >= 0.7


def _is_sole(name: str, near: str, known: Iterable[str]) -> bool:
    """Whether a slip of the hand explains the name, and no other known name comes as near.

    Numbers are never slips: `55-19.6` may be any other provision.  In a short word only letters
    that changed places are: `pair` may be a bet, and not `paid`.
    """
    if [sign for sign in name if sign.isdigit()] != [sign for sign in near if sign.isdigit()]:
        return False
    if len(name) < 5 and sorted(name.casefold()) != sorted(near.casefold()):
        return False
    away = slips(name, near)
    most = 1 if len(name) < 8 else 2
    return away <= most and all(
        own == near or slips(name, own, away + 1) > away + 1 for own in known
    )


def slips(one: str, other: str, most: int = 2) -> int:
    """Letters left out, added, changed, or exchanged with their neighbour; in the case of either
    letter.  Where it is more than `most`, any number above it.
    """
    one, other = one.casefold(), other.casefold()
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(one, 1):
        above, before, row = before, row, [i]
        for j, own in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (sign != own))
            if i > 1 and j > 1 and sign == other[j - 2] and one[i - 2] == own:
                best = min(best, above[j - 2] + 1)
            row.append(best)
    return row[-1]


def before_more(hint: Message | None) -> Message | str:
    """The hint with a space behind it, or nothing."""
    return "" if hint is None else message("suggestion.and_more", hint=hint)
