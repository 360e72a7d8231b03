"""Cells of one row that stand a column too far left or right, as where somebody took a cell out.

Each of them may read well: a player is a variant, his card is his name, and he has none.  It shows
where a row has what its kind of event cannot have and lacks what it must have, and others of its
kind do neither.
"""

from __future__ import annotations

from collections import defaultdict
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
    if not table.is_event_a_row:
        return {}
    kinds = {own.row.number: own.kind for own in members if isinstance(own, Event)}
    of_kind: dict[str | None, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for number, cells in table.rows:
        of_kind[kinds.get(number)].append((number, cells))
    names = {
        at: name
        for at, name in enumerate(table.header)
        if name in vocabulary.fields and name not in vocabulary.context
    }
    lost: dict[int, set[str]] = {}
    for kind in vocabulary.kinds.values():
        others = [at for at, name in names.items() if name not in kind.fields]
        always = [at for at, name in names.items() if name in required(kind)]
        own = of_kind[kind.name]
        odd = [
            (number, cells)
            for number, cells in own
            if any(cells[at].strip() for at in others)
            and not all(cells[at].strip() for at in always)
        ]
        if odd:
            others = [at for at in others if as_a_rule(_empty(own, at), len(own))]
            always = [at for at in always if as_a_rule(len(own) - _empty(own, at), len(own))]
        for number, cells in odd:
            strays = [at for at in others if cells[at].strip()]
            gaps = [at for at in always if not cells[at].strip()]
            if strays and gaps:
                first = min(*strays, *gaps)
                lost[number] = {name for at, name in names.items() if at >= first}
    return lost


def _empty(rows: Sequence[tuple[int, tuple[str, ...]]], at: int) -> int:
    """How many rows leave a column empty."""
    return sum(not cells[at].strip() for _, cells in rows)
