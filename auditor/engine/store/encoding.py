"""Values as numbers in arrays, and numbers as the values that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from math import lcm
from typing import assert_never

import numpy as np

from auditor.engine.store.local_time import FIRST_DAY, TICK, day_number
from auditor.engine.store.vector import NAIVE, Bools, Ints, Vector
from auditor.types import NUMBER, Basic, Type
from auditor.values import TYPES, Number, Value, encoding_of, exact

NUMBERS = frozenset(Basic(name) for name, row in TYPES.items() if row.encoding == "ratio")
LARGEST = 1 << 40
"""Numbers beyond this, in units of their column, are left to the reference."""
STAND_IN = 1 << 61
"""Where the numbers begin that stand for values which no column can hold."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FINEST = 10**10


@dataclass(slots=True)
class ValueCodes:
    """Numbers for the values of a type that has no arithmetic: words, cards, ranks, ranges."""

    values: list[Value] = field(default_factory=list)
    _codes: dict[Value, int] = field(default_factory=dict)

    def code(self, value: Value) -> int:
        """The number of a value."""
        found = self._codes.get(value)
        if found is None:
            found = self._codes[value] = len(self.values)
            self.values.append(value)
        return found


class Lexicons:
    """One lexicon for each type, made when it is first asked for."""

    def __init__(self) -> None:
        self._of: dict[str, ValueCodes] = {}

    def of(self, kind: Type) -> ValueCodes:
        return self._of.setdefault(str(kind), ValueCodes())


def is_worded(kind: Type) -> bool:
    """Whether values of a type have no arithmetic, and columns hold numbers that stand for them."""
    return encoding_of(kind) == "code"


def as_key(vector: Vector) -> Ints:
    """Values as numbers that are equal where the values are; numbers must have one scale."""
    data = vector.data.astype(np.int64, copy=False)
    if vector.zone is not None:
        data = np.where(vector.zone == NAIVE, data + STAND_IN, data)
    return data


def as_ratio(number: Value, lexicons: Lexicons) -> tuple[int, int]:
    """A number as a ratio; one that is too large has a stand-in of its own."""
    value = Fraction(number)  # type: ignore[arg-type]  # whoever asks knows that it is one
    if max(abs(value.numerator), value.denominator) < STAND_IN:
        return value.numerator, value.denominator
    return STAND_IN + lexicons.of(NUMBER).code(number), 1


def from_ratio(over: int, under: int, lexicons: Lexicons) -> Value:
    """The number that a ratio stands for."""
    if over < STAND_IN:
        return exact(Fraction(over, under))
    return lexicons.of(NUMBER).values[over - STAND_IN]


def with_stand_ins(data: Ints, large: Bools, values: Sequence[Value], lexicons: Lexicons) -> Ints:
    """Numbers of which some are too large: in their place numbers that stand for them alone."""
    data, code = data.astype(np.int64), lexicons.of(NUMBER).code
    for at in np.flatnonzero(large):
        data[at] = STAND_IN + code(values[int(at)])
    return data


def vector_of(values: Iterable[Value], kind: Type, lexicons: Lexicons) -> Vector:
    """Values of one type side by side; of a number that no column can hold, one beyond it."""
    values = list(values)
    match encoding_of(kind):
        case "ratio":
            return _ratios([value for value in values if isinstance(value, int | Fraction)])
        case "truth":
            return Vector(np.array(values, bool))
        case "instant":
            return _times([value for value in values if isinstance(value, datetime)])
        case "ticks":
            ticks = [value // TICK for value in values if isinstance(value, timedelta)]
            return Vector(np.array(ticks, np.int64))
        case "days":
            days = [day_number(value) for value in values if isinstance(value, date)]
            return Vector(np.array(days, np.int64))
        case "code":
            code = lexicons.of(kind).code
            return Vector(np.array([code(value) for value in values], np.int64))
        case never:
            assert_never(never)


def _ratios(numbers: Sequence[Number]) -> Vector:
    scale = lcm(*{number.denominator for number in numbers if number.denominator < _FINEST})
    return Vector(np.array([_scaled(number, scale) for number in numbers], np.int64), None, scale)


def _scaled(number: Number, scale: int) -> int:
    if scale % number.denominator:
        return LARGEST + 1
    return min(max(number.numerator * (scale // number.denominator), -LARGEST - 1), LARGEST + 1)


def _times(times: Sequence[datetime]) -> Vector:
    instants, zones = [], []
    for time in times:
        offset = time.utcoffset()
        zones.append(NAIVE if offset is None else offset // TICK)
        aware = time.replace(tzinfo=UTC) if offset is None else time
        instants.append((aware - _EPOCH) // TICK)
    return Vector(np.array(instants, np.int64), None, 1, np.array(zones, np.int64))


def value_of(vector: Vector, kind: Type, place: int, lexicons: Lexicons) -> Value:
    """One value of a column as rules know it."""
    number = int(vector.data[place] if vector.data.ndim else vector.data)
    match encoding_of(kind):
        case "ratio":
            return exact(Fraction(number, vector.scale))
        case "truth":
            return bool(number)
        case "instant":
            return _time_of(vector, place, number)
        case "ticks":
            return timedelta(microseconds=number)
        case "days":
            return FIRST_DAY + timedelta(days=number)
        case "code":
            return lexicons.of(kind).values[number]
        case never:
            assert_never(never)


def _time_of(vector: Vector, place: int, number: int) -> datetime:
    zone = NAIVE
    if vector.zone is not None:
        zone = int(vector.zone[place] if vector.zone.ndim else vector.zone)
    if zone == NAIVE:
        return (_EPOCH + timedelta(microseconds=number)).replace(tzinfo=None)
    # By the clock of the table: that of Greenwich may show a year that there is not.
    local = _EPOCH + timedelta(microseconds=number + zone)
    return local.replace(tzinfo=timezone(timedelta(microseconds=zone)))
