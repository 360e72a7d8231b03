"""Constants and decision tables: values that are written out, without gap or overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from auditor import types as t
from auditor.diagnostic import Diagnostic, DiagnosticError, fault
from auditor.language import core
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import NAME, NOWHERE, type_name
from auditor.language.check.names import choices_of
from auditor.language.core import DecisionTable, holds
from auditor.language.operators import fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.values import JOKER, TYPES, Range, Value, show

Cells = tuple[Value | None, ...]


def values_of(kind: t.Type) -> tuple[Value, ...] | None:
    """All the values of a type, where they can be listed."""
    match kind:
        case t.Enumeration(members=members, open=False):
            return members
        case t.Basic(name=name) if words := TYPES[name].words:
            # A deck need have no joker: a table speaks of it where an order names it.
            return tuple(value for value in words.values() if value != JOKER)
        case _:
            return None


def words_of(kind: t.Type) -> tuple[Value | Message, ...] | None:
    """The words of an open list, and one more that a log may hold; None for other types."""
    if isinstance(kind, t.Enumeration) and kind.open:
        return (*kind.members, message("E501.another"))
    return None


def gap(
    table: DecisionTable, domains: Sequence[tuple[Value | Message, ...]]
) -> tuple[Message, ...] | None:
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
    table: DecisionTable, domains: Sequence[tuple[Value | Message, ...]]
) -> list[tuple[int, int, tuple[Message, ...]]]:
    """For each row, the first row before it that holds for the same input, and that input."""
    found = []
    for second, (cells, _) in enumerate(table.rows):
        for first, (others, _) in enumerate(table.rows[:second]):
            common = [
                next((own for own in domain if _holds(one, own) and _holds(other, own)), None)
                for one, other, domain in zip(others, cells, domains, strict=True)
            ]
            if all(value is not None for value in common):
                shown = _shown(table, tuple(value for value in common if value is not None))
                found.append((first, second, shown))
                break
    return found


def _shown(table: DecisionTable, values: Sequence[Value | Message]) -> tuple[Message, ...]:
    return tuple(
        message(
            "E502.input", name=label, value=value if isinstance(value, Message) else show(value)
        )
        for (label, _), value in zip(table.inputs, values, strict=True)
    )


def sample(table: core.DecisionTable, place: int) -> tuple[Value | Message, ...]:
    """Values of an input that cannot be listed, as many as tell the rows apart.

    Of numbers the ends of the rows and what lies between them; of words those that rows name.
    """
    cells = [cells[place] for cells, _ in table.rows]
    marks = dict.fromkeys(mark for cell in cells for mark in _marks(cell))
    numbers = sorted(m for m in marks if isinstance(m, int | Fraction) and not isinstance(m, bool))
    if not numbers:
        return tuple(marks) or (message("E502.anything"),)  # every row takes any
    found: dict[Value, None] = {}
    for low, high in pairwise(numbers):
        between = low + 1 if table.inputs[place][1] == t.INTEGER else Fraction(low + high) / 2
        found |= dict.fromkeys((low, between) if low < between < high else (low,))
    return (*found, numbers[-1])


def _marks(cell: Value | None) -> Iterator[Value]:
    """The values at which a cell begins or ends to hold."""
    match cell:
        case None:
            return
        case Range(low=low, high=high):
            yield from (end for end in (low, high) if end is not None)
        case frozenset():
            yield from sorted(cell, key=str)  # type: ignore[misc]  # a set of values
        case _:
            yield cell


def strange_cells(
    node: s.Table, table: core.DecisionTable, domains: Sequence[tuple[Value, ...] | None]
) -> Iterator[Diagnostic]:
    """Cells, or words and ends in them, that lie outside the values of their input."""
    for row, (cells, _) in zip(node.rows, table.rows, strict=True):
        if not row.cells:
            continue  # a row for all others
        for written, cell, domain, own in zip(row.cells, cells, domains, node.domains, strict=True):
            if domain is None:
                continue
            # A deck need have no joker, and a table may speak of it all the same.
            outside = [m for m in _marks(cell) if m not in domain and m != JOKER]
            if outside:
                what = message("E510.outside", value=show(outside[0]), input=own.name.text)
                yield Diagnostic(what, written.span, None, ((message("E510.input"), own.span),))


class Decisions(Elaborator):
    """Works out values that are written out, and declares decision tables: each possible input
    meets exactly one row.
    """

    def constant(self, node: s.Literals, expect: t.Type | None) -> tuple[t.Type, Value]:
        """The type and the value of what is written out.  Raises DiagnosticError."""
        found = self.value(node, NOWHERE, expect)
        if not isinstance(found, core.Literal_):
            raise fault("E301.constant", node.span, text=node.span.text)
        if expect is None or found.type == t.RANGE:
            return found.type, found.value
        kind = found.type.element if isinstance(found.type, t.SetOf) else found.type
        written_sum = expect == t.MONEY and kind in (t.INTEGER, t.NUMBER)
        if not (fits(kind, expect) or written_sum):
            what = message("E301.not_of_type", text=node.span.text, type=type_name(expect))
            number = expect == t.DURATION and kind in (t.INTEGER, t.NUMBER)
            hint = message("E301.say_unit", text=node.span.text) if number else choices_of(expect)
            raise DiagnosticError(what, node.span, hint)
        return (found.type if isinstance(found.type, t.SetOf) else expect), found.value

    def table(self, node: s.Table) -> None:
        domains = [self._domain(domain) for domain in node.domains]
        gives = self._env.type_named(node.gives, t.BASIC_TYPES)
        rows = []
        for row in node.rows:
            if not row.cells and row is not node.rows[-1]:
                raise fault("E301.else_row", row.span)
            written = row.cells or tuple(s.Wildcard(row.span) for _ in domains)
            if len(written) != len(domains):
                raise fault("E301.table_row", row.span, cells=len(written), inputs=len(domains))
            pairs = zip(written, domains, strict=True)
            cells = tuple(self._cell(cell, kind) for cell, (kind, _) in pairs)
            rows.append((cells, self.constant(row.result, gives)[1]))
        if not self._env.declare(NAME, node.name):
            return
        inputs = tuple(
            (domain.name.text, kind)
            for domain, (kind, _) in zip(node.domains, domains, strict=True)
        )
        listed = tuple(values for _, values in domains)
        table = core.DecisionTable(node.name.text, inputs, gives, tuple(rows), listed)
        self._env.tables[node.name.text] = table
        self._complete(node, table, list(listed))

    def _domain(self, node: s.Domain) -> tuple[t.Type, tuple[Value, ...] | None]:
        """The type of an input and, where they can be listed, all its values."""
        if isinstance(node.values, s.RangeOf):
            found = self.constant(node.values, None)[1]
            assert isinstance(found, Range)
            low, high = found
            if not isinstance(low, int) or not isinstance(high, int) or high - low > 1000:
                raise fault("E301.table_domain", node.span)
            return t.INTEGER, tuple(range(low, high + 1))
        kind = self._env.type_named(node.values, t.BASIC_TYPES)
        if str(kind) in self._env.orders:
            self._env.use(f"order {kind}")
        if isinstance(kind, t.Enumeration):  # of both an order may leave out some words
            return kind, None if kind.open else kind.members
        return kind, self._env.orders.get(str(kind), values_of(kind))

    def _cell(self, node: s.Cell, kind: t.Type) -> Value | None:
        match node:
            case s.Wildcard():
                return None
            case s.RangeOf() if kind in (t.INTEGER, t.NUMBER, t.MONEY):
                return self.constant(node, None)[1]
            case s.SetOf():
                values = (self.constant(element, kind)[1] for element in node.elements)
                return frozenset(values)
            case _:
                return self.constant(node, kind)[1]

    def _complete(
        self, node: s.Table, table: core.DecisionTable, domains: list[tuple[Value, ...] | None]
    ) -> None:
        """No gap, where the inputs can be listed, and no overlap; no cell that nothing meets."""
        self._env.errors += strange_cells(node, table, domains)
        known = [
            domain if domain is not None else words_of(kind)
            for domain, (_, kind) in zip(domains, table.inputs, strict=True)
        ]
        listed = [own or sample(table, place) for place, own in enumerate(known)]
        for first, second, common in overlaps(table, listed):
            if not node.rows[second].cells:
                continue  # `else` holds for what is left
            what = message("E502.overlap", table=table.name, input=common)
            other = (message("E502.other_row"), node.rows[first].span)
            self._env.errors.append(Diagnostic(what, node.rows[second].span, None, (other,)))
        missing = gap(table, listed)
        if missing is not None:
            self._env.gapped.add(table.name)
            what = message("E501.gap", table=table.name, input=missing)
            self._env.errors.append(Diagnostic(what, node.name.span))
