"""From where an expression is worked out: many subjects, or pairs of subject and element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from auditor.engine.evaluate.relations import Catalog, ItemColumn, Source
from auditor.engine.store.vector import Bools, Codes, Ints, Reasons, Vector, placed
from auditor.language import core

Answer = Vector | ItemColumn


@dataclass(slots=True)
class Frame:
    """Subjects of one source.

    `at` are their places in it, None for all of them.  A frame of pairs has a `parent`, of which
    `of` names the subject of each pair, and looks at one `element` for each.  One that was made of
    a `wider` one has the subjects `among` those of it.
    """

    source: Source
    at: Ints | None
    lets: dict[str, core.Expression]
    parent: Frame | None = None
    of: Ints | None = None
    element: ItemColumn | None = None
    known: dict[str, Answer] = field(default_factory=dict)
    days: Vector | None = None
    wider: Frame | None = None
    among: Ints | None = None

    @property
    def size(self) -> int:
        return self.source.size if self.at is None else len(self.at)

    def places(self) -> Ints:
        """The places of the subjects in their source."""
        return np.arange(self.source.size) if self.at is None else self.at

    @property
    def where(self) -> Ints | slice:
        """The same, to look up or set what stands in the order of the source."""
        return slice(None) if self.at is None else self.at

    def rows(self) -> Ints:
        """The rows of the log that speak for the subjects."""
        return self.source.rows if self.at is None else self.source.rows.take(self.at)

    def only(self, chosen: Ints) -> Frame:
        """Some of the subjects, each at most once, in their order."""
        if len(chosen) == self.size:
            return self
        return Frame(
            self.source,
            chosen if self.at is None else self.at.take(chosen),
            self.lets,
            self.parent,
            None if self.of is None else self.of.take(chosen),
            None if self.element is None else self.element.taken(chosen),
            days=None if self.days is None else self.days.at(chosen),
            wider=self,
            among=chosen,
        )

    def found(self, name: str) -> Answer | None:
        """What a local is worth where that has been worked out, here or for more subjects."""
        if name not in self.known and self.wider is not None and self.among is not None:
            wide = self.wider.found(name)
            if wide is not None:
                self.known[name] = taken(wide, self.among)
        return self.known.get(name)

    def beside(self, of: Ints, element: ItemColumn) -> Frame:
        """Pairs of a subject and an element."""
        at = of if self.at is None else self.at[of]
        return Frame(self.source, at, self.lets, self, of, element)


class Evaluator(Protocol):
    """What selections, patterns and stretches of time ask of whoever works out expressions."""

    catalog: Catalog
    reasons: Reasons
    program: core.Program
    unreadable: int

    def value(self, node: core.Expression, frame: Frame) -> Vector:
        """What an expression that is no item is worth; an absent item has no value."""

    def item_column(self, node: core.Expression, frame: Frame) -> ItemColumn:
        """What an expression that is an item is worth."""

    def truth(self, node: core.Expression, frame: Frame) -> tuple[Bools, Codes | None]:
        """A condition: where it holds for certain, and why it is not known."""

    def all_of(self, parts: Sequence[Vector]) -> Vector:
        """Whether all conditions hold."""


def taken(answer: Answer, places: Ints) -> Answer:
    """An answer for some of the subjects."""
    return answer.at(places) if isinstance(answer, Vector) else answer.taken(places)


def spread(answer: Answer, places: Ints, size: int) -> Answer:
    """An answer for subjects at some places as one for all; for the others it means nothing."""
    unknown = None if answer.unknown is None else placed(answer.unknown, places, size)
    if isinstance(answer, ItemColumn):
        return ItemColumn(answer.source, placed(answer.at, places, size), unknown, answer.what)
    zone = None if answer.zone is None else placed(answer.zone, places, size)
    return Vector(placed(answer.data, places, size), unknown, answer.scale, zone)
