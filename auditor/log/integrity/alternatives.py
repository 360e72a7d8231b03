"""Rows that cannot be read or believed as they stand: which events they may be.

A row that is set aside happened all the same.  To leave it out would make a payment missing, and a
player accused; to take its kind or its coup for granted would do the same elsewhere.  So it stands
in the log as every event that it may be, each of them in doubt, and whatever may look at one of
these cannot be verified.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.event import Event
from auditor.log.integrity.scopes import Habits, gaps, strays, values_in
from auditor.log.integrity.suspects import MANY, Scopes, Suspect, believing, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints
from auditor.values import Value

Doubts = list[tuple[int, Suspect]]
"""Rows in doubt, each with its number."""


class FileRows:
    """The certain rows of one file: where they stand in the columns, and their numbers, by which
    others stand between them; both ascend.
    """

    def __init__(self, columns: Columns, vocabulary: Vocabulary, at: Ints, numbers: Ints) -> None:
        self._columns, self._vocabulary = columns, vocabulary
        self.at, self._numbers = at, numbers
        self._scopes = scope_columns(vocabulary)

    # ---- rows that are in doubt -------------------------------------------------------------
    def lacking(self, suspects: Doubts) -> dict[int, set[str]]:
        """The numbers of rows that are in doubt after all, each with the fields that are lost."""
        others = [own for _, own in suspects]
        found = gaps(self._columns, self._vocabulary, self.at, others)
        return {int(self._numbers[at]): lost for at, lost in found.items()}

    def events(self, suspects: Doubts, lacking: Doubts) -> list[tuple[int, Event]]:
        """The events that rows in doubt may be, each with the number of its row; `lacking` are
        those that only the others of the file put in doubt, and stand right before their numbers.
        """
        keep = ~np.isin(self._numbers, np.array([number + 1 for number, _ in lacking], np.int64))
        certain = FileRows(self._columns, self._vocabulary, self.at[keep], self._numbers[keep])
        believed = [*suspects]
        others = [own for _, own in suspects]
        for name, _, stray in strays(self._columns, self._vocabulary, self.at, others):
            for at in stray.tolist():
                believed[at] = believed[at][0], _without(believed[at][1], name)
        every = [*((number, self._unplaced(own)) for number, own in believed), *lacking]
        return [
            (number, event)
            for number, own in sorted(every, key=itemgetter(0))
            for event in alternatives(
                own, certain._around(number, own), self._vocabulary, self.habits
            )
        ]

    def _unplaced(self, suspect: Suspect) -> Suspect:
        """A row in doubt, without the scopes that it does not name and rows of its kind do."""
        kinds = self.habits.rows > 0
        if suspect.kind is not None:
            kinds = np.array([kind == suspect.kind for kind in self._columns.kinds])
        unsaid = frozenset(
            name
            for name in self._scopes.all
            if name not in suspect.values and self.habits.expected[name][kinds].any()
        )
        return suspect if unsaid <= suspect.lost else replace(suspect, lost=suspect.lost | unsaid)

    @cached_property
    def habits(self) -> Habits:
        """Which scope columns the rows fill, kind by kind."""
        return Habits.of(self._columns, self._vocabulary, self.at)

    # ---- where a row may belong -------------------------------------------------------------
    def open_at(
        self, number: int, places: Iterable[Scopes], between: Scopes | None
    ) -> list[Scopes]:
        """The scopes that may be open before a row at some places: the places themselves, and the
        one `between` theirs, else the last and the next of them.
        """
        found: dict[Scopes, None] = {}
        for place in places:
            named = dict(zip(self._scopes.names, place, strict=True))
            found[self._scopes.every(named)] = None
            near = _nearest(self._counted.get(place, self._numbers[:0]), number)
            found.update(dict.fromkeys([between] if between else map(self._scopes_of, near)))
        return [*found]

    def _around(self, number: int, suspect: Suspect) -> list[Scopes]:
        """The scopes near a row, at the places around, beside or near it, that its cells allow;
        none where its cells tell them all.
        """
        if suspect.kind is not None and suspect.lost.isdisjoint(self._scopes.all):
            return []
        at = int(np.searchsorted(self._numbers, number))
        near = self.at[max(at - 1, 0) : at + 1] if at else self.at[:1]
        beside = {*self._names_of(near)}
        names = self._decisive_names(suspect)
        agreeing = [
            (place, rows, int(rows[0]), int(rows[-1]))
            for place, rows in self._places.items()
            if all(place[nth] == value for nth, value in names)
        ]
        later = sorted(first for _, _, first, _ in agreeing if first > number)[:MANY]
        earlier = sorted(last for _, _, _, last in agreeing if last < number)[-MANY:]
        found: dict[Scopes, None] = {}
        for place, rows, first, last in agreeing:
            around = first < number < last or place in beside
            if around or first in later or last in earlier:
                for one in _nearest(self._counted.get(place, rows), number):
                    found[self._scopes_of(one)] = None
        return [*found]

    def _decisive_names(self, suspect: Suspect) -> list[tuple[int, Value | None]]:
        """The names that the place of a row must have, with their numbers among names."""
        said = [(name, suspect.values.get(name)) for name in self._scopes.names]
        return [
            (nth, own)
            for nth, (name, own) in enumerate(said)
            if name not in suspect.lost and (own is None or own in self._borne[nth])
        ]

    @cached_property
    def _borne(self) -> list[set[Value | None]]:
        """The names that rows bear, for each column of names."""
        return [{place[nth] for place in self._places} for nth, _ in enumerate(self._scopes.names)]

    def _scopes_of(self, number: int) -> Scopes:
        """The scopes of a certain row."""
        row = int(self.at[np.searchsorted(self._numbers, number)])
        value, vocabulary = self._columns.value, self._vocabulary
        return tuple(value(name, vocabulary, row) for name in self._scopes.all)

    def _names_of(self, rows: Ints) -> Iterator[Scopes]:
        return values_in(self._columns, self._vocabulary, self._scopes.names, rows)

    @cached_property
    def _places(self) -> dict[Scopes, Ints]:
        """The numbers of the rows of each place, the places in the order of their first rows."""
        return self._by_place(np.ones(len(self.at), bool))

    @cached_property
    def _counted(self) -> dict[Scopes, Ints]:
        """The numbers of those rows of each place that fill a counter."""
        counted = np.zeros(len(self.at), bool)
        for name in self._scopes.counters:
            counted |= self._columns.has_value(name)[self.at]
        return self._by_place(counted)

    def _by_place(self, marked: Bools) -> dict[Scopes, Ints]:
        places = self._columns.numbered(self._scopes.names)
        some = np.flatnonzero(marked)
        place = places.ids[self.at[some]]
        order = stable_order(place, places.count)
        groups = np.split(some[order], np.flatnonzero(np.diff(place[order])) + 1)
        groups = sorted((own for own in groups if len(own)), key=lambda own: int(own[0]))
        firsts = np.array([self.at[own[0]] for own in groups], np.int64)
        numbers = (self._numbers[own] for own in groups)
        return dict(zip(self._names_of(firsts), numbers, strict=True))


def _without(suspect: Suspect, name: str) -> Suspect:
    """A row in doubt, of which a cell is not believed either."""
    values = {own: value for own, value in suspect.values.items() if own != name}
    return replace(suspect, values=values, lost=suspect.lost | {name})


def _nearest(rows: Ints, number: int) -> list[int]:
    """The last of some rows before one, and the first after it."""
    after = bisect_left(rows, number)
    return [*rows[max(after - 1, 0) : after].tolist(), *rows[after : after + 1].tolist()]


# ---- the events that a row may be ---------------------------------------------------------------
def alternatives(
    suspect: Suspect, around: Sequence[Scopes], vocabulary: Vocabulary, habits: Habits
) -> Iterator[Event]:
    """Every event that a suspect may be, of each fitting kind in each scope around.

    Of cells that no kind fills together only those are believed that tell where it happened, and of
    a place where no kind occurs none.
    """
    kinds = [*habits.kinds_of(suspect, vocabulary)]
    for names in (vocabulary.context, ()):
        if not kinds:
            suspect = believing(suspect, names, vocabulary)
            kinds = [*habits.kinds_of(suspect, vocabulary)]
    columns = scope_columns(vocabulary).all
    scopes = [name for name in columns if name in suspect.lost]
    for kind in kinds:
        own = {*vocabulary.context, *vocabulary.kinds[kind].fields}
        values = {name: value for name, value in suspect.values.items() if name in own}
        lost = frozenset(suspect.lost & own) - set(scopes)
        found: dict[Scopes, None] = {}
        for near in around:
            told = dict(zip(columns, near, strict=True))
            found.update(
                dict.fromkeys(product(*(habits.options(kind, name, told[name]) for name in scopes)))
            )
        for chosen in found or {(None,) * len(scopes): None}:
            named = zip(scopes, chosen, strict=True)
            settled = {name: value for name, value in named if value is not None}
            yield Event(
                0, kind, {**values, **settled}, suspect.row, True, lost, suspect.suspicious_place
            )
