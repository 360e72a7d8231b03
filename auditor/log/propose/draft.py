"""A mapping as it is being written: lines of TOML, questions where nothing is sure, titles from
above a table, and where and when its rows happened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import PurePath

from auditor.log.convert.conventions import SERIAL, numbers_alone
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import stamp, whole
from auditor.log.infer.recognised import Body, cell_at, form_of, meanings_of, meant_by
from auditor.log.infer.wide_columns import OF_THE_EVENT, WideColumns, the_only_card
from auditor.log.noncanonical import BEGINS, day_begins
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


# ---- titles -------------------------------------------------------------------------------------
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
    said = toml(
        {"cell": title.cell, "like": title.like} if title.like != "*" else {"cell": title.cell}
    )
    if all(line.key != toml(name) for line in draft.title):
        draft.title.append(TomlLine(toml(name), said))
    return f"{{{name}}}"


# ---- where and when a row happened --------------------------------------------------------------
DAY_OF_FILE = "is the day in the name of the file that of the evening?"
EVENINGS = "the days are those of evenings: an earlier hour is of the next morning"


def write_columns(
    draft: Draft,
    head: Heading,
    body: Body,
    found: WideColumns,
    above: Mapping[str, Title],
    *,
    of_rows: Collection[str],
) -> None:
    """Where and when a row happened; `of_rows` are the fields that every event has."""
    names = head.names
    # A row of results alone is a coup; one that holds a player's stake may be a part of one.
    players = any(part.word.value == "amount" for part in found.parts)
    has_days = _write_time(draft, head, body, found, above)
    if "session" not in found.context and "session" in above:
        draft.column("session", use(draft, above["session"]))
    elif "session" not in found.context and has_days:
        day = "no column names it: the gaming day, which turns at noon"
        unsure = players or _of_file(above)
        draft.column("session", "{@day}", f"{day}?" if unsure else day, question=unsure)
    elif "session" not in found.context:
        draft.column("session", "…", "which sitting is it?", question=True)
    for name, at in found.context.items():
        if name == "coup":
            _write_coup(draft, names[at], body, at)
        elif name in of_rows:
            draft.column(name, f"{{{names[at]}}}")
        elif name not in OF_THE_EVENT:
            draft.unused.append(names[at])
    if found.second:
        first = names[min(found.second)]
        draft.remarks.append(
            f"? A second table stands beside the first, from `{first}` on, and is not read: put it "
            "into a file of its own."
        )
    if "coup" not in found.context and found.series is None:
        _ask_for_coup(draft, head, body, found, players=players)


def _write_coup(draft: Draft, name: str, body: Body, at: int) -> None:
    """The number of a coup, of which a column is called so."""
    if _are_texts(body.cells(at)):
        write_named_coups(draft, name)
    elif _from_zero(body, at):
        draft.column("coup", "{@count}", f"`{name}` counts from 0: their order at the table")
    else:
        draft.column("coup", f"{{{name}}}")


def _ask_for_coup(
    draft: Draft, head: Heading, body: Body, found: WideColumns, *, players: bool
) -> None:
    """The number of a coup, where no column is called so."""
    at = numbering(body, found)
    order = "no column numbers the coups: their order at the table"
    if at is not None and not _from_zero(body, at):
        ask = (
            "is it this column that numbers the coups? What several rows of one say again is "
            'written `once = "coup"`'
        )
        draft.column("coup", f"{{{head.names[at]}}}", ask, question=True)
    elif _is_card_by_card(found) or _told_again(body, found):
        ask = "several rows tell one coup: which column numbers the coups?"
        draft.column("coup", "…", ask, question=True)
    else:
        ask = "no column numbers the coups: is each row one, in their order at the table?"
        draft.column("coup", "{@count}", ask if players else order, question=players)


def _from_zero(body: Body, at: int) -> bool:
    """True for the rows' own numbers as programs count them: from 0, each once."""
    cells = body.cells(at)
    return cells[:1] == ["0"] and len({*cells}) == len(cells)


def _is_card_by_card(found: WideColumns) -> bool:
    """True where a row has one card, and a column says whose it is."""
    card = the_only_card(found.parts)
    return card is not None and card.word.names in found.context


def _told_again(body: Body, found: WideColumns) -> bool:
    """True where rows below each other tell the same cards or the same result, at one moment."""
    results = [part.at for part in found.parts if part.word.value == "card"]
    results += found.fields.values()
    moments = [at for at, form in found.stamps if form == "both"]
    told = [[cell_at(row, at) for at in (*moments, *results)] for row in body.rows]
    return bool(moments and results) and any(
        own == last and all(own[: len(moments)]) for last, own in pairwise(told)
    )


def _of_file(above: Mapping[str, Title]) -> bool:
    """True where the name of the file alone tells the day: it may be that of the export."""
    title = above.get("time") or above.get("session")
    return title is not None and title.cell.startswith("@")


def ask_filled_down(draft: Draft, head: Heading, body: Body, lexicon: Lexicon) -> None:
    """Asks of columns of places that are filled only where they change, and of hours beside."""
    columns = [[cell_at(row, at) for row in body.rows] for at in range(len(head.names))]
    own = {
        at
        for at, cells in enumerate(columns)
        if meant_by(head, at, lexicon) & BELONGS and _changes(cells)
    }
    own |= {
        at
        for at, cells in enumerate(columns)
        if form_of(body.cells(at)) and any(_beside(cells, columns[by]) for by in own)
    }
    if own:
        names = [head.names[at] for at in sorted(own)]
        draft.ask("filled_down", names, "has an empty cell the value of the one above it?")


BELONGS = frozenset(("casino", "season", "session", "table", "shoe", "coup"))


def _changes(cells: Sequence[str]) -> bool:
    """True where half the cells are empty, at least, and no value stands twice in succession."""
    filled = [cell for cell in cells if cell]
    half = 0 < len(filled) * 2 <= len(cells) and bool(cells[0])
    return half and all(own != last for last, own in pairwise(filled))


def _beside(cells: Sequence[str], others: Sequence[str]) -> bool:
    """True where cells are filled in nearly the same rows as others, and in none beside them."""
    filled = sum(map(bool, cells))
    alone = any(own and not other for own, other in zip(cells, others, strict=True))
    return not alone and filled >= NEARLY * sum(map(bool, others))


NEARLY = 0.9
"""The share of the rows; in that of a total the number of a coup may be the word for it."""


def with_coups(found: WideColumns, head: Heading, body: Body, lexicon: Lexicon) -> WideColumns:
    """The columns, with one of texts that is called like that of the coups in its place."""
    if "coup" in found.context or found.series is not None:
        return found
    at = named_coups(head, body, found.unknown, lexicon)
    if at is None:
        return found
    unknown = tuple(own for own in found.unknown if own != at)
    return replace(found, context={**found.context, "coup": at}, unknown=unknown)


def named_coups(head: Heading, body: Body, places: Iterable[int], lexicon: Lexicon) -> int | None:
    """A column that is called like that of the coups and tells them apart by texts."""
    called = (at for at in places if "coup" in meant_by(head, at, lexicon))
    return next((at for at in called if _are_texts(body.cells(at))), None)


def _are_texts(cells: Sequence[str]) -> bool:
    """True for names of coups such as `R-0007` or a UUID: of numbers, a slip or two may be none."""
    return 2 * sum(whole(own) is None for own in cells) > len(cells)


def write_named_coups(draft: Draft, name: str) -> None:
    """The coups are numbered by a column of texts."""
    draft.set("same_coup", name, "rows with the same text are of one coup")
    draft.column("coup", "{@count}", "its number at the table")


def numbering(body: Body, found: WideColumns) -> int | None:
    """An unused column whose whole numbers follow one another down the rows, if there is one."""
    for at in found.unknown:
        cells = body.cells(at)
        if len(cells) != len(body.rows) or not all(map(str.isdecimal, cells)):
            continue
        if len({*cells}) == 1 < len(cells):  # the same of all rows, such as a version
            continue
        if all(int(own) - int(last) in (0, 1) or int(own) <= 1 for last, own in pairwise(cells)):
            return at
    return None


def _write_time(
    draft: Draft, head: Heading, body: Body, found: WideColumns, above: Mapping[str, Title]
) -> bool:
    """Write where the time comes from; true where a column or a title gives the day."""
    places: dict[str, int] = {}
    for at, form in found.stamps:
        places.setdefault(form, at)
    session = found.context.get("session")
    if "day" not in places and session is not None and form_of(body.cells(session)) == "day":
        places["day"] = session
    source = {form: f"{{{head.names[at]}}}" for form, at in places.items()}
    day, clock = (places.get("both", places.get(form)) for form in ("day", "clock"))
    title = above.get("time") or above.get("session")
    if day is not None and clock is not None:
        parts = dict.fromkeys(source.get("both", source.get(f, "")) for f in ("day", "clock"))
        draft.column("time", " ".join(parts))
        begins = day_begins(body, day, clock, named_for_evenings=day == session)
        if begins is not None:
            draft.set("day_begins", begins, EVENINGS)
    elif day is not None:
        draft.column("time", source["day"], "no column tells the hour")
    elif title is not None:
        own = " ".join([use(draft, title), *source.values()])
        draft.column("time", own, DAY_OF_FILE if (q := _of_file(above)) else "", question=q)
        if clock is not None:
            draft.set("day_begins", BEGINS, EVENINGS)
    elif clock is not None:
        ask = "of which day, such as 2026-01-09?"
        draft.column("time", f"… {source['clock']}", ask, question=True)
        draft.set("day_begins", BEGINS, EVENINGS)
    elif (moments := _moments(body, found)) is not None:
        ask = "is this when it happened?"
        draft.column("time", f"{{{head.names[moments]}}}", ask, question=True)
        return True
    else:
        draft.column("time", "…", "of which day, such as 2026-01-09?", question=True)
    return day is not None or title is not None


def _moments(body: Body, found: WideColumns) -> int | None:
    """The only unused column of days or moments, whatever it is called; numbers may be sums."""
    places = [
        at
        for at in found.unknown
        if form_of(cells := body.cells(at)) in ("both", "day") and not numbers_alone(cells, SERIAL)
    ]
    return places[0] if len(places) == 1 else None
