"""In which order rules are judged."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter

from auditor.language.core import Rule


def in_order(rules: tuple[Rule, ...]) -> Iterator[Rule]:
    """Each rule after those that it presumes, and after those that underlie a scope.

    What a rule that underlies a scope presumes itself, is judged before it all the same.
    """
    by_name = {rule.name: rule for rule in rules}
    under = tuple(rule.name for rule in rules if rule.underlies is not None)
    first, waiting = set(under), list(under)
    while waiting:
        presumed = [name for name in by_name[waiting.pop()].presumes if name in by_name]
        waiting += [name for name in presumed if name not in first]
        first.update(presumed)
    sorter = TopologicalSorter(
        {
            rule.name: rule.presumes if rule.name in first else (*rule.presumes, *under)
            for rule in rules
        }
    )
    yield from (by_name[name] for name in sorter.static_order() if name in by_name)
