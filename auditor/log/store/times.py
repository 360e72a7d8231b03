"""Times in columns: as texts write them, and as a clock on the wall shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.log.store.vector import NAIVE, Bools, Ints, Vector, each_once
from auditor.values import CLOCK

if TYPE_CHECKING:
    import polars as pl


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


_SECOND = 1_000_000
_LENGTHS = (19, 20, 25)
_DASHES, _COLONS = (4, 7), (13, 16)
_SECONDS = (17, 18)
_DIGITS = (0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18)


def read_times(texts: pl.Series) -> tuple[Vector, Bools | None] | None:
    """Times and where there are none; None where one is written in another way, or is no time."""
    import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

    empty = texts.is_null().to_numpy() if texts.null_count() else None
    filled = texts.drop_nulls() if empty is not None else texts
    lengths = filled.str.len_bytes()
    ends = {lengths.min(), lengths.max()}
    length = next((own for own in _LENGTHS if ends == {own}), None)
    if length is None:
        return None
    letters = pl.Array(pl.UInt8, length)
    text = filled.cast(pl.Binary).bin.reinterpret(dtype=letters, endianness="little")
    found = _read_in_runs(text.to_numpy(writable=True))
    if found is None or empty is None:
        return None if found is None else (found, None)
    data = np.zeros(len(texts), np.int64)
    data[~empty] = found.data
    assert found.zone is not None
    zone = found.zone
    if zone.ndim:
        zone = np.full(len(texts), NAIVE, np.int64)
        zone[~empty] = found.zone
    return Vector(data, None, 1, zone), empty


def read_different_times(texts: Sequence[str]) -> Vector | None:
    """Times from their texts, each given once; None where one of them is not written plainly."""
    joined = "".join(texts).encode()
    length = len(texts[0]) if texts else 0
    if length not in _LENGTHS or {len(text) for text in texts} != {length}:
        return None
    if len(joined) != length * len(texts):  # letters of more than one byte
        return None
    return _read(np.frombuffer(joined, np.uint8).reshape(len(texts), length))


def _read_in_runs(text: NDArray[np.uint8]) -> Vector | None:
    """Times that, one after the other, often differ in their seconds alone."""
    tens, ones = (text[:, at] - np.uint8(48) for at in _SECONDS)
    if (tens > 5).any() or (ones > 9).any():
        return None
    text[:, _SECONDS] = ord("0")
    letters, length = text.ravel(), text.shape[1]
    differs = np.flatnonzero(letters[length:] != letters[:-length]) // length
    starts = each_once(np.append(0, differs + 1))
    found = _read(text[starts])
    if found is None:
        return None
    counts = np.diff(starts, append=len(text))
    data = np.repeat(found.data, counts)
    data += (tens * np.uint8(10) + ones) * np.int64(_SECOND)
    assert found.zone is not None
    agree = bool((found.zone == found.zone[0]).all())
    return Vector(data, None, 1, found.zone[:1].reshape(()) if agree else found.zone.repeat(counts))


def _read(text: NDArray[np.uint8]) -> Vector | None:
    digits = {at: text[:, at] - np.uint8(48) for at in _DIGITS}
    if any((own > 9).any() for own in digits.values()):
        return None
    marks = [(at, b"-") for at in _DASHES] + [(at, b":") for at in _COLONS]
    if any((text[:, at] != ord(mark)).any() for at, mark in marks):
        return None
    if not np.isin(text[:, 10], (ord("T"), ord(" "))).all():
        return None
    year = _number(digits, 0, 1) * 100 + _number(digits, 2, 3)
    month, day = _number(digits, 5, 6), _number(digits, 8, 9)
    hour, minute, second = (_number(digits, at, at + 1) for at in (11, 14, 17))
    days = _days(year, month, day)
    if days is None or (hour > 23).any() or (minute > 59).any() or (second > 59).any():
        return None
    local = (((days * 24 + hour) * 60 + minute) * 60 + second) * _SECOND
    zone = _zone(text)
    if zone is None:
        return None
    return Vector(np.where(zone == NAIVE, local, local - zone), None, 1, zone)


def _number(digits: dict[int, NDArray[np.uint8]], tens: int, ones: int) -> Ints:
    return digits[tens].astype(np.int64) * 10 + digits[ones]


def _days(year: Ints, month: Ints, day: Ints) -> Ints | None:
    """Days since 1970; None where one is no day of the calendar, or of a year at its edge."""
    if (year <= MINYEAR).any() or (year >= MAXYEAR).any():
        return None
    if (month < 1).any() or (month > 12).any() or (day < 1).any():
        return None
    months = (year - 1970) * 12 + month - 1
    earliest = months.min()
    kinds, which = np.arange(earliest, months.max() + 1), months - earliest
    first = kinds.astype("datetime64[M]").astype("datetime64[D]")
    length = ((kinds + 1).astype("datetime64[M]").astype("datetime64[D]") - first).astype(np.int64)
    if (day > length[which]).any():
        return None
    return np.asarray(first.astype(np.int64)[which] + day - 1, np.int64)


def _zone(text: NDArray[np.uint8]) -> Ints | None:
    """The offset of each time in microseconds."""
    if text.shape[1] == 19:
        return np.full(len(text), NAIVE, np.int64)
    tails = np.ascontiguousarray(text[:, 19:]).view(f"S{text.shape[1] - 19}").ravel()
    ends, which = tails[:1], np.zeros(len(tails), np.int64)
    if (tails != tails[0]).any():
        ends, which = np.unique(tails, return_inverse=True)
    offsets = []
    for end in ends:
        own = bytes(end)
        if own == b"Z":
            offsets.append(0)
            continue
        plain = own[1:3].isdigit() and own[4:6].isdigit() and own[3:4] == b":"
        if len(own) != 6 or own[:1] not in (b"+", b"-") or not plain:
            return None
        hours, minutes = int(own[1:3]), int(own[4:6])
        if hours > 23 or minutes > 59:
            return None
        offsets.append((1 if own[:1] == b"+" else -1) * (hours * 60 + minutes) * 60 * _SECOND)
    return np.array(offsets, np.int64)[which]
