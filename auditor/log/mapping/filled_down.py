"""Columns that are filled only where their value changes, as a mapping names them.

An empty cell has the value of the one above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.mapping.bind import missing
from auditor.log.mapping.summaries import Summaries
from auditor.log.raw_grid import Grid
from auditor.log.table import Record
from auditor.messages.message import message


def filled_down(grid: Grid, head: Heading, names: Sequence[str], lexicon: Lexicon) -> Grid:
    """The grid with the values of these columns in the rows below them that hold anything else.

    Raises Unreadable where there is no such column.
    """
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
    return replace(grid, records=[*above, *below], notes=notes)


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
