"""Times as the clock of a table shows them: days, times of day, hours that come twice."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache

import numpy as np

from auditor.engine.store.vector import NAIVE, Bools, Ints, Vector
from auditor.values import CLOCK

FIRST_DAY = date(1970, 1, 1)
MINUTE = 60 * 1_000_000
"""In microseconds, by which columns count."""

TICK = timedelta(microseconds=1)
_DAY = 24 * 60 * MINUTE
_EARLIEST, _LATEST = -36_525, 36_525  # a hundred years on both sides of 1970


def day_number(day: date) -> int:
    """Days since 1970."""
    return (day - FIRST_DAY).days


def local_days(vector: Vector) -> Ints:
    """The calendar day of each time, as its own clock shows it."""
    return np.asarray(_local(vector) // _DAY)


def since_midnight(vector: Vector) -> Ints:
    """The time of day of each time, as its own clock shows it: microseconds."""
    return np.asarray(_local(vector) % _DAY)


def _local(vector: Vector) -> Ints:
    if vector.zone is None:
        return np.asarray(vector.data)
    return np.asarray(vector.data + np.where(vector.zone == NAIVE, 0, vector.zone))


def shown_twice(vector: Vector) -> Bools:
    """Whether times have no offset and stand in an hour that the clock shows twice."""
    result = np.zeros(vector.data.shape, bool)
    if vector.zone is None or not result.size or not (vector.zone == NAIVE).any():
        return result
    days = local_days(vector)
    first, last = max(int(days.min()), _EARLIEST), min(int(days.max()), _LATEST)
    for day in range(first, last + 1):
        for start, end in _repeated(day):
            result |= (vector.data >= start) & (vector.data < end)
    return np.asarray(result & (vector.zone == NAIVE))


@cache
def _repeated(day: int) -> tuple[tuple[int, int], ...]:
    """The stretch of a day that the clock shows twice, in microseconds of its own time: it goes
    back from the end of the stretch to its beginning.
    """
    midnight = datetime.combine(FIRST_DAY + timedelta(days=day), datetime.min.time(), CLOCK)
    before, after = midnight.utcoffset(), midnight.replace(hour=23).utcoffset()
    if before is None or after is None or before <= after:
        return ()
    first, last = 0, 24 * 60
    while first < last:  # the first minute that has the later offset whichever way it is read
        middle = (first + last) // 2
        own = midnight.replace(hour=middle // 60, minute=middle % 60, fold=0)
        first, last = (first, middle) if own.utcoffset() == after else (middle + 1, last)
    end = day * _DAY + first * MINUTE
    return ((end - (before - after) // TICK, end),)
