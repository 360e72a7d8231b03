"""Exports that overlap: rows of an evening that stand in two files are events of one evening.

To count them twice would accuse a table of everything that it did.  Each is set aside in the later
file, and its reason names its twin; in one file the same row twice stays a finding.  A sheet is as
a file: a workbook may have a sheet for each night, and all nights in another.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from auditor.log.integrity.suspects import starts
from auditor.log.merge_files import shared
from auditor.log.store.times import microseconds
from auditor.log.store.vector import NAIVE
from auditor.log.table import SHOWN, Table, UnfitRow
from auditor.log.usual_order import nth_alike
from auditor.messages.message import message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from auditor.log.coded import Bools, CodedColumn, Ints

    Hashes = NDArray[np.uint64]

SAMPLE = 256  # rows of a table by which its first and its last time are told
WHOLE = 0.8
"""The least share of a table's rows, from the first to the last that the other file has too, that
must stand there: an export repeats all of them, and two tables that no column tells apart agree on
a few."""
SEVERAL = 3  # rows of one place that two files have in common for them to be exports that overlap
_PRIME = 0x9E3779B97F4A7C15  # odd, and of no pattern
_MODULUS = 1 << 64
_NONE = np.zeros(0, np.uint64)
PLACE = ("casino", "session", "table")
TELLING = (*PLACE, "time", "shoe", "coup", "event", "seat", "player", "bet", "number", "card")
"""Columns without which rows of two events may look like one."""
_ZEROS = r"^([+-]?\d+)(?:\.0+|(\.\d*[1-9])0+)$"  # `5.00`, which another export writes `5`
_APART = r"^(\d{4}-\d\d-\d\d) (\d\d:\d\d)"
"""A day and an hour with a space between, where ISO has a `T`."""


def without_copies(tables: Sequence[Table]) -> list[Table]:
    """The tables without rows that another file holds as well."""
    looked_at = _overlapping(tables)
    if not looked_at:
        return [*tables]
    some = [tables[at] for at in looked_at]
    names = _compared(some)
    files = _Files(some, [_keys(own, names) for own in some])
    done = {looked_at[nth]: table for nth, table in files.judged()}
    return [done.get(at, table) for at, table in enumerate(tables)]


def _export(table: Table) -> tuple[str, str]:
    """The file, or the sheet of it, whose rows are compared with those of others."""
    return table.file, table.sheet or ""


# ---- which tables may share rows ----------------------------------------------------------------
Span = tuple[int, int]


def _overlapping(tables: Sequence[Table]) -> list[int]:
    """The tables that overlap in time with one of another file, file after file."""
    exports = [*map(_export, tables)]
    if len({*exports}) < 2:
        return []
    spans = {at: span for at, table in enumerate(tables) if (span := _span(table)) is not None}
    met, found = _meeting([*spans.values()]), list[int]()
    for _, same in groupby(sorted(spans, key=exports.__getitem__), exports.__getitem__):
        own = {at: spans[at] for at in same}
        met_there = _meeting([*own.values()])
        found += [at for at, span in own.items() if met(span) > met_there(span)]
    return found


def _meeting(spans: Sequence[Span]) -> Callable[[Span], int]:
    """How many of some spans another one meets: those that begin by its end, but for those that end
    before it begins.
    """
    starts, ends = map(sorted, zip(*spans, strict=True)) if spans else ([], [])
    return lambda own: bisect_right(starts, own[1]) - bisect_left(ends, own[0])


def _span(table: Table) -> Span | None:
    """The first and the last time of some rows of a table, its first and its last among them."""
    if "time" not in table.header or not table.rows:
        return None
    column, size = table.header.index("time"), len(table.rows)
    places = sorted({*range(0, size, -(-size // SAMPLE)), *range(min(size, 8)), size - 1})
    said = {microseconds(cells[column]) for _, cells in table.body.at(places)} - {NAIVE}
    return (min(said), max(said)) if said else None


def _compared(tables: Sequence[Table]) -> Sequence[str]:
    """The columns by which rows are compared: those that all have, else all of them."""
    headers = [{*table.header} for table in tables]
    every, common = set[str]().union(*headers), set.intersection(*headers)
    return sorted(common if common.issuperset(every.intersection(TELLING)) else every)


# ---- rows that are compared ---------------------------------------------------------------------
def _keys(table: Table, names: Sequence[str]) -> Hashes:
    """A number for each row of a file, by some columns; 0 for one without a time, and other
    spellings of a number are the same.
    """
    every = _hashes(table, names)
    every[_hashes(table, ("time",)) == 0] = 0
    if table.is_event_a_row:
        return every
    starts = _starts(table)
    nth = np.arange(len(every)) - np.repeat(starts, np.diff(starts, append=len(every)))
    keys = np.add.reduceat(every * (np.uint64(_PRIME) * (2 * nth.astype(np.uint64) + 1)), starts)
    keys[np.minimum.reduceat(every, starts) == 0] = 0
    return keys


def _starts(table: Table) -> Ints:
    """Where the rows of the file begin among the events."""
    return np.flatnonzero(np.diff(table.body.numbers_of(np.arange(len(table.rows))), prepend=-1))


def _numbers(table: Table) -> Ints:
    return table.body.numbers_of(_starts(table))


def _hashes(table: Table, names: Sequence[str]) -> Hashes:
    """A number for each event, by some columns; 0 where all of them are empty."""
    parts = [_NONE]
    places = [table.header.index(name) if name in table.header else None for name in names]
    for segment in table.body.segments():
        every = np.zeros(len(segment), np.uint64)
        for at in places:
            every *= np.uint64(_PRIME)
            every += np.uint64(0) if at is None else _hashed(segment.columns[at])
        parts.append(every)
    return np.concatenate(parts)


def _hashed(column: CodedColumn) -> Hashes:
    """A number for each cell as it is compared, 0 for an empty one."""
    each = (re.sub(_APART, r"\1T\2", re.sub(_ZEROS, r"\1\2", own)) for own in column.texts)
    return np.array([hash(own) % _MODULUS for own in each], np.uint64).take(column.codes)


# ---- the rows of one file after another ---------------------------------------------------------
class _Files:
    """The rows of tables, counted through all of them, and which of them are copies of others: the
    second row of a key is as the second in the file that has it first.
    """

    def __init__(self, tables: Sequence[Table], keys: Sequence[Hashes]) -> None:
        self._tables, sizes = tables, [*map(len, keys)]
        self._bounds = np.cumsum([0, *sizes])
        self._numbers = np.concatenate([*map(_numbers, tables)])
        exports = [nth for nth, (_, own) in enumerate(groupby(tables, _export)) for _ in own]
        key, export = np.concatenate(keys), np.repeat(exports, sizes)
        order = np.flatnonzero(key)
        order = order[np.argsort(key[order], kind="stable")]
        places, which = shared(key[order], export[order])
        rows = order[places]
        nth = nth_alike(which, export[rows])
        order = np.lexsort((nth, which))
        first = starts(which[order], nth[order])
        twins = np.empty_like(rows)
        twins[order] = rows[order[first]][np.cumsum(first) - 1]
        copied = np.flatnonzero(rows != twins)
        copied = copied[np.argsort(rows[copied])]
        self._rows, self._twins = rows[copied], twins[copied]

    def _table_of(self, rows: Ints) -> Ints:
        return np.searchsorted(self._bounds, rows, side="right") - 1

    def judged(self) -> Iterator[tuple[int, Table]]:
        """The tables that may have copies, without those."""
        table_of = self._table_of(self._rows)
        for nth in np.unique(table_of).tolist():
            table, own, low = self._tables[nth], table_of == nth, self._bounds[nth]
            rows, twins = self._rows[own], self._twins[own]
            copies = _in_whole_stretches(rows - low, _hashes(table, PLACE)[_starts(table)])
            if copies.any() or self._is_seam(rows, twins):
                kept = copies if copies.any() else slice(None)
                yield nth, self._without(table, rows[kept] - low, twins[kept])

    def _is_seam(self, rows: Ints, twins: Ints) -> bool:
        """Whether a table begins with the rows with which one other ends, or the reverse."""
        if len(np.unique(self._table_of(twins))) > 1:
            return False
        (low, high), (other_low, other_high) = (
            self._bounds[self._table_of(own[:1])[0] :][:2] for own in (rows, twins)
        )
        many = np.arange(len(rows))
        edges = ((low, other_high - len(rows)), (high - len(rows), other_low))
        return any(
            np.array_equal(rows, here + many) and np.array_equal(twins, there + many)
            for here, there in edges
        )

    def _without(self, table: Table, rows: Ints, twins: Ints) -> Table:
        """A table without some of its rows, each with its twin."""
        found = table.body.at(_starts(table)[rows].tolist())
        aside, files = [*table.set_aside], set[str]()
        twin_rows, twin_tables = self._numbers[twins].tolist(), self._table_of(twins).tolist()
        for (number, cells), row, nth in zip(found, twin_rows, twin_tables, strict=True):
            twin = self._tables[nth]
            files.add(f"`{twin.file}`")
            place = twin.file if twin.sheet is None else f"{twin.file} ({twin.sheet})"
            stood = cells if table.source is None else table.source.of(number)
            reason = message("row.copy", file=place, row=row)
            aside.append(UnfitRow(number, None, " | ".join(stood)[:SHOWN], reason, no_event=True))
        kept = table.body.held().without([number for number, _ in found])
        note = message("note.copies", count=len(found), files=tuple(sorted(files)))
        aside.sort(key=lambda own: own.row)
        return replace(table, rows=kept, set_aside=tuple(aside), notes=(*table.notes, note))


def _in_whole_stretches(copied: Ints, place: Hashes) -> Bools:
    """Which copies are at places where nearly all rows from the first to the last are copies."""
    kept, most = np.zeros(len(copied), bool), 0
    for own in np.unique(place[copied]):
        here = place[copied] == own
        there = np.searchsorted(np.flatnonzero(place == own), copied[here])
        if len(there) >= WHOLE * (there[-1] - there[0] + 1):
            kept[here] = True
            most = max(most, len(there))
    return kept & (most >= SEVERAL)
