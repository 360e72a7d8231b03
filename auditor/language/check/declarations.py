"""Declarations of vocabularies and constants: from syntax into the environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from auditor.diagnostic import Diagnostic, DiagnosticError, fault, one_of
from auditor.language import core
from auditor.language.check import environment as e
from auditor.language.check.environment import AlreadyReportedError, Environment
from auditor.language.check.records import Records
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.source import Source
from auditor.types import BASIC_TYPES, CARD, MONEY, Enumeration, SetOf
from auditor.values import TYPES, Value

_COMMA = re.compile(r"=\s*(-?\d+),(\d+)")
"""A first value of a parameter with a decimal comma: it would be two values."""


class Declarer(Records):
    """Declares everything but rules, one after the other."""

    def declare(self, declaration: s.Declaration) -> None:
        """Enter one declaration; its errors go into the environment."""
        if (kind := _KINDS.get(type(declaration))) is None:
            return
        try:
            kind[1](self, declaration)
        except (DiagnosticError, AlreadyReportedError) as error:
            self._env.report(error)
            self._env.broken.update(_declared(declaration))

    # ---- vocabularies -----------------------------------------------------------------------
    def enumeration(self, node: s.Enumeration) -> None:
        members = tuple(member.text for member in node.members)
        if node.form == "also":
            known = self._env.type_named(node.name, {})
            assert isinstance(known, Enumeration)
            self._enter(Enumeration(known.name, (*known.members, *members), known.open))
        elif self._env.declare(e.TYPE, node.name):
            self._enter(Enumeration(node.name.text, members, node.form == "open"))

    def _enter(self, kind: Enumeration) -> None:
        """Make the type known; fields that were of it hold its new words too."""
        self._env.enumerations[kind.name] = kind
        for name, old in self._env.fields.items():
            if old == kind:
                self._env.fields[name] = kind
            elif old == SetOf(kind):
                self._env.fields[name] = SetOf(kind)

    def columns(self, node: s.Context | s.Field) -> None:
        kind = self._env.type_written(node.type)
        for name in node.names:
            if self._env.declare(e.FIELD, name):
                self._env.fields[name.text] = kind
                if isinstance(node, s.Context):
                    self._env.context.append(name.text)

    def event(self, node: s.Event) -> None:
        for part in node.fields:
            self._env.field_named(part.name)
        fields = [part.name.text for part in node.fields]
        filled = {part.name.text for part in node.fields if not part.may_be_empty}
        for name in node.names:
            if node.also:
                known = self._env.kinds[self._env.kind_named(name)]
                every = tuple(dict.fromkeys((*known.fields, *fields)))
                needed = {*known.fields} - known.may_be_empty | filled
                kind = replace(known, fields=every, may_be_empty=frozenset(every) - needed)
            elif self._env.declare(e.NAME, name):
                empty = frozenset(fields) - filled
                kind = core.Kind(name.text, tuple(fields), empty, exceptional=False)
            else:  # what it would have added is asked for elsewhere
                self._env.lost.update(f"{name.text}.{field}" for field in fields)
                continue
            if node.exceptional is not None:
                kind = replace(kind, exceptional=node.exceptional)
            if node.payment:
                kind = replace(kind, payment=self._payment(name, kind.fields))
            self._env.kinds[name.text] = self._with_columns(kind, node.columns)

    def _with_columns(self, kind: core.Kind, said: Sequence[s.Bears | s.Lacks]) -> core.Kind:
        """The kind, with the columns that it is said to fill, or may, or leaves empty."""
        bears, free, lacks = set[str](), set[str](), set[str]()
        for own in said:
            if isinstance(own, s.Lacks):
                lacks |= self._denied(own)
            elif own.scope.may_be_empty:
                free |= self._context_of(self._env.scope_named(own.scope.name))
            else:
                scope = self._env.scope_named(own.scope.name)
                needed = [name for name in scope.fields if name not in scope.may_be_empty]
                seen = {*kind.fields, *self._env.context}
                if missing := [key for key in needed if key not in seen]:
                    raise fault("E302.no_key", own.span, kind=kind.name, key=missing[0])
                bears |= self._context_of(scope).intersection(needed)
                free |= self._context_of(scope)
        free -= bears
        for own in said:
            if isinstance(own, s.Lacks) and (both := self._denied(own) & (bears | free)):
                column = next(name for name in self._env.context if name in both)
                raise fault("E302.in_and_outside", own.span, column=column)
        named = bears | free | lacks
        return replace(
            kind,
            bears=kind.bears - named | bears,
            free=kind.free - named | free,
            lacks=kind.lacks - named | lacks,
        )

    def _context_of(self, scope: core.Scope) -> set[str]:
        return set(scope.fields).intersection(self._env.context)

    def _denied(self, node: s.Lacks) -> set[str]:
        """The columns that end a scope, and those that end the narrower ones inside it."""
        own = self._env.scope_named(node.scope)
        inside = (each for each in self._env.scopes.values() if {*own.fields} <= {*each.fields})
        found = {each.fields[-1] for each in inside}.intersection(self._env.context)
        if own.fields[-1] not in found:
            raise fault("E302.outside_field", node.scope.span, scope=own.name, field=own.fields[-1])
        return found

    def _payment(self, kind: s.Name, names: tuple[str, ...]) -> str:
        """The one field of a payment that holds its sum."""
        sums = [name for name in names if self._env.fields[name] == MONEY]
        if len(sums) != 1:
            raise fault("E301.payment", kind.span, name=kind.text, count=len(sums))
        return sums[0]

    def scope(self, node: s.Scope) -> None:
        for part in node.fields:
            self._env.field_named(part.name)
        if self._env.declare(e.SCOPE, node.name):
            fields = tuple(part.name.text for part in node.fields)
            last = node.fields[-1]
            needs = () if last.may_be_empty else (last.name.text,)
            empty = frozenset(part.name.text for part in node.fields if part.may_be_empty)
            self._env.scopes[node.name.text] = core.Scope(node.name.text, fields, needs, empty)

    def law(self, node: s.Law) -> None:
        self._env.law_scope = self._env.scope_named(node.scope).name

    def interval(self, node: s.Interval) -> None:
        start, keys = self._env.kind_named(node.start), self._env.keys_named(node.keys)
        end = self._env.kind_named(node.end)
        if card := next((key for key in keys if self._env.fields[key] == CARD), None):
            raise fault("E301.card_key", node.name.span, key=card)
        for kind in (start, end):
            seen = self._env.fields_of(kind) or {}
            missing = next((key for key in keys if key not in seen), None)
            if missing is not None:
                raise fault("E302.no_key", node.span, kind=kind, key=missing)
        if self._env.declare(e.NAME, node.name):
            self._env.intervals[node.name.text] = core.Interval(node.name.text, start, end, keys)

    def stream(self, node: s.Stream) -> None:
        parts = []
        names = {new.text for new, _ in node.parts[0].renamed}
        for part in node.parts:
            fields = self._env.fields_of(self._env.kind_named(part.kind)) or {}
            for new, old in part.renamed:
                if old.text not in fields:
                    family = message("rules.family.field_of", kind=part.kind.text)
                    raise self._env.unknown(family, old, fields)
                first = {n.text: o for n, o in node.parts[0].renamed}.get(new.text)
                if first is None or self._env.fields[first.text] != fields[old.text]:
                    raise fault("E301.not_the_same", new.span, name=new.text)
            if {new.text for new, _ in part.renamed} != names:
                raise fault("E301.stream_fields", part.span)
            parts.append((part.kind.text, tuple((n.text, o.text) for n, o in part.renamed)))
        if self._env.declare(e.NAME, node.name):
            self._env.streams[node.name.text] = core.Stream(node.name.text, tuple(parts))

    # ---- constants --------------------------------------------------------------------------
    def order(self, node: s.Order) -> None:
        kind = self._env.type_named(node.name, BASIC_TYPES)
        places: list[str] = []
        for element in node.elements:
            value = self.constant(element, kind)[1]
            if str(value) in places:
                what = message("E202.order", text=element.span.text)
                first = (message("E202.first_time"), node.elements[places.index(str(value))].span)
                self._env.errors.append(Diagnostic(what, element.span, None, (first,)))
            places.append(str(value))
        if self._env.declare(e.ORDER, node.name):
            self._env.orders[node.name.text] = tuple(dict.fromkeys(places))

    def constant_named(self, node: s.Constant) -> None:
        expect = self._env.type_named(node.type, BASIC_TYPES) if node.type is not None else None
        try:
            value = self.constant(node.value, expect)
        except DiagnosticError as error:
            raise error if expect else _without_type(node, error.diagnostic, self._env) from None
        if self._env.declare(e.NAME, node.name):
            self._env.constants[node.name.text] = value

    def param(self, node: s.Param) -> None:
        kind = self._env.type_named(node.type, BASIC_TYPES)
        if comma := _COMMA.search(node.span.text):
            whole, part = comma.groups()
            what = message("E101.number_form", text=f"{whole},{part}", write=f"{whole}.{part}")
            raise DiagnosticError(what, node.values[0].span, message("E101.two_values"))
        values: list[tuple[date | None, Value]] = []
        for dated in node.values:
            last = values[-1][0] if values else None
            if values and (dated.start is None or (last is not None and dated.start <= last)):
                raise fault("E301.param_values", dated.span)
            values.append((dated.start, self.constant(dated.value, kind)[1]))
        if not values and node.words is None:  # a person is asked for it, in these words
            raise fault("E301.param_given", node.name.span)
        if self._env.declare(e.NAME, node.name):
            name = node.name.text
            self._env.params[name] = core.Param(name, kind, tuple(values), node.words)


_KINDS: dict[type[s.Declaration], tuple[int, Callable[[Declarer, Any], None]]] = {
    s.Enumeration: (0, Declarer.enumeration),
    s.Context: (1, Declarer.columns),
    s.Field: (1, Declarer.columns),
    s.Scope: (2, Declarer.scope),
    s.Event: (3, Declarer.event),
    s.Law: (3, Declarer.law),
    s.Constant: (4, Declarer.constant_named),
    s.Param: (4, Declarer.param),
    s.Order: (4, Declarer.order),
    s.Interval: (4, Declarer.interval),
    s.Stream: (4, Declarer.stream),
    s.Define: (4, Declarer.define),
    s.Table: (5, Declarer.table),
    s.Record: (6, Declarer.record),
    s.Ledger: (6, Declarer.ledger),
    s.Suspend: (6, Declarer.suspend),
    s.Gap: (6, Declarer.named),
    s.Subject: (6, Declarer.named),
    s.RuleGroup: (6, Declarer.named),
}
"""The turn and the work of each kind of declaration.  They may stand in any order: each needs only
those of the turns before its own.
"""
VOCABULARY = tuple(kind for kind, (at, _) in _KINDS.items() if at < 4)
"""The declarations that give words to the others."""


def turn(node: s.Declaration) -> int:
    """When a declaration is entered; records and what uses them last, as they stand."""
    return _KINDS[type(node)][0] if type(node) in _KINDS else 6


def _without_type(node: s.Constant, wrong: Diagnostic, env: Environment) -> DiagnosticError:
    """The error in a constant without a type; of a word of some type, it asks for the type."""
    word = wrong.span.text
    kinds = [own.name for own in env.enumerations_with(word)]
    kinds += [kind.name for kind in BASIC_TYPES.values() if word in TYPES[kind.name].words]
    hint = wrong.hint
    if kinds and wrong.code == "E201":
        forms = one_of(f"`constant {node.name.text} : {kind} = …`" for kind in kinds)
        hint = message("E201.say_which", choices=forms)
    return DiagnosticError(wrong.message, wrong.span, hint, *wrong.related)


def _declared(node: s.Declaration) -> tuple[str, ...]:
    """The names that a declaration makes known; that of an order is one of a type."""
    names = getattr(node, "names", ()) or (getattr(node, "name", None),)
    return () if isinstance(node, s.Order) else tuple(own.text for own in names if own is not None)


def declare_all_labels(declarations: Sequence[s.Declaration], env: Environment) -> None:
    """Enter the labels; what they name is declared before, wherever it stands.  A ruleset's stand
    instead of those of vocabularies: what a word means may be called otherwise in one game.
    """
    shared = {node.span.source for node in declarations if isinstance(node, s.Vocabulary)}
    for node in declarations:
        if isinstance(node, s.Labels):
            _declare_labels(node, env, () if node.span.source in shared else shared)
    for node in declarations:
        if isinstance(node, s.Ledger) and node.likewise is not None:
            other = node.likewise.ledger.text
            called = {name: own for (family, name), own in env.labels.items() if family == other}
            for place, words in called.items():
                env.labels.setdefault((node.name.text, place), words)


def _declare_labels(node: s.Labels, env: Environment, instead_of: Collection[Source]) -> None:
    record = env.records.get(node.family.text)
    if node.family.text in env.dropped and (record is None or record.ledger is None):
        return  # words for the places of a ledger that this ruleset does without
    if record is None and node.family.text in env.records:
        return  # or of one whose own mistake is told where it is declared
    try:
        family, known = _named(node.family, env)
    except (DiagnosticError, AlreadyReportedError) as error:
        env.report(error)
        return
    for entry in node.entries:
        name = entry.name
        if name.text not in known:
            env.report(env.unknown(family, name, known))
            continue
        if not (_is_label(entry.words.fr) and _is_label(entry.words.en)):
            env.report(fault("E104.label", entry.words.span))
            continue
        label = s.Name(name.span, f"{node.family.text} {name.text}")
        before = env.declared.get((e.LABEL, label.text))
        if before is not None and before.source in instead_of:
            del env.declared[e.LABEL, label.text]
        if env.declare(e.LABEL, label):
            words = core.Bilingual(entry.words.fr, entry.words.en)
            env.labels[node.family.text, name.text] = words


def _named(family: s.Name, env: Environment) -> tuple[Message, Collection[str]]:
    """How messages call the family, and the names that it has."""
    families: dict[str, tuple[Message, Collection[str]]] = {
        "event": (e.EVENT, env.kinds),
        "field": (e.FIELD, env.fields),
        "scope": (e.SCOPE, env.scopes),
        "interval": (e.NAME, env.intervals),
        "stream": (e.NAME, env.streams),
        "record": (e.NAME, env.records),
        "report": (e.NAME, core.REPORT_LABELS),
    }
    if family.text in families:
        return families[family.text]
    record = env.records.get(family.text)
    if record is not None and record.ledger is not None:
        return e.PLACE, record.ledger.places
    kind = env.type_named(family, {})
    assert isinstance(kind, Enumeration)
    return message("rules.family.word", type=kind.name), kind.members


def _is_label(text: str) -> bool:
    """True of a singular, and of a singular and a plural."""
    forms = text.split("|")
    return len(forms) <= 2 and all(form and form == form.strip() for form in forms)
