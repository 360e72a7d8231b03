"""Expressions: from what is written to checked core, with every type and grain found out.

An expression has a grain as it has a type: what it says holds for one subject.  A field
of an event has no value for a whole shoe, and a selection must say in which scope it
looks where the subject is a single event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.defines import Defines
from auditor.language.check.environment import TypingContext, article
from auditor.language.check.operations import number, operation, range_of
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.types import BOOLEAN, DAY, DURATION, RANGE, TEXT, Enumeration, Type
from auditor.values import Value


class Elaborator(Defines):
    """Elaborates the expressions of one ruleset."""

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
                fields = self.fields_about(context)
                of_it = [name for name, own in fields.items() if own == kind]
                return message("E101.say", form=f"{of_it[0]} = {word}") if len(of_it) == 1 else None
        return None

    def any_of(self, node: s.Disjunction, context: TypingContext) -> core.Expression:
        match node.parts:
            case (s.Access() as field, s.Number() as default):
                return self.or_default(node, field, default, context)
        parts = tuple(self._alternative(node, part, context) for part in node.parts)
        return core.AnyOf(node.span, BOOLEAN, parts)

    def all_of(self, node: s.Conjunction, context: TypingContext) -> core.Expression:
        parts = tuple(self.condition(own, context, _after_same(node, own)) for own in node.parts)
        return core.AllOf(node.span, BOOLEAN, parts)

    def minus(self, node: s.Minus, context: TypingContext) -> core.Expression:
        return operation(node.span, "minus", (self.value(node.part, context),))

    def negation(self, node: s.Negation, context: TypingContext) -> core.Expression:
        return core.Not(node.span, BOOLEAN, self.condition(node.part, context))

    def this(self, node: s.This, context: TypingContext) -> core.Expression:
        return core.Subject(node.span, context.subject)

    def amount(self, node: s.Aggregate, context: TypingContext) -> core.Expression:
        match node:
            case s.Aggregate(field=None, selection=s.Selection(kinds=(name,))):
                if self.is_value(name, context):
                    return self.size(node, name, context)
        return self.aggregate(node, context)

    def called(self, node: s.Call, context: TypingContext, expect: Type | None) -> core.Expression:
        if (defined := self._env.defines.get(node.name.text)) is not None:
            return self.put(node, defined, context, expect)
        return self.call(node, context)

    def value(
        self, node: s.Expression, context: TypingContext, expect: Type | None = None
    ) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""
        if (form := _FORMS.get(type(node))) is not None:
            return form(self, node, context)
        return _EXPECTING[type(node)](self, node, context, expect)


def _written(
    kind: Type, value: Callable[[Any], Value]
) -> Callable[[Elaborator, Any, TypingContext], core.Expression]:
    """The form of a value that is written out."""
    return lambda _self, node, _: core.Literal_(node.span, kind, value(node))


_FORMS: Mapping[type[s.Expression], Callable[[Elaborator, Any, TypingContext], core.Expression]] = {
    s.Duration: _written(DURATION, lambda node: timedelta(seconds=node.seconds)),
    s.TextLiteral: _written(TEXT, lambda node: node.value),
    s.RangeOf: _written(RANGE, range_of),
    s.Day: _written(DAY, lambda node: node.value),
    s.This: Elaborator.this,
    s.Disjunction: Elaborator.any_of,
    s.Conjunction: Elaborator.all_of,
    s.Negation: Elaborator.negation,
    s.Comparison: Elaborator.comparison,
    s.Membership: Elaborator.membership,
    s.Test: Elaborator.test,
    s.Same: Elaborator.same,
    s.Arithmetic: Elaborator.arithmetic,
    s.Minus: Elaborator.minus,
    s.Access: Elaborator.access,
    s.SameCells: Elaborator.same_cells,
    s.Aggregate: Elaborator.amount,
    s.Quantifier: Elaborator.quantifier,
    s.Universal: Elaborator.universal,
    s.Pick: Elaborator.pick,
    s.Nearest: Elaborator.nearest,
    s.Nth: Elaborator.nth,
    s.Position: Elaborator.position,
    s.Sequence: Elaborator.sequence,
    s.Balance: Elaborator.balance,
    s.Goes: Elaborator.goes,
    s.Continuous: Elaborator.continuous,
}
"""The meaning of each form, whatever is expected of it."""
_EXPECTING: Mapping[
    type[s.Expression],
    Callable[[Elaborator, Any, TypingContext, Type | None], core.Expression],
] = {
    s.Number: lambda _self, node, _, expect: number(node, expect),
    s.SetOf: Elaborator.set_of,
    s.Name: Elaborator.name,
    s.Call: Elaborator.called,
    s.Choice: Elaborator.choice,
}
FORMS = frozenset((*_FORMS, *_EXPECTING))


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
