"""What selections look at: events, streams, intervals and rows of records, found by their keys."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from auditor.language.core import ANY_EVENT, Program, Record
from auditor.language.facts import facts_of
from auditor.log.event import Event, Log
from auditor.values import Answer, Value

Key = tuple[Value | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Viewed:
    """An event seen through a stream, which gives some of its fields other names."""

    event: Event
    names: Mapping[str, str]

    @property
    def place(self) -> int:
        return self.event.place


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """An interval: the event that opens it and the one that closes it, None while it is open."""

    start: Event
    end: Event | None

    @property
    def place(self) -> int:
        return self.start.place


@dataclass(slots=True, eq=False)
class Group:
    """The events that agree on some fields: an instance of a scope, or a row of a record.

    `columns` fills with the values of a record's columns as they are asked for.
    """

    source: str
    keys: Mapping[str, Value | None]
    events: list[Event]
    columns: dict[str, Answer | Item | Absent] = field(default_factory=dict)

    @property
    def place(self) -> int:
        return self.events[0].place


@dataclass(frozen=True, slots=True)
class Absent:
    """No such item."""

    what: str


Item = Event | Viewed | Span | Group


def events_of(item: Item) -> tuple[Event, ...]:
    """The events that an item is made of."""
    match item:
        case Event():
            return (item,)
        case Viewed():
            return (item.event,)
        case Span():
            return (item.start, item.end) if item.end is not None else (item.start,)
        case Group():
            return tuple(item.events)


def kind_of(item: Item) -> str:
    """The kind of event that an item is."""
    return events_of(item)[0].kind


def doubtful(item: Item) -> bool:
    """Whether the item stands for a row that was set aside."""
    match item:
        case Event():
            return item.doubtful
        case Viewed():
            return item.event.doubtful
        case Span():
            return item.start.doubtful or (item.end is not None and item.end.doubtful)
        case Group():
            return len(item.events) == 1 and item.events[0].doubtful


def raw(item: Item, name: str) -> Value | None:
    """A field as the log has it; None where it is empty.  Not for columns of records."""
    match item:
        case Event():
            return item.kind if name == ANY_EVENT else item.values.get(name)
        case Viewed():
            return item.event.values.get(item.names.get(name, name))
        case Span():
            return item.start.values.get(name)
        case Group():
            return item.keys.get(name)


class Items:
    """All the items of a log, by source; groups are made once and kept."""

    def __init__(self, program: Program, log: Log) -> None:
        self._program = program
        self._by_kind: dict[str, list[Item]] = defaultdict(list)
        for event in log.events:
            self._by_kind[event.kind].append(event)
        self._by_kind[ANY_EVENT] = list(log.events)
        self._log = log
        self._made: dict[str, list[Item]] = {}
        self._groups: dict[str, dict[Key, Group]] = {}
        self._facts = facts_of(program)
        self._empty = self._facts.empty_by_nature

    def of(self, source: str) -> list[Item]:
        """The items of one source in their order."""
        if source in self._program.vocabulary.kinds or source == ANY_EVENT:
            return self._by_kind[source]
        if source not in self._made:
            self._made[source] = list(self._make(source))
        return self._made[source]

    def _make(self, source: str) -> Iterable[Item]:
        vocabulary = self._program.vocabulary
        if source in vocabulary.streams:
            return self._stream(source)
        if source in vocabulary.intervals:
            return self._spans(source)
        return sorted(self.groups(source).values(), key=lambda group: group.place)

    def _stream(self, source: str) -> list[Item]:
        viewed: list[Item] = []
        for kind, names in self._program.vocabulary.streams[source].parts:
            mapping = dict(names)
            viewed += [Viewed(e, mapping) for e in self._by_kind[kind] if isinstance(e, Event)]
        return sorted(viewed, key=lambda item: item.place)

    def _spans(self, source: str) -> Iterator[Span]:
        """Each opening with the next closing that has the same keys."""
        interval = self._program.vocabulary.intervals[source]
        ends: dict[Key, list[Event]] = defaultdict(list)
        for end in self._by_kind[interval.end]:
            assert isinstance(end, Event)
            ends[tuple(end.values.get(key) for key in interval.keys)].append(end)
        for start in self._by_kind[interval.start]:
            assert isinstance(start, Event)
            closing = ends[tuple(start.values.get(key) for key in interval.keys)]
            at = bisect_left(closing, start.place, key=lambda event: event.place)
            yield Span(start, closing[at] if at < len(closing) else None)

    # ---- groups -----------------------------------------------------------------------------
    def groups(self, source: str) -> dict[Key, Group]:
        """The instances of a scope, or the rows of a record, by their keys."""
        if source not in self._groups:
            record = self._program.records.get(source)
            if record is None:
                scope = self._program.vocabulary.scopes[source]
                self._groups[source] = self._grouped(
                    source, scope.fields, scope.needs, self._log.events
                )
            else:
                self._groups[source] = self._rows(record)
        return self._groups[source]

    def _grouped(
        self,
        source: str,
        fields: tuple[str, ...],
        needs: tuple[str, ...],
        events: Iterable[Event],
    ) -> dict[Key, Group]:
        groups: dict[Key, Group] = {}
        for event in events:
            values = event.values
            if event.doubtful or any(name not in values for name in needs):
                continue
            key = tuple(values.get(name) for name in fields)
            if key in groups:
                groups[key].events.append(event)
            else:
                groups[key] = Group(source, dict(zip(fields, key, strict=True)), [event])
        return groups

    def _rows(self, record: Record) -> dict[Key, Group]:
        if record.of_events:
            return self._of_events(record)
        if not record.over:
            return self._grouped(record.name, record.keys, record.needs, self._log.events)
        groups: dict[Key, Group] = {}
        for item in self.union(record.over):
            if doubtful(item) or any(raw(item, name) is None for name in record.needs):
                continue
            key = tuple(raw(item, name) for name in record.keys)
            if key not in groups:
                groups[key] = Group(record.name, dict(zip(record.keys, key, strict=True)), [])
            groups[key].events += events_of(item)
        return groups

    def _of_events(self, record: Record) -> dict[Key, Group]:
        """A row for every event, under its place in the log."""
        return {
            (item.place,): Group(
                record.name, {name: raw(item, name) for name in record.keys}, list(events_of(item))
            )
            for item in self.of(record.over[0])
        }

    def union(self, sources: tuple[str, ...]) -> list[Item]:
        """The items of several sources in their common order."""
        if len(sources) == 1:
            return self.of(sources[0])
        return sorted((x for source in sources for x in self.of(source)), key=lambda x: x.place)

    # ---- what an empty field means ----------------------------------------------------------
    def may_be_empty(self, item: Item, name: str) -> bool:
        """Whether an empty field is empty by nature; else it is only not recorded."""
        match item:
            case Event():
                return name in self._empty[item.kind]
            case Viewed():
                return item.names.get(name, name) in self._empty[item.event.kind]
            case Span():
                return name in self._empty[item.start.kind]
            case Group():
                return all(name in self._empty[event.kind] for event in item.events[:1])

    def comes_from(self, item: Item, source: str) -> bool:
        """Whether an item is one of this source."""
        match item:
            case Event():
                return source in (item.kind, ANY_EVENT)
            case Viewed():
                stream = self._program.vocabulary.streams.get(source)
                return stream is not None and item.event.kind in dict(stream.parts)
            case Span():
                interval = self._program.vocabulary.intervals.get(source)
                return interval is not None and item.start.kind == interval.start
            case Group():
                return item.source == source

    def unrecorded(self, sources: tuple[str, ...]) -> tuple[str, ...]:
        """The kinds behind the sources that the log does not record."""
        return self._facts.unrecorded(sources, self._log.recorded)

    @property
    def recorded(self) -> frozenset[str]:
        """The kinds of event that the log records, also where it holds none."""
        return self._log.recorded

    def is_recorded(self, kind: str) -> bool:
        """Whether the absence of such an event means that it did not happen."""
        return self._facts.is_recorded(kind, self._log.recorded)


def later(first: Event, second: Event) -> bool:
    """Whether the first event is at a later moment: by time where both have one, else by place."""
    one, other = first.time, second.time
    if one is None or other is None or (one.tzinfo is None) != (other.tzinfo is None):
        return first.place > second.place
    return one > other
