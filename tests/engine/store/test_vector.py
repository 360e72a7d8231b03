"""Reasons are bits; where none are left the reference is asked, and it gives all of them."""

import numpy as np
import pytest

from auditor.engine.store import vector
from auditor.engine.store.vector import DEFER, Reasons, join, or_else
from auditor.values import Reason
from tests.engine.random.pairs import pairs

EMPTY = Reason("empty", "amount")
ABSENT = Reason("absent", "stake")


def test_reasons_together_are_each_there_once_and_in_one_order() -> None:
    reasons = Reasons()
    one, other = np.array([reasons.code(EMPTY), 0]), np.array([reasons.code(ABSENT, EMPTY), 0])
    both = join(one, None, other)
    assert both is not None
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
    assert both is not None
    found = [reasons.reasons(int(code)) for code in both]
    assert found == [(ABSENT, EMPTY), (ABSENT,), (EMPTY,)]


def test_a_reason_never_takes_the_place_of_others() -> None:
    where = np.array([True, True, False])
    assert or_else(np.array([4, 0, 0]), where, 2).tolist() == [4, 2, 0]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(700, 705))
def test_with_few_bits_both_engines_say_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector, "_BITS", 1 << 3)
    assert [found for pair, program in pairs(seed) if (found := pair.differences(program))] == []
