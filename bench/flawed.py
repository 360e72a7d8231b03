"""Large logs with one flaw each, as hands and programs make them, beside the same log without."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from pathlib import Path

from bench import commands, logs
from bench.measure import Runs, in_turn

GAME = "boule"
EVENTS = 200_000
CLEAN = "clean"

Rows = list[list[str]]
Flaw = Callable[[Rows, Callable[[str], int]], Rows]
"""Makes the flaw in rows, whose columns have places by their names."""

PASTED, LOWER = 3, 50
"""Rows that are pasted once more, so many rows below."""
SLID = 500
"""Rows over which the cells of a column stand a row too low."""
LOST = 100
PUSHED = 40
"""Rows whose cells stand a column too far to the right from the player on."""
FILLED = 200
"""Rows over which a player's name was drawn down."""


def _respelt(rows: Rows, at: Callable[[str], int]) -> Rows:
    middle = len(rows) // 2
    name = next(row[at("table")] for row in rows[middle:] if row[at("table")])
    one = next(number for number in range(middle, len(rows)) if rows[number][at("table")] == name)
    rows[one][at("table")] = name.lower()
    return rows


def _pasted(rows: Rows, _: Callable[[str], int]) -> Rows:
    first = len(rows) // 2
    again = rows[first : first + PASTED]
    return [*rows[: first + LOWER], *again, *rows[first + LOWER :]]


def _slid(rows: Rows, at: Callable[[str], int]) -> Rows:
    first, place = len(rows) // 2, at("player")
    cells = [row[place] for row in rows[first : first + SLID]]
    for row, cell in zip(rows[first : first + SLID], ["", *cells], strict=False):
        row[place] = cell
    return rows


def _unreadable(rows: Rows, at: Callable[[str], int]) -> Rows:
    stakes = (row for row in rows[len(rows) // 2 :] if row[at("event")] == "stake")
    next(stakes)[at("amount")] = "#REF!"
    return rows


def _lost(rows: Rows, _: Callable[[str], int]) -> Rows:
    first = len(rows) // 2
    return [*rows[:first], *rows[first + LOST :]]


def _pushed(rows: Rows, at: Callable[[str], int]) -> Rows:
    first, place = len(rows) // 2, at("player")
    for row in rows[first : first + PUSHED]:
        row[place:] = ["", *row[place:-1]]
    return rows


def _filled(rows: Rows, at: Callable[[str], int]) -> Rows:
    first, place = len(rows) // 2, at("player")
    filled = [row for row in rows[first : first + FILLED] if row[place]]
    for row in filled:
        row[place] = filled[0][place]
    return rows


FLAWS: Mapping[str, Flaw] = {
    "a table's name in small letters, in one row": _respelt,
    f"{PASTED} rows pasted once more": _pasted,
    f"a column a row too low, over {SLID} rows": _slid,
    "a cell unreadable": _unreadable,
    f"{LOST} rows lost": _lost,
    f"{PUSHED} rows a column too far to the right": _pushed,
    f"a name drawn down over {FILLED} rows": _filled,
}


def flawed(_sizes: list[int], times: int) -> str:
    """What a flaw costs: processor time and peak memory, as ratios to the log without it."""
    clean = logs.lawful_season(GAME, EVENTS)
    every = {CLEAN: clean} | {
        what: _made(clean, number, flaw) for number, (what, flaw) in enumerate(FLAWS.items())
    }
    found = in_turn({what: commands.audit(log, GAME) for what, log in every.items()}, min(times, 3))
    rows = "".join(_line(what, own, found[CLEAN]) for what, own in found.items())
    head = "| log | processor time | memory |\n|---|---|---|\n"
    return f"### Flaws in a log of {EVENTS:,} rows of {GAME}, beside the clean one\n\n{head}{rows}"


def _line(what: str, own: Runs, clean: Runs) -> str:
    time = f"{own.processor / clean.processor:.1f} ({own.processor:.1f} s)"
    memory = f"{own.memory / clean.memory:.1f} ({own.memory:.0f} MiB)"
    return f"| {what} | {time} | {memory} |\n"


def _made(clean: Path, number: int, flaw: Flaw) -> Path:
    """The log with a flaw; made once and kept, as the others are."""
    path = clean.with_name(f"{clean.stem}-flaw-{number}.csv")
    if not path.exists():
        with clean.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        with path.open("w", encoding="utf-8", newline="") as changed:
            written = csv.writer(changed, lineterminator="\n")
            written.writerows([header, *flaw(rows, header.index)])
    return path
