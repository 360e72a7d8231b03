"""Rows of a plain file that cannot be read as they stand, among columns: the events they may be.

What such a row may be is worked out by `auditor.log.damage.alternatives`, as for a file read cell
by cell; here stands only what that asks of the rows around it, whose events are never made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

import numpy as np

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.alternatives import Stretches
from auditor.log.damage.gaps import unplaced, without
from auditor.log.damage.outline import (
    FileOutline,
    Outline,
    ScopeRun,
    ScopeSpan,
    Unopened,
    closed,
    stays,
    telling,
)
from auditor.log.damage.suspects import Habits, ScopeColumns, Scopes, Suspect, scope_columns
from auditor.log.event import Event, Row
from auditor.log.integrity.scopes import astray, gaps, values_in
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Ints
from auditor.values import Value

Doubts = list[tuple[int, Suspect]]
"""Rows in doubt, each with its number."""


@dataclass(frozen=True, slots=True)
class FileRows:
    """The certain rows of one file: where they stand in the columns, and their numbers, both
    ascending.
    """

    columns: Columns
    vocabulary: Vocabulary
    at: Ints
    numbers: Ints

    def lacking(self, suspects: Doubts) -> dict[int, set[str]]:
        """The numbers of rows that are in doubt after all, each with the fields that are lost."""
        found = gaps(self.columns, self.vocabulary, self.at, self._before(suspects))
        return {int(self.numbers[at]): lost for at, lost in found.items()}

    def believed(self, suspects: Doubts) -> Doubts:
        """The suspects, without names of a place that no other row names."""
        lost = astray(self.columns, self.vocabulary, self.at, self._before(suspects))
        return [
            (number, without(suspect, lost.get(at, ())))
            for at, (number, suspect) in enumerate(suspects)
        ]

    def _before(self, suspects: Doubts) -> Doubts:
        """The suspects, each with how many of the certain rows stand before it."""
        return [
            (int(np.searchsorted(self.numbers, number)), suspect) for number, suspect in suspects
        ]

    def events(self, suspects: Doubts, lacking: Doubts) -> list[tuple[int, Event]]:
        """The events that rows in doubt may be, each with the number of its row; `lacking` are
        those that only the others of the file put in doubt, and stand right before their numbers.
        """
        keep = ~np.isin(self.numbers, np.array([number + 1 for number, _ in lacking], np.int64))
        certain = FileRows(self.columns, self.vocabulary, self.at[keep], self.numbers[keep])
        habits, stretches = self.habits(), certain.stretches()
        columns = scope_columns(self.vocabulary)
        believed = self.believed(suspects)
        every = [*((number, unplaced(own, columns, habits)) for number, own in believed), *lacking]
        return [
            (number, event)
            for number, own in sorted(every, key=itemgetter(0))
            for event in stretches.events(number, own, self.vocabulary, habits)
        ]

    def habits(self) -> Habits:
        """Which scope columns the rows fill, kind by kind."""
        kinds, found = self.columns.kinds, Habits()
        kind = self.columns.kind[self.at].astype(np.int64)
        found.rows.update(_counted(kinds, kind))
        for name in scope_columns(self.vocabulary).all:
            own = _counted(kinds, kind[self._filled(name)])
            found.filled.update({(known, name): count for known, count in own.items()})
        return found

    def _filled(self, name: str) -> Ints:
        found = self.columns.fields.get(name)
        if found is None:
            return np.zeros(0, np.int64)
        every = np.arange(len(self.at))
        return every if found.empty is None else np.flatnonzero(~found.empty[self.at])

    def stretches(self) -> Stretches:
        """The scopes around the rows of the file, which stand by their numbers."""
        scopes = scope_columns(self.vocabulary)
        counted = np.zeros(len(self.at), bool)
        for name in scopes.counters:
            counted[self._filled(name)] = True
        rows, with_counters = self._by_place(scopes), {}
        for names, own in rows.items():
            some = own[counted[own]]
            if len(some):
                with_counters[names] = self.numbers[some]

        def scopes_of(number: int) -> Scopes:
            row = self.at[int(np.searchsorted(self.numbers, number))]
            return next(values_in(self.columns, self.vocabulary, scopes.all, [int(row)]))

        def beside(number: int) -> list[Scopes]:
            at = int(np.searchsorted(self.numbers, number))
            near = self.at[max(at - 1, 0) : at + 1] if at else self.at[:1]
            return [*values_in(self.columns, self.vocabulary, scopes.names, near)]

        places = {names: self.numbers[own] for names, own in rows.items()}
        return Stretches(scopes, places, with_counters, scopes_of, beside)

    def _by_place(self, scopes: ScopeColumns) -> dict[Scopes, Ints]:
        """The rows of each place, the places in the order of their first rows."""
        places = self.columns.numbered(scopes.names)
        place = places.ids[self.at]
        order = stable_order(place, places.count)
        bounds = np.flatnonzero(np.diff(place[order])) + 1
        some = [own for own in np.split(order, bounds) if len(own)]  # all may be in doubt
        groups = sorted(some, key=lambda own: int(own[0]))
        firsts = [int(self.at[own[0]]) for own in groups]
        named = values_in(self.columns, self.vocabulary, scopes.names, firsts)
        return dict(zip(named, groups, strict=True))


def _counted(kinds: Sequence[str], numbers: Ints) -> dict[str, int]:
    counts = np.bincount(numbers, minlength=len(kinds))
    return {kind: int(count) for kind, count in zip(kinds, counts, strict=True) if count}


def outline_of(
    columns: Columns, vocabulary: Vocabulary, files: Sequence[Ints], row: Callable[[int], Row]
) -> Outline:
    """The outline of a log; `files` are the rows of each file, in the order of the log, and `row`
    gives a row as it stands.
    """
    return _Outlining(columns, vocabulary).outline(files, row)


def unopened(columns: Columns, vocabulary: Vocabulary, certain: Ints) -> Iterator[Unopened]:
    """Closing rows among some of a log, of what was not opened."""
    for interval, names, whole in closed(vocabulary):
        kinds = [columns.kinds.index(own) for own in (interval.start, interval.end) if own]
        marks = certain[columns.has_value(interval.keys[-1])[certain]]
        marks = marks[np.isin(columns.kind[marks], kinds)]
        if not len(marks):
            continue
        keys = columns.numbered(interval.keys)
        ids = keys.ids
        marks = marks[stable_order(ids[marks], keys.count)]
        closes = columns.kind[marks] != kinds[0]  # what opens and closes at once only opens
        again = np.append(False, ids[marks[1:]] == ids[marks[:-1]])
        before = np.append(False, closes[:-1])
        alone = closes & (~again | (before & (not whole)))
        if not alone.any():
            continue
        places = columns.numbered(names)
        first = np.full(places.count, -1)
        first[places.ids[certain[::-1]]] = certain[::-1]
        after = np.append(0, marks[:-1]) + 1
        since = np.where(again, after, first[places.ids[marks]])[alone]
        order = np.argsort(marks[alone])
        ends = zip(marks[alone][order].tolist(), since[order].tolist(), strict=True)
        yield from (Unopened(interval, at, low) for at, low in ends)


class _Outlining:
    def __init__(self, columns: Columns, vocabulary: Vocabulary) -> None:
        self._columns, self._vocabulary = columns, vocabulary
        self._scopes = scope_columns(vocabulary)
        keys = (name for interval, _, _ in closed(vocabulary) for name in interval.keys)
        self._names = tuple(dict.fromkeys((*self._scopes.all, *telling(vocabulary), *keys)))
        self._sure = ~columns.doubtful if columns.doubtful is not None else None

    def outline(self, files: Sequence[Ints], row: Callable[[int], Row]) -> Outline:
        """The outline of all files."""
        columns, scopes = self._columns, self._scopes
        counted = self._columns.has_value(next(reversed(scopes.counters), ""))
        runs = self._runs(self._certain(np.flatnonzero(counted)))
        others = self._certain(np.flatnonzero(~counted))
        in_doubt = np.zeros(0) if self._sure is None else np.flatnonzero(~self._sure)
        every = self._certain(np.arange(columns.size))
        return Outline(
            size=columns.size,
            unsure=int(in_doubt[0]) if len(in_doubt) else columns.size,
            files=[self._file(own) for rows in files if len(own := self._certain(rows))],
            stays={own.name: self._stays(own, every) for own in stays(self._vocabulary)},
            runs=runs,
            extent=dict(self._extents(scopes.names, every)),
            uncounted=frozenset(self._kinds(others)),
            before=self._before(others, runs),
            unopened=[*unopened(columns, self._vocabulary, every)],
            timed=bool(columns.has_value("time")[every].any()),
            row=cache(row),  # asked of the ends of each place, hole after hole
            kind=self._kind,
            values=cache(self._values),
        )

    # ---- rows -------------------------------------------------------------------------------
    def _certain(self, rows: Ints) -> Ints:
        return rows if self._sure is None else rows[self._sure[rows]]

    def _kind(self, at: int) -> str:
        return self._columns.kinds[int(self._columns.kind[at])]

    def _kinds(self, rows: Ints) -> Iterator[str]:
        many = np.bincount(self._columns.kind[rows], minlength=len(self._columns.kinds))
        return (self._columns.kinds[at] for at in np.flatnonzero(many))

    def _values(self, at: int) -> dict[str, Value]:
        [said] = self._scopes_at(self._names, [at])
        named = zip(self._names, said, strict=True)
        return {name: value for name, value in named if value is not None}

    def _scopes_at(self, names: Sequence[str], rows: Sequence[int] | Ints) -> Iterator[Scopes]:
        return values_in(self._columns, self._vocabulary, names, rows)

    def _ends(self, names: tuple[str, ...], rows: Ints) -> tuple[Ints, Ints]:
        """The first and the last of some rows that say the same in some fields, in the order of the
        first.
        """
        keys = self._columns.numbered(names)
        ids = keys.ids[rows]
        first, last = np.full(keys.count, -1), np.full(keys.count, -1)
        first[ids[::-1]], last[ids] = rows[::-1], rows
        order = np.argsort(first)
        order = order[first[order] >= 0]
        return first[order], last[order]

    def _extents(
        self, names: tuple[str, ...], rows: Ints
    ) -> Iterator[tuple[Scopes, tuple[int, int]]]:
        first, last = self._ends(names, rows)
        ends = zip(first.tolist(), last.tolist(), strict=True)
        return zip(self._scopes_at(names, first), ends, strict=True)

    # ---- files, and what opens and closes ---------------------------------------------------
    def _file(self, rows: Ints) -> FileOutline:
        kind, kinds = self._columns.kind[rows], self._columns.kinds
        first, last = np.full(len(kinds), -1), np.full(len(kinds), -1)
        first[kind[::-1]], last[kind] = rows[::-1], rows
        ends = zip(kinds, first.tolist(), last.tolist(), strict=True)
        return FileOutline(
            int(rows[0]),
            int(rows[-1]),
            {name: (low, high) for name, low, high in ends if low >= 0},
            self._ends(telling(self._vocabulary), rows)[0].tolist(),
        )

    def _stays(self, interval: Interval, rows: Ints) -> dict[Scopes, ScopeSpan]:
        rows = rows[self._columns.has_value(interval.keys[-1])[rows]]
        found = {key: ScopeSpan(*ends) for key, ends in self._extents(interval.keys, rows)}
        kinds = [self._columns.kinds.index(own) for own in (interval.start, interval.end) if own]
        marks = rows[np.isin(self._columns.kind[rows], kinds)]
        by_key = rows[np.argsort(self._columns.numbered(interval.keys).ids[rows], kind="stable")]
        below = np.full(self._columns.size, -1)
        below[by_key[:-1]] = by_key[1:]
        for key, (first, last) in self._extents(interval.keys, marks):
            own = found[key]
            own.begins, own.ends = self._kind(first), self._kind(last)
            closes = (own.begins, own.ends) == (interval.start, interval.end)
            own.shut = last if closes and below[first] == last else -1
        return found

    # ---- numbered scopes --------------------------------------------------------------------
    def _runs(self, rows: Ints) -> dict[Scopes, list[ScopeRun]]:
        """The scopes at each place, one after another, of rows that are numbered."""
        columns, scopes = self._columns, self._scopes
        if not len(rows):
            return {}
        places = columns.numbered(scopes.names).ids
        starts = self._ends(scopes.names, rows)[0]
        rank = np.zeros(int(places.max()) + 1, np.int64)
        rank[places[starts]] = np.arange(len(starts))
        rows = rows[np.argsort(rank[places[rows]], kind="stable")]
        ids = columns.numbered((*scopes.names, *scopes.counters)).ids[rows]
        begins = np.flatnonzero(np.append(True, ids[1:] != ids[:-1]))
        first, last = rows[begins], rows[np.append(begins[1:], len(rows)) - 1]
        names = [*self._scopes_at(scopes.names, starts)]
        found: dict[Scopes, list[ScopeRun]] = {name: [] for name in names}
        at_place = [names[at] for at in rank[places[first]]]
        said = self._scopes_at(scopes.counters, first)
        kinds = self._kinds_of_each(rows, begins)
        every = zip(at_place, said, first.tolist(), last.tolist(), kinds, strict=True)
        for place, scope, low, high, own in every:
            found[place].append(ScopeRun(scope, low, high, own))
        return found

    def _kinds_of_each(self, rows: Ints, begins: Ints) -> list[Counter[str]]:
        """How many rows of each kind every scope has."""
        kinds = self._columns.kinds
        run = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(rows))))
        both = np.bincount(run * len(kinds) + self._columns.kind[rows])
        there = np.flatnonzero(both)
        found: list[Counter[str]] = [Counter() for _ in begins]
        own, kind = np.divmod(there, len(kinds))
        for at, of, many in zip(own.tolist(), kind.tolist(), both[there].tolist(), strict=True):
            found[at][kinds[of]] = many
        return found

    def _before(
        self, others: Ints, runs: dict[Scopes, list[ScopeRun]]
    ) -> dict[Scopes, Sequence[str]]:
        """The kinds of the last two rows of each place before its first scope."""
        found: dict[Scopes, Sequence[str]] = {}
        places = self._columns.numbered(self._scopes.names).ids[others]
        order = np.argsort(places, kind="stable")
        bounds = np.flatnonzero(np.diff(places[order])) + 1
        for own in np.split(others[order], bounds) if len(others) else ():
            [place] = self._scopes_at(self._scopes.names, own[:1])
            first = runs[place][0].first if place in runs else self._columns.size
            found[place] = [self._kind(at) for at in own[: np.searchsorted(own, first)][-2:]]
        return found
