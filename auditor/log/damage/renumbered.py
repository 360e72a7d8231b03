"""Numbers and names that somebody drew over rows below: one for all of them, or one more for each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, where one scope holds what
others hold once and the next numbers are left out, where row after row names another place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby, pairwise

from auditor.language.core import Vocabulary
from auditor.log.damage.moved_cells import holding
from auditor.log.damage.suspects import (
    Member,
    ScopeColumns,
    Scopes,
    as_a_rule,
    doubted,
    scope_columns,
)
from auditor.log.event import Event, Log
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.scopes import mixed_places
from auditor.log.store.columns import columns_of
from auditor.messages.message import Message, message
from auditor.values import Value

MOST = Fraction(1, 5)
"""The largest share of a place's numbered rows out of order; where more are, its numbers begin
again for a reason that the log does not say."""

ENOUGH = 5  # scopes, at least, by which it is known what they hold as a rule
FEW = 3  # rows one after another, at least, of which each has a number or a name that no other has


def with_renumbered(
    members: Sequence[Member], vocabulary: Vocabulary
) -> tuple[list[Member], tuple[Message, ...]]:
    """The members of a file, in doubt where scopes were filled down, and the notes."""
    columns = scope_columns(vocabulary)
    certain = [(at, own) for at, own in enumerate(members) if isinstance(own, Event)]
    events = [own for _, own in certain]
    lost: dict[int, set[str]] = defaultdict(set)
    notes = []
    for name in columns.all:
        found = [*_named_for_nothing(name, events, vocabulary)]
        if name in columns.names:
            found += _renamed(name, events, vocabulary)
        elif name == columns.deepest == columns.counters[-1]:
            found += _renumbered(events, columns, vocabulary)
        for at in found:
            lost[certain[at][0]].add(name)
        if found:
            rows = sorted(events[at].row.number for at in {*found})
            first, last = rows[0], rows[-1]
            said = message("note.drawn", column=name, count=len(rows), first=first, last=last)
            notes.append(said)
    doubts = {at: doubted(own, lost[at]) for at, own in certain if at in lost}
    return [doubts.get(at, own) for at, own in enumerate(members)], (*notes,)


# ---- numbers ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Run:
    """Rows one after another of one number, by where they stand among those of their place."""

    number: tuple[int, ...]
    rows: range
    kinds: Sequence[str]

    def again(self, once: set[str]) -> int | None:
        """Where it begins to say again what other scopes say once."""
        seen: set[str] = set()
        for at, kind in zip(self.rows, self.kinds, strict=True):
            if kind in once and kind in seen:
                return at
            seen.add(kind)
        return None


def _renumbered(
    events: Sequence[Event], columns: ScopeColumns, vocabulary: Vocabulary
) -> Iterator[int]:
    """The rows of which the deepest number cannot be believed."""
    places: dict[Scopes, list[int]] = defaultdict(list)
    # What lacks the name of its place stands among rows of other numbers: it tells nothing.
    used = {name for name in columns.all if any(name in own.values for own in events)}
    for at, own in enumerate(events):
        if used <= own.values.keys():
            places[columns.place(own.values)].append(at)
    if columns.deepest not in used:
        return
    every = {place: _runs(events, rows, columns) for place, rows in places.items()}
    if not any(_is_odd(one, other) for runs in every.values() for one, other in pairwise(runs)):
        return
    habits = _Habits([run for runs in every.values() for run in runs])
    counted = {place: {*habits.counted_up(runs)} for place, runs in every.items()}
    alone = {places[place][at] for place, own in counted.items() for at in own}
    yield from alone
    others = tuple(own for at, own in enumerate(events) if at not in alone)
    mixed = mixed_places(columns_of(Log(others, frozenset(), (), ()), vocabulary), vocabulary)
    for place, runs in every.items():
        if place not in mixed:
            left = [own for own in runs if own.rows.start not in counted[place]]
            yield from (places[place][at] for at in habits.doubted(left))


def _runs(events: Sequence[Event], rows: Sequence[int], columns: ScopeColumns) -> list[_Run]:
    numbers = [_number(events[at], columns) for at in rows]
    found, start = [], 0
    for number, own in groupby(numbers):
        there = range(start, start + sum(1 for _ in own))
        kinds = [events[rows[at]].kind for at in there]
        found.append(_Run(number, there, kinds))
        start = there.stop
    return found


def _number(event: Event, columns: ScopeColumns) -> tuple[int, ...]:
    every = (event.values.get(name) for name in columns.counters)
    return tuple(own if isinstance(own, int) else -1 for own in every)


def _is_odd(one: _Run, other: _Run) -> bool:
    """Whether numbers go back, or leave several out."""
    return other.number < one.number or _left_out(one, other) > 1


def _left_out(one: _Run, other: _Run) -> int:
    same = one.number[:-1] == other.number[:-1]
    return other.number[-1] - one.number[-1] - 1 if same else 0


class _Habits:
    """The kinds of event that scopes hold, hold once and begin with, as a rule."""

    def __init__(self, runs: Sequence[_Run]) -> None:
        there, alone = Counter[str](), Counter[str]()
        for run in runs:
            own = Counter(run.kinds)
            there.update(own.keys())
            alone.update(kind for kind, many in own.items() if many == 1)
        # What was drawn over rows makes scopes of a row each: what others hold the rest tells, and
        # nothing does in a file of one kind of event alone.
        whole = sum(len(set(run.kinds)) > 1 for run in runs)
        self._usual, self._once = (
            {kind for kind, many in own.items() if many > ENOUGH and as_a_rule(many, whole)}
            for own in ((there, alone) if whole else ({}, {}))
        )
        first = Counter(run.kinds[0] for run in runs if len(run.rows) > 1)
        self._begin = {kind for kind, many in first.items() if many > ENOUGH}

    def doubted(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows of a place that cannot be believed, but for those of a number each."""
        yield from self._out_of_order(runs)
        for one, other in pairwise([*runs, None]):
            yield from self._filled_down(one, other)

    def counted_up(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows that have a number each, going up, where scopes hold several kinds."""
        if len(self._usual) < 2:
            return
        own: list[_Run] = []
        for run in (*runs, None):
            if run is None or len(run.rows) > 1 or (own and run.number < own[-1].number):
                yield from (row.rows.start for row in own if len(own) >= FEW)
                own = []
            if run is not None and len(run.rows) == 1:
                own.append(run)

    def _out_of_order(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows whose numbers go on before others come back to where they were."""
        rank = {number: at for at, number in enumerate(sorted({own.number for own in runs}))}
        keys = [(run.rows.start, rank[run.number]) for run in runs for _ in run.rows]
        every = longest([own for _, own in keys])
        if all(every) or every.count(False) > MOST * len(keys):
            return
        kept = {start: own for (start, _), own in zip(keys, every, strict=True)}
        marked = groupby(runs, key=lambda run: kept[run.rows.start])
        stretches = [(is_kept, [*own]) for is_kept, own in marked]
        for (_, before), (is_kept, own) in pairwise([(True, []), *stretches]):
            if not is_kept and (len(own) > 1 or not self._is_whole(own[0])):
                alone = [run for run in before[-1:] if len(run.rows) == 1 and len(self._usual) > 1]
                yield from (at for run in (*alone, *own) for at in run.rows)

    def _is_whole(self, run: _Run) -> bool:
        begun = not self._begin or run.kinds[0] in self._begin
        return begun and self._usual <= {*run.kinds} and run.again(self._once) is None

    def _filled_down(self, one: _Run | None, other: _Run | None) -> Iterator[int]:
        """The rows of a scope from its second beginning on, if the next scope lacks it."""
        again = None if one is None else one.again(self._once)
        if one is None or again is None:
            return
        twice = {kind for kind in self._once if one.kinds.count(kind) > 1}
        lacks = other is None or _left_out(one, other) > 1 or not twice <= {*other.kinds}
        yield from range(again, one.rows.stop) if lacks else ()


# ---- names --------------------------------------------------------------------------------------
def _renamed(name: str, events: Sequence[Event], vocabulary: Vocabulary) -> Iterator[int]:
    """The rows, some one after another, that name places which no other row names, each one more
    than the row above; with the one above them if it begins to name another place.

    Places that are merely opened, one after another, are what they are called; so are those of a
    log that names few others, and evenings that go by the day on the clock: of what is rare, three
    nights in a row may have one each.
    """
    said = [own.values.get(name) for own in events]
    own_kinds = opening(name, vocabulary)
    many = Counter(value for value in said if value is not None)
    alone = [at for at, value in enumerate(said) if value is not None and many[value] == 1]
    if 2 * len(alone) > many.total():
        return
    for own in _counting_up(alone, said):
        if len(own) < FEW or all(events[at].kind in own_kinds for at in own):
            continue
        if all(names_its_day(said[at], events[at].time) for at in own):
            continue
        yield from own
        first = own[0] - 1
        if first > 0 and said[first] != said[first - 1]:
            yield first


def _counting_up(rows: Sequence[int], said: Sequence[Value | None]) -> Iterator[list[int]]:
    """Rows one below the other, of which each says one more than the one above."""
    stretch: list[int] = []
    for at in rows:
        if stretch and not (at == stretch[-1] + 1 and is_next(said[stretch[-1]], said[at])):
            yield stretch
            stretch = []
        stretch.append(at)
    yield stretch


_NUMBERED = re.compile(r"(.*?)(\d+)")


def is_next(one: Value | None, other: Value | None) -> bool:
    """Whether a spreadsheet that counts on from one cell writes the other below it."""
    first, then = (_NUMBERED.fullmatch(str(value)) for value in (one, other))
    if first is None or then is None:
        return False
    return first[1] == then[1] and int(then[2]) - int(first[2]) == 1


def names_its_day(value: Value | None, time: datetime | None) -> bool:
    """Whether a name is the day of its row, or the one before, on which the evening began."""
    return time is not None and str(value) in {
        str(time.date() - timedelta(days=before)) for before in (0, 1)
    }


def opening(name: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of event that open or close what has its own name in a column."""
    intervals = [own for own in vocabulary.intervals.values() if name in own.keys]
    return frozenset(kind for own in intervals for kind in (own.start, own.end) if kind)


def _named_for_nothing(name: str, events: Sequence[Event], vocabulary: Vocabulary) -> Iterator[int]:
    """The rows that name a scope although their kind lies outside of it: as declared, or because it
    opens or closes what is wider, and such rows do not name it as a rule.
    """
    may, lacks = holding(name, vocabulary)[0], scope_columns(vocabulary).lacks
    never = [at for at, event in enumerate(events) if not may[event.kind]]
    own = [at for at in never if (events[at].kind, name) not in lacks]
    named = [at for at in own if name in events[at].values]
    without = {events[at].kind for at in own if name not in events[at].values}
    few = 2 * len(named) < len(own)
    told = {*never}.difference(own)
    yield from (at for at in sorted(told) if name in events[at].values)
    yield from (at for at in named if few or events[at].kind in without)
