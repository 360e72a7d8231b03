"""Faults put into lawful rows, and the record of what was put in and where it shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from auditor_simulators.protocol import Fault, NoPlaceError, Row

FIRST_ROW: Final = 2  # of a file whose header is row 1
TRIES: Final = 200

_COUP = ("casino", "session", "table", "shoe", "coup")
_FOLLOWING = ("time", "coup", "position", "behind")  # columns in which what follows is adapted


@dataclass(frozen=True, slots=True)
class Injection:
    """One fault put in; `rows` are numbers in the file, the telling one first."""

    fault: str
    provisions: tuple[str, ...]
    says: str
    rows: tuple[int, ...]


def inject(rows: Iterable[Row], fault: Fault, seed: int) -> tuple[list[Row], Injection]:
    """A copy of the rows with the fault in it.  Raises NoPlaceError where it finds no place."""
    faulty = [dict(row) for row in rows]
    resting_on = fault.apply(faulty, Random(f"{fault.name}/{seed}"))
    return faulty, _record(faulty, fault, resting_on)


def inject_all(
    rows: Iterable[Row], faults: Sequence[Fault], seed: int
) -> tuple[list[Row], tuple[Injection, ...]]:
    """All the faults in turn, no two of them in one coup; raises NoPlaceError where one has none.

    What stands outside coups (a count, a pile) may lie near another fault, but never in it.
    """
    faulty = [dict(row) for row in rows]
    taken: set[int] = set()
    put_in: list[tuple[Fault, list[Row]]] = []
    keep: list[Row] = []  # removed rows stay alive, so that no later row has their identity
    for fault in faults:
        shown = {id(row) for _, resting_on in put_in for row in resting_on}
        faulty, resting_on, touched = _inject_clear_of(faulty, fault, seed, taken, shown)
        keep += touched
        taken.update(map(id, touched))
        put_in.append((fault, resting_on))
    return faulty, tuple(_record(faulty, fault, on) for fault, on in put_in)


def _inject_clear_of(
    rows: list[Row], fault: Fault, seed: int, taken: set[int], shown: set[int]
) -> tuple[list[Row], list[Row], list[Row]]:
    """Rows after the fault, rows it rests on, rows it concerns: none of them taken before, and none
    of those `shown` lost, on which others rest.
    """
    for attempt in range(TRIES):
        before = [(row, dict(row)) for row in rows]
        after = list(rows)
        try:
            resting_on = fault.apply(after, Random(f"{fault.name}/{seed}/{attempt}"))
            touched = _concerned(before, after, resting_on)
            if taken.isdisjoint(map(id, touched)) and shown <= set(map(id, after)):
                return after, resting_on, touched
        except NoPlaceError:
            raise NoPlaceError(fault.name, apart=bool(taken)) from None
        except (LookupError, ValueError):
            if not taken:
                raise  # it is written for lawful rows: here others have taken cells out
        for row, cells in before:
            if row != cells:
                row.clear()
                row.update(cells)
    raise NoPlaceError(fault.name, apart=True)


def _concerned(before: list[tuple[Row, Row]], after: list[Row], resting_on: list[Row]) -> list[Row]:
    """Rows changed, put in or taken out, and every row of the coups in which a fault shows.

    Rows outside coups that it merely rests on may bear witness to several faults.
    """
    kept, known = set(map(id, after)), {id(row) for row, _ in before}
    touched = [row for row, cells in before if id(row) not in kept or _differs(row, cells)]
    touched += [row for row in after if id(row) not in known]
    coups = {_coup(row) for row in (*touched, *resting_on) if row.get("coup")}
    touched += [row for row in after if row.get("coup") and _coup(row) in coups]
    return touched


def _differs(row: Row, cells: Row) -> bool:
    return row != cells and any(
        row.get(column, "") != cells.get(column, "")
        for column in (row.keys() | cells.keys()) - set(_FOLLOWING)
    )


def _coup(row: Row) -> tuple[str, ...]:
    return tuple(row.get(column, "") for column in _COUP)


def _record(rows: list[Row], fault: Fault, resting_on: list[Row]) -> Injection:
    numbers = {id(row): number for number, row in enumerate(rows, start=FIRST_ROW)}
    shown = tuple(dict.fromkeys(numbers[id(row)] for row in resting_on))
    return Injection(fault.name, fault.provisions, fault.says, shown)
