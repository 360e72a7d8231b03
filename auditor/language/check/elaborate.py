"""Expressions: from what is written to checked core, with every type and grain found out.

An expression has a grain as it has a type: what it says holds for one subject.  A field
of an event has no value for a whole shoe, and a selection must say in which scope it
looks where the subject is a single event.
"""

from __future__ import annotations

from datetime import timedelta
from typing import assert_never

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check import operations
from auditor.language.check.defines import Defines
from auditor.language.check.environment import Environment, TypingContext, article
from auditor.language.check.names import MatchedFields, Names
from auditor.language.check.operations import Operations
from auditor.language.check.selections import Selections
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.types import BOOLEAN, DAY, DURATION, RANGE, TEXT, Enumeration, Item, SetOf, Type


class Elaborator:
    """Elaborates the expressions of one ruleset."""

    def __init__(self, environment: Environment) -> None:
        self._names, self._matched = Names(environment, self), MatchedFields(environment)
        self._operations = Operations(environment, self._names, self)
        self._selections = Selections(environment, self._matched, self)
        self._defines, self._defined = Defines(environment, self), environment.defines.get

    def condition(
        self, node: s.Expression, context: TypingContext, hint: Message | None = None
    ) -> core.Expression:
        """An expression that must be true or false."""
        result = self.value(node, context, BOOLEAN)
        if result.type != BOOLEAN:
            what = message("E303.condition", text=node.span.text, type=article(result.type))
            default = None if isinstance(result, core.Literal_) else _with_default(node)
            hint = default or hint or self._as_condition(result, context)
            raise DiagnosticError(what, node.span, hint)
        return result

    def bounds(
        self, node: s.Selection, sources: tuple[str, ...], context: TypingContext
    ) -> core.Bounds:
        """The moments between which a selection looks."""
        return self._selections.bounds(node, Item(sources), context)

    def _alternative(
        self, node: s.Disjunction, part: s.Expression, context: TypingContext
    ) -> core.Expression:
        """A part of `… or …`; of `bet = main or tie` the second is no condition."""
        try:
            return self.condition(part, context, _if_empty(node))
        except DiagnosticError:
            if part is node.parts[0] or not (form := self._as_set(node, context)):
                raise
            what = message("E303.alone", text=part.span.text)
            raise DiagnosticError(what, part.span, message("E101.say", form=form)) from None

    def _as_set(self, node: s.Disjunction, context: TypingContext) -> str:
        """`bet in {main, tie}` for `bet = main or tie`, where that means something."""
        match node.parts:
            case [s.Comparison(signs=("=",), parts=(first, value)), *others]:
                values = (value, *others)
            case _:
                return ""
        if not all(isinstance(own, s.Name | s.Number | s.TextLiteral) for own in values):
            return ""
        try:
            for own in values:
                self.value(s.Comparison(node.span, ("=",), (first, own)), context)
        except DiagnosticError:
            return ""
        return f"{first.span.text} in {{{', '.join(own.span.text for own in values)}}}"

    def _as_condition(self, value: core.Expression, context: TypingContext) -> Message | None:
        """The remedy for a word or a field that stands alone: compare it."""
        match value:
            case core.Field(of=core.Subject() | core.Element(), name=name):
                return message("E101.say", form=f"{name} = …")
            case core.Literal_(type=Enumeration() as kind, value=word):
                fields = self._names.fields_about(context)
                of_it = [name for name, own in fields.items() if own == kind]
                return message("E101.say", form=f"{of_it[0]} = {word}") if len(of_it) == 1 else None
        return None

    def value(  # noqa: C901, PLR0912 - one line for every form
        self, node: s.Expression, context: TypingContext, expect: Type | None = None
    ) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""
        match node:
            case s.Number():
                return operations.number(node, expect)
            case s.Duration():
                return core.Literal_(node.span, DURATION, timedelta(seconds=node.seconds))
            case s.TextLiteral():
                return core.Literal_(node.span, TEXT, node.value)
            case s.RangeOf():
                return core.Literal_(node.span, RANGE, operations.range_of(node))
            case s.SetOf():
                inside = expect.element if isinstance(expect, SetOf) else expect
                return operations.set_of(self, node, inside)
            case s.This():
                return core.Subject(node.span, context.subject)
            case s.Name():
                return self._names.name(node, context, expect)
            case s.Day():
                return core.Literal_(node.span, DAY, node.value)
            case s.Disjunction(parts=(s.Access() as field, s.Number() as default)):
                return self._operations.or_default(node, field, default, context)
            case s.Disjunction():
                parts = tuple(self._alternative(node, part, context) for part in node.parts)
                return core.AnyOf(node.span, BOOLEAN, parts)
            case s.Conjunction():
                parts = tuple(self.condition(p, context, _after_same(node, p)) for p in node.parts)
                return core.AllOf(node.span, BOOLEAN, parts)
            case s.Negation():
                return core.Not(node.span, BOOLEAN, self.condition(node.part, context))
            case s.Comparison():
                return self._operations.comparison(node, context)
            case s.Membership():
                return self._operations.membership(node, context)
            case s.Test():
                return self._operations.test(node, context)
            case s.Same():
                return self._matched.same(node, context)
            case s.Arithmetic():
                return self._operations.arithmetic(node, context)
            case s.Minus():
                part = self.value(node.part, context)
                return operations.operation(node.span, "minus", (part,))
            case s.Access():
                return self._names.access(node, context)
            case s.Call(name=s.Name(text=text)) if (defined := self._defined(text)) is not None:
                return self._defines.put(node, defined, context, expect)
            case s.Call():
                return self._operations.call(node, context)
            case s.SameCells():
                return self._operations.same_cells(node, context)
            case s.Choice():
                return self._operations.choice(node, context, expect)
            case s.Aggregate(field=None, selection=s.Selection(kinds=(name,))) if (
                self._names.is_value(name, context)
            ):
                return self._operations.size(node, name, context)
            case s.Aggregate():
                return self._selections.aggregate(node, context)
            case s.Quantifier():
                return self._selections.quantifier(node, context)
            case s.Universal():
                return self._selections.universal(node, context)
            case s.Pick():
                return self._selections.pick(node, context)
            case s.Nearest():
                return self._selections.nearest(node, context)
            case s.Nth():
                return self._selections.nth(node, context)
            case s.Position():
                return self._selections.position(node, context)
            case s.Sequence():
                return self._selections.sequence(node, context)
            case s.Balance():
                return self._names.balances.written(node, context)
            case s.Goes():
                return self._selections.goes(node, context)
            case s.Continuous():
                return self._selections.continuous(node, context)
            case _:
                assert_never(node)


def _if_empty(node: s.Disjunction) -> Message | None:
    """A hint for `number or 0`: no number stands for an empty cell, unless the form says so."""
    match node.parts:
        case [s.Name(text=text), s.Number() as number]:
            return message("E303.if_empty", text=text, number=number.span.text)
    return None


def _after_same(node: s.Conjunction, part: s.Expression) -> Message | None:
    """A hint for `same player and bet`: fields that are to agree stand with a comma."""
    before = node.parts[: node.parts.index(part)]
    if isinstance(part, s.Name) and before and isinstance(before[-1], s.Same):
        return message("E101.say", form=f"{before[-1].span.text}, {part.text}")
    return None


def _with_default(node: s.Expression) -> Message | None:
    """A hint for `limits.minimum or 0 < amount`: brackets are lacking."""
    if not isinstance(node, s.Access):
        return None
    return message("E303.default", text=node.span.text)
