"""The numbered scopes of each place, one after another: where one breaks off, begins in the midst
or leaps over numbers, and where a kind of event is not recorded for a while.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from auditor.log.integrity.outline import Break, Outline
from auditor.log.integrity.scope_runs import ScopeRuns
from auditor.log.integrity.suspects import USUAL, ScopeColumns, Scopes
from auditor.log.store.vector import Bools, Ints

RARE = 20
"""A scope begins or ends oddly where fewer than one in so many others that have its first kind of
event begin with it, or of those that have its last kind end with it."""

MANY = 5  # other scopes that have a kind of event, at least, before one can be odd

MOST = Fraction(1, 5)
"""The largest share of scopes that leap over numbers; where more do, and not one alone, they are
numbered so."""


class Runs:
    """The scopes of the deepest kind, one after another at each place; each has a number here."""

    def __init__(self, outline: Outline) -> None:
        self._outline, self._scopes = outline, outline.scopes
        columns, scopes = outline.columns, outline.scopes
        counted = columns.has_value(next(reversed(scopes.counters), ""))[outline.certain]
        self._others = outline.certain[~counted]
        self.own = runs = ScopeRuns.of(columns, scopes, outline.certain[counted])
        self.many, self._same = len(runs.starts), runs.follows
        self.first, self.last = runs.rows[runs.starts], runs.rows[runs.stops - 1]
        self.begins = np.flatnonzero(~self._same)
        self.ends = np.append(self.begins, self.many)[1:] - 1
        self.places = [outline.place(int(at)) for at in self.first[self.begins]]
        self._count_kinds(runs.held)
        self._number(runs)

    def _count_kinds(self, held: Ints) -> None:
        """Which kinds of event the scopes have, which once, and with which they begin and end."""
        kind, size = self._outline.columns.kind, held.shape[1]
        first, last = kind[self.first], kind[self.last]
        begin, end = (np.bincount(own, minlength=size) for own in (first, last))
        self.having = held > 0
        self.with_kind = self.having.sum(axis=0)
        usual, begun, single = map(self._common, (self.with_kind, begin, (held == 1).sum(axis=0)))
        self._lacks = (~self.having[:, usual]).sum(axis=1) > 1
        self._unbegun: Bools = np.any(~self.having[:, begun], axis=1)
        self._several: Bools = np.any(held[:, single] > 1, axis=1)
        self._late: Bools = np.asarray(_odd(begin, self.with_kind)[first] | self._unbegun)
        self._early = _odd(end, self.with_kind)[last]

    def _common(self, many: Ints) -> Ints:
        """The kinds of event that nearly all scopes have, but for the two that a break cuts."""
        return np.flatnonzero((many > MANY) & (USUAL[1] * many >= USUAL[0] * (self.many - 2)))

    def _number(self, runs: ScopeRuns) -> None:
        """How many numbers are left out before each scope."""
        self._gone = np.zeros(self.many, np.int64)
        if self._scopes.counters[-1:] == (self._scopes.deepest,):
            first = np.maximum(0, runs.number[:, -1] - 1)
            self._gone = np.where(self._same, runs.left_out, first)
        leaps = int((self._same & (self._gone > 0)).sum())
        self._leaps_often = leaps > 1 and leaps > MOST * self.many

    @cached_property
    def _broken(self) -> Bools:
        """The scopes before which rows are missing at their place."""
        early = np.append(False, self._early[:-1])[: self.many]
        odd = (self._gone > 0) & (early | self._late)
        if not self._leaps_often:
            odd |= self._gone > 1
        return np.asarray(self._same & ((self._late & (early | self._lacks)) | odd))

    # ---- breaks -----------------------------------------------------------------------------
    def breaks(self) -> Iterator[Break]:
        """Those between two scopes at one place, and before the first."""
        for nth, begin in enumerate(self.begins):
            if self._begins_late(nth):
                first = int(self.first[begin])
                yield Break(first, self._around(first, first))
        for at in np.flatnonzero(self._broken):
            low, high = int(self.last[at - 1]), int(self.first[at])
            around = self._around(low, high)
            yield Break(low + 1, around)
            yield Break(high, around)

    def _around(self, low: int, high: int) -> tuple[Scopes, ...]:
        """The places with rows on both sides, and those of which an end is missing."""
        begun, ended = self._outline.cut
        return tuple(
            place
            for place, (first, last) in self._outline.extent.items()
            if (first <= high or place in begun) and (last >= low or place in ended)
        )

    def left_out(self) -> Iterator[Break]:
        """The scopes, each alone between two whole ones or before a whole one, that are missing."""
        counted = self._counted()
        for nth, begin in enumerate(self.begins):
            if self._begins_later(nth) and not self._begins_late(nth):
                yield Break(int(self.first[begin]), (self.places[nth],), False, counted, first=True)
        several = self._several | np.append(False, self._several[:-1])[: self.many]
        found = self._same & (self._gone == 1) & ~several & ~self._broken
        for at in np.flatnonzero(found & (not self._leaps_often)):
            place = self.places[int(np.searchsorted(self.begins, at, "right")) - 1]
            yield Break(int(self.first[at]), (place,), inside=False, kinds=counted)

    def _counted(self) -> frozenset[str]:
        """The kinds of event of which each has a number: by what is declared, or else all do."""
        columns, kinds = self._scopes, self._outline.columns.kinds
        bears, lacks = (
            {kind for kind, name in some if columns.counters[-1:] == (name,)}
            for some in (columns.bears, columns.lacks)
        )
        many = np.bincount(self._outline.columns.kind[self._others], minlength=len(kinds))
        uncounted = {kinds[at] for at in np.flatnonzero(many)}
        has = frozenset(kinds[at] for at in np.flatnonzero(self.with_kind))
        return has.difference(uncounted - bears, lacks)

    def _begins_late(self, nth: int) -> bool:
        """Whether a place lacks its first numbers, or its first scope the usual beginning."""
        begin = self.begins[nth]
        if not (gone := self._gone[begin]):
            return self._begins_later(nth, least=0) and bool(self._unbegun[begin])
        return self._begins_later(nth) and bool(gone > 1 or self._late[begin])

    def _begins_later(self, nth: int, least: int = 1) -> bool:
        """Whether a place begins with a number above the first, and others begin with that."""
        gone, place = self._gone[self.begins[nth]], self.places[nth]
        if gone < least:
            return False
        if None in place and any(None not in own for own in self.places):
            return False  # its rows lack a name that those before them bear
        others = len(self.places) - 1
        from_first = int((self._gone[self.begins] == 0).sum()) - (not gone)
        begun = self._outline.extent[place][0] < self.first[self.begins[nth]]
        return from_first * 2 > others if others else bool(begun)


def _odd(alike: Ints, many: Ints) -> Bools:
    return np.asarray((many > MANY) & ((alike - 1) * RARE < many - 1))


EXPECTED = 10
"""Scopes of a place, one after another, at least, that would have a kind of event if it were as
elsewhere, and so many that have it, before it counts as one that nobody recorded there."""

WHOLE = 5
"""So many of either where a place has none of it at all, or a table on no night."""

USUALLY = Fraction(3, 4)
"""The least share of scopes elsewhere that have it: what happens now and then may not happen for a
whole night."""

PAYMENTS = Fraction(1, 2)
"""So many have a payment of its kind: a house that wins and never loses all night is none."""


# ---- kinds that are not recorded for a while ----------------------------------------------------
class Unlogged:
    """Where the numbered scopes of a place miss a kind of event for a while."""

    def __init__(self, outline: Outline, runs: Runs) -> None:
        self._columns, self._scopes, self._runs = outline.columns, outline.scopes, runs
        names, sizes = self._scopes.names, runs.ends + 1 - runs.begins
        scopes = (own.fields for own in outline.vocabulary.scopes.values())
        held = [own for own in dict.fromkeys((names, *scopes)) if {*names}.issuperset(own)]
        self._holders = [*self._held(sizes, [[*map(names.index, own)] for own in held])]

    def breaks(self, declared: Collection[str]) -> Iterator[Break]:
        """Rows missing at a place, in scopes without a kind of event that others have; of the
        `declared` kinds none is missing.
        """
        found: dict[tuple[int, int], set[str]] = {}
        for at, kind in enumerate(self._columns.kinds):
            if kind not in declared:
                for part in self._silent(at, kind):
                    found.setdefault(part, set()).add(kind)
        for begin, end in sorted(found):
            nth = int(np.searchsorted(self._runs.begins, begin, side="right")) - 1
            kinds = frozenset(found[begin, end])
            for row in self._steps(begin, end):
                yield Break(row, (self._runs.places[nth],), kinds=kinds)

    def _silent(self, at: int, kind: str) -> Iterator[tuple[int, int]]:
        """The scopes of a place, from one to before another, that miss a kind of event."""
        having = np.flatnonzero(self._runs.having[:, at])
        starts, ends = self._runs.begins, self._runs.ends + 1
        if len(having) < WHOLE:
            return
        low, high = np.searchsorted(having, starts), np.searchsorted(having, ends)
        there, many = high > low, len(having)
        since = np.maximum(np.append(-1, having[:-1]) + 1, np.repeat(starts, high - low))
        since = np.append(since, having[high[there] - 1] + 1)
        until = np.append(having, ends[there])
        long = until - since >= EXPECTED
        since, until = since[long], until[long]
        scopes = int((ends - starts)[there].sum() - (until - since).sum())
        if kind in self._scopes.silent or many < _share(kind, self._scopes) * scopes:
            return
        some = (until - since) * many >= EXPECTED * scopes
        # What stops and begins again all the time is no terminal that broke down.
        if many >= EXPECTED * max(1, len(since)):
            yield from zip(since[some].tolist(), until[some].tolist(), strict=True)
        whole = np.zeros(len(starts), bool)
        for holder, size in self._holders:
            none = np.bincount(holder, there) == 0
            whole |= (none & (size * many >= WHOLE * scopes))[holder]
        yield from zip(starts[whole].tolist(), ends[whole].tolist(), strict=True)

    def _held(self, sizes: Ints, held: Sequence[Sequence[int]]) -> Iterator[tuple[Ints, Ints]]:
        """For each scope that holds places, in which one each place is, and how many numbered
        scopes each has: one table on all its nights, one night at all tables.
        """
        for fields in held:
            keys = [tuple(place[at] for at in fields) for place in self._runs.places]
            numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
            holder = np.array([numbers[key] for key in keys], np.int64)
            yield holder, np.bincount(holder, sizes).astype(np.int64)

    def _steps(self, begin: int, end: int) -> Iterator[int]:
        """Where in some scopes of a place another kind of event begins, and where each ends."""
        own = self._runs.own
        for run in range(begin, end):
            part = slice(own.starts[run], own.stops[run])
            changes = np.append(True, own.kind[part][1:] != own.kind[part][:-1])
            yield from own.rows[part][changes].tolist()
            yield int(self._runs.last[run]) + 1


def _share(kind: str, columns: ScopeColumns) -> Fraction:
    """The least share of scopes elsewhere that have a kind of event which is missed where none
    has it.
    """
    return PAYMENTS if kind in columns.settling else USUALLY
