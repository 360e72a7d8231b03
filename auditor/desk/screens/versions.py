"""Screens 8 and 10: versions of the report, which are never written over; signatures of them, and
a report made again to see whether it holds.
"""

from __future__ import annotations

import re
import secrets
import shutil
import threading
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pypdfium2 import PdfDocument  # type: ignore[import-untyped]  # it has no types
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.acts import Act
from auditor.desk.cabinet import files_of
from auditor.desk.pages import Visit, posted, screen, shown, stopping, text_of
from auditor.desk.screens.declared import STATUSES, lacking, write_case_file
from auditor.findings.accepted import against
from auditor.messages.message import CannotError, Message
from auditor.report.files import read_report, write_whole
from auditor.report.labels import Words
from auditor_signatures.pdf import sign

REPORT, FINDINGS, MAPPING = "report.pdf", "findings.json", "lecture.toml"


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
    """A file that was made of the case, by the place that its act gives it."""
    case, made = visit.case, visit.state.of_kind("printed", "signed", "noted")
    known = {path.relative_to(case.path): path for act in made for path, _ in files_of(case, act)}
    place = Path(visit.request.path_params["path"])
    if place not in known:
        return visit.lost()
    return FileResponse(known[place], filename="-".join((case.name, *place.parts[1:])))


def _version(visit: Visit, name: str = "version", form: FormData | None = None) -> Act | None:
    """The version of a number that stands in the address, or in a form."""
    request = visit.request
    asked = request.path_params.get(name) or (form or request.query_params).get(name, "")
    return next((own for own in visit.state.printed if str(own.says["version"]) == asked), None)


def pages(visit: Visit) -> Response:
    """The pages of a version as pictures, for who can open no PDF here; or one of them, as PNG."""
    act, number = _version(visit), visit.request.path_params.get("page")
    if act is None or REPORT not in act.says["files"]:
        return visit.lost()
    with _DRAWN_ALONE, PdfDocument(visit.case.version(act.says["version"]) / REPORT) as document:
        if number is None:
            return visit.page("pages", step="rapport", act=act, count=len(document))
        if not 1 <= number <= len(document):
            return visit.lost()
        drawn = BytesIO()
        document[number - 1].render(scale=_SCALE).to_pil().save(drawn, "PNG")
    return Response(drawn.getvalue(), media_type="image/png")


_DRAWN_ALONE = threading.Lock()  # the library draws for one thread at a time
_SCALE = 1.6  # pixels for each of 72 dots an inch


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
    names = [own for own in (REPORT, FINDINGS, MAPPING) if own in act.says["files"]]
    logs = [(f"journaux/{own.file}", visit.case.pieces / own.file) for own in visit.state.logs]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo("LISEZMOI.txt"), visit.words("set.readme"))
        for name, path in (*logs, *((own, folder / own) for own in names)):
            archive.writestr(ZipInfo(name), path.read_bytes())
    return _zip(packed, f"verification-v{act.says['version']}")


def pack(visit: Visit) -> Response:
    """The whole case as one ZIP."""
    packed = BytesIO()
    visit.case.pack(packed)
    return _zip(packed, visit.case.name.encode("ascii", "replace").decode().replace("?", "_"))


def _zip(packed: BytesIO, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


# ---- signed, and made again to see whether it holds ---------------------------------------------


_LARGEST = 1 << 20  # bytes of a certificate


def show_signed(visit: Visit, status: int = 200, says: tuple[Message, ...] = ()) -> Response:
    signed = visit.state.of_kind("signed")
    verified = {own.says["report"]: own for own in visit.state.of_kind("verified")}
    printed = [own for own in reversed(visit.state.printed) if REPORT in own.says["files"]]
    return visit.page(
        "signature", status, printed=printed, signed=signed, verified=verified, says=says
    )


def signed(visit: Visit, form: FormData) -> Response:
    """Sign a version by a certificate of which nothing is kept."""
    act, file = _version(visit, form=form), form.get("certificate")
    if act is None or not isinstance(file, UploadFile):
        return visit.go("signature")
    version = act.says["version"]
    folder = visit.case.version(version)
    passphrase = text_of(form, "passphrase", 1000).encode() or None
    stamp = text_of(form, "timestamp", 300) or None
    try:
        made = sign(
            (folder / REPORT).read_bytes(), file.file.read(_LARGEST), passphrase, timestamp=stamp
        )
    except CannotError as error:
        return show_signed(visit, 422, error.says)
    name = f"report-signed-{len(visit.state.of_kind('signed')) + 1}.pdf"
    write_whole(folder / name, made)
    says = {"version": version, "file": name, "sha256": sha256(made).hexdigest()}
    visit.act("signed", {**says, "is_stamped": stamp is not None})
    return visit.go("signature")


def again(visit: Visit, form: FormData) -> Response:
    """Make a version again out of the pieces, and compare."""
    if (act := _version(visit, form=form)) is not None:
        folder = visit.case.version(act.says["version"]).relative_to(visit.case.path)
        has_mapping = MAPPING in act.says["files"]
        visit.begin(
            "verify",
            report=(folder / REPORT).as_posix(),
            mapping=(folder / MAPPING).as_posix() if has_mapping else None,
        )
    return visit.go("signature")


# ---- a report of somebody else ------------------------------------------------------------------
_NAMED = re.compile(r"[\w-][\w .-]*\.toml")


def ask(visit: Visit, status: int = 200, **more: object) -> Response:
    return visit.page("verifier", status, found=None, token="", **more)


def receive(visit: Visit, form: FormData) -> Response:
    """Take in a report and the logs that it is about, and make it again."""
    report = form.get("report")
    logs = [own for own in form.getlist("files") if isinstance(own, UploadFile) and own.filename]
    if not isinstance(report, UploadFile) or not report.filename or not logs:
        return ask(visit, 422, errors={"report": "needed"})
    case = visit.desk.cabinet.verifications.begin(secrets.token_hex(8))
    at = visit.desk.now()
    for own in logs:
        says = case.receive(own.filename or "", own.file)
        case.chain.add("received", {**says, "is_beside": False}, at=at)
    handed = form.get("mapping")
    mapping = handed if isinstance(handed, UploadFile) and handed.filename else None
    # The report says by which mapping it was made, and its name is a part of that.
    name = mapping.filename or "" if mapping else ""
    name = name if _NAMED.fullmatch(name) else MAPPING
    for file, kept in ((report, "report"), (mapping, name)):
        if file is not None:
            with (case.path / kept).open("xb") as target:
                shutil.copyfileobj(file.file, target, 1 << 20)
    visit.begin("verify", case, report="report", mapping=name if mapping else None)
    return RedirectResponse(f"/verifier/{case.name}", 303)


def compared(visit: Visit) -> Response:
    """The outcome of making a report again."""
    token = visit.request.path_params["token"]
    case = visit.desk.cabinet.verifications.case(token)
    state, job = case.state, visit.desk.workshop.job(token)
    found = next((own.says for own in reversed(state.of_kind("verified"))), None)
    return visit.page("verifier", token=token, found=found, job=job, pieces=state.logs)


def stop_comparing(visit: Visit, _: FormData) -> Response:
    visit.desk.workshop.stop(visit.request.path_params["token"])
    return RedirectResponse("/verifier", 303)


routes = [
    *screen("rapport", show, printed=printed, stop=stopping("rapport")),
    Route("/dossiers/{case}/rapport/difference", shown(difference)),
    Route("/dossiers/{case}/rapport/v{version}/pages", shown(pages)),
    Route("/dossiers/{case}/rapport/v{version}/pages/{page:int}.png", shown(pages)),
    Route("/dossiers/{case}/rapport/v{version}/verification.zip", shown(verification_set)),
    Route("/dossiers/{case}/fichiers/{path:path}", shown(file_of)),
    Route("/dossiers/{case}/dossier.zip", shown(pack)),
    *screen("signature", show_signed, signed=signed, again=again, stop=stopping("signature")),
    Route("/verifier", shown(ask)),
    Route("/verifier", posted(receive), methods=["POST"]),
    Route("/verifier/{token}", shown(compared)),
    Route("/verifier/{token}/stop", posted(stop_comparing), methods=["POST"]),
]
