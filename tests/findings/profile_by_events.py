"""The profile of a log, found in one pass over its events: the oracle of the one over columns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from auditor.findings.money import Paid
from auditor.findings.profile import (
    BINS,
    SHOWN,
    Case,
    Cases,
    Key,
    Profile,
    Totals,
    coup,
    numbered,
    reference,
    sitting,
)
from auditor.findings.timeline import presences
from auditor.judge.operators import shown_twice
from auditor.language.core import Vocabulary
from auditor.language.wording import Wording
from auditor.log.event import Event, Log, Row
from auditor.report import model
from auditor.report.model import Duplicate, SequenceBreak, TimeBack
from auditor.values import Value, moment, show


def _note(cases: Cases[tuple[int, Case]], place: int, case: Case) -> None:
    """One more case, of which the first are kept."""
    cases.count += 1
    if len(cases.first) < SHOWN:
        cases.first.append((place, case))


@dataclass
class Stretch:
    """From a time to another, where it is known, and what is between."""

    start: datetime | None
    end: datetime | None
    of: Value | None = None

    def told(self) -> model.Stretch:
        assert self.start is not None
        of = self.of if self.of is None or isinstance(self.of, int) else show(self.of)
        end = None if self.end is None else self.end.isoformat()
        return model.Stretch(start=self.start.isoformat(), end=end, of=of)


@dataclass
class Band:
    """A sitting along the clock."""

    place: int
    start: datetime
    end: datetime
    coups: tuple[int, ...] = ()
    runs: dict[str, list[Stretch]] = field(default_factory=dict)
    holes: dict[str, list[Stretch]] = field(default_factory=dict)
    present: dict[str, list[Stretch]] = field(default_factory=dict)
    backs: list[Stretch] = field(default_factory=list)

    def told(self, key: Key, vocabulary: Vocabulary) -> tuple[int, model.Band]:
        """The place of its first row, and the band as a report has it."""
        say, people = Wording(vocabulary.labels), {i.name: who for i, who in presences(vocabulary)}
        lanes = {
            sort: tuple(
                model.Lane(
                    name=name,
                    said=say.kind(name) if sort == "present" else say.field(name),
                    column=people.get(name) if sort == "present" else None,
                    stretches=tuple(one.told() for one in every[:SHOWN]),
                    total=len(every),
                )
                for name, every in sorted(getattr(self, sort).items())
            )
            for sort in ("runs", "holes", "present")
        }
        keys = zip(sitting(vocabulary), key, strict=True)
        return self.place, model.Band(
            ruleset="",
            within={name: show(value) for name, value in keys if value is not None},
            day=self.start.date().isoformat(),
            start=self.start.isoformat(),
            end=self.end.isoformat(),
            coups=self.coups,
            runs=lanes["runs"],
            holes=lanes["holes"],
            present=lanes["present"],
            backs=tuple(one.told() for one in self.backs[:SHOWN]),
            backs_total=len(self.backs),
        )


def profile_by_events(
    log: Log, vocabulary: Vocabulary, repeatable: frozenset[str] = frozenset()
) -> Profile:
    """The profile; of the kinds in `repeatable` two events may say the same."""
    found = Profile()
    numbers = [_Numbers(column, scope, found) for column, scope in numbered(vocabulary)]
    within, coups = coup(vocabulary), set[Key]()
    times = _Times(sitting(vocabulary), found, repeatable)
    for event in log.events:
        if event.doubtful:
            continue
        found.events += 1
        found.kinds[event.kind] += 1
        found.filled[event.kind].update(event.values.keys())
        for sequence in numbers:
            sequence.see(event)
        times.see(event)
        _open(found, event, vocabulary)
        if (player := event.values.get("player")) is not None:
            found.players.add((event.values.get("casino"), player))
        if (staff := event.values.get("staff")) is not None:
            found.staff.add((event.values.get("casino"), staff))
        if within and event.values.get(within[-1]) is not None:
            coups.add(tuple(event.values.get(name) for name in within))
        _add_up(found, event, vocabulary)
    found.coups = len(coups)
    for key in coups:
        place = dict(zip(within, key, strict=True))
        own = tuple(place.get(name) for name in sitting(vocabulary))
        found.totals[own] = found.totals[own].merge(Totals(0, 1, {}))
    found.columns.update(*canonical_headers(log))
    bands = _bands(log, vocabulary)
    found.bands = {key: own.told(key, vocabulary) for key, own in bands.items()}
    return found


def _bands(log: Log, vocabulary: Vocabulary) -> dict[Key, Band]:
    """The bands, the events of each looked at one after another."""
    fields, filled = sitting(vocabulary), {name for own in log.events for name in own.values}
    if not fields:
        return {}
    events: dict[Key, list[Event]] = {}
    for event in log.events:
        named = fields[-1] not in filled or event.values.get(fields[-1]) is not None
        if named and event.time is not None and not event.doubtful:
            events.setdefault(tuple(event.values.get(name) for name in fields), []).append(event)
    begun, within = dict[Key, int](), coup(vocabulary)
    for event in log.events:
        if within and event.values.get(within[-1]) is not None and not event.doubtful:
            begun.setdefault(tuple(event.values.get(name) for name in within), event.place)
    firsts = set(begun.values())
    found = {key: _band(own, vocabulary, firsts, filled) for key, own in events.items()}
    for column, within in numbered(vocabulary):
        above: dict[Key, tuple[int, Event]] = {}
        for event in log.events:
            number = event.values.get(column)
            if not isinstance(number, int) or event.doubtful:
                continue
            run = tuple(event.values.get(name) for name in within)
            highest, last = above.get(run, (0, None))
            above[run] = max(highest, number), event
            own = found.get(tuple(event.values.get(name) for name in fields))
            if number > highest + 1 and own is not None and event.time is not None:
                start = own.start if last is None or last.time is None else last.time
                holes = own.holes.setdefault(column, [])
                holes.append(Stretch(start, event.time, number - highest - 1))
    return found


def _band(
    events: Sequence[Event], vocabulary: Vocabulary, begun: set[int], filled: set[str]
) -> Band:
    times = [own.time for own in events if own.time is not None]
    start, end = min(times, key=moment), max(times, key=moment)
    band = Band(events[0].place, start, end)
    span, tick, counts = moment(end) - moment(start), timedelta(microseconds=1), [0] * BINS
    before = times[0]
    for event, time in zip(events, times, strict=True):
        if event.place in begun:
            part = (moment(time) - moment(start)) // tick * BINS // max(span // tick, 1)
            counts[min(part, BINS - 1)] += 1
        if moment(time) < moment(before) and not shown_twice(time):
            band.backs.append(Stretch(time, before))
        before = time
        _run(band, event, time, vocabulary)
    band.coups = tuple(counts) if any(counts) else ()
    _attend(band, events, vocabulary, filled)
    return band


def _run(band: Band, event: Event, time: datetime, vocabulary: Vocabulary) -> None:
    for column, _ in numbered(vocabulary):
        value = event.values.get(column)
        if column in coup(vocabulary)[-1:] or value is None:
            continue
        runs = band.runs.setdefault(column, [])
        run = next((own for own in runs if own.of == value), None)
        if run is None:
            runs.append(run := Stretch(time, time, value))
        run.end = time


def _attend(band: Band, events: Sequence[Event], vocabulary: Vocabulary, filled: set[str]) -> None:
    for interval, who in presences(vocabulary):
        if who is not None and who not in filled:
            continue
        for at, event in enumerate(events):
            if event.kind == interval.start:
                key = [event.values.get(name) for name in interval.keys]
                closing = (
                    own.time
                    for own in events[at:]
                    if own.kind == interval.end
                    and [own.values.get(name) for name in interval.keys] == key
                )
                named = None if who is None else event.values.get(who)
                own = band.present.setdefault(interval.name, [])
                own.append(Stretch(event.time, next(closing, None), named))


def _add_up(found: Profile, event: Event, vocabulary: Vocabulary) -> None:
    fields = sitting(vocabulary)
    if not fields:
        return
    sums = {own.payment for own in vocabulary.kinds.values() if own.payment}
    moved = {}
    for name in sums.intersection(vocabulary.kinds[event.kind].fields):
        amount = event.values.get(name)
        if isinstance(amount, int | Fraction):
            moved[event.kind] = Paid(event.kind, 1, sum=Fraction(amount))
        else:
            moved[event.kind] = Paid(event.kind, 1, unreadable=1)
    key = tuple(event.values.get(name) for name in fields)
    own = found.totals.get(key, Totals(0, 0, {}))
    found.totals[key] = own.merge(Totals(1, 0, moved))


def _open(found: Profile, event: Event, vocabulary: Vocabulary) -> None:
    if event.time is None:
        return
    day = event.time.date()
    key: Key = ("outside", day)
    if vocabulary.law_scope is not None:
        scope = vocabulary.scopes[vocabulary.law_scope]
        if all(name in event.values for name in scope.needs):
            key = tuple(event.values.get(name) for name in scope.fields)
    found.openings.setdefault(key, (event.place, day))


class _Numbers:
    """Follows the numbers in one column."""

    def __init__(self, column: str, within: Sequence[str], found: Profile) -> None:
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
        case = SequenceBreak(
            column=self._column,
            within={n: show(v) for n, v in zip(self._within, key, strict=True) if v is not None},
            before=before,
            number=number,
            missing=max(0, number - highest - 1),
            row=reference(event.row),
        )
        _note(self._found.breaks, event.place, case)
        self._found.missing += case.missing


class _Times:
    """Follows the times of each run of events, and compares the events of one instant."""

    def __init__(self, within: Sequence[str], found: Profile, repeatable: frozenset[str]) -> None:
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
        found.steps += moment(time) != moment(before)
        if moment(time) < moment(before) and not shown_twice(time):
            shown = {"before": before.isoformat(), "time": time.isoformat()}
            _note(found.backs, event.place, TimeBack(**shown, row=reference(event.row)))
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
            rows = {"row": reference(event.row), "original": reference(original)}
            _note(self._found.copies, event.place, Duplicate(event=event.kind, **rows))


def _add(keys: set[Key], key: Key) -> None:
    if key[-1] is not None:
        keys.add(key)


def canonical_headers(log: Log) -> frozenset[tuple[str, ...]]:
    """The headers of the tables in the canonical shape, whose columns are named like fields."""
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


def row_numbers(log: Log) -> NDArray[np.int64]:
    """The number of each event's row."""
    numbers: dict[int, int] = {}
    rows = [numbers.setdefault(id(event.row), len(numbers)) for event in log.events]
    return np.array(rows, np.int64)
