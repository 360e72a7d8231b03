"""A data set that is judged in parts, by tasks that share nothing, gives the same report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.log.csv import plain_csv as plain
from auditor.messages.message import message
from auditor.report.files import OverwriteError
from auditor.request import ruleset
from auditor_simulators.catalogue import game
from auditor_simulators.inject import inject_all
from auditor_simulators.protocol import Plan, Row
from auditor_simulators.write import write
from auditor_spark import run
from auditor_spark.run import audit_data_set
from auditor_spark.tasks import Judging, parted_by
from tests.engine.random.equality import LEFT
from tests.engine.random.pairs import Pair, pairs
from tests.spark.here import LocalCluster, dealt_out, said

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = ("bataille", "bataille-familiale", "boule", "punto-banco", "vingt-trois")
"""One of each family: its variants differ in rules, which other tests try, not in how a log is cut.
"""
WORKBOOKS = sorted(SAMPLES.glob("*/faulty.xlsx"))
SHAPES = sorted(
    path for ending in ("csv", "xlsx", "parquet") for path in SAMPLES.glob(f"shapes/*/*.{ending}")
)
SEASON = Plan(900, seed=3, casinos=2, sessions=4, tables=3)
FAULTS = {
    "boule": ("doubled-comes-down", "even-maximum-varies", "five-saves-odd", "coup-missing"),
    "vingt-trois": ("same-direction-across-sessions", "straight-maximum-varies", "not-announced"),
    "bataille": ("winner-not-paid", "four-burns", "deals-out-of-order"),
}


@pytest.fixture(autouse=True)
def _small_partitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "EVENTS", 50)


def faulty(name: str) -> tuple[str, list[str]]:
    header, *rows = (SAMPLES / name / "faulty.csv").read_text(encoding="utf-8").splitlines()
    return header, rows


def elsewhere(header: str, rows: Sequence[str], column: str, text: str) -> list[str]:
    """The same rows with another text in a column."""
    at = header.split(",").index(column)
    cells = [row.split(",") for row in rows]
    return [",".join([*own[:at], text, *own[at + 1 :]]) for own in cells]


def alike(
    logs: Sequence[Path],
    rules: str,
    cluster: LocalCluster | None = None,
    mapping: Path | None = None,
) -> str:
    """What is said of a data set, which is what one process says of the same files."""
    reading = read_log(logs, rules=rules, mapping=mapping)
    together = said(audit_log(reading, rules=rules, records="all"))
    here = cluster or LocalCluster()
    apart = audit_data_set(logs, cluster=here, rules=rules, mapping=mapping, records="all")
    assert said(apart) == together
    return together


# ---- samples and seasons ----------------------------------------------------------------------
@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_in_many_files_gives_the_report_of_the_sample(name: str, tmp_path: Path) -> None:
    apart = alike(dealt_out(*faulty(name), 3, tmp_path), name)
    assert '"findings": []' not in apart


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_lawful_play_gives_the_report_of_the_sample(name: str) -> None:
    apart = alike([SAMPLES / name / "lawful.csv"], name)
    assert '"findings": []' in apart


@pytest.mark.nightly
@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.parent.name)
def test_workbooks_are_read_as_well(path: Path) -> None:
    alike([path], path.parent.name)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("path", SHAPES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_files_in_other_shapes_are_read_as_well(path: Path) -> None:
    mapping = path.with_suffix(".toml")
    alike([path], path.parent.name, mapping=mapping if mapping.exists() else None)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "column"), [("boule", "casino"), ("bataille", "session"), ("vingt-trois", "session")]
)
def test_a_season_of_parquet_files(
    name: str, column: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = {fault.name: fault for fault in game(name).faults}
    chosen = [faults[own] for own in FAULTS[name]]
    rows, _ = inject_all(game(name).lawful(SEASON), chosen, seed=1)
    for value, own in apart_by(rows, column).items():
        folder = tmp_path / f"{column}={value}"
        folder.mkdir()
        write(own, game(name).columns, folder / "part.parquet")
    monkeypatch.setattr(plain, "WORTHWHILE", 0)  # as if there were many more rows
    here = LocalCluster()
    apart = alike([tmp_path], name, here)
    assert '"findings": []' not in apart
    assert here.most > 1


def apart_by(rows: Sequence[Row], column: str) -> dict[str, list[Row]]:
    parts: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        parts[row[column]].append(row)
    return parts


# ---- what is not as it should be ----------------------------------------------------------------
@pytest.mark.nightly
def test_rows_that_are_set_aside_are_told_of_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, rows = faulty("boule")
    rows[40:43] = elsewhere(header, rows[40:43], "event", "nothing like it")
    rows[90:95] = elsewhere(header, rows[90:95], "time", "late")
    rows[120] += ",one,more,than,the,header"
    logs = dealt_out(header, rows, 3, tmp_path)
    for least in (plain.WORTHWHILE, 0):
        monkeypatch.setattr(plain, "WORTHWHILE", least)
        apart = alike(logs, "boule")
        assert apart.count('"reason": "') >= 9


@pytest.mark.nightly
def test_what_is_not_read_in_a_folder_is_noted(tmp_path: Path) -> None:
    dealt_out(*faulty("boule"), 2, tmp_path)
    (tmp_path / "readme.txt").write_text("what is here")
    apart = alike([tmp_path], "boule")
    assert "readme.txt" in apart


@pytest.mark.nightly
def test_rules_of_which_the_log_does_not_speak_judge_all_its_rows(tmp_path: Path) -> None:
    alike(dealt_out(*faulty("boule"), 2, tmp_path), "article-47")


@pytest.mark.nightly
def test_where_some_events_name_no_session_nothing_is_lost(tmp_path: Path) -> None:
    header, rows = faulty("boule")
    rows[200:210] = elsewhere(header, rows[200:210], "session", "")
    alike(dealt_out(header, rows, 2, tmp_path), "boule")


@pytest.mark.nightly
def test_several_houses_are_judged_in_several_partitions(tmp_path: Path) -> None:
    header, rows = faulty("boule")
    rows = [row for row in rows if row.split(",")[1] == rows[0].split(",")[1]]
    logs = []
    for house in ("A", "B", "C"):
        own = elsewhere(header, rows, "casino", f"Casino {house}")
        logs += dealt_out(header, own, 2, tmp_path / house)
    here = LocalCluster()
    alike(logs, "boule", here)
    assert here.most > 1


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        # A casino keeps its maxima for a whole season.
        ("boule", ("casino", "season")),
        ("bataille-familiale", ("casino", "season", "session", "table")),
    ],
)
def test_a_log_is_cut_where_no_rule_looks_across(name: str, fields: tuple[str, ...]) -> None:
    assert parted_by(ruleset(name)) == fields


# ---- whatever the rules and whatever the log ----------------------------------------------------
def outcome(pair: Pair, cluster: LocalCluster | None, rules: Path, logs: Sequence[Path]) -> str:
    """What an audit says, or why there is none."""
    params, records = dict(pair.params), pair.sheet.records
    try:
        if cluster is not None:
            return said(
                audit_data_set(logs, cluster=cluster, rules=rules, records=records, params=params)
            )
        reading = read_log(logs, rules=rules)
        return said(audit_log(reading, rules=rules, records=records, params=params))
    except CannotAuditError as error:
        return str(error)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_random_rules_say_the_same_of_random_logs(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "EVENTS", 2)
    monkeypatch.setattr("auditor.authoring.review.INCOMPLETE", LEFT)
    rules, random = tmp_path / "eq.rules", Random(seed)
    different, reports = [], 0
    for number, pair in enumerate(pair for pair, _ in pairs(seed)):
        rules.write_text(pair.rules.text, encoding="utf-8")
        header, *rows = pair.sheet.csv.splitlines()
        logs = dealt_out(header, rows, random.randint(1, 3), tmp_path / f"{number}")
        monkeypatch.setattr(plain, "WORTHWHILE", random.choice((0, 1 << 30)))
        together = outcome(pair, None, rules, logs)
        reports += together.startswith("{")
        if outcome(pair, LocalCluster(), rules, logs) != together:
            different.append(number)
    assert different == []
    assert reports


# ---- what cannot be done ------------------------------------------------------------------------
def test_a_data_set_is_judged_by_rules_that_are_named(tmp_path: Path) -> None:
    with pytest.raises(CannotAuditError, match="--rules"):
        audit_data_set(dealt_out(*faulty("boule"), 1, tmp_path), cluster=LocalCluster())


def test_a_data_set_of_two_games_is_refused(tmp_path: Path) -> None:
    header, rows = faulty("boule")
    rows[5:6] = elsewhere(header, rows[5:6], "game", "vingt-trois")
    with pytest.raises(CannotAuditError, match="vingt-trois"):
        audit_data_set(dealt_out(header, rows, 2, tmp_path), cluster=LocalCluster(), rules="boule")


def test_the_same_file_given_twice_is_refused(tmp_path: Path) -> None:
    logs = [path for at in "ab" for path in dealt_out(*faulty("boule"), 1, tmp_path / at)]
    with pytest.raises(CannotAuditError, match="byte for byte"):
        audit_data_set(logs, cluster=LocalCluster(), rules="boule")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    logs = [*dealt_out(*faulty("boule"), 1, tmp_path), tmp_path / "nothing.csv"]
    with pytest.raises(CannotAuditError, match=r"nothing\.csv: There is no such file"):
        audit_data_set(logs, cluster=LocalCluster(), rules="boule")


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    logs = dealt_out(*faulty("boule"), 2, tmp_path)
    logs[0].write_text("who,what\nAna,nothing\n", encoding="utf-8")
    with pytest.raises(CannotAuditError, match=r"part-0\.csv"):
        audit_data_set(logs, cluster=LocalCluster(), rules="boule")


def test_the_files_are_told_before_anything_is_judged(tmp_path: Path) -> None:
    """A folder that holds another report is refused then."""
    logs = dealt_out(*faulty("boule"), 2, tmp_path)

    def refuse(files: Mapping[str, str]) -> None:
        assert {*files} == {sha256(path.read_bytes()).hexdigest() for path in logs}
        raise OverwriteError(message("file.there_already", path="reports"))

    class Reading(LocalCluster):
        def judge(self, judging: Judging) -> list[bytes]:
            raise AssertionError(judging)

    with pytest.raises(OverwriteError, match="reports"):
        audit_data_set(logs, cluster=Reading(), rules="boule", read=refuse)
