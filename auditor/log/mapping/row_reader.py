"""The canonical cells of one row; each remembers the column and the text it came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

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
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[+\-*/()])")
_DEEP = 50  # signs and brackets that may open within each other


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


def computed(terms: Iterable[str | Fraction]) -> str:
    """The value of a sum of texts and numbers, as an exact decimal.  Raises NoSumError."""
    tokens: list[str | Fraction] = []
    for term in terms:
        tokens += [term] if isinstance(term, Fraction) else _tokens(term)
    value, rest = _sum(tokens[::-1], 0)
    if rest:
        raise NoSumError
    return decimal(value)


def decimal(value: Fraction) -> str:
    """A number as a decimal.  Raises NoSumError where it has no end."""
    for places in range(19):
        whole = value * 10**places
        if whole.denominator == 1:
            figures = f"{abs(whole.numerator):0{places + 1}}"
            text = f"{figures[:-places]}.{figures[-places:]}" if places else figures
            return f"-{text}" if value < 0 else text
    raise NoSumError


def _tokens(text: str) -> list[str | Fraction]:
    found: list[str | Fraction] = []
    at = 0
    while text[at:].strip():
        token = _TOKEN.match(text, at)
        if token is None:
            raise NoSumError
        own, at = token[1], token.end()
        found.append(Fraction(own) if own[0].isdigit() else own)
    return found


Tokens = list[str | Fraction]  # tokens still to be read, the next last


def _sum(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    value, rest = _product(rest, deep)
    while rest and rest[-1] in {"+", "-"}:
        sign = rest.pop()
        other, rest = _product(rest, deep)
        value = value + other if sign == "+" else value - other
    return value, rest


def _product(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    value, rest = _term(rest, deep)
    while rest and rest[-1] in {"*", "/"}:
        sign = rest.pop()
        other, rest = _term(rest, deep)
        if sign == "/" and not other:
            raise NoSumError
        value = value * other if sign == "*" else value / other
    return value, rest


def _term(rest: Tokens, deep: int) -> tuple[Fraction, Tokens]:
    if not rest or deep > _DEEP:
        raise NoSumError
    match rest.pop():
        case Fraction() as number:
            return number, rest
        case "-" | "+" as sign:
            value, rest = _term(rest, deep + 1)
            return (-value if sign == "-" else value), rest
        case "(":
            value, rest = _sum(rest, deep + 1)
            if rest and rest.pop() == ")":
                return value, rest
    raise NoSumError


# ---- cells of a row -----------------------------------------------------------------------------
MOST_KEPT = 500_000
"""Texts of a column that are kept: one of ever new texts must not fill the memory."""


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
        fields = taken.fields
        column = " + ".join(dict.fromkeys(own.name for own in fields))
        if name == "time" and fields:
            if len(taken.pieces) == 1 and fields[0].is_whole:
                return lambda here, _: self._moment_of_one(fields[0], here)
            return lambda here, _: self._time(fields, column, here)
        if is_sum(taken):
            return lambda here, kind: self._sum(name, taken, column, here, kind)
        match taken.pieces:
            case (FileField(is_whole=True) as only,):
                return self._of_one(name, only)
            case _:
                return lambda here, kind: self._of_several(name, taken, column, here, kind)

    def _of_one(self, name: str, field: FileField) -> Reader:
        """A field that is one column: the same text is read once."""
        place, column = field.place, field.name
        convert = self._as_it_stands if name in self._named else self._convert.text
        by_kind = self._lexicon.differs(name)
        kept: dict[tuple[str, str], Cell] = {}

        def read(here: RowContext, kind: str) -> str:
            raw = here.cells[place] if place < len(here.cells) else ""
            key = (kind if by_kind else "", raw)
            cell = kept.get(key)
            if cell is None:
                if len(kept) > MOST_KEPT:
                    kept.clear()
                cell = kept[key] = Cell(convert(kind, name, raw), column, raw)
            return cell

        return read

    def _as_it_stands(self, kind: str, field: str, text: str) -> str:  # noqa: ARG002 - as `text` has
        return "" if self._convert.is_empty(text) else text.strip()

    def _of_several(
        self, name: str, taken: FieldSource, column: str, here: RowContext, kind: str
    ) -> str:
        raw = "".join(self._text(piece, here) for piece in taken.pieces)
        fields = taken.fields
        if fields and all(self._convert.is_empty(own.text(here.cells)) for own in fields):
            raw = ""
        text = self._convert.text(kind, name, raw)
        if fields:
            return Cell(text, column, raw)
        stands = [own.stands for own in taken.pieces if isinstance(own, FixedText) and own.stands]
        return Cell(text, *stands[0]) if stands else text

    def _sum(self, name: str, taken: FieldSource, column: str, here: RowContext, kind: str) -> str:
        """The value of a sum; empty where a part is, as it stands where it has none."""
        of = self._lexicon.type_of(kind, name)
        if isinstance(of, Enumeration) or convention_of(of) != "number":
            return self._of_several(name, taken, column, here, kind)
        raw = "".join(self._text(piece, here) for piece in taken.pieces)
        if any(self._convert.is_empty(own.text(here.cells)) for own in taken.fields):
            return Cell("", column, raw)
        terms: list[str | Fraction] = []
        for piece in taken.pieces:
            text = self._text(piece, here)
            number = self._convert.number(text) if isinstance(piece, FileField) else text
            if number is None:
                return Cell(raw, column, raw)
            terms.append(number)
        try:
            return Cell(computed(terms), column, raw)
        except NoSumError:
            return Cell(raw, column, raw)

    def _time(self, fields: Sequence[FileField], column: str, here: RowContext) -> str:
        raw = " ".join(text for own in fields if (text := own.text(here.cells)))
        moment = here.moment
        if self._hours and moment is not None and not isinstance(moment, datetime):
            return Cell("", column, raw)  # the day alone would be its midnight beside other rows
        return Cell(raw if here.moment is None else here.moment.isoformat(), column, raw)

    def _moment_of_one(self, field: FileField, here: RowContext) -> str:
        raw = field.text(here.cells)
        return Cell(self._clock.written(raw) or raw, field.name, raw)

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

    def happens(self, made: BoundEvent, cells: Sequence[str]) -> bool:
        """Whether a row stands for this event: by its conditions, and by a cell of its own."""
        if not self.holds(made, cells):
            return False
        return not made.evidence or any(
            self.tells(name, own.text(cells)) for name, own in made.evidence
        )

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
        match says.compared:
            case "<":
                return number < than
            case "<=":
                return number <= than
            case ">":
                return number > than
            case ">=":
                return number >= than
            case _:
                return number == than

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
