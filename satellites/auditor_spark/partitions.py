"""By which fields a log is distributed, and which rules are judged over which part of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from auditor.engine.locality import Reach, bound, reaches_of, shown_groups
from auditor.engine.run import shakes_beyond, staged
from auditor.findings.profile import runs
from auditor.language import core


@dataclass(frozen=True, slots=True)
class PartitionPlan:
    """Events that agree on `near` are judged together by the rules `local`.  The others look
    further: at what `reaches` says, where it agrees on `far`.
    """

    near: tuple[str, ...]
    far: tuple[str, ...]
    local: frozenset[str]
    reaches: tuple[Reach, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Rules that can be judged at once, over parts that agree on the near or on the far fields."""

    far: bool
    rules: tuple[str, ...]


def plan_of(program: core.Program) -> PartitionPlan:
    """The finest distribution by which most rules stay within a part."""
    known = reaches_of(program)
    reaches = {rule.name: known.of(rule) for rule in program.rules}
    bounds = {rule.name: bound(rule, reaches[rule.name]) for rule in program.rules}
    best: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset(reaches)
    for fields in _candidates(program):
        local = frozenset(name for name, own in bounds.items() if fields <= own)
        if 2 * len(local) >= len(reaches) and len(fields) > len(best[0]):
            best = fields, local
    near, local = best
    others = [rule for rule in program.rules if rule.name not in local]
    far = frozenset(_usable(program)).intersection(*(bounds[rule.name] for rule in others))
    needed = (_needed(program, rule, reaches[rule.name]) for rule in others)
    return PartitionPlan(tuple(sorted(near)), tuple(sorted(far)), local, tuple(needed))


def _usable(program: core.Program) -> set[str]:
    """Fields that bound the law and the profile."""
    vocabulary = program.vocabulary
    bounds = [set(within) for within in runs(vocabulary)]
    if vocabulary.law_scope is not None:
        bounds.append(set(vocabulary.scopes[vocabulary.law_scope].fields))
    return set(vocabulary.context).intersection(*bounds)


def _candidates(program: core.Program) -> Iterator[frozenset[str]]:
    """The usable fields of each scope, the widest scope first."""
    usable = _usable(program)
    scopes = program.vocabulary.scopes.values()
    found = {frozenset(usable.intersection(scope.fields)) for scope in scopes}
    yield from sorted(found, key=lambda fields: (len(fields), sorted(fields)))


def _needed(program: core.Program, rule: core.Rule, reach: Reach) -> Reach:
    """The reach of a rule; every event is in it where the evidence may show any."""
    return replace(reach, kinds=None) if shown_groups(program, rule) else reach


def stages(program: core.Program, plan: PartitionPlan, unfilled: Collection[str]) -> list[Stage]:
    """Near and far rules in turn, each after those that it waits for.

    Where events leave one of the fields of a part empty (`unfilled`), what is found in one part
    may matter in others.
    """

    def spills(name: str) -> bool:
        fields = plan.near if name in plan.local else plan.far
        return not set(fields).isdisjoint(unfilled) or shakes_beyond(program, name, fields)

    return [
        Stage(far, tuple(rule.name for rule in rules))
        for far, rules in staged(program, plan.local, spills)
    ]
