"""Large text files that are rectangular but for a few lines, read by whole columns: as they stand,
or after a plain copy of them.

Any other file is left to the reader that looks at every cell; the result is the same either way.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.guarded_file import NoFileError
from auditor.lazily import when_used
from auditor.log.as_written import AsWritten
from auditor.log.csv.columnar import SEGMENT, ColumnarRows, Lines, lines_of, rectangular
from auditor.log.csv.plain_copy import BETWEEN, PlainCopy, plain_copy
from auditor.log.export_marks import without_export_lines
from auditor.log.files.content import WatchedFile, watched
from auditor.log.files.limits import LIMITS
from auditor.log.match.sheet import is_canonical
from auditor.log.row_columns import Grid, NotPlainError, ReadOptions
from auditor.log.table import (
    Origin,
    Table,
    UnfitRow,
    Unreadable,
    column_name,
    misfit,
    named_columns,
    unfit,
)
from auditor.messages.message import Message
from auditor.watch import step

if TYPE_CHECKING:
    import polars as pl

    from auditor.log.csv.columnar import DataType
else:
    pl = when_used("polars")


WORTHWHILE = 2_000_000
"""Bytes of a log below which importing Polars takes longer than reading without it."""

SAMPLE = 1000
_DELIMITERS = (b",", b";", b"\t", b"|")
_BEGINNING = 1 << 18  # bytes, of which the first rows are looked at


@dataclass(frozen=True, slots=True)
class Plain:
    """A rectangular text, and what was found on the way; `header` is its first line."""

    file: WatchedFile
    delimiter: str
    header: tuple[str, ...]
    lines: Lines
    types: Mapping[str, DataType]
    sha256: str
    encoding: str | None = "utf-8"
    notes: tuple[Message, ...] = ()

    def rows(self, types: Mapping[str, DataType]) -> ColumnarRows:
        return ColumnarRows(self.file, dict(types), self.lines, self.delimiter)

    def origin(self, name: str) -> Origin:
        return Origin(name, None, self.sha256, self.encoding)

    def table(self, name: str, options: ReadOptions) -> Table | None:
        """The table whose rows stay in their file, all of which are looked through once; None where
        its header or its cells are to be interpreted.  Raises Unreadable, and NotPlainError.
        """
        names, lexicon = canonical_names(self.header), options.lexicon
        if names is None or len(names) != len(self.types):
            return None
        rows = self.rows(dict(zip(names, self.types.values(), strict=True)))
        aside = tuple(_misfits(self.lines, len(names)))
        table = Table(*self.origin(name), names, 1, rows, aside, self.notes)
        if lexicon is not None and not is_canonical(table.header, lexicon):
            return None
        written = None if lexicon is None else AsWritten(table, lexicon)
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
        if found is None and (copy := plain_copy(path, options)) is not None:
            found = plain_of(copy)
        if found is None:
            return None
        if not options.mapped and (table := found.table(name, options)) is not None:
            return table
        texts = {own: _as_texts(kind) for own, kind in found.types.items()}
        records = found.rows(texts).records(found.header)
        return options.to_table(Grid(found.origin(name), records, {}, found.notes))
    except (NoFileError, Unreadable, NotPlainError):
        return None  # the careful reader says why


def _in_place(path: Path) -> Plain | None:
    file = watched(path, LIMITS.file_size)
    beginning = file.read(0, _BEGINNING)
    head = beginning.partition(b"\n")[0]
    marks = [mark for mark in _DELIMITERS if mark in head]
    if len(marks) != 1 or not head.isascii():
        return None
    delimiter = marks[0].decode()
    header = _first_line(beginning, delimiter)
    lines = None if canonical_names(header) is None else lines_of(file, marks[0], len(header))
    if lines is None:
        return None
    with ThreadPoolExecutor(1) as other:
        hashed = other.submit(_sha256, file)
        types = _types(beginning, delimiter, len(header), lines)
        return Plain(file, delimiter, header, lines, types, hashed.result())


def plain_of(copy: PlainCopy) -> Plain | None:
    """The text of a plain copy; None where it is not rectangular after all."""
    beginning = copy.file.read(0, _BEGINNING)
    width = _usual_width(beginning)
    lines = lines_of(copy.file, BETWEEN.encode(), width, (b"\0",)) if width > 1 else None
    if lines is None:
        return None
    lines = replace(lines, odd=tuple(own for own in lines.odd if own.number))
    header, types = _first_line(beginning, BETWEEN), _types(beginning, BETWEEN, width, lines)
    return Plain(copy.file, BETWEEN, header, lines, types, copy.sha256, copy.encoding, copy.notes)


def _usual_width(beginning: bytes) -> int:
    widths = Counter(line.count(BETWEEN.encode()) + 1 for line in beginning.split(b"\n")[:-1])
    return max(widths, key=lambda width: widths[width], default=0)


def _first_line(beginning: bytes, delimiter: str) -> tuple[str, ...]:
    line = beginning.partition(b"\n")[0].decode(errors="replace")
    return tuple(cell.strip() for cell in line.split(delimiter))


def canonical_names(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The names of the columns, each of which has one of its own; None for no header of a log."""
    try:
        named = named_columns(1, cells)
    except Unreadable:
        return None
    names = tuple(map(column_name, cells))
    return names if len(named) == len(cells) > 1 and "event" in names else None


def _misfits(lines: Lines, width: int) -> Iterator[UnfitRow]:
    """The rows that do not fit the header; blank lines are no rows."""
    for own in lines.odd:
        if any(own.cells):
            reason = misfit(own.cells, width, width, width)
            assert reason is not None
            yield unfit(own.number + 1, own.cells, reason, whole=True)


def _sha256(file: WatchedFile) -> str:
    """The hash of a file; in few pieces, since after each another thread may have its turn."""
    digest = hashlib.sha256()
    for piece in file.chunks(SEGMENT):
        digest.update(piece)
    return digest.hexdigest()


def _types(beginning: bytes, delimiter: str, width: int, lines: Lines) -> dict[str, DataType]:
    """How to read each column, by its first rows.  Raises NotPlainError."""
    whole = beginning[: beginning.rfind(b"\n") + 1] or beginning
    some = rectangular(whole, 0, lines.odd).partition(b"\n")[2]
    names = [str(at) for at in range(width)]
    if not some:
        return dict.fromkeys(names, pl.String)
    try:
        sample = pl.read_csv(
            some,
            separator=delimiter,
            has_header=False,
            n_rows=SAMPLE,
            schema=dict.fromkeys(names, pl.String),
            quote_char=None,
        )
    except (pl.exceptions.PolarsError, UnicodeDecodeError):
        raise NotPlainError from None
    return {own.name: _read_as(own) for own in sample}


def _read_as(sample: pl.Series) -> DataType:
    """How to read a column: numbers as such, words that repeat as numbers of words."""
    filled = sample.drop_nulls()
    if len(filled) and not filled.cast(pl.Int64, strict=False).null_count():
        return pl.Int64
    if len(filled) > SAMPLE // 20 and filled.n_unique() > len(filled) // 4:
        return pl.String
    return pl.Categorical(pl.Categories.random())


def _as_texts(kind: DataType) -> DataType:
    return pl.Categorical(pl.Categories.random()) if kind == pl.Int64 else kind
