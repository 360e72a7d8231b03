"""Values as they are known before any log is read: columns written out, and their reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from auditor.authoring.logic.linear import ValueBounds
from auditor.language import core
from auditor.language.check.tables import values_of
from auditor.language.traverse import names_inside, parts_of
from auditor.types import INTEGER, MONEY, NUMBER, RANK, Basic, Enumeration, Item, SetOf, Type
from auditor.values import JOKER

# ---- columns of records, written out ------------------------------------------------------------
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


# ---- the values that there can be ---------------------------------------------------------------
_DEEPEST_LOOK = 6  # records that look at records
_LAST_OF_A_DAY = 86_400 - Fraction(1, 1_000_000)  # seconds: times are told to the microsecond
_MOST_HOLES = 1000  # whole numbers among which those that a table never gives are looked for


@dataclass(slots=True)
class Values:
    """The values that types, tables and records of one ruleset leave."""

    known: Known
    _words: dict[tuple[str, object], int] = field(default_factory=dict)

    def place(self, kind: Type, value: object) -> int | None:
        """The place of a word among those of its type: in its order, where it has one."""
        if not isinstance(kind, Basic | Enumeration):
            return None
        listed = self.listed(kind)
        if isinstance(value, str) and value in listed:
            return listed.index(value)
        key = (str(kind), value)
        return self._words.setdefault(key, len(listed) + 1 + len(self._words))

    def listed(self, kind: Basic | Enumeration) -> tuple[object, ...]:
        ordered = self.known.orders.get(str(kind), ())
        members = kind.members if isinstance(kind, Enumeration) else values_of(kind) or ()
        members = (*members, JOKER) if kind == RANK else members
        return tuple(dict.fromkeys((*ordered, *members)))

    def reach(self, node: core.Expression, depth: int = 0) -> ValueBounds:
        """Where the values of an expression that is not looked into lie."""
        match node:
            case core.Aggregate(function="distinct"):
                return ValueBounds(low=0, whole=True)
            case core.Operation(sign="clock"):
                return ValueBounds(low=0, high=_LAST_OF_A_DAY)
            case core.Operation(sign="abs"):
                return ValueBounds(low=0, whole=node.type == INTEGER)
            case core.Operation(sign="mod", arguments=(_, core.Literal_(value=int(by)))) if by > 0:
                whole = node.type == INTEGER
                return ValueBounds(low=0, high=by - 1 if whole else by, whole=whole)
            case core.Decide(table=table) if table in self.known.tables:
                return self._results(node.type, [v for _, v in self.known.tables[table].rows])
            case core.Lookup(record=record, column=column) if depth < _DEEPEST_LOOK:
                return self._of_column(node, self._column(record, column), depth)
            case core.Field(of=of, name=name) if (
                isinstance(of.type, Item) and depth < _DEEPEST_LOOK
            ):
                record = of.type.sources[0] if len(of.type.sources) == 1 else ""
                return self._of_column(node, self._column(record, name), depth)
            case _:
                return self._of_type(node.type)

    def _column(self, record: str, name: str) -> core.Expression | None:
        own = self.known.records.get(record)
        return dict(own.columns).get(name) if own is not None else None

    def _of_column(
        self, node: core.Expression, found: core.Expression | None, depth: int
    ) -> ValueBounds:
        """A column has the values of its expression, where these are written out or counted."""
        match found:
            case None:
                return self._of_type(node.type)
            case core.Choose(cases=cases, otherwise=otherwise):
                arms = [*(then for _, then in cases), otherwise]
                if all(isinstance(arm, core.Literal_) for arm in arms):
                    values = [arm.value for arm in arms if isinstance(arm, core.Literal_)]
                    return self._results(node.type, values)
                return self._of_type(node.type)
            case core.Aggregate(function="count" | "distinct"):
                return ValueBounds(low=0, whole=True)
            case core.Lookup() | core.Operation(sign="abs" | "mod") | core.Decide():
                return self.reach(found, depth + 1)
            case core.Operation(sign="+", arguments=(core.Aggregate(function="count"), _)):
                return ValueBounds(low=0, whole=True)  # `position among`
            case _:
                return self._of_type(node.type)

    def _results(self, kind: Type, values: list[Any]) -> ValueBounds:
        if kind == INTEGER and values and max(values) - min(values) < _MOST_HOLES:
            given = set(map(int, values))
            between = frozenset(range(min(given), max(given) + 1))
            return ValueBounds(min(given), max(given), True, between - given)
        if kind in (INTEGER, NUMBER, MONEY) and values:
            return ValueBounds(min(values), max(values), kind == INTEGER)
        if isinstance(kind, Enumeration):
            places = {place for v in values if (place := self.place(kind, v)) is not None}
            between = frozenset(range(min(places), max(places) + 1))
            return ValueBounds(min(places), max(places), True, between - places)
        return self._of_type(kind)

    def _of_type(self, kind: Type) -> ValueBounds:
        match kind:
            case Enumeration(open=False, members=members):
                last = len(self.listed(kind)) - 1
                return ValueBounds(0, last, True) if members else ValueBounds()
            case Enumeration():
                return ValueBounds(low=0, whole=True)
            case Basic(name="rank" | "suit"):
                return ValueBounds(0, len(self.listed(kind)), True)
            case Basic(name="text" | "card"):
                return ValueBounds(low=0, whole=True)
            case Basic(name="integer"):
                return ValueBounds(whole=True)
            case _:
                return ValueBounds()
