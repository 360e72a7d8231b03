"""Conditions as formulas: comparisons of sums, truths that are not looked into, `and` and `or`.

Two pieces of a rule that say the same become the same unknown of a formula, and what is known of
its values (a count is never below zero, a rank is one of thirteen) goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction

from auditor.authoring.linear import Constraint, Number, ValueBounds, possible
from auditor.authoring.unknowns import Known, Lets, Unknowns, inlined
from auditor.language import core
from auditor.language.core import conjuncts
from auditor.source import Frozen
from auditor.types import BOOLEAN, DAY, DURATION, INTEGER, MONEY, NUMBER, RANGE, TIME, Item, SetOf
from auditor.values import Range, Value

# ---- values that are one of several -------------------------------------------------------------
# A table that pays 35 and a rule that asks for 36 contradict each other only where it is known
# which row holds for what the rule is about.
MOST_CASES = 12
"""More are left as they stand: each is another alternative to try."""


def _worked_out(node: core.Operation, place: int, choice: core.Choose) -> core.Choose:
    """An operation on one of several values: one of as many results."""

    def result(value: core.Expression) -> core.Operation:
        before, after = node.arguments[:place], node.arguments[place + 1 :]
        return replace(node, arguments=(*before, value, *after))

    cases = tuple((when, result(then)) for when, then in choice.cases)
    return core.Choose(node.span, node.type, cases, result(choice.otherwise))


def _of_rows(node: core.Decide, table: core.DecisionTable) -> core.Expression:
    """The rows of a table as cases, the last as what is left.

    What meets no row counts as the last: it makes more possible, and nothing contradictory.
    """
    *rows, (_, otherwise) = table.rows
    if len(rows) >= MOST_CASES:
        return node

    def result(value: Value) -> core.Literal_:
        return core.Literal_(node.span, table.gives, value)

    def holds(argument: core.Expression, cell: Value) -> core.IsIn:
        values = cell if isinstance(cell, Range | frozenset) else frozenset((cell,))
        within = core.Literal_(node.span, argument.type, values)
        return core.IsIn(node.span, BOOLEAN, argument, within)

    cases = []
    for cells, value in rows:
        pairs = zip(node.arguments, cells, strict=True)
        parts = tuple(holds(own, cell) for own, cell in pairs if cell is not None)
        cases.append((core.AllOf(node.span, BOOLEAN, parts), result(value)))
    return core.Choose(node.span, node.type, tuple(cases), result(otherwise))


# ---- formulas -----------------------------------------------------------------------------------
_NUMERIC = frozenset((INTEGER, NUMBER, MONEY, DURATION, TIME, DAY))


class Truth(Frozen):
    """Something that is true or not, and is not looked into."""

    unknown: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """Several formulas as one: both what they speak of and their hash are asked for often."""

    parts: tuple[Formula, ...]
    spoken: frozenset[int] = field(compare=False)
    hashed: int = field(compare=False)

    def __hash__(self) -> int:
        return self.hashed


class All(Joined):
    __slots__ = ()


class Some(Joined):
    __slots__ = ()


Formula = bool | Truth | Constraint | All | Some


def all_of(parts: Iterable[Formula]) -> Formula:
    return _joined(All, parts, decides=False)


def some_of(parts: Iterable[Formula]) -> Formula:
    return _joined(Some, parts, decides=True)


def _joined(kind: type[All | Some], parts: Iterable[Formula], *, decides: bool) -> Formula:
    """The parts as one formula: without what changes nothing, and what decides in their place."""
    flat = [p for part in parts for p in (part.parts if isinstance(part, kind) else (part,))]
    if any(part is decides for part in flat):
        return decides
    left = tuple(dict.fromkeys(part for part in flat if not isinstance(part, bool)))
    if len(left) < 2:
        return left[0] if left else not decides
    return kind(left, frozenset[int]().union(*map(spoken_of, left)), hash((kind, left)))


# ---- sums ---------------------------------------------------------------------------------------
Sum = tuple[dict[int, Number], Number]
"""Unknowns with their factors, and a number."""
_NOTHING: Sum = {}, 0


def _added(first: Sum | None, second: Sum | None, times: Number = 1) -> Sum | None:
    """The first sum and so many times the second; None where one of them has no such form."""
    if first is None or second is None:
        return None
    factors = dict(first[0])
    for unknown, factor in second[0].items():
        factors[unknown] = factors.get(unknown, 0) + times * factor
    return {x: f for x, f in factors.items() if f}, first[1] + times * second[1]


def _against(first: Sum, sign: core.Sign, second: Sum) -> Formula:
    """Two sums compared: all unknowns on the one side, the numbers on the other."""
    if sign == ">" or sign == ">=":  # noqa: PLR1714 - so the others are known to be left
        first, second, sign = second, first, "<" if sign == ">" else "<="
    factors, number = _added(first, second, -1) or _NOTHING
    turn = -1 if sign in ("=", "!=") and factors and factors[min(factors)] < 0 else 1
    left = tuple(sorted((x, f * turn) for x, f in factors.items()))
    own = Constraint(left, sign, -number * turn)
    return own if left else own.holds_empty()


# ---- from conditions ----------------------------------------------------------------------------
class Formulas:
    """Makes formulas of the conditions of one rule, or of several that are compared."""

    def __init__(self, known: Known, lets: Lets | None = None) -> None:
        self.known = known
        self.unknowns = Unknowns(known, {} if lets is None else lets)
        self._made: dict[tuple[int, bool], tuple[core.Expression, Formula]] = {}

    def let(self, lets: Lets) -> None:
        """Turns to another rule, which lets other names."""
        self._made.clear()
        self.unknowns.let(lets)

    def of(self, node: core.Expression, *, holds: bool = True) -> Formula:
        """The formula that is true where the condition is, or where it is false."""
        # The node is kept beside its formula: another could take its place in memory, and its id.
        key = id(node), holds
        if key not in self._made:
            self._made[key] = node, self._new(self.unknowns.plainly(node), holds=holds)
        return self._made[key][1]

    def _new(self, node: core.Expression, *, holds: bool) -> Formula:  # noqa: C901 - one line for every form
        match node:
            case core.Literal_(value=bool(value)):
                return value is holds
            case core.AllOf(parts=parts):
                return (all_of if holds else some_of)(self.of(p, holds=holds) for p in parts)
            case core.AnyOf(parts=parts):
                return (some_of if holds else all_of)(self.of(p, holds=holds) for p in parts)
            case core.Not(part=part):
                return self.of(part, holds=not holds)
            case core.Lookup() if (column := inlined(node, self.known)) is not None:
                return self.of(column, holds=holds)
            case core.Compare():
                return self._compared(node, holds=holds)
            case core.IsIn():
                return self._within(node, holds=holds)
            case core.Choose(cases=cases) if len(cases) < MOST_CASES:
                return self._in_its_case(node, lambda then: self.of(then, holds=holds))
            case core.Quantify(quantity=quantity, selection=selection):
                return self._counted(selection, at_least=1, holds=holds is (quantity == "any"))
            case core.Exists(part=core.Subject()):
                return holds  # what a rule is about is there
            case core.Exists(part=part) if (picked := self._picked(part)) is not None:
                return self._counted(picked[0], at_least=picked[1], holds=holds)
            case _:
                return Truth(self.unknowns.of(node), holds)

    def _in_its_case(
        self, choice: core.Choose, said: Callable[[core.Expression], Formula]
    ) -> Formula:
        """A statement about one of several values: about each, with what must hold for it."""
        before, cases = list[Formula](), list[Formula]()
        for when, then in choice.cases:
            cases.append(all_of((*before, self.of(when), said(then))))
            before.append(self.of(when, holds=False))
        return some_of((*cases, all_of((*before, said(choice.otherwise)))))

    # ---- comparisons ------------------------------------------------------------------------
    def _compared(self, node: core.Compare, *, holds: bool) -> Formula:
        left, right = self._by_cases(node.left), self._by_cases(node.right)
        if isinstance(left, core.Choose) and len(left.cases) < MOST_CASES:
            return self._in_its_case(
                left, lambda then: self._compared(replace(node, left=then), holds=holds)
            )
        if isinstance(right, core.Choose) and len(right.cases) < MOST_CASES:
            return self._in_its_case(
                right, lambda then: self._compared(replace(node, right=then), holds=holds)
            )
        if left.type == BOOLEAN:
            same = holds is (node.sign == "=")
            both = (self.of(left), self.of(right, holds=same))
            neither = (self.of(left, holds=False), self.of(right, holds=not same))
            return some_of((all_of(both), all_of(neither)))
        first, second = self._sum(left), self._sum(right)
        if first is None or second is None:
            return Truth(self.unknowns.of(node), holds)
        if node.order is not None:  # the highest stands first, at the least place
            first, second = second, first
        return _against(first, node.sign if holds else _DENIED[node.sign], second)

    def _by_cases(self, node: core.Expression) -> core.Expression:
        """The value as a `case`, where it is one of a few; any other as it stands."""
        match node:
            case core.Decide(table=table) if table in self.known.tables:
                return _of_rows(node, self.known.tables[table])
            case core.Operation(arguments=arguments):
                for place, part in enumerate(arguments):
                    found = self._by_cases(part)
                    if isinstance(found, core.Choose) and len(found.cases) < MOST_CASES:
                        return _worked_out(node, place, found)
        return node

    def _within(self, node: core.IsIn, *, holds: bool) -> Formula:
        element, within = node.element, node.within
        if self.unknowns.is_constant(within) and not _lists(element, within):
            return Truth(self.unknowns.number((node, within.span.text), ValueBounds), holds)
        signs: list[tuple[core.Sign, Value | None]]
        match within:
            case core.Literal_(value=Range(low=low, high=high)):
                signs, joined = [(">=", low), ("<=", high)], holds
            case core.Literal_(value=frozenset() as values):
                signs, joined = [("=", value) for value in sorted(values, key=str)], not holds
            case _:
                return Truth(self.unknowns.of(node), holds)
        parts = (
            core.Compare(node.span, BOOLEAN, sign, element, other, None)
            for sign, value in signs
            if value is not None
            for other in (core.Literal_(node.span, element.type, value),)
        )
        return (all_of if joined else some_of)(self._compared(own, holds=holds) for own in parts)

    # ---- sums -------------------------------------------------------------------------------
    def _sum(self, node: core.Expression) -> Sum | None:  # noqa: C901, PLR0912 - one line for every form
        """The value as a sum of unknowns; None for what has no such form."""
        if isinstance(node, core.Lookup):
            column = inlined(node, self.known)  # what a column counts or adds up, in its place
            node = column if isinstance(column, core.Aggregate | core.Operation) else node
        if self.unknowns.is_constant(node):
            return {self.unknowns.number((node.type, node.span.text), ValueBounds): 1}, 0
        match node:
            case core.Literal_(value=timedelta() as value):
                return {}, Fraction(value / timedelta(microseconds=1)) / 1_000_000
            case core.Literal_(value=bool()):
                return None
            case core.Literal_(value=int() | Fraction() as value) if node.type in _NUMERIC:
                return {}, value
            case core.Literal_(type=kind, value=date() as value) if kind == DAY:
                return {}, value.toordinal()
            case core.Literal_(type=kind) if kind in (TIME, DAY):
                return None
            case core.Literal_(value=value):
                place = self.unknowns.values.place(node.type, value)
                return None if place is None else ({}, place)
            case core.Operation(sign="+" | "-" as sign, arguments=(left, right)):
                return _added(self._sum(left), self._sum(right), 1 if sign == "+" else -1)
            case core.Operation(sign="minus", arguments=(part,)):
                return _added(_NOTHING, self._sum(part), -1)
            case core.Operation(sign="times", arguments=(left, right)):
                for own, by in ((right, left), (left, right)):
                    if (times := self.constant(by)) is not None:
                        return _added(_NOTHING, self._sum(own), times)
            case core.Operation(sign="/", arguments=(left, right)):
                if by_number := self.constant(right):
                    return _added(_NOTHING, self._sum(left), Fraction(1) / by_number)
        if isinstance(node.type, Item | SetOf) or node.type == RANGE:
            return None
        return {self.unknowns.of(node): 1}, 0

    def constant(self, node: core.Expression) -> Number | None:
        """The number that an expression is, whatever the log says."""
        found = self._sum(self.unknowns.plainly(node))
        return found[1] if found is not None and not found[0] else None

    def _counted(self, selection: core.Selection, at_least: int, *, holds: bool) -> Formula:
        unknown = self.unknowns.count(selection)
        if holds:
            return Constraint(((unknown, -1),), "<=", -at_least)
        return Constraint(((unknown, 1),), "<=", at_least - 1)

    def _picked(self, node: core.Expression) -> tuple[core.Selection, int] | None:
        """The least number of selected items for which `first`, `last` or `nth` finds one."""
        if isinstance(node, core.Lookup):
            node = inlined(node, self.known) or node
        match node:
            case core.Pick(end="first" | "last", selection=selection):
                return selection, 1
            case core.Pick(selection=selection, index=core.Literal_(value=int(index))) if index > 0:
                return selection, index
            case _:
                return None


def _lists(element: core.Expression, within: core.Expression) -> bool:
    """Whether a constant lists what a cell is compared with: it is believed as it stands.

    Ranges and single numbers are what a ruleset that extends this one replaces, and so is a list
    of which a rule asks whether a game has this bet at all.
    """
    listed = isinstance(within, core.Literal_) and isinstance(within.value, frozenset)
    return listed and not isinstance(element, core.Literal_)


_DENIED: dict[core.Sign, core.Sign] = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "=": "!=",
    "!=": "=",
}


def clauses_of(rule: core.Rule) -> tuple[core.Expression, ...]:
    """Conditions that must hold for a rule to be judged."""
    return (*conjuncts(rule.where), *rule.applies, *(when for when, _ in rule.verifiable))


# ---- whether one can be true --------------------------------------------------------------------
# Where there are too many alternatives nobody knows, and each who asks says which answer then does
# no harm: a wrong one would call a sound rule contradictory.
_MOST_TRIED = 300


def can_be(formulas: Formulas, parts: Iterable[Formula], *, in_doubt: bool = True) -> bool:
    """Whether some log makes all of the parts true; `in_doubt` where there is too much to try."""
    whole = all_of(parts)
    if isinstance(whole, bool):
        return whole
    if isinstance(whole, Truth):
        return True
    unknowns, spoken = formulas.unknowns, spoken_of(whole)
    return _Search(formulas, in_doubt).tried([whole, *unknowns.between_counts(spoken)], {}, [])


def spoken_of(formula: Formula) -> frozenset[int]:
    """The unknowns that stand in a formula."""
    match formula:
        case Constraint(factors=factors):
            return frozenset(x for x, _ in factors)
        case Truth(unknown=unknown):
            return frozenset((unknown,))
        case Joined(spoken=spoken):
            return spoken
        case _:
            return frozenset()


def _touched(constraints: Sequence[Constraint], known: int) -> list[Constraint]:
    """The constraints behind the first `known`, which some values meet together, and those of them
    that speak of the same unknowns, directly or by way of others: what the rest leaves stays so.
    """
    touched = list(constraints[known:])
    unknowns = {x for own in touched for x, _ in own.factors}
    others, before = list(constraints[:known]), -1
    while others and len(unknowns) != before:
        before, apart = len(unknowns), list[Constraint]()
        for own in others:
            if any(x in unknowns for x, _ in own.factors):
                touched.append(own)
                unknowns.update(x for x, _ in own.factors)
            else:
                apart.append(own)
        others = apart
    return touched


@dataclass(slots=True)
class _Search:
    formulas: Formulas
    in_doubt: bool
    tried_so_far: int = 0

    def tried(
        self, waiting: list[Formula], truths: dict[int, bool], constraints: list[Constraint]
    ) -> bool:
        self.tried_so_far += 1
        if self.tried_so_far > _MOST_TRIED:
            return self.in_doubt
        known, truths, constraints = len(constraints), dict(truths), list(constraints)
        choices: list[Some] = []
        waiting = list(waiting)
        while waiting:
            match waiting.pop():
                case Truth(unknown=unknown, holds=holds):
                    if truths.setdefault(unknown, holds) is not holds:
                        return False
                case Constraint() as constraint:
                    constraints.append(constraint)
                case All(parts=parts):
                    waiting += parts
                case Some() as choice:
                    choices.append(choice)
        asked = _touched(constraints, known)
        if asked and not possible(asked, self.formulas.unknowns.reaches):
            return False
        if not choices:
            return True
        first = min(choices, key=lambda choice: len(choice.parts))
        rest = [choice for choice in choices if choice is not first]
        return any(self.tried([part, *rest], truths, constraints) for part in first.parts)
