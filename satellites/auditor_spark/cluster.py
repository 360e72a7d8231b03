"""Apache Spark as a cluster: tasks that read files, and one task for each partition of events."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from auditor.messages.message import message
from auditor.request import CannotAuditError
from auditor_spark.tasks import FILE, Bits, DataFile, Judging, Shuffling, judge, shuffle

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
    from pyspark.sql import DataFrame, SparkSession

SHUFFLED = "partition int, data binary"
JUDGED = "data binary"
TASKS = 4
"""Tasks that read files, for each of the cluster's processors: so that none waits for long."""

QUIET = {"spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
"""Settings of a session that is begun here: it prints errors alone."""


class Spark:
    """The session there is, else one of the Spark that the environment names (`MASTER`,
    `spark-submit`), else one on this machine.  Raises CannotAuditError where there is none.
    """

    def __init__(self) -> None:
        with _quiet():
            self._session, self._ours = _session()
        self._partitions: DataFrame | None = None
        self._every: DataFrame | None = None  # these, and what was added

    def shuffle(self, files: Sequence[DataFile], reading: Shuffling) -> list[bytes]:
        """The outcome of each file.  The events stay on their machines, in partitions."""
        self._forget()
        rows = [(file.number, file.name, file.path) for file in files]
        tasks = min(len(rows), TASKS * self._session.sparkContext.defaultParallelism)
        with _quiet():
            named = self._session.createDataFrame(rows, "number long, name string, path string")
            apart = named.repartitionByRange(max(tasks, 1), "number")
            self._partitions = apart.mapInArrow(_shuffling(reading), SHUFFLED).persist()
        shuffled = (
            self._partitions.where(self._partitions.partition == FILE).select("data").collect()
        )
        return [bytes(row.data) for row in shuffled]

    def add(self, more: Sequence[Bits]) -> None:
        """Puts more into the partitions."""
        assert self._partitions is not None
        with _quiet():
            added = self._session.createDataFrame([*more], SHUFFLED) if more else None
        self._every = self._partitions if added is None else self._partitions.union(added)

    def judge(self, judging: Judging) -> list[bytes]:
        """The answers of each partition, packed."""
        assert self._every is not None
        partitions = self._every.where(self._every.partition != FILE).groupBy("partition")
        with _quiet():
            found = partitions.applyInArrow(_judging(judging), JUDGED)
        return [bytes(row.data) for row in found.collect()]

    def close(self) -> None:
        """Lets go of the partitions, and ends a session that was begun here."""
        self._forget()
        if self._ours:
            self._session.stop()

    def _forget(self) -> None:
        if self._partitions is not None:
            self._partitions.unpersist()
            self._partitions = self._every = None


@contextmanager
def _quiet() -> Iterator[None]:
    """PySpark warns of pandas 3, which takes no part in what is done here."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support", FutureWarning)
        yield


def _shuffling(
    reading: Shuffling,
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def shuffled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa  # noqa: PLC0415 - only those who do the work need it

        schema = pa.schema([("partition", pa.int32()), ("data", pa.binary())])
        for batch in batches:
            for row in batch.to_pylist():
                for partition, data in shuffle(DataFile(**row), reading):
                    yield pa.RecordBatch.from_arrays([[partition], [data]], schema=schema)

    return shuffled


def _judging(judging: Judging) -> Callable[[pa.Table], pa.Table]:
    def judged(partition: pa.Table) -> pa.Table:
        import pyarrow as pa  # noqa: PLC0415 - see above

        found = judge(partition.column("data").to_pylist(), judging)
        return pa.table({"data": pa.array([found], pa.binary())})

    return judged


def _session() -> tuple[SparkSession, bool]:
    """The session there is, or a new one; whether it is new."""
    try:
        from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra
    except ImportError:
        raise CannotAuditError(message("spark.not_installed")) from None
    active = SparkSession.getActiveSession()
    if active is not None:
        return active, False
    if not _java():
        raise CannotAuditError(message("spark.no_java"))
    # Else Spark's tasks would be run by whatever `python3` is.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("auditor")
    for name, value in QUIET.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate(), True
    except PySparkException as error:
        first = str(error).strip().splitlines()[0]
        raise CannotAuditError(message("spark.not_started", error=first)) from None


def _java() -> bool:
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=None if home is None else f"{home}/bin") is not None
