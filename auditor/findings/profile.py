"""What a log is made of, in a value that stays small however long the log is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Generic, TypeVar

from auditor.judge.operators import shown_twice
from auditor.language.core import Vocabulary
from auditor.log.event import Event, Log, Row
from auditor.types import INTEGER, TIME
from auditor.values import Value, moment

SHOWN = 50
"""Cases of each sort that are kept; all are counted."""

Key = tuple[Value | None, ...]
Case = TypeVar("Case")


@dataclass(frozen=True, slots=True)
class Break:
    """A sequence number that does not follow the one `before` it, None where it is the first.  As
    in all cases, `place` is that of the event in the log.

    `missing` numbers are left out; none where the numbers go back, or come forward again.
    """

    column: str
    within: tuple[tuple[str, Value], ...]
    before: int | None
    number: int
    missing: int
    row: Row
    place: int


@dataclass(frozen=True, slots=True)
class Back:
    """A time before that of the row above it at the same table."""

    before: datetime
    time: datetime
    row: Row
    place: int


@dataclass(frozen=True, slots=True)
class Copy:
    """A row that says the same as a row before it, its time included."""

    kind: str
    row: Row
    original: Row
    place: int


@dataclass(slots=True)
class Cases(Generic[Case]):
    """The first cases of a sort, and how many there are."""

    first: list[Case] = field(default_factory=list)
    count: int = 0

    def add(self, case: Case) -> None:
        self.count += 1
        if len(self.first) < SHOWN:
            self.first.append(case)


@dataclass(slots=True)
class Digest:
    """What a log is made of.  `filled` counts the cells by kind of event and field; `columns` are
    those of the tables in the canonical shape; `days` are those on which something is recorded.
    """

    events: int = 0
    untimed: int = 0
    start: datetime | None = None
    end: datetime | None = None
    days: set[date] = field(default_factory=set)
    sessions: set[Key] = field(default_factory=set)
    tables: set[Key] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    filled: Mapping[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    columns: set[str] = field(default_factory=set)
    breaks: Cases[Break] = field(default_factory=Cases)
    missing: int = 0
    backs: Cases[Back] = field(default_factory=Cases)
    copies: Cases[Copy] = field(default_factory=Cases)


def digest(log: Log, vocabulary: Vocabulary, repeatable: frozenset[str] = frozenset()) -> Digest:
    """One pass over the events.  `repeatable` are kinds of which two may say the same."""
    found = Digest()
    numbers = [_Numbers(column, scope, found) for column, scope in numbered(vocabulary)]
    times = _Times(sitting(vocabulary), found, repeatable)
    headers = _Headers()
    for event in log.events:
        found.events += 1
        found.kinds[event.kind] += 1
        found.filled[event.kind].update(event.values.keys())
        headers.see(event)
        if event.doubtful:
            continue
        for sequence in numbers:
            sequence.see(event)
        times.see(event)
    found.columns.update(headers.canonical())
    return found


class _Headers:
    """The columns of the tables; those of a file in another shape have names of its own."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], frozenset[str]] = {}
        self._others: set[tuple[str, ...]] = set()
        self._last: tuple[str, ...] = ()
        self._names = frozenset[str]()

    def see(self, event: Event) -> None:
        header = event.row.header
        if header is not self._last:
            self._last = header
            self._names = self._known.setdefault(header, frozenset(header))
        if not event.values.keys() <= self._names:
            self._others.add(header)

    def canonical(self) -> Iterator[str]:
        for header, names in self._known.items():
            if header not in self._others and "event" in names:
                yield from names


# ---- which numbers, and where -------------------------------------------------------------------
def numbered(vocabulary: Vocabulary) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The columns that number something, each with the columns within which it does."""
    for name in vocabulary.context:
        if vocabulary.fields[name] == INTEGER:
            for scope in vocabulary.scopes.values():
                if scope.fields[-1] == name:
                    yield name, scope.fields[:-1]
                    break


def sitting(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The columns that tell one run of events from another: the most of them in any scope that is
    made of context alone, without numbers.
    """
    types = {name: vocabulary.fields[name] for name in vocabulary.context}
    plain = {name for name, kind in types.items() if kind not in (INTEGER, TIME)}
    scopes = [scope.fields for scope in vocabulary.scopes.values()]
    return max((fields for fields in scopes if plain.issuperset(fields)), key=len, default=())


def runs(vocabulary: Vocabulary) -> Iterator[tuple[str, ...]]:
    """The columns within which a digest follows numbers and times."""
    yield from (within for _, within in numbered(vocabulary))
    yield sitting(vocabulary)


class _Numbers:
    """Follows the numbers in one column."""

    def __init__(self, column: str, within: Sequence[str], found: Digest) -> None:
        self._column, self._within, self._found = column, within, found
        self._latest: dict[Key, tuple[int, int]] = {}  # the last number, and the highest

    def see(self, event: Event) -> None:
        number = event.values.get(self._column)
        if not isinstance(number, int):
            return
        key = tuple([event.values.get(name) for name in self._within])
        before, highest = self._latest.get(key, (None, 0))
        self._latest[key] = number, max(number, highest)
        if number in (before, (before or 0) + 1):
            return
        filled = [(n, v) for n, v in zip(self._within, key, strict=True) if v is not None]
        missing = max(0, number - highest - 1)
        case = Break(self._column, tuple(filled), before, number, missing, event.row, event.place)
        self._found.breaks.add(case)
        self._found.missing += case.missing


class _Times:
    """Follows the times of each run of events, and compares the events of one instant."""

    def __init__(self, within: Sequence[str], found: Digest, repeatable: frozenset[str]) -> None:
        self._within, self._found, self._repeatable = within, found, repeatable
        self._latest: dict[Key, tuple[datetime, dict[object, Row]]] = {}

    def see(self, event: Event) -> None:
        values, found = event.values, self._found
        _add(found.sessions, tuple([values.get(name) for name in ("casino", "session")]))
        _add(found.tables, tuple([values.get(name) for name in ("casino", "table")]))
        time = event.time
        if time is None:
            found.untimed += 1
            return
        self._span(time)
        key = tuple([values.get(name) for name in self._within])
        before, instant = self._latest.get(key, (time, {}))
        if time != before or not instant:
            instant = {}
        self._latest[key] = time, instant
        if moment(time) < moment(before) and not shown_twice(time):
            found.backs.add(Back(before, time, event.row, event.place))
        if event.kind not in self._repeatable:
            self._compare(event, instant)

    def _span(self, time: datetime) -> None:
        found = self._found
        found.days.add(time.date())
        if found.start is None or moment(time) < moment(found.start):
            found.start = time
        if found.end is None or moment(time) > moment(found.end):
            found.end = time

    def _compare(self, event: Event, instant: dict[object, Row]) -> None:
        said = event.kind, tuple(event.values.items())
        original = instant.setdefault(said, event.row)
        if original is not event.row:
            self._found.copies.add(Copy(event.kind, event.row, original, event.place))


def _add(keys: set[Key], key: Key) -> None:
    if key[-1] is not None:
        keys.add(key)
