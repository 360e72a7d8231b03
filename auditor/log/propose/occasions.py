"""Sums that settle stakes of several columns: of which bet one is, where a row has one alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from auditor.log.header import Heading
from auditor.log.infer.columns import Body, says_something
from auditor.log.infer.wide_columns import EventColumn

MOST = 3
"""Columns of stakes that may be empty; of more, too many events would come."""


@dataclass(frozen=True, slots=True)
class FilledStakes:
    """The rows that have certain stakes: what a mapping asks of them, the stake where it is the
    only one, and those rows of the file.
    """

    tests: tuple[object, ...] = ()
    stake: EventColumn | None = None
    rows: tuple[Sequence[str], ...] = ()


def occasions(
    stakes: Sequence[EventColumn], head: Heading, body: Body, sides: Sequence[int] = ()
) -> list[FilledStakes]:
    """Each row is of one of these; nothing where they cannot be told apart.  A row with a stake of
    those at the `sides`, whose bet nobody knows, has no stake alone.
    """
    rows = [[*cells, *[""] * (len(head.names) - len(cells))] for cells in body.rows]
    loose = [own for own in stakes if not all(_laid(row[own.at]) for row in rows)]
    conditions = {at: _conditions(at, head, rows) for at in (*(own.at for own in loose), *sides)}
    if len(loose) > MOST or None in conditions.values():
        return []
    beside = [own for at in sides if (own := conditions.pop(at))]
    none = [empty for _, empty in beside]
    found = [FilledStakes((filled,)) for filled, _ in beside]
    for choice in product((True, False), repeat=len(loose)):
        there = dict(zip((own.at for own in loose), choice, strict=True))
        laid = [own for own in stakes if there.get(own.at, True)]
        tests = [own[not there[at]] for at, own in conditions.items() if own]
        there |= dict.fromkeys(sides, False)
        own_rows = tuple(r for r in rows if all(_laid(r[at]) == yes for at, yes in there.items()))
        alone = laid[0] if len(laid) == 1 else None
        found.append(FilledStakes((*tests, *none), alone, own_rows))
    return found


def _laid(cell: str) -> bool:
    return bool(cell.strip("0.,-–— €"))


def _conditions(
    at: int, head: Heading, rows: Sequence[Sequence[str]]
) -> tuple[object, object] | None:
    """How a mapping asks for a stake, and for none; nothing where some cells are empty and others
    zero: no condition holds for both.
    """
    name = head.names[at]
    blank = [not says_something(row[at]) for row in rows if not _laid(row[at])]
    if all(blank):
        return name, {"column": name, "filled": False}
    return None if any(blank) else (f"{{{name}}} > 0", f"{{{name}}} = 0")
