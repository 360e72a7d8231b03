"""Literals and operators: what goes with what, and the type that it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, cast

from auditor import types as t
from auditor.diagnostic import DiagnosticError, all_of, fault
from auditor.language import core
from auditor.language.check.environment import NOWHERE, View, article, type_name
from auditor.language.check.names import Names, as_word
from auditor.language.operators import FUNCTIONS, ORDERED, fits, gives
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message, suggestion
from auditor.source import Frozen, Span
from auditor.values import RANKS, SUITS, Range, Value, show


def range_of(node: s.RangeOf) -> Range:
    """Two numbers that are written out, the lower first."""
    ends = []
    for end in (node.low, node.high):
        if isinstance(end, s.Name):
            between = f"{node.low.span.text} <= … <= {node.high.span.text}"
            hint = message("E101.say", form=between)
            raise fault("E301.range_end", end.span, hint, name=end.text)
        ends.append(end.value)
    if ends[0] > ends[1]:
        form = f"{node.high.span.text}..{node.low.span.text}"
        raise fault("E301.range", node.span, message("E101.say", form=form))
    return Range(ends[0], ends[1])


def is_in(node: s.Membership, element: core.Expression, within: core.Expression) -> core.Expression:
    """The question whether a set or a range holds a value.

    Of a set in a cell it is a comparison with each of those that are written out.
    """
    if not (isinstance(element.type, t.SetOf) and isinstance(within, core.Literal_)):
        return core.IsIn(node.span, t.BOOLEAN, element, within)
    assert isinstance(within.type, t.SetOf)
    values = cast("frozenset[frozenset[Value]]", within.value)
    sets = sorted(values, key=lambda own: sorted(map(show, own)))
    parts = [core.Literal_(within.span, within.type.element, own) for own in sets]
    return core.AnyOf(
        node.span,
        t.BOOLEAN,
        tuple(core.Compare(node.span, t.BOOLEAN, "=", element, part, None) for part in parts),
    )


def operation(span: Span, sign: str, arguments: tuple[core.Expression, ...]) -> core.Expression:
    types = tuple(argument.type for argument in arguments)
    result = gives(sign, types)
    if result is None:
        kinds = [article(kind) for kind in types]
        beside = zip(kinds, (argument.span for argument in arguments), strict=True)
        raise fault("E301.operator", span, None, *beside, sign=sign, types=all_of(kinds))
    return core.Operation(span, result, sign, arguments)


class Side(NamedTuple):
    """One side of a sign: as it is written, its type, and the fields that it has as an item."""

    node: s.Expression
    type: t.Type
    fields: Mapping[str, t.Type]


class Compared(Frozen):
    """Two sides that do not go together, perhaps since a `where` has `swallowed` the sign between
    them: it reaches as far as it can.
    """

    left: Side
    sign: str
    right: Side
    swallowed: bool = False


class Choices(Names):
    """Elaborates values of which one is meant: those of a set, and the cases of a choice."""

    def number(self, node: s.Number, _: View, expect: t.Type | None) -> core.Expression:
        """A number: a rank or a sum of money where one is expected."""
        if expect == t.RANK and show(node.value) in RANKS:
            return core.Literal_(node.span, t.RANK, show(node.value))
        kind = t.INTEGER if isinstance(node.value, int) else t.NUMBER
        return core.Literal_(node.span, t.MONEY if expect == t.MONEY else kind, node.value)

    def set_of(self, node: s.SetOf, _: View, expect: t.Type | None) -> core.Expression:
        """Values of one type."""
        expect = expect.element if isinstance(expect, t.SetOf) else expect
        first = self.value(node.elements[0], NOWHERE, expect)
        elements = [self.value(part, NOWHERE, first.type) for part in node.elements]
        types = {expect, *(element.type for element in elements)} - {None}
        kind = t.NUMBER if types == {t.INTEGER, t.NUMBER} else first.type
        values: set[Value] = set()
        for element in elements:
            if not fits(element.type, kind) or not isinstance(element, core.Literal_):
                kinds = type_name(kind), type_name(element.type)
                beside = (message("E301.first_of_set"), first.span)
                raise fault("E301.set", element.span, None, beside, first=kinds[0], other=kinds[1])
            values.add(element.value)
        assert isinstance(kind, t.Basic | t.Enumeration | t.SetOf)
        if isinstance(kind, t.SetOf) and isinstance(kind.element, t.SetOf):
            raise fault("E301.set_of", node.span, type=type_name(kind))
        return core.Literal_(node.span, t.SetOf(kind), frozenset(values))

    def or_default(
        self, node: s.Disjunction, part: s.Access, default: s.Number, view: View
    ) -> core.Expression:
        """A field of an item, or a number where there is no such item."""
        found = s.Test(part.span, part.of, "exists")
        return self.choice(
            s.Choice(node.span, (s.Case(part.span, found, part),), default), view, None
        )

    def choice(self, node: s.Choice, view: View, expect: t.Type | None) -> core.Expression:
        arms = [*(case.then for case in node.cases), node.otherwise]
        expect = (
            expect if expect not in (None, t.BOOLEAN) else self._expected_of(arms, view, expect)
        )
        conditions = [self.condition(case.when, view) for case in node.cases]
        results = [self.value(arm, view, expect) for arm in arms]
        if any(result.type == t.MONEY for result in results):
            results = [_literal_as_money(result) for result in results]
        kind = t.NUMBER if {r.type for r in results} == {t.INTEGER, t.NUMBER} else results[0].type
        for result in results:
            if not fits(result.type, kind):
                one, other = article(kind), article(result.type)
                beside = one, results[0].span
                raise fault("E301.cases", result.span, None, beside, type=one, other=other)
        cases = tuple(zip(conditions, results[:-1], strict=True))
        return core.Choose(node.span, kind, cases, results[-1])

    def _expected_of(
        self, arms: list[s.Expression], view: View, expect: t.Type | None
    ) -> t.Type | None:
        """The one enumeration that holds every bare word among the results."""
        known = {*view.lets, *self._env.shared_fields(view.subject), "true", "false"}
        words = [a.text for a in arms if isinstance(a, s.Name) and a.text not in known]
        found = self._env.enumerations_with(*words) if words else []
        return found[0] if len(found) == 1 else expect


class Operations(Choices):
    """Elaborates what is written with signs, and what they stand between."""

    def arithmetic(self, node: s.Arithmetic, view: View) -> core.Expression:
        left, right = self.value(node.left, view), self.value(node.right, view)
        if node.sign in ("+", "-", "mod"):
            left, right = _as_money(left, right)
        return operation(node.span, node.sign, (left, right))

    def operation_called(self, node: s.Call, view: View) -> core.Expression:
        name = node.name.text
        if name in self._env.tables:
            return self._decide(node, view)
        if name == "count":
            hint = message("E101.say", form=f"count of {node.arguments[0].span.text}")
            raise self._env.unknown(message("rules.family.function"), node.name, (), hint)
        arguments = tuple(self.value(part, view) for part in node.arguments)
        if name in FUNCTIONS:
            return operation(node.span, name, arguments)
        known = [*self._env.tables, *self._env.defines, *sorted(FUNCTIONS)]
        hint = suggestion(name, known) or message("E201.functions", names=tuple(known))
        raise self._env.unknown(message("rules.family.function"), node.name, (), hint)

    def same_cells(self, node: s.SameCells, view: View) -> core.Expression:
        left, right = self.value(node.left, view), self.value(node.right, view)
        if not (isinstance(left.type, t.Item) and isinstance(right.type, t.Item)):
            raise fault("E301.alike", node.span)
        return core.Alike(node.span, t.BOOLEAN, left, right)

    def _decide(self, node: s.Call, view: View) -> core.Expression:
        table = self._env.tables[node.name.text]
        self._env.use(table.name)
        if len(node.arguments) != len(table.inputs):
            inputs, values = len(table.inputs), len(node.arguments)
            raise fault("E301.table_arity", node.span, table=table.name, count=inputs, given=values)
        arguments = []
        for part, (label, kind) in zip(node.arguments, table.inputs, strict=True):
            argument = self.value(part, view, kind)
            if not fits(argument.type, kind):
                takes, given = article(kind), article(argument.type)
                raise DiagnosticError(
                    message(
                        "E301.table_input", table=table.name, type=takes, input=label, given=given
                    ),
                    part.span,
                    _of_card(part, argument.type, kind),
                )
            arguments.append(argument)
        return core.Decide(node.span, table.gives, table.name, tuple(arguments))

    def comparison(self, node: s.Comparison, view: View) -> core.Expression:
        pairs = zip(node.signs, node.parts, node.parts[1:], strict=False)
        chained = len(node.signs) > 1
        parts = tuple(
            self._compare(sign, (left, right), view, chained=chained) for sign, left, right in pairs
        )
        return parts[0] if len(parts) == 1 else core.AllOf(node.span, t.BOOLEAN, parts)

    def _compare(
        self, sign: str, sides: tuple[s.Expression, s.Expression], view: View, *, chained: bool
    ) -> core.Expression:
        first, second = sides
        left, right = self._pair(first, second, view)
        left, right = _as_money(left, right)
        span = first.span.to(second.span)
        if not (fits(left.type, right.type) or fits(right.type, left.type)):
            swallowed = chained or t.BOOLEAN in (left.type, right.type)
            clue = Compared(self._side(first, left), sign, self._side(second, right), swallowed)
            one, other = article(left.type), article(right.type)
            beside = (one, first.span), (other, second.span)
            raise fault("E301.compare", span, None, *beside, clue=clue, left=one, right=other)
        order = self._order(sign, left.type, span)
        if isinstance(left.type, t.Item) or left.type == t.RANGE:
            kind = article(left.type)
            raise fault("E301.not_compared", span, "E301.compare_fields", type=kind)
        assert sign in ("=", "!=", "<", "<=", ">", ">=")
        return core.Compare(span, t.BOOLEAN, sign, left, right, order)  # type: ignore[arg-type]  # one of the six, as asserted

    def _side(self, node: s.Expression, value: core.Expression) -> Side:
        kind = value.type
        return Side(node, kind, self._env.shared_fields(kind) if isinstance(kind, t.Item) else {})

    def _pair(
        self, first: s.Expression, second: s.Expression, view: View
    ) -> tuple[core.Expression, core.Expression]:
        """Both sides; a bare word on either is read as a word of the other side's type."""
        try:
            left = self.value(first, view)
        except DiagnosticError as own:
            try:
                right = self.value(second, view)
            except DiagnosticError:
                raise own from None
            return self.value(first, view, right.type), right
        try:
            right = self.value(second, view, left.type)
        except DiagnosticError:
            if left.type != t.CARD or second.span.text.upper() not in (*RANKS, *SUITS):
                raise
            # A card is neither a rank nor a suit, and has both.
            clue = Compared(self._side(first, left), "=", self._side(second, left))
            raise fault("E301.card", first.span.to(second.span), clue=clue) from None
        if left.type != right.type and isinstance(first, s.Name):
            word = as_word(first, right.type)
            left = word if word is not None else left
        return left, right

    def _order(self, sign: str, kind: t.Type, span: Span) -> tuple[str, ...] | None:
        if sign in ("=", "!=") or kind in ORDERED:
            return None
        order = self._env.orders.get(str(kind))
        if order is None:
            can_have_one = isinstance(kind, t.Enumeration) or kind == t.RANK
            hint = message("E304.declare", type=str(kind)) if can_have_one else None
            raise fault("E304.no_order", span, hint, type=article(kind))
        self._env.use(f"order {kind}")
        return order

    def membership(self, node: s.Membership, view: View) -> core.Expression:
        element = self._element(node, view)
        within = self.value(node.within, view, element.type)
        if isinstance(within.type, t.SetOf):
            if not fits(element.type, within.type.element):
                one, of = article(element.type), type_name(within.type)
                set_ = message("E301.set_type", type=of), node.within.span
                beside = (one, node.element.span), set_
                raise fault("E301.not_in_set", node.span, None, *beside, type=one, set=of)
        elif within.type != t.RANGE or element.type not in (t.INTEGER, t.NUMBER, t.MONEY):
            one, other = article(element.type), article(within.type)
            raise fault("E301.not_in", node.span, "E301.after_in", type=one, within=other)
        result = is_in(node, element, within)
        return core.Not(node.span, t.BOOLEAN, result) if node.negated else result

    def _element(self, node: s.Membership, view: View) -> core.Expression:
        """The value sought; a bare word may be a word of the set."""
        try:
            return self.value(node.element, view)
        except DiagnosticError as own:
            try:
                within = self.value(node.within, view).type
            except DiagnosticError:
                raise own from None
            if not isinstance(within, t.SetOf):
                raise
            return self.value(node.element, view, within.element)

    def size(self, node: s.Aggregate, name: s.Name, view: View) -> core.Expression:
        """How many values a set holds; nothing else of it can be asked."""
        part = self.value(name, view)
        asked = node.selection
        if not isinstance(part.type, t.SetOf) or asked.within or asked.bounds or asked.where:
            raise fault("E301.not_counted", node.span, type=article(part.type))
        return core.Size(node.span, t.INTEGER, part)

    def test(self, node: s.Test, view: View) -> core.Expression:
        if node.asks == "recorded" and (kind := self._kind(node.part, view)) is not None:
            return core.Recorded(node.span, t.BOOLEAN, kind)
        part = self.value(node.part, view)
        if node.asks == "given":
            if not (isinstance(part, core.Parameter) and self._env.params[part.name].is_given):
                raise fault("E301.given", node.span, "E301.say_recorded")
            return core.Filled(node.span, t.BOOLEAN, part)
        if node.asks == "exists":
            if not isinstance(part.type, t.Item):
                found = article(part.type)
                raise fault("E301.exists", node.span, "E301.say_recorded", type=found)
            return core.Exists(node.span, t.BOOLEAN, part)
        if isinstance(part.type, t.Item):
            raise fault("E301.recorded", node.span, "E301.say_exists")
        filled = core.Filled(node.span, t.BOOLEAN, part)
        return filled if node.asks == "recorded" else core.Not(node.span, t.BOOLEAN, filled)

    def _kind(self, part: s.Expression, view: View) -> str | None:
        """The kind of event that a name means, where no value in sight has it."""
        if not isinstance(part, s.Name) or part.text not in self._env.kinds:
            return None
        items = (own for own in (view.subject, view.element) if own is not None)
        fields = (name for own in items for name in self._env.shared_fields(own))
        if part.text in {*fields, *view.lets}:
            return None
        self._env.use(part.text)
        return part.text


def _of_card(part: s.Expression, given: t.Type, takes: t.Type) -> Message | None:
    if given != t.CARD or takes not in (t.RANK, t.SUIT):
        return None
    return message("E101.say", form=f"{takes}({part.span.text})")


def _literal_as_money(node: core.Expression) -> core.Expression:
    match node:
        case core.Literal_(type=kind) if kind in (t.INTEGER, t.NUMBER):
            return replace(node, type=t.MONEY)
        case core.Operation(sign="minus", arguments=(core.Literal_() as own,)):
            return replace(node, type=t.MONEY, arguments=(_literal_as_money(own),))
    return node


def _as_money(
    left: core.Expression, right: core.Expression
) -> tuple[core.Expression, core.Expression]:
    """A number that is written out stands for a sum of money beside one."""
    if t.MONEY not in (left.type, right.type):
        return left, right
    return _literal_as_money(left), _literal_as_money(right)
