"""An outline of a log: what opens and closes at each place, and in what numbers its scopes follow
each other.

Where rows are missing is told by it alone, whether the events are in memory or in columns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.suspects import ScopeColumns, Scopes, scope_columns
from auditor.log.event import Event, Row
from auditor.values import Value


@dataclass(slots=True)
class ScopeRun:
    """Events of one scope at its place: the first, the last, how many of each kind."""

    scope: Scopes
    first: int
    last: int
    kinds: Counter[str]


@dataclass(slots=True)
class Stay:
    """A scope that an event opens and another closes: its first and its last row, and the first
    and the last of the events that open or close it; and the row by which it is `shut` where
    the row of the scope right before that one opens it, so that all others stand outside.
    """

    first: int
    last: int
    begins: str = ""
    ends: str = ""
    shut: int = -1


@dataclass(frozen=True, slots=True)
class Unopened:
    """A row that closes what nothing has opened, and the first before which the opening may be."""

    interval: Interval
    closing: int
    since: int


@dataclass(slots=True)
class FileOutline:
    """The certain rows of one file: the first, the last, the first and the last of each kind, and
    of those that say the same of places and of what opens and closes, the first.
    """

    first: int
    last: int
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)
    telling: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outline:
    """The scopes of a log of some `size`; rows are counted through all of it, and those in doubt,
    of which `unsure` is the first, tell nothing.

    `stays` are those of each interval, `runs` those of each place, of which `extent` has the first
    and the last row; `uncounted` are kinds of event that stand outside any numbered scope, `before`
    those of the last two that stand before the first scope of a place; `unopened` is whatever is
    closed and was not opened; `timed` is a log that has any times.  `row` gives a row as it stands,
    `kind` that of its event, `values` what it says of scopes.
    """

    size: int
    unsure: int
    files: Sequence[FileOutline]
    stays: Mapping[str, Mapping[Scopes, Stay]]
    runs: Mapping[Scopes, Sequence[ScopeRun]]
    extent: Mapping[Scopes, tuple[int, int]]
    uncounted: frozenset[str]
    before: Mapping[Scopes, Sequence[str]]
    unopened: Sequence[Unopened]
    timed: bool
    row: Callable[[int], Row]
    kind: Callable[[int], str]
    values: Callable[[int], Mapping[str, Value]]

    def key(self, at: int, interval: Interval) -> Scopes:
        """The cells of a row that tell the scope of an interval."""
        values = self.values(at)
        return tuple(values.get(name) for name in interval.keys)


def stays(vocabulary: Vocabulary) -> list[Interval]:
    """The intervals that are a whole scope and that an event closes, the widest first."""
    scopes = {scope.fields for scope in vocabulary.scopes.values()}
    every = vocabulary.intervals.values()
    found = [own for own in every if own.keys in scopes and own.end is not None]
    return sorted(found, key=lambda own: len(own.keys))


def telling(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The fields that tell places, and what opens and closes."""
    names = dict.fromkeys(scope_columns(vocabulary).names)
    names.update(dict.fromkeys(name for own in stays(vocabulary) for name in own.keys))
    return tuple(names)


def closed(vocabulary: Vocabulary) -> Iterator[tuple[Interval, tuple[str, ...], bool]]:
    """The intervals that an event closes, their names of places, and whether they are scopes."""
    names, whole = scope_columns(vocabulary).names, stays(vocabulary)
    for own in vocabulary.intervals.values():
        if own.end is not None:
            yield own, tuple(name for name in own.keys if name in names), own in whole


def outline_of(events: Sequence[Event], vocabulary: Vocabulary) -> Outline:
    """The outline of events that are in memory."""
    certain = [at for at, event in enumerate(events) if not event.doubtful]
    runs = _Runs(events, certain, scope_columns(vocabulary))
    return Outline(
        size=len(events),
        unsure=next((at for at, event in enumerate(events) if event.doubtful), len(events)),
        files=_files(events, certain, telling(vocabulary)),
        stays={own.name: _stays_of(events, certain, own) for own in stays(vocabulary)},
        runs=runs.of,
        extent=runs.extent,
        uncounted=frozenset(runs.uncounted),
        before=runs.before,
        unopened=[*_unopened(events, certain, vocabulary)],
        timed=any(events[at].time is not None for at in certain),
        row=lambda at: events[at].row,
        kind=lambda at: events[at].kind,
        values=lambda at: events[at].values,
    )


def _files(
    events: Sequence[Event], certain: Iterable[int], names: Sequence[str]
) -> list[FileOutline]:
    files: dict[tuple[str, str | None], FileOutline] = {}
    seen = set[object]()
    for at in certain:
        event = events[at]
        name = event.row.file, event.row.sheet
        own = files.setdefault(name, FileOutline(at, at))
        own.last = at
        own.kinds[event.kind] = own.kinds.get(event.kind, (at, at))[0], at
        said = name, *(event.values.get(name) for name in names)
        if said not in seen:
            seen.add(said)
            own.telling.append(at)
    return list(files.values())


def _stays_of(
    events: Sequence[Event], certain: Iterable[int], interval: Interval
) -> dict[Scopes, Stay]:
    found: dict[Scopes, Stay] = {}
    opened: dict[Scopes, int] = {}
    for at in certain:
        event = events[at]
        key = tuple(event.values.get(name) for name in interval.keys)
        if key[-1] is None:
            continue
        stay = found.setdefault(key, Stay(at, at))
        before, stay.last = stay.last, at
        if event.kind in (interval.start, interval.end):
            stay.begins, stay.ends = stay.begins or event.kind, event.kind
            closes = (stay.begins, stay.ends) == (interval.start, interval.end)
            stay.shut = at if closes and opened.get(key) == before else -1
            opened.setdefault(key, at)
    return found


def _unopened(
    events: Sequence[Event], certain: Sequence[int], vocabulary: Vocabulary
) -> Iterator[Unopened]:
    for interval, names, whole in closed(vocabulary):
        first: dict[Scopes, int] = {}
        last: dict[Scopes, int] = {}  # where each was opened or closed
        for at in certain:
            kind, values = events[at].kind, events[at].values
            since = first.setdefault(tuple(values.get(name) for name in names), at)
            if kind not in (interval.start, interval.end) or interval.keys[-1] not in values:
                continue
            key = tuple(values.get(name) for name in interval.keys)
            before, last[key] = last.get(key), at
            if kind == interval.start:
                continue
            if before is None:
                yield Unopened(interval, at, since)
            elif events[before].kind == kind and not whole:
                yield Unopened(interval, at, before + 1)


class _Runs:
    """The scopes of the deepest kind, one after another at each place."""

    def __init__(
        self, events: Sequence[Event], certain: Iterable[int], columns: ScopeColumns
    ) -> None:
        self.extent: dict[Scopes, tuple[int, int]] = {}
        self.of: dict[Scopes, list[ScopeRun]] = defaultdict(list)
        self.uncounted: set[str] = set()
        self.before: dict[Scopes, list[str]] = defaultdict(list)
        for at in certain:
            kind, values = events[at].kind, events[at].values
            place = columns.place(values)
            self.extent[place] = self.extent.get(place, (at, at))[0], at
            if not columns.counters or columns.counters[-1] not in values:
                self.uncounted.add(kind)
                if place not in self.of:
                    self.before[place] = [*self.before[place][-1:], kind]
                continue
            scope = tuple(values.get(name) for name in columns.counters)
            runs = self.of[place]
            if runs and runs[-1].scope == scope:
                runs[-1].last = at
                runs[-1].kinds[kind] += 1
            else:
                runs.append(ScopeRun(scope, at, at, Counter([kind])))
