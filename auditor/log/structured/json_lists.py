"""Lists within JSON: games with hands, hands with bets.

The list that somebody names is the log; what stands beside it on the way down is said of each of
its objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any


def lists_in(value: Any) -> list[str]:
    """The paths of the lists of objects within a value, the outer ones first."""
    found: dict[str, None] = {}
    level: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while level:
        below: list[tuple[tuple[str, ...], Any]] = []
        for path, own in level:
            if isinstance(own, list):
                below += [(path, inner) for inner in own if isinstance(inner, dict)]
            elif isinstance(own, dict):
                below += [
                    ((*path, name), inner)
                    for name, inner in own.items()
                    if isinstance(inner, dict) or _holds_objects(inner)
                ]
        found |= dict.fromkeys(".".join(path) for path, own in below if isinstance(own, list))
        level = below
    return list(found)


def listed(value: Any, path: Sequence[str], said: dict[str, Any]) -> Iterator[Any]:
    """The objects of the list at the end of a path; where an object has none there, or an empty
    one, what it says itself is a row: nobody bet in that hand, and it was dealt all the same.
    """
    if isinstance(value, list):
        for own in value:
            yield from listed(own, path, said)
    elif not isinstance(value, dict):
        yield value
    elif not path:
        yield value | {name: own for name, own in said.items() if name not in value}
    else:
        first, *rest = path
        beside = {name: own for name, own in value.items() if not _holds_objects(own)}
        beside.pop(first, None)
        inner = value.get(first)
        if inner:
            yield from listed(inner, rest, said | beside)
        else:
            yield said | beside


def _holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(own, dict) for own in value)


def from_the_only_list(outer: Any, path: Sequence[str]) -> list[str]:
    """The path from the outside, where it begins within the only list of an object."""
    if not isinstance(outer, dict) or path[0] in outer:
        return list(path)
    lists = [name for name, own in outer.items() if _holds_objects(own)]
    return [*lists, *path] if len(lists) == 1 else list(path)


# ---- tables as libraries write them -------------------------------------------------------------
_COLUMNS = 3
"""An object of fewer lists is an event: cards, and bets."""
_SCALARS = (str, int, float, bool, type(None), Decimal)


def tabular(outer: Any) -> list[dict[str, Any]]:
    """The rows of an object that is a table: names of columns beside lists of values; a list of
    values for each column; or objects by the numbers of rows, each a row, or by the names of
    columns, each with a value a row.
    """
    if not isinstance(outer, dict) or not outer:
        return []
    if len(outer) >= _COLUMNS and all(_are(own, _SCALARS) for own in outer.values()):
        if len({len(own) for own in outer.values()}) == 1:
            return [dict(zip(outer, row, strict=True)) for row in zip(*outer.values(), strict=True)]
        return []
    if all(isinstance(own, dict) and own for own in outer.values()):
        if _counts(outer):
            return list(outer.values())
        first = next(iter(outer.values()))
        if _counts(first) and all(own.keys() == first.keys() for own in outer.values()):
            return [{name: own[row] for name, own in outer.items()} for row in first]
        return []
    names: Any = outer.get("columns")
    rows: Any = outer.get("data")
    if not (_are(names, str) and _are(rows, list)):
        return []
    fit = len(set(names)) == len(names) and all(len(row) == len(names) for row in rows)
    return [dict(zip(names, row, strict=True)) for row in rows] if fit else []


def _counts(own: dict[str, Any]) -> bool:
    """Whether the names are 0, 1, 2 and so on, or begin with 1."""
    return [*own] in ([*map(str, range(len(own)))], [*map(str, range(1, len(own) + 1))])


def _are(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(own, kind) for own in value)
