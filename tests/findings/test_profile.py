"""The profile of a log in columns is that of its events one by one."""

from pathlib import Path
from random import Random

import pytest

from auditor.findings.profile_columns import profile_of
from auditor.language.core import Program
from auditor.log.store.typed_rows import columns_of
from auditor.request import ruleset
from tests.engine.random.equality import compiled, log_of
from tests.engine.random.logs import sheet
from tests.engine.random.rulesets import HEAD
from tests.engine.random.words import vocabulary
from tests.findings.profile_by_events import profile_by_events, row_numbers

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@pytest.mark.nightly
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


@pytest.mark.parametrize(
    "name", ["bataille", "boule", "punto-banco", "vingt-trois", "bataille-speed"]
)
def test_the_bands_of_a_sample_are_those_of_its_events(name: str) -> None:
    program = ruleset(name)
    log = log_of((SAMPLES / name / "faulty.csv").read_text(), program, ())
    wanted = profile_by_events(log, program.vocabulary).bands
    got = profile_of(columns_of(log, program.vocabulary), program.vocabulary, ()).bands
    assert got == wanted
    assert wanted


def test_numbers_that_no_column_can_hold_are_followed() -> None:
    program = _program(Random(1))
    numbers = ("1", "999999999999999999", "2")
    rows = "".join(f"burn,a,b,{number},2026-01-09T21:00:00\n" for number in numbers)
    log = log_of(f"event,session,table,coup,time\n{rows}", program, ())
    found = profile_of(columns_of(log, program.vocabulary), program.vocabulary, ())
    # Between the first two; the third goes back, and leaves out none.
    assert found.missing == 999_999_999_999_999_997
    assert [case.number for _, case in found.breaks.first] == [999_999_999_999_999_999, 2]


def test_a_time_is_compared_with_that_of_the_row_above_as_it_stands_there() -> None:
    program = _program(Random(1))
    # The first two are the same moment; the row above the third shows it by its own clock.
    times = ("2026-01-09T23:55:00+00:00", "2026-01-10T00:55:00+01:00", "2026-01-09T22:55:00+00:00")
    rows = "".join(f"burn,a,b,1,{time}\n" for time in times)
    log = log_of(f"event,session,table,coup,time\n{rows}", program, ())
    by_columns = profile_of(columns_of(log, program.vocabulary), program.vocabulary, ())
    for found in (profile_by_events(log, program.vocabulary), by_columns):
        assert [case.before for _, case in found.backs.first] == [times[1]]


def test_events_of_one_row_are_no_copies_of_each_other() -> None:
    program = _program(Random(1))
    rows = "burn,a,b,1,2026-01-09T21:00:00\n" * 3
    log = log_of(f"event,session,table,coup,time\n{rows}", program, ())
    log.events[1].row = log.events[0].row
    columns, numbers = columns_of(log, program.vocabulary), row_numbers(log)
    found = profile_of(columns, program.vocabulary, (), row_of=numbers)
    assert found.copies == profile_by_events(log, program.vocabulary).copies
    assert found.copies.count == 1


def _program(random: Random) -> Program:
    words = "".join(part.text for part in vocabulary(random).declarations)
    program = compiled(f"{HEAD}\n{words}")
    assert program is not None
    return program
