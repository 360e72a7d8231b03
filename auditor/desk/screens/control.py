"""Screen 6: one button, and how far the work is."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.desk.offer import games_of
from auditor.desk.pages import Visit, screen, stopping
from auditor.desk.screens.dossier import write_case_file
from auditor.desk.standing import Standing

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


def show(visit: Visit) -> Response:
    return visit.page("controle", lacking=lacking(visit.state))


def begin(visit: Visit, _: FormData) -> Response:
    state = visit.state
    if not lacking(state):
        status = state.said("report", "status", STATUSES[0])
        write_case_file(visit, state.said("case", "answers", {}), status)
        visit.begin("judge")
    return visit.go("controle")


routes = screen("controle", show, begin=begin, stop=stopping("controle"))
