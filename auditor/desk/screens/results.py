"""Screen 7: what was found, finding by finding, and what could not be verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from starlette.responses import Response
from starlette.routing import Route

from auditor.desk.pages import Visit, screen, shown
from auditor.report.files import read_report
from auditor.report.labels import Words
from auditor.report.model import CLASSES, Finding, Report
from auditor.report.sections import groups

PAGE = 100
"""Findings on one page: ten thousand of them would take a browser two seconds."""

FILTERS: dict[str, Callable[[Finding], tuple[str, ...]]] = {
    "class": lambda own: (own.class_,),
    "severity": lambda own: (own.severity,),
    "provision": lambda own: own.provisions,
    "table": lambda own: (own.subject.table,) if own.subject.table else (),
    "player": lambda own: own.concerned,
}
"""By what findings are sought, and what each of them has of it."""


@lru_cache(maxsize=4)
def report_at(path: Path, digest: str) -> Report:
    """The findings in a file, which is read once; the digest tells it from what stood there."""
    del digest
    return read_report(path)[1]


def report_of(visit: Visit) -> Report | None:
    """The findings of the last audit."""
    last = visit.state.last_judged
    if last is None:
        return None
    path = visit.case.control(last.says["number"]) / "findings.json"
    return report_at(path, last.says["files"][path.name])


def numbered(report: Report) -> Iterator[tuple[groups.Numbered, groups.RuleSection]]:
    """Each finding with the number that the report gives it, and the rule that it is of."""
    for part in groups.class_sections(report):
        for section in part.rules:
            for item in (*section.shown, *section.listed):
                yield item, section


def show(visit: Visit) -> Response:
    report = report_of(visit)
    if report is None:
        return visit.page("resultats", report=None)
    asked = {name: visit.request.query_params.get(name, "") for name in FILTERS}
    every = [*numbered(report)]
    found = [
        item
        for item, _ in every
        if all(not own or own in FILTERS[name](item.finding) for name, own in asked.items())
    ]
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(_number(visit.request.query_params.get("page", "1")), 1), pages)
    values = {
        name: sorted({own for item, _ in every for own in FILTERS[name](item.finding)})
        for name in FILTERS
    }
    return visit.page(
        "resultats",
        report=report,
        w=Words(visit.language, report.names),
        asked=asked,
        values=values,
        found=found[(page - 1) * PAGE : page * PAGE],
        total=len(found),
        page=page,
        pages=pages,
        classes=CLASSES,
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def card(visit: Visit) -> Response:
    """One finding, as the report lays it out."""
    report = report_of(visit)
    wanted = visit.request.path_params["finding"]
    if report is not None:
        for item, section in numbered(report):
            if item.finding.id == wanted:
                words = Words(visit.language, report.names)
                return visit.page(
                    "constat",
                    step="resultats",
                    report=report,
                    item=item,
                    section=section,
                    unread=frozenset(own.position for own in report.set_aside),
                    w=words,
                )
    return visit.lost()


routes = [
    *screen("resultats", show),
    Route("/dossiers/{case}/resultats/{finding}", shown(card)),
]
