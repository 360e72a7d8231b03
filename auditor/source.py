"""Where something stands in a rule file."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import dataclass_transform

from auditor.messages.message import Language


@dataclass(frozen=True, slots=True)
class Source:
    """A rule file: the name that messages call it by, and its text."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """The text of a line, counted from 1; empty past the end."""
        lines = _lines(self.text)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def declaration(self, number: int) -> tuple[int, int]:
        """The first and the last line of the declaration in which a line stands."""
        return _declaration(self.text, number)


@lru_cache(maxsize=64)
def _lines(text: str) -> tuple[str, ...]:
    """The lines of a rule file, of which evidence quotes words again and again."""
    return tuple(text.splitlines())


@lru_cache(maxsize=65536)
def _declaration(text: str, number: int) -> tuple[int, int]:
    """From a line in the first column up to the next one."""
    lines = _lines(text)
    first = min(number, len(lines))
    while first > 1 and (not lines[first - 1] or lines[first - 1][0].isspace()):
        first -= 1
    last = first
    while last < len(lines) and (not lines[last] or lines[last][0].isspace()):
        last += 1
    return first, last


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a rule file; lines and columns count from 1, the end column is exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of the other."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)

    @property
    def text(self) -> str:
        """The words spanned, white space folded to single spaces."""
        lines = list(_lines(self.source.text)[self.line - 1 : self.end_line])
        if not lines:
            return ""
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(" ".join(lines).split())

    @property
    def declaration(self) -> str:
        """The whole declaration in which it stands."""
        first, last = self.source.declaration(self.line)
        return "\n".join(_lines(self.source.text)[first - 1 : last]).rstrip()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """A value that nothing changes: two that say the same are equal.

    The type checker refuses a change: to refuse it at run time would make each value twice as slow.
    No metaclass makes these, since each `isinstance` that fails would ask it.
    """

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)


class Bilingual(Frozen):
    """A text in French and in English."""

    fr: str
    en: str

    def in_language(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class InForce(Frozen):
    """The days on which something is in force, the first and the last included."""

    start: date | None
    end: date | None

    def holds(self, day: date) -> bool:
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)


class Spanned(Frozen):
    """A value that stands somewhere in a rule file; its place does not count in comparisons."""

    span: Span = field(compare=False, repr=False)
