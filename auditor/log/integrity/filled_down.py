"""Numbers and names that somebody drew over rows below: one for all of them, or one more for each.

A spreadsheet fills the cells below with what stands in one, and goes on counting if it can.  Each
of these cells reads well.  It shows where numbers go on and come back, where one scope holds what
others hold once and the next numbers are left out, where row after row names another place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby, pairwise

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import USUAL, ScopeColumns, scope_columns
from auditor.log.integrity.disorder import longest
from auditor.log.integrity.invariants import holding
from auditor.log.integrity.scopes import mixed_places, values_in
from auditor.log.store.columns import Columns
from auditor.log.store.keys import stable_order
from auditor.log.store.vector import Bools, Ints
from auditor.messages.message import Message, message
from auditor.values import Value

MOST = Fraction(1, 5)
"""The largest share of a place's numbered rows out of order; where more are, its numbers begin
again for a reason that the log does not say."""

ENOUGH = 5  # scopes, at least, by which it is known what they hold as a rule
FEW = 3  # rows one after another, at least, of which each has a number or a name that no other has


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
@dataclass(frozen=True, slots=True)
class _Run:
    """Rows one after another of one number, by where they stand among those of their place."""

    number: tuple[int, ...]
    rows: range
    kinds: Sequence[str]

    def again(self, once: Collection[str]) -> int | None:
        """Where it begins to say again what other scopes say once."""
        seen: set[str] = set()
        for at, kind in zip(self.rows, self.kinds, strict=True):
            if kind in once and kind in seen:
                return at
            seen.add(kind)
        return None


def _renumbered(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> list[int]:
    """The rows of which the deepest number cannot be believed."""
    scopes = scope_columns(vocabulary)
    # What lacks the name of its place stands among rows of other numbers: it tells nothing.
    told = np.ones(len(rows), bool)
    for name in scopes.all:
        cells = columns.cells(name, rows)
        told &= True if cells is None or not cells[1].any() else cells[1]
    at = np.flatnonzero(told)
    places = columns.numbered(scopes.names)
    at = at[stable_order(places.ids[rows[at]], places.count)]
    place = places.ids[rows[at]]
    number = _numbers(columns, scopes, rows[at])
    starts = np.flatnonzero(np.append(True, (np.diff(place) != 0) | np.diff(number, axis=0).any(1)))
    odd = np.append(False, _is_odd(place[starts], number[starts])) if len(at) else np.zeros(0, bool)
    if not odd.any():
        return []
    kinds = columns.kind[rows[at]].astype(np.int64)
    habits, twice = _habits_of(columns, kinds, starts)
    alone = np.diff(np.append(starts, len(at))) == 1
    asked = place[starts[odd | twice | _begins_several(alone)]]
    every = _runs(columns, rows[at], place, number, starts[np.isin(place[starts], asked)])
    counted = {own: {*habits.counted_up(runs)} for own, runs in every.items()}
    drawn = [nth for own in counted.values() for nth in own]
    others = np.delete(rows, at[drawn])
    mixed = mixed_places(columns.said_in(others), vocabulary)
    found = [*drawn]
    for own, runs in every.items():
        first = [int(rows[at[runs[0].rows.start]])]
        if next(values_in(columns, vocabulary, scopes.names, first)) not in mixed:
            left = [run for run in runs if run.rows.start not in counted[own]]
            found += habits.doubted(left)
    return [int(at[nth]) for nth in found]


def _numbers(columns: Columns, scopes: ScopeColumns, rows: Ints) -> Ints:
    """The numbers of the counters in some rows, -1 where there is none."""
    found = np.full((len(rows), len(scopes.counters)), -1, np.int64)
    for nth, name in enumerate(scopes.counters):
        if (cells := columns.cells(name, rows)) is not None:
            found[:, nth] = np.where(cells[1], cells[0], -1)
    return found


def _is_odd(place: Ints, number: Ints) -> Bools:
    """Whether the numbers of a place go back, or leave several out, from one run to the next."""
    step = np.diff(number, axis=0)
    first = (step != 0).argmax(axis=1)
    change = np.take_along_axis(step, first[:, None], axis=1)[:, 0]
    deepest = first == number.shape[1] - 1
    return np.asarray((np.diff(place) == 0) & ((change < 0) | (deepest & (change > 2))))


def _runs(
    columns: Columns, rows: Ints, place: Ints, number: Ints, starts: Ints
) -> dict[int, list[_Run]]:
    """The runs of some places, all of them, from their first rows on."""
    changes = np.flatnonzero(np.append(np.diff(place), 1)) + 1
    stops = np.append(starts[1:], len(rows))
    stops = np.minimum(stops, changes[np.searchsorted(changes, starts, "right")])
    found: dict[int, list[_Run]] = {}
    bounds = zip(starts.tolist(), stops.tolist(), strict=True)
    every = zip(place[starts].tolist(), number[starts].tolist(), bounds, strict=True)
    for own, numbers, (first, last) in every:
        kinds = [columns.kinds[kind] for kind in columns.kind[rows[first:last]].tolist()]
        run = _Run(tuple(numbers), range(first, last), kinds)
        found.setdefault(own, []).append(run)
    return found


def _left_out(one: _Run, other: _Run) -> int:
    same = one.number[:-1] == other.number[:-1]
    return other.number[-1] - one.number[-1] - 1 if same else 0


@dataclass(frozen=True, slots=True)
class _Habits:
    """The kinds of event that scopes hold, hold once and begin with, as a rule."""

    usual: frozenset[str]
    once: frozenset[str]
    begin: frozenset[str]

    def doubted(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows of a place that cannot be believed, but for those of a number each."""
        yield from self._out_of_order(runs)
        for one, other in pairwise([*runs, None]):
            yield from self._filled_down(one, other)

    def counted_up(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows that have a number each, going up, where scopes hold several kinds."""
        if len(self.usual) < 2:
            return
        own: list[_Run] = []
        for run in (*runs, None):
            if run is None or len(run.rows) > 1 or (own and run.number < own[-1].number):
                yield from (row.rows.start for row in own if len(own) >= FEW)
                own = []
            if run is not None and len(run.rows) == 1:
                own.append(run)

    def _out_of_order(self, runs: Sequence[_Run]) -> Iterator[int]:
        """The rows whose numbers go on before others come back to where they were."""
        rank = {number: at for at, number in enumerate(sorted({own.number for own in runs}))}
        keys = [(run.rows.start, rank[run.number]) for run in runs for _ in run.rows]
        every = longest([own for _, own in keys])
        if all(every) or every.count(False) > MOST * len(keys):
            return
        kept = {start: own for (start, _), own in zip(keys, every, strict=True)}
        marked = groupby(runs, key=lambda run: kept[run.rows.start])
        stretches = [(is_kept, [*own]) for is_kept, own in marked]
        for (_, before), (is_kept, own) in pairwise([(True, []), *stretches]):
            if not is_kept and (len(own) > 1 or not self._is_whole(own[0])):
                alone = [run for run in before[-1:] if len(run.rows) == 1 and len(self.usual) > 1]
                yield from (at for run in (*alone, *own) for at in run.rows)

    def _is_whole(self, run: _Run) -> bool:
        begun = not self.begin or run.kinds[0] in self.begin
        return begun and self.usual <= {*run.kinds} and run.again(self.once) is None

    def _filled_down(self, one: _Run | None, other: _Run | None) -> Iterator[int]:
        """The rows of a scope from its second beginning on, if the next scope lacks it."""
        again = None if one is None else one.again(self.once)
        if one is None or again is None:
            return
        twice = {kind for kind in self.once if one.kinds.count(kind) > 1}
        lacks = other is None or _left_out(one, other) > 1 or not twice <= {*other.kinds}
        yield from range(again, one.rows.stop) if lacks else ()


def _begins_several(alone: Bools) -> Bools:
    """Where several runs one after another begin that are `alone`."""
    every = np.append(alone, np.zeros(FEW - 1, bool))
    return np.asarray(np.all([every[step : step + len(alone)] for step in range(FEW)], axis=0))


def _habits_of(columns: Columns, kind: Ints, starts: Ints) -> tuple[_Habits, Bools]:
    """The habits of all runs, by the kinds of their rows and where they start; and which of them
    hold twice what others hold once.
    """
    sizes = np.diff(np.append(starts, len(kind)))
    many = len(columns.kinds)
    of = np.repeat(np.arange(len(starts)), sizes) * many + kind
    held = np.bincount(of, minlength=len(starts) * many).reshape(len(starts), many)
    # Rows drawn over make scopes of a row each: what others hold the rest tells, and nothing does
    # in a file of one kind of event alone.
    whole = int(((held > 0).sum(axis=1) > 1).sum())
    there, alone = (held > 0).sum(axis=0), (held == 1).sum(axis=0)
    first = np.bincount(kind[starts[sizes > 1]], minlength=many)

    usual, once = (
        (own > ENOUGH) & (USUAL[1] * own >= USUAL[0] * whole) & (whole > 0)
        for own in (there, alone)
    )
    named = (
        frozenset(columns.kinds[at] for at in np.flatnonzero(marks))
        for marks in (usual, once, first > ENOUGH)
    )
    return _Habits(*named), np.asarray((held[:, once] > 1).any(axis=1))
