"""Declarations of vocabularies, constants and records: from syntax into the environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.context import TypingContext
from auditor.language.check.decision_tables import Constants, Decisions
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import (
    EVENT,
    FIELD,
    GAP,
    NAME,
    ORDER,
    RULE,
    SCOPE,
    TYPE,
    AlreadyReportedError,
    Environment,
)
from auditor.language.operators import NO_SETS
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.types import BASIC_TYPES, MONEY, Basic, Enumeration, Item, SetOf, Type
from auditor.values import Value

VOCABULARY = (s.Enumeration, s.Context, s.Field, s.Event, s.Needs, s.Scope, s.Law)
"""The declarations that give words to the others."""
FIGURES = (s.Constant, s.Param)
"""Those that need words alone, and that any other may use wherever they stand."""


def turn(node: s.Declaration) -> int:
    """When a declaration is entered: words, figures, then all else in the order of the files."""
    return 0 if isinstance(node, VOCABULARY) else 1 if isinstance(node, FIGURES) else 2


class Declarer:
    """Declares everything but rules, in the order in which it stands."""

    def __init__(self, environment: Environment) -> None:
        self._env = environment
        self._elaborator = Elaborator(environment)
        self._constants = Constants(environment)
        self._decisions = Decisions(environment, self._constants)

    def declare(self, declaration: s.Declaration) -> None:
        """Enter one declaration; its errors go into the environment."""
        handlers: dict[type, Callable[[Any], None]] = {
            s.Enumeration: self._enumeration,
            s.Context: self._columns,
            s.Field: self._columns,
            s.Event: self._event,
            s.Needs: self._needs,
            s.Scope: self._scope,
            s.Law: self._law,
            s.Interval: self._interval,
            s.Stream: self._stream,
            s.Order: self._order,
            s.Constant: self._constant,
            s.Param: self._param,
            s.Table: self._decisions.declare,
            s.Record: self._record,
            s.Suspend: self._suspend,
            s.State: self._state,
            s.Gap: self._named,
            s.Subject: self._named,
            s.RuleGroup: self._named,
        }
        handle = handlers.get(type(declaration))
        if handle is None:
            return
        try:
            handle(declaration)
        except (DiagnosticError, AlreadyReportedError) as error:
            self._env.report(error)
            self._env.broken.update(_declared(declaration))

    # ---- vocabularies -----------------------------------------------------------------------
    def _enumeration(self, node: s.Enumeration) -> None:
        members = tuple(member.text for member in node.members)
        if node.form == "also":
            known = self._env.type_named(node.name, {})
            assert isinstance(known, Enumeration)
            self._enter(Enumeration(known.name, (*known.members, *members), known.open))
        elif self._env.declare(TYPE, node.name):
            self._enter(Enumeration(node.name.text, members, node.form == "open"))

    def _enter(self, kind: Enumeration) -> None:
        """Make the type known; fields that were of it hold its new words too."""
        self._env.enumerations[kind.name] = kind
        for name, old in self._env.fields.items():
            if old == kind:
                self._env.fields[name] = kind
            elif old == SetOf(kind):
                self._env.fields[name] = SetOf(kind)

    def _type(self, node: s.Name | s.Sets) -> Type:
        if isinstance(node, s.Name):
            return self._env.type_named(node, BASIC_TYPES)
        element = self._env.type_named(node.element, BASIC_TYPES)
        if not isinstance(element, Basic | Enumeration) or element in NO_SETS:
            raise DiagnosticError(message("E301.set_of", type=str(element)), node.span)
        return SetOf(element)

    def _columns(self, node: s.Context | s.Field) -> None:
        kind = self._type(node.type)
        for name in node.names:
            if self._env.declare(FIELD, name):
                self._env.fields[name.text] = kind
                if isinstance(node, s.Context):
                    self._env.context.append(name.text)

    def _event(self, node: s.Event) -> None:
        for part in node.fields:
            self._field(part.name)
        names = tuple(part.name.text for part in node.fields)
        empty = frozenset(part.name.text for part in node.fields if part.may_be_empty)
        if node.also:
            kind = self._env.kinds[self._kind(node.name)]
            fields = tuple(dict.fromkeys((*kind.fields, *names)))
            self._env.kinds[kind.name] = replace(
                kind,
                fields=fields,
                may_be_empty=kind.may_be_empty | (empty - set(kind.fields)),
                payment=self._payment(node, fields) if node.payment else kind.payment,
            )
        elif self._env.declare(NAME, node.name):
            payment = self._payment(node, names) if node.payment else None
            self._env.kinds[node.name.text] = core.Kind(
                node.name.text, names, empty, node.exceptional, payment
            )

    def _payment(self, node: s.Event, names: tuple[str, ...]) -> str:
        """The one field of a payment that holds its sum."""
        sums = [name for name in names if self._env.fields[name] == MONEY]
        if len(sums) != 1:
            what = message("E301.payment", name=node.name.text, count=len(sums))
            raise DiagnosticError(what, node.name.span)
        return sums[0]

    def _needs(self, node: s.Needs) -> None:
        for name in node.kinds:
            kind = self._env.kinds[self._kind(name)]
            if node.field.text not in kind.fields:
                family = message("rules.family.field_of", kind=kind.name)
                raise self._env.unknown(family, node.field, kind.fields)
            empty = kind.may_be_empty - {node.field.text}
            self._env.kinds[kind.name] = replace(kind, may_be_empty=empty)

    def _field(self, name: s.Name) -> Type:
        if name.text not in self._env.fields:
            raise self._env.unknown(FIELD, name, self._env.fields)
        return self._env.fields[name.text]

    def _scope(self, node: s.Scope) -> None:
        for part in node.fields:
            self._field(part.name)
        if self._env.declare(SCOPE, node.name):
            fields = tuple(part.name.text for part in node.fields)
            last = node.fields[-1]
            needs = () if last.may_be_empty else (last.name.text,)
            self._env.scopes[node.name.text] = core.Scope(node.name.text, fields, needs)

    def _law(self, node: s.Law) -> None:
        if node.scope.text not in self._env.scopes:
            raise self._env.unknown(SCOPE, node.scope, self._env.scopes)
        self._env.law_scope = node.scope.text

    def _kind(self, name: s.Name) -> str:
        if name.text not in self._env.kinds:
            raise self._env.unknown(EVENT, name, self._env.kinds)
        return name.text

    def _interval(self, node: s.Interval) -> None:
        start, keys = self._kind(node.start), self._keys(node.keys)
        end = self._kind(node.end) if isinstance(node.end, s.Name) else None
        lasts = timedelta(seconds=node.end.seconds) if isinstance(node.end, s.Duration) else None
        for kind in (start,) if end is None else (start, end):
            seen = self._env.fields_of(kind) or {}
            missing = next((key for key in keys if key not in seen), None)
            if missing is not None:
                raise DiagnosticError(message("E302.no_key", kind=kind, key=missing), node.span)
        if self._env.declare(NAME, node.name):
            self._env.intervals[node.name.text] = core.Interval(
                node.name.text, start, end, keys, lasts
            )

    def _keys(self, names: tuple[s.Name, ...]) -> tuple[str, ...]:
        """The fields of `for each coup, seat`: those of the scope, then those named one by one."""
        keys: list[str] = []
        for name in names:
            if name.text in self._env.scopes:
                self._env.used.add(name.text)
                keys += self._env.scopes[name.text].fields
            else:
                self._field(name)
                self._env.used.add(name.text)
                keys.append(name.text)
        return tuple(dict.fromkeys(keys))

    def _stream(self, node: s.Stream) -> None:
        parts = []
        names = {new.text for new, _ in node.parts[0].renamed}
        for part in node.parts:
            fields = self._env.fields_of(self._kind(part.kind)) or {}
            for new, old in part.renamed:
                if old.text not in fields:
                    family = message("rules.family.field_of", kind=part.kind.text)
                    raise self._env.unknown(family, old, fields)
                first = {n.text: o for n, o in node.parts[0].renamed}.get(new.text)
                if first is None or self._env.fields[first.text] != fields[old.text]:
                    raise DiagnosticError(message("E301.not_the_same", name=new.text), new.span)
            if {new.text for new, _ in part.renamed} != names:
                raise DiagnosticError(message("E301.stream_fields"), part.span)
            parts.append((part.kind.text, tuple((n.text, o.text) for n, o in part.renamed)))
        if self._env.declare(NAME, node.name):
            self._env.streams[node.name.text] = core.Stream(node.name.text, tuple(parts))

    # ---- constants --------------------------------------------------------------------------
    def _order(self, node: s.Order) -> None:
        kind = self._env.type_named(node.name, BASIC_TYPES)
        places = []
        for element in node.elements:
            value = self._constants.value(element, kind)[1]
            if str(value) in places:
                what = message("E202.order", text=element.span.text)
                raise DiagnosticError(what, element.span)
            places.append(str(value))
        if self._env.declare(ORDER, node.name):
            self._env.orders[node.name.text] = tuple(places)

    def _constant(self, node: s.Constant) -> None:
        expect = self._env.type_named(node.type, BASIC_TYPES) if node.type is not None else None
        value = self._constants.value(node.value, expect)
        if self._env.declare(NAME, node.name):
            self._env.constants[node.name.text] = value

    def _param(self, node: s.Param) -> None:
        kind = self._env.type_named(node.type, BASIC_TYPES)
        values: list[tuple[date | None, Value]] = []
        for dated in node.values:
            last = values[-1][0] if values else None
            if values and (dated.start is None or (last is not None and dated.start <= last)):
                raise DiagnosticError(message("E301.param_values"), dated.span)
            values.append((dated.start, self._constants.value(dated.value, kind)[1]))
        if not values and node.words is None:  # a person is asked for it, in these words
            raise DiagnosticError(message("E301.param_given"), node.name.span)
        if self._env.declare(NAME, node.name):
            text = bilingual(node.words) if node.words else None
            self._env.params[node.name.text] = core.Param(node.name.text, kind, tuple(values), text)

    # ---- records ----------------------------------------------------------------------------
    def _record(self, node: s.Record) -> None:
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
        for let in node.lets:
            # A column may look at those above it in other rows too.
            env.records[node.name.text] = replace(base, columns=tuple(columns))
            try:
                if let.name.text in lets or (let.name.text in keys and not own):
                    what = message("E202.named_twice", name=let.name.text)
                    raise DiagnosticError(what, let.name.span)
                context = TypingContext(Item((node.name.text,)), dict(lets))
                value = self._elaborator.value(let.value, context)
                env.let(let.name, dict.fromkeys(own, value.type))
                lets[let.name.text] = value.type
                columns.append((let.name.text, value))
            except DiagnosticError as error:
                env.errors.append(error.diagnostic)
                lets[let.name.text], failed = None, True
            except AlreadyReportedError:
                lets[let.name.text], failed = None, True
        env.records[node.name.text] = None if failed else replace(base, columns=tuple(columns))

    def _suspend(self, node: s.Suspend) -> None:
        """One row for each instance of the scope, which says whether it is suspended."""
        name = node.scope.text
        if name not in self._env.scopes:
            raise self._env.unknown(SCOPE, node.scope, self._env.scopes)
        self._env.used.add(name)
        record = suspension(name)
        if self._env.declare(NAME, s.Name(node.scope.span, record)):
            self._env.records[record] = None
            scope = self._env.scopes[name]
            value = self._elaborator.condition(node.when, TypingContext(Item((name,)), {}))
            self._env.records[record] = core.Record(
                record,
                scope.fields,
                (),
                (("suspended", value),),
                len(scope.fields),
                scope.needs,
                False,
                node.span,
            )

    def _state(self, node: s.State) -> None:
        self._kind(node.kind)
        if node.within.text not in self._env.scopes:
            raise self._env.unknown(SCOPE, node.within, self._env.scopes)
        if self._env.declare(NAME, node.name):
            self._env.states[node.name.text] = node

    def _named(self, node: s.Gap | s.Subject | s.RuleGroup) -> None:
        """What stands for something else in the rules, and is checked there."""
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
            return core.Record(node.name.text, fields, (first,), (), 0, (), True, node.span)
        keys = self._keys(node.keys)
        own = len(env.scopes[first].fields) if first in env.scopes else 0
        needs = env.scopes[first].needs if first in env.scopes else ()
        over = tuple(self._over(name, keys) for name in node.over)
        if not over and len(keys) > own:
            what = message("E302.over", record=node.name.text)
            raise DiagnosticError(what, node.name.span, message("E302.add_over"))
        return core.Record(node.name.text, keys, over, (), own, needs, False, node.span)

    def _over(self, name: s.Name, keys: tuple[str, ...]) -> str:
        if name.text not in self._env.kinds and name.text not in self._env.streams:
            raise self._env.unknown(EVENT, name, [*self._env.kinds, *self._env.streams])
        fields = self._env.fields_of(name.text) or {}
        missing = next((key for key in keys if key not in fields), None)
        if missing is not None:
            raise DiagnosticError(message("E302.no_key", kind=name.text, key=missing), name.span)
        self._env.used.add(name.text)
        return name.text


def suspension(scope: str) -> str:
    """The name of the record that says which instances of a scope are suspended."""
    return SUSPENDED + scope


SUSPENDED = "suspended "
"""How such a record's name begins: no name that is written holds a blank."""


def _declared(node: s.Declaration) -> tuple[str, ...]:
    """The names that a declaration makes known."""
    match node:
        case s.Context(names=names) | s.Field(names=names):
            return tuple(name.text for name in names)
        case s.Needs() | s.Law() | s.Order():
            return ()
        case _:
            name = getattr(node, "name", None)
            return (name.text,) if isinstance(name, s.Name) else ()


def bilingual(words: s.Words) -> core.Bilingual:
    """Bilingual words, without their place in the file."""
    return core.Bilingual(words.fr, words.en)
