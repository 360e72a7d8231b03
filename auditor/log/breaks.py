"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  Where the log itself shows that rows are missing, they stand in it as
an event in doubt of every kind, in every scope that was open there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from auditor.language.core import Interval, Vocabulary
from auditor.log.event import Event
from auditor.log.extracts import Break, ScopeRun, extracts, missing, stays
from auditor.log.suspects import USUAL, Habits, ScopeColumns, Scopes, Suspect
from auditor.log.uncertain import alternatives, stretches_of
from auditor.log.unrecorded import unrecorded

ENOUGH = 10
"""Scopes of the deepest kind, at least, before a log can be seen to lack rows: a few rows that
somebody picked or wrote open nothing and close nothing.
"""

LONG = 20
"""So many, before a log that closes nothing counts as one of which the end is missing."""

RARE = 20
"""A scope begins or ends oddly where fewer than one in so many others that have its first kind of
event begin with it, or of those that have its last kind end with it."""

MANY = 5
"""Other scopes that have a kind of event, at least, before one can be odd."""

MOST = Fraction(1, 5)
"""Of all scopes, at most, may leap over numbers: where more do, that is how they are numbered."""


def with_breaks(
    events: list[Event], vocabulary: Vocabulary, declared: Collection[str] = ()
) -> list[Event]:
    """The events of a log in their order, with those in doubt that missing rows may be; `declared`
    are the kinds of event of which the absence means that they did not happen.
    """
    columns = ScopeColumns(vocabulary)
    found = [*breaks(events, vocabulary, declared)]
    if not found:
        return events
    habits = Habits()
    for event in events:
        if not event.doubtful:
            habits.note(event, columns)
    stretches = stretches_of(events, columns)
    before: dict[int, list[Break]] = defaultdict(list)
    for own in found:
        before[own.at].append(own)
    every: list[Event] = []
    for at in range(len(events) + 1):
        for own in _joined(before.get(at, ())):
            beside = events[min(at, len(events) - 1)].row.named()
            lost = Suspect(beside, None, {}, frozenset(vocabulary.fields))
            around = stretches.open_at(at, own.places, inside=own.inside, first=own.first)
            some = alternatives(lost, around, columns, vocabulary, habits)
            every += (one for one in some if own.kinds is None or one.kind in own.kinds)
        every += events[at : at + 1]
    for place, event in enumerate(every):
        event.place = place
    return every


def _joined(found: Iterable[Break]) -> Iterator[Break]:
    """Breaks before one row, each place once for what may be missing there."""
    places: dict[tuple[bool, frozenset[str] | None, bool], dict[Scopes, None]] = defaultdict(dict)
    for own in found:
        places[own.inside, own.kinds, own.first].update(dict.fromkeys(own.places))
    for (inside, kinds, first), every in places.items():
        yield Break(-1, tuple(every), inside, kinds, first)


def breaks(
    events: Sequence[Event], vocabulary: Vocabulary, declared: Collection[str] = ()
) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    certain = [at for at, event in enumerate(events) if not event.doubtful]
    by_file: dict[tuple[str, str | None], list[int]] = defaultdict(list)
    for at in certain:
        by_file[events[at].row.file, events[at].row.sheet].append(at)
    found = _Stays(events, certain, vocabulary)
    runs = _Runs(events, certain, vocabulary, found)
    for rows in by_file.values():
        if (widest := found.widest(rows)) is not None:
            yield from found.breaks(rows, widest, long=runs.many >= LONG)
    opens = found.widest(certain) is not None
    short = runs.many < ENOUGH
    if short or not opens:
        yield from extracts(
            events,
            runs.of,
            runs.extent,
            vocabulary,
            opens=opens,
            short=short,
            declared=declared,
        )
    if not short:
        if not opens:
            yield from runs.ends()
        yield from runs.breaks()
    yield from runs.left_out()
    yield from unrecorded(events, runs.of, ScopeColumns(vocabulary), declared)


# ---- stays: what opens, and what closes ---------------------------------------------------------
@dataclass(slots=True)
class _Stay:
    """A scope that an event opens and another closes: its first and its last row, and the first
    and the last of the events that open or close it.
    """

    first: int
    last: int
    begins: str = ""
    ends: str = ""


class _Stays:
    """Where each file begins in what it does not open, or ends in what it does not close."""

    def __init__(
        self, events: Sequence[Event], certain: Sequence[int], vocabulary: Vocabulary
    ) -> None:
        self._events, self._names = events, ScopeColumns(vocabulary).names
        self._intervals = stays(vocabulary)
        self._of = {own.name: self._stays_of(own, certain) for own in self._intervals}

    def _stays_of(self, interval: Interval, rows: Sequence[int]) -> dict[Scopes, _Stay]:
        found: dict[Scopes, _Stay] = {}
        for at in rows:
            event = self._events[at]
            key = self._key(event, interval)
            if key[-1] is None:
                continue
            stay = found.setdefault(key, _Stay(at, at))
            stay.last = at
            if event.kind in (interval.start, interval.end):
                stay.begins, stay.ends = stay.begins or event.kind, event.kind
        return found

    @staticmethod
    def _key(event: Event, interval: Interval) -> Scopes:
        return tuple(event.values.get(name) for name in interval.keys)

    def widest(self, rows: Sequence[int]) -> Interval | None:
        """The widest interval of which a file records that it opens or closes."""
        seen = {self._events[at].kind for at in rows}
        return next((own for own in self._intervals if {own.start, own.end} & seen), None)

    def breaks(self, rows: Sequence[int], widest: Interval, *, long: bool) -> Iterator[Break]:
        """Those of the widest scope in one file.  Within the log, rows are missing only where one
        scope is not closed and one after it is not opened.
        """
        every = self._of[widest.name]
        own = {self._key(self._events[at], widest) for at in rows}
        here = [(key, every[key]) for key in every if key in own]
        opened, closed = self._at(rows, widest.start), self._at(rows, widest.end)
        late = [
            (key, stay)
            for key, stay in here
            if stay.begins == widest.end or (not stay.begins and stay.first == rows[0])
        ]
        early = [
            (key, stay)
            for key, stay in here
            if stay.ends == widest.start or (not stay.ends and stay.last == rows[-1])
        ]
        for key, stay in late:
            at_start = not closed or closed[0] >= stay.first
            if at_start or any(other.last < stay.first for _, other in early):
                yield Break(stay.first, self._open(widest, key, rows, at_start=True))
        for key, stay in early:
            at_end = (closed or long) and (not opened or opened[-1] <= stay.last)
            if at_end or any(other.first > stay.last for _, other in late):
                yield Break(stay.last + 1, self._open(widest, key, rows, at_start=False))

    def cut(self, event: Event, *, at_start: bool) -> bool:
        """Whether the narrowest scope around an event is closed and not opened, or the reverse."""
        for interval in reversed(self._intervals):
            stay = self._of[interval.name].get(self._key(event, interval))
            if stay is not None:
                return stay.begins == interval.end if at_start else stay.ends == interval.start
        return False

    def _at(self, rows: Sequence[int], kind: str | None) -> list[int]:
        return [at for at in rows if self._events[at].kind == kind]

    def _open(
        self, widest: Interval, key: Scopes, rows: Sequence[int], *, at_start: bool
    ) -> tuple[Scopes, ...]:
        """The places of a scope that are open where its rows begin or end."""
        whole = dict(zip(widest.keys, key, strict=True))
        found = {tuple(whole.get(name) for name in self._names): None}
        for at in rows:
            event = self._events[at]
            if self._key(event, widest) == key and not self._is_whole(event, widest, at_start):
                found[tuple(event.values.get(name) for name in self._names)] = None
        return tuple(found)

    def _is_whole(self, event: Event, widest: Interval, at_start: bool) -> bool:
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            stay = self._of[interval.name].get(self._key(event, interval))
            if stay is not None:
                return stay.begins == interval.start if at_start else stay.ends == interval.end
        return False


# ---- scopes that are cut in two -----------------------------------------------------------------
class _Runs:
    """Where scopes of the deepest kind break off, or begin in the midst."""

    def __init__(
        self, events: Sequence[Event], certain: Sequence[int], vocabulary: Vocabulary, stays: _Stays
    ) -> None:
        self._events, self._stays = events, stays
        columns = ScopeColumns(vocabulary)
        self.extent: dict[Scopes, tuple[int, int]] = {}
        self.of: dict[Scopes, list[ScopeRun]] = defaultdict(list)
        self._uncounted: set[str] = set()
        self._before: dict[Scopes, list[str]] = defaultdict(list)
        for at in certain:
            values = events[at].values
            place = columns.place(values)
            self.extent[place] = self.extent.get(place, (at, at))[0], at
            if not columns.counters or columns.counters[-1] not in values:
                self._uncounted.add(events[at].kind)
                if place not in self.of:
                    self._before[place] = [*self._before[place][-1:], events[at].kind]
                continue
            scope = tuple(values.get(name) for name in columns.counters)
            runs = self.of[place]
            if runs and runs[-1].scope == scope:
                runs[-1].last = at
                runs[-1].kinds[events[at].kind] += 1
            else:
                runs.append(ScopeRun(scope, at, at, Counter([events[at].kind])))
        every = [run for runs in self.of.values() for run in runs]
        self.many = len(every)
        self._first = Counter(events[run.first].kind for run in every)
        self._last = Counter(events[run.last].kind for run in every)
        self._with = Counter(kind for run in every for kind in run.kinds)
        self._usual, self._begin = self._common(self._with), self._common(self._first)
        single = Counter(kind for run in every for kind, many in run.kinds.items() if many == 1)
        self._single = self._common(single)
        self._leaps = sum(
            missing(one.scope, other.scope) > 0
            for runs in self.of.values()
            for one, other in pairwise(runs)
        )

    def _common(self, many: Counter[str]) -> set[str]:
        """The kinds of event that nearly all scopes have, but for the two that a break cuts."""
        least = USUAL[0] * (self.many - 2)
        return {kind for kind, own in many.items() if own > MANY and USUAL[1] * own >= least}

    def ends(self) -> Iterator[Break]:
        """Those where the log begins and ends at each place."""
        for place, runs in self.of.items():
            if self.is_late(runs[0]):
                yield Break(runs[0].first, (place,))
            if self.is_early(runs[-1]):
                yield Break(runs[-1].last + 1, (place,))

    def breaks(self) -> Iterator[Break]:
        """Those between two scopes at one place: every place that has rows around is open."""
        for place, runs in self.of.items():
            if self._begins_late(place):
                yield Break(runs[0].first, self._around(runs[0].first, runs[0].first))
            returning = Counter(run.scope for run in runs)
            for at, (one, other) in enumerate(pairwise(runs)):
                # Files that are put together by time may mix the rows of one instant.
                if returning[one.scope] > 1 or returning[other.scope] > 1:
                    continue
                if self._broken(one, other, runs[at + 2 : at + 3]):
                    around = self._around(one.last, other.first)
                    yield Break(one.last + 1, around)
                    yield Break(other.first, around)

    def left_out(self) -> Iterator[Break]:
        """The scopes, each alone between two whole ones or before a whole one, that are missing."""
        counted = frozenset(self._with) - self._uncounted
        for place, runs in self.of.items():
            if self._begins_later(place) and not self._begins_late(place):
                kinds = counted | self._going(place)
                yield Break(runs[0].first, (place,), inside=False, kinds=kinds, first=True)
            for at, (one, other) in enumerate(pairwise(runs)):
                following = runs[at + 2 : at + 3]
                if self._lacks_one(one, other, following) and not self._broken(
                    one, other, following
                ):
                    yield Break(other.first, (place,), inside=False, kinds=counted)

    def _begins_late(self, place: Scopes) -> bool:
        """Whether numbers are missing where a place begins, and others begin with the first; or
        whether its first scope has nothing of that with which nearly all begin.
        """
        first = self.of[place][0]
        if not (gone := missing(None, first.scope)):
            return self._begins_later(place, least=0) and not self._begin <= first.kinds.keys()
        return self._begins_later(place) and (gone > 1 or self.is_late(first))

    def _begins_later(self, place: Scopes, least: int = 1) -> bool:
        """Whether a place begins with a number above the first, and others begin with that."""
        first = self.of[place][0]
        if missing(None, first.scope) < least:
            return False
        others = [missing(None, runs[0].scope) for own, runs in self.of.items() if own != place]
        begun = self.extent[place][0] < first.first
        if None in place and any(None not in own for own in self.of):
            return False  # its rows lack a name that those before them bear
        return others.count(0) * 2 > len(others) if others else begun

    def _lacks_one(self, one: ScopeRun, other: ScopeRun, following: Sequence[ScopeRun]) -> bool:
        """Whether the one number between two whole scopes is missing, and neither of these is two
        scopes under one number.
        """
        if missing(one.scope, other.scope) != 1 or self._leaps > MOST * self.many:
            return False
        if any(run.kinds[kind] > 1 for run in (one, other) for kind in self._single):
            return False
        return not any(missing(one.scope, run.scope) < 1 for run in following)

    def _going(self, place: Scopes) -> frozenset[str]:
        """The kind of the last two rows of a place before its first scope: more may follow them."""
        before = self._before[place]
        return frozenset(before[-1:]) if before[-2:-1] == before[-1:] else frozenset()

    def _broken(self, one: ScopeRun, other: ScopeRun, following: Sequence[ScopeRun]) -> bool:
        early, late = self.is_early(one), self.is_late(other)
        if late and (early or self._lacks(other)):
            return True
        gone = missing(one.scope, other.scope)
        if gone < 2 or self._leaps > MOST * self.many:
            return gone > 0 and (early or late)
        # A number that is written wrongly leaps as well, but the next goes on from the one before.
        return not any(missing(one.scope, run.scope) < gone for run in following)

    def is_late(self, run: ScopeRun) -> bool:
        """Whether a scope begins with what hardly another begins with, or has nothing of that with
        which nearly all begin.
        """
        kind = self._events[run.first].kind
        return self._odd(self._first[kind], self._with[kind]) or not self._begin <= run.kinds.keys()

    def is_early(self, run: ScopeRun) -> bool:
        """Whether a scope ends with what hardly another ends with."""
        kind = self._events[run.last].kind
        return self._odd(self._last[kind], self._with[kind])

    @staticmethod
    def _odd(alike: int, many: int) -> bool:
        return many > MANY and (alike - 1) * RARE < many - 1

    def _lacks(self, run: ScopeRun) -> bool:
        """Whether a scope lacks several kinds of event that nearly all have."""
        return len(self._usual - run.kinds.keys()) > 1

    def _around(self, low: int, high: int) -> tuple[Scopes, ...]:
        """The places that have rows on both sides, and those of which the first or the last row is
        missing.
        """
        file = self._events[high].row.file
        return tuple(
            place
            for place, (first, last) in self.extent.items()
            if self._events[first].row.file == file
            and (first <= high or self._stays.cut(self._events[first], at_start=True))
            and (last >= low or self._stays.cut(self._events[last], at_start=False))
        )
