"""Kinds of event that one table, or one night, does not record, and others do; or that are not
recorded from some coup on, or up to one.

A terminal may leave out what its neighbours write down, and a new version of a program begins to
write what the old one did not.  That nothing was collected all night long would accuse the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from auditor.log.extracts import Break
from auditor.log.outline import Outline, ScopeRun
from auditor.log.suspects import ScopeColumns, Scopes

EXPECTED = 10
"""Scopes at the start or the end of a place, at least, that would have a kind of event if it were
as where it stands, and so many there, before it counts as one that nobody recorded."""

WHOLE = 5
"""So many of a place that has none of it at all."""

USUALLY = Fraction(1, 2)
"""Of the scopes between the first and the last of a place that have it, at least, have it: what
happens now and then may not happen at a table for a whole night."""


def unrecorded(
    outline: Outline, columns: ScopeColumns, declared: Collection[str]
) -> Iterator[Break]:
    """Rows missing in the scopes of a place that are all those at its start, at its end, or all of
    its own without a kind of event that scopes elsewhere have, unless it is `declared` that its
    absence says something.
    """
    runs = outline.runs
    held = {place: _held(own) for place, own in runs.items()}
    having, scopes = Counter[str](), Counter[str]()
    for kinds in held.values():
        for kind, own in kinds.items():
            having[kind] += len(own)
            scopes[kind] += own[-1] + 1 - own[0]
    often = {
        kind
        for kind, many in having.items()
        if kind not in declared and many >= EXPECTED and many >= USUALLY * scopes[kind]
    }
    for place, every in runs.items():
        silent: dict[range, set[str]] = {}
        for kind in sorted(often):
            own = held[place].get(kind)
            size = len(every)
            parts = [range(size)] if own is None else [range(own[0]), range(own[-1] + 1, size)]
            least = WHOLE if own is None else EXPECTED
            for part in parts:
                if having[kind] * len(part) >= least * scopes[kind]:
                    silent.setdefault(part, set()).add(kind)
        for part, some in silent.items():
            steps = _steps(outline, place, every[part.start : part.stop], columns)
            yield from (Break(at, (place,), kinds=frozenset(some)) for at in steps)


def _held(runs: Sequence[ScopeRun]) -> Mapping[str, list[int]]:
    """The kinds of event of a place, each with the scopes that have it, by their order."""
    found: dict[str, list[int]] = {}
    for at, run in enumerate(runs):
        for kind in run.kinds:
            found.setdefault(kind, []).append(at)
    return found


def _steps(
    outline: Outline, place: Scopes, runs: Sequence[ScopeRun], columns: ScopeColumns
) -> Iterator[int]:
    """Where in some scopes of a place another kind of event begins, and where each ends."""
    for run in runs:
        kind = ""
        for at in range(run.first, run.last + 1):
            if outline.kind(at) != kind and columns.place(outline.values(at)) == place:
                kind = outline.kind(at)
                yield at
        yield run.last + 1
