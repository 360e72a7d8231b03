"""In which order rules are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter

from auditor.language.core import Rule


def at_the_bottom(rules: Iterable[Rule]) -> frozenset[str]:
    """The rules that underlie a scope, and those that they presume: none underlies these."""
    by_name = {rule.name: rule for rule in rules}
    under = [name for name, rule in by_name.items() if rule.underlies is not None]
    first, waiting = set(under), under
    while waiting:
        presumed = [name for name in by_name[waiting.pop()].presumes if name in by_name]
        waiting += [name for name in presumed if name not in first]
        first.update(presumed)
    return frozenset(first)


def in_order(rules: tuple[Rule, ...]) -> Iterator[Rule]:
    """Each rule after those that it presumes, and after those that underlie a scope."""
    by_name = {rule.name: rule for rule in rules}
    under = tuple(rule.name for rule in rules if rule.underlies is not None)
    first = at_the_bottom(rules)
    sorter = TopologicalSorter(
        {
            rule.name: rule.presumes if rule.name in first else (*rule.presumes, *under)
            for rule in rules
        }
    )
    yield from (by_name[name] for name in sorter.static_order() if name in by_name)
