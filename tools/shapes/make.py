"""The samples in other shapes.

Each folder holds one log in several shapes, and `expected.json`: the faults put in, with the rows
on which each shows in each of the shapes.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from auditor_simulators.catalogue import game
from auditor_simulators.inject import Injection, inject_all
from auditor_simulators.protocol import Fault, Plan, Row
from auditor_simulators.write import write
from tools.shapes import french, wide
from tools.shapes.books import Place, write_book

_PUNTO_BANCO: Final = game("punto-banco")
_BOULE: Final = game("boule")
_LATE: Final = datetime(2026, 1, 9, 23, 45)
_PLAYED: Final = Plan(900, seed=11, tables=2, opening=_LATE)
_DRAWN: Final = Plan(1500, seed=3, sessions=3, tables=2, opening=_LATE)

# Faults that show in what one row for each coup holds.
_FAULTS: Final = (
    "draws-against-natural",
    "player-stands",
    "player-draws-wrongly",
    "banker-stands-wrongly",
    "banker-by-the-total",
    "wrong-score",
    "wrong-winner",
    "player-pays-double",
    "commission-missing",
    "commission-of-four",
    "push-collected",
)
_OUT_OF_RANGE: Final = ("result-out-of-range",) * 3


@dataclass(slots=True)
class _Log:
    """A log, its faults, and where each row stands in each shape."""

    rows: list[Row]
    injected: tuple[Injection, ...]
    columns: tuple[str, ...]
    places: dict[str, dict[int, Place]] = field(default_factory=dict)

    def stands(self, name: str, rows: Iterable[tuple[Row, Place]]) -> None:
        self.places[name] = {id(row): place for row, place in rows}


def make(folder: Path) -> None:
    """Every sample below the folder; mappings, which are written by hand, stay."""
    _baccarat(folder / "punto-banco")
    _permanence(folder / "boule")


def _baccarat(folder: Path) -> None:
    lawful = _of_one_player(list(_PUNTO_BANCO.lawful(_PLAYED)))
    log = _faulty(lawful, _PUNTO_BANCO.faults, _FAULTS, _PUNTO_BANCO.columns)
    folder.mkdir(parents=True, exist_ok=True)
    _canonical(log, folder / "canonical.csv")
    write(log.rows, log.columns, folder / "extract.parquet")
    log.places["extract.parquet"] = log.places["canonical.csv"]
    lines = [french.header(log.columns), *(french.cells(row, log.columns) for row in log.rows)]
    _csv(folder / "export.csv", lines)
    log.places["export.csv"] = log.places["canonical.csv"]
    log.places["tables.xlsx"] = write_book(log.rows, log.columns, folder / "tables.xlsx")
    _coups(log, folder / "coups.csv")
    _expected(log, folder)


def _coups(log: _Log, path: Path) -> None:
    """Below a title, two rows of header; a total at the end."""
    lines = [["Casino d'Aubrac – relevé des coups"], [], *wide.header()]
    stands: list[tuple[Row, Place]] = []
    for coup, cells in wide.sheet(log.rows):
        lines.append(cells)
        stands += [(row, (None, len(lines))) for row in coup]
    width = len(lines[-1])
    lines.append(["Total", "", "", "", f"{len(lines) - 4} coups", *[""] * (width - 5)])
    lines[0] += [""] * (width - 1)
    _csv(path, lines)
    log.stands(path.name, stands)


def _permanence(folder: Path) -> None:
    """The numbers that came out, evening by evening and table by table; nothing else."""
    spins: dict[tuple[str, ...], Row] = {}
    for row in _BOULE.lawful(_DRAWN):
        if row["event"] == "spin" and row.get("number"):  # written on two cloths, it is one spin
            spins.setdefault((row["session"], row["table"], row["coup"]), row)
    rows = sorted(spins.values(), key=lambda row: (row["session"], row["table"], int(row["coup"])))
    for _, evening in groupby(rows, key=lambda row: (row["session"], row["table"])):
        for coup, row in enumerate(evening, start=1):
            row["coup"] = str(coup)
    kept = ("time", "casino", "season", "session", "table", "coup", "game", "event", "number")
    log = _faulty(rows, _BOULE.faults, _OUT_OF_RANGE, kept)
    folder.mkdir(parents=True, exist_ok=True)
    _canonical(log, folder / "canonical.csv")
    lines = [["Date", "Table", "Numéro"]]
    lines += [[french.cell("session", r["session"]), r["table"], r["number"]] for r in log.rows]
    _csv(folder / "permanence.csv", lines)
    log.places["permanence.csv"] = log.places["canonical.csv"]
    _expected(log, folder)


def _of_one_player(rows: Sequence[Row]) -> list[Row]:
    """The log of tables with one player each: that of the first who sat down."""
    first: dict[str, str] = {}
    for row in rows:
        if row["event"] == "sit":
            first.setdefault(row["table"], row["player"])
    return [row for row in rows if row.get("player") in (None, first.get(row.get("table", "")))]


def _faulty(
    rows: list[Row], faults: Iterable[Fault], names: Sequence[str], columns: tuple[str, ...]
) -> _Log:
    by_name = {fault.name: fault for fault in faults}
    faulty, injected = inject_all(rows, [by_name[name] for name in names], seed=1)
    return _Log(faulty, injected, columns)


def _canonical(log: _Log, path: Path) -> None:
    write(log.rows, log.columns, path)
    log.stands(path.name, [(row, (None, at)) for at, row in enumerate(log.rows, start=2)])


def _csv(path: Path, lines: Iterable[Sequence[str]]) -> None:
    """CSV as French spreadsheet programs export it: semicolons, Windows-1252, CR LF."""
    with path.open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(lines)


def _expected(log: _Log, folder: Path) -> None:
    entries = []
    for own in log.injected:
        rows = [log.rows[number - 2] for number in own.rows]
        stand = {
            name: list(dict.fromkeys(places[id(row)] for row in rows if id(row) in places))
            for name, places in log.places.items()
        }
        entries.append({"fault": own.fault, "provisions": own.provisions, "rows": stand})
    text = json.dumps(entries, ensure_ascii=False, indent=2)
    (folder / "expected.json").write_text(text + "\n", encoding="utf-8")
