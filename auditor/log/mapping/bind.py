"""A mapping laid on the header of a file: which fields each field of each event is taken from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePath
from typing import Literal, NamedTuple

from auditor.log.mapping.schema import (
    SPECIAL,
    ColumnRef,
    Condition,
    EventTemplate,
    FileMapping,
    Special,
    TemplateError,
    numbered,
    template,
)
from auditor.log.row_columns import Grid
from auditor.log.table import (
    RANK,
    Heading,
    Origin,
    Record,
    Refusal,
    Table,
    Unreadable,
    letters,
    no_event,
)
from auditor.messages.message import Message, message
from auditor.source import Frozen

_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_BRACKETED = re.compile(r"\s*[\[({](.*)[\])}]\s*", re.DOTALL)
_POINTS = re.compile(r"\s*(?:=\s*\d|\(\d\))\s*\Z")
_WITHIN = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_CARD = re.compile(r"[\U0001f0a1-\U0001f0de]|(?:10|\S)\S\ufe0f?")
"""A rank and a suit, each of one sign, but for the ten; or a card that is one sign."""


class FileField(Frozen):
    """A field of the file, by its place; of a cell that holds several values one, from 1."""

    place: int
    name: str
    piece: int | None = None
    apart: str = ""

    def value(self, text: str) -> str:
        """The text of the field in a cell of its column."""
        cell = text.strip()
        if self.piece is None:
            return cell
        own = pieces(cell, self.apart)
        return own[self.piece - 1] if self.piece <= len(own) else ""


class FixedText(Frozen):
    """A text that no column gives; `stands` says where in the file, if it does there."""

    text: str
    stands: tuple[str, str] | None = None


Piece = FileField | FixedText | Special
_AMONG = re.compile(r"[\s\d.+\-*/()]*")
_SIGN = re.compile(r"[+\-*/]")


@dataclass(frozen=True)
class FieldSource:
    """The fields, texts and special words that make one field of an event."""

    pieces: tuple[Piece, ...]

    @cached_property
    def fields(self) -> tuple[FileField, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, FileField))

    @cached_property
    def column(self) -> str:
        """The names of its columns together."""
        return " + ".join(dict.fromkeys(own.name for own in self.fields))

    @cached_property
    def stands(self) -> tuple[str, str] | None:
        """The place in the file where it stands, if no column gives it."""
        texts = (own.stands for own in self.pieces if isinstance(own, FixedText))
        return next(filter(None, texts), None)

    @cached_property
    def is_sum(self) -> bool:
        """True where fields stand among signs and figures."""
        among = [own.text for own in self.pieces if isinstance(own, FixedText)]
        return (
            bool(self.fields)
            and len(among) + len(self.fields) == len(self.pieces)
            and all(map(_AMONG.fullmatch, among))
            and any(map(_SIGN.search, among))
        )

    def has(self, special: str) -> bool:
        return Special(special) in self.pieces

    def of_fields(self, texts: Sequence[str]) -> list[str]:
        """The texts of fields among those of all pieces."""
        pairs = zip(self.pieces, texts, strict=True)
        return [text for own, text in pairs if isinstance(own, FileField)]


class BoundCondition(Frozen):
    """A condition on a field, behind which the one stands that it is compared with, if there is."""

    says: Condition
    fields: tuple[FileField, ...]


class BoundEvent(Frozen):
    """One event that a row may stand for."""

    kind: FieldSource
    fields: Mapping[str, FieldSource]
    tests: tuple[BoundCondition, ...]
    evidence: tuple[tuple[str, FileField], ...] = ()
    """It happened if one of these is filled; each behind the field of the event that it makes by
    itself, or nothing."""
    number: int | None = None  # of its repetition
    once: Literal["coup", "file"] | None = None  # rows of a coup, or of the file, tell it again


class SplitField(Frozen):
    """A field of several values: what stands between them, and how many of them are used."""

    field: FileField
    apart: str
    used: int

    def holds_more(self, cell: str) -> bool:
        return self.unused(cell) is not None

    def unused(self, cell: str) -> Message | None:
        """The reason why a cell holds more than is used."""
        many = len(pieces(cell.strip(), self.apart))
        if many <= self.used:
            return None
        return message("row.too_many_values", many=many, used=self.used)


def pieces(cell: str, apart: str) -> list[str]:
    """The values that stand in one cell, without brackets and points; undivided ones are cards, and
    a list or an object among others is one value.
    """
    cell = cell if apart.strip("+ ") else _POINTS.sub("", cell)
    inner = _BRACKETED.fullmatch(cell)
    listed = cell if inner is None else inner.group(1)
    if apart == "," and not _WITHIN.sub("", listed).strip(" ,"):
        parts = [_one_value(own) for own in _WITHIN.findall(listed)]
    else:
        parts = listed.split(apart) if apart else _together(listed)
    return [own for part in parts if (own := part.strip().strip("'\"").strip())]


def _one_value(within: str) -> str:
    """The value of a list or an object, such as `"rank": "8", "suit": "S"`."""
    return " ".join(own.rpartition(":")[2].strip(" '\"") for own in within.split(","))


def _together(listed: str) -> list[str]:
    """The cards that stand side by side; the whole text where anything else stands among them."""
    cards: list[str] = _CARD.findall(listed)
    return cards if "".join(cards) == "".join(listed.split()) else [listed]


def columns_of(says: FileMapping) -> tuple[str, ...]:
    """The names of all the columns that a mapping speaks of, in order."""
    names = dict.fromkeys(says.same.values())
    for source in says.columns.values():
        names |= dict.fromkeys(template(source).columns)
    for flat in flat_events(says.events):
        for text in (flat.kind, *flat.fields.values()):
            names |= dict.fromkeys(template(text).columns)
        for test in flat.conditions:
            names |= dict.fromkeys(own for own in (test.column, test.other) if own)
    whole = dict.fromkeys(
        whole_column(name, says.split) for name in names if name not in says.title
    )
    return tuple(whole)


def columns_of_events(says: FileMapping) -> tuple[str, ...]:
    """The columns without which no row of a file tells an event, or of which coup it is."""
    event = {name: source for name, source in says.columns.items() if name == "event"}
    return columns_of(says.model_copy(update={"columns": event}))


def whole_column(name: str, split: Mapping[str, str]) -> str:
    """`Cartes 2` or `Cartes #2` is the second value of the column `Cartes`, where that holds
    several.
    """
    one = (own for own in split if re.fullmatch(rf"{re.escape(own)} #?\d+", name))
    return next(one, name)


class FlatEvent(NamedTuple):
    """One event that the templates make; `number` is that of its repetition."""

    kind: str
    fields: Mapping[str, str]
    conditions: tuple[Condition, ...]
    number: int | None
    once: Literal["coup", "file"] | None
    rank: int | None


_NONE = FlatEvent("", {}, (), None, None, None)


def flat_events(events: Iterable[EventTemplate], above: FlatEvent = _NONE) -> Iterator[FlatEvent]:
    """Each event that the templates make, in order: repetitions and lists are spelled out."""
    for own in events:
        for n in own.numbers if own.repeat is not None else (above.number,):
            here = FlatEvent(
                numbered(own.event or "", n),
                {name: numbered(text, n) for name, text in own.fields.items()},
                (*above.conditions, *(_numbered(test, n) for test in own.when)),
                n,
                own.once or above.once,
                above.rank if own.rank is None else own.rank,
            )
            yield from flat_events(own.events, here) if own.events else [here]


def _numbered(test: Condition, number: int | None) -> Condition:
    names = {"column": numbered(test.column, number), "other": numbered(test.other, number)}
    return test.model_copy(update=names)


def _with_evidence(events: Sequence[BoundEvent]) -> list[BoundEvent]:
    """The events, each with the fields of the file that tell that it happened."""
    every = [{own for taken in made.fields.values() for own in taken.fields} for made in events]
    count = Counter(own for fields in every for own in fields)
    found = []
    for made in events:
        told = [
            (name if taken.pieces == (own,) else "", own)
            for name, taken in made.fields.items()
            for own in taken.fields
        ]
        alone = [(name, own) for name, own in told if count[own] == 1]
        kind = [("event", own) for own in made.kind.fields]
        found.append(replace(made, evidence=(*kind, *(alone or told))))
    return found


class Binding:
    """A mapping on the header of a grid: what the columns of the log, `context`, and the events are
    taken from, the fields of several values, the places that are used, and the rows below.
    """

    def __init__(self, says: FileMapping, head: Heading, grid: Grid) -> None:
        """Raises Unreadable where a column is not there."""
        self.says, self.head, self.grid = says, head, grid
        self.below = grid.body[head.last + 1 :]
        self._fields: list[FileField] = []  # all that were asked for
        self.context = {name: self._source_of(source) for name, source in says.columns.items()}
        for name, column in says.same.items():
            self.context[name] = FieldSource((self._field(column),))
        if says.events:
            self.events = _with_evidence([*map(self._event_of, flat_events(says.events))])
        elif (kind := self.context.pop("event", None)) is not None:
            self.events = [BoundEvent(kind, {}, ())]
        else:
            raise no_event(grid.records)
        self.splits = [self._split(name, apart) for name, apart in says.split.items()]
        self.used = {own.place for own in self._fields}

    def _split(self, name: str, apart: str) -> SplitField:
        field = self._field(name)
        used = (own.piece or 0 for own in self._fields if own.place == field.place)
        return SplitField(field, apart, max(used))

    def _event_of(self, flat: FlatEvent) -> BoundEvent:
        taken = {name: self._source_of(text) for name, text in flat.fields.items()}
        tests = tuple(map(self._condition, flat.conditions))
        if flat.rank is not None:
            taken[RANK] = FieldSource((FixedText(str(flat.rank)),))
        kind = self._source_of(flat.kind)
        return BoundEvent(kind, taken, tests, number=flat.number, once=flat.once)

    def _source_of(self, text: str) -> FieldSource:
        try:
            parts = template(text).parts
        except TemplateError:  # those of a mapping were read with it: this is a name in a header
            raise Unreadable(message("mapped.brace", name=text[1:-1])) from None
        return FieldSource(tuple(map(self._piece, parts)))

    def _piece(self, part: str | ColumnRef | Special) -> Piece:
        match part:
            case str():
                return FixedText(part)
            case ColumnRef(name=name):
                title = self.says.title.get(name)
                if title is None:
                    return self._field(name)
                if (at := self.head.find(name)) is not None:
                    cell = message("mapped.title_place", cell=title.cell.upper())
                    raise self._ambiguous(name, cell, at)
                return self.title(name)
            case Special(name="@sheet" | "@file" as which):
                name = self._name_of(which)
                return FixedText(name, (f"({which[1:]})", name))
            case Special():
                return part

    def _name_of(self, which: str) -> str:
        """The name of the file, without what follows a point, or of the sheet."""
        if which == "@file":
            return PurePath(self.grid.origin.file).name.partition(".")[0]
        if self.grid.origin.sheet is None:
            raise Unreadable(message("mapped.no_sheets"))
        return self.grid.origin.sheet

    def _condition(self, says: Condition) -> BoundCondition:
        names = (says.column, says.other)
        return BoundCondition(says, tuple(self._field(name) for name in names if name))

    def _field(self, name: str) -> FileField:
        at = self.head.find(name)
        whole, apart = whole_column(name, self.says.split), None
        if whole != name:
            if at is not None:
                raise self._ambiguous(name, self._piece_place(name, whole), at)
            at, apart = self.head.find(whole), self.says.split[whole]
        if at is None:
            raise missing(name, self.head, self.grid.records)
        found = FileField(at, self.head.names[at])
        if apart is not None:
            piece = int(name.rpartition(" ")[2].removeprefix("#"))
            found = replace(found, piece=piece, apart=apart)
        self._fields.append(found)
        return found

    def _piece_place(self, name: str, whole: str) -> Message:
        at = self.head.find(whole)
        number = name.removeprefix(whole).strip(" #")
        return message(
            "mapped.piece_place",
            number=number,
            name=whole,
            column="?" if at is None else letters(at),
        )

    def _ambiguous(self, name: str, one: Message, at: int) -> Unreadable:
        says = message(
            "mapped.ambiguous", name=name, one=one, other=self.head.names[at], column=letters(at)
        )
        row = self.grid.records[self.head.last][0] if self.head.last >= 0 else None
        return Unreadable(says, row)

    def title(self, name: str) -> FixedText:
        """The value of a title.  Raises Unreadable where none stands there."""
        source = self.says.title[name]
        row, text = self._text_at(source.cell)
        if not (told := title_in(source.like, text)):
            cell = _shown(source.cell)
            says = message("mapped.title", name=name, cell=cell, text=text, like=source.like)
            raise Unreadable(says, row)
        return FixedText(told, (_shown(source.cell), text))

    def _text_at(self, cell: str) -> tuple[int | None, str]:
        """The row of a cell and its text; names of files and sheets stand in no row."""
        found = _CELL.fullmatch(cell.upper())
        if found is None:
            return None, self._name_of(cell)
        column, row = found.groups()
        cells = enumerate(dict(self.grid.records).get(int(row), ()))
        return int(row), {letters(at): text.strip() for at, text in cells}.get(column, "")


def _shown(cell: str) -> str:
    return f"({cell[1:]})" if cell.startswith("@") else cell.upper()


def title_in(like: str, text: str) -> str:
    """The part of a text for which `*` stands in a pattern; nothing where it does not fit."""
    before, _, after = like.partition("*")
    rest = r"(?:\s.*)?" if after.startswith(" ") and after.strip() == "…" else _any(after)
    found = re.fullmatch(rf"{_any(before)}(\S.*?|){rest}", text, re.DOTALL)
    return "" if found is None else found.group(1).strip()


def _any(text: str) -> str:
    """A pattern for the text, in which `…` stands for anything."""
    return ".*".join(rf"\s*{re.escape(part.strip())}\s*" for part in text.split("…"))


def missing(name: str, head: Heading, records: Sequence[Record]) -> Unreadable:
    """The refusal of a file that lacks a column of the mapping."""
    names = [own for own, there in zip(head.names, head.named, strict=True) if there]
    if not names:
        return no_event(records)
    row = records[head.last][0] if head.last >= 0 else None
    return Unreadable(no_column(name, names), row)


def no_column(name: str, names: Sequence[str]) -> Message:
    """The mapping speaks of a column, and the file has only others."""
    near = get_close_matches(name, (*names, *SPECIAL), n=1, cutoff=0.6)
    twice = [own for own in names if own.startswith(f"{name} (")]
    if twice:
        return message("mapped.column_twice", name=name, other=twice[0])
    if near:
        return message("mapped.no_column_near", name=name, near=near[0])
    shown = (*(f"`{own[:40]}`" for own in names[:8]), *(["…"] if names[8:] else []))
    return message("mapped.no_column", name=name, shown=shown)


SHEET = "{@sheet}"


def _asked(says: FileMapping, source: str) -> set[str]:
    """The columns that a source speaks of, and `{@sheet}` where it asks for that."""
    own = template(source)
    titles = (says.title[name] for name in own.columns if name in says.title)
    of_sheet = own.has("@sheet") or any(title.cell == "@sheet" for title in titles)
    return {*(whole_column(name, says.split) for name in own.columns), *([SHEET] * of_sheet)}


def spoken_of(says: FileMapping) -> tuple[str, ...]:
    """The columns that a mapping speaks of, and `{@sheet}` where it asks for that."""
    of_sheet = any(SHEET in _asked(says, own) for own in says.columns.values())
    names = (*columns_of(says), *says.filled_down, *says.split, *([SHEET] * of_sheet))
    return tuple(dict.fromkeys(names))


def without_lacked(
    says: FileMapping, head: Heading, origin: Origin
) -> tuple[FileMapping, tuple[str, ...]]:
    """The mapping without what it would take from columns that a file with this header lacks, and
    these.
    """
    there = {*head.names, *([] if origin.sheet is None else [SHEET])}
    lacks = tuple(own for own in spoken_of(says) if own not in there and head.find(own) is None)
    columns = says.columns.items()
    told = {
        "columns": {name: own for name, own in columns if _asked(says, own).isdisjoint(lacks)},
        "filled_down": tuple(own for own in says.filled_down if own not in lacks),
        "split": {name: own for name, own in says.split.items() if name not in lacks},
    }
    return says.model_copy(update=told), lacks


def lacked_by_all(tables: Sequence[Table]) -> dict[str, Refusal]:
    """The columns that no table of a mapping has, each with the refusal of the log."""
    found: dict[str, Refusal] = {}
    mapped = [own for own in tables if own.by] or tables
    for by in dict.fromkeys(own.by for own in mapped):
        some = [own for own in mapped if own.by == by]
        headers = (own.header if own.source is None else own.source.header for own in some)
        names = [*dict.fromkeys(name for header in headers for name in header)]
        first = some[0]
        for name in first.lacks:
            if all(name in own.lacks for own in some):
                sheet = name == SHEET
                says = message("mapped.no_sheets") if sheet else no_column(name, names)
                row = None if sheet else first.header_row or None
                found[name] = Refusal(first.file, first.sheet, row, None, says)
    return found
