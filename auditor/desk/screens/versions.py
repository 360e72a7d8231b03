"""Screen 8: versions of the report, which are never written over."""

from __future__ import annotations

import os
from tempfile import SpooledTemporaryFile
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from starlette.datastructures import FormData
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from auditor.desk.acts import Act
from auditor.desk.pages import Visit, screen, shown, stopping, text_of
from auditor.desk.pictures import page_count, picture
from auditor.desk.screens.control import STATUSES, lacking
from auditor.desk.screens.dossier import write_case_file
from auditor.findings.accepted import against
from auditor.report.files import read_report
from auditor.report.labels import Words

REPORT, FINDINGS = "report.pdf", "findings.json"


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


def file_of(visit: Visit) -> Response:
    """A file of a version, by the name that its act gives it."""
    number, name = (visit.request.path_params[own] for own in ("version", "name"))
    signed = {
        (own.says["version"], own.says["file"]) for own in visit.state.acts if own.kind == "signed"
    }
    for act in visit.state.printed:
        version = act.says["version"]
        if str(version) == number and (name in act.says["files"] or (version, name) in signed):
            called = f"{visit.case.name}-v{number}-{name}"
            return FileResponse(visit.case.version(version) / name, filename=called)
    return visit.lost()


def _version(visit: Visit, name: str = "version") -> Act | None:
    """The version of a number that stands in the address."""
    asked = visit.request.path_params.get(name) or visit.request.query_params.get(name, "")
    return next((own for own in visit.state.printed if str(own.says["version"]) == asked), None)


def pages(visit: Visit) -> Response:
    """The pages of a version as pictures, for who cannot open a PDF here."""
    act = _version(visit)
    if act is None or REPORT not in act.says["files"]:
        return visit.lost()
    count = page_count(visit.case.version(act.says["version"]) / REPORT)
    return visit.page("pages", step="rapport", act=act, count=count)


def page(visit: Visit) -> Response:
    """One page as a picture."""
    act, number = _version(visit), visit.request.path_params["page"]
    if act is None or REPORT not in act.says["files"]:
        return visit.lost()
    found = picture(visit.case.version(act.says["version"]) / REPORT, number)
    return visit.lost() if found is None else Response(found, media_type="image/png")


def difference(visit: Visit) -> Response:
    """The findings of one version that another does not have."""
    one, other = _version(visit, "first"), _version(visit, "other")
    if one is None or other is None:
        return visit.go("rapport")
    old, new = (
        read_report(visit.case.version(own.says["version"]) / FINDINGS)[1] for own in (one, other)
    )
    found = against(old, new)
    w = Words(visit.language, new.names)
    return visit.page("difference", step="rapport", one=one, other=other, found=found, w=w)


def verification_set(visit: Visit) -> Response:
    """The files that somebody else needs to make the report again: neither key nor case file."""
    act = _version(visit)
    if act is None:
        return visit.lost()
    folder = visit.case.version(act.says["version"])
    names = [own for own in (REPORT, FINDINGS, "lecture.toml") if own in act.says["files"]]
    logs = [(f"journaux/{own.file}", visit.case.pieces / own.file) for own in visit.state.logs]
    with SpooledTemporaryFile(max_size=1 << 24) as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            archive.writestr(ZipInfo("LISEZMOI.txt"), visit.words("set.readme"))
            for name, path in (*logs, *((own, folder / own) for own in names)):
                archive.writestr(ZipInfo(name), path.read_bytes())
        file.seek(0)
        content = file.read()
    called = f"verification-v{act.says['version']}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{called}"'}
    return Response(content, media_type="application/zip", headers=headers)


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
    *screen("rapport", show, printed=printed, stop=stopping("rapport")),
    Route("/dossiers/{case}/rapport/difference", shown(difference)),
    Route("/dossiers/{case}/rapport/v{version}/pages", shown(pages)),
    Route("/dossiers/{case}/rapport/v{version}/pages/{page:int}.png", shown(page)),
    Route("/dossiers/{case}/rapport/v{version}/verification.zip", shown(verification_set)),
    Route("/dossiers/{case}/rapport/v{version}/{name}", shown(file_of)),
    Route("/dossiers/{case}/dossier.zip", shown(pack)),
]
