"""Screen 3: how the files are read: questions, the meaning of each column, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.responses import Response

from auditor.desk.pages import Visit, programs_of, screen, stopping, text_of
from auditor.findings.assembly import log_names
from auditor.log.propose.draft import OPEN
from auditor.report.labels import Words

NOTHING = "nothing"
"""The answer that a column is not to be used; an empty one says that nobody has answered."""
_OTHER = "other"


def show(visit: Visit, status: int = 200, **more: object) -> Response:
    named = log_names(programs_of(visit.state))
    words = Words(visit.language, named)
    fields = sorted(((words.field(name), name) for name in named.fields), key=lambda own: own[0])
    return visit.page(
        "lecture",
        status,
        read=visit.state.tables,
        last=_last(visit),
        fields=fields,
        given=visit.state.said("reading", "answers", {}),
        checked_before=_checked_before(visit),
        kept=[*_kept(visit)],
        **more,
    )


def _last(visit: Visit) -> str:
    """The last reading, by which a form knows whether what it answers is still what is asked."""
    return str(max((own.number for own in visit.state.of_kind("read")), default=""))


def _checked_before(visit: Visit) -> list[int] | None:
    """The payments that could be checked by the reading before this one."""
    reads = visit.state.of_kind("read")
    before = reads[-2].says if len(reads) > 1 else None
    now = visit.state.tables
    if before is None or now is None or before["basis"]["logs"] != now["basis"]["logs"]:
        return None
    own: list[int] | None = before["checked"]
    return own if own != now["checked"] else None


def answer(visit: Visit, form: FormData) -> Response:
    """Keep the answers to what is asked, and what columns are that were not used; read again."""
    state = visit.state
    if text_of(form, "last") not in {"", _last(visit)}:
        return show(visit, 422, errors={"last": "stale"})
    answers = dict(state.said("reading", "answers", {}))
    for at, own in enumerate(state.told("questions")):
        said = _said(form, f"question-{at}", own["proposed"])
        if said is not None:
            answers[own["id"]] = said
    for at, own in enumerate(state.told("columns")):
        field = text_of(form, f"column-{at}", 200)
        if field:
            answers[f"{own['file']}#columns.{field}"] = f"{{{own['name']}}}"
    return _read_by(visit, answers)


def _read_by(visit: Visit, answers: Mapping[str, str]) -> Response:
    visit.declare("reading", answers=answers)
    visit.begin("read")
    return visit.go("lecture")


def _said(form: FormData, name: str, proposed: str) -> str | None:
    """The answer that was chosen or written, which fills what is left open in the one that is
    proposed; None where there is none.
    """
    chosen = text_of(form, name)
    if chosen == NOTHING:
        return ""
    if chosen in {"", _OTHER}:
        text = text_of(form, f"{name}-text", 1000)
        return (text if OPEN in text else proposed.replace(OPEN, text)) if text else None
    return chosen


def _kept(visit: Visit) -> dict[str, dict[str, str]]:
    """The answers of other cases, by their names: a casino hands over the same columns again."""
    others = {
        case.name: case.state.said("reading", "answers", {})
        for case in visit.desk.cabinet.cases()
        if case.name != visit.case.name
    }
    return {name: own for name, own in others.items() if own}


def adopt(visit: Visit, form: FormData) -> Response:
    """Take over the answers of another case, for each file that has the columns they name."""
    theirs = _kept(visit).get(text_of(form, "from", 200), {})
    columns: dict[str, set[str]] = {}
    for own in visit.state.told("columns"):
        columns.setdefault(own["file"], set()).add(own["name"])
    answers = {id_: said for id_, said in theirs.items() if "#" not in id_}
    for id_, said in theirs.items():
        place, named = id_.partition("#")[2], re.findall(r"\{([^{}@][^{}]*)\}", said)
        for file, names in columns.items():
            if place and names.issuperset(named):  # `{@day}` names no column
                answers[f"{file}#{place}"] = said
    return _read_by(visit, answers)


def forget(visit: Visit, _: FormData) -> Response:
    """Take back every answer, and read the files as they stand."""
    return _read_by(visit, {})


routes = screen(
    "lecture", show, answer=answer, adopt=adopt, forget=forget, stop=stopping("lecture")
)
