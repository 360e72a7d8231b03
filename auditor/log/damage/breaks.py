"""Rows that are missing: where a log begins, ends or goes on in the midst of something.

An export may lack its first rows, its last, or a page: a stake of which the payment was cut off is
no stake that nobody paid.  A terminal may leave out what its neighbours write down.  Where the log
itself shows that rows are missing, they stand in it as an event in doubt of every kind, in every
scope that was open there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from auditor.language.core import Vocabulary
from auditor.log.damage.alternatives import Stretches, alternatives
from auditor.log.damage.outline import (
    Break,
    Outline,
    ScopeRun,
    Stays,
    extracts,
    missing,
)
from auditor.log.damage.suspects import USUAL, Habits, ScopeColumns, Scopes, Suspect, scope_columns
from auditor.log.event import Event

# ---- scopes that break off, or begin in the midst -----------------------------------------------
RARE = 20
"""A scope begins or ends oddly where fewer than one in so many others that have its first kind of
event begin with it, or of those that have its last kind end with it."""

MANY = 5  # other scopes that have a kind of event, at least, before one can be odd

MOST = Fraction(1, 5)
"""The largest share of scopes that leap over numbers; where more do, they are numbered so."""

NEAR = 8  # rows, at most, between scopes of two places that are cut by one hole


class Runs:
    """Where scopes of the deepest kind break off, or begin in the midst."""

    def __init__(self, outline: Outline, stays: Stays, columns: ScopeColumns) -> None:
        self._outline, self._stays, self._columns = outline, stays, columns
        self.of, self.extent = outline.runs, outline.extent
        every = [run for runs in self.of.values() for run in runs]
        self.many = len(every)
        self._first = Counter(outline.kind(run.first) for run in every)
        self._last = Counter(outline.kind(run.last) for run in every)
        self._with = Counter(kind for run in every for kind in run.kinds)
        self._alike = Counter(frozenset(run.kinds) for run in every)
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
        yield from self._side_by_side()

    def _side_by_side(self) -> Iterator[Break]:
        """Breaks where scopes of two places, alone of their like, are odd within few rows."""
        odd: list[tuple[int, Scopes]] = []
        for place, runs in self.of.items():
            returning = Counter(run.scope for run in runs)
            alone = [
                run
                for run in runs
                if returning[run.scope] == 1 and self._alike[frozenset(run.kinds)] <= MANY
            ]
            odd += [(run.first, place) for run in alone if self.is_late(run)]
            odd += [(run.last + 1, place) for run in alone if self.is_early(run)]
        for (one, here), (other, there) in pairwise(sorted(odd, key=lambda own: own[0])):
            if here != there and other - one <= NEAR:
                around = self._around(max(one - 1, 0), min(other, self._outline.size - 1))
                yield from (Break(at, around) for at in (one, other))

    def _counted(self) -> frozenset[str]:
        """The kinds of event of which each has a number: by what is declared, or else all do."""
        columns, uncounted = self._columns, self._outline.uncounted
        bears, lacks = (
            {kind for kind, name in some if columns.counters[-1:] == (name,)}
            for some in (columns.bears, columns.lacks)
        )
        return frozenset(self._with).difference(uncounted - bears, lacks)

    def left_out(self) -> Iterator[Break]:
        """The scopes, each alone between two whole ones or before a whole one, that are missing."""
        counted = self._counted()
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
        """Whether a place lacks its first numbers, or its first scope the usual beginning."""
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
        """Whether one number is missing between two whole scopes, and neither holds two."""
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
        if late and (early or self._lacks(other)):
            return True
        gone = missing(one.scope, other.scope)
        if gone < 2 or self._leaps > MOST * self.many:
            return gone > 0 and (early or late)
        # A number that is written wrongly leaps as well, but the next goes on from the one before.
        return not any(_goes_on(one.scope, run.scope, gone) for run in following)

    def is_late(self, run: ScopeRun) -> bool:
        """Whether a scope begins with what few begin with, or lacks the usual beginning."""
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
        """The places with rows on both sides, and those of which an end is missing."""
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
    """Whether a scope follows another with fewer numbers left out, in the same wider scope."""
    before, after = one[-1], other[-1]
    again = one[:-1] != other[:-1] and not (isinstance(before, int) and after == before + 1)
    return not again and missing(one, other) < gone


# ---- kinds that are not recorded for a while ----------------------------------------------------
EXPECTED = 10
"""Scopes of a place, one after another, at least, that would have a kind of event if it were as
elsewhere, and so many that have it, before it counts as one that nobody recorded there."""

WHOLE = 5  # so many of a place that has none of it at all

USUALLY = Fraction(3, 4)
"""The least share of scopes elsewhere that have it: what happens now and then may not happen for a
whole night."""

PAYMENTS = Fraction(1, 2)
"""So many have a payment of its kind: a house that wins and never loses all night is none."""


def is_missed(kind: str, columns: ScopeColumns, having: int, scopes: int, stretches: int) -> bool:
    """Whether a kind of event is missed where no scope has it.

    `having` of the `scopes` elsewhere have it, between `stretches` of many without.  Not one whose
    absence says that it did not happen, and not one that stops and begins again all the time, as
    what comes once a shoe does: terminals seldom break down.
    """
    share = PAYMENTS if kind in columns.settling else USUALLY
    return (
        kind not in columns.silent
        and having >= EXPECTED * max(1, stretches)
        and having >= share * scopes
    )


def unrecorded(
    outline: Outline, columns: ScopeColumns, declared: Collection[str]
) -> Iterator[Break]:
    """Rows missing at a place, in scopes without a kind of event that scopes elsewhere have."""
    runs = outline.runs
    silent = {place: _silent(own) for place, own in runs.items()}
    having, scopes, stretches = Counter[str](), Counter[str](), Counter[str]()
    for place, kinds in silent.items():
        for kind, (many, parts) in kinds.items():
            having[kind] += many
            scopes[kind] += len(runs[place]) - sum(map(len, parts))
            stretches[kind] += len(parts)
    often = sorted(
        kind
        for kind, many in having.items()
        if kind not in declared and is_missed(kind, columns, many, scopes[kind], stretches[kind])
    )
    for place, every in runs.items():
        found: dict[range, set[str]] = {}
        for kind in often:
            _, parts = silent[place].get(kind, (0, [range(len(every))]))
            least = EXPECTED if kind in silent[place] else WHOLE
            for part in parts:
                if having[kind] * len(part) >= least * scopes[kind]:
                    found.setdefault(part, set()).add(kind)
        for part, some in found.items():
            steps = _steps(outline, place, every[part.start : part.stop], columns)
            yield from (Break(at, (place,), kinds=frozenset(some)) for at in steps)


def _silent(runs: Sequence[ScopeRun]) -> Mapping[str, tuple[int, list[range]]]:
    """How many scopes of a place have each kind of event, and the long stretches without it."""
    found: dict[str, tuple[int, list[range]]] = {}
    latest: dict[str, int] = {}
    for at, run in enumerate(runs):
        for kind in run.kinds:
            many, parts = found.setdefault(kind, (0, []))
            since = latest.get(kind, -1) + 1
            parts += [range(since, at)] if at - since >= EXPECTED else []
            found[kind], latest[kind] = (many + 1, parts), at
    for kind, last in latest.items():
        if len(runs) - last > EXPECTED:
            found[kind][1].append(range(last + 1, len(runs)))
    return found


def _steps(
    outline: Outline, place: Scopes, runs: Sequence[ScopeRun], columns: ScopeColumns
) -> Iterator[int]:
    """Where in some scopes of a place another kind of event begins, and where each ends."""
    for run in runs:
        kind = ""
        for at in range(run.first, run.last + 1):
            if outline.kind(at) != kind and columns.place(outline.values(at)) == place:
                kind = outline.kind(at)
                yield at
        yield run.last + 1


# ---- a log with the rows that are missing -------------------------------------------------------
ENOUGH = 10
"""Scopes of the deepest kind, at least, before a log can be seen to lack rows: a few rows that
somebody picked or wrote open nothing and close nothing.
"""

LONG = 20  # so many, before a log that closes nothing counts as one of which the end is missing


def missing_events(
    found: Iterable[Break],
    outline: Outline,
    vocabulary: Vocabulary,
    stretches: Stretches,
    habits: Habits,
) -> Iterator[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands."""
    columns, everything = scope_columns(vocabulary), frozenset(vocabulary.fields)
    before: dict[int, list[Break]] = defaultdict(list)
    for own in found:
        before[own.at].append(own)
    for at in sorted(before):
        row = outline.row(min(at, outline.size - 1)).named()
        for own in _joined(before[at]):
            lost = Suspect(row, None, {}, everything)
            if own.said is not None:
                shown, unsaid = outline.row(own.shown_by).named(), everything - own.said.keys()
                lost = Suspect(shown, None, own.said, unsaid)
            around = stretches.open_at(at, own.places, inside=own.inside, first=own.first)
            for event in alternatives(lost, around, columns, vocabulary, habits):
                if own.kinds is None or event.kind in own.kinds:
                    yield at, event


def _joined(found: Sequence[Break]) -> Iterator[Break]:
    """Breaks before one row, each place once for what may be missing there."""
    places: dict[tuple[bool, frozenset[str] | None, bool], dict[Scopes, None]] = defaultdict(dict)
    for own in found:
        if own.said is not None:
            continue
        places[own.inside, own.kinds, own.first].update(dict.fromkeys(own.places))
    for (inside, kinds, first), every in places.items():
        yield Break(-1, tuple(every), inside, kinds, first)
    yield from (own for own in found if own.said is not None)


def breaks(
    outline: Outline, vocabulary: Vocabulary, declared: Collection[str] = ()
) -> Iterator[Break]:
    """Where rows of a log are missing, as far as its events show it."""
    found = Stays(outline, vocabulary)
    runs = Runs(outline, found, scope_columns(vocabulary))
    widest = [found.widest(file) for file in outline.files]
    for file, own in zip(outline.files, widest, strict=True):
        if own is not None:
            yield from found.breaks(file, own, long=runs.many >= LONG)
    for wide in dict.fromkeys(own for own in widest if own is not None):
        yield from found.between(wide)
    opens = any(own is not None for own in widest)
    short = runs.many < ENOUGH
    if short or not opens:
        yield from extracts(outline, vocabulary, opens=opens, short=short, declared=declared)
    if not short and not opens:
        yield from runs.ends()
    if not short or opens:
        yield from runs.breaks()
    if not short:
        yield from found.shut()
    yield from runs.left_out()
    yield from unrecorded(outline, scope_columns(vocabulary), declared)
    yield from _unopened(outline, scope_columns(vocabulary))


def _unopened(outline: Outline, columns: ScopeColumns) -> Iterator[Break]:
    """Openings that are missing: what is closed was open since it was closed last, or all along."""
    for own in outline.unopened:
        values = outline.values(own.closing)
        said = {name: values[name] for name in own.interval.keys if name in values}
        kinds = frozenset({own.interval.start})
        place = tuple(said.get(name) for name in columns.names)
        yield Break(own.since, (place,), kinds=kinds, said=said, shown_by=own.closing)
