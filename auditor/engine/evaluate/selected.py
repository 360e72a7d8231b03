"""The items that each of many subjects selects, and those that may belong to it besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.engine.evaluate.frame import Frame
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.index.segments import Segments, blocks, pairs
from auditor.engine.store.vector import Bools, Codes, Ints, join

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
    unknown: Codes | None
    certain: Segments
    partial_key: list[Segments]
    uncertain: list[Segments]
    crowd: Bools | None = None

    def parts_in_doubt(self) -> Iterator[tuple[Segments, Segments | None]]:
        """Parts of what may belong: of which items are asked one by one, and which are a crowd."""
        for part in (*self.partial_key, *self.uncertain):
            yield part.apart(self.crowd)

    def uncertainty(self) -> Codes | None:
        """The reasons of all that may belong; 0 where nothing else may."""
        return join(*(part.reasons() for part in (*self.partial_key, *self.uncertain)))


def pairs_of(source: Relation, part: Segments, frame: Frame) -> Iterator[tuple[Ints, Ints, Frame]]:
    """Subjects beside their items, so many at a time as may be held at once: the subjects, the
    indexes of the items in the part, and the frame of the pairs.
    """
    for block in blocks(part.low, part.high, MOST_PAIRS):
        of, indexes = pairs(part.low[block], part.high[block])
        of = of + block.start
        items = ItemColumn(source, part.items[indexes], None, source.label)
        yield of, indexes, frame.beside(of, items)
