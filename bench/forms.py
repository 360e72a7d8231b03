"""The same log as other programs write it: every form of which the reading is measured."""

from __future__ import annotations

import csv
import gzip
import random
from collections.abc import Callable, Mapping
from pathlib import Path

Rows = list[list[str]]

DAMAGED = 10_000
"""Of so many rows one is damaged."""


def forms(log: Path) -> Mapping[str, Path]:
    """The files that hold a canonical log in other forms, made once."""
    found = {}
    for said, (ending, make) in FORMS.items():
        path = log.with_name(f"{log.stem}-{make.__name__}{ending}")
        if not path.exists():
            with log.open(encoding="utf-8", newline="") as lines:
                make([*csv.reader(lines)], path)
        found[said] = path
    return found


def quoted(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)


def wide(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-16", newline="") as file:
        csv.writer(file, delimiter="\t").writerows(rows)


def windows(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)


def french(rows: Rows, path: Path) -> None:
    """What French software writes: sums have a decimal comma as well."""
    sums = [at for at, name in enumerate(rows[0]) if name in MONEY]
    for row in rows[1:]:
        for at in sums:
            row[at] = row[at].replace(".", ",")
    windows(rows, path)


MONEY = ("amount", "minimum", "maximum", "maximum_straight", "maximum_even")


def gzipped(rows: Rows, path: Path) -> None:
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def damaged(rows: Rows, path: Path) -> None:
    """Some rows with an unreadable cell, a cell too many, or a cell too few."""
    dice = random.Random(16)  # noqa: S311 - the same rows each time
    for row in dice.sample(rows[1:], len(rows) // DAMAGED):
        filled = [at for at, cell in enumerate(row) if cell and rows[0][at] != "game"]
        at = dice.choice(filled)
        row[at : at + 1] = dice.choice(([], [row[at], ""], ["#REF!"], ["#REF!"]))
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def workbook(rows: Rows, path: Path) -> None:
    import xlsxwriter  # type: ignore[import-untyped]  # noqa: PLC0415 - it has no types

    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet()
    for at, row in enumerate(rows):
        sheet.write_row(at, 0, row)
    book.close()


FORMS: Mapping[str, tuple[str, Callable[[Rows, Path], None]]] = {
    "every cell quoted": (".csv", quoted),
    "tabs, UTF-16": (".csv", wide),
    "`;`, Windows-1252": (".csv", windows),
    "`;`, Windows-1252, decimal comma": (".csv", french),
    "gzip": (".csv.gz", gzipped),
    "one row in 10,000 damaged": (".csv", damaged),
    "XLSX": (".xlsx", workbook),
}
