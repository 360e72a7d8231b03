"""The text of a cell: the canonical one of a typed value, whichever format it comes from; with the
column and the text that stand in the file; and as columns for whoever asked a sandbox.

A sandbox imports little, so that it starts soon and needs little memory: here arrays of Python do.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import compress, zip_longest
from typing import Any

from auditor.values import show


def canonical_text(cell: object) -> str:
    """A cell as its type reads it back: exact, without the `.0` of whole numbers that a spreadsheet
    or a gap made floating; nothing for what is missing.
    """
    match cell:
        case str():
            return cell.strip()
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case int():
            return str(cell)
        case float():
            return _of_float(cell)
        case Decimal():
            return "" if cell.is_nan() else format(cell, "f")
        # A missing time of pandas is a time as well, and not equal to itself.
        case date() | time():  # and datetime
            return cell.isoformat() if cell == cell else ""  # noqa: PLR0124
        case timedelta():
            if cell != cell:  # noqa: PLR0124 - missing
                return ""
            # A duration of pandas is one of a class of its own.
            return show(timedelta(cell.days, cell.seconds, cell.microseconds))
        case _:
            return str(cell).strip()


def _of_float(cell: float) -> str:
    if cell != cell:  # noqa: PLR0124 - not a number: an empty cell
        return ""
    if cell.is_integer():
        return str(int(cell))
    text = repr(float(cell))
    return format(Decimal(text), "f") if "e" in text else text


class Cell(str):
    """The canonical text of a cell, which remembers its column and its text in the file."""

    __slots__ = ("column", "raw")

    column: str
    raw: str

    def __new__(cls, text: str, column: str, raw: str) -> Cell:
        cell = super().__new__(cls, text)
        cell.column, cell.raw = column, raw
        return cell

    def __reduce__(self) -> tuple[type[Cell], tuple[str, str, str]]:
        """A cell is pickled for other processes with the text that stands in the file."""
        return Cell, (str(self), self.column, self.raw)


def stood(name: str, text: str) -> tuple[str, str]:
    """The column and the text under which a cell stands in its file."""
    return (text.column, text.raw) if isinstance(text, Cell) else (name, text)


# ---- cells as columns, from a sandbox -----------------------------------------------------------
AT_ONCE = 4096  # rows that are best coded together

_UNSIGNED = {1: "B", 2: "H", 4: "I"}

Answer = list[Any]  # an answer of a sandbox, as JSON holds it


@dataclass(slots=True)
class ColumnCoder:
    """A column that grows: its different texts, and which of them stands in each row."""

    text_of: Callable[[Any], str]
    texts: list[str] = field(default_factory=list)
    codes: array[int] = field(default_factory=lambda: array("I"))
    _numbers: dict[Any, int] = field(default_factory=dict)
    _mixed: bool = False

    def add(self, cells: Sequence[Any]) -> None:
        """Adds some cells.  Numbers and words of one value are told apart by their types."""
        keys: Iterable[Any] = cells
        if self._mixed:
            keys = [own if type(own) is str else (type(own), own) for own in cells]
        try:
            self.codes += array("I", map(self._numbers.__getitem__, keys))
        except KeyError:
            self._enter(cells)
            self.add(cells)

    def _enter(self, cells: Iterable[Any]) -> None:
        for own in cells:
            key = own
            if type(own) is not str:
                self._mixed, key = True, (type(own), own)
            if key not in self._numbers:
                self._numbers[key] = len(self.texts)
                self.texts.append(self.text_of(own))

    def length(self) -> int:
        """The characters of all its cells."""
        return sum(len(self.texts[code]) * count for code, count in Counter(self.codes).items())

    def answer(self) -> Answer:
        size = size_of_codes(len(self.texts))
        return [self.texts, size, packed(array(_UNSIGNED[size], self.codes).tobytes())]


class RowCoder:
    """Rows that come in their order and become columns."""

    def __init__(self, text_of: Callable[[Any], str]) -> None:
        self.numbers: array[int] = array("I")
        self.columns: list[ColumnCoder] = []
        self._text_of = text_of

    def add(self, first: int, rows: Sequence[Sequence[Any]]) -> None:
        """Adds some rows, numbered from the first; of rows that are shorter the rest is empty."""
        before = len(self.numbers)
        self.numbers.extend(range(first, first + len(rows)))
        alike = len(set(map(len, rows))) == 1
        given = list(zip(*rows, strict=True) if alike else zip_longest(*rows, fillvalue=""))
        for _ in given[len(self.columns) :]:
            self.columns.append(ColumnCoder(self._text_of))
            self.columns[-1].add([""] * before)
        for at, own in enumerate(self.columns):
            own.add(given[at] if at < len(given) else [""] * len(rows))

    def add_header(self, names: Sequence[str]) -> None:
        """Adds a row 0 above all others."""
        self.add(0, [names])
        for own in (self.numbers, *(column.codes for column in self.columns)):
            own.insert(0, own.pop())

    def drop_blank(self) -> None:
        """Leaves out the rows in which nothing stands."""
        size = len(self.numbers)
        every = int.from_bytes(b"\1" * size)
        filled = 0
        for own in self.columns:
            of_texts = [*map(bool, own.texts)]
            filled |= int.from_bytes(bytes(map(of_texts.__getitem__, own.codes)))
            if filled == every:
                return
        kept = filled.to_bytes(size)
        self.numbers = array("I", compress(self.numbers, kept))
        for own in self.columns:
            own.codes = array("I", compress(own.codes, kept))

    def is_longer(self, most: int) -> bool:
        """Whether the cells have more characters than so many, all together."""
        longest = sum(max(map(len, own.texts), default=0) for own in self.columns)
        size = len(self.numbers)
        return longest * size > most and sum(own.length() for own in self.columns) > most

    def answer(self, before: int = 0) -> Answer:
        """All rows, with so many empty columns before the first."""
        columns = [own.answer() for own in self.columns]
        if before:
            empty = ColumnCoder(self._text_of)
            empty.add([""] * len(self.numbers))
            columns[:0] = [empty.answer()] * before
        return [packed(self.numbers.tobytes()), columns]


def size_of_codes(count: int) -> int:
    """The bytes of each number below some count."""
    return next(size for size in _UNSIGNED if count <= 1 << 8 * size)


def packed(numbers: bytes) -> str:
    """The bytes of some numbers, as JSON holds them."""
    return b64encode(numbers).decode()
