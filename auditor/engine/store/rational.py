"""Exact arithmetic on columns: whole numbers over one denominator for the column.

What would not fit into 64 bits is left to the reference, entry by entry.
"""

from __future__ import annotations

from math import lcm

import numpy as np

from auditor.engine.store.encoding import LARGEST
from auditor.engine.store.vector import (
    DEFER,
    Codes,
    Data,
    Ints,
    Reasons,
    Vector,
    each_once,
    join,
    or_else,
)
from auditor.values import Reason

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
    data, unknown = times(vector.data, scale // vector.scale, vector.unknown)
    return Vector(data, unknown, scale, vector.zone)


def times(data: Data, factor: int, unknown: Codes | None) -> tuple[Data, Codes | None]:
    """Numbers times a constant."""
    if factor == 1:
        return data, unknown
    too_large = np.abs(data) > _LIMIT // max(abs(factor), 1)
    if abs(factor) >= _LIMIT:
        too_large = data != 0
        factor = 1
    if too_large.any():
        data, unknown = _beyond(data, too_large, unknown)
    return np.asarray(data * factor), unknown


def _beyond(data: Data, where: Data, unknown: Codes | None) -> tuple[Data, Codes | None]:
    return np.where(where, 0, data), or_else(unknown, where, DEFER)


def add(left: Vector, right: Vector, sign: int = 1) -> Vector:
    """Sum or difference."""
    left, right = same_scale(left, right)
    unknown = join(left.unknown, right.unknown)
    total = np.asarray(left.data + sign * right.data)
    return _checked(total, unknown, left.scale)


def multiply(left: Vector, right: Vector) -> Vector:
    """Product."""
    unknown = join(left.unknown, right.unknown)
    largest = _largest(left.data) * _largest(right.data)
    data = left.data
    if largest >= _LIMIT:
        # Entries so large that their product might not fit.
        large = np.abs(left.data).astype(float) * np.abs(right.data).astype(float) >= _LIMIT / 2
        data, unknown = _beyond(data, large, unknown)
    return _reduced(Vector(np.asarray(data * right.data), unknown, left.scale * right.scale))


def divide(left: Vector, right: Vector, reasons: Reasons) -> Vector:
    """Exact quotient; undefined by zero."""
    unknown = join(left.unknown, right.unknown)
    zero = right.data == 0
    if zero.any():
        unknown = or_else(unknown, zero, reasons.code(Reason("undefined", "/")))
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
    if zero.any():
        unknown = or_else(unknown, zero, reasons.code(Reason("undefined", sign)))
    safe = np.where(zero, 1, right.data)
    rest = left.data % np.abs(safe)
    if sign == "mod":
        return Vector(np.asarray(rest), unknown, left.scale)
    return Vector(np.asarray((left.data - rest) // safe), unknown)


def _checked(data: Data, unknown: Codes | None, scale: int) -> Vector:
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


__all__ = [
    "LARGEST",
    "add",
    "divide",
    "fits_in_sums",
    "multiply",
    "same_scale",
    "scaled",
    "times",
    "whole_division",
]
