"""Rows of a file that cannot be read or believed, among its certain ones, which are columns.

What such a row may be, `auditor.log.integrity.alternatives` works out; here stands what that asks
of the rows around it, whose events are never made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.event import Event
from auditor.log.integrity.alternatives import Stretches, unplaced, without
from auditor.log.integrity.scopes import astray, gaps, values_in
from auditor.log.integrity.suspects import Habits, ScopeColumns, Scopes, Suspect, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Ints

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
