"""Screen 9: an objection to a finding, or to a row: what it rests on, and the other reading."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.desk.pages import Visit, screen, stopping, text_of
from auditor.desk.screens.results import Placed, numbered, report_of
from auditor.report.labels import Words
from auditor.report.model import Finding, Parameter, Reading, Report, Rule

_ROW = re.compile(r"(?P<file>.+?)[\s,:]+(?:(?:ligne|row|l\.)\s*)?(?P<row>\d{1,9})", re.IGNORECASE)
MOST = 50
"""Findings that are shown of one row."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading that a finding rests on, and the value by which an audit takes the other one; none
    where somebody has to say it.
    """

    reading: Reading
    parameter: str
    now: str
    other: str | None


def other_readings(report: Report, readings: tuple[Reading, ...]) -> tuple[OtherReading, ...]:
    """The readings of a finding that a parameter chooses."""
    known = {(own.ruleset, own.name): own for own in report.parameters}
    found = []
    for own in readings:
        parameter = known.get((own.ruleset, own.parameter or ""))
        if parameter is not None:
            now = _value(parameter)
            other = {"true": "false", "false": "true"}.get(now)
            found.append(OtherReading(own, parameter.name, now, other))
    return tuple(found)


def _value(own: Parameter) -> str:
    return own.given if own.given is not None else own.values[-1].value if own.values else ""


def _sought(report: Report, asked: str) -> list[Placed]:
    """The findings that somebody names: by number, by id, or by a row that they rest on."""
    every = [*numbered(report)]
    if asked.isdigit():
        return [own for own in every if str(own[0].number) == asked]
    if by_id := [own for own in every if own[0].finding.id.startswith(asked.casefold())]:
        return by_id if len(asked) > _SHORTEST else []
    found = _ROW.fullmatch(asked)
    if found is None:
        return []
    file, row = found["file"].casefold(), int(found["row"])
    return [own for own in every if _rests_on(own[0].finding, file, row)][:MOST]


_SHORTEST = 3  # signs of an id that name a finding


def _rests_on(finding: Finding, file: str, row: int) -> bool:
    cited = (*finding.rows, *finding.evidence)
    return any(own.row == row and own.file.casefold() == file for own in cited)


def show(visit: Visit) -> Response:
    report = report_of(visit)
    asked = visit.request.query_params.get("q", "").strip()[:300]
    found = [] if report is None or not asked else _sought(report, asked)
    row = _ROW.fullmatch(asked)
    job = visit.job
    tasks = ("reread", "why")
    answered = job if job is not None and job.is_over and job.order.task in tasks else None
    return visit.page(
        "objection",
        report=report,
        asked=asked,
        row=None if row is None else (row["file"], int(row["row"])),
        found=[
            (item, section, other_readings(report, section.readings))
            for item, section in found
            if report is not None
        ],
        rules=[] if report is None else _rules(report),
        answered=answered,
        w=Words(visit.language) if report is None else Words(visit.language, report.names),
    )


def reread(visit: Visit, form: FormData) -> Response:
    """Audit once more by the other reading; what was found stays as it is."""
    report = report_of(visit)
    parameter, value = text_of(form, "parameter", 200), text_of(form, "value", 200)
    known = () if report is None else report.parameters
    if value and any(own.name == parameter for own in known):
        visit.begin("reread", parameter=parameter, value=value)
    return visit.go("objection", q=text_of(form, "q", 300))


def _rules(report: Report) -> list[Rule]:
    """The rules that were applied, in the order of the provisions that they are of."""
    return sorted(report.rules, key=lambda own: (own.provisions, own.rule))


def why(visit: Visit, form: FormData) -> Response:
    """Ask what a rule says of a row, where no finding rests on it."""
    report = report_of(visit)
    rule, file, row = (text_of(form, name, 300) for name in ("rule", "file", "row"))
    known = {} if report is None else {own.rule: own.title for own in report.rules}
    if rule in known and file and row.isascii() and row.isdigit() and len(row) < 10:
        title = known[rule].model_dump()
        name = rule.rpartition("/")[2]
        visit.begin("why", rule=name, title=title, file=file, row=int(row))
    return visit.go("objection", q=f"{file}:{row}")


routes = screen("objection", show, reread=reread, why=why, stop=stopping("objection"))
