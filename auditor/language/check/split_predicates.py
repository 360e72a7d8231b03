"""Predicates on an element, split into conjuncts: join keys, those on the element, those on both.

A selection looks its items up by the join keys; a predicate left whole would be tried on each.
"""

from __future__ import annotations

from auditor.language import core
from auditor.language.operators import EQUATABLE
from auditor.language.traverse import conjuncts
from auditor.types import BOOLEAN, TIME, Enumeration, SetOf, Type

Joins = tuple[tuple[str, core.Expression], ...]
Conditions = tuple[Joins, Joins, core.Expression | None, core.Expression | None]


def split_predicate(condition: core.Expression) -> Conditions:
    """The keys shared with the subject, the equalities with it, the conditions on the element
    alone, those on both.
    """
    same: list[tuple[str, core.Expression]] = []
    joins: list[tuple[str, core.Expression]] = []
    alone: list[core.Expression] = []
    both: list[core.Expression] = []
    for part in conjuncts(condition):
        if isinstance(part, core.Same):
            same.append((part.element.name, part.subject))
            continue
        join = _as_join(part)
        if join is not None:
            joins.append(join)
        elif _looks_at_subject(part):
            both.append(part)
        else:
            alone.append(part)
    return tuple(same), tuple(joins), _all_of(alone), _all_of(both)


def _all_of(parts: list[core.Expression]) -> core.Expression | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return core.AllOf(parts[0].span, BOOLEAN, tuple(parts))


def _as_join(part: core.Expression) -> tuple[str, core.Expression] | None:
    """A field of the element and the expression of the subject that it equals, if `part` is one."""
    if not isinstance(part, core.Compare) or part.sign != "=" or not _has_keys(part.left.type):
        return None
    for one, other in ((part.left, part.right), (part.right, part.left)):
        if (
            isinstance(one, core.Field)
            and isinstance(one.of, core.Element)
            and not _looks_at_element(other)
            and _looks_at_subject(other)
        ):
            return one.name, other
    return None


def _has_keys(kind: Type) -> bool:
    """True of types whose values can be join keys; two times may not be comparable."""
    return isinstance(kind, Enumeration | SetOf) or (kind in EQUATABLE and kind != TIME)


def _parts(node: core.Expression) -> tuple[core.Expression, ...]:
    """The expressions directly inside one that is used in a condition on an element."""
    match node:
        case core.Field(of=of):
            return (of,)
        case core.Lookup(keys=keys):
            return keys
        case core.Operation(arguments=arguments) | core.Decide(arguments=arguments):
            return arguments
        case core.Compare(left=left, right=right) | core.Alike(left=left, right=right):
            return (left, right)
        case core.IsIn(element=element, within=within):
            return (element, within)
        case core.Same(element=own, subject=other):
            return (own, other)
        case core.AllOf(parts=parts) | core.AnyOf(parts=parts):
            return parts
        case (
            core.Not(part=part)
            | core.Exists(part=part)
            | core.Filled(part=part)
            | core.Size(part=part)
        ):
            return (part,)
        case core.Choose(cases=cases, otherwise=otherwise):
            return (*(part for pair in cases for part in pair), otherwise)
        case _:
            return ()


def _looks_at_subject(node: core.Expression) -> bool:
    if isinstance(node, core.Subject | core.Local | core.Parameter):
        return True
    return any(map(_looks_at_subject, _parts(node)))


def _looks_at_element(node: core.Expression) -> bool:
    return isinstance(node, core.Element) or any(map(_looks_at_element, _parts(node)))
