"""Declarations of records, and of what is judged like one: from syntax into the environment."""

from __future__ import annotations

from dataclasses import replace

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.context import TypingContext
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import (
    EVENT,
    GAP,
    NAME,
    RULE,
    SCOPE,
    AlreadyReportedError,
    Environment,
)
from auditor.language.check.extents import Extents
from auditor.language.check.matched_fields import comparable
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.types import Item, Type


class Records:
    """Declares records, suspensions, states, and names that stand for a part of a rule."""

    def __init__(self, environment: Environment, elaborator: Elaborator) -> None:
        self._env, self._elaborator = environment, elaborator

    def record(self, node: s.Record) -> None:
        env = self._env
        if not env.declare(NAME, node.name):
            return
        env.records[node.name.text] = None
        base = self._rows(node)
        keys = base.keys
        own = base.keys if base.of_events else ()
        failed = False
        columns: list[tuple[str, core.Expression]] = []
        lets: dict[str, Type | None] = {}
        env.let_here = {let.name.text: let.name.span for let in node.lets}
        extents = Extents()
        for let in node.lets:
            # A column may look at those above it in other rows too.
            env.records[node.name.text] = replace(base, columns=tuple(columns))
            try:
                if let.name.text in lets or (let.name.text in keys and not own):
                    what = message("E202.named_twice", name=let.name.text)
                    raise DiagnosticError(what, let.name.span)
                context = TypingContext(Item((node.name.text,)), dict(lets))
                value = extents.checked(let.name, self._elaborator.value(let.value, context))
                env.let(let.name, dict.fromkeys(own, value.type))
                lets[let.name.text] = value.type
                columns.append((let.name.text, value))
            except (DiagnosticError, AlreadyReportedError) as error:
                env.report(error)
                env.lost.add(f"{node.name.text}.{let.name.text}")
                lets[let.name.text], failed = None, True
        env.records[node.name.text] = None if failed else replace(base, columns=tuple(columns))

    def suspend(self, node: s.Suspend) -> None:
        """One row for each instance of the scope, which says whether it is suspended."""
        name = node.scope.text
        if name not in self._env.scopes:
            raise self._env.unknown(SCOPE, node.scope, self._env.scopes)
        self._env.used.add(name)
        record = suspension(name)
        if (first := self._env.declared.get((NAME, record))) is not None:
            what = message("E202.suspended", scope=name)
            beside = (message("E202.first"), first)
            raise DiagnosticError(what, node.scope.span, message("E202.say_or"), beside)
        if self._env.declare(NAME, s.Name(node.scope.span, record)):
            self._env.records[record] = None
            scope = self._env.scopes[name]
            value = self._elaborator.condition(node.when, TypingContext(Item((name,)), {}))
            self._env.records[record] = core.Record(
                record,
                scope.fields,
                (),
                (("suspended", value),),
                scope.needs,
                False,
                node.span,
            )

    def state(self, node: s.State) -> None:
        self._env.kind_named(node.kind)
        if node.within.text not in self._env.scopes:
            raise self._env.unknown(SCOPE, node.within, self._env.scopes)
        if self._env.declare(NAME, node.name):
            self._env.states[node.name.text] = node

    def named(self, node: s.Gap | s.Subject | s.RuleGroup) -> None:
        """The forms that stand for something else in the rules, and are checked there."""
        env = self._env
        match node:
            case s.Gap() if env.declare(GAP, node.name):
                env.gaps[node.name.text] = node
            case s.Subject() if node.name.text in env.scopes:
                twice = message("E202.twice", family=SCOPE, name=node.name.text)
                raise DiagnosticError(twice, node.name.span)
            case s.Subject() if env.declare(NAME, node.name):
                env.subjects[node.name.text] = node
            case s.RuleGroup() if env.declare(RULE, node.label):
                env.groups[node.label.text] = node

    def _rows(self, node: s.Record) -> core.Record:
        """The record without its columns: what its rows are."""
        env, first = self._env, node.keys[0].text
        kinds = (*env.kinds, *env.streams)
        if first in kinds and first not in env.scopes and len(node.keys) == 1 and not node.over:
            env.used.add(first)
            fields = tuple(env.fields_of(first) or ())
            return core.Record(node.name.text, fields, (first,), (), (), True, node.span)
        keys = self._env.keys_named(node.keys)
        own = len(env.scopes[first].fields) if first in env.scopes else 0
        needs = env.scopes[first].needs if first in env.scopes else ()
        over = tuple(self._over(name, keys, node.name) for name in node.over)
        if not over and len(keys) > own:
            what = message("E302.over", record=node.name.text)
            raise DiagnosticError(what, node.name.span, message("E302.add_over"))
        return core.Record(node.name.text, keys, over, (), needs, False, node.span)

    def _over(self, name: s.Name, keys: tuple[str, ...], record: s.Name) -> str:
        if name.text not in self._env.kinds and name.text not in self._env.streams:
            raise self._env.unknown(EVENT, name, [*self._env.kinds, *self._env.streams])
        fields = self._env.fields_of(name.text) or {}
        missing = next((key for key in keys if key not in fields), None)
        if missing is not None:
            what = message("E302.no_key", kind=name.text, key=missing)
            form = f"event {name.text} also ({missing}?)"
            hint = message("E101.say", form=form) if name.text in self._env.kinds else None
            raise DiagnosticError(what, name.span, hint)
        comparable(self._env, name, keys, fields, f"`{record.text}`")
        self._env.used.add(name.text)
        return name.text


def suspension(scope: str) -> str:
    """The name of the record that says which instances of a scope are suspended."""
    return SUSPENDED + scope


SUSPENDED = "suspended "
"""How such a record's name begins: no name that is written holds a blank."""
