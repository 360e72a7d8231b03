"""Screens 7 and 9: what was found, finding by finding; what could not be verified; objections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.acts import FindingActs, marks_of
from auditor.desk.cabinet import around
from auditor.desk.pages import Visit, day_of, posted, screen, shown, stopping, text_of, url
from auditor.report.files import read_report
from auditor.report.labels import Words
from auditor.report.model import CLASSES, Finding, Reading, Report, Rule
from auditor.report.sections import groups
from auditor.report.sections.finding_cards import explanations

PAGE = 100
"""Findings on one page: ten thousand of them would take a browser two seconds."""

FILTERS: dict[str, Callable[[Finding], tuple[str, ...]]] = {
    "class": lambda own: (own.class_,),
    "severity": lambda own: (own.severity,),
    "provision": lambda own: own.provisions,
    "table": lambda own: (own.subject.table,) if own.subject.table else (),
    "player": lambda own: own.concerned,
}
"""The criteria by which findings are sought, and what each finding has of them."""

_PLACE = ("casino", "season", "session", "table", "shoe", "coup")
"""The scopes that a waiver names: people have pseudonyms, by which no other audit knows them."""


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


Placed = tuple[groups.Numbered, groups.RuleSection]


def numbered(report: Report) -> Iterator[Placed]:
    """Each finding with the number that the report gives it, and the rule that it is of."""
    for part in groups.class_sections(report):
        for section in part.rules:
            for item in (*section.shown, *section.listed):
                yield item, section


def placed(visit: Visit, finding: str) -> tuple[Report, Placed] | None:
    """The finding of an id, where the last audit has it."""
    report = report_of(visit)
    every = () if report is None else numbered(report)
    found = next((own for own in every if own[0].finding.id == finding), None)
    return None if report is None or found is None else (report, found)


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
        w=_words(visit, report),
        asked=asked,
        values=values,
        found=found[(page - 1) * PAGE : page * PAGE],
        total=len(found),
        page=page,
        pages=pages,
        classes=CLASSES,
        marks=marks_of(visit.state),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def evening(visit: Visit) -> Response:
    """The nights of the log as the report draws them."""
    report = report_of(visit)
    if report is None:
        return visit.go("resultats")
    return visit.page("soiree", step="resultats", report=report, w=_words(visit, report))


def letter(visit: Visit) -> Response:
    """A letter to the casino: what it is asked for, so that the rest can be verified."""
    report = report_of(visit)
    if report is None:
        return visit.go("resultats")
    answers = visit.state.said("case", "answers", {})
    return visit.page(
        "lettre", step="resultats", report=report, answers=answers, w=_words(visit, report)
    )


def _words(visit: Visit, report: Report | None) -> Words:
    return Words(visit.language) if report is None else Words(visit.language, report.names)


def card(visit: Visit, status: int = 200, **more: object) -> Response:
    """One finding, as the report lays it out, and what was done about it."""
    found = placed(visit, visit.request.path_params["finding"])
    if found is None:
        return visit.lost()
    report, (item, section) = found
    return visit.page(
        "constat",
        status,
        step="resultats",
        report=report,
        item=item,
        section=section,
        unread=frozenset(own.position for own in report.set_aside),
        boxes=explanations(item.finding, section.readings),
        marks=marks_of(visit.state).get(item.finding.id, FindingActs()),
        w=_words(visit, report),
        **more,
    )


def tick(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Keep which lawful explanations were ruled out."""
    boxes = [own for own in map(str, form.getlist("box")) if own.startswith("rule_out.")]
    visit.act("ticked", {"finding": finding.id, "boxes": boxes})
    return {}


def answer(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Keep what the operator answered, and when."""
    text, day = text_of(form, "text"), _day(text_of(form, "day", 40))
    errors = {"text": "needed"} if not text else {}
    errors |= {"day": "no_date"} if day == "" else {}
    if not errors:
        visit.act("answered", {"finding": finding.id, "text": text, "day": day})
    return errors


def contest(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Keep why somebody contests the finding."""
    text = text_of(form, "reason")
    if text:
        visit.act("contested", {"finding": finding.id, "text": text})
    return {} if text else {"reason": "needed"}


def accept(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Keep why the finding is accepted, and until when: in the report it stays, and says so."""
    reason, expires = text_of(form, "accepted"), _day(text_of(form, "expires", 40))
    errors = {"accepted": "needed"} if not reason else {}
    errors |= {"expires": "no_date"} if not expires else {}
    if not errors and expires:
        subject = finding.subject.model_dump(include=set(_PLACE), exclude_none=True)
        says = {"finding": finding.id, "rule": finding.rule, "reason": reason, "expires": expires}
        visit.act("accepted", {**says, "subject": {k: str(own) for k, own in subject.items()}})
    return errors


def take_back(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Take back what was done about the finding; that it was done stays in the chain."""
    marks = marks_of(visit.state).get(finding.id, FindingActs())
    known = {str(own.number): own.number for own in marks.acts}
    if (number := known.get(text_of(form, "act"))) is not None:
        visit.act("withdrawn", {"why": ""}, about=number)
    return {}


def _day(text: str) -> str | None:
    """A day as a case file has it; None where none is given, `""` where it is no day."""
    if not text:
        return None
    day = day_of(text)
    return "" if day is None else day.isoformat()


def _about(act: Callable[[Visit, Finding, FormData], dict[str, str]]) -> Route:
    """The route of a form about a finding; where something is wrong its card says what."""

    def done(visit: Visit, form: FormData) -> Response:
        finding = visit.request.path_params["finding"]
        found = placed(visit, finding)
        if found is None:
            return visit.lost()
        errors = act(visit, found[1][0].finding, form)
        if errors:
            return card(visit, 422, errors=errors, given=form)
        return RedirectResponse(f"{url(visit.case.name, 'resultats', finding)}#suites", 303)

    path = f"/dossiers/{{case}}/resultats/{{finding}}/{act.__name__}"
    return Route(path, posted(done), methods=["POST"])


def rows(visit: Visit) -> Response:
    """A row among its neighbours, as it was read."""
    query = visit.request.query_params
    file, sheet = query.get("file", ""), query.get("sheet") or None
    row = _number(query.get("row", ""))
    report = report_of(visit)
    found = around(visit.case, visit.state.tables, file, sheet, row)
    if found is None:
        return visit.lost()
    w = _words(visit, report)
    return visit.page("lignes", step="resultats", file=file, sheet=sheet, row=row, found=found, w=w)


# ---- an objection to a finding, or to a row: what it rests on, and the other reading ------------


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
            last = parameter.values[-1].value if parameter.values else ""
            now = last if parameter.given is None else parameter.given
            other = {"true": "false", "false": "true"}.get(now)
            found.append(OtherReading(own, parameter.name, now, other))
    return tuple(found)


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


def object_to(visit: Visit) -> Response:
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
        found=[(*own, other_readings(report, own[1].readings)) for own in found if report],
        rules=[] if report is None else sorted(report.rules, key=_of_provision),
        answered=answered,
        w=_words(visit, report),
    )


def reread(visit: Visit, form: FormData) -> Response:
    """Audit once more by the other reading; what was found stays as it is."""
    report = report_of(visit)
    parameter, value = text_of(form, "parameter", 200), text_of(form, "value", 200)
    known = () if report is None else report.parameters
    if value and any(own.name == parameter for own in known):
        visit.begin("reread", parameter=parameter, value=value)
    return visit.go("objection", q=text_of(form, "q", 300))


def _of_provision(own: Rule) -> tuple[object, ...]:
    return own.provisions, own.rule


def why(visit: Visit, form: FormData) -> Response:
    """Ask what a rule says of a row, where no finding rests on it."""
    report = report_of(visit)
    rule, file, row = (text_of(form, name, 300) for name in ("rule", "file", "row"))
    known = {} if report is None else {own.rule: own.title for own in report.rules}
    if rule in known and file and row.isascii() and row.isdigit() and len(row) < 10:
        title = {**vars(known[rule])}
        name = rule.rpartition("/")[2]
        visit.begin("why", rule=name, title=title, file=file, row=int(row))
    return visit.go("objection", q=f"{file}:{row}")


routes = [
    *screen("resultats", show),
    Route("/dossiers/{case}/resultats/soiree", shown(evening)),
    Route("/dossiers/{case}/resultats/lettre", shown(letter)),
    Route("/dossiers/{case}/resultats/lignes", shown(rows)),
    Route("/dossiers/{case}/resultats/{finding}", shown(card)),
    *map(_about, (tick, answer, contest, accept, take_back)),
    *screen("objection", object_to, reread=reread, why=why, stop=stopping("objection")),
]
