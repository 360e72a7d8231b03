"""`python -m bench.cluster [--events N]`: audits of data sets on a Spark cluster of this machine.

A master and workers of one processor each, as processes of their own.  Every report is compared
with that of one process; one worker is killed half-way.  Needs PySpark and Java 17.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bench import commands, logs
from bench.__main__ import machine

GAME = "boule"
HEADS = ("data set", "workers", "seconds", "processor time of the workers", "same bytes")
MASTER, WORKER = (f"org.apache.spark.deploy.{name}" for name in ("master.Master", "worker.Worker"))
EVENTS_OF_A_FILE = 50_000
PATIENCE = 60  # seconds for a process of the cluster to begin


@dataclass(frozen=True, slots=True)
class Cluster:
    """A master, and its workers with all that they start."""

    url: str
    environment: Mapping[str, str]
    workers: Sequence[subprocess.Popen[bytes]]

    def processor(self) -> float:
        """Seconds of processor of the workers, and of the executors that have ended."""
        ticks = 0
        for worker in self.workers:
            if worker.poll() is None:
                stat = Path(f"/proc/{worker.pid}/stat").read_text("utf-8")
                ticks += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill_one(self) -> None:
        """Ends the last worker and its executor at once, as a machine that fails does."""
        os.killpg(self.workers[-1].pid, signal.SIGKILL)
        self.workers[-1].wait()


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A cluster of this machine, which ends with its use."""
    import pyspark  # noqa: PLC0415 - an extra

    home = Path(pyspark.__file__).parent
    [core] = home.glob("jars/spark-core_*.jar")
    scala = core.name.split("_")[1].split("-")[0]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"spark://127.0.0.1:{port}"
    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.environ.get("PYTHONPATH", "")
        environment = {
            **os.environ, "SPARK_HOME": str(home), "SPARK_SCALA_VERSION": scala,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": folder, "SPARK_LOCAL_DIRS": folder, "MASTER": url,
            "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": f"{Path.cwd()}:{path}",
        }  # fmt: skip

        def begin(kind: str, *more: str, ready: str) -> None:
            place = ("--host", "127.0.0.1", "--webui-port", "0")
            with (Path(folder) / f"log-{len(started)}").open("w+b") as log:
                started.append(
                    subprocess.Popen(
                        ["java", "-cp", f"{home}/jars/*", kind, *place, *more],
                        env=environment, stdout=log, stderr=log, start_new_session=True,
                    )
                )  # fmt: skip
                _wait_for(log, ready)

        try:
            begin(MASTER, "--port", str(port), ready="I have been elected leader")
            for _ in range(workers):
                begin(WORKER, "--cores", "1", "--memory", "2g", url, ready="registered with master")
            yield Cluster(url, environment, started[1:])
        finally:
            for process in started:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
                    process.wait()


def _wait_for(log: IO[bytes], ready: str) -> None:
    for _ in range(PATIENCE * 10):
        log.seek(0)
        if ready in log.read().decode():
            return
        time.sleep(0.1)
    log.seek(0)
    raise SystemExit(f"no part of the cluster said {ready!r}:\n{log.read().decode()}")


# ---- data sets ----------------------------------------------------------------------------------
def data_set(name: str, log: Path, others: int = 1) -> Path:
    """A folder of Parquet files, each of some sessions of a house; of the houses but the first only
    one in so many sessions, from the first on.
    """
    folder = logs.KEPT / f"cluster-{name}"
    if not folder.exists():
        import polars as pl  # noqa: PLC0415 - the runner stays small

        made = folder.with_suffix(".part")
        made.mkdir(parents=True, exist_ok=True)
        rows = pl.read_csv(log, infer_schema=False)
        for at, house in enumerate(rows.partition_by("casino", maintain_order=True)):
            each = house.partition_by("session", maintain_order=True)
            many = -(-len(each) * EVENTS_OF_A_FILE // len(house))
            kept = each if at == 0 else each[: len(each) // others]
            for first in range(0, len(kept), many):
                pl.concat(kept[first : first + many]).write_parquet(
                    made / f"{at}-{first:04}.parquet"
                )
        made.rename(folder)
    return folder


def _audit(folder: Path, out: Path, *more: str) -> Sequence[str]:
    command = [*commands.audit(folder, GAME, *more)]
    command[command.index("-o") + 1] = str(out)
    return command


def said(out: Path) -> object:
    """A report without its time, and without what Spark leaves out and says so: the coups beside
    findings, information beside them, rows of one instant in several files.
    """
    report = json.loads((out / "findings.json").read_text("utf-8"))
    report["run"].pop("started")
    report.pop("information", None)
    report["fitness"].pop("one_instant", None)
    for own in report["inputs"]:
        own["notes"] = [note for note in own["notes"] if "Spark" not in note["en"]]
    for finding in report["findings"]:
        finding.pop("coup", None)
    return report


def _run(
    folder: Path, workers: int, expected: object, kill_after: float | None = None
) -> tuple[float, float, bool]:
    """Seconds, those of processor, and whether the report is the one expected."""
    with cluster(workers) as own, tempfile.TemporaryDirectory() as out:
        before, begun = own.processor(), time.perf_counter()
        command = _audit(folder, Path(out), "--engine", "spark")
        audit = subprocess.Popen(command, env=own.environment, stdout=subprocess.DEVNULL)
        if kill_after is not None:
            time.sleep(kill_after)
            assert audit.poll() is None, "the audit was over before a worker could be killed"
            own.kill_one()
        assert audit.wait() in (0, 1)
        seconds = time.perf_counter() - begun
        time.sleep(1)  # until the executors have ended
        return seconds, own.processor() - before, said(Path(out)) == expected


def tables(events: int) -> Iterator[Sequence[str]]:
    """A line for each run."""
    log = logs.log(GAME, events)
    sets = {
        f"{events:,} events of two houses": data_set(f"{events}", log),
        f"{2 * events:,} events": data_set(f"{2 * events}", logs.log(GAME, 2 * events)),
        "the first, a quarter of one house": data_set(f"{events}-skewed", log, others=4),
    }
    for at, (name, folder) in enumerate(sets.items()):
        with tempfile.TemporaryDirectory() as out:
            begun = time.perf_counter()
            subprocess.run(_audit(folder, Path(out)), stdout=subprocess.DEVNULL, check=False)
            yield name, "no Spark", f"{time.perf_counter() - begun:.0f}", "", ""
            expected = said(Path(out))
        seconds = 0.0
        for workers in (1, 2):
            seconds, processor, same = _run(folder, workers, expected)
            yield name, f"{workers}", f"{seconds:.0f}", f"{processor:.0f}", _yes(same)
        if at == 0:
            again, _, same = _run(folder, 2, expected, kill_after=seconds / 2)
            yield name, "2, one killed half-way", f"{again:.0f}", "", _yes(same)


def _yes(same: bool) -> str:
    return "yes" if same else "**no**"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.cluster", description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and the cluster ends with it
    sys.stdout.write(f"{machine()}\n| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}\n")
    for line in tables(asked.events):
        sys.stdout.write(f"| {' | '.join(line)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
