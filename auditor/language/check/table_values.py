"""Values of decision tables: those that lie between rows, cells that none meets, one result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.types import INTEGER
from auditor.values import JOKER, Range, Value, show


def sample(table: core.Table, place: int) -> tuple[Value, ...]:
    """Values of an input that cannot be listed, as many as tell the rows apart.

    Of numbers the ends of the rows and what lies between them; of words those that rows name.
    """
    cells = [cells[place] for cells, _ in table.rows]
    marks = dict.fromkeys(mark for cell in cells for mark in _marks(cell))
    numbers = sorted(m for m in marks if isinstance(m, int | Fraction) and not isinstance(m, bool))
    if not numbers:
        return tuple(marks) or ("",)  # every row takes any: one value stands for all
    found: dict[Value, None] = {}
    for low, high in pairwise(numbers):
        between = low + 1 if table.inputs[place][1] == INTEGER else Fraction(low + high) / 2
        found |= dict.fromkeys((low, between) if low < between < high else (low,))
    return (*found, numbers[-1])


def _marks(cell: Value | None) -> Iterator[Value]:
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
    node: s.Table, table: core.Table, domains: Sequence[tuple[Value, ...] | None]
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
                beside = ((message("E510.input"), own.span),)
                yield Diagnostic(what, written.span, None, beside)


def one_result(node: s.Table, table: core.Table) -> Iterator[Diagnostic]:
    """A table of several rows that decides nothing, since all give the same."""
    results = {result for _, result in table.rows}
    if len(table.rows) > 1 and len(results) == 1:
        what = message("W603.one_result", table=table.name, value=show(table.rows[0][1]))
        yield Diagnostic(what, node.name.span)
