"""Expressions: from what is written to checked core, with every type and grain found out.

An expression has a grain as it has a type: what it says holds for one subject.  A field
of an event has no value for a whole shoe, and a selection must say in which scope it
looks where the subject is a single event.

A name with arguments stands for an expression, which is put in its place: what it says holds where
it stands, and is unknown for the same reasons, as though it were written out there.  None stands
for itself, so that every rule ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from auditor.diagnostic import DiagnosticError, fault
from auditor.language import core
from auditor.language.check import environment as e
from auditor.language.check.environment import AlreadyReportedError, Environment, Put, View, article
from auditor.language.check.operations import operation, range_of
from auditor.language.check.selections import OrderedSelections
from auditor.language.check.structure import Extents, arrows, in_extent
from auditor.language.core import parts_of
from auditor.language.operators import FUNCTIONS
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.source import Frozen, Span
from auditor.types import BOOLEAN, DAY, DURATION, RANGE, TEXT, Item, Type
from auditor.values import Value


# ---- names that stand for an expression ---------------------------------------------------------
class Defines(OrderedSelections):
    """Declares such names, and puts what they stand for in their place."""

    # ---- declared ------------------------------------------------------------------------------
    def define(self, node: s.Define) -> None:
        """Enter the name; what it stands for is checked when all else is declared."""
        env = self._env
        if node.name.text in FUNCTIONS:
            family = message("rules.family.function")
            raise fault("E202.twice", node.name.span, family=family, name=node.name.text)
        for own in node.arguments:
            self._env.type_written(own.type)
        if env.declare(e.NAME, node.name):
            env.defines[node.name.text] = node

    def check_define(self, node: s.Define) -> None:
        """Note whether what the name stands for means something; what is amiss is reported.

        What looks at the row that asks, or at events around it, means something from there alone.
        """
        env, name = self._env, node.name.text
        if name in env.sound or name in env.broken:
            return
        env.sound.add(name)
        let_here, env.let_here = env.let_here, {}
        try:
            of = self._record_of(node)
            fields = {} if of is None else env.fields_of(of)
            if fields is None:
                raise AlreadyReportedError
            for own in node.arguments:
                env.let(own.name, fields)
            values = (*fields, *(own.name.text for own in node.arguments))
            for part in parts_of(node.value):
                self._known_in(part, values)
            if of is not None or not any(map(self._looks_around, parts_of(node.value))):
                subject = Item((of,) if of is not None else ())
                view = View(subject, {})
                kinds = {own.name.text: self._env.type_written(own.type) for own in node.arguments}
                arguments = {
                    own.name.text: core.Local(own.name.span, kinds[own.name.text], own.name.text)
                    for own in node.arguments
                }
                self.value(node.value, _inside(node, (name,), arguments, view))
        except (DiagnosticError, AlreadyReportedError) as error:
            env.report(error)
            env.broken.add(name)
        finally:
            env.let_here = let_here

    def _record_of(self, node: s.Define) -> str | None:
        if node.of is None:
            return None
        known = (*self._env.records, *self._env.scopes)
        self._env.use(node.of.text)
        return self._env.known(message("rules.family.record_or_scope"), node.of, known)

    def _known_in(self, node: object, values: Collection[str]) -> None:
        """Raises DiagnosticError where a selection names what there is not, nor a set to count."""
        env = self._env
        match node:
            case s.Selection(kinds=kinds, within=within):
                family = message("rules.family.event_record_interval")
            case _:
                return
        for kind in kinds:
            env.known(family, kind, (*env.sources(), *values))
        if within is not None:
            env.known(e.SCOPE, within, (*env.scopes, *env.records))

    def _looks_around(self, node: object, within: frozenset[str] = frozenset()) -> bool:
        env = self._env
        match node:
            case s.This() | s.Selection() | s.Same():
                return True
            case s.Access(of=s.Name(text=text)):
                return text in env.records
            case s.Name(text=text):
                if text not in env.defines or text in within:
                    return False
                inside, around = parts_of(env.defines[text].value), within | {text}
                return any(self._looks_around(part, around) for part in inside)
            case _:
                return False

    # ---- in its place -------------------------------------------------------------------------
    def put(self, at: s.Call, node: s.Define, view: View, expect: Type | None) -> core.Expression:
        """The value of the name from where it is asked.  Raises DiagnosticError."""
        env, name = self._env, node.name.text
        env.use(name)
        around = view.put.names if view.put is not None else ()
        if name in around:
            raise _circle(around[around.index(name) :], env)
        self.check_define(node)
        if name in env.broken:
            raise AlreadyReportedError
        written = at.arguments
        if len(written) != len(node.arguments):
            form = f"{name}({', '.join(own.span.text for own in node.arguments)})"
            what = message(
                "E301.define_arity", name=name, count=len(node.arguments), given=len(written)
            )
            hint = message("E101.say", form=form if node.arguments else name)
            raise DiagnosticError(what, at.span, hint, *_declared(node))
        arguments = {
            own.name.text: self._argument(own, value, node, view)
            for own, value in zip(node.arguments, written, strict=True)
        }
        try:
            inside = _inside(node, (*around, name), arguments, view)
            value = self.value(node.value, inside, expect)
        except DiagnosticError as error:
            own = error.diagnostic
            if own.code in ("E201", "E405") or own.span.source != node.span.source:
                raise  # it is unknown wherever it is asked
            beside = (message("E202.first"), own.span)
            raise DiagnosticError(own.message, at.span, own.hint, beside, clue=own.clue) from None
        return in_extent(value, node.name.text, at.span)

    def _argument(
        self, own: s.Argument, written: s.Expression, node: s.Define, view: View
    ) -> core.Expression:
        kind = self._env.type_written(own.type)
        said = {"name": node.name.text, "argument": own.name.text}
        return self.typed(written, view, kind, "E301.define_argument", *_declared(node), **said)


def _inside(
    node: s.Define, names: tuple[str, ...], arguments: Mapping[str, core.Expression], at: View
) -> View:
    """The names that the expression of a definition sees."""
    put = Put(names, arguments, node.of, at)
    scope = node.of.text if node.of is not None else at.scope
    lets = {name: value.type for name, value in arguments.items()}
    return View(at.subject, lets, at.element, scope, put=put)


def _declared(node: s.Define) -> Iterator[tuple[Message, Span]]:
    yield message("E202.first"), node.name.span


def _circle(names: tuple[str, ...], env: Environment) -> DiagnosticError:
    """Names that stand for themselves, or do by way of one another."""
    first = min(names, key=lambda own: env.defines[own].name.span.line)
    at = names.index(first)
    own, *others = (env.defines[name].name for name in (*names[at:], *names[:at]))
    what = message("E405.define", circle=arrows([own.text, *(other.text for other in others)]))
    beside = ((message("E405.through"), other.span) for other in others)
    return DiagnosticError(what, own.span, message("E405.no_recursion"), *beside)


class NoCondition(Frozen):
    """A value that stands where a condition has to, and the fields of the event looked at, or else
    of the subject.
    """

    value: core.Expression
    fields: Mapping[str, Type]


# ---- every form ---------------------------------------------------------------------------------
class Elaborator(Defines):
    """Elaborates the expressions of one ruleset."""

    def condition(self, node: s.Expression, view: View) -> core.Expression:
        """An expression that must be true or false."""
        result = self.value(node, view, BOOLEAN)
        if result.type != BOOLEAN:
            clue = NoCondition(result, self._env.shared_fields(view.element or view.subject))
            kind = article(result.type)
            raise fault("E303.condition", node.span, clue=clue, text=node.span.text, type=kind)
        return result

    def _alternative(self, node: s.Disjunction, part: s.Expression, view: View) -> core.Expression:
        """A part of `… or …`; of `bet = main or tie` the second is no condition."""
        try:
            return self.condition(part, view)
        except DiagnosticError:
            if part is node.parts[0] or not (form := self._as_set(node, view)):
                raise
            what = message("E303.alone", text=part.span.text)
            raise DiagnosticError(what, part.span, message("E101.say", form=form)) from None

    def _as_set(self, node: s.Disjunction, view: View) -> str:
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
                self.value(s.Comparison(node.span, ("=",), (first, own)), view)
        except DiagnosticError:
            return ""
        return f"{first.span.text} in {{{', '.join(own.span.text for own in values)}}}"

    def disjunction(self, node: s.Disjunction, view: View) -> core.Expression:
        match node.parts:
            case (s.Access() as field, s.Number() as default):
                return self.or_default(node, field, default, view)
        parts = tuple(self._alternative(node, part, view) for part in node.parts)
        return core.AnyOf(node.span, BOOLEAN, parts)

    def conjunction(self, node: s.Conjunction, view: View) -> core.Expression:
        parts = tuple(self._after_same(node, at, view) for at in range(len(node.parts)))
        return core.AllOf(node.span, BOOLEAN, parts)

    def _after_same(self, node: s.Conjunction, at: int, view: View) -> core.Expression:
        """A part of `… and …`; of `same player and bet` the second is a field that is to agree."""
        before, part = node.parts[at - 1], node.parts[at]
        try:
            return self.condition(part, view)
        except DiagnosticError as error:
            if at == 0 or not (isinstance(part, s.Name) and isinstance(before, s.Same)):
                raise
            own = error.diagnostic
            hint = message("E101.say", form=f"{before.span.text}, {part.text}")
            raise DiagnosticError(own.message, own.span, hint) from None

    def minus(self, node: s.Minus, view: View) -> core.Expression:
        return operation(node.span, "minus", (self.value(node.part, view),))

    def negation(self, node: s.Negation, view: View) -> core.Expression:
        part = self.condition(node.part, view)
        return core.Not(node.span, BOOLEAN, part, node.span == node.part.span)

    def this(self, node: s.This, view: View) -> core.Expression:
        return core.Subject(node.span, view.subject)

    def aggregate(self, node: s.Aggregate, view: View) -> core.Expression:
        match node:
            case s.Aggregate(field=None, selection=s.Selection(kinds=(name,))):
                if self.is_value(name, view):
                    return self.size(node, name, view)
        return super().aggregate(node, view)

    def call(self, node: s.Call, view: View, expect: Type | None = None) -> core.Expression:
        if (defined := self._env.defines.get(node.name.text)) is not None:
            return self.put(node, defined, view, expect)
        return self.operation_called(node, view)

    def value(self, node: s.Expression, view: View, expect: Type | None = None) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""
        if (written := _WRITTEN.get(type(node))) is not None:
            return core.Literal_(node.span, written[0], written[1](node))
        form = getattr(self, FORMS[type(node)])
        made: core.Expression = (
            form(node, view, expect) if type(node) in _EXPECTING else form(node, view)
        )
        return made

    def lets(
        self, nodes: Sequence[s.Let], view: View, taken: Collection[str] = ()
    ) -> Iterator[tuple[str, core.Expression | None]]:
        """Each name let, and what it stands for: None where that has an error, which is reported.

        It may name those above it, and bears none of the names that are `taken`.
        """
        env, extents, lets = self._env, Extents(), {**view.lets}
        env.let_here = {let.name.text: let.name.span for let in nodes}
        for let in nodes:
            name, value = let.name.text, None
            try:
                if name in lets or name in taken:
                    former = [own.name.span for own in nodes if own.name.text == name][:1]
                    beside = ((message("E202.first"), span) for span in former if name in lets)
                    raise fault("E202.named_twice", let.name.span, None, *beside, name=name)
                found = self.value(let.value, replace(view, lets={**lets}))
                env.let(let.name, _hidden(found, env.shared_fields(view.subject), view.subject))
                value = extents.checked(let.name, found)
            except (DiagnosticError, AlreadyReportedError) as error:
                env.report(error)
            lets[name] = value.type if value else None
            yield name, value


def _hidden(value: core.Expression, fields: Collection[str], subject: Item) -> Collection[str]:
    """The fields of a subject that a name may not hide; a column may be let under its own name."""
    if isinstance(value, core.Lookup) and subject.sources == (value.record,):
        return {*fields} - {value.column}
    return fields


_WRITTEN: Mapping[type[s.Expression], tuple[Type, Callable[[Any], Value]]] = {
    s.Duration: (DURATION, lambda node: timedelta(seconds=node.seconds)),
    s.TextLiteral: (TEXT, lambda node: node.value),
    s.RangeOf: (RANGE, range_of),
    s.Day: (DAY, lambda node: node.value),
}
"""Values that are written out: their types, and how each is read."""
_EXPECTING = frozenset((s.Number, s.SetOf, s.Name, s.Call, s.Choice))
"""Forms whose meaning hangs on what is expected of them."""
FORMS: Mapping[type[s.Expression], str] = {
    kind: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    for kind in s.Expression.__subclasses__()
}
"""The method that gives its meaning to each form: it has the form's name."""
