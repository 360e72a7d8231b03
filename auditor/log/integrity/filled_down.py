"""Numbers that somebody drew over rows below: one for all of them, or one more for each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, where one scope holds what
others hold once and the next numbers are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.runs import ScopeRuns
from auditor.log.integrity.scopes import mixed_places, values_in
from auditor.log.integrity.suspects import ENOUGH, USUAL, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.messages.message import Message, message

MOST = Fraction(1, 5)
"""The largest share of a place's numbered rows out of order; where more are, its numbers begin
again for a reason that the log does not say."""


def filled_down(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> dict[str, Ints]:
    """The certain rows of a file of which some scopes cannot be believed, by these columns."""
    scopes = scope_columns(vocabulary)
    found: dict[str, Ints] = {}
    for name in scopes.all:
        if (cells := columns.cells(name, rows)) is None:
            continue
        marks = _named_for_nothing(name, columns, vocabulary, rows, cells[1])
        if name == scopes.deepest == scopes.counters[-1]:
            marks[_renumbered(columns, vocabulary, rows)] = True
        if marks.any():
            found[name] = rows[marks]
    return found


def filled_down_note(name: str, numbers: Ints) -> Message:
    """The note on a column that was filled down over rows with such numbers."""
    first, last = int(numbers.min()), int(numbers.max())
    return message("note.drawn", column=name, count=len(numbers), first=first, last=last)


def _named_for_nothing(
    name: str, columns: Columns, vocabulary: Vocabulary, rows: Ints, filled: Bools
) -> Bools:
    """The rows that name a scope although their kind is declared to lie outside of it."""
    lacks = scope_columns(vocabulary).lacks
    outside = np.array([(kind, name) in lacks for kind in columns.kinds])
    return np.asarray(filled & outside[columns.kind[rows]])


# ---- numbers ------------------------------------------------------------------------------------
def _renumbered(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> Ints:
    """The rows of which the deepest number cannot be believed, by their places among some."""
    scopes = scope_columns(vocabulary)
    # What lacks the name of its place stands among rows of other numbers: it tells nothing.
    told = np.ones(len(rows), bool)
    for name in scopes.all:
        cells = columns.cells(name, rows)
        told &= True if cells is None or not cells[1].any() else cells[1]
    at = np.flatnonzero(told)
    places = columns.numbered(scopes.names)
    at = at[stable_order(places.ids[rows[at]], places.count)]
    runs = ScopeRuns.of(columns, scopes, rows[at])
    if not (runs.falls | (runs.left_out > 1)).any():
        return at[:0]
    kind = columns.kind[rows[at]].astype(np.int64)
    habits = _RunHabits.of(runs, kind)
    mixed = mixed_places(columns.said_in(rows), vocabulary)
    named = values_in(columns, vocabulary, scopes.names, rows[at[runs.starts]])
    left = runs.some(np.array([place not in mixed for place in named]))
    found = [*_out_of_order(left, habits, kind), *_held_again(left, habits, kind)]
    return np.asarray(at[np.array(found, np.int64)])


@dataclass(frozen=True, slots=True)
class _RunHabits:
    """The kinds of event that scopes hold, hold once and begin with, as a rule."""

    usual: Bools
    once: Bools
    begin: Bools

    @classmethod
    def of(cls, runs: ScopeRuns, kind: Ints) -> _RunHabits:
        # Rows drawn over make scopes of a row each: what others hold the rest tells, and nothing
        # does in a file of one kind of event alone.
        whole = int(((runs.held > 0).sum(axis=1) > 1).sum())
        usual, once = (
            (own > ENOUGH) & (USUAL[1] * own >= USUAL[0] * whole) & (whole > 0)
            for own in ((runs.held > 0).sum(axis=0), (runs.held == 1).sum(axis=0))
        )
        long = runs.starts[runs.stops - runs.starts > 1]
        return cls(usual, once, np.bincount(kind[long], minlength=len(usual)) > ENOUGH)


def _out_of_order(runs: ScopeRuns, habits: _RunHabits, kind: Ints) -> Iterator[int]:
    """The rows whose numbers go on before others come back to where they were; where that is one
    whole scope, its number alone is odd.
    """
    twice = (runs.held > 1) & habits.once
    whole = ~(habits.usual & (runs.held == 0)).any(axis=1) & ~twice.any(axis=1)
    if habits.begin.any():
        whole &= habits.begin[kind[runs.starts]]
    size = runs.stops - runs.starts
    single = (size == 1) & (habits.usual.sum() > 1)
    for place in each_once(runs.place[runs.falls]):
        own = np.flatnonzero(runs.place == place)
        rank = np.unique(runs.number[own], axis=0, return_inverse=True)[1].ravel()
        every = np.array(longest(np.repeat(rank, size[own]).tolist()), bool)
        if (~every).sum() > MOST * len(every):
            continue
        out = np.flatnonzero(~every[np.cumsum(size[own]) - 1])
        for gone in np.split(out, np.flatnonzero(np.diff(out) > 1) + 1) if len(out) else ():
            if len(gone) > 1 or not whole[own[gone[0]]]:
                before = own[gone[0] - 1 : gone[0]] if gone[0] else own[:0]
                for run in (*before[single[before]], *own[gone]):
                    yield from range(runs.starts[run], runs.stops[run])


def _held_again(runs: ScopeRuns, habits: _RunHabits, kind: Ints) -> Iterator[int]:
    """The rows of a scope from its second beginning on, if the next scope lacks it."""
    twice, last, gone = (runs.held > 1) & habits.once, len(runs.place) - 1, runs.left_out
    for run in np.flatnonzero(twice.any(axis=1)).tolist():
        after = min(run + 1, last)
        alone = after == run or runs.place[after] != runs.place[run]
        lacks = (twice[run] & (runs.held[after] == 0)).any()
        if alone or lacks or gone[after] > 1:
            own = kind[runs.starts[run] : runs.stops[run]]
            first = np.zeros(len(own), bool)
            first[np.unique(own, return_index=True)[1]] = True
            again = np.flatnonzero(habits.once[own] & ~first)
            yield from range(runs.starts[run] + again[0], runs.stops[run])
