"""Rows of text held as columns: the different texts of each, and which of them stands in a row."""

from __future__ import annotations

import re
from abc import abstractmethod
from array import array
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

from auditor.lazily import when_used
from auditor.log.cell import Answer, Cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
else:
    np = when_used("numpy")

Cells = tuple[int, tuple[str, ...]]  # the number of a row as a spreadsheet shows it, and its cells

_AT_ONCE = 4096  # rows that are made of columns
_SPARSE = 4  # combinations that there might be for one that there is: more are sorted, not counted


class CodedColumn:
    """A column of rows: `codes` says which of the texts stands in each.  Of these some may be the
    same, such as cells that read alike and are written in two ways, and some may stand in no row.
    """

    __slots__ = ("codes", "texts")

    def __init__(self, codes: Ints, texts: Sequence[str]) -> None:
        self.codes, self.texts = codes, texts

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.texts[int(self.codes[row])]

    def some(self, rows: Ints | Bools | slice) -> CodedColumn:
        """The column in some rows alone."""
        return CodedColumn(self.codes[rows], self.texts)

    def cells(self) -> Iterator[str]:
        """The cell of each row."""
        return map(self.texts.__getitem__, self.codes.tolist())

    def standing(self) -> list[int]:
        """The numbers of the texts that stand in some row and are not empty."""
        there = np.zeros(len(self.texts), bool)
        there[self.codes] = True
        return [at for at in np.flatnonzero(there).tolist() if self.texts[at]]

    def said(self) -> frozenset[str]:
        """The texts that stand in some row."""
        return frozenset(self[at] for at in self.firsts())

    def where(self, holds: Callable[[str], bool]) -> Bools:
        """The rows whose text is such a one."""
        if not len(self.codes):
            return np.zeros(0, bool)
        return np.array([holds(text) for text in self.texts], bool).take(self.codes)

    def matching(self, pattern: re.Pattern[str]) -> list[str]:
        """The texts in which a pattern is found."""
        return list(filter(pattern.search, self.texts))

    def longest(self) -> int:
        """The characters of the longest text."""
        return max(map(len, self.texts), default=0)

    def firsts(self) -> list[int]:
        """The first row of each text that stands in any, in their order."""
        first = first_places(self.codes, len(self.texts))
        first.sort()
        found: list[int] = first[first.searchsorted(0) :].tolist()
        return found


def column_of(cells: Sequence[str]) -> CodedColumn:
    """The column of some cells; of those that are written alike the first stands for all."""
    keys: Sequence[object] = cells
    if Cell in set(map(type, cells)):
        keys = [(own, own.column, own.raw) if isinstance(own, Cell) else own for own in cells]
    numbers: dict[object, int] = {own: at for at, own in enumerate(dict.fromkeys(keys))}
    codes = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(cells))
    texts = [cells[at] for at in first_places(codes, len(numbers)).tolist()]
    return CodedColumn(codes.astype(narrow(len(texts))), texts)


def joined(parts: Sequence[CodedColumn]) -> CodedColumn:
    """The column of which some rows after others are given, none of whose cells stood elsewhere."""
    if len(parts) == 1:
        return parts[0]
    texts: dict[str, int] = {}
    codes = []
    for own in parts:
        numbers = [texts.setdefault(text, len(texts)) for text in own.texts]
        codes.append(np.array(numbers, np.uint32).take(own.codes))
    return CodedColumn(np.concatenate(codes).astype(narrow(len(texts))), list(texts))


def narrow(count: int) -> type[np.unsignedinteger]:
    """The smallest type for numbers below some count."""
    return np.uint8 if count <= 1 << 8 else np.uint16 if count <= 1 << 16 else np.uint32


def together(columns: Sequence[CodedColumn], size: int) -> tuple[Ints, Ints]:
    """Which combination of texts stands in each row, and the first row of each combination."""
    codes, many = np.zeros(size, np.int64), 1
    for own in columns:
        codes = codes * len(own.texts) + own.codes
        many *= len(own.texts)
        if many > _SPARSE * size:
            different, codes = np.unique(codes, return_inverse=True)
            many = len(different)
    first = first_places(codes, many)
    there = np.flatnonzero(first >= 0)
    there = there[np.argsort(first[there])]
    first[there], found = np.arange(len(there)), first[there]
    return first.take(codes), found


def first_places(codes: Ints, count: int) -> Ints:
    """Where each number below `count` occurs first, -1 for one that does not."""
    first = np.full(count, -1, np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first


class SheetRows(Sequence[Cells]):
    """The rows of a table as columns: in memory, or in their file."""

    def __iter__(self) -> Iterator[Cells]:
        for segment in self.segments():
            yield from segment

    @property
    def different(self) -> int:
        """How many rows of the file there are."""
        return len(self)

    @property
    def ascends(self) -> bool:
        """Whether no row stands before one of a lower number."""
        return True

    @abstractmethod
    def numbers_of(self, places: Ints) -> Ints:
        """The numbers of some rows, as a spreadsheet shows them."""

    @abstractmethod
    def place_of(self, number: int) -> int:
        """How many rows stand before the first one of a number."""

    @abstractmethod
    def at(self, places: Sequence[int]) -> list[Cells]:
        """Some rows, in the order in which they are asked for."""

    def said(self, place: int) -> frozenset[str]:
        """The different texts of a column, by its place."""
        return frozenset().union(*(own.column(place).said() for own in self.segments()))

    @abstractmethod
    def segments(self) -> Iterator[Sheet]:
        """All rows, as many at once as memory is good for."""

    @abstractmethod
    def held(self) -> Sheet:
        """The rows in memory, without those that are blank in their file."""

    def let_go(self) -> None:
        """Frees memory that holds no more than the file does."""


class Sheet(SheetRows):
    """Rows in memory; `odd` have other widths, and several may have one number, of their row."""

    def __init__(
        self,
        numbers: Ints,
        columns: Sequence[CodedColumn],
        odd: Mapping[int, tuple[str, ...]] | None = None,
    ) -> None:
        self.numbers, self.columns = numbers, columns
        self.odd: Mapping[int, tuple[str, ...]] = odd or {}

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Cells: ...
    @overload
    def __getitem__(self, at: slice) -> Sheet: ...
    def __getitem__(self, at: int | slice) -> Cells | Sheet:
        if isinstance(at, slice):
            return self.some(at)
        number = int(self.numbers[at])
        if number in self.odd:
            return number, self.odd[number]
        return number, tuple([own[at] for own in self.columns])

    def __iter__(self) -> Iterator[Cells]:
        for start in range(0, len(self), _AT_ONCE):
            rows = slice(start, start + _AT_ONCE)
            numbers = self.numbers[rows].tolist()
            columns = [own.some(rows).cells() for own in self.columns]
            cells = zip(*columns, strict=True) if columns else iter([()] * len(numbers))
            if not self.odd:
                yield from zip(numbers, cells, strict=True)
                continue
            for number, own in zip(numbers, cells, strict=True):
                yield number, self.odd.get(number, own)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            (number, tuple(cells)) == (own[0], tuple(own[1]))
            for (number, cells), own in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def some(self, rows: Ints | Bools | slice) -> Sheet:
        """Some of the rows."""
        return Sheet(self.numbers[rows], [own.some(rows) for own in self.columns], self.odd)

    @cached_property
    def different(self) -> int:
        if not self.ascends:
            return len({*self.numbers.tolist()})
        return len(self.numbers) - int(np.count_nonzero(np.diff(self.numbers) == 0))

    @cached_property
    def ascends(self) -> bool:
        return bool((np.diff(self.numbers) >= 0).all())

    def numbers_of(self, places: Ints) -> Ints:
        return self.numbers[places]

    def place_of(self, number: int) -> int:
        return int(np.searchsorted(self.numbers, number))

    def at(self, places: Sequence[int]) -> list[Cells]:
        return [*self.some(np.array(places, np.int64))]

    def segments(self) -> Iterator[Sheet]:
        yield self

    def held(self) -> Sheet:
        return self

    def without(self, numbers: Collection[int]) -> Sheet:
        """The rows but for those of some numbers."""
        return self.some(~np.isin(self.numbers, list(numbers)))

    def with_columns(self, columns: Sequence[CodedColumn]) -> Sheet:
        """The rows with other cells."""
        return Sheet(self.numbers, columns, self.odd)

    def with_column(self, at: int, column: CodedColumn) -> Sheet:
        """The rows with other cells in one column."""
        return self.with_columns([*self.columns[:at], column, *self.columns[at + 1 :]])

    def column(self, place: int) -> CodedColumn:
        """A column by its place; beyond those of most rows only odd ones hold anything."""
        if place < len(self.columns):
            return self.columns[place]
        beyond = {number: own[place] for number, own in self.odd.items() if place < len(own)}
        if not any(beyond.values()):
            return CodedColumn(np.zeros(len(self), np.uint8), [""])
        return column_of([beyond.get(number, "") for number in self.numbers.tolist()])

    def widths(self) -> Counter[int]:
        """How many of the rows that hold anything have so many cells."""
        odd = self._odd()
        found = Counter({len(self.columns): int(np.count_nonzero(~odd & (self.filled() > 0)))})
        for number in self.numbers[odd].tolist():
            found[len(self.odd[number])] += any(self.odd[number])
        return +found

    def filled(self) -> Ints:
        """How many cells of each row hold something."""
        found = np.zeros(len(self), np.int64)
        for own in self.columns:
            found += own.where(bool)
        return found

    def holding(self, places: Collection[int]) -> Bools:
        """The rows that hold something in one of some columns."""
        found = np.zeros(len(self), bool)
        for place in places:
            found |= self.column(place).where(bool)
        return found

    def unlike(self, fields: int, needed: int, flaws: Collection[int]) -> Bools:
        """The rows to look at: flawed, of other width than the header, or empty."""
        longer = len(self.columns) > fields and fields in map(len, self.odd.values())
        if len(self.columns) < needed or longer:
            return np.ones(len(self), bool)
        found = self._odd() | (self.filled() < 1)
        found |= self.holding(range(fields, len(self.columns)))
        return found | np.isin(self.numbers, list(flaws))

    def like(self, cells: Sequence[str]) -> Bools:
        """The rows of just these cells."""
        found = np.full(len(self), len(cells) == len(self.columns))
        for own, text in zip(self.columns, cells, strict=False):
            if not found.any():
                break
            found &= own.where(text.__eq__)
        return found

    def _odd(self) -> Bools:
        return np.isin(self.numbers, list(self.odd))


def sheet_of(rows: Iterable[tuple[int, Sequence[str]]]) -> Sheet:
    """Rows in memory as columns; those that are not as wide as most are the odd ones."""
    if isinstance(rows, SheetRows):
        return rows.held()
    every = [*rows]
    [(width, _)] = Counter(len(cells) for _, cells in every).most_common(1) or [(0, 0)]
    odd = {number: (*cells,) for number, cells in every if len(cells) != width}
    if odd:
        none = [""] * width
        every = [(number, [*cells, *none][:width]) for number, cells in every]
    columns = [column_of(own) for own in zip(*(cells for _, cells in every), strict=True)]
    return Sheet(np.array([number for number, _ in every], np.int64), columns, odd)


def decoded(answer: Answer) -> Sheet:
    """The rows that a sandbox answered."""
    numbers, columns = answer
    rows = np.frombuffer(b64decode(numbers), f"u{array('I').itemsize}").astype(np.int64)
    return Sheet(
        rows,
        [
            CodedColumn(np.frombuffer(b64decode(own), f"u{size}"), texts)
            for texts, size, own in columns
        ],
    )


def first_filled(rows: Sheet, places: Ints) -> list[str]:
    """The first text in each of some rows, by their places; none is blank."""
    if rows.odd:
        return [next(filter(None, rows[at][1])) for at in places.tolist()]
    found = [""] * len(places)
    left = np.arange(len(places))
    for own in rows.columns:
        there = own.some(places[left])
        filled = there.where(bool)
        for at, text in zip(left[filled].tolist(), there.some(filled).cells(), strict=True):
            found[at] = text
        left = left[~filled]
        if not len(left):
            break
    return found
