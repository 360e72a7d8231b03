"""Cells that stand a row too low or too high, or a column too far left or right.

Each of them reads well and says something else of its row: a player is paid on what another staked.
It shows where rows have what their kind of event cannot have, and others lack what theirs needs,
while the row or the column beside would have it right.  A hand or a program that moves a column
breaks the law of the log in row after row: that it was moved is believed where to move it back
mends many breaches and makes next to none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.suspects import (
    COLUMN,
    FEW,
    MANY,
    USUAL,
    holding,
    scope_columns,
)
from auditor.log.store.vector import Bools, Ints
from auditor.messages.message import Message, message

LEAST = 2
"""Breaches, at least, that an edit mends more than it makes: one may be a slip of its own."""

SELDOM = 20
"""Breaches as they stand for each that may be left after the edit: cells may be lacking besides."""

FARTHEST = 6
"""Rows, at most, by which cells were moved: the farther, the more of them must fit there."""


@dataclass(frozen=True, slots=True)
class Mended:
    """Rows one after another that an edit mends, and how many breaches it takes away."""

    first: int
    last: int
    gain: int


def best_stretch(before: Bools, after: Bools, least: int = LEAST) -> Mended | None:
    """The stretch of rows that gains most by an edit; None where that is not plain.  It goes on to
    both ends as far as nothing is lost by it.
    """
    gains = before.astype(np.int64) - after
    sums = np.append(0, np.cumsum(gains))
    over = sums - np.minimum.accumulate(sums)
    last = int(np.argmax(over))
    gain = int(over[last])
    if gain < least:
        return None
    first = last - 1 - int(np.argmin(sums[:last][::-1]))
    if SELDOM * int(after[first:last].sum()) > int(before[first:last].sum()):
        return None
    losses = np.flatnonzero(gains < 0)
    beyond = np.searchsorted(losses, [first, last])
    low = int(losses[beyond[0] - 1]) + 1 if beyond[0] else 0
    high = int(losses[beyond[1]]) if beyond[1] < len(losses) else len(gains)
    return Mended(low, high - 1, gain)


# ---- a column by some rows ----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Slide:
    """Rows, from the first to the last, of which the cell of a column stands `down` so many rows
    too low, or too high where that is negative.
    """

    column: str
    first: int
    last: int
    down: int


class Breaches:
    """The rows of a table that have a cell which their kind of event cannot have, or lack one that
    it must have; `kind` numbers the kinds, -1 where a row is in doubt: of that nobody knows.
    """

    def __init__(self, name: str, kind: Ints, vocabulary: Vocabulary) -> None:
        may, must = holding(name, vocabulary)
        self._able = np.array([*may.values(), True])[kind]
        self._bound = np.array([*must.values(), False])[kind]

    def of(self, there: Bools) -> Bools:
        """The rows that break it where such cells are filled."""
        return np.where(there, ~self._able, self._bound)

    def slide(self, there: Bools, *, scope: bool = False) -> tuple[int, int, int, int] | None:
        """The stretch that gains most if its cells are moved: gain, first row, last row, and by
        how many rows they stand too low.  Of a `scope` some must stand where none can: its cells
        may be lacking for other reasons.
        """
        own = self.of(there)
        if own.sum() < LEAST:
            return None
        best: tuple[int, int, int, int] | None = None
        for far in range(1, FARTHEST + 1):
            for down in (far, -far):
                other = self.of(np.roll(there, -down))
                # That a cell would have left the file is no reason to move a column.
                edge = slice(-down, None) if down > 0 else slice(-down)
                other[edge] = own[edge]
                found = best_stretch(own, other, LEAST if scope else LEAST * far)
                if found is None or (best is not None and found.gain <= best[0]):
                    continue
                stray = (own & there)[found.first : found.last + 1].any()
                if stray or not scope:
                    # Cells of the rows at either end may stand beyond them, or nowhere any more.
                    first, last = max(found.first - far, 0), min(found.last + far, len(own) - 1)
                    best = found.gain, first, last, down
        return best


def slides(kind: Ints, filled: Mapping[str, Bools], vocabulary: Vocabulary) -> Iterator[Slide]:
    """The columns among some of which cells have slid."""
    for name, there in filled.items():
        found = Breaches(name, kind, vocabulary).slide(there)
        if found is not None:
            yield Slide(name, *found[1:])


def slide_note(own: Slide, first: int, last: int) -> Message:
    """The note on a column that has slid, in the rows between two numbers."""
    code = "note.slid.down" if own.down > 0 else "note.slid.up"
    return message(code, column=own.column, first=first, last=last)


# ---- columns of scopes that are not used --------------------------------------------------------
SHARE = 2
"""Rows for each, at least, that fills a column only where its value changes."""

SAMPLE = 100_000
"""Rows by which it is told how scopes begin and end."""

Cells = Mapping[str, tuple[Ints, Bools]]
"""Columns of scopes: values as numbers, and where there are any."""


def unused(kind: Ints, cells: Cells, vocabulary: Vocabulary) -> dict[str, Message]:
    """The columns of scopes that are merged or have slid, each with the note on it."""
    merged = [name for name, own in cells.items() if _is_merged(*own)]
    found = {name: message("note.merged.scope", column=name) for name in sorted(merged)}
    slid = [
        name
        for name, (_, there) in cells.items()
        if name not in found and Breaches(name, kind, vocabulary).slide(there, scope=True)
    ]
    deepest = scope_columns(vocabulary).deepest or ""
    if (
        not merged
        and deepest in {*cells}.difference(slid)
        and _begins_beside(kind, cells, deepest, vocabulary)
    ):
        slid.append(deepest)
    return found | {name: message("note.slid.scope", column=name) for name in sorted(slid)}


def _is_merged(values: Ints, there: Bools) -> bool:
    """Whether a column is filled only where its value changes."""
    many = int(there.sum())
    if len(there) < COLUMN or not 0 < SHARE * many <= len(there):
        return False
    return not (there[1:] & there[:-1] & (values[1:] == values[:-1])).any()


def _begins_beside(kind: Ints, cells: Cells, name: str, vocabulary: Vocabulary) -> bool:
    """Whether scopes begin, or end, with one kind of event by the cells of other rows alone."""
    values, there = (own[:SAMPLE] for own in cells[name])
    if there.all():  # cells that slid leave some row without a number
        return False
    place = np.zeros(len(values), np.int64)
    for upper in scope_columns(vocabulary).names:
        if upper in cells:
            codes = np.where(cells[upper][1], cells[upper][0], -1)[:SAMPLE]
            place = np.unique(place * (int(codes.max()) + 2) + codes, return_inverse=True)[1]
    order = np.argsort(place, kind="stable")
    place, kinds, numbers = place[order], kind[:SAMPLE][order] + 1, np.where(there, values, -1)
    # What nine in ten scopes begin or end with as they stand is how they are.
    if USUAL[1] * _together(numbers[order], place, kinds) >= USUAL[0]:
        return False
    for far in range(1, FARTHEST + 1):
        lost = np.full(far, -1)
        for moved in (np.append(numbers[far:], lost), np.append(lost, numbers[:-far])):
            if SELDOM * _together(moved[order], place, kinds) >= SELDOM - 1:
                return True
    return False


def _together(numbers: Ints, place: Ints, kind: Ints) -> Fraction:
    """Which share of scopes, and of stretches of a kind of event, begin together, or end so."""
    filled = np.flatnonzero(numbers >= 0)
    number, at = numbers[filled], place[filled]
    apart = np.append(True, (kind[1:] != kind[:-1]) | (place[1:] != place[:-1]))
    changes = np.flatnonzero((number[1:] != number[:-1]) | (at[1:] != at[:-1]))
    many = len(changes) + 1
    if not len(filled) or many < MANY:
        return Fraction(0)
    best = Fraction(0)
    for edges, own in (
        (filled[np.append(0, changes + 1)], apart),
        (filled[np.append(changes, len(filled) - 1)], np.append(apart[1:], True)),
    ):
        some = np.bincount(kind[edges[own[edges]]], minlength=int(kind.max()) + 1)
        every = np.maximum(many, np.bincount(kind[own], minlength=len(some)))
        most = int((some / every).argmax())
        best = max(best, Fraction(int(some[most]), int(every[most])))
    return best


# ---- the cells of some rows by a column ----------------------------------------------------------
NEAR = 20
"""Rows, at most, from one whose cells were pushed aside to one whose cells may be as well."""


def pushed(kind: Ints, filled: Mapping[str, Bools], vocabulary: Vocabulary) -> Bools:
    """The rows that fill a column which their kind cannot have and lack one that it must have, as
    nine in ten of their kind do not.
    """
    strays, gaps = np.zeros(len(kind), bool), np.zeros(len(kind), bool)
    many = np.bincount(kind[kind >= 0], minlength=len(vocabulary.kinds) + 1)
    for name, there in filled.items():
        breach = Breaches(name, kind, vocabulary).of(there)
        odd = np.bincount(kind[breach], minlength=len(many))
        breach &= (USUAL[1] * (many - odd) >= USUAL[0] * many)[kind]
        strays |= breach & there
        gaps |= breach & ~there
    return strays & gaps


def near_pushed(pushed: Bools) -> Bools:
    """Those rows, and the rows near several of them."""
    at, every = np.flatnonzero(pushed), np.arange(len(pushed))
    many = np.searchsorted(at, every + NEAR, "right") - np.searchsorted(at, every - NEAR)
    return pushed | (many >= FEW)
