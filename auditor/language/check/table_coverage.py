"""Decision tables without gap or overlap: every possible input meets exactly one row."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from auditor.language.core import Table, holds
from auditor.messages.message import Message, message
from auditor.types import Basic, Enumeration, Type
from auditor.values import JOKER, TYPES, Range, Value, show

Cells = tuple[Value | None, ...]


def values_of(kind: Type) -> tuple[Value, ...] | None:
    """All the values of a type, where they can be listed."""
    match kind:
        case Enumeration(members=members, open=False):
            return members
        case Basic(name=name) if words := TYPES[name].words:
            # A deck need have no joker: a table speaks of it where an order names it.
            return tuple(value for value in words.values() if value != JOKER)
        case _:
            return None


def words_of(kind: Type) -> tuple[Value | Message, ...] | None:
    """The words of an open list, and one more that a log may hold; None for other types."""
    if isinstance(kind, Enumeration) and kind.open:
        return (*kind.members, message("E501.another"))
    return None


def gap(table: Table, domains: Sequence[tuple[Value | Message, ...]]) -> tuple[Message, ...] | None:
    """An input that no row holds for, in words; None where there is none."""
    rows = [cells for cells, _ in table.rows]
    found = _uncovered(rows, domains, 0, frozenset(range(len(rows))), set())
    return None if found is None else _shown(table, found)


def _uncovered(
    rows: Sequence[Cells],
    domains: Sequence[tuple[Value | Message, ...]],
    at: int,
    alive: frozenset[int],
    covered: set[tuple[int, frozenset[int]]],
) -> tuple[Value | Message, ...] | None:
    """The first input, from place `at` on, for which none of the rows that are left holds.

    Values that the same rows hold for are tried once.
    """
    if not alive:
        return tuple(domain[0] for domain in domains[at:])
    if at == len(domains) or (at, alive) in covered:
        return None
    for value in domains[at]:
        left = frozenset(row for row in alive if _holds(rows[row][at], value))
        rest = _uncovered(rows, domains, at + 1, left, covered)
        if rest is not None:
            return (value, *rest)
    covered.add((at, alive))
    return None


def _holds(cell: Value | None, value: Value | Message) -> bool:
    return cell is None if isinstance(value, Message) else holds(cell, value)


def overlaps(
    table: Table, domains: Sequence[tuple[Value, ...] | None]
) -> list[tuple[int, int, tuple[Message, ...]]]:
    """For each row, the first row before it that holds for the same input, and that input."""
    found = []
    for second, (cells, _) in enumerate(table.rows):
        for first, (others, _) in enumerate(table.rows[:second]):
            common = [_common(*pair) for pair in zip(others, cells, domains, strict=True)]
            if all(value is not None for value in common):
                shown = _shown(table, tuple(value for value in common if value is not None))
                found.append((first, second, shown))
                break
    return found


def _common(
    one: Value | None, other: Value | None, domain: Sequence[Value] | None
) -> Value | Message | None:
    """A value that two cells both hold for; None where there is none."""
    if one is None and other is None:
        return domain[0] if domain else message("E502.anything")
    tried = domain if domain is not None else (*_marks(one), *_marks(other))
    return next((value for value in tried if holds(one, value) and holds(other, value)), None)


def _marks(cell: Value | None) -> tuple[Value, ...]:
    """The values at which a cell begins or ends to hold."""
    match cell:
        case None:
            return ()
        case Range(low=low, high=high):
            return tuple(end for end in (low, high) if end is not None)
        case frozenset():
            return tuple(v for v in cell if isinstance(v, int | Fraction | str))
        case _:
            return (cell,)


def _shown(table: Table, values: Sequence[Value | Message]) -> tuple[Message, ...]:
    return tuple(
        message(
            "E502.input", name=label, value=value if isinstance(value, Message) else show(value)
        )
        for (label, _), value in zip(table.inputs, values, strict=True)
    )
