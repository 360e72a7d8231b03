"""The unknowns of formulas: pieces that are not looked into, numbered by what they say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auditor.language import core
from auditor.language.logic.inlining import TYPES, Known
from auditor.language.logic.linear import Constraint, ValueBounds
from auditor.language.logic.reaches import Values
from auditor.language.logic.sequences import exclude_each_other
from auditor.language.traverse import conjuncts, names_inside

Lets = Mapping[str, core.Expression]


@dataclass(slots=True)
class Unknowns:
    """The unknowns of one rule, or of several that are compared, and what each can be.

    `counts` are those that say how many items a selection has, `sequences` those that say whether
    events follow a pattern.
    """

    known: Known
    lets: Lets
    values: Values = field(init=False)
    reaches: dict[int, ValueBounds] = field(default_factory=dict)
    counts: dict[int, core.Selection] = field(default_factory=dict)
    sequences: dict[int, core.Match] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)
    _compared_counts: int = 0
    _compared_sequences: int = 0
    _apart: list[tuple[int, int]] = field(default_factory=list)
    _narrower: list[Constraint] = field(default_factory=list)
    # Nodes are kept beside what is made of them: another could take their place in memory, and id.
    _plain: dict[int, tuple[object, Any]] = field(default_factory=dict)
    _kept: dict[int, tuple[object, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = Values(self.known)

    def named(self, node: core.Expression) -> core.Expression:
        """The expression that a name stands for, where it is let."""
        while isinstance(node, core.Local) and node.name in self.lets:
            node = self.lets[node.name]
        return node

    def of(self, node: core.Expression) -> int:
        """The number of what is not looked into; one for all pieces that say the same."""
        plain = self.plainly(node)
        if (kept := self._kept.get(id(plain))) is not None:
            return kept[1]
        if not isinstance(plain, core.Aggregate):
            found = self.number(plain, lambda: self.values.reach(plain, 0))
            if isinstance(plain, core.Match):
                self.sequences[found] = plain
        elif plain.function == "count":
            found = self.count(plain.selection)  # one number with `any S` and `first S exists`
        else:
            found = self._aggregate(plain)
        self._kept[id(plain)] = plain, found
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
        unknown = self.number(plain, lambda: self.values.reach(plain, 0))
        if unknown < known:
            return unknown
        if plain.function == "distinct":
            factors = ((unknown, 1), (self.count(plain.selection), -1))
            self._narrower.append(Constraint(tuple(sorted(factors)), "<=", 0))
        elif plain.function == "min":
            highest = self.number(
                replace(plain, function="max"), lambda: self.values.reach(plain, 0)
            )
            factors = ((unknown, 1), (highest, -1))
            self._narrower.append(Constraint(tuple(sorted(factors)), "<=", 0))
        return unknown

    def between_counts(self) -> list[Constraint]:
        """Constraints between counts: a narrower selection has no more items than a wider one."""
        known = list(self.counts.items())
        for place in range(self._compared_counts, len(known)):
            for other in range(place):
                for (few, narrow), (many, wide) in (
                    (known[place], known[other]),
                    (known[other], known[place]),
                ):
                    if is_narrower(narrow, wide):
                        factors = tuple(sorted(((few, 1), (many, -1))))
                        self._narrower.append(Constraint(factors, "<=", 0))
        self._compared_counts = len(known)
        return self._narrower

    def disjoint_sequences(self) -> list[tuple[int, int]]:
        """Sequences of which at most one can follow its pattern."""
        known = list(self.sequences.items())
        for place in range(self._compared_sequences, len(known)):
            own, match = known[place]
            self._apart += [
                (other, own) for other, former in known[:place] if exclude_each_other(former, match)
            ]
        self._compared_sequences = len(known)
        return self._apart

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
    )


_WIDER = {"before": "until", "after": "since"}
