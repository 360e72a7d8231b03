"""Requirements that cannot fail, or cannot hold, whatever the log says."""

from __future__ import annotations

from fractions import Fraction

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.messages.message import message

_REFLEXIVE = frozenset(("=", "<=", ">="))
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def constant_conditions(rule: core.Rule) -> list[Diagnostic]:
    """Errors for a requirement, or a condition to apply, that is decided beforehand."""
    found = []
    if _always(rule.require):
        found.append(Diagnostic(message("E503.never_fails"), rule.require.span))
    elif _never(rule.require):
        found.append(Diagnostic(message("E504.requirement"), rule.require.span))
    found += [
        Diagnostic(message("E504.condition"), condition.span)
        for condition in rule.applies
        if _never(condition)
    ]
    whole = core.AllOf(rule.require.span, rule.require.type, (*rule.applies, rule.require))
    if not found and _never(whole):
        found.append(Diagnostic(message("E504.where_it_applies"), rule.require.span))
    return found


def _always(node: core.Expression) -> bool:
    match node:
        case core.Literal_(value=value):
            return value is True
        case core.Compare(sign=sign, left=left, right=right):
            return (left == right and sign in _REFLEXIVE) or _never_negative(node)
        case core.AllOf(parts=parts):
            return all(map(_always, parts))
        case core.AnyOf(parts=parts):
            denied = [part.part for part in parts if isinstance(part, core.Not)]
            return any(map(_always, parts)) or any(part in parts for part in denied)
        case core.Not(part=part):
            return _never(part)
        case _:
            return False


def _never_negative(node: core.Compare) -> bool:
    """True where it only asks that a count is not below zero."""
    found = _count(node)
    if found is None:
        return False
    sign, number = found
    return (sign == ">=" and number <= 0) or (sign in (">", "!=") and number < 0)


def _negative(node: core.Compare) -> bool:
    """True where it asks that a count is below zero."""
    found = _count(node)
    if found is None:
        return False
    sign, number = found
    return (sign == "<" and number <= 0) or (sign in ("<=", "=") and number < 0)


def _count(node: core.Compare) -> tuple[str, int | Fraction] | None:
    """The sign and the number that a count is compared with."""
    bound = _bound(node)
    if bound is None or not isinstance(bound[2], int | Fraction):
        return None
    counts = isinstance(bound[0], core.Aggregate) and bound[0].function in ("count", "distinct")
    return (bound[1], bound[2]) if counts else None


def _never(node: core.Expression) -> bool:
    match node:
        case core.Literal_(value=value):
            return value is False
        case core.Compare(sign=sign, left=left, right=right):
            return (left == right and sign not in _REFLEXIVE) or _negative(node)
        case core.AnyOf(parts=parts):
            return all(map(_never, parts))
        case core.AllOf(parts=parts):
            flat = _flatten(parts)
            denied = [part.part for part in flat if isinstance(part, core.Not)]
            contradicted = any(part in flat for part in denied) or _contradictory(flat)
            return contradicted or any(map(_never, flat))
        case core.Not(part=part):
            return _always(part)
        case _:
            return False


def _flatten(parts: tuple[core.Expression, ...]) -> list[core.Expression]:
    flat: list[core.Expression] = []
    for part in parts:
        flat += _flatten(part.parts) if isinstance(part, core.AllOf) else [part]
    return flat


def _contradictory(parts: list[core.Expression]) -> bool:
    """True where two of the comparisons leave the same expression no value."""
    bounds = [bound for part in parts if (bound := _bound(part)) is not None]
    return any(
        first[0] == second[0] and _disjoint(first[1:], second[1:])
        for place, first in enumerate(bounds)
        for second in bounds[place + 1 :]
    )


def _bound(part: core.Expression) -> tuple[core.Expression, str, object] | None:
    """An expression, a sign and the constant that it is compared with."""
    if not isinstance(part, core.Compare) or part.order is not None:
        return None
    if isinstance(part.right, core.Literal_):
        return (part.left, part.sign, part.right.value)
    if isinstance(part.left, core.Literal_):
        return (part.right, _MIRROR[part.sign], part.left.value)
    return None


def _disjoint(first: tuple[str, object], second: tuple[str, object]) -> bool:
    (sign, one), (other_sign, other) = first, second
    if sign == "=" and other_sign == "=":
        return one != other
    if "!=" in (sign, other_sign):
        return {sign, other_sign} == {"=", "!="} and one == other
    if not isinstance(one, int | Fraction) or not isinstance(other, int | Fraction):
        return False
    lows = [(v, s) for s, v in ((sign, one), (other_sign, other)) if s in (">", ">=", "=")]
    highs = [(v, s) for s, v in ((sign, one), (other_sign, other)) if s in ("<", "<=", "=")]
    return any(
        low > high or (low == high and (a in "<>" or b in "<>") and a != b)
        for low, a in lows
        for high, b in highs
    )
