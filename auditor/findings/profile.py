"""The profile of a log: counts, gaps and the first cases of each, small however long the log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Generic, TypeVar

import numpy as np

from auditor.engine.store.vector import Ints
from auditor.language.core import Vocabulary
from auditor.log.event import Log, Row
from auditor.types import INTEGER, TIME
from auditor.values import Value, show

SHOWN = 50
"""Cases of each sort that are kept; all are counted."""

BINS = 240
"""Parts of a band of the timeline in which coups are counted."""

FOLLOWED = 2000
"""Bands that are kept, the first in the log."""

Key = tuple[Value | None, ...]
Case = TypeVar("Case")


@dataclass(frozen=True, slots=True)
class NumberingBreak:
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


@dataclass(frozen=True, slots=True)
class MoneyTotal:
    """Events of one kind with a sum of money; of `unreadable` ones nobody knows the sum."""

    count: int = 0
    sum: Fraction = Fraction(0)
    unreadable: int = 0

    def merge(self, other: MoneyTotal) -> MoneyTotal:
        """Those of two parts of a log."""
        return MoneyTotal(
            self.count + other.count, self.sum + other.sum, self.unreadable + other.unreadable
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """Figures to tie to the books of a table and evening: rows, coups, and money by kind."""

    rows: int
    coups: int
    moved: Mapping[str, MoneyTotal]

    def merge(self, other: Totals) -> Totals:
        """Those of two parts of a log that share no coup."""
        both = dict(self.moved)
        for kind, own in other.moved.items():
            both[kind] = both.get(kind, MoneyTotal()).merge(own)
        return Totals(self.rows + other.rows, self.coups + other.coups, both)


@dataclass(slots=True)
class Stretch:
    """From a time to another, None where the log tells none; `of` names what fills it, or how many
    numbers it lacks.
    """

    start: datetime | None
    end: datetime | None
    of: Value | None = None


@dataclass(slots=True)
class Band:
    """A sitting along the clock, by the rows that have a time: from the place of the first of them.

    `coups` are counted by the part of the band in which they begin.  `runs` are those of numbered
    columns, `holes` numbers that these lack, `present` the intervals that are declared for a
    sitting, by their names; `backs` lead from the time of a row to the later one above it.
    """

    place: int
    start: datetime
    end: datetime
    coups: tuple[int, ...] = ()
    runs: dict[str, Cases[Stretch]] = field(default_factory=dict)
    holes: dict[str, Cases[Stretch]] = field(default_factory=dict)
    present: dict[str, Cases[Stretch]] = field(default_factory=dict)
    backs: Cases[Stretch] = field(default_factory=Cases)


@dataclass(slots=True)
class Profile:
    """Counts over a log and what is odd in it.

    `filled` counts the cells by kind of event and field; `columns` are those of the tables in the
    canonical shape; `days` are those on which something is recorded.  `openings` gives for each
    scope of the law the place of its first event with a time, and the day of it: the gaming day.
    `totals` and `bands` are by the columns of a `sitting`.
    """

    events: int = 0
    untimed: int = 0
    start: datetime | None = None
    end: datetime | None = None
    days: set[date] = field(default_factory=set)
    openings: dict[Key, tuple[int, date]] = field(default_factory=dict)
    sessions: set[Key] = field(default_factory=set)
    tables: set[Key] = field(default_factory=set)
    players: set[Key] = field(default_factory=set)
    staff: set[Key] = field(default_factory=set)
    coups: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    filled: Mapping[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    columns: set[str] = field(default_factory=set)
    breaks: Cases[NumberingBreak] = field(default_factory=Cases)
    missing: int = 0
    backs: Cases[Back] = field(default_factory=Cases)
    copies: Cases[Copy] = field(default_factory=Cases)
    totals: dict[Key, Totals] = field(default_factory=dict)
    bands: dict[Key, Band] = field(default_factory=dict)

    @property
    def gaming_days(self) -> set[date]:
        """The days by which `--from` and `--to` choose findings."""
        return {day for _, day in self.openings.values()}

    @property
    def people(self) -> Iterator[tuple[str, str]]:
        """Each name of a person, after the field that it stands in."""
        for field_, named in (("player", self.players), ("staff", self.staff)):
            yield from ((field_, show(own[-1])) for own in named if own[-1] is not None)


def canonical_headers(log: Log) -> frozenset[tuple[str, ...]]:
    """The headers of the tables in the canonical shape: a file in another shape has columns with
    names of its own.
    """
    known, others = set[tuple[str, ...]](), set[tuple[str, ...]]()
    last: tuple[str, ...] = ()
    names = frozenset[str]()
    for event in log.events:
        header = event.row.header
        if header is not last:
            last, names = header, frozenset(header)
            known.add(header)
        if not event.values.keys() <= names:
            others.add(header)
    return frozenset(header for header in known - others if "event" in header)


def row_numbers(log: Log) -> Ints:
    """For each event a number that it shares with the other events of its row alone."""
    numbers: dict[int, int] = {}
    found = [numbers.setdefault(id(event.row), len(numbers)) for event in log.events]
    return np.array(found, np.int64)


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


def coup(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The columns that tell one coup from another: those of the narrowest scope that is numbered;
    none where nothing is.
    """
    found = [(*within, name) for name, within in numbered(vocabulary)]
    return max(found, key=len, default=())


def runs(vocabulary: Vocabulary) -> Iterator[tuple[str, ...]]:
    """The columns within which a profile follows numbers and times."""
    yield from (within for _, within in numbered(vocabulary))
    yield sitting(vocabulary)
