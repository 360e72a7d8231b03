"""Pages of a PDF as pictures."""

from __future__ import annotations

import threading
from io import BytesIO
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it has no types

_ONE = threading.Lock()  # the library draws for one thread at a time
_SCALE = 1.6  # pixels for each of 72 dots an inch


def page_count(path: Path) -> int:
    with _ONE, pypdfium2.PdfDocument(path) as document:
        return len(document)


def picture(path: Path, number: int) -> bytes | None:
    """A page as PNG, the first being 1; None where there is none of that number."""
    with _ONE, pypdfium2.PdfDocument(path) as document:
        if not 1 <= number <= len(document):
            return None
        target = BytesIO()
        document[number - 1].render(scale=_SCALE).to_pil().save(target, "PNG")
        return target.getvalue()
