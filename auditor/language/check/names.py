"""Names in an expression: words, fields, names let, constants, columns of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from auditor import types as t
from auditor.diagnostic import DiagnosticError, all_of, fault, one_of
from auditor.language import core
from auditor.language.check import environment as e
from auditor.language.check.environment import (
    AlreadyReportedError,
    Environment,
    Inner,
    Put,
    View,
    article,
)
from auditor.language.operators import FUNCTIONS, fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message, suggestion
from auditor.values import TYPES, UnreadableError, read_value


class MatchedFields(Inner):
    """Fields of one ruleset that element and subject are compared by, and rows are found by."""

    def keys(
        self, at: s.Name, keys: tuple[str, ...], view: View, what: Message | str
    ) -> tuple[core.Expression, ...]:
        """The values of the keys, from the element if it has them all, else from the subject."""
        env = self._env
        points: list[core.Element | core.Subject] = []
        if view.element is not None:
            points.append(core.Element(at.span, view.element))
        for point in (*points, core.Subject(at.span, view.subject)):
            assert isinstance(point.type, t.Item)
            fields = env.shared_fields(point.type)
            if all(key in fields for key in keys):
                comparable(env, at, keys, fields, what)
                return tuple(core.Field(at.span, fields[key], point, key) for key in keys)
        seen = env.shared_fields(view.subject)
        missing = [key for key in keys if key not in seen]
        absent = all_of(f"`{key}`" for key in missing)
        raise fault("E302.keys", at.span, what=what, keys=keys, missing=absent, count=len(missing))

    def lookup(self, node: s.Access, view: View) -> core.Expression:
        assert isinstance(node.of, s.Name)
        record = self._env.records[node.of.text]
        self._env.use(node.of.text)
        if record is None:
            raise AlreadyReportedError
        columns = dict(record.columns)
        if node.name.text not in columns:
            hint = suggestion(node.name.text, columns)
            defined = self._env.defines.get(node.name.text)
            is_of = defined is not None and defined.of and defined.of.text == record.name
            if is_of or (not record.of_events and node.name.text in record.keys):  # no columns
                hint = message("E101.say", form=node.name.text)
            if node.name.text in self._env.ledgers.get(record.name, ()):
                hint = message("E201.place_of", record=record.name, name=node.name.text)
            name = node.name.text
            raise fault("E201.no_column", node.name.span, hint, record=record.name, name=name)
        self._env.use(f"{record.name}.{node.name.text}")
        if record.of_events:
            keys = self._own_event(node.of, record, view)
        else:
            called = message("rules.record", name=record.name)
            keys = self.keys(node.of, record.keys, view, called)
        kind = columns[node.name.text].type
        return core.Lookup(node.span, kind, record.name, node.name.text, keys)

    def _own_event(
        self, at: s.Name, record: core.Record, view: View
    ) -> tuple[core.Expression, ...]:
        """The event whose columns are asked for: the element if it is one of that kind, or the row
        of a record about it, else the subject.
        """
        for point in (view.element, view.subject):
            if point is not None and self._event_of(point) == record.over:
                made = core.Element if point is view.element else core.Subject
                return (made(at.span, point),)
        raise fault("E302.no_row", at.span, record=record.name, kind=record.over[0])

    def _event_of(self, point: t.Item) -> tuple[str, ...]:
        """The source of the events that an item is, or that it is the row of."""
        own = self._env.records.get(point.sources[0]) if len(point.sources) == 1 else None
        return own.over if own is not None and own.of_events else point.sources

    def same(self, node: s.Same, view: View) -> core.Expression:
        """Whether element and subject agree in some fields; an element must be in view."""
        if view.element is None:
            raise fault("E302.same", node.span)
        parts = tuple(self._same(name, view.element, view.subject) for name in node.names)
        return parts[0] if len(parts) == 1 else core.AllOf(node.span, t.BOOLEAN, parts)

    def _same(self, name: s.Name, element: t.Item, subject: t.Item) -> core.Expression:
        kind, its = (self._env.field_of(point, name) for point in (element, subject))
        if kind != its or kind in (t.TIME, t.RANGE) or isinstance(kind, t.Item):
            what = message("E301.same", one=article(kind), other=article(its))
            if kind == its:
                what = message("E301.same_no_key", type=article(kind))
            compared = kind == t.TIME or {kind, its} == {t.INTEGER, t.NUMBER}
            hint = message("E301.say_compare", name=name.text) if compared else None
            raise DiagnosticError(what, name.span, hint)
        own = core.Field(name.span, kind, core.Element(name.span, element), name.text)
        other = core.Field(name.span, its, core.Subject(name.span, subject), name.text)
        return core.Same(name.span, t.BOOLEAN, own, other)


def comparable(
    env: Environment,
    at: s.Name,
    keys: Iterable[str],
    fields: Mapping[str, t.Type],
    what: Message | str,
) -> None:
    """Raises DiagnosticError where a column of a record, or a name in a stream, is called like a
    key and holds something else: no row would ever be found by it.
    """
    for key in keys:
        declared = env.fields.get(key)
        if declared is not None and not fits(fields[key], declared):
            here, there = article(fields[key]), article(declared)
            raise DiagnosticError(
                message("E301.other_type_of_key", key=key, type=here, what=what, declared=there),
                at.span,
                message("E301.other_name"),
            )


VALUE = message("rules.family.value")


_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SHOWN = 24
"""Types of so many words have them listed in an error."""


def choices_of(kind: t.Type | None) -> Message | None:
    """All the words that a type has, where they are few enough to be read."""
    words: tuple[str, ...] = ("true", "false") if kind == t.BOOLEAN else ()
    if isinstance(kind, t.Enumeration):
        words = kind.members
    if not 0 < len(words) <= _SHOWN:
        return None
    return message("E201.say_which", choices=one_of(f"`{word}`" for word in words))


def _as_value(text: str) -> Message | None:
    """The remedy for a word that means a value elsewhere: a number, a card, no value at all."""
    if text in ("empty", "recorded"):
        return message("E201.say_is", word=text)
    if text in _NUMBERS:
        return message("E101.say", form=str(_NUMBERS.index(text)))
    try:
        read_value(text, t.CARD)
    except UnreadableError:
        return None
    return message("E201.card")


def _no_word(node: s.Name, kind: t.Enumeration) -> DiagnosticError:
    """A word that a type has not: the one that was meant, or all that it has."""
    near = suggestion(node.text, kind.members) or choices_of(kind)
    return fault("E201.no_word", node.span, near, type=kind.name, name=node.text)


def as_word(node: s.Name, expect: t.Type | None) -> core.Expression | None:
    """A word of the enumeration that is expected here; it goes before any other meaning."""
    match expect:
        case t.Enumeration(members=members) if node.text in members:
            return core.Literal_(node.span, expect, node.text)
        case t.Basic(name=name) if node.text in TYPES[name].words:
            return core.Literal_(node.span, expect, TYPES[name].words[node.text])
        case _:
            return None


class Balances(MatchedFields):
    """Elaborates what is asked of the places of ledgers."""

    def place(self, node: s.Name, bound: s.Balance | None, view: View) -> core.Balance:
        """The balance of a place of the ledger at hand, at a moment or in the end."""
        if node.text not in view.places:
            raise self._env.unknown(e.PLACE, node, view.places, _place_of(node, self._env))
        if view.element is not None:
            raise fault("E302.place", node.span, name=node.text)
        whole = replace(view.places[node.text], span=node.span)
        return whole if bound is None else self._at_moment(whole, bound, view)

    def balance(self, node: s.Balance, view: View) -> core.Balance:
        """The balance of a place of a ledger at a moment, in the row at hand or in another."""
        if isinstance(node.place, s.Name):
            return self.place(node.place, node, view)
        of, name = node.place.of, node.place.name
        if not isinstance(of, s.Name) or of.text not in self._env.records:
            raise fault("E302.ledger", of.span, name=of.span.text)
        if (record := self._env.records[of.text]) is None:
            raise AlreadyReportedError
        if record.name not in self._env.ledgers:
            raise fault("E302.ledger", of.span, name=of.text)
        places = self._env.ledgers[record.name]
        self._env.known(e.PLACE, name, places)
        self._env.use(record.name)
        called = message("rules.record", name=record.name)
        keys = self.keys(of, record.keys, view, called)
        row = core.Lookup(node.span, places[name.text].type, record.name, name.text, keys)
        return self._at_moment(replace(places[name.text], row=row), node, view)

    def _at_moment(self, whole: core.Balance, bound: s.Balance, view: View) -> core.Balance:
        moment = self.item(bound.moment, replace(view, places={}), "E301.bound", side=bound.side)
        side: Literal["at", "before"] = "at" if bound.side == "at" else "before"
        own = replace(whole, span=bound.span, side=side, moment=moment)
        return replace(own, if_any=bound.side == "until")


class Names(Balances):
    """Finds out what the names of one ruleset mean where they stand."""

    def name(self, node: s.Name, view: View, expect: t.Type | None) -> core.Expression:
        word = as_word(node, expect)
        if word is not None:
            return word
        env, text, put = self._env, node.text, view.put
        own = view.element if put is None or put.at.element is None else None
        if own is not None and text in (fields := env.shared_fields(own)):
            env.use_field(own, text)
            self._hidden(node, view)
            return core.Field(node.span, fields[text], core.Element(node.span, own), text)
        named = self._named_here(node, view) if put is None else self._of_put(node, put)
        if named is not None:
            return named
        if text in env.defines:
            return self.value(s.Call(node.span, node, ()), view, expect)
        if text in env.constants:
            self._env.use(text)
            return core.Literal_(node.span, *env.constants[text])
        if text in env.params:
            self._env.use(text)
            return core.Parameter(node.span, env.params[text].type, text)
        return self._bare_word(node, view, expect)

    def _named_here(self, node: s.Name, view: View) -> core.Expression | None:
        """A name that is let, or a field of the subject."""
        env, text = self._env, node.text
        if text in view.lets:
            kind = view.lets[text]
            if kind is None:
                raise AlreadyReportedError
            return core.Local(node.span, kind, text)
        if text in view.places:
            return self.place(node, None, view)
        if text in (fields := env.shared_fields(view.subject)):
            self._env.use_field(view.subject, text)
            if text in (*env.constants, *env.params):
                # A field of the subject goes before a constant or a parameter of its name.
                declared = env.declared.get((e.NAME, text))
                env.note_two("W205.like_field", node, declared)
            return core.Field(node.span, fields[text], core.Subject(node.span, view.subject), text)
        return None

    def _of_put(self, node: s.Name, put: Put) -> core.Expression | None:
        """An argument, or a column of the record that a definition is of."""
        if node.text in put.arguments:
            return put.arguments[node.text]
        env, of = self._env, put.of
        if of is None or node.text not in (env.fields_of(of.text) or {}):
            return None
        record = env.records.get(of.text)
        is_column = record is not None and node.text in dict(record.columns)
        for point in (put.at.element, put.at.subject):
            if point is None or (is_column and point.sources != (of.text,)):
                continue
            if (kind := env.shared_fields(point).get(node.text)) is not None:
                env.use_field(point, node.text)
                made = core.Element if point is put.at.element else core.Subject
                return core.Field(node.span, kind, made(node.span, point), node.text)
        if is_column:
            return self.lookup(s.Access(node.span, of, node), put.at)
        keys, absent = (node.text,), f"`{node.text}`"
        raise fault("E302.keys", node.span, what=f"`{of.text}`", keys=keys, missing=absent, count=1)

    def _hidden(self, node: s.Name, view: View) -> None:
        """A name that is let, or a constant, is not meant where the event looked at has a field."""
        env, text = self._env, node.text
        if view.element == view.subject and env.records.get(view.subject.sources[0]):
            return  # a column of other rows of the same record, beside that of this row
        let = text in view.lets and env.lets.get(text)
        named = let or (text in (*env.constants, *env.params) and env.declared.get((e.NAME, text)))
        if named:
            env.note_two("W205.inside_where", node, named)

    def is_value(self, name: s.Name, view: View) -> bool:
        """Whether a name stands for a value here, and for nothing that events are selected of."""
        if name.text in (*self._env.sources(), *self._env.scopes):
            return False
        element = self._env.shared_fields(view.element) if view.element else {}
        fields = self._env.shared_fields(view.subject)
        if view.put is not None and view.put.of is not None:
            fields = self._env.fields_of(view.put.of.text) or {}
        return name.text in (*element, *view.lets, *fields, *self._env.constants)

    def _bare_word(self, node: s.Name, view: View, expect: t.Type | None) -> core.Expression:
        if node.text in ("true", "false"):
            return core.Literal_(node.span, t.BOOLEAN, node.text == "true")
        found = self._env.enumerations_with(node.text)
        if len(found) == 1:
            self._env.use(found[0].name)
            return core.Literal_(node.span, found[0], node.text)
        if found and isinstance(expect, t.Enumeration):
            raise _no_word(node, expect)
        if found:
            choices = one_of(f"`{own.name}.{node.text}`" for own in found)
            hint = message("E201.say_which", choices=choices)
            raise fault("E201.several_types", node.span, hint, name=node.text)
        if self._env.fields.get(node.text) is not None:
            raise self._wrong_grain(node, view)
        known = self._visible(view, expect)
        remedy = _elsewhere(node, self._env) or self._column_of(node, view)
        remedy = remedy or suggestion(node.text, known) or choices_of(expect)
        raise self._env.unknown(VALUE, node, known, remedy)

    def _column_of(self, node: s.Name, view: View) -> Message | None:
        """The remedy for a column without its record, where a row of the record is at hand."""
        for name, record in self._env.records.items():
            if record is None or node.text not in dict(record.columns):
                continue
            try:
                self.lookup(s.Access(node.span, s.Name(node.span, name), node), view)
            except (DiagnosticError, AlreadyReportedError):
                continue
            return message("E201.column_of", record=name, name=node.text)
        return None

    def _visible(self, view: View, expect: t.Type | None) -> list[str]:
        """The names that may stand here; words of the type that is expected, and of no other."""
        env, put = self._env, view.put
        element = list(env.shared_fields(view.element)) if view.element else []
        if put is not None and put.of is not None:
            element += env.fields_of(put.of.text) or ()
        words = [word for own in env.enumerations.values() for word in own.members]
        if isinstance(expect, t.Basic):
            words = list(TYPES[expect.name].words)
        elif isinstance(expect, t.Enumeration):
            words = list(expect.members)
        return [
            *element,
            *view.lets,
            *env.shared_fields(view.subject),
            *env.constants,
            *env.params,
            *env.defines,
            *env.records,
            *words,
        ]

    def _wrong_grain(self, node: s.Name, view: View) -> DiagnosticError:
        kinds = [k.name for k in self._env.kinds.values() if node.text in k.fields]
        sources = view.subject.sources
        about = sources[0] if sources else message("rules.constant")
        if not kinds:
            return fault("E302.field_of_events", node.span, name=node.text, about=about)
        what = message("E302.field_of_kind", name=node.text, kind=kinds[0], about=about)
        hint = message("E302.say_whose", name=node.text, kind=kinds[0])
        return DiagnosticError(what, node.span, hint)

    # ---- fields and lookups -----------------------------------------------------------------
    def access(self, node: s.Access, view: View) -> core.Expression:
        if isinstance(node.of, s.Name) and node.of.text not in view.lets:
            name = node.of.text
            if name in self._env.records:
                return self.lookup(node, view)
            if name in self._env.enumerations:
                return _qualified(node, self._env)
        if (own := self._of_this(node.of, view)) is not None:
            return self.lookup(replace(node, of=own), replace(view, element=None))
        of = self._whole(node, view)
        if not isinstance(of.type, t.Item):
            said, kind = node.of.span.text, article(of.type)
            raise fault("E301.no_fields", node.of.span, text=said, type=kind)
        name = node.name.text
        row = message("E201.row_of", name=name) if name in self._env.records else None
        return core.Field(node.span, self._env.field_of(of.type, node.name, row), of, name)

    def _whole(self, node: s.Access, view: View) -> core.Expression:
        """The item that has the field."""
        try:
            return self.value(node.of, view)
        except DiagnosticError as error:
            if (hint := _of_which(node, view, self._env)) is None:
                raise
            raise DiagnosticError(error.diagnostic.message, node.of.span, hint) from None

    def _of_this(self, node: s.Expression, view: View) -> s.Name | None:
        """`hand` of `this.hand`, where that is the row of a record and no field of the subject."""
        if not (isinstance(node, s.Access) and isinstance(node.of, s.This)):
            return None
        name = node.name.text
        fields = self._env.shared_fields(view.subject)
        return node.name if name in self._env.records and name not in fields else None


def _of_which(node: s.Access, view: View, env: Environment) -> Message | None:
    """The remedy for a field of a kind of event, of which there may be many."""
    kind, name = node.of, node.name.text
    if not isinstance(kind, s.Name) or name not in (env.fields_of(kind.text) or ()):
        return None
    if kind.text in view.subject.sources:
        return message("E101.say", form=name)
    return message("E302.say_whose", kind=kind.text, name=name)


def _qualified(node: s.Access, env: Environment) -> core.Expression:
    assert isinstance(node.of, s.Name)
    kind = env.enumerations[node.of.text]
    env.use(kind.name)
    if node.name.text not in kind.members:
        raise _no_word(node.name, kind)
    return core.Literal_(node.span, kind, node.name.text)


def _place_of(node: s.Name, env: Environment) -> Message | None:
    """The remedy for a place that is asked for outside of its ledger."""
    held = [ledger for ledger, places in env.ledgers.items() if node.text in places]
    return message("E201.place_of", record=held[0], name=node.text) if len(held) == 1 else None


def _elsewhere(node: s.Name, env: Environment) -> Message | None:
    """The remedy for a name that stands for something, but not here and not so."""
    declared = env.written.get(node.text)
    below = env.let_here.get(node.text) or (declared.name.span if declared else None)
    at = node.span
    if below is not None and below.source == at.source and below.line > at.line:
        return message("E201.below", line=below.line)
    if declared is not None and node.text not in (env.records.keys() | env.constants.keys()):
        return message("E201.in_its_place", name=node.text)
    if node.text in env.records:
        return message("E201.column", name=node.text)
    if node.text in env.tables:
        return message("E201.call", name=node.text)
    if node.text in FUNCTIONS:
        return message("E101.say", form=f"{node.text}(…)")
    if (place := _place_of(node, env)) is not None:
        return place
    if node.text in env.sources():
        return message("E201.is_an_event", name=node.text)
    return _as_value(node.text)
