"""The bytes of a file: unpacked where it is packed, and the same ones each time they are read.

The bytes decide how a file is unpacked; what no log can be is not read to its end.  A file that is
read again is not mapped into memory: one that is shortened while it is mapped ends the process.
"""

from __future__ import annotations

import bz2
import hashlib
import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from auditor.guarded_file import FileState, NoFileError, open_file, state_in, why_not
from auditor.log.csv.text_encoding import BOMS, CHUNK, MAX_LINE, no_text, too_long
from auditor.log.files.formats import format_of_content, refuse_foreign
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.table import Unreadable
from auditor.messages.message import Message, message
from auditor.source import Frozen


# ---- a file that is read again ------------------------------------------------------------------
class ChangedFileError(Exception):
    """A file was changed, replaced or removed while it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    @property
    def says(self) -> Message:
        """The sentence about it, without its name."""
        return message("file.changed")


class WatchedFile(Frozen):
    """A file of so many bytes.  Without a state it is known by its size alone: another machine has
    numbers of its own for the same file.
    """

    path: Path
    size: int
    state: FileState | None

    def elsewhere(self) -> WatchedFile:
        """The file as another machine knows it."""
        return WatchedFile(self.path, self.size, None)

    def read(self, start: int, stop: int) -> bytes:
        """Its bytes between two places.  Raises ChangedFileError."""
        try:
            with open_file(self.path, self.size) as file:
                found = state_in(os.fstat(file.fileno()))
                if found.size != self.size or self.state not in {None, found}:
                    raise ChangedFileError(self.path)
                file.seek(start)
                data = file.read(stop - start)
        except (NoFileError, OSError):
            raise ChangedFileError(self.path) from None
        if len(data) != min(stop, self.size) - min(start, self.size):
            raise ChangedFileError(self.path)
        return data

    def check(self) -> None:
        """Raises ChangedFileError where it is not what it was."""
        self.read(0, 0)

    def chunks(self, size: int, start: int = 0) -> Iterator[bytes]:
        """Its bytes from a place on, so many at once.  Raises ChangedFileError."""
        for at in range(start, self.size, size):
            yield self.read(at, min(at + size, self.size))


def watched(path: Path, most: int) -> WatchedFile:
    """The file as it is now.  Raises NoFileError."""
    with open_file(path, most) as file:
        state = state_in(os.fstat(file.fileno()))
    return WatchedFile(path, state.size, state)


# ---- ways of packing ----------------------------------------------------------------------------
PACKING = 10  # about how many times a log is smaller when it is packed

_XZ_MEMORY = 256 << 20
"""More than the tightest presets of xz need, and no more than a machine can spare."""


class Packing(Frozen):
    """A way of packing: its name, how such files end and begin, and what undoes one stream, as the
    classes of the standard library do.
    """

    name: str
    ending: str
    magic: bytes
    stream: Callable[[], Any]


class _Gzip:
    """Gzip as the other libraries undo theirs: zlib keeps the rest of its input outside."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=31)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        found = self._stream.decompress(self._stream.unconsumed_tail + data, max_length)
        # There may be as much again of the same bytes, though nothing is left of the input.
        self.needs_input = len(found) < max_length
        return found


def _zstandard() -> Any:
    # Who reads no such file does without the library.
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdDecompressor  # noqa: PLC0415 - see above
    else:
        from backports.zstd import ZstdDecompressor  # noqa: PLC0415 - see above
    return ZstdDecompressor()


PACKINGS = (
    Packing("gzip", ".gz", b"\x1f\x8b", _Gzip),
    Packing("Zstandard", ".zst", b"\x28\xb5\x2f\xfd", _zstandard),
    Packing("bzip2", ".bz2", b"BZh", bz2.BZ2Decompressor),
    Packing("xz", ".xz", b"\xfd7zXZ\0", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY)),
)

PACKED_ENDINGS = tuple(own.ending for own in PACKINGS)
"""Endings that may stand behind the one of a format."""

BEGINNING = max(len(own.magic) for own in PACKINGS)  # so many bytes tell how a file is packed


def packing_of(beginning: bytes) -> Packing | None:
    """How some bytes are packed; None where they are not."""
    return next((own for own in PACKINGS if beginning.startswith(own.magic)), None)


def without_packing(name: str) -> str:
    """The name of a file in small letters, without the ending that tells how it is packed."""
    name = name.lower()
    return next((name.removesuffix(own) for own in PACKED_ENDINGS if name.endswith(own)), name)


def unpacked(chunks: Iterable[bytes], beginning: bytes, limits: ReadLimits) -> Iterable[bytes]:
    """The content of a file that begins so, or the file itself where it is not packed."""
    packing = packing_of(beginning)
    return chunks if packing is None else unpack(chunks, packing, limits)


def unpack(chunks: Iterable[bytes], packing: Packing, limits: ReadLimits) -> Iterator[bytes]:
    """The content of a packed file, all its streams one after the other.  Raises Unreadable."""
    stream = packing.stream()
    read = written = 0
    for chunk in chunks:
        read += len(chunk)
        left, more = chunk, True
        while left or more:
            if stream.eof:
                left = left.lstrip(b"\0")  # files may be padded
                if not left:
                    break
                stream = packing.stream()
            try:
                part = stream.decompress(left, CHUNK)
            except MemoryError:
                raise
            except Exception:  # noqa: BLE001 - each library has errors of its own
                raise Unreadable(message("packed.damaged", form=packing.name)) from None
            written += len(part)
            if written > limits.unpacked_size:
                raise Unreadable(message("packed.too_large", most=limits.unpacked_size >> 20))
            if written > max(limits.loosely_packed_file, limits.packing_ratio * read):
                raise Unreadable(message("packed.too_tight"))
            yield part
            left = stream.unused_data if stream.eof else b""
            more = not stream.eof and not stream.needs_input
    if not stream.eof:
        raise Unreadable(message("packed.cut", form=packing.name))


# ---- the bytes of a log -------------------------------------------------------------------------
class Content(Frozen):
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
    """All the bytes; of a text file, no more than a first line without end or a NUL.  Raises
    Unreadable, as for no format.
    """
    whole = io.BytesIO()
    guard: TextGuard | None = None
    for chunk in filter(None, chunks):
        if not whole.tell():
            if packing_of(chunk) is not None:
                raise Unreadable(message("packed.twice"))
            wide = declared is not None or any(chunk.startswith(mark) for mark, _ in BOMS[1:])
            if format_of_content(chunk).is_text:
                refuse_foreign(chunk, nul_is_text=wide)
                guard = TextGuard(nul_is_text=wide)
        if guard is not None:
            guard.check(chunk)
        whole.write(chunk)
    return whole.getvalue()


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
