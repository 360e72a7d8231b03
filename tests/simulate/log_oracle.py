"""The integrity of a casino log a second time, without a look at the simulator (log.*)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

Row = dict[str, str]
Breach = tuple[str, Row]
"""A provision and a row that shows its breach."""


def key(row: Row, *columns: str) -> tuple[str, ...]:
    return tuple(row.get(column, "") for column in columns)


def is_(row: Row, event: str, **cells: str) -> bool:
    return row["event"] == event and all(row.get(key, "") == cells[key] for key in cells)


def only(rows: Sequence[Row], event: str, **cells: str) -> list[Row]:
    return [row for row in rows if is_(row, event, **cells)]


def coups(rows: list[Row]) -> list[list[Row]]:
    """By number; where bets are opened again under the same number, another coup begins."""
    found: list[list[Row]] = []
    current: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.get("coup"):
            number = key(row, "casino", "session", "table", "shoe", "coup")
            coup = current.get(number, [])
            opened = only(coup, "bets_open")
            if not coup or (row["event"] == "bets_open" and opened and row not in opened):
                coup = current[number] = []
                found.append(coup)
            coup.append(row)
    return found


def instant(row: Row) -> float:
    return datetime.fromisoformat(row["time"]).timestamp()


def integrity(rows: list[Row]) -> Iterator[Breach]:
    yield from series(rows)
    yield from orphans(rows)


def series(rows: list[Row]) -> Iterator[Breach]:
    """Times, coup numbers, and events recorded twice."""
    last: dict[Any, float] = {}
    numbers: dict[Any, int] = {}
    seen: set[Any] = set()
    for row in rows:
        where = key(row, "casino", "session", "table")
        if instant(row) < last.get(where, 0):
            yield "log.order", row
        last[where] = max(instant(row), last.get(where, 0))
        content = tuple(sorted(row.items()))
        if content in seen:
            yield "log.duplicate", row
        seen.add(content)
        run = (*where, row.get("shoe", ""))
        if row.get("coup"):
            number = int(row["coup"])
            if number - numbers.get(run, 0) not in {0, 1}:
                yield "log.gap", row
            numbers[run] = number


def handed_back(coup: Sequence[Row]) -> Iterator[Breach]:
    """No player gets back more stakes than he put down: what exceeds them would be winnings."""
    put_down: dict[str, Decimal] = defaultdict(Decimal)
    back: dict[str, Decimal] = defaultdict(Decimal)
    told: list[Row] = []
    for row in coup:
        if row in told:
            continue  # recorded twice: one event
        told.append(row)
        if row["event"] in {"stake", "stake_change", "stake_refuse"}:
            put_down[row["player"]] += Decimal(row["amount"])
        elif row["event"] == "give_back":
            back[row["player"]] += Decimal(row["amount"])
            if back[row["player"]] > put_down[row["player"]]:
                yield "log.stakes", row


def settled_early(coup: Sequence[Row], result: Row) -> Iterator[Breach]:
    """What is paid or collected before the event that makes the result."""
    for row in coup[: next(n for n, row in enumerate(coup) if row is result)]:
        if row["event"] in {"pay", "collect"}:
            yield "log.stakes", row


def returned(pile: Sequence[Row]) -> list[Row]:
    """What is handed back of a stake once it was collected."""
    kinds = [row["event"] for row in pile]
    first = kinds.index("collect") if "collect" in kinds else len(kinds)
    return [row for row in pile[first:] if row["event"] == "give_back"]


def orphans(rows: list[Row]) -> Iterator[Breach]:
    open_tables: set[Any] = set()
    open_houses: set[Any] = set()
    for row in rows:
        where = key(row, "casino", "session", "table")
        if row["event"] == "table_open":
            open_tables.add(where)
        if row["event"] == "house_open":
            open_houses.add(where[:2])
        if row["event"] != "authorisation" and where[:2] not in open_houses:
            yield "log.orphan", row
        if row.get("coup") and where not in open_tables:
            yield "log.orphan", row
        if row["event"] == "table_close":
            open_tables.discard(where)
        if row["event"] == "house_close":
            open_houses.discard(where[:2])
