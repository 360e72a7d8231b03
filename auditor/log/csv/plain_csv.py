"""Large text files that are rectangular but for a few lines, read by whole columns: in their file
as they stand, or in memory.

For memory quotes, encodings and packing are undone, a sign stands between cells that no cell holds,
and lines of another width are told apart.  What the careful reader would have to decide is left to
it; the result is the same either way.
"""

from __future__ import annotations

import codecs
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.guarded_file import NoFileError
from auditor.lazily import when_used
from auditor.log.as_written import CellTexts
from auditor.log.coded import Cells, CodedColumn
from auditor.log.csv.columnar import SEGMENT, ColumnarRows, Pieces, below, columns_in
from auditor.log.csv.text_encoding import EncodedText, decode
from auditor.log.csv.text_rows import DELIMITERS, delimiter_of, unwrapped
from auditor.log.export_marks import without_export_lines
from auditor.log.files.content import WatchedFile, content, watched
from auditor.log.files.formats import format_of_content
from auditor.log.files.limits import LIMITS
from auditor.log.match.sheet import is_canonical
from auditor.log.row_columns import MOST_FLAWED, Grid, NotPlainError, ReadOptions
from auditor.log.table import Origin, Table, Unreadable, column_name, named_columns
from auditor.watch import step

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from auditor.log.convert.lexicon import Lexicon

    Letters = NDArray[np.uint8]
else:
    np = when_used("numpy")
    pl = when_used("polars")


WORTHWHILE = 2_000_000
"""Bytes of a log below which importing Polars takes longer than reading without it."""

BETWEEN = b"\x1f"  # stands between cells in memory
BLOCK = 1 << 18  # stays near the processor while it is looked through several times
LONGEST = 1 << 16
"""Bytes of a line, else the reader that knows the bounds of lines and fields looks."""

_QUOTE, _NEWLINE, _RETURN, _APART = 34, 10, 13, 31
_BEGINNING = 1 << 18  # bytes, of which the first rows are looked at


def read_plain(path: Path, name: str, options: ReadOptions) -> Table | None:
    """The table of a rectangular text file; None for any other file."""
    with suppress(NoFileError, OSError, Unreadable, NotPlainError):  # the careful reader says why
        with suppress(NotPlainError):
            return _in_place(path, name, options)
        return _in_memory(path, name, options)
    return None


def _in_place(path: Path, name: str, options: ReadOptions) -> Table:
    """The table of a file that is plain as it stands.  Raises Unreadable, and NotPlainError."""
    file = watched(path, LIMITS.file_size)
    head, _, _ = file.read(0, _BEGINNING).partition(b"\n")
    marks = [mark for mark in map(str.encode, DELIMITERS) if mark in head]
    if len(marks) != 1 or not head.isascii():
        raise NotPlainError
    [mark], header = marks, _cells(head, marks[0])
    if (names := canonical_names(header)) is None:
        raise NotPlainError
    rows = ColumnarRows(file, names, _pieces(file, mark, len(names)), mark.decode())
    origin = Origin(name, None, sha256_of(file), "utf-8")
    table = Table(*origin, names, 1, rows, (), ())
    if not options.mapped and (own := _as_it_stands(table, options.lexicon)) is not None:
        return own
    parts = [own.columns for own in rows.segments()]
    return options.to_table(Grid(origin, below(header, parts), delimiter=mark.decode()))


def _as_it_stands(table: Table, lexicon: Lexicon | None) -> Table | None:
    """The table, all of whose rows are looked through once; None where its header or its cells
    are to be interpreted.
    """
    if not (lexicon is None or is_canonical(table.header, lexicon)):
        return None
    written = None if lexicon is None else CellTexts(table, lexicon)
    through = 0
    for segment in table.body.segments():
        step("reading", through, len(table.rows), "rows", table.file)
        through += len(segment)
        if written is not None:
            written.note(segment)
    if written is None or lexicon is None:
        return table
    return without_export_lines(table, lexicon) if written.holds() else None


def _in_memory(path: Path, name: str, options: ReadOptions) -> Table:
    """The table of a text file, packed or not, most of whose lines are as wide as each other.

    Raises Unreadable, and NotPlainError.
    """
    held = content(path, options.encoding, options.limits)
    if not format_of_content(held.data).is_text or BETWEEN in held.data:
        raise NotPlainError
    text = unwrapped(decode(held.data, options.encoding))
    delimiter = options.delimiter or delimiter_of(text, options)
    blocks = _rewritten(_in_utf8(text), delimiter.encode())
    first = next(blocks, b"")
    head, _, lines = first.partition(b"\n")
    # Titles may stand above the header.
    widths = Counter(own.count(BETWEEN) + 1 for own in first.splitlines())
    width = max(widths, key=widths.__getitem__, default=0)
    names = [*map(str, range(width))]
    parts, odd, number, waiting = list[list[CodedColumn]](), list[Cells](), 2, bytearray()
    for block in chain([lines], blocks, [b""]):
        if block:
            _refuse(block)
            kept, many, apart = _even(block, width)
            odd += [(number + at, cells) for at, cells in apart]
            number += many
            waiting += kept
        if waiting and (not block or len(waiting) >= SEGMENT):
            parts.append(columns_in(bytes(waiting), names, BETWEEN.decode()))
            waiting.clear()
    if width < 2 or len(odd) * MOST_FLAWED > number or not parts:
        raise NotPlainError
    origin = Origin(name, None, held.sha256, text.encoding)
    records = below(_cells(head, BETWEEN), parts, odd)
    return options.to_table(Grid(origin, records, {}, text.notes, delimiter))


def _cells(line: bytes, delimiter: bytes) -> list[str]:
    return [cell.strip() for cell in line.decode(errors="replace").split(delimiter.decode())]


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


def _pieces(file: WatchedFile, delimiter: bytes, width: int) -> Pieces:
    """The pieces of a text below its first line.  Raises NotPlainError where a line is no row."""
    starts, before, lines = [0], [0], 0
    for block in _whole_lines(file.chunks(BLOCK)):
        _refuse(block)
        many = _lines_in(block)
        if b'"' in block or _count(block, delimiter) != (width - 1) * many:
            raise NotPlainError
        starts.append(starts[-1] + len(block))
        lines += many
        before.append(lines - 1)
        if not starts[0]:  # below the first line
            starts[0] = block.find(b"\n") + 1
    if not before[-1]:
        raise NotPlainError
    return Pieces(tuple(starts), tuple(before))


def _refuse(block: bytes) -> None:
    """Raises NotPlainError for lines that are long, or end in a way of their own, and for a NUL."""
    whole = range(0, len(block) - LONGEST + 1, LONGEST)
    is_long = any(block.find(b"\n", at, at + LONGEST) < 0 for at in whole)
    if is_long or b"\0" in block or block.count(b"\r") != block.count(b"\r\n"):
        raise NotPlainError


def _lines_in(block: bytes) -> int:
    return _count(block, b"\n") + (not block.endswith(b"\n"))


def _count(block: bytes, sign: bytes) -> int:
    return int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord(sign)))


def _even(block: bytes, width: int) -> tuple[bytes, int, list[Cells]]:
    """Some lines but for those of another width, how many lines there were, and the others by their
    places.
    """
    lines = _lines_in(block)
    if _count(block, BETWEEN) == (width - 1) * lines:
        return block, lines, []
    every = block.splitlines(keepends=True)
    odd = [at for at, own in enumerate(every) if own.count(BETWEEN) != width - 1]
    cells = [(at, (*_cells(every[at], BETWEEN),)) for at in odd]
    for at in odd:
        every[at] = b""
    return b"".join(every), lines, cells


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
    apart = bytes.maketrans(delimiter, BETWEEN)
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
