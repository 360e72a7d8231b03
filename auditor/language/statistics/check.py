"""Statistics: from what is written to checked core."""

from __future__ import annotations

from auditor.diagnostic import DiagnosticError, fault
from auditor.language import core
from auditor.language.check.environment import NAME, AlreadyReportedError, View
from auditor.language.check.rules import Rules
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import BOOLEAN, INTEGER, MONEY, Enumeration, Type
from auditor.values import Value

MOST_RESULTS = 1000
_ANOTHER = ""
"""A word that an open type has not: a log may go beyond those that it has."""


class Statistics(Rules):
    """Elaborates the statistics of one ruleset; each has its subjects as a rule has them."""

    def statistic(self, node: s.Statistic) -> core.Statistic | None:
        """The checked statistic; None where it has errors, which go into the environment."""
        (made,) = self._clause(lambda: self._measured(node)) or (None,)
        return made

    def _measured(self, node: s.Statistic) -> core.Statistic:
        subject = self._subject(node.for_each.subject)
        table = self._table(node.ways.table)
        drawn = s.Name(node.ways.table.span, table.inputs[0][0])
        takings = node.gained is not None
        ways = self._ways(node, table)
        per = tuple(self._scope_of(name, subject.sources[0]) for name in node.per)
        named = {drawn.text: ways.type} if takings else {}
        if takings:
            self._env.let(drawn, self._env.shared_fields(subject))
        lets, values = self._lets(node, subject, named)
        if None in lets.values():
            raise AlreadyReportedError
        view = View(subject, lets)
        first = core.Literal_(drawn.span, ways.type, ways.results[0][0])
        rule = self._asking_nothing(node, view, ((drawn.text, first), *values))
        return core.Statistic(
            node.label.text,
            node.words,
            rule,
            self._value("observed", node.observed, view, ways.type),
            self._value("wagered", node.wagered, view, MONEY),
            self._value("gained", node.gained, view, MONEY),
            self._value("foreseen", node.foreseen, view, MONEY),
            drawn.text,
            ways,
            per,
        )

    def _asking_nothing(
        self, node: s.Statistic, view: View, lets: tuple[tuple[str, core.Expression], ...]
    ) -> core.Rule:
        """The subjects of a statistic, as a rule has them that is never violated."""
        where, applies = self._where(node, view), self.conditions_of(node.applies, view)
        return core.Rule(
            f"statistic {node.label.text}",  # no rule that is written has such a name
            self._ruleset,
            "minor",
            (),
            (),
            None,
            node.for_each.subject.text,
            where,
            lets,
            applies,
            (),
            (),
            core.Literal_(node.label.span, BOOLEAN, True),
            (),
            node.words,
            core.ALWAYS,
            False,
            node.label.span,
        )

    def _value(
        self, clause: str, node: s.Expression | None, view: View, kind: Type
    ) -> core.Expression | None:
        if node is None:
            return None
        return self.typed(node, view, kind, "E301.measured", clause=clause)

    # ---- what chance has ----------------------------------------------------------------------
    def _table(self, name: s.Name) -> core.DecisionTable:
        table = self._env.tables[self._env.known(NAME, name, self._env.tables)]
        self._env.use(name.text)
        if len(table.inputs) != 1 or table.gives != INTEGER:
            raise self._no_ways(table, name.span)
        return table

    def _ways(self, node: s.Statistic, table: core.DecisionTable) -> core.Ways:
        kind = table.inputs[0][1]
        words = (*kind.members, _ANOTHER) if isinstance(kind, Enumeration) and kind.open else ()
        found: dict[Value, Value] = {}
        for (cell,), ways in table.rows:
            listed = (value for value in table.domains[0] or words if core.holds(cell, value))
            found |= {value: ways for value in listed if value not in found}
        likely = tuple((value, own) for value, own in found.items() if isinstance(own, int) and own)
        is_sound = found.get(_ANOTHER, 0) == 0 and all(own > 0 for _, own in likely)
        if not (is_sound and 2 <= len(likely) <= MOST_RESULTS):
            raise self._no_ways(table, node.ways.table.span)
        within = node.ways.within
        scope = self._scope_of(within, node.for_each.subject.text) if within is not None else None
        return core.Ways(likely, kind, scope, node.ways.without_return)

    def _no_ways(self, table: core.DecisionTable, span: Span) -> DiagnosticError:
        what, hint = message("E511.ways", table=table.name), message("E511.count")
        declared = self._env.declared.get((NAME, table.name))
        beside = ((message("E202.first"), declared),) if declared else ()
        return DiagnosticError(what, span, hint, *beside)

    def _scope_of(self, name: s.Name, subject: str) -> core.Scope:
        scope = self._env.scope_named(name)
        self._env.use(name.text)
        told = self._env.fields_of(subject) or {}
        missing = next((own for own in scope.fields if own not in told), None)
        if missing is not None:
            raise fault("E302.no_key", name.span, kind=subject, key=missing)
        return scope
