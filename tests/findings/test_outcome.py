"""What an audit comes to: nothing verified, demands that were not met, chains of reasons."""

from datetime import date
from pathlib import Path

import pytest

import auditor.judging
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


# ---- nothing at all -----------------------------------------------------------------------------
def test_what_the_log_lacks_is_called_by_its_label_and_its_name(tmp_path: Path) -> None:
    row = "2026-01-09T21:00:00,spin"
    said = report(tmp_path, row, header="time,event", rules="boule")
    why = said.summary.nothing_verified
    assert why is not None
    assert "aucun événement `stake` (mise)" in why.fr
    unverified = [reason.fr for own in said.fitness.unverifiable for reason in own.reasons]
    assert unverified
    assert all("` (" in own for own in unverified if "événement" in own)


def test_where_something_was_verified_nothing_is_said(tmp_path: Path) -> None:
    assert nothing(report(tmp_path, *WHOLE)) == ""


def test_a_period_goes_by_gaming_days(tmp_path: Path) -> None:
    """The session opened on the 9th, and what happened after midnight belongs to it."""

    def within(start: int, end: int) -> str:
        period = date(2026, 1, start), date(2026, 1, end)
        return nothing(report(tmp_path, *WHOLE, period=period))

    assert within(9, 9) == ""
    assert within(1, 31) == ""
    assert "they go from 9 Jan 2026 to 9 Jan 2026. Change `--from` or" in within(10, 10)
    for engine in ("columns", "reference"):
        for days in ((1, 8), (11, 31)):
            period = tuple(date(2026, 1, day) for day in days)
            with pytest.raises(CannotAuditError, match="they go from 2026-01-09 to 2026-01-10"):
                report(tmp_path, *WHOLE, period=period, engine=engine)


def test_days_outside_the_log_are_refused_before_anything_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor.judging, "Replay", None)
    with pytest.raises(CannotAuditError, match="No row of the log lies in the period"):
        report(tmp_path, *WHOLE, period=(date(2027, 1, 1), None))


def test_without_times_no_period_can_be_told(tmp_path: Path) -> None:
    rows = ["," + row.partition(",")[2] for row in WHOLE]
    said = report(tmp_path, *rows, period=(date(2026, 1, 1), None))
    assert "no row bears a time" in nothing(said)


def test_rules_in_force_for_a_time_need_times(tmp_path: Path) -> None:
    log = Path(__file__).parents[2] / "samples" / "bataille" / "lawful.csv"
    header, *rows = log.read_text("utf-8").splitlines()
    assert header.startswith("time,")
    bare = ["," + row.partition(",")[2] for row in rows]
    said = report(tmp_path, *bare, header=header, rules="bataille", records="all")
    assert said.summary.checked == 0
    assert "Give the log a column `time`." in nothing(said)


def test_an_almost_empty_log_says_what_it_lacks(tmp_path: Path) -> None:
    said = report(tmp_path, PAY)
    assert said.summary.checked == 0
    assert "the log records no `stake` (2 times)" in nothing(said)
    assert "This report establishes no compliance." in nothing(said)
    assert said.opinion == "nothing_checked"


# ---- what had to be verified --------------------------------------------------------------------
def test_demands_that_are_met_are_not_told(tmp_path: Path) -> None:
    said = report(tmp_path, *WHOLE, must_verify=("1.2", "1.3", "payments"))
    assert said.not_verified == ()
    assert said.run.parameters["must_verify"] == ["1.2", "1.3", "payments"]


def test_demands_that_are_not_met_are_told_with_the_reason(tmp_path: Path) -> None:
    said = report(tmp_path, STAKE, SPIN, PAY, must_verify=("1.2", "payments"))
    assert [(own.asked, own.provision, own.not_verifiable) for own in said.not_verified] == [
        ("1.2", "1.2", 1),
    ]
    assert said.not_verified[0].reasons[0].en == "the log records no `table_open`"


def test_all_leaves_out_what_no_log_can_show(tmp_path: Path) -> None:
    said = report(tmp_path, *WHOLE, must_verify="all")
    assert [own.provision for own in said.not_verified] == ["1.1"]
    [asked] = report(tmp_path, *WHOLE, must_verify="1.4").not_verified
    assert asked.reasons[0].en == "not in a table log"


def test_an_unknown_provision_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(CannotAuditError, match=r"did you mean `1\.3`\?.*`payments`, `all`"):
        report(tmp_path, *WHOLE, must_verify="1.33")


# ---- chains -------------------------------------------------------------------------------------
def test_a_rule_waits_only_for_one_that_is_violated(tmp_path: Path) -> None:
    said = {own.rule: own for own in report(tmp_path, STAKE, SPIN, PAY).rules}
    assert said["demo/stake-maximum"].not_verifiable == 1
    assert not said["demo/paid-once"].not_verifiable_reasons
    assert said["demo/paid-once"].compliant == 1


def test_what_waits_for_a_violation_lacks_nothing(tmp_path: Path) -> None:
    over = STAKE.replace(",10,", ",101,")
    said = {own.rule: own for own in report(tmp_path, OPEN, over, SPIN, PAY).rules}
    [why] = said["demo/paid-once"].not_verifiable_reasons
    assert "stake-maximum" in why.reason.en
    assert "which comes first" not in why.reason.en


def test_a_column_that_sets_the_bounds_of_a_scope_is_named(tmp_path: Path) -> None:
    rows = [row.replace(",1,1,", ",1,,") for row in WHOLE]
    said = report(tmp_path, *rows)
    assert [(own.column, own.scopes) for own in said.fitness.unscoped] == [("coup", ("coup",))]
    assert said.fitness.lacks_much
    assert not report(tmp_path, *WHOLE).fitness.unscoped
