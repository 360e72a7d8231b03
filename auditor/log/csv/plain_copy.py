"""A text that is not plain, written anew as one that is: quotes, encodings and packing undone.

The copy is a file without a name, in which a sign stands between cells that no cell holds.  What
the careful reader would have to decide about a quote leaves the file to it.
"""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.guarded_file import scratch_folder
from auditor.lazily import when_used
from auditor.log.csv.text_encoding import EncodedText, decode
from auditor.log.csv.text_rows import delimiter_of
from auditor.log.files.content import WatchedFile, content
from auditor.log.files.formats import format_of_content
from auditor.log.row_columns import NotPlainError, ReadOptions
from auditor.log.table import Unreadable
from auditor.messages.message import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Letters = NDArray[np.uint8]
else:
    np = when_used("numpy")


BETWEEN = "\x1f"  # stands between the cells of a copy

_BLOCK = 1 << 20
_QUOTE, _NEWLINE, _RETURN, _APART = 34, 10, 13, 31


class _Scratch:
    """A file without a name, which is gone with the last who reads it."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        with tempfile.TemporaryFile(dir=scratch_folder()) as file:
            self.size = sum(map(file.write, blocks))
            file.flush()
            self._number = os.dup(file.fileno())

    def read(self, start: int, stop: int) -> bytes:
        return os.pread(self._number, stop - start, start)

    def __del__(self) -> None:
        if hasattr(self, "_number"):
            os.close(self._number)


@dataclass(frozen=True, slots=True)
class CopiedFile(WatchedFile):
    """The copy of a file: read as the file would be, if it were plain."""

    copy: _Scratch

    def read(self, start: int, stop: int) -> bytes:
        """Its bytes between two places."""
        return self.copy.read(start, stop)

    @property
    def travels(self) -> bool:
        """False: no other machine has the copy."""
        return False


@dataclass(frozen=True, slots=True)
class PlainCopy:
    """A copy, and what is known of the text that it was made of."""

    file: CopiedFile
    sha256: str
    encoding: str
    notes: tuple[Message, ...]


def plain_copy(path: Path, options: ReadOptions) -> PlainCopy | None:
    """The plain copy of a text file, packed or not; None where one has to look at its cells."""
    try:
        held = content(path, options.encoding, options.limits)
        if not format_of_content(held.data).is_text or BETWEEN.encode() in held.data:
            return None
        text = decode(held.data, options.encoding)
        delimiter = options.delimiter or delimiter_of(text, options)
        copy = _Scratch(_rewritten(_in_utf8(text), delimiter.encode()))
    except (Unreadable, OSError, NotPlainError):
        return None
    file = CopiedFile(path, copy.size, None, copy)
    return PlainCopy(file, held.sha256, text.encoding, text.notes)


def _in_utf8(text: EncodedText) -> Iterator[bytes]:
    """The text in UTF-8, in pieces that end where a line ends."""
    decoder = codecs.getincrementaldecoder(text.encoding)()
    rest = b""
    for start in range(text.skip, len(text.data), _BLOCK):
        piece = text.data[start : start + _BLOCK]
        if text.encoding != "utf-8":
            piece = decoder.decode(piece, start + _BLOCK >= len(text.data)).encode()
        piece = rest + piece
        end = piece.rfind(b"\n") + 1
        if end:
            yield piece[:end]
        rest = piece[end:]
    if rest:
        yield rest


def _rewritten(blocks: Iterator[bytes], delimiter: bytes) -> Iterator[bytes]:
    """The lines with a sign of ours between their cells, and without the quotes around these."""
    apart = bytes.maketrans(delimiter, BETWEEN.encode())
    for block in blocks:
        if b'"' not in block:
            yield block.translate(apart)
        else:
            yield _unquoted(np.frombuffer(block, np.uint8), ord(delimiter)).tobytes()


def _unquoted(letters: Letters, delimiter: int) -> Letters:
    """Lines whose quotes stand around whole cells, without them.  Raises NotPlainError."""
    quote = letters == _QUOTE
    inside = np.bitwise_xor.accumulate(quote.view(np.uint8)).view(bool)
    if inside[-1] or (inside & ((letters == _NEWLINE) | (letters == _RETURN))).any():
        raise NotPlainError  # a cell of several lines, or a quote that is never closed
    begin = np.flatnonzero(quote & inside)
    end = np.flatnonzero(quote & ~inside)
    before = letters.take(begin - 1)  # the last letter is the end of a line
    after = letters.take(end + 1, mode="clip")
    doubled = before == _QUOTE
    doubled[:1] &= begin[:1] > 0
    starts = doubled | (before == delimiter) | (before == _NEWLINE) | (begin == 0)
    ends = (after == _QUOTE) | (after == delimiter) | (after == _NEWLINE) | (after == _RETURN)
    ends |= end == len(letters) - 1
    if not (starts.all() and ends.all()):
        raise NotPlainError
    found = np.where((letters == delimiter) & ~inside, np.uint8(_APART), letters)
    quote[begin[doubled]] = False
    return np.asarray(found[~quote])
