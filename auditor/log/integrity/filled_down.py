"""Numbers that somebody drew over rows below: one for all of them, or one more for each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, or where one scope holds
what others hold once and the next numbers are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.moved_cells import Breaches
from auditor.log.integrity.runs import ScopeRuns
from auditor.log.integrity.scopes import mixed_places, values_in
from auditor.log.integrity.suspects import ENOUGH, USUAL, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Ints, each_once
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
        # What lies outside of a scope names it for nothing.
        marks = cells[1] & Breaches(name, columns.kind[rows].astype(np.int64), vocabulary).of(
            cells[1]
        )
        if name == scopes.deepest == scopes.counters[-1]:
            marks[_renumbered(columns, vocabulary, rows)] = True
        if marks.any():
            found[name] = rows[marks]
    return found


def filled_down_note(name: str, numbers: Ints) -> Message:
    """The note on a column that was filled down over rows with such numbers."""
    first, last = int(numbers.min()), int(numbers.max())
    return message("note.drawn", column=name, count=len(numbers), first=first, last=last)


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
    mixed = mixed_places(columns.said_in(rows), vocabulary)
    named = values_in(columns, vocabulary, scopes.names, rows[at[runs.starts]])
    left = runs.some(np.array([place not in mixed for place in named]))
    kind = columns.kind[rows[at]].astype(np.int64)
    found = (*_out_of_order(left), *_held_again(left, kind))
    return np.asarray(at[np.array(found, np.int64)])


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
        if (~every).sum() > MOST * len(every):
            continue
        out, lone = ~every[np.cumsum(size[own]) - 1], single[own]
        beside = np.append(False, out[:-1]) | np.append(out[1:], False)
        out &= beside | lone
        out |= np.append(out[1:] & lone[:-1], False)
        for run in own[out]:
            yield from range(runs.starts[run], runs.stops[run])


def _held_again(runs: ScopeRuns, kind: Ints) -> Iterator[int]:
    """The rows of a scope that holds several times what nearly all hold once, from there on, if the
    next one lacks that, or comes after numbers that are left out, or if there is none.
    """
    # Rows drawn over make scopes of a row each: what others hold the rest tells.
    many, alone = int(((runs.held > 0).sum(axis=1) > 1).sum()), (runs.held == 1).sum(axis=0)
    once = (alone > ENOUGH) & (USUAL[1] * alone >= USUAL[0] * many) & (many > 0)
    twice = (runs.held > 1) & once
    lacks = (twice & (np.roll(runs.held, -1, axis=0) == 0)).any(axis=1)
    ends = np.append(~runs.follows[1:] | (runs.left_out[1:] > 1), True)[: len(lacks)]
    for run in np.flatnonzero(twice.any(axis=1) & (lacks | ends)):
        own = kind[runs.starts[run] : runs.stops[run]]
        again = once[own]
        again[np.unique(own, return_index=True)[1]] = False
        yield from range(runs.starts[run] + int(again.argmax()), runs.stops[run])
