"""A cluster that is this process: tasks get and give bytes, as on several machines."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from auditor.audit import Audit
from auditor.report.render.json import json_bytes
from auditor_spark.tasks import FILE, Bits, DataFile, Judging, Shuffling, judge, shuffle


class LocalCluster:
    """Does every task at once, and keeps the partitions in memory; `most` counts those judged."""

    def __init__(self) -> None:
        self.partitions: dict[int, list[bytes]] = {}
        self.most = 0

    def shuffle(self, files: Sequence[DataFile], reading: Shuffling) -> list[bytes]:
        told: Shuffling = pickle.loads(pickle.dumps(reading))
        partitions: dict[int, list[bytes]] = defaultdict(list)
        found: list[bytes] = []
        for file in files:
            for partition, data in shuffle(file, told):
                (found if partition == FILE else partitions[partition]).append(data)
        self.partitions = partitions
        self.most = max(self.most, len(partitions))
        return found

    def add(self, more: Sequence[Bits]) -> None:
        for partition, data in more:
            self.partitions[partition].append(data)

    def judge(self, judging: Judging) -> list[bytes]:
        told: Judging = pickle.loads(pickle.dumps(judging))
        return [judge(parts, told) for parts in self.partitions.values()]

    def close(self) -> None:
        self.partitions = {}


def said(audit: Audit) -> str:
    """All that a report says, but for coups laid out, for rows that were searched in vain, and for
    information beside the findings: Spark has none of it.
    """
    findings = tuple(
        own.model_copy(
            update={
                "coup": (),
                "derivation": own.derivation
                and tuple(step.model_copy(update={"missed": ()}) for step in own.derivation),
            }
        )
        for own in audit.report.findings
    )
    without = {"findings": findings, "information": None}
    return json_bytes(audit.report.model_copy(update=without)).decode()


def dealt_out(header: str, rows: Sequence[str], into: int, folder: Path) -> list[Path]:
    """Rows of a CSV file shuffled out to several, each in the order that it had; those of one
    instant stay together, for between files they have no order.
    """
    folder.mkdir(exist_ok=True)
    names = header.split(",")
    time = names.index("time") if "time" in names else 0
    instants = [[*own] for _, own in groupby(rows, key=lambda row: row.split(",")[time])]
    paths = [folder / f"part-{at}.csv" for at in range(into)]
    for at, path in enumerate(paths):
        own = [row for instant in instants[at::into] for row in instant]
        path.write_text("\n".join([header, *own, ""]), encoding="utf-8")
    return paths
