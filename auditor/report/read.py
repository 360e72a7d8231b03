"""From a findings.json, or a PDF that holds one, back to the report."""

from __future__ import annotations

import logging
from io import BytesIO
from pathlib import Path

from auditor.guarded_file import NoFileError, read_file
from auditor.log.files.limits import LIMITS
from auditor.messages.message import Message, message
from auditor.report.model import Report
from auditor.report.render.json import read_json

ATTACHMENT = "findings.json"


class NoReportError(Exception):
    """A file that holds no report; `says` names it, and what is wrong."""

    def __init__(self, path: Path, says: Message) -> None:
        self.says = message("refusal.file", file=str(path), says=says)
        super().__init__(str(self.says))


def read_report(path: Path) -> tuple[bytes, Report]:
    """The bytes of a file, and the report that they are, or hold.  Raises NoReportError."""
    try:
        content = read_file(path, LIMITS.file_size)
    except NoFileError as error:
        raise NoReportError(path, error.says) from None
    if not content.startswith(b"%PDF"):
        found = [content]
    elif (inside := files_inside(content)) is None:
        raise NoReportError(path, message("verify.damaged"))
    else:
        found = inside.get(ATTACHMENT, [])
    if not found:
        raise NoReportError(path, message("verify.no_attachment", name=ATTACHMENT))
    try:
        return content, read_json(found[0])
    except (ValueError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else ""
        raise NoReportError(path, message("verify.no_report", error=first)) from None


def files_inside(content: bytes) -> dict[str, list[bytes]] | None:
    """The files attached to a PDF, by name; None where it cannot be read.

    A damaged PDF can make its reader fail in any way, after hundreds of lines about what it met.
    """
    from pypdf import PdfReader  # noqa: PLC0415 - only a PDF needs it

    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        return dict(PdfReader(BytesIO(content)).attachments)
    except Exception:  # noqa: BLE001 - see above
        return None
    finally:
        logging.disable(disabled)
