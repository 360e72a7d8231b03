"""A mapping as it is being written: lines of TOML, questions where nothing is sure, and the titles
above a table from which it takes its evening and its table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from auditor.log.convert.dates import stamp
from auditor.log.convert.lexicon import Lexicon
from auditor.log.infer.columns import meanings_of
from auditor.log.table import Heading, Record, letters


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
    once: set[int] = field(default_factory=set)
    """The groups that each row of a coup tells again."""
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


FIELDS = ("casino", "season", "session", "table", "time")
_LABEL = re.compile(r"(.{2,40}?)\s*:\s*(\S.*)", re.DOTALL)
_NEXT = re.compile(r"\s{2,}|\s*[;|\t]\s*|\s+[–—-]\s+(?=[^:]{2,40}:)")
_DAY = re.compile(
    r"\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}(?:er)? [^\W\d]{3,9} \d{4}"
)
_TABLE = re.compile(r"\b(?:table|cylindre)\s+((?:[A-Z]{1,4}[ -]?)?\d{1,3})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Title:
    """A value above the table: the field that it is, the cell, and the text with `*` for it."""

    field: str
    name: str
    cell: str
    like: str


def titles(records: Sequence[Record], head: Heading, lexicon: Lexicon) -> dict[str, Title]:
    """The titles in the rows above a header, by field; `time` is a day that no label explains."""
    found: dict[str, Title] = {}
    for row, cells in records[: max(head.first, 0)]:
        for own in _of_row(row, cells, lexicon):
            found.setdefault(own.field, own)
    return found


def in_name(file: str) -> Iterator[Title]:
    """The day and the table that the name of a file tells: an export a night, or a table."""
    name = PurePath(file).name.partition(".")[0]
    day = _DAY_OF_FILE.search(name)
    if day is not None and stamp(day.group()) is not None:
        # In another file only what stands beside the day has to be the same.
        yield Title("time", "Date", FILE, _like(name, day.start(), day.end(), 1))
    if table := _TABLE_OF_FILE.search(name):
        beside = table.start(1) - table.start()
        yield Title("table", "Table", FILE, _like(name, *table.span(1), beside))


def _like(name: str, start: int, end: int, beside: int) -> str:
    """The pattern of a value in a name, with so many signs before it."""
    before, after = name[:start], name[end:]
    more = "…" if before[:-beside] else ""
    return f"{more}{before[-beside:]}*{after[:1]}{'…' if after[1:] else ''}"


FILE = "@file"
"""The place of a value that stands in the name of the file."""
_TABLE_OF_FILE = re.compile(
    r"(?:table|cylindre|tisch|mesa|tavolo|tafel)[ _-]?((?:[a-z]{1,2}[_-]?)?\d{1,3})(?![^\W_])",
    re.IGNORECASE,
)
_DAY_OF_FILE = re.compile(r"(?<!\d)(?:20\d\d[01]\d[0-3]\d|\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})(?!\d)")


def _of_row(row: int, cells: Sequence[str], lexicon: Lexicon) -> Iterator[Title]:
    for at, cell in enumerate(cells):
        place = f"{letters(at)}{row}"
        after = next((own for own in cells[at + 1 :] if own), "")
        if (label := _LABEL.fullmatch(cell)) and (field := _field(label.group(1), lexicon)):
            value = label.group(2)
            more = _NEXT.search(value)  # `Table : PB1   Shoe : 1` has two labels
            after = "" if more is None else f"{more.group()}…"
            yield Title(field, label.group(1), place, f"{cell[: -len(value)]}*{after}")
        elif after and (field := _field(cell.rstrip(" :"), lexicon)):
            there = next(i for i in range(at + 1, len(cells)) if cells[i])
            yield Title(field, cell.rstrip(" :"), f"{letters(there)}{row}", "*")
        else:
            if (day := _DAY.search(cell)) and stamp(day.group()) is not None:
                yield Title("time", "Date", place, cell[: day.start()] + _on(cell[day.end() :]))
            if table := _TABLE.search(cell):
                before = f"…{cell[table.start() : table.start(1)]}" if table.start() else ""
                before = before or cell[: table.start(1)]
                yield Title("table", "Table", place, before + _on(cell[table.end() :]))


def _field(label: str, lexicon: Lexicon) -> str | None:
    meant = sorted(meanings_of(label, lexicon) & set(FIELDS))
    return meant[0] if len(meant) == 1 else None


def _on(after: str) -> str:
    """A value and what follows it; only what divides them has to be the same."""
    divided = re.match(r"[^\w]*", after)
    assert divided is not None
    return f"*{divided.group()}…" if after.strip() else "*"


def use(draft: Draft, title: Title) -> str:
    """Enter a title into the draft; how a column is taken from it."""
    name = f"{title.name} (titre)"
    said = toml(
        {"cell": title.cell, "like": title.like} if title.like != "*" else {"cell": title.cell}
    )
    if all(line.key != toml(name) for line in draft.title):
        draft.title.append(TomlLine(toml(name), said))
    return f"{{{name}}}"
