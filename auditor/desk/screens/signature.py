"""Screen 10: sign a version of the report, and have a report made again to see whether it holds."""

from __future__ import annotations

import secrets
import shutil
from hashlib import sha256

from starlette.datastructures import FormData, UploadFile
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.cabinet import CaseFolder
from auditor.desk.pages import Visit, posted, screen, shown, stopping, text_of
from auditor.desk.standing import standing
from auditor.messages.message import CannotError, Message
from auditor.report.files import write_whole
from auditor_signatures.make import sign

REPORT = "report.pdf"
_LARGEST = 1 << 20  # bytes of a certificate


def show(visit: Visit, status: int = 200, says: tuple[Message, ...] = ()) -> Response:
    signed = [own for own in visit.state.acts if own.kind == "signed"]
    verified = {own.says["report"]: own for own in visit.state.acts if own.kind == "verified"}
    printed = [own for own in reversed(visit.state.printed) if REPORT in own.says["files"]]
    return visit.page(
        "signature", status, printed=printed, signed=signed, verified=verified, says=says
    )


def signed(visit: Visit, form: FormData) -> Response:
    """Sign a version by a certificate of which nothing is kept."""
    version, file = text_of(form, "version", 9), form.get("certificate")
    known = {str(own.says["version"]): own for own in visit.state.printed}
    if version not in known or not isinstance(file, UploadFile):
        return visit.go("signature")
    folder = visit.case.version(int(version))
    passphrase = text_of(form, "passphrase", 1000).encode() or None
    stamp = text_of(form, "timestamp", 300) or None
    try:
        made = sign(
            (folder / REPORT).read_bytes(), file.file.read(_LARGEST), passphrase, timestamp=stamp
        )
    except CannotError as error:
        return show(visit, 422, error.says)
    before = sum(own.kind == "signed" for own in visit.state.acts)
    name = f"report-signed-{before + 1}.pdf"
    write_whole(folder / name, made)
    says = {"version": int(version), "file": name, "sha256": sha256(made).hexdigest()}
    visit.act("signed", {**says, "is_stamped": stamp is not None})
    return visit.go("signature")


def again(visit: Visit, form: FormData) -> Response:
    """Make a version again out of the pieces, and compare."""
    version = text_of(form, "version", 9)
    for own in visit.state.printed:
        if str(own.says["version"]) == version:
            folder = visit.case.version(int(version)).relative_to(visit.case.path)
            mapping = "lecture.toml" if "lecture.toml" in own.says["files"] else None
            visit.begin(
                "verify",
                report=(folder / REPORT).as_posix(),
                mapping=mapping and (folder / mapping).as_posix(),
            )
    return visit.go("signature")


# ---- a report of somebody else ------------------------------------------------------------------
def ask(visit: Visit, status: int = 200, **more: object) -> Response:
    return visit.page("verifier", status, found=None, token="", **more)


def receive(visit: Visit, form: FormData) -> Response:
    """Take in a report and the logs that it is about, and make it again."""
    report = form.get("report")
    logs = [own for own in form.getlist("files") if isinstance(own, UploadFile) and own.filename]
    if not isinstance(report, UploadFile) or not report.filename or not logs:
        return ask(visit, 422, errors={"report": "needed"})
    token = secrets.token_hex(8)
    case = CaseFolder(visit.desk.cabinet.verifications / token)
    case.path.mkdir(parents=True, mode=0o700)
    at = visit.desk.now()
    for own in logs:
        file, digest, size = case.receive(own.filename or "", own.file)
        says = {"file": file, "name": own.filename, "sha256": digest, "size": size}
        case.chain.add("received", {**says, "is_beside": False}, at=at)
    for name in ("report", "mapping"):
        handed = form.get(name)
        if isinstance(handed, UploadFile) and handed.filename:
            with (case.path / name).open("xb") as target:
                shutil.copyfileobj(handed.file, target, 1 << 20)
    has_mapping = (case.path / "mapping").exists()
    visit.begin_in(case, "verify", report="report", mapping="mapping" if has_mapping else None)
    return RedirectResponse(f"/verifier/{token}", 303)


def compared(visit: Visit) -> Response:
    """The outcome of making a report again."""
    token = visit.request.path_params["token"]
    case = visit.desk.cabinet.verification(token)
    if case is None:
        return visit.lost()
    acts = [own for own in case.chain.all() if own.kind == "verified"]
    return visit.page(
        "verifier",
        token=token,
        found=acts[-1].says if acts else None,
        job=visit.desk.workshop.job(token),
        pieces=standing(case.chain.all()).logs,
    )


def stop_comparing(visit: Visit, _: FormData) -> Response:
    visit.desk.workshop.stop(visit.request.path_params["token"])
    return RedirectResponse("/verifier", 303)


routes = [
    *screen("signature", show, signed=signed, again=again, stop=stopping("signature")),
    Route("/verifier", shown(ask)),
    Route("/verifier", posted(receive), methods=["POST"]),
    Route("/verifier/{token}", shown(compared)),
    Route("/verifier/{token}/stop", posted(stop_comparing), methods=["POST"]),
]
