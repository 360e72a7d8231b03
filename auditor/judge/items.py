"""The items of a log, by source and key: events, streams, intervals, scopes, rows of records."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from auditor.language.core import ANY_EVENT, Interval, Program, Record
from auditor.language.facts import facts_of, unknown_cells
from auditor.log.event import Event, Log
from auditor.source import Frozen
from auditor.values import Answer, Value

Key = tuple[Value | None, ...]
Apart = Callable[[Event, Event], bool]
"""Whether it is not known which of two events comes first."""


def in_order(_one: Event, _other: Event) -> bool:
    """The order of all events is known."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class IntervalItem:
    """An interval: the event that opens it and the one that closes it, None while it is open.

    `may_end` is the first event that may have closed it before; what closes it is of the kind
    `until`.
    """

    start: Event
    end: Event | None
    until: str
    may_end: Event | None = None

    @property
    def place(self) -> int:
        return self.start.place


@dataclass(slots=True)
class Pairing:
    """Finds what closes each interval.  `needed` are its keys of which an empty one is a gap."""

    _interval: Interval
    _starts: Sequence[Event]
    _closings: Sequence[Event]
    _needed: frozenset[str]
    _apart: Apart

    @property
    def _keys(self) -> tuple[str, ...]:
        return self._interval.keys

    def spans(self) -> Iterator[IntervalItem]:
        """Each opening with the next closing that has the same keys, and with the first before it
        that may have closed it.
        """
        ends: dict[Key, list[Event]] = defaultdict(list)
        in_doubt: list[Event] = []
        for end in self._closings:
            if end.doubtful:
                in_doubt.append(end)
            else:
                ends[self._key(end)].append(end)
        together = self._together(ends)
        for start in self._starts:
            if not start.lost.isdisjoint(self._keys):
                yield IntervalItem(start, None, self._interval.end)
                continue
            closed, first = self._closing(start, ends[self._key(start)])
            closed, first = together.get(start.place, (closed, first))
            may_end = self._may_end(start, closed, in_doubt)
            if first is not None and (may_end is None or first.place < may_end.place):
                may_end = first
            yield IntervalItem(start, closed, self._interval.end, may_end)

    def _closing(
        self, start: Event, closings: Sequence[Event]
    ) -> tuple[Event | None, Event | None]:
        """The next of some closings, and one that may have come before it: it is not known whether
        that comes after the opening.
        """
        beside: Event | None = None
        if self._apart is not in_order:
            beside = next((event for event in closings if self._apart(start, event)), None)
            closings = [event for event in closings if not self._apart(start, event)]
        at = bisect_left(closings, start.place, key=lambda event: event.place)
        return closings[at] if at < len(closings) else None, beside

    def _key(self, event: Event) -> Key:
        return tuple(event.values.get(name) for name in self._keys)

    def _together(
        self, ends: Mapping[Key, Sequence[Event]]
    ) -> dict[int, tuple[Event | None, Event | None]]:
        """By their places the openings that lack a needed key: the closing at which as many have
        ended as were open, and the first at which each may have ended.
        """
        opened: dict[Key, list[Event]] = defaultdict(list)
        for start in self._starts:
            if start.lost.isdisjoint(self._keys) and not self._needed <= start.values.keys():
                opened[self._key(start)].append(start)
        found: dict[int, tuple[Event | None, Event | None]] = {}
        for key, starts in opened.items():
            both = [(event.place, False, event) for event in starts]
            both += [(event.place, True, event) for event in ends.get(key, ())]
            still: list[Event] = []
            closings = 0
            for _, closes, event in sorted(both, key=lambda one: one[:2]):
                if not closes:
                    still.append(event)
                    found[event.place] = (None, None)
                    continue
                closings += bool(still)
                over = closings == len(still)
                for start in still:
                    first = found[start.place][1] or (None if over else event)
                    found[start.place] = (event if over else None, first)
                if over:
                    still, closings = [], 0
        return found

    def _may_end(self, start: Event, end: Event | None, in_doubt: Sequence[Event]) -> Event | None:
        for event in in_doubt[bisect_left(in_doubt, start.place, key=lambda event: event.place) :]:
            if end is not None and event.place > end.place:
                return None
            if all(
                name in event.lost or event.values.get(name) == start.values.get(name)
                for name in self._keys
            ):
                return event
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Viewed:
    """An event seen through a stream, which gives some of its fields other names."""

    event: Event
    names: Mapping[str, str]

    @property
    def place(self) -> int:
        return self.event.place


@dataclass(slots=True, eq=False)
class Group:
    """The events that agree on some fields: an instance of a scope, or a row of a record.

    It is `doubtful` itself where all its events are in doubt.  `columns` fills with the values of
    the columns of a record as they are asked for.
    """

    source: str
    keys: Mapping[str, Value | None]
    events: list[Event]
    columns: dict[str, Answer | Item | Absent] = field(default_factory=dict)
    doubtful: bool = False
    lost: frozenset[str] = frozenset()  # keys of which the cells cannot be believed
    of_event: bool = False  # the row of a record of events, about the one that it stands for

    @property
    def place(self) -> int:
        return self.events[0].place


class Absent(Frozen):
    """No such item."""

    what: str


Item = Event | Viewed | IntervalItem | Group


def events_of(item: Item) -> tuple[Event, ...]:
    """The events that an item is made of."""
    match item:
        case Event():
            return (item,)
        case Viewed():
            return (item.event,)
        case IntervalItem():
            return (item.start, item.end) if item.end is not None else (item.start,)
        case Group():
            return tuple(item.events)


def first_of(item: Item) -> Event:
    """The event with which an item begins."""
    match item:
        case Event():
            return item
        case Viewed():
            return item.event
        case IntervalItem():
            return item.start
        case Group():
            return item.events[0]


def kind_of(item: Item) -> str:
    """The kind of event that an item is."""
    return first_of(item).kind


def doubtful(item: Item) -> bool:
    """Whether the item stands for a row that was set aside."""
    return item.doubtful if isinstance(item, Group) else first_of(item).doubtful


def unlogged(item: Item) -> bool:
    """Whether the item stands for rows that the log lacks: it may be, and is none to be judged."""
    return doubtful(item) and first_of(item).unlogged


def own_name(item: Item, name: str) -> str:
    """The name that a field has in the events of an item."""
    return item.names.get(name, name) if isinstance(item, Viewed) else name


def lost(item: Item, name: str) -> bool:
    """Whether the cell of a field stands in a row that was set aside, and cannot be believed."""
    some = item.lost if isinstance(item, Group) else first_of(item).lost
    return own_name(item, name) in some


def lost_of(item: Item, names: Iterable[str]) -> frozenset[str]:
    """Those of some fields whose cells cannot be believed."""
    some = item.lost if isinstance(item, Group) else first_of(item).lost
    return frozenset(name for name in names if lost(item, name)) if some else some


def raw(item: Item, name: str) -> Value | None:
    """A field as the log has it; None where it is empty.  Not for columns of records."""
    match item:
        case Event():
            return item.kind if name == ANY_EVENT else item.values.get(name)
        case Viewed():
            return raw(item.event, item.names.get(name, name))
        case IntervalItem():
            return item.start.values.get(name)
        case Group():
            return item.keys.get(name)


def raws(item: Item, names: Sequence[str]) -> Key:
    """Several fields of an item as the log has them."""
    match item:
        case Event():
            values = item.values
            if ANY_EVENT not in names:
                return tuple(map(values.get, names))
            return tuple([item.kind if name == ANY_EVENT else values.get(name) for name in names])
        case Group():
            return tuple([item.keys.get(name) for name in names])
        case _:
            return tuple([raw(item, name) for name in names])


class Items:
    """All the items of a log, by source; groups are made once and kept."""

    def __init__(self, program: Program, log: Log, apart: Apart = in_order) -> None:
        self._program, self._apart = program, apart
        self._by_kind: dict[str, list[Item]] = defaultdict(list)
        for event in log.events:
            self._by_kind[event.kind].append(event)
        self._by_kind[ANY_EVENT] = list(log.events)
        self._log = log
        self._made: dict[str, list[Item]] = {}
        self._groups: dict[str, dict[Key, Group]] = {}
        self._doubtful_groups: dict[str, dict[tuple[int, ...], set[Key]]] = {}
        self._unrecorded: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._facts = facts_of(program)
        self._unknown = unknown_cells(program.vocabulary, log.lacking)
        empty = self._facts.empty_by_nature
        self._empty = {kind: names - self._unknown[kind] for kind, names in empty.items()}
        self.recorded_fields = {
            kind.name: tuple(name for name in kind.fields if self._is_gap(kind.name, name))
            for kind in program.vocabulary.kinds.values()
        }
        """The fields of each kind of event of which an empty cell is a gap in the record: they are
        not empty by nature, or tell two events apart, and no event of the log fills them.
        """

    def _is_gap(self, kind: str, name: str) -> bool:
        if name not in self._empty[kind]:
            return True
        return name in self._program.telling[kind] and (kind, name) in self._log.unfilled

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

    def _spans(self, source: str) -> Iterator[IntervalItem]:
        interval = self._program.vocabulary.intervals[source]
        starts = [event for event in self._by_kind[interval.start] if isinstance(event, Event)]
        needed = frozenset(interval.keys) - self._empty[interval.start]
        closings = [event for event in self._by_kind[interval.end] if isinstance(event, Event)]
        return Pairing(interval, starts, closings, needed, self._apart).spans()

    # ---- groups -----------------------------------------------------------------------------
    def groups(self, source: str) -> dict[Key, Group]:
        """The instances of a scope, or the rows of a record, by their keys."""
        if source not in self._groups:
            record = self._program.records.get(source)
            if record is None:
                scope = self._program.vocabulary.scopes[source]
                self._groups[source] = self._gathered(
                    source, scope.fields, scope.needs, self._log.events
                )
            else:
                self._groups[source] = self._rows(record)
        return self._groups[source]

    def _rows(self, record: Record) -> dict[Key, Group]:
        if record.of_events:
            return self._of_events(record)
        if not record.over:
            return self._gathered(record.name, record.keys, record.needs, self._log.events)
        return self._gathered(record.name, record.keys, record.needs, self.union(record.over))

    @staticmethod
    def _gathered(
        source: str, fields: tuple[str, ...], needs: tuple[str, ...], items: Iterable[Item]
    ) -> dict[Key, Group]:
        """Items by the values of some fields.  Items in doubt make groups in doubt, where no other
        item has these values; an item in doubt with a lost key is a group by itself.
        """
        groups: dict[Key, Group] = {}
        in_doubt: list[Item] = []
        needed = [fields.index(name) for name in needs]
        for item in items:
            if doubtful(item):
                in_doubt.append(item)
                continue
            key = raws(item, fields)
            if None in key and any(key[at] is None for at in needed):
                continue
            if key not in groups:
                groups[key] = Group(source, dict(zip(fields, key, strict=True)), [])
            groups[key].events += events_of(item)
        for item in in_doubt:
            if any(raw(item, name) is None and not lost(item, name) for name in needs):
                continue
            key = raws(item, fields)
            gone = lost_of(item, fields)
            row_key: Key = (*key, item.place) if gone else key
            if row_key not in groups:
                keys = dict(zip(fields, key, strict=True))
                events = list(events_of(item))
                groups[row_key] = Group(source, keys, events, doubtful=True, lost=gone)
        return groups

    def may_be(self, source: str, key: Key) -> bool:
        """Whether a group in doubt may be the one of these keys."""
        return any(
            tuple(key[at] for at in kept) in keys for kept, keys in self._in_doubt(source).items()
        )

    def _in_doubt(self, source: str) -> dict[tuple[int, ...], set[Key]]:
        """The keys of the groups in doubt: by the numbers of those that are not lost, these."""
        if source not in self._doubtful_groups:
            keys: dict[tuple[int, ...], set[Key]] = defaultdict(set)
            for group in self.groups(source).values():
                if group.doubtful:
                    kept = tuple(at for at, name in enumerate(group.keys) if not lost(group, name))
                    values = tuple(group.keys.values())
                    keys[kept].add(tuple(values[at] for at in kept))
            self._doubtful_groups[source] = keys
        return self._doubtful_groups[source]

    def _of_events(self, record: Record) -> dict[Key, Group]:
        """A row for every event, under its place in the log."""
        return {
            (item.place,): Group(
                record.name,
                dict(zip(record.keys, raws(item, record.keys), strict=True)),
                list(events_of(item)),
                doubtful=doubtful(item),
                lost=lost_of(item, record.keys),
                of_event=True,
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
        return not lost(item, name) and own_name(item, name) in self._empty[first_of(item).kind]

    def is_unknown(self, item: Item, name: str) -> bool:
        """Whether nobody knows if an item had a field, which its log does not have."""
        return own_name(item, name) in self._unknown[first_of(item).kind]

    def comes_from(self, item: Item, source: str) -> bool:
        """Whether an item is one of this source."""
        match item:
            case Event():
                return source in (item.kind, ANY_EVENT)
            case Viewed():
                stream = self._program.vocabulary.streams.get(source)
                return stream is not None and item.event.kind in dict(stream.parts)
            case IntervalItem():
                interval = self._program.vocabulary.intervals.get(source)
                return interval is not None and item.start.kind == interval.start
            case Group():
                return item.source == source

    def unrecorded(self, sources: tuple[str, ...]) -> tuple[str, ...]:
        """The kinds behind the sources that the log does not record."""
        if sources not in self._unrecorded:
            self._unrecorded[sources] = self._facts.unrecorded(sources, self._log.recorded)
        return self._unrecorded[sources]

    @property
    def recorded(self) -> frozenset[str]:
        """The kinds of event that the log records, also where it holds none."""
        return self._log.recorded

    def is_recorded(self, kind: str) -> bool:
        """Whether the absence of such an event means that it did not happen."""
        return self._facts.is_recorded(kind, self._log.recorded)
