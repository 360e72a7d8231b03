"""Which sums of money a balance adds up, and which it takes off: a rule may compare what was paid
less what was collected, or the reverse, and a reader has to know which.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from auditor.judge.frame import Frame
from auditor.judge.reference import Reference
from auditor.language import core
from auditor.types import MONEY
from auditor.values import Unknown

Terms = tuple[tuple[str, ...], tuple[str, ...]]
"""Kinds of event whose sums are added, and those whose sums are taken off."""


class _NotApartError(Exception):
    """A sum is more than sums added and taken off."""


def terms(
    reference: Reference, node: core.Expression, frame: Frame, payments: tuple[str, ...]
) -> Terms:
    """The terms of a sum, in the order of the vocabulary.  Kinds that are no payments (a stake
    given back) are told where they moved something; where a sum cannot be taken apart, its
    payments are told as added.
    """
    signs: dict[str, int] = {}
    try:
        for kind, sign, moved in _terms(reference, node, frame, 1):
            if kind in payments or moved:
                signs[kind] = signs.get(kind, 0) + sign
    except _NotApartError:
        signs = {}
    known = [kind for kind in reference.program.vocabulary.kinds if kind in signs]
    if not known or not all(signs.values()):
        return payments, ()
    added, less = ([own for own in known if signs[own] * way > 0] for way in (1, -1))
    return tuple(added), tuple(less)


def _terms(
    reference: Reference, node: core.Expression, frame: Frame, sign: int
) -> Iterator[tuple[str, int, bool]]:
    """Sums of events, each with its sign and whether it is anything but nothing."""
    for leaf, within, own in summands(node, frame, reference, sign):
        match leaf:
            case core.Aggregate(function="sum", selection=selection):
                value = reference.value(leaf, within)
                moved = isinstance(value, int | Fraction) and value != 0
                yield from ((kind, own, moved) for kind in selection.sources)
            case core.Literal_() | core.Parameter() | core.Choose() | core.Field() | core.Lookup():
                pass
            case core.Operation(type=kind) if kind == MONEY and not reference.value(leaf, within):
                pass  # `0 times fee`
            case _:
                raise _NotApartError


def summands(
    node: core.Expression, frame: Frame, reference: Reference, sign: int = 1
) -> Iterator[tuple[core.Expression, Frame, int]]:
    """The terms that a value adds up and takes off, each with its frame and sign."""
    node, frame = behind(node, frame, reference)
    match node:
        case core.Operation(sign="+" | "-" as own, arguments=(left, right)):
            yield from summands(left, frame, reference, sign)
            yield from summands(right, frame, reference, sign if own == "+" else -sign)
        case _:
            yield node, frame, sign


def behind(
    node: core.Expression, frame: Frame, reference: Reference
) -> tuple[core.Expression, Frame]:
    """The expression that a name, a column of a record or a choice stands for, and its frame."""
    found: tuple[core.Expression, Frame] | None = None
    match node:
        case core.Local(name=name):
            found = dict(frame.lets)[name], frame.at(None)
        case core.Choose():
            taken = reference.taken(node, frame)
            found = None if isinstance(taken, Unknown) else (taken, frame)
        case core.Field() | core.Lookup():
            found = reference.fields.behind(node, frame)
    return (node, frame) if found is None else behind(*found, reference)
