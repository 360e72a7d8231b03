"""Names with arguments: each stands for an expression, which is put in its place.

What it says holds where it stands, and is unknown for the same reasons, as though it were written
out there.  None stands for itself, so that every rule ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.environment import (
    EVENT,
    NAME,
    SCOPE,
    AlreadyReportedError,
    Environment,
    Put,
    TypingContext,
    article,
)
from auditor.language.check.selections import OrderedSelections
from auditor.language.check.structure import arrows, in_extent
from auditor.language.core import parts_of
from auditor.language.operators import FUNCTIONS, fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.source import Span
from auditor.types import Item, Type


class Defines(OrderedSelections):
    """Declares such names, and puts what they stand for in their place."""

    # ---- declared ------------------------------------------------------------------------------
    def define(self, node: s.Define) -> None:
        """Enter the name; what it stands for is checked when all else is declared."""
        env = self._env
        if node.name.text in FUNCTIONS:
            family = message("rules.family.function")
            what = message("E202.twice", family=family, name=node.name.text)
            raise DiagnosticError(what, node.name.span)
        for own in node.arguments:
            self._env.type_written(own.type)
        if env.declare(NAME, node.name):
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
            for part in parts_of(node.value):
                self._known_in(part)
            if of is not None or not any(map(self._looks_around, parts_of(node.value))):
                subject = Item((of,) if of is not None else ())
                context = TypingContext(subject, {})
                kinds = {own.name.text: self._env.type_written(own.type) for own in node.arguments}
                arguments = {
                    own.name.text: core.Local(own.name.span, kinds[own.name.text], own.name.text)
                    for own in node.arguments
                }
                self.value(node.value, _inside(node, (name,), arguments, context))
        except (DiagnosticError, AlreadyReportedError) as error:
            env.report(error)
            env.broken.add(name)
        finally:
            env.let_here = let_here

    def _record_of(self, node: s.Define) -> str | None:
        if node.of is None:
            return None
        known = (*self._env.records, *self._env.scopes)
        if node.of.text not in known:
            raise self._env.unknown(message("rules.family.record_or_scope"), node.of, known)
        self._env.use(node.of.text)
        return node.of.text

    def _known_in(self, node: object) -> None:
        """Raises DiagnosticError where a selection names what there is not."""
        env = self._env
        match node:
            case s.Selection(kinds=kinds, within=within):
                family = message("rules.family.event_record_interval")
            case s.Nearest(kind=kind):
                kinds, within, family = (kind,), None, EVENT
            case _:
                return
        for kind in kinds:
            if kind.text not in env.sources():
                raise env.unknown(family, kind, env.sources())
        if within is not None and within.text not in (*env.scopes, *env.records):
            raise env.unknown(SCOPE, within, (*env.scopes, *env.records))

    def _looks_around(self, node: object, within: frozenset[str] = frozenset()) -> bool:
        env = self._env
        match node:
            case s.This() | s.Selection() | s.Nearest() | s.Same():
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
    def put(
        self,
        at: s.Call,
        node: s.Define,
        context: TypingContext,
        expect: Type | None,
    ) -> core.Expression:
        """The value of the name from where it is asked.  Raises DiagnosticError."""
        env, name = self._env, node.name.text
        env.use(name)
        around = context.put.names if context.put is not None else ()
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
            own.name.text: self._argument(own, value, node, context)
            for own, value in zip(node.arguments, written, strict=True)
        }
        try:
            inside = _inside(node, (*around, name), arguments, context)
            value = self.value(node.value, inside, expect)
        except DiagnosticError as error:
            own = error.diagnostic
            if own.code in ("E201", "E405") or own.span.source != node.span.source:
                raise  # it is unknown wherever it is asked
            beside = (message("E202.first"), own.span)
            raise DiagnosticError(own.message, at.span, own.hint, beside) from None
        return in_extent(value, node.name.text, at.span)

    def _argument(
        self, own: s.Argument, written: s.Expression, node: s.Define, context: TypingContext
    ) -> core.Expression:
        kind = self._env.type_written(own.type)
        value = self.value(written, context, kind)
        if not fits(value.type, kind):
            takes, given = article(kind), article(value.type)
            what = message(
                "E301.define_argument",
                name=node.name.text,
                type=takes,
                argument=own.name.text,
                given=given,
            )
            raise DiagnosticError(what, written.span, None, *_declared(node))
        return value


def _inside(
    node: s.Define,
    names: tuple[str, ...],
    arguments: Mapping[str, core.Expression],
    at: TypingContext,
) -> TypingContext:
    """The names that the expression of a definition sees."""
    put = Put(names, arguments, node.of, at)
    scope = node.of.text if node.of is not None else at.scope
    lets = {name: value.type for name, value in arguments.items()}
    return TypingContext(at.subject, lets, at.element, scope, put=put)


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
