"""Large files that need no interpretation: rectangular CSV in UTF-8 without quotes, but for a few
rows; or that can be written so.

Any other file is left to the reader that looks at every cell; the result is the same either way.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from auditor.guarded_file import NoFileError
from auditor.lazily import when_used
from auditor.log.csv.columnar import (
    SEGMENT,
    AsTheyStand,
    ColumnarRows,
    Lines,
    lines_of,
    rectangular,
)
from auditor.log.csv.plain_copy import BETWEEN, PlainCopy, first_line, plain_copy
from auditor.log.files.content import WatchedFile, watched
from auditor.log.files.limits import LIMITS
from auditor.log.row_columns import Careful, Localising, NeedsSlowPath
from auditor.log.table import (
    OriginalRows,
    Table,
    UnfitRow,
    Unreadable,
    column_name,
    misfit,
    named_columns,
    unfit,
)
from auditor.messages.message import Message
from auditor.types import TIME, Type
from auditor.values import encoding_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    import polars as pl

    from auditor.log.csv.columnar import DataType
else:
    np = when_used("numpy")
    pl = when_used("polars")


PLAIN_TIME = (
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ]"
    r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?"
)
"""A time that tells nothing of how others are written."""
_PLAIN_TIME = re.compile(PLAIN_TIME)
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.(?!\d{3}$)\d+)?")
"""A number that reads in one way: the point of `2.500` may stand for thousands."""


@dataclass(slots=True)
class Written:
    """The different texts of some columns of a table: True for those that are kept by the kind of
    event in their rows.  Whole numbers are left out: each reads in one way.
    """

    columns: Mapping[str, bool]
    texts: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)

    def note(self, name: str, texts: Iterable[str], kind: str = "") -> None:
        """Enter some texts of a column."""
        if name in self.columns:
            own = self.texts.setdefault((kind, name), {})
            own.update(dict.fromkeys(filter(None, texts), 0))

    def telling(self, types: Mapping[str, Type]) -> dict[tuple[str, str], dict[str, int]]:
        """The texts that may tell how those of their sort are written, or be written so."""
        of = {key: types.get(key[1]) for key in self.texts}
        every = [text for key, own in self.texts.items() if is_number(of[key]) for text in own]
        numbers = not all(map(_PLAIN_NUMBER.fullmatch, every))
        return {
            key: _unusual(own) if of[key] == TIME else own
            for key, own in self.texts.items()
            if numbers or not is_number(of[key])
        }


@dataclass(frozen=True, slots=True)
class Noting:
    """Enters the texts of one column of a segment; `kinds` are the words for kinds of event there,
    the last for an empty cell, and `kind` is which of them stands in each row.
    """

    written: Written
    name: str
    kinds: Sequence[str]
    kind: Ints

    def of_rows(self, rows: Ints) -> Noting:
        """The column in some rows alone."""
        return replace(self, kind=self.kind[rows])

    @property
    def by_kind(self) -> bool:
        return self.written.columns.get(self.name, False)

    def enter(self, codes: Ints, texts: Sequence[str]) -> None:
        """Enter the different texts of the column, of which `codes` says where they stand."""
        if not self.by_kind:
            self.written.note(self.name, texts)
            return

        together = np.zeros((len(self.kinds), len(texts) + 1), bool)
        together[self.kind, codes] = True
        for own, there in zip(self.kinds, together, strict=True):
            some = [texts[int(at)] for at in np.flatnonzero(there[:-1])]
            self.written.note(self.name, some, own.strip().lower())


def is_number(kind: Type | None) -> bool:
    """Whether columns of a type hold numbers, whole or not."""
    return kind is not None and encoding_of(kind) == "ratio"


def _unusual(times: Mapping[str, int]) -> dict[str, int]:
    """Times that are not written as usual, and one of the others, which stands for all."""
    usual = list(filter(_PLAIN_TIME.fullmatch, times))
    return dict.fromkeys([*usual[:1], *(times.keys() - usual)], 0)


WORTHWHILE = 2_000_000
"""Bytes of a log below which importing Polars takes longer than reading without it."""

SAMPLE = 1000
_DELIMITERS = (b",", b";", b"\t", b"|")
_BEGINNING = 1 << 18  # bytes, of which the first rows are looked at


def read_plain(path: Path, name: str, careful: Careful) -> Table | None:
    """The table of a CSV file, or of its plain copy, or None; `careful` reads each cell."""
    options = careful.options
    localising = options.localising

    def is_ours(found: _Plain | None) -> TypeGuard[_Plain]:
        canonical = localising is None or found is None or localising.is_canonical(found.names)
        return found is not None and canonical and not options.mapped

    try:
        found = None if options.mapped else _in_place(path)
        if not is_ours(found):
            copy = plain_copy(path, options)
            if copy is None:
                return None
            found = None if options.mapped else _copied(copy)
            if not is_ours(found):
                from auditor.log.csv.plain_copy import in_columns  # noqa: PLC0415 - not for small files

                return in_columns(copy, name, options)
    except (NoFileError, Unreadable, NeedsSlowPath):
        return None  # the careful reader says why
    if localising is not None and localising.has_signs(found.schema.sample):
        return None
    rows = ColumnarRows(
        found.file,
        found.schema.types,
        found.lines,
        found.delimiter,
        games=found.schema.games,
        careful=careful,
    )
    aside = tuple(_misfits(found.lines, len(found.names)))
    names = tuple(found.names)
    table = Table(name, None, found.sha256, found.encoding, names, 1, rows, aside, found.notes)
    if localising is None:
        return table
    table = localising.without_export_lines(table)
    return _localised(table, rows, found.schema, localising)


def _localised(
    table: Table, rows: ColumnarRows, schema: _Schema, localising: Localising
) -> Table | None:
    """The table with its cells as the vocabulary reads them, where its first rows show that some
    are written in another way; None where what a cell says hangs on more than its column.
    """
    columns = localising.convertible(table.header)
    first = Written(columns)
    for kind, some in schema.sample.items():
        for name, texts in some.items():
            first.note(name, texts, kind if columns.get(name) else "")
    types = localising.types()
    began = localising.rewriting(first.telling(types))
    if not began.written and not began.doubts:
        return table
    every = Written(columns)
    try:
        for segment in rows.segments():
            codes, texts = segment.words("event")
            for name in columns:
                if not (is_number(types.get(name)) and segment.numbers(name)):
                    Noting(every, name, [*texts, ""], codes).enter(*segment.words(name))
    except NeedsSlowPath:
        return None
    found = localising.rewriting(every.telling(types))
    by_kind = any(kind for own in found.written.values() for kind in own)
    if found.doubts or by_kind or "game" in found.written:
        return None
    written = {name: own[""] for name, own in found.written.items()}
    source = OriginalRows(table.header, AsTheyStand(rows)) if written else None
    own = replace(table, rows=rows.converted(written), source=source)
    return localising.noted(own, found)


@dataclass(frozen=True, slots=True)
class _Plain:
    """A plain file, and what was found on the way."""

    file: WatchedFile
    delimiter: str
    names: list[str]
    lines: Lines
    schema: _Schema
    sha256: str
    encoding: str = "utf-8"
    notes: tuple[Message, ...] = ()


def _in_place(path: Path) -> _Plain | None:
    file = watched(path, LIMITS.file_size)
    beginning = file.read(0, _BEGINNING)
    head = _head(beginning)
    if head is None:
        return None
    delimiter, names = head
    lines = lines_of(file, delimiter.encode(), len(names))
    if lines is None:
        return None
    with ThreadPoolExecutor(1) as other:
        hashed = other.submit(_sha256, file)
        schema = _schema(beginning, delimiter, names, lines)
        if schema is None:
            return None
        return _Plain(file, delimiter, names, lines, schema, hashed.result())


def _copied(copy: PlainCopy) -> _Plain | None:
    beginning = copy.file.read(0, _BEGINNING)
    names = _named(first_line(beginning))
    if names is None or len(names) < 2:
        return None
    lines = lines_of(copy.file, BETWEEN.encode(), len(names), not_plain=(b"\0",))
    schema = _schema(beginning, BETWEEN, names, lines) if lines is not None else None
    if lines is None or schema is None:
        return None
    return _Plain(copy.file, BETWEEN, names, lines, schema, copy.sha256, copy.encoding, copy.notes)


def _misfits(lines: Lines, width: int) -> Iterator[UnfitRow]:
    """The rows that do not fit the header; blank lines are no rows."""
    for own in lines.odd:
        if any(own.cells):
            reason = misfit(own.cells, width, width, width)
            assert reason is not None
            yield unfit(own.number + 1, own.cells, reason, whole=True)


def _head(beginning: bytes) -> tuple[str, list[str]] | None:
    head = beginning.partition(b"\n")[0].rstrip(b"\r")
    found = [mark for mark in _DELIMITERS if mark in head]
    if len(found) != 1:
        return None
    try:
        names = _named(head.decode("ascii").split(found[0].decode()))
    except UnicodeDecodeError:
        return None
    return (found[0].decode(), names) if names is not None else None


def _named(cells: list[str]) -> list[str] | None:
    """The names of the columns, each of which has one of its own; None for no header of a log."""
    try:
        named = named_columns(1, cells)
    except Unreadable:
        return None
    names = [column_name(cell) for cell in cells]
    return names if len(named) == len(cells) and "event" in names else None


def _sha256(file: WatchedFile) -> str:
    """The hash of a file; in few pieces, since after each another thread may have its turn."""
    digest = hashlib.sha256()
    for piece in file.chunks(SEGMENT):
        digest.update(piece)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Schema:
    """How to read each column, and the games that the first rows name."""

    types: dict[str, DataType]
    games: frozenset[str]
    sample: dict[str, dict[str, list[str]]]  # the texts of some rows, by kind of event and column


def _schema(beginning: bytes, delimiter: str, names: list[str], lines: Lines) -> _Schema | None:
    whole = beginning[: beginning.rfind(b"\n") + 1] or beginning
    some = rectangular(whole, 0, lines.odd)
    try:
        sample = pl.read_csv(
            some, separator=delimiter, n_rows=SAMPLE, infer_schema=False, quote_char=None
        )
    except (pl.exceptions.PolarsError, UnicodeDecodeError):
        return None
    if len(sample.columns) != len(names):
        return None
    sample.columns = names
    types = {name: _read_as(sample[name]) for name in names}
    games = games_in(sample["game"]) if "game" in names else frozenset[str]()
    return _Schema(types, games, _by_kind(sample))


def _by_kind(sample: pl.DataFrame) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for (kind,), rows in sample.group_by("event"):
        own = found.setdefault(str(kind or "").strip().lower(), {})
        for series in rows:
            texts = series.drop_nulls().unique().to_list()
            own.setdefault(series.name, []).extend(text.strip() for text in texts)
    return found


def games_in(sample: pl.Series) -> frozenset[str]:
    """The games that some rows name."""
    return frozenset(str(game).strip().lower() for game in sample.drop_nulls())


def _read_as(sample: pl.Series) -> DataType:
    """How to read a column: numbers as such, words that repeat as numbers of words."""
    filled = sample.drop_nulls()
    if len(filled) and not filled.cast(pl.Int64, strict=False).null_count():
        return pl.Int64
    if len(filled) > SAMPLE // 20 and filled.n_unique() > len(filled) // 4:
        return pl.String
    return pl.Categorical(pl.Categories.random())
