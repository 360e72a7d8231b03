"""Rows that cannot be read as they stand: which events they may be.

A row that is set aside happened all the same.  To leave it out would make a payment missing, and a
player accused; to take its kind or its coup for granted would do the same elsewhere.  So it stands
in the log as every event that it may be, each of them in doubt, and whatever may look at one of
these cannot be verified.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from auditor.language.core import Vocabulary
from auditor.log.damage.disorder import in_numbers
from auditor.log.damage.gaps import with_gaps
from auditor.log.damage.suspects import (
    Habits,
    Member,
    ScopeColumns,
    Scopes,
    Suspect,
    habits_of,
    may_lack,
    scope_columns,
)
from auditor.log.event import Event
from auditor.values import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = Sequence[int] | NDArray[np.int64]
    "Rows of a file, ascending."


def with_doubts(members: Sequence[Member], vocabulary: Vocabulary) -> list[Event]:
    """The events of one file in their order, each suspect as all the events that it may be."""
    columns = scope_columns(vocabulary)
    habits = habits_of(members, columns)
    every = [*with_gaps(members, columns, habits)]
    if not any(isinstance(member, Suspect) for member in every):
        return [member for member in every if isinstance(member, Event)]
    stretches = stretches_of(every, columns)
    events: list[Event] = []
    for at, member in enumerate(every):
        if isinstance(member, Event):
            events.append(member)
        else:
            events += stretches.events(at, member, vocabulary, habits)
    return events


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


def stretches_of(members: Sequence[Member], columns: ScopeColumns) -> Stretches:
    """The scopes around the rows of a file whose members are in memory."""
    places: dict[Scopes, list[int]] = defaultdict(list)
    counted: dict[Scopes, list[int]] = defaultdict(list)
    for at, member in enumerate(members):
        if isinstance(member, Event):
            place = columns.place(member.values)
            places[place].append(at)
            if any(name in member.values for name in columns.counters):
                counted[place].append(at)

    def scopes_of(at: int) -> Scopes:
        return tuple(members[at].values.get(name) for name in columns.all)

    certain = [at for at, member in enumerate(members) if isinstance(member, Event)]

    def beside(at: int) -> list[Scopes]:
        return [columns.place(members[near].values) for near in _nearest(certain, at)]

    return Stretches(columns, places, counted, scopes_of, beside)


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


# ---- columns that are not there -----------------------------------------------------------------
RETURNS = 3
"""Scopes one after another that had been left before: so many, and they are other scopes."""


def lacking_keys(events: Iterable[Event], vocabulary: Vocabulary) -> frozenset[str]:
    """The columns that tell scopes apart and that no certain event of a log fills."""
    lacking = set(scope_columns(vocabulary).all)
    for event in events:
        if not lacking:
            break
        if not event.doubtful:
            lacking.difference_update(event.values)
    return frozenset(lacking)


def unfilled(events: Iterable[Event], vocabulary: Vocabulary) -> frozenset[tuple[str, str]]:
    """The kinds of event, each with a field of its own that none of its certain events fills."""
    lacking = set(may_lack(vocabulary))
    for event in events:
        if not event.doubtful:
            lacking.difference_update((event.kind, name) for name in event.values)
    return frozenset(lacking)


def mixed_places(events: Iterable[Event], vocabulary: Vocabulary) -> frozenset[Scopes]:
    """The places, by their names, at which counters begin again or interleave.

    A scope that is over does not come back.  Where several in a row do, the log lacks a column that
    would tell them apart: two tables, or two evenings, go by the same name.  In a log without times
    its rows may stand in another order as well, or in the reverse, where numbers only fall.
    """
    columns = scope_columns(vocabulary)
    deepest = next(reversed(columns.counters), "")
    latest: dict[Scopes, Scopes] = {}
    seen: dict[Scopes, set[Scopes]] = defaultdict(set)
    running, falling = Counter[Scopes](), Counter[Scopes]()
    mixed, fallen = set[Scopes](), set[Scopes]()
    timed = False
    for event in events:
        timed = timed or (event.time is not None and not event.doubtful)
        if event.doubtful or deepest not in event.values:
            continue
        place = tuple(event.values.get(name) for name in columns.names)
        scope = tuple(event.values.get(name) for name in columns.counters)
        if latest.get(place) == scope:
            continue
        falls = place in latest and in_numbers(scope) < in_numbers(latest[place])
        latest[place] = scope
        running[place] = running[place] + 1 if scope in seen[place] else 0
        falling[place] = falling[place] + 1 if falls else 0
        seen[place].add(scope)
        if running[place] >= RETURNS:
            mixed.add(place)
        if falling[place] >= RETURNS:
            fallen.add(place)
    return with_those_alike(mixed if timed else mixed | fallen, seen, timed=timed)


def with_those_alike(
    mixed: Collection[Scopes], places: Collection[Scopes], *, timed: bool
) -> frozenset[Scopes]:
    """The mixed places, and those that lack the same names: one column is lacking for all.  Where
    one has all names that any has, and there are no times, rows of no place stand in their order.
    """
    fullest = min((place.count(None) for place in places), default=0)
    if not timed and any(place.count(None) == fullest for place in mixed):
        return frozenset(places)
    lacks = {tuple(name is None for name in place) for place in mixed}
    lacks = {pattern for pattern in lacks if any(pattern)}
    alike = {place for place in places if tuple(name is None for name in place) in lacks}
    return frozenset(alike.union(mixed))
