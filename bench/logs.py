"""The logs that are measured: simulated ones, with some cells changed so that there is something
to find.  They are made once and kept under `build/bench/`.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from bench.measure import apart

KEPT = Path("build/bench")
GAMES = ("boule", "bataille")
CHANGED = 20
"""Payments that are doubled in each log, and stakes that are multiplied."""

FAULTS = {
    "boule": (
        "straight-pays-eight",
        "loser-paid",
        "five-pays-low",
        "straight-maximum-varies",
        "straight-ratio-high",
        "stake-under-minimum",
        "over-maximum",
        "coup-missing",
    ),
    "bataille": (
        "hand-above-spots",
        "late-stake",
        "winner-not-paid",
        "loser-paid",
        "four-burns",
        "stake-over-maximum",
        "deals-out-of-order",
        "dealer-before-last-seat",
    ),
}
"""What the small logs hold on which the plans must agree."""


def log(game: str, events: int, casinos: int = 2, tables: int = 4) -> Path:
    """A season of about so many events."""
    shape = "" if (casinos, tables) == (2, 4) else f"-{casinos}x{tables}"
    path = KEPT / f"{game}-{events}{shape}.csv"
    sessions = 60 if events >= 100_000 else 1
    if events < 100_000:
        casinos = tables = 1
    if not path.exists():
        lawful = _simulated(path, game, events, sessions=sessions, casinos=casinos, tables=tables)
        _change(lawful, path, events)
        lawful.unlink()
    return path


def lawful(game: str, events: int) -> Path:
    """An evening at one table, of which nothing is changed."""
    path = KEPT / f"{game}-{events}-lawful.csv"
    if not path.exists():
        _simulated(path, game, events, sessions=1, casinos=1, tables=1).rename(path)
    return path


def lawful_season(game: str, events: int) -> Path:
    """A season of two houses with four tables each, of which nothing is changed."""
    path = KEPT / f"{game}-{events}-lawful-season.csv"
    if not path.exists():
        _simulated(path, game, events, sessions=60, casinos=2, tables=4).rename(path)
    return path


def one_session(game: str, events: int) -> Path:
    """A log that is one session at one table, which cannot be cut."""
    path = KEPT / f"{game}-{events}-one-session.csv"
    if not path.exists():
        _simulated(path, game, events, sessions=1, casinos=1, tables=1).rename(path)
    return path


def one_after_another(game: str, events: int, *names: str) -> Path:
    """A log of 28 houses, put together of files: one for each value of some columns."""
    own = log(game, events, 28, 2)
    path = own.with_name(f"{own.stem}-by-{'-'.join(names)}.csv")
    if not path.exists():
        with own.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        at = [header.index(name) for name in names]
        rows.sort(key=lambda cells: [cells[own] for own in at])
        with path.open("w", encoding="utf-8", newline="") as changed:
            csv.writer(changed, lineterminator="\n").writerows([header, *rows])
    return path


def all_wrong(game: str, events: int) -> Path:
    """A log of which every payment is doubled."""
    own = log(game, events)
    path = own.with_name(f"{own.stem}-wrong.csv")
    if not path.exists():
        with own.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as changed:
            header = next(lines)
            names = header.rstrip("\n").split(",")
            event, amount = names.index("event"), names.index("amount")
            changed.write(header)
            for line in lines:
                cells = line.rstrip("\n").split(",")
                if cells[event] == "pay":
                    cells[amount] = str(2 * Decimal(cells[amount]))
                changed.write(",".join(cells) + "\n")
    return path


def faulty(game: str) -> Path:
    """A small log with a fault for most of the eight rules."""
    path = KEPT / f"{game}-faulty.csv"
    if not path.exists():
        _simulated(path, game, 20_000, sessions=4, casinos=2, tables=2, faults=FAULTS[game]).rename(
            path
        )
    return path


def parquet(source: Path) -> Path:
    """The same log as a Parquet file of texts and whole numbers."""
    path = source.with_suffix(".parquet")
    if not path.exists():
        apart(_write_parquet, source, path)
    return path


def _write_parquet(source: Path, path: Path) -> None:
    import polars as pl  # noqa: PLC0415 - only the process that makes it

    pl.read_csv(source, infer_schema_length=1000).write_parquet(path)


def _simulated(
    path: Path,
    game: str,
    events: int,
    *,
    sessions: int,
    casinos: int,
    tables: int,
    faults: Sequence[str] = (),
) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"lawful-{path.name}")
    command = [
        sys.executable,
        "-m",
        "auditor",
        "simulate",
        game,
        "-o",
        str(made),
        "--events",
        str(events),
        "--sessions",
        str(sessions),
        "--casinos",
        str(casinos),
        "--tables",
        str(tables),
    ]
    command += [word for fault in faults for word in ("--fault", fault)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return made


def _change(source: Path, target: Path, events: int) -> None:
    with source.open(encoding="utf-8") as lines, target.open("w", encoding="utf-8") as changed:
        changed.writelines(_changed(lines, events))


def _changed(lines: Iterator[str], events: int) -> Iterator[str]:
    """Now and then the next payment is doubled, and the next stake multiplied by a thousand."""
    header = next(lines)
    yield header
    names = header.rstrip("\n").split(",")
    event, amount = names.index("event"), names.index("amount")
    every = events // CHANGED
    wanted: dict[str, Decimal] = {}
    for at, line in enumerate(lines):
        if at % every == every // 2:
            wanted = {"pay": Decimal(2), "stake": Decimal(1000)}
        if wanted:
            cells = line.rstrip("\n").split(",")
            times = wanted.pop(cells[event], None)
            if times is not None:
                cells[amount] = str(Decimal(cells[amount]) * times)
                line = ",".join(cells) + "\n"  # noqa: PLW2901 - the line that goes on
        yield line
