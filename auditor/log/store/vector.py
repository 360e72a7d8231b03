"""Columns of answers: values side by side, with the reasons where there is none.

A column is as long as what it is about, or a single value that stands for all (shape `()`), and so
are reasons and marks: `CERTAIN` stands for no reasons at all, `NOWHERE` for no mark.  Where
`unknown` is not 0 the entry has no value and its data means nothing: each bit of the number is a
reason (see `Reasons`), or `DEFER` where only the reference can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.values import Reason, Unknown

Ints = NDArray[np.int64]
Codes = NDArray[np.int64]  # sets of reasons, a bit for each
Bools = NDArray[np.bool_]
Data = NDArray[Any]
Small = NDArray[np.integer[Any]]  # whole numbers in as few bits as they need

DEFER = 1
"""The bit of an entry that the reference must work out."""


def _constant(value: int, kind: type) -> Data:
    """One value that stands for all, and that nobody may change."""
    found: Data = np.array(value, kind)
    found.flags.writeable = False
    return found


CERTAIN: Codes = _constant(0, np.int64)
NOWHERE: Bools = _constant(0, bool)


class NotColumnar(Exception):  # noqa: N818 - it is no error: the reference takes over
    """No column can hold or say this; the subjects concerned are left to the reference."""


Stories = frozenset[tuple[tuple[str, int], int]]
"""Of some rows of ledgers, each by its ledger and its number, the story that is told."""


@dataclass(slots=True)
class StoryCases:
    """The values of some entries of a column in each story of the ledgers that they rest on.

    The cases of one entry stand side by side, the entries in their order.  `codes` are the reasons
    why more than one is possible, the same for all cases of an entry.
    """

    places: Ints
    stories: list[Stories]
    data: Data
    unknown: Codes
    codes: Codes

    def take(self, chosen: Ints, places: Ints) -> StoryCases:
        """Some cases, as those of entries at other places."""
        stories = [self.stories[at] for at in chosen.tolist()]
        own = (part[chosen] for part in (self.data, self.unknown, self.codes))
        return StoryCases(places, stories, *own)

    def at(self, places: Ints) -> StoryCases | None:
        """The cases of the entries at some places, in that order."""
        low = np.searchsorted(self.places, places, "left")
        count = np.searchsorted(self.places, places, "right") - low
        if not count.any():
            return None
        of = np.repeat(np.arange(len(places)), count)
        within = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
        return self.take(low[of] + within, of)

    def where(self, marked: Bools) -> StoryCases | None:
        """The cases of the entries that are marked."""
        chosen = np.flatnonzero(marked[self.places])
        return self.take(chosen, self.places[chosen]) if len(chosen) else None


@dataclass(slots=True)
class Vector:
    """Values of one type.

    Numbers are `data / scale`; times are microseconds since 1970 in universal time, with the
    offset of their own clock in `zone` (microseconds, `NAIVE` for none); durations are
    microseconds, days are counted since 1970; words, cards and ranges are numbers in the
    `ValueCodes` of their type.  An entry with `cases` is one that the reference must work out, for
    all that knows nothing of stories.
    """

    data: Data
    unknown: Codes = field(default_factory=lambda: CERTAIN)
    scale: int = 1
    zone: Ints | None = None
    cases: StoryCases | None = None

    def at(self, places: Ints | slice) -> Vector:
        """The entries at some places, in that order."""
        cases = self.cases
        if cases is not None:
            every = np.arange(len(self.data))
            cases = cases.at(every[places] if isinstance(places, slice) else places)
        return Vector(
            take(self.data, places),
            take(self.unknown, places),
            self.scale,
            None if self.zone is None else take(self.zone, places),
            cases,
        )

    def filled_up(self, size: int) -> Vector:
        """An entry for each of so many subjects, also where one stands for all."""
        unknown = whole(self.unknown, size) if self.unknown.any() else CERTAIN
        zone = None if self.zone is None else whole(self.zone, size)
        return Vector(whole(self.data, size), unknown, self.scale, zone, self.cases)

    def known(self) -> Bools:
        """Where there is a value."""
        return np.asarray(self.unknown == 0)

    def may_be_true(self) -> Bools:
        """Where it holds, or may hold."""
        return np.asarray(self.data | (self.unknown != 0))


NAIVE = -(1 << 62)


def take(data: Data, places: Ints | slice | int) -> Data:
    """Entries at places; a single value stands for all of them."""
    if data.ndim == 0 or isinstance(places, slice):
        return data if data.ndim == 0 else data[places]
    return data.take(places)  # half as long again by brackets


def scattered(data: Data, places: Ints, size: int) -> Data:
    """Entries at some places of a longer column, 0 elsewhere; a single value stands for all."""
    if not data.ndim:
        return data
    every = np.zeros(size, data.dtype)
    every[places] = data
    return every


def whole(data: Data, count: int) -> Data:
    """The data as one value for each of `count` subjects, where one stands for all of them."""
    return np.broadcast_to(data, (count,)) if data.ndim == 0 else data


def each_once(values: Data) -> Data:
    """The values that there are, each once, in their order.

    `np.unique` is ten times slower where most values differ, and imports `np.ma` for a question
    whose answer is known.
    """
    ordered = np.sort(values, axis=None)
    first = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def occurring(numbers: Small) -> Ints:
    """The numbers that occur among small ones, in their order; few are widened at a time."""
    there = np.zeros(int(numbers.max(initial=-1)) + 1, bool)
    for at in range(0, len(numbers), _AT_ONCE):
        there |= np.bincount(numbers[at : at + _AT_ONCE], minlength=len(there)) > 0
    return np.flatnonzero(there)


_AT_ONCE = 1 << 18


@dataclass(slots=True)
class Reasons:
    """Reasons as bits, so that the reasons of two entries together are `|` of their numbers.

    A reason for which no bit is left is `DEFER`.  `noted` numbers sets of reasons that meet no
    others: they are negative, and take no bits.
    """

    _bits: dict[Reason, int] = field(default_factory=dict)
    _noted: dict[tuple[Reason, ...], int] = field(default_factory=dict)

    def code(self, *reasons: Reason) -> int:
        """The bits of some reasons."""
        code = 0
        for reason in reasons:
            if reason not in self._bits:
                bit = 2 << len(self._bits)
                self._bits[reason] = bit if bit < _BITS else DEFER
            code |= self._bits[reason]
        return code

    def where(self, marks: Bools, *reasons: Reason) -> Codes:
        """The bits of some reasons where something is marked: else they take none."""
        return marks * np.int64(self.code(*reasons)) if marks.any() else CERTAIN

    def noted(self, *reasons: Reason) -> int:
        """A number for reasons that are joined with no others."""
        return self._noted.setdefault(Unknown(reasons).reasons, -1 - len(self._noted))

    def noted_where(self, marks: Mapping[Reason, Bools]) -> Codes:
        """Numbers for the reasons that are marked of each entry."""
        which = join(*(marked * np.int64(1 << at) for at, marked in enumerate(marks.values())))
        codes = np.zeros(which.shape, np.int64)
        for bits in each_once(which[which > 0]):
            own = (reason for at, reason in enumerate(marks) if bits >> at & 1)
            codes[which == bits] = self.noted(*own)
        return codes

    def resolved(self, reasons: tuple[Reason, ...]) -> int:
        """The bits of reasons that the reference gives, or a number where no bits are left."""
        code = self.code(*reasons)
        return self.noted(*reasons) if code & DEFER else code

    def both(self, first: Codes, second: Codes) -> Codes:
        """The reasons of both together, where some of them may be noted."""
        first, second = np.broadcast_arrays(np.atleast_1d(first), second)
        total = first | second
        for at in np.flatnonzero((first != 0) & (second != 0) & (total < 0)):
            own = (self.reasons(int(first[at])), self.reasons(int(second[at])))
            total[at] = self.noted(*own[0], *own[1])
        return total

    def reasons(self, code: int) -> tuple[Reason, ...]:
        """The reasons behind a number."""
        if code < 0:
            return next(reasons for reasons, noted in self._noted.items() if noted == code)
        return Unknown(tuple(own for own, bit in self._bits.items() if bit & code)).reasons


_BITS = 1 << 63


def join(*parts: Codes) -> Codes:
    """The reasons of all the parts together, entry by entry."""
    total = CERTAIN
    for part in parts:
        if part is not CERTAIN:
            total = part if total is CERTAIN else total | part
    return total


def first_of(*parts: Codes) -> Codes:
    """The reasons of the first part that has any: where a value is not known, whatever was worked
    out of it means nothing.
    """
    total = CERTAIN
    for part in parts:
        if part is not CERTAIN:
            total = part if total is CERTAIN else np.where(total != 0, total, part)
    return total


def nothing_known(code: int) -> Codes:
    """One set of reasons that stands for all entries."""
    return np.array(code, np.int64)


def codes_where(where: Bools, code: int) -> Codes:
    """Reasons where a condition holds."""
    return where * np.int64(code) if where.any() else CERTAIN


def in_any(marks: Iterable[Bools]) -> Bools:
    """The marks of all together."""
    total = NOWHERE
    for own in marks:
        total = total | own
    return total


def if_any(found: Bools) -> Bools:
    """Marks, `NOWHERE` where nothing is marked."""
    return found if found.any() else NOWHERE
