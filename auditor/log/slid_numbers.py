"""Numbers of scopes that stand a few rows off, where no kind of event does without one.

Of each trick the last cards would belong to the next.  It shows at the end: a row lacks the number
that all others of its kind have, and by the row beside all scopes would begin alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from auditor.language.core import Vocabulary
from auditor.log.slides import FARTHEST
from auditor.log.suspects import ScopeColumns, as_a_rule
from auditor.log.table import Table

ENOUGH = 10
"""Scopes, at least, that would all begin with one kind of event."""


def numbers_slid(table: Table, vocabulary: Vocabulary) -> str | None:
    """The deepest counter of a table, where its cells stand a few rows too low, or too high."""
    name = ScopeColumns(vocabulary).deepest
    rows = [cells for _, cells in table.rows]
    if name not in table.header or len({number for number, _ in table.rows}) < len(rows):
        return None
    at, event = table.header.index(name), table.header.index("event")
    cells = [row[at].strip() for row in rows]
    kinds = [row[event].strip().lower() for row in rows]
    names = ScopeColumns(vocabulary).names
    columns = [table.header.index(own) for own in names if own in table.header]
    places = [tuple(row[own] for own in columns) for row in rows]
    for down, strange in _beyond(cells, kinds):
        moved = [*cells[down:], *[""] * down] if down > 0 else [*[""] * -down, *cells[:down]]
        first = _begins(moved, kinds, places)
        alike = len(first) >= ENOUGH and len(set(first)) == 1
        if alike and (strange or len(set(_begins(cells, kinds, places))) > 1):
            return name
    return None


def _beyond(cells: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, bool]]:
    """By how many rows the cells may stand too low, or too high: so many rows before the first that
    has a number lack it, or behind the last, of kinds that have one as a rule; and whether so many
    rows at the other end have one and none of their kind has.
    """
    filled = [at for at, cell in enumerate(cells) if cell]
    if not filled:
        return []
    rows, some = Counter(kinds), Counter(kinds[at] for at in filled)
    found = []
    for far in range(1, FARTHEST + 1):
        first, last = filled[0], filled[-1]
        ends = (range(first - far, first), range(last - far + 1, last + 1), far)
        begins = (range(last + 1, last + 1 + far), range(first, first + far), -far)
        for lacking, having, down in (ends, begins):
            if lacking.start < 0 or lacking.stop > len(cells):
                continue
            here = Counter(kinds[at] for at in lacking)
            gone = all(
                some[kind]
                and (as_a_rule(some[kind], rows[kind]) or some[kind] + many == rows[kind])
                for kind, many in here.items()
            )
            there = Counter(kinds[at] for at in having)
            if gone:
                found.append((down, all(some[kind] == many for kind, many in there.items())))
    return found


def _begins(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> list[str]:
    """The kinds of event with which scopes begin."""
    latest: dict[tuple[str, ...], str] = {}
    found = []
    for cell, kind, place in zip(cells, kinds, places, strict=True):
        if cell and latest.get(place) != cell:
            latest[place] = cell
            found.append(kind)
    return found
