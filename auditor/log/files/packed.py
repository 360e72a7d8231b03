"""Files that are packed as one stream: the ways of packing, one row each, and how they are undone.

The bytes decide how a file is unpacked; its ending decides whether it is looked for in a folder.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from auditor.log.csv.encoding import CHUNK
from auditor.log.files.limits import ReadLimits
from auditor.log.table import Unreadable
from auditor.messages.message import message

PACKING = 10
"""About how many times a log is smaller when it is packed."""

_XZ_MEMORY = 256 << 20
"""More than the tightest presets of xz need, and no more than a machine can spare."""


class Decompressor(Protocol):
    """Undoes one stream, as the classes of the standard library do."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Packing:
    """A way of packing: its name, how such files end and begin, and what undoes one stream."""

    name: str
    ending: str
    magic: bytes
    stream: Callable[[], Decompressor]


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


def _zstandard() -> Decompressor:
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

BEGINNING = max(len(own.magic) for own in PACKINGS)
"""So many bytes tell how a file is packed."""


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
            part = _undone(stream, left, packing)
            written += len(part)
            _refuse_bomb(read, written, limits)
            yield part
            left = stream.unused_data if stream.eof else b""
            more = not stream.eof and not stream.needs_input
    if not stream.eof:
        raise Unreadable(message("packed.cut", form=packing.name))


def _undone(stream: Decompressor, data: bytes, packing: Packing) -> bytes:
    try:
        return stream.decompress(data, CHUNK)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - each library has errors of its own
        raise Unreadable(message("packed.damaged", form=packing.name)) from None


def _refuse_bomb(read: int, written: int, limits: ReadLimits) -> None:
    if written > limits.unpacked_size:
        raise Unreadable(message("packed.too_large", most=limits.unpacked_size >> 20))
    if written > max(limits.loosely_packed_file, limits.packing_ratio * read):
        raise Unreadable(message("packed.too_tight"))
