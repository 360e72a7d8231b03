"""Screen 0: begin a case, go on with one, take one in that was packed elsewhere."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.datastructures import FormData, UploadFile
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.cabinet import BadPackError, CaseFolder, TakenError
from auditor.desk.pages import SPOKEN, Visit, posted, shown, text_of, url
from auditor.desk.screens.pieces import keep, read
from auditor_simulators.catalogue import game, names
from auditor_simulators.inject import inject_all
from auditor_simulators.protocol import Plan
from auditor_simulators.write import write_csv


def show(visit: Visit, status: int = 200, **more: object) -> Response:
    every = [(own, own.state) for own in visit.desk.cabinet.cases()]
    return visit.page("home", status, cases=every, **more)


def begin(visit: Visit, form: FormData) -> Response:
    number, who = text_of(form, "number", 100), text_of(form, "who", 200)
    errors = {name: "needed" for name, own in (("number", number), ("who", who)) if not own}
    if errors:
        return show(visit, 422, errors=errors, given=form)
    try:
        case = visit.desk.cabinet.begin(number)
    except TakenError:
        return show(visit, 422, errors={"number": "taken"}, given=form)
    _opened(visit, case, number, who)
    return RedirectResponse(url(case.name), 303)


def _opened(visit: Visit, case: CaseFolder, number: str, who: str) -> None:
    visit.case = case
    at = visit.desk.now()
    case.chain.add("opened", {"number": number}, at=at, who=who)
    case.chain.add("declared", {"topic": "who", "name": who}, at=at, who=who)


def example(visit: Visit, _: FormData) -> Response:
    """Begin a case with an evening that was made up, and that has faults."""
    called = visit.words("home.example")
    known = {own.name for own in visit.desk.cabinet.cases()}
    every = (called, *(f"{called} {at}" for at in range(2, len(known) + 3)))
    number = next(own for own in every if own not in known)
    _opened(visit, visit.desk.cabinet.begin(number), number, called)
    played = game(names()[0])
    faulty = inject_all(played.lawful(_EVENING), played.faults[-_FAULTS:], _EVENING.seed)[0]
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{called}.csv")
        write_csv(faulty, played.columns, path)
        with path.open("rb") as file:
            keep(visit, path.name, file)
    return read(visit)


_EVENING = Plan(events=1000, seed=7, tables=2)
_FAULTS = 5


def take_in(visit: Visit, form: FormData) -> Response:
    pack = form.get("pack")
    if not isinstance(pack, UploadFile):
        return show(visit, 422, errors={"pack": "needed"})
    try:
        case = visit.desk.cabinet.unpack(pack.file)
    except BadPackError:
        return show(visit, 422, errors={"pack": "no_case"})
    except TakenError:
        return show(visit, 422, errors={"pack": "taken"})
    return RedirectResponse(url(case.name), 303)


def speak(_: Visit, form: FormData) -> Response:
    """The language of all screens from now on; back to the screen where it was chosen."""
    back = text_of(form, "back")
    answer = RedirectResponse(back if back.startswith("/") and back[1:2] not in "/\\" else "/", 303)
    answer.set_cookie(SPOKEN, text_of(form, "language", 2), httponly=True, samesite="strict")
    return answer


routes = [
    Route("/", shown(show)),
    Route("/nouveau", posted(begin), methods=["POST"]),
    Route("/exemple", posted(example), methods=["POST"]),
    Route("/reprendre", posted(take_in), methods=["POST"]),
    Route("/langue", posted(speak), methods=["POST"]),
]
