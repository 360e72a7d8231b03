"""Small logs that were decided from the texts before any rule was read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from auditor import audit_log, read_log

LOGS = Path(__file__).with_name("decided")


@dataclass(frozen=True)
class Decided:
    """A log, and the row and the provisions of its one fault; row 0 is that of a lawful log."""

    log: str
    rules: str
    row: int = 0
    provisions: tuple[str, ...] = ()


DECIDED = (
    Decided("bad_goes_on_staking_where_a_newcomer_sat_down", "bataille", 43, ("55-19.9",)),
    Decided("bad_second_shoe_not_shuffled", "punto-banco", 29, ("baccarat.decks",)),
    Decided("bad_winner_paid_handed_his_stake_then_it_is_collected", "bataille", 35, ("55-19.20",)),
    Decided(
        "bad_banker_winner_handed_his_stake_then_it_is_collected",
        "punto-banco",
        30,
        ("baccarat.pay-banker",),
    ),
    Decided("ok_two_players_sit_down_after_the_count", "bataille"),
    Decided("ok_the_removed_two_has_no_row", "bataille-familiale"),
)


@pytest.mark.parametrize("decided", DECIDED, ids=lambda decided: decided.log)
def test_the_log_is_judged_as_the_text_has_it(decided: Decided) -> None:
    reading = read_log([LOGS / f"{decided.log}.csv"])
    found = audit_log(reading, rules=decided.rules, records="all").findings
    assert not reading.refusals
    assert len(found) == (decided.row > 0)
    for finding in found:
        assert decided.row in {row.row for row in finding.rows}
        assert set(decided.provisions) <= set(finding.provisions)
