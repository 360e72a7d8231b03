"""A message is a code with values; the table of this package says it in French or in English.

Code that refuses, warns or notes something never writes a sentence: it names the code and hands
over the values, so that a report can say the same thing in both languages and a program can tell
one message from another without reading prose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter
from typing import Any, Literal, overload

Language = Literal["fr", "en"]
"""The languages of reports, of rule messages and of what the command line says."""


@dataclass(frozen=True, slots=True)
class Message:
    """A code of the table and the values of its placeholders, in the order of their names.

    `str()` says it in English, for whoever catches an exception in Python.
    """

    code: str
    values: tuple[tuple[str, Said], ...] = ()

    def __str__(self) -> str:
        return say(self, "en")

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


def say(what: Message, language: Language) -> str:
    """The message as a sentence, or part of one, in a language."""
    from auditor.messages.table import told_in  # noqa: PLC0415 - words are needed only when spoken

    values = dict(what.values)
    french, english = told_in("messages")[what.code]
    text = _form(french if language == "fr" else english, values.get("count"), language)
    said = {
        name: value if name in _WHOLE and isinstance(value, str) else _rendered(value, language)
        for name, value in values.items()
    }
    return _WORDS.vformat(text, (), said)


LONGEST = 200
"""Characters of a cell or a word that a message shows: more would hide the message."""


def abridged(text: str, longest: int = LONGEST) -> str:
    """A text of so many characters at most, and a sign where more were cut."""
    return text if len(text) <= longest else f"{text[:longest]}…"


_WHOLE = frozenset(("path", "file", "says", "found", "held", "names", "circle", "log"))
"""Values that are no cells: names of files, sentences, and lists bounded where they are made."""


class _Words(Formatter):
    """`{why:clause}` is the sentence without its full stop, where the text goes on after it."""

    def format_field(self, value: str, format_spec: str) -> str:
        return value.rstrip(".") if format_spec == "clause" else value


_WORDS = _Words()


def _form(text: str, count: Said | None, language: Language) -> str:
    """The form of `one|many` for the value `count`: French counts 0 as one, English does not."""
    if "|" not in text or not isinstance(count, int):
        return text
    one, many = text.split("|")
    return one if count == 1 or (count == 0 and language == "fr") else many


def _rendered(value: Said, language: Language) -> str:
    match value:
        case Message():
            return say(value, language)
        case tuple():
            return ", ".join(_rendered(own, language) for own in value)
        case str():
            return abridged(value)
        case _:
            return str(value)
