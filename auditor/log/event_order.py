"""The events of several files in the order of the log."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import scope_columns, worded
from auditor.log.event import Event
from auditor.log.together import HIGHEST, NO_INSTANTS, Instants, Merged, RowFacts, together
from auditor.log.usual_order import Ints
from auditor.values import moment

_NEVER = moment(datetime.min.replace(year=2))


@dataclass(frozen=True, slots=True)
class InTime:
    """The events of several files in the order of the log, and what is only likely of it."""

    events: list[Event]
    _found: Merged | None = None
    _instants: tuple[tuple[Event, Event], ...] = ()
    _files: tuple[Hashable, ...] = ()
    _kinds: tuple[str, ...] = ()

    def instants(self) -> Instants:
        """The instants of which the order is only likely, once each event has its place."""
        if self._found is None:
            return NO_INSTANTS
        bounds = [(first.place, last.place + 1) for first, last in self._instants]
        return self._found.instants_at(bounds, self._files, self._kinds)


def in_time(streams: Sequence[list[Event]], vocabulary: Vocabulary) -> InTime:
    """Several files put together by time; a time that goes back moves nothing within its file.  Of
    one instant the file that begins earlier comes first where one night may be cut in two there.
    """
    some = [own for own in streams if own]
    if len(some) < 2:
        found = InTime([*chain.from_iterable(some)])
    else:
        found = _together(sorted(some, key=_begins), vocabulary)
    for place, event in enumerate(found.events):
        event.place = place
    return found


def _begins(events: Iterable[Event]) -> datetime:
    return next((moment(event.time) for event in events if event.time is not None), _NEVER)


def _together(streams: Sequence[list[Event]], vocabulary: Vocabulary) -> InTime:
    latest = [[*_latest(own)] for own in streams]
    known = {time: at for at, time in enumerate(sorted({time for own in latest for time in own}))}
    times = [np.array([known[time] for time in own], np.int64) for own in latest]
    every = [event for own in streams for event in own]
    found = together(times, lambda: _facts(every, vocabulary))
    return InTime(
        [every[at] for at in found.order.tolist()],
        found,
        tuple((every[first], every[last]) for first, last in found.instants),
        tuple((own[0].row.file, own[0].row.sheet) for own in streams),
        tuple(vocabulary.kinds),
    )


def _latest(events: Iterable[Event]) -> Iterator[datetime]:
    latest = _NEVER
    for event in events:
        if event.time is not None:
            latest = max(latest, moment(event.time))
        yield latest


def _facts(events: Sequence[Event], vocabulary: Vocabulary) -> RowFacts:
    columns, kinds = scope_columns(vocabulary), [*vocabulary.kinds]
    numbers = [[_number(event.values.get(name)) for name in columns.counters] for event in events]

    def told() -> tuple[Ints, Ints]:
        said = [worded(event, columns) for event in events]
        keys = [tuple(event.values.get(name) for name in columns.keys) for event in events]
        return _codes(said), _codes([*zip(said, keys, strict=True)])

    named = [_codes([event.values.get(name) for event in events]) for name in columns.names]
    shape = len(events), len(columns.counters)
    return RowFacts(
        np.stack(named, axis=1) if named else np.zeros((len(events), 0), np.int64),
        np.array(numbers, np.int64).reshape(shape),
        np.array([kinds.index(event.kind) for event in events], np.int64),
        told,
        np.array([event.doubtful for event in events], bool),
        *ends_of(vocabulary),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= HIGHEST else -1


def _codes(values: Sequence[Hashable]) -> Ints:
    """Numbers for values, equal where these are; -1 for none."""
    known: dict[Hashable, int] = {None: -1}
    return np.array([known.setdefault(own, len(known)) for own in values], np.int64)


def ends_of(vocabulary: Vocabulary) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds that open an interval and those that close one, by their numbers."""
    kinds, spans = [*vocabulary.kinds], vocabulary.intervals.values()
    starts = frozenset(kinds.index(own.start) for own in spans)
    return starts, frozenset(kinds.index(own.end) for own in spans if own.end is not None)
