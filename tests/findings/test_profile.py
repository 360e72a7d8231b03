"""The profile of a log in columns is that of its events one by one."""

from __future__ import annotations

from random import Random

from auditor.engine.store.columns import columns_of
from auditor.findings.profile_columns import profile_of
from auditor.language.core import Program
from tests.engine.random.equality import compiled, log_of
from tests.engine.random.logs import sheet
from tests.engine.random.rulesets import HEAD
from tests.engine.random.words import vocabulary
from tests.findings.profile_by_events import profile_by_events


def test_random_logs_have_one_profile_however_it_is_made() -> None:
    random = Random(1)
    program = _program(random)
    breaks = 0
    for _ in range(300):
        log = log_of(sheet(random).csv, program, ())
        wanted = profile_by_events(log, program.vocabulary)
        got = profile_of(
            columns_of(log, program.vocabulary), program.vocabulary, [tuple(wanted.columns)]
        )
        assert got == wanted
        breaks += wanted.breaks.count
    assert breaks > 100


def test_numbers_that_no_column_can_hold_are_followed() -> None:
    program = _program(Random(1))
    numbers = ("1", "999999999999999999", "2")
    rows = "".join(f"burn,a,b,{number},2026-01-09T21:00:00\n" for number in numbers)
    log = log_of(f"event,session,table,coup,time\n{rows}", program, ())
    found = profile_of(columns_of(log, program.vocabulary), program.vocabulary, ())
    # Between the first two; the third goes back, and leaves out none.
    assert found.missing == 999_999_999_999_999_997
    assert [case.number for case in found.breaks.first] == [999_999_999_999_999_999, 2]


def test_a_time_is_compared_with_that_of_the_row_above_as_it_stands_there() -> None:
    program = _program(Random(1))
    # The first two are the same moment; the row above the third shows it by its own clock.
    times = ("2026-01-09T23:55:00+00:00", "2026-01-10T00:55:00+01:00", "2026-01-09T22:55:00+00:00")
    rows = "".join(f"burn,a,b,1,{time}\n" for time in times)
    log = log_of(f"event,session,table,coup,time\n{rows}", program, ())
    by_columns = profile_of(columns_of(log, program.vocabulary), program.vocabulary, ())
    for found in (profile_by_events(log, program.vocabulary), by_columns):
        assert [case.before.isoformat() for case in found.backs.first] == [times[1]]


def _program(random: Random) -> Program:
    words = "".join(part.text for part in vocabulary(random).declarations)
    program = compiled(f"{HEAD}\n{words}")
    assert program is not None
    return program
