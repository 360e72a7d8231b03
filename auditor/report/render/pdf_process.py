"""Prints HTML as a PDF, in a process of its own (`python -m`).

WeasyPrint lays out with native libraries: where one of them crashes, or asks for more memory or
time than a report can need, it takes only this process along. It reads a `PrintJob` from
standard input and writes the PDF to standard output; on failure one paragraph goes to standard
error and the exit status says which kind.
"""

from __future__ import annotations

import gc
import logging
import pickle
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import filterwarnings

from auditor.log.files.limits import UNLIMITED, limit_resources
from auditor.source import Frozen

if TYPE_CHECKING:
    from weasyprint import Attachment  # type: ignore[import-untyped]


class AttachedFile(Frozen):
    """A file that goes with the document, and what it is in the reader's language.

    `relationship` is a word of PDF/A-3: `Data` is what the pages were made from.
    """

    name: str
    content: bytes
    what: str
    relationship: str = "Data"


class PrintJob(Frozen):
    """The page, the files to attach, their date, and limits of memory (bytes) and seconds."""

    html: str
    attached: tuple[AttachedFile, ...]
    identifier: str
    started: datetime
    memory: int
    seconds: int


# ruff: noqa: PLC0415 - WeasyPrint is imported late: it is slow, and its libraries may be missing


NO_LIBRARY, REFUSED, EXHAUSTED = 70, 71, 72
PAGE = "page "
"""Stands on standard error before the number of each page that is laid out."""
VARIANT = "pdf/a-3a"  # tagged, with attachments
FACES = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
ASSETS = (*FACES, "DejaVuSansCondensed-Oblique.ttf", "DejaVuSansMono.ttf")


def main() -> int:
    try:
        missing = _loaded(*map(int, sys.argv[1:]))
    except MemoryError:
        return EXHAUSTED
    order = sys.stdin.buffer.read()
    if not order:
        return 0  # nothing came to be printed
    if missing:
        sys.stderr.write(missing)
        return NO_LIBRARY
    job: PrintJob = pickle.loads(order)  # noqa: S301 - the process that started this one wrote it
    limit_resources(job.memory, job.seconds, written=UNLIMITED)  # fonts go through files
    # Boxes of a layout live until it is printed: to look through them for what nobody holds any
    # more, again and again, takes a third of the time and finds nothing.
    gc.disable()
    try:
        return _answer(job)
    except MemoryError:
        return EXHAUSTED


def _loaded(memory: int, seconds: int) -> str | None:
    """Loads the libraries before there is a page to print; says what is missing."""
    limit_resources(memory, seconds, written=UNLIMITED, for_good=False)
    # Where no font is configured it warns, rightly: the only fonts are those of the page.
    filterwarnings("ignore", message="No fonts configured")
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        return str(error).splitlines()[0]
    return None


def _answer(job: PrintJob) -> int:
    from weasyprint.urls import FatalURLFetchingError  # type: ignore[import-untyped]

    try:
        content = printed(job)
    except FatalURLFetchingError as error:
        sys.stderr.write(str(error))
        return REFUSED
    sys.stdout.buffer.write(content)
    return 0


def printed(job: PrintJob) -> bytes:
    """The PDF: every font and the attachment inside, nothing fetched from anywhere else."""
    from weasyprint import CSS, HTML
    from weasyprint.logger import PROGRESS_LOGGER  # type: ignore[import-untyped]
    from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]

    fetcher, fonts = _asset_fetcher(), FontConfiguration()
    PROGRESS_LOGGER.setLevel(logging.INFO)
    PROGRESS_LOGGER.addFilter(_tell_page)
    own = (files("auditor.report.render") / "templates" / "fonts.css").read_text("utf-8")
    faces = CSS(string=own, url_fetcher=fetcher, font_config=fonts)
    page = HTML(string=drawable(job.html), url_fetcher=fetcher)
    document = page.render(stylesheets=[faces], font_config=fonts, pdf_variant=VARIANT)
    content: bytes = document.write_pdf(
        attachments=list(_attachments(job, fetcher)),
        pdf_variant=VARIANT,
        pdf_identifier=job.identifier.encode(),
    )
    return content


def _tell_page(record: logging.LogRecord) -> bool:
    if record.msg.endswith("Page %d"):
        sys.stderr.write(f"{PAGE}{record.getMessage().split()[-1]}\n")
        sys.stderr.flush()
    return False  # nobody reads more of it


_NEVER_DRAWN = {ord(sign) for sign in "\n\u200e\u2068\u2069"}  # these isolate a name


_MOST_CODES = 12


def drawable(html: str) -> str:
    """Signs that the shipped fonts cannot draw are written as their code, never as a blank."""
    missing = set(map(ord, set(html))) - _drawn() - _NEVER_DRAWN
    if not missing:
        return html
    # Each code is as wide as eight signs: a long row of them would be taller than a page.
    signs = "".join(map(re.escape, map(chr, sorted(missing))))
    shorter = re.sub(f"([{signs}]{{{_MOST_CODES}}})[{signs}]+", r"\1…", html)
    return shorter.translate({code: f"[U+{code:04X}]" for code in missing})


def _drawn() -> set[int]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    regular, bold = (set(TTFont(BytesIO(_asset(face)), lazy=True).getBestCmap()) for face in FACES)
    return regular & bold


def _attachments(job: PrintJob, fetcher: Any) -> Iterator[Attachment]:
    from weasyprint import Attachment

    for own in job.attached:
        yield Attachment(
            file_obj=BytesIO(own.content),
            name=own.name,
            description=own.what,
            created=job.started,
            modified=job.started,
            relationship=own.relationship,
            url_fetcher=fetcher,
        )


def _asset(name: str) -> bytes:
    return (files("auditor.report.render") / "fonts" / name).read_bytes()


def _asset_fetcher() -> Any:
    """Answers `asset:` with a font of the package; any other address ends the process."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class AssetFetcher(URLFetcher):  # type: ignore[misc,unused-ignore]
        def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:  # noqa: ARG002
            name = url.removeprefix("asset:")
            if name == url or name not in ASSETS:
                raise FatalURLFetchingError(url)
            return URLFetcherResponse(url, _asset(name), {"Content-Type": "font/ttf"})

    return AssetFetcher(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)


if __name__ == "__main__":
    sys.exit(main())
