"""What a log does not record of its intervals makes a stretch of time neither whole nor broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.judging import Engine
from auditor.request import Records
from tests import judged
from tests.judged import ENGINES

RULES = """
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
  require at every moment from first deal until last deal some presence
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
    rules.write_text(RULES, "utf-8")
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
