"""The report as a PDF: laid out as HTML, printed in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from signal import Signals

from auditor.messages.message import Message, message
from auditor.report.model import Language, Report
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes, report_id
from auditor.report.render.pdf_process import NO_LIBRARY, REFUSED, PrintJob
from auditor.report.words import Words

APT_GET = "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"
HERE = Path(__file__).parent


class PdfError(Exception):
    """No PDF could be made; the message is a paragraph for the reader."""


class MissingLibraryError(PdfError):
    """A native library that lays out text is not installed; `says` is a sentence about it."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


class RefusedFetchError(PdfError):
    """The page named something outside the package: a defect of ours, and nothing was fetched."""


class PdfProcessError(PdfError):
    """The process that prints stopped without a PDF."""


def pdf_bytes(report: Report, language: Language | None = None) -> bytes:
    """The PDF, findings.json attached; the same bytes for the same report on the same machine.

    Raises PdfError where it cannot be made.
    """
    language = language or report.run.language
    job = PrintJob(
        html=html_text(report, language, attached=True),
        findings=json_bytes(report).decode(),
        attached=Words(language)("method.twin_name"),
        identifier=report_id(report),
        started=report.run.started_at,
    )
    done = subprocess.run(
        [sys.executable, "-P", "-m", "auditor.report.render.pdf_process"],
        input=job.model_dump_json().encode(),
        capture_output=True,
        env=_environment(),
        check=False,
    )
    if done.returncode or not done.stdout.startswith(b"%PDF-"):
        raise _failure(done.returncode, done.stderr.decode(errors="replace").strip())
    return done.stdout


def _environment() -> dict[str, str]:
    """Where the child finds the package, no font of the machine, and a fixed date for fonts."""
    package = str(HERE.parents[2])
    paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "FONTCONFIG_FILE": str(HERE / "fonts" / "fonts.conf"),
        "SOURCE_DATE_EPOCH": "315532800",  # 1980-01-01, the earliest date that all tools take
    }


def _failure(status: int, said: str) -> PdfError:
    last = said.splitlines()[-1] if said else ""
    if status == NO_LIBRARY:
        return MissingLibraryError(message("pdf.no_library", last=last, install=APT_GET))
    if status == REFUSED:
        return RefusedFetchError(f"The report names something outside itself, refused: {last}")
    stopped = f"was stopped by {Signals(-status).name}" if status < 0 else f"ended with {status}"
    return PdfProcessError(
        f"The process that prints the PDF {stopped}{f': {last}' if last else ''}. "
        "The other formats are not concerned."
    )
