"""A mapping laid on whole columns: what makes the same cell is read once.

A cell of the table hangs on few cells of its row: those that its field is taken from, the kind of
event, and the moment where a day is asked for.  Of each different combination of these the first
is read; the cell remembers the column and the text it came from.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, TypeVar

import numpy as np

from auditor.log.cell import Cell
from auditor.log.coded import CodedColumn, Sheet, together
from auditor.log.convert.cells import Clock, Converter, When, note
from auditor.log.convert.conventions import ColumnTexts, Language, conclude
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
from auditor.log.mapping.schema import Special
from auditor.log.store.vector import Bools, Ints
from auditor.types import NUMBER, TEXT, Enumeration, Type
from auditor.values import convention_of

_FIGURES = re.compile(r"(?<!\w)\d+(?:\.\d+)?")
_DEEP = 50  # signs and brackets that may open within each other
_PLACES = 18  # decimals of a sum
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
    scaled = value * 10**_PLACES
    if scaled.denominator != 1:
        raise NoSumError
    whole, part = divmod(abs(scaled.numerator), 10**_PLACES)
    text = f"{whole}.{part:0{_PLACES}}".rstrip("0").removesuffix(".")
    return f"-{text}" if value < 0 else text


# ---- whole columns ------------------------------------------------------------------------------
Sources = Mapping[str, FieldSource]
"""By field what it is taken from."""
Part = tuple[CodedColumn, Callable[[str], str]]
"""A column, and what a cell of it says."""
Answer = TypeVar("Answer")
PLACE = ("casino", "session", "table", "shoe")
"""`{@count}` begins anew in each.  It numbers the coups: each row is one, or, of a row in which
several stand side by side, each number of a repetition.
"""


class NoNumber(NamedTuple):
    """A cell that is to be compared with a number, and is none: nobody knows what happened."""

    column: str
    text: str


class ColumnPlan:
    """Reads the events of rows by a mapping, and by the conventions that its cells show: the fields
    that all events of a row share, and those of each event in its order; of a row that is `alone`
    one event, what its cells mean may hang on its kind.
    """

    def __init__(self, bound: Binding, lexicon: Lexicon, language: Language) -> None:
        says, self.bound, self.lexicon = bound.says, bound, lexicon
        texts = texts_of(bound, lexicon)
        self.conventions, self.doubts = conclude(texts, says.conventions(), language)
        self._convert = Converter(lexicon, self.conventions, says.values, says.empty)
        self._clock = Clock(self.conventions, says.turn_of_day(), says.zone())
        self.alone = not says.events
        self.events: Sequence[tuple[BoundEvent, Sources]] = [
            (own, {**bound.context, "event": own.kind, **own.fields}) for own in bound.events
        ]
        self.header = tuple(dict.fromkeys(name for _, own in self.events for name in own))

    # ---- which events ---------------------------------------------------------------------------
    def happens(self, rows: Sheet) -> tuple[Bools, Bools, Mapping[int, NoNumber]]:
        """Which events each row stands for, which of them the mapping leaves out, and by its place
        each row of which nobody knows.
        """
        found = np.ones((len(rows), len(self.events)), bool)
        left_out, unknown = np.zeros_like(found), dict[int, NoNumber]()
        for at, (event, _) in enumerate(self.events):
            for test in event.tests:
                told, codes = _each(rows, _parts(rows, test.fields), partial(self._holds, test))
                for nth, own in enumerate(told):
                    if isinstance(own, NoNumber):
                        places = np.flatnonzero(found[:, at] & (codes == nth)).tolist()
                        unknown = dict.fromkeys(places, own) | unknown
                found[:, at] &= _taken([own is True for own in told], codes)
            filled = np.full(len(rows), not event.evidence)
            for name, field in event.evidence:
                filled |= rows.column(field.place).where(partial(self._is_told, name, field))
            found[:, at] &= filled
            said = _each(rows, _parts(rows, event.kind.fields), self._is_left_out)
            left_out[:, at] = not event.kind.pieces or _taken(*said)
        return found, left_out, unknown

    def _holds(self, test: BoundCondition, text: str, other: str = "") -> bool | NoNumber:
        says, filled = test.says, not self._convert.is_empty(text)
        if says.filled is not None:
            return filled is says.filled
        if not says.compared:
            words = says.is_ or says.is_not
            same = any(self._convert.same(text, word) for word in words)
            return filled and same is bool(says.is_)
        texts = (text, other) if says.other else (text,)
        if any(map(self._convert.is_empty, texts)):
            return False
        numbers = [*map(self._convert.number, texts), Fraction(says.than)]
        for field, own, number in zip(test.fields, texts, numbers, strict=False):
            if number is None:
                return NoNumber(field.name, own)
        return _COMPARED[says.compared](*numbers[:2])  # type: ignore[arg-type]  # none is None

    def _is_left_out(self, *texts: str) -> bool:
        """True where a mapping says of the word for the kind of event that it is none."""
        return self._convert.left_out("event", "".join(texts))

    def _is_told(self, name: str, field: FileField, cell: str) -> bool:
        """True for a cell that is not empty, and that stands for something."""
        text = field.value(cell)
        return not self._convert.is_empty(text) and not self._convert.left_out(name, text)

    def kinds(self, rows: Sheet) -> CodedColumn:
        """The kind of the first event of each row."""
        return self._column("event", self.events[0][1], rows)

    def timed(self, rows: Sheet) -> Bools:
        """Which rows tell a time for all their events, beside what holds of all rows."""
        if (taken := self.bound.context.get("time")) is None:
            return np.zeros(len(rows), bool)
        told = np.zeros(len(rows), bool)
        for field in taken.fields:
            told |= rows.column(field.place).where(partial(self._is_told, "", field))
        days, codes = _each(rows, _parts(rows, taken.pieces), self._day)
        return told & _taken([day != "" for day in days], codes)

    # ---- cells ----------------------------------------------------------------------------------
    def rows(self, rows: Sheet, happens: Bools) -> tuple[Sheet, Ints]:
        """The cells of the events of all rows, which are one at least, and which event each is."""
        row, event = np.nonzero(happens)
        context = {} if self.alone else self.bound.context
        shared = {
            name: self._column(name, context, rows)
            for name, taken in context.items()
            if not taken.has("@count")
        }
        place = _places([shared[name] for name in PLACE if name in shared], len(rows))
        counts = _numbers(_following(place))
        for name in context.keys() - shared.keys():
            shared[name] = self._column(name, context, rows, counts=counts)
        coups = self._coups_in_rows(row, event, place)
        made: dict[str, list[tuple[Ints, CodedColumn]]] = {name: [] for name in self.header}
        for at, (own, sources) in enumerate(self.events):
            places = np.flatnonzero(event == at)
            here = row[places]
            some = rows if len(here) == len(rows) else rows.some(here)
            kinds, counted = self._column("event", sources, some), coups.some(places)
            for name in sources:
                if name == "event":
                    column: CodedColumn = kinds
                elif self.alone or name in own.fields:
                    column = self._column(name, sources, some, kinds, counted)
                else:
                    column = shared[name].some(here)
                made[name].append((places, column))
        columns = [_joined(own, len(row)) for own in made.values()]
        return Sheet(rows.numbers[row], columns), event

    def guessed(self, rows: Sheet) -> list[dict[str, str]]:
        """The cells of the only event that each of some torn rows would be, but for its time."""
        sources = self.events[0][1]
        kinds = self._column("event", sources, rows, is_torn=True)
        told = {
            name: kinds
            if name == "event"
            else self._column(name, sources, rows, kinds, is_torn=True)
            for name in sources
            if name != "time"
        }
        cells = zip(*(own.cells() for own in told.values()), strict=True)
        return [dict(zip(told, own, strict=True)) for own in cells]

    def _coups_in_rows(self, row: Ints, event: Ints, place: Ints) -> CodedColumn:
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

    def _column(
        self,
        name: str,
        sources: Sources,
        rows: Sheet,
        kinds: CodedColumn | None = None,
        counts: CodedColumn | None = None,
        *,
        is_torn: bool = False,
    ) -> CodedColumn:
        taken, time = sources[name], sources.get("time")
        beside = {} if counts is None else {"@count": counts}
        if taken.has("@day") and time is not None and name != "time" and not is_torn:
            days, codes = _each(rows, _parts(rows, time.pieces), self._day)
            beside["@day"] = CodedColumn(codes, days)
        by_kind = kinds is not None and (len(taken.pieces) != 1 or self.lexicon.differs(name))
        kind = kinds if by_kind and kinds is not None else _constant("", rows)
        parts: list[Part] = [(kind, str), *_parts(rows, taken.pieces, beside)]
        cells, codes = _each(rows, parts, partial(self._cell, name, taken))
        return CodedColumn(codes, cells)

    def _cell(self, name: str, taken: FieldSource, kind: str, *texts: str) -> str:
        """The cell of a field, given the kind of event and the texts of all pieces."""
        raw = "".join(texts)
        if not taken.fields:
            day = self._clock.written(raw) if name == "time" else None
            text = day or self._convert.text(kind, name, raw)
            return Cell(text, *taken.stands) if taken.stands else text
        if name == "time":
            return self._time(taken, texts)
        alone, told = len(texts) == 1, taken.of_fields(texts)
        if taken.is_sum and self._is_number(kind, name):
            return Cell(self._sum(taken, texts), taken.column, raw)
        if alone and name in self.bound.says.same:
            return Cell("" if self._convert.is_empty(raw) else raw, taken.column, raw)
        if not alone and all(map(self._convert.is_empty, told)):
            raw = ""
        return Cell(self._convert.text(kind, name, raw), taken.column, raw)

    def _is_number(self, kind: str, name: str) -> bool:
        of = self.lexicon.type_of(kind, name)
        return not isinstance(of, Enumeration) and convention_of(of) == "number"

    def _sum(self, taken: FieldSource, texts: Sequence[str]) -> str:
        """The value of a sum; empty where a part is, as it stands where it has none."""
        if any(map(self._convert.is_empty, taken.of_fields(texts))):
            return ""
        terms: list[str | Fraction] = []
        for piece, text in zip(taken.pieces, texts, strict=True):
            term = self._convert.number(text) if isinstance(piece, FileField) else text
            if term is None:
                return "".join(texts)
            terms.append(term)
        try:
            return computed(terms)
        except NoSumError:
            return "".join(texts)

    def _time(self, taken: FieldSource, texts: Sequence[str]) -> str:
        raw = " ".join(filter(None, taken.of_fields(texts)))
        if len(texts) == 1:
            return Cell(self._clock.written(raw) or raw, taken.column, raw)
        moment = self._moment(texts)
        if self._tells_hours and moment is not None and not isinstance(moment, datetime):
            return Cell("", taken.column, raw)  # it would be its midnight beside other rows
        return Cell(raw if moment is None else moment.isoformat(), taken.column, raw)

    @cached_property
    def _tells_hours(self) -> bool:
        """True where a time is put together from columns, and some row fills all of them."""
        taken, below = self.bound.context.get("time"), self.bound.below
        fields = () if taken is None else taken.fields
        filled = [below.column(own.place).where(partial(self._is_told, "", own)) for own in fields]
        return len(fields) > 1 and bool(np.logical_and.reduce(filled).any())

    def _moment(self, texts: Sequence[str]) -> When | None:
        return self._clock.moment([text for text in texts if text.strip(" T,-")])

    def _day(self, *texts: str) -> str:
        """The gaming day of a time; nothing of none."""
        moment = self._moment(texts)
        return "" if moment is None else self._clock.gaming_day(moment).isoformat()


def _constant(text: str, rows: Sheet) -> CodedColumn:
    return CodedColumn(np.zeros(len(rows), np.uint8), [text])


def _parts(
    rows: Sheet, pieces: Sequence[Piece], beside: Mapping[str, CodedColumn] | None = None
) -> Iterator[Part]:
    """The columns of pieces; special words without one say nothing."""
    for own in pieces:
        match own:
            case FileField(place=place):
                yield rows.column(place), own.value
            case FixedText(text=text):
                yield _constant(text, rows), str
            case Special(name=name):
                yield (beside or {}).get(name) or _constant("", rows), str


def _each(
    rows: Sheet, parts: Iterable[Part], read: Callable[..., Answer]
) -> tuple[list[Answer], Ints]:
    """The answers for each different combination of cells, and which a row has."""
    parts = [*parts]
    codes, firsts = together([own for own, _ in parts], len(rows))
    texts = [map(value, own.some(firsts).cells()) for own, value in parts]
    return [read(*own) for _, *own in zip(firsts.tolist(), *texts, strict=True)], codes


def _taken(answers: Sequence[bool], codes: Ints) -> Bools:
    """The answer of each row."""
    return np.array([*answers, False]).take(codes)


def _places(columns: Sequence[CodedColumn], size: int) -> Ints:
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


def _joined(parts: Sequence[tuple[Ints, CodedColumn]], size: int) -> CodedColumn:
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
            seen |= {(NUMBER, False, own): "" for own in test.fields if test.says.compared}
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
