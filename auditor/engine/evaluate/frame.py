"""From where an expression is worked out: many subjects, or pairs of subject and element."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.language import core
from auditor.log.store.keys import Segments, blocks, pairs
from auditor.log.store.vector import CERTAIN, Bools, Codes, Ints, Reasons, Vector, first_of, join
from auditor.values import Reason

Answer = Vector | ItemColumn


@dataclass(slots=True)
class Frame:
    """Subjects of one source.

    `at` are their places in it, None for all of them.  A frame of pairs has a `parent`, of which
    `of` names the subject of each pair, and looks at one `element` for each.  What is `known` by
    its name is known of some of the subjects of a `wider` frame as well.
    """

    source: Relation
    at: Ints | None
    lets: dict[str, core.Expression]
    parent: Frame | None = None
    of: Ints | None = None
    element: ItemColumn | None = None
    known: dict[str, Answer] = field(default_factory=dict)
    days: Vector | None = None
    wider: tuple[Frame, Ints] | None = None

    @property
    def size(self) -> int:
        return self.source.size if self.at is None else len(self.at)

    def places(self) -> Ints:
        """The places of the subjects in their source."""
        return np.arange(self.source.size) if self.at is None else self.at

    @property
    def where(self) -> Ints | slice:
        """Their places as an index into arrays in the order of the source."""
        return slice(None) if self.at is None else self.at

    def rows(self) -> Ints:
        """The rows of the log that speak for the subjects."""
        return self.source.rows if self.at is None else self.source.rows.take(self.at)

    def only(self, chosen: Ints) -> Frame:
        """Some of the subjects, or pairs, each at most once, in their order."""
        if len(chosen) == self.size:
            return self
        at = chosen if self.at is None else self.at.take(chosen)
        days = None if self.days is None else self.days.at(chosen)
        of = None if self.of is None else self.of.take(chosen)
        element = None if self.element is None else self.element.taken(chosen)
        return Frame(
            self.source, at, self.lets, self.parent, of, element, days=days, wider=(self, chosen)
        )

    def find(self, name: str) -> Answer | None:
        """The answer that a name stands for, where it is known."""
        if name not in self.known and self.wider is not None:
            frame, chosen = self.wider
            answer = frame.find(name)
            if answer is not None:
                self.known[name] = taken(answer, chosen)
        return self.known.get(name)

    def beside(self, of: Ints, element: ItemColumn) -> Frame:
        """Pairs of a subject and an element."""
        at = of if self.at is None else self.at[of]
        return Frame(self.source, at, self.lets, self, of, element)


class Evaluator(Protocol):
    """Evaluates expressions for selections, patterns, intervals and the fields of items."""

    catalog: Catalog
    reasons: Reasons
    program: core.Program
    unreadable: int

    def evaluate(self, node: core.Expression, frame: Frame) -> Answer:
        """The value of an expression for each subject."""

    def value(self, node: core.Expression, frame: Frame) -> Vector:
        """The values of an expression that is no item; an absent item has none."""

    def item_column(self, node: core.Expression, frame: Frame) -> ItemColumn:
        """The items that an expression stands for."""

    def truth(self, node: core.Expression, frame: Frame) -> tuple[Bools, Codes]:
        """A condition: where it holds for certain, and why it is not known."""

    def field_of(self, of: Answer, name: str) -> Answer:
        """A field of an item, or of what is absent or not known in its place."""

    def compared(self, node: core.Compare, left: Vector, right: Vector) -> Vector:
        """Whether two values are in order."""


def taken(answer: Answer, places: Ints) -> Answer:
    """An answer for some of the subjects."""
    return answer.at(places) if isinstance(answer, Vector) else answer.taken(places)


def absence(found: ItemColumn, reasons: Reasons) -> Codes:
    """Why there is no item: it is not known, or it is absent."""
    absent = reasons.where(found.at < 0, Reason("absent", found.what))
    return first_of(found.unknown, absent)


MOST_PAIRS = 4_000_000
"""Pairs of subject and item that are held in memory at once."""


@dataclass(slots=True)
class Selected:
    """Items that each subject selects for certain, and items that may belong to it.

    `unknown` says for which subjects it is not known where to look.  Of what may belong,
    `partial_key` are the items whose keys are not all recorded, `uncertain` those whose condition
    is not known.  `crowd` are the subjects for which these are a crowd, None where there are none.
    """

    source: Relation
    size: int
    unknown: Codes
    certain: Segments
    partial_key: list[Segments]
    uncertain: list[Segments]
    crowd: Bools | None = None

    def uncertainty(self) -> Codes:
        """The reasons of all that may belong; 0 where nothing else may."""
        return join(*(part.reasons() for part in (*self.partial_key, *self.uncertain)))


def pairs_of(source: Relation, part: Segments, frame: Frame) -> Iterator[tuple[Ints, Ints, Frame]]:
    """Subjects beside their items, so many at a time as may be held at once: the subjects, the
    indexes of the items in the part, and the frame of the pairs.
    """
    for block in blocks(part.low, part.high, MOST_PAIRS):
        of, indexes = pairs(part.low[block], part.high[block])
        of = of + block.start
        items = ItemColumn(source, part.items[indexes], CERTAIN, source.label)
        yield of, indexes, frame.beside(of, items)
