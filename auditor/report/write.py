"""Reports on disk: every file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from auditor.report.model import Language, Report
from auditor.report.outputs import OUTPUTS


def write(
    report: Report,
    directory: Path,
    formats: Iterable[str] = ("pdf", "json"),
    language: Language | None = None,
) -> tuple[Path, ...]:
    """The report in each format, in `directory`, which is made if need be; the files written.

    Raises KeyError for a format unknown, PdfError where no PDF can be made, OSError.
    """
    requested = set(formats)
    if unknown := requested - OUTPUTS.keys():
        raise KeyError(*sorted(unknown))
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for output in (own for name, files in OUTPUTS.items() if name in requested for own in files):
        write_whole(directory / output.file, output.render(report, language))
        written.append(directory / output.file)
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
