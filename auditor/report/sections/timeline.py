"""The evening as a picture: a band a table, along one clock for each gaming day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby

from auditor.messages.message import abridged
from auditor.report.labels import Words
from auditor.report.model import SEVERITIES, Band, Finding, Lane, Report, Severity, Stretch
from auditor.report.sections.groups import numbered
from auditor.report.typography import visible
from auditor.source import Frozen
from auditor.values import moment

_LEFT, _RIGHT = 112.0, 498.0
"""Where the clock begins and ends, in points on paper: text of 8 units is 8 points high there."""
_FEW = 6
"""Bands that are drawn with the names of those who are there; more are drawn lower."""
_LONGEST_NAME = 27
_LETTER, _SIGN = 4.7, 7.0
_MOST_TICKS = 9
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720)  # minutes
_DAY = 1440
_SIGNS: Mapping[Severity, str] = {
    "critical": "M{x} {y}m0-3.6l3.6 3.6-3.6 3.6-3.6-3.6z",
    "major": "M{x} {y}m0-3.2l3.5 6.4h-7z",
    "minor": "M{x} {y}m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
}


class StripText(Frozen):
    """Text on a strip: where it begins, or its middle."""

    x: float
    y: float
    text: str


@dataclass(slots=True)
class Strip:
    """A band as paths and texts, and the same in words.

    `bars` are where the table is open, `ticks` coups, `edges` runs of numbers, `holes` and `backs`
    are hatched, `lines` those present; `signs` are findings by severity.
    """

    title: str
    height: float = 0
    bars: str = ""
    ticks: str = ""
    edges: str = ""
    holes: str = ""
    backs: str = ""
    lines: str = ""
    axis: str = ""
    signs: list[tuple[Severity, str]] = field(default_factory=list)
    texts: list[StripText] = field(default_factory=list)
    middles: list[StripText] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    findings: list[tuple[int, str]] = field(default_factory=list)


class Night(Frozen):
    """The strips of one gaming day."""

    day: str
    strips: tuple[Strip, ...]


def nights(report: Report, words: Words) -> tuple[Night, ...]:
    """The gaming days of a report, with their tables."""
    if report.timeline is None:
        return ()
    found = {own.finding.id: (own.number, own.finding) for own in numbered(report)}
    several, named = len(report.establishments) > 1, len(report.timeline.bands) <= _FEW
    days = groupby(report.timeline.bands, key=lambda own: own.day)
    return tuple(
        Night(day, tuple(_Drawing(words, found, several, named, _clock(bands)).strips(bands)))
        for day, [*bands] in days
    )


def off_the_timeline(report: Report) -> int:
    """How many findings no band shows: they name no table or time, or their band is left out."""
    bands = () if report.timeline is None else report.timeline.bands
    placed = {id_ for own in bands for id_ in own.findings}
    return sum(own.id not in placed or own.time is None for own in report.findings)


# ---- the clock ----------------------------------------------------------------------------------
class _Clock(Frozen):
    """Where moments stand between the first and the last of a gaming day."""

    low: datetime
    high: datetime

    def x(self, at: str | None) -> float:
        """The place of a moment; of none, the end."""
        whole = (moment(self.high) - moment(self.low)) or timedelta(seconds=1)
        share = 1.0 if at is None else (moment(_at(at)) - moment(self.low)) / whole
        return round(_LEFT + min(max(share, 0.0), 1.0) * (_RIGHT - _LEFT), 1)

    def said(self, at: str | None) -> str:
        """The hour and minute on the clock of the day."""
        return "…" if at is None else f"{self._local(_at(at)):%H:%M}"

    def span(self, own: Stretch) -> str:
        return f"{self.said(own.start)}–{self.said(own.end)}"

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Full hours and parts of these that leave room for their names; of a long time, days."""
        start, minute = self._local(self.low), timedelta(minutes=1)
        whole = (moment(self.high) - moment(self.low)) / minute
        days = -(-whole // (_DAY * _MOST_TICKS))
        step = next((own for own in _STEPS if whole <= own * _MOST_TICKS), _DAY * int(days))
        since = (start - start.replace(hour=0, minute=0, second=0, microsecond=0)) / minute
        after = -since % step
        while after <= whole:  # never beyond the last moment, which may be the last of all
            try:
                at = start + after * minute
            except OverflowError:
                return
            yield self.x(at.isoformat()), f"{at:%d/%m}" if step >= _DAY else f"{at:%H:%M}"
            after += step

    def box(self, own: Stretch, top: float, foot: float) -> str:
        """The path of a stretch, wide enough to be seen."""
        start, end = self._sides(own)
        return f"M{start} {top}H{end:.1f}V{foot}H{start}z"

    def hatched(self, own: Stretch, top: float, foot: float) -> str:
        """A box of slanting lines, cut off at its sides."""
        start, end = self._sides(own)
        lines = self.box(own, top, foot)
        at = start - (foot - top)
        while at < end:
            left, right = max(at, start), min(at + foot - top, end)
            lines += f"M{left:.1f} {foot - left + at:.1f}L{right:.1f} {foot - right + at:.1f}"
            at += 3
        return lines

    def _sides(self, own: Stretch) -> tuple[float, float]:
        start = self.x(own.start)
        return start, max(self.x(own.end), start + 3)

    def _local(self, at: datetime) -> datetime:
        zone = self.low.tzinfo
        try:
            return at if zone is None or at.tzinfo is None else at.astimezone(zone)
        except OverflowError:  # that clock shows a year that there is not
            return at


def _clock(bands: Iterable[Band]) -> _Clock:
    times = [_at(iso) for own in bands for iso in (own.start, own.end)]
    return _Clock(min(times, key=moment), max(times, key=moment))


def _at(iso: str) -> datetime:
    return datetime.fromisoformat(iso)


# ---- strips -------------------------------------------------------------------------------------
class _Drawing(Frozen):
    """Draws the strips of a night; tables may be of `several` houses, and people `named`."""

    words: Words
    found: Mapping[str, tuple[int, Finding]]
    several: bool
    named: bool
    clock: _Clock

    def strips(self, bands: Sequence[Band]) -> Iterator[Strip]:
        """The strips, the hours below the last at least."""
        for band in bands:
            yield self._strip(band, axis=self.named or band is bands[-1])

    def _strip(self, band: Band, *, axis: bool) -> Strip:
        words, clock, names = self.words, self.clock, self._names(band)
        strip = Strip(
            words(
                "timeline.title",
                table=visible(", ".join(filter(None, names))),
                start=clock.said(band.start),
                end=clock.said(band.end),
                count=len(band.findings),
            )
        )
        marks, table, pitch = (27, 21, 12) if self.named else (18 if band.findings else 3, 13, 4)
        for at, name in enumerate(names):
            strip.texts.append(StripText(0, 8 + 9 * at, abridged(visible(name), _LONGEST_NAME)))
        strip.says += [f"{words.field(own.name)} × {own.total}" for own in band.runs]
        strip.says.append(words("timeline.coups", count=sum(band.coups)))
        self._mark(strip, band, marks - 6)
        self._table(strip, band, marks, marks + table)
        y = marks + table
        for lane in (own for own in band.present if own.column is not None):
            y += pitch
            self._attend(strip, lane, y)
        strip.axis = f"M{_LEFT} {y + 3}H{_RIGHT}"
        for x, said in clock.ticks():
            strip.axis += f"M{x} {y + 3}v2.5"
            if axis:
                strip.middles.append(StripText(min(x, _RIGHT - 6), y + 13, said))
        least = 0 if self.named else 9 * len(strip.texts) + 2
        strip.height = max(y + (15 if axis else 7), least)
        return strip

    def _names(self, band: Band) -> list[str]:
        """The table; below it the house, where there are several."""
        table = band.within.get("table") or self.words("timeline.no_table")
        return [table, *([band.within.get("casino", "")] if self.several else [])]

    def _table(self, strip: Strip, band: Band, top: float, foot: float) -> None:
        """Where the table is open, its runs of numbers, coups, and what is amiss in these."""
        words, clock, depth = self.words, self.clock, foot - top
        opened = [one for own in band.present if own.column is None for one in own.stretches]
        for one in opened or [Stretch(start=band.start, end=band.end)]:
            strip.bars += clock.box(one, top, foot)
        free = 0.0
        for one in (one for lane in band.runs for one in lane.stretches):
            x, number = clock.x(one.start), str(one.of)
            strip.edges += f"M{x} {foot}V{top}h3"
            if self.named and x >= free:
                strip.texts.append(StripText(x + 2, top + 8, number))
                free = x + 3 + _LETTER * len(number)
        left, right = clock.x(band.start), clock.x(band.end)
        for part, count in enumerate(band.coups):
            if count:
                x = left + (right - left) * part / len(band.coups)
                strip.ticks += f"M{x:.1f} {foot}v-{depth * (0.4 if count == 1 else 0.55):.1f}"
        for lane in band.holes:
            column = words.field(lane.name)
            for one in lane.stretches:
                strip.holes += clock.hatched(one, top, foot)
                said = words("timeline.missing", count=int(one.of or 0), column=column)
                strip.says.append(f"{said} ({clock.span(one)})")
        for one in band.backs:
            strip.backs += clock.hatched(one, top, foot)
            back = words("timeline.back", start=clock.said(one.end), end=clock.said(one.start))
            strip.says.append(back)

    def _attend(self, strip: Strip, lane: Lane, y: float) -> None:
        """Those who are present, on one line, with their names where there is room."""
        free, clock, told = _LEFT, self.clock, list[str]()
        said = lane.said.in_language(self.words.language)
        if self.named:
            strip.texts.append(StripText(0, y, abridged(said, _LONGEST_NAME)))
        for one in lane.stretches:
            start, end, name = clock.x(one.start), clock.x(one.end), visible(str(one.of or ""))
            strip.lines += f"M{start} {y - 2}v2H{max(end, start + 1)}"
            free = max(free, start)
            if self.named and free + len(name) * _LETTER < end + _SIGN:
                strip.texts.append(StripText(free + 1, y - 2.5, name))
                free += len(name) * _LETTER + 3
            told.append(f"{name} {clock.span(one)}")
        strip.says.append(f"{said}{self.words('colon')} {', '.join(told)}")

    def _mark(self, strip: Strip, band: Band, y: float) -> None:
        """Findings, those of one moment by the gravest: its number, and how many are beside it."""
        clock, own = self.clock, [self.found[id_] for id_ in band.findings]
        timed = sorted((clock.x(one.time), n, one) for n, one in own if one.time is not None)
        together: list[list[tuple[float, int, Finding]]] = []
        for one in timed:
            if together and one[0] - together[-1][0][0] < _SIGN:
                together[-1].append(one)
            else:
                together.append([one])
        free = [_LEFT - 2 * _SIGN] * (2 if self.named else 1)
        for group in together:
            x, number, grave = min(group, key=lambda one: SEVERITIES.index(one[2].severity))
            strip.signs.append((grave.severity, _SIGNS[grave.severity].format(x=x, y=y)))
            label = f"{number}+{len(group) - 1}" if len(group) > 1 else str(number)
            half = len(label) * _LETTER / 2
            row = next((at for at, end in enumerate(free) if x - half >= end), None)
            if row is not None:
                strip.middles.append(StripText(x, y - 5 - 9 * row, label))
                free[row] = x + half + 1
        strip.findings += [
            (number, "" if one.time is None else clock.said(one.time))
            for number, one in sorted(own, key=lambda one: one[0])
        ]
