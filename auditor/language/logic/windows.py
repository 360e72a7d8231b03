"""Windows in which nothing can lie: `after this before this`, `burn before first burn`.

Each event that is named is a place in the log; what bounds a window are inequalities of places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.logic.formulas import Formulas
from auditor.language.logic.linear import Constraint, possible
from auditor.language.logic.unknowns import is_narrower
from auditor.messages.message import message


def empty_windows(node: object, formulas: Formulas) -> Iterator[Diagnostic]:
    """A selection whose bounds exclude one another, or exclude what it selects."""
    if not isinstance(node, core.Selection) or not node.bounds:
        return
    if any(side == "at" for side, _ in node.bounds):
        return
    window = _Window(formulas)
    place = window.new()
    for side, moment in node.bounds:
        window.bounded(place, side, window.place(moment))
    for other, picked in window.picked:
        if is_narrower(node, picked.selection):
            if picked.end == "first":
                window.before(other, place, strictly=False)
            elif picked.end == "last":
                window.before(place, other, strictly=False)
    if not possible(window.constraints, {}):
        bounds = tuple((message("E507.bound"), moment.span) for _, moment in node.bounds)
        yield Diagnostic(message("E507.empty"), node.span, None, bounds)


@dataclass(slots=True)
class _Window:
    formulas: Formulas
    constraints: list[Constraint] = field(default_factory=list)
    picked: list[tuple[int, core.Pick]] = field(default_factory=list)
    _places: dict[object, int] = field(default_factory=dict)

    def new(self) -> int:
        """A place that nothing is known of."""
        return self._places.setdefault(len(self._places), len(self._places))

    def place(self, moment: core.Expression) -> int:
        """The place of an event that is named, with what bounds it."""
        plain = self.formulas.unknowns.plainly(moment)
        known = self._places.get(plain)
        if known is not None:
            return known
        place = self._places[plain] = len(self._places)
        if isinstance(plain, core.Pick):
            for side, inner in plain.selection.bounds:
                self.bounded(place, side, self.place(inner))
            for other, former in self.picked:
                self._ordered(place, plain, other, former)
            self.picked.append((place, plain))
        return place

    def bounded(self, place: int, side: str, by: int) -> None:
        """`place` stands before, after, until or since another."""
        if side in ("before", "until"):
            self.before(place, by, strictly=side == "before")
        elif side in ("after", "since"):
            self.before(by, place, strictly=side == "after")

    def before(self, one: int, other: int, *, strictly: bool) -> None:
        """One place is no later than another."""
        if one == other:
            factors: tuple[tuple[int, int], ...] = ()
        else:
            factors = tuple(sorted(((one, 1), (other, -1))))
        self.constraints.append(Constraint(factors, "<" if strictly else "<=", 0))

    def _ordered(self, place: int, own: core.Pick, other: int, former: core.Pick) -> None:
        """The first of some events is no later than any of them, the last no earlier."""
        pairs = ((place, own, other, former), (other, former, place, own))
        for here, picked, there, among in pairs:
            if is_narrower(picked.selection, among.selection):
                if among.end == "first":
                    self.before(there, here, strictly=False)
                elif among.end == "last":
                    self.before(here, there, strictly=False)
