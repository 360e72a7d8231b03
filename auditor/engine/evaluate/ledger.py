"""Ledgers as columns: the n-th moves of all rows at once, then the next.

Worked out apart from `judge.ledger`, whose meaning it must have: where the rows of a ledger leave
several stories open, or return to an earlier entry, they are told row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import lcm
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.fields import Lookups
from auditor.engine.evaluate.frame import Evaluator, Frame, absence
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.selection import Selector, row_of
from auditor.engine.evaluate.sources import Union
from auditor.engine.evaluate.stories import by_story, settled
from auditor.judge.ledger import MOST_STORIES
from auditor.judge.operators import STORIES
from auditor.language import core
from auditor.log.store.encoding import fits_in_sums, scaled
from auditor.log.store.segments import cut, pairs
from auditor.log.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    StoryCases,
    Vector,
    codes_where,
    first_of,
    join,
    whole,
)
from auditor.values import Reason

LONGEST = 64
"""A row with more moves is left to the reference: each step costs as much as the first."""

_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
"""How whole columns compare, and the numbers of one row."""


@dataclass(slots=True)
class _Kind:
    """The events of one kind: the columns that the entries name, and the entries in their order."""

    columns: dict[str, Vector]
    entries: Sequence[core.Entry]

    def known(self, name: str, at: Ints) -> tuple[Ints, Bools]:
        """A column of some events, and where it has a value."""
        found = self.columns[name].at(at)
        there = found.known()
        return found.data, np.ones(len(at), bool) if there is None else there


@dataclass(slots=True)
class _Moves:
    """The moves of all rows, one row after the other, from `low` to `high` of each.

    `after` holds for each place the balance after each move; `deferred` marks the moves from which
    on only the reference tells it, and `whole_rows` the rows of which nothing is told here.
    """

    low: Ints
    high: Ints
    rows: Ints
    kinds: Ints
    events: Ints
    after: Ints
    deferred: Bools
    whole_rows: Bools
    lost: Codes | None
    scale: int
    stories: dict[int, Sequence[_Story]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Story:
    """One way in which the moves of a row may be meant: the balances now and after each move, what
    each event moved, the events undone, and what leaves it open that this is the story.
    """

    held: tuple[int, ...]
    after: tuple[tuple[int, ...], ...] = ()
    shifts: tuple[_Shift, ...] = ()
    undone: frozenset[tuple[int, int]] = frozenset()
    why: int = 0

    def left_open(self, why: int) -> _Story:
        """The story, as one of several."""
        return replace(self, why=self.why | why) if why else self


@dataclass(frozen=True, slots=True)
class _Shift:
    """The moves of one event: its kind and number, the change of each place, the first sum, and the
    places that it set.
    """

    of: tuple[int, int]
    changes: tuple[int, ...]
    amount: int
    sets: frozenset[int]


class Ledgers:
    """Works out the balances of one log, each ledger once."""

    def __init__(self, evaluator: Evaluator, selector: Selector, lookups: Lookups) -> None:
        self._evaluator, self._selector, self._lookups = evaluator, selector, lookups
        self._told: dict[str, _Moves] = {}

    def balance(self, node: core.Balance, frame: Frame) -> Vector:
        """The balance of a place for each subject, at a moment or in the end."""
        record = self._evaluator.program.records[node.ledger]
        assert record.ledger is not None
        at, nowhere = frame.places(), None
        if node.row is not None:
            rows = self._lookups.row(node.row, frame)
            at, nowhere = np.maximum(rows.at, 0), absence(rows, self._evaluator.reasons)
        source = self._evaluator.catalog.source(node.ledger)
        if not source.size:
            return Vector(np.zeros(len(at), np.int64), nowhere)
        if node.ledger not in self._told:
            self._told[node.ledger] = self._played(node, record.ledger, source)
        moves = self._told[node.ledger]
        low, high = moves.low[at], moves.high[at]
        lost, at_the_end = nowhere, np.ones(len(at), bool)
        if node.moment is not None:
            moment = self._evaluator.item_column(node.moment, frame)
            high, own = self._until(node, moves, moment, low, high)
            lost, at_the_end = first_of(lost, own), whole(moment.at < 0, len(at))
        lost = first_of(lost, self._unrecorded(record.ledger, node.place, at_the_end))
        place = record.ledger.places.index(node.place)
        held, deferred = np.zeros(len(at), np.int64), moves.whole_rows[at]
        if len(moves.rows):
            there, last = high > low, np.maximum(high - 1, 0)
            held = np.where(there, moves.after[place].take(last), 0)
            deferred = deferred | (there & moves.deferred.take(last))
        lost = first_of(lost, None if moves.lost is None else moves.lost[at])
        lost = None if lost is None else whole(lost, len(at))
        if not deferred.any():
            return Vector(held, lost, moves.scale)
        cases = self._told_of(node.ledger, place, at, high - low)
        if cases is not None and lost is not None:
            cases = cases.where(lost == 0)
        unknown = first_of(lost, codes_where(deferred, DEFER))
        return by_story(lambda own: own[0], [Vector(held, unknown, moves.scale, None, cases)])

    def _told_of(self, ledger: str, place: int, at: Ints, count: Ints) -> StoryCases | None:
        """The balances of a place of some rows in each of their stories, after so many moves."""
        stories = self._told[ledger].stories
        told = np.flatnonzero(np.isin(at, np.array(list(stories), np.int64)))
        found = []
        for n in told.tolist():
            row = int(at[n])
            for story, own in enumerate(stories[row]):
                held = own.after[count[n] - 1][place] if count[n] else 0
                found.append((n, frozenset((((ledger, row), story),)), held))
        if not found:
            return None
        places, names, sums = zip(*found, strict=True)
        why = np.array([self._why(ledger, int(at[n])) for n, _, _ in found])
        return StoryCases(
            np.array(places), list(names), np.array(sums, np.int64), np.zeros_like(why), why
        )

    def _why(self, ledger: str, row: int) -> int:
        """The reasons why more than one story of a row is told."""
        why = 0
        for story in self._told[ledger].stories[row]:
            why |= story.why
        return why

    def _until(
        self, node: core.Balance, moves: _Moves, moment: ItemColumn, low: Ints, high: Ints
    ) -> tuple[Ints, Codes | None]:
        """Where the moves before a moment end, and why that is not known."""
        size = len(low)
        there = whole(moment.at >= 0, size)
        limit = whole(row_of(moment), size)
        ends = cut(moves.rows, low, high, limit, after=node.side == "at")
        lost = None if moment.unknown is None else whole(moment.unknown, size)
        if not node.if_any:
            absent = self._evaluator.reasons.code(Reason("absent", moment.what))
            lost = first_of(lost, codes_where(~there, absent))
        return np.where(there, ends, high), lost

    def _unrecorded(self, ledger: core.Ledger, place: str, at_the_end: Bools) -> Codes | None:
        """Why a place is not known: the log does not record a kind that moves it, or a payment that
        comes in the end.
        """
        catalog, kinds = self._evaluator.catalog, self._evaluator.program.vocabulary.kinds
        moving = tuple(entry.of for entry in ledger.entries if place in entry.places)
        lost = catalog.facts.unrecorded(moving, catalog.columns.recorded)
        before = {kind: None for kind in lost if kinds[kind].payment is None}
        ended, early = catalog.not_recorded(dict.fromkeys(lost)), catalog.not_recorded(before)
        return np.where(at_the_end, ended, early) if ended else None

    # ---- all rows of a ledger ---------------------------------------------------------------
    def _played(self, node: core.Balance, ledger: core.Ledger, source: Relation) -> _Moves:
        found = self._selector.select(node.moves, Frame(source, None, {}))
        kinds, scale = self._kinds(node.moves.sources, ledger)
        kind, event = _numbered(found.source, node.moves.sources)
        _, chosen = pairs(found.certain.low, found.certain.high)
        items = found.certain.items[chosen]
        high = np.cumsum(found.certain.count())
        doubt = found.uncertainty()
        whole_rows = (
            np.zeros(source.size, bool) if doubt is None else whole(doubt != 0, source.size)
        )
        lost = None if found.unknown is None else whole(found.unknown, source.size)
        moves = _Moves(
            high - found.certain.count(),
            high,
            found.source.rows[items],
            kind[items],
            event[items],
            np.zeros((len(ledger.places), len(items)), np.int64),
            np.zeros(len(items), bool),
            whole_rows | (found.certain.count() > LONGEST),
            lost,
            scale,
        )
        _play(moves, kinds, ledger.places)
        catalog = self._evaluator.catalog
        folded = _Folded(self._selector, catalog, node.moves.sources, kinds, ledger.places)
        deferred = moves.whole_rows.copy()
        filled = np.flatnonzero(moves.high > moves.low)
        deferred[filled] |= moves.deferred[moves.high[filled] - 1]
        if doubt is not None:
            deferred &= whole(doubt == 0, source.size)
        for row in np.flatnonzero(deferred)[:MOST_FOLDED]:
            stories = folded.stories(moves, int(row))
            if stories is not None:
                moves.stories[int(row)] = stories
        return moves

    def _kinds(self, sources: Sequence[str], ledger: core.Ledger) -> tuple[list[_Kind], int]:
        """The kinds of event with their columns, every sum over one denominator."""
        program, catalog = self._evaluator.program, self._evaluator.catalog
        kinds = []
        for source in sources:
            entries = [entry for entry in ledger.entries if entry.of == source]
            relation, columns = catalog.source(source), {}
            for name, _ in program.records[source].columns:
                column = relation.field(name) if relation.size else Vector(np.zeros(0, np.int64))
                assert isinstance(column, Vector)
                columns[name] = settled(column)
            kinds.append(_Kind(columns, entries))
        sums = [(kind, name) for kind in kinds for name in _sums(kind.entries)]
        scale = lcm(1, *(kind.columns[name].scale for kind, name in sums))
        for kind, name in sums:
            kind.columns[name] = scaled(kind.columns[name], scale)
            if not fits_in_sums(kind.columns[name].data):
                raise NotColumnar
        return kinds, scale


MOST_FOLDED = 20_000
"""Of more rows with several stories in one log the rest is left to the reference."""


class _Folded:
    """Tells the stories of single rows, move by move."""

    def __init__(
        self,
        selector: Selector,
        catalog: Catalog,
        sources: Sequence[str],
        kinds: Sequence[_Kind],
        places: Sequence[str],
    ) -> None:
        self._selector, self._catalog = selector, catalog
        self._sources, self._kinds = sources, kinds
        self._places = places
        self._stories = catalog.reasons.code(*STORIES.reasons)
        self._earlier: dict[int, _Earlier] = {}

    def stories(self, moves: _Moves, row: int) -> Sequence[_Story] | None:
        """The stories of a row; None where something is not known, or there are too many."""
        told = [_Story(tuple(0 for _ in self._places))]
        for at in range(int(moves.low[row]), int(moves.high[row])):
            event = int(moves.kinds[at]), int(moves.events[at])
            try:
                led = [own for story in told for own in self._after(story, event)]
            except _UnknownHereError:
                return None
            told = list(dict.fromkeys(replace(s, after=(*s.after, s.held)) for s in led))
            if len(told) > MOST_STORIES:
                return None
        return told

    def _told(self, name: str, event: tuple[int, int]) -> tuple[int, int]:
        """A value of an event, and why it is not known."""
        found, at = self._kinds[event[0]].columns[name], event[1]
        data, unknown = found.data, found.unknown
        why = 0 if unknown is None else int(unknown[at] if unknown.ndim else unknown)
        if why & DEFER or why < 0:
            raise _UnknownHereError
        return int(data[at] if data.ndim else data), why

    def _value(self, name: str, event: tuple[int, int]) -> int:
        value, why = self._told(name, event)
        if why:
            raise _UnknownHereError
        return value

    def _after(self, story: _Story, event: tuple[int, int]) -> list[_Story]:
        told: list[_Story] = []
        for entry in self._kinds[event[0]].entries:
            applies, why = self._applies(entry, story, event)
            if not applies:
                continue
            done = [self._done(doing, story, event) for doing in entry.doings]
            led = [own for own in done if own is not None]
            if len(set(led)) > 1:
                led = [own.left_open(self._stories) for own in led]
            if why:
                story = story.left_open(why)
                told += [own.left_open(why) for own in led]
            elif led:
                return told + led
        return [*told, story]

    def _applies(
        self, entry: core.Entry, story: _Story, event: tuple[int, int]
    ) -> tuple[bool, int]:
        """Whether an entry applies or may apply to an event, and why that is not known."""
        why = 0
        if entry.where is not None:
            holds, why = self._told(entry.where, event)
            if not holds and not why:
                return False, 0
        for guard in entry.guards:
            value, unknown = self._told(guard.value, event)
            why |= unknown
            held = story.held[self._places.index(guard.place)]
            if not unknown and not _COMPARED[guard.sign](held, value):
                return False, 0
        return True, why

    def _done(
        self, doing: Sequence[object], story: _Story, event: tuple[int, int]
    ) -> _Story | None:
        before, held, amounts = story.held, list(story.held), list[int]()
        sets, undone = set[int](), story.undone
        for step in doing:
            if isinstance(step, core.Undoing):
                shift = self._last(step, story, event)
                if shift is None:
                    return None
                held = [own - change for own, change in zip(held, shift.changes, strict=True)]
                undone |= {shift.of}
                amounts.append(-shift.amount)
                continue
            assert isinstance(step, core.Move | core.Setting)
            amount = self._value(step.amount, event)
            if isinstance(step, core.Setting):
                place = self._places.index(step.place)
                sets.add(place)
                amounts.append(amount - held[place])
            else:
                amounts.append(amount)
            held = _moved(step, amount, held, self._places)
        changes = tuple(own - old for own, old in zip(held, before, strict=True))
        shift = _Shift(event, changes, amounts[0] if amounts else 0, frozenset(sets))
        return replace(story, held=tuple(held), shifts=(*story.shifts, shift), undone=undone)

    def _last(self, step: core.Undoing, story: _Story, event: tuple[int, int]) -> _Shift | None:
        """The last entry that a step undoes, if there is one."""
        key = id(step)
        if key not in self._earlier:
            source = self._sources[event[0]]
            self._earlier[key] = _Earlier(
                self._selector, self._catalog, step.earlier, self._sources, source
            )
        shifts = {own.of: own for own in story.shifts}
        for earlier in self._earlier[key].of(event[1]):
            shift = shifts.get(earlier)
            if shift is None or earlier in story.undone or _replaced(story, shift):
                continue
            if all(
                _COMPARED[own.sign](shift.amount, self._value(own.value, event))
                for own in step.moved
            ):
                return shift
        return None


def _replaced(story: _Story, shift: _Shift) -> bool:
    """Whether a later event, not undone, says what a place holds that a shift changed."""
    later = story.shifts[story.shifts.index(shift) + 1 :]
    return any(
        shift.changes[place] for own in later if own.of not in story.undone for place in own.sets
    )


class _UnknownHereError(Exception):
    """Something that a story rests on is not known."""


class _Earlier:
    """The earlier entries that each event of a kind may undo, the last first."""

    def __init__(
        self,
        selector: Selector,
        catalog: Catalog,
        selection: core.Selection,
        sources: Sequence[str],
        source: str,
    ) -> None:
        relation = catalog.source(source)
        found = selector.select(selection, Frame(relation, None, {}))
        self._part, self._doubt = found.certain, join(found.uncertainty(), found.unknown)
        self._kinds, self._events = _numbered(found.source, selection.sources)
        self._names = [sources.index(name) for name in selection.sources]

    def of(self, event: int) -> Iterator[tuple[int, int]]:
        if self._doubt is not None and whole(self._doubt, event + 1)[event]:
            raise _UnknownHereError
        low, high = int(self._part.low[event]), int(self._part.high[event])
        for item in self._part.items[low:high][::-1].tolist():
            yield self._names[int(self._kinds[item])], int(self._events[item])


def _sums(entries: Sequence[core.Entry]) -> set[str]:
    """The columns that hold sums, and no conditions."""
    found = {guard.value for entry in entries for guard in entry.guards}
    for entry in entries:
        for step in entry.steps:
            if isinstance(step, core.Undoing):
                found |= {guard.value for guard in step.moved}
            else:
                found.add(step.amount)
    return found


def _numbered(source: Relation, names: Sequence[str]) -> tuple[Ints, Ints]:
    """For each item of a source its kind, and its place among the items of that kind."""
    kind, event = np.zeros(source.size, np.int64), np.arange(source.size)
    if isinstance(source, Union):
        for part, places in source.whose:
            kind[places] = names.index(part.label)
            event[places] = np.arange(part.size)
    return kind, event


@dataclass(slots=True)
class _Play:
    """The balances of all rows while their moves are played, and the rows that are deferred."""

    places: Sequence[str]
    held: Ints
    deferred: Bools

    def move(self, kind: _Kind, events: Ints, rows: Ints) -> None:
        """Applies to some rows, each with one event of a kind, the first entry that holds."""
        open_ = ~self.deferred[rows]
        for entry in kind.entries:
            left = np.flatnonzero(open_)
            if not len(left):
                return
            some, own = events[left], rows[left]
            holds, known = self._holds(entry, kind, some, own)
            self.deferred[own[holds & ~known]] = True
            sure = np.flatnonzero(holds & known)
            self._do(entry, kind, some[sure], own[sure])
            open_[left[holds]] = False

    def _holds(
        self, entry: core.Entry, kind: _Kind, events: Ints, rows: Ints
    ) -> tuple[Bools, Bools]:
        """Where the conditions of an entry hold or may hold, and where that is known."""
        holds, known = np.ones(len(rows), bool), np.ones(len(rows), bool)
        if entry.where is not None:
            data, known = kind.known(entry.where, events)
            holds = data.astype(bool) | ~known
        for guard in entry.guards:
            value, there = kind.known(guard.value, events)
            balance = self.held[self.places.index(guard.place), rows]
            holds &= _COMPARED[guard.sign](balance, value) | ~there
            known &= there
        return holds, known

    def _do(self, entry: core.Entry, kind: _Kind, events: Ints, rows: Ints) -> None:
        """Moves what an entry moves; rows for which its doings differ are deferred."""
        results = []
        for doing in entry.doings:
            held = self.held[:, rows]
            for step in doing:
                if isinstance(step, core.Undoing):
                    self.deferred[rows] = True
                    return
                amount, known = kind.known(step.amount, events)
                self.deferred[rows[~known]] = True
                held = _moved(step, amount, held, self.places)
            results.append(held)
        first, *others = results
        for other in others:
            self.deferred[rows[(first != other).any(axis=0)]] = True
        self.held[:, rows] = first


def _play(moves: _Moves, kinds: Sequence[_Kind], places: Sequence[str]) -> None:
    """Fills in the balances: the first moves of all rows, then the second, and so on."""
    count = len(moves.low)
    play = _Play(places, np.zeros((len(places), count), np.int64), moves.whole_rows.copy())
    length = np.where(moves.whole_rows, 0, moves.high - moves.low)
    order = np.argsort(-length, kind="stable")
    longest = int(length.max(initial=0))
    left = np.searchsorted(-length[order], -np.arange(1, longest + 1), "right")
    for step, some in enumerate(left):
        rows = order[:some]
        at = moves.low[rows] + step
        for number, kind in enumerate(kinds):
            here = np.flatnonzero(moves.kinds[at] == number)
            if len(here):
                play.move(kind, moves.events[at[here]], rows[here])
        moves.after[:, at] = play.held[:, rows]
        moves.deferred[at] = play.deferred[rows]


def _moved(doing: core.Move | core.Setting, amount: Any, held: Any, places: Sequence[str]) -> Any:
    """The balances once a sum has moved: those of one row as numbers, or those of many, place by
    place.
    """
    number = places.index
    if isinstance(doing, core.Setting):
        held[number(doing.origin)] -= amount - held[number(doing.place)]
        held[number(doing.place)] = amount
        return held
    before, held, rest = held, held.copy(), amount
    for step, (origin, to) in enumerate(doing.flows):
        taken = rest
        if step < len(doing.flows) - 1:
            there = before[number(origin)]
            taken = (
                max(min(rest, there), 0)
                if isinstance(rest, int)
                else np.maximum(np.minimum(rest, there), 0)
            )
        held[number(origin)] -= taken
        held[number(to)] += taken
        rest = rest - taken
    return held
