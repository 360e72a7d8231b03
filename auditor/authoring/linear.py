"""Linear inequalities over whole and other numbers: whether some values meet all of them.

A wrong "no" would call a sound rule contradictory.  So whatever takes too many steps, or cannot be
told, counts as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Literal

from auditor.source import Frozen

Number = int | Fraction
Sign = Literal["<=", "<", "=", "!="]
_MOST_APART = 4  # unknowns that are only said to differ; each doubles the work
_MOST = 150  # inequalities at one time; more are taken to be possible


class Constraint(Frozen):
    """The sum of some unknowns, each times its factor, against a number."""

    factors: tuple[tuple[int, Number], ...]
    sign: Sign
    number: Number

    def holds_empty(self) -> bool:
        """Whether it holds where no unknown is left in it."""
        return {
            "<=": self.number >= 0,
            "<": self.number > 0,
            "=": self.number == 0,
            "!=": self.number != 0,
        }[self.sign]


class ValueBounds(Frozen):
    """Where the values of one unknown lie; None leaves a side open."""

    low: Number | None = None
    high: Number | None = None
    whole: bool = False
    never: frozenset[int] = frozenset()


ANYWHERE = ValueBounds()


def possible(constraints: Sequence[Constraint], reaches: Mapping[int, ValueBounds]) -> bool:
    """False where no values of the unknowns meet all of the constraints."""
    apart = [c for c in constraints if c.sign == "!=" and len(c.factors) > 1]
    if 0 < len(apart) <= _MOST_APART:
        rest = [c for c in constraints if c is not apart[0]]
        less = Constraint(apart[0].factors, "<", apart[0].number)
        more = Constraint(tuple((x, -f) for x, f in less.factors), "<", -less.number)
        return possible([*rest, less], reaches) or possible([*rest, more], reaches)
    if any(not c.factors and not c.holds_empty() for c in constraints):
        return False
    return _single(constraints, reaches) and _eliminated(_inequalities(constraints, reaches))


# ---- one unknown at a time ----------------------------------------------------------------------
def _single(constraints: Sequence[Constraint], reaches: Mapping[int, ValueBounds]) -> bool:
    """Whether each unknown has a value left by the constraints that are about it alone."""
    about: dict[int, list[tuple[str, Number]]] = {}
    for own in constraints:
        if len(own.factors) == 1:
            [(unknown, factor)] = own.factors
            about.setdefault(unknown, []).append(_solved(own.sign, factor, own.number))
    return all(_one(signs, reaches.get(x, ANYWHERE)) for x, signs in about.items())


def _solved(sign: str, factor: Number, number: Number) -> tuple[str, Number]:
    turned = {"<": ">", "<=": ">="}.get(sign, sign) if factor < 0 else sign
    return turned, number * factor if abs(factor) == 1 else Fraction(number) / factor


def _one(signs: Sequence[tuple[str, Number]], reach: ValueBounds) -> bool:
    # Of two bounds at one place the one that it does not include says more.
    above = [(value, sign == ">") for sign, value in signs if sign in (">", ">=", "=")]
    below = [(-value, sign == "<") for sign, value in signs if sign in ("<", "<=", "=")]
    above += [] if reach.low is None else [(reach.low, False)]
    below += [] if reach.high is None else [(-reach.high, False)]
    if not (above and below):
        return True
    never = {*reach.never, *(value for sign, value in signs if sign == "!=")}
    (low, open_low), (high, open_high) = max(above), max(below)
    if not reach.whole:
        return low < -high or (low == -high and not (open_low or open_high or low in never))
    first = floor(low) + 1 if open_low or floor(low) != low else floor(low)
    last = -(floor(high) + 1 if open_high or floor(high) != high else floor(high))
    return last - first > len(never) or any(own not in never for own in range(first, last + 1))


# ---- all of them together -----------------------------------------------------------------------
Row = tuple[dict[int, Number], Number, bool]
"""A sum of unknowns that is at most a number, or where `True` less than it."""


def _inequalities(
    constraints: Sequence[Constraint], reaches: Mapping[int, ValueBounds]
) -> list[Row]:
    rows: list[Row] = []
    joined = {x for c in constraints if len(c.factors) > 1 for x, _ in c.factors}
    if not joined:
        return rows
    whole = frozenset(x for x in joined if reaches.get(x, ANYWHERE).whole)
    for own in constraints:
        if own.sign == "!=" or not joined.intersection(x for x, _ in own.factors):
            continue
        rows.append(_tight(dict(own.factors), own.number, whole, strict=own.sign == "<"))
        if own.sign == "=":
            turned = {x: -f for x, f in own.factors}
            rows.append(_tight(turned, -own.number, whole, strict=False))
    for unknown in joined:
        reach = reaches.get(unknown, ANYWHERE)
        if reach.low is not None:
            rows.append(({unknown: -1}, -reach.low, False))
        if reach.high is not None:
            rows.append(({unknown: 1}, reach.high, False))
    return rows


def _tight(
    factors: dict[int, Number], number: Number, whole: frozenset[int], *, strict: bool
) -> Row:
    """The bound for whole numbers: less than 5 is at most 4, and 2n at most 5 is 2n at most 4."""
    if not factors or not whole.issuperset(factors):
        return factors, number, strict
    scale = lcm(*(Fraction(f).denominator for f in factors.values()))
    scaled = {x: int(f * scale) for x, f in factors.items()}
    shared = gcd(*scaled.values())
    top = Fraction(number) * scale / shared
    most = floor(top)
    if strict and most == top:
        most -= 1
    return {x: f // shared for x, f in scaled.items()}, most, False


def _eliminated(rows: list[Row]) -> bool:
    """Fourier and Motzkin: each unknown in turn gives way to what it stands between."""
    while rows:
        chosen = _cheapest(rows)
        above = [row for row in rows if row[0].get(chosen, 0) > 0]
        below = [row for row in rows if row[0].get(chosen, 0) < 0]
        rest = [row for row in rows if chosen not in row[0]]
        if len(rest) + len(above) * len(below) > _MOST:
            return True
        rows = [*rest, *(_without(chosen, up, down) for up in above for down in below)]
        if any(not factors and (top < 0 or (strict and top == 0)) for factors, top, strict in rows):
            return False
        rows = [row for row in rows if row[0]]
    return True


def _cheapest(rows: Sequence[Row]) -> int:
    """The unknown in whose place the fewest inequalities come."""
    above, below = dict[int, int](), dict[int, int]()
    for factors, _, _ in rows:
        for unknown, factor in factors.items():
            side = above if factor > 0 else below
            side[unknown] = side.get(unknown, 0) + 1
    unknowns = above.keys() | below.keys()
    return min(unknowns, key=lambda x: (above.get(x, 0) * below.get(x, 0), x))


def _without(unknown: int, above: Row, below: Row) -> Row:
    up, down = above[0][unknown], -below[0][unknown]
    factors: dict[int, Number] = {}
    for part, times in ((above[0], down), (below[0], up)):
        for x, factor in part.items():
            factors[x] = factors.get(x, 0) + factor * times
    left = {x: factor for x, factor in factors.items() if factor}
    return left, above[1] * down + below[1] * up, above[2] or below[2]
