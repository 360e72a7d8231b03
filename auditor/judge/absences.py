"""Absent items: nothing follows where they are not recorded, or may still come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from auditor.judge.frame import Evaluator, Frame, Truth
from auditor.judge.items import Item, Items, events_of
from auditor.judge.operators import NOT_OVER, compare, not_recorded
from auditor.language import core
from auditor.values import Unknown, join


class Finder(Protocol):
    """Whoever finds the items of selections."""

    def certain(self, selection: core.Selection, frame: Frame) -> Sequence[Item]:
        """The items that are selected for certain."""


class Absences:
    """Tells whether all that a selection may hold is there."""

    def __init__(self, items: Items, evaluator: Evaluator, finder: Finder) -> None:
        self._items, self._evaluator, self._finder = items, evaluator, finder
        self._places: dict[int, core.Selection] = {}  # by the identity of a selection

    def nothing(self, selection: core.Selection, frame: Frame) -> Unknown | None:
        """Unknown where nothing follows from absence: items are not recorded, or a window by the
        clock is not over.
        """
        every = (self._not_over(selection, window, frame) for window in selection.windows)
        unknown = [why for why in (self._unrecorded(selection), *every) if why is not None]
        return join(*unknown) if unknown else None

    def none_instead(
        self, selection: core.Selection, frame: Frame, picked: Item | None, *, last: bool
    ) -> Unknown | None:
        """Unknown where another item may have to be picked.  What still comes within a window comes
        after all that has come, or before it.
        """
        outside = "before" if last else "after"
        if picked is not None and all(window.side == outside for window in selection.windows):
            return self._unrecorded(selection)
        return self.nothing(selection, frame)

    def _unrecorded(self, selection: core.Selection) -> Unknown | None:
        kinds = self._items.unrecorded(selection.sources)
        return not_recorded(kinds) if kinds else None

    # ---- windows by the clock ---------------------------------------------------------------
    def in_window(self, window: core.Window, item: Item, frame: Frame) -> Truth:
        """Whether an item lies in a window."""
        inner = Frame(frame.subject, frame.lets, frame.day, item, frame.known)
        time = self._evaluator.value(window.fits.left, inner)
        return compare(window.fits, time, self._evaluator.value(window.fits.right, frame))

    def _not_over(
        self, selection: core.Selection, window: core.Window, frame: Frame
    ) -> Unknown | None:
        """Unknown where no row of the place lies beyond the window for certain."""
        unseen = frame.noting(None)
        end = self._evaluator.value(window.fits.right, unseen)
        if isinstance(end, Unknown):
            return end
        place = self._places.setdefault(id(selection), core.place_of(selection))
        rows = self._finder.certain(place, unseen)
        beyond = replace(window.fits, sign=">" if window.side == "after" else "<")
        for row in reversed(rows) if window.side == "after" else rows:
            time = events_of(row)[0].time
            if time is not None and compare(beyond, time, end) is True:
                return None
        return NOT_OVER
