"""Cells of one row that stand a column too far left or right, as where somebody took a cell out.

Each of them may read well: a player is a variant, his card is his name, and he has none.  It shows
where a row has what its kind of event cannot have and lacks what it must have, and others of its
kind do neither.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from auditor.language.core import Vocabulary
from auditor.log.damage.slides import in_doubt
from auditor.log.damage.suspects import Member, as_a_rule, required
from auditor.log.event import Event
from auditor.log.table import Table


def with_pushed(table: Table, members: Sequence[Member], vocabulary: Vocabulary) -> list[Member]:
    """The members of a table, with those in doubt of which cells have been pushed aside."""
    lost = _pushed(table, members, vocabulary)
    return [in_doubt(own, lost.get(own.row.number, set()), vocabulary) for own in members]


def _pushed(table: Table, members: Sequence[Member], vocabulary: Vocabulary) -> dict[int, set[str]]:
    """The rows of one event each with cells that were pushed aside, and the columns from there on
    to the right.
    """
    kinds = {own.row.number: own.kind for own in members if isinstance(own, Event)}
    rows = [*table.rows]
    if len({number for number, _ in rows}) < len(rows):
        return {}
    own = {
        at: name
        for at, name in enumerate(table.header)
        if name in vocabulary.fields and name not in vocabulary.context
    }
    filled: dict[str, Counter[int]] = defaultdict(Counter)
    many = Counter(kinds.values())
    found = []
    for number, cells in rows:
        if (kind := kinds.get(number)) is None:
            continue
        there = {at for at in own if cells[at].strip()}
        filled[kind].update(there)
        strays = {at for at in there if own[at] not in vocabulary.kinds[kind].fields}
        if strays:
            must = required(vocabulary.kinds[kind])
            lacks = {at for at in own if own[at] in must and at not in there}
            found.append((number, kind, strays, lacks))
    lost: dict[int, set[str]] = {}
    for number, kind, strays, lacks in found:
        rows_of, has = many[kind], filled[kind]
        odd = {at for at in strays if as_a_rule(rows_of - has[at], rows_of)}
        gaps = {at for at in lacks if as_a_rule(has[at], rows_of)}
        if odd and gaps:
            lost[number] = {name for at, name in own.items() if at >= min(odd | gaps)}
    return lost
