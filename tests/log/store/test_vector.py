"""Numbers side by side: reasons as bits, sorted orders, sums that are exact."""

from random import Random

import numpy as np
import pytest

from auditor.engine.measures import _added_up, _products, _times, _totals
from auditor.log.store import vector
from auditor.log.store.keys import Column, Keys, SortedItems, numbered
from auditor.log.store.vector import DEFER, Reasons, first_of, join
from auditor.values import Reason
from tests.engine.random.pairs import pairs

EMPTY = Reason("empty", "amount")
ABSENT = Reason("absent", "stake")


def test_reasons_together_are_each_there_once_and_in_one_order() -> None:
    reasons = Reasons()
    one, other = np.array([reasons.code(EMPTY), 0]), np.array([reasons.code(ABSENT, EMPTY), 0])
    both = join(one, other)
    assert reasons.reasons(int(both[0])) == (ABSENT, EMPTY)
    assert not both[1]


def test_a_reason_for_which_no_bit_is_left_is_for_the_reference() -> None:
    reasons = Reasons()
    codes = [reasons.code(Reason("empty", f"field_{at}")) for at in range(70)]
    assert all(code > 0 for code in codes)
    assert len(set(codes[:62])) == 62
    assert set(codes[62:]) == {DEFER}
    assert reasons.resolved((EMPTY,)) < 0
    assert reasons.reasons(reasons.resolved((EMPTY,))) == (EMPTY,)


def test_reasons_that_are_noted_join_others_one_by_one() -> None:
    reasons = Reasons()
    noted = np.array([reasons.noted(EMPTY), 0, reasons.noted(EMPTY)])
    bits = np.array([reasons.code(ABSENT), reasons.code(ABSENT), 0])
    both = reasons.both(noted, bits)
    found = [reasons.reasons(int(code)) for code in both]
    assert found == [(ABSENT, EMPTY), (ABSENT,), (EMPTY,)]


def test_a_reason_never_takes_the_place_of_others() -> None:
    assert first_of(np.array([4, 0, 0]), np.array([2, 2, 0])).tolist() == [4, 2, 0]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(700, 705))
def test_with_few_bits_both_engines_say_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector, "_BITS", 1 << 3)
    assert [found for pair, program in pairs(seed) if (found := pair.differences(program))] == []


ROWS = 400


@pytest.mark.parametrize("seed", range(8))
def test_bounds_before_behind_and_amid_the_items_of_a_number(seed: int) -> None:
    dice = np.random.default_rng(seed)
    count = int(dice.integers(1, 120))
    items = np.sort(dice.choice(ROWS, size=int(dice.integers(0, ROWS)), replace=False))
    ids = dice.integers(-1, count, len(items))
    order = SortedItems(np.arange(len(items)), ids, items, count, ROWS)
    asked = dice.integers(-1, count, 300)
    low, high = (dice.integers(0, ROWS + 1, 300) for _ in range(2))
    first, last = order.segments(asked, low, high)
    for at, number in enumerate(asked.tolist()):
        found = order.items[first[at] : last[at]].tolist()
        wanted = [
            own
            for own, row in enumerate(items.tolist())
            if ids[own] == number >= 0 and low[at] <= row < high[at]
        ]
        assert found == wanted


@pytest.mark.parametrize("width", [3, 1 << 20, 1 << 40])
def test_a_field_that_tells_nothing_apart_leaves_the_numbers_as_they_are(width: int) -> None:
    dice = np.random.default_rng(width)
    one, other = (Column(dice.integers(0, width, ROWS)) for _ in range(2))
    same = Column(np.full(ROWS, 7))
    alone = Keys(ROWS).with_field("one", lambda: one)
    beside = alone.with_field("same", lambda: same)
    assert beside.ids is alone.ids
    found = beside.with_field("other", lambda: other)
    assert found.ids is alone.with_field("other", lambda: pytest.fail("numbered again")).ids
    pairs = list(zip(one.values.tolist(), other.values.tolist(), strict=True))
    assert [pairs.index(own) for own in pairs] == [
        found.ids.tolist().index(own) for own in found.ids.tolist()
    ]
    assert (found.find([one, same, other], ROWS) == found.ids).all()
    assert (numbered([one, same, other], ROWS).ids == found.ids).all()


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
