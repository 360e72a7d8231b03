"""Screen 3: how the files are read: questions, the meaning of each column, and what comes of it."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.desk.offer import programs_of
from auditor.desk.pages import Visit, screen, text_of
from auditor.findings.assembly import log_names
from auditor.report.labels import Words

NOTHING = "nothing"
"""The answer that a column is not to be used; an empty one says that nobody has answered."""
_OTHER = "other"


def show(visit: Visit) -> Response:
    tables = visit.state.tables
    named = log_names(programs_of(visit.state))
    words = Words(visit.language, named)
    fields = sorted(((words.field(name), name) for name in named.fields), key=lambda own: own[0])
    return visit.page(
        "lecture",
        read=tables,
        fields=fields,
        given=visit.state.said("reading", "answers", {}),
        checked_before=_checked_before(visit),
    )


def _checked_before(visit: Visit) -> list[int] | None:
    """The payments that could be checked by the reading before this one."""
    reads = [own for own in visit.state.acts if own.kind == "read"]
    before = reads[-2].says if len(reads) > 1 else None
    now = visit.state.tables
    if before is None or now is None or before["basis"]["logs"] != now["basis"]["logs"]:
        return None
    own: list[int] | None = before["checked"]
    return own if own != now["checked"] else None


def answer(visit: Visit, form: FormData) -> Response:
    """Keep the answers to what is asked, and what columns are that were not used; read again."""
    answers = dict(visit.state.said("reading", "answers", {}))
    tables = visit.state.tables
    for at, own in enumerate([] if tables is None else tables["questions"]):
        said = _said(form, f"question-{at}")
        if said is not None:
            answers[own["id"]] = said
    for at, own in enumerate([] if tables is None else tables["columns"]):
        field = text_of(form, f"column-{at}", 200)
        if field:
            answers[_place(own, field)] = f"{{{own['name']}}}"
    visit.declare("reading", answers=answers)
    visit.begin("read")
    return visit.go("lecture")


def _said(form: FormData, name: str) -> str | None:
    """The answer that was chosen or written; None where there is none."""
    chosen = text_of(form, name)
    if chosen == NOTHING:
        return ""
    if chosen in {"", _OTHER}:
        return text_of(form, f"{name}-text", 1000) or None
    return chosen


def _place(column: dict[str, Any], field: str) -> str:
    return f"{column['file']}#columns.{field}"


def forget(visit: Visit, _: FormData) -> Response:
    """Take back every answer, and read the files as they stand."""
    visit.declare("reading", answers={})
    visit.begin("read")
    return visit.go("lecture")


def stop(visit: Visit, _: FormData) -> Response:
    visit.desk.workshop.stop(visit.case.name)
    return visit.go("lecture")


routes = screen("lecture", show, answer=answer, forget=forget, stop=stop)
