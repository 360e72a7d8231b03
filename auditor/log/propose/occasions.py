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


def occasions(stakes: Sequence[EventColumn], head: Heading, body: Body) -> list[FilledStakes]:
    """Each row is of one of these; nothing where they cannot be told apart."""
    rows = [[*cells, *[""] * (len(head.names) - len(cells))] for cells in body.rows]
    loose = [own for own in stakes if not all(_laid(row[own.at]) for row in rows)]
    conditions = {own.at: _conditions(own, head, rows) for own in loose}
    if len(loose) > MOST or None in conditions.values():
        return []
    found = []
    for choice in product((True, False), repeat=len(loose)):
        there = dict(zip((own.at for own in loose), choice, strict=True))
        laid = [own for own in stakes if there.get(own.at, True)]
        tests = [own[not there[at]] for at, own in conditions.items() if own]
        own_rows = tuple(r for r in rows if all(_laid(r[at]) == yes for at, yes in there.items()))
        found.append(FilledStakes(tuple(tests), laid[0] if len(laid) == 1 else None, own_rows))
    return found


def _laid(cell: str) -> bool:
    return bool(cell.strip("0.,-–— €"))


def _conditions(
    own: EventColumn, head: Heading, rows: Sequence[Sequence[str]]
) -> tuple[object, object] | None:
    """How a mapping asks for a stake, and for none; nothing where some cells are empty and others
    zero: no condition holds for both.
    """
    name = head.names[own.at]
    blank = [not says_something(row[own.at]) for row in rows if not _laid(row[own.at])]
    if all(blank):
        return name, {"column": name, "filled": False}
    return None if any(blank) else (f"{{{name}}} > 0", f"{{{name}}} = 0")
