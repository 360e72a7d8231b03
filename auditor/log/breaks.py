"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  Where the log itself shows that rows are missing, they stand in it as
an event in doubt of every kind, in every scope that was open there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from auditor.language.core import Interval, Vocabulary
from auditor.log.event import Event
from auditor.log.extracts import Break, extracts, missing
from auditor.log.outline import FileOutline, Outline, ScopeRun, outline_of, stays
from auditor.log.suspects import USUAL, Habits, ScopeColumns, Scopes, Suspect
from auditor.log.uncertain import Stretches, alternatives, stretches_of
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
    outline = outline_of(events, vocabulary)
    found = [*breaks(outline, vocabulary, declared)]
    if not found:
        return events
    columns, habits = ScopeColumns(vocabulary), Habits()
    for event in events:
        if not event.doubtful:
            habits.note(event, columns)
    stretches = stretches_of(events, columns)
    before: dict[int, list[Event]] = defaultdict(list)
    for at, event in missing_events(found, outline, vocabulary, stretches, habits):
        before[at].append(event)
    every: list[Event] = []
    for at in range(len(events) + 1):
        every += before.get(at, ())
        every += events[at : at + 1]
    for place, event in enumerate(every):
        event.place = place
    return every


def missing_events(
    found: Iterable[Break],
    outline: Outline,
    vocabulary: Vocabulary,
    stretches: Stretches,
    habits: Habits,
) -> Iterator[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands."""
    columns, everything = ScopeColumns(vocabulary), frozenset(vocabulary.fields)
    before: dict[int, list[Break]] = defaultdict(list)
    for own in found:
        before[own.at].append(own)
    for at in sorted(before):
        lost = Suspect(outline.row(min(at, outline.size - 1)).named(), None, {}, everything)
        for own in _joined(before[at]):
            around = stretches.open_at(at, own.places, inside=own.inside, first=own.first)
            for event in alternatives(lost, around, columns, vocabulary, habits):
                if own.kinds is None or event.kind in own.kinds:
                    yield at, event


def _joined(found: Iterable[Break]) -> Iterator[Break]:
    """Breaks before one row, each place once for what may be missing there."""
    places: dict[tuple[bool, frozenset[str] | None, bool], dict[Scopes, None]] = defaultdict(dict)
    for own in found:
        places[own.inside, own.kinds, own.first].update(dict.fromkeys(own.places))
    for (inside, kinds, first), every in places.items():
        yield Break(-1, tuple(every), inside, kinds, first)


def breaks(
    outline: Outline, vocabulary: Vocabulary, declared: Collection[str] = ()
) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    found = _Stays(outline, vocabulary)
    runs = _Runs(outline, found)
    widest = [found.widest(file) for file in outline.files]
    for file, own in zip(outline.files, widest, strict=True):
        if own is not None:
            yield from found.breaks(file, own, long=runs.many >= LONG)
    opens = any(own is not None for own in widest)
    short = runs.many < ENOUGH
    if short or not opens:
        yield from extracts(outline, vocabulary, opens=opens, short=short, declared=declared)
    if not short and not opens:
        yield from runs.ends()
    if not short or opens:
        yield from runs.breaks()
    yield from runs.left_out()
    yield from unrecorded(outline, ScopeColumns(vocabulary), declared)


# ---- stays: what opens, and what closes ---------------------------------------------------------
class _Stays:
    """Where each file begins in what it does not open, or ends in what it does not close."""

    def __init__(self, outline: Outline, vocabulary: Vocabulary) -> None:
        self._outline, self._names = outline, ScopeColumns(vocabulary).names
        self._intervals, self._of = stays(vocabulary), outline.stays

    def widest(self, file: FileOutline) -> Interval | None:
        """The widest interval of which a file records that it opens or closes."""
        return next((own for own in self._intervals if {own.start, own.end} & {*file.kinds}), None)

    def breaks(self, file: FileOutline, widest: Interval, *, long: bool) -> Iterator[Break]:
        """Those of the widest scope in one file.  Within the log, rows are missing only where one
        scope is not closed and one after it is not opened.
        """
        every = self._of[widest.name]
        own = {self._outline.key(at, widest) for at in file.telling}
        here = [(key, every[key]) for key in every if key in own]
        opened, closed = file.kinds.get(widest.start), file.kinds.get(widest.end or "")
        late = [
            (key, stay)
            for key, stay in here
            if stay.begins == widest.end or (not stay.begins and stay.first == file.first)
        ]
        early = [
            (key, stay)
            for key, stay in here
            if stay.ends == widest.start or (not stay.ends and stay.last == file.last)
        ]
        for key, stay in late:
            at_start = closed is None or closed[0] >= stay.first
            if at_start or any(other.last < stay.first for _, other in early):
                yield Break(stay.first, self._open(widest, key, file, at_start=True))
        for key, stay in early:
            at_end = (closed or long) and (opened is None or opened[1] <= stay.last)
            if at_end or any(other.first > stay.last for _, other in late):
                yield Break(stay.last + 1, self._open(widest, key, file, at_start=False))

    def cut(self, at: int, *, at_start: bool) -> bool:
        """Whether the narrowest scope around a row is closed and not opened, or the reverse; or
        neither, where others are.
        """
        for interval in reversed(self._intervals):
            every = self._of[interval.name]
            stay = every.get(self._outline.key(at, interval))
            if stay is not None:
                if not stay.begins:
                    return any(own.begins for own in every.values())
                return stay.begins == interval.end if at_start else stay.ends == interval.start
        return False

    def files(self) -> Mapping[Scopes, set[str]]:
        """The files in which each place has rows: those of a table may be cut over several."""
        found: dict[Scopes, set[str]] = defaultdict(set)
        for file in self._outline.files:
            for at in file.telling:
                values = self._outline.values(at)
                place = tuple(values.get(name) for name in self._names)
                found[place].add(self._outline.row(at).file)
        return found

    def _open(
        self, widest: Interval, key: Scopes, file: FileOutline, *, at_start: bool
    ) -> tuple[Scopes, ...]:
        """The places of a scope that are open where its rows begin or end."""
        whole = dict(zip(widest.keys, key, strict=True))
        found = {tuple(whole.get(name) for name in self._names): None}
        for at in file.telling:
            own = self._outline.key(at, widest)
            if own == key and not self._is_whole(at, widest, at_start=at_start):
                values = self._outline.values(at)
                found[tuple(values.get(name) for name in self._names)] = None
        return tuple(found)

    def _is_whole(self, at: int, widest: Interval, *, at_start: bool) -> bool:
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            stay = self._of[interval.name].get(self._outline.key(at, interval))
            if stay is not None:
                return stay.begins == interval.start if at_start else stay.ends == interval.end
        return False


# ---- scopes that are cut in two -----------------------------------------------------------------
class _Runs:
    """Where scopes of the deepest kind break off, or begin in the midst."""

    def __init__(self, outline: Outline, stays: _Stays) -> None:
        self._outline, self._stays = outline, stays
        self.of, self.extent = outline.runs, outline.extent
        every = [run for runs in self.of.values() for run in runs]
        self.many = len(every)
        self._first = Counter(outline.kind(run.first) for run in every)
        self._last = Counter(outline.kind(run.last) for run in every)
        self._with = Counter(kind for run in every for kind in run.kinds)
        self._usual, self._begin = self._common(self._with), self._common(self._first)
        single = Counter(kind for run in every for kind, many in run.kinds.items() if many == 1)
        self._single = self._common(single)
        self._leaps = sum(
            missing(one.scope, other.scope) > 0
            for runs in self.of.values()
            for one, other in pairwise(runs)
        )
        gone = (missing(None, runs[0].scope) for runs in self.of.values())
        self._from_first = sum(not own for own in gone)
        self._named = any(None not in place for place in self.of)
        self._files = stays.files()

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
        counted = frozenset(self._with) - self._outline.uncounted
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
        begun = self.extent[place][0] < first.first
        if None in place and self._named:
            return False  # its rows lack a name that those before them bear
        others = len(self.of) - 1
        from_first = self._from_first - (not missing(None, first.scope))
        return from_first * 2 > others if others else begun

    def _lacks_one(self, one: ScopeRun, other: ScopeRun, following: Sequence[ScopeRun]) -> bool:
        """Whether the one number between two whole scopes is missing, and neither of these is two
        scopes under one number.
        """
        if missing(one.scope, other.scope) != 1 or self._leaps > MOST * self.many:
            return False
        if any(run.kinds[kind] > 1 for run in (one, other) for kind in self._single):
            return False
        return not any(_goes_on(one.scope, run.scope, 1) for run in following)

    def _going(self, place: Scopes) -> frozenset[str]:
        """The kind of the last two rows of a place before its first scope: more may follow them."""
        before = self._outline.before.get(place, ())
        return frozenset(before[-1:]) if before[-2:-1] == before[-1:] else frozenset()

    def _broken(self, one: ScopeRun, other: ScopeRun, following: Sequence[ScopeRun]) -> bool:
        early, late = self.is_early(one), self.is_late(other)
        if (late and (early or self._lacks(other))) or (early and self._lacks(one)):
            return True
        gone = missing(one.scope, other.scope)
        if gone < 2 or self._leaps > MOST * self.many:
            return gone > 0 and (early or late)
        # A number that is written wrongly leaps as well, but the next goes on from the one before.
        return not any(_goes_on(one.scope, run.scope, gone) for run in following)

    def is_late(self, run: ScopeRun) -> bool:
        """Whether a scope begins with what hardly another begins with, or has nothing of that with
        which nearly all begin.
        """
        kind = self._outline.kind(run.first)
        return self._odd(self._first[kind], self._with[kind]) or not self._begin <= run.kinds.keys()

    def is_early(self, run: ScopeRun) -> bool:
        """Whether a scope ends with what hardly another ends with."""
        kind = self._outline.kind(run.last)
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
        beside = {self._outline.row(at).file for at in (low, high)}
        for file in self._outline.files:  # a page of its own that ends right above another
            if file.last + 1 == high:
                beside.add(self._outline.row(file.last).file)
        return tuple(
            place
            for place, (first, last) in self.extent.items()
            if beside & self._files[place]
            and (first <= high or self._stays.cut(first, at_start=True))
            and (last >= low or self._stays.cut(last, at_start=False))
        )


def _goes_on(one: Scopes, other: Scopes, gone: int) -> bool:
    """Whether a scope goes on from another with fewer numbers left out; where the numbers of
    another wider scope begin again, it does not.
    """
    before, after = one[-1], other[-1]
    again = one[:-1] != other[:-1] and not (isinstance(before, int) and after == before + 1)
    return not again and missing(one, other) < gone
