"""Selections: the events, rows and intervals that are meant, and those that may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from auditor.judge.any_order import TIED, AnyOrder, Between
from auditor.judge.frame import Evaluator, Frame, Truth
from auditor.judge.item_index import NOTHING, ItemIndex, KeyField, KeyReader, OrderedItems
from auditor.judge.items import Absent, Item, Items
from auditor.judge.open_spans import OpenSpans
from auditor.judge.operators import SUITLESS, absent, not_recorded
from auditor.language import core
from auditor.log.event import Log
from auditor.values import Unknown, join, lacks_suit

CROWD = 1_000
"""More items in doubt than these are a crowd, of which nothing is asked one by one: each of them
may be meant.  A night has fewer; each subject beside each item of a log in doubt would be a square.
"""


@dataclass(slots=True)
class Candidates:
    """The items from low to high, and those that may belong to them but for a key they lack;
    whether those in doubt are a crowd.
    """

    items: OrderedItems
    low: int
    high: int
    partial_key: list[tuple[Item, Unknown]]
    crowd: bool


class Selected(NamedTuple):
    """The items that are selected, and those that may be; whether these are of a crowd."""

    chosen: list[Item]
    perhaps: list[tuple[Item, Unknown]]
    crowd: bool


_Matches = tuple[tuple[KeyField, ...], tuple[tuple[KeyField, core.Expression], ...]]
"""The keys by which a selection looks, and the fields that it asks to agree besides."""


class Selector:
    """Finds the items of the selections of one program in one log."""

    def __init__(
        self,
        program: core.Program,
        log: Log,
        items: Items,
        keys: KeyReader,
        evaluator: Evaluator,
        *,
        any_order: AnyOrder | None = None,
    ) -> None:
        self._program, self._items, self._evaluator = program, items, evaluator
        self._keys, self.any_order = keys, any_order
        self.spans = OpenSpans(program, items, evaluator, any_order)
        self._end = log.events[-1].place + 1 if log.events else 0
        self._index = ItemIndex(items, keys, evaluator)
        self._matches: dict[int, _Matches] = {}  # by the identity of a selection, for speed

    # ---- what is selected -------------------------------------------------------------------
    def candidates(self, selection: core.Selection, frame: Frame) -> Candidates | Unknown:
        """Where the items of a selection are to be found."""
        where = self._keys.sought(selection, frame)
        between = self._between(selection, frame)
        if isinstance(where, Unknown) or isinstance(between, Unknown):
            return join(where, between)
        if id(selection) not in self._matches:
            keys = tuple(KeyField(name, as_key=True) for name, _ in selection.keys)
            self._matches[id(selection)] = keys, tuple(_matches(selection))
        keys, matches = self._matches[id(selection)]
        asked, matched = [*where], [*keys]
        unsure: list[Unknown] = []
        for field, node in matches:
            value = (
                self._keys.value(node, frame)
                if field.as_key
                else self._evaluator.value(node, frame)
            )
            if isinstance(value, Unknown) or lacks_suit(value):
                unsure.append(value if isinstance(value, Unknown) else SUITLESS)
            else:
                matched.append(field)
                asked.append(value)
        index = self._index.of(selection, tuple(matched))
        found = index.at(tuple(asked))
        wide = between.wide
        low, high = found.between(between.low, between.high)
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
            for pair in self._perhaps(items, missing, wide, selection, frame, crowd=crowd)
        ]
        if unsure:
            lost = [(item, join(why, *unsure)) for item, why in perhaps]
            return Candidates(NOTHING, 0, 0, lost, crowd)
        if self.any_order is not None and (vague := self.any_order.vague(found, between)):
            sure = found.some([at for at in range(low, high) if at not in vague])
            beside = found.some(sorted(vague))
            unsure_place = self._perhaps(beside, (), wide, selection, frame, crowd=crowd)
            perhaps += [(item, join(TIED, why)) for item, why in unsure_place]
            return Candidates(sure, 0, len(sure.items), perhaps, crowd)
        return Candidates(found, low, high, perhaps, crowd)

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

    def nearest(self, selection: core.Selection, frame: Frame, last: bool) -> Item | Unknown | None:
        """The first or the last item that is selected; looks no further than it must."""
        candidates = self.candidates(selection, frame)
        if isinstance(candidates, Unknown):
            return candidates
        unsure: list[Unknown] = []
        picked: Item | None = None
        places = (
            range(candidates.high - 1, candidates.low - 1, -1)
            if last
            else range(candidates.low, candidates.high)
        )
        for at in places:
            item, fits = self._fits(candidates, at, selection, frame)
            if isinstance(fits, Unknown):
                unsure.append(fits)
            elif fits:
                picked = item
                break
        # One that may belong to the selection matters only where it would be picked instead.
        unsure += [
            why
            for item, why in candidates.partial_key
            if picked is None or (item.place > picked.place) == last
        ]
        if picked is not None and self.any_order is not None:
            unsure += self._beside(picked, candidates, selection, frame)
        if unsure:
            return join(*unsure, self.nothing(selection))
        if picked is not None and frame.seen is not None:
            frame.seen.add(picked)
        return picked

    def _beside(
        self, picked: Item, candidates: Candidates, selection: core.Selection, frame: Frame
    ) -> list[Unknown]:
        """Why another item may be the first or the last: which of them comes first is not known."""
        assert self.any_order is not None
        found = candidates.items
        others = (
            self._fits(candidates, at, selection, frame)
            for at in self.any_order.beside(found, picked)
            if candidates.low <= at < candidates.high
        )
        unsure = (why for item, why in candidates.partial_key if self.any_order.apart(picked, item))
        return [*(TIED for _, fits in others if fits is not False), *unsure]

    def nth(
        self, selection: core.Selection, index: core.Expression, frame: Frame
    ) -> Item | Unknown | None:
        """The item at an index counted from 1; what is unsure up to there makes it unsure."""
        # The item rests on itself, not on all that was counted to find it.
        at = self._evaluator.value(index, frame.noting(None))
        candidates = self.candidates(selection, frame)
        if isinstance(at, Unknown) or isinstance(candidates, Unknown):
            return join(at, candidates)
        assert isinstance(at, int)
        unsure = candidates.items.doubts or self.any_order is not None
        if candidates.partial_key or _depends(selection) or unsure:
            return self._nth_of_unsure(selection, at, frame)
        place = candidates.low + at - 1
        picked = candidates.items.items[place] if at > 0 and place < candidates.high else None
        if picked is not None and frame.seen is not None:
            frame.seen.add(picked)
        return picked

    def _nth_of_unsure(
        self, selection: core.Selection, at: int, frame: Frame
    ) -> Item | Unknown | None:
        selected = self.select(selection, frame.noting(None))
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        picked = chosen[at - 1] if 0 < at <= len(chosen) else None
        before = [why for item, why in perhaps if picked is None or item.place < picked.place]
        if picked is not None and self.any_order is not None:
            apart = self.any_order.apart
            before += [TIED for item in chosen if apart(picked, item)]
            before += [why for item, why in perhaps if apart(picked, item)]
        if before and at > 0:
            return join(*before, self.nothing(selection))
        if picked is not None and frame.seen is not None:
            frame.seen.add(picked)
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
            truths.append(self._evaluator.truth(selection.also, inner))
        truths += [self.spans.open_at(item, selection, frame)]
        if any(truth is False for truth in truths):
            return False
        unknown = [truth for truth in truths if isinstance(truth, Unknown)]
        return join(*unknown) if unknown else True

    def _perhaps(
        self,
        found: OrderedItems,
        missing: Sequence[KeyField],
        between: tuple[int, int],
        selection: core.Selection,
        frame: Frame,
        *,
        crowd: bool,
    ) -> Iterator[tuple[Item, Unknown]]:
        """Items that may belong here, but for keys that the log does not record."""
        low, high = found.between(*between)
        for item, truth in zip(found.items[low:high], found.truths[low:high], strict=True):
            fits = truth if crowd else self._also(item, truth, selection, frame)
            if fits is not False:
                yield item, join(*(self._keys.gap(item, field.name) for field in missing), fits)

    def _between(self, selection: core.Selection, frame: Frame) -> Between | Unknown:
        """The places between which a selection looks."""
        found = Between(0, self._end, (0, self._end))
        unknown: list[Unknown] = []
        for side, node in selection.bounds:
            moment = self._evaluator.evaluate(node, frame)
            if isinstance(moment, Absent) and side in ("since", "until"):
                continue
            if isinstance(moment, Absent | Unknown):
                unknown.append(absent(moment) if isinstance(moment, Absent) else moment)
                continue
            assert isinstance(moment, Item)
            if side != "at":
                found.bound(moment, self.any_order, above=side in ("before", "until"))
        return join(*unknown) if unknown else found


def _matches(selection: core.Selection) -> Iterator[tuple[KeyField, core.Expression]]:
    """The fields that a selection asks to agree with its subject, besides where it looks."""
    for name, node in selection.same:
        yield KeyField(name, as_key=True), node
    for name, node in selection.joins:
        yield KeyField(name, as_key=False), node


def _depends(selection: core.Selection) -> bool:
    """Whether a selection rests on more of its subject than keys and place."""
    return selection.also is not None or any(side == "at" for side, _ in selection.bounds)
