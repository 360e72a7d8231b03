"""The timeline of a report: bands of tables and gaming days, those with findings first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from auditor.findings.bands import presences
from auditor.findings.finding import Judged, both
from auditor.findings.profile import Band, Cases, Key, Stretch, sitting
from auditor.language.core import Vocabulary
from auditor.language.wording import Wording
from auditor.report import model
from auditor.report.typography import counted_up
from auditor.values import show

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
