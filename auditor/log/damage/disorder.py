"""Rows that stand twice in a file, or not where they belong: pasted again, sorted by mistake.

Their own time tells it, or their numbers where there is none.  A payment that stands in another
coup would accuse two players; one that stands twice accuses the table.  So a row that was pasted
once more is set aside, and where a row belongs that is out of place is in doubt.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import Member, ScopeColumns, Scopes, Suspect, scope_columns
from auditor.log.event import Event
from auditor.values import moment

MOST = Fraction(1, 10)
"""The largest share of a file's rows out of place; where more are, the file has another order."""
LEAST = 2  # rows that may be out of place in any file: two that changed places
OFTEN = 500  # rows for each stretch that may be out of place; where more seem to be, clocks differ
NEAR = 8  # rows above one, at most, of which one may say the same
OF_MINUTES = 20
"""Times, at least, none of which has seconds, before the clock counts as one without them."""
OF_COUPS = 4
"""Rows for each different time: so many, and the clock tells coups apart, or days, and not what
happens in them."""
SELDOM = 20
"""Rows of a kind for each that may say the same as another of its instant; where several
do, and more, that is how the kind is written."""

Numbered = tuple[int, Event]
"""A row of a file that is read without doubt, and where it stands among the members."""


@dataclass(slots=True)
class Disorder:
    """Faults in the order of a file, by the places of its members."""

    copies: dict[int, int] = field(default_factory=dict)  # with the member of which each is a copy
    repeats: set[int] = field(default_factory=set)  # say what another of their instant says
    coarse: bool = False  # the clock shows no seconds, and what repeats is no fault
    moved: dict[int, tuple[int, ...]] = field(default_factory=dict)  # before which they may belong


def disorder_of(members: Sequence[Member], vocabulary: Vocabulary) -> Disorder:
    """The rows of one file that stand twice, or out of place."""
    columns = scope_columns(vocabulary)
    rows = [(at, own) for at, own in enumerate(members) if isinstance(own, Event)]
    timed = [(at, own) for at, own in rows if own.time is not None]
    if not timed:
        rows = [own for own in rows if _numbers(own[1], columns) is not None]
    found = Disorder()
    together = _Sequence(timed or rows, columns, by_time=bool(timed))
    if together.is_ordered():
        together.note(found)
    else:
        places: dict[Scopes, list[Numbered]] = defaultdict(list)
        for at, own in timed or rows:
            places[columns.place(own.values)].append((at, own))
        for some in places.values():
            alone = _Sequence(some, columns, by_time=bool(timed))
            if alone.is_ordered():
                alone.note(found)
    # Of a row that is several events all are copies, or it is none.
    events = Counter(map(_row, members))
    copied = Counter(_row(members[at]) for at in found.copies)
    partly = {
        at for at in found.copies if copied[number := members[at].row.number] < events[number]
    }
    found.copies = {at: twin for at, twin in found.copies.items() if at not in partly}
    repeats = _repeats(timed, all_too=is_coarse([own.time for _, own in timed]))
    found.repeats = {at for at in repeats if at not in found.copies} | partly
    found.coarse = bool(found.repeats) and is_coarse([own.time for _, own in timed])
    return found


def is_coarse(times: Sequence[datetime | None]) -> bool:
    """Whether a clock shows whole minutes alone, or one time for many rows."""
    known = [time for time in times if time is not None]
    if len(known) < OF_MINUTES:
        return False
    if not any(own.second or own.microsecond for own in known):
        return True
    return OF_COUPS * len({*known}) <= len(known)


def _row(member: Member) -> int:
    return member.row.number


def without_disorder(
    members: Sequence[Member], found: Disorder, vocabulary: Vocabulary
) -> list[Member]:
    """The members without copies, with those in doubt that repeat or are out of place."""
    before: dict[int, list[Member]] = defaultdict(list)
    for at in _overwriting(found.copies, len(members)):
        lost = Suspect(members[at].row.named(), None, {}, frozenset(vocabulary.fields))
        before[at].append(lost)
    for at, places in found.moved.items():
        own = members[at]
        for place in places:
            beside = own.row.named()
            before[place].append(
                Suspect(beside, own.kind, own.values, frozenset(), suspicious_place=True)
            )
    every: list[Member] = []
    for at in range(len(members) + 1):
        every += before.get(at, ())
        for own in members[at : at + 1]:
            if at in found.repeats or at in found.moved:
                out_of_place = at in found.moved or not found.coarse
                every.append(
                    Suspect(
                        own.row, own.kind, own.values, frozenset(), suspicious_place=out_of_place
                    )
                )
            elif at not in found.copies:
                every.append(own)
    return every


def _overwriting(copies: Mapping[int, int], size: int) -> Iterator[int]:
    """The first of each block of copies that may have been pasted over other rows."""
    for run in _runs(sorted(copies)):
        beside = copies[run[-1]] == run[0] - 1 or copies[run[0]] == run[-1] + 1
        if len(run) > 1 and run[0] > 0 and run[-1] < size - 1 and not beside:
            yield run[0]


class _Sequence:
    """Rows that are to stand in the order of their times, or of their numbers."""

    def __init__(self, rows: Sequence[Numbered], columns: ScopeColumns, *, by_time: bool) -> None:
        self._rows, self._columns = rows, columns
        keys = [_moment(own) if by_time else _numbers(own, columns) for _, own in rows]
        number = {key: rank for rank, key in enumerate(sorted(set(keys)))}  # type: ignore[type-var]  # one type
        self._ranks = [number[key] for key in keys]
        self._kept = longest(self._ranks)
        self._in_order = [at for at, kept in enumerate(self._kept) if kept]
        self._known = [self._ranks[at] for at in self._in_order]
        self._copies = {} if all(self._kept) else self._copied()
        self._out = [
            at for at, kept in enumerate(self._kept) if not kept and at not in self._copies
        ]

    def is_ordered(self) -> bool:
        """Whether few rows are out of their order, but for those that stand twice."""
        out, size = len(self._out), len(self._rows)
        often = sum(1 for _ in _runs(self._out)) > max(LEAST, size // OFTEN)
        return out <= LEAST or (out <= MOST * size and not often)

    def note(self, found: Disorder) -> None:
        """Add what is found, by the places of the members."""
        rows = self._rows
        found.copies |= {rows[at][0]: rows[twin][0] for at, twin in self._copies.items()}
        counted = self._counted()
        for run in _runs(self._out):
            if self._is_whole(run):
                continue
            slots = [self._slots(at, counted) for at in run]
            # Rows that would stand no better elsewhere were written while a clock was wrong.
            if all(slots):
                found.moved |= {rows[at][0]: own for at, own in zip(run, slots, strict=True)}

    def _is_whole(self, run: Sequence[int]) -> bool:
        """Whether a stretch holds all rows of its places: one evening stands below a later one."""
        here = Counter(self._place(at) for at in run)
        every = Counter(self._place(at) for at in range(len(self._rows)) if self._place(at) in here)
        return here == every

    def _place(self, at: int) -> Scopes:
        return self._columns.place(self._rows[at][1].values)

    # ---- rows that stand twice ------------------------------------------------------------------
    def _copied(self) -> dict[int, int]:
        """The rows out of order that repeat one in order, and the rows beside that go on so."""
        found: dict[int, int] = {}
        for at, kept in enumerate(self._kept):
            if not kept and (twin := self._twin(at)) is not None:
                found[at] = twin
        for at, twin in [*found.items()]:
            for step in (-1, 1):
                one, other = at + step, twin + step
                while self._goes_on(one, other, found):
                    found[one] = other
                    one, other = one + step, other + step
        return found

    def _twin(self, at: int) -> int | None:
        rank = self._ranks[at]
        low, high = bisect_left(self._known, rank), bisect_right(self._known, rank)
        return next((own for own in self._in_order[low:high] if self._alike(at, own)), None)

    def _goes_on(self, one: int, other: int, found: dict[int, int]) -> bool:
        if not (min(one, other) >= 0 and max(one, other) < len(self._rows)):
            return False
        apart = one != other and one not in found and other not in found
        return apart and self._alike(one, other)

    def _alike(self, one: int, other: int) -> bool:
        return _content(self._rows[one][1]) == _content(self._rows[other][1])

    # ---- rows that are out of place -------------------------------------------------------------
    def _counted(self) -> dict[Scopes, tuple[list[int], list[Scopes]]]:
        """The rows in order of each place that have numbers: where they stand, and the numbers."""
        found: dict[Scopes, tuple[list[int], list[Scopes]]] = defaultdict(lambda: ([], []))
        for slot, at in enumerate(self._in_order if self._out else ()):
            event = self._rows[at][1]
            if (numbers := _numbers(event, self._columns)) is not None:
                slots, known = found[self._place(at)]
                slots.append(slot)
                known.append(numbers)
        return found

    def _slots(
        self, at: int, counted: dict[Scopes, tuple[list[int], list[Scopes]]]
    ) -> tuple[int, ...]:
        """The members before which a row may belong, by its time and its numbers."""
        rank, event = self._ranks[at], self._rows[at][1]
        low, high = bisect_left(self._known, rank), bisect_right(self._known, rank)
        slots, known = counted.get(self._place(at), ([], []))
        numbers = _numbers(event, self._columns)
        own = {low, high, *slots[bisect_left(slots, low) : bisect_left(slots, high)]}
        found = []
        for slot in sorted(own):
            near = bisect_left(slots, slot)
            if numbers is None or _fits(numbers, known[max(near - 1, 0) : near], known[near:][:1]):
                found.append(self._member(slot))
        return tuple(found)

    def _member(self, slot: int) -> int:
        if slot < len(self._in_order):
            return self._rows[self._in_order[slot]][0]
        return self._rows[self._in_order[-1]][0] + 1


def _fits(numbers: Scopes, before: Sequence[Scopes], after: Sequence[Scopes]) -> bool:
    """Whether numbers go with those of the rows before and after, as far as there are any."""
    if numbers in (*before, *after):
        return True
    return all(_less(own, numbers) for own in before) and all(_less(numbers, own) for own in after)


def _less(one: Scopes, other: Scopes) -> bool:
    return in_numbers(one) < in_numbers(other)


def in_numbers(numbers: Scopes) -> tuple[int, ...]:
    """The numbers of a scope, -1 for one that is not there."""
    return tuple(own if isinstance(own, int) else -1 for own in numbers)


def _numbers(event: Event, columns: ScopeColumns) -> tuple[int, ...] | None:
    """The numbers by which a row is counted; None where it has none of the deepest."""
    found = tuple(event.values.get(name) for name in columns.counters)
    return in_numbers(found) if found and isinstance(found[-1], int) else None


def _moment(event: Event) -> datetime:
    assert event.time is not None
    return moment(event.time)


def _content(event: Event) -> tuple[object, ...]:
    """All that a row says, also in columns that are not known; two events of one row differ."""
    return event.kind, event.row.cells, tuple(event.values.items())


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    for _, own in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in own]


def _repeats(rows: Sequence[Numbered], *, all_too: bool) -> Iterator[int]:
    """The rows that repeat one above of the same instant, of all kinds or where that is rare."""
    many = Counter(own.kind for _, own in rows)
    found: dict[str, list[int]] = defaultdict(list)
    for number, (at, event) in enumerate(rows):
        above = (own for _, own in rows[max(0, number - NEAR) : number])
        if any(_repeated(event, own) for own in above):
            found[event.kind].append(at)
    for kind, own in found.items():
        if all_too or len(own) == 1 or len(own) * SELDOM <= many[kind]:
            yield from own


def _repeated(event: Event, other: Event) -> bool:
    alike = event.kind == other.kind and event.time == other.time
    return alike and event.values == other.values and event.row.number != other.row.number


def longest(keys: Sequence[int]) -> list[bool]:
    """Which numbers belong to the longest part that never goes back; of two to the earlier."""
    tails: list[int] = []  # from the end on, of the best part of each length: how low it begins
    starts: list[int] = []
    after = [-1] * len(keys)
    for at in range(len(keys) - 1, -1, -1):
        size = bisect_right(tails, -keys[at])
        if size:
            after[at] = starts[size - 1]
        tails[size : size + 1] = [-keys[at]]
        starts[size : size + 1] = [at]
    kept = [False] * len(keys)
    at = starts[-1] if starts else -1
    while at >= 0:
        kept[at] = True
        at = after[at]
    return kept


@dataclass(frozen=True, slots=True)
class SortedColumn:
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: SortedColumn) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order
