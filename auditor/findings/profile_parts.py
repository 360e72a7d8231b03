"""Puts the profile of a log together from those of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from auditor.engine.evaluate.catalog import eligible
from auditor.engine.store.columns import Columns
from auditor.findings.profile import (
    SHOWN,
    Back,
    Cases,
    Copy,
    Key,
    NumberingBreak,
    Profile,
    Totals,
    runs,
)
from auditor.language.core import Vocabulary
from auditor.values import moment

Case = TypeVar("Case", NumberingBreak, Back, Copy)
Order = int
"""By what events of all parts are put in the order of the log."""


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """The profile of a part; where its first and last moment and its cases stand in the log."""

    profile: Profile
    start: Order
    end: Order
    breaks: tuple[Order, ...]
    backs: tuple[Order, ...]
    copies: tuple[Order, ...]


def placed_part(
    found: Profile, columns: Columns, order: Callable[[int], Order] = int
) -> ProfilePart:
    """The profile of some rows of a log; `order` puts the places that they know in the order of
    the whole log.
    """
    rows = eligible(columns, ("time",))
    start = end = 0
    if len(rows):
        moments = columns.fields["time"].vector.data[rows]
        start = order(int(columns.places[rows[moments.argmin()]]))
        end = order(int(columns.places[rows[moments.argmax()]]))

    def orders(cases: Iterable[NumberingBreak | Back | Copy]) -> tuple[Order, ...]:
        return tuple(order(case.place) for case in cases)

    openings = {key: (order(place), day) for key, (place, day) in found.openings.items()}
    return ProfilePart(
        replace(found, openings=openings),
        start,
        end,
        orders(found.breaks.first),
        orders(found.backs.first),
        orders(found.copies.first),
    )


def can_be_parted(vocabulary: Vocabulary, fields: Collection[str]) -> bool:
    """Whether all that a profile follows stays within parts that differ in some fields."""
    return all(set(fields) <= set(within) for within in runs(vocabulary))


def whole_profile(
    parts: Sequence[ProfilePart], vocabulary: Vocabulary, headers: Iterable[Sequence[str]]
) -> Profile:
    """The profile of the whole log; `headers` are those of its tables in the canonical shape."""
    own = [part.profile for part in parts]
    kinds = Counter[str]()
    for profile in own:
        kinds.update(profile.kinds)
    filled = {kind: Counter[str]() for kind in vocabulary.kinds if kind in kinds}
    for profile in own:
        for kind, counts in profile.filled.items():
            filled[kind].update(counts)
    openings: dict[Key, tuple[int, date]] = {}
    for profile in own:
        for key, opening in profile.openings.items():
            openings[key] = min(openings.get(key, opening), opening)
    totals: dict[Key, Totals] = {}
    for profile in own:
        for key, found in profile.totals.items():
            totals[key] = totals[key].merge(found) if key in totals else found
    starts = [(p.profile.start, p.start) for p in parts if p.profile.start is not None]
    ends = [(p.profile.end, p.end) for p in parts if p.profile.end is not None]
    return Profile(
        events=sum(profile.events for profile in own),
        untimed=sum(profile.untimed for profile in own),
        start=min(starts, key=lambda own: (moment(own[0]), own[1]))[0] if starts else None,
        end=max(ends, key=lambda own: (moment(own[0]), -own[1]))[0] if ends else None,
        days=set[date]().union(*(profile.days for profile in own)),
        openings=openings,
        sessions=set[Key]().union(*(profile.sessions for profile in own)),
        tables=set[Key]().union(*(profile.tables for profile in own)),
        players=set[Key]().union(*(profile.players for profile in own)),
        staff=set[Key]().union(*(profile.staff for profile in own)),
        coups=sum(profile.coups for profile in own),  # no coup is in two parts
        kinds=Counter({kind: kinds[kind] for kind in filled}),
        filled=filled,
        columns={name for header in headers for name in header},
        breaks=_cases((part.profile.breaks, part.breaks) for part in parts),
        missing=sum(profile.missing for profile in own),
        backs=_cases((part.profile.backs, part.backs) for part in parts),
        copies=_cases((part.profile.copies, part.copies) for part in parts),
        totals=totals,
    )


def _cases(parts: Iterable[tuple[Cases[Case], Sequence[Order]]]) -> Cases[Case]:
    """The first cases of the whole log, and how many there are."""
    total = Cases[Case]()
    placed: list[tuple[Order, int, Case]] = []
    for cases, orders in parts:
        total.count += cases.count
        placed += [
            (order, at, case)
            for at, (order, case) in enumerate(zip(orders, cases.first, strict=True))
        ]
    placed.sort(key=lambda own: own[:2])
    total.first = [case for _, _, case in placed[:SHOWN]]
    return total
