"""Declarations of records and ledgers, and of what is judged like one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from auditor.diagnostic import DiagnosticError, fault
from auditor.language import core
from auditor.language.check import environment as e
from auditor.language.check.environment import Environment, View, article
from auditor.language.check.names import comparable
from auditor.language.check.selections import split_predicate
from auditor.language.check.tables import Decisions
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import BOOLEAN, DURATION, INTEGER, MONEY, NUMBER, Item, Type


class Records(Decisions):
    """Declares records, suspensions, and names that stand for a part of a rule."""

    def record(self, node: s.Record) -> None:
        if self._env.declare(e.NAME, node.name):
            self._env.records[node.name.text] = None
            self._columns(node, self._rows(node), {})

    def ledger(self, node: s.Ledger) -> None:
        """A record with balances, and one for each kind of event that moves them."""
        env = self._env
        if not env.declare(e.NAME, node.name):
            return
        env.records[node.name.text] = None
        if node.likewise is not None:
            other = env.written[env.known(e.LEDGER, node.likewise.ledger, env.ledgers)]
            assert isinstance(other, s.Ledger)
            env.use(other.name.text)
            node = env.written[node.name.text] = node.moved_as(other)
        if not node.places:
            raise fault("E302.no_places", node.name.span, name=node.name.text)
        kinds = tuple({entry.kind.text: entry.kind for entry in node.entries}.values())
        base = self._rows(replace(node, over=kinds))
        self._move_once(kinds)
        kind = env.type_named(node.of, {own.name: own for own in MOVED})
        env.records[node.name.text] = base
        try:
            ledger, places = Moves(env, self, node, base, kind).checked()
        except DiagnosticError:
            env.records[node.name.text] = None
            raise
        self._columns(node, replace(base, ledger=ledger), places)
        env.ledgers[node.name.text] = places

    def _move_once(self, sources: Sequence[s.Name]) -> None:
        """The first entry that applies moves an event: all of its entries see it under one name."""
        first: dict[str, s.Name] = {}
        for source in sources:
            stream = self._env.streams.get(source.text)
            for kind in [source.text] if stream is None else [own for own, _ in stream.parts]:
                if (other := first.setdefault(kind, source)) is not source:
                    beside = message("E202.first_time"), other.span
                    raise fault(
                        "E202.moved", source.span, None, beside, kind=kind, source=source.text
                    )

    def _columns(
        self, node: s.Record, base: core.Record, places: Mapping[str, core.Balance]
    ) -> None:
        """Declares the record with its columns, each of which may look at those above it."""
        env, name = self._env, node.name.text
        columns: list[tuple[str, core.Expression]] = []
        # A column may look at those above it in other rows too.
        env.records[name] = base
        view = View(Item((name,)), {}, places=places)
        taken = () if base.of_events else base.keys
        for column, value in self.lets(node.lets, view, taken):
            if value is None:
                env.lost.add(f"{name}.{column}")
            else:
                columns.append((column, value))
            env.records[name] = replace(base, columns=tuple(columns))
        if len(columns) < len(node.lets):
            env.records[name] = None

    def suspend(self, node: s.Suspend) -> None:
        """One row for each instance of the scope, which says whether it is suspended."""
        name = self._env.scope_named(node.scope).name
        self._env.used.add(name)
        record = suspension(name)
        if (first := self._env.declared.get((e.NAME, record))) is not None:
            beside = (message("E202.first"), first)
            raise fault("E202.suspended", node.scope.span, "E202.say_or", beside, scope=name)
        if self._env.declare(e.NAME, s.Name(node.scope.span, record)):
            self._env.records[record] = None
            scope = self._env.scopes[name]
            value = self.condition(node.when, View(Item((name,)), {}))
            self._env.records[record] = core.Record(
                record, scope.fields, (), (("suspended", value),), scope.needs, False, node.span
            )

    def named(self, node: s.Gap | s.Subject | s.RuleGroup) -> None:
        """The forms that stand for something else in the rules, and are checked there."""
        env = self._env
        match node:
            case s.Gap() if env.declare(e.GAP, node.name):
                env.gaps[node.name.text] = node
            case s.Subject() if node.name.text in env.scopes:
                raise fault("E202.twice", node.name.span, family=e.SCOPE, name=node.name.text)
            case s.Subject() if env.declare(e.NAME, node.name):
                env.subjects[node.name.text] = node
            case s.RuleGroup() if env.declare(e.RULE, node.label):
                env.groups[node.label.text] = node

    def _rows(self, node: s.Record) -> core.Record:
        """The record without its columns: what its rows are."""
        env, first = self._env, node.keys[0].text
        kinds = (*env.kinds, *env.streams)
        if first in kinds and first not in env.scopes and len(node.keys) == 1 and not node.over:
            env.used.add(first)
            fields = tuple(env.fields_of(first) or ())
            return core.Record(node.name.text, fields, (first,), (), (), True, node.span)
        keys, scope = env.keys_named(node.keys), env.scopes.get(first)
        needs = scope.needs if scope is not None else ()
        over = tuple(self._over(name, keys, node.name) for name in node.over)
        if not over and (scope is None or len(keys) > len(scope.fields)):
            raise fault("E302.over", node.name.span, "E302.add_over", record=node.name.text)
        return core.Record(node.name.text, keys, over, (), needs, False, node.span)

    def _over(self, name: s.Name, keys: tuple[str, ...], record: s.Name) -> str:
        self._env.known(e.EVENT, name, [*self._env.kinds, *self._env.streams])
        fields = self._env.fields_of(name.text) or {}
        missing = next((key for key in keys if key not in fields), None)
        if missing is not None:
            form = f"event {name.text} also ({missing}?)"
            hint = message("E101.say", form=form) if name.text in self._env.kinds else None
            raise fault("E302.no_key", name.span, hint, kind=name.text, key=missing)
        comparable(self._env, name, keys, fields, f"`{record.text}`")
        self._env.used.add(name.text)
        return name.text


def suspension(scope: str) -> str:
    """The name of the record that says which instances of a scope are suspended."""
    return SUSPENDED + scope


SUSPENDED = "suspended "
"""How such a record's name begins: no name that is written holds a blank."""


def suspended(
    rules: Mapping[str, core.Rule], labels: Mapping[str, s.Rule | s.Statistic], env: Environment
) -> dict[str, core.Rule]:
    """The rules, each applicable only outside the suspended scopes above it."""
    return {
        name: replace(rule, applies=(*_outside(rule, labels[name], env), *rule.applies))
        for name, rule in rules.items()
    }


def _outside(
    rule: core.Rule, node: s.Rule | s.Statistic, env: Environment
) -> Iterator[core.Expression]:
    for scope in dict.fromkeys(own.text for own in node.suspensions):
        record = env.records.get(suspension(scope))  # none where there is no such scope
        if record is not None and _lies_within(rule.subject, env.scopes[scope], env):
            yield _runs(rule.subject, record, env.scopes[scope], env)


def _lies_within(subject: str, scope: core.Scope, env: Environment) -> bool:
    """Whether a subject lies in instances of the scope: it has the columns of that, and is of no
    kind that is declared to leave them empty, or to fill them now and then.
    """
    record = env.records.get(subject)
    source = record.over[0] if record is not None and record.of_events else subject
    kinds = (env.kinds[kind] for kind, _ in env.vocabulary.behind(source))
    elsewhere = (kind.lacks | kind.free for kind in kinds)
    has_columns = env.shared_fields(Item((subject,))).keys() >= {*scope.fields}
    return has_columns and all(own.isdisjoint(scope.fields) for own in elsewhere)


def _runs(
    subject: str, record: core.Record, scope: core.Scope, env: Environment
) -> core.Expression:
    """A condition: the subject lies in no suspended instance of the scope, or in none at all."""
    span, item = record.span, Item((subject,))
    fields, this = env.shared_fields(item), core.Subject(record.span, item)
    keys = tuple(core.Field(span, fields[name], this, name) for name in scope.fields)
    lookup = core.Lookup(span, BOOLEAN, record.name, "suspended", keys)
    runs = core.Not(span, BOOLEAN, lookup, True)
    own = env.records.get(subject)
    filled = scope.needs if subject in env.scopes else own.needs if own else ()
    outside = tuple(
        core.Not(span, BOOLEAN, core.Filled(span, BOOLEAN, key))
        for key in keys
        if key.name in scope.needs and key.name not in filled
    )
    return core.AnyOf(span, BOOLEAN, (runs, *outside)) if outside else runs


# ---- ledgers ------------------------------------------------------------------------------------
@dataclass(slots=True)
class Moves:
    """Checks the entries of a ledger: each kind's conditions and sums are columns of a record."""

    _env: Environment
    _elaborator: Decisions
    _node: s.Ledger
    _base: core.Record
    _kind: Type
    _columns: dict[str, list[tuple[str, core.Expression]]] = field(default_factory=dict)

    @property
    def _places(self) -> Sequence[str]:
        return [own.text for own in self._node.places]

    def checked(self) -> tuple[core.Ledger, dict[str, core.Balance]]:
        """The ledger, and what stands for each of its places in the columns of its record."""
        span = self._node.span
        for at, place in enumerate(self._node.places):
            if place.text in self._places[at + 1 :]:
                raise fault("E202.named_twice", place.span, name=place.text)
            self._env.let(place, {})
        for kind in self._base.over:
            hidden, fields = self._record(kind), tuple(self._env.fields_of(kind) or ())
            self._columns[hidden] = []
            self._env.records[hidden] = core.Record(hidden, fields, (kind,), (), (), True, span)
        entries = tuple(map(self._entry, self._node.entries))
        for hidden, columns in self._columns.items():
            record = self._env.records[hidden]
            assert record is not None
            self._env.records[hidden] = replace(record, columns=tuple(columns))
        ledger = core.Ledger(tuple(self._places), entries)
        name = self._node.name.text
        moves = self._moves(Item((name,)), span, tuple(self._columns))
        asked = tuple(
            core.Field(span, value.type, core.Element(span, Item((hidden,))), column)
            for hidden, columns in self._columns.items()
            for column, value in columns
        )
        return ledger, {
            place: core.Balance(span, self._kind, place, name, moves, asked, None, None, False)
            for place in self._places
        }

    def _record(self, kind: str) -> str:
        return f"{self._node.name.text} {kind}"

    def _moves(
        self, subject: Item, span: Span, sources: tuple[str, ...], before: bool = False
    ) -> core.Selection:
        """The events of a row of the ledger, or of the row to which an event belongs."""
        this = core.Subject(span, subject)
        keys = tuple(
            (key, core.Field(span, self._env.fields[key], this, key)) for key in self._base.keys
        )
        bounds: tuple[Any, ...] = (("before", this),) if before else ()
        return core.Selection(span, sources, "", keys, bounds=bounds)

    def _entry(self, node: s.Entry) -> core.Entry:
        of = self._record(node.kind.text)
        view = View(Item((of,)), {})
        guards, rest = self._parted(node.where, self._places, view)
        where = self._column(self._elaborator.condition(rest, view), view) if rest else None
        doings = tuple(
            tuple(self._step(step, view) for step in doing.steps if not isinstance(step, s.Stay))
            for doing in node.doings
        )
        return core.Entry(of, where, guards, doings)

    def _column(self, value: core.Expression, view: View) -> str:
        (of,) = view.subject.sources
        columns = self._columns[of]
        same = next((name for name, own in columns if own == value), None)
        if same is None:
            same = f"{of} {len(columns)}"
            columns.append((same, value))
        return same

    def _parted(
        self, where: s.Expression | None, names: Sequence[str], view: View
    ) -> tuple[tuple[core.Guard, ...], s.Expression | None]:
        """The comparisons with balances, and what else a condition asks."""
        if where is None:
            return (), None
        parts = where.parts if isinstance(where, s.Conjunction) else (where,)
        guards, rest = [], []
        for part in parts:
            match part:
                case s.Comparison(signs=(sign,), parts=(s.Name(text=place), value)) if (
                    place in names
                ):
                    own = self._elaborator.value(value, view)
                    self._is_sum(own, value)
                    guard = core.Guard(place, sign, self._column(own, view))  # type: ignore[arg-type]  # a sign of the grammar
                    guards.append(guard)
                case _:
                    rest.append(part)
        left = rest[0] if len(rest) == 1 else s.Conjunction(where.span, tuple(rest))
        return tuple(guards), left if rest else None

    def _is_sum(self, value: core.Expression, node: s.Expression) -> None:
        whole = value.type == INTEGER and self._kind != DURATION
        if value.type != self._kind and not whole:
            raise fault("E301.moved", node.span, type=article(value.type), kind=str(self._kind))

    def _amount(self, node: s.Expression, view: View) -> str:
        value = self._elaborator.value(node, view, self._kind)
        self._is_sum(value, node)
        return self._column(value, view)

    def _place(self, name: s.Name) -> str:
        return self._env.known(e.PLACE, name, self._places)

    def _step(self, node: s.Move | s.Undoing, view: View) -> core.Move | core.Undoing:
        if isinstance(node, s.Undoing):
            return self._undoing(node, view)
        flows = tuple(
            (self._place(origin), self._place(flow.to))
            for flow in node.flows
            for origin in flow.origins
        )
        return core.Move(self._amount(node.amount, view), flows, node.fills)

    def _undoing(self, node: s.Undoing, view: View) -> core.Undoing:
        wanted, kinds = node.earlier, self._base.over
        if wanted.within is not None:
            raise fault("E302.undoes", wanted.within.span)
        sources = tuple(self._record(self._env.known(e.EVENT, own, kinds)) for own in wanted.kinds)
        guards, rest = self._parted(wanted.where, ["moved"], view)
        earlier = self._moves(view.subject, node.span, sources, before=True)
        bounds = self._elaborator.bounds(wanted, Item(sources), view)
        earlier = replace(earlier, bounds=(*earlier.bounds, *bounds))
        if rest is not None:
            condition = self._elaborator.condition(rest, replace(view, element=Item(sources)))
            same, joins, where, also = split_predicate(condition)
            earlier = replace(earlier, same=same, joins=joins, where=where, also=also)
        return core.Undoing(earlier, guards)


MOVED = (MONEY, INTEGER, NUMBER, DURATION)
"""The types of sums that a ledger may hold."""
