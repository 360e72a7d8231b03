"""Screens 7 and 9: what was found, finding by finding; what could not be verified; objections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.acts import FindingActs, Kind, marks_of
from auditor.desk.cabinet import around
from auditor.desk.pages import Visit, posted, screen, shown, stopping, text_of, url
from auditor.log.convert.written import day_in
from auditor.messages.message import told_in
from auditor.report.files import read_report
from auditor.report.labels import Words
from auditor.report.model import CLASSES, Bilingual, Finding, Reading, Report
from auditor.report.sections import groups
from auditor.report.sections.finding_cards import explanations
from auditor.source import Frozen

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


def found_in(report: Report | None, finding: str) -> Placed | None:
    """The finding of an id, where a report has it."""
    every = () if report is None else groups.placed(report)
    return next((own for own in every if own[0].finding.id == finding), None)


def show(visit: Visit) -> Response:
    report = report_of(visit)
    if report is None:
        return _page(visit, "resultats")
    asked = {name: visit.request.query_params.get(name, "") for name in FILTERS}
    every = [*groups.placed(report)]
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
    return _page(
        visit,
        "resultats",
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


def _page_of(name: str) -> Callable[[Visit], Response]:
    """A page about all findings: the nights of the log as the report draws them, or the letter that
    asks the casino for what the rest needs to be verified.
    """

    def page(visit: Visit) -> Response:
        report = report_of(visit)
        if report is None:
            return visit.go("resultats")
        told = {"answers": visit.state.said("case", "answers", {}), "asking": asking(visit, report)}
        return _page(visit, name, **told)

    return page


def asking(visit: Visit, report: Report) -> Words:
    """The words of a letter to the casino, where the report tells the inspector what to ask for."""
    own = {
        key.removeprefix("letter."): Bilingual(fr=french, en=english)
        for key, (french, english) in told_in("desk").items()
        if key.startswith("letter.requests.")
    }
    names = report.names.model_copy(update={"report": {**report.names.report, **own}})
    return Words(visit.language, names)


def _page(visit: Visit, name: str, status: int = 200, **more: object) -> Response:
    """A screen about the last findings, in the words of their log."""
    report = report_of(visit)
    words = Words(visit.language) if report is None else Words(visit.language, report.names)
    known: dict[str, object] = {"step": "resultats", "report": report, "w": words}
    return visit.page(name, status, **(known | more))


def card(visit: Visit, status: int = 200, **more: object) -> Response:
    """One finding, as the report lays it out, and what was done about it."""
    report = report_of(visit)
    found = found_in(report, visit.request.path_params["finding"])
    if report is None or found is None:
        return visit.lost()
    item, section = found
    marks = marks_of(visit.state).get(item.finding.id, FindingActs())
    if report.case is not None:  # as it stands now, and not as it was when all was audited
        answers = () if marks.answer is None else (marks.answer,)
        now = {"answers": answers, "decisions": (*marks.decided(Words(visit.language)),)}
        report = report.model_copy(update={"case": report.case.model_copy(update=now)})
    return _page(
        visit,
        "constat",
        status,
        report=report,
        today=_today(visit),
        item=item,
        section=section,
        forms=FORMS,
        unread=frozenset(own.position for own in report.set_aside),
        boxes=explanations(item.finding, section.readings),
        marks=marks,
        **more,
    )


# ---- what is done about a finding ---------------------------------------------------------------
Deed = Callable[[Visit, Finding, FormData], dict[str, str]]
"""Does what a form about a finding asks for; tells what is wrong, by the ids of the fields."""


class Form(Frozen):
    """A form about a finding: the kind of act that it makes, and how that calls the text and the
    day, which may have to be given.
    """

    kind: Kind
    text: str = "text"
    day: str = ""
    is_dated: bool = False


FORMS = {
    "answer": Form("answered", day="day"),
    "uphold": Form("upheld"),
    "contest": Form("contested"),
    "accept": Form("accepted", text="reason", day="expires", is_dated=True),
}


def _noting(name: str) -> Deed:
    """Keeps what was written into a form.  What is accepted stays in the report, which says so."""
    own = FORMS[name]

    def noted(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
        text, day = text_of(form, "text"), _day(text_of(form, "day", 40))
        errors = {} if text else {f"{name}-text": "needed"}
        if day == "" or (own.is_dated and not day):
            errors[f"{name}-day"] = "no_date"
        elif own.is_dated and day and day < _today(visit):
            errors[f"{name}-day"] = "past"
        says: dict[str, object] = {"finding": finding.id, own.text: text}
        says |= {own.day: day} if own.day else {}
        if own.kind == "accepted":
            subject = finding.subject.model_dump(include=set(_PLACE), exclude_none=True)
            about = {place: str(value) for place, value in subject.items()}
            says |= {"rule": finding.rule, "subject": about}
        if not errors:
            visit.act(own.kind, says)
        return errors

    return noted


def tick(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Keep which lawful explanations were ruled out."""
    known = {own for own in told_in("report") if own.startswith("rule_out.")}
    boxes = [own for own in map(str, form.getlist("box")) if own in known]
    visit.act("ticked", {"finding": finding.id, "boxes": boxes})
    return {}


def take_back(visit: Visit, finding: Finding, form: FormData) -> dict[str, str]:
    """Take back what was done about the finding; that it was done stays in the chain."""
    marks = marks_of(visit.state).get(finding.id, FindingActs())
    known = {str(own.number): own.number for own in marks.said}
    if (number := known.get(text_of(form, "act"))) is not None:
        visit.act("withdrawn", {"why": ""}, about=number)
    return {}


def print_note(visit: Visit, finding: Finding, _: FormData) -> dict[str, str]:
    """Print what was found, answered and decided, for whoever objects to it."""
    visit.begin("note", finding=finding.id)
    return {}


DEEDS: dict[str, Deed] = {
    **{name: _noting(name) for name in FORMS},
    "tick": tick,
    "take_back": take_back,
    "note": print_note,
}


def _today(visit: Visit) -> str:
    return visit.desk.now().date().isoformat()


def _day(text: str) -> str | None:
    """A day as a case file has it; None where none is given, `""` where it is no day."""
    if not text:
        return None
    day = day_in(text)
    return "" if day is None else day.isoformat()


def _about(name: str) -> Route:
    """The route of a form about a finding; where something is wrong its card says what."""

    def done(visit: Visit, form: FormData) -> Response:
        finding = visit.request.path_params["finding"]
        found = found_in(report_of(visit), finding)
        if found is None:
            return visit.lost()
        errors = DEEDS[name](visit, found[0].finding, form)
        if errors:
            return card(visit, 422, errors=errors, given=form)
        return RedirectResponse(f"{url(visit.case.name, 'resultats', finding)}#suites", 303)

    path = f"/dossiers/{{case}}/resultats/{{finding}}/{name}"
    return Route(path, posted(done), methods=["POST"])


def rows(visit: Visit) -> Response:
    """A row among its neighbours, as it was read."""
    query = visit.request.query_params
    file, sheet = query.get("file", ""), query.get("sheet") or None
    row = _number(query.get("row", ""))
    found = around(visit.case, visit.state.tables, file, sheet, row)
    if found is None:
        return visit.lost()
    return _page(visit, "lignes", file=file, sheet=sheet, row=row, found=found)


# ---- an objection to a finding, or to a row: what it rests on, and the other reading ------------


_NUMBER = re.compile(r"(?:constat|finding)?\s*(?:n[°ºo.]*|#)?\s*(\d{1,9})", re.IGNORECASE)
_ROW = re.compile(
    r"(?:(?!ligne|row|l\.)(?P<file>.+?)[\s,:]+)?(?:(?:ligne|row|l\.)\s*)?(?P<row>\d{1,9})",
    re.IGNORECASE,
)
MOST = 50
"""Findings that are shown of one row."""


def other_readings(
    report: Report, readings: Sequence[Reading]
) -> Iterator[tuple[Reading, str, str, str | None]]:
    """The readings of a finding that a parameter chooses: its name, its value now, and the value by
    which an audit takes the other one; none where somebody has to say it.
    """
    known = {(own.ruleset, own.name): own for own in report.parameters}
    for own in readings:
        parameter = known.get((own.ruleset, own.parameter or ""))
        if parameter is not None:
            last = parameter.values[-1].value if parameter.values else ""
            now = last if parameter.given is None else parameter.given
            yield own, parameter.name, now, {"true": "false", "false": "true"}.get(now)


def _sought(report: Report, asked: str) -> list[Placed]:
    """The findings that somebody names: by number, by id, or by a row that they rest on."""
    every = [*groups.placed(report)]
    if number := _NUMBER.fullmatch(asked):
        return [own for own in every if own[0].number == int(number[1])]
    if by_id := [own for own in every if own[0].finding.id.startswith(asked.casefold())]:
        return by_id if len(asked) > _SHORTEST else []
    rows = _rows_named(report, asked)
    return [own for own in every if not rows.isdisjoint(_rests_on(own[0].finding))][:MOST]


_SHORTEST = 3  # signs of an id that name a finding


def _rows_named(report: Report, asked: str) -> set[tuple[str, int]]:
    """The rows that a text names, by its file or in any; none where it names no file of the log."""
    found = _ROW.fullmatch(asked)
    if found is None:
        return set()
    file = (found["file"] or "").casefold()
    files = {own.file for own in report.inputs if file in ("", own.file.casefold())}
    return {(own, int(found["row"])) for own in files}


def _rests_on(finding: Finding) -> set[tuple[str, int]]:
    return {(own.file, own.row) for own in (*finding.rows, *finding.evidence)}


def object_to(visit: Visit) -> Response:
    report = report_of(visit)
    asked = visit.request.query_params.get("q", "").strip()[:300]
    found = [] if report is None or not asked else _sought(report, asked)
    row = None if report is None else next(iter(sorted(_rows_named(report, asked))), None)
    job = visit.job
    tasks = ("reread", "why")
    answered = job if job is not None and job.is_over and job.order.task in tasks else None
    return _page(
        visit,
        "objection",
        step="objection",
        asked=asked,
        row=row,
        found=[(*own, [*other_readings(report, own[1].readings)]) for own in found if report],
        rules=sorted(report.rules if report else (), key=lambda own: (own.provisions, own.rule)),
        answered=answered,
    )


def reread(visit: Visit, form: FormData) -> Response:
    """Audit once more by the other reading; what was found stays as it is."""
    report = report_of(visit)
    parameter, value = text_of(form, "parameter", 200), text_of(form, "value", 200)
    known = () if report is None else report.parameters
    if value and any(own.name == parameter for own in known):
        visit.begin("reread", parameter=parameter, value=value)
    return visit.go("objection", q=text_of(form, "q", 300))


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
    *screen("resultats", show, stop=stopping("resultats")),
    Route("/dossiers/{case}/resultats/soiree", shown(_page_of("soiree"))),
    Route("/dossiers/{case}/resultats/lettre", shown(_page_of("lettre"))),
    Route("/dossiers/{case}/resultats/lignes", shown(rows)),
    Route("/dossiers/{case}/resultats/{finding}", shown(card)),
    *map(_about, DEEDS),
    *screen("objection", object_to, reread=reread, why=why, stop=stopping("objection")),
]
