"""Whether rows of a log are missing, in columns: where, its outline tells.

The definition is that of `auditor.log.damage.breaks`, which looks at events one by one. No break
that it finds may be passed over here; one too many only costs time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.breaks import (
    ENOUGH,
    EXPECTED,
    MANY,
    MOST,
    NEAR,
    RARE,
    WHOLE,
    breaks,
    is_missed,
    missing_events,
)
from auditor.log.damage.outline import FEW, stays
from auditor.log.damage.suspects import USUAL, ScopeColumns, scope_columns
from auditor.log.event import Event, Row
from auditor.log.integrity.doubts import FileRows, outline_of, unopened
from auditor.log.store.columns import Columns
from auditor.log.store.keys import Column, numbered, stable_order
from auditor.log.store.vector import Bools, Ints, Small, occurring


def has_breaks(
    columns: Columns,
    vocabulary: Vocabulary,
    files: Sequence[slice | Ints],
    declared: Collection[str] = (),
) -> bool:
    """Whether rows may be missing; `files` are the rows of each file, in the order of the log."""
    runs = _Runs(columns, scope_columns(vocabulary))
    if runs.unrecorded(declared):
        return True
    every = [widest for rows in files if (widest := _widest(columns, vocabulary, rows)) is not None]
    if any(_cut(columns, widest, rows) for widest, rows in every):
        return True
    if any(
        _between(columns, vocabulary, widest)
        for widest in {own.name: own for own, _ in every}.values()
    ):
        return True
    if runs.many < ENOUGH:
        return (
            runs.later > 0
            or runs.broken()
            or (not every and (runs.many > 0 or columns.size <= FEW))
        )
    if not every and runs.later == runs.places:
        return True
    return runs.broken() or (not every and runs.ends_oddly()) or _shut(columns, vocabulary)


def _shut(columns: Columns, vocabulary: Vocabulary) -> bool:
    """Whether, in a log without times, what closes a scope stands right below what opens it, and
    all else above or below them.
    """
    if columns.has_value("time").any():
        return False
    for interval in stays(vocabulary):
        if (ends := _Ends.of(columns, interval)) is None:
            continue
        marked = np.flatnonzero(ends.begins >= 0)
        begins, closes = ends.begins[marked], ends.ends[marked]
        rows = np.flatnonzero(ends.named)
        rank = np.zeros(columns.size, np.int64)
        rank[rows[np.argsort(ends.ids[rows], kind="stable")]] = np.arange(len(rows))
        beside = rank[closes] - rank[begins] == 1
        if (beside & ends.opens[begins] & ~ends.opens[closes]).any():
            return True
    return False


def _widest(
    columns: Columns, vocabulary: Vocabulary, rows: slice | Ints
) -> tuple[Interval, slice | Ints] | None:
    """The widest interval that a file opens or closes, beside the rows of the file."""
    kinds = columns.kind[rows]
    found = (own for own in stays(vocabulary) if _marks(columns, own, kinds).any())
    return next(((own, rows) for own in found), None)


def _marks(columns: Columns, interval: Interval, kinds: Small) -> Bools:
    """Where an interval is opened or closed."""
    numbers = [columns.kinds.index(name) for name in (interval.start, interval.end)]
    return np.isin(kinds, numbers)


def _cut(columns: Columns, interval: Interval, rows: slice | Ints) -> bool:
    """Whether a scope that a file shows is not opened or not closed, so that rows are missing."""
    ends = _Ends.of(columns, interval)
    if ends is None:
        return False
    own = np.arange(columns.size)[rows]
    own, own_ends = own[ends.named[own]], (own[0], own[-1])
    if not len(own):
        return False
    here = occurring(ends.ids[own])
    first, last = ends.first[here], ends.last[here]
    begins, closes, opens = ends.begins[here], ends.ends[here], ends.opens
    late = np.where(begins < 0, first == own_ends[0], ~opens[begins])
    early = np.where(closes < 0, last == own_ends[1], opens[closes])
    inside = ends.marks[np.isin(ends.marks, own)]
    opened, closed = inside[opens[inside]], inside[~opens[inside]]
    at_start = late & (first <= closed.min(initial=columns.size))
    at_end = early & (last >= opened.max(initial=-1))
    return bool(at_start.any() or at_end.any() or (late.any() and early.any()))


def _between(columns: Columns, vocabulary: Vocabulary, widest: Interval) -> bool:
    """Whether a narrower scope is not closed, and the one that begins right below is not opened."""
    every = stays(vocabulary)
    for interval in every[every.index(widest) + 1 :]:
        if (ends := _Ends.of(columns, interval)) is None:
            continue
        marked = ends.begins >= 0
        late = ends.first[marked & ~ends.opens[ends.begins]]
        early = ends.last[marked & ends.opens[ends.ends]]
        if np.isin(late - 1, early).any():
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Ends:
    """The first and the last row of each scope of an interval by its number, -1 where it has none,
    and those that open or close it.
    """

    ids: Small
    named: Bools
    marks: Ints
    opens: Bools
    first: Ints
    last: Ints
    begins: Ints
    ends: Ints

    @classmethod
    def of(cls, columns: Columns, interval: Interval) -> _Ends | None:
        """Those of a log in columns; None where nothing names the scope."""
        if interval.keys[-1] not in columns.fields:
            return None
        keys, named = columns.numbered(interval.keys), columns.has_value(interval.keys[-1])
        every = np.flatnonzero(named)
        first, last, begins, ends = (np.full(keys.count, -1) for _ in range(4))
        first[keys.ids[every[::-1]]], last[keys.ids[every]] = every[::-1], every
        marks = every[_marks(columns, interval, columns.kind[every])]
        begins[keys.ids[marks[::-1]]], ends[keys.ids[marks]] = marks[::-1], marks
        opens = columns.kind == columns.kinds.index(interval.start)
        return cls(keys.ids, named, marks, opens, first, last, begins, ends)


class _Runs:
    """The scopes of the deepest kind, one after another at each place."""

    def __init__(self, columns: Columns, scopes: ScopeColumns) -> None:
        self._columns, self._scopes = columns, scopes
        self.many = self.places = self.later = 0
        deepest = columns.fields.get(next(reversed(scopes.counters), ""))
        if deepest is None:
            return
        places = columns.numbered(scopes.names)
        rows = np.arange(columns.size) if deepest.empty is None else np.flatnonzero(~deepest.empty)
        if places.count > 1:
            rows = rows[stable_order(places.ids[rows], places.count)]
        ids = columns.numbered((*scopes.names, *scopes.counters)).ids[rows]
        # What goes by one number at two places is two scopes: the number holds the place as well.
        starts = np.flatnonzero(np.append(True, ids[1:] != ids[:-1])) if len(ids) else ids
        self.many = len(starts)
        if not self.many:
            return
        self._starts, self._ends = rows[starts], rows[np.append(starts[1:], len(rows)) - 1]
        self._place = places.ids[self._starts]
        kind = columns.kind[rows].astype(np.int64)
        table = np.zeros((self.many, len(columns.kinds)), bool)
        table[np.repeat(np.arange(self.many), np.diff(np.append(starts, len(rows)))), kind] = True
        self._table = table
        self._edges(table)
        self._numbers(deepest.at(self._starts).key().values)
        self._count_later()

    def _edges(self, table: Bools) -> None:
        """Which scopes begin or end oddly, and which lack several kinds of event."""
        columns = self._columns
        first, last = columns.kind[self._starts], columns.kind[self._ends]
        begin, end = (np.bincount(own, minlength=len(columns.kinds)) for own in (first, last))
        many = table.sum(axis=0)
        self._unbegun = np.asarray(~table[:, self._common(begin)].all(axis=1))
        self._late = _odd(begin[first], many[first]) | self._unbegun
        self._early = _odd(end[last], many[last])
        self._lacks = (~table[:, self._common(many)]).sum(axis=1) > 1

    def _common(self, many: Ints) -> Bools:
        return np.asarray((many > MANY) & (USUAL[1] * many >= USUAL[0] * (self.many - 2)))

    def _numbers(self, number: Ints) -> None:
        """How many numbers are left out before each scope."""
        wider = self._columns.numbered((*self._scopes.names, *self._scopes.counters[:-1])).ids
        upper = wider[self._starts]
        number = number.astype(np.int64)
        before = np.append(0, number[:-1])
        self._same = np.append(False, self._place[1:] == self._place[:-1])
        again = np.append(True, upper[1:] != upper[:-1]) & (number != before + 1)
        before = np.where(again | ~self._same, 0, before)
        self._gone = np.maximum(0, number - before - 1)

    def unrecorded(self, declared: Collection[str]) -> bool:
        """Whether a kind of event never stands at a place, or in many scopes one after another, and
        does elsewhere.
        """
        if not self.many:
            return False
        starts = np.flatnonzero(~self._same)
        ends = np.append(starts[1:], self.many)
        for at, name in enumerate(self._columns.kinds):
            having = np.flatnonzero(self._table[:, at])
            if name in declared or len(having) < EXPECTED:
                continue
            low, high = np.searchsorted(having, starts), np.searchsorted(having, ends)
            there, many = high > low, len(having)
            begins = np.repeat(starts, high - low)
            silent = having - np.maximum(np.append(-1, having[:-1]) + 1, begins)
            silent = np.append(silent, ends[there] - having[high[there] - 1] - 1)
            silent = silent[silent >= EXPECTED]
            scopes = int((ends - starts)[there].sum() - silent.sum())
            if not is_missed(name, self._scopes, many, scopes, len(silent)):
                continue
            if (silent * many >= EXPECTED * scopes).any():
                return True
            if ((ends - starts)[~there] * many >= WHOLE * scopes).any():
                return True
        return False

    def _count_later(self) -> None:
        """How many places there are, and at how many of them a number begins above 1."""
        first = self._starts[~self._same]
        later = np.zeros(len(first), bool)
        for name in self._scopes.counters:
            if (found := self._columns.fields.get(name)) is not None:
                own = found.at(first)
                later |= (own.vector.data > 1) & (True if own.empty is None else ~own.empty)
        self.places, self.later = len(first), int(later.sum())

    def ends_oddly(self) -> bool:
        """Whether the first scope of a place begins oddly, or the last ends oddly."""
        last = np.append(~self._same[1:], True)
        return bool((self._late & ~self._same).any() or (self._early & last).any())

    def broken(self) -> bool:
        """Whether a scope breaks off, begins in the midst, or leaps over numbers."""
        if not self.many:
            return False
        same, gone, late = self._same, self._gone, self._late
        early = np.append(False, self._early[:-1])
        odd = same & ((late & (early | self._lacks)) | ((gone > 0) & (early | late)))
        leaps = int((same & (gone > 0)).sum())
        if leaps <= MOST * self.many:
            odd |= same & (gone > 0)
        return bool(odd.any()) or self._begins_late() or self._side_by_side()

    def _side_by_side(self) -> bool:
        """Whether scopes of two places begin or end oddly, a few rows from each other; a scope that
        has what several others have is not cut.
        """
        if not (self._late | self._early).any():
            return False
        kinds = np.packbits(self._table, axis=1)
        alike = numbered([Column(own.astype(np.int64)) for own in kinds.T], self.many)
        alone = np.bincount(alike.ids, minlength=alike.count)[alike.ids] <= MANY
        late, early = self._late & alone, self._early & alone
        at = np.concatenate([self._starts[late], self._ends[early] + 1])
        place = np.concatenate([self._place[late], self._place[early]])
        order = np.argsort(at, kind="stable")
        at, place = at[order], place[order]
        return bool(((np.diff(at) <= NEAR) & (place[1:] != place[:-1])).any())

    def _begins_late(self) -> bool:
        begins = np.flatnonzero(~self._same)
        gone = self._gone[begins]
        late = np.asarray((gone > 0) | self._unbegun[begins])
        if not late.any():
            return False
        if len(begins) > 1:
            return bool((gone == 0).sum() * 2 > len(begins) - 1)
        own = self._columns.numbered(self._scopes.names).ids == self._place[begins[0]]
        return bool(np.argmax(own) < self._starts[begins[0]])


def _odd(alike: Ints, many: Ints) -> Bools:
    return np.asarray((many > MANY) & ((alike - 1) * RARE < many - 1))


def missing_in(
    columns: Columns,
    vocabulary: Vocabulary,
    declared: Collection[str],
    files: Sequence[Ints],
    row: Callable[[int], Row],
) -> list[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands.

    `files` are the certain rows of each file, in the order of the log; `row` gives a row as it
    stands in its file.  `declared` are the kinds that the log is declared to record.
    """
    every = np.arange(columns.size)
    certain, own_files = columns, files
    at = every
    if columns.doubtful is not None:
        at = every[~columns.doubtful]
        certain = columns.said_in(at)
        own_files = [np.searchsorted(at, own) for own in files]
    alone = next(unopened(columns, vocabulary, at), None)
    if alone is None and not has_breaks(certain, vocabulary, own_files, declared):
        return []
    outline = outline_of(columns, vocabulary, files, row)
    found = [*breaks(outline, vocabulary, declared)]
    if not found:
        return []
    habits = FileRows(columns, vocabulary, at, at).habits()
    stretches = FileRows(columns, vocabulary, every, every).stretches()
    return [*missing_events(found, outline, vocabulary, stretches, habits)]
