"""What an audit comes to: nothing verified, demands that were not met, chains of reasons."""

from datetime import date
from pathlib import Path

import pytest

import auditor.audit
from auditor import audit_log, read_log
from auditor.report.model import Report
from auditor.request import CannotAuditError

RULES = Path(__file__).parents[1] / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"
STAKE = "2026-01-09T23:50:00,Nord,S,T1,1,1,stake,1,red,10,,,"
SPIN = "2026-01-10T00:10:00,Nord,S,T1,1,1,spin,,,,,red,"
PAY = "2026-01-10T00:11:00,Nord,S,T1,1,1,pay,1,,10,,,"
OPEN = "2026-01-09T21:00:00,Nord,S,T1,,,table_open,,,,,,100"
WHOLE = (OPEN, STAKE, SPIN, PAY)


def report(folder: Path, *rows: str, header: str = HEADER, **asked: object) -> Report:
    path = folder / "log.csv"
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    options: dict[str, object] = {"rules": RULES, **asked}
    return audit_log(read_log(path), **options).report  # type: ignore[arg-type]


def nothing(said: Report) -> str:
    why = said.summary.nothing_verified
    return "" if why is None else why.en


def test_days_outside_the_log_are_refused_before_anything_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor.audit, "Replay", None)
    with pytest.raises(CannotAuditError, match="No row of the log lies in the period"):
        report(tmp_path, *WHOLE, period=(date(2027, 1, 1), None))


def test_rules_in_force_for_a_time_need_times(tmp_path: Path) -> None:
    log = Path(__file__).parents[2] / "samples" / "bataille" / "lawful.csv"
    header, *rows = log.read_text("utf-8").splitlines()
    assert header.startswith("time,")
    bare = ["," + row.partition(",")[2] for row in rows]
    said = report(tmp_path, *bare, header=header, rules="bataille", records="all")
    assert said.summary.checked == 0
    assert "Give the log a column `time`." in nothing(said)


def test_a_log_that_names_no_coup_lacks_much(tmp_path: Path) -> None:
    unscoped = [row.replace(",1,1,", ",1,,") for row in WHOLE]
    assert report(tmp_path, *unscoped).fitness.lacks_much
    assert not report(tmp_path, *WHOLE).fitness.unscoped
    assert report(tmp_path, PAY).opinion == "nothing_checked"


def test_a_commission_that_would_be_recorded_settles_no_stake(tmp_path: Path) -> None:
    header = "time,casino,season,session,table,shoe,coup,event,player,bet,amount,winner"
    at = "2026-01-09T23:50:00,Nord,2026,S,T1,1,1"
    rows = (f"{at},stake,J1,player,10,", f"{at},announce,,,,player")
    said = report(
        tmp_path,
        *rows,
        header=header,
        rules="punto-banco",
        records=("stake", "announce", "commission"),
    )
    assert [(own.asked, own.unchecked) for own in said.not_verified] == [("payments", 0)]
