"""Reading and editing the rows of a log, the common part of all faults at casino tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from auditor.simulate.protocol import Fault, NoPlaceError, Row

T = TypeVar("T")

CONTEXT = ("time", "casino", "season", "session", "table", "shoe", "coup", "game", "staff")

Apply = Callable[[list[Row], Random], list[Row]]


def choose(rng: Random, candidates: Sequence[T]) -> T:
    """One of the places where a fault can be put; raises NoPlaceError where there is none."""
    if not candidates:
        raise NoPlaceError
    return rng.choice(candidates)


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


def put_after(rows: list[Row], anchor: Row, new: Row) -> None:
    rows.insert(place_of(rows, anchor) + 1, new)


def put_before(rows: list[Row], anchor: Row, new: Row) -> None:
    rows.insert(place_of(rows, anchor), new)


def take_out(rows: list[Row], gone: Iterable[Row]) -> None:
    absent = set(map(id, gone))
    rows[:] = [row for row in rows if id(row) not in absent]


def move_before(rows: list[Row], row: Row, anchor: Row) -> None:
    """The row happens just before the other, in the same second."""
    take_out(rows, [row])
    row["time"] = anchor["time"]
    put_before(rows, anchor, row)


def move_after(rows: list[Row], row: Row, anchor: Row) -> None:
    take_out(rows, [row])
    row["time"] = anchor["time"]
    put_after(rows, anchor, row)


def fault(name: str, provisions: str, says: str, apply: Apply) -> Fault:
    """`provisions` are separated by spaces."""
    return Fault(name, tuple(provisions.split()), says, apply)
