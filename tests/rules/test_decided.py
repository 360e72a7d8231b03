"""Small logs that were decided from the texts before any rule was read: as files, and on pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.authoring.examples import Failure
from auditor.case_pages import cases_of

DECIDED = Path(__file__).with_name("decided")


@pytest.mark.parametrize("page", sorted(DECIDED.glob("*.md")), ids=lambda page: page.stem)
def test_beside_each_row_of_a_page_stands_what_is_found_there(page: Path) -> None:
    told: list[Failure | None] = [failure for _, failure in cases_of(page, None, lambda _: True)]
    assert len(told) >= 3
    assert not any(told)


@dataclass(frozen=True)
class Decided:
    """A log, and the row and the provisions of its one fault; row 0 is that of a lawful log."""

    log: str
    rules: str
    row: int = 0
    provisions: tuple[str, ...] = ()


LOGS = (
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


@pytest.mark.parametrize("decided", LOGS, ids=lambda decided: decided.log)
def test_the_log_is_judged_as_the_text_has_it(decided: Decided) -> None:
    reading = read_log([DECIDED / f"{decided.log}.csv"])
    found = audit_log(reading, rules=decided.rules, records="all").findings
    assert not reading.refusals
    assert len(found) == (decided.row > 0)
    for finding in found:
        assert decided.row in {row.row for row in finding.rows}
        assert set(decided.provisions) <= set(finding.provisions)
