"""Numbers of tuples and sorted orders, compared with what is worked out item by item."""

import numpy as np
import pytest

from auditor.engine.store.keys import Column, Keys, SortedItems, numbered

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
