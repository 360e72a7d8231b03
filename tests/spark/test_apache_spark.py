"""Spark itself: `make spark` installs it; without it these tests are left out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor_spark import run
from auditor_spark.cluster import Spark
from auditor_spark.run import audit_data_set
from tests.spark.here import dealt_out, said

SAMPLES = Path(__file__).parents[2] / "samples"


def test_without_pyspark_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.errors", None)
    with pytest.raises(CannotAuditError, match=r"\.\[spark\]"):
        Spark()


def test_the_command_says_so_and_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "pyspark").mkdir()  # stands before the one that may be installed
    (tmp_path / "pyspark" / "__init__.py").write_text("raise ImportError\n")
    words = ["audit", str(SAMPLES / "boule" / "lawful.csv"), "--rules", "boule"]
    begin = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    words += ["--engine", "spark", "-o", str(tmp_path / "reports")]
    done = subprocess.run(
        [sys.executable, "-c", f"{begin}; from auditor.cli import main; main()", *words],
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert ".[spark]" in done.stderr
    assert not (tmp_path / "reports").exists()


def test_without_java_it_is_said_that_spark_needs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(CannotAuditError, match="Java 17"):
        Spark()


@pytest.fixture(scope="module")
def spark() -> Iterator[Spark]:
    pytest.importorskip("pyspark")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MASTER", "local[2]")
        found = Spark()
        yield found
        found.close()


@pytest.mark.filterwarnings("default")  # what PySpark warns of is not ours
@pytest.mark.parametrize("name", ["boule", "bataille"])
def test_spark_gives_the_report_of_the_log(
    spark: Spark, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "EVENTS", 1000)
    monkeypatch.setattr(spark, "_ours", False)  # the next test needs the session
    header, *rows = (SAMPLES / name / "faulty.csv").read_text(encoding="utf-8").splitlines()
    for at, path in enumerate(dealt_out(header, rows, 3, tmp_path)):
        if at:  # one is left as text
            frame = pd.read_csv(path, dtype=str, keep_default_na=False)
            frame.to_parquet(path.with_suffix(".parquet"))
            path.unlink()
    together = audit_log(read_log([tmp_path], rules=name), rules=name, records="all")
    apart = audit_data_set([tmp_path], cluster=spark, rules=name, records="all")
    assert said(apart) == said(together)
    assert apart.findings


@pytest.mark.filterwarnings("default")
def test_the_command_writes_the_same_findings(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    log = SAMPLES / "vingt-trois" / "faulty.csv"
    told = []
    for engine in ("columns", "spark"):
        asked = f"audit {log} --rules vingt-trois --engine {engine} --format json -q -o".split()
        done = subprocess.run(
            [sys.executable, "-m", "auditor", *asked, str(tmp_path / engine)],
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        report = json.loads((tmp_path / engine / "findings.json").read_text(encoding="utf-8"))
        report["run"]["started"] = ""
        del report["information"]  # Spark has none, lays no coups out, and names no rows in vain
        for own in report["findings"]:
            del own["coup"], own["derivation"]
        told.append(json.dumps(report))
    assert told[0] == told[1]
