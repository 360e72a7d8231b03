"""Sums and signs in a mapping: nets, cents, and what a stake returned in all."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.log.mapping.column_plan import NoSumError, computed, decimal
from tests.log.mapping.reading import table

NETS = """\
[columns]
session = "S"
table   = "T1"
shoe    = 1
coup    = "{Coup}"

[[events]]
event  = "pay"
player = "{Player}"
bet    = "banker"
amount = "{Net} / 100"
when   = "{Net} > 0"

[[events]]
event  = "collect"
player = "{Player}"
bet    = "banker"
amount = "-{Net} / 100"
when   = "{Net} < 0"
"""


def test_a_comparison_that_means_nothing_is_refused(tmp_path: Path) -> None:
    for wrong in ('"{Net} > a"', '{ column = "Net", compared = "~" }'):
        mapping = NETS.replace('"{Net} > 0"', wrong)
        with pytest.raises(Exception, match=r"Net|compared"):
            table(tmp_path, "Coup;Player;Net\n1;J1;1950\n", mapping)


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        (["1 + 2 * 3"], "7"),
        (["(1 + 2) * ", Fraction(-3)], "-9"),
        (["- ", Fraction(-5, 2)], "2.5"),
        ([Fraction(1), " / 8"], "0.125"),
        (["2 - 3 - 4"], "-5"),
    ],
)
def test_sums(terms: list[str | Fraction], value: str) -> None:
    assert computed(terms) == value


@pytest.mark.parametrize(
    "terms", [["1 / 3"], ["1 / 0"], ["(1"], ["1)"], ["1 2"], [""], ["-" * 99 + "1"], ["a"]]
)
def test_what_is_no_sum(terms: list[str | Fraction]) -> None:
    with pytest.raises(NoSumError):
        computed(terms)


@given(st.integers(-(10**12), 10**12), st.integers(0, 9))
def test_decimals_are_exact(whole: int, places: int) -> None:
    value = Fraction(whole, 10**places)
    assert Fraction(decimal(value)) == value
