"""Columns of records written out where rules look them up: `round.cancelled` is `any cancel`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auditor.language import core
from auditor.language.traverse import names_inside, parts_of
from auditor.types import Basic, Enumeration, Item, SetOf

TYPES = Basic, Enumeration, Item, SetOf
"""The classes of what stands in nodes without being one."""
_DEEPEST = 4  # columns in columns
Inlined = dict[tuple[str, str, tuple[core.Expression, ...]], core.Expression | None]


@dataclass(frozen=True)
class Known:
    """A ruleset's declarations, as far as they say which values there can be."""

    records: Mapping[str, core.Record | None]
    tables: Mapping[str, core.Table]
    orders: Mapping[str, tuple[str, ...]]
    constants: frozenset[str] = frozenset()  # a ruleset that extends this one may replace them
    inlined: Inlined = field(default_factory=dict, compare=False, repr=False)
    as_it_stands: dict[int, tuple[object, Any]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Nodes in which no name is let, by their id.  The node is kept beside what is made of it:
    another could take its place in memory, and its id.
    """


class _NotInlinedError(Exception):
    """The column looks at more of its row than the keys."""


def inlined(node: core.Lookup, known: Known) -> core.Expression | None:
    """A column's expression, seen from where it is looked up; None where it has no such form."""
    key = (node.record, node.column, node.keys)
    try:
        return known.inlined[key]
    except KeyError:
        known.inlined[key] = None  # a column that looks itself up is left as it is
        found = known.inlined[key] = _written_out(node, known)
        return found


def _written_out(node: core.Lookup, known: Known) -> core.Expression | None:
    record = known.records.get(node.record)
    column = None if record is None else dict(record.columns).get(node.column)
    if record is None or column is None or _looks_at_element(node.keys):
        return None
    keys = {} if record.of_events else dict(zip(record.keys, node.keys, strict=True))
    subject = node.keys[0] if record.of_events else None
    try:
        made: core.Expression = _Writer(dict(record.columns), keys, subject).of(column, 0)
    except _NotInlinedError:
        return None
    return made


@dataclass(slots=True)
class _Writer:
    columns: Mapping[str, core.Expression]
    keys: Mapping[str, core.Expression]
    subject: core.Expression | None

    def of(self, node: Any, depth: int) -> Any:
        """A node with the row's own values put in place of the names that stand for them."""
        match node:
            case core.Subject():
                if self.subject is None:
                    raise _NotInlinedError
                return self.subject
            case core.Field(of=core.Subject(), name=name) if name in self.keys:
                return self.keys[name]
            case core.Field(of=core.Subject(), name=name) if name in self.columns:
                return self._column(name, depth)
            case core.Local(name=name):
                return self._column(name, depth)
            case tuple():
                return tuple(self.of(part, depth) for part in node)
        names = names_inside(type(node))
        if not names or isinstance(node, TYPES):
            return node
        changed = {}
        for name in names:
            value = getattr(node, name)
            made_of = self.of(value, depth)
            if made_of is not value:
                changed[name] = made_of
        return replace(node, **changed) if changed else node

    def _column(self, name: str, depth: int) -> Any:
        """Another column of the row."""
        if name not in self.columns or depth == _DEEPEST:
            raise _NotInlinedError
        return self.of(self.columns[name], depth + 1)


def _looks_at_element(node: object) -> bool:
    return any(isinstance(part, core.Element) for part in parts_of(node))
