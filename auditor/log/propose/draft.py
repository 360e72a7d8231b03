"""A mapping as it is being written: lines of TOML, and questions where nothing is sure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TomlLine:
    """A key and its value; a question's line is commented out, and says what is asked."""

    key: str
    value: str
    comment: str = ""
    is_question: bool = False

    def text(self, width: int = 0) -> str:
        comment = f"   # {plain(self.comment)}" if self.comment else ""
        if self.is_question:
            return f"# ? {self.key} = {self.value}{comment}"
        return f"{self.key:{width}} = {self.value}{comment}"


@dataclass(slots=True)
class Draft:
    """The mapping to be written, section by section.  `remarks` stand at the head."""

    file: str
    remarks: list[str] = field(default_factory=list)
    settings: list[TomlLine] = field(default_factory=list)
    columns: list[TomlLine] = field(default_factory=list)
    values: dict[str, list[TomlLine]] = field(default_factory=dict)
    title: list[TomlLine] = field(default_factory=list)
    split: list[TomlLine] = field(default_factory=list)
    events: list[list[str]] = field(default_factory=list)
    """Inline tables, those of one group after another."""
    once: set[int] = field(default_factory=set)  # the groups that each row of a coup tells again
    unused: list[str] = field(default_factory=list)

    def set(self, key: str, value: object, comment: str = "") -> None:
        self.settings.append(TomlLine(key, toml(value), comment))

    def ask(self, key: str, value: object, comment: str) -> None:
        self.settings.append(TomlLine(key, toml(value), comment, is_question=True))

    def column(self, name: str, source: str, comment: str = "", *, question: bool = False) -> None:
        self.columns.append(TomlLine(name, toml(source), comment, question))

    @property
    def questions(self) -> int:
        """How many lines ask something."""
        lines = [*self.settings, *self.columns, *(own for v in self.values.values() for own in v)]
        return sum(line.is_question for line in lines)

    def text(self) -> str:
        """The mapping, as a file."""
        parts = [
            [f"# Mapping of {plain(self.file)}, proposed by `auditor map`.", *self._about()],
            [line.text(_width(self.settings)) for line in self.settings],
            ["[title]", *(line.text() for line in self.title)] if self.title else [],
            ["[columns]", *(line.text(_width(self.columns)) for line in self.columns)],
        ]
        if self.split:
            parts.append(["[split]", *(line.text() for line in self.split)])
        for name, lines in self.values.items():
            parts.append([f"[values.{name}]", *(line.text() for line in lines)])
        parts += [list(self._group(at)) for at in range(len(self.events))]
        if self.unused:
            names = ", ".join(f"`{name}`" for name in self.unused)
            parts.append([plain(f"# Not used: {names}.")])
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _group(self, at: int) -> Iterator[str]:
        yield "[[events]]"
        if at in self.once:
            yield 'once = "coup"   # each row of a coup says it again'
        yield from ["events = [", *(f"    {event}," for event in self.events[at]), "]"]

    def _about(self) -> list[str]:
        asked = (
            ["# Lines that begin with `# ?` are questions: answer them and take the `# ?` away."]
            if self.questions
            else []
        )
        return [*asked, *(f"# {plain(remark)}" for remark in self.remarks)]


def plain(text: str) -> str:
    """A text as a comment may hold it: names of columns have line breaks in many workbooks."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{key} = {toml(own)}" for key, own in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return str(value)


def _width(lines: Sequence[TomlLine]) -> int:
    return max((len(line.key) for line in lines if not line.is_question), default=0)
