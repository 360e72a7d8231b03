"""Large text files that are rectangular but for a few lines, read by whole columns: as they stand,
or after a plain copy of them.

The copy is a file without a name: quotes, encodings and packing are undone, a sign stands between
cells that no cell holds, and lines that hold no row are left out.  What the careful reader would
have to decide is left to it; the result is the same either way.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.guarded_file import NoFileError, scratch_folder
from auditor.lazily import when_used
from auditor.log.as_written import CellTexts
from auditor.log.coded import Cells
from auditor.log.csv.columnar import SEGMENT, ColumnarRows, Pieces
from auditor.log.csv.text_encoding import EncodedText, decode
from auditor.log.csv.text_rows import delimiter_of, unwrapped
from auditor.log.export_marks import without_export_lines
from auditor.log.files.content import ChangedFileError, WatchedFile, content, watched
from auditor.log.files.formats import format_of_content
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.match.sheet import is_canonical
from auditor.log.row_columns import MOST_FLAWED, Grid, NotPlainError, ReadOptions
from auditor.log.table import (
    Origin,
    Table,
    Unreadable,
    column_name,
    misfit,
    named_columns,
    unfit,
)
from auditor.messages.message import Message
from auditor.watch import step

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from auditor.log.csv.columnar import DataType

    Letters = NDArray[np.uint8]
else:
    np = when_used("numpy")
    pl = when_used("polars")


WORTHWHILE = 2_000_000
"""Bytes of a log below which importing Polars takes longer than reading without it."""

SAMPLE = 1000
BETWEEN = "\x1f"  # stands between the cells of a copy
BLOCK = 1 << 18  # stays near the processor while it is looked through several times
LONGEST = 1 << 16
"""Bytes of a line, else the reader that knows the bounds of lines and fields looks."""

_DELIMITERS = (b",", b";", b"\t", b"|")
_QUOTE, _NEWLINE, _RETURN, _APART = 34, 10, 13, 31
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_BEGINNING = 1 << 18  # bytes, of which the first rows are looked at


@dataclass(frozen=True, slots=True)
class Plain:
    """A rectangular text, and what was found on the way; `header` is its first line."""

    file: WatchedFile
    delimiter: str
    header: tuple[str, ...]
    pieces: Pieces
    types: Sequence[DataType]
    sha256: str
    encoding: str | None = "utf-8"
    notes: tuple[Message, ...] = ()

    def rows(self, names: Iterable[str]) -> ColumnarRows:
        schema = dict(zip(names, self.types, strict=True))
        return ColumnarRows(self.file, schema, self.pieces, self.delimiter)

    def origin(self, name: str) -> Origin:
        return Origin(name, None, self.sha256, self.encoding)

    def table(self, name: str, options: ReadOptions) -> Table | None:
        """The table whose rows stay in their file, all of which are looked through once; None where
        its header or its cells are to be interpreted.  Raises Unreadable, and NotPlainError.
        """
        names, lexicon = canonical_names(self.header), options.lexicon
        if names is None or len(names) != len(self.types):
            return None
        rows, width = self.rows(names), len(names)
        reasons = [(own, misfit(own[1], width, width, width)) for own in self.pieces.left_out]
        aside = tuple(
            unfit(number, cells, reason, whole=True)
            for (number, cells), reason in reasons
            if any(cells) and reason is not None  # blank lines are no rows
        )
        table = Table(*self.origin(name), names, 1, rows, aside, self.notes)
        if lexicon is not None and not is_canonical(table.header, lexicon):
            return None
        written = None if lexicon is None else CellTexts(table, lexicon)
        through = 0
        for segment in rows.segments():
            step("reading", through, len(rows), "rows", table.file)
            through += len(segment)
            if written is not None:
                written.note(segment)
        if written is None or lexicon is None:
            return table
        return without_export_lines(table, lexicon) if written.holds() else None


def read_plain(path: Path, name: str, options: ReadOptions) -> Table | None:
    """The table of a rectangular CSV file, or of its plain copy; None for any other file."""
    try:
        found = None if options.mapped else _in_place(path)
        if found is None:
            found = _of_copy(path, options)
        if not options.mapped and (table := found.table(name, options)) is not None:
            return table
        records = found.rows(map(str, range(len(found.types)))).records(found.header)
        return options.to_table(Grid(found.origin(name), records, {}, found.notes))
    except (NoFileError, OSError, Unreadable, NotPlainError):
        return None  # the careful reader says why


def _in_place(path: Path) -> Plain | None:
    file = watched(path, LIMITS.file_size)
    head = file.read(0, _BEGINNING).partition(b"\n")[0]
    marks = [mark for mark in _DELIMITERS if mark in head]
    if len(marks) != 1 or not head.isascii():
        return None
    delimiter = marks[0].decode()
    if canonical_names(_cells(head, delimiter)) is None:
        return None
    with suppress(NotPlainError):
        return plain_of(file, delimiter, refused=(b'"', b"\0"))
    return None


def _of_copy(path: Path, options: ReadOptions) -> Plain:
    """The plain copy of a text file, packed or not.  Raises Unreadable, and NotPlainError."""
    held = content(path, options.encoding, options.limits)
    if not format_of_content(held.data).is_text or BETWEEN.encode() in held.data:
        raise NotPlainError
    text = unwrapped(decode(held.data, options.encoding))
    delimiter = options.delimiter or delimiter_of(text, options)
    again = partial(_copied_again, path, options.encoding, delimiter, options.limits)
    copy = CopiedFile(path, again, _rewritten(_in_utf8(text), delimiter.encode()))
    return plain_of(copy, BETWEEN, held.sha256, encoding=text.encoding, notes=text.notes)


def plain_of(
    file: WatchedFile,
    delimiter: str,
    sha256: str | None = None,
    *,
    encoding: str | None = "utf-8",
    notes: tuple[Message, ...] = (),
    refused: tuple[bytes, ...] = (b"\0",),
) -> Plain:
    """A text whose lines are rows but for a few, which are left out; without a hash it is hashed.

    Raises NotPlainError.
    """
    beginning = file.read(0, _BEGINNING)
    head, _, below = beginning.partition(b"\n")
    header = _cells(head, delimiter)
    width = len(header)
    if delimiter == BETWEEN:  # titles may stand above the header
        widths = Counter(line.count(b"\x1f") + 1 for line in beginning.split(b"\n")[:-1])
        width = max(widths, key=widths.__getitem__, default=0)
    if width < 2:
        raise NotPlainError
    pieces = _pieces(file, delimiter, width, refused)
    sha256 = sha256 or sha256_of(file)
    if pieces.left_out:
        file = CopiedFile(file.path, partial(_evened, file.elsewhere(), delimiter, width))
        below = file.read(0, _BEGINNING).partition(b"\n")[2]
    types = _types(below, delimiter, width)
    return Plain(file, delimiter, header, pieces, types, sha256, encoding, notes)


def _cells(line: bytes, delimiter: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.decode(errors="replace").split(delimiter))


def canonical_names(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The names of the columns, each of which has one of its own; None for no header of a log."""
    try:
        named = named_columns(1, cells)
    except Unreadable:
        return None
    names = tuple(map(column_name, cells))
    return names if len(named) == len(cells) > 1 and "event" in names else None


def sha256_of(file: WatchedFile) -> str:
    """The hash of a file."""
    digest = hashlib.sha256()
    for piece in file.chunks(SEGMENT):
        digest.update(piece)
    return digest.hexdigest()


def _types(beginning: bytes, delimiter: str, width: int) -> list[DataType]:
    """How to read each column, by its first rows."""
    some = beginning[: beginning.rfind(b"\n") + 1] or beginning
    lines = [own.split(delimiter) for own in some.decode(errors="replace").splitlines()[:SAMPLE]]
    columns = ([own[at].strip() for own in lines if at < len(own)] for at in range(width))
    return [*map(_read_as, columns)]


def _read_as(sample: Sequence[str]) -> DataType:
    """How to read a column: numbers as such, words that repeat as numbers of words."""
    filled = list(filter(None, sample))
    if filled and all(map(_WHOLE.fullmatch, filled)):
        return pl.Int64
    if len(filled) > SAMPLE // 20 and len({*filled}) > len(filled) // 4:
        return pl.String
    return pl.Categorical(pl.Categories.random())


# ---- rectangular lines --------------------------------------------------------------------------
def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Chunks that end where a line ends.  Raises NotPlainError for a long line."""
    rest = b""
    for chunk in chunks:
        whole = rest + chunk
        end = whole.rfind(b"\n") + 1
        if len(whole) - end > LONGEST:
            raise NotPlainError
        if end:
            yield whole[:end]
        rest = whole[end:]
    if rest:
        yield rest


def _pieces(file: WatchedFile, delimiter: str, width: int, refused: tuple[bytes, ...]) -> Pieces:
    """The pieces of a text below its first line.  Raises NotPlainError where many lines, or none,
    are rows.
    """
    starts, before, left_out, lines = [0], [0], list[Cells](), 0
    for block in _whole_lines(file.chunks(BLOCK)):
        if any(mark in block for mark in refused) or _has_long_lines(block):
            raise NotPlainError
        if block.count(b"\r") != block.count(b"\r\n"):
            raise NotPlainError
        kept, many, odd = _even(block, delimiter, width, is_first=not lines)
        left_out += [(lines + at + 1, cells) for at, cells in odd]
        starts.append(starts[-1] + len(kept))
        lines += many
        before.append(lines - len(left_out) - 1)
        if not starts[0]:  # below the first line
            starts[0] = kept.find(b"\n") + 1
    if len(left_out) * MOST_FLAWED > lines or not before[-1]:
        raise NotPlainError
    return Pieces(tuple(starts), tuple(before), tuple(left_out))


def _evened(file: WatchedFile, delimiter: str, width: int) -> Iterator[bytes]:
    """The lines of a text but for those that are left out."""
    is_first = True
    for block in _whole_lines(file.chunks(BLOCK)):
        yield _even(block, delimiter, width, is_first=is_first)[0]
        is_first = False


def _even(
    block: bytes, delimiter: str, width: int, *, is_first: bool
) -> tuple[bytes, int, list[Cells]]:
    """Some lines but for those of another width, how many lines there were, and the others by their
    places.  Raises NotPlainError for what is no text.
    """
    letters = np.frombuffer(block, np.uint8)
    lines = int(np.count_nonzero(letters == _NEWLINE)) + (not block.endswith(b"\n"))
    if np.count_nonzero(letters == ord(delimiter)) == (width - 1) * lines:
        return block, lines, []
    ends = np.append(0, np.flatnonzero(letters == _NEWLINE) + 1)
    ends = ends if ends[-1] == len(block) else np.append(ends, len(block))
    before = np.searchsorted(np.flatnonzero(letters == ord(delimiter)), ends)
    odd = np.flatnonzero(np.diff(before) != width - 1)[int(is_first and before[1] != width - 1) :]
    kept = np.ones(len(block), bool)
    cells: list[Cells] = []
    for at in odd.tolist():
        kept[ends[at] : ends[at + 1]] = False
        try:
            line = block[ends[at] : ends[at + 1]].decode()
        except UnicodeDecodeError:
            raise NotPlainError from None
        cells.append((at, tuple(cell.strip() for cell in line.split(delimiter))))
    return letters[kept].tobytes(), lines, cells


def _has_long_lines(block: bytes) -> bool:
    whole = range(0, len(block) - LONGEST + 1, LONGEST)
    return any(block.find(b"\n", at, at + LONGEST) < 0 for at in whole)


# ---- copies -------------------------------------------------------------------------------------
class CopiedFile(WatchedFile):
    """The plain copy of a file, read as that would be.  It has no name, and is gone with the last
    who reads it; another machine, which does not have it, writes it `again`.
    """

    _again: Callable[[], Iterable[bytes]]
    _blocks: Iterable[bytes] | None

    def __init__(
        self,
        path: Path,
        again: Callable[[], Iterable[bytes]],
        blocks: Iterable[bytes] | None = None,
        size: int | None = None,
    ) -> None:
        vars(self).update(_again=again, _blocks=blocks)
        super().__init__(path, self._size if size is None else size, None)

    def __reduce__(self) -> tuple[type[CopiedFile], tuple[object, ...]]:
        return CopiedFile, (self.path, self._again, None, self.size)

    def elsewhere(self) -> CopiedFile:
        """The copy that another machine makes for itself."""
        return self

    @cached_property
    def _number(self) -> int:
        with tempfile.TemporaryFile(dir=scratch_folder()) as file:
            file.writelines(self._again() if self._blocks is None else self._blocks)
            file.flush()
            vars(self)["_blocks"] = None
            return os.dup(file.fileno())

    @property
    def _size(self) -> int:
        return os.fstat(self._number).st_size

    def read(self, start: int, stop: int) -> bytes:
        """Its bytes between two places.  Raises ChangedFileError."""
        with suppress(Unreadable, OSError, NotPlainError):
            if self._size == self.size:
                return os.pread(self._number, stop - start, start)
        raise ChangedFileError(self.path)

    def __del__(self) -> None:
        if "_number" in vars(self):
            os.close(self._number)


def _copied_again(
    path: Path, encoding: str | None, delimiter: str, limits: ReadLimits
) -> Iterator[bytes]:
    text = unwrapped(decode(content(path, encoding, limits).data, encoding))
    return _rewritten(_in_utf8(text), delimiter.encode())


def _in_utf8(text: EncodedText) -> Iterator[bytes]:
    """The text in UTF-8."""
    decoder = codecs.getincrementaldecoder(text.encoding)()
    for start in range(text.skip, len(text.data), BLOCK):
        piece = text.data[start : start + BLOCK]
        if text.encoding != "utf-8":
            piece = decoder.decode(piece, start + BLOCK >= len(text.data)).encode()
        yield piece


def _rewritten(blocks: Iterable[bytes], delimiter: bytes) -> Iterator[bytes]:
    """The lines with a sign of ours between their cells, and without the quotes around these."""
    apart = bytes.maketrans(delimiter, BETWEEN.encode())
    for block in _whole_lines(blocks):
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
