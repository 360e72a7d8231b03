"""Times in columns: as texts write them, and as a clock on the wall shows them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from functools import cache

import numpy as np
from numpy.typing import NDArray

from auditor.log.store.vector import CERTAIN, NAIVE, Bools, Ints, Vector
from auditor.types import TIME
from auditor.values import CLOCK, UnreadableError, moment, read_value

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


_LENGTHS = (19, 20, 25)
_PLAIN = "0000-00-00T00:00:00"
_MARKS = {4: b"-", 7: b"-", 10: b"T ", 13: b":", 16: b":"}  # by their places
_PARTS = ((0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19))
_OFFSET = re.compile(rb"([+-])([01]\d|2[0-3]):([0-5]\d)")


def read_different_times(texts: Sequence[str]) -> Vector | None:
    """Times from their texts, each given once; None where one of them is not written plainly."""
    joined = "".join(texts).encode()
    length = len(texts[0]) if texts else 0
    if length not in _LENGTHS or {*map(len, texts)} != {length}:
        return None
    if len(joined) != length * len(texts):  # letters of more than one byte
        return None
    return _read(np.frombuffer(joined, np.uint8).reshape(len(texts), length))


def _read(text: NDArray[np.uint8]) -> Vector | None:
    """Times from their letters; one of a year at an edge of the calendar is not plain.

    NumPy parses without Python's lock, and crashes where it reports a text while another thread
    runs.
    """
    if any(~np.isin(text[:, at], [*own]).all() for at, own in _MARKS.items()):
        return None
    digits = text - np.uint8(ord("0"))
    if any((digits[:, at] > 9).any() for at in range(len(_PLAIN)) if at not in _MARKS):
        return None
    year, month, day, hour, minute, second = (_number(digits, *own) for own in _PARTS)
    months = 12 * (year - 1970) + month - 1
    begins, ends = (
        own.astype("datetime64[M]").astype("datetime64[D]") for own in (months, months + 1)
    )
    before, after = begins.astype(np.int64), ends.astype(np.int64)
    known = (year > 1) & (year < 9999) & (month > 0) & (month < 13) & (day > 0)
    known &= (day <= after - before) & (hour < 24) & (minute < 60) & (second < 60)
    zone = _zone(text)
    if zone is None or not known.all():
        return None
    data = (before + day - 1) * _DAY + (60 * hour + minute) * MINUTE + second * (MINUTE // 60)
    return Vector(np.where(zone == NAIVE, data, data - zone), CERTAIN, 1, zone)


def _number(digits: NDArray[np.uint8], first: int, last: int) -> Ints:
    """The number that some digits of each text make."""
    found = np.zeros(len(digits), np.int64)
    for at in range(first, last):
        found = 10 * found + digits[:, at]
    return found


def _zone(text: NDArray[np.uint8]) -> Ints | None:
    """The offset of each time in microseconds, one for all where they agree."""
    if text.shape[1] == len(_PLAIN):
        return np.array(NAIVE)
    tails = np.ascontiguousarray(text[:, len(_PLAIN) :]).view(f"S{text.shape[1] - len(_PLAIN)}")
    tails = tails.ravel()
    ends, which = tails[:1], np.zeros((), np.int64)
    if (tails != tails[0]).any():
        ends, which = np.unique(tails, return_inverse=True)
    offsets = []
    for end in ends:
        found = _OFFSET.fullmatch(bytes(end))
        if found is None and bytes(end) != b"Z":
            return None
        minutes = 0 if found is None else int(found[2]) * 60 + int(found[3])
        offsets.append((-minutes if found is not None and found[1] == b"-" else minutes) * MINUTE)
    return np.asarray(np.array(offsets, np.int64)[which])


@cache
def microseconds(text: str) -> int:
    """A time as a number; of a text that is none, one before all others."""
    try:
        found = read_value(text, TIME) if text else None
    except UnreadableError:
        found = None
    return NAIVE if not isinstance(found, datetime) else round(moment(found).timestamp() * 10**6)


def shows_no_seconds(texts: Collection[str]) -> bool:
    """Whether a clock shows whole minutes alone: no text has seconds, or many have, and all none.

    The clocks of twenty moments with seconds do not all stand at a whole minute.
    """
    clocks = [own for text in texts if (own := _CLOCK.search(text)) is not None]
    whole = all(not (own["seconds"] or "").strip("0.,") for own in clocks)
    written = any(own["seconds"] for own in clocks)
    return bool(clocks) and whole and (not written or len(clocks) >= _MOMENTS)


_MOMENTS = 20
_CLOCK = re.compile(r"\d[:hH]\d\d(?::(?P<seconds>\d\d(?:[.,]\d+)?))?")
