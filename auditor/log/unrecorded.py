"""Kinds of event that one table, or one night, does not record, and others do.

A terminal may leave out what its neighbours write down.  That nothing was collected at a table all
night long would accuse the whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from auditor.log.extracts import Break
from auditor.log.outline import Outline, ScopeRun
from auditor.log.suspects import ScopeColumns, Scopes

EXPECTED = 10
"""Scopes of a place, at least, that would have a kind of event if it were as at those where it
stands, and so many there, before it counts as one that nobody recorded."""

USUALLY = Fraction(3, 4)
"""Of the scopes at these places, at least, have it: what happens now and then may not happen at a
table for a whole night."""


def unrecorded(
    outline: Outline, columns: ScopeColumns, declared: Collection[str]
) -> Iterator[Break]:
    """Rows missing in every scope of a place at which a kind of event never stands that scopes of
    other places have, unless it is `declared` that its absence says something.
    """
    runs = outline.runs
    held = {
        place: Counter(kind for run in own for kind in run.kinds) for place, own in runs.items()
    }
    scopes = Counter[str]()  # those of the places at which a kind stands
    for place, kinds in held.items():
        scopes.update(dict.fromkeys(kinds, len(runs[place])))
    having = sum(held.values(), Counter[str]())
    often = {
        kind for kind, many in having.items() if many >= EXPECTED and many >= USUALLY * scopes[kind]
    }
    for place, own in runs.items():
        never = frozenset(
            kind
            for kind in often.difference(held[place], declared)
            if having[kind] * len(own) >= EXPECTED * scopes[kind]
        )
        if never:
            steps = _steps(outline, place, own, columns)
            yield from (Break(at, (place,), kinds=never) for at in steps)


def _steps(
    outline: Outline, place: Scopes, runs: Sequence[ScopeRun], columns: ScopeColumns
) -> Iterator[int]:
    """Where in the scopes of a place another kind of event begins, and where each ends."""
    for run in runs:
        kind = ""
        for at in range(run.first, run.last + 1):
            if outline.kind(at) != kind and columns.place(outline.values(at)) == place:
                kind = outline.kind(at)
                yield at
        yield run.last + 1
