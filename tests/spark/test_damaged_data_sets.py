"""A data set of which rows are missing, doubled or sorted gives the same report judged in parts as
by one process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.log.csv import plain_csv as plain
from auditor_spark import run
from auditor_spark.run import audit_data_set
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.edits import by_minutes
from tests.damage.hunt import some_edits
from tests.damage.properties import text_of
from tests.spark.here import LocalCluster, said

APART_BY = ("casino", "session", "table", "event")


def divided(lines: Lines, random: Random) -> Iterator[tuple[str, Lines]]:
    """A log as one file, and as files apart by a column: evenings, tables, kinds of event."""
    header, *rows = lines
    name = random.choice((None, *(own for own in APART_BY if own in header)))
    parts: dict[str, Lines] = defaultdict(list)
    for row in rows:
        at = header.index(name) if name is not None else len(row)
        parts[row[at] if at < len(row) else ""].append(row)
    for number, own in enumerate(parts.values()):
        yield f"{number}.csv", [header, *own]


def told(paths: list[Path], rules: str, cluster: LocalCluster | None) -> str:
    """All that is said of a data set, or why nothing is."""
    records = "all"
    try:
        if cluster is not None:
            return said(audit_data_set(paths, cluster=cluster, rules=rules, records=records))
        return said(audit_log(read_log(paths, rules=rules), rules=rules, records=records))
    except CannotAuditError as error:
        return str(error)


def different(name: str, seed: int, many: int, folder: Path) -> Iterator[str]:
    """The damages of which the two reports differ, of some that a seed draws."""
    random = Random(f"spark/{name}/{seed}")
    lines = random.choice((logs.lawful(name, seed), logs.faulty(name, seed)[1]))
    lines = random.choice((lines, by_minutes(lines).left))
    every = [("none", lines), *((str(own), own.left) for own in some_edits(name, lines, random))]
    for damage, cells in random.sample(every, min(many, len(every))):
        own = folder / f"{name}-{seed}-{len([*folder.iterdir()])}"
        own.mkdir()
        paths = []
        for part, some in divided(cells, random):
            paths.append(own / part)
            paths[-1].write_text(text_of(some), "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run, "EVENTS", 50)
            patch.setattr(plain, "WORTHWHILE", random.choice((0, 1 << 30)))
            if told(paths, name, None) != told(paths, name, LocalCluster()):
                yield f"{name} {seed} {damage} in {len(paths)} files ({own})"


@pytest.mark.nightly
@pytest.mark.parametrize("name", logs.GAMES)
def test_a_damaged_data_set_gives_the_report_of_one_process(name: str, tmp_path: Path) -> None:
    assert [*different(name, 1, 3, tmp_path)] == []
