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
from dataclasses import dataclass, field
from itertools import islice, product
from typing import TYPE_CHECKING

from auditor.language.core import Kind, Vocabulary
from auditor.log.event import Event, Row
from auditor.types import TEXT, Enumeration
from auditor.values import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = Sequence[int] | NDArray[np.int64]
    """Rows of a file, ascending."""

Scopes = tuple[Value | None, ...]
"""Values of the scope columns of a row, in the order of the vocabulary."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A row that is in doubt: its kind (None where its cell names none), the cells that can be
    believed, and the fields of which the cells cannot.
    """

    row: Row
    kind: str | None
    values: Mapping[str, Value]
    lost: frozenset[str]
    guess: Mapping[str, Value] = field(default_factory=dict)  # what lost cells seem to say
    stands: bool = False  # it reads well, and repeats another row or is out of place


Member = Event | Suspect


class ScopeColumns:
    """The context columns that tell one scope from another: names of places, and counters.

    `keys` are the other fields by which scopes and intervals are told apart, `keys_of` those that
    each kind of event has; `apart` are kinds that open or close a scope, with the columns that it
    does without; `stays` are these kinds with the fields that must say what they open or close;
    `words` are, for each kind, its fields that hold words of a list.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        used = {name for scope in vocabulary.scopes.values() for name in scope.fields}
        self.all = tuple(name for name in vocabulary.context if name in used)
        self.names = tuple(name for name in self.all if vocabulary.fields[name] == TEXT)
        self.counters = tuple(name for name in self.all if name not in self.names)
        self.apart = {
            (kind, name)
            for own in vocabulary.intervals.values()
            for kind in (own.start, own.end)
            for name in set(self.all).difference(own.keys)
        }
        intervals = {name for own in vocabulary.intervals.values() for name in own.keys}
        self.keys = tuple(sorted((used | intervals).difference(self.all)))
        self.stays = {
            (kind, name)
            for own in vocabulary.intervals.values()
            for kind in (own.start, own.end)
            for name in own.keys
            if kind is not None and name in required(vocabulary.kinds[kind])
        }
        words = {name for name, kind in vocabulary.fields.items() if isinstance(kind, Enumeration)}
        self.words = {
            kind.name: tuple(name for name in kind.fields if name in words)
            for kind in vocabulary.kinds.values()
        }
        self.keys_of = {
            kind.name: tuple(
                name for name in self.keys if name in kind.fields or name in vocabulary.context
            )
            for kind in vocabulary.kinds.values()
        }

    def place(self, values: Mapping[str, Value]) -> Scopes:
        """The names of the place that some cells speak of."""
        return tuple(values.get(name) for name in self.names)


def required(kind: Kind) -> frozenset[str]:
    """The fields of its own that an event of a kind always fills."""
    return frozenset(kind.fields) - kind.may_be_empty


Worded = tuple[Value | None, ...]
"""The kind of an event and the words in its cells: what tells which other cells it fills."""


def worded(event: Event, columns: ScopeColumns) -> Worded:
    """The kind and the words of an event."""
    return (event.kind, *(event.values.get(name) for name in columns.words[event.kind]))


@dataclass(slots=True)
class Habits:
    """Which scope columns the certain rows of a file fill, kind by kind."""

    rows: Counter[str] = field(default_factory=Counter)
    filled: Counter[tuple[str, str]] = field(default_factory=Counter)
    worded: Counter[Worded] = field(default_factory=Counter)
    keyed: Counter[tuple[Worded, str]] = field(default_factory=Counter)

    def note(self, event: Event, columns: ScopeColumns) -> None:
        """Count one certain row."""
        self.rows[event.kind] += 1
        for name in columns.all:
            if name in event.values:
                self.filled[event.kind, name] += 1
        if keys := columns.keys_of[event.kind]:
            words = worded(event, columns)
            self.worded[words] += 1
            for name in keys:
                if name in event.values:
                    self.keyed[words, name] += 1

    def lacks_key(self, event: Event, name: str, columns: ScopeColumns) -> bool:
        """Whether a key is empty that rows of the same kind and the same words fill as a rule; of
        what opens or closes, that any of them fills.
        """
        if name in event.values:
            return False
        words = worded(event, columns)
        filled, rows = self.keyed[words, name], self.worded[words]
        if (event.kind, name) in columns.stays:
            return filled > 0
        usual = rows - filled == 1 or USUAL[1] * filled >= USUAL[0] * rows
        return filled >= ENOUGH and usual

    def never(self, kind: str, name: str) -> bool:
        """Whether rows of this kind are there and none of them fills the column."""
        return self.rows[kind] > 0 and self.filled[kind, name] == 0

    def sometimes_empty(self, kind: str, name: str) -> bool:
        """Whether rows of this kind may be without a value in the column."""
        return self.filled[kind, name] < self.rows[kind] or not self.rows[kind]


def with_doubts(members: Sequence[Member], vocabulary: Vocabulary) -> list[Event]:
    """The events of one file in their order, each suspect as all the events that it may be."""
    columns, habits = ScopeColumns(vocabulary), _habits(members, vocabulary)
    every = [*_gaps_found(members, columns, habits)]
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


def with_gaps(members: Sequence[Member], vocabulary: Vocabulary) -> list[Member]:
    """The members, of which those are in doubt that lack a cell which others fill."""
    return [*_gaps_found(members, ScopeColumns(vocabulary), _habits(members, vocabulary))]


def _habits(members: Iterable[Member], vocabulary: Vocabulary) -> Habits:
    columns, habits = ScopeColumns(vocabulary), Habits()
    for member in members:
        if isinstance(member, Event):
            habits.note(member, columns)
    return habits


# ---- cells that are empty where they should not be ----------------------------------------------
USUAL = (9, 10)
"""A column is usual in a kind of event, or in a file, where such a share of its rows fill it."""


MANY = 10
"""Rows that name a place, at least, before another that stands once among them is a stray."""

ENOUGH = 5
"""Rows that fill a key, at least, before one that does not counts as a gap."""


def _gaps_found(
    members: Sequence[Member], columns: ScopeColumns, habits: Habits
) -> Iterator[Member]:
    """The members, of which those are in doubt that lack a scope which such rows usually name, or
    that name a place which no other row names, in the midst of rows that agree on another.
    """
    named = {name: _occurring(members, name) for name in columns.names}
    there = _neighbours(members, columns)
    for at, member in enumerate(members):
        if isinstance(member, Suspect):
            yield member
            continue
        beside = members[max(at - 1, 0)], members[min(at + 1, len(members) - 1)]
        lost = {name for name in columns.names if _is_gap(member, name, columns, habits, beside)}
        lost |= {
            name
            for name in columns.counters
            if _is_gap(member, name, columns, habits, there.get(at, NOWHERE))
        }
        lost |= {name for name in columns.names if _is_stray(member, name, named, *beside)}
        keys = columns.keys_of[member.kind]
        lost |= {name for name in keys if habits.lacks_key(member, name, columns)}
        if lost:
            values = {name: value for name, value in member.values.items() if name not in lost}
            yield Suspect(member.row, member.kind, values, frozenset(lost))
        else:
            yield member


NOWHERE = (None, None)
"""Of an event that fills all its counters nobody asks what stands beside it."""


def _neighbours(
    members: Sequence[Member], columns: ScopeColumns
) -> dict[int, tuple[Member | None, Member | None]]:
    """For each certain event that lacks a counter, those before and after it at its own place."""
    found: dict[int, tuple[Member | None, Member | None]] = {}
    latest: dict[Scopes, tuple[int, Member | None]] = {}
    for at, member in enumerate(members):
        if isinstance(member, Suspect):
            continue
        place = tuple(member.values.get(name) for name in columns.names)
        last, before = latest.get(place, (-1, None))
        if last in found:
            found[last] = found[last][0], member
        if any(name not in member.values for name in columns.counters):
            found[at] = before, None
        latest[place] = at, member
    return found


def _occurring(members: Iterable[Member], name: str) -> Counter[Value]:
    found: Counter[Value] = Counter()
    for member in members:
        value = member.values.get(name)
        if value is not None:
            found[value] += 1
    return found


def _is_gap(
    event: Event,
    name: str,
    columns: ScopeColumns,
    habits: Habits,
    around: tuple[Member | None, Member | None],
) -> bool:
    """Whether a scope should be named where none is: rows beside it name one, and rows of its kind
    do as a rule.  Beside a row that lacks a counter are those of its own place.
    """
    if name in event.values:
        return False
    beside = [near.values.get(name) for near in around if near is not None]
    filled, rows = habits.filled[event.kind, name], habits.rows[event.kind]
    if filled:
        usual = rows - filled == 1 or USUAL[1] * filled >= USUAL[0] * rows
        return usual and any(value is not None for value in beside)
    alone = rows == 1 and len(beside) == 2 and (event.kind, name) not in columns.apart
    return alone and beside[0] is not None and beside[0] == beside[1]


def _is_stray(
    event: Event, name: str, named: Mapping[str, Counter[Value]], before: Member, after: Member
) -> bool:
    """Whether an event names a place that no other names, amid events that agree on another."""
    own = event.values.get(name)
    if own is None or named[name][own] > 1:
        return False
    near = before.values.get(name)
    if near is None or near == own or near != after.values.get(name):
        return False
    return named[name][near] >= MANY


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

    def events(
        self, at: int, suspect: Suspect, vocabulary: Vocabulary, habits: Habits
    ) -> Iterator[Event]:
        """The events that a row may be, in the scopes that it may belong to."""
        believed = self._confirmed(suspect)
        around = self._around(at, believed)
        return alternatives(believed, around, self._columns, vocabulary, habits)

    def _confirmed(self, member: Suspect) -> Suspect:
        """The member, with the names of its place believed where other rows bear all of them: a
        row that is shifted to the left of its last name would not hit upon a place that exists.
        """
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
        """The scopes that a row may belong to, of those before and after it, at every place that
        has rows on both sides, that stands right beside, or that begins or ends near by; those
        that contradict its cells left out.
        """
        beside = set(self._beside(at))
        agreeing = [own for own in self._of.items() if self._agrees(suspect, own[0])]
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
        self, at: int, places: Iterable[Scopes], *, inside: bool
    ) -> list[dict[str, Value | None]]:
        """The scopes that may be open before a row at some places: the places themselves, and the
        last and the next of their scopes where rows may be missing inside them, else the one that
        would follow the last and the one that would go before the next.
        """
        found: dict[Scopes, None] = {}
        for place in places:
            named = dict(zip(self._columns.names, place, strict=True))
            found[tuple(named.get(name) for name in self._columns.all)] = None
            for near in _nearest(self._counted.get(place, []), at):
                scopes = self._scopes_of(near)
                found[scopes if inside else self._beyond(scopes, 1 if near < at else -1)] = None
        return [dict(zip(self._columns.all, scopes, strict=True)) for scopes in found]

    def _beyond(self, scopes: Scopes, step: int) -> Scopes:
        """The scopes with the next number of the deepest counter, or with the one before."""
        deepest = self._columns.all.index(self._columns.counters[-1])
        own = scopes[deepest]
        number = own + step if isinstance(own, int) else own
        return (*scopes[:deepest], number, *scopes[deepest + 1 :])

    def _agrees(self, suspect: Suspect, place: Scopes) -> bool:
        return all(
            name in suspect.lost or suspect.values.get(name) == value
            for name, value in zip(self._columns.names, place, strict=True)
        )


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

    def beside(at: int) -> list[Scopes]:
        found = []
        for steps in (range(at - 1, -1, -1), range(at + 1, len(members))):
            certain = (members[near] for near in steps if isinstance(members[near], Event))
            found += [columns.place(own.values) for own in islice(certain, 1)]
        return found

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
    """Every event that a suspect may be: of each kind that fits its cells, in each scope around.

    Where no other row of its file tells what scopes there are, it belongs to none.
    """
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
            yield Event(0, kind, {**values, **settled}, suspect.row, True, lost, suspect.stands)


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
        strange = any(habits.never(kind.name, name) for name in scopes)
        if others <= set(kind.fields) and not strange:
            yield kind.name


def _options(
    kind: str, name: str, value: Value | None, columns: ScopeColumns, habits: Habits
) -> tuple[Value | None, ...]:
    """The values that a lost scope column may have, going by those around it and by the kind."""
    if name in columns.names or value is None:
        return (value,)
    if habits.never(kind, name):
        return (None,)
    return (value, None) if habits.sometimes_empty(kind, name) else (value,)


# ---- columns that are not there -----------------------------------------------------------------
RETURNS = 3
"""Scopes one after another that had been left before: so many, and they are other scopes."""


def lacking_counters(events: Iterable[Event], vocabulary: Vocabulary) -> frozenset[str]:
    """The counters that no certain event of a log fills."""
    lacking = set(ScopeColumns(vocabulary).counters)
    for event in events:
        if not lacking:
            break
        if not event.doubtful:
            lacking.difference_update(event.values)
    return frozenset(lacking)


def mixed_places(events: Iterable[Event], vocabulary: Vocabulary) -> frozenset[Scopes]:
    """The places, by their names, at which counters begin again or interleave.

    A scope that is over does not come back.  Where several in a row do, the log lacks a column that
    would tell them apart: two tables, or two evenings, go by the same name.
    """
    columns = ScopeColumns(vocabulary)
    deepest = next(reversed(columns.counters), "")
    latest: dict[Scopes, Scopes] = {}
    seen: dict[Scopes, set[Scopes]] = defaultdict(set)
    running: Counter[Scopes] = Counter()
    mixed: set[Scopes] = set()
    for event in events:
        if event.doubtful or deepest not in event.values:
            continue
        place = tuple(event.values.get(name) for name in columns.names)
        scope = tuple(event.values.get(name) for name in columns.counters)
        if latest.get(place) == scope:
            continue
        latest[place] = scope
        running[place] = running[place] + 1 if scope in seen[place] else 0
        seen[place].add(scope)
        if running[place] >= RETURNS:
            mixed.add(place)
    return with_those_alike(mixed, seen)


def with_those_alike(mixed: Collection[Scopes], places: Collection[Scopes]) -> frozenset[Scopes]:
    """The mixed places, and those that lack the same names: one column is lacking for all."""
    lacks = {tuple(name is None for name in place) for place in mixed}
    lacks = {pattern for pattern in lacks if any(pattern)}
    alike = {place for place in places if tuple(name is None for name in place) in lacks}
    return frozenset(alike.union(mixed))
