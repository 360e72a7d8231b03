"""Templates of the fields of an event: `"{Date} {Heure}"` is text with columns in braces."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditor.messages.message import Message, message

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NUMBER = re.compile(r"<n>")

SPECIAL = ("@sheet", "@file", "@count", "@day")
"""Special words, which are no columns: the name of the sheet, that of the file, the number of the
coup within its table and session, the gaming day of the row's time."""


class MeaninglessError(ValueError):
    """A value of a mapping that means nothing; `says` goes on from its key."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


class TemplateError(MeaninglessError):
    """A text in braces that means nothing."""


@dataclass(frozen=True, slots=True)
class ColumnRef:
    """The cell of a column, by the name that the column has in the file."""

    name: str


@dataclass(frozen=True, slots=True)
class Special:
    """One of SPECIAL."""

    name: str


TemplatePart = str | ColumnRef | Special


@dataclass(frozen=True, slots=True)
class Template:
    """Text, columns and special words, one after the other."""

    parts: tuple[TemplatePart, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.name for part in self.parts if isinstance(part, ColumnRef)))

    def has(self, special: str) -> bool:
        return Special(special) in self.parts

    @property
    def is_constant(self) -> bool:
        return all(isinstance(part, str) for part in self.parts)


def template(text: str) -> Template:
    """The parts of a text; `{{` and `}}` are braces.  Raises TemplateError."""
    parts: list[TemplatePart] = []
    end = 0
    for found in _PART.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found.group() in ("{{", "}}"):
            parts.append(found.group()[0])
        elif found.group() in ("{", "}"):
            raise TemplateError(message("mapping.brace", text=text))
        else:
            parts.append(_named(found.group(1).strip()))
    parts.append(text[end:])
    return Template(tuple(part for part in parts if part != ""))


def _named(name: str) -> TemplatePart:
    if not name:
        raise TemplateError(message("mapping.empty_braces"))
    if name.startswith("@"):
        if name not in SPECIAL:
            raise TemplateError(message("mapping.no_special", name=name, known=SPECIAL))
        return Special(name)
    return ColumnRef(name)


def numbered(text: str, number: int | None) -> str:
    """The text with `<n>` replaced by the number of the repetition."""
    return text if number is None else _NUMBER.sub(str(number), text)
