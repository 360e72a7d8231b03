"""Sums of a statistic are exact, however large the numbers are."""

from random import Random

import numpy as np

from auditor.engine.measures import _added_up, _products, _times, _totals


def test_sums_and_products_are_those_of_whole_numbers_without_bounds() -> None:
    chance = Random(7)
    numbers = [[chance.randint(-(1 << 40), 1 << 40) for _ in range(50)] for _ in range(3)]
    groups = np.array([chance.randint(0, 9) for _ in range(50)])
    columns = [_times(np.array(own, np.int64), 1 << 25) for own in numbers]
    large = [[own * (1 << 25) for own in column] for column in numbers]
    assert _totals(columns) == [sum(own) for own in large]
    sums = _added_up(columns, groups)
    each = [
        [sum(n for n, g in zip(column, groups, strict=True) if g == group) for group in range(10)]
        for column in large
    ]
    there = [at for at in range(10) if at in groups]
    assert sums.tolist() == [[column[at] for at in there] for column in each]
    assert _products(sums) == [
        [sum(a * b for a, b in zip(one, other, strict=True)) for other in each] for one in each
    ]
