"""Selections: the events, rows and intervals that are meant, and those that may be."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from auditor.judge import operators as op
from auditor.judge.fields import Fields, KeyField
from auditor.judge.frame import Frame, Result, Truth
from auditor.judge.items import Absent, IntervalItem, Item, Key, doubtful, first_of
from auditor.judge.order_ties import TIED, EndOfTie, OrderTies
from auditor.language import core
from auditor.log.event import Event
from auditor.source import Frozen
from auditor.values import Reason, Unknown, Value, join, lacks_suit

PartialKey = tuple[Key, tuple[int, ...]]
"""The values that an item has of some fields, and the numbers of those that it lacks."""


class OrderedItems:
    """Items in their order, each with the truth of a condition, cut quickly at a place."""

    __slots__ = ("doubts", "items", "places", "truths")

    def __init__(self, items: Sequence[Item], truths: Sequence[Truth]) -> None:
        self.items = list(items)
        self.truths = list(truths)
        self.places = [item.place for item in items]
        self.doubts = [at for at, truth in enumerate(truths) if isinstance(truth, Unknown)]

    def between(self, low: int, high: int) -> tuple[int, int]:
        """The indexes of the items at places low ≤ place < high."""
        return bisect_left(self.places, low), bisect_left(self.places, high)

    def in_doubt(self, low: int, high: int) -> int:
        """How many of the items from low to high are not certain."""
        return bisect_left(self.doubts, high) - bisect_left(self.doubts, low)

    def some(self, numbers: Sequence[int]) -> OrderedItems:
        """Some of the items, by their indexes."""
        return OrderedItems([self.items[at] for at in numbers], [self.truths[at] for at in numbers])


class Index(Frozen):
    """Items by the values of some fields.

    Items with missing keys are indexed under the pattern of the missing ones.  A condition is asked
    only of items that somebody looks for.
    """

    whole: Mapping[Key, Sequence[Item]]
    partial: Mapping[tuple[int, ...], Mapping[Key, Sequence[Item]]]
    condition: Callable[[Item], Truth]
    _known: dict[PartialKey, OrderedItems] = field(default_factory=dict)

    def at(self, key: Key) -> OrderedItems:
        """The items with all of some values that do not fail the condition."""
        found = self.whole.get(key)
        return NOTHING if found is None else self._ordered((key, ()), found)

    def perhaps_at(self, key: Key) -> Iterator[tuple[tuple[int, ...], OrderedItems]]:
        """Items that match in the keys they have, by the numbers of the keys they lack."""
        for missing, by_values in self.partial.items():
            values = _without(key, missing)
            if values in by_values:
                yield missing, self._ordered((values, missing), by_values[values])

    def _ordered(self, key: PartialKey, items: Sequence[Item]) -> OrderedItems:
        if key not in self._known:
            every = [(item, self.condition(item)) for item in items]
            kept = [(item, truth) for item, truth in every if truth is not False]
            self._known[key] = OrderedItems([one for one, _ in kept], [truth for _, truth in kept])
        return self._known[key]


NOTHING = OrderedItems((), ())


def _without(key: Key, missing: tuple[int, ...]) -> Key:
    return tuple(value for at, value in enumerate(key) if at not in missing)


def untimed(*events: Event) -> Unknown:
    """Why nobody knows when some events were: no reason where each has its time."""
    empty = Unknown((Reason("empty", "time"),))
    gaps = (event for event in events if event.time is None)
    return join(*(op.UNREADABLE if "time" in event.lost else empty for event in gaps))


CROWD = 1_000
"""Of more items in doubt each is taken to be meant, without a look at it: to compare each of them
with each subject would take the square of their number.  A night has fewer.
"""


@dataclass(slots=True)
class Candidates:
    """The items from low to high, and items that may belong to them; `crowd` where very many are in
    doubt.
    """

    items: OrderedItems
    low: int
    high: int
    partial_key: list[tuple[Item, Unknown]]
    crowd: bool


@dataclass(slots=True)
class Between:
    """The places low ≤ place < high between which a selection looks, and the items that bound them,
    from above or not: each of them, or any.
    """

    low: int
    high: int
    moments: list[tuple[Sequence[Item], bool, bool]] = field(default_factory=list)

    def bound(self, items: Sequence[Item], *, above: bool, last: bool = False) -> None:
        """Leaves out what lies above an item, or below it: the first or the last of some."""
        every = above is not last
        places = [item.place for item in items]
        self.moments.append((items, above, every))
        if above:
            self.high = min(self.high, min(places) if every else max(places))
        else:
            self.low = max(self.low, 1 + (max(places) if every else min(places)))

    def vague(self, found: OrderedItems, ties: OrderTies | None) -> frozenset[int]:
        """The indexes of items of which nobody knows whether they lie between the moments."""
        if ties is None:
            return frozenset()
        near = set[int]()
        for moment in (item for items, *_ in self.moments for item in items):
            if (around := ties.around(moment)) is not None:
                near |= {*range(*found.between(*around))}
        return frozenset(at for at in near if self._is_vague(found.items[at], ties))

    def _is_vague(self, item: Item, ties: OrderTies) -> bool:
        inside: list[bool | None] = []
        for items, above, every in self.moments:
            sides = {None if ties.apart(item, of) else _is_beyond(item, of, above) for of in items}
            decides = not every
            inside.append(decides if decides in sides else None if None in sides else every)
        return None in inside and False not in inside


def _is_beyond(item: Item, of: Item, above: bool) -> bool:
    return item.place < of.place if above else item.place > of.place


class Selected(NamedTuple):
    """The items that are selected, and items that may be; `crowd` where these are very many."""

    chosen: list[Item]
    perhaps: list[tuple[Item, Unknown]]
    crowd: bool


class ItemIndex(Fields):
    """The items of the sources of one log by some of their fields, open intervals among them; and
    what follows where there are none.
    """

    _places: dict[int, core.Selection]  # by the identity of a selection, for speed
    _made: dict[object, Index]
    _by_selection: dict[int, Index]  # by the identity of a selection, for speed

    def index_of(self, selection: core.Selection, matched: tuple[KeyField, ...]) -> Index:
        """The items of a selection's sources by some keys, with its condition."""
        every = len(selection.keys) + len(selection.same) + len(selection.joins)
        at_once = id(selection) if len(matched) == every else None
        if at_once in self._by_selection:
            return self._by_selection[at_once]
        index = (selection.sources, matched, selection.where)
        if index not in self._made:
            self._made[index] = self._make_index(selection, matched)
        if at_once is not None:
            self._by_selection[at_once] = self._made[index]
        return self._made[index]

    def _make_index(self, selection: core.Selection, matched: tuple[KeyField, ...]) -> Index:
        whole: dict[Key, list[Item]] = defaultdict(list)
        partial: dict[tuple[int, ...], dict[Key, list[Item]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for item in self.items.union(selection.sources):
            key, missing = self.keys_of_item(item, matched)
            items = partial[missing][_without(key, missing)] if missing else whole[key]
            items.append(item)
        return Index(dict(whole), partial, lambda item: self._truth_alone(item, selection.where))

    def _truth_alone(self, item: Item, where: core.Expression | None) -> Truth:
        """A condition on the item alone; of a row that was set aside nothing is certain."""
        truth = True if where is None else self.truth(where, Frame(item, (), None, item))
        return op.UNREADABLE if truth is True and doubtful(item) else truth

    def open_ended(self, selection: core.Selection) -> Unknown | None:
        """Unknown where the log does not record what closes the intervals looked for."""
        intervals = self.program.vocabulary.intervals
        ends = dict.fromkeys(intervals[source].end for source in selection.sources)
        kinds = tuple(end for end in ends if not self.items.is_recorded(end))
        return op.not_recorded(kinds) if kinds else None

    def open_at(self, item: Item, selection: core.Selection, frame: Frame) -> Truth:
        """Whether an interval is open at the moments that the selection names."""
        moments = [self.evaluate(node, frame) for side, node in selection.bounds if side == "at"]
        return op.all_hold([self._is_open(item, moment) for moment in moments])

    def _is_open(self, span: Item, moment: Result) -> Truth:
        assert isinstance(span, IntervalItem)
        assert isinstance(moment, Item)
        ends = [end for end in (span.start, span.end, span.may_end) if end is not None]
        if self.ties is not None and any(self.ties.apart(moment, end) for end in ends):
            return TIED
        if moment.place < span.place:
            return False
        if span.end is not None and span.end.place <= moment.place:
            return False
        if span.may_end is not None and span.may_end.place <= moment.place:
            return op.may_be_over(span)
        if span.end is not None:
            return True
        return True if self.items.is_recorded(span.until) else op.not_recorded((span.until,))

    # ---- what is absent: nothing follows where it is not recorded, or may still come -----------
    @abstractmethod
    def certain(self, selection: core.Selection, frame: Frame) -> Sequence[Item]:
        """The items that are selected for certain."""

    def nothing(self, selection: core.Selection, frame: Frame) -> Unknown | None:
        """Unknown where nothing follows from absence: items are not recorded, or a window by the
        clock is not over.
        """
        every = (self._not_over(selection, window, frame) for window in selection.windows)
        unknown = [why for why in (self._not_recorded(selection), *every) if why is not None]
        return join(*unknown) if unknown else None

    def none_instead(
        self, selection: core.Selection, frame: Frame, picked: Item | None, *, last: bool
    ) -> Unknown | None:
        """Unknown where another item may have to be picked.  What still comes within a window comes
        after all that has come, or before it.
        """
        outside = "before" if last else "after"
        if picked is not None and all(window.side == outside for window in selection.windows):
            return self._not_recorded(selection)
        return self.nothing(selection, frame)

    def _not_recorded(self, selection: core.Selection) -> Unknown | None:
        kinds = self.items.unrecorded(selection.sources)
        return op.not_recorded(kinds) if kinds else None

    def in_window(self, window: core.Window, item: Item, frame: Frame) -> Truth:
        """Whether an item lies in a window."""
        inner = Frame(frame.subject, frame.lets, frame.day, item, frame.known)
        time = self.value(window.fits.left, inner)
        return op.compare(window.fits.sign, time, self.value(window.fits.right, frame))

    def _not_over(
        self, selection: core.Selection, window: core.Window, frame: Frame
    ) -> Unknown | None:
        """Unknown where no row of the place lies beyond the window for certain."""
        unseen = frame.noting(None)
        end = self.value(window.fits.right, unseen)
        if isinstance(end, Unknown):
            return end
        place = self._places.setdefault(id(selection), core.place_of(selection))
        rows = self.certain(place, unseen)
        beyond: core.Sign = ">" if window.side == "after" else "<"
        for row in reversed(rows) if window.side == "after" else rows:
            time = first_of(row).time
            if time is not None and op.compare(beyond, time, end) is True:
                return None
        return op.NOT_OVER


_Matches = tuple[tuple[KeyField, ...], tuple[tuple[KeyField, core.Expression], ...]]
"""The keys by which a selection looks, and the fields that it asks to agree besides."""


class Selector(ItemIndex):
    """Finds the items of the selections of one program in one log."""

    _matches: dict[int, _Matches]  # by the identity of a selection, for speed

    # ---- what is selected -------------------------------------------------------------------
    def candidates(self, selection: core.Selection, frame: Frame) -> Candidates | Unknown:
        """Where the items of a selection are to be found."""
        where = self.sought(selection, frame)
        between = self._between(selection, frame)
        if isinstance(where, Unknown) or isinstance(between, Unknown):
            return join(where, between)
        matched, asked, unsure = self._agreeing(selection, where, frame)
        index = self.index_of(selection, tuple(matched))
        found = index.at(tuple(asked))
        low, high = found.between(between.low, between.high)
        vague = between.vague(found, self.ties)
        apart = [
            (items, [matched[at] for at in missing])
            for missing, items in index.perhaps_at(tuple(asked))
        ]
        if unsure:  # whatever else agrees may be meant
            apart.append((found, []))
        in_doubt = 0 if unsure else found.in_doubt(low, high)
        for items, _ in apart:
            first, after = items.between(between.low, between.high)
            in_doubt += after - first
        crowd = in_doubt > CROWD
        perhaps = [
            pair
            for items, missing in apart
            for pair in self._perhaps(items, missing, between, selection, frame, crowd=crowd)
        ]
        if unsure:
            lost = [(item, join(why, *unsure)) for item, why in perhaps]
            return Candidates(NOTHING, 0, 0, lost, crowd)
        if vague:
            sure = found.some([at for at in range(low, high) if at not in vague])
            for at in sorted(vague):
                fits = self._also(found.items[at], found.truths[at], selection, frame)
                if fits is not False:
                    perhaps.append((found.items[at], join(TIED, fits)))
            return Candidates(sure, 0, len(sure.items), perhaps, crowd)
        return Candidates(found, low, high, perhaps, crowd)

    def _agreeing(
        self, selection: core.Selection, where: Key, frame: Frame
    ) -> tuple[list[KeyField], list[Value | None], list[Unknown]]:
        """The fields in which items are to agree, with the values; and why others are not known."""
        if id(selection) not in self._matches:
            keys = tuple(KeyField(name, as_key=True) for name, _ in selection.keys)
            self._matches[id(selection)] = keys, tuple(_matches(selection))
        keys, matches = self._matches[id(selection)]
        asked, matched = [*where], [*keys]
        unsure: list[Unknown] = []
        for wanted, node in matches:
            value = self.key(node, frame) if wanted.as_key else self.value(node, frame)
            if isinstance(value, Unknown) or lacks_suit(value):
                unsure.append(value if isinstance(value, Unknown) else op.SUITLESS)
            else:
                matched.append(wanted)
                asked.append(value)
        return matched, asked, unsure

    def select(self, selection: core.Selection, frame: Frame) -> Selected | Unknown:
        """The items that are selected, and those that may be; in their order."""
        candidates = self.candidates(selection, frame)
        if isinstance(candidates, Unknown):
            return candidates
        chosen: list[Item] = []
        perhaps = list(candidates.partial_key)
        if candidates.items.doubts or _depends(selection):
            for at in range(candidates.low, candidates.high):
                item, fits = self._fits(candidates, at, selection, frame)
                if isinstance(fits, Unknown):
                    perhaps.append((item, fits))
                elif fits:
                    chosen.append(item)
        else:
            chosen = candidates.items.items[candidates.low : candidates.high]
        if frame.seen is not None:
            frame.seen.update(chosen)
        return Selected(chosen, perhaps, candidates.crowd)

    def picked(
        self, selection: core.Selection, frame: Frame, *, last: bool = False, number: int = 1
    ) -> Item | Unknown | None:
        """The first item that is selected, or that of a number; or the last.  Looks no further than
        it must.
        """
        candidates = self.candidates(selection, frame)
        if isinstance(candidates, Unknown):
            return candidates
        if number < 1:
            return None
        is_end = number == 1
        unsure: list[Unknown] = []
        found: Item | None = None
        places = range(candidates.low, candidates.high)
        for at in reversed(places) if last else places:
            item, fits = self._fits(candidates, at, selection, frame)
            if isinstance(fits, Unknown):
                unsure.append(fits)
            elif fits and (number := number - 1) == 0:
                found = item
                break
        # One that may belong to the selection matters only where it would be picked instead.
        unsure += [
            why
            for item, why in candidates.partial_key
            if found is None or (item.place > found.place) == last
        ]
        tied = self._beside(found, candidates, selection, frame)
        if unsure or tied:
            none = self.none_instead(selection, frame, found, last=last)
            alike = not unsure and all(fits is True for _, fits in tied)
            if found is not None and alike and none is None and is_end:
                return EndOfTie(TIED.reasons, (found, *(item for item, _ in tied)), last)
            return join(*unsure, *(TIED if fits is True else fits for _, fits in tied), none)
        if found is not None and frame.seen is not None:
            frame.seen.add(found)
        return found

    def _beside(
        self, picked: Item | None, found: Candidates, selection: core.Selection, frame: Frame
    ) -> list[tuple[Item, Truth]]:
        """The items of the same instant that may be the first or the last instead."""
        if picked is None or self.ties is None:
            return []
        others = [
            self._fits(found, at, selection, frame)
            for at in range(found.low, found.high)
            if self.ties.apart(picked, found.items.items[at])
        ]
        others += [(item, why) for item, why in found.partial_key if self.ties.apart(picked, item)]
        return [(item, fits) for item, fits in others if fits is not False]

    def certain(self, selection: core.Selection, frame: Frame) -> Sequence[Item]:
        """The items that are selected for certain."""
        selected = self.select(selection, frame)
        return () if isinstance(selected, Unknown) else selected[0]

    # ---- one item ---------------------------------------------------------------------------
    def _fits(
        self, found: Candidates, at: int, selection: core.Selection, frame: Frame
    ) -> tuple[Item, Truth]:
        """A candidate, and whether it is selected."""
        item, truth = found.items.items[at], found.items.truths[at]
        if found.crowd and isinstance(truth, Unknown):
            return item, truth
        return item, self._also(item, truth, selection, frame)

    def _also(self, item: Item, truth: Truth, selection: core.Selection, frame: Frame) -> Truth:
        """Whether an item is selected that is the right one by itself, as far as that is known."""
        if not _depends(selection):
            return truth
        truths = [truth]
        if selection.also is not None:
            inner = Frame(frame.subject, frame.lets, frame.day, item, frame.known)
            truths.append(self.truth(selection.also, inner))
        truths += [self.in_window(window, item, frame) for window in selection.windows]
        return op.all_hold([*truths, self.open_at(item, selection, frame)])

    def _perhaps(
        self,
        found: OrderedItems,
        missing: Sequence[KeyField],
        between: Between,
        selection: core.Selection,
        frame: Frame,
        *,
        crowd: bool,
    ) -> Iterator[tuple[Item, Unknown]]:
        """Items that may belong here, but for keys that the log does not record."""
        low, high = found.between(between.low, between.high)
        for at in sorted({*range(low, high), *between.vague(found, self.ties)}):
            item, truth = found.items[at], found.truths[at]
            fits = truth if crowd else self._also(item, truth, selection, frame)
            if fits is not False:
                yield item, join(*(self.why_no_key(item, field.name) for field in missing), fits)

    def _between(self, selection: core.Selection, frame: Frame) -> Between | Unknown:
        """The places between which a selection looks."""
        found = Between(0, self.log.events[-1].place + 1 if self.log.events else 0)
        unknown: list[Unknown] = []
        for side, node in selection.bounds:
            moment = self.evaluate(node, frame)
            if isinstance(moment, Absent) and side in ("since", "until"):
                continue
            if isinstance(moment, EndOfTie) and side != "at":
                found.bound(moment.items, above=side in ("before", "until"), last=moment.is_last)
                continue
            if isinstance(moment, Absent | Unknown):
                unknown.append(op.absent(moment) if isinstance(moment, Absent) else moment)
                continue
            assert isinstance(moment, Item)
            if side != "at":
                found.bound((moment,), above=side in ("before", "until"))
        return join(*unknown) if unknown else found


def _matches(selection: core.Selection) -> Iterator[tuple[KeyField, core.Expression]]:
    """The fields that a selection asks to agree with its subject, besides where it looks."""
    for name, node in selection.same:
        yield KeyField(name, as_key=True), node
    for name, node in selection.joins:
        yield KeyField(name, as_key=False), node


def _depends(selection: core.Selection) -> bool:
    """Whether a selection rests on more of its subject than keys and place."""
    at = any(side == "at" for side, _ in selection.bounds)
    return at or selection.also is not None or bool(selection.windows)
