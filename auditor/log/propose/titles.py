"""Titles above a table, and the name of its file: the place and the day that they tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import stamp
from auditor.log.match.column_names import meanings_of
from auditor.log.propose.draft import Draft, TomlLine
from auditor.log.table import Heading, Record, letters

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


FILE = "@file"  # the place of a value that stands in the name of the file
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
    like = {"like": title.like} if title.like != "*" else {}
    if all(line.key != name for line in draft.title):
        draft.title.append(TomlLine(name, {"cell": title.cell} | like))
    return f"{{{name}}}"
