"""The bytes of a file, unpacked where it is packed; what no log can be is not read to its end."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from auditor.guarded_file import NoFileError, open_file, why_not
from auditor.log.csv.encoding import BOMS, CHUNK, MAX_LINE, no_text, too_long
from auditor.log.files.foreign import refuse_foreign
from auditor.log.files.formats import format_of_content
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.files.packed import BEGINNING, packing_of, unpacked
from auditor.log.table import Unreadable
from auditor.messages.message import message


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a log, unpacked, and the hash of the file as it is."""

    data: bytes
    sha256: str


def content(path: Path, declared: str | None = None, limits: ReadLimits = LIMITS) -> Content:
    """The content of a file; `declared` is its encoding.  Raises Unreadable."""
    try:
        with open_file(path, limits.file_size) as file:
            digest = hashlib.sha256()
            beginning = file.read(BEGINNING)
            file.seek(0)
            chunks = hashed(file, digest, limits.file_size)
            data = collect(unpacked(chunks, beginning, limits), declared)
            return Content(data, digest.hexdigest())
    except NoFileError as error:
        raise Unreadable(error.says) from None
    except (OSError, ValueError) as error:
        raise Unreadable(why_not(error)) from None


def hashed(file: BinaryIO, digest: hashlib._Hash, most: int) -> Iterator[bytes]:
    """The chunks of a file, which may grow while it is read."""
    read = 0
    while chunk := file.read(CHUNK):
        read += len(chunk)
        if read > most:
            raise Unreadable(message("file.too_large", most=most >> 20))
        digest.update(chunk)
        yield chunk


def collect(chunks: Iterable[bytes], declared: str | None) -> bytes:
    """All the bytes; of a text file, no more than a first line without end or a NUL."""
    whole = io.BytesIO()
    guard: TextGuard | None = None
    for chunk in filter(None, chunks):
        if not whole.tell():
            if packing_of(chunk) is not None:
                raise Unreadable(message("packed.twice"))
            wide = declared is not None or any(chunk.startswith(mark) for mark, _ in BOMS[1:])
            guard = guard_of(chunk, nul_is_text=wide)
        if guard is not None:
            guard.check(chunk)
        whole.write(chunk)
    return whole.getvalue()


def guard_of(beginning: bytes, *, nul_is_text: bool) -> TextGuard | None:
    """The guard of lines of text; None for another format.  Raises Unreadable for no format."""
    if not format_of_content(beginning).is_text:
        return None
    refuse_foreign(beginning, nul_is_text=nul_is_text)
    return TextGuard(nul_is_text=nul_is_text)


class TextGuard:
    """Checks a text while it is read: a gigabyte without a line's end is refused before its end."""

    def __init__(self, *, nul_is_text: bool) -> None:
        self._nul_is_text = nul_is_text
        self._line = 1
        self._length = 0

    def check(self, chunk: bytes) -> None:
        if not self._nul_is_text and (nul := chunk.find(b"\0")) >= 0:
            raise no_text(self._line + line_ends(chunk[:nul]))
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        if end < 0:
            self._length += len(chunk)
        else:
            self._length = len(chunk) - end
            self._line += line_ends(chunk)
        if self._length > 4 * MAX_LINE:  # a character has four bytes at most
            raise too_long(self._line)


def line_ends(chunk: bytes) -> int:
    return max(chunk.count(b"\n"), chunk.count(b"\r"))
