"""Rows of text as columns, from a sandbox to whoever asked it: of each column its different texts,
and which of them stands in each row.

A sandbox imports little, so that it starts soon and needs little memory: here arrays of Python do.
"""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress, zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.log.coded import CodedRows

AT_ONCE = 4096
"""Rows that are best coded together."""

_UNSIGNED = {1: "B", 2: "H", 4: "I"}

Answer = list[Any]
"""An answer of a sandbox, as JSON holds it."""


@dataclass(slots=True)
class ColumnCoder:
    """A column that grows: `values` are its different cells as they came, each with its text."""

    text_of: Callable[[Any], str]
    texts: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
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
                self.values.append(own)

    def marks(self, of_texts: Sequence[int]) -> bytes:
        """The small number of the text that stands in each row."""
        return bytes(map(of_texts.__getitem__, self.codes))

    def length(self) -> int:
        """The characters of all its cells."""
        return sum(len(self.texts[code]) * count for code, count in Counter(self.codes).items())

    def answer(self) -> Answer:
        size = next(size for size in _UNSIGNED if len(self.texts) <= 1 << 8 * size)
        return [self.texts, size, _packed(array(_UNSIGNED[size], self.codes))]


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

    def drop_blank(self) -> None:
        """Leaves out the rows in which nothing stands."""
        size = len(self.numbers)
        every = int.from_bytes(b"\1" * size)
        filled = 0
        for own in self.columns:
            filled |= int.from_bytes(own.marks(list(map(bool, own.texts))))
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
        return [_packed(self.numbers), columns]


def _packed(numbers: array[int]) -> str:
    return b64encode(numbers.tobytes()).decode()


# ---- outside the sandbox ------------------------------------------------------------------------
def decoded(answer: Answer) -> CodedRows:
    """The rows of an answer."""
    import numpy as np  # noqa: PLC0415 - the sandbox does without

    from auditor.log.coded import CodedColumn, CodedRows  # noqa: PLC0415 - the same

    numbers, columns = answer
    rows = np.frombuffer(b64decode(numbers), f"u{array('I').itemsize}").astype(np.int64)
    return CodedRows(
        rows,
        [
            CodedColumn(np.frombuffer(b64decode(own), f"u{size}"), texts)
            for texts, size, own in columns
        ],
    )
