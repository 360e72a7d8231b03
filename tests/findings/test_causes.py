"""Whether the log lacks something where a rule was not verified, or says what has no result."""

import pytest

from auditor.findings.causes import Causes
from auditor.values import Reason

JOKER = Reason("undefined", "order")
EMPTY = Reason("empty", "amount")
WAITS = Reason("blocked", "one-card-each")


@pytest.mark.parametrize(
    ("reasons", "without_result"),
    [((JOKER,), True), ((JOKER, WAITS), True), ((JOKER, EMPTY), False), ((WAITS,), False)],
)
def test_a_calculation_without_a_result_is_no_datum_that_is_lacking(
    reasons: tuple[Reason, ...], without_result: bool
) -> None:
    assert Causes.without_result(reasons) is without_result
