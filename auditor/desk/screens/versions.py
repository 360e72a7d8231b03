"""Screen 8: versions of the report, which are never written over."""

from __future__ import annotations

import os
from tempfile import SpooledTemporaryFile

from starlette.datastructures import FormData
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from auditor.desk.pages import Visit, screen, shown, text_of
from auditor.desk.screens.control import STATUSES, lacking
from auditor.desk.screens.dossier import write_case_file


def show(visit: Visit) -> Response:
    state = visit.state
    status = state.said("report", "status", STATUSES[0])
    names = state.said("report", "names", "pseudonyms")
    return visit.page(
        "rapport", lacking=lacking(state), statuses=STATUSES, status_now=status, names=names
    )


def printed(visit: Visit, form: FormData) -> Response:
    """Print the next version."""
    state = visit.state
    if lacking(state):
        return visit.go("rapport")
    status = text_of(form, "status", 30)
    status = status if status in STATUSES else STATUSES[0]
    names = "names" if text_of(form, "names", 20) == "names" else "pseudonyms"
    write_case_file(visit, state.said("case", "answers", {}), status)
    visit.declare("report", names=names, status=status)
    visit.begin("report")
    return visit.go("rapport")


def stop(visit: Visit, _: FormData) -> Response:
    visit.desk.workshop.stop(visit.case.name)
    return visit.go("rapport")


def file_of(visit: Visit) -> Response:
    """A file of a version, by the name that its act gives it."""
    number, name = (visit.request.path_params[own] for own in ("version", "name"))
    for act in visit.state.printed:
        if str(act.says["version"]) == number and name in act.says["files"]:
            path = visit.case.version(act.says["version"]) / name
            called = f"{visit.case.name}-v{number}-{name}"
            return FileResponse(path, filename=called)
    return visit.lost()


def pack(visit: Visit) -> Response:
    """The whole case as one ZIP."""
    with SpooledTemporaryFile(max_size=1 << 24) as file:
        visit.case.pack(file)  # type: ignore[arg-type]  # it has all that a ZIP is written with
        size = file.tell()
        file.seek(0, os.SEEK_SET)
        content = file.read(size)
    name = visit.case.name.encode("ascii", "replace").decode().replace("?", "_")
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


routes = [
    *screen("rapport", show, printed=printed, stop=stop),
    Route("/dossiers/{case}/rapport/v{version}/{name}", shown(file_of)),
    Route("/dossiers/{case}/dossier.zip", shown(pack)),
]
