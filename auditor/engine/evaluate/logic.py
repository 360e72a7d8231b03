"""Truth of three values, entry by entry: true, false, or unknown with its reasons; and values in
each story of the ledgers that they rest on.

Few entries have several stories: what they are in each stands behind the column while it is
worked out, so that an operator is asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.engine.evaluate.frame import Answer
from auditor.engine.evaluate.relations import ItemColumn
from auditor.log.store import encoding as exact
from auditor.log.store.encoding import NUMBERS
from auditor.log.store.keys import joined
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    Bools,
    Codes,
    Data,
    Ints,
    NotColumnar,
    Stories,
    StoryCases,
    Vector,
    each_once,
    first_of,
    join,
    whole,
)
from auditor.types import Type

# ---- in each story of the ledgers ---------------------------------------------------------------
MOST_CASES = 64
"""Of more ways in which stories go together nothing is worked out."""


@dataclass(slots=True)
class _Ways:
    """The ways in which the stories of some entries go together: the entry of each, why it is one
    of several, and the values worked out of, with what they are in each way behind them.
    """

    places: Ints
    stories: list[Stories]
    why: Codes

    def collapsed(self, found: Vector, size: int) -> Vector:
        """The entries of what was worked out of so many and of the ways behind them: each is what
        all its ways agree on, else all of them.
        """
        found = found.filled_up(size + len(self.places))
        told = found.at(slice(0, size))
        if (found.zone is not None and found.zone.ndim) or not len(self.places):
            return told  # a story brings no clock of its own
        told.data, told.unknown = told.data.copy(), whole(told.unknown, size).copy()
        ways = found.at(slice(size, None))
        _tell(told, self, ways.data, whole(ways.unknown, len(self.places)))
        return told


def by_story(
    function: Callable[[list[Vector]], Vector], vectors: list[Vector], among: Vector | None = None
) -> Vector:
    """The values of a function, entry by entry, in each story of its arguments; of those entries
    alone that have several in `among`, if that is given.
    """
    asked = [own.cases for own in (vectors if among is None else [among]) if own.cases is not None]
    if not asked:
        return function(vectors)
    size = max(len(own.data) for own in vectors if own.data.ndim)
    vectors = [own.filled_up(size) if own.data.ndim or own.unknown.ndim else own for own in vectors]
    places = each_once(np.concatenate([own.places for own in asked]))
    ways, picks = _ways([own.cases for own in vectors], places)
    behind = []
    for vector, pick in zip(vectors, picks, strict=True):
        if vector.data.ndim:
            more, why = _picked(vector, ways.places, pick)
            behind.append(_followed(vector, more))
            ways.why |= why
        else:
            behind.append(vector)
            ways.why |= vector.unknown
    return ways.collapsed(function(behind), size)


def _ways(columns: Sequence[StoryCases | None], places: Ints) -> tuple[_Ways, Ints]:
    """The ways of some entries, and for each column the number of the case that is picked."""
    several = [cases for cases in columns if cases is not None]
    if len(several) == 1:
        [cases] = several
        picks = np.full((len(columns), len(cases.places)), -1)
        picks[columns.index(cases)] = np.arange(len(cases.places))
        return _Ways(cases.places, cases.stories, np.zeros(len(cases.places), np.int64)), picks
    by_entry = [_by_entry(cases) for cases in columns]
    told = [
        (place, *way)
        for place in places.tolist()
        for way in together([own.get(place, _ALONE) for own in by_entry])
    ]
    of = np.array([place for place, _, _ in told], np.int64)
    chosen = np.array([pick for _, _, pick in told], np.int64).reshape(-1, len(columns))
    return _Ways(of, [known for _, known, _ in told], np.zeros(len(of), np.int64)), chosen.T


_ALONE: Sequence[tuple[Stories, int]] = [(frozenset(), -1)]


def _by_entry(cases: StoryCases | None) -> dict[int, list[tuple[Stories, int]]]:
    """The cases of each entry, each with its number."""
    found: dict[int, list[tuple[Stories, int]]] = {}
    if cases is not None:
        for at, place in enumerate(cases.places.tolist()):
            found.setdefault(place, []).append((cases.stories[at], at))
    return found


def _picked(vector: Vector, places: Ints, pick: Ints) -> tuple[Vector, Codes]:
    """The entries at some places, each in the case picked, and why it is one of several."""
    found, cases = vector.at(places), vector.cases
    found.cases = None
    if cases is None:
        return found, found.unknown
    has, at = pick >= 0, np.maximum(pick, 0)
    why = np.where(has, cases.codes[at], found.unknown)
    data = np.where(has, cases.data[at], found.data)
    return Vector(
        data, np.where(has, cases.unknown[at], found.unknown), found.scale, found.zone
    ), why


def _followed(vector: Vector, more: Vector) -> Vector:
    """A column with more entries behind it."""
    unknown, zone, sizes = vector.unknown, vector.zone, (len(vector.data), len(more.data))
    if unknown is not CERTAIN or more.unknown is not CERTAIN:
        unknown = np.concatenate([*map(whole, (unknown, more.unknown), sizes)])
    if zone is not None and zone.ndim:
        assert more.zone is not None
        zone = np.concatenate([zone, more.zone])
    return Vector(np.concatenate([vector.data, more.data]), unknown, vector.scale, zone)


def together(
    values: Sequence[Sequence[tuple[Stories, int]]],
) -> list[tuple[Stories, tuple[int, ...]]]:
    """The ways in which the cases of several values go together; none where they are too many."""
    held: list[tuple[Stories, tuple[int, ...]]] = [(frozenset(), ())]
    for cases in values:
        held = [
            (known | own, (*before, at))
            for known, before in held
            for own, at in cases
            if all(dict(known).get(row, story) == story for row, story in own)
        ]
        if len(held) > MOST_CASES:
            return []
    return held


def _tell(told: Vector, ways: _Ways, data: Data, unknown: Codes) -> None:
    """Notes of each entry what it is where all its ways agree, else all of them."""
    places, low = np.unique(ways.places, return_index=True)
    count = np.diff(np.append(low, len(ways.places)))
    first = np.repeat(low, count)
    every = np.bitwise_or.reduceat(unknown | ways.why, low)
    differs = (unknown != unknown[first]) | ((unknown == 0) & (data != data[first]))
    varied = np.logical_or.reduceat(differs, low)
    vague = ~np.logical_or.reduceat(unknown == 0, low)
    lost = np.logical_or.reduceat((unknown & DEFER != 0) | (unknown < 0), low)
    beyond = (every & DEFER != 0) | (every < 0)
    told.data[places] = data[low]
    told.unknown[places] = np.select(
        [lost | (varied & beyond), ~varied, vague], [DEFER, unknown[low], every], DEFER
    )
    chosen = np.flatnonzero(np.repeat(varied & ~vague & ~lost & ~beyond, count))
    if len(chosen):
        codes = np.repeat(every, count)[chosen]
        stories = [ways.stories[at] for at in chosen.tolist()]
        told.cases = StoryCases(ways.places[chosen], stories, data[chosen], unknown[chosen], codes)


@dataclass(slots=True)
class _SegmentWays(_Ways):
    """The ways of segments, each as a segment of its own behind the others."""

    values: Vector
    low: Ints
    high: Ints


LONGEST_SEGMENT = 1000
"""A longer one with an entry of several stories is left to the reference."""


def segment_ways(values: Vector, low: Ints, high: Ints) -> _SegmentWays:
    """The ways in which the stories of the values of each segment go together."""
    cases = values.cases
    assert cases is not None
    places, by_entry = each_once(cases.places), _by_entry(cases)
    first, after = np.searchsorted(places, low), np.searchsorted(places, high)
    of, stories, indexes, picks = list[int](), list[Stories](), list[Ints](), list[Ints]()
    for place in np.flatnonzero((after > first) & (high - low <= LONGEST_SEGMENT)).tolist():
        own = np.arange(low[place], high[place])
        mine = places[first[place] : after[place]]
        for known, chosen in together([by_entry[at] for at in mine.tolist()]):
            pick = np.full(len(own), -1)
            pick[mine - low[place]] = chosen
            of.append(place)
            stories.append(known)
            indexes.append(own)
            picks.append(pick)
    none = [np.zeros(0, np.int64)]
    more, why = _picked(values, np.concatenate(indexes or none), np.concatenate(picks or none))
    count = np.array([len(own) for own in indexes], np.int64)
    end = np.cumsum(count)
    every = joined(why, end - count, end)
    begin = len(values.data)
    return _SegmentWays(
        np.array(of, np.int64),
        stories,
        every,
        _followed(values, more),
        end - count + begin,
        end + begin,
    )


def merged(*parts: StoryCases | None) -> StoryCases | None:
    """The cases of different entries together."""
    there = [own for own in parts if own is not None]
    if len(there) < 2:
        return there[0] if there else None
    places = np.concatenate([own.places for own in there])
    order = np.argsort(places, kind="stable")
    stories = [story for own in there for story in own.stories]
    return StoryCases(
        places,
        stories,
        np.concatenate([own.data for own in there]),
        np.concatenate([own.unknown for own in there]),
        np.concatenate([own.codes for own in there]),
    ).take(order, places[order])


def settled(vector: Vector) -> Vector:
    """A column of which nothing more is worked out: what its stories leave open is not known."""
    if vector.cases is None:
        return vector
    unknown = vector.unknown.copy()
    unknown[vector.cases.places] = vector.cases.codes
    return Vector(vector.data, unknown, vector.scale, vector.zone)


# ---- conditions and choices ---------------------------------------------------------------------
def all_of(parts: Sequence[Vector]) -> Vector:
    """Whether all hold: false where any is false, whatever is not known of others."""
    true: Bools = np.array(True)
    for part in parts:
        true = true & part.may_be_true()
    unknown = join(*(part.unknown for part in parts))
    return Vector(np.asarray(true), unknown if unknown is CERTAIN else np.where(true, unknown, 0))


def either(when: Vector, then: Answer, otherwise: Answer, kind: Type) -> Answer:
    """One answer where a condition holds, else the other; where several stories leave it open, the
    one or the other in each of them; else unknown where it is not known.
    """
    if isinstance(then, ItemColumn) or isinstance(otherwise, ItemColumn):
        if not isinstance(then, ItemColumn) or not isinstance(otherwise, ItemColumn):
            raise NotColumnar
        if then.source is not otherwise.source or then.what != otherwise.what:
            raise NotColumnar
        unknown = _chosen_codes(when, then.unknown, otherwise.unknown)
        at = np.where(when.data, then.at, otherwise.at)
        return ItemColumn(then.source, at, unknown, then.what)
    if when.cases is None and then.cases is None and otherwise.cases is None:
        return _either(when, then, otherwise, kind)
    found = by_story(
        lambda own: _either(own[0], own[1], own[2], kind), [when, then, otherwise], among=when
    )
    taken, sure = (whole(own, len(found.data)) for own in (when.data, when.known()))
    one = _in_scale(then, found.scale, sure & taken)
    other = _in_scale(otherwise, found.scale, sure & ~taken)
    found.cases = merged(found.cases, one, other)
    return found


def _in_scale(vector: Vector, scale: int, marked: Bools) -> StoryCases | None:
    """The cases of the entries that are marked, over a multiple of their denominator."""
    cases = vector.cases and vector.cases.where(marked)
    if cases is None or vector.scale == scale:
        return cases
    told = exact.scaled(Vector(cases.data, cases.unknown, vector.scale), scale)
    return replace(cases, data=told.data, unknown=told.unknown)


def _either(when: Vector, then: Vector, otherwise: Vector, kind: Type) -> Vector:
    if kind in NUMBERS:
        then, otherwise = exact.same_scale(then, otherwise)
    zone = then.zone if then.zone is not None else otherwise.zone
    if then.zone is not None and otherwise.zone is not None:
        zone = np.where(when.data, then.zone, otherwise.zone)
    unknown = _chosen_codes(when, then.unknown, otherwise.unknown)
    return Vector(np.where(when.data, then.data, otherwise.data), unknown, then.scale, zone)


def _chosen_codes(when: Vector, then: Codes, otherwise: Codes) -> Codes:
    if then is CERTAIN and otherwise is CERTAIN:
        return when.unknown
    return first_of(when.unknown, np.where(when.data, then, otherwise))


def negated(part: Vector) -> Vector:
    """Whether a condition does not hold."""
    return by_story(lambda own: Vector(~own[0].data, own[0].unknown), [part])


def every_one(parts: list[Vector]) -> Vector:
    """Whether all conditions hold, in each story."""
    return by_story(all_of, parts)
