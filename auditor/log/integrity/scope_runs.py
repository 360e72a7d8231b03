"""Scopes that are numbered, one after another at each place: where they come back, which nobody can
tell apart, and where somebody drew a number over rows below, one for all of them or one more for
each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, or where one scope holds
what others hold once and the next numbers are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import first_places
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.moved_cells import Breaches
from auditor.log.integrity.scopes import certain, values_in
from auditor.log.integrity.suspects import (
    ENOUGH,
    FEW,
    ScopeColumns,
    Scopes,
    as_a_rule,
    scope_columns,
    seldom,
    starts,
)
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.messages.message import Message, message


class ScopeRuns:
    """Rows one after another of one place and number, those of each place together, the places in
    the order of their first ones: from where to where each run stands among these rows, its place
    and its numbers, whether it is of the same place as the run before, and whether it came before.
    """

    def __init__(self, columns: Columns, scopes: ScopeColumns, rows: Ints) -> None:
        places = columns.numbered(scopes.names)
        first = first_places(places.ids[rows], places.count)
        rows = self.rows = rows[stable_order(first[places.ids[rows]], len(rows))]
        self.kind, self._kinds = columns.kind[rows], len(columns.kinds)
        # What goes by one number at two places is two scopes: the number holds the place as well.
        self.keys = columns.numbered((*scopes.names, *scopes.counters))
        ids = self.keys.ids[rows]
        self.starts = np.flatnonzero(starts(ids))
        self.many = len(self.starts)
        self.stops = np.append(self.starts[1:], len(rows))[: self.many]
        self.again = np.ones(self.many, bool)
        self.again[np.unique(ids[self.starts], return_index=True)[1]] = False
        self.number = columns.told(scopes.counters, rows[self.starts])
        self.place = places.ids[rows[self.starts]]
        self.follows = ~starts(self.place)

    @cached_property
    def held(self) -> Ints:
        """How many rows each run holds of each kind of event."""
        run = np.repeat(np.arange(self.many), self.stops - self.starts)
        held = np.bincount(run * self._kinds + self.kind, minlength=self.many * self._kinds)
        return np.asarray(held.reshape(self.many, self._kinds))

    @property
    def falls(self) -> Bools:
        """Whether the run before has a higher number."""
        step = np.diff(self.number, axis=0, prepend=self.number[:1])
        change = np.take_along_axis(step, (step != 0).argmax(axis=1)[:, None], axis=1)[:, 0]
        return np.asarray(self.follows & (change < 0))

    @property
    def left_out(self) -> Ints:
        """How many numbers are left out before each run."""
        step = np.diff(self.number, axis=0, prepend=self.number[:1])
        again = step[:, :-1].any(axis=1) & (step[:, -1] != 1)
        gone = np.where(again, self.number[:, -1], step[:, -1]) - 1
        return np.asarray(np.maximum(0, self.follows * gone))

    def mixed(self, *, timed: bool) -> Ints:
        """The places at which several runs one after another came before; or, in a log without
        times, have lower numbers than the one before.
        """
        odd = _several(self.again)
        if not timed:
            odd |= _several(self.falls)
        return np.asarray(each_once(self.place[odd]))


def _several(marks: Bools) -> Bools:
    """The last of several marks one after another."""
    at = np.arange(len(marks))
    return np.asarray(at - np.maximum.accumulate(np.where(marks, 0, at)) >= FEW)


# ---- places at which scopes are not told apart ---------------------------------------------------
def mixed_places(columns: Columns, vocabulary: Vocabulary) -> frozenset[Scopes]:
    """The places, by their names, at which counters begin again or interleave.

    A scope that is over does not come back.  Where several in a row do, the log lacks a column that
    would tell them apart: two tables, or two evenings, go by the same name.  In a log without times
    its rows may stand in another order as well, or in the reverse, where numbers only fall: then no
    place is told.
    """
    scopes, timed = scope_columns(vocabulary), bool(certain(columns, "time").any())
    rows = np.flatnonzero(certain(columns, next(reversed(scopes.counters), "")))
    if not scopes.counters:
        return frozenset()
    found = ScopeRuns(columns, scopes, rows).mixed(timed=timed)
    if not len(found):
        return frozenset()
    ids = columns.numbered(scopes.names).ids[rows]
    every, first = np.unique(ids, return_index=True)
    places = [*values_in(columns, vocabulary, scopes.names, rows[first])]
    if not timed:
        return frozenset(places)
    mixed = {own for own, at in zip(places, every, strict=True) if at in found}
    lacks = {_lacks(own) for own in mixed if None in own}
    return frozenset(mixed.union(own for own in places if _lacks(own) in lacks))


def _lacks(place: Scopes) -> tuple[bool, ...]:
    return tuple(name is None for name in place)


# ---- cells that somebody filled down -------------------------------------------------------------
def filled_down(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> dict[str, Ints]:
    """The certain rows of a file of which some scopes cannot be believed, by these columns."""
    scopes, kind = scope_columns(vocabulary), columns.kind[rows].astype(np.int64)
    told = np.ones(len(rows), bool)
    found: dict[str, Ints] = {}
    for name in scopes.all:
        there = columns.has_value(name)[rows]
        if not there.any():
            continue
        # What lies outside of a scope names it for nothing.
        found[name] = rows[there & Breaches(name, kind, vocabulary).of(there)]
        # What lacks the name of its place stands among rows of other numbers: it tells nothing.
        told &= there
    if scopes.deepest in found:
        drawn = _renumbered(columns, vocabulary, rows[told])
        found[scopes.deepest] = each_once(np.append(found[scopes.deepest], drawn))
    return {name: own for name, own in found.items() if len(own)}


def filled_down_note(name: str, numbers: Ints) -> Message:
    """The note on a column that was filled down over rows with such numbers."""
    first, last = int(numbers.min()), int(numbers.max())
    return message("note.drawn", column=name, count=len(numbers), first=first, last=last)


def _renumbered(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> Ints:
    """The rows among some of which the deepest number cannot be believed."""
    scopes = scope_columns(vocabulary)
    runs = ScopeRuns(columns, scopes, rows)
    if not (runs.falls | (runs.left_out > 1) | _scattered(runs)).any():
        return rows[:0]
    mixed = runs.mixed(timed=bool(columns.has_value("time")[rows].any()))
    if len(mixed):
        place = columns.numbered(scopes.names).ids[rows]
        runs = ScopeRuns(columns, scopes, rows[~np.isin(place, mixed)])
    scattered = runs.starts[_scattered(runs)].tolist()
    return runs.rows[[*_out_of_order(runs), *_held_again(runs), *scattered]]


def _scattered(runs: ScopeRuns) -> Bools:
    """The scopes one after another that hold a row each, of several kinds, as others do seldom."""
    single, kind = runs.stops - runs.starts == 1, runs.kind[runs.starts]
    alone = single & runs.follows & np.roll(single, 1)
    stretch, turn = np.cumsum(~alone), alone & (kind != np.roll(kind, 1))
    size, turns = (np.bincount(stretch[own], minlength=runs.many + 1) for own in (single, turn))
    found = single & ((size >= FEW) & (turns > 0))[stretch]
    few = 2 * found.sum() <= len(runs.rows) and seldom((single & ~found).sum() - 1, (~found).sum())
    return np.asarray(found & few)


def _out_of_order(runs: ScopeRuns) -> Iterator[int]:
    """The rows whose numbers go on before others come back to where they were, and a single row of
    one number right before them; where that is one scope of several rows, its number alone is odd.
    """
    size = runs.stops - runs.starts
    single = (size == 1) & ((runs.held > 0).sum(axis=1) > 1).any()  # not of a row for each scope
    for place in each_once(runs.place[runs.falls]):
        own = np.flatnonzero(runs.place == place)
        rank = np.unique(runs.number[own], axis=0, return_inverse=True)[1].ravel()
        every = np.array(longest(np.repeat(rank, size[own]).tolist()), bool)
        if 2 * every.sum() < len(every):
            continue  # its numbers begin again for a reason that the log does not say
        out, lone = ~every[np.cumsum(size[own]) - 1], single[own]
        beside = np.append(False, out[:-1]) | np.append(out[1:], False)
        out &= beside | lone
        out |= np.append(out[1:] & lone[:-1], False)
        for run in own[out]:
            yield from range(runs.starts[run], runs.stops[run])


def _held_again(runs: ScopeRuns) -> Iterator[int]:
    """The rows of a scope that holds several times what nearly all hold once, and most of its
    place, from there on, if the next one lacks that, or comes after numbers that are left out, or
    if there is none.
    """
    # Rows drawn over make scopes of a row each: what others hold the rest tells.
    many, alone = int(((runs.held > 0).sum(axis=1) > 1).sum()), (runs.held == 1).sum(axis=0)
    once = (alone > ENOUGH) & as_a_rule(alone, many) & (many > 0)
    usual = np.zeros((int(runs.place.max(initial=0)) + 1, runs.held.shape[1]), np.int64)
    np.add.at(usual, runs.place, 2 * (runs.held == 1) - (runs.held > 0))
    twice = (runs.held > 1) & once & (usual[runs.place] > 0)
    lacks = (twice & (np.roll(runs.held, -1, axis=0) == 0)).any(axis=1)
    ends = np.append(~runs.follows[1:] | (runs.left_out[1:] > 1), True)[: len(lacks)]
    for run in np.flatnonzero(twice.any(axis=1) & (lacks | ends)):
        own = runs.kind[runs.starts[run] : runs.stops[run]]
        again = once[own]
        again[np.unique(own, return_index=True)[1]] = False
        yield from range(runs.starts[run] + int(again.argmax()), runs.stops[run])
