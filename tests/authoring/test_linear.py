"""Linear inequalities, worked out by hand."""

from fractions import Fraction

import pytest

from auditor.authoring.linear import Constraint, ValueBounds, possible

X, Y, Z = 1, 2, 3
WHOLE = {place: ValueBounds(whole=True) for place in (X, Y, Z)}
COUNTS = {place: ValueBounds(low=0, whole=True) for place in (X, Y, Z)}


def c(factors: dict[int, int], sign: str, number: int | Fraction) -> Constraint:
    return Constraint(tuple(sorted(factors.items())), sign, number)  # type: ignore[arg-type]  # a sign


@pytest.mark.parametrize(
    ("constraints", "reaches", "expected"),
    [
        ([c({X: 1}, "<", 5), c({X: -1}, "<", -4)], {}, True),  # 4 < x < 5
        ([c({X: 1}, "<", 5), c({X: -1}, "<", -4)], WHOLE, False),
        ([c({X: 1}, "<=", 5), c({X: -1}, "<=", -5), c({X: 1}, "!=", 5)], {}, False),
        ([c({X: 2}, "=", 5)], {}, True),
        ([c({X: 2}, "=", 5)], WHOLE, False),
        ([c({X: 1}, "<", 0)], COUNTS, False),
        ([c({X: 1, Y: -1}, "<", 0), c({Y: 1, X: -1}, "<", 0)], {}, False),  # x < y < x
        ([c({X: 1, Y: -1}, "<", 0), c({Y: 1, Z: -1}, "<", 0), c({Z: 1, X: -1}, "<=", 1)], {}, True),
        # x < y < z of whole numbers: z is at least two more than x
        (
            [c({X: 1, Y: -1}, "<", 0), c({Y: 1, Z: -1}, "<", 0), c({Z: 1, X: -1}, "<=", 1)],
            WHOLE,
            False,
        ),
        ([c({X: 1, Y: 1}, "=", 1), c({X: 1, Y: -1}, "=", 0)], {}, True),  # a half each
        ([c({X: 1, Y: -1}, "!=", 0), c({X: 1, Y: -1}, "=", 0)], {}, False),
        ([c({}, "<", 0)], {}, False),
        ([c({}, "<=", 0)], {}, True),
        ([c({X: 1}, "!=", n) for n in range(3)], {X: ValueBounds(0, 2, whole=True)}, False),
        ([c({X: 1}, "!=", n) for n in range(3)], {X: ValueBounds(0, 3, whole=True)}, True),
        ([c({X: 1}, "!=", 1)], {X: ValueBounds(0, 2, True, frozenset({0, 2}))}, False),
    ],
)
def test_some_values_meet_all_or_none_do(
    constraints: list[Constraint], reaches: dict[int, ValueBounds], expected: bool
) -> None:
    assert possible(constraints, reaches) is expected
