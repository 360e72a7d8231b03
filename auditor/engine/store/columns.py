"""A log as columns: one array for every field, one number for every kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from functools import cache
from math import lcm
from typing import assert_never

import numpy as np

from auditor.engine.index.keys import Column, Keys, no_values
from auditor.engine.store.memory import ArrayAllocator
from auditor.engine.store.vector import NAIVE, Bools, Ints, Small, Vector, if_any, placed, take
from auditor.language.core import Vocabulary
from auditor.log.event import Event, Log
from auditor.types import NUMBER, Basic, Type
from auditor.values import CLOCK, TYPES, Number, Value, encoding_of, exact

NUMBERS = frozenset(Basic(name) for name, row in TYPES.items() if row.encoding == "ratio")
LARGEST = 1 << 40
"""Numbers beyond this, in units of their column, are left to the reference."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_DAY = date(1970, 1, 1)
_TICK = timedelta(microseconds=1)


@dataclass(slots=True)
class ValueCodes:
    """Numbers for the values of a type that has no arithmetic: words, cards, ranks, ranges."""

    values: list[Value] = field(default_factory=list)
    _codes: dict[Value, int] = field(default_factory=dict)

    def code(self, value: Value) -> int:
        """The number of a value."""
        found = self._codes.get(value)
        if found is None:
            found = self._codes[value] = len(self.values)
            self.values.append(value)
        return found


class Lexicons:
    """One lexicon for each type, made when it is first asked for."""

    def __init__(self) -> None:
        self._of: dict[str, ValueCodes] = {}

    def of(self, kind: Type) -> ValueCodes:
        return self._of.setdefault(str(kind), ValueCodes())


@dataclass(slots=True)
class FieldColumn:
    """One field over the whole log: its values, where there are none, where they are too large.

    Its data may be of few bits; what is taken from it for computing has 64.
    """

    vector: Vector
    empty: Bools | None
    beyond: Bools | None = None

    def at(self, rows: Ints | slice) -> FieldColumn:
        """The field in some rows, ready to compute with."""
        found = self.some(rows)
        if found.vector.data.dtype != np.bool_:
            found.vector.data = found.vector.data.astype(np.int64, copy=False)
        return found

    def some(self, rows: Ints | slice) -> FieldColumn:
        """The field in some rows, in as few bits as here."""
        empty = None if self.empty is None else take(self.empty, rows)
        beyond = None if self.beyond is None else take(self.beyond, rows)
        return FieldColumn(self.vector.at(rows), if_any(empty), if_any(beyond))

    def packed(self) -> FieldColumn:
        """The field in as few bits as its values need."""
        vector = self.vector
        data, zone = vector.data, vector.zone
        if data.dtype == np.int64 and len(data):
            low, high = int(data.min()), int(data.max())
            for kind in (np.int8, np.int16, np.int32):
                if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
                    data = data.astype(kind)
                    break
        if zone is not None and zone.ndim and len(zone) and (zone == zone[0]).all():
            zone = np.array(zone[0])
        return FieldColumn(Vector(data, None, vector.scale, zone), self.empty, self.beyond)

    def key(self) -> Column:
        """The values as numbers, equal where the values are."""
        return Column(as_key(self.vector), self.empty)

    def value(self, kind: Type, row: int, lexicons: Lexicons) -> Value | None:
        """The value in a row as rules know it, whether a column can hold it or not."""
        if self.empty is not None and self.empty[row]:
            return None
        if self.beyond is not None and self.beyond[row]:
            return lexicons.of(NUMBER).values[int(self.vector.data[row]) - _STAND_IN]
        return value_of(self.vector, kind, row, lexicons)

    def ratio(self, lexicons: Lexicons) -> tuple[Ints, Ints]:
        """Numbers as numerators and denominators in lowest terms: equal where the numbers are,
        whatever the denominator of their column.
        """
        data = self.vector.data.astype(np.int64)
        common = np.gcd(data, self.vector.scale)
        over, under = data // common, self.vector.scale // common
        if self.beyond is not None:
            for at in np.flatnonzero(self.beyond):
                number = lexicons.of(NUMBER).values[int(data[at]) - _STAND_IN]
                over[at], under[at] = as_ratio(number, lexicons)
        return over, under


def as_ratio(number: Value, lexicons: Lexicons) -> tuple[int, int]:
    """A number as a ratio; one that is too large has a stand-in of its own."""
    value = Fraction(number)  # type: ignore[arg-type]  # whoever asks knows that it is one
    if max(abs(value.numerator), value.denominator) < _STAND_IN:
        return value.numerator, value.denominator
    return _STAND_IN + lexicons.of(NUMBER).code(number), 1


def from_ratio(over: int, under: int, lexicons: Lexicons) -> Value:
    """The number that a ratio stands for."""
    if over < _STAND_IN:
        return exact(Fraction(over, under))
    return lexicons.of(NUMBER).values[over - _STAND_IN]


def is_worded(kind: Type) -> bool:
    """Whether values of a type have no arithmetic, and columns hold numbers that stand for them."""
    return encoding_of(kind) == "code"


def as_key(vector: Vector) -> Ints:
    """Values as numbers that are equal where the values are; numbers must have one scale."""
    data = vector.data.astype(np.int64, copy=False)
    if vector.zone is not None:
        data = np.where(vector.zone == NAIVE, data + _STAND_IN, data)
    return data


_STAND_IN = 1 << 61


@dataclass(slots=True)
class Columns:
    """The events of a log in their order.

    `kind` is the number of each row's kind in `kinds`; `fields` holds, for every field of the
    vocabulary that the log fills anywhere, the values of the events whose kind has the field.
    `doubtful` are those of rows that were set aside or that the log lacks, `unlogged` the latter.
    `lost` marks, for some of them, the rows whose cells cannot be believed: they are empty in
    `fields`, and not by nature.  `lacking`, `mixed` and `unfilled` are those of the log.
    """

    size: int
    kinds: tuple[str, ...]
    kind: Small
    fields: Mapping[str, FieldColumn]
    doubtful: Bools | None
    recorded: frozenset[str]
    lexicons: Lexicons
    events: Callable[[Ints], Sequence[Event]]
    places: Ints
    allocator: ArrayAllocator = field(
        default_factory=ArrayAllocator
    )  # for what is as long as the log
    unlogged: Bools | None = None
    lost: Mapping[str, Bools] = field(default_factory=dict)
    lacking: frozenset[str] = frozenset()
    mixed: frozenset[tuple[Value | None, ...]] = frozenset()
    unfilled: frozenset[tuple[str, str]] = frozenset()
    _numbered: dict[tuple[str, ...], Keys] = field(default_factory=dict, init=False, repr=False)

    def numbered(self, fields: tuple[str, ...]) -> Keys:
        """All rows, numbered by the values of some fields; made once for all who ask."""
        if not fields:
            return self._numbered.setdefault((), Keys(self.size))
        if fields not in self._numbered:
            found = self.fields.get(fields[-1])
            column = no_values(self.size) if found is None else found.key()
            self._numbered[fields] = self.numbered(fields[:-1]).extended(column)
        return self._numbered[fields]

    def told(self, name: str) -> Bools:
        """The rows that have a value in a field."""
        found = self.fields.get(name)
        if found is None:
            return np.zeros(self.size, bool)
        return np.ones(self.size, bool) if found.empty is None else ~found.empty

    def said_in(self, rows: Ints) -> Columns:
        """Some rows in any order, without a word of which of them are in doubt."""
        fields = {name: own.some(rows) for name, own in self.fields.items()}
        return replace(
            self,
            size=len(rows),
            kind=self.kind[rows],
            fields=fields,
            doubtful=None,
            unlogged=None,
            lost={},
        )

    def blocks(self) -> Iterator[slice]:
        """All rows, some after others."""
        return self.allocator.blocks(self.size)

    def rows_of(self, kind: str) -> Ints:
        """The rows of one kind."""
        return np.flatnonzero(self.kind == self.kinds.index(kind))


def columns_of(log: Log, vocabulary: Vocabulary, lexicons: Lexicons | None = None) -> Columns:
    """The columns of a log whose events are in memory."""
    lexicons = lexicons if lexicons is not None else Lexicons()
    kinds = tuple(vocabulary.kinds)
    number = {kind: at for at, kind in enumerate(kinds)}
    cells: dict[str, tuple[list[int], list[Value]]] = {}
    lost: dict[str, Bools] = {}
    for row, event in enumerate(log.events):
        for name in event.lost:
            lost.setdefault(name, np.zeros(len(log.events), bool))[row] = True
        for name, value in event.values.items():
            rows, values = cells.setdefault(name, ([], []))
            rows.append(row)
            values.append(value)
    doubtful = np.array([event.doubtful for event in log.events], bool)
    every = np.array([event.place for event in log.events], np.int64)
    return Columns(
        len(log.events),
        kinds,
        np.array([number[event.kind] for event in log.events], np.int64),
        {
            name: filled(len(log.events), np.array(rows), values, vocabulary.fields[name], lexicons)
            for name, (rows, values) in cells.items()
        },
        doubtful if doubtful.any() else None,
        log.recorded,
        lexicons,
        lambda places: [log.events[int(at)] for at in np.searchsorted(every, places)],
        every,
        unlogged=if_any(np.array([event.unlogged for event in log.events], bool)),
        lost=lost,
        lacking=log.lacking,
        mixed=log.mixed,
        unfilled=log.unfilled,
    )


def filled(
    size: int, rows: Ints, values: Sequence[Value], kind: Type, lexicons: Lexicons
) -> FieldColumn:
    """A field from the values that it has in some rows."""
    empty = None
    if len(rows) < size:
        empty = np.ones(size, bool)
        empty[rows] = False
    found = vector_of(values, kind, lexicons)
    beyond = None
    if kind in NUMBERS:
        large = np.abs(found.data) > LARGEST
        if large.any():
            beyond = np.zeros(size, bool)
            beyond[rows[large]] = True
            found.data = with_stand_ins(found.data, large, values, lexicons)
    data = placed(found.data, rows, size)
    zone = None if found.zone is None else placed(found.zone, rows, size)
    return FieldColumn(Vector(data, None, found.scale, zone), empty, beyond)


def with_stand_ins(data: Ints, large: Bools, values: Sequence[Value], lexicons: Lexicons) -> Ints:
    """Numbers of which some are too large: in their place numbers that stand for them alone."""
    data, code = data.astype(np.int64), lexicons.of(NUMBER).code
    for at in np.flatnonzero(large):
        data[at] = _STAND_IN + code(values[int(at)])
    return data


def rescaled(found: FieldColumn, scale: int, lexicons: Lexicons) -> FieldColumn:
    """A field over a multiple of its denominator; more may be too large for it."""
    vector = found.vector
    factor = scale // vector.scale
    if factor == 1:
        return found
    data = vector.data.astype(np.int64)
    known = np.ones(len(data), bool) if found.beyond is None else ~found.beyond
    large = np.flatnonzero(known & (np.abs(data) > LARGEST // factor))
    own: list[Value] = [exact(Fraction(int(number), vector.scale)) for number in data[large]]
    data = np.where(known, data * factor, data)
    data[large] = with_stand_ins(large, np.ones(len(large), bool), own, lexicons)
    beyond = ~known
    beyond[large] = True
    return FieldColumn(Vector(data, None, scale, vector.zone), found.empty, if_any(beyond))


def vector_of(values: Iterable[Value], kind: Type, lexicons: Lexicons) -> Vector:
    """Values of one type side by side; of a number that no column can hold, one beyond it."""
    values = list(values)
    match encoding_of(kind):
        case "ratio":
            return _ratios([value for value in values if isinstance(value, int | Fraction)])
        case "truth":
            return Vector(np.array(values, bool))
        case "instant":
            return _times([value for value in values if isinstance(value, datetime)])
        case "ticks":
            ticks = [value // _TICK for value in values if isinstance(value, timedelta)]
            return Vector(np.array(ticks, np.int64))
        case "days":
            days = [day_number(value) for value in values if isinstance(value, date)]
            return Vector(np.array(days, np.int64))
        case "code":
            code = lexicons.of(kind).code
            return Vector(np.array([code(value) for value in values], np.int64))
        case never:
            assert_never(never)


_FINEST = 10**10


def _ratios(numbers: Sequence[Number]) -> Vector:
    scale = lcm(*{number.denominator for number in numbers if number.denominator < _FINEST})
    return Vector(np.array([_scaled(number, scale) for number in numbers], np.int64), None, scale)


def _scaled(number: Number, scale: int) -> int:
    if scale % number.denominator:
        return LARGEST + 1
    return min(max(number.numerator * (scale // number.denominator), -LARGEST - 1), LARGEST + 1)


def _times(times: Sequence[datetime]) -> Vector:
    instants, zones = [], []
    for time in times:
        offset = time.utcoffset()
        zones.append(NAIVE if offset is None else offset // _TICK)
        aware = time.replace(tzinfo=UTC) if offset is None else time
        instants.append((aware - _EPOCH) // _TICK)
    return Vector(np.array(instants, np.int64), None, 1, np.array(zones, np.int64))


def day_number(day: date) -> int:
    """Days since 1970."""
    return (day - _FIRST_DAY).days


def local_days(vector: Vector) -> Ints:
    """The calendar day of each time, as its own clock shows it."""
    return np.asarray(_local(vector) // _DAY)


def since_midnight(vector: Vector) -> Ints:
    """The time of day of each time, as its own clock shows it: microseconds."""
    return np.asarray(_local(vector) % _DAY)


def _local(vector: Vector) -> Ints:
    if vector.zone is None:
        return np.asarray(vector.data)
    return np.asarray(vector.data + np.where(vector.zone == NAIVE, 0, vector.zone))


def shown_twice(vector: Vector) -> Bools:
    """Whether times have no offset and stand in an hour that the clock shows twice."""
    result = np.zeros(vector.data.shape, bool)
    if vector.zone is None or not result.size or not (vector.zone == NAIVE).any():
        return result
    days = local_days(vector)
    first, last = max(int(days.min()), _EARLIEST), min(int(days.max()), _LATEST)
    for day in range(first, last + 1):
        for start, end in _repeated(day):
            result |= (vector.data >= start) & (vector.data < end)
    return np.asarray(result & (vector.zone == NAIVE))


@cache
def _repeated(day: int) -> tuple[tuple[int, int], ...]:
    """The stretch of a day that the clock shows twice, in microseconds of its own time: it goes
    back from the end of the stretch to its beginning.
    """
    midnight = datetime.combine(_FIRST_DAY + timedelta(days=day), datetime.min.time(), CLOCK)
    before, after = midnight.utcoffset(), midnight.replace(hour=23).utcoffset()
    if before is None or after is None or before <= after:
        return ()
    first, last = 0, 24 * 60
    while first < last:  # the first minute that has the later offset whichever way it is read
        middle = (first + last) // 2
        own = midnight.replace(hour=middle // 60, minute=middle % 60, fold=0)
        first, last = (first, middle) if own.utcoffset() == after else (middle + 1, last)
    end = day * _DAY + first * MINUTE
    return ((end - (before - after) // _TICK, end),)


_EARLIEST, _LATEST = -36_525, 36_525  # a hundred years on both sides of 1970
MINUTE = 60 * 1_000_000
_DAY = 24 * 60 * MINUTE


def value_of(vector: Vector, kind: Type, place: int, lexicons: Lexicons) -> Value:
    """One value of a column as rules know it."""
    number = int(vector.data[place] if vector.data.ndim else vector.data)
    match encoding_of(kind):
        case "ratio":
            return exact(Fraction(number, vector.scale))
        case "truth":
            return bool(number)
        case "instant":
            return _time_of(vector, place, number)
        case "ticks":
            return timedelta(microseconds=number)
        case "days":
            return _FIRST_DAY + timedelta(days=number)
        case "code":
            return lexicons.of(kind).values[number]
        case never:
            assert_never(never)


def _time_of(vector: Vector, place: int, number: int) -> datetime:
    zone = NAIVE
    if vector.zone is not None:
        zone = int(vector.zone[place] if vector.zone.ndim else vector.zone)
    moment = _EPOCH + timedelta(microseconds=number)
    if zone == NAIVE:
        return moment.replace(tzinfo=None)
    return moment.astimezone(timezone(timedelta(microseconds=zone)))
