"""Exports that overlap: rows of an evening that stand in two files are events of one evening.

To count them twice would accuse a table of everything that it did.  Each is set aside in the later
file, and its reason names its twin; in one file the same row twice stays a finding.  A sheet is as
a file: a workbook may have a sheet for each night, and all nights in another.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from auditor.log.table import SHOWN, Table, UnfitRow
from auditor.messages.message import message
from auditor.types import TIME
from auditor.values import UnreadableError, moment, read_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from auditor.log.coded import CodedColumn, Ints

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

Twin = tuple[int, int]
"""A table, by its place among those that were looked at, and the number of a row in it."""


def without_copies(tables: Sequence[Table]) -> list[Table]:
    """The tables without rows that another file holds as well."""
    overlapping = sorted(_overlapping(tables), key=lambda at: (_export(tables[at]), at))
    names = _compared([tables[at] for at in overlapping])
    keys = {at: _keys(tables[at], names) for at in overlapping}
    exports = [[*same] for _, same in groupby(overlapping, key=lambda at: _export(tables[at]))]
    shared = _shared([np.concatenate([keys[at] for at in same]) for same in exports])
    if not len(shared):
        return list(tables)
    files = _Files(tables, keys, shared)
    done: dict[int, Table] = {}
    for same in exports:
        done |= files.judged(same)
    return [done.get(at, table) for at, table in enumerate(tables)]


def _shared(keys: Sequence[Hashes]) -> Hashes:
    """The keys of rows of more than one file."""
    found, many = np.unique(np.concatenate([*map(np.unique, keys)] or [_NONE]), return_counts=True)
    several: Hashes = found[(many > 1) & (found != 0)]
    return several


def _export(table: Table) -> tuple[str, str]:
    """The file, or the sheet of it, whose rows are compared with those of others."""
    return table.file, table.sheet or ""


# ---- which tables may share rows ----------------------------------------------------------------
Span = tuple[datetime, datetime]


def _overlapping(tables: Sequence[Table]) -> frozenset[int]:
    """The tables that overlap in time with one of another file."""
    if len({*map(_export, tables)}) < 2:
        return frozenset()
    spans = {at: span for at, table in enumerate(tables) if (span := _span(table)) is not None}
    of_export: dict[tuple[str, str], list[Span]] = defaultdict(list)
    for at, span in spans.items():
        of_export[_export(tables[at])].append(span)
    every, of_own = (
        _meeting([*spans.values()]),
        {own: _meeting(of_export[own]) for own in of_export},
    )
    return frozenset(
        at for at, own in spans.items() if every(own) > of_own[_export(tables[at])](own)
    )


def _meeting(spans: Sequence[Span]) -> Callable[[Span], int]:
    """How many of some spans another one meets: those that begin by its end, but for those that end
    before it begins.
    """
    starts, ends = (sorted(own) for own in zip(*spans, strict=True)) if spans else ([], [])
    return lambda own: bisect_right(starts, own[1]) - bisect_left(ends, own[0])


def _span(table: Table) -> Span | None:
    """The first and the last time of some rows of a table, its first and its last among them."""
    if "time" not in table.header or not table.rows:
        return None
    column, size = table.header.index("time"), len(table.rows)
    places = sorted({*range(0, size, -(-size // SAMPLE)), *range(min(size, 8)), size - 1})
    said = {cells[column] for _, cells in table.body.at(places)}
    times = [own for text in said if (own := _time(text)) is not None]
    return (min(times), max(times)) if times else None


def _time(text: str) -> datetime | None:
    try:
        found = read_value(text, TIME) if text else None
    except UnreadableError:
        return None
    return moment(found) if isinstance(found, datetime) else None


def _compared(tables: Sequence[Table]) -> Sequence[str]:
    """The columns by which rows are compared: those that all have, else all of them."""
    headers = [{*table.header} for table in tables]
    every, shared = set[str]().union(*headers), set.intersection(*headers) if headers else set()
    return sorted(shared if shared.issuperset(every.intersection(TELLING)) else every)


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
@dataclass(slots=True)
class _Files:
    """The rows of the files that were looked at, by keys of which several files hold some."""

    tables: Sequence[Table]
    keys: Mapping[int, Hashes]
    shared: Hashes
    known: dict[int, list[Twin]] = field(default_factory=dict)
    """By the key of a row: the tables that hold it, and its number there."""

    def judged(self, same: Sequence[int]) -> dict[int, Table]:
        """The tables of one file without the copies of rows in other files."""
        count: Counter[int] = Counter()
        done: dict[int, Table] = {}
        kept: list[tuple[int, Twin]] = []
        for at in same:
            table, twins = self.tables[at], dict[int, Twin]()
            here = np.isin(self.keys[at], self.shared)
            numbers = _numbers(table)[here] if here.any() else np.zeros(0, np.int64)
            for key, number in zip(self.keys[at][here].tolist(), numbers.tolist(), strict=True):
                before = self.known.get(key, ())
                count[key] += 1
                if count[key] <= len(before):
                    twins[number] = before[count[key] - 1]
                else:
                    kept.append((key, (at, number)))
            copies = _of_whole_stretches(table, twins) or self._at_the_seam(table, twins)
            done[at] = self._without(table, copies)
        for key, twin in kept:
            self.known.setdefault(key, []).append(twin)
        return done

    def _at_the_seam(self, table: Table, twins: Mapping[int, Twin]) -> Mapping[int, Twin]:
        """The copies with which a table begins where another ends, or the reverse."""
        if not twins or len({at for at, _ in twins.values()}) > 1:
            return {}
        other = self.tables[next(iter(twins.values()))[0]]
        own = [_numbers(every).tolist() for every in (table, other)]
        pairs = sorted(twins.items())
        there = [row for _, (_, row) in pairs]
        for here, beyond in (own, own[::-1]):
            begins, ends = ([number for number, _ in pairs], there)[:: 1 if here is own[0] else -1]
            if here[: len(pairs)] == begins and beyond[-len(pairs) :] == ends:
                return twins
        return {}

    def _without(self, table: Table, twins: Mapping[int, Twin]) -> Table:
        if not twins:
            return table
        aside = list(table.set_aside)
        first: dict[int, tuple[str, ...]] = {}
        for number, cells in table.rows:
            if number in twins:
                first.setdefault(number, cells)
        for number, (at, row) in twins.items():
            twin = self.tables[at]
            place = twin.file if twin.sheet is None else f"{twin.file} ({twin.sheet})"
            cells = first[number] if table.source is None else table.source.rows[number]
            reason = message("row.copy", file=place, row=row)
            aside.append(UnfitRow(number, None, " | ".join(cells)[:SHOWN], reason, no_event=True))
        rows = table.body.held().without(twins)
        files = sorted({self.tables[at].file for at, _ in twins.values()})
        note = message("note.copies", count=len(twins), files=tuple(f"`{own}`" for own in files))
        aside.sort(key=lambda own: own.row)
        return replace(table, rows=rows, set_aside=tuple(aside), notes=(*table.notes, note))


def _of_whole_stretches(table: Table, twins: Mapping[int, Twin]) -> dict[int, Twin]:
    """The copies at places where nearly all rows from the first to the last are copies."""
    if not twins:
        return {}
    numbers, places = _numbers(table), _hashes(table, PLACE)[_starts(table)]
    copied = np.isin(numbers, [*twins])
    kept: dict[int, Twin] = {}
    most = 0
    for place in np.unique(places[copied]):
        own = np.flatnonzero(places == place)
        there = np.flatnonzero(copied[own])
        if len(there) >= WHOLE * (there[-1] - there[0] + 1):
            here = {int(at): twins[int(at)] for at in numbers[own[there]]}
            kept |= here
            most = max(most, len({*here.values()}))
    return kept if most >= SEVERAL else {}
