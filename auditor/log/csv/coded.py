"""A text file under headers of its own, or read through a mapping: its cells as columns of texts.

What the header stands for is told by the reader of all shapes, as it is for rows read one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.log.coded import CodedColumn, CodedRows, narrow
from auditor.log.csv.columnar import ColumnarRows, nothing
from auditor.log.csv.lines import Lines, lines_of
from auditor.log.csv.plain_copy import BETWEEN, PlainCopy
from auditor.log.raw_grid import Grid, ReadOptions
from auditor.log.row_columns import Careful
from auditor.log.table import Origin, Table

if TYPE_CHECKING:
    import numpy as np

_BEGINNING = 1 << 18  # bytes, of which the first lines are looked at


def in_columns(copy: PlainCopy, name: str, options: ReadOptions) -> Table | None:
    """The table of a plain copy; None where one has to look at its cells.

    Raises Unreadable, and NeedsSlowPath.
    """
    beginning = copy.file.read(0, _BEGINNING)
    width = _usual_width(beginning)
    lines = lines_of(copy.file, BETWEEN.encode(), width, (b"\0",)) if width > 1 else None
    if lines is None:
        return None
    first = beginning.partition(b"\n")[0].decode()
    cells = tuple(cell.strip() for cell in first.split(BETWEEN))
    origin = Origin(name, None, copy.sha256, copy.encoding)
    return options.to_table(Grid(origin, _records(copy, lines, width, cells), {}, copy.notes))


def _usual_width(beginning: bytes) -> int:
    """The cells that most of the first lines have."""
    widths = Counter(line.count(BETWEEN.encode()) + 1 for line in beginning.split(b"\n")[:-1])
    return max(widths, key=lambda width: widths[width], default=0)


def _records(copy: PlainCopy, lines: Lines, width: int, first: tuple[str, ...]) -> CodedRows:
    """All lines as records.  Raises NeedsSlowPath."""
    import numpy as np  # noqa: PLC0415 - whoever reads a small file does without
    import polars as pl  # noqa: PLC0415 - the same

    apart = {1: first} | {own.number + 1: own.cells for own in lines.odd}
    names = [str(at) for at in range(width)]
    rows = ColumnarRows(
        copy.file,
        {name: pl.Categorical(pl.Categories.random()) for name in names},
        replace(lines, odd=tuple(own for own in lines.odd if own.number)),
        BETWEEN,
        games=frozenset(),
        careful=Careful(nothing),
    )
    parts: dict[str, list[tuple[np.ndarray, list[str]]]] = {name: [] for name in names}
    for segment in rows.segments():
        for name, own in parts.items():
            own.append(segment.words(name))
    numbers = np.concatenate([rows.numbers(np.arange(len(rows))), np.array([*apart], np.int64)])
    order = np.argsort(numbers)
    columns = [
        _column(own, [cells[at] if at < len(cells) else "" for cells in apart.values()], order)
        for at, own in enumerate(parts.values())
    ]
    odd = {number: cells for number, cells in apart.items() if len(cells) != width}
    return CodedRows(numbers[order], columns, odd)


def _column(
    parts: Sequence[tuple[np.ndarray, list[str]]], more: Sequence[str], order: np.ndarray
) -> CodedColumn:
    """The cells of all segments and some more, in an order of rows."""
    import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

    texts: dict[str, int] = {}
    codes = []
    for own, here in [*parts, (np.arange(len(more)), [*more])]:
        numbers = [texts.setdefault(text, len(texts)) for text in [*here, ""]]
        codes.append(np.array(numbers, narrow(1 << 32)).take(own))
    every = np.concatenate(codes)[order]
    return CodedColumn(every.astype(narrow(len(texts))), list(texts))
