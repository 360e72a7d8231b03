"""Values as numbers: the encoding of each type, cards, exact numbers over one denominator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from math import lcm
from typing import assert_never

import numpy as np

from auditor.log.store.times import FIRST_DAY, TICK, day_number
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    NAIVE,
    Bools,
    Codes,
    Data,
    Ints,
    Reasons,
    Vector,
    codes_where,
    each_once,
    first_of,
    join,
)
from auditor.source import Frozen
from auditor.types import CARD, NUMBER, Basic, Type
from auditor.values import TYPES, Card, Number, Reason, Value, encoding_of, exact, lacks_suit

NUMBERS = frozenset(Basic(name) for name, row in TYPES.items() if row.encoding == "ratio")
LARGEST = 1 << 40
"""Numbers beyond this, in units of their column, are left to the reference."""
STAND_IN = 1 << 62
"""Where the numbers begin that stand for values which no column can hold: no duration is as long,
in microseconds, as a cell can say."""

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
    return Vector(
        np.array([_scaled(number, scale) for number in numbers], np.int64), CERTAIN, scale
    )


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
    return Vector(np.array(instants, np.int64), CERTAIN, 1, np.array(zones, np.int64))


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


class CardCodes(Frozen):
    """By the number of a card: the number of its rank, and whether its suit is not known."""

    ranks: Ints
    suitless: Bools


def card_codes(lexicons: Lexicons) -> CardCodes | None:
    """The ranks of the cards of a log, and which lack their suit; None where none does."""
    cards = [value for value in lexicons.of(CARD).values if isinstance(value, Card)]
    if not any(map(lacks_suit, cards)):
        return None
    ranks = {card.rank: at for at, card in enumerate(cards)}
    return CardCodes(
        np.array([ranks[card.rank] for card in cards], np.int64),
        np.array([lacks_suit(card) for card in cards], bool),
    )


_LIMIT = 1 << 62


def same_scale(left: Vector, right: Vector) -> tuple[Vector, Vector]:
    """Two columns of numbers over one denominator."""
    if left.scale == right.scale:
        return left, right
    common = lcm(left.scale, right.scale)
    return scaled(left, common), scaled(right, common)


def scaled(vector: Vector, scale: int) -> Vector:
    """Numbers over a multiple of their denominator."""
    if vector.scale == scale:
        return vector
    factor = np.array(min(scale // vector.scale, _LIMIT))
    return Vector(*_product(vector.data, factor, vector.unknown), scale, vector.zone)


def _product(data: Data, factor: Data, unknown: Codes) -> tuple[Data, Codes]:
    """Numbers times others; where the product might not fit, only the reference can tell it."""
    if _largest(data) * _largest(factor) >= _LIMIT:
        large = np.abs(data).astype(float) * np.abs(factor).astype(float) >= _LIMIT / 2
        data, unknown = _beyond(data, large, unknown)
    return np.asarray(data * factor), unknown


def _beyond(data: Data, where: Data, unknown: Codes) -> tuple[Data, Codes]:
    return np.where(where, 0, data), first_of(unknown, codes_where(where, DEFER))


def add(left: Vector, right: Vector, sign: int = 1) -> Vector:
    """Sum or difference."""
    left, right = same_scale(left, right)
    unknown = join(left.unknown, right.unknown)
    total = np.asarray(left.data + sign * right.data)
    return _checked(total, unknown, left.scale)


def multiply(left: Vector, right: Vector) -> Vector:
    """Product."""
    unknown = join(left.unknown, right.unknown)
    return _reduced(Vector(*_product(left.data, right.data, unknown), left.scale * right.scale))


def divide(left: Vector, right: Vector, reasons: Reasons) -> Vector:
    """Exact quotient; undefined by zero."""
    left, right = _in_largest_unit(left, right)
    unknown = join(left.unknown, right.unknown)
    zero = right.data == 0
    unknown = first_of(unknown, reasons.where(zero, Reason("undefined", "/")))
    divisors = each_once(np.abs(right.data[~zero])) if right.data.ndim else np.abs(right.data)
    common = 1
    for divisor in np.atleast_1d(divisors)[:_DIVISORS]:
        wider = lcm(common, int(divisor))
        if divisor and common < _FINE and wider * right.scale < _LIMIT:
            common = wider
    safe = np.where(zero, 1, right.data)
    factors, rest = np.divmod(common, safe)
    numerator = Vector(np.broadcast_to(left.data, np.shape(left.data * safe)), unknown, left.scale)
    fits = right.scale < _LIMIT
    if rest.any() or not fits:
        data, unknown = _beyond(numerator.data, (rest != 0) | (not fits), unknown)
        numerator = Vector(data, unknown, left.scale)
    product = multiply(numerator, Vector(factors * (right.scale if fits else 1)))
    return _reduced(Vector(product.data, product.unknown, product.scale * common))


def _in_largest_unit(left: Vector, right: Vector) -> tuple[Vector, Vector]:
    """Both in the largest unit that measures all of them: durations are hardly microseconds."""
    both = np.concatenate([np.atleast_1d(left.data), np.atleast_1d(right.data)])
    unit = max(int(np.gcd.reduce(both)), 1)
    one, other = (replace(part, data=np.asarray(part.data // unit)) for part in (left, right))
    return one, other


_DIVISORS = 1000
_FINE = 10**9


def _reduced(vector: Vector) -> Vector:
    """With the least denominator that does, where it has grown."""
    if vector.scale < _FINE:
        return vector
    divisor = int(np.gcd.reduce(np.append(vector.data.ravel(), vector.scale % _LIMIT)))
    divisor = int(np.gcd(divisor, vector.scale % _LIMIT)) if vector.scale < _LIMIT else 1
    if divisor > 1:
        vector = Vector(vector.data // divisor, vector.unknown, vector.scale // divisor)
    return vector


def whole_division(left: Vector, right: Vector, sign: str, reasons: Reasons) -> Vector:
    """`div` and `mod` of whole numbers, `mod` of sums; the remainder is never negative."""
    left, right = same_scale(left, right)
    unknown = join(left.unknown, right.unknown)
    zero = right.data == 0
    unknown = first_of(unknown, reasons.where(zero, Reason("undefined", sign)))
    safe = np.where(zero, 1, right.data)
    rest = left.data % np.abs(safe)
    if sign == "mod":
        return Vector(np.asarray(rest), unknown, left.scale)
    return Vector(np.asarray((left.data - rest) // safe), unknown)


def _checked(data: Data, unknown: Codes, scale: int) -> Vector:
    """A sum of two numbers that each fit may itself be too large to go on with."""
    too_large = np.abs(data) >= _LIMIT
    if too_large.any():
        data, unknown = _beyond(data, too_large, unknown)
    return Vector(data, unknown, scale)


def _largest(data: Data) -> int:
    return int(np.abs(data).max(initial=0))


def fits_in_sums(data: Ints) -> bool:
    """Whether sums of any of the entries fit."""
    return _largest(data) * max(len(data), 1) < _LIMIT
