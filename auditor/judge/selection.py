"""Selections: which events, rows and intervals are meant, and of which it is not known.

Items stand in indexes by their keys, so that a selection looks only at those that agree
with its subject.  An item whose keys are not all recorded may belong to several.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from auditor.judge.clock import no_order
from auditor.judge.frame import Evaluator, Frame, Truth
from auditor.judge.items import (
    Absent,
    Group,
    Item,
    Items,
    Key,
    Span,
    Viewed,
    doubtful,
    events_of,
    lost,
    raw,
)
from auditor.judge.operators import (
    SUITLESS,
    UNREADABLE,
    absent,
    may_be_over,
    not_recorded,
    operate,
)
from auditor.language import core
from auditor.log.event import Event, Log
from auditor.values import Answer, Card, Reason, Unknown, Value, join, lacks_suit


class Found:
    """Items in their order, each with the truth of a condition, cut quickly at a place."""

    __slots__ = ("items", "places", "truths", "unsure")

    def __init__(self, items: Sequence[Item] = (), truths: Sequence[Truth] = ()) -> None:
        self.items = list(items)
        self.truths = list(truths)
        self.places = [item.place for item in items]
        self.unsure = any(isinstance(truth, Unknown) for truth in truths)

    def add(self, item: Item, truth: Truth) -> None:
        self.items.append(item)
        self.truths.append(truth)
        self.places.append(item.place)
        self.unsure = self.unsure or isinstance(truth, Unknown)

    def between(self, low: int, high: int) -> tuple[int, int]:
        """The indexes of the items at places low ≤ place < high."""
        return bisect_left(self.places, low), bisect_left(self.places, high)


@dataclass(frozen=True, slots=True)
class Match:
    """A field by which items are found.  As a key, a cell that is empty by nature is a value like
    any other; an empty cell that is compared equals nothing for certain.
    """

    name: str
    as_key: bool


Index = tuple[dict[Key, Found], dict[tuple[Key, tuple[int, ...]], Found]]
"""Items by the values of their keys; apart, under what they have of them, those without some."""

NOTHING = Found()


@dataclass(slots=True)
class Run:
    """The items from low to high, and those that may belong to them."""

    found: Found
    low: int
    high: int
    loose: list[tuple[Item, Unknown]]


class Selector:
    """Finds the items of the selections of one program in one log."""

    def __init__(self, program: core.Program, log: Log, items: Items, evaluator: Evaluator) -> None:
        self._program, self._log, self._items, self._evaluator = program, log, items, evaluator
        self._found: dict[object, Index] = {}
        self._indexes: dict[int | None, Index] = {}  # by the identity of a selection, for speed

    # ---- what is selected -------------------------------------------------------------------
    def run(self, selection: core.Selection, frame: Frame) -> Run | Unknown:
        """Where the items of a selection are to be found."""
        where = self.key([value for _, value in selection.keys], frame)
        stretch = self._stretch(selection, frame)
        if isinstance(where, Unknown) or isinstance(stretch, Unknown):
            return join(where, stretch)
        asked = [*where]
        matched = [Match(name, as_key=True) for name, _ in selection.keys]
        unsure: list[Unknown] = []
        for match, node in _matches(selection):
            value = self._key(node, frame) if match.as_key else self._evaluator.value(node, frame)
            if isinstance(value, Unknown) or lacks_suit(value):
                unsure.append(value if isinstance(value, Unknown) else SUITLESS)
            else:
                matched.append(match)
                asked.append(value)
        groups, loose = self._indexed(selection, tuple(matched))
        found = groups.get(tuple(asked), NOTHING)
        perhaps = [
            pair
            for (partial, missing), apart in loose.items()
            if all(
                at in missing or mine == own
                for at, (mine, own) in enumerate(zip(partial, asked, strict=True))
            )
            for pair in self._perhaps(
                apart, [matched[at] for at in missing], stretch, selection, frame
            )
        ]
        if unsure:  # whatever else agrees may be meant
            perhaps += self._perhaps(found, (), stretch, selection, frame)
            return Run(NOTHING, 0, 0, [(item, join(why, *unsure)) for item, why in perhaps])
        return Run(found, *found.between(*stretch), perhaps)

    def select(
        self, selection: core.Selection, frame: Frame
    ) -> tuple[list[Item], list[tuple[Item, Unknown]]] | Unknown:
        """The items that are selected, and those of which it is not known; in their order."""
        run = self.run(selection, frame)
        if isinstance(run, Unknown):
            return run
        chosen: list[Item] = []
        perhaps = list(run.loose)
        if run.found.unsure or _depends(selection):
            for at in range(run.low, run.high):
                item, fits = self._fits(run.found, at, selection, frame)
                if isinstance(fits, Unknown):
                    perhaps.append((item, fits))
                elif fits:
                    chosen.append(item)
        else:
            chosen = run.found.items[run.low : run.high]
        if frame.seen is not None:
            frame.seen += chosen
        return chosen, perhaps

    def nearest(self, selection: core.Selection, frame: Frame, last: bool) -> Item | Unknown | None:
        """The first or the last item that is selected; looks no further than it must."""
        run = self.run(selection, frame)
        if isinstance(run, Unknown):
            return run
        unsure: list[Unknown] = []
        picked: Item | None = None
        places = range(run.high - 1, run.low - 1, -1) if last else range(run.low, run.high)
        for at in places:
            item, fits = self._fits(run.found, at, selection, frame)
            if isinstance(fits, Unknown):
                unsure.append(fits)
            elif fits:
                picked = item
                break
        # One that may belong to the selection matters only where it would be picked instead.
        unsure += [
            why for item, why in run.loose if picked is None or (item.place > picked.place) == last
        ]
        if unsure:
            return join(*unsure, self.nothing(selection))
        if picked is not None and frame.seen is not None:
            frame.seen.append(picked)
        return picked

    def nth(
        self, selection: core.Selection, index: core.Expression, frame: Frame
    ) -> Item | Unknown | None:
        """The item at an index counted from 1; what is unsure up to there makes it unsure."""
        # The item rests on itself, not on all that was counted to find it.
        at = self._evaluator.value(index, replace(frame, seen=None))
        run = self.run(selection, frame)
        if isinstance(at, Unknown) or isinstance(run, Unknown):
            return join(at, run)
        assert isinstance(at, int)
        if run.loose or _depends(selection) or run.found.unsure:
            return self._nth_of_unsure(selection, at, frame)
        place = run.low + at - 1
        picked = run.found.items[place] if at > 0 and place < run.high else None
        if picked is not None and frame.seen is not None:
            frame.seen.append(picked)
        return picked

    def _nth_of_unsure(
        self, selection: core.Selection, at: int, frame: Frame
    ) -> Item | Unknown | None:
        selected = self.select(selection, replace(frame, seen=None))
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        picked = chosen[at - 1] if 0 < at <= len(chosen) else None
        before = [why for item, why in perhaps if picked is None or item.place < picked.place]
        if before and at > 0:
            return join(*before, self.nothing(selection))
        if picked is not None and frame.seen is not None:
            frame.seen.append(picked)
        return picked

    def comes_from(self, item: Item, source: str) -> bool:
        """Whether an item is one of this source: a kind, a stream, an interval or a record."""
        return self._items.comes_from(item, source)

    def any_certain(self, selection: core.Selection, frame: Frame) -> bool:
        """Whether some item is selected for certain, whatever is not known of others."""
        selected = self.select(selection, frame)
        return not isinstance(selected, Unknown) and bool(selected[0])

    def nothing(self, selection: core.Selection) -> Unknown | None:
        """Unknown where the log does not record what was looked for."""
        kinds = self._items.unrecorded(selection.sources)
        return not_recorded(kinds) if kinds else None

    def open_ended(self, selection: core.Selection) -> Unknown | None:
        """Unknown where the log does not record what closes the intervals looked for."""
        intervals = self._program.vocabulary.intervals
        ends = dict.fromkeys(intervals[source].end for source in selection.sources)
        kinds = tuple(end for end in ends if end is not None and not self._items.is_recorded(end))
        return not_recorded(kinds) if kinds else None

    # ---- one item ---------------------------------------------------------------------------
    def _fits(
        self, found: Found, at: int, selection: core.Selection, frame: Frame
    ) -> tuple[Item, Truth]:
        """An item, and whether it is selected."""
        item, truth = found.items[at], found.truths[at]
        if not _depends(selection):
            return item, truth
        truths = [truth]
        if selection.also is not None:
            inner = Frame(frame.subject, frame.lets, frame.day, item, frame.known)
            truths.append(self._evaluator.truth(selection.also, inner))
        truths += [self._open(item, selection, frame)]
        if any(truth is False for truth in truths):
            return item, False
        unknown = [truth for truth in truths if isinstance(truth, Unknown)]
        return item, join(*unknown) if unknown else True

    def _open(self, item: Item, selection: core.Selection, frame: Frame) -> Truth:
        """Whether an interval is open at the moments that the selection names."""
        unknown: Truth = True
        for side, node in selection.bounds:
            if side != "at":
                continue
            intervals = [self._program.vocabulary.intervals[source] for source in selection.sources]
            moment = self._evaluator.evaluate(node, frame)
            assert isinstance(item, Span)
            assert isinstance(moment, Item)
            if moment.place < item.place:
                return False
            if item.lasts is not None:
                lasting = _lasts(item.start, item.lasts, events_of(moment)[0])
                if lasting is False:
                    return False
                unknown = unknown if lasting is True else lasting
                continue
            if item.end is not None and item.end.place <= moment.place:
                return False
            if item.may_end is not None and item.may_end.place <= moment.place:
                return may_be_over(item)
            if item.end is not None:
                continue
            ends = dict.fromkeys(own.end for own in intervals if own.start == item.start.kind)
            known = tuple(end for end in ends if end is not None)
            lost = tuple(end for end in known if not self._items.is_recorded(end))
            unknown = not_recorded(lost) if lost else unknown
        return unknown

    # ---- where to look ----------------------------------------------------------------------
    def key(self, keys: Sequence[core.Expression], frame: Frame) -> Key | Unknown:
        """The values of some keys; a key that is empty by nature is a value like any other."""
        values = [self._key(node, frame) for node in keys]
        unknown = [value for value in values if isinstance(value, Unknown)]
        known = tuple(value for value in values if not isinstance(value, Unknown))
        return join(*unknown) if unknown else known

    def _key(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        found = self._value(node, frame)
        return SUITLESS if lacks_suit(found) else found

    def _value(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        if isinstance(node, core.Subject | core.Element):
            event = self._evaluator.evaluate(node, frame)
            assert isinstance(event, Event | Viewed | Group)
            return event.place
        if isinstance(node, core.Field) and isinstance(node.of, core.Subject | core.Element):
            item = frame.subject if isinstance(node.of, core.Subject) else frame.element
            assert item is not None
            if self._plain(item, node.name):
                found = raw(item, node.name)
                if found is not None or self._items.may_be_empty(item, node.name):
                    return found
        return self._evaluator.value(node, frame)

    def same(self, node: core.Same, frame: Frame) -> Truth:
        """Whether element and subject have the same key."""
        mine, asked = self._key(node.element, frame), self._key(node.subject, frame)
        unknown = [key for key in (mine, asked) if isinstance(key, Unknown)]
        return join(*unknown) if unknown else mine == asked

    def _plain(self, item: Item, name: str) -> bool:
        return not isinstance(item, Group) or name in item.keys

    def _indexed(self, selection: core.Selection, matched: tuple[Match, ...]) -> Index:
        """The items of a selection's sources by some keys, with the truth of its condition.

        Items of which the condition does not hold are left out.  Those whose keys are not all
        recorded stand apart, under what keys they have, None for one that is missing.
        """
        every = len(selection.keys) + len(selection.same) + len(selection.joins)
        at_once = id(selection) if len(matched) == every else None
        if at_once in self._indexes:
            return self._indexes[at_once]
        index = (selection.sources, matched, selection.where)
        if index not in self._found:
            self._found[index] = self._make_index(selection, matched)
        if at_once is not None:
            self._indexes[at_once] = self._found[index]
        return self._found[index]

    def _make_index(self, selection: core.Selection, matched: tuple[Match, ...]) -> Index:
        groups: dict[Key, Found] = defaultdict(Found)
        loose: dict[tuple[Key, tuple[int, ...]], Found] = defaultdict(Found)
        for item in self._items.union(selection.sources):
            truth = self._holds_of(item, selection.where)
            if truth is False:
                continue
            key, missing = self._key_of(item, matched)
            (loose[key, missing] if missing else groups[key]).add(item, truth)
        return dict(groups), dict(loose)

    def _holds_of(self, item: Item, where: core.Expression | None) -> Truth:
        """A condition on the item alone; of a row that was set aside nothing is certain."""
        truth = True if where is None else self._evaluator.truth(where, Frame(item, (), None, item))
        return UNREADABLE if truth is True and doubtful(item) else truth

    def _key_of(self, item: Item, matched: tuple[Match, ...]) -> tuple[Key, tuple[int, ...]]:
        """The values of an item's keys, and which of them have none."""
        values: list[Value | None] = []
        missing: list[int] = []
        for at, match in enumerate(matched):
            plain = self._plain(item, match.name)
            value = raw(item, match.name) if plain else self._column(item, match.name)
            by_nature = match.as_key and plain and self._items.may_be_empty(item, match.name)
            if (value is None and not by_nature) or lacks_suit(value):
                missing.append(at)
            values.append(value)
        return tuple(values), tuple(missing)

    def _column(self, item: Item, name: str) -> Value | None:
        result = self._evaluator.column(item, name, None) if isinstance(item, Group) else None
        return None if isinstance(result, Unknown | Item | Absent) else result

    def _perhaps(
        self,
        found: Found,
        missing: Sequence[Match],
        stretch: tuple[int, int],
        selection: core.Selection,
        frame: Frame,
    ) -> Iterator[tuple[Item, Unknown]]:
        """Items that may belong here, but for keys that the log does not record."""
        low, high = found.between(*stretch)
        for at in range(low, high):
            item, fits = self._fits(found, at, selection, frame)
            if fits is not False:
                yield item, join(*(self._gap(item, match.name) for match in missing), fits)

    def _gap(self, item: Item, name: str) -> Answer:
        """Why a key of an item is not known: an empty cell, a row set aside, an unknown column, a
        card without its suit, a column that is an event and no value.
        """
        if isinstance(item, Group) and name not in item.keys:
            column = self._evaluator.column(item, name, None)
            if isinstance(column, Unknown):
                return column
            return SUITLESS if isinstance(column, Card) else Unknown((Reason("empty", name),))
        if lacks_suit(raw(item, name)):
            return SUITLESS
        return UNREADABLE if lost(item, name) else Unknown((Reason("empty", name),))

    def _stretch(self, selection: core.Selection, frame: Frame) -> tuple[int, int] | Unknown:
        """The places low ≤ place < high between which a selection looks."""
        low, high = 0, self._log.events[-1].place + 1 if self._log.events else 0
        unknown: list[Unknown] = []
        for side, node in selection.bounds:
            moment = self._evaluator.evaluate(node, frame)
            if isinstance(moment, Absent) and side in ("since", "until"):
                continue
            if isinstance(moment, Absent | Unknown):
                unknown.append(absent(moment) if isinstance(moment, Absent) else moment)
                continue
            assert isinstance(moment, Item)
            if side in ("before", "until"):
                high = min(high, moment.place)
            elif side != "at":
                low = max(low, moment.place + 1)
        return join(*unknown) if unknown else (low, high)


def _matches(selection: core.Selection) -> Iterator[tuple[Match, core.Expression]]:
    """What a selection asks to agree with its subject, besides the place where it looks."""
    for name, node in selection.same:
        yield Match(name, as_key=True), node
    for name, node in selection.joins:
        yield Match(name, as_key=False), node


def _depends(selection: core.Selection) -> bool:
    """Whether a selection rests on more of its subject than keys and place."""
    return selection.also is not None or any(side == "at" for side, _ in selection.bounds)


def _lasts(start: Event, lasts: timedelta, moment: Event) -> Truth:
    """Whether what an event opens for some time is still open at another."""
    begun, now = start.time, moment.time
    if begun is None or now is None:
        gaps = [event for event in (start, moment) if event.time is None]
        empty = Unknown((Reason("empty", "time"),))
        return join(*(UNREADABLE if "time" in event.lost else empty for event in gaps))
    end = operate("+", [begun, lasts])
    if isinstance(end, Unknown):
        return end
    assert isinstance(end, datetime)
    why = no_order(now, end)
    return why if why is not None else now < end
