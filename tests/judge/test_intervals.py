"""From where on nothing is open: intervals put end to end, and the gaps between them."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from auditor.audit import Engine, audit_log, read_log
from auditor.judge.forms import first_gap
from auditor.judge.items import IntervalItem
from auditor.log.event import Event, Row
from auditor.request import Records
from tests import judged
from tests.judged import ENGINES

NINE = datetime(2026, 1, 9, 21)


def event(minute: int | None, place: int) -> Event:
    """An event so many minutes after nine, without a time where None."""
    values = {} if minute is None else {"time": NINE + timedelta(minutes=minute)}
    return Event(place, "any", values, Row("log.csv", None, place + 1, (), ()))


def spans(*minutes: tuple[int, int | None]) -> list[IntervalItem]:
    return [
        IntervalItem(event(opens, opens), None if closes is None else event(closes, closes))
        for opens, closes in minutes
    ]


@pytest.mark.parametrize(
    ("intervals", "gap"),
    [
        (((0, 90),), None),
        (((0, None),), None),
        (((0, 40), (30, 90)), None),
        (((0, 40), (40, 90)), None),  # opens at the very moment at which the other closes
        (((0, 40), (41, 90)), 40),
        (((0, 40), (30, 35)), 40),
        (((0, 20), (10, 40), (30, None)), None),
        (((10, 90),), 0),
        ((), 0),
    ],
)
def test_the_first_gap_up_to_minute_60(
    intervals: tuple[tuple[int, int | None], ...], gap: int | None
) -> None:
    found = first_gap(spans(*intervals), event(0, 0), event(60, 60))
    assert (found.place if found else None) == gap


def test_events_without_a_time_go_by_their_order() -> None:
    first = IntervalItem(event(None, 0), event(None, 4))
    second = IntervalItem(event(None, 5), event(None, 9))
    found = first_gap([first, second], event(None, 0), event(None, 9))
    assert found is not None
    assert found.place == 4


UNRECORDED = """
ruleset moments version "1" title fr "m" en "m"
context session : text
event arrive ()
event leave ()
event deal ()
scope session = session
interval presence = arrive .. leave for each session
provision m.1 fr "m" en "m"
rule watched
  severity minor
  cites m.1
  for each session
  require at every moment from first deal to last deal any presence
  message fr "m" en "m"
"""


@pytest.mark.parametrize(
    ("events", "records", "answer"),
    [
        ("arrive deal deal leave", (), "compliant"),
        ("arrive deal deal", (), "not_verifiable"),  # did they leave unrecorded?
        ("arrive deal deal", "all", "compliant"),
        ("deal deal", (), "not_verifiable"),  # did anybody arrive?
        ("deal deal", "all", "not_verifiable"),  # a few rows of many: was that copied?
        ("arrive leave deal deal", (), "violated"),
        ("arrive deal leave deal", (), "violated"),
        ("arrive deal leave arrive deal", (), "not_verifiable"),  # the end is cut off
        ("arrive deal leave arrive deal leave", (), "violated"),
    ],
)
def test_a_stretch_is_whole_or_broken_only_by_what_is_recorded(
    events: str, records: Records, answer: str, tmp_path: Path
) -> None:
    rules, log = tmp_path / "moments.rules", tmp_path / "log.csv"
    rules.write_text(UNRECORDED, "utf-8")
    log.write_text("session,event\n" + "".join(f"S,{word}\n" for word in events.split()), "utf-8")
    audit = audit_log(read_log(log), rules=rules, records=records)
    [provision] = audit.report.provisions
    assert provision.state == answer


STAFF = """
ruleset posts version "1" title fr "m" en "m"
context session, staff : text
event arrive (staff)
event leave (staff)
event deal ()
scope session = session
interval presence = arrive .. leave for each session, staff
provision m.1 fr "m" en "m"
rule watched
  severity minor
  cites m.1
  for each deal
  require any presence in session at this
  message fr "m" en "m"
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("events", "answers"),
    [
        ("arrive leave deal", (0, 1, 0)),  # whoever came has left
        ("arrive deal arrive deal leave deal leave deal", (2, 1, 1)),  # of two one has, and which?
        ("arrive arrive leave leave deal arrive deal leave deal", (1, 2, 0)),
        ("leave arrive deal leave deal", (1, 1, 0)),
        ("arrive:A arrive:B leave:A deal leave:B deal", (1, 1, 0)),
    ],
)
def test_of_two_without_a_name_one_is_still_there(
    events: str, answers: tuple[int, int, int], engine: Engine, tmp_path: Path
) -> None:
    rows = [word.partition(":")[::2] for word in events.split()]
    log = "session,event,staff\n" + "".join(f"S,{kind},{who}\n" for kind, who in rows)
    assert judged.answers(STAFF, log, engine, tmp_path) == answers


CALLED = """
ruleset small version "1" title fr "m" en "m"
context time : time
context coup : integer
event launch ()
event call ()
scope coup = coup
provision 1 fr "m" en "m"
rule own
  severity minor
  cites 1
  for each launch
  require any call in coup within {limit} after this
  message fr "m" en "m"
"""
CLOCKS: dict[str, tuple[str, str, tuple[int, int, int]]] = {
    # 21:01 is any moment of a minute: 62 seconds may lie between the two.
    "seconds that the clock does not show": ("90 seconds", "21:01 21:03", (0, 0, 1)),
    "the same with seconds": ("90 seconds", "21:01:10 21:03:00", (0, 1, 0)),
    "one text with seconds": ("90 seconds", "21:01 21:02:40", (0, 1, 0)),
    "minutes by a clock of minutes": ("2 minutes", "21:01 21:04", (0, 1, 0)),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CLOCKS)
def test_a_rule_that_counts_seconds_tells_nothing_by_a_clock_without(
    case: str, engine: Engine, tmp_path: Path
) -> None:
    limit, times, wanted = CLOCKS[case]
    first, second = times.split(" ")
    rows = f"2026-01-09T{first},1,launch\n2026-01-09T{second},1,call\n2026-01-10T09:00,2,call\n"
    rules = CALLED.replace("{limit}", limit)
    assert judged.answers(rules, f"time,coup,event\n{rows}", engine, tmp_path) == wanted
