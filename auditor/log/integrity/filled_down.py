"""Numbers and names that somebody drew over rows below: one for all of them, or one more for each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, where one scope holds what
others hold once and the next numbers are left out, where row after row names another place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.invariants import holding
from auditor.log.integrity.scopes import mixed_places, values_in
from auditor.log.integrity.suspects import ENOUGH, FEW, USUAL, ScopeColumns, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.messages.message import Message, message
from auditor.values import Value

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
        if name in scopes.names:
            marks[[*_renamed(name, columns, vocabulary, rows)]] = True
        elif name == scopes.deepest == scopes.counters[-1]:
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
    """The rows that name a scope although their kind lies outside of it: as declared, or because it
    opens or closes what is wider, and such rows do not name it as a rule.
    """
    kind = columns.kind[rows].astype(np.int64)
    lacks = scope_columns(vocabulary).lacks
    told = np.array([(own, name) in lacks for own in columns.kinds])
    never = ~np.array([*holding(name, vocabulary)[0].values()]) & ~told
    own = never[kind]
    without = np.bincount(kind[own & ~filled], minlength=len(columns.kinds)) > 0
    few = 2 * int((own & filled).sum()) < int(own.sum())
    return np.asarray(filled & (told[kind] | (own & (few | without[kind]))))


# ---- names --------------------------------------------------------------------------------------
def _renamed(name: str, columns: Columns, vocabulary: Vocabulary, rows: Ints) -> Iterator[int]:
    """The rows, some one after another, that name places which no other row names, each one more
    than the row above; with the one above them if it begins to name another place.

    Places that are merely opened, one after another, are what they are called; so are those of a
    log that names few others, and evenings that go by the day on the clock: of what is rare, three
    nights in a row may have one each.
    """
    field = columns.fields[name].at(rows)
    codes, filled = field.key().values, field.key().has_value()
    many = np.bincount(codes[filled])
    if not filled.any() or 2 * int((many == 1).sum()) > int(many.sum()):
        return
    alone = np.flatnonzero(filled & (many == 1)[np.where(filled, codes, 0)])
    said = np.where(filled, codes, -1)
    own_kinds = opening(name, vocabulary)
    for run in np.split(alone, np.flatnonzero(np.diff(alone) > 1) + 1):
        if len(run) < FEW:
            continue
        names = [columns.value(name, vocabulary, row) for row in rows[run].tolist()]
        for nth in _counting_up(names):
            at = run[nth.start : nth.stop]
            if all(columns.kinds[kind] in own_kinds for kind in columns.kind[rows[at]]):
                continue
            times = (columns.value("time", vocabulary, row) for row in rows[at].tolist())
            if all(map(names_its_day, names[nth.start : nth.stop], times)):
                continue
            yield from at.tolist()
            first = int(at[0]) - 1
            if first > 0 and said[first] != said[first - 1]:
                yield first


def _counting_up(names: Sequence[Value | None]) -> Iterator[range]:
    """Rows one below the other, several, of which each says one more than the one above."""
    breaks = [at for at, own in enumerate(pairwise(names), 1) if not is_next(*own)]
    for first, last in pairwise([0, *breaks, len(names)]):
        if last - first >= FEW:
            yield range(first, last)


_NUMBERED = re.compile(r"(.*?)(\d+)")


def is_next(one: Value | None, other: Value | None) -> bool:
    """Whether a spreadsheet that counts on from one cell writes the other below it."""
    first, then = (_NUMBERED.fullmatch(str(value)) for value in (one, other))
    if first is None or then is None:
        return False
    return first[1] == then[1] and int(then[2]) - int(first[2]) == 1


def names_its_day(value: Value | None, time: Value | None) -> bool:
    """Whether a name is the day of its row, or the one before, on which the evening began."""
    return isinstance(time, datetime) and str(value) in {
        str(time.date() - timedelta(days=before)) for before in (0, 1)
    }


def opening(name: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of event that open or close what has its own name in a column."""
    intervals = [own for own in vocabulary.intervals.values() if name in own.keys]
    return frozenset(kind for own in intervals for kind in (own.start, own.end) if kind)


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
    runs = _Runs.of(columns, scopes, rows[at], places.ids[rows[at]])
    if not (runs.falls | (runs.left_out > 1)).any():
        return at[:0]
    drawn = runs.counted_up()
    others = columns.said_in(np.delete(rows, at[runs.rows_of(drawn)]))
    mixed = mixed_places(others, vocabulary)
    named = values_in(columns, vocabulary, scopes.names, rows[at[runs.starts]])
    left = runs.some(~drawn & np.array([place not in mixed for place in named]))
    found = [*runs.rows_of(drawn), *left.out_of_order(), *left.filled_down()]
    return np.asarray(at[np.array(found, np.int64)])


def _numbers(columns: Columns, scopes: ScopeColumns, rows: Ints) -> Ints:
    """The numbers of the counters in some rows, -1 where there is none."""
    found = np.full((len(rows), len(scopes.counters)), -1, np.int64)
    for nth, name in enumerate(scopes.counters):
        if (cells := columns.cells(name, rows)) is not None:
            found[:, nth] = np.where(cells[1], cells[0], -1)
    return found


@dataclass(frozen=True, slots=True)
class _Habits:
    """The kinds of event that scopes hold, hold once and begin with, as a rule."""

    usual: Bools
    once: Bools
    begin: Bools


@dataclass(frozen=True, slots=True)
class _Runs:
    """Rows one after another of one place and number: where each run starts and stops among those
    of all, and how many rows it `held` of each kind.
    """

    kind: Ints  # of each row
    place: Ints
    number: Ints
    starts: Ints
    stops: Ints
    held: Ints
    habits: _Habits

    @classmethod
    def of(cls, columns: Columns, scopes: ScopeColumns, rows: Ints, place: Ints) -> _Runs:
        """The runs of some rows, those of each place together."""
        number, kind = _numbers(columns, scopes, rows), columns.kind[rows].astype(np.int64)
        changes = np.diff(place).astype(bool) | np.diff(number, axis=0).any(axis=1)
        starts = np.flatnonzero(np.append(len(rows) > 0, changes))
        stops = np.append(starts[1:], len(rows))[: len(starts)]
        many, sizes = len(columns.kinds), stops - starts
        of = np.repeat(np.arange(len(starts)), sizes) * many + kind
        held = np.bincount(of, minlength=len(starts) * many).reshape(len(starts), many)
        # Rows drawn over make scopes of a row each: what others hold the rest tells, and nothing
        # does in a file of one kind of event alone.
        whole = int(((held > 0).sum(axis=1) > 1).sum())
        there, alone = (held > 0).sum(axis=0), (held == 1).sum(axis=0)
        usual, once = (
            (own > ENOUGH) & (USUAL[1] * own >= USUAL[0] * whole) & (whole > 0)
            for own in (there, alone)
        )
        begin = np.bincount(kind[starts[sizes > 1]], minlength=many) > ENOUGH
        habits = _Habits(usual, once, begin)
        return cls(kind, place[starts], number[starts], starts, stops, held, habits)

    def some(self, marks: Bools) -> _Runs:
        """Some of the runs, as if there were no others."""
        place, number, starts, stops, held = (
            part[marks] for part in (self.place, self.number, self.starts, self.stops, self.held)
        )
        return replace(self, place=place, number=number, starts=starts, stops=stops, held=held)

    def rows_of(self, marks: Bools) -> Ints:
        """The rows of some runs."""
        bounds = zip(self.starts[marks].tolist(), self.stops[marks].tolist(), strict=True)
        return np.array([row for own in bounds for row in range(*own)], np.int64)

    @property
    def _follows(self) -> Bools:
        """Whether the run before each is of the same place."""
        return np.append(False, self.place[1:] == self.place[:-1])[: len(self.place)]

    @property
    def falls(self) -> Bools:
        """Whether the run before has a higher number."""
        step = np.diff(self.number, axis=0)
        first = (step != 0).argmax(axis=1)
        change = np.take_along_axis(step, first[:, None], axis=1)[:, 0]
        return np.asarray(self._follows & np.append(False, change < 0)[: len(self.place)])

    @property
    def left_out(self) -> Ints:
        """How many numbers are left out before each run."""
        step = np.diff(self.number, axis=0)
        gone = np.where(step[:, :-1].any(axis=1), 0, step[:, -1] - 1)
        return np.asarray(self._follows * np.append(0, gone)[: len(self.place)])

    @property
    def _twice(self) -> Bools:
        """For each kind that scopes hold once, whether a run holds it again."""
        return np.asarray((self.held > 1) & self.habits.once)

    def counted_up(self) -> Bools:
        """The runs of a row each, several one after another and going up, where scopes hold several
        kinds.
        """
        single = self.stops - self.starts == 1
        goes_on = single & np.append(False, single[:-1])[: len(single)] & self._follows
        group = np.cumsum(~(goes_on & ~self.falls)) - 1
        several = np.bincount(group[single], minlength=len(single))[group] >= FEW
        return np.asarray(single & several & (self.habits.usual.sum() > 1))

    def out_of_order(self) -> Iterator[int]:
        """The rows whose numbers go on before others come back to where they were; where that is
        one whole scope, its number alone is odd.
        """
        whole = ~(self.habits.usual & (self.held == 0)).any(axis=1) & ~self._twice.any(axis=1)
        if self.habits.begin.any():
            whole &= self.habits.begin[self.kind[self.starts]]
        single = (self.stops - self.starts == 1) & (self.habits.usual.sum() > 1)
        for place in each_once(self.place[self.falls]):
            own = np.flatnonzero(self.place == place)
            sizes = (self.stops - self.starts)[own]
            rank = np.unique(self.number[own], axis=0, return_inverse=True)[1].ravel()
            every = np.array(longest(np.repeat(rank, sizes).tolist()), bool)
            if (~every).sum() > MOST * len(every):
                continue
            out = np.flatnonzero(~every[np.cumsum(sizes) - 1])
            for gone in np.split(out, np.flatnonzero(np.diff(out) > 1) + 1) if len(out) else ():
                if len(gone) > 1 or not whole[own[gone[0]]]:
                    before = own[gone[0] - 1 : gone[0]] if gone[0] else own[:0]
                    for run in (*before[single[before]], *own[gone]):
                        yield from range(self.starts[run], self.stops[run])

    def filled_down(self) -> Iterator[int]:
        """The rows of a scope from its second beginning on, if the next scope lacks it."""
        twice, last = self._twice, len(self.place) - 1
        for run in np.flatnonzero(twice.any(axis=1)).tolist():
            after = min(run + 1, last)
            alone = after == run or self.place[after] != self.place[run]
            lacks = (twice[run] & (self.held[after] == 0)).any()
            if alone or lacks or self.left_out[after] > 1:
                seen: set[int] = set()
                for row in range(self.starts[run], self.stops[run]):
                    if self.habits.once[self.kind[row]] and self.kind[row] in seen:
                        yield from range(row, self.stops[run])
                        break
                    seen.add(int(self.kind[row]))
