"""Conditions as formulas: comparisons of sums, truths that are not looked into, `and` and `or`.

Two pieces of a rule that say the same become the same unknown of a formula, and what is known of
its values (a count is never below zero, a rank is one of thirteen) goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from auditor.authoring.linear import Constraint, Number, ValueBounds, possible
from auditor.authoring.unknowns import Known, Lets, Unknowns, inlined
from auditor.language import core
from auditor.language.core import conjuncts
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

    cases = tuple((_row_holds(node, cells), result(value)) for cells, value in rows)
    return core.Choose(node.span, node.type, cases, result(otherwise))


def _row_holds(node: core.Decide, cells: tuple[Value | None, ...]) -> core.Expression:
    pairs = zip(node.arguments, cells, strict=True)
    parts = tuple(_cell_holds(own, cell, node) for own, cell in pairs if cell is not None)
    return parts[0] if len(parts) == 1 else core.AllOf(node.span, BOOLEAN, parts)


def _cell_holds(argument: core.Expression, cell: Value, node: core.Decide) -> core.Expression:
    if isinstance(cell, Range | frozenset):
        kind = (
            RANGE if isinstance(cell, Range) else argument.type
        )  # each value is of the input's type
        return core.IsIn(node.span, BOOLEAN, argument, core.Literal_(node.span, kind, cell))
    value = core.Literal_(node.span, argument.type, cell)
    return core.Compare(node.span, BOOLEAN, "=", argument, value, None)


# ---- formulas -----------------------------------------------------------------------------------
_NUMERIC = frozenset((INTEGER, NUMBER, MONEY, DURATION, TIME, DAY))


@dataclass(frozen=True, slots=True)
class Truth:
    """Something that is true or not, and is not looked into."""

    unknown: int
    holds: bool


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Some:
    parts: tuple[Formula, ...]


Formula = bool | Truth | Constraint | All | Some
Sum = tuple[dict[int, Number], Number]
"""Unknowns with their factors, and a number."""


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
    return left[0] if len(left) == 1 else kind(left) if left else not decides


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
            self._made[key] = node, self._new(node, holds=holds)
        return self._made[key][1]

    def _new(self, node: core.Expression, *, holds: bool) -> Formula:  # noqa: C901, PLR0912 - one line for every form
        match node:
            case core.Literal_(value=bool(value)):
                return value is holds
            case core.AllOf(parts=parts):
                return (all_of if holds else some_of)(self.of(p, holds=holds) for p in parts)
            case core.AnyOf(parts=parts):
                return (some_of if holds else all_of)(self.of(p, holds=holds) for p in parts)
            case core.Not(part=part):
                return self.of(part, holds=not holds)
            case core.Local(name=name, type=kind) if kind == BOOLEAN and name in self.unknowns.lets:
                return self.of(self.unknowns.lets[name], holds=holds)
            case core.Lookup() if (column := inlined(node, self.known)) is not None:
                return self.of(column, holds=holds)
            case core.Compare():
                return self._compared(node, holds=holds)
            case core.IsIn():
                return self._within(node, holds=holds)
            case core.Choose(cases=cases, otherwise=otherwise) if len(cases) < MOST_CASES:
                arms = self._arms(cases, otherwise)
                return some_of(all_of((*guard, self.of(then, holds=holds))) for guard, then in arms)
            case core.Quantify(quantity=quantity, selection=selection):
                return self._counted(selection, at_least=1, holds=holds is (quantity == "any"))
            case core.Every(selection=selection, has=has):
                lacking = replace(selection, also=_and_not(selection.also, has))
                return self._counted(lacking, at_least=1, holds=not holds)
            case core.Exists(part=core.Subject()):
                return holds  # what a rule is about is there
            case core.Exists(part=part) if (picked := self._picked(part)) is not None:
                return self._counted(picked[0], at_least=picked[1], holds=holds)
            case _:
                return Truth(self.unknowns.of(node), holds)

    def _arms(
        self, cases: tuple[tuple[core.Expression, core.Expression], ...], otherwise: core.Expression
    ) -> Iterable[tuple[tuple[Formula, ...], core.Expression]]:
        """Each result of a `case` with what must hold for it."""
        before: list[Formula] = []
        for when, then in cases:
            yield (*before, self.of(when)), then
            before.append(self.of(when, holds=False))
        yield tuple(before), otherwise

    # ---- comparisons ------------------------------------------------------------------------
    def _compared(self, node: core.Compare, *, holds: bool) -> Formula:
        left, right = self._by_cases(node.left), self._by_cases(node.right)
        for own, other, turned in ((left, right, False), (right, left, True)):
            if isinstance(own, core.Choose) and len(own.cases) < MOST_CASES:
                arms = self._arms(own.cases, own.otherwise)
                pairs = (
                    (guard, (other, then) if turned else (then, other)) for guard, then in arms
                )
                return some_of(
                    all_of((*guard, self._compared(replace(node, left=a, right=b), holds=holds)))
                    for guard, (a, b) in pairs
                )
        if left.type == BOOLEAN:
            return self._both(left, right, holds=holds is (node.sign == "="))
        sign = node.sign
        if not holds:
            sign = _DENIED[sign]  # type: ignore[assignment]  # one of the six
        first, second = self._sum(left), self._sum(right)
        if first is None or second is None:
            return Truth(self.unknowns.of(node), holds)
        if node.order is not None:  # the highest stands first, at the least place
            first, second = second, first
        return self._against(first, sign, second)

    def _by_cases(self, node: core.Expression) -> core.Expression:
        """The value as a `case`, where it is one of a few; any other as it stands."""
        node = self.unknowns.named(node)
        match node:
            case core.Decide(table=table) if table in self.known.tables:
                return _of_rows(node, self.known.tables[table])
            case core.Operation(arguments=arguments):
                for place, part in enumerate(arguments):
                    found = self._by_cases(part)
                    if isinstance(found, core.Choose) and len(found.cases) < MOST_CASES:
                        return _worked_out(node, place, found)
        return node

    def _both(self, left: core.Expression, right: core.Expression, *, holds: bool) -> Formula:
        yes = all_of((self.of(left), self.of(right, holds=holds)))
        return some_of((yes, all_of((self.of(left, holds=False), self.of(right, holds=not holds)))))

    def _against(self, first: Sum, sign: str, second: Sum) -> Formula:
        if sign in (">", ">="):
            first, second, sign = second, first, "<" if sign == ">" else "<="
        factors = dict(first[0])
        for unknown, factor in second[0].items():
            factors[unknown] = factors.get(unknown, 0) - factor
        left = tuple(sorted((x, f) for x, f in factors.items() if f))
        number = second[1] - first[1]
        if sign in ("=", "!=") and left and left[0][1] < 0:
            left, number = tuple((x, -f) for x, f in left), -number
        own = Constraint(left, sign, number)  # type: ignore[arg-type]  # one of the four that are left
        return own if left else own.holds_empty()

    def _within(self, node: core.IsIn, *, holds: bool) -> Formula:
        element, within = self.unknowns.named(node.element), self.unknowns.named(node.within)
        if self.unknowns.is_constant(within) and not _lists(element, within):
            return Truth(self.unknowns.number((node, within.span.text), ValueBounds), holds)
        if isinstance(within, core.Literal_) and isinstance(within.value, Range):
            low, high = (
                end if end is None else core.Literal_(node.span, element.type, end)
                for end in (within.value.low, within.value.high)
            )
            parts = list[core.Expression]()
            if low is not None:
                parts.append(core.Compare(node.span, BOOLEAN, ">=", element, low, None))
            if high is not None:
                parts.append(core.Compare(node.span, BOOLEAN, "<=", element, high, None))
            return (all_of if holds else some_of)(self.of(part, holds=holds) for part in parts)
        if isinstance(within, core.Literal_) and isinstance(within.value, frozenset):
            values: frozenset[Any] = within.value
            parts = [
                core.Compare(
                    node.span,
                    BOOLEAN,
                    "=",
                    element,
                    core.Literal_(node.span, element.type, v),
                    None,
                )
                for v in sorted(values, key=str)
            ]
            return (some_of if holds else all_of)(self.of(part, holds=holds) for part in parts)
        return Truth(self.unknowns.of(node), holds)

    # ---- sums -------------------------------------------------------------------------------
    def _sum(self, node: core.Expression) -> Sum | None:  # noqa: C901, PLR0912 - one line for every form
        """The value as a sum of unknowns; None for what has no such form."""
        node = self._looked_up(self.unknowns.named(node))
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
                return self._added(left, right, 1 if sign == "+" else -1)
            case core.Operation(sign="minus", arguments=(part,)):
                return self._times(part, -1)
            case core.Operation(sign="times", arguments=(left, right)):
                first, second = self._sum(left), self._sum(right)
                if first is not None and not first[0]:
                    return self._times(right, first[1])
                if second is not None and not second[0]:
                    return self._times(left, second[1])
            case core.Operation(sign="/", arguments=(left, right)):
                second = self._sum(right)
                if second is not None and not second[0] and second[1]:
                    return self._times(left, Fraction(1) / second[1])
        if isinstance(node.type, Item | SetOf) or node.type == RANGE:
            return None
        return {self.unknowns.of(node): 1}, 0

    def _looked_up(self, node: core.Expression) -> core.Expression:
        """The expression of a column that counts or adds up, in the place of its name."""
        column = inlined(node, self.known) if isinstance(node, core.Lookup) else None
        return column if isinstance(column, core.Aggregate | core.Operation) else node

    def _added(self, left: core.Expression, right: core.Expression, times: int) -> Sum | None:
        first, second = self._sum(left), self._sum(right)
        if first is None or second is None:
            return None
        factors = dict(first[0])
        for unknown, factor in second[0].items():
            factors[unknown] = factors.get(unknown, 0) + times * factor
        return {x: f for x, f in factors.items() if f}, first[1] + times * second[1]

    def _times(self, node: core.Expression, times: Number) -> Sum | None:
        found = self._sum(node)
        if found is None:
            return None
        return {x: f * times for x, f in found[0].items() if times}, found[1] * times

    def constant(self, node: core.Expression) -> Number | None:
        """The number that an expression is, whatever the log says."""
        found = self._sum(node)
        return found[1] if found is not None and not found[0] else None

    def _counted(self, selection: core.Selection, at_least: int, *, holds: bool) -> Formula:
        unknown = self.unknowns.count(self.unknowns.plainly(selection))
        if holds:
            return Constraint(((unknown, -1),), "<=", -at_least)
        return Constraint(((unknown, 1),), "<=", at_least - 1)

    def _picked(self, node: core.Expression) -> tuple[core.Selection, int] | None:
        """The least number of selected items for which `first`, `last` or `nth` finds one."""
        node = self.unknowns.named(node)
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


_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def clauses_of(rule: core.Rule) -> tuple[core.Expression, ...]:
    """Conditions that must hold for a rule to be judged."""
    return (*conjuncts(rule.where), *rule.applies, *(when for when, _ in rule.verifiable))


def _and_not(condition: core.Expression | None, part: core.Expression) -> core.Expression:
    denied = core.Not(part.span, BOOLEAN, part)
    if condition is None:
        return denied
    return core.AllOf(part.span, BOOLEAN, (*conjuncts(condition), denied))


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


def spoken_of(formula: Formula) -> set[int]:
    """The unknowns that stand in a formula."""
    match formula:
        case Constraint(factors=factors):
            return {x for x, _ in factors}
        case Truth(unknown=unknown):
            return {unknown}
        case All(parts=parts) | Some(parts=parts):
            return set[int]().union(*map(spoken_of, parts))
        case _:
            return set()


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
        choices = self._settled(waiting, truths, constraints)
        if choices is None:
            return False
        asked = _touched(constraints, known)
        if asked and not possible(asked, self.formulas.unknowns.reaches):
            return False
        if not choices:
            return True
        first = min(choices, key=lambda choice: len(choice.parts))
        rest = [choice for choice in choices if choice is not first]
        return any(self.tried([part, *rest], truths, constraints) for part in first.parts)

    def _settled(
        self, waiting: list[Formula], truths: dict[int, bool], constraints: list[Constraint]
    ) -> list[Some] | None:
        """Note what must hold; the choices that are left, None where something cannot hold."""
        choices: list[Some] = []
        open_parts = list(waiting)
        while open_parts:
            match open_parts.pop():
                case False:
                    return None
                case Truth(unknown=unknown, holds=holds):
                    if truths.setdefault(unknown, holds) is not holds:
                        return None
                case Constraint() as constraint:
                    constraints.append(constraint)
                case All(parts=parts):
                    open_parts += parts
                case Some() as choice:
                    choices.append(choice)
                case _:
                    pass
        return choices
