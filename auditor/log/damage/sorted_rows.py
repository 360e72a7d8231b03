"""By which column the rows of a file were sorted, where that is not their time.

Who sorts a sheet by its coups puts what opened the table below all of them.  Nothing is missing in
such a file, and what its rows say is true; only what was done before something else is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import ScopeColumns
from auditor.log.table import Table
from auditor.values import UnreadableError, Value, moment, read_value

MOST = 1_048_576
"""Rows that a spreadsheet holds: what is larger nobody sorted by hand."""

BACKS = 3
"""Times that go back, at least, before a column explains them all."""

OFTEN = 4
"""One row in so many, before which times go back, is a log that nobody put in order."""

ASCENTS = 10
"""Events one after the other, at least, whose words go forward before they count as sorted."""


NUMBERS = 4
"""Numbers in the order of texts, at least, before that is no chance."""


@dataclass(frozen=True, slots=True)
class Order:
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: Order) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order


def refuse_sorted(table: Table, times: Sequence[Value | None], vocabulary: Vocabulary) -> None:
    """Raises SortedError where the rows of a table were sorted: their `times` go back, or there are
    none, and the numbers of the rows do.
    """
    known = [moment(time) for time in times if isinstance(time, datetime)]
    ascend = all(one <= other for one, other in pairwise(known))
    if known and ascend:
        return
    if (order := sorted_by(table, vocabulary)) is not None:
        raise SortedError(table.file, order)


def sorted_by(table: Table, vocabulary: Vocabulary) -> Order | None:
    """The order in which the rows of a table stand, while their times go back; of a table without
    times that of its numbers, if they stand as texts.
    """
    if len(table.rows) > MOST:
        return None
    rows = [cells for _, cells in table.rows]
    found = _Rows(rows, table.header, vocabulary)
    every = [name for name in table.header if name != "time"]
    if not found.is_timed() or found.goes_back_now_and_then():
        as_texts = (Order(name, as_texts=True) for name in every if found.is_as_texts(name))
        if (order := next(as_texts, None)) is not None:
            return order
    if not found.goes_back_now_and_then():
        return None
    explained = (name for name in every if found.is_displaced(name) or found.explains(name))
    column = next(explained, "event" if found.is_by_event() else None)
    return None if column is None else Order(column)


class _Rows:
    """The rows of one file, column by column."""

    def __init__(
        self, rows: Sequence[Sequence[str]], header: Sequence[str], vocabulary: Vocabulary
    ) -> None:
        scopes = ScopeColumns(vocabulary)
        self._rows, self._header = rows, [*header]
        self._scopes = [name for name in scopes.all if name in header]
        self._names = scopes.names
        self._times = [*_times(self._column("time"), vocabulary)] if "time" in header else []
        self._back = [
            at
            for at, (one, other) in enumerate(pairwise(self._times), start=1)
            if one is not None and other is not None and other < one
        ]

    def _column(self, name: str) -> list[str]:
        at = self._header.index(name)
        return [cells[at] for cells in self._rows]

    def is_timed(self) -> bool:
        """Whether any row tells its time."""
        return any(time is not None for time in self._times)

    def goes_back_now_and_then(self) -> bool:
        """Whether times go back; where they do so all the time, rows stand in no order at all."""
        return len(self._back) > 0 and OFTEN * len(self._back) <= len(self._times)

    def is_displaced(self, name: str) -> bool:
        """Whether rows without a scope stand all below those that have one and were written before
        these, or (those without a number, or above several names) all above and were written after:
        in the whole file, or in each wider scope.
        """
        if name not in self._scopes:
            return False
        wider = [*map(self._column, self._scopes[: self._scopes.index(name)])]
        cells = self._column(name)
        each = [*_runs([*zip(*wider, strict=True)])] if wider else []
        # What was copied of one table below its house may be in order.
        least = 2 if name in self._names else 1
        return any(
            self._all_displaced(cells, groups, least) for groups in ([range(len(cells))], each)
        )

    def _all_displaced(self, cells: Sequence[str], groups: Sequence[range], least: int) -> bool:
        mixed = 0
        for own in groups:
            filled = [at for at in own if cells[at]]
            empty = [at for at in own if not cells[at]]
            if not filled or not empty:
                continue
            mixed += 1
            one, other = self._timed(filled), self._timed(empty)
            if not one or not other or not _in_order([cells[at] for at in filled]):
                return False
            late = filled[-1] < empty[0] and min(other) < one[0]
            several = len({cells[at] for at in filled}) >= least
            early = several and empty[-1] < filled[0] and max(other) > max(one)
            if not late and not early:
                return False
        return mixed > 0

    def _timed(self, rows: Sequence[int]) -> list[datetime]:
        return [time for at in rows if (time := self._times[at]) is not None]

    def explains(self, name: str) -> bool:
        """Whether times go back where the cells of a column go forward, and nowhere else: as a rule
        where they do.
        """
        if name in self._names or len(self._back) < BACKS:
            return False
        cells = self._column(name)
        changes = {at for at, (one, other) in enumerate(pairwise(cells), 1) if one != other}
        if not changes.issuperset(self._back) or 2 * len(self._back) < len(changes):
            return False
        empty = [*dict.fromkeys(not cell for cell in cells)]
        together = sum(1 for _ in groupby(cells, bool)) == len(empty)
        return together and _in_order([cell for cell in cells if cell])

    def is_as_texts(self, name: str) -> bool:
        """Whether the numbers of a scope stand in the order of texts, in the whole file or in each
        wider scope, and times go back nowhere inside them: nothing but a program that sorts gives
        that order.
        """
        if name not in self._scopes or name in self._names:
            return False
        wider = [*map(self._column, self._scopes[: self._scopes.index(name)])]
        cells = self._column(name)
        whole, each = [*zip(cells, strict=True)], [*zip(*wider, cells, strict=True)]
        return self._are_as_texts(cells, whole) or self._are_as_texts(cells, each)

    def _are_as_texts(self, cells: Sequence[str], keys: Sequence[tuple[str, ...]]) -> bool:
        if not {own.start for own in _runs(keys)}.issuperset(self._back):
            return False
        each = [[cells[at] for at in own if cells[at]] for own in _runs([k[:-1] for k in keys])]
        return any(map(_are_numbers_as_texts, each)) and all(map(_in_order, each))

    def is_by_event(self) -> bool:
        """Whether in each scope the words of events stand in the order of the alphabet."""
        words = self._column("event")
        scopes = [*zip(*map(self._column, self._scopes), strict=True)]
        starts = {own.start for own in _runs(scopes)}
        inside = sum(at not in starts for at in self._back)
        steps = [
            (words[at - 1], words[at])
            for at in range(1, len(words))
            if at not in starts and words[at - 1] != words[at]
        ]
        if inside < BACKS or len(steps) < ASCENTS:
            return False
        return len({one < other for one, other in steps}) == 1


def _times(texts: Sequence[str], vocabulary: Vocabulary) -> Iterator[datetime | None]:
    known: dict[str, datetime | None] = {}
    for text in texts:
        if text not in known:
            known[text] = _time(text, vocabulary)
        yield known[text]


def _time(text: str, vocabulary: Vocabulary) -> datetime | None:
    try:
        found: Value | None = read_value(text, vocabulary.fields["time"]) if text else None
    except UnreadableError:
        return None
    return moment(found) if isinstance(found, datetime) else None


def _runs(keys: Sequence[object]) -> Iterator[range]:
    """Rows one after another that have the same key."""
    at = 0
    for _, own in groupby(keys):
        size = sum(1 for _ in own)
        yield range(at, at + size)
        at += size


def _in_order(cells: Sequence[str]) -> bool:
    """Whether cells go forward, or go back, as numbers or as texts."""
    return _are_numbers_in_order(cells) or _goes_one_way([cell.casefold() for cell in cells])


def _are_numbers_in_order(cells: Sequence[str]) -> bool:
    return all(cell.isdecimal() for cell in cells) and _goes_one_way([*map(int, cells)])


def _are_numbers_as_texts(cells: Sequence[str]) -> bool:
    """Whether several numbers stand as a program sorts texts, and in no order of their own."""
    own = [cell for cell, _ in groupby(cells)]
    many = len(own) >= NUMBERS and all(map(str.isdecimal, own))
    return many and _goes_one_way(own) and not _are_numbers_in_order(own)


def _goes_one_way(keys: Sequence[int] | Sequence[str]) -> bool:
    steps = {one < other for one, other in pairwise(keys) if one != other}  # type: ignore[operator]  # of one type
    return len(steps) <= 1
