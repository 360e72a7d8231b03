"""Cells that stand a row too low or too high, or a column too far left or right.

Each of them reads well and says something else of its row: a player is paid on what another staked.
It shows where rows have what their kind of event cannot have, and others lack what theirs needs,
while the row or the column beside would have it right.  A hand or a program that moves a column
breaks the law of the log in row after row: that it was moved is believed where to move it back
mends many breaches and makes next to none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.coded import CodedColumn
from auditor.log.integrity.suspects import (
    FEW,
    MANY,
    SAMPLE,
    as_a_rule,
    required,
    scope_columns,
    seldom,
    starts,
)
from auditor.log.store.keys import Column, numbered
from auditor.log.store.vector import Bools, Ints
from auditor.messages.message import Message, message
from auditor.source import Frozen

_COUNTED = re.compile(r"(.*?)(\d{0,18})", re.DOTALL)


def best_stretch(before: Bools, after: Bools, more_than: int) -> tuple[int, int, int] | None:
    """The stretch of rows that gains most by an edit: how many breaches it takes away, its first
    row and its last; None where that is not plain.  It goes on to both ends as far as nothing is
    lost by it.
    """
    gains = before.astype(np.int64) - after
    sums = np.append(0, np.cumsum(gains))
    over = sums - np.minimum.accumulate(sums)
    last = int(np.argmax(over))
    gain = int(over[last])
    first = last - 1 - int(np.argmin(sums[:last][::-1])) if last else 0
    # Cells may be lacking besides.
    if gain <= more_than or not seldom(after[first:last].sum(), before[first:last].sum()):
        return None
    losses = np.flatnonzero(gains < 0)
    beyond = np.searchsorted(losses, [first, last])
    low = int(losses[beyond[0] - 1]) + 1 if beyond[0] else 0
    high = int(losses[beyond[1]]) if beyond[1] < len(losses) else len(gains)
    return gain, low, high - 1


# ---- a column by some rows ----------------------------------------------------------------------
class Slide(Frozen):
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
        scopes, kinds = scope_columns(vocabulary), vocabulary.kinds.values()
        if name in vocabulary.context:
            may = [(own.name, name) not in scopes.lacks for own in kinds]
            must = [(own.name, name) in scopes.bears for own in kinds]
        else:
            may = [name in own.fields for own in kinds]
            must = [name in required(own) for own in kinds]
        self._name = name
        self._able, self._bound = np.array([*may, True])[kind], np.array([*must, False])[kind]

    def of(self, there: Bools) -> Bools:
        """The rows that break it where such cells are filled."""
        return np.where(there, ~self._able, self._bound)

    def slide(self, there: Bools, *, scope: bool = False) -> Slide | None:
        """The move of some cells that mends most.  Of a `scope` some must stand where none can: its
        cells may be lacking for other reasons.
        """
        own, best, found = self.of(there), 0, None
        for far in range(1, MANY + 1) if own.sum() > 1 else ():
            for down in (far, -far):
                other = self.of(np.roll(there, -down))
                # That a cell would have left the file is no reason to move a column.
                edge = slice(-down, None) if down > 0 else slice(-down)
                other[edge] = own[edge]
                # One breach may be a slip of its own; the farther, the more of them must fit there.
                some = best_stretch(own, other, 1 if scope else far)
                if some is None or some[0] <= best:
                    continue
                gain, first, last = some
                if not scope or (own & there)[first : last + 1].any():
                    # Cells of the rows at either end may stand beyond them, or nowhere any more.
                    ends = max(first - far, 0), min(last + far, len(own) - 1)
                    best, found = gain, Slide(self._name, *ends, down)
        return found


def slides(kind: Ints, filled: Mapping[str, Bools], vocabulary: Vocabulary) -> Iterator[Slide]:
    """The columns among some of which cells have slid."""
    for name, there in filled.items():
        if (found := Breaches(name, kind, vocabulary).slide(there)) is not None:
            yield found


def slide_note(own: Slide, first: int, last: int) -> Message:
    """The note on a column that has slid, in the rows between two numbers."""
    code = "note.slid.down" if own.down > 0 else "note.slid.up"
    return message(code, column=own.column, first=first, last=last)


# ---- columns of scopes that are not used --------------------------------------------------------
Cells = Mapping[str, tuple[Ints, Bools]]
"""Columns of scopes: values as numbers, and where there are any."""


def unused(kind: Ints, cells: Cells, vocabulary: Vocabulary) -> dict[str, Message]:
    """The columns of scopes that are merged or have slid, each with the note on it."""
    merged = {name for name, own in cells.items() if _is_merged(*own)}
    slid = {
        name
        for name, (_, there) in cells.items()
        if name not in merged and Breaches(name, kind, vocabulary).slide(there, scope=True)
    }
    deepest = {scope_columns(vocabulary).deepest or ""}.intersection(cells)
    for name in deepest - slid if not merged else ():
        if _begins_beside(kind, cells, name, vocabulary):
            slid.add(name)
    told = (("note.merged.scope", merged), ("note.slid.scope", slid))
    return {name: message(code, column=name) for code, names in told for name in sorted(names)}


def _is_merged(values: Ints, there: Bools) -> bool:
    """Whether a column is filled only where its value changes."""
    many = int(there.sum())
    if len(there) < 2 * MANY or not 0 < 2 * many <= len(there):
        return False
    return not (there[1:] & there[:-1] & (values[1:] == values[:-1])).any()


def _begins_beside(kind: Ints, cells: Cells, name: str, vocabulary: Vocabulary) -> bool:
    """Whether scopes begin, or end, with one kind of event by the cells of other rows alone."""
    values, there = (own[:SAMPLE] for own in cells[name])
    if there.all():  # cells that slid leave some row without a number
        return False
    names = [cells[upper] for upper in scope_columns(vocabulary).names if upper in cells]
    places = [Column(own[:SAMPLE], ~filled[:SAMPLE]) for own, filled in names]
    place = numbered(places, len(values)).ids
    order = np.argsort(place, kind="stable")
    place, kinds, numbers = place[order], kind[:SAMPLE][order] + 1, np.where(there, values, -1)
    # What scopes begin or end with as a rule as they stand is how they are.
    if as_a_rule(*_together(numbers[order], place, kinds)):
        return False
    for far in range(1, MANY + 1):
        lost = np.full(far, -1)
        for moved in (np.append(numbers[far:], lost), np.append(lost, numbers[:-far])):
            some, every = _together(moved[order], place, kinds)
            if some and seldom(every - some, every):
                return True
    return False


def _together(numbers: Ints, place: Ints, kind: Ints) -> tuple[int, int]:
    """How many scopes, and stretches of a kind of event, begin together, or end so, of how many."""
    best = 0, 1
    for way in (slice(None), slice(None, None, -1)):
        at = np.flatnonzero(numbers[way] >= 0)
        edges = at[starts(numbers[way][at], place[way][at])]
        apart, own = starts(kind[way], place[way]), kind[way]
        some = np.bincount(own[edges[apart[edges]]], minlength=int(kind.max()) + 1)
        every = np.maximum(len(edges), np.bincount(own[apart], minlength=len(some)))
        most = int((some / np.maximum(every, 1)).argmax())
        if len(edges) >= MANY and some[most] * best[1] > best[0] * every[most]:
            best = int(some[most]), int(every[most])
    return best


# ---- cells that a kind of event cannot have ------------------------------------------------------
def pushed(kind: Ints, filled: Mapping[str, Bools], vocabulary: Vocabulary) -> Bools:
    """The rows that fill a column which their kind cannot have and lack one that it must have, as
    rows of their kind do not as a rule.
    """
    strays, gaps = np.zeros(len(kind), bool), np.zeros(len(kind), bool)
    for name, there in filled.items():
        breach, odd, many = _told(name, there, kind, vocabulary)
        breach &= as_a_rule(many - odd, many)[kind]
        strays |= breach & there
        gaps |= breach & ~there
    return strays & gaps


def _told(name: str, there: Bools, kind: Ints, vocabulary: Vocabulary) -> tuple[Bools, Ints, Ints]:
    """The breaches of a column, and how many rows of each kind make one, of how many."""
    breach, kinds = Breaches(name, kind, vocabulary).of(there), len(vocabulary.kinds) + 1
    odd, many = (np.bincount(own, minlength=kinds) for own in (kind[breach], kind[kind >= 0]))
    return breach, odd, many


def filled_below(
    name: str, texts: CodedColumn, there: Bools, kind: Ints, vocabulary: Vocabulary
) -> Bools:
    """The cells that repeat the one above, or have one more in a number at their end, where several
    do so of which the kind cannot have them, nor has them as a rule.
    """
    ends = [_COUNTED.fullmatch(text) for text in texts.texts]
    words, number = (np.array([(own and own[at]) or "0" for own in ends]) for at in (1, 2))
    word = np.unique(words, return_inverse=True)[1].take(texts.codes)
    step = np.diff(number.astype(np.int64).take(texts.codes), prepend=0)
    below = there & ~starts(word) & ((step == 0) | (step == 1))
    run = np.cumsum(~below)
    breach, odd, many = _told(name, there, kind, vocabulary)
    several = np.bincount(run, below & breach & ~as_a_rule(odd, many)[kind]) > 1
    return np.asarray(below & several[run])


def near_pushed(pushed: Bools) -> Bools:
    """Those rows, and the rows near several of them."""
    at, every = np.flatnonzero(pushed), np.arange(len(pushed))
    many = np.searchsorted(at, every + MANY, "right") - np.searchsorted(at, every - MANY)
    return pushed | (many >= FEW)
