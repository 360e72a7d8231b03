"""The names that expressions may speak of: vocabulary, constants and records, as declared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields

from auditor.diagnostic import Diagnostic, DiagnosticError, fault, one_of, remark
from auditor.language import core
from auditor.language.core import ANY_EVENT, CLOSED_BY
from auditor.language.operators import NO_SETS, fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, Said, message, suggestion
from auditor.source import Frozen, Span
from auditor.types import BASIC_TYPES, Basic, Enumeration, Item, SetOf, Type
from auditor.values import Value

# The families of names, as messages call them.
EVENT = message("rules.family.event")
FIELD = message("rules.family.field")
GAP = message("rules.family.gap")
GROUP = message("rules.family.group")
LABEL = message("rules.family.label")
LEDGER = message("rules.family.ledger")
NAME = message("rules.family.name")
ORDER = message("rules.family.order")
PARAMETER = message("rules.family.parameter")
PLACE = message("rules.family.place")
PROVISION = message("rules.family.provision")
READING = message("rules.family.reading")
RULE = message("rules.family.rule")
SCOPE = message("rules.family.scope")
SOURCE = message("rules.family.source")
STATISTIC = message("rules.family.statistic")
TYPE = message("rules.family.type")


class AlreadyReportedError(Exception):
    """The expression rests on something whose own error has been reported."""


@dataclass(slots=True)
class Environment:
    """All that a ruleset declares, filled in the order in which it is declared."""

    enumerations: dict[str, Enumeration] = field(default_factory=dict)
    fields: dict[str, Type] = field(default_factory=dict)
    context: list[str] = field(default_factory=list)
    kinds: dict[str, core.Kind] = field(default_factory=dict)
    scopes: dict[str, core.Scope] = field(default_factory=dict)
    intervals: dict[str, core.Interval] = field(default_factory=dict)
    streams: dict[str, core.Stream] = field(default_factory=dict)
    law_scope: str | None = None
    labels: core.Labels = field(default_factory=dict)
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    constants: dict[str, tuple[Type, Value]] = field(default_factory=dict)
    params: dict[str, core.Param] = field(default_factory=dict)
    tables: dict[str, core.DecisionTable] = field(default_factory=dict)
    defines: dict[str, s.Define] = field(default_factory=dict)
    sound: set[str] = field(default_factory=set)  # of these, those that were checked
    gaps: dict[str, s.Gap] = field(default_factory=dict)
    subjects: dict[str, s.Subject] = field(default_factory=dict)
    groups: dict[str, s.RuleGroup] = field(default_factory=dict)
    records: dict[str, core.Record | None] = field(default_factory=dict)  # None: has an error
    ledgers: dict[str, Mapping[str, core.Balance]] = field(default_factory=dict)  # by their places
    declared: dict[tuple[Message, str], Span] = field(default_factory=dict)
    lets: dict[str, Span] = field(default_factory=dict)  # the last of each name
    used: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)  # names whose own declaration has an error
    lost: set[str] = field(default_factory=set)  # columns that have an error, as `record.column`
    gapped: set[str] = field(default_factory=set)  # tables that do not say what each input gives
    dropped: dict[str, Span] = field(default_factory=dict)  # records, by where they are dropped
    missed: dict[str, list[Span]] = field(default_factory=dict)  # where a dropped record is used
    written: dict[str, s.Record | s.Constant] = field(default_factory=dict)
    """Records and constants, declared yet or not."""
    let_here: dict[str, Span] = field(default_factory=dict)  # in the rule or record that is checked
    errors: list[Diagnostic] = field(default_factory=list)

    @property
    def vocabulary(self) -> core.Vocabulary:
        """The words of logs."""
        names = [part.name for part in fields(core.Vocabulary) if part.name != "keyed"]
        own = {name: getattr(self, name) for name in names}
        return core.Vocabulary(**own | {"context": tuple(self.context)})

    def declare(self, family: Message, name: s.Name | s.Label) -> bool:
        """Note where a name is declared; False, with an error, where it was already."""
        key = (family, name.text)
        if key in self.declared:
            twice = message("E202.twice", family=family, name=name.text)
            first = (message("E202.first"), self.declared[key])
            clue = Twice(self, family, name.text)
            self.errors.append(Diagnostic(twice, name.span, None, (first,), clue=clue))
            return False
        self.declared[key] = name.span
        return True

    def let(self, name: s.Name, fields: Collection[str]) -> None:
        """Note where a name is let, and that it hides a field of what it is let for."""
        self.lets[name.text] = name.span
        other = self.declared.get((NAME, name.text))
        figures = (self.constants, self.params, self.defines)
        if other is not None and any(name.text in own for own in figures):
            self.note_two("W205.hides", name, other)
        if name.text in fields:
            declared = self.declared.get((FIELD, name.text))
            self.note_two("W205.hides_field", name, declared, "W205.field")

    def note_two(
        self, code: str, name: s.Name, other: Span | None, there: str = "W205.named"
    ) -> None:
        """Note that a name means one of two things that bear it."""
        beside = ((message(there), other),) if other else ()
        self.errors.append(remark(code, name.span, "W205.rename", *beside, name=name.text))

    def use(self, name: str) -> None:
        """Note that something speaks of this name."""
        self.used.add(name)

    def use_field(self, item: Item, name: str) -> None:
        """Note that something speaks of this field, or column, of such items."""
        self.used.update((name, *(f"{source}.{name}" for source in item.sources)))

    def sources(self) -> list[str]:
        """Every name that a selection may look at; `event` is any kind of event."""
        return [*self.kinds, ANY_EVENT, *self.streams, *self.records, *self.intervals]

    def fields_of(self, name: str) -> Mapping[str, Type] | None:
        """The fields that an item of this name has; None where there is no such thing."""
        if name in self.kinds:
            own = self.kinds[name].fields
            return {f: self.fields[f] for f in (*self.context, *own) if f in self.fields}
        if name == ANY_EVENT:
            kind = Enumeration(ANY_EVENT, tuple(self.kinds))
            return {f: self.fields[f] for f in self.context} | {ANY_EVENT: kind}
        if name in self.streams:
            named = {new: self.fields[old] for new, old in self.streams[name].parts[0][1]}
            return {**(self.fields_of(ANY_EVENT) or {}), **named}
        if name in self.intervals:
            interval = self.intervals[name]
            return {**(self.fields_of(interval.start) or {}), CLOSED_BY: Item((interval.end,))}
        if name in self.scopes:
            return {f: self.fields[f] for f in self.scopes[name].fields}
        record = self.records.get(name)
        if record is not None:
            of_one = self.fields_of(record.over[0]) if record.of_events else None
            keys = of_one or {f: self.fields[f] for f in record.keys}
            return dict(keys) | {column: value.type for column, value in record.columns}
        return None

    def shared_fields(self, item: Item) -> Mapping[str, Type]:
        """The fields that an item has whichever of its sources it comes from."""
        if not item.sources:  # the elements of a set stand outside any event
            return {}
        first, *rest = (self.fields_of(source) or {} for source in item.sources)
        for other in rest:  # that types are one object is quicker to see than that they agree
            first = {f: t for f, t in first.items() if (o := other.get(f)) is t or o == t}
        return first

    def field_of(self, item: Item, name: s.Name, remedy: Message | None = None) -> Type:
        """The type of a field of some items, which is used.  Raises DiagnosticError."""
        fields = self.shared_fields(item)
        if name.text not in fields:
            if not self.lost.isdisjoint(f"{own}.{name.text}" for own in item.sources):
                raise AlreadyReportedError
            near = remedy or suggestion(name.text, fields)
            raise fault("E201.no_field", name.span, near, of=article(item), name=name.text)
        self.use_field(item, name.text)
        return fields[name.text]

    def type_named(self, name: s.Name, basics: Mapping[str, Basic]) -> Type:
        """The type of this name; raises DiagnosticError where there is none."""
        if name.text in basics:
            return basics[name.text]
        if name.text in self.enumerations:
            self.used.add(name.text)
            return self.enumerations[name.text]
        raise self.unknown(TYPE, name, [*basics, *self.enumerations])

    def type_written(self, node: s.Name | s.Sets) -> Type:
        """The type that is written so.  Raises DiagnosticError."""
        if isinstance(node, s.Name):
            return self.type_named(node, BASIC_TYPES)
        element = self.type_named(node.element, BASIC_TYPES)
        if not isinstance(element, Basic | Enumeration) or element in NO_SETS:
            raise fault("E301.set_of", node.span, type=str(element))
        return SetOf(element)

    def field_named(self, name: s.Name) -> Type:
        """The type of a field.  Raises DiagnosticError."""
        return self.fields[self.known(FIELD, name, self.fields)]

    def kind_named(self, name: s.Name) -> str:
        """A kind of event that there is.  Raises DiagnosticError."""
        return self.known(EVENT, name, self.kinds)

    def keys_named(self, names: tuple[s.Name, ...]) -> tuple[str, ...]:
        """The fields of `for each coup, seat`: those of the scope, then those named one by one."""
        keys: list[str] = []
        for name in names:
            if name.text in self.scopes:
                self.used.add(name.text)
                keys += self.scopes[name.text].fields
            else:
                self.field_named(name)
                self.used.add(name.text)
                keys.append(name.text)
        return tuple(dict.fromkeys(keys))

    def known(self, family: Message, name: s.Name | s.Label, known: Collection[str]) -> str:
        """The name, which is one of those that are known.  Raises DiagnosticError."""
        if name.text not in known:
            raise self.unknown(family, name, known)
        return name.text

    def note_unknown(
        self, family: Message, names: Iterable[s.Name | s.Label], known: Collection[str]
    ) -> None:
        """Notes an error for each of some names that is not known."""
        for name in names:
            if name.text not in known:
                self.report(self.unknown(family, name, known))

    def scope_named(self, name: s.Name) -> core.Scope:
        """The scope of this name.  Raises DiagnosticError."""
        return self.scopes[self.known(SCOPE, name, self.scopes)]

    def unknown(
        self,
        family: Message,
        name: s.Name | s.Label,
        known: Iterable[str],
        hint: Message | None = None,
    ) -> DiagnosticError | AlreadyReportedError:
        """The error that a name is not known, with the nearest one that is."""
        if name.text in self.broken:
            return AlreadyReportedError()
        if name.text in self.dropped:
            self.missed.setdefault(name.text, []).append(name.span)
            return AlreadyReportedError()
        what = message("E201.unknown", family=family, name=name.text)
        return DiagnosticError(what, name.span, hint or suggestion(name.text, known))

    def report(self, error: DiagnosticError | AlreadyReportedError) -> None:
        """Note an error that was caught, or that ends no work."""
        if isinstance(error, DiagnosticError) and error.diagnostic not in self.errors:
            self.errors.append(error.diagnostic)  # a gap is checked in every rule that names it
            if error.diagnostic.message.code == "E201.unknown" and error.diagnostic.hint is None:
                self.broken.add(error.diagnostic.span.text)  # not misspelt: it is nowhere declared

    def enumerations_with(self, *members: str) -> list[Enumeration]:
        """The enumerations that hold all of these words."""
        found = self.enumerations.values()
        return [e for e in found if all(member in e.members for member in members)]


class Twice(Frozen):
    """A name of a family that stands for something already."""

    env: Environment
    family: Message
    name: str


class View(Frozen):
    """The names in scope where an expression stands: its subject, perhaps an element, its lets."""

    subject: Item
    lets: Mapping[str, Type | None]  # None: its own error has been reported
    element: Item | None = None
    scope: str | None = None  # the scope in which selections look where they name none
    places: Mapping[str, core.Balance] = field(default_factory=dict)  # of the ledger at hand
    put: Put | None = None  # the definition that stands here in the place of its name


NOWHERE = View(Item(()), {})
"""The point of view of constants: there is no subject."""


class Put(Frozen):
    """A definition in the place of its name.

    `names` are that name and those around it, `of` the record or scope whose columns it sees, and
    `at` what is in sight where the name stands.
    """

    names: tuple[str, ...]
    arguments: Mapping[str, core.Expression]
    of: s.Name | None
    at: View


class Inner:
    """The work on the expressions of one ruleset, each of which may stand within another."""

    def __init__(self, environment: Environment) -> None:
        self._env = environment

    @abstractmethod
    def value(self, node: s.Expression, view: View, expect: Type | None = None) -> core.Expression:
        """An expression of any type; `expect` helps to find what a bare word means."""

    def typed(
        self,
        node: s.Expression,
        view: View,
        kind: Type,
        code: str,
        *beside: tuple[Message, Span],
        **said: Said,
    ) -> core.Expression:
        """A value of a type.  Raises DiagnosticError, with the message of a code."""
        value = self.value(node, view, kind)
        if not fits(value.type, kind):
            wanted, given = article(kind), article(value.type)
            raise fault(code, node.span, None, *beside, wanted=wanted, type=given, **said)
        return value

    def item(self, node: s.Expression, view: View, code: str, **said: Said) -> core.Expression:
        """An expression that names an item, such as a moment.  Raises DiagnosticError."""
        found = self.value(node, view)
        if not isinstance(found.type, Item):
            raise fault(code, node.span, type=article(found.type), **said)
        return found

    @abstractmethod
    def condition(self, node: s.Expression, view: View) -> core.Expression:
        """An expression that must be true or false."""


def article(kind: Type) -> Message:
    """A type with its article, as messages speak of one of its values."""
    match kind:
        case Item(sources=sources):
            return message("rules.type.one", sources=one_of(sources) if sources else "")
        case SetOf(element=element):
            return message("rules.type.a_set_of", element=str(element))
        case Basic(name="money" | "text"):
            return message("rules.type.uncounted", name=str(kind))
        case _ if (name := str(kind))[0] in "aeiou":
            return message("rules.type.an", name=name)
        case _:
            return message("rules.type.a", name=name)


def type_name(kind: Type) -> str | Message:
    """A type without an article."""
    match kind:
        case Item():
            return article(kind)
        case SetOf(element=element):
            return message("rules.type.set_of", element=str(element))
        case _:
            return str(kind)
