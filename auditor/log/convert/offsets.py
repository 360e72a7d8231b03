"""Local times with the offsets of their time zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from auditor.log.cell import Cell, stood
from auditor.log.convert.time_zones import When, zoned

Timed = tuple[list[str], When | None]
"""The cells of an event, and the moment that its row tells."""

UNDECIDED = (
    "The clock shows an hour twice, and the order of the rows does not tell which is which: times "
    "are read without offset."
)


def set_offsets(events: Iterable[Timed], zone: ZoneInfo, at: Mapping[str, int]) -> bool:
    """Write each time with its offset, the clock of each table by itself; False where an hour is
    shown twice and nothing tells which showing is meant: then no time of the file has one.

    `at` are the places of the columns.
    """
    tables: dict[tuple[str, ...], list[tuple[list[str], When]]] = {}
    for cells, moment in events:
        place = tuple(cells[at[name]] for name in ("casino", "table") if name in at)
        if moment is not None:
            tables.setdefault(place, []).append((cells, moment))
    found = [zoned([moment for _, moment in timed], zone) for timed in tables.values()]
    for timed, moments in zip(tables.values(), found, strict=True):
        if None in found or moments is None:
            return False
        for (cells, _), moment in zip(timed, moments, strict=True):
            time = cells[at["time"]]
            cells[at["time"]] = Cell(moment.isoformat(), *stood("time", time))
    return True
