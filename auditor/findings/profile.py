"""The profile of a log: its counts, and the first of its gaps, small however long the log.

It is counted of columns, and added up of those of parts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Generic, TypeVar

from auditor.findings.money import Paid
from auditor.language.core import Vocabulary
from auditor.log.event import Row
from auditor.report import model
from auditor.source import Frozen
from auditor.types import INTEGER, TIME
from auditor.values import Value, moment, show

SHOWN = 50
"""Cases of each sort that are kept; all are counted."""

BINS = 240
"""Parts of a band of the timeline in which coups are counted."""

FOLLOWED = 2000
"""Bands that are kept, the first in the log."""

Key = tuple[Value | None, ...]
Case = TypeVar("Case")


@dataclass(slots=True)
class Cases(Generic[Case]):
    """The first cases of a sort, and how many there are."""

    first: list[Case] = field(default_factory=list)
    count: int = 0


class Totals(Frozen):
    """Figures to tie to the books of a table and evening: rows, coups, and money by kind."""

    rows: int
    coups: int
    moved: Mapping[str, Paid]

    def merge(self, other: Totals) -> Totals:
        """The figures with those of another part of the log, which shares no coup."""
        moved = dict(self.moved)
        for kind, total in other.moved.items():
            moved[kind] = moved.get(kind, Paid(kind)).merged(total)
        return Totals(self.rows + other.rows, self.coups + other.coups, moved)


@dataclass(slots=True)
class Profile:
    """Counts over a log and its oddities.

    `untimed` counts rows without a time, `steps` those whose time is not that of the row above at
    their table. `filled` counts cells by kind of event and field; `columns` are those of the tables
    in the canonical shape; `days` are the days of events. `start_place` and `end_place` tell where
    the first and the last moment stand. `openings` gives for each scope of the law the place of its
    first event with a time, and the day of it: the gaming day. `totals` and `bands` are by the
    columns of a `sitting`. Each band and each case of `breaks`, `backs` and `copies` has its place
    in the log before it.
    """

    events: int = 0
    untimed: int = 0
    steps: int = 0
    start: datetime | None = None
    end: datetime | None = None
    start_place: int = field(default=0, compare=False)
    end_place: int = field(default=0, compare=False)
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
    breaks: Cases[tuple[int, model.SequenceBreak]] = field(default_factory=Cases)
    missing: int = 0
    backs: Cases[tuple[int, model.TimeBack]] = field(default_factory=Cases)
    copies: Cases[tuple[int, model.Duplicate]] = field(default_factory=Cases)
    totals: dict[Key, Totals] = field(default_factory=dict)
    bands: dict[Key, tuple[int, model.Band]] = field(default_factory=dict)

    @property
    def gaming_days(self) -> set[date]:
        """The days by which `--from` and `--to` choose findings."""
        return {day for _, day in self.openings.values()}

    @property
    def people(self) -> Iterator[tuple[str, str]]:
        """Each name of a person, after the field that it stands in."""
        for field_, keys in (("player", self.players), ("staff", self.staff)):
            yield from ((field_, show(key[-1])) for key in keys if key[-1] is not None)


@lru_cache(maxsize=100_000)  # findings of one coup name the same rows again and again
def _row_named(file: str, sheet: str | None, row: int, line: int | None) -> model.RowRef:
    return model.RowRef(file=file, sheet=sheet, row=row, line=line)


def reference(row: Row) -> model.RowRef:
    """A row as the report names it."""
    return _row_named(row.file, row.sheet, row.number, row.line)


def named(row: Row) -> dict[str, Any]:
    """The fields by which the report names a row."""
    return {"file": row.file, "sheet": row.sheet, "row": row.number, "line": row.line}


Part = TypeVar("Part", bound=model.ReportModel)


def told(kind: type[Part], own: object, **more: object) -> Part:
    """A part of the report: what a value has by the names of its fields, and more."""
    shared = {name: getattr(own, name) for name in kind.model_fields if hasattr(own, name)}
    return kind.model_validate(shared | more, from_attributes=True)


# ---- parts of a log -----------------------------------------------------------------------------
def can_be_parted(vocabulary: Vocabulary, fields: Collection[str]) -> bool:
    """Whether all that a profile follows stays within parts that differ in some fields."""
    return all(set(fields) <= set(within) for within in runs(vocabulary))


def whole_profile(
    parts: Sequence[Profile], vocabulary: Vocabulary, headers: Iterable[Sequence[str]]
) -> Profile:
    """Adds up the profiles of parts that share no coup and no band."""
    kinds = Counter[str]()
    for part in parts:
        kinds.update(part.kinds)
    added: dict[str, Any] = {
        name: sum(getattr(part, name) for part in parts)
        for name in ("events", "untimed", "steps", "coups", "missing")
    }
    for name in ("days", "sessions", "tables", "players", "staff"):
        added[name] = set().union(*(getattr(part, name) for part in parts))
    for name in ("breaks", "backs", "copies"):
        added[name] = _first([getattr(part, name) for part in parts])
    whole = Profile(
        **added,
        kinds=Counter({kind: kinds[kind] for kind in vocabulary.kinds if kind in kinds}),
        filled={kind: Counter[str]() for kind in vocabulary.kinds if kind in kinds},
        columns={name for header in headers for name in header},
    )
    starts = [(moment(p.start), p.start_place, p.start) for p in parts if p.start is not None]
    ends = [(moment(p.end), -p.end_place, p.end) for p in parts if p.end is not None]
    if starts and ends:
        whole.start = min(starts, key=lambda start: start[:2])[2]
        whole.end = max(ends, key=lambda end: end[:2])[2]
    for part in parts:
        for kind, counts in part.filled.items():
            whole.filled[kind].update(counts)
        for key, opening in part.openings.items():
            whole.openings[key] = min(whole.openings.get(key, opening), opening)
        for key, total in part.totals.items():
            whole.totals[key] = whole.totals[key].merge(total) if key in whole.totals else total
    bands = (item for part in parts for item in part.bands.items())
    whole.bands = dict(sorted(bands, key=lambda item: item[1][0])[:FOLLOWED])
    return whole


def _first(parts: Sequence[Cases[tuple[int, Case]]]) -> Cases[tuple[int, Case]]:
    """The first cases of the whole log, and how many there are."""
    every = sorted((case for cases in parts for case in cases.first), key=lambda case: case[0])
    return Cases(every[:SHOWN], sum(cases.count for cases in parts))


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
    """The columns that tell a table and evening: the longest scope of context without numbers."""
    types = {name: vocabulary.fields[name] for name in vocabulary.context}
    plain = {name for name, kind in types.items() if kind not in (INTEGER, TIME)}
    scopes = [scope.fields for scope in vocabulary.scopes.values()]
    return max((fields for fields in scopes if plain.issuperset(fields)), key=len, default=())


def coup(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The columns that tell a coup: those of the narrowest scope that is numbered, if any is."""
    return max(((*within, name) for name, within in numbered(vocabulary)), key=len, default=())


def runs(vocabulary: Vocabulary) -> Iterator[tuple[str, ...]]:
    """The columns within which a profile follows numbers and times."""
    yield from (within for _, within in numbered(vocabulary))
    yield sitting(vocabulary)
