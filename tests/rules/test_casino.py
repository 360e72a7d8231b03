"""The integrity of a casino table's log: what its findings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor import audit_log, read_log


@pytest.mark.parametrize(
    ("coups", "rule", "expected", "found"),
    [
        ((29, 31), "coups-follow", "30", "31"),  # not "29 expected": coup 30 is missing
        ((1, 2, 5), "coups-follow", "3", "5"),
        ((2,), "coups-begin-with-one", "1", "2"),
    ],
)
def test_the_coup_that_is_missing_is_named(
    tmp_path: Path, coups: tuple[int, ...], rule: str, expected: str, found: str
) -> None:
    opened = "2026-01-09T20:00:00,C,S,1,T,,,table_open\n"  # else these are a few rows of many
    rows = [opened, *(f"2026-01-09T21:00:00,C,S,1,T,1,{coup},bets_open\n" for coup in coups)]
    log = tmp_path / "log.csv"
    log.write_text("time,casino,season,session,table,shoe,coup,event\n" + "".join(rows))
    audit = audit_log(read_log(log), rules="casino")
    last = [own for own in audit.findings if own.rule == f"casino/{rule}"][-1]
    assert (last.expected, last.found) == (expected, found)
    assert last.rows[0].row == len(coups) + 2
    assert f"coup {expected} expected" in last.message.en
