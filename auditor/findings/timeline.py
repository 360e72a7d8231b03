"""The timeline of a report: bands of tables and gaming days, those with findings first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.findings.finding import Judged
from auditor.findings.profile import BINS, FOLLOWED, SHOWN, Key, coup, sitting
from auditor.findings.profile import numbered as numbered_columns
from auditor.language.core import Interval, Vocabulary
from auditor.language.wording import Wording
from auditor.log.coded import first_places
from auditor.log.store.columns import Columns
from auditor.log.store.keys import numbered, stable_order
from auditor.log.store.vector import Ints
from auditor.report import model
from auditor.report.typography import counted_up
from auditor.values import Value, show


def presences(vocabulary: Vocabulary) -> Iterator[tuple[Interval, str | None]]:
    """The intervals of a sitting, and of whatever a column of context names there: that column."""
    within = set(sitting(vocabulary))
    for own in vocabulary.intervals.values():
        others = set(own.keys) - within
        if within and within <= set(own.keys):
            if not others:
                yield own, None
            elif len(others) == 1 and others <= set(vocabulary.context):
                yield own, others.pop()


_LANES = ("runs", "holes", "present")


class Bands:
    """The bands of a log in columns; `coups` is a row of each coup."""

    def __init__(self, columns: Columns, vocabulary: Vocabulary, coups: Ints) -> None:
        self._columns, self._vocabulary = columns, vocabulary
        self._say = Wording(vocabulary.labels)
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
        self._places = [int(columns.places[own[0]]) for own in bounds]
        self._found: list[dict[str, Any]] = [
            {
                "start": self._iso(int(own[self._moments[own].argmin()])),
                "end": self._iso(int(own[self._moments[own].argmax()])),
                **{sort: {} for sort in _LANES},
            }
            for own in bounds
        ]
        self._tick(coups, bounds)
        self._run()
        for interval, who in presences(vocabulary):
            if who is None or who in columns.fields:
                self._attend(interval, who)

    def found(self) -> dict[Key, tuple[int, model.Band]]:
        """The bands by the columns of a sitting, each with the place of its first row; their rules
        and their gaming days are told later.
        """
        fields, bands = sitting(self._vocabulary), {}
        for at, key in enumerate(self._keys):
            own = self._found[at]
            lanes = {sort: tuple(own[sort][name] for name in sorted(own[sort])) for sort in _LANES}
            named = zip(fields, key, strict=True)
            within = {name: show(value) for name, value in named if value is not None}
            told = {**own, **lanes, "within": within, "day": own["start"][:10], "ruleset": ""}
            bands[key] = self._places[at], model.Band(**told)
        return bands

    def hole(self, column: str, rows: Ints, before: Ints, missing: Ints) -> None:
        """Numbers of a column that are missing between some rows, -1 for none, and others."""
        some = np.flatnonzero(missing > 0)
        for number, own in self._by_number(rows[some]):
            at = some[own]
            above = np.where(self._number[before[at]] < 0, -1, before[at])
            self._lay("holes", column, number, above, rows[at], missing[at].tolist())

    def back(self, rows: Ints, before: Ints) -> None:
        """Rows whose time lies before that of others."""
        for number, own in self._by_number(rows):
            told = self._stretches(number, rows[own], before[own])
            self._found[number] |= {"backs": told, "backs_total": len(own)}

    def _tick(self, coups: Ints, bounds: list[Ints]) -> None:
        """Coups, by the part of the band in which each begins."""
        for number, own in self._by_number(coups):
            span = self._moments[bounds[number]].astype(np.int64)
            low, high = int(span.min()), int(span.max())
            parts = (self._moments[coups[own]].astype(np.int64) - low) * BINS // max(high - low, 1)
            counts = np.bincount(np.minimum(parts, BINS - 1), minlength=BINS)
            self._found[number]["coups"] = tuple(counts.tolist())

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
            for number, own in self._by_number(starts):
                of = self._values(name, starts[own])
                self._lay("runs", name, number, starts[own], ends[own], of)

    def _attend(self, interval: Interval, who: str | None) -> None:
        """Stretches from an event to the next that closes it, if the log has one."""
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
        for number, own in self._by_number(starts):
            of = () if who is None else self._values(who, starts[own])
            self._lay("present", interval.name, number, starts[own], ends[own], of, who)

    def _lay(  # noqa: PLR0917 - a lane, its band, and all its stretches
        self,
        sort: str,
        name: str,
        number: int,
        starts: Ints,
        ends: Ints,
        of: Sequence[Value | None],
        column: str | None = None,
    ) -> None:
        """One more lane of a band."""
        self._found[number][sort][name] = model.Lane(
            name=name,
            said=self._say.kind(name) if sort == "present" else self._say.field(name),
            column=column,
            stretches=self._stretches(number, starts, ends, of),
            total=len(starts),
        )

    def _stretches(
        self, number: int, starts: Ints, ends: Ints, of: Sequence[Value | None] = ()
    ) -> tuple[model.Stretch, ...]:
        """The first stretches between rows, -1 for the start of the band or for no end; `of` is
        what they are of.
        """
        shown = zip_longest(starts[:SHOWN].tolist(), ends[:SHOWN].tolist(), of[:SHOWN])
        return tuple(
            model.Stretch(
                start=self._found[number]["start"] if start < 0 else self._iso(start),
                end=None if end < 0 else self._iso(end),
                of=what if what is None or isinstance(what, int) else show(what),
            )
            for start, end, what in shown
        )

    def _by_number(self, rows: Ints) -> Iterator[tuple[int, Ints]]:
        """The places of those rows that are in a band, for each of these."""
        numbers = self._number[rows]
        inside = np.flatnonzero(numbers >= 0)
        order = inside[stable_order(numbers[inside].astype(np.int64), len(self._keys))]
        for own in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            if len(own):
                yield int(numbers[own[0]]), own

    def _values(self, name: str, rows: Ints) -> list[Value | None]:
        return [self._value(name, row) for row in rows[:SHOWN].tolist()]

    def _value(self, name: str, row: int) -> Value | None:
        return self._columns.value(name, self._vocabulary, row)

    def _iso(self, row: int) -> str:
        value = self._value("time", row)
        assert isinstance(value, datetime)
        return value.isoformat()


MOST_BANDS = 24
"""Bands that a report draws."""


def timeline(judged: Sequence[Judged], findings: Sequence[model.Finding]) -> model.Timeline | None:
    """The timeline of a log; none where no row has a time, or nothing tells its tables apart."""
    every = [own for part in judged for own in _placed(part, findings)]
    if not every:
        return None
    every.sort(key=lambda own: (not own[1].findings, own[1].day, own[0]))
    drawn = sorted(every[:MOST_BANDS], key=lambda own: (own[1].day, own[0]))
    sittings = sum(key[-1] is not None for part in judged for key in part.profile.totals)
    return model.Timeline(
        bands=tuple(band for _, band in drawn),
        left_out=max(sittings, len(every)) - len(drawn),
        left_out_with_findings=sum(bool(band.findings) for _, band in every[MOST_BANDS:]),
    )


def _placed(
    part: Judged, findings: Sequence[model.Finding]
) -> Iterator[tuple[tuple[object, ...], model.Band]]:
    """The bands of a ruleset with the findings that name their tables, each after its order."""
    fields, rules = sitting(part.program.vocabulary), {own.id for own in part.program.rules}
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for own in findings:
        if own.rule in rules:
            subject = own.subject.model_dump(include={*fields}) | own.subject.others
            named = (subject.get(name) for name in fields)
            found[tuple("" if value is None else str(value) for value in named)].append(own.id)
    for key, (_, band) in part.profile.bands.items():
        shown = tuple("" if value is None else show(value) for value in key)
        told = {"ruleset": part.program.name, "findings": tuple(found[shown])}
        if (day := _gaming_day(part, key)) is not None:
            told["day"] = day
        yield tuple(map(counted_up, shown)), band.model_copy(update=told)


def _gaming_day(part: Judged, key: Key) -> str | None:
    """The day on which the scope of the law opened, where the log tells it."""
    vocabulary = part.program.vocabulary
    if vocabulary.law_scope is None:
        return None
    own = dict(zip(sitting(vocabulary), key, strict=True))
    scope = vocabulary.scopes[vocabulary.law_scope].fields
    opening = part.profile.openings.get(tuple(own.get(name) for name in scope))
    return None if opening is None else opening[1].isoformat()
