"""Requests and a checklist for a visit: images by table and time, and all that no log shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from auditor.case import StatedCase
from auditor.report.labels import in_its_house
from auditor.report.layout import numbered
from auditor.report.model import Finding, Report
from auditor.report.tables import Cell, ReportTable, column
from auditor.report.typography import counted_up, day, spaced
from auditor.report.words import Words

MARGIN = timedelta(minutes=2)
"""Images are asked for from so long before the row to so long after it."""
MOST_IMAGES = 120
"""Lines on paper; the workbook has all."""


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """Images of one table from a moment to another, in legal time where the case file says how far
    the clock of the logs is ahead; the findings that they are for; and until when to ask.
    """

    table: str
    start: datetime
    end: datetime
    findings: tuple[int, ...]
    cameras: tuple[str, ...]
    before: date | None


def window(finding: Finding, case: StatedCase | None) -> tuple[datetime, datetime] | None:
    """From when to when to look; None of a record that lies wrong and moves no money, or where
    nobody knows where.
    """
    if finding.class_ == "record" and not finding.money:
        return None
    if finding.time is None or finding.subject.table is None:
        return None
    try:
        at = datetime.fromisoformat(finding.time)
    except ValueError:
        return None
    if case is not None:
        at -= case.clock.ahead or timedelta()
    return at - MARGIN, at + MARGIN


def in_legal_time(case: StatedCase | None) -> bool:
    """Whether somebody compared the clock of the logs with legal time."""
    return case is not None and case.clock.ahead is not None


def cameras(table: str, case: StatedCase | None) -> tuple[str, ...]:
    """The cameras that look at a table."""
    every = () if case is None else case.images.cameras
    return tuple(own.field for own in every if own.table == table)


def kept_until(at: datetime, case: StatedCase | None) -> date | None:
    """The last day on which images of a moment are still kept."""
    days = None if case is None else case.images.kept_days
    return at.date() + timedelta(days=days) if days else None


def is_too_late(last: date, case: StatedCase | None) -> bool:
    """Whether the report is issued when images are not kept any more."""
    issued = None if case is None else case.dates.issued
    return issued is not None and issued > last


def image_requests(report: Report) -> tuple[ImageRequest, ...]:
    """By table and time; what overlaps is asked for once."""
    asked = [
        ImageRequest(
            in_its_house(own.table, own.casino, report.establishments),
            *found,
            (item.number,),
            cameras(own.table, report.case),
            kept_until(found[0], report.case),
        )
        for item in numbered(report)
        if (found := window(item.finding, report.case)) is not None
        and (own := item.finding.subject).table is not None
    ]
    asked.sort(
        key=lambda own: (counted_up(own.table), own.start.replace(tzinfo=None), own.findings)
    )
    return tuple(_merged(asked))


def _merged(asked: Iterable[ImageRequest]) -> Iterator[ImageRequest]:
    last: ImageRequest | None = None
    for own in asked:
        if last is None or own.table != last.table or not _meet(last, own):
            if last is not None:
                yield last
            last = own
        else:
            numbers = tuple(sorted({*last.findings, *own.findings}))
            last = replace(last, end=max(last.end, own.end), findings=numbers)
    if last is not None:
        yield last


def _meet(one: ImageRequest, other: ImageRequest) -> bool:
    """Clocks of two files may not both say their zone: then nothing is put together."""
    same = (one.end.tzinfo is None) == (other.start.tzinfo is None)
    return same and other.start <= one.end


def images_table(report: Report, words: Words) -> ReportTable:
    """The list of images as a sheet."""
    columns = (
        column(words("table"), 14),
        column(words("visit.from"), 19, "moment"),
        column(words("visit.to"), 19, "moment"),
        column(words("visit.camera"), 30),
        column(words("visit.before"), 14),
        column(words("findings"), 30),
    )
    rows: Iterable[Sequence[Cell]] = (
        (
            own.table,
            own.start.replace(tzinfo=None),
            own.end.replace(tzinfo=None),
            ", ".join(own.cameras),
            "" if own.before is None else day(own.before.isoformat(), words.language),
            ", ".join(map(str, own.findings)),
        )
        for own in image_requests(report)
    )
    return ReportTable(words("visit.images"), columns, rows)


def checklist(report: Report, words: Words) -> tuple[str, ...]:
    """Questions and steps on site: a line each, to be ticked."""
    case, language = report.case, words.language
    said = [] if in_legal_time(case) else [words("visit.clock")]
    if any(own.events for own in report.totals):
        said.append(words("visit.books"))
    for own in report.provisions:
        if own.state == "not_auditable":
            reasons = f"{words('semicolon')} ".join(r.in_language(language) for r in own.reasons)
            what = spaced(own.text.in_language(language), language)
            said.append(words("visit.on_site", id=own.id, what=what, reasons=reasons))
    return tuple(dict.fromkeys(said))
