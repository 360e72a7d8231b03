"""Kinds of event of which no row says to which table, shoe or coup it belongs, where others do.

A till may write down payments without the number of their coup.  In no coup there would be one, and
whoever won would be told as not paid: such a kind is not recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import Member, as_a_rule
from auditor.log.event import Event

MANY = 10
"""Rows of a kind of event, at least, before it says whether it fills a column."""

Filled = Callable[[str], Mapping[str, int]]
"""How many rows of each kind fill a column."""


def belonging(vocabulary: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The columns of scopes that any event has, each with the kinds of event of such a scope: those
    that have all its other fields which are always filled, as who staked, and on what.
    """
    for scope in vocabulary.scopes.values():
        own = [name for name in scope.fields if name not in vocabulary.context]
        some = [kind for kind in vocabulary.kinds.values() if {*own} & {*kind.fields}]
        empty = {name for kind in some for name in kind.may_be_empty}
        needs = {name for name in own if name not in empty}
        kinds = tuple(kind.name for kind in some if needs <= {*kind.fields})
        if needs and len(kinds) > 1:
            yield tuple(name for name in scope.fields if name in vocabulary.context), kinds


def unplaced(rows: Mapping[str, int], filled: Filled, vocabulary: Vocabulary) -> Mapping[str, str]:
    """The kinds of event of which no row fills a column that rows of another kind of the same scope
    fill as a rule, each with the column; not those whose absence says that they did not happen.
    """
    found: dict[str, str] = {}
    for names, kinds in belonging(vocabulary):
        many = [kind for kind in kinds if rows.get(kind, 0) >= MANY]
        for name in names if len(many) > 1 else ():
            own = filled(name)
            if any(as_a_rule(own.get(kind, 0), rows[kind]) for kind in many):
                never = [kind for kind in many if not own.get(kind, 0)]
                plain = (kind for kind in never if not vocabulary.kinds[kind].exceptional)
                found |= {kind: name for kind in plain if kind not in found}
    return found


def unplaced_in(members: Iterable[Member], vocabulary: Vocabulary) -> Mapping[str, str]:
    """Those of some members that are in memory."""
    events = [own for own in members if isinstance(own, Event)]
    rows = Counter(own.kind for own in events)

    def filled(name: str) -> Mapping[str, int]:
        return Counter(own.kind for own in events if name in own.values)

    return unplaced(rows, filled, vocabulary)
