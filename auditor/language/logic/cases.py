"""Values that are one of several, each under its condition: a `case`, a row of a decision table,
and what is worked out of one of these.

A table that pays 35 and a rule that asks for 36 contradict each other only where it is known which
row holds for what the rule is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from auditor.language import core
from auditor.language.logic.inlining import Known
from auditor.types import BOOLEAN, RANGE
from auditor.values import Range, Value

MOST_CASES = 12
"""More are left as they stand: each is another alternative to try."""


def by_cases(
    node: core.Expression, known: Known, named: Callable[[core.Expression], core.Expression]
) -> core.Expression:
    """The value as a `case`, where it is one of a few; any other as it stands.

    `named` gives the expression that a name stands for.
    """
    node = named(node)
    match node:
        case core.Decide(table=table) if table in known.tables:
            return _of_rows(node, known.tables[table])
        case core.Operation(arguments=arguments):
            for place, part in enumerate(arguments):
                found = by_cases(part, known, named)
                if isinstance(found, core.Choose) and len(found.cases) < MOST_CASES:
                    return _worked_out(node, place, found)
    return node


def _worked_out(node: core.Operation, place: int, choice: core.Choose) -> core.Choose:
    """An operation on one of several values: one of as many results."""

    def result(value: core.Expression) -> core.Operation:
        before, after = node.arguments[:place], node.arguments[place + 1 :]
        return replace(node, arguments=(*before, value, *after))

    cases = tuple((when, result(then)) for when, then in choice.cases)
    return core.Choose(node.span, node.type, cases, result(choice.otherwise))


def _of_rows(node: core.Decide, table: core.Table) -> core.Expression:
    """The rows of a table as cases, the last as what is left.

    What meets no row counts as the last: it makes more possible, and nothing contradictory.
    """
    *rows, (_, otherwise) = table.rows
    if len(rows) >= MOST_CASES:
        return node

    def result(value: Value) -> core.Literal_:
        return core.Literal_(node.span, table.gives, value)

    cases = tuple((_row_holds(node, cells), result(value)) for cells, value in rows)
    return core.Choose(node.span, node.type, cases, result(otherwise))


def _row_holds(node: core.Decide, cells: tuple[Value | None, ...]) -> core.Expression:
    pairs = zip(node.arguments, cells, strict=True)
    parts = tuple(_cell_holds(own, cell, node) for own, cell in pairs if cell is not None)
    return parts[0] if len(parts) == 1 else core.AllOf(node.span, BOOLEAN, parts)


def _cell_holds(argument: core.Expression, cell: Value, node: core.Decide) -> core.Expression:
    if isinstance(cell, Range | frozenset):
        kind = (
            RANGE if isinstance(cell, Range) else argument.type
        )  # each value is of the input's type
        return core.IsIn(node.span, BOOLEAN, argument, core.Literal_(node.span, kind, cell))
    value = core.Literal_(node.span, argument.type, cell)
    return core.Compare(node.span, BOOLEAN, "=", argument, value, None)
