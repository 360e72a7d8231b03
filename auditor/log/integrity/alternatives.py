"""Rows that cannot be read as they stand: which events they may be.

A row that is set aside happened all the same.  To leave it out would make a payment missing, and a
player accused; to take its kind or its coup for granted would do the same elsewhere.  So it stands
in the log as every event that it may be, each of them in doubt, and whatever may look at one of
these cannot be verified.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from auditor.language.core import Vocabulary
from auditor.log.event import Event
from auditor.log.integrity.suspects import (
    Habits,
    ScopeColumns,
    Scopes,
    Suspect,
)
from auditor.values import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = Sequence[int] | NDArray[np.int64]
    "Rows of a file, ascending."


def without(suspect: Suspect, names: Collection[str]) -> Suspect:
    """A row in doubt, of which some cells are not believed either."""
    if not names:
        return suspect
    values = {name: value for name, value in suspect.values.items() if name not in names}
    return replace(suspect, values=values, lost=suspect.lost.union(names))


def unplaced(suspect: Suspect, columns: ScopeColumns, habits: Habits) -> Suspect:
    """A row in doubt, without the scopes that it does not name and rows of its kind do."""
    kinds = [*habits.rows] if suspect.kind is None else [suspect.kind]
    unsaid = frozenset(
        name
        for name in columns.all
        for kind in kinds
        if name not in suspect.values and habits.expects(kind, name, columns)
    )
    return suspect if unsaid <= suspect.lost else replace(suspect, lost=suspect.lost | unsaid)


# ---- where a row may belong ---------------------------------------------------------------------
NEXT = 12
"""Places that a row may open or close: those that begin next after it, or ended last before it."""


class Stretches:
    """The scopes that are open around each row of a file.

    `places` are the certain rows of each place, in the order of their first ones, `counted` those
    of them that fill a counter; `scopes_of` is what a certain row says of its scopes, and `beside`
    gives the places of the certain rows right before and after a row.
    """

    def __init__(
        self,
        columns: ScopeColumns,
        places: Mapping[Scopes, Numbers],
        counted: Mapping[Scopes, Numbers],
        scopes_of: Callable[[int], Scopes],
        beside: Callable[[int], Collection[Scopes]],
    ) -> None:
        self._columns, self._of, self._counted = columns, places, counted
        self._scopes_of, self._beside = scopes_of, beside
        self._borne = [{own[nth] for own in places} for nth, _ in enumerate(columns.names)]

    def events(
        self, at: int, suspect: Suspect, vocabulary: Vocabulary, habits: Habits
    ) -> Iterator[Event]:
        """The events that a row may be, in the scopes that it may belong to."""
        believed = self._confirmed(suspect)
        around = self._around(at, believed)
        return alternatives(believed, around, self._columns, vocabulary, habits)

    def _confirmed(self, member: Suspect) -> Suspect:
        """The member, its place believed where other rows bear all of the names of this place."""
        if not member.lost.intersection(self._columns.names):
            return member
        seen = {**member.guess, **member.values}
        place = self._columns.place(seen)
        if None in place or place not in self._of:
            return member
        names = {name: seen[name] for name in self._columns.names if name in seen}
        lost = member.lost.difference(self._columns.names)
        return Suspect(member.row, member.kind, {**member.values, **names}, lost)

    def _around(self, at: int, suspect: Suspect) -> list[dict[str, Value | None]]:
        """The scopes near a row, at the places around, beside or near it, that its cells allow."""
        beside = set(self._beside(at))
        names = self._decisive_names(suspect)
        agreeing = [
            own for own in self._of.items() if all(own[0][nth] == value for nth, value in names)
        ]
        later = sorted(rows[0] for _, rows in agreeing if rows[0] > at)[:NEXT]
        earlier = sorted(rows[-1] for _, rows in agreeing if rows[-1] < at)[-NEXT:]
        found: dict[Scopes, None] = {}
        for place, rows in agreeing:
            around = rows[0] < at < rows[-1] or place in beside
            if not (around or rows[0] in later or rows[-1] in earlier):
                continue
            for near in _nearest(self._counted.get(place, rows), at):
                found[self._scopes_of(near)] = None
        return [dict(zip(self._columns.all, scopes, strict=True)) for scopes in found]

    def open_at(
        self, at: int, places: Iterable[Scopes], *, inside: bool, first: bool = False
    ) -> list[dict[str, Value | None]]:
        """The scopes that may be open before a row at some places: the places themselves, and the
        last and the next of their scopes where rows may be missing inside them, else the one that
        would follow the last and the one that would go before the next; none of a number where
        that is the first one of a place.
        """
        found: dict[Scopes, None] = {}
        for place in places:
            named = dict(zip(self._columns.names, place, strict=True))
            found[tuple(named.get(name) for name in self._columns.all)] = None
            for near in _nearest(self._counted.get(place, []), at):
                scopes = self._scopes_of(near)
                step = None if first else 1 if near < at else -1
                found[scopes if inside else self._beyond(scopes, step)] = None
        return [dict(zip(self._columns.all, scopes, strict=True)) for scopes in found]

    def _beyond(self, scopes: Scopes, step: int | None) -> Scopes:
        """The scopes with the next number of the deepest counter, the one before, or none."""
        deepest = self._columns.all.index(self._columns.counters[-1])
        own = scopes[deepest]
        number = None if step is None else own + step if isinstance(own, int) else own
        return (*scopes[:deepest], number, *scopes[deepest + 1 :])

    def _decisive_names(self, suspect: Suspect) -> list[tuple[int, Value | None]]:
        """The names that the place of a row must have, with their numbers among names."""
        said = [suspect.values.get(name) for name in self._columns.names]
        return [
            (nth, own)
            for nth, (name, own) in enumerate(zip(self._columns.names, said, strict=True))
            if name not in suspect.lost and (own is None or own in self._borne[nth])
        ]


def _nearest(rows: Numbers, at: int) -> list[int]:
    """The last of some rows before one, and the first after it."""
    after = bisect_left(rows, at)
    return [*rows[max(after - 1, 0) : after], *rows[after : after + 1]]


# ---- the events that a row may be ---------------------------------------------------------------
def alternatives(
    suspect: Suspect,
    around: Sequence[Mapping[str, Value | None]],
    columns: ScopeColumns,
    vocabulary: Vocabulary,
    habits: Habits,
) -> Iterator[Event]:
    """Every event that a suspect may be, of each fitting kind in each scope around."""
    scopes = [name for name in columns.all if name in suspect.lost]
    for kind in _kinds(suspect, columns, vocabulary, habits):
        own = {*vocabulary.context, *vocabulary.kinds[kind].fields}
        values = {name: value for name, value in suspect.values.items() if name in own}
        lost = frozenset(suspect.lost & own) - set(scopes)
        found: dict[Scopes, None] = {}
        for near in around:
            options = [_options(kind, name, near[name], columns, habits) for name in scopes]
            found.update(dict.fromkeys(product(*options)))
        for chosen in found or {(None,) * len(scopes): None}:
            named = zip(scopes, chosen, strict=True)
            settled = {name: value for name, value in named if value is not None}
            yield Event(
                0, kind, {**values, **settled}, suspect.row, True, lost, suspect.suspicious_place
            )


def _kinds(
    suspect: Suspect, columns: ScopeColumns, vocabulary: Vocabulary, habits: Habits
) -> Iterator[str]:
    """The kinds that a row may be of: the one it names, else those that have what it fills."""
    if suspect.kind is not None:
        yield suspect.kind
        return
    filled = set(suspect.values)
    scopes = filled & set(columns.all)
    others = filled - set(vocabulary.context)
    for kind in vocabulary.kinds.values():
        strange = any(habits.never(kind.name, name, columns) for name in scopes)
        if others <= set(kind.fields) and not strange:
            yield kind.name


def _options(
    kind: str, name: str, value: Value | None, columns: ScopeColumns, habits: Habits
) -> tuple[Value | None, ...]:
    """The values that a lost scope column may have, going by those around it and by the kind."""
    if (kind, name) in columns.lacks:
        return (None,)
    if name in columns.names or value is None:
        return (value,)
    if habits.never(kind, name, columns):
        return (None,)
    return (value, None) if habits.sometimes_empty(kind, name, columns) else (value,)
