"""Rows that stand twice in a file, or not where they belong: pasted again, sorted by mistake.

Their own time tells it, or their numbers where there is none.  A payment that stands in another
coup would accuse two players; one that stands twice accuses the table.  So a row that was pasted
once more is set aside, and where a row belongs that is out of place is in doubt.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.suspects import (
    FEW,
    MANY,
    SAMPLE,
    as_a_rule,
    scope_columns,
    seldom,
    starts,
)
from auditor.log.store.columns import Columns
from auditor.log.store.times import MINUTE
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.types import INTEGER


@dataclass(slots=True)
class Disorder:
    """Faults in the order of a file, by its rows."""

    copies: dict[int, int] = field(default_factory=dict)  # with the row of which each is a copy
    repeats: list[int] = field(default_factory=list)  # say what another of their instant says
    coarse: bool = False  # the clock shows no seconds, and what repeats is no fault
    moved: dict[int, tuple[int, ...]] = field(default_factory=dict)  # before which they may belong

    def overwriting(self, rows: Ints) -> Iterator[int]:
        """The first of each block of copies that may have been pasted over other rows; `rows` are
        all of the file.
        """
        for run in _runs(np.array(sorted(self.copies), np.int64)):
            first, last = int(run[0]), int(run[-1])
            beside = self.copies[last] == first - 1 or self.copies[first] == last + 1
            if len(run) > 1 and first > rows[0] and last < rows[-1] and not beside:
                yield first


class FileOrder:
    """The rows of a file that are asked for their order: where they stand in the columns, and of
    each its number in the file.  Most logs are in the order of their times, and nothing else of
    them is asked.
    """

    def __init__(
        self,
        columns: Columns,
        vocabulary: Vocabulary,
        every: Ints,
        numbers: Callable[[Ints], Ints],
    ) -> None:
        self.columns, self._vocabulary = columns, vocabulary
        self.every, self.numbers = every, numbers

    def goes_back(self, rows: Ints) -> bool:
        """Whether the times of some rows go back, or none of them has one."""
        timed = rows[self.columns.has_value("time")[rows]]
        return not len(timed) or _goes_back(self.columns.fields["time"].vector.data[timed])

    def disorder(self, rows: Ints) -> Disorder:
        """Those of some certain rows that stand twice, or out of place: by their times where any
        has one, else by their numbers.
        """
        found, timed = Disorder(), rows[self.columns.has_value("time")[rows]]
        if len(timed):
            self._note(found, self.columns.fields["time"].vector.data, timed, timed=True)
        else:
            self._note(found, self.counted, rows[self.counted[rows] >= 0], timed=False)
        partly = self._partly(found.copies) if found.copies else set()
        found.copies = {at: twin for at, twin in found.copies.items() if at not in partly}
        again = repeated(self.columns, timed, self.numbers)
        known = {own for own in again.tolist() if own not in found.copies} | partly
        found.repeats = sorted(known)
        found.coarse = bool(known) and is_coarse(self.columns, timed)
        return found

    def _note(self, found: Disorder, keys: Ints, rows: Ints, *, timed: bool) -> None:
        """Adds what is found in the order of all rows by some keys, or else in that of each place.
        Numbers begin again for many reasons, and times do not.
        """
        if not _goes_back(keys[rows]):
            return
        together = _Sequence(self, keys, rows)
        if together.is_ordered(timed * self._apart(rows)):
            together.note(found)
            return
        order = rows[np.argsort(self.places[rows], kind="stable")]
        bounds = np.flatnonzero(np.diff(self.places[order])) + 1
        for own in np.split(order, bounds):
            if _goes_back(keys[own]):
                alone = _Sequence(self, keys, own)
                if alone.is_ordered(timed * len(own)):
                    alone.note(found)

    def _apart(self, rows: Ints) -> int:
        """How many of some rows do not stand with most of their place."""
        runs = np.flatnonzero(starts(self.places[rows]))
        longest_of = np.zeros(int(self.places[rows].max()) + 1, np.int64)
        np.maximum.at(longest_of, self.places[rows[runs]], np.diff(runs, append=len(rows)))
        return len(rows) - int(longest_of.sum())

    @cached_property
    def places(self) -> Ints:
        """The place of each row, as a number."""
        return self.columns.numbered(scope_columns(self._vocabulary).names).ids

    @cached_property
    def counted(self) -> Ints:
        """The numbers of each row as one; below 0 where it has none of the deepest."""
        fields, counters = self._vocabulary.fields, scope_columns(self._vocabulary).counters
        whole = [name for name in counters if fields[name] == INTEGER]
        told = self.columns.told(whole, slice(0, self.columns.size))
        if not whole or whole[-1] != counters[-1]:
            return np.full(self.columns.size, -1)
        ranks = np.unique(told, axis=0, return_inverse=True)[1].ravel()
        return np.where(told[:, -1] < 0, -1, ranks)

    def _partly(self, copies: Collection[int]) -> set[int]:
        """The copies of which the row is another event as well, that is no copy."""
        number, copied = self.numbers(self.every), np.isin(self.every, [*copies])
        return {*self.every[copied & np.isin(number, number[~copied])].tolist()}


# ---- rows that say the same of one instant ------------------------------------------------------
def repeated(columns: Columns, rows: Ints, numbers: Callable[[Ints], Ints]) -> Ints:
    """Those of some rows with times that say what another row right above them says, as rows of
    their kind do seldom; all of them, where the clock is coarse.
    """
    again = np.zeros(len(rows), bool)
    kind = columns.kind[rows]
    for lag in range(1, min(MANY + 1, len(rows))):
        left = np.flatnonzero(kind[lag:] == kind[:-lag])
        for name in ("time", *columns.fields):
            left = left[_same(columns, name, rows[left + lag], rows[left])]
        again[left[numbers(rows[left + lag]) != numbers(rows[left])] + lag] = True
    if not again.any() or is_coarse(columns, rows):
        return np.asarray(rows[again])
    found = np.bincount(columns.kind[rows[again]], minlength=len(columns.kinds))
    many = np.bincount(columns.kind[rows], minlength=len(columns.kinds))
    return np.asarray(rows[again & ((found == 1) | seldom(found, many))[columns.kind[rows]]])


def is_coarse(columns: Columns, rows: Ints) -> bool:
    """Whether the clock of rows with times shows whole minutes alone, or tells coups apart, or
    days, and not what happens in them: one time for many rows.
    """
    times = columns.fields["time"].vector.data[rows].astype(np.int64)
    several = FEW * len(each_once(times)) <= len(rows)
    return bool(seldom(1, len(rows))) and (several or not (times % MINUTE).any())


def _same(columns: Columns, name: str, one: Ints, other: Ints) -> Bools:
    """Whether some rows say the same in a field as others."""
    cells, others = columns.cells(name, one), columns.cells(name, other)
    if cells is None or others is None:
        return np.ones(len(one), bool)
    return np.asarray((cells[1] == others[1]) & (~cells[1] | (cells[0] == others[0])))


# ---- rows that are out of place -----------------------------------------------------------------
def _goes_back(keys: Ints) -> bool:
    return bool((keys[1:] < keys[:-1]).any())


class _Sequence:
    """Rows that are to stand in the order of their keys, and are counted from 0."""

    def __init__(self, file: FileOrder, keys: Ints, rows: Ints) -> None:
        self._file, self._rows, self._keys = file, rows, keys[rows].astype(np.int64)
        out = _out_of_order(self._keys)
        kept = np.ones(len(rows), bool)
        kept[out] = False
        self._in_order = np.flatnonzero(kept)
        self._known = self._keys[self._in_order]
        self._copies = self._copied(out)
        self._out = np.setdiff1d(out, np.array([*self._copies], np.int64))

    def is_ordered(self, most: int) -> bool:
        """Whether few rows are out of their order, but for those that stand twice; in a few
        stretches that may be half of them, and at `most` what is out of another order.
        """
        out, size, stretches = len(self._out), len(self._rows), len(_runs(self._out))
        if stretches <= FEW and out <= max(min(most, size // 2), FEW):
            return True
        # Many short stretches are of clocks that differ.
        one = stretches <= FEW or seldom(MANY * stretches, size)
        return bool(one and as_a_rule(size - out, size))

    def note(self, found: Disorder) -> None:
        """Add what is found, by the rows of the columns."""
        rows = self._rows
        found.copies |= {int(rows[at]): int(rows[twin]) for at, twin in self._copies.items()}
        for run in _runs(self._out):
            if self._is_whole(run):
                continue
            slots = [self._slots(at) for at in run.tolist()]
            # Rows that would stand no better elsewhere were written while a clock was wrong.
            if all(slots):
                found.moved |= dict(zip(rows[run].tolist(), slots, strict=True))

    def _is_whole(self, run: Ints) -> bool:
        """Whether a stretch holds all rows of its places: one evening stands below a later one."""
        here, many = np.unique(self._places[run], return_counts=True)
        return bool((self._at_place[here] == many).all())

    @cached_property
    def _places(self) -> Ints:
        return self._file.places[self._rows]

    @cached_property
    def _at_place(self) -> Ints:
        return np.bincount(self._places)

    # ---- rows that stand twice ------------------------------------------------------------------
    def _copied(self, out: Ints) -> dict[int, int]:
        """The rows out of order that repeat one in order, and the rows beside that go on so."""
        near = self._in_order[np.isin(self._known, self._keys[out])]
        if not len(near):
            return {}
        first = dict(zip(self._said[near][::-1].tolist(), near[::-1].tolist(), strict=True))
        pairs = zip(out.tolist(), self._said[out].tolist(), strict=True)
        found = {at: first[own] for at, own in pairs if own in first}
        for at, twin in [*found.items()]:
            for step in (-1, 1):
                one, other = at + step, twin + step
                while self._goes_on(one, other, found):
                    found[one] = other
                    one, other = one + step, other + step
        return found

    @cached_property
    def _said(self) -> Ints:
        """Numbers for what the rows say, equal where that is."""
        own = self._file.columns.said_in(self._rows)
        return own.numbered(tuple(own.fields)).ids * len(own.kinds) + own.kind

    def _goes_on(self, one: int, other: int, found: dict[int, int]) -> bool:
        inside = min(one, other) >= 0 and max(one, other) < len(self._rows)
        new = one != other and one not in found and other not in found
        return inside and new and bool(self._said[one] == self._said[other])

    # ---- rows that are out of place -------------------------------------------------------------
    def _slots(self, at: int) -> tuple[int, ...]:
        """The rows before which a row may belong, by its time and its numbers."""
        low = int(np.searchsorted(self._known, self._keys[at], "left"))
        high = int(np.searchsorted(self._known, self._keys[at], "right"))
        every, numbers, places = self._numbered
        of = slice(*np.searchsorted(places, [self._places[at], self._places[at] + 1]))
        slots, known = every[of], numbers[of]
        number = int(self._file.counted[self._rows[at]])
        first, last = np.searchsorted(slots, [low, high])
        found = []
        for slot in sorted({low, high, *slots[first:last].tolist()}):
            near = int(np.searchsorted(slots, slot))
            before, after = known[max(near - 1, 0) : near], known[near : near + 1]
            between = (before < number).all() and (number < after).all()
            if number < 0 or number in before or number in after or between:
                found.append(self._row(slot))
        return tuple(found)

    @cached_property
    def _numbered(self) -> tuple[Ints, Ints, Ints]:
        """The rows in order that have numbers, those of each place together: where they stand, the
        numbers and the places.
        """
        numbers, places = self._file.counted[self._rows], self._places
        slots = np.flatnonzero(numbers[self._in_order] >= 0)
        slots = slots[np.argsort(places[self._in_order[slots]], kind="stable")]
        return slots, numbers[self._in_order[slots]], places[self._in_order[slots]]

    def _row(self, slot: int) -> int:
        if slot < len(self._in_order):
            return int(self._rows[self._in_order[slot]])
        return int(self._rows[self._in_order[-1]]) + 1


def _runs(numbers: Ints) -> list[Ints]:
    """Numbers that ascend, those together that follow one another."""
    return np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1) if len(numbers) else []


def _out_of_order(keys: Ints) -> Ints:
    """The rows that are not of the longest part that never goes back; all of them where it is clear
    that they are many.
    """
    high = np.maximum.accumulate(keys)
    low = np.minimum.accumulate(keys[::-1])[::-1]
    asked = np.flatnonzero((keys < high) | (keys > low))
    some = keys[:: len(keys) // SAMPLE + 1].tolist() if len(asked) > SAMPLE else []
    if 2 * sum(longest(some)) < len(some):
        return np.arange(len(keys))
    return np.asarray(asked[~np.array(longest(keys[asked].tolist()), bool)])


def longest(keys: Sequence[int]) -> list[bool]:
    """Which numbers belong to the longest part that never goes back; of two to the earlier."""
    tails: list[int] = []  # from the end on, of the best part of each length: how low it begins
    starts: list[int] = []
    after = [-1] * len(keys)
    for at in range(len(keys) - 1, -1, -1):
        size = bisect_right(tails, -keys[at])
        if size:
            after[at] = starts[size - 1]
        tails[size : size + 1] = [-keys[at]]
        starts[size : size + 1] = [at]
    kept = [False] * len(keys)
    at = starts[-1] if starts else -1
    while at >= 0:
        kept[at] = True
        at = after[at]
    return kept
