"""Small logs written by hand, and what is to be found in them.

A line is an event and its cells, a second after the line above; a line of cells alone sets
columns for all lines after it. `← 47.6` at the end of a line says that a finding rests on that
row and cites that provision; an arrow may name several, a finding each.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from auditor import audit_log, read_log
from auditor.request import Records

ARROW = "←"
PLACE = {"casino": "C", "season": "2025-2026", "time": "2026-01-09T20:00:00"}
FIRST_ROW = 2

Told = Counter[tuple[str, int, str]]
"""File and row of a finding, and a provision that it cites."""


def rows_of(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """Each event with its columns, and what is expected at it."""
    standing = dict(PLACE)
    for line in filter(None, map(str.strip, text.splitlines())):
        cells, _, expected = map(str.strip, line.partition(ARROW))
        first, *rest = cells.split()
        if "=" in first:
            standing |= _pairs([first, *rest])
            continue
        row = {**standing, "event": first, **_pairs(rest)}
        standing["time"] = str(datetime.fromisoformat(row["time"]) + timedelta(seconds=1))
        yield row, expected


def _pairs(words: Sequence[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def written(text: str, path: Path) -> Told:
    """The log as a CSV file; returns what is expected in it."""
    rows = list(rows_of(text))
    columns = list(dict.fromkeys(column for row, _ in rows for column in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="")
        writer.writeheader()
        writer.writerows(row for row, _ in rows)
    return Counter(
        (path.name, number, provision)
        for number, (_, expected) in enumerate(rows, FIRST_ROW)
        for provision in expected.split()
    )


def check(
    folder: Path, rules: str, *texts: str, backwards: bool = False, records: Records = "all"
) -> None:
    """There is one finding for each arrow, and no other; each text is a file of its own."""
    expected: Told = Counter()
    files = []
    for number, text in enumerate(texts, 1):
        files.append(folder / f"log-{number}.csv")
        expected += written(text, files[-1])
    reading = read_log(files[::-1] if backwards else files)
    found = audit_log(reading, rules=rules, records=records).findings
    assert not reading.refusals
    missing = Counter(expected)
    extra = []
    for finding in found:
        met = [
            (Path(row.file).name, row.row, own)
            for row in finding.rows
            for own in finding.provisions
        ]
        wanted = [each for each in met if missing[each] > 0]
        if wanted:
            missing[wanted[0]] -= 1
        else:
            extra.append((finding.rule, finding.rows[0].row, finding.message.en))
    told = f"not found: {dict(+missing)}; found as well: {extra}"
    assert (+missing, extra) == (Counter(), []), told
