"""All the expressions that stand in one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter, is_
from typing import Any

from auditor.language import core
from auditor.language.core import AllOf, Expression
from auditor.values import Range

_ASIDE = frozenset(("span", "type"))
_INSIDE: dict[type, Callable[[Any], Iterable[object]] | None] = {}
"""The values of each class of nodes in which more may stand, the last first; None of others."""


def parts_of(node: object) -> Iterator[object]:
    """Every node of the checked core inside `node`, itself included, in the order of the file."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting.extend(reversed(found))
            continue
        kind = type(found)
        if kind not in _INSIDE:
            _INSIDE[kind] = _values_inside(kind)
        values = _INSIDE[kind]
        if values is not None:
            yield found
            waiting.extend(values(found))


def conjuncts(condition: Expression | None) -> tuple[Expression, ...]:
    """The conditions that all have to hold for one to hold."""
    if isinstance(condition, AllOf):
        return tuple(part for inner in condition.parts for part in conjuncts(inner))
    return () if condition is None else (condition,)


def names_inside(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes in which more may stand, in their order; none of others."""
    found = _NAMES.get(kind)
    if found is None:
        own = fields(kind) if is_dataclass(kind) else ()
        found = _NAMES[kind] = tuple(
            part.name
            for part in own
            if part.name not in _ASIDE and not _PLAIN.fullmatch(str(part.type))
        )
    return found


_NAMES: dict[type, tuple[str, ...]] = {}
_PLAIN = re.compile(r"(?:str|int|bool|Literal\[[^]]*\])(?: \| None)?")
"""Types, as they are written, of which no value has anything inside."""


def _values_inside(kind: type) -> Callable[[Any], Iterable[object]] | None:
    if not is_dataclass(kind):
        return None
    match tuple(reversed(names_inside(kind))):
        case ():
            return lambda _node: ()
        case (name,):
            return lambda node: (getattr(node, name),)
        case names:
            return attrgetter(*names)


def rewritten(whole: Any, change: Callable[[Any], Any]) -> Any:
    """The whole with each part for which `change` gives another, not None; the outermost first."""
    if (new := change(whole)) is not None:
        return new
    if isinstance(whole, tuple) and not isinstance(whole, Range):
        inside = tuple(rewritten(part, change) for part in whole)
        return whole if all(map(is_, inside, whole)) else inside
    if not is_dataclass(whole) or type(whole).__module__ != core.__name__:
        return whole
    own = {name: getattr(whole, name) for name in names_inside(type(whole))}
    other = {name: rewritten(part, change) for name, part in own.items()}
    other = {name: part for name, part in other.items() if part is not own[name]}
    return replace(whole, **other) if other else whole  # type: ignore[type-var]  # an instance
