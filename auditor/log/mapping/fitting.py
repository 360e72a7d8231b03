"""Rows below the header of a mapping: those that fit it, and those that are set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from auditor.log.coded import CodedRows
from auditor.log.header import Heading
from auditor.log.mapping.summaries import Summaries
from auditor.log.raw_grid import Grid
from auditor.log.table import SHOWN, Record, SetAside, misfit, usual_width
from auditor.messages.message import Message, message

Torn = Callable[[int, Sequence[str], Message], SetAside]
"""Says what a row with too many fields or too few may be."""


class Fitting:
    """The rows of a grid below a header; `aside` are those that are set aside, also by whoever
    makes events of the others.
    """

    def __init__(self, grid: Grid, head: Heading, summaries: Summaries) -> None:
        self.records: Sequence[Record] = grid.records[head.last + 1 :]
        self.aside: list[SetAside] = []
        self._flaws: Mapping[int, SetAside] = grid.flaws
        self._summaries = summaries
        self._fields = len(head.names)
        self._needed = max((at for at, there in enumerate(head.named) if there), default=-1) + 1
        self._unnamed = [at for at, there in enumerate(head.named) if not there]
        self._repeated = tuple(grid.records[head.last][1]) if head.last >= 0 else None
        self._width = usual_width(self.records, self._fields)
        self._nameless: list[int] = []

    def set_aside(
        self, number: int, cells: Sequence[str], reason: Message, *, no_event: bool = False
    ) -> None:
        """Sets a whole row aside."""
        text = " | ".join(cells)[:SHOWN]
        self.aside.append(SetAside(number, None, text, reason, no_event=no_event))

    def nameless(self) -> list[int]:
        """The numbers of the rows that hold something in a column without a name."""
        aside = {own.row for own in self.aside}
        return sorted(number for number in self._nameless if number not in aside)

    def places(self, torn: Torn) -> NDArray[np.int64]:
        """Where the rows stand that fit the header: of rows in columns most are seen at once."""
        records = self.records
        if not isinstance(records, CodedRows):
            return np.array([at for at, _ in self.rows(torn)], np.int64)
        doubtful = records.unlike(self._fields, self._needed, self._flaws, fewest=2)
        doubtful |= records.like(self._repeated or ())
        fit = [at for at, _ in self.rows(torn, np.flatnonzero(doubtful).tolist())]
        named = records.holding(self._unnamed)
        self._nameless += records.numbers[named & ~doubtful].tolist()
        return np.sort(np.append(np.flatnonzero(~doubtful), np.array(fit, np.int64)))

    def rows(self, torn: Torn, some: Iterable[int] | None = None) -> Iterator[tuple[int, Record]]:
        """The rows that fit the header, each with its place among all rows or among `some`; blank
        rows, other headers and footers are passed over.
        """
        for at in range(len(self.records)) if some is None else some:
            number, cells = own = self.records[at]
            if flaw := self._flaws.get(number):
                self.aside.append(flaw)
            elif not any(cells):
                continue
            elif self._summaries.is_footer(cells):
                self.set_aside(number, cells, message("row.footer"), no_event=True)
            elif reason := misfit(cells, self._fields, self._needed, self._width):
                self.aside.append(torn(number, cells, reason))
            elif tuple(cells) == self._repeated:
                self.set_aside(number, cells, message("row.header_again"), no_event=True)
            else:
                if any(at < len(cells) and cells[at] for at in self._unnamed):
                    self._nameless.append(number)
                yield at, own
