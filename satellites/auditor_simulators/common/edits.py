"""Reading and editing the rows of a log, the common part of all faults at casino tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from auditor_simulators.protocol import NoPlaceError, Row

T = TypeVar("T")

CONTEXT = ("time", "casino", "season", "session", "table", "shoe", "coup", "game", "staff")

Apply = Callable[[list[Row], Random], list[Row]]


def choose(rng: Random, candidates: Iterable[T]) -> T:
    """One of the places where a fault can be put; raises NoPlaceError where there is none."""
    found = list(candidates)
    if not found:
        raise NoPlaceError
    return rng.choice(found)


def whereabouts(row: Row) -> tuple[str, ...]:
    """Establishment, session and table of a row."""
    return row["casino"], row["session"], row.get("table", "")


def house_of(row: Row) -> tuple[str, str]:
    """Establishment and season of a row."""
    return row["casino"], row["season"]


def coups(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of every coup, coups in the order in which they begin."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get("coup"):
            key = (*whereabouts(row), row.get("shoe", ""), row["coup"])
            found.setdefault(key, []).append(row)
    return list(found.values())


def events(rows: Iterable[Row], *names: str) -> list[Row]:
    return [row for row in rows if row["event"] in names]


def place_of(rows: Sequence[Row], row: Row) -> int:
    """Where that very row stands: equal rows may stand elsewhere."""
    return next(place for place, other in enumerate(rows) if other is row)


def beside(row: Row, event: str, **cells: str) -> Row:
    """A new row of the same moment, table, coup and employee."""
    context = {column: row[column] for column in CONTEXT if row.get(column)}
    return {**context, "event": event, **cells}


def insert_before(rows: list[Row], anchor: Row, *new: Row) -> None:
    """Puts rows in just before the anchor, at its time."""
    _insert(rows, place_of(rows, anchor), anchor, new)


def insert_after(rows: list[Row], anchor: Row, *new: Row) -> None:
    """Puts rows in just after the anchor, at its time."""
    _insert(rows, place_of(rows, anchor) + 1, anchor, new)


def _insert(rows: list[Row], place: int, anchor: Row, new: Sequence[Row]) -> None:
    for row in new:
        row["time"] = anchor["time"]
    rows[place:place] = new


def remove(rows: list[Row], *gone: Row) -> None:
    """Takes out these very rows: equal ones stay."""
    absent = set(map(id, gone))
    rows[:] = [row for row in rows if id(row) not in absent]


def move_before(rows: list[Row], row: Row, anchor: Row) -> None:
    """The row happens just before the anchor, in the same second; no other row changes."""
    remove(rows, row)
    insert_before(rows, anchor, row)


def move_after(rows: list[Row], row: Row, anchor: Row) -> None:
    """The row happens just after the anchor, in the same second; no other row changes."""
    remove(rows, row)
    insert_after(rows, anchor, row)
