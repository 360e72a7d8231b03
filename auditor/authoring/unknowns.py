"""Values before any log is read: what is known of them, and the unknowns that stand for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from auditor.authoring.linear import Constraint, ValueBounds
from auditor.language import core
from auditor.language.check.tables import values_of
from auditor.language.core import conjuncts, names_inside, parts_of
from auditor.source import Frozen
from auditor.types import INTEGER, MONEY, NUMBER, RANK, Basic, Enumeration, Item, SetOf, Type
from auditor.values import JOKER

# ---- columns of records, written out ------------------------------------------------------------
TYPES = Basic, Enumeration, Item, SetOf
"""The classes of what stands in nodes without being one."""
_DEEPEST = 4  # columns in columns
Inlined = dict[tuple[str, str, tuple[core.Expression, ...]], core.Expression | None]


class Known(Frozen):
    """A ruleset's declarations, as far as they say which values there can be."""

    records: Mapping[str, core.Record | None]
    tables: Mapping[str, core.DecisionTable]
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


def _written_out(  # noqa: C901 - one line for every form
    node: core.Lookup, known: Known
) -> core.Expression | None:
    record = known.records.get(node.record)
    columns = {} if record is None else dict(record.columns)
    if record is None or node.column not in columns:
        return None
    if any(isinstance(part, core.Element) for part in parts_of(node.keys)):
        return None
    keys = {} if record.of_events else dict(zip(record.keys, node.keys, strict=True))
    subject = node.keys[0] if record.of_events else None

    def written(name: str, depth: int) -> core.Expression:
        """A column of the row, with its own values in place of the names that stand for them."""
        if name not in columns or depth > _DEEPEST:
            raise _NotInlinedError

        def new(part: object) -> core.Expression | None:
            match part:
                case core.Subject() if subject is None:
                    raise _NotInlinedError
                case core.Subject():
                    return subject
                case core.Field(of=core.Subject(), name=name) if name in keys:
                    return keys[name]
                case core.Field(of=core.Subject(), name=name) if name in columns:
                    return written(name, depth + 1)
                case core.Local(name=name):
                    return written(name, depth + 1)
            return None

        made: core.Expression = core.rewritten(columns[name], new)
        return made

    try:
        return written(node.column, 0)
    except _NotInlinedError:
        return None


# ---- the values that there can be ---------------------------------------------------------------
_DEEPEST_LOOK = 6  # records that look at records
_LAST_OF_A_DAY = 86_400 - Fraction(1, 1_000_000)  # seconds: times are told to the microsecond
_MOST_HOLES = 1000  # whole numbers among which those that a table never gives are looked for


@dataclass(slots=True)
class Values:
    """The values that types, tables and records of one ruleset leave."""

    known: Known
    _words: dict[tuple[str, object], int] = field(default_factory=dict)
    _listed: dict[Basic | Enumeration, dict[object, int]] = field(default_factory=dict)

    def place(self, kind: Type, value: object) -> int | None:
        """The place of a word among those of its type: in its order, where it has one."""
        if not isinstance(kind, Basic | Enumeration):
            return None
        listed = self.listed(kind)
        if isinstance(value, str) and value in listed:
            return listed[value]
        key = (str(kind), value)
        return self._words.setdefault(key, len(listed) + 1 + len(self._words))

    def listed(self, kind: Basic | Enumeration) -> dict[object, int]:
        """The words of a type, each with its place."""
        if kind not in self._listed:
            ordered = self.known.orders.get(str(kind), ())
            members = kind.members if isinstance(kind, Enumeration) else values_of(kind) or ()
            members = (*members, JOKER) if kind == RANK else members
            every = dict.fromkeys((*ordered, *members))
            self._listed[kind] = {word: place for place, word in enumerate(every)}
        return self._listed[kind]

    def reach(  # noqa: C901 - one line for every form
        self, node: core.Expression, depth: int = 0
    ) -> ValueBounds:
        """Where the values of an expression lie; those of a column where its expression's do."""
        whole = node.type == INTEGER
        match node:
            case core.Aggregate(function="count" | "distinct"):
                return ValueBounds(low=0, whole=True)
            case core.Operation(sign="+", arguments=(core.Aggregate(function="count"), _)):
                return ValueBounds(low=0, whole=True)  # `position among`
            case core.Operation(sign="clock"):
                return ValueBounds(low=0, high=_LAST_OF_A_DAY)
            case core.Operation(sign="abs"):
                return ValueBounds(low=0, whole=whole)
            case core.Operation(sign="mod", arguments=(_, core.Literal_(value=int(by)))) if by > 0:
                return ValueBounds(low=0, high=by - 1 if whole else by, whole=whole)
            case core.Decide(table=table) if table in self.known.tables:
                return self._results(node.type, [v for _, v in self.known.tables[table].rows])
            case core.Choose(cases=cases, otherwise=otherwise):
                arms = [*(then for _, then in cases), otherwise]
                values = [arm.value for arm in arms if isinstance(arm, core.Literal_)]
                if len(values) == len(arms):
                    return self._results(node.type, values)
            case (
                core.Lookup(record=record, column=name)
                | core.Field(of=core.Expression(type=Item(sources=(record,))), name=name)
            ) if depth < _DEEPEST_LOOK and (own := self.known.records.get(record)) is not None:
                if (column := dict(own.columns).get(name)) is not None:
                    return self.reach(column, depth + 1)
        return self._of_type(node.type)

    def _results(self, kind: Type, values: list[Any]) -> ValueBounds:
        """Where some values lie, and which whole numbers between them are none of these."""
        if kind not in (INTEGER, NUMBER, MONEY) and not isinstance(kind, Enumeration):
            return self._of_type(kind)
        found = [self.place(kind, v) for v in values] if isinstance(kind, Enumeration) else values
        low, high, whole = min(found), max(found), kind not in (NUMBER, MONEY)
        few = whole and high - low < _MOST_HOLES
        return ValueBounds(
            low, high, whole, frozenset(range(low, high + 1) if few else ()) - {*found}
        )

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


# ---- unknowns -----------------------------------------------------------------------------------
Lets = Mapping[str, core.Expression]


@dataclass(slots=True)
class Unknowns:
    """The unknowns of one rule, or of several that are compared, and what each can be.

    `counts` are those that say how many items a selection has.
    """

    known: Known
    lets: Lets
    values: Values = field(init=False)
    reaches: dict[int, ValueBounds] = field(default_factory=dict)
    counts: dict[int, core.Selection] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)
    _narrower: dict[tuple[int, int], bool] = field(default_factory=dict)
    _no_more: dict[int, int] = field(default_factory=dict)
    # Nodes are kept beside what is made of them: another could take their place in memory, and id.
    _plain: dict[int, tuple[object, Any]] = field(default_factory=dict)
    _kept: dict[int, tuple[object, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = Values(self.known)

    def of(self, node: core.Expression) -> int:
        """The number of what is not looked into, and stands plainly; one for all pieces that say
        the same.
        """
        if (kept := self._kept.get(id(node))) is not None:
            return kept[1]
        if not isinstance(node, core.Aggregate):
            found = self.number(node, lambda: self.values.reach(node))
        elif node.function == "count":
            found = self.count(node.selection)  # one number with `any S` and `first S exists`
        else:
            found = self._aggregate(node)
        self._kept[id(node)] = node, found
        return found

    def number(self, key: object, reach: Callable[[], ValueBounds]) -> int:
        """The number of something, known by its key."""
        known = len(self._numbers)
        found = self._numbers.setdefault(key, known)
        if found == known:
            self.reaches[found] = reach()
        return found

    def is_constant(self, node: core.Expression) -> bool:
        """Whether a value is that of a constant, which has a number of its own."""
        return isinstance(node, core.Literal_) and node.span.text in self.known.constants

    def plainly(self, node: Any) -> Any:
        """A node with the expressions that its names stand for in their place."""
        kept = self._plain.get(id(node)) or self.known.as_it_stands.get(id(node))
        if kept is not None:
            return kept[1]
        if isinstance(node, core.Local):
            return self.plainly(self.lets[node.name]) if node.name in self.lets else node
        if isinstance(node, tuple):
            parts = tuple(map(self.plainly, node))
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
        names = names_inside(type(node))
        if not names or isinstance(node, TYPES):
            return node
        changed = {}
        for name in names:
            value = getattr(node, name)
            made_of = self.plainly(value)
            if made_of is not value:
                changed[name] = made_of
        made = replace(node, **changed) if changed else node
        (self._plain if changed else self.known.as_it_stands)[id(node)] = node, made
        return made

    def count(self, plain: core.Selection) -> int:
        """The number of how many items a selection has."""
        unknown = self.number(("count", plain), lambda: ValueBounds(low=0, whole=True))
        self.counts[unknown] = plain
        return unknown

    def _aggregate(self, plain: core.Aggregate) -> int:
        """Bounds on aggregates of some items: no more values than items, the least is least."""
        known = len(self._numbers)
        unknown = self.number(plain, lambda: self.values.reach(plain))
        if unknown < known:
            return unknown
        if plain.function == "distinct":
            self._no_more[unknown] = self.count(plain.selection)
        elif plain.function == "min":
            highest = replace(plain, function="max")
            self._no_more[unknown] = self.number(highest, lambda: self.values.reach(highest))
        return unknown

    def between_counts(self, spoken: Collection[int]) -> Iterator[Constraint]:
        """Constraints between some unknowns: a narrower selection has no more items than a wider
        one.
        """
        pairs = [(few, self._no_more[few]) for few in spoken if few in self._no_more]
        pairs = [(few, many) for few, many in pairs if many in spoken]
        for few, many in permutations(sorted(own for own in spoken if own in self.counts), 2):
            if (few, many) not in self._narrower:
                narrower = is_narrower(self.counts[few], self.counts[many])
                self._narrower[few, many] = narrower
            if self._narrower[few, many]:
                pairs.append((few, many))
        for few, many in pairs:
            yield Constraint(tuple(sorted(((few, 1), (many, -1)))), "<=", 0)

    def let(self, lets: Lets) -> None:
        """Turns to another rule, which lets other names."""
        self.lets = lets
        self._plain.clear()


def is_narrower(one: core.Selection, other: core.Selection) -> bool:
    """True where each item of the first selection is one of the second."""
    if not set(one.sources) <= set(other.sources):
        return False  # most pairs, told without a look at what they ask
    own = (*one.joins, *one.same, *conjuncts(one.where), *conjuncts(one.also))
    asked = (*other.joins, *other.same, *conjuncts(other.where), *conjuncts(other.also))
    bounds = (*one.bounds, *((_WIDER.get(side, side), moment) for side, moment in one.bounds))
    return (
        all(key in one.keys for key in other.keys)
        and all(part in own for part in asked)
        and all(bound in bounds for bound in other.bounds)
        and all(window in one.windows for window in other.windows)
    )


_WIDER = {"before": "until", "after": "since"}
