"""Rows in no order of time, and rows of one instant in several files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from auditor.audit import Audit, Engine, audit_log, read_log
from auditor.request import CannotAuditError
from tests.damage.damaging import Lines, lines_of
from tests.damage.logs import SAMPLED, SAMPLES
from tests.damage.properties import audited, text_of
from tests.judged import ENGINES

LINES = lines_of((SAMPLES / "punto-banco" / "lawful.csv").read_text("utf-8"))


def of_minutes(rows: Lines) -> Lines:
    at = LINES[0].index("time")
    return [[*row[:at], row[at][:16], *row[at + 1 :]] for row in rows]


def refused(folder: Path, rows: Lines, engine: Engine) -> str:
    path = folder / "log.csv"
    path.write_text(text_of([LINES[0], *rows]), "utf-8")
    with pytest.raises(CannotAuditError) as error:
        audit_log(read_log(path), rules="punto-banco", engine=engine, language="en")
    return str(error.value)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("engine", "rows"),
    [
        ("columns", LINES[:0:-1]),
        ("reference", LINES[:0:-1]),
        # By minutes: nothing ever goes forward, in however few steps.
        ("columns", of_minutes(LINES[150:60:-1])),
    ],
)
def test_a_log_that_begins_with_its_last_row_is_refused(
    engine: Engine, rows: Lines, tmp_path: Path
) -> None:
    says = refused(tmp_path, rows, engine)
    assert "not in the order of time" in says
    assert "log.csv" in says


def test_a_log_whose_rows_were_shuffled_is_refused(tmp_path: Path) -> None:
    rows = LINES[1:]
    Random(1).shuffle(rows)
    assert "not in the order of time" in refused(tmp_path, rows, "columns")


def test_a_clock_that_is_set_back_now_and_then_is_a_finding(tmp_path: Path) -> None:
    """Ten rows change places with the next: the rules say so, and the rest is judged."""
    rows = [*LINES]
    for at in range(60, 560, 50):
        rows[at], rows[at + 1] = rows[at + 1], rows[at]
    assert audited(tmp_path, rows, "punto-banco") is not None


def test_tables_that_follow_one_another_are_each_in_order(tmp_path: Path) -> None:
    at = LINES[0].index("table")
    rows = sorted(LINES[1:], key=lambda row: row[at])
    assert audited(tmp_path, [LINES[0], *rows], "punto-banco") is not None


def test_a_file_without_rows_beside_one_that_was_sorted_hides_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "early.csv"
    empty.write_text(text_of(LINES[:1]), "utf-8")
    at = LINES[0].index("coup")
    rows = sorted(LINES[1:], key=lambda cells: int(cells[at] or 0))
    path = tmp_path / "log.csv"
    path.write_text(text_of([LINES[0], *rows]), "utf-8")
    with pytest.raises(CannotAuditError, match=r"log\.csv.*coup"):
        audit_log(read_log([empty, path]), rules="punto-banco", language="en")


CUT = {"second": 19, "minute": 16}
"""How much of a time is left, as `2026-01-09T21:00` has 16 signs."""
TOGETHER = {
    **dict.fromkeys(("stake", "stake_change", "stake_withdraw", "stake_refuse"), "stakes"),
    **dict.fromkeys(("pay", "collect", "give_back", "commission"), "payments"),
}
"""Kinds of event that stand in one file; of the others each has its own."""


def cut(lines: Lines, signs: int) -> Lines:
    """A log of which the clock shows less."""
    at = lines[0].index("time")
    return [lines[0], *([*row[:at], _cut(row[at], signs), *row[at + 1 :]] for row in lines[1:])]


def _cut(time: str, signs: int) -> str:
    zone = time[19:] if len(time) > 19 else ""
    return f"{time[:signs]}{'' if signs == 19 else ':00'}{zone}" if time else time


def divided(lines: Lines, files: Mapping[str, str]) -> dict[str, Lines]:
    """A log as a file for each kind of event, or for several."""
    at = lines[0].index("event")
    found: dict[str, Lines] = defaultdict(lambda: [lines[0]])
    for row in lines[1:]:
        found[files.get(row[at], row[at])].append(row)
    return found


def audited_files(folder: Path, files: Mapping[str, Lines], game: str, engine: Engine) -> Audit:
    for path in folder.iterdir():
        path.unlink()
    for name, lines in files.items():
        (folder / f"{name}.csv").write_text(text_of(lines), "utf-8")
    return audit_log(read_log(folder), rules=game, records="all", engine=engine, language="en")


def checks(audit: Audit) -> int:
    return sum(rule.checked for rule in audit.report.rules)


def found(audit: Audit) -> dict[str, int]:
    return {rule.rule: rule.violations for rule in audit.report.rules}


@pytest.mark.sampled(17)
@pytest.mark.parametrize("clock", CUT)
@pytest.mark.parametrize("files", [{}, TOGETHER], ids=["each", "together"])
@pytest.mark.parametrize("game", SAMPLED)
def test_a_lawful_evening_accuses_nobody_and_stays_verified(
    game: str, files: Mapping[str, str], clock: str, tmp_path: Path
) -> None:
    lines = cut(lines_of((SAMPLES / game / "lawful.csv").read_text("utf-8")), CUT[clock])
    whole = audited_files(tmp_path, {"log": lines}, game, "columns")
    apart = audited_files(tmp_path, divided(lines, files), game, "columns")
    assert not apart.findings
    assert checks(apart) >= 0.9 * checks(whole)


@pytest.mark.sampled(17)
@pytest.mark.parametrize("game", SAMPLED)
def test_both_engines_say_the_same(game: str, tmp_path: Path) -> None:
    lines = cut(lines_of((SAMPLES / game / "faulty.csv").read_text("utf-8")), CUT["minute"])
    files = divided(lines, {})
    one, other = (audited_files(tmp_path, files, game, engine).report for engine in ENGINES)
    assert one.findings == other.findings
    assert one.rules == other.rules


# ---- by hand ------------------------------------------------------------------------------------
HEADER = ["time", "casino", "session", "table", "coup", "event", "player", "bet", "number"]
HEADER += ["amount", "form", "direction", "colour"]


def boule(coups: Sequence[tuple[str, str]]) -> Lines:
    """Coups of boule, of which each has one stake on a number that loses: the seconds at which the
    wheel is spun and at which the stake is collected.
    """
    rows: Lines = []
    for number, (spun, collected) in enumerate(coups, start=1):
        for second, event, *said in (
            ("01", "bets_open"),
            ("10", "stake", "J1", "straight", "7", "10", "chip"),
            ("30", "no_more_bets"),
            (spun, "spin", "", "", "4", "", "", "cw" if number % 2 else "ccw"),
            (collected, "collect", "J1", "straight", "7", "10"),
        ):
            time = f"2026-01-09T21:{number:02}:{second}"
            own = [time, "Nord", "1", "B1", str(number), event, *said]
            rows.append([*own, *[""] * (len(HEADER) - len(own))])
    return [HEADER, *sorted(rows, key=lambda row: row[0])]


EARLY = "boule/settled-after-the-spin"
LAWFUL = [("40", "45"), ("40", "50"), ("41", "50")]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_the_clock_shows_to_come_too_early_is_found(engine: Engine, tmp_path: Path) -> None:
    files = divided(boule([("40", "39"), *LAWFUL]), {})
    assert found(audited_files(tmp_path, files, "boule", engine))[EARLY] == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_is_accused_of_what_may_have_come_in_time(engine: Engine, tmp_path: Path) -> None:
    """Where the clock tells it the stake was collected first, in three coups: that is the usual
    order, and the coup in which nothing tells it is not one of these faults.
    """
    files = divided(boule([("40", "39"), ("40", "38"), ("40", "37"), ("40", "40")]), {})
    audit = audited_files(tmp_path, files, "boule", engine)
    assert found(audit)[EARLY] == 3
    [rule] = [own for own in audit.report.rules if own.rule == EARLY]
    assert rule.not_verifiable == 1
    assert "order of rows of one instant" in str(rule.not_verifiable_reasons)


def test_the_report_says_what_was_put_in_order_and_what_was_assumed(tmp_path: Path) -> None:
    files = divided(boule([("40", "40"), ("40", "40")]), {})
    fitness = audited_files(tmp_path, files, "boule", "columns").report.fitness
    assert fitness.one_instant is not None
    assert fitness.one_instant.rows == 4
    pairs = [{own.first, own.second} for own in fitness.one_instant.assumed]
    assert pairs == [{"spin", "collect"}]


def test_of_one_file_the_order_is_that_of_its_rows(tmp_path: Path) -> None:
    lines = boule([("40", "40"), *LAWFUL])
    spun, collected = (
        next(at for at, row in enumerate(lines) if row[4] == "1" and row[5] == event)
        for event in ("spin", "collect")
    )
    lines[spun], lines[collected] = lines[collected], lines[spun]
    audit = audited_files(tmp_path, {"log": lines}, "boule", "columns")
    assert found(audit)[EARLY] == 1
    assert audit.report.fitness.one_instant is None
