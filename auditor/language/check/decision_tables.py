"""Constants and decision tables: values that are written out, and that leave no gap."""

from __future__ import annotations

from dataclasses import replace

from auditor.diagnostic import Diagnostic, DiagnosticError
from auditor.language import core
from auditor.language.check.context import TypingContext, type_name
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import NAME, Environment
from auditor.language.check.names import choices_of
from auditor.language.check.table_coverage import gap, overlaps, values_of, words_of
from auditor.language.check.table_values import one_result, sample, strange_cells
from auditor.language.operators import fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.types import (
    BASIC_TYPES,
    DURATION,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    Enumeration,
    Item,
    SetOf,
    Type,
)
from auditor.values import Range, Value

NOWHERE = TypingContext(Item(()), {})
"""The point of context of constants: there is no subject."""


class Constants:
    """Works out values that are written out."""

    def __init__(self, environment: Environment) -> None:
        self._env = environment
        self._elaborator = Elaborator(environment)

    def value(self, node: s.Literals, expect: Type | None) -> tuple[Type, Value]:
        found = self._elaborator.value(node, NOWHERE, expect)
        if not isinstance(found, core.Literal_):
            raise DiagnosticError(message("E301.constant", text=node.span.text), node.span)
        if expect is None or found.type == RANGE:
            return found.type, found.value
        kind = found.type.element if isinstance(found.type, SetOf) else found.type
        written_sum = expect == MONEY and kind in (INTEGER, NUMBER)
        if not (fits(kind, expect) or written_sum):
            what = message("E301.not_of_type", text=node.span.text, type=type_name(expect))
            number = expect == DURATION and kind in (INTEGER, NUMBER)
            hint = message("E301.say_unit", text=node.span.text) if number else choices_of(expect)
            raise DiagnosticError(what, node.span, hint)
        return (found.type if isinstance(found.type, SetOf) else expect), found.value


class Decisions:
    """Declares decision tables, and sees that each possible input meets exactly one row."""

    def __init__(self, environment: Environment, constants: Constants) -> None:
        self._env, self._constants = environment, constants

    def declare(self, node: s.Table) -> None:
        domains = [self._domain(domain) for domain in node.domains]
        gives = self._env.type_named(node.gives, BASIC_TYPES)
        rows = []
        for row in node.rows:
            if not row.cells and row is not node.rows[-1]:
                raise DiagnosticError(message("E301.else_row"), row.span)
            written = row.cells or tuple(s.Wildcard(row.span) for _ in domains)
            if len(written) != len(domains):
                what = message("E301.table_row", cells=len(written), inputs=len(domains))
                raise DiagnosticError(what, row.span)
            pairs = zip(written, domains, strict=True)
            cells = tuple(self._cell(cell, kind) for cell, (kind, _) in pairs)
            rows.append((cells, self._constants.value(row.result, gives)[1]))
        if not self._env.declare(NAME, node.name):
            return
        inputs = tuple(
            (domain.name.text, kind)
            for domain, (kind, _) in zip(node.domains, domains, strict=True)
        )
        listed = tuple(values for _, values in domains)
        table = core.Table(node.name.text, inputs, gives, tuple(rows), listed)
        self._env.tables[node.name.text] = table
        self._complete(node, table, list(listed))

    def _domain(self, node: s.Domain) -> tuple[Type, tuple[Value, ...] | None]:
        """The type of an input and, where they can be listed, all its values."""
        if isinstance(node.values, s.RangeOf):
            found = self._constants.value(node.values, None)[1]
            assert isinstance(found, Range)
            low, high = found
            if not isinstance(low, int) or not isinstance(high, int) or high - low > 1000:
                raise DiagnosticError(message("E301.table_domain"), node.span)
            return INTEGER, tuple(range(low, high + 1))
        kind = self._env.type_named(node.values, BASIC_TYPES)
        if str(kind) in self._env.orders:
            self._env.use(f"order {kind}")
        if isinstance(kind, Enumeration):  # of both an order may leave out some words
            return kind, None if kind.open else kind.members
        return kind, self._env.orders.get(str(kind), values_of(kind))

    def _cell(self, node: s.Cell, kind: Type) -> Value | None:
        match node:
            case s.Wildcard():
                return None
            case s.RangeOf() if kind in (INTEGER, NUMBER, MONEY):
                return self._constants.value(node, None)[1]
            case s.SetOf():
                values = (self._constants.value(element, kind)[1] for element in node.elements)
                return frozenset(values)
            case _:
                return self._constants.value(node, kind)[1]

    def _is_whole(self, table: core.Table, known: list[tuple[Value | Message, ...] | None]) -> bool:
        """True of rows that leave nothing: every input can be listed, and meets one of them."""
        listed = [own for own in known if own is not None]
        has_ranks = any(kind == RANK for _, kind in table.inputs)  # a joker need not be listed
        return len(listed) == len(known) and not has_ranks and gap(table, listed) is None

    def _complete(
        self, node: s.Table, table: core.Table, domains: list[tuple[Value, ...] | None]
    ) -> None:
        """No gap, where the inputs can be listed, and no overlap; no cell that nothing meets."""
        self._env.errors += strange_cells(node, table, domains)
        self._env.errors += one_result(node, table)
        for first, second, common in overlaps(table, domains):
            if not node.rows[second].cells:
                continue  # `else` holds for what is left
            what = message("E502.overlap", table=table.name, input=common)
            other = (message("E502.other_row"), node.rows[first].span)
            self._env.errors.append(Diagnostic(what, node.rows[second].span, None, (other,)))
        known = [
            domain if domain is not None else words_of(kind)
            for domain, (_, kind) in zip(domains, table.inputs, strict=True)
        ]
        listed = [own or sample(table, place) for place, own in enumerate(known)]
        others = replace(table, rows=table.rows[:-1])
        if not node.rows[-1].cells and others.rows and self._is_whole(others, known):
            what = message("E508.else_row", table=table.name)
            self._env.errors.append(Diagnostic(what, node.rows[-1].span))
        missing = gap(table, listed)
        if missing is not None:
            self._env.gapped.add(table.name)
            what = message("E501.gap", table=table.name, input=missing)
            self._env.errors.append(Diagnostic(what, node.name.span))
