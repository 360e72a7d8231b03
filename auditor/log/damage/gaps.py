"""Cells that are empty where they should not be: of which scope a row is, its column does not say.

Whoever deletes the cells of a column over some rows takes payments out of their coup.  Which cells
these are the other rows show: those of the same kind, and those before and after.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from auditor.log.damage.suspects import (
    Habits,
    Member,
    ScopeColumns,
    Scopes,
    Suspect,
    all_but_one,
    as_a_rule,
    doubted,
)
from auditor.log.event import Event
from auditor.values import Value

MANY = 10  # rows that name a place, at least, before another name among them is a stray


def with_gaps(members: Sequence[Member], columns: ScopeColumns, habits: Habits) -> Iterator[Member]:
    """The members, in doubt where they lack a scope that such rows name, or name a stray one."""
    found = _gaps(members, columns, habits)
    for at, member in enumerate(members):
        lost = found.get(at)
        if isinstance(member, Suspect):
            yield unplaced(without(member, lost or ()), columns, habits)
        elif lost:
            yield doubted(member, lost)
        else:
            yield member


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


def _gaps(
    members: Sequence[Member], columns: ScopeColumns, habits: Habits
) -> Mapping[int, set[str]]:
    """The fields that members lack or have as a stray, by where the members stand."""
    found: dict[int, set[str]] = defaultdict(set)
    certain = {at: own for at, own in enumerate(members) if isinstance(own, Event)}
    every = range(len(members))
    for name in columns.names:
        for at in (*_missing(name, every, members, columns, habits), *_strays(name, members)):
            found[at].add(name)
    for at in found.keys() & certain.keys():
        found[at].update(_counters(certain[at], columns, habits))
    for name, rows in _counted(certain, columns):
        for at in _missing(name, rows, members, columns, habits):
            found[at].add(name)
    for at, event in certain.items():
        for name in columns.keys_of[event.kind]:
            if habits.lacks_key(event, name, columns) or habits.fills_alone(event, name, columns):
                found[at].add(name)
    return found


def _counted(
    certain: Mapping[int, Event], columns: ScopeColumns
) -> Iterator[tuple[str, list[int]]]:
    places: dict[Scopes, list[int]] = defaultdict(list)
    for at, event in certain.items():
        places[columns.place(event.values)].append(at)
    for name in columns.counters:
        for rows in places.values():
            yield name, rows


def _counters(event: Event, columns: ScopeColumns, habits: Habits) -> Iterator[str]:
    """The counters that rows of its kind fill and an event of an unknown place does not."""
    for name in columns.counters:
        if name not in event.values and habits.expects(event.kind, name, columns):
            yield name


@dataclass(frozen=True)
class _Stretch:
    """Certain events one after another without a column, and the members beside that fill it."""

    events: dict[int, Event]
    before: Member | None
    after: Member | None

    @cached_property
    def kinds(self) -> Counter[str]:
        """How many events of each kind stand in it."""
        return Counter(event.kind for event in self.events.values())

    def is_inside(self) -> bool:
        """Whether members on both sides fill the column: before the first shoe there is none."""
        return self.before is not None and self.after is not None

    def touching(self, usual: Callable[[Event], bool], *, alone: bool) -> set[int]:
        """The `usual` events beside a member that fills the column, or parted by such alone."""
        found = set[int]()
        for beside, rows in ((self.before, [*self.events]), (self.after, [*self.events][::-1])):
            near = takewhile(lambda at: usual(self.events[at]), rows[:1] if alone else rows)
            found.update(near if beside is not None else ())
        return found

    def begins_late(self, name: str) -> bool:
        """Whether no member before fills the column, and the one after has not the first number."""
        number = None if self.after is None else self.after.values.get(name)
        return self.before is None and isinstance(number, int) and number > 1

    def amid(self, event: Event, names: Sequence[str]) -> bool:
        """Whether the members on both sides are of one scope, and the event may be of it."""
        return self.is_inside() and self.within(event, names)

    def within(self, event: Event, wider: Sequence[str]) -> bool:
        """Whether the members beside an event agree with it in all wider columns."""
        beside = [own for own in (self.before, self.after) if own is not None]
        said = [[own.values.get(name) for name in wider] for own in beside]
        own = [event.values.get(name) for name in wider]
        agree = zip(own, said[0], strict=True)
        return said[0] == said[-1] and all(one in (None, other) for one, other in agree)


def _stretches(name: str, rows: Sequence[int], members: Sequence[Member]) -> Iterator[_Stretch]:
    before: Member | None = None
    events: dict[int, Event] = {}
    for at in rows:
        member = members[at]
        if name in member.values:
            if events:
                yield _Stretch(events, before, member)
                events = {}
            before = member
        elif isinstance(member, Event):
            events[at] = member
    if events:
        yield _Stretch(events, before, None)


@dataclass(frozen=True, slots=True)
class _Use:
    """How events use one column: how many of a kind fill it, and lack it within one scope."""

    name: str
    columns: ScopeColumns
    habits: Habits
    amid: Counter[str]

    @property
    def wider(self) -> Sequence[str]:
        """The columns of the scopes around."""
        return self.columns.all[: self.columns.all.index(self.name)]

    @property
    def is_counted(self) -> bool:
        """Whether the column numbers the narrowest scope."""
        return self.name == self.columns.deepest

    def is_borne(self, event: Event) -> bool:
        """Whether events of its kind are declared to fill the column."""
        return self.habits.bears(event.kind, self.name, self.columns)

    def is_told(self, event: Event) -> bool:
        """Whether it is declared if events of its kind fill the column."""
        return (event.kind, self.name) in self.columns.told

    def is_usual(self, event: Event) -> bool:
        """Whether events of its kind fill the column as a rule."""
        filled = self.habits.filled[event.kind, self.name]
        usual = filled > 0 and as_a_rule(filled, self.habits.rows[event.kind])
        return usual and not self.is_told(event)

    def is_gap(self, event: Event, stretch: _Stretch) -> bool:
        """Whether an event should fill the column, by its kind or by the rows around it."""
        if self.is_told(event):
            return False
        if (event.kind, self.name) in self.columns.opens:
            return True
        if self.habits.filled[event.kind, self.name]:
            return self._is_left_out(event, stretch)
        whole = (*self.wider, self.name)
        return self.is_unexampled(event, stretch) and stretch.amid(event, whole)

    def _is_left_out(self, event: Event, stretch: _Stretch) -> bool:
        """Whether all other events of its kind fill the column, here or elsewhere."""
        filled, inside = self.habits.filled[event.kind, self.name], stretch.is_inside()
        elsewhere = self._elsewhere(event, stretch)
        if inside and all_but_one(filled, self.habits.rows[event.kind]):
            return True
        late = self.is_counted and stretch.begins_late(self.name) and filled == elsewhere
        if (late or (inside and all_but_one(filled, elsewhere))) and stretch.within(
            event, self.wider
        ):
            return True
        alone = all_but_one(filled, filled + self.amid[event.kind])
        return alone and stretch.amid(event, (*self.wider, self.name))

    def is_unexampled(self, event: Event, stretch: _Stretch) -> bool:
        """Whether events of its kind stand in this stretch alone, and none tells."""
        return (
            not self.is_told(event)
            and (event.kind, self.name) not in self.columns.apart
            and stretch.is_inside()
            and not self.habits.filled[event.kind, self.name]
            and not self._elsewhere(event, stretch)
        )

    def _elsewhere(self, event: Event, stretch: _Stretch) -> int:
        return self.habits.rows[event.kind] - stretch.kinds[event.kind]


def _missing(
    name: str,
    rows: Sequence[int],
    members: Sequence[Member],
    columns: ScopeColumns,
    habits: Habits,
) -> Iterator[int]:
    """The events that should fill a column, and those beside of which no row shows it."""
    stretches = [*_stretches(name, rows, members)]
    scope = columns.all[: columns.all.index(name) + 1]
    every = ((event, own) for own in stretches for event in own.events.values())
    use = _Use(name, columns, habits, Counter(e.kind for e, own in every if own.amid(e, scope)))
    for own in stretches:
        found = {at for at, event in own.events.items() if use.is_borne(event)}
        if own.before is not None or own.after is not None:
            found |= own.touching(use.is_usual, alone=not use.is_counted)
            found.update(at for at, event in own.events.items() if use.is_gap(event, own))
        if found:
            yield from found
            yield from (at for at, event in own.events.items() if use.is_unexampled(event, own))


def _strays(name: str, members: Sequence[Member]) -> Iterator[int]:
    """The rows that name a place which no other names, amid members of another place."""
    said = [member.values.get(name) for member in members]
    many = Counter(value for value in said if value is not None)
    rare: list[int] = []
    before: Value | None = None
    for at, own in enumerate(said):
        if own is None:
            continue
        if many[own] == 1:
            rare.append(at)
            continue
        if own == before and many[own] >= MANY:
            yield from rare
        rare, before = [], own
