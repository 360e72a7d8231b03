"""Patterns of sequences that no events can follow both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from auditor.language import core
from auditor.language.logic.patterns import Part, may_be_empty

Pattern = tuple[Part, ...]
_MOST_TRIED = 2000
"""States of two patterns side by side; where there are more, the two are taken to go together."""


def exclude_each_other(one: core.Match, other: core.Match) -> bool:
    """Whether no events follow both patterns.

    Each pattern sees the kinds of its own sequence alone.  What a step asks of an event is taken to
    be met: a wrong "yes" would call two sound rules contradictory.
    """
    if replace(one.selection, sources=()) != replace(other.selection, sources=()):
        return False
    kinds = {*one.selection.sources, *other.selection.sources}
    waiting = [(one.pattern, other.pattern)]
    seen = set(waiting)
    while waiting:
        first, second = waiting.pop()
        if all(map(may_be_empty, (*first, *second))):
            return False
        for kind in kinds:
            for left in _after(first, kind, one.selection.sources):
                for right in _after(second, kind, other.selection.sources):
                    if (left, right) not in seen:
                        seen.add((left, right))
                        waiting.append((left, right))
        if len(seen) > _MOST_TRIED:
            return False
    return True


def _after(pattern: Pattern, kind: str, seen: tuple[str, ...]) -> Iterator[Pattern]:
    """The rests of a pattern behind an event of a kind, which it may not see at all."""
    if kind in seen:
        yield from _left(pattern, kind)
    else:
        yield pattern


def _left(pattern: Pattern, kind: str) -> Iterator[Pattern]:
    if not pattern:
        return
    part, *rest = pattern
    if may_be_empty(part):
        yield from _left(tuple(rest), kind)
    if part.most == 0:
        return
    again: Pattern = ()
    if part.most is None or part.most > 1:
        most = None if part.most is None else part.most - 1
        again = (replace(part, least=max(part.least - 1, 0), most=most),)
    if isinstance(part, core.PatternGroup):
        for branch in part.alternatives:
            yield from (inside + again + tuple(rest) for inside in _left(branch, kind))
    elif part.kind == kind:
        yield again + tuple(rest)
