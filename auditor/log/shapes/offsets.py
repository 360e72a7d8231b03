"""Local times with the offsets of their time zone."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from auditor.log.cell import Cell, stood
from auditor.log.shapes.clock import When, zoned

Timed = tuple[dict[str, str], When]
"""The cells of an event, and the moment that its row tells."""

UNDECIDED = (
    "The clock shows an hour twice, and the order of the rows does not tell which is which: times "
    "are read without offset."
)


def set_offsets(events: Iterable[Timed], zone: ZoneInfo) -> bool:
    """Write each time with its offset, the clock of each table by itself; False where an hour is
    shown twice and nothing tells which showing is meant: then no time of the file has one.
    """
    tables: dict[tuple[str, ...], list[Timed]] = {}
    for event, moment in events:
        place = tuple(event.get(name, "") for name in ("casino", "table"))
        tables.setdefault(place, []).append((event, moment))
    found = [zoned([moment for _, moment in timed], zone) for timed in tables.values()]
    for timed, moments in zip(tables.values(), found, strict=True):
        if None in found or moments is None:
            return False
        for (event, _), moment in zip(timed, moments, strict=True):
            event["time"] = Cell(moment.isoformat(), *stood("time", event["time"]))
    return True
