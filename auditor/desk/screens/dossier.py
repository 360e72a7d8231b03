"""Screen 5: what the inspector alone can say: the casino, the mandate, the period, the minimum."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.case_file import Question, amended, draft, questions, refused
from auditor.catalogue import rulesets
from auditor.desk.marks import answers_of, waivers_of
from auditor.desk.offer import programs_of
from auditor.desk.pages import Visit, day_of, screen, text_of
from auditor.desk.standing import Standing
from auditor.messages.message import Message, message
from auditor.report.files import write_whole
from auditor.request import given_by

CHOICES = {
    "supplied.assurance": ("log", "declaration", "seen"),
}
HOUSE = "establishment.casino"
GAMES = "authorisation.games"
HANDED_OVER = {"supplied.by": "by", "supplied.how": "how", "dates.received": "day"}
"""Questions to which the pieces have the answers."""
LEFT_OUT = ("version", "status")
"""Questions that are answered where a version is printed."""


def asked(visit: Visit) -> tuple[Question, ...]:
    """The questions of a case file, those of its rules among them."""
    every = questions(given_by(programs_of(visit.state)))
    return tuple(own for own in every if own.key not in LEFT_OUT)


def houses_of(state: Standing) -> list[str]:
    """The establishments that the logs name."""
    return [] if state.tables is None else state.tables["houses"]


def groups(visit: Visit) -> dict[str, list[Question]]:
    """The questions by what they are about."""
    found: dict[str, list[Question]] = {}
    for own in asked(visit):
        found.setdefault(own.table or "case", []).append(own)
    return found


def show(
    visit: Visit,
    status: int = 200,
    answers: Mapping[str, str] | None = None,
    errors: Mapping[str, Message] | None = None,
) -> Response:
    state = visit.state
    known = dict(state.said("case", "answers", {}))
    first = next((own for own in state.acts if own.kind == "opened"), None)
    known.setdefault("number", first.says["number"] if first is not None else "")
    for piece in state.logs:
        told = piece.received.says
        for key, name in HANDED_OVER.items():
            known.setdefault(key, told.get(name, ""))
    houses = houses_of(state)
    if len(houses) == 1:
        known.setdefault("establishment.name", houses[0])
    return visit.page(
        "dossier",
        status,
        groups=groups(visit),
        choices=CHOICES,
        houses=houses,
        games=[own for own in rulesets() if own.is_of_casinos],
        answers=known if answers is None else answers,
        errors=errors or {},
    )


def declare(visit: Visit, form: FormData) -> Response:
    """Keep the answers, or show again those that a case file cannot hold."""
    houses = houses_of(visit.state)
    typed = {own.key: text_of(form, own.key) for own in asked(visit)}
    typed[GAMES] = "\n".join(str(own) for own in form.getlist(GAMES))
    answers, errors = dict[str, str](), dict[str, Message]()
    for own in asked(visit):
        written = as_written(own, typed[own.key])
        if isinstance(written, Message):
            errors[own.key] = written
        elif own.key == HOUSE and houses and written not in houses:
            errors[own.key] = message("desk.which_house")
        else:
            answers[own.key] = written
    if errors:
        return show(visit, 422, typed, errors)
    visit.declare("case", answers=answers)
    return visit.go("controle")


def write_case_file(visit: Visit, answers: Mapping[str, str], status: str) -> None:
    """The case file of the next version, of that status."""
    told = {**answers, "status": status, "version": str(len(visit.state.printed) + 1)}
    state = visit.state
    text = draft(questions(given_by(programs_of(state))), told, visit.language)
    text = amended(text, answers=answers_of(state), waivers=waivers_of(state))
    write_whole(visit.case.case_file, text.encode())


def as_written(question: Question, answer: str) -> str | Message:
    """An answer as the case file has it, or why it cannot hold it."""
    if not answer:
        return message("case.needed") if question.is_needed else ""
    written = answer
    if question.kind == "date":
        day = day_of(answer)
        if day is None:
            return message("case.no_date")
        written = day.isoformat()
    if question.kind == "list":
        written = ", ".join(filter(None, map(str.strip, answer.splitlines())))
    return refused(question, written) or written


routes = screen("dossier", show, declare=declare)
