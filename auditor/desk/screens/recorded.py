"""Screen 4: the kinds of event that never occur, and what their absence means."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.desk.offer import Unseen, programs_of, unseen
from auditor.desk.pages import Visit, screen, text_of


def _unseen(visit: Visit) -> tuple[Unseen, ...]:
    tables = visit.state.tables
    if tables is None:
        return ()
    seen = {kind for own in tables["tables"] for kind in own["events"]}
    return unseen(programs_of(visit.state), seen, visit.language)


def show(visit: Visit) -> Response:
    said = visit.state.said("records", "answers", {})
    return visit.page("inscrit", unseen=_unseen(visit), answers=said)


def declare(visit: Visit, form: FormData) -> Response:
    """Note for each kind whether the casino's system records it, and who says so."""
    answers = {own.kind: text_of(form, f"kind-{own.kind}", 10) for own in _unseen(visit)}
    kinds = sorted(kind for kind, own in answers.items() if own == "yes")
    visit.declare("records", answers=answers, kinds=kinds, letter=text_of(form, "letter", 300))
    return visit.go("dossier")


routes = screen("inscrit", show, declare=declare)
