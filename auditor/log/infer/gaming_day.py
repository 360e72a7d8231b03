"""The days of a file: those of the calendar, or evenings that reach past midnight."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from auditor.log.convert.dates import DAY, Stamp, stamp
from auditor.log.infer.columns import Body

NOON = timedelta(hours=12)
BEGINS = "12:00"


def day_begins(body: Body, day: int, clock: int, *, named_for_evenings: bool) -> str | None:
    """The hour at which a gaming day begins; None where the days are those of the calendar.

    Past midnight the day of the calendar turns, that of an evening stays; where no row shows
    either, the name of the column decides.
    """
    stays = turns = False
    whole = [cells for cells in body.rows if len(cells) > max(day, clock)]
    for before, after in pairwise(whole):
        first, second = (stamp(cells[day].strip()) for cells in (before, after))
        late, early = (stamp(cells[clock].strip()) for cells in (before, after))
        if not (first and second and late and early) or late.clock is None or early.clock is None:
            continue
        if late.clock >= NOON > early.clock:
            stays = stays or first.days == second.days
            turns = turns or _next(first, second)
    if stays and not turns:
        return BEGINS
    return BEGINS if named_for_evenings and not turns else None


def _next(first: Stamp, second: Stamp) -> bool:
    """True where the second day follows the first, by one order of their figures or another."""
    return any(
        (second.days or {}).get(order) == day + DAY for order, day in (first.days or {}).items()
    )
