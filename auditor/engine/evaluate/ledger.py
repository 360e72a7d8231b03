"""Ledgers as columns: the n-th moves of all rows at once, then the next.

Worked out apart from `judge.ledger`, whose meaning it must have: where the rows of a ledger leave
several stories open, or return to an earlier entry, they are told row by row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.fields import Lookups
from auditor.engine.evaluate.frame import Evaluator, Frame, Selected, absence
from auditor.engine.evaluate.logic import by_story, settled
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.selection import Selector, row_of
from auditor.engine.evaluate.sources import Union
from auditor.judge.ledger import MOST_STORIES
from auditor.judge.operators import STORIES
from auditor.language import core
from auditor.log.store.encoding import fits_in_sums, scaled
from auditor.log.store.keys import cut, pairs
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    StoryCases,
    Vector,
    codes_where,
    first_of,
    take,
    whole,
)
from auditor.source import Frozen
from auditor.values import Reason

LONGEST = 64
"""A row with more moves is told by itself: each step costs as much as the first."""

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
        return found.data, whole(found.known(), len(at))


@dataclass(slots=True)
class _Moves:
    """The moves of all rows, one row after the other, from `low` to `high` of each.

    `after` holds for each place the balance after each move; `deferred` marks the moves from which
    on a row is told by itself, and `whole_rows` the rows that are from their first move on.
    """

    low: Ints
    high: Ints
    rows: Ints
    kinds: Ints
    events: Ints
    after: Ints
    deferred: Bools
    whole_rows: Bools
    lost: Codes
    scale: int


_Sum = tuple[int, int]
"""A sum that a place holds or a move moves, and why it is not known."""

_NOTHING: _Sum = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Chapter:
    """The moves of an event in a story, the balances after it, and the chapter before."""

    before: _Chapter | None
    held: tuple[_Sum, ...]
    shift: _Shift | None


class _Story(Frozen):
    """One way in which the moves of a row may be meant: the balances now, what the last event
    moved, what was told before it, the events undone, and what leaves it open that this is it.
    """

    held: tuple[_Sum, ...]
    past: _Chapter | None = None
    shift: _Shift | None = None
    undone: frozenset[_Event] = frozenset()
    why: int = 0

    def chapters(self) -> Sequence[_Chapter]:
        """The past, the last event first."""
        own, found = self.past, list[_Chapter]()
        while own is not None:
            found.append(own)
            own = own.before
        return found

    def left_open(self, why: int) -> _Story:
        """The story, as one of several."""
        if not why & ~self.why:
            return self
        return _Story(self.held, self.past, self.shift, self.undone, self.why | why)


_Event = tuple[int, int]
"""An event by its kind and its number among those of that kind."""


class _Shift(Frozen):
    """The moves of one event: the change of each place, the first sum, and the places it set."""

    of: _Event
    changes: tuple[_Sum, ...]
    amount: _Sum
    sets: frozenset[int]


@dataclass(slots=True)
class _Told:
    """The stories of one row: where its moves stand in the log, and of each story the balances
    after each of them; why there is more than one.
    """

    rows: Sequence[int]
    after: Sequence[Sequence[tuple[_Sum, ...]]]
    why: int


class Ledgers:
    """Works out the balances of one log, each ledger once."""

    def __init__(self, evaluator: Evaluator, selector: Selector, lookups: Lookups) -> None:
        self._evaluator, self._selector, self._lookups = evaluator, selector, lookups
        self._told: dict[str, _Moves] = {}
        self._stories: dict[str, _Stories] = {}

    def balance(self, node: core.Balance, frame: Frame) -> Vector:
        """The balance of a place for each subject, at a moment or in the end."""
        record = self._evaluator.program.records[node.ledger]
        assert record.ledger is not None
        at, nowhere = frame.places(), CERTAIN
        if node.row is not None:
            rows = self._lookups.row(node.row, frame)
            at, nowhere = np.maximum(rows.at, 0), absence(rows, self._evaluator.reasons)
        source = self._evaluator.catalog.source(node.ledger)
        if not source.size:
            return Vector(np.zeros(len(at), np.int64), nowhere)
        if node.ledger not in self._told:
            self._played(node, record.ledger, source)
        moves = self._told[node.ledger]
        low, high = moves.low[at], moves.high[at]
        lost, at_the_end, limit = nowhere, np.ones(len(at), bool), None
        if node.moment is not None:
            moment = self._evaluator.item_column(node.moment, frame)
            limit, own = self._limit(node, moment, len(at))
            high = cut(moves.rows, low, high, limit, after=False)
            lost, at_the_end = first_of(lost, own), whole(moment.at < 0, len(at))
        lost = first_of(lost, self._unrecorded(record, node.place, at_the_end))
        place = record.ledger.places.index(node.place)
        held, deferred = np.zeros(len(at), np.int64), moves.whole_rows[at]
        if len(moves.rows):
            there, last = high > low, np.maximum(high - 1, 0)
            held = np.where(there, moves.after[place].take(last), 0)
            deferred = deferred | (there & moves.deferred.take(last))
        lost = first_of(lost, take(moves.lost, at))
        deferred = deferred & (lost == 0)
        if not deferred.any():
            return Vector(held, lost, moves.scale)
        told = np.flatnonzero(deferred)
        cases = self._cases(node.ledger, place, at, told, limit)
        unknown = first_of(lost, codes_where(deferred, DEFER))
        told_of = Vector(held, unknown, moves.scale, None, cases)
        return by_story(lambda own: own[0], [told_of])

    def _cases(
        self, ledger: str, place: int, at: Ints, told: Ints, limit: Ints | None
    ) -> StoryCases | None:
        """The balances of a place of some rows in each of their stories, before some moment."""
        found = []
        for n in told.tolist():
            row = int(at[n])
            own = self._stories[ledger].of(row)
            if own is None:
                continue
            count = len(own.rows) if limit is None else bisect_left(own.rows, int(limit[n]))
            for story, after in enumerate(own.after):
                held = after[count - 1][place] if count else _NOTHING
                found.append((n, frozenset((((ledger, row), story),)), *held, own.why))
        if not found:
            return None
        places, names, sums, *codes = zip(*found, strict=True)
        unknown, why = (np.array(own, np.int64) for own in codes)
        return StoryCases(np.array(places), list(names), np.array(sums, np.int64), unknown, why)

    def _limit(self, node: core.Balance, moment: ItemColumn, size: int) -> tuple[Ints, Codes]:
        """The rows of the log above which moves count, and why that is not known."""
        there = whole(moment.at >= 0, size)
        limit, lost = whole(row_of(moment), size) + (node.side == "at"), moment.unknown
        if not node.if_any:
            absent = self._evaluator.reasons.where(~there, Reason("absent", moment.what))
            lost = first_of(lost, absent)
        return np.where(there, limit, self._evaluator.catalog.columns.size), lost

    def _unrecorded(self, record: core.Record, place: str, at_the_end: Bools) -> Codes:
        """Why a place is not known: the log does not record a kind on which it hangs, or a payment
        that moves it in the end.
        """
        catalog, kinds = self._evaluator.catalog, self._evaluator.program.vocabulary.kinds
        assert record.ledger is not None
        moving = tuple(entry.of for entry in record.ledger.entries if place in entry.places)
        recorded, behind = catalog.columns.recorded, record.ledger.behind[place]
        own = catalog.facts.unrecorded(moving, recorded)
        lost = [
            kind
            for kind in catalog.facts.unrecorded(behind, recorded)
            if kind in own or not kinds[kind].ends(record)
        ]
        before = {kind: None for kind in lost if not kinds[kind].ends(record)}
        ended, early = catalog.not_recorded(dict.fromkeys(lost)), catalog.not_recorded(before)
        return np.where(at_the_end, ended, early) if ended else CERTAIN

    # ---- all rows of a ledger ---------------------------------------------------------------
    def _played(self, node: core.Balance, ledger: core.Ledger, source: Relation) -> None:
        """Plays the moves of a ledger that are known, and makes ready to tell the others."""
        found = self._selector.select(node.moves, Frame(source, None, {}))
        kinds, scale = self._kinds(node.moves.sources, ledger)
        kind, event = _numbered(found.source, node.moves.sources)
        _, chosen = pairs(found.certain.low, found.certain.high)
        items = found.certain.items[chosen]
        high = np.cumsum(found.certain.count())
        doubt, lost = found.uncertainty(), found.unknown
        whole_rows = (found.certain.count() > LONGEST) | (doubt != 0)
        if found.crowd is not None:
            lost = first_of(lost, doubt * found.crowd)
        moves = _Moves(
            high - found.certain.count(),
            high,
            found.source.rows[items],
            kind[items],
            event[items],
            np.zeros((len(ledger.places), len(items)), np.int64),
            np.zeros(len(items), bool),
            whole_rows,
            lost,
            scale,
        )
        _play(moves, kinds, ledger.places)
        self._told[node.ledger] = moves
        catalog = self._evaluator.catalog
        fold = _Fold(self._selector, catalog, node.moves.sources, kinds, ledger.places)
        self._stories[node.ledger] = _Stories(found, kind, event, fold)

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


@dataclass(slots=True)
class _Stories:
    """Tells the stories of single rows, each when it is first asked for."""

    found: Selected
    kinds: Ints
    events: Ints
    fold: _Fold
    told: dict[int, _Told | None] = field(default_factory=dict)

    def of(self, row: int) -> _Told | None:
        """The stories of a row; None where only the reference tells them."""
        if row not in self.told:
            if len(self.told) >= MOST_FOLDED:
                return None
            self.told[row] = self.fold.stories(self._moves(row))
        return self.told[row]

    def _moves(self, row: int) -> Sequence[tuple[int, _Event, int]]:
        """The moves of a row, and those that may be: the row of each, and why it is in doubt."""
        found: list[tuple[int, _Event, int]] = []
        for part in (self.found.certain, *self.found.partial_key, *self.found.uncertain):
            indexes = np.arange(part.low[row], part.high[row])
            items = part.items[indexes]
            why = whole(part.codes_of(np.full(len(items), row), indexes), len(items))
            rows, kinds, events = self.found.source.rows[items], self.kinds[items], self.events
            for at, kind, event, own in zip(
                rows.tolist(), kinds.tolist(), events[items].tolist(), why.tolist(), strict=True
            ):
                found.append((at, (kind, event), own))
        return sorted(found)


class _Fold:
    """Tells the stories of the moves of one row, move by move."""

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
        self._number = {name: at for at, name in enumerate(places)}
        self._sums: dict[tuple[str, _Event], _Sum] = {}
        self._many = catalog.reasons.code(*STORIES.reasons)
        self._earlier: dict[int, _Earlier] = {}

    def stories(self, moves: Sequence[tuple[int, _Event, int]]) -> _Told | None:
        """The stories of some moves; None where a reason has no bit of its own."""
        told = [_Story(tuple(_NOTHING for _ in self._number))]
        try:
            for _, event, why in moves:
                _may_be_joined(why)
                led = [own for story in told for own in self._led(story, event, why)]
                told = self._kept(led)
        except _UnknownHereError:
            return None
        why = 0
        for story in told:
            why |= story.why
        rows = [row for row, _, _ in moves]
        return _Told(rows, [[own.held for own in story.chapters()][::-1] for story in told], why)

    def _led(self, story: _Story, event: _Event, doubt: int) -> Sequence[_Story]:
        """The stories to which an event leads, and the one without it if it is in doubt."""
        led = self._after(story, event)
        return [own.left_open(doubt) for own in (*led, story)] if doubt else led

    def _kept(self, led: Sequence[_Story]) -> list[_Story]:
        """The different stories, the last event of each noted; one of nothing if they are many."""
        told = list(dict.fromkeys(led))
        if len(told) > MOST_STORIES:
            past: _Chapter | None = None
            for own in reversed(told[0].chapters()):
                past = _Chapter(past, own.held, None)
            told = [_Story(tuple((0, self._many) for _ in self._number), past)]
        written: dict[object, _Chapter] = {}
        noted = []
        for story in told:
            last = story.past, story.held, story.shift
            chapter = written.setdefault(last, _Chapter(*last))
            noted.append(_Story(story.held, chapter, None, story.undone, story.why))
        return noted

    def _sum(self, name: str, event: _Event) -> _Sum:
        """A value of an event, and why it is not known."""
        if (name, event) not in self._sums:
            found, at = self._kinds[event[0]].columns[name], event[1]
            data, why = (int(own[at] if own.ndim else own) for own in (found.data, found.unknown))
            self._sums[name, event] = (0, _may_be_joined(why)) if why else (data, 0)
        return self._sums[name, event]

    def _after(self, story: _Story, event: _Event) -> list[_Story]:
        told: list[_Story] = []
        for entry in self._kinds[event[0]].entries:
            applies, why = self._applies(entry, story, event)
            if not applies:
                continue
            done = [self._done(doing, story, event) for doing in entry.doings]
            led = [own for own in done if own is not None]
            if len(set(led)) > 1:
                led = [own.left_open(self._many) for own in led]
            if why:
                story = story.left_open(why)
                told += [own.left_open(why) for own in led]
            elif led:
                return told + led
        return [*told, story]

    def _applies(self, entry: core.Entry, story: _Story, event: _Event) -> tuple[bool, int]:
        """Whether an entry applies or may apply to an event, and why that is not known."""
        why = 0
        if entry.where is not None:
            holds, why = self._sum(entry.where, event)
            if not holds and not why:
                return False, 0
        for guard in entry.guards:
            held = story.held[self._number[guard.place]]
            holds, unknown = self._compared(guard, held, event)
            if not holds and not unknown:
                return False, 0
            why |= unknown
        return True, why

    def _compared(self, guard: core.Guard, held: _Sum, event: _Event) -> tuple[bool, int]:
        """Whether a sum is what a guard asks, and why that is not known."""
        value, why = self._sum(guard.value, event)
        return _COMPARED[guard.sign](held[0], value), why | held[1]

    def _done(
        self, doing: Sequence[core.Move | core.Undoing], story: _Story, event: _Event
    ) -> _Story | None:
        """The story once the steps of a doing are made; None where one of them cannot be."""
        held, number = [*story.held], self._number
        changes, amounts = [_NOTHING for _ in held], list[_Sum]()
        sets, undone = set[int](), story.undone

        def change(flows: Mapping[int, _Sum]) -> None:
            for place, own in flows.items():
                held[place], changes[place] = _plus(held[place], own), _plus(changes[place], own)

        for step in doing:
            if isinstance(step, core.Undoing):
                earlier = self._last(step, story, event)
                if earlier is None:
                    return None
                if isinstance(earlier, int):  # nobody knows what was undone
                    change(dict.fromkeys(range(len(held)), (0, earlier)))
                    break
                change({place: _minus(own) for place, own in enumerate(earlier.changes)})
                undone |= {earlier.of}
                amounts.append(_minus(earlier.amount))
                continue
            amount = self._sum(step.amount, event)
            flows = [(number[origin], number[to]) for origin, to in step.flows]
            if step.fills:
                [(origin, place)] = flows
                sets.add(place)
                amounts.append(_plus(amount, _minus(held[place])))
                change({origin: _minus(amounts[-1]), place: amounts[-1]})
                held[place] = amount
            else:
                amounts.append(amount)
                change(_flown(flows, amount, held))
        first = amounts[0] if amounts else _NOTHING
        shift = _Shift(event, tuple(changes), first, frozenset(sets))
        return _Story(tuple(held), story.past, shift, undone, story.why)

    def _last(self, step: core.Undoing, story: _Story, event: _Event) -> _Shift | int | None:
        """The last entry that a step undoes, if there is one, or why that is not known."""
        key = id(step)
        if key not in self._earlier:
            source = self._sources[event[0]]
            self._earlier[key] = _Earlier(
                self._selector, self._catalog, step.earlier, self._sources, source
            )
        shifts = {own.shift.of: own.shift for own in story.chapters() if own.shift is not None}
        nowhere, unsure = self._earlier[key].doubt(event[1])
        if nowhere:
            return _may_be_joined(nowhere)
        for earlier in self._earlier[key].of(event[1]):
            shift = shifts.get(earlier)
            if shift is None or earlier in story.undone or _replaced(story, shift):
                continue
            truths = [self._compared(own, shift.amount, event) for own in step.moved]
            if any(not holds and not why for holds, why in truths):
                continue
            for _, why in truths:
                unsure |= why
            return _may_be_joined(unsure) or shift
        return _may_be_joined(unsure) or None


def _plus(one: _Sum, other: _Sum) -> _Sum:
    why = one[1] | other[1]
    return (0, why) if why else (one[0] + other[0], 0)


def _minus(own: _Sum) -> _Sum:
    return -own[0], own[1]


def _flown(
    flows: Sequence[tuple[int, int]], amount: _Sum, held: Sequence[_Sum]
) -> Mapping[int, _Sum]:
    """The changes of places where a sum flows from each as far as it holds something, and from the
    last what is left of it.
    """
    changes: dict[int, _Sum] = {}
    rest = amount
    for step, (origin, to) in enumerate(flows):
        taken, there = rest, held[origin]
        if step < len(flows) - 1:
            why = rest[1] | there[1]
            taken = (0, why) if why else (max(min(rest[0], there[0]), 0), 0)
        changes[origin] = _plus(changes.get(origin, _NOTHING), _minus(taken))
        changes[to] = _plus(changes.get(to, _NOTHING), taken)
        rest = _plus(rest, _minus(taken))
    return changes


def _may_be_joined(why: int) -> int:
    """Reasons, each a bit of its own: others cannot be put together."""
    if why & DEFER or why < 0:
        raise _UnknownHereError
    return why


def _replaced(story: _Story, shift: _Shift) -> bool:
    """Whether a later event, not undone, says what a place holds that a shift changed or set."""
    for own in story.chapters():
        later = own.shift
        if later is None or later.of in story.undone:
            continue
        if later is shift:
            return False
        for place in later.sets:
            if place in shift.sets or shift.changes[place] != _NOTHING:
                return True
    return False


class _UnknownHereError(Exception):
    """Why something is not known can be told by the reference alone."""


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
        self._part, self._nowhere, self._unsure = (
            found.certain,
            found.unknown,
            found.uncertainty(),
        )
        self._kinds, self._events = _numbered(found.source, selection.sources)
        self._names = [sources.index(name) for name in selection.sources]

    def doubt(self, event: int) -> tuple[int, int]:
        """Why it is not known where to look, and why others may stand there."""
        nowhere, unsure = (
            int(own[event] if own.ndim else own) for own in (self._nowhere, self._unsure)
        )
        return nowhere, unsure

    def of(self, event: int) -> Iterator[_Event]:
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
            known = known & there
        return holds, known

    def _do(self, entry: core.Entry, kind: _Kind, events: Ints, rows: Ints) -> None:
        """Moves what an entry moves; rows for which its doings differ are deferred."""
        results: list[tuple[Ints, Ints, set[str]]] = []
        for doing in entry.doings:
            held, sums, sets = self.held[:, rows], list[Ints](), set[str]()
            for step in doing:
                if isinstance(step, core.Undoing):
                    self.deferred[rows] = True
                    return
                amount, known = kind.known(step.amount, events)
                self.deferred[rows[~known]] = True
                sums.append(amount)
                if step.fills:
                    [(_, place)] = step.flows
                    sums[-1] = amount - held[self.places.index(place)]
                    sets.add(place)
                held = _moved(step, amount, held, self.places)
            results.append((held, sums[0] if sums else np.zeros(len(rows), np.int64), sets))
        (first, amount, places), *others = results
        for other, moved, sets in others:  # what could be undone tells stories apart, too
            different = (first != other).any(axis=0) | (amount != moved) | (places != sets)
            self.deferred[rows[different]] = True
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


def _moved(doing: core.Move, amount: Ints, held: Ints, places: Sequence[str]) -> Ints:
    """The balances of many rows, place by place, once a sum has moved in each."""
    number = places.index
    if doing.fills:
        [(origin, place)] = doing.flows
        held[number(origin)] -= amount - held[number(place)]
        held[number(place)] = amount
        return held
    before, held, rest = held, held.copy(), amount
    for step, (origin, to) in enumerate(doing.flows):
        taken = rest
        if step < len(doing.flows) - 1:
            there = before[number(origin)]
            taken = np.maximum(np.minimum(rest, there), 0)
        held[number(origin)] -= taken
        held[number(to)] += taken
        rest = rest - taken
    return held
