"""Puts the profile of a log together from those of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from auditor.engine.evaluate.catalog import eligible
from auditor.engine.store.columns import Columns
from auditor.findings.profile import (
    FOLLOWED,
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


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """The profile of a part; where its first and last moment stand in the log."""

    profile: Profile
    start: int
    end: int


def placed_part(found: Profile, columns: Columns) -> ProfilePart:
    """The profile of some rows of a log, which know their places in the whole of it."""
    rows = eligible(columns, ("time",))
    start = end = 0
    if len(rows):
        moments = columns.fields["time"].vector.data[rows]
        start = int(columns.places[rows[moments.argmin()]])
        end = int(columns.places[rows[moments.argmax()]])
    return ProfilePart(found, start, end)


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
    bands = [own for profile in own for own in profile.bands.items()]  # none is in two parts
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
        breaks=_cases(profile.breaks for profile in own),
        missing=sum(profile.missing for profile in own),
        backs=_cases(profile.backs for profile in own),
        copies=_cases(profile.copies for profile in own),
        totals=totals,
        bands=dict(sorted(bands, key=lambda own: own[1].place)[:FOLLOWED]),
    )


def _cases(parts: Iterable[Cases[Case]]) -> Cases[Case]:
    """The first cases of the whole log, and how many there are."""
    total, every = Cases[Case](), list[Case]()
    for cases in parts:
        total.count += cases.count
        every += cases.first
    total.first = sorted(every, key=lambda case: case.place)[:SHOWN]
    return total
