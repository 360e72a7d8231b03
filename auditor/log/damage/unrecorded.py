"""Kinds of event that one table, or one night, does not record, and others do; or that are not
recorded for a while, from some coup on or up to one.

A terminal may leave out what its neighbours write down, or break down, and a new version of a
program begins to write what the old one did not.  That nothing was collected all night long would
accuse the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from auditor.log.damage.extracts import Break
from auditor.log.damage.outline import Outline, ScopeRun
from auditor.log.damage.suspects import ScopeColumns, Scopes

EXPECTED = 10
"""Scopes of a place, one after another, at least, that would have a kind of event if it were as
elsewhere, and so many that have it, before it counts as one that nobody recorded there."""

WHOLE = 5
"""So many of a place that has none of it at all."""

USUALLY = Fraction(3, 4)
"""The least share of scopes elsewhere that have it: what happens now and then may not happen for a
whole night."""

PAYMENTS = Fraction(1, 2)
"""So many have a payment of its kind: a house that wins and never loses all night is none."""


def is_missed(kind: str, columns: ScopeColumns, having: int, scopes: int, stretches: int) -> bool:
    """Whether a kind of event is missed where no scope has it.

    `having` of the `scopes` elsewhere have it, between `stretches` of many without.  Not one whose
    absence says that it did not happen, and not one that stops and begins again all the time, as
    what comes once a shoe does: terminals seldom break down.
    """
    share = PAYMENTS if kind in columns.settling else USUALLY
    return (
        kind not in columns.silent
        and having >= EXPECTED * max(1, stretches)
        and having >= share * scopes
    )


def unrecorded(
    outline: Outline, columns: ScopeColumns, declared: Collection[str]
) -> Iterator[Break]:
    """Rows missing in scopes of a place, one after another, without a kind of event that scopes
    elsewhere have, unless it is `declared` that its absence says something.
    """
    runs = outline.runs
    silent = {place: _silent(own) for place, own in runs.items()}
    having, scopes, stretches = Counter[str](), Counter[str](), Counter[str]()
    for place, kinds in silent.items():
        for kind, (many, parts) in kinds.items():
            having[kind] += many
            scopes[kind] += len(runs[place]) - sum(map(len, parts))
            stretches[kind] += len(parts)
    often = sorted(
        kind
        for kind, many in having.items()
        if kind not in declared and is_missed(kind, columns, many, scopes[kind], stretches[kind])
    )
    for place, every in runs.items():
        found: dict[range, set[str]] = {}
        for kind in often:
            _, parts = silent[place].get(kind, (0, [range(len(every))]))
            least = EXPECTED if kind in silent[place] else WHOLE
            for part in parts:
                if having[kind] * len(part) >= least * scopes[kind]:
                    found.setdefault(part, set()).add(kind)
        for part, some in found.items():
            steps = _steps(outline, place, every[part.start : part.stop], columns)
            yield from (Break(at, (place,), kinds=frozenset(some)) for at in steps)


def _silent(runs: Sequence[ScopeRun]) -> Mapping[str, tuple[int, list[range]]]:
    """The kinds of event of a place, each with how many scopes have it, and where many one after
    another do not.
    """
    found: dict[str, tuple[int, list[range]]] = {}
    latest: dict[str, int] = {}
    for at, run in enumerate(runs):
        for kind in run.kinds:
            many, parts = found.setdefault(kind, (0, []))
            since = latest.get(kind, -1) + 1
            parts += [range(since, at)] if at - since >= EXPECTED else []
            found[kind], latest[kind] = (many + 1, parts), at
    for kind, last in latest.items():
        if len(runs) - last > EXPECTED:
            found[kind][1].append(range(last + 1, len(runs)))
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
