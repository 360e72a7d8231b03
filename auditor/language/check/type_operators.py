"""Literals and operators: what goes with what, and what type it gives."""

from __future__ import annotations

from dataclasses import replace

from auditor.language import core
from auditor.language.check.context import Inner, View, article
from auditor.language.check.environment import Environment, Wrong, wrong
from auditor.language.check.names import Names
from auditor.language.operators import FUNCTIONS, ORDERED, fits, gives
from auditor.language.syntax import nodes as s
from auditor.source import Span
from auditor.types import (
    BOOLEAN,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    Basic,
    Enumeration,
    Item,
    SetOf,
    Type,
)  # fmt: skip
from auditor.values import RANKS, Range, Value, show


class Operations:
    """Elaborates what is written with signs, and what they stand between."""

    def __init__(self, environment: Environment, names: Names, inner: Inner) -> None:
        self._env, self._names, self._inner = environment, names, inner

    # ---- literals ---------------------------------------------------------------------------
    def number(self, node: s.Number, expect: Type | None) -> core.Expression:
        if expect == RANK and show(node.value) in RANKS:
            return core.Literal_(node.span, RANK, show(node.value))
        kind = MONEY if expect == MONEY else INTEGER if isinstance(node.value, int) else NUMBER
        return core.Literal_(node.span, kind, node.value)

    def range(self, node: s.RangeOf) -> Range:
        ends = []
        for end in (node.low, node.high):
            if isinstance(end, s.Name):
                raise wrong("E301", f"`{end.text}` is no number", end.span)
            ends.append(end.value)
        if ends[0] > ends[1]:
            raise wrong("E301", "the range ends before it begins", node.span)
        return Range(ends[0], ends[1])

    def set(self, node: s.SetOf, expect: Type | None) -> core.Expression:
        view = View(Item(()), {})
        first = self._inner.value(node.elements[0], view, expect)
        elements = [self._inner.value(part, view, first.type) for part in node.elements]
        values: set[Value] = set()
        for element in elements:
            if element.type != first.type or not isinstance(element, core.Literal_):
                raise wrong(
                    "E301", f"a set holds values of one type: {first.type} and {element.type}",
                    element.span, "", ("the first of them", first.span),
                )  # fmt: skip
            values.add(element.value)
        assert isinstance(first.type, Basic | Enumeration)
        return core.Literal_(node.span, SetOf(first.type), frozenset(values))

    # ---- operators --------------------------------------------------------------------------
    def operation(
        self, span: Span, sign: str, arguments: tuple[core.Expression, ...]
    ) -> core.Expression:
        types = tuple(argument.type for argument in arguments)
        result = gives(sign, types)
        if result is None:
            shown = " and ".join(map(article, types))
            names = [(article(argument.type), argument.span) for argument in arguments]
            raise wrong("E301", f"`{sign}` does not go with {shown}", span, "", *names)
        return core.Operation(span, result, sign, arguments)

    def arithmetic(self, node: s.Arithmetic, view: View) -> core.Expression:
        left, right = self._inner.value(node.left, view), self._inner.value(node.right, view)
        if node.sign in ("+", "-"):
            left, right = _as_money(left, right)
        return self.operation(node.span, node.sign, (left, right))

    def call(self, node: s.Call, view: View) -> core.Expression:
        name = node.name.text
        if name in self._env.tables:
            return self._decide(node, view)
        arguments = tuple(self._inner.value(part, view) for part in node.arguments)
        if name == "alike":
            return self._alike(node, arguments)
        if name in FUNCTIONS:
            return self.operation(node.span, name, arguments)
        raise self._env.unknown(
            "function or decision table", node.name, [*self._env.tables, *FUNCTIONS, "alike"]
        )

    def _alike(self, node: s.Call, arguments: tuple[core.Expression, ...]) -> core.Expression:
        if len(arguments) != 2 or not all(isinstance(a.type, Item) for a in arguments):
            raise wrong("E301", "`alike` asks for two events", node.span)
        return core.Alike(node.span, BOOLEAN, arguments[0], arguments[1])

    def _decide(self, node: s.Call, view: View) -> core.Expression:
        table = self._env.tables[node.name.text]
        self._env.use(table.name)
        if len(node.arguments) != len(table.inputs):
            raise wrong("E301", f"table `{table.name}` takes {len(table.inputs)} values, "
                        f"not {len(node.arguments)}", node.span)  # fmt: skip
        arguments = []
        for part, (label, kind) in zip(node.arguments, table.inputs, strict=True):
            argument = self._inner.value(part, view, kind)
            if not fits(argument.type, kind):
                raise wrong("E301", f"table `{table.name}` takes {article(kind)} as `{label}`, "
                            f"not {article(argument.type)}", part.span)  # fmt: skip
            arguments.append(argument)
        return core.Decide(node.span, table.gives, table.name, tuple(arguments))

    def comparison(self, node: s.Comparison, view: View) -> core.Expression:
        pairs = zip(node.signs, node.parts, node.parts[1:], strict=False)
        chained = len(node.signs) > 1
        parts = tuple(
            self._compare(sign, (left, right), view, chained=chained) for sign, left, right in pairs
        )
        return parts[0] if len(parts) == 1 else core.AllOf(node.span, BOOLEAN, parts)

    def _compare(
        self, sign: str, sides: tuple[s.Expression, s.Expression], view: View, *, chained: bool
    ) -> core.Expression:
        first, second = sides
        left, right = self._pair(first, second, view)
        left, right = _as_money(left, right)
        span = first.span.to(second.span)
        if not (fits(left.type, right.type) or fits(right.type, left.type)):
            # A `where` reaches as far as it can: it has swallowed the sign that was meant for it.
            swallowed = chained or BOOLEAN in (left.type, right.type)
            hint = "put `( )` round a `count of … where …` that is compared" if swallowed else ""
            raise wrong(
                "E301",
                f"{article(left.type)} cannot be compared with {article(right.type)}",
                span,
                hint,
                (article(left.type), first.span),
                (article(right.type), second.span),
            )
        order = self._order(sign, left.type, span)
        if isinstance(left.type, Item | SetOf) or left.type == RANGE:
            raise wrong("E301", f"{article(left.type)} cannot be compared", span,
                        "compare their fields")  # fmt: skip
        assert sign in ("=", "!=", "<", "<=", ">", ">=")
        return core.Compare(span, BOOLEAN, sign, left, right, order)  # type: ignore[arg-type]  # one of the six, as asserted

    def _pair(
        self, first: s.Expression, second: s.Expression, view: View
    ) -> tuple[core.Expression, core.Expression]:
        """Both sides; a bare word on either is read as a word of the other side's type."""
        try:
            left = self._inner.value(first, view)
        except Wrong as own:
            try:
                right = self._inner.value(second, view)
            except Wrong:
                raise own from None
            return self._inner.value(first, view, right.type), right
        right = self._inner.value(second, view, left.type)
        if left.type != right.type and isinstance(first, s.Name):
            word = self._names.word(first, right.type)
            left = word if word is not None else left
        return left, right

    def _order(self, sign: str, kind: Type, span: Span) -> tuple[str, ...] | None:
        if sign in ("=", "!=") or kind in ORDERED:
            return None
        order = self._env.orders.get(str(kind))
        if order is None:
            hint = f"declare `order {kind} … > …`" if isinstance(kind, Enumeration) or (
                kind == RANK) else ""  # fmt: skip
            raise wrong("E304", f"{article(kind)} has no order", span, hint)
        self._env.use(f"order {kind}")
        return order

    def membership(self, node: s.Membership, view: View) -> core.Expression:
        element = self._inner.value(node.element, view)
        within = self._inner.value(node.within, view, element.type)
        if isinstance(within.type, SetOf):
            if not fits(element.type, within.type.element):
                raise wrong("E301", f"{article(element.type)} is not in a {within.type}", node.span,
                            "", (article(element.type), node.element.span),
                            (str(within.type), node.within.span))  # fmt: skip
        elif within.type != RANGE or element.type not in (INTEGER, NUMBER, MONEY):
            raise wrong(
                "E301",
                f"{article(element.type)} cannot be in {article(within.type)}",
                node.span,
                "after `in` stands a set {…} or a range 1..9",
            )
        result = core.IsIn(node.span, BOOLEAN, element, within)
        return core.Not(node.span, BOOLEAN, result) if node.negated else result

    def test(self, node: s.Test, view: View) -> core.Expression:
        part = self._inner.value(node.part, view)
        if node.asks == "exists":
            if not isinstance(part.type, Item):
                raise wrong(
                    "E301",
                    f"`exists` asks for an event, not {article(part.type)}",
                    node.span,
                    "say `is recorded` of a field",
                )
            return core.Exists(node.span, BOOLEAN, part)
        if isinstance(part.type, Item):
            raise wrong("E301", "`is recorded` and `is empty` ask for a field", node.span,
                        "say `exists` of an event")  # fmt: skip
        filled = core.Filled(node.span, BOOLEAN, part)
        return filled if node.asks == "recorded" else core.Not(node.span, BOOLEAN, filled)

    def choice(self, node: s.Choice, view: View, expect: Type | None) -> core.Expression:
        arms = [*(case.then for case in node.cases), node.otherwise]
        expect = expect if expect not in (None, BOOLEAN) else self._expected_of(arms, view, expect)
        conditions = [self._inner.condition(case.when, view) for case in node.cases]
        results = [self._inner.value(arm, view, expect) for arm in arms]
        if any(result.type == MONEY for result in results):
            results = [_literal_as_money(result) for result in results]
        kind = NUMBER if {r.type for r in results} == {INTEGER, NUMBER} else results[0].type
        for result in results:
            if not fits(result.type, kind):
                raise wrong(
                    "E301",
                    f"the cases give {article(kind)} and {article(result.type)}",
                    result.span,
                    "",
                    (article(kind), results[0].span),
                )
        cases = tuple(zip(conditions, results[:-1], strict=True))
        return core.Choose(node.span, kind, cases, results[-1])

    def _expected_of(
        self, arms: list[s.Expression], view: View, expect: Type | None
    ) -> Type | None:
        """The one enumeration that holds every bare word among the results."""
        known = {*view.lets, *self._env.shared_fields(view.subject), "true", "false"}
        words = [a.text for a in arms if isinstance(a, s.Name) and a.text not in known]
        found = self._env.enumerations_with(*words) if words else []
        return found[0] if len(found) == 1 else expect


def _literal_as_money(node: core.Expression) -> core.Expression:
    if isinstance(node, core.Literal_) and node.type in (INTEGER, NUMBER):
        return replace(node, type=MONEY)
    return node


def _as_money(
    left: core.Expression, right: core.Expression
) -> tuple[core.Expression, core.Expression]:
    """A number that is written out stands for a sum of money beside one."""
    if left.type == MONEY:
        return left, _literal_as_money(right)
    if right.type == MONEY:
        return _literal_as_money(left), right
    return left, right
