"""Ledgers: the entries that move their places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import EVENT, PLACE, Environment, TypingContext, article
from auditor.language.check.selections import split_predicate
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import DURATION, INTEGER, MONEY, NUMBER, Item, Type


class Moves:
    """Checks the entries of a ledger: each kind's conditions and sums are columns of a record."""

    def __init__(
        self,
        env: Environment,
        elaborator: Elaborator,
        node: s.Ledger,
        base: core.Record,
        kind: Type,
    ) -> None:
        self._env, self._elaborator, self._node = env, elaborator, node
        self._base, self._kind = base, kind
        self._columns: dict[str, list[tuple[str, core.Expression]]] = {}
        self._places = {own.text: own for own in node.places}

    def checked(self) -> tuple[core.Ledger, dict[str, core.Balance]]:
        """The ledger, and what stands for each of its places in the columns of its record."""
        span = self._node.span
        for place in self._node.places:
            if self._places[place.text] is not place:
                raise DiagnosticError(message("E202.named_twice", name=place.text), place.span)
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
        return core.Selection(span, sources, "", keys, (), (), None, None, bounds)

    def _entry(self, node: s.Entry) -> core.Entry:
        of = self._record(node.kind.text)
        context = TypingContext(Item((of,)), {})
        guards, rest = self._parted(node.where, set(self._places), of, context)
        where = None
        if rest is not None:
            condition = self._elaborator.condition(rest, context)
            where = self._column(of, condition)
        doings = tuple(
            tuple(
                self._step(step, of, context)
                for step in doing.steps
                if not isinstance(step, s.Stay)
            )
            for doing in node.doings
        )
        return core.Entry(of, where, guards, doings)

    def _column(self, of: str, value: core.Expression) -> str:
        columns = self._columns[of]
        same = next((name for name, own in columns if own == value), None)
        if same is None:
            same = f"{of} {len(columns)}"
            columns.append((same, value))
        return same

    def _parted(
        self, where: s.Expression | None, names: set[str], of: str, context: TypingContext
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
                    own = self._elaborator.value(value, context)
                    self._is_sum(own, value)
                    guard = core.Guard(place, sign, self._column(of, own))  # type: ignore[arg-type]  # a sign of the grammar
                    guards.append(guard)
                case _:
                    rest.append(part)
        left = rest[0] if len(rest) == 1 else s.Conjunction(where.span, tuple(rest))
        return tuple(guards), left if rest else None

    def _is_sum(self, value: core.Expression, node: s.Expression) -> None:
        whole = value.type == INTEGER and self._kind != DURATION
        if value.type != self._kind and not whole:
            what = message("E301.moved", type=article(value.type), kind=str(self._kind))
            raise DiagnosticError(what, node.span)

    def _amount(self, node: s.Expression, of: str, context: TypingContext) -> str:
        value = self._elaborator.value(node, context, self._kind)
        self._is_sum(value, node)
        return self._column(of, value)

    def _place(self, name: s.Name) -> str:
        if name.text not in self._places:
            raise self._env.unknown(PLACE, name, self._places)
        return name.text

    def _step(
        self, node: s.Move | s.Setting | s.Undoing, of: str, context: TypingContext
    ) -> core.Move | core.Setting | core.Undoing:
        match node:
            case s.Move():
                flows = tuple(
                    (self._place(origin), self._place(flow.to))
                    for flow in node.flows
                    for origin in flow.origins
                )
                return core.Move(self._amount(node.amount, of, context), flows)
            case s.Setting():
                return core.Setting(
                    self._place(node.place),
                    self._amount(node.amount, of, context),
                    self._place(node.origin),
                )
            case s.Undoing():
                return self._undoing(node, of, context)

    def _undoing(self, node: s.Undoing, of: str, context: TypingContext) -> core.Undoing:
        wanted, kinds = node.earlier, self._base.over
        if wanted.within is not None:
            raise DiagnosticError(message("E302.undoes"), wanted.within.span)
        for name in wanted.kinds:
            if name.text not in kinds:
                raise self._env.unknown(EVENT, name, kinds)
        sources = tuple(self._record(name.text) for name in wanted.kinds)
        guards, rest = self._parted(wanted.where, {"moved"}, of, context)
        earlier = self._moves(context.subject, node.span, sources, before=True)
        bounds = self._elaborator.bounds(wanted, Item(sources), context)
        earlier = replace(earlier, bounds=(*earlier.bounds, *bounds))
        if rest is not None:
            condition = self._elaborator.condition(rest, replace(context, element=Item(sources)))
            same, joins, where, also = split_predicate(condition)
            earlier = replace(earlier, same=same, joins=joins, where=where, also=also)
        return core.Undoing(earlier, guards)


MOVED = (MONEY, INTEGER, NUMBER, DURATION)
"""The types of sums that a ledger may hold."""
