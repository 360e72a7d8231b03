"""Expressions: from what is written to checked core, with every type and grain found out.

An expression has a grain as it has a type: what it says holds for one subject.  A field
of an event has no value for a whole shoe, and a selection must say in which scope it
looks where the subject is a single event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import assert_never

from auditor.diagnostic import nearest
from auditor.language import core
from auditor.language import syntax as s
from auditor.language.environment import AlreadyReported, Environment, Wrong, wrong
from auditor.language.operators import EQUATABLE, FUNCTIONS, ORDERED, fits, gives
from auditor.source import Span
from auditor.types import (
    BOOLEAN,
    DURATION,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    SUIT,
    TEXT,
    Basic,
    Enumeration,
    Item,
    SetOf,
    Type,
)  # fmt: skip
from auditor.values import RANKS, SUITS, Range, Value, show


@dataclass(frozen=True, slots=True)
class View:
    """From where an expression looks: its subject, perhaps an element, and the names let."""

    subject: Item
    lets: Mapping[str, Type | None]  # None: its own error has been reported
    element: Item | None = None
    scope: str | None = None  # the scope in which selections look where they name none


class Elaborator:
    """Elaborates the expressions of one ruleset."""

    def __init__(self, environment: Environment) -> None:
        self._env = environment

    # ---- entry points -----------------------------------------------------------------------
    def condition(self, node: s.Expression, view: View) -> core.Expression:
        """An expression that must be true or false."""
        return self._boolean(node, view)

    def value(self, node: s.Expression, view: View, expect: Type | None = None) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""
        return self._elaborate(node, view, expect)

    # ---- the closed list of forms -----------------------------------------------------------
    def _elaborate(
        self, node: s.Expression, view: View, expect: Type | None = None
    ) -> core.Expression:
        match node:
            case s.Number():
                return self._number(node, expect)
            case s.Duration():
                return core.Literal_(node.span, DURATION, timedelta(seconds=node.seconds))
            case s.TextLiteral():
                return core.Literal_(node.span, TEXT, node.value)
            case s.RangeOf():
                return core.Literal_(node.span, RANGE, self._range(node))
            case s.SetOf():
                return self._set(node, expect)
            case s.This():
                return core.Subject(node.span, view.subject)
            case s.Name():
                return self._name(node, view, expect)
            case s.Disjunction():
                parts = tuple(self._boolean(part, view) for part in node.parts)
                return core.AnyOf(node.span, BOOLEAN, parts)
            case s.Conjunction():
                parts = tuple(self._boolean(part, view) for part in node.parts)
                return core.AllOf(node.span, BOOLEAN, parts)
            case s.Negation():
                return core.Not(node.span, BOOLEAN, self._boolean(node.part, view))
            case s.Comparison():
                return self._comparison(node, view)
            case s.Membership():
                return self._membership(node, view)
            case s.Test():
                return self._test(node, view)
            case s.Arithmetic():
                return self._arithmetic(node, view)
            case s.Minus():
                part = self._elaborate(node.part, view)
                return self._operation(node.span, "minus", (part,))
            case s.Access():
                return self._access(node, view)
            case s.Call():
                return self._call(node, view)
            case s.Choice():
                return self._choice(node, view, expect)
            case s.Aggregate():
                return self._aggregate(node, view)
            case s.Quantifier():
                selection = self._selection(node.selection, view)
                return core.Quantify(node.span, BOOLEAN, node.quantity, selection)
            case s.Universal():
                return self._universal(node, view)
            case s.Pick():
                return self._pick(node, view)
            case s.Nearest():
                plain = s.Selection(node.span, (node.kind,), None, (), None)
                selection = self._selection(plain, view)
                item = Item(selection.sources)
                if node.end == "first":
                    return core.Pick(node.span, item, "first", selection, None)
                return core.Pick(node.span, item, "last", selection, None)
            case s.Nth():
                return self._nth(node, view)
            case s.Position():
                return self._position(node, view)
            case s.Sequence():
                return self._sequence(node, view)
            case s.Continuous():
                return self._continuous(node, view)
            case _:
                assert_never(node)

    def _boolean(self, node: s.Expression, view: View) -> core.Expression:
        result = self._elaborate(node, view, BOOLEAN)
        if result.type != BOOLEAN:
            raise wrong(
                "E303", f"`{node.span.text}` is {_a(result.type)}, not a condition", node.span
            )
        return result

    # ---- literals and names -----------------------------------------------------------------
    def _number(self, node: s.Number, expect: Type | None) -> core.Expression:
        if expect == RANK and show(node.value) in RANKS:
            return core.Literal_(node.span, RANK, show(node.value))
        kind = MONEY if expect == MONEY else INTEGER if isinstance(node.value, int) else NUMBER
        return core.Literal_(node.span, kind, node.value)

    def _range(self, node: s.RangeOf) -> Range:
        ends = []
        for end in (node.low, node.high):
            if isinstance(end, s.Name):
                raise wrong("E301", f"`{end.text}` is no number", end.span)
            ends.append(end.value)
        if ends[0] > ends[1]:
            raise wrong("E301", "the range ends before it begins", node.span)
        return Range(ends[0], ends[1])

    def _set(self, node: s.SetOf, expect: Type | None) -> core.Expression:
        view = View(Item(()), {})
        first = self._elaborate(node.elements[0], view, expect)
        elements = [self._elaborate(part, view, first.type) for part in node.elements]
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

    def _name(self, node: s.Name, view: View, expect: Type | None) -> core.Expression:
        word = self._word(node, expect)
        if word is not None:
            return word
        env, text = self._env, node.text
        if view.element is not None and text in (fields := env.shared_fields(view.element)):
            self._use(text)
            element = core.Element(node.span, view.element)
            return core.Field(node.span, fields[text], element, text)
        if text in view.lets:
            kind = view.lets[text]
            if kind is None:
                raise AlreadyReported
            return core.Local(node.span, kind, text)
        if text in (fields := env.shared_fields(view.subject)):
            self._use(text)
            return core.Field(node.span, fields[text], core.Subject(node.span, view.subject), text)
        if text in env.constants:
            self._use(text)
            return core.Literal_(node.span, *env.constants[text])
        if text in env.params:
            self._use(text)
            return core.Parameter(node.span, env.params[text].type, text)
        return self._bare_word(node, view)

    def _use(self, name: str) -> None:
        self._env.used.add(name)

    def _word(self, node: s.Name, expect: Type | None) -> core.Expression | None:
        """A word of the enumeration that is expected here; it goes before any other meaning."""
        match expect:
            case Enumeration(members=members) if node.text in members:
                return core.Literal_(node.span, expect, node.text)
            case Basic("rank") if node.text in RANKS:
                return core.Literal_(node.span, RANK, node.text)
            case Basic("suit") if node.text in SUITS:
                return core.Literal_(node.span, SUIT, node.text)
            case Basic("boolean") if node.text in ("true", "false"):
                return core.Literal_(node.span, BOOLEAN, node.text == "true")
            case _:
                return None

    def _bare_word(self, node: s.Name, view: View) -> core.Expression:
        if node.text in ("true", "false"):
            return core.Literal_(node.span, BOOLEAN, node.text == "true")
        found = self._env.enumerations_with(node.text)
        if len(found) == 1:
            self._use(found[0].name)
            return core.Literal_(node.span, found[0], node.text)
        if found:
            choices = " or ".join(f"`{e.name}.{node.text}`" for e in found)
            raise wrong("E201", f"`{node.text}` is a word of several types", node.span,
                        f"say {choices}")  # fmt: skip
        if self._env.fields.get(node.text) is not None:
            raise self._wrong_grain(node, view)
        raise self._env.unknown("value", node, self._visible(view))

    def _visible(self, view: View) -> list[str]:
        env = self._env
        element = list(env.shared_fields(view.element)) if view.element else []
        words = [word for e in env.enumerations.values() for word in e.members]
        return [*element, *view.lets, *env.shared_fields(view.subject), *env.constants,
                *env.params, *words]  # fmt: skip

    def _wrong_grain(self, node: s.Name, view: View) -> Wrong:
        kinds = [k.name for k in self._env.kinds.values() if node.text in k.fields]
        of = f"of `{kinds[0]}`" if kinds else "of single events"
        hint = f"say whose: `(first {kinds[0]}).{node.text}`, or a sum, a count …" if kinds else ""
        about = view.subject.sources[0] if view.subject.sources else "constant"
        return wrong(
            "E302", f"`{node.text}` is a field {of}, and has no one value for each {about}",
            node.span, hint,
        )  # fmt: skip

    # ---- fields and lookups -----------------------------------------------------------------
    def _access(self, node: s.Access, view: View) -> core.Expression:
        if isinstance(node.of, s.Name) and not self._is_item_name(node.of.text, view):
            name = node.of.text
            if name in self._env.records:
                return self._lookup(node, view)
            if name in self._env.enumerations:
                return self._qualified(node)
        of = self._elaborate(node.of, view)
        if not isinstance(of.type, Item):
            raise wrong(
                "E301", f"`{node.of.span.text}` is {_a(of.type)} and has no fields", node.of.span
            )
        fields = self._env.shared_fields(of.type)
        if node.name.text not in fields:
            raise wrong("E201", f"{of.type} has no field `{node.name.text}`", node.name.span,
                        nearest(node.name.text, fields))  # fmt: skip
        self._use(node.name.text)
        return core.Field(node.span, fields[node.name.text], of, node.name.text)

    def _is_item_name(self, name: str, view: View) -> bool:
        return name in view.lets

    def _qualified(self, node: s.Access) -> core.Expression:
        assert isinstance(node.of, s.Name)
        kind = self._env.enumerations[node.of.text]
        self._use(kind.name)
        if node.name.text not in kind.members:
            raise wrong("E201", f"`{kind.name}` has no word `{node.name.text}`", node.name.span,
                        nearest(node.name.text, kind.members))  # fmt: skip
        return core.Literal_(node.span, kind, node.name.text)

    def _lookup(self, node: s.Access, view: View) -> core.Expression:
        assert isinstance(node.of, s.Name)
        record = self._env.records[node.of.text]
        if record is None:
            raise AlreadyReported
        self._use(record.name)
        columns = dict(record.columns)
        if node.name.text not in columns:
            raise wrong("E201", f"record `{record.name}` has no column `{node.name.text}`",
                        node.name.span, nearest(node.name.text, columns))  # fmt: skip
        self._use(f"{record.name}.{node.name.text}")
        if record.of_events:
            keys = self._own_event(node.of, record, view)
        else:
            keys = self._keys(node.of, record.keys, view, f"record `{record.name}`")
        kind = columns[node.name.text].type
        return core.Lookup(node.span, kind, record.name, node.name.text, keys)

    def _own_event(
        self, at: s.Name, record: core.Record, view: View
    ) -> tuple[core.Expression, ...]:
        """The event whose columns are asked for: the element if it is of that kind, or the subject."""
        for point in (view.element, view.subject):
            if point is not None and point.sources == record.over:
                made = core.Element if point is view.element else core.Subject
                return (made(at.span, point),)
        raise wrong("E302", f"record `{record.name}` has one row for each {record.over[0]}; here "
                    "none is at hand", at.span)  # fmt: skip

    def _keys(
        self, at: s.Name, keys: tuple[str, ...], view: View, what: str
    ) -> tuple[core.Expression, ...]:
        """The values of the keys, from the element if it has them all, else from the subject."""
        env = self._env
        points: list[core.Element | core.Subject] = []
        if view.element is not None:
            points.append(core.Element(at.span, view.element))
        for point in (*points, core.Subject(at.span, view.subject)):
            assert isinstance(point.type, Item)
            fields = env.shared_fields(point.type)
            if all(key in fields for key in keys):
                return tuple(core.Field(at.span, fields[key], point, key) for key in keys)
        seen = env.shared_fields(view.subject)
        missing = [key for key in keys if key not in seen]
        raise wrong(
            "E302", f"{what} has one row for each {', '.join(keys)}; here "
            f"{' and '.join(f'`{key}`' for key in missing)} {'is' if len(missing) == 1 else 'are'} "
            "not determined", at.span,
        )  # fmt: skip

    # ---- operators --------------------------------------------------------------------------
    def _operation(
        self, span: Span, sign: str, arguments: tuple[core.Expression, ...]
    ) -> core.Expression:
        types = tuple(argument.type for argument in arguments)
        result = gives(sign, types)
        if result is None:
            shown = " and ".join(map(_a, types))
            names = [(_a(argument.type), argument.span) for argument in arguments]
            raise wrong("E301", f"`{sign}` does not go with {shown}", span, "", *names)
        return core.Operation(span, result, sign, arguments)

    def _arithmetic(self, node: s.Arithmetic, view: View) -> core.Expression:
        left, right = self._elaborate(node.left, view), self._elaborate(node.right, view)
        if node.sign in ("+", "-"):
            left, right = _as_money(left, right)
        return self._operation(node.span, node.sign, (left, right))

    def _call(self, node: s.Call, view: View) -> core.Expression:
        name = node.name.text
        if name in self._env.tables:
            return self._decide(node, view)
        arguments = tuple(self._elaborate(part, view) for part in node.arguments)
        if name == "alike":
            return self._alike(node, arguments)
        if name in FUNCTIONS:
            return self._operation(node.span, name, arguments)
        raise self._env.unknown(
            "function or decision table", node.name, [*self._env.tables, *FUNCTIONS, "alike"]
        )

    def _alike(self, node: s.Call, arguments: tuple[core.Expression, ...]) -> core.Expression:
        if len(arguments) != 2 or not all(isinstance(a.type, Item) for a in arguments):
            raise wrong("E301", "`alike` asks for two events", node.span)
        return core.Alike(node.span, BOOLEAN, arguments[0], arguments[1])

    def _decide(self, node: s.Call, view: View) -> core.Expression:
        table = self._env.tables[node.name.text]
        self._use(table.name)
        if len(node.arguments) != len(table.inputs):
            raise wrong("E301", f"table `{table.name}` takes {len(table.inputs)} values, "
                        f"not {len(node.arguments)}", node.span)  # fmt: skip
        arguments = []
        for part, (label, kind) in zip(node.arguments, table.inputs, strict=True):
            argument = self._elaborate(part, view, kind)
            if not fits(argument.type, kind):
                raise wrong("E301", f"table `{table.name}` takes {_a(kind)} as `{label}`, "
                            f"not {_a(argument.type)}", part.span)  # fmt: skip
            arguments.append(argument)
        return core.Decide(node.span, table.gives, table.name, tuple(arguments))

    def _comparison(self, node: s.Comparison, view: View) -> core.Expression:
        pairs = zip(node.signs, node.parts, node.parts[1:], strict=False)
        parts = tuple(self._compare(sign, left, right, view) for sign, left, right in pairs)
        return parts[0] if len(parts) == 1 else core.AllOf(node.span, BOOLEAN, parts)

    def _compare(
        self, sign: str, first: s.Expression, second: s.Expression, view: View
    ) -> core.Expression:
        left, right = self._pair(first, second, view)
        left, right = _as_money(left, right)
        span = first.span.to(second.span)
        if not (fits(left.type, right.type) or fits(right.type, left.type)):
            hint = ""
            if left.type == BOOLEAN or right.type == BOOLEAN:
                hint = "put `( )` round a `count of … where …` that is compared"
            raise wrong(
                "E301", f"{_a(left.type)} cannot be compared with {_a(right.type)}", span, hint,
                (_a(left.type), first.span), (_a(right.type), second.span),
            )  # fmt: skip
        order = self._order(sign, left.type, span)
        if isinstance(left.type, Item | SetOf) or left.type == RANGE:
            raise wrong("E301", f"{_a(left.type)} cannot be compared", span,
                        "compare their fields")  # fmt: skip
        assert sign in ("=", "!=", "<", "<=", ">", ">=")
        return core.Compare(span, BOOLEAN, sign, left, right, order)  # type: ignore[arg-type]  # the sign was asserted to be one of the six

    def _pair(
        self, first: s.Expression, second: s.Expression, view: View
    ) -> tuple[core.Expression, core.Expression]:
        """Both sides; a bare word on either is read as a word of the other side's type."""
        try:
            left = self._elaborate(first, view)
        except Wrong:
            right = self._elaborate(second, view)
            return self._elaborate(first, view, right.type), right
        right = self._elaborate(second, view, left.type)
        if left.type != right.type and isinstance(first, s.Name):
            word = self._word(first, right.type)
            left = word if word is not None else left
        return left, right

    def _order(self, sign: str, kind: Type, span: Span) -> tuple[str, ...] | None:
        if sign in ("=", "!=") or kind in ORDERED:
            return None
        order = self._env.orders.get(str(kind))
        if order is None:
            hint = f"declare `order {kind} … > …`" if isinstance(kind, Enumeration) or (
                kind == RANK) else ""  # fmt: skip
            raise wrong("E304", f"{_a(kind)} has no order", span, hint)
        self._use(f"order {kind}")
        return order

    def _membership(self, node: s.Membership, view: View) -> core.Expression:
        element = self._elaborate(node.element, view)
        within = self._elaborate(node.within, view, element.type)
        if isinstance(within.type, SetOf):
            if not fits(element.type, within.type.element):
                raise wrong("E301", f"{_a(element.type)} is not in a {within.type}", node.span,
                            "", (_a(element.type), node.element.span),
                            (str(within.type), node.within.span))  # fmt: skip
        elif within.type != RANGE or element.type not in (INTEGER, NUMBER, MONEY):
            raise wrong("E301", f"{_a(element.type)} cannot be in {_a(within.type)}", node.span,
                        "after `in` stands a set {…} or a range 1..9")  # fmt: skip
        result = core.IsIn(node.span, BOOLEAN, element, within)
        return core.Not(node.span, BOOLEAN, result) if node.negated else result

    def _test(self, node: s.Test, view: View) -> core.Expression:
        part = self._elaborate(node.part, view)
        if node.asks == "exists":
            if not isinstance(part.type, Item):
                raise wrong("E301", f"`exists` asks for an event, not {_a(part.type)}", node.span,
                            "say `is recorded` of a field")  # fmt: skip
            return core.Exists(node.span, BOOLEAN, part)
        if isinstance(part.type, Item):
            raise wrong("E301", "`is recorded` and `is empty` ask for a field", node.span,
                        "say `exists` of an event")  # fmt: skip
        filled = core.Filled(node.span, BOOLEAN, part)
        return filled if node.asks == "recorded" else core.Not(node.span, BOOLEAN, filled)

    def _choice(self, node: s.Choice, view: View, expect: Type | None) -> core.Expression:
        arms = [*(case.then for case in node.cases), node.otherwise]
        expect = expect if expect not in (None, BOOLEAN) else self._expected_of(arms, view, expect)
        conditions = [self._boolean(case.when, view) for case in node.cases]
        results = [self._elaborate(arm, view, expect) for arm in arms]
        if any(result.type == MONEY for result in results):
            results = [_literal_as_money(result) for result in results]
        kind = NUMBER if {r.type for r in results} == {INTEGER, NUMBER} else results[0].type
        for result in results:
            if not fits(result.type, kind):
                raise wrong(
                    "E301", f"the cases give {_a(kind)} and {_a(result.type)}", result.span, "",
                    (_a(kind), results[0].span),
                )  # fmt: skip
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

    # ---- what looks at many events ----------------------------------------------------------
    def _selection(self, node: s.Selection, view: View) -> core.Selection:
        if view.element is not None:
            raise wrong(
                "E302", "a condition on an event cannot itself look at other events", node.span,
                "name it as a column of a record and use that column here",
            )  # fmt: skip
        sources = tuple(self._source(name) for name in node.kinds)
        item = Item(sources)
        scope, keys = self._scope(node, item, view)
        inner = replace(view, scope=scope) if scope in self._env.scopes else view
        bounds = tuple((b.side, self._moment(b, item, inner)) for b in node.bounds)
        joins, where, also = self._conditions(node.where, item, view)
        return core.Selection(node.span, sources, scope, keys, joins, where, also, bounds)

    def _source(self, name: s.Name) -> str:
        if name.text not in self._env.sources():
            hint = ""
            if name.text in self._env.scopes:
                hint = f"`{name.text}` is a scope: look `in {name.text}`"
            error = self._env.unknown("kind of event, record or interval", name,
                                      self._env.sources())  # fmt: skip
            if hint:
                raise wrong("E201", error.diagnostic.message, name.span, hint)
            raise error
        if name.text in self._env.records and self._env.records[name.text] is None:
            raise AlreadyReported
        self._use(name.text)
        return name.text

    def _scope(
        self, node: s.Selection, item: Item, view: View
    ) -> tuple[str, tuple[tuple[str, core.Expression], ...]]:
        at = node.within or s.Name(node.span, self._default_scope(node, view))
        if at.text in self._env.scopes:
            self._use(at.text)
            fields = self._env.scopes[at.text].fields
        elif (record := self._env.records.get(at.text)) is not None:
            fields = record.keys
        else:
            raise self._env.unknown("scope", at, self._env.scopes)
        seen = self._env.shared_fields(item)
        missing = [name for name in fields if name not in seen]
        if missing:
            raise wrong(
                "E302", f"`{'`, `'.join(item.sources)}` has no `{missing[0]}`, so it cannot be "
                f"looked for in `{at.text}`", node.span,
                "say in which scope to look: `in coup`, `in shoe` …",
            )  # fmt: skip
        outside = replace(view, element=None)
        values = self._keys(at, fields, outside, f"`{at.text}`")
        return at.text, tuple(zip(fields, values, strict=True))

    def _default_scope(self, node: s.Selection, view: View) -> str:
        if view.scope is not None:
            return view.scope
        about = view.subject.sources[0] if view.subject.sources else ""
        record = self._env.records.get(about)
        if about in self._env.scopes or (record is not None and not record.of_events):
            return about
        raise wrong(
            "E302", "the subject is a single event: this must say in which scope it looks",
            node.span, f"say `in` and a scope: {', '.join(self._env.scopes)}",
        )  # fmt: skip

    def _moment(self, bound: s.Bound, item: Item, view: View) -> core.Expression:
        moment = self._elaborate(bound.moment, view)
        if not isinstance(moment.type, Item):
            raise wrong("E301", f"`{bound.side}` asks for an event, not {_a(moment.type)}",
                        bound.moment.span)  # fmt: skip
        if bound.side == "at" and not all(x in self._env.intervals for x in item.sources):
            raise wrong("E301", "`at` asks which intervals are open at a moment; "
                        f"{item} is none", bound.span)  # fmt: skip
        return moment

    def _conditions(
        self, node: s.Expression | None, item: Item, view: View
    ) -> tuple[
        tuple[tuple[str, core.Expression], ...], core.Expression | None, core.Expression | None
    ]:
        if node is None:
            return (), None, None
        whole = self._boolean(node, replace(view, element=item))
        joins: list[tuple[str, core.Expression]] = []
        alone: list[core.Expression] = []
        both: list[core.Expression] = []
        for part in _conjuncts(whole):
            join = _as_join(part)
            if join is not None:
                joins.append(join)
            elif _looks_at_subject(part):
                both.append(part)
            else:
                alone.append(part)
        return tuple(joins), _all_of(alone), _all_of(both)

    def _aggregate(self, node: s.Aggregate, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        if node.field is None:
            return core.Aggregate(node.span, INTEGER, "count", selection, None)
        item = Item(selection.sources)
        fields = self._env.shared_fields(item)
        if node.field.text not in fields:
            raise wrong("E201", f"{item} has no field `{node.field.text}`", node.field.span,
                        nearest(node.field.text, fields))  # fmt: skip
        self._use(node.field.text)
        for source in selection.sources:
            self._use(f"{source}.{node.field.text}")
        kind = fields[node.field.text]
        allowed = {"sum": {INTEGER, NUMBER, MONEY, DURATION}, "distinct": None}.get(
            node.function, ORDERED
        )
        if allowed is not None and kind not in allowed:
            raise wrong("E301", f"`{node.function} of` does not go with {_a(kind)}", node.span)
        result = INTEGER if node.function == "distinct" else kind
        return core.Aggregate(node.span, result, node.function, selection, node.field.text)

    def _universal(self, node: s.Universal, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        has = self._boolean(node.has, replace(view, element=Item(selection.sources)))
        return core.Every(node.span, BOOLEAN, selection, has)

    def _pick(self, node: s.Pick, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        item = Item(selection.sources)
        if node.end in ("first", "last"):
            return core.Pick(node.span, item, node.end, selection, None)
        this = core.Subject(node.span, view.subject)
        if node.end == "previous":
            bounded = replace(selection, bounds=(*selection.bounds, ("before", this)))
            return core.Pick(node.span, item, "last", bounded, None)
        bounded = replace(selection, bounds=(*selection.bounds, ("after", this)))
        return core.Pick(node.span, item, "first", bounded, None)

    def _nth(self, node: s.Nth, view: View) -> core.Expression:
        index = self._elaborate(node.index, view)
        if index.type != INTEGER:
            raise wrong("E301", f"`nth` asks for a whole number, not {_a(index.type)}",
                        node.index.span)  # fmt: skip
        selection = self._selection(node.selection, view)
        return core.Pick(node.span, Item(selection.sources), "nth", selection, index)

    def _position(self, node: s.Position, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        this = core.Subject(node.span, view.subject)
        before = replace(selection, bounds=(*selection.bounds, ("before", this)))
        count = core.Aggregate(node.span, INTEGER, "count", before, None)
        one = core.Literal_(node.span, INTEGER, 1)
        return core.Operation(node.span, INTEGER, "+", (count, one))

    def _sequence(self, node: s.Sequence, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        steps = self._pattern(node.pattern, selection, view)
        return core.Match(node.span, BOOLEAN, selection, steps)

    def _pattern(
        self, pattern: s.Pattern, selection: core.Selection, view: View
    ) -> tuple[core.Step | core.Group, ...]:
        return tuple(self._step(step, selection, view) for step in pattern.steps)

    def _step(
        self, step: s.Step | s.Group, selection: core.Selection, view: View
    ) -> core.Step | core.Group:
        least, most = (1, 1) if step.quantity is None else (
            step.quantity.least, step.quantity.most)  # fmt: skip
        if most is not None and (most < least or most > 1000):
            raise wrong("E301", "a step is repeated from a number to a larger one, of 1000 at most",
                        step.span)  # fmt: skip
        if isinstance(step, s.Group):
            alternatives = tuple(self._pattern(a, selection, view) for a in step.alternatives)
            return core.Group(alternatives, least, most)
        if step.kind.text not in selection.sources:
            raise wrong("E201", f"`{step.kind.text}` is not among the events of this sequence",
                        step.kind.span, f"they are: {', '.join(selection.sources)}")  # fmt: skip
        where = None
        if step.where is not None:
            where = self._boolean(step.where, replace(view, element=Item((step.kind.text,))))
        return core.Step(step.kind.text, where, least, most, step.span.text)

    def _continuous(self, node: s.Continuous, view: View) -> core.Expression:
        selection = self._selection(node.selection, view)
        if not all(source in self._env.intervals for source in selection.sources):
            raise wrong("E301", "`at every moment` asks for intervals", node.selection.span,
                        f"they are: {', '.join(self._env.intervals)}")  # fmt: skip
        ends = []
        for end in (node.start, node.end):
            moment = self._elaborate(end, view)
            if not isinstance(moment.type, Item):
                raise wrong("E301", f"a stretch of time begins and ends with events, not with "
                            f"{_a(moment.type)}", end.span)  # fmt: skip
            ends.append(moment)
        return core.Continuous(node.span, BOOLEAN, ends[0], ends[1], selection)


def _a(kind: Type) -> str:
    """A type with its article."""
    match kind:
        case Item():
            return str(kind)
        case Basic("money"):
            return "money"
        case Basic("text"):
            return "text"
        case _:
            name = str(kind)
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


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


def _conjuncts(node: core.Expression) -> tuple[core.Expression, ...]:
    if isinstance(node, core.AllOf):
        return tuple(part for inner in node.parts for part in _conjuncts(inner))
    return (node,)


def _all_of(parts: list[core.Expression]) -> core.Expression | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return core.AllOf(parts[0].span, BOOLEAN, tuple(parts))


def _as_join(part: core.Expression) -> tuple[str, core.Expression] | None:
    """The field of the element and what of the subject it equals, where that is what is said."""
    if not isinstance(part, core.Compare) or part.sign != "=" or not _has_keys(part.left.type):
        return None
    for one, other in ((part.left, part.right), (part.right, part.left)):
        if (
            isinstance(one, core.Field)
            and isinstance(one.of, core.Element)
            and not _looks_at_element(other)
            and _looks_at_subject(other)
        ):
            return one.name, other
    return None


def _has_keys(kind: Type) -> bool:
    """Whether equality of two values of the type can be found out by looking one up."""
    return isinstance(kind, Enumeration) or kind in EQUATABLE


def _parts(node: core.Expression) -> tuple[core.Expression, ...]:
    """The expressions directly inside one that is used in a condition on an element."""
    match node:
        case core.Field(of=of):
            return (of,)
        case core.Lookup(keys=keys):
            return keys
        case core.Operation(arguments=arguments) | core.Decide(arguments=arguments):
            return arguments
        case core.Compare(left=left, right=right) | core.Alike(left=left, right=right):
            return (left, right)
        case core.IsIn(element=element, within=within):
            return (element, within)
        case core.AllOf(parts=parts) | core.AnyOf(parts=parts):
            return parts
        case core.Not(part=part) | core.Exists(part=part) | core.Filled(part=part):
            return (part,)
        case core.Choose(cases=cases, otherwise=otherwise):
            return (*(part for pair in cases for part in pair), otherwise)
        case _:
            return ()


def _looks_at_subject(node: core.Expression) -> bool:
    if isinstance(node, core.Subject | core.Local | core.Parameter):
        return True
    return any(map(_looks_at_subject, _parts(node)))


def _looks_at_element(node: core.Expression) -> bool:
    return isinstance(node, core.Element) or any(map(_looks_at_element, _parts(node)))
