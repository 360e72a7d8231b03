"""The timeline of a report: bands of tables and gaming days, those with findings first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.findings.finding import Judged, both
from auditor.findings.profile import BINS, FOLLOWED, SHOWN, Band, Cases, Key, Stretch, coup, sitting
from auditor.findings.profile import numbered as numbered_columns
from auditor.language.core import Interval, Vocabulary
from auditor.language.wording import Wording
from auditor.log.store.columns import Columns
from auditor.log.store.keys import first_places, numbered, stable_order
from auditor.log.store.vector import Ints
from auditor.report import model
from auditor.report.typography import counted_up
from auditor.values import Value, show


def presences(vocabulary: Vocabulary) -> Iterator[tuple[Interval, str | None]]:
    """The intervals of a sitting, and of whatever a column of context names there: that column."""
    within = set(sitting(vocabulary))
    for own in vocabulary.intervals.values():
        others = set(own.keys) - within
        if within and own.end is not None and within <= set(own.keys):
            if not others:
                yield own, None
            elif len(others) == 1 and others <= set(vocabulary.context):
                yield own, others.pop()


class Bands:
    """The bands of a log in columns; `coups` is a row of each coup."""

    def __init__(self, columns: Columns, vocabulary: Vocabulary, coups: Ints) -> None:
        self._columns, self._vocabulary = columns, vocabulary
        self._found: list[Band] = []
        self._keys: list[Key] = []
        self._number = np.full(columns.size, -1, np.int32)
        fields, times = sitting(vocabulary), columns.fields.get("time")
        if not fields or times is None:
            return
        self._moments = times.vector.data
        rows = eligible(columns, ("time", *set(fields[-1:]) & columns.fields.keys()))
        keys = columns.numbered(fields)
        first = rows[firsts(keys.ids[rows], keys.count)][:FOLLOWED]
        number = np.full(keys.count, -1, np.int32)
        number[keys.ids[first]] = np.arange(len(first))
        self._number[rows] = number[keys.ids[rows]]
        self._keys = [tuple(self._value(name, row) for name in fields) for row in first.tolist()]
        bounds = [rows[own] for _, own in self._by_number(rows)]
        self._found = [
            Band(
                int(columns.places[own[0]]),
                self._time(int(own[self._moments[own].argmin()])),
                self._time(int(own[self._moments[own].argmax()])),
            )
            for own in bounds
        ]
        self._tick(coups, bounds)
        self._run()
        for interval, who in presences(vocabulary):
            if who is None or who in columns.fields:
                self._attend(interval, who)

    def found(self) -> dict[Key, Band]:
        """The bands by the columns of a sitting."""
        return dict(zip(self._keys, self._found, strict=True))

    def hole(self, column: str, rows: Ints, before: Ints, missing: Ints) -> None:
        """Numbers of a column that are missing between some rows, -1 for none, and others."""
        some = np.flatnonzero(missing > 0)
        for band, own in self._by_band(rows[some]):
            at = some[own]
            above = np.where(self._number[before[at]] < 0, -1, before[at])
            holes = self._stretches(above, rows[at])
            for hole, many in zip(holes.first, missing[at].tolist(), strict=False):
                hole.of = many
                hole.start = hole.start or band.start
            band.holes[column] = holes

    def back(self, rows: Ints, before: Ints) -> None:
        """Rows whose time lies before that of others."""
        for band, own in self._by_band(rows):
            band.backs = self._stretches(rows[own], before[own])

    def _tick(self, coups: Ints, bounds: list[Ints]) -> None:
        """Coups, by the part of the band in which each begins."""
        for number, own in self._by_number(coups):
            span = self._moments[bounds[number]].astype(np.int64)
            low, high = int(span.min()), int(span.max())
            parts = (self._moments[coups[own]].astype(np.int64) - low) * BINS // max(high - low, 1)
            counts = np.bincount(np.minimum(parts, BINS - 1), minlength=BINS)
            self._found[number].coups = tuple(counts.tolist())

    def _run(self) -> None:
        """Whatever is numbered and is no coup: from the first to the last row of each number."""
        for name, within in numbered_columns(self._vocabulary):
            if name in coup(self._vocabulary)[-1:] or name not in self._columns.fields:
                continue
            rows = eligible(self._columns, ("time", name))
            keys = self._columns.numbered((*within, name))
            first = first_places(keys.ids[rows], keys.count)
            last = len(rows) - 1 - first_places(keys.ids[rows[::-1]], keys.count)
            order = np.argsort(first, kind="stable")[(first < 0).sum() :]
            starts, ends = rows[first[order]], rows[last[order]]
            for band, own in self._by_band(starts):
                band.runs[name] = self._stretches(starts[own], ends[own], name)

    def _attend(self, interval: Interval, who: str | None) -> None:
        """Stretches from an event to the next that closes it, if the log has one."""
        assert interval.end is not None
        columns = self._columns
        starts, ends = (columns.rows_of(kind) for kind in (interval.start, interval.end))
        rows = np.concatenate((starts, ends))
        fields = [columns.fields[name] for name in interval.keys if name in columns.fields]
        ids = numbered([own.key().at(rows) for own in fields], len(rows)).ids * columns.size
        opening = ids[: len(starts)] + starts
        closing = np.append(np.sort((ids[len(starts) :] + ends)[self._number[ends] >= 0]), -1)
        closed = closing[np.searchsorted(closing[:-1], opening)]
        own_end = closed // columns.size == opening // columns.size
        ends = np.where(own_end, closed % columns.size, -1)
        for band, own in self._by_band(starts):
            band.present[interval.name] = self._stretches(starts[own], ends[own], who)

    def _stretches(self, starts: Ints, ends: Ints, name: str | None = None) -> Cases[Stretch]:
        """Stretches between rows, -1 for none; `name` is the field of what they are of."""
        shown = zip(starts[:SHOWN].tolist(), ends[:SHOWN].tolist(), strict=True)
        first = [
            Stretch(
                None if start < 0 else self._time(start),
                None if end < 0 else self._time(end),
                None if name is None else self._value(name, start),
            )
            for start, end in shown
        ]
        return Cases(first, len(starts))

    def _by_band(self, rows: Ints) -> Iterator[tuple[Band, Ints]]:
        yield from ((self._found[number], own) for number, own in self._by_number(rows))

    def _by_number(self, rows: Ints) -> Iterator[tuple[int, Ints]]:
        """The places of those rows that are in a band, for each of these."""
        numbers = self._number[rows]
        inside = np.flatnonzero(numbers >= 0)
        order = inside[stable_order(numbers[inside].astype(np.int64), len(self._keys))]
        for own in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            if len(own):
                yield int(numbers[own[0]]), own

    def _value(self, name: str, row: int) -> Value | None:
        return self._columns.value(name, self._vocabulary, row)

    def _time(self, row: int) -> datetime:
        value = self._value("time", row)
        assert isinstance(value, datetime)
        return value


MOST_BANDS = 24
"""Bands that a report draws."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A band of a ruleset, and the findings that name its table."""

    part: Judged
    key: Key
    band: Band
    findings: tuple[str, ...]

    @property
    def day(self) -> str:
        """The gaming day: that on which the scope of the law opened, else that of the first row."""
        vocabulary, day = self.part.program.vocabulary, self.band.start.date()
        if vocabulary.law_scope is not None:
            own = dict(zip(sitting(vocabulary), self.key, strict=True))
            scope = vocabulary.scopes[vocabulary.law_scope].fields
            opening = self.part.profile.openings.get(tuple(own.get(name) for name in scope))
            day = day if opening is None else opening[1]
        return day.isoformat()


def timeline(judged: Sequence[Judged], findings: Sequence[model.Finding]) -> model.Timeline | None:
    """The timeline of a log; none where no row has a time, or nothing tells its tables apart."""
    every = [own for part in judged for own in _placed(part, findings)]
    if not every:
        return None
    every.sort(key=lambda own: (not own.findings, own.day, _name(own.key)))
    drawn = sorted(every[:MOST_BANDS], key=lambda own: (own.day, _name(own.key)))
    sittings = sum(key[-1] is not None for part in judged for key in part.profile.totals)
    return model.Timeline(
        bands=tuple(map(_band, drawn)),
        left_out=max(sittings, len(every)) - len(drawn),
        left_out_with_findings=sum(bool(own.findings) for own in every[MOST_BANDS:]),
    )


def _placed(part: Judged, findings: Sequence[model.Finding]) -> Iterator[_Placed]:
    fields, rules = sitting(part.program.vocabulary), {own.id for own in part.program.rules}
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for own in findings:
        if own.rule in rules:
            subject = own.subject.model_dump(include={*fields}) | own.subject.others
            named = (subject.get(name) for name in fields)
            found[tuple("" if value is None else str(value) for value in named)].append(own.id)
    for key, band in part.profile.bands.items():
        yield _Placed(part, key, band, tuple(found[_shown(key)]))


def _shown(key: Key) -> tuple[str, ...]:
    return tuple("" if value is None else show(value) for value in key)


def _name(key: Key) -> tuple[object, ...]:
    return tuple(map(counted_up, _shown(key)))


def _band(own: _Placed) -> model.Band:
    vocabulary, band = own.part.program.vocabulary, own.band
    intervals = {interval.name: who for interval, who in presences(vocabulary)}
    return model.Band(
        ruleset=own.part.program.name,
        within={
            name: show(value)
            for name, value in zip(sitting(vocabulary), own.key, strict=True)
            if value is not None
        },
        day=own.day,
        start=band.start.isoformat(),
        end=band.end.isoformat(),
        coups=band.coups,
        runs=_lanes(band.runs, vocabulary, {}),
        holes=_lanes(band.holes, vocabulary, {}),
        present=_lanes(band.present, vocabulary, intervals),
        backs=_stretches(band.backs),
        backs_total=band.backs.count,
        findings=own.findings,
    )


def _lanes(
    lanes: Mapping[str, Cases[Stretch]], vocabulary: Vocabulary, columns: Mapping[str, str | None]
) -> tuple[model.Lane, ...]:
    """Lanes by their names, which are those of intervals where `columns` has them, else fields."""
    say = Wording(vocabulary.labels)
    return tuple(
        model.Lane(
            name=name,
            said=both(say.kind(name) if name in columns else say.field(name)),
            column=columns.get(name),
            stretches=_stretches(lanes[name]),
            total=lanes[name].count,
        )
        for name in sorted(lanes)
    )


def _stretches(cases: Cases[Stretch]) -> tuple[model.Stretch, ...]:
    return tuple(
        model.Stretch(
            start=own.start.isoformat(),
            end=None if own.end is None else own.end.isoformat(),
            of=own.of if own.of is None or isinstance(own.of, int) else show(own.of),
        )
        for own in cases.first
        if own.start is not None
    )
