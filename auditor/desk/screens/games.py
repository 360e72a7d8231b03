"""Screen 2: which game is played at which table, and the state of its text."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.catalogue import rulesets
from auditor.desk.offer import games_of
from auditor.desk.pages import Visit, screen, text_of
from auditor.language.resolve.search_path import available


def show(visit: Visit, status: int = 200, **more: object) -> Response:
    tables = visit.state.tables
    rows = [] if tables is None else tables["tables"]
    named = [] if tables is None else [own for own in tables["games"] if own in available()]
    return visit.page(
        "jeux",
        status,
        rows=rows,
        named=named,
        offers=rulesets(),
        games=games_of(visit.state),
        **more,
    )


def choose(visit: Visit, form: FormData) -> Response:
    """Say which game all of the log is of; where the log says it, that stands."""
    name = text_of(form, "rules", 200)
    tables = visit.state.tables
    named = [] if tables is None else [own for own in tables["games"] if own in available()]
    if name and (name not in available() or (named and name not in named)):
        return show(visit, 422, errors={"rules": "contradicts"})
    if not name and not named:
        return show(visit, 422, errors={"rules": "needed"})
    before = visit.state.said("game", "rules")
    visit.declare("game", rules=name or None)
    if before != (name or None):
        visit.begin("read")  # the words of a game tell more of the columns
    return visit.go("lecture")


routes = screen("jeux", show, choose=choose)
