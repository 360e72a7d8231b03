"""What a column of sums is: winnings, nets, or all that came back."""

import pytest

from auditor.log.match.sums import Sense, sense_of
from tests.tables import table

STAKES = ["10", "20", "10", "50", "10", "20"]


@pytest.mark.parametrize(("sense", "sums"), table(__file__, "Columns of sums"))
def test_a_column_of_sums(sums: str, sense: Sense) -> None:
    assert sense_of(zip(sums.split("; "), STAKES, strict=True), named_whole=False) == sense


def test_a_name_that_says_so() -> None:
    assert sense_of([("10", "10"), ("0", "10")], named_whole=True) == "whole"
