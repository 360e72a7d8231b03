"""Bands of the timeline: what each table shows along the clock, small however long the log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.engine.store.columns import Columns
from auditor.engine.store.keys import first_places, numbered, stable_order
from auditor.engine.store.vector import Ints
from auditor.findings.profile import BINS, FOLLOWED, SHOWN, Band, Cases, Key, Stretch, coup, sitting
from auditor.findings.profile import numbered as numbered_columns
from auditor.language.core import Interval, Vocabulary
from auditor.values import Value


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
