"""What a vocabulary says of the scopes that its events bear comes before what other rows do."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import Engine
from tests.judged import ENGINES, judged

RULES = """
ruleset cold version "1" title fr "Froid" en "Cold"
context time    : time
context vehicle : text
context trip    : integer
field probe     : text
field celsius   : number
event start      ()
event reading    (probe, celsius){reading}
event calibrate  (probe){calibrate}
event door_open  (){door}
event door_close (){door}
scope vehicle = vehicle
scope trip    = vehicle, trip
scope sensor  = vehicle, trip, probe
interval door = door_open .. door_close for each vehicle
provision 1 fr "Un" en "One"
rule read-twice
  severity minor
  cites 1
  for each trip
  require count of reading = 2
  message fr "m" en "m"
rule opened
  severity minor
  cites 1
  for each trip
  require any door_open and any door_close
  message fr "m" en "m"
rule calibrated
  severity minor
  cites 1
  for each vehicle
  require any calibrate
  message fr "m" en "m"
"""
HEADER = "time,vehicle,trip,event,probe,celsius\n"


def answers(
    declared: dict[str, str], rows: list[str], engine: Engine, folder: Path
) -> dict[str, tuple[int, int, int]]:
    """By rule: complied with, violated, not verifiable."""
    clauses = {"reading": "", "calibrate": "", "door": "in trip"} | declared
    rules = RULES.format(**{name: own and f" {own}" for name, own in clauses.items()})
    timed = [f"2026-01-09T21:{n // 60:02}:{n % 60:02},{row}\n" for n, row in enumerate(rows)]
    found = judged(rules, HEADER + "".join(timed), engine, folder)
    return {
        own.rule.removeprefix("cold/"): (own.compliant, own.violations, own.not_verifiable)
        for own in found.report.rules
    }


def trips(numbers: range) -> list[str]:
    """Trips of two readings each, with the door opened and closed."""
    return [
        f"V1,{number},{event}"
        for number in numbers
        for event in ("start,,", "reading,P,4", "door_open,,", "door_close,,", "reading,P,5")
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_empty_column_is_a_gap_where_the_kind_lies_in_the_scope(
    engine: Engine, tmp_path: Path
) -> None:
    # Half of the readings name no trip: no habit tells that they should.
    rows = trips(range(1, 5))
    rows[1::5] = ["V1,,reading,P,4"] * 4
    assert answers({}, rows, engine, tmp_path)["read-twice"] == (0, 4, 0)
    assert answers({"reading": "in trip"}, rows, engine, tmp_path)["read-twice"] == (0, 0, 4)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_empty_column_tells_nothing_where_the_kind_may_lie_in_the_scope(
    engine: Engine, tmp_path: Path
) -> None:
    # All readings but one name their trip, and that one stands amid a trip.
    rows = trips(range(1, 21))
    rows.insert(7, "V1,,reading,P,4")
    assert answers({}, rows, engine, tmp_path)["read-twice"] == (19, 0, 1)
    assert answers({"reading": "in trip?"}, rows, engine, tmp_path)["read-twice"] == (20, 0, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_filled_column_is_a_fault_where_the_kind_lies_outside_of_the_scope(
    engine: Engine, tmp_path: Path
) -> None:
    rows = [*trips(range(1, 3)), "V1,2,calibrate,P,"]
    assert answers({}, rows, engine, tmp_path)["calibrated"] == (1, 0, 0)
    found = answers({"calibrate": "outside trip"}, rows, engine, tmp_path)
    assert found["calibrated"] == (0, 0, 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interval_of_a_wider_scope_takes_no_column_from_what_opens_it(
    engine: Engine, tmp_path: Path
) -> None:
    # The probe is calibrated outside of trips, right below each row of the door.
    rows = [
        f"V1,{number if event[0] != 'c' else ''},{event}"
        for number in (1, 2)
        for event in ("start,,", "door_open,,", "calibrate,P,", "door_close,,", "calibrate,P,")
    ]
    assert answers({"door": "in trip"}, rows, engine, tmp_path)["opened"] == (2, 0, 0)
    # Without the word, what opens a door of a vehicle is taken to name none of its trips.
    assert answers({"door": ""}, rows, engine, tmp_path)["opened"] == (0, 0, 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_kind_that_need_not_name_a_scope_is_recorded_without_it(
    engine: Engine, tmp_path: Path
) -> None:
    rows = [*trips(range(1, 7)), *["V1,,calibrate,P,"] * 12]
    assert answers({}, rows, engine, tmp_path)["calibrated"] == (0, 0, 1)
    assert answers({"calibrate": "in trip?"}, rows, engine, tmp_path)["calibrated"] == (1, 0, 0)
