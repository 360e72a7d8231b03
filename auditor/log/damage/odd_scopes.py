"""Scopes of the deepest kind that break off, or begin in the midst: of coups, rounds, tricks some
rows are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from auditor.log.damage.extracts import Break, missing
from auditor.log.damage.outline import Outline, ScopeRun
from auditor.log.damage.stays import Stays
from auditor.log.damage.suspects import USUAL, Scopes

RARE = 20
"""A scope begins or ends oddly where fewer than one in so many others that have its first kind of
event begin with it, or of those that have its last kind end with it."""

MANY = 5
"""Other scopes that have a kind of event, at least, before one can be odd."""

MOST = Fraction(1, 5)
"""The largest share of scopes that leap over numbers; where more do, they are numbered so."""

NEAR = 8
"""Rows, at most, between scopes of two places that are cut by one hole."""


class Runs:
    """Where scopes of the deepest kind break off, or begin in the midst."""

    def __init__(self, outline: Outline, stays: Stays) -> None:
        self._outline, self._stays = outline, stays
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
        """Those where scopes of two places begin or end oddly, a few rows from each other.

        In a long log that happens by chance, to coups in which all stakes were withdrawn, say: a
        scope that has what several others have is not cut.
        """
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
        if late and (early or self._lacks(other)):
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
