"""Screen 1: the files as the casino handed them over, and what each of them holds."""

from __future__ import annotations

from typing import BinaryIO

from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from auditor.desk.pages import Visit, screen, stopping, text_of
from auditor.log.files.content import without_packing
from auditor.log.files.formats import ENDINGS


def show(visit: Visit) -> Response:
    found: dict[str, dict[str, list[object]]] = {"tables": {}, "refused": {}}
    for sort, by_piece in found.items():
        for own in visit.state.told(sort):
            # One that stands in a ZIP is named behind it.
            by_piece.setdefault(own["file"].partition("/")[0], []).append(own)
    return visit.page("pieces", held=found["tables"], refused=found["refused"])


def receive(visit: Visit, form: FormData) -> Response:
    """Keep what was handed over, and read what may be a log."""
    told = {name: text_of(form, name, 300) for name in ("by", "how", "day")}
    for file in form.getlist("files"):
        if isinstance(file, UploadFile) and (file.filename or file.size):
            keep(visit, file.filename or "", file.file, **told)
    return read(visit)


def keep(visit: Visit, name: str, content: BinaryIO, **told: str) -> None:
    """Keep one file; what is no log by its ending is not read unless somebody says so."""
    says = visit.case.receive(name, content)
    is_log = without_packing(says["file"]).endswith(ENDINGS)
    visit.act("received", {**says, **told, "is_beside": not is_log})


def withdraw(visit: Visit, form: FormData) -> Response:
    """Take a piece back; it stays in the folder, and is read no more."""
    number = _piece(visit, form)
    if number is not None:
        visit.act("withdrawn", {"why": text_of(form, "why", 1000)}, about=number)
    return read(visit)


def keep_beside(visit: Visit, form: FormData) -> Response:
    """Say of a piece that it is no log, or that it is one."""
    number = _piece(visit, form)
    if number is not None:
        is_beside = text_of(form, "is_beside") == "yes"
        visit.act("declared", {"topic": "piece", "is_beside": is_beside}, about=number)
    return read(visit)


def _piece(visit: Visit, form: FormData) -> int | None:
    known = {str(own.number): own.number for own in visit.state.pieces}
    return known.get(text_of(form, "piece"))


def read(visit: Visit) -> Response:
    """Read the pieces, and show them."""
    if visit.state.logs:
        visit.begin("read")
    return visit.go("pieces")


routes = screen(
    "pieces", show, receive=receive, withdraw=withdraw, beside=keep_beside, stop=stopping("pieces")
)
