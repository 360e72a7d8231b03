"""The numbered scopes of each place, one after another: where one breaks off, begins in the midst
or leaps over numbers, and where a kind of event is not recorded for a while.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from auditor.language.core import Kind
from auditor.log.integrity.outline import Break, Outline
from auditor.log.integrity.scope_runs import ScopeRuns
from auditor.log.integrity.suspects import ENOUGH, FEW, MANY, Scopes, as_a_rule, seldom, starts
from auditor.log.store.vector import Bools, Ints


class Runs(ScopeRuns):
    """The scopes of the deepest kind, one after another at each place; each has a number here."""

    def __init__(self, outline: Outline) -> None:
        self._outline, columns, scopes = outline, outline.columns, outline.scopes
        counted = columns.has_value(next(reversed(scopes.counters), ""))[outline.certain]
        super().__init__(columns, scopes, outline.certain[counted])
        self.first, self.last = self.rows[self.starts], self.rows[self.stops - 1]
        self.begins = np.flatnonzero(~self.follows)
        self.ends = np.append(self.begins, self.many)[1:]
        self.places = [outline.place(int(at)) for at in self.first[self.begins]]
        self._gone = np.zeros(self.many, np.int64)
        if scopes.deepest is not None:
            first = np.maximum(0, self.number[:, -1] - 1)
            self._gone = np.where(self.follows, self.left_out, first)
        self.having = self.held > 0
        self._find_broken()

    def _find_broken(self) -> None:
        """The scopes before which rows are missing at their place; and those before which it is one
        whole scope, as far as anybody can tell.
        """
        kind, with_kind = self._outline.columns.kind, self.having.sum(axis=0)
        first, last = kind[self.first], kind[self.last]
        begin, end = (np.bincount(own, minlength=len(with_kind)) for own in (first, last))
        doubt = self._in_doubt()
        self._without = without = ~(self.having | doubt)
        unbegun = without[:, self._common(begin)].any(axis=1)
        lacks = without[:, self._common(with_kind)].sum(axis=1) > 1
        odd, odd_end = _odd(begin, with_kind), _odd(end, with_kind)
        late = (odd[first] & ~doubt[:, (begin > 0) & ~odd].any(axis=1)) | unbegun
        early = odd_end[last] & ~doubt[:, (end > 0) & ~odd_end].any(axis=1)
        early = np.append(False, early[:-1])[: self.many]
        leaps = int((self.follows & (self._gone > 0)).sum())
        # Where most scopes leap over numbers, they are numbered so; one alone is none of these.
        told = leaps < 2 or 2 * leaps <= self.many
        broken = (late & (early | lacks)) | ((self._gone > 0) & (early | late))
        broken |= told & (self._gone > 1)
        later = self._begins_later()
        begun = later & ((self._gone > 1) | np.where(self._gone > 0, late, unbegun))
        self._broken = np.where(self.follows, broken, begun)
        self._left_out = (self._gone == 1) & np.where(self.follows, told, later)

    def _in_doubt(self) -> Bools:
        """The kinds of which rows in doubt may be in each scope: none of these is missing."""
        columns, found = self._outline.columns, np.zeros(self.having.shape, bool)
        runs = np.full(self.keys.count, -1)
        runs[self.keys.ids[self.first]] = np.arange(self.many)
        rows = np.flatnonzero(columns.doubtful)
        run, kind = runs[self.keys.ids[rows]], columns.kind[rows]
        found[run[run >= 0], kind[run >= 0]] = True
        return found

    def _common(self, many: Ints) -> Ints:
        """The kinds of event that nearly all scopes have, but for the two that a break cuts."""
        return np.flatnonzero((many > ENOUGH) & as_a_rule(many, self.many - 2))

    def _begins_later(self) -> Bools:
        """The first scopes of places that may lack what is before: others begin with the first
        number, or rows of the place come before.
        """
        found = np.zeros(self.many, bool)
        named, others = any(None not in own for own in self.places), len(self.places) - 1
        whole = int((self._gone[self.begins] == 0).sum())
        for place, begin in zip(self.places, self.begins.tolist(), strict=True):
            begun = self._outline.extent[place][0] < self.first[begin]
            usual = 2 * (whole - (self._gone[begin] == 0)) > others
            # What lacks a name that other rows bear may be any of their places.
            found[begin] = (usual if others else begun) and not (named and None in place)
        return found

    # ---- breaks -----------------------------------------------------------------------------
    def breaks(self) -> Iterator[Break]:
        """Where rows are missing between two scopes at one place, and before the first."""
        scopes = self._outline.scopes
        for at in np.flatnonzero(self._left_out & ~self._broken).tolist():
            row = int(self.first[at])
            values = {**self._outline.values(row)}
            number = values.pop(scopes.counters[-1])
            # What is asked of the first number of a place is not to be left open by it.
            if self.follows[at] and isinstance(number, int):
                values[scopes.counters[-1]] = number - 1
            between = scopes.every(values)
            yield Break(row, (self.place_of(at),), scopes.counted or None, between=between)
        for at in np.flatnonzero(self._broken).tolist():
            high = int(self.first[at])
            low = int(self.last[at - 1]) + 1 if self.follows[at] else high
            places = self._around(low - 1, high)
            yield from (Break(row, places) for row in (low, high))

    def cut_at(self, ends: Ints) -> Bools:
        """The scopes that lack what all others begin with, or end with, as these show often
        enough: each by every kind that all of them have.
        """
        kind, having = self._outline.columns.kind[ends], self.having.sum(axis=0)
        lacks = (having - self.having == self.many - 1) & self._without
        alike = np.bincount(kind, minlength=len(having))
        needed = alike > (kind[:, None] == np.arange(len(having)))
        often = lacks.sum(axis=1) * (self.many - 1) >= FEW
        return np.asarray((lacks | ~needed).all(axis=1) & often)

    def place_of(self, at: int) -> Scopes:
        """The place of a scope."""
        return self.places[int(np.searchsorted(self.begins, at, side="right")) - 1]

    def _around(self, low: int, high: int) -> tuple[Scopes, ...]:
        """The places with rows on both sides."""
        every = self._outline.extent.items()
        return tuple(place for place, (first, last) in every if first <= high and last >= low)

    # ---- kinds that are not recorded for a while ------------------------------------------------
    def unlogged(self, declared: Collection[str]) -> Iterator[Break]:
        """Rows missing at a place, in scopes without a kind of event that others have; of the
        `declared` kinds none is missing.
        """
        kinds = self._outline.vocabulary.kinds
        for at, kind in enumerate(self._outline.columns.kinds):
            if kind in declared or kinds[kind].exceptional:
                continue
            for begin, end in sorted({*self._silent(at, kinds[kind])}):
                for row in self._steps(begin, end):
                    yield Break(row, (self.place_of(begin),), frozenset({kind}))

    def _silent(self, at: int, kind: Kind) -> Iterator[tuple[int, int]]:
        """The scopes of a place, from one to before another, that miss a kind of event."""
        having = np.flatnonzero(self.having[:, at])
        starts, ends = self.begins, self.ends
        many = len(having)
        if many < ENOUGH:
            return
        there = np.diff(np.searchsorted(having, np.append(starts, self.many)))
        since, until = np.sort(np.append(having + 1, starts)), np.sort(np.append(having, ends))
        size = until - since
        long = (size >= MANY) & np.repeat(there > 0, there + 1)
        scopes = int((ends - starts)[there > 0].sum() - size[long].sum())
        # A house that wins and never loses all night is none; all else may be as it happens.
        if not (2 * many >= scopes if kind.payment else as_a_rule(many, scopes)):
            return
        # What stops and begins again all the time is no terminal that broke down.
        if many >= MANY * max(1, int(long.sum())):
            some = long & (size * many >= MANY * scopes)
            yield from zip(since[some].tolist(), until[some].tolist(), strict=True)
        for holder in self._holders():
            none = np.bincount(holder, there) == 0
            due = np.bincount(holder, ends - starts) * many >= ENOUGH * scopes
            whole = (none & due)[holder]
            yield from zip(starts[whole].tolist(), ends[whole].tolist(), strict=True)

    def _holders(self) -> Iterator[Ints]:
        """The scopes that hold each place: one table all nights, or one night at all tables."""
        names, scopes = self._outline.scopes.names, self._outline.vocabulary.scopes.values()
        for fields in dict.fromkeys((names, *(own.fields for own in scopes))):
            if {*names}.issuperset(fields):
                numbers = self._outline.columns.numbered(fields).ids[self.first[self.begins]]
                yield np.unique(numbers, return_inverse=True)[1]

    def _steps(self, begin: int, end: int) -> Iterator[int]:
        """Where in some scopes of a place another kind of event begins, and where each ends."""
        for run in range(begin, end):
            part = slice(self.starts[run], self.stops[run])
            rows, kind = self.rows[part], self.kind[part]
            yield from rows[starts(kind)].tolist()
            yield int(rows[-1]) + 1


def _odd(alike: Ints, many: Ints) -> Bools:
    """The kinds that begin, or end, some scopes, and those of others that have them seldom."""
    return np.asarray((many > ENOUGH) & seldom(alike - 1, many - 2))
