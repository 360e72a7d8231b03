"""Events of one row say the same, and are no copies: tests/pages/rows.md has rows that are."""

from __future__ import annotations

from dataclasses import replace

from auditor.log.store.columns_of_tables import Everything
from tests.engine.random.equality import compiled, differences, log_of
from tests.markdown import blocks
from tests.pages.page import HERE

HEADER = "time,table,coup,event,player,number,place,amount\n"


def test_events_of_one_row_are_no_copies_in_a_part_of_the_log() -> None:
    program = compiled(next(blocks(HERE / "rows.md")).text)
    assert program is not None
    stakes = [f"2026-01-09T21:0{coup}:00,B1,{coup},stake,Ana,7,,5\n" for coup in range(1, 5)]
    log = log_of(HEADER + "".join(2 * own for own in stakes), program, Everything())
    *others, one, other = log.events
    log = replace(log, events=(*others, one, replace(other, row=one.row)))
    assert differences(program, log) == []
