"""Kinds of event of which no row says to which table, shoe or coup it belongs, where others do; or
whose names of tables or players no other kind has.

A till may write down payments without the number of their coup, or with the names of players beside
others with their numbers.  In no coup there would be one, and whoever won would be told as not
paid: such a kind is not recorded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from auditor.language.core import Vocabulary
from auditor.log.damage.spellings import naming
from auditor.log.damage.suspects import Member, as_a_rule
from auditor.log.event import Event

MANY = 10
"""Rows of a kind of event, at least, before it says whether it fills a column."""

Filled = Callable[[str], Mapping[str, int]]
"""How many rows of each kind fill a column."""

Said = Callable[[str], Mapping[str, Set[object]]]
"""Which different names rows of each kind have in a column."""

Unrecorded = Mapping[str, tuple[str, str]]
"""Kinds of event that count as not recorded, each with the message that says why, and the column.
"""


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


def unplaced(
    rows: Mapping[str, int], filled: Filled, said: Said, vocabulary: Vocabulary
) -> Unrecorded:
    """The kinds of event of which no row fills a column that rows of another kind of the same scope
    fill as a rule, or of which no name in a column is one that others have; not those whose absence
    says that they did not happen.
    """
    found: dict[str, tuple[str, str]] = {}
    for code, some in (
        ("row.unplaced", _placeless(rows, filled, vocabulary)),
        ("row.strange_names", _strange(rows, said, vocabulary)),
    ):
        for kind, name in some:
            if not vocabulary.kinds[kind].exceptional:
                found.setdefault(kind, (code, name))
    return found


def _strange(
    rows: Mapping[str, int], said: Said, vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that share no name in a column of a scope with that of the most rows, nor
    with one that does.
    """
    scopes = {name for scope in vocabulary.scopes.values() for name in scope.fields}
    for name in naming(vocabulary):
        own = {kind: names for kind, names in said(name).items() if names} if name in scopes else {}
        left = sorted(own, key=lambda kind: rows[kind], reverse=True)
        known = {*own[left[0]]} if left else set[object]()
        while near := [kind for kind in left if not known.isdisjoint(own[kind])]:
            known = known.union(*(own[kind] for kind in near))
            left = [kind for kind in left if kind not in near]
        yield from ((kind, name) for kind in left if rows[kind] >= MANY)


def _placeless(
    rows: Mapping[str, int], filled: Filled, vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that never fill such a column."""
    for names, kinds in belonging(vocabulary):
        many = [kind for kind in kinds if rows.get(kind, 0) >= MANY]
        for name in names if len(many) > 1 else ():
            own = filled(name)
            if any(as_a_rule(own.get(kind, 0), rows[kind]) for kind in many):
                yield from ((kind, name) for kind in many if not own.get(kind, 0))


def unplaced_in(members: Iterable[Member], vocabulary: Vocabulary) -> Unrecorded:
    """Those of some members that are in memory."""
    events = [own for own in members if isinstance(own, Event)]
    rows = Counter(own.kind for own in events)

    def filled(name: str) -> Mapping[str, int]:
        return Counter(own.kind for own in events if name in own.values)

    def said(name: str) -> Mapping[str, Set[object]]:
        names: dict[str, set[object]] = defaultdict(set)
        for own in events:
            if name in own.values:
                names[own.kind].add(own.values[name])
        return names

    return unplaced(rows, filled, said, vocabulary)
