"""Exports that overlap: rows of an evening that stand in two files are events of one evening.

To count them twice would accuse a table of everything that it did.  Each is set aside in the later
file, and its reason names its twin; in one file the same row twice stays a finding.  A sheet is as
a file: a workbook may have a sheet for each night, and all nights in another.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from auditor.lazily import when_used
from auditor.log.table import SHOWN, Table, UnfitRow
from auditor.messages.message import message
from auditor.types import TIME
from auditor.values import UnreadableError, moment, read_value

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from auditor.log.coded import RowColumn

    Hashes = NDArray[np.uint64]
else:
    np = when_used("numpy")
    pl = when_used("polars")

SAMPLE = 256  # rows of a table by which its first and its last time are told
WHOLE = 0.8
"""The least share of a table's rows, from the first to the last that the other file has too, that
must stand there: an export repeats all of them, and two tables that no column tells apart agree on
a few."""
MANY = 5000  # rows that are worth the import of Polars
SEVERAL = 3  # rows of one place that two files have in common for them to be exports that overlap
_PRIME = 0x9E3779B97F4A7C15  # odd, and of no pattern
PLACE = ("casino", "session", "table")
TELLING = (*PLACE, "time", "shoe", "coup", "event", "seat", "player", "bet", "number", "card")
"""Columns without which rows of two events may look like one."""
_ZEROS = r"^([+-]?\d+)(?:\.0+|(\.\d*[1-9])0+)$"  # `5.00`, which another export writes `5`
_APART = r"^(\d{4}-\d\d-\d\d) (\d\d:\d\d)"
"""A day and an hour with a space between, where ISO has a `T`."""

Place = tuple[str, ...]
Cells = tuple[str, ...]
Twin = tuple[int, int]
"""A table, by its place among those that were looked at, and the number of a row in it."""
Group = tuple[int, tuple[Cells, ...]]
"""The number of a row in its file, and the events that it stands for."""


def without_copies(tables: Sequence[Table]) -> list[Table]:
    """The tables without rows that another file holds as well."""
    overlapping = _overlapping(tables)
    names = _compared([tables[at] for at in overlapping])
    suspects = _sharing(tables, overlapping, names)
    if not suspects:
        return list(tables)
    files = _Files(names)
    done: dict[int, Table] = {}
    order = sorted(suspects, key=lambda at: _export(tables[at]))
    for _, same in groupby(order, key=lambda at: _export(tables[at])):
        done |= files.judged({at: tables[at] for at in same})
    return [done.get(at, table) for at, table in enumerate(tables)]


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
    ordered = sorted(spans, key=lambda at: spans[at])
    found: set[int] = set()
    # Two files tell of all: of those before, which end last; of those after, which begin first.
    ends: dict[tuple[str, str], datetime] = {}
    for at in ordered:
        own, (start, end) = _export(tables[at]), spans[at]
        if any(start <= other for export, other in ends.items() if export != own):
            found.add(at)
        ends[own] = max(end, ends.get(own, end))
        ends = dict(sorted(ends.items(), key=itemgetter(1))[-2:])
    starts: dict[tuple[str, str], datetime] = {}
    for at in reversed(ordered):
        own, (start, end) = _export(tables[at]), spans[at]
        if any(other <= end for export, other in starts.items() if export != own):
            found.add(at)
        starts[own] = start
        starts = dict(sorted(starts.items(), key=itemgetter(1))[:2])
    return frozenset(found)


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


def _sharing(
    tables: Sequence[Table], suspects: frozenset[int], names: Sequence[str]
) -> frozenset[int]:
    """The suspects that share a row with another file, by hashes where they have many rows."""
    if sum(len(tables[at].rows) for at in suspects) < MANY:
        return suspects
    places = sorted(suspects)
    hashes = [_hashes(tables[at], names) for at in places]
    exports = {own: nth for nth, own in enumerate({_export(tables[at]): None for at in places})}
    every = np.concatenate(hashes)
    order = np.argsort(every, kind="stable")
    of = np.repeat(places, [*map(len, hashes)])[order]
    export = np.repeat([exports[_export(tables[at])] for at in places], [*map(len, hashes)])[order]
    alike = np.append(True, np.diff(every[order]) != 0)[: len(every)]
    first = np.flatnonzero(alike)
    if not len(first):
        return frozenset()
    shared = np.minimum.reduceat(export, first) < np.maximum.reduceat(export, first)
    return frozenset(of[shared[np.cumsum(alike) - 1]].tolist())


def _hashes(table: Table, names: Sequence[str]) -> Hashes:
    parts = []
    places = [table.header.index(name) if name in table.header else None for name in names]
    for segment in table.body.segments():
        every = np.zeros(len(segment), np.uint64)
        for at in places:
            every *= np.uint64(_PRIME)
            every += np.uint64(0) if at is None else _hashed(segment.columns[at])
        parts.append(every)
    return np.unique(np.concatenate(parts))


def _hashed(column: RowColumn) -> Hashes:
    """A number for each cell as it is compared, 0 for an empty one."""
    cells = column.series()
    if cells is not None:
        own = cells.fill_null("").str.strip_chars()
        own = own.str.replace(_ZEROS, "${1}${2}").str.replace(_APART, "${1}T${2}")
        return np.where((own == "").to_numpy(), np.uint64(0), own.hash().to_numpy())
    codes, words = column.words()
    each = pl.Series(list(map(_plain, words)), dtype=pl.String)
    filled = np.array([*map(bool, words), False])
    return np.where(filled, np.append(each.hash().to_numpy(), np.uint64(0)), np.uint64(0)).take(
        codes
    )


# ---- the rows of one file after another ---------------------------------------------------------
@dataclass(slots=True)
class _Files:
    """The rows of the files that were looked at, by some columns: each with the places where it
    stands.
    """

    names: Sequence[str]
    tables: list[Table] = field(default_factory=list)
    known: dict[int, list[Twin]] = field(default_factory=dict)
    """By the hash of a row: the tables that hold it, and its number there."""

    def judged(self, tables: Mapping[int, Table]) -> dict[int, Table]:
        """The tables of one file without the copies of rows in other files."""
        count: Counter[int] = Counter()
        done: dict[int, Table] = {}
        kept: list[tuple[int, int, int]] = []
        for at, table in tables.items():
            twins: dict[int, Twin] = {}
            for key, number in _keys(table, self.names):
                before = self.known.get(key, ())
                count[key] += 1
                if count[key] <= len(before):
                    twins[number] = before[count[key] - 1]
                else:
                    kept.append((key, len(self.tables), number))
            self.tables.append(table)
            copies = _of_whole_stretches(table, twins) or self._at_the_seam(table, twins)
            done[at] = self._without(table, copies)
        for key, at, number in kept:
            self.known.setdefault(key, []).append((at, number))
        return done

    def _at_the_seam(self, table: Table, twins: Mapping[int, Twin]) -> Mapping[int, Twin]:
        """The copies with which a table begins where another ends, or the reverse."""
        if not twins or len({at for at, _ in twins.values()}) > 1:
            return {}
        other = self.tables[next(iter(twins.values()))[0]]
        own = [[number for number, _ in _groups(every)] for every in (table, other)]
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
        first: dict[int, Cells] = {}
        for number, cells in table.rows:
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


def _groups(table: Table) -> Iterator[Group]:
    for number, same in groupby(table.rows, key=itemgetter(0)):
        yield number, tuple(cells for _, cells in same)


def _keys(table: Table, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """A hash and the number of each row with a time; other spellings of a number are the same."""
    plain = cache(_plain)
    named = [(name, table.header.index(name)) for name in names if name in table.header]
    time = table.header.index("time")
    for number, events in _groups(table):
        if all(cells[time] for cells in events):
            said = tuple(
                tuple((name, plain(str(cells[at]))) for name, at in named if cells[at])
                for cells in events
            )
            yield hash(said), number


def _plain(text: str) -> str:
    return re.sub(_APART, r"\1T\2", re.sub(_ZEROS, r"\1\2", text))


def _of_whole_stretches(table: Table, twins: Mapping[int, Twin]) -> dict[int, Twin]:
    """The copies at places where nearly all rows from the first to the last are copies."""
    if not twins:
        return {}
    columns = [table.header.index(name) for name in PLACE if name in table.header]
    rows: dict[Place, list[int]] = defaultdict(list)
    for number, events in _groups(table):
        rows[tuple(str(events[0][at]) for at in columns)].append(number)
    kept: dict[int, Twin] = {}
    most = 0
    for own in rows.values():
        places = [at for at, number in enumerate(own) if number in twins]
        if places and len(places) >= WHOLE * (places[-1] - places[0] + 1):
            kept |= {own[at]: twins[own[at]] for at in places}
            most = max(most, len({twins[own[at]] for at in places}))
    return kept if most >= SEVERAL else {}
