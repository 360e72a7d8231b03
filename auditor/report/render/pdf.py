"""The report as a PDF: laid out as HTML, printed in a process of its own."""

from __future__ import annotations

import atexit
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from signal import SIGKILL, SIGXCPU, Signals
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryDirectory

from auditor.log.files.limits import environment
from auditor.messages.message import CannotError, message
from auditor.report.labels import Words
from auditor.report.model import Language, Report
from auditor.report.outputs import DIALECTS
from auditor.report.render.csv import evidence_csv
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes, report_id
from auditor.report.render.pdf_process import (
    EXHAUSTED,
    NO_LIBRARY,
    PAGE,
    REFUSED,
    AttachedFile,
    PrintJob,
)
from auditor.source import Frozen, Source
from auditor.watch import answer_of, step

APT_GET = "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"
HERE = Path(__file__).parent

PRINTER = (sys.executable, "-P", "-m", "auditor.report.render.pdf_process")
MEMORY, MEMORY_A_BYTE = 2 << 30, 4096
SECONDS, SECONDS_A_MEGABYTE = 120, 240
"""Limits of the process, and how much more for each byte and megabyte of the page: ten times
what a page needs, on a slow machine.
"""


class PdfError(Exception):
    """No PDF could be made, by a defect of ours where no other class says why."""


class CannotPrintError(CannotError, PdfError):
    """The report cannot be printed on this machine; `says` tells the reader what to do."""


def pdf_bytes(
    report: Report, language: Language | None = None, rule_files: Sequence[Source] = ()
) -> bytes:
    """The PDF, with files that hold the same data for a machine and the rules; the same bytes for
    the same report on the same machine.

    Raises PdfError where it cannot be made.
    """
    language = language or report.run.language
    html = html_text(report, language, attached=True)
    attached = attachments(report, language, rule_files)
    return print_pdf(html, attached, report_id(report), report.run.started_at)


def attachments(
    report: Report, language: Language, rule_files: Sequence[Source]
) -> tuple[AttachedFile, ...]:
    """The findings, the rows that they rest on, and the rules."""
    words = Words(language)
    evidence = evidence_csv(report, language, DIALECTS["plain"])
    return (
        AttachedFile(
            name="findings.json",
            content=json_bytes(report),
            what=words("method.twin_name"),
        ),
        AttachedFile(name="evidence.csv", content=evidence, what=words("evidence")),
        *rule_attachments(rule_files, words),
    )


def rule_attachments(files: Sequence[Source], words: Words) -> Iterator[AttachedFile]:
    """The rule files, called by their names without a folder, as their fingerprint takes them."""
    for number, own in enumerate(files, start=1):
        name = f"{number:02}-{Path(own.name).name}"
        yield AttachedFile(
            name=name, content=own.text.encode(), what=words("book.file"), relationship="Source"
        )


def print_pdf(
    html: str, attached: tuple[AttachedFile, ...], identifier: str, started: datetime
) -> bytes:
    """A page as a PDF with files inside, which bear the date.  Raises PdfError."""
    job = PrintJob(
        html=html,
        # A PDF finds them by their names, which have to be in order.
        attached=tuple(sorted(attached, key=lambda own: own.name)),
        identifier=identifier,
        started=started,
        memory=MEMORY + MEMORY_A_BYTE * len(html),
        seconds=SECONDS + SECONDS_A_MEGABYTE * len(html) // 1_000_000,
    )
    done = _run(job)
    if done.returncode or not done.stdout.startswith(b"%PDF-"):
        raise _failure(done.returncode, done.stderr.decode(errors="replace").strip())
    return done.stdout


class _Press(Frozen):
    """A process that prints one page, and the folder for whatever it puts down in between: killed,
    it would leave that behind.
    """

    process: subprocess.Popen[bytes]
    folder: TemporaryDirectory[str]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


_ready: list[_Press] = []
"""A press that has loaded its libraries and waits for a page; it ends with this process."""


def stand_by() -> None:
    """Starts the process that prints, which loads its libraries while the logs are audited."""
    if not _ready:
        _ready.append(_started())
        atexit.register(_end_ready)


def _end_ready() -> None:
    while _ready:
        _ready.pop().end()


def _started() -> _Press:
    folder = TemporaryDirectory(prefix="auditor-", ignore_cleanup_errors=True)
    process = subprocess.Popen(  # noqa: S603 - our own module, by our own interpreter
        [*PRINTER, str(MEMORY), str(SECONDS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**_environment(), "TMPDIR": folder.name},
    )
    return _Press(process, folder)


def _run(job: PrintJob) -> CompletedProcess[bytes]:
    press = _ready.pop() if _ready else _started()
    process = press.process
    try:
        printed, said = answer_of(process, pickle.dumps(job), 4 * job.seconds, _tell_page)
    except TimeoutExpired:
        raise CannotPrintError(message("pdf.exhausted")) from None
    finally:
        press.end()
    return CompletedProcess(process.args, process.returncode, printed, said)


def _tell_page(said: bytes) -> None:
    """Says which page is being laid out; how many there will be nobody knows before the last."""
    numbers = re.findall(rf"^{PAGE}(\d+)\n", said.decode(errors="replace"), re.MULTILINE)
    if numbers:
        step("rendering", int(numbers[-1]), None, "pages")


def _environment() -> dict[str, str]:
    """Where the child finds the package, no font of the machine, and a fixed date for fonts."""
    return {
        **environment(),
        "FONTCONFIG_FILE": str(HERE / "fonts" / "fonts.conf"),
        "SOURCE_DATE_EPOCH": "315532800",  # 1980-01-01, the earliest date that all tools take
    }


def _failure(status: int, said: str) -> PdfError:
    last = next((own for own in said.splitlines()[::-1] if not own.startswith(PAGE)), "")
    if status == NO_LIBRARY:
        return CannotPrintError(message("pdf.no_library", last=last, install=APT_GET))
    if status in {EXHAUSTED, -SIGXCPU, -SIGKILL}:  # the system kills what takes too much
        return CannotPrintError(message("pdf.exhausted"))
    if status == REFUSED:
        return PdfError(f"The report names something outside itself, refused: {last}")
    stopped = f"was stopped by {Signals(-status).name}" if status < 0 else f"ended with {status}"
    return PdfError(
        f"The process that prints the PDF {stopped}{f': {last}' if last else ''}. "
        "The other formats are not concerned."
    )
