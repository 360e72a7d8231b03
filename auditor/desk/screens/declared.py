"""Screens 2, 4, 5 and 6: the games, what is recorded, the case, and the button to judge it."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.case import Confirmation
from auditor.case_file import Question, amended, as_written, draft, questions
from auditor.catalogue import rulesets
from auditor.desk.acts import Standing, marks_of
from auditor.desk.pages import Visit, games_named, games_of, programs_of, screen, stopping, text_of
from auditor.findings.assembly import log_names
from auditor.findings.dependencies import kinds_by_rule, kinds_read
from auditor.language.resolve.search_path import available
from auditor.messages.message import Message, message
from auditor.report.files import write_whole
from auditor.report.labels import Words
from auditor.request import given_by
from auditor.source import Frozen


# ---- which game is played at which table, and the state of its text -----------------------------
def show_games(visit: Visit, status: int = 200, **more: object) -> Response:
    state, offers = visit.state, rulesets()
    more |= {"rows": state.told("tables"), "named": games_named(state), "games": games_of(state)}
    return visit.page("jeux", status, offers=offers, **more)


def choose(visit: Visit, form: FormData) -> Response:
    """Say which game all of the log is of; where the log says it, that stands."""
    name = text_of(form, "rules", 200)
    named = games_named(visit.state)
    if name and (name not in available() or (named and name not in named)):
        return show_games(visit, 422, errors={"rules": "contradicts"})
    if not name and not named:
        return show_games(visit, 422, errors={"rules": "needed"})
    before = visit.state.said("game", "rules")
    visit.declare("game", rules=name or None)
    if before != (name or None):
        visit.begin("read")  # the words of a game tell more of the columns
    return visit.go("lecture")


# ---- the kinds of event that never occur, and what their absence means --------------------------
class Unseen(Frozen):
    """A kind of event that no row records, and the provisions that nothing can be said of unless
    somebody vouches for it.
    """

    kind: str
    said: str
    provisions: tuple[str, ...]


def _unseen(visit: Visit) -> tuple[Unseen, ...]:
    """The kinds of event that rules look for and no row records; those that most logs lack, and
    that count as not having happened, are left out.
    """
    if visit.state.tables is None:
        return ()
    seen = {kind for own in visit.state.told("tables") for kind in own["events"]}
    programs = programs_of(visit.state)
    words = Words(visit.language, log_names(programs))
    found: dict[str, dict[str, None]] = {}
    for program in programs:
        by_rule = kinds_by_rule(program)
        for kind in program.vocabulary.kinds.values():
            if kind.name in kinds_read(program) and kind.name not in seen and not kind.exceptional:
                cited = found.setdefault(kind.name, {})
                for rule in program.rules:
                    if kind.name in by_rule[rule.name]:
                        cited |= dict.fromkeys(rule.cites)
    return tuple(Unseen(kind, words.event(kind), tuple(own)) for kind, own in found.items())


def show_recorded(visit: Visit) -> Response:
    said = visit.state.said("records", "answers", {})
    return visit.page("inscrit", unseen=_unseen(visit), answers=said)


def declare_recorded(visit: Visit, form: FormData) -> Response:
    """Note for each kind whether the casino's system records it, and who says so."""
    answers = {own.kind: text_of(form, f"kind-{own.kind}", 10) for own in _unseen(visit)}
    kinds = sorted(kind for kind, own in answers.items() if own == "yes")
    letter, piece = text_of(form, "letter", 300), text_of(form, "piece", 10)
    visit.declare("records", answers=answers, kinds=kinds, letter=letter, piece=piece)
    return visit.go("dossier")


# ---- what the inspector alone can say: the casino, the mandate, the period, the minimum ---------
CHOICES = {
    "supplied.assurance": ("log", "declaration", "seen"),
}
HOUSE = "establishment.casino"
GAMES = "authorisation.games"
WORDED = (HOUSE, GAMES, "service.inspectors", *CHOICES)
"""Questions that a form asks in other words than a terminal."""
HANDED_OVER = {"supplied.by": "by", "supplied.how": "how", "dates.received": "day"}
"""Questions to which the pieces have the answers."""
LEFT_OUT = ("version", "status", *(f"confirmed.{own}" for own in Confirmation.model_fields))
"""Questions that other screens ask: where a version is printed, and what is always recorded."""


def asked(visit: Visit) -> tuple[Question, ...]:
    """The questions of a case file, those of its rules among them."""
    every = questions(given_by(programs_of(visit.state)))
    return tuple(own for own in every if own.key not in LEFT_OUT)


def groups(visit: Visit) -> dict[str, list[Question]]:
    """The questions by what they are about."""
    found: dict[str, list[Question]] = {}
    for own in asked(visit):
        found.setdefault(own.table or "case", []).append(own)
    return found


def show_case(
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
    houses = state.told("houses")
    if len(houses) == 1:
        known.setdefault("establishment.name", houses[0])
    return visit.page(
        "dossier",
        status,
        groups=groups(visit),
        choices=CHOICES,
        worded=WORDED,
        houses=houses,
        games=[own for own in rulesets() if own.is_of_casinos],
        answers=known if answers is None else answers,
        errors=errors or {},
    )


def declare_case(visit: Visit, form: FormData) -> Response:
    """Keep the answers, or show again those that a case file cannot hold."""
    houses = visit.state.told("houses")
    typed = {own.key: text_of(form, own.key) for own in asked(visit)}
    typed[GAMES] = "\n".join(str(own) for own in form.getlist(GAMES))
    answers, errors = dict[str, str](), dict[str, Message]()
    for own in asked(visit):
        text = typed[own.key]
        if own.kind == "list":
            text = ", ".join(filter(None, map(str.strip, text.splitlines())))
        written = as_written(own, text)
        if isinstance(written, Message):
            errors[own.key] = written
        elif own.key == HOUSE and houses and written not in houses:
            errors[own.key] = message("desk.which_house")
        else:
            answers[own.key] = written
    if errors:
        return show_case(visit, 422, typed, errors)
    visit.declare("case", answers=answers)
    return visit.go("controle")


def write_case_file(visit: Visit, answers: Mapping[str, str], status: str) -> None:
    """The case file of the next version, of that status."""
    state = visit.state
    told = {**answers, "status": status, "version": str(len(state.printed) + 1)}
    letter, told["confirmed.letter"] = state.letter, state.said("records", "letter", "")
    if letter is not None:
        told |= {"confirmed.file": letter.name, "confirmed.sha256": letter.sha256}
    text = draft(questions(given_by(programs_of(state))), told, visit.language)
    marks, words = marks_of(state).values(), Words(visit.language)
    text = amended(
        text,
        answers=[own.answer for own in marks if own.answer],
        decisions=[each for own in marks for each in own.decided(words)],
        waivers=[own.waiver for own in marks if own.waiver],
    )
    write_whole(visit.case.case_file, text.encode())


# ---- one button, and how far the work is --------------------------------------------------------
STATUSES = ("provisional", "final", "final-after-answers")
"""The states of a report, from its first version to its last."""


def lacking(state: Standing) -> tuple[str, ...]:
    """The screens on which something has to be said before anything can be judged."""
    tables = state.tables
    wanting = {
        "pieces": not state.logs or tables is None or bool(tables["refused"]),
        "jeux": not games_of(state),
        "dossier": "case" not in state.declared,
    }
    return tuple(step for step, is_wanting in wanting.items() if is_wanting)


def show_control(visit: Visit) -> Response:
    return visit.page("controle", lacking=lacking(visit.state))


def judge(visit: Visit, _: FormData) -> Response:
    state = visit.state
    if not lacking(state):
        status = state.said("report", "status", STATUSES[0])
        write_case_file(visit, state.said("case", "answers", {}), status)
        visit.begin("judge")
    return visit.go("controle")


routes = [
    *screen("jeux", show_games, choose=choose),
    *screen("inscrit", show_recorded, declare=declare_recorded),
    *screen("dossier", show_case, declare=declare_case),
    *screen("controle", show_control, begin=judge, stop=stopping("controle")),
]
