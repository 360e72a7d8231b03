"""Rows below the header of a mapping: those that fit it, those that are set aside, those that sum
up others, and cells that have the value of the one above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from auditor.log.coded import sheet_of
from auditor.log.convert.lexicon import Lexicon
from auditor.log.export_marks import Summaries
from auditor.log.mapping.bind import missing
from auditor.log.row_columns import Grid
from auditor.log.table import SHOWN, Heading, Record, UnfitRow, misfit, usual_width
from auditor.messages.message import Message, message


def filled_down(grid: Grid, head: Heading, names: Sequence[str], lexicon: Lexicon) -> Grid:
    """The grid with the values of columns in the rows below.  Raises Unreadable."""
    if not names:
        return grid
    places: list[int] = []
    for name in names:
        if (at := head.find(name)) is None:
            raise missing(name, head, grid.records)
        places.append(at)
    shown = tuple(f"`{head.names[at]}`" for at in places)
    notes = (*grid.notes, message("note.filled_down", names=shown))
    above = list(grid.records[: head.last + 1])
    below = _filled(grid, head, places, Summaries(lexicon))
    return replace(grid, records=sheet_of([*above, *below]), notes=notes)


def _filled(
    grid: Grid, head: Heading, places: Sequence[int], summaries: Summaries
) -> Iterator[Record]:
    own = list(grid.records[head.last][1]) if head.last >= 0 else None
    last: dict[int, str] = {}
    for number, cells in grid.records[head.last + 1 :]:
        first = next((cell for cell in cells if cell.strip()), "")
        aside = not first or list(cells) == own or number in grid.flaws
        if aside or summaries.is_footer(cells) or summaries.is_total(first):
            yield number, cells
            continue
        row = [*cells]
        for at in places:
            if at < len(row):
                last[at] = row[at] = row[at] if row[at].strip() else last.get(at, "")
        yield number, row


Torn = Callable[[int, Sequence[str], Message], UnfitRow]
"""Says what a row with too many fields or too few may be."""


class Fitting:
    """The rows of a grid below a header; `aside` are those that are set aside, also by whoever
    makes events of the others.
    """

    def __init__(self, grid: Grid, head: Heading, summaries: Summaries) -> None:
        self.records = grid.body[head.last + 1 :]
        self.aside: list[UnfitRow] = []
        self._flaws: Mapping[int, UnfitRow] = grid.flaws
        self._summaries = summaries
        self._fields = len(head.names)
        self._needed = max((at for at, there in enumerate(head.named) if there), default=-1) + 1
        self._unnamed = [at for at, there in enumerate(head.named) if not there]
        self._repeated = tuple(grid.records[head.last][1]) if head.last >= 0 else None
        self._width = usual_width(self.records, self._fields)
        self._nameless: Sequence[int] = ()

    def set_aside(
        self, number: int, cells: Sequence[str], reason: Message, *, no_event: bool = False
    ) -> None:
        """Sets a whole row aside."""
        text = " | ".join(cells)[:SHOWN]
        self.aside.append(UnfitRow(number, None, text, reason, no_event=no_event))

    def nameless(self) -> list[int]:
        """The numbers of the rows that hold something in a column without a name."""
        aside = {own.row for own in self.aside}
        return sorted(number for number in self._nameless if number not in aside)

    def places(self, torn: Torn) -> NDArray[np.int64]:
        """Where the rows stand that fit the header; most are seen at once."""
        records = self.records
        doubtful = records.unlike(self._fields, self._needed, self._flaws, fewest=2)
        doubtful |= records.like(self._repeated or ())
        for at in np.flatnonzero(doubtful).tolist():
            doubtful[at] = not self._fits(*records[at], torn)
        named = records.holding(self._unnamed) & ~doubtful
        self._nameless = records.numbers[named].tolist()
        return np.flatnonzero(~doubtful)

    def _fits(self, number: int, cells: Sequence[str], torn: Torn) -> bool:
        """Whether a row fits the header: no blank one, no header, no footer does."""
        if flaw := self._flaws.get(number):
            self.aside.append(flaw)
        elif self._summaries.is_footer(cells):
            self.set_aside(number, cells, message("row.footer"), no_event=True)
        elif any(cells) and (reason := misfit(cells, self._fields, self._needed, self._width)):
            self.aside.append(torn(number, cells, reason))
        elif tuple(cells) == self._repeated:
            self.set_aside(number, cells, message("row.header_again"), no_event=True)
        else:
            return any(cells)
        return False
