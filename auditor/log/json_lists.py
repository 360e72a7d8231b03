"""Lists within JSON: games with hands, hands with bets.

The list that somebody names is the log; what stands beside it on the way down is said of each of
its objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
                named = [((*path, name), inner) for name, inner in own.items()]
                below += [one for one in named if _holds_objects(one[1])]
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
