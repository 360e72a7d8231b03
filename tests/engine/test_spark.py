"""A data set that is judged in parts, by tasks that share nothing, gives the same report."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import pytest

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.request import ruleset
from auditor.spark import run
from auditor.spark.cluster import Spark
from auditor.spark.plan import plan_of
from auditor.spark.run import Cluster, audit_data_set
from tests.engine.here import Here, dealt_out, said
from tests.engine.pairs import Pair, pairs

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = sorted(path.parent.name for path in SAMPLES.glob("*/faulty.csv"))


@pytest.fixture(autouse=True)
def _small_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "EVENTS", 50)


def faulty(game: str) -> tuple[str, list[str]]:
    header, *rows = (SAMPLES / game / "faulty.csv").read_text(encoding="utf-8").splitlines()
    return header, rows


def elsewhere(header: str, rows: Sequence[str], column: str, text: str) -> list[str]:
    """The same rows with another text in a column."""
    at = header.split(",").index(column)
    cells = [row.split(",") for row in rows]
    return [",".join([*own[:at], text, *own[at + 1 :]]) for own in cells]


def told(cluster: Cluster, logs: Sequence[Path], rules: str | Path) -> tuple[str, str]:
    """What is said of a data set, and of the same files when one process judges them."""
    together = audit_log(read_log(logs, rules=rules), rules=rules, records="all")
    return said(audit_data_set(logs, cluster=cluster, rules=rules, records="all")), said(together)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_in_many_files_gives_the_report_of_the_log(game: str, tmp_path: Path) -> None:
    apart, together = told(Here(), dealt_out(*faulty(game), 3, tmp_path), game)
    assert apart == together
    assert '"findings": []' not in apart


def test_several_houses_are_judged_in_several_heaps(tmp_path: Path) -> None:
    header, rows = faulty("boule")
    houses = [elsewhere(header, rows, "casino", f"Casino {name}") for name in ("A", "B", "C")]
    logs = [
        path
        for at, own in enumerate(houses)
        for path in dealt_out(header, own, 2, tmp_path / f"{at}")
    ]
    here = Here()
    apart, together = told(here, logs, "boule")
    assert apart == together
    assert here.most > 1


def test_where_some_events_name_no_session_the_log_is_dealt_out_by_what_they_name(
    tmp_path: Path,
) -> None:
    header, rows = faulty("boule")
    rows[200:210] = elsewhere(header, rows[200:210], "session", "")
    here = Here()
    apart, together = told(here, dealt_out(header, rows, 2, tmp_path), "boule")
    assert apart == together


def test_of_boule_the_rules_about_the_season_look_beyond_an_evening() -> None:
    program = ruleset("boule")
    plan = plan_of(program)
    assert plan.near == ("casino", "season", "session")
    assert plan.far == ("casino", "season")
    # Each of them looks for the authorisation of the season, or for other evenings of the device.
    assert {rule.name for rule in program.rules} - plan.local == {
        "minimum-as-authorised", "straight-maximum-within-bounds", "even-maximum-within-bounds",
        "straight-maximum-kept", "even-maximum-kept", "exactly-the-double",
        "base-table-in-service", "double-does-not-come-down",
    }  # fmt: skip


# ---- whatever the rules and whatever the log ------------------------------------------------
def random_pairs() -> Iterator[Pair]:
    for seed in range(12):
        for pair, _ in pairs(seed):
            yield pair


def outcome(pair: Pair, cluster: Cluster | None, rules: Path, logs: Sequence[Path]) -> str:
    """What an audit says, or why there is none."""
    given = dict(pair.params)
    records = pair.sheet.records
    try:
        if cluster is not None:
            return said(
                audit_data_set(logs, cluster=cluster, rules=rules, records=records, params=given)
            )
        return said(
            audit_log(read_log(logs, rules=rules), rules=rules, records=records, params=given)
        )
    except CannotAuditError as error:
        return str(error)


def test_random_rules_say_the_same_of_random_logs(tmp_path: Path) -> None:
    rules = tmp_path / "eq.rules"
    different = []
    reports = 0
    for number, pair in enumerate(random_pairs()):
        rules.write_text(pair.rules.text, encoding="utf-8")
        header, *rows = pair.sheet.csv.splitlines()
        logs = dealt_out(header, rows, 1 + number % 3, tmp_path / f"{number}")
        together = outcome(pair, None, rules, logs)
        reports += together.startswith("{")
        if outcome(pair, Here(), rules, logs) != together:
            different.append(number)
    assert different == []
    assert reports > 30


# ---- what cannot be done --------------------------------------------------------------------
def test_a_data_set_is_judged_by_rules_that_are_named(tmp_path: Path) -> None:
    with pytest.raises(CannotAuditError, match="--rules"):
        audit_data_set(dealt_out(*faulty("boule"), 1, tmp_path), cluster=Here())


def test_a_data_set_of_two_games_is_refused(tmp_path: Path) -> None:
    header, rows = faulty("boule")
    rows[5:6] = elsewhere(header, rows[5:6], "game", "vingt-trois")
    with pytest.raises(CannotAuditError, match="vingt-trois"):
        audit_data_set(dealt_out(header, rows, 2, tmp_path), cluster=Here(), rules="boule")


def test_the_same_file_given_twice_is_refused(tmp_path: Path) -> None:
    logs = [path for at in "ab" for path in dealt_out(*faulty("boule"), 1, tmp_path / at)]
    with pytest.raises(CannotAuditError, match="byte for byte"):
        audit_data_set(logs, cluster=Here(), rules="boule")


def test_without_pyspark_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.errors", None)
    with pytest.raises(CannotAuditError, match=r"auditor\[spark\]"):
        Spark()


def test_without_java_it_is_said_that_spark_needs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(CannotAuditError, match="Java 17"):
        Spark()


# ---- Spark itself: `make spark` -------------------------------------------------------------
@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spark]:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("MASTER", "local[2]")
    found = Spark()
    yield found
    found.close()


@pytest.mark.filterwarnings("default")  # what PySpark warns of is not ours
def test_spark_gives_the_report_of_the_log(spark: Spark, tmp_path: Path) -> None:
    header, rows = faulty("boule")
    for house in ("A", "B"):
        own = elsewhere(header, rows, "casino", f"Casino {house}")
        for path in dealt_out(header, own, 2, tmp_path / house):
            frame = pd.read_csv(path, dtype=str, keep_default_na=False)
            frame.to_parquet(path.with_suffix(".parquet"))
            path.unlink()
    apart, together = told(spark, [tmp_path], "boule")
    assert apart == together
    assert '"findings": []' not in apart
