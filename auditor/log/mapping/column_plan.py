"""A mapping laid on whole columns: what makes the same cell is read once.

A cell of the table hangs on few cells of its row: those that its field is taken from, the kind of
event, and the moment where a day is asked for.  Of each different combination of these the first
is read; the cell remembers the column and the text it came from.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from auditor.log.cell import Cell
from auditor.log.coded import CodedColumn, RowColumn, Sheet, together
from auditor.log.convert.cells import Clock, Converter, When, note
from auditor.log.convert.conventions import ColumnTexts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import (
    Binding,
    BoundCondition,
    BoundEvent,
    FieldSource,
    FileField,
    FixedText,
    Piece,
)
from auditor.log.mapping.schema import Condition, Special
from auditor.types import NUMBER, TEXT, Enumeration, Type
from auditor.values import convention_of

_AMONG = re.compile(r"[\s\d.+\-*/()]*")
_SIGN = re.compile(r"[+\-*/]")
_FIGURES = re.compile(r"(?<!\w)\d+(?:\.\d+)?")
_DEEP = 50  # signs and brackets that may open within each other
_SIGNS: dict[type[ast.AST], Callable[..., Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}

_COMPARED: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class NoSumError(ValueError):
    """A text that is no sum, or a sum without an exact decimal as its value."""


def is_sum(taken: FieldSource) -> bool:
    """True where fields stand among signs and figures."""
    among = [own.text for own in taken.pieces if isinstance(own, FixedText)]
    return (
        all(isinstance(own, FileField | FixedText) for own in taken.pieces)
        and bool(taken.fields)
        and all(_AMONG.fullmatch(text) for text in among)
        and any(_SIGN.search(text) for text in among)
    )


def computed(terms: Sequence[str | Fraction]) -> str:
    """The value of a sum of texts and numbers, as an exact decimal.  Raises NoSumError."""
    texts = (own if isinstance(own, str) else f" t{at} " for at, own in enumerate(terms))
    try:
        return decimal(_value(_tree("".join(texts)), terms))
    except (ArithmeticError, RecursionError):
        raise NoSumError from None


@lru_cache(maxsize=1000)
def _tree(text: str) -> ast.expr:
    """The sum as a tree, the terms and the figures in it as names: these stay exact."""
    named = _FIGURES.sub(lambda own: f"n{own[0].replace('.', '_')}", " ".join(text.split()))
    try:
        return ast.parse(named, mode="eval").body
    except (SyntaxError, MemoryError, RecursionError):
        raise NoSumError from None


def _value(node: ast.expr, terms: Sequence[str | Fraction], deep: int = 0) -> Fraction:
    match node:
        case ast.Name(id=name) if name.startswith("t"):
            return Fraction(terms[int(name[1:])])
        case ast.Name(id=name) if name.startswith("n"):
            return Fraction(name[1:].replace("_", "."))
        case ast.UnaryOp(op=sign, operand=own) if type(sign) in _SIGNS and deep < _DEEP:
            return _SIGNS[type(sign)](_value(own, terms, deep + 1))
        case ast.BinOp(op=sign, left=left, right=right) if type(sign) in _SIGNS and deep < _DEEP:
            return _SIGNS[type(sign)](_value(left, terms, deep), _value(right, terms, deep + 1))
    raise NoSumError


def decimal(value: Fraction) -> str:
    """A number as a decimal.  Raises NoSumError where it has no end."""
    for places in range(19):
        whole = value * 10**places
        if whole.denominator == 1:
            figures = f"{abs(whole.numerator):0{places + 1}}"
            text = f"{figures[:-places]}.{figures[-places:]}" if places else figures
            return f"-{text}" if value < 0 else text
    raise NoSumError


# ---- cells of a row -----------------------------------------------------------------------------
class NoNumberError(ValueError):
    """A cell that is to be compared with a number, and is none: nobody knows what happened."""

    def __init__(self, column: str, text: str) -> None:
        super().__init__(column)
        self.column, self.text = column, text


@dataclass(frozen=True, slots=True)
class RowContext:
    """A row: its fields, the moment that it tells, its number within its place."""

    cells: Sequence[str]
    moment: When | None = None
    count: str = ""


Reader = Callable[[RowContext, str], str]
"""The cell of a row, given the kind of event that it is of."""


class RowCells:
    """Makes cells of what a mapping takes from a row; `named` are fields whose texts stand for
    numbers, and `hours` says that rows tell the hour.
    """

    def __init__(
        self,
        convert: Converter,
        clock: Clock,
        lexicon: Lexicon,
        named: Collection[str] = (),
        *,
        hours: bool = False,
    ) -> None:
        self._convert, self._clock, self._lexicon = convert, clock, lexicon
        self._named, self._hours = named, hours

    def reader(self, name: str, taken: FieldSource) -> Reader:
        """How a field is read from each row."""
        fields, alone, adds = taken.fields, len(taken.pieces) == 1, is_sum(taken)
        column = " + ".join(dict.fromkeys(own.name for own in fields))
        if not fields:
            return partial(self._constant, name, taken)
        if name == "time":
            return partial(self._time, fields, column, alone=alone)

        def read(here: RowContext, kind: str) -> str:
            texts = [self._text(own, here) for own in taken.pieces]
            raw = "".join(texts)
            if adds and self._is_number(kind, name):
                return Cell(self._sum(taken, texts), column, raw)
            if not alone and all(self._convert.is_empty(own.text(here.cells)) for own in fields):
                raw = ""
            if alone and name in self._named:
                return Cell("" if self._convert.is_empty(raw) else raw, column, raw)
            return Cell(self._convert.text(kind, name, raw), column, raw)

        return read

    def _constant(self, name: str, taken: FieldSource, here: RowContext, kind: str) -> str:
        """A field that no column gives, and that may stand in the name of a file."""
        raw = "".join(self._text(own, here) for own in taken.pieces)
        text = self._convert.text(kind, name, raw)
        stands = [own.stands for own in taken.pieces if isinstance(own, FixedText) and own.stands]
        return Cell(text, *stands[0]) if stands else text

    def _is_number(self, kind: str, name: str) -> bool:
        of = self._lexicon.type_of(kind, name)
        return not isinstance(of, Enumeration) and convention_of(of) == "number"

    def _sum(self, taken: FieldSource, texts: Sequence[str]) -> str:
        """The value of a sum; empty where a part is, as it stands where it has none."""
        pairs = [*zip(taken.pieces, texts, strict=True)]
        if any(isinstance(own, FileField) and self._convert.is_empty(t) for own, t in pairs):
            return ""
        read: list[str | Fraction] = []
        for piece, text in pairs:
            term = self._convert.number(text) if isinstance(piece, FileField) else text
            if term is None:
                return "".join(texts)
            read.append(term)
        try:
            return computed(read)
        except NoSumError:
            return "".join(texts)

    def _time(
        self, fields: Sequence[FileField], column: str, here: RowContext, _: str, *, alone: bool
    ) -> str:
        raw = " ".join(text for own in fields if (text := own.text(here.cells)))
        if alone:
            return Cell(self._clock.written(raw) or raw, column, raw)
        if self._hours and here.moment is not None and not isinstance(here.moment, datetime):
            return Cell("", column, raw)  # the day alone would be its midnight beside other rows
        return Cell(raw if here.moment is None else here.moment.isoformat(), column, raw)

    def moment(self, taken: FieldSource | None, cells: Sequence[str]) -> When | None:
        """The moment that the cells of a row make."""
        if taken is None:
            return None
        texts = [self._text(own, RowContext(cells)) for own in taken.pieces]
        return self._clock.moment([text for text in texts if text.strip(" T,-")])

    def tells_time(self, taken: FieldSource | None, cells: Sequence[str]) -> bool:
        """Whether the cells of a row tell a moment, beside what holds of all rows."""
        if taken is None or not any(self.tells("", own.text(cells)) for own in taken.fields):
            return False
        return self.moment(taken, cells) is not None

    def left_out(self, made: BoundEvent, cells: Sequence[str]) -> bool:
        """True where a mapping says of the word for the kind of event that it is none."""
        return self._convert.left_out("event", "".join(own.text(cells) for own in made.kind.fields))

    def holds(self, made: BoundEvent, cells: Sequence[str]) -> bool:
        """True where the conditions of an event hold.  Raises NoNumberError."""
        return all(self._holds(test, cells) for test in made.tests)

    def tells(self, name: str, text: str) -> bool:
        """True for the text of a cell that is not empty, and that stands for something."""
        return not self._convert.is_empty(text) and not self._convert.left_out(name, text)

    def _holds(self, test: BoundCondition, cells: Sequence[str]) -> bool:
        text, says = test.field.text(cells), test.says
        filled = not self._convert.is_empty(text)
        if says.filled is not None:
            return filled is says.filled
        if says.compared:
            other = test.field if test.other is None else test.other
            than = says.than if test.other is None else test.other.text(cells)
            if not filled or self._convert.is_empty(than):
                return False
            return self._compares((test.field.name, text), (other.name, than), says)
        words = says.is_ or says.is_not
        same = any(self._convert.same(text, word) for word in words)
        return filled and same is bool(says.is_)

    def _compares(self, left: tuple[str, str], right: tuple[str, str], says: Condition) -> bool:
        """Compares two texts as numbers, each given behind the name of its column."""
        number = self._convert.number(left[1])
        than = self._convert.number(right[1]) if says.other else Fraction(says.than)
        if number is None or than is None:
            raise NoNumberError(*(left if number is None else right))
        return _COMPARED[says.compared](number, than)

    def _text(self, piece: Piece, here: RowContext) -> str:
        match piece:
            case FileField():
                return piece.text(here.cells)
            case FixedText(text=text):
                return text
            case Special(name="@count"):
                return here.count
            case Special(name="@coup"):
                return ""
            case Special():
                day = None if here.moment is None else self._clock.gaming_day(here.moment)
                return "" if day is None else day.isoformat()


# ---- whole columns ------------------------------------------------------------------------------
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


Sources = Mapping[str, tuple[FieldSource, Reader]]
"""By field: what it is taken from, and what reads that."""
Answer = TypeVar("Answer")
PLACE = ("casino", "session", "table", "shoe")
"""`{@count}` begins anew in each.  It numbers the coups: each row is one, or, of a row in which
several stand side by side, each number of a repetition.
"""


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """The sources of the fields that all events of a row share, and those of each event in its
    order; of a row that is `alone` one event, what its cells mean may hang on its kind.
    """

    shared: Sources
    events: Sequence[tuple[BoundEvent, Sources]]
    alone: bool
    cells: RowCells
    lexicon: Lexicon

    @classmethod
    def of(cls, bound: Binding, cells: RowCells, lexicon: Lexicon) -> ColumnPlan:
        """The plan for a mapping that is bound to a header."""

        def sources(taken: Mapping[str, FieldSource]) -> Sources:
            return {name: (own, cells.reader(name, own)) for name, own in taken.items()}

        shared = sources(bound.context)
        events = [
            (own, {**shared, **sources({"event": own.kind, **own.fields})}) for own in bound.events
        ]
        return cls(shared, events, not bound.says.events, cells, lexicon)

    def kinds(self, rows: Sheet) -> CodedColumn:
        """The kind of the first event of each row."""
        return self._column("event", self.events[0][1], rows)

    def happens(self, rows: Sheet) -> tuple[Bools, Bools, Bools]:
        """Which events each row stands for, which of them the mapping leaves out, and the rows of
        which nobody knows.
        """
        found = np.ones((len(rows), len(self.events)), bool)
        left_out, unknown = np.zeros_like(found), np.zeros(len(rows), bool)
        for at, (event, _) in enumerate(self.events):
            tested = [field for test in event.tests for field in (test.field, test.other)]
            told = _asked(rows, [*filter(None, tested)], partial(self._holds, event))
            filled = np.full(len(rows), not event.evidence)
            for name, field in event.evidence:
                filled |= rows.column(field.place).where(partial(self._tells, name, field))
            found[:, at], unknown = (told == 1) & filled, unknown | (told < 0)
            left_out[:, at] = _asked(rows, event.kind.fields, partial(self.cells.left_out, event))
        return found, left_out, unknown

    def _holds(self, event: BoundEvent, cells: Sequence[str]) -> int:
        try:
            return int(self.cells.holds(event, cells))
        except NoNumberError:
            return -1

    def _tells(self, name: str, field: FileField, cell: str) -> bool:
        return self.cells.tells(name, field.value(cell))

    def rows(self, header: Sequence[str], rows: Sheet, happens: Bools) -> tuple[Sheet, Ints]:
        """The cells of the events of all rows, in the order of a header; and which event each is.
        Every row is to be one, at least.
        """
        row, event = np.nonzero(happens)
        shared = {
            name: self._column(name, self.shared, rows)
            for name, (taken, _) in self.shared.items()
            if not self.alone and not taken.has("@count")
        }
        place = _places([shared[name] for name in PLACE if name in shared], len(rows))
        counts = _numbers(_following(place))
        for name in self.shared.keys() - shared.keys() if not self.alone else ():
            shared[name] = self._column(name, self.shared, rows, counts=counts)
        coups = self._coups_in_rows(row, event, place)
        made: dict[str, list[tuple[Ints, RowColumn]]] = {name: [] for name in header}
        for at, (own, sources) in enumerate(self.events):
            places = np.flatnonzero(event == at)
            here = row[places]
            some = rows if len(here) == len(rows) else rows.some(here)
            kinds, counted = self._column("event", sources, some), coups.some(places)
            for name in sources:
                if name == "event":
                    column: RowColumn = kinds
                elif self.alone or name in own.fields:
                    column = self._column(name, sources, some, kinds, counted)
                else:
                    column = shared[name].some(here)
                made[name].append((places, column))
        columns = [_joined(own, len(row)) for own in made.values()]
        return Sheet(rows.numbers[row], columns), event

    def _coups_in_rows(self, row: Ints, event: Ints, place: Ints) -> RowColumn:
        """The number of the coup of each event, where a row holds several: of each repetition."""
        numbers = [own.number for own, _ in self.events]
        counts = [any(t.has("@count") for t in own.fields.values()) for own, _ in self.events]
        found = np.zeros(len(row), np.int64)
        counted = np.flatnonzero(np.array(counts, bool)[event])
        if len(counted):
            nth = np.array([numbers.index(own) for own in numbers])[event[counted]]
            unit = row[counted] * len(numbers) + nth
            _, first, back = np.unique(unit, return_index=True, return_inverse=True)
            turn = np.argsort(first)
            own = np.empty(len(first), np.int64)
            own[turn] = _following(place[row[counted[first[turn]]]])
            found[counted] = own[back.ravel()]
        return _numbers(found)

    def timed(self, rows: Sheet) -> Bools:
        """Which rows tell a time for all their events."""
        source = self.shared["time"][0] if "time" in self.shared else None
        fields = () if source is None else source.fields
        return _asked(rows, fields, partial(self.cells.tells_time, source)) > 0

    def _column(
        self,
        name: str,
        sources: Sources,
        rows: Sheet,
        kinds: RowColumn | None = None,
        counts: RowColumn | None = None,
    ) -> CodedColumn:
        taken, read = sources[name]
        timed = any(isinstance(piece, Special) for piece in taken.pieces)
        timed = timed or (name == "time" and len(taken.pieces) > 1)
        time = sources["time"][0] if timed and "time" in sources else None
        fields = [*taken.fields, *(time.fields if time is not None else ())]

        def cell(cells: Sequence[str], kind: str, count: str) -> str:
            return read(RowContext(cells, self.cells.moment(time, cells), count), kind)

        by_kind = len(taken.pieces) != 1 or self.lexicon.differs(name)
        beside = (kinds if by_kind else None, counts if taken.has("@count") else None)
        found, codes = _each(rows, fields, cell, beside)
        return CodedColumn(codes, found)


def _places(columns: Sequence[RowColumn], size: int) -> Ints:
    """The number of each row's place, which cells with the same texts name."""
    codes, firsts = together(columns, size)
    names = [tuple(str(own[at]) for own in columns) for at in firsts.tolist()]
    numbers = {name: at for at, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], np.int64).take(codes)


def _following(places: Ints) -> Ints:
    """How many of the rows up to each are of its place."""
    order = np.argsort(places, kind="stable")
    begins = np.flatnonzero(np.diff(places[order], prepend=-1))
    found = np.empty(len(places), np.int64)
    found[order] = np.arange(len(places)) - np.repeat(begins, np.diff([*begins, len(places)])) + 1
    return found


def _numbers(numbers: Ints) -> CodedColumn:
    different, codes = np.unique(numbers, return_inverse=True)
    return CodedColumn(codes.ravel(), [str(own) for own in different.tolist()])


def _each(
    rows: Sheet,
    fields: Sequence[FileField],
    read: Callable[[Sequence[str], str, str], Answer],
    beside: Sequence[RowColumn | None] = (None, None),
) -> tuple[list[Answer], Ints]:
    """The answers for each different combination of fields, kinds and numbers of coups, and which
    a row has.
    """
    places = list(dict.fromkeys(own.place for own in fields))
    columns = [rows.column(place) for place in places]
    codes, first = together([*columns, *filter(None, beside)], len(rows))
    texts = [own.some(first).cells() for own in columns]
    none = [""] * len(first)
    kinds, counts = (none if own is None else own.some(first).cells() for own in beside)
    cells = [""] * (max(places, default=-1) + 1)
    found = []
    for kind, count, *combined in zip(kinds, counts, *texts, strict=True):
        for place, text in zip(places, combined, strict=True):
            cells[place] = text
        found.append(read(cells, kind, count))
    return found, codes


def _asked(rows: Sheet, fields: Sequence[FileField], ask: Callable[[Sequence[str]], int]) -> Ints:
    """A small number for each row, which hangs on some fields."""
    found, codes = _each(rows, fields, lambda cells, *_: ask(cells))
    return np.array([*found, 0], np.int64).take(codes)


def _joined(parts: Sequence[tuple[Ints, RowColumn]], size: int) -> RowColumn:
    """Columns of some rows as one, which is empty in all others."""
    if len(parts) == 1 and len(parts[0][0]) == size:
        return parts[0][1]
    texts = [""]
    codes = np.zeros(size, np.int64)
    for places, own in parts:
        codes[places] = own.codes + np.int64(len(texts))
        texts += own.texts
    return CodedColumn(codes, texts)


def texts_of(bound: Binding, lexicon: Lexicon) -> ColumnTexts:
    """The different texts of the columns whose conventions matter."""
    texts = ColumnTexts()
    seen: dict[tuple[Type, bool, FileField | FixedText], str] = {}
    for made in bound.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, FixedText))
        for name, taken in {**bound.context, **made.fields}.items():
            of = lexicon.type_of(kind, name)
            if (of == TEXT and name != "session") or name in bound.says.same:
                continue  # names are written in one way only
            for own in taken.pieces:
                if isinstance(own, FileField | FixedText):
                    seen.setdefault((of, name == "session", own), name)
        for test in made.tests:
            compared = (test.field, test.other) if test.says.compared else ()
            seen |= {(NUMBER, False, own): "" for own in compared if own is not None}
    for (of, _, own), name in seen.items():
        column, firsts = _firsts(bound, of, name, own)
        note(texts, lexicon, of, name, firsts, column=column)
    return texts


def _firsts(
    bound: Binding, of: Type, name: str, own: FileField | FixedText
) -> tuple[str, Mapping[str, int]]:
    """The column of a piece of a field, and its different texts with their first rows, but for
    words that the mapping explains.
    """
    if isinstance(own, FixedText):
        return ("", {}) if own.stands is None else (own.stands[0], {own.text: 0})
    column, told = bound.below.column(own.place), bound.says.values.get(name, {})
    found: dict[str, int] = {}
    for first in column.firsts():
        text = own.value(column[first])
        if text and not (text in told and isinstance(of, Enumeration)):
            found.setdefault(text, int(bound.below.numbers[first]))
    return own.name, found
