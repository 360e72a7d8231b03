"""A cluster that is this process: tasks get and give bytes, as on several machines."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from auditor.audit import Audit
from auditor.report.render.json import json_bytes
from auditor.spark.tasks import FILE, File, Judging, Reading, deal, judge


class Here:
    """Does every task at once, and keeps the heaps in memory; `most` are those that it judged."""

    def __init__(self) -> None:
        self.heaps: dict[tuple[str, int], list[bytes]] = {}
        self.most = 0

    def deal(self, files: Sequence[File], reading: Reading) -> list[bytes]:
        told: Reading = pickle.loads(pickle.dumps(reading))
        heaps: dict[tuple[str, int], list[bytes]] = defaultdict(list)
        found = []
        for file in files:
            for where, heap, data in deal(file, told):
                if where == FILE:
                    found.append(data)
                else:
                    heaps[where, heap].append(data)
        self.heaps = heaps
        self.most = max(self.most, len({heap for _, heap in heaps}))
        return found

    def judge(self, where: str, judging: Judging) -> list[bytes]:
        told: Judging = pickle.loads(pickle.dumps(judging))
        return [judge(parts, told) for (place, _), parts in self.heaps.items() if place == where]

    def close(self) -> None:
        self.heaps = {}


def said(audit: Audit) -> str:
    """All that a report says."""
    return json_bytes(audit.report).decode()


def dealt_out(header: str, rows: Sequence[str], into: int, folder: Path) -> list[Path]:
    """Rows of a CSV file dealt out to several, each in the order that it had."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"part-{at}.csv" for at in range(into)]
    for at, path in enumerate(paths):
        path.write_text("\n".join([header, *rows[at::into], ""]), encoding="utf-8")
    return paths
