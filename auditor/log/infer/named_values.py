"""Several values with their names in one cell: `banker:10;tie:5`, or the object of a program.

Each name is taken for a column of its own: one that is called `Bets:banker` says what a column
`Banker bet` would say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from auditor.log.convert import numbers as amounts
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, cell_at
from auditor.log.infer.series import SEPARATORS
from auditor.log.mapping.bind import named_value, pieces

MOST = 60
"""Different names in a column, at most: a wheel has 37 numbers, and some chances."""


def with_named_values(head: Heading, body: Body) -> tuple[Heading, Body, dict[str, str]]:
    """The columns with one for each name that stands in cells, and what stands between the values
    of these cells, by the name of their column.
    """
    apart: dict[str, str] = {}
    names, named, short = [*head.names], [*head.named], [*head.short]
    rows = [[cell_at(row, at) for at in range(len(names))] for row in body.rows]
    for at, name in enumerate(head.names):
        own = next((one for one in SEPARATORS if (keys := _names_in(body.cells(at), one))), None)
        if own is None:
            continue
        apart[name] = own
        told = [dict(map(named_value, pieces(row[at], own))) for row in rows]
        places = [at, *range(len(names), len(names) + len(keys) - 1)]
        names += [""] * (len(keys) - 1)
        named += [True] * (len(keys) - 1)
        short += [""] * (len(keys) - 1)
        for place, key in zip(places, keys, strict=True):
            names[place] = f"{name}:{key}"
            for row, values in zip(rows, told, strict=True):
                row[place:] = [values.get(key, ""), *row[place + 1 :]]
    if not apart:
        return head, body, {}
    wider = replace(head, names=tuple(names), named=tuple(named), short=tuple(short))
    return wider, replace(body, rows=rows), apart


def _names_in(cells: Sequence[str], apart: str) -> list[str]:
    """The names of the amounts in cells, if all that stands there are amounts with names, none of
    them twice in a cell: no hours, `21:05`.
    """
    found: set[str] = set()
    for cell in cells:
        told = [named_value(own) for own in pieces(cell, apart)]
        names = {name for name, value in told if name and any(amounts.readings(value))}
        if len(names) < len(told):
            return []
        found |= names
    letters = any(map(str.isalpha, "".join(found)))
    return sorted(found) if letters and 1 < len(found) <= MOST else []
