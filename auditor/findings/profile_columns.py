"""Profiles a log that is held in columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.findings.money import Paid, Sums
from auditor.findings.profile import SHOWN, Key, Profile, Totals, coup, reference, sitting
from auditor.findings.profile import numbered as numbered_columns
from auditor.findings.timeline import Bands
from auditor.language.core import Vocabulary
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.encoding import as_key
from auditor.log.store.keys import Column, Keys, numbered, stable_order
from auditor.log.store.times import local_days, shown_twice
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.report import model
from auditor.values import Value, show

Name = tuple[str, str]


def profile_of(
    columns: Columns,
    vocabulary: Vocabulary,
    headers: Iterable[Sequence[str]],
    repeatable: frozenset[str] = frozenset(),
    row_of: Ints | None = None,
) -> Profile:
    """The profile of a log.  `headers` are those of its tables in the canonical shape;
    `repeatable` are kinds of which two may say the same.  `row_of` numbers the row of each event
    where some rows stand for several: these are no copies of each other.
    """
    return _Profiling(columns, vocabulary, repeatable, row_of).profile(headers)


def days_of(columns: Columns) -> set[date]:
    """The days on which something is recorded."""
    rows, times = eligible(columns, ("time",)), columns.fields.get("time")
    if times is None:
        return set()
    return set(each_once(local_days(times.vector)[rows]).astype("datetime64[D]").tolist())


def people_of(columns: Columns, vocabulary: Vocabulary, fields: Iterable[str]) -> Iterator[Name]:
    """The people whom some fields name, each after the field."""
    profiling = _Profiling(columns, vocabulary, frozenset(), None)
    for name in fields:
        yield from ((name, show(key[-1])) for key in profiling.named((name,)) if key[-1])


class _Profiling:
    def __init__(
        self,
        columns: Columns,
        vocabulary: Vocabulary,
        repeatable: frozenset[str],
        row_of: Ints | None,
    ) -> None:
        self._columns, self._vocabulary, self._repeatable = columns, vocabulary, repeatable
        self._row_of = row_of
        self._clear = eligible(columns, ())

    def profile(self, headers: Iterable[Sequence[str]]) -> Profile:
        columns = self._columns
        found = Profile(events=len(self._clear))
        counts = np.bincount(columns.kind[self._clear], minlength=len(columns.kinds))
        found.kinds = Counter(dict(_counted(columns.kinds, counts)))
        found.filled = self._filled(found.kinds, counts)
        found.columns = {name for header in headers for name in header}
        found.sessions = self.named(("casino", "session"))
        found.tables = self.named(("casino", "table"))
        found.players = self.named(("casino", "player"))
        found.staff = self.named(("casino", "staff"))
        coups = one_of_each_coup(columns, self._vocabulary)
        found.coups = len(coups)
        found.totals = totals(columns, self._vocabulary, coups)
        bands = Bands(columns, self._vocabulary, coups)
        self._breaks(found, bands)
        self._times(found, bands)
        found.bands = bands.found()
        return found

    def _filled(self, kinds: Counter[str], every: Ints) -> dict[str, Counter[str]]:
        total: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
        fields = list(self._columns.fields.items())
        for few in (fields[at : at + _BITS] for at in range(0, len(fields), _BITS)):
            empty = self._empty_together([field for _, field in few])
            for bit, (name, _) in enumerate(few):
                counts = every - empty[:, np.arange(1 << _BITS) >> bit & 1 == 1].sum(axis=1)
                for kind, count in _counted(self._columns.kinds, counts):
                    total[kind][name] = count
        return total

    def _empty_together(self, fields: Sequence[FieldColumn]) -> Ints:
        """For each kind, how many rows have each pattern of these fields empty: a bit for each."""
        columns = self._columns
        pattern = np.zeros(columns.size, np.uint8)
        for bit, field in enumerate(fields):
            pattern |= field.empty.view(np.uint8) << np.uint8(bit)
        both = (columns.kind.astype(np.int64) << _BITS) + pattern
        both = both[self._clear]
        return np.bincount(both, minlength=len(columns.kinds) << _BITS).reshape(-1, 1 << _BITS)

    def _value(self, name: str, row: int) -> Value | None:
        return self._columns.value(name, self._vocabulary, row)

    def named(self, fields: tuple[str, ...]) -> set[Key]:
        """The different values of some fields where the last is filled."""
        if not set(fields) & self._vocabulary.fields.keys():
            return set()
        rows = eligible(self._columns, fields[-1:])
        keys = self._columns.numbered(fields)
        return {
            tuple(self._value(name, int(row)) for name in fields)
            for row in rows[firsts(keys.ids[rows], keys.count)]
        }

    # ---- sequence numbers -------------------------------------------------------------------
    def _breaks(self, found: Profile, bands: Bands) -> None:
        sequences = list(numbered_columns(self._vocabulary))
        if not sequences:
            return
        broken = [self._broken(name, within) for name, within in sequences]
        which = np.repeat(np.arange(len(broken)), [len(own[0]) for own in broken])
        for (name, _), (rows, _, missing, above) in zip(sequences, broken, strict=True):
            bands.hole(name, rows, above, missing)
        rows, befores, missing, _ = (np.concatenate(own) for own in zip(*broken, strict=True))
        order = np.lexsort((which, rows))
        found.breaks.count, found.missing = len(order), int(missing.sum())
        shown = order[:SHOWN]
        events = self._columns.events(rows[shown])
        for at, event in zip(shown, events, strict=True):
            name, within = sequences[which[at]]
            row, before = int(rows[at]), int(befores[at])
            filled = ((field, self._value(field, row)) for field in within)
            number = self._value(name, row)
            assert isinstance(number, int)
            case = model.SequenceBreak(
                column=name,
                within={field: show(value) for field, value in filled if value is not None},
                before=None if before == _FIRST else before,
                number=number,
                missing=int(missing[at]),
                row=reference(event.row),
            )
            found.breaks.first.append((event.place, case))

    def _broken(self, name: str, within: Sequence[str]) -> tuple[Ints, Ints, Ints, Ints]:
        """The rows whose number does not follow, the numbers before, how many are left out, and the
        rows before, -1 for none.
        """
        rows, numbers, first = self._sequence(name, within)
        if not len(rows):
            return rows, rows, rows, rows
        before = np.where(first, 0, np.roll(numbers, 1))
        highest = _highest_before(numbers, first)
        follows = (numbers == before + 1) | ((numbers == before) & ~first)
        missing = np.maximum(numbers - highest - 1, 0)
        broken = ~follows
        above = np.where(first, -1, np.roll(rows, 1))[broken]
        return rows[broken], np.where(first, _FIRST, before)[broken], missing[broken], above

    def _sequence(self, name: str, within: Sequence[str]) -> tuple[Ints, Ints, Bools]:
        """The numbered rows, their numbers, and which are the first of their sequence."""
        rows = eligible(self._columns, (name,))
        field = self._columns.fields.get(name)
        if field is None:
            return rows, rows, np.zeros(0, bool)
        keys = self._columns.numbered(tuple(within))
        ids = keys.ids[rows]
        order = stable_order(ids, keys.count)
        rows, ids = rows[order], ids[order]
        first = np.ones(len(rows), bool)
        first[1:] = ids[1:] != ids[:-1]
        numbers = field.at(rows).vector.data
        if field.beyond.ndim:  # what no column can hold is compared all the same
            numbers = numbers.astype(object)
            for at in np.flatnonzero(field.beyond[rows]):
                numbers[at] = self._value(name, int(rows[at]))
        return rows, numbers, first

    # ---- times ------------------------------------------------------------------------------
    def _times(self, found: Profile, bands: Bands) -> None:
        times = self._columns.fields.get("time")
        rows = eligible(self._columns, ("time",))
        found.untimed = len(self._clear) - len(rows)
        if times is None or not len(rows):
            return
        moments = times.vector.data[rows]
        first, last = int(rows[moments.argmin()]), int(rows[moments.argmax()])
        found.start, found.end = self._time(first), self._time(last)
        found.start_place, found.end_place = map(int, self._columns.places[[first, last]])
        found.days = days_of(self._columns)
        self._openings(found, rows, local_days(times.vector))
        keys = self._columns.numbered(sitting(self._vocabulary))
        ids = keys.ids[rows]
        order = stable_order(ids, keys.count)
        rows, ids, moments = rows[order], ids[order], moments[order]
        same = np.zeros(len(rows), bool)
        same[1:] = ids[1:] == ids[:-1]
        self._backs(found, bands, rows, moments, same)
        self._copies(found, rows, same)

    def _openings(self, found: Profile, timed: Ints, days: Ints) -> None:
        """Where each scope of the law opens; a row outside any goes by its own day."""
        scope, places = self._vocabulary.law_scope, self._columns.places
        outside = timed
        if scope is not None:
            own = self._vocabulary.scopes[scope]
            inside = eligible(self._columns, ("time", *own.needs))
            keys = self._columns.numbered(own.fields)
            for row in inside[firsts(keys.ids[inside], keys.count)]:
                key = tuple(self._value(name, int(row)) for name in own.fields)
                found.openings[key] = int(places[row]), _day(days[row])
            marked = np.ones(self._columns.size, bool)
            marked[inside] = False
            outside = timed[marked[timed]]
        for number in each_once(days[outside]):
            first = outside[int(np.argmax(days[outside] == number))]
            found.openings[_OUTSIDE, _day(number)] = int(places[first]), _day(number)

    def _time(self, row: int) -> datetime:
        time = self._value("time", row)
        assert isinstance(time, datetime)
        return time

    def _backs(self, found: Profile, bands: Bands, rows: Ints, moments: Ints, same: Bools) -> None:
        """Times before that of the row above at the same table."""
        back = np.zeros(len(rows), bool)
        back[1:] = same[1:] & (moments[1:] < moments[:-1])
        found.steps = int((same[1:] & (moments[1:] != moments[:-1])).sum())
        at = np.flatnonzero(back)
        twice = shown_twice(self._columns.fields["time"].vector.at(rows[at]))
        at = at[~twice]
        at = at[np.argsort(rows[at])]
        found.backs.count = len(at)
        bands.back(rows[at], rows[at - 1])
        shown = at[:SHOWN]
        events = self._columns.events(rows[shown])
        for place, event in zip(shown, events, strict=True):
            before, time = (self._time(int(rows[at])).isoformat() for at in (place - 1, place))
            case = model.TimeBack(before=before, time=time, row=reference(event.row))
            found.backs.first.append((event.place, case))

    def _copies(self, found: Profile, rows: Ints, same: Bools) -> None:
        """Rows that say the same as one before them in the same instant at the same table."""
        key = as_key(self._columns.fields["time"].vector)[rows]
        instant = np.ones(len(rows), bool)
        instant[1:] = ~same[1:] | (key[1:] != key[:-1])
        kinds = self._columns.kind[rows]
        open_ = np.array([kind not in self._repeatable for kind in self._columns.kinds])[kinds]
        left, ids = rows[open_], np.cumsum(instant)[open_]
        keys = Keys(0)
        for column in self._telling():
            again = np.bincount(ids)[ids] > 1
            left, ids = left[again], ids[again]
            if not len(left):
                return
            keys = numbered([Column(ids), column.at(left)], len(left))
            ids = keys.ids
        first = np.full(keys.count, -1, np.int64)
        order = np.argsort(left, kind="stable")
        left, own = left[order], ids[order]
        first[own[::-1]] = left[::-1]
        originals = first[own]
        again = (
            left != originals
            if self._row_of is None
            else (self._row_of[left] != self._row_of[originals])
        )
        copies, originals = left[again], originals[again]
        found.copies.count = len(copies)
        later = self._columns.events(copies[:SHOWN])
        earlier = self._columns.events(originals[:SHOWN])
        for event, original in zip(later, earlier, strict=True):
            row, first_row = reference(event.row), reference(original.row)
            case = model.Duplicate(event=event.kind, row=row, original=first_row)
            found.copies.first.append((event.place, case))

    def _telling(self) -> Iterator[Column]:
        """All fields, those first whose values lie furthest apart: they tell most rows apart."""
        yield Column(self._columns.kind.astype(np.int64))
        fields = [field for name, field in self._columns.fields.items() if name != "time"]
        for field in sorted(fields, key=lambda own: int(own.vector.data.max()), reverse=True):
            yield field.key()


_OUTSIDE = "outside"
"""Stands for the scope of the law in which no scope is."""


def _day(number: np.int64) -> date:
    day = number.astype("datetime64[D]").item()
    assert isinstance(day, date)
    return day


_BITS = 8
"""Fields whose empty cells are counted together."""

_FIRST = -(1 << 62)
"""Stands for the number before the first."""


def _counted(names: Sequence[str], counts: Ints) -> list[tuple[str, int]]:
    return [(name, int(count)) for name, count in zip(names, counts, strict=True) if count]


def _highest_before(numbers: Ints, first: Bools) -> Ints:
    """The highest number before each in its own sequence, at least 0."""
    highest = np.maximum(numbers, 0)
    step = int(highest.max()) + 1
    runs = (np.cumsum(first) - 1).astype(numbers.dtype)
    total = np.maximum.accumulate(highest + runs * step) - runs * step
    return np.where(first, 0, np.roll(total, 1))


# ---- money by table and evening ------------------------------------------------------------------
def moving(vocabulary: Vocabulary) -> dict[str, str]:
    """The kinds of event that move money, each with the field of its sum."""
    sums = dict.fromkeys(own.payment for own in vocabulary.kinds.values() if own.payment)
    return {
        kind.name: name
        for kind in vocabulary.kinds.values()
        for name in sums
        if name in kind.fields
    }


def totals(columns: Columns, vocabulary: Vocabulary, coups_: Ints) -> dict[Key, Totals]:
    """The totals of each table and evening; `coups_` is a row of each coup."""
    fields, rows = sitting(vocabulary), eligible(columns, ())
    if not fields or not len(rows):
        return {}
    keys = columns.numbered(fields)
    coups = np.bincount(keys.ids[coups_], minlength=keys.count)
    counts = np.bincount(keys.ids[rows], minlength=keys.count)
    moved = _moved(columns, vocabulary, keys)
    firsts_ = rows[firsts(keys.ids[rows], keys.count)]
    return {
        tuple(columns.value(name, vocabulary, int(row)) for name in fields): Totals(
            int(counts[id_]), int(coups[id_]), moved[id_]
        )
        for row, id_ in zip(firsts_, keys.ids[firsts_].tolist(), strict=True)
    }


def _moved(columns: Columns, vocabulary: Vocabulary, keys: Keys) -> dict[int, dict[str, Paid]]:
    """The money of each sitting, by its number."""
    moved: dict[int, dict[str, Paid]] = defaultdict(dict)
    for kind, name in moving(vocabulary).items():
        if kind not in columns.kinds:
            continue
        rows = columns.rows_of(kind)
        rows = rows[~columns.doubtful[rows]]
        sums = Sums(columns, vocabulary, name)
        for id_, own in _rows_by_number(keys, rows):
            moved[id_][kind] = Paid(
                kind, len(own), sum=sums.of(own), unreadable=int(sums.unreadable(own).sum())
            )
    return moved


def one_of_each_coup(columns: Columns, vocabulary: Vocabulary) -> Ints:
    """A row of each coup that has a number."""
    fields = coup(vocabulary)
    if not fields:
        return np.empty(0, np.int64)
    rows, keys = eligible(columns, fields[-1:]), columns.numbered(fields)
    return rows[firsts(keys.ids[rows], keys.count)]


def _rows_by_number(keys: Keys, rows: Ints) -> Iterator[tuple[int, Ints]]:
    """The rows of each number."""
    if len(rows):
        ids = keys.ids[rows]
        order = stable_order(ids, keys.count)
        for part in np.split(order, np.flatnonzero(np.diff(ids[order])) + 1):
            yield int(ids[part[0]]), rows[part]
