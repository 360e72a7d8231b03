"""What the logs are fit for: counted by hand on logs of a few rows."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.findings.dependencies import kinds_read, may_repeat
from auditor.report.labels import Words
from auditor.report.model import Fitness
from auditor.report.sections.fitness import asked_and_silent, fitness_lines
from auditor.request import ruleset

RULES = Path(__file__).parents[1] / "rules" / "demo.rules"
HEADER = "time,casino,session,table,shoe,coup,event,seat,on,amount,card,result,maximum"


def fitness(folder: Path, *rows: str, header: str = HEADER, records: Sequence[str] = ()) -> Fitness:
    path = folder / "log.csv"
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return audit_log(read_log(path), rules=RULES, records=records).report.fitness


def opening(coup: object, second: int, table: str = "T1", shoe: object = 1, day: str = "09") -> str:
    time = f"2026-01-{day}T21:{second // 60:02}:{second % 60:02}"
    return f"{time},Nord,S{day},{table},{shoe},{coup},deal,1,,,10H,,"


# ---- what is covered ----------------------------------------------------------------------------
def test_the_period_and_what_lies_in_it_are_counted(tmp_path: Path) -> None:
    said = fitness(
        tmp_path,
        opening(1, 0),
        opening(1, 5, "T2"),
        opening(1, 0, day="12"),
        ",Nord,S12,T1,1,2,deal,1,,,9H,,",
    )
    assert (said.events, said.untimed, said.sessions, said.tables) == (4, 1, 2, 2)
    assert (said.period.start, said.period.end) == ("2026-01-09T21:00:00", "2026-01-12T21:00:00")
    assert said.days == 2
    assert said.silent_days == ("2026-01-10", "2026-01-11")
    assert said.silent_days_total == 2


def test_days_that_the_audit_is_about_and_the_logs_say_nothing_of_are_told(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = (HEADER, opening(1, 0), opening(1, 0, day="12"))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")

    def said(first: int, last: int) -> Fitness:
        period = date(2026, 1, first), date(2026, 1, last)
        return audit_log(read_log(path), rules=RULES, period=period).report.fitness

    # Of 7 to 14 January, the 9th and the 12th have events.
    asked = said(7, 14).asked
    assert asked is not None
    assert (asked.days, asked.silent_days) == (8, 6)
    assert [(own.start, own.end) for own in asked.silent] == [
        ("2026-01-07", "2026-01-08"),
        ("2026-01-10", "2026-01-11"),
        ("2026-01-13", "2026-01-14"),
    ]
    words = Words("fr")
    assert asked_and_silent(said(7, 14), words).startswith("6 jours sur les 8 de la période")
    assert not asked_and_silent(said(12, 12), words)
    assert fitness(tmp_path, opening(1, 0)).asked is None


def test_without_times_nothing_is_said_of_their_order(tmp_path: Path) -> None:
    said = fitness(tmp_path, ",Nord,S12,T1,1,2,deal,1,,,9H,,")
    lines = {own.label: own for own in fitness_lines(said, Words("fr"))}
    for label in ("Ordre du temps", "Doublons"):
        assert lines[label].says == "Sans heures, rien ne peut en être dit."
        assert lines[label].open


def test_a_log_of_thousands_of_years_takes_no_list_of_their_days(tmp_path: Path) -> None:
    first = "0002-01-01T00:00:00,Nord,S,T,1,1,deal,1,,,10H,,"
    last = "9998-12-31T00:00:00,Nord,S,T,1,1,deal,1,,,9H,,"
    said = fitness(tmp_path, first, last)
    assert len(said.silent_days) == 50
    # 9997 years, 2424 of them leap years, less the two days of the log
    assert said.silent_days_total == 9997 * 365 + 2424 - 2


# ---- numbers ------------------------------------------------------------------------------------
def test_numbers_that_follow_leave_no_hole(tmp_path: Path) -> None:
    rows = [opening(coup, coup) for coup in (1, 2, 2, 3)]
    other = [opening(coup, coup, "T2") for coup in (1, 2)]
    said = fitness(tmp_path, rows[0], other[0], *rows[1:], other[1])
    assert (said.sequence_breaks, said.sequence_breaks_total, said.numbers_missing) == ((), 0, 0)


@pytest.mark.parametrize(
    ("coups", "breaks", "missing"),
    [
        ((1, 2, 5), [(2, 5, 2)], 2),
        ((3, 4), [(None, 3, 2)], 2),
        ((1, 2, 3, 2, 3), [(3, 2, 0)], 0),
        ((1, 2, 3, 1, 4), [(3, 1, 0), (1, 4, 0)], 0),  # 2 and 3 were there before
        ((1, 2, 3, 1, 6), [(3, 1, 0), (1, 6, 2)], 2),
        ((1, "", 2), [], 0),
    ],
)
def test_holes_in_the_numbers_of_coups(
    tmp_path: Path, coups: Sequence[object], breaks: list[object], missing: int
) -> None:
    said = fitness(tmp_path, *(opening(coup, n) for n, coup in enumerate(coups)))
    assert [(own.before, own.number, own.missing) for own in said.sequence_breaks] == breaks
    assert said.numbers_missing == missing


def test_a_hole_says_where_it_is(tmp_path: Path) -> None:
    said = fitness(tmp_path, opening(1, 0), opening(4, 1))
    [hole] = said.sequence_breaks
    assert hole.column == "coup"
    assert hole.within == {"casino": "Nord", "session": "S09", "table": "T1", "shoe": "1"}
    assert (hole.row.file, hole.row.row) == ("log.csv", 3)


def test_shoes_are_numbered_too(tmp_path: Path) -> None:
    said = fitness(tmp_path, opening(1, 0), opening(1, 1, shoe=4))
    assert [(own.column, own.before, own.number) for own in said.sequence_breaks] == [
        ("shoe", 1, 4)
    ]


def test_cases_are_cut_short_and_counts_are_not(tmp_path: Path) -> None:
    said = fitness(tmp_path, *(opening(2 * n, n) for n in range(1, 61)))
    assert len(said.sequence_breaks) == 50
    assert (said.sequence_breaks_total, said.numbers_missing) == (60, 60)


# ---- time and copies ----------------------------------------------------------------------------
def test_time_going_back_at_a_table_is_told(tmp_path: Path) -> None:
    said = fitness(tmp_path, opening(1, 30), opening(1, 10, "T2"), opening(2, 20))
    [back] = said.times_back
    assert (back.row.row, back.time, back.before) == (
        4,
        "2026-01-09T21:00:20",
        "2026-01-09T21:00:30",
    )
    assert said.times_back_total == 1


def test_the_hour_that_clocks_show_twice_is_no_step_back(tmp_path: Path) -> None:
    def row(time: str, coup: int) -> str:
        return f"2026-10-25T{time},Nord,S,T,1,{coup},deal,1,,,10H,,"  # a last Sunday of October

    said = fitness(tmp_path, row("02:50:00", 1), row("02:10:00", 2), row("03:05:00", 3))
    assert said.times_back_total == 0
    assert fitness(tmp_path, row("04:50:00", 1), row("04:10:00", 2)).times_back_total == 1


def test_rows_that_repeat_another_are_told(tmp_path: Path) -> None:
    once, other = opening(1, 0), opening(1, 0, "T2")
    untimed = ",Nord,S09,T1,1,1,deal,1,,,10H,,"
    said = fitness(tmp_path, once, other, opening(2, 0), once, untimed, untimed)
    [copy] = said.duplicates
    assert (copy.event, copy.row.row, copy.original.row) == ("deal", 5, 2)
    assert said.duplicates_total == 1


def test_kinds_that_the_rules_let_repeat_are_no_duplicates() -> None:
    assert may_repeat(ruleset("bataille")) >= {"burn", "pile", "cut"}
    assert "stake" not in may_repeat(ruleset("bataille"))
    assert may_repeat(ruleset(RULES)) == frozenset()


# ---- what is never said -------------------------------------------------------------------------
def test_columns_that_are_never_filled_are_told(tmp_path: Path) -> None:
    said = fitness(tmp_path, opening(1, 0))
    assert [own.column for own in said.unfilled if not own.events] == [
        "amount",
        "maximum",
        "on",
        "result",
    ]


def test_columns_that_a_recorded_kind_needs_are_told_with_it(tmp_path: Path) -> None:
    stake = "2026-01-09T21:00:01,Nord,S09,T1,1,1,stake,,red,10,,,"
    pay = "2026-01-09T21:00:02,Nord,S09,T1,1,1,pay,1,,10,,,"
    said = fitness(tmp_path, stake, pay)
    assert [(own.column, own.events) for own in said.unfilled if own.events] == [
        ("seat", ("stake",))
    ]


def test_columns_that_no_rule_knows_are_told(tmp_path: Path) -> None:
    said = fitness(tmp_path, opening(1, 0) + ",x", header=f"{HEADER},amout")
    assert said.unknown_columns == ("amout",)


def test_kinds_never_recorded_are_told(tmp_path: Path) -> None:
    rows = [opening(1, 0)]
    said = {own.event: own.declared for own in fitness(tmp_path, *rows).unrecorded}
    assert said == dict.fromkeys(("burn", "table_open", "stake", "spin", "pay"), False)
    told = fitness(tmp_path, *rows, records=["burn"]).unrecorded
    assert {own.event for own in told if own.declared} == {"burn"}


def test_a_kind_of_which_the_only_row_was_set_aside_is_not_said_to_be_declared(
    tmp_path: Path,
) -> None:
    unread = "2026-01-09T21:00:02,Nord,S09,T1,1,1,stake,1,,1O,,,"
    told = fitness(tmp_path, opening(1, 0), unread).unrecorded
    assert not [own.event for own in told if own.declared]


@pytest.mark.parametrize("records", [(), "all"])
def test_a_row_that_cannot_be_read_is_a_record_of_its_kind(
    records: Sequence[str], tmp_path: Path
) -> None:
    said = fitness(
        tmp_path,
        opening(1, 0),
        "2026-01-09T21:00:09,Nord,S09,T1,1,1,pay,1,main,1..5,,,",
        records=records,
    )
    missing = {own.event for own in said.unrecorded}
    assert "stake" in missing
    assert "pay" not in missing


def test_only_what_the_rules_look_at_counts() -> None:
    read = kinds_read(ruleset("boule"))
    assert {"spin", "table_open", "table_close", "stake_change"} <= read
    assert not {"burn", "deal", "chief_arrive"} & read


# ---- what that leaves open ----------------------------------------------------------------------
def test_provisions_left_unverifiable_are_told_with_the_reason(tmp_path: Path) -> None:
    said = {own.provision: own for own in fitness(tmp_path, opening(1, 0)).unverifiable}
    assert list(said) == ["1.1", "1.2", "1.3"]
    assert said["1.1"].checked == 0
    assert [own.en for own in said["1.1"].reasons] == ["the log records no `burn`"]
    assert [own.en for own in said["1.3"].reasons] == [
        "the log records no `pay`",
        "the log records no `stake`",
    ]


def test_a_rule_that_is_not_verifiable_keeps_no_other_from_being_judged(tmp_path: Path) -> None:
    stake = "2026-01-09T21:00:01,Nord,S09,T1,1,1,stake,1,red,10,,,"
    spin = "2026-01-09T21:00:02,Nord,S09,T1,1,1,spin,,,,,red,"
    pay = "2026-01-09T21:00:03,Nord,S09,T1,1,1,pay,1,,10,,,"
    said = {own.provision: own for own in fitness(tmp_path, stake, spin, pay).unverifiable}
    # Whether a stake keeps to the maximum is open without `table_open`; what it is owed is not.
    assert [own.en for own in said["1.2"].reasons] == ["the log records no `table_open`"]
    assert "1.3" not in said


def test_a_log_that_says_all_leaves_nothing_open(tmp_path: Path) -> None:
    said = fitness(
        tmp_path,
        "2026-01-09T21:00:00,Nord,S09,T1,,,table_open,,,,,,100",
        *["2026-01-09T21:00:01,Nord,S09,T1,1,,burn,,,,AS,,"] * 5,
        opening(1, 2),
        "2026-01-09T21:00:03,Nord,S09,T1,1,1,stake,1,red,10,,,",
        "2026-01-09T21:00:04,Nord,S09,T1,1,1,spin,,,,,red,",
        "2026-01-09T21:00:05,Nord,S09,T1,1,1,pay,1,,10,,,",
    )
    assert not said.unverifiable
    assert not said.unrecorded
    assert not said.unknown_columns
    assert not said.unfilled
