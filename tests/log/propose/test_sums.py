"""What a column of sums is: winnings, nets, or all that came back."""

import pytest

from auditor.log.match.sums import Sense, sense_of

STAKES = ["10", "20", "10", "50", "10", "20"]


@pytest.mark.parametrize(
    ("sums", "sense"),
    [
        (["10", "0", "9.5", "0", "", "20"], "winnings"),
        (["10", "-20", "9,50 €", "-50", "-10", "20"], "net"),
        (["20", "0", "19.5", "50", "", "40"], "whole"),
        (["20", "0", "10", "50", "10", "20"], "winnings"),  # one payment at fault tells nothing
        (["80", "0", "0", "0", "360", ""], "unsure"),
        (["0", "0", "", "0", "0", "0"], "winnings"),
    ],
)
def test_a_column_of_sums(sums: list[str], sense: Sense) -> None:
    assert sense_of(zip(sums, STAKES, strict=True), named_whole=False) == sense


def test_a_name_that_says_so() -> None:
    assert sense_of([("10", "10"), ("0", "10")], named_whole=True) == "whole"
