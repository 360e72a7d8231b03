"""The canonical cells of one row; each remembers the column and the text it came from."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache, partial

from auditor.log.cell import Cell
from auditor.log.convert.cells import Clock, Converter, When
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import (
    BoundCondition,
    BoundEvent,
    FieldSource,
    FileField,
    FixedText,
    Piece,
)
from auditor.log.mapping.schema import Condition, Special
from auditor.types import Enumeration
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
