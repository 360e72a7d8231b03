"""A text that is not plain, written anew as one that is: quotes, encodings and packing undone.

The copy is a file without a name, in which a sign stands between cells that no cell holds.  What
the careful reader would have to decide about a quote leaves the file to it.
"""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.guarded_file import scratch_folder
from auditor.lazily import when_used
from auditor.log.csv.text_encoding import EncodedText, decode
from auditor.log.csv.text_rows import delimiter_of, unwrapped
from auditor.log.files.content import ChangedFileError, WatchedFile, content
from auditor.log.files.formats import format_of_content
from auditor.log.files.limits import ReadLimits
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


class Scratch:
    """A file without a name, which is gone with the last who reads it.  Another machine, which does
    not have it, writes it `again`.
    """

    def __init__(
        self, again: Callable[[], Iterable[bytes]], blocks: Iterable[bytes] | None = None
    ) -> None:
        self._again, self._blocks = again, blocks

    def __reduce__(self) -> tuple[type[Scratch], tuple[object, ...]]:
        return Scratch, (self._again,)

    @cached_property
    def _number(self) -> int:
        with tempfile.TemporaryFile(dir=scratch_folder()) as file:
            file.writelines(self._again() if self._blocks is None else self._blocks)
            file.flush()
            self._blocks = None
            return os.dup(file.fileno())

    @property
    def size(self) -> int:
        return os.fstat(self._number).st_size

    def read(self, start: int, stop: int) -> bytes:
        return os.pread(self._number, stop - start, start)

    def __del__(self) -> None:
        if "_number" in vars(self):
            os.close(self._number)


@dataclass(frozen=True, slots=True)
class CopiedFile(WatchedFile):
    """The copy of a file: read as the file would be, if it were plain."""

    copy: Scratch

    def elsewhere(self) -> CopiedFile:
        """The copy that another machine makes for itself."""
        return self

    def read(self, start: int, stop: int) -> bytes:
        """Its bytes between two places.  Raises ChangedFileError."""
        with suppress(Unreadable, OSError, NotPlainError):
            if self.copy.size == self.size:
                return self.copy.read(start, stop)
        raise ChangedFileError(self.path)


@dataclass(frozen=True, slots=True)
class PlainCopy:
    """A copy, and what is known of the text that it was made of."""

    file: CopiedFile
    sha256: str
    encoding: str | None
    notes: tuple[Message, ...]


def plain_copy(path: Path, options: ReadOptions) -> PlainCopy | None:
    """The plain copy of a text file, packed or not; None where one has to look at its cells."""
    try:
        held = content(path, options.encoding, options.limits)
        if not format_of_content(held.data).is_text or BETWEEN.encode() in held.data:
            return None
        text = unwrapped(decode(held.data, options.encoding))
        delimiter = options.delimiter or delimiter_of(text, options)
        again = partial(_copied_again, path, options.encoding, delimiter, options.limits)
        copy = Scratch(again, _rewritten(_in_utf8(text), delimiter.encode()))
        file = CopiedFile(path, copy.size, None, copy)
    except (Unreadable, OSError, NotPlainError):
        return None
    return PlainCopy(file, held.sha256, text.encoding, text.notes)


def _copied_again(
    path: Path, encoding: str | None, delimiter: str, limits: ReadLimits
) -> Iterator[bytes]:
    text = unwrapped(decode(content(path, encoding, limits).data, encoding))
    return _rewritten(_in_utf8(text), delimiter.encode())


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
