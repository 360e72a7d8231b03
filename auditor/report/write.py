"""Reports on disk: every file whole or not at all."""

# ruff: noqa: PLC0415 - a renderer is imported where its format is asked for

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from auditor.report.model import Language, Report
from auditor.report.render.json import json_bytes

Renderer = Callable[[Report, Language | None], bytes]


def _json(report: Report, _: Language | None) -> bytes:
    return json_bytes(report)


def _csv(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.csv import csv_bytes

    return csv_bytes(report, language)


def _ledger(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.csv import ledger_csv

    return ledger_csv(report, language)


def _set_aside(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.csv import set_aside_csv

    return set_aside_csv(report, language)


def _xlsx(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.xlsx import xlsx_bytes

    return xlsx_bytes(report, language)


def _txt(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.text import text

    content = text(report, language, findings=None, set_aside=None)
    return content.encode("utf-8", errors="backslashreplace")


def _html(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.html import html_text

    return html_text(report, language).encode("utf-8", errors="backslashreplace")


def _pdf(report: Report, language: Language | None) -> bytes:
    from auditor.report.render.pdf import pdf_bytes

    return pdf_bytes(report, language)


# In the order of writing: the PDF last, so that where it fails all others are there.
FORMATS: dict[str, tuple[str, Renderer]] = {
    "json": ("findings.json", _json),
    "csv": ("findings.csv", _csv),
    "xlsx": ("report.xlsx", _xlsx),
    "txt": ("report.txt", _txt),
    "html": ("report.html", _html),
    "pdf": ("report.pdf", _pdf),
}

# A table of findings has no room for the ledger: it goes beside.
BESIDE: dict[str, tuple[tuple[str, Renderer], ...]] = {
    "csv": (("ledger.csv", _ledger), ("set-aside.csv", _set_aside))
}


def write(
    report: Report,
    directory: Path,
    formats: Iterable[str] = ("pdf", "json"),
    language: Language | None = None,
) -> tuple[Path, ...]:
    """The report in each format, in `directory`, which is made if need be; the files written.

    Raises KeyError for a format unknown, PdfError where no PDF can be made, OSError.
    """
    asked = set(formats)
    if unknown := asked - FORMATS.keys():
        raise KeyError(*sorted(unknown))
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for name, own in FORMATS.items():
        for file, render in (own, *BESIDE.get(name, ())) if name in asked else ():
            write_whole(directory / file, render(report, language))
            written.append(directory / file)
    return tuple(written)


def write_whole(path: Path, content: bytes) -> None:
    """Replaces the file at once: whoever stops this half-way leaves the old one in place."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
