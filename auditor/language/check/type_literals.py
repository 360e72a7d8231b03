"""Literals: the type of what is written out, by itself and where one is expected."""

from __future__ import annotations

from typing import cast

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.context import Inner, TypingContext, type_name
from auditor.language.operators import fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.types import (
    BOOLEAN,
    INTEGER,
    MONEY,
    NUMBER,
    RANK,
    Basic,
    Enumeration,
    Item,
    SetOf,
    Type,
)
from auditor.values import RANKS, Range, Value, show


def number(node: s.Number, expect: Type | None) -> core.Expression:
    """A number: a rank or a sum of money where one is expected."""
    if expect == RANK and show(node.value) in RANKS:
        return core.Literal_(node.span, RANK, show(node.value))
    kind = MONEY if expect == MONEY else INTEGER if isinstance(node.value, int) else NUMBER
    return core.Literal_(node.span, kind, node.value)


def range_of(node: s.RangeOf) -> Range:
    """Two numbers that are written out, the lower first."""
    ends = []
    for end in (node.low, node.high):
        if isinstance(end, s.Name):
            between = f"{node.low.span.text} <= … <= {node.high.span.text}"
            what = message("E301.range_end", name=end.text)
            raise DiagnosticError(what, end.span, message("E101.say", form=between))
        ends.append(end.value)
    if ends[0] > ends[1]:
        form = f"{node.high.span.text}..{node.low.span.text}"
        raise DiagnosticError(message("E301.range"), node.span, message("E101.say", form=form))
    return Range(ends[0], ends[1])


def set_of(inner: Inner, node: s.SetOf, expect: Type | None) -> core.Expression:
    """Values of one type."""
    context = TypingContext(Item(()), {})
    first = inner.value(node.elements[0], context, expect)
    elements = [inner.value(part, context, first.type) for part in node.elements]
    types = {expect, *(element.type for element in elements)} - {None}
    kind = NUMBER if types == {INTEGER, NUMBER} else first.type
    values: set[Value] = set()
    for element in elements:
        if not fits(element.type, kind) or not isinstance(element, core.Literal_):
            kinds = type_name(kind), type_name(element.type)
            what = message("E301.set", first=kinds[0], other=kinds[1])
            beside = (message("E301.first_of_set"), first.span)
            raise DiagnosticError(what, element.span, None, beside)
        values.add(element.value)
    assert isinstance(kind, Basic | Enumeration | SetOf)
    if isinstance(kind, SetOf) and isinstance(kind.element, SetOf):
        raise DiagnosticError(message("E301.set_of", type=type_name(kind)), node.span)
    return core.Literal_(node.span, SetOf(kind), frozenset(values))


def is_in(node: s.Membership, element: core.Expression, within: core.Expression) -> core.Expression:
    """The question whether a set or a range holds a value.

    Of a set in a cell it is a comparison with each of those that are written out.
    """
    if not (isinstance(element.type, SetOf) and isinstance(within, core.Literal_)):
        return core.IsIn(node.span, BOOLEAN, element, within)
    assert isinstance(within.type, SetOf)
    values = cast("frozenset[frozenset[Value]]", within.value)
    sets = sorted(values, key=lambda own: sorted(map(show, own)))
    parts = [core.Literal_(within.span, within.type.element, own) for own in sets]
    return core.AnyOf(
        node.span,
        BOOLEAN,
        tuple(core.Compare(node.span, BOOLEAN, "=", element, part, None) for part in parts),
    )
