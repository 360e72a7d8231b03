"""A cell of any length, in any format: no reader hands it on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from auditor.log.files.open import read_tables
from auditor.log.propose.trial import probe

SHORT = "x" * LIMITS.cell_length
LONG = SHORT + "x"


def _sqlite(path: Path, name: str, cell: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(f'CREATE TABLE log (time TEXT, event TEXT, "{name}" TEXT)')
        database.execute("INSERT INTO log VALUES ('2026-01-09T20:00:00', 'open', ?)", (cell,))
    database.close()


def _text(write: Callable[[str, str], str]) -> Callable[[Path, str, str], None]:
    def written(path: Path, name: str, cell: str) -> None:
        path.write_text(write(name, cell), "utf-8")

    return written


TIME = "2026-01-09T20:00:00"
FORMATS: dict[str, Callable[[Path, str, str], None]] = {
    "csv": _text(lambda name, cell: f"time,event,{name}\n{TIME},open,{cell}\n"),
    "json": _text(lambda name, cell: json.dumps([{"time": TIME, "event": "open", name: cell}])),
    "html": _text(
        lambda name, cell: (
            f"<html><table><tr><th>time<th>event<th>{name}"
            f"<tr><td>{TIME}<td>open<td>{cell}</table></html>"
        )
    ),
    "sql": _text(
        lambda name, cell: (
            f"CREATE TABLE log (time TEXT, event TEXT, {name} TEXT);\n"
            f"INSERT INTO log VALUES ('{TIME}', 'open', '{cell}');\n"
        )
    ),
    "sqlite": _sqlite,
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize(("name", "cell"), [("staff", LONG), (LONG, "CR1")])
def test_a_file_with_a_longer_cell_is_refused(
    ending: str, name: str, cell: str, tmp_path: Path
) -> None:
    path = tmp_path / f"log.{ending}"
    FORMATS[ending](path, name, cell)
    tables, refusals = read_tables(path, path.name)
    assert (len(tables), len(refusals)) == (0, 1)
    assert "longer" in str(refusals[0].says)
    assert probe(path, path.name).refusals


@pytest.mark.parametrize("ending", FORMATS)
def test_a_cell_of_the_longest_is_read(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"log.{ending}"
    FORMATS[ending](path, "staff", SHORT)
    [table], refusals = read_tables(path, path.name)
    assert [cells[table.header.index("staff")] for _, cells in table.rows] == [SHORT]
    assert not refusals
