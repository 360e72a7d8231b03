"""Lines of an export among the rows of a log: titles of its pages, rulers, notes, totals.

Taken for an event that cannot be read, the signature below a table would leave open what was paid
in every coup near it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from auditor.log.cell import stood
from auditor.log.coded import CodedRows
from auditor.log.convert.lexicon import Lexicon
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.mapping.summaries import Summaries
from auditor.log.raw_grid import Grid
from auditor.log.table import SHOWN, SetAside, Table, Unreadable, column_name
from auditor.messages.message import Message, message
from auditor.types import DAY, DURATION, INTEGER, MONEY, NUMBER, TIME

_RULER = re.compile(r"[-+=_*|:.\s]{3,}")
_COUNTED = re.compile(
    r"\(?\d+ (?:rows?|lignes?|records?|enregistrements?)\b[^\d]*(?:\([\d.,]+ s(?:ec)?\))?\)?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\W\d_][^\d]*\s.*\w.*")
"""Words, of which the first begins with a letter."""
_SAMPLE = 20
SEVERAL = 3
"""Names of columns, at least, in a row that may be a header."""
_FIGURED = (TIME, DAY, DURATION, INTEGER, NUMBER, MONEY)
"""Types of which no cell begins with a word: a row that was torn off behind its first cell does
not read like a sentence where its first column is of one."""


class ExportLines:
    """Knows these lines in one table."""

    def __init__(self, table: Table, above: Iterable[Sequence[str]], lexicon: Lexicon) -> None:
        self._header = tuple(table.header)
        self._summaries = Summaries(lexicon)
        self._figured = lexicon.type_of("", _first_field(table)) in _FIGURED
        self._titles = {_shape(cells) for cells in above} - {()}

    def why(self, cells: Sequence[str]) -> Message | None:
        """Why such a row is no event; None where it may be one."""
        filled = [cell for cell in cells if cell]
        if not filled:
            return None
        if tuple(map(column_name, cells)) == self._header:
            return message("row.header_again")
        if self.is_other_header(cells):
            return message("header.other_below")
        if self._summaries.is_total(filled[0]):
            return message("row.total")
        lone = len(filled) == 1
        ruled = all(map(_RULER.fullmatch, filled))
        noted = lone and (
            self._summaries.is_footer(filled) or _COUNTED.fullmatch(filled[0]) is not None
        )
        told = lone and self._figured and cells[0] != "" and _SENTENCE.fullmatch(filled[0])
        if ruled or noted or told or _shape(cells) in self._titles:
            return message("row.footer")
        return None

    def is_other_header(self, cells: Sequence[str]) -> bool:
        """Whether a row names most of the columns, and in another order: those of another export,
        which somebody put below the first.
        """
        names = [column_name(stood("", cell)[1]) for cell in cells if cell]
        known = set(self._header).intersection(names)
        most = len(known) >= SEVERAL and 2 * len(known) > len(names)
        return "event" in known and most and [*map(column_name, cells)] != [*self._header]


def without_export_lines(table: Table, lexicon: Lexicon, grid: Grid | None = None) -> Table:
    """The table, with such lines among what is set aside, and no event of them; the `grid` has what
    stands above its header.  Raises Unreadable where the header of another table stands below.
    """
    other_shape = table.source is not None and table.source.header != table.header
    if all(own.no_event for own in table.set_aside) and other_shape:
        return table
    lines = ExportLines(table, () if grid is None else _above(grid, table.header_row), lexicon)
    aside = tuple(_explained(own, lines) for own in table.set_aside)
    if other_shape or isinstance(table.rows, ColumnarRows):
        return replace(table, set_aside=aside)
    found = dict(_among_rows(table, lines, lexicon))
    if not found:
        return replace(table, set_aside=aside)
    rows = [own for own in table.rows if own[0] not in found]
    both = sorted((*aside, *found.values()), key=lambda own: own.row)
    return replace(table, rows=rows, set_aside=tuple(both))


def _explained(own: SetAside, lines: ExportLines) -> SetAside:
    cells = own.cells or own.value.split(" | ")
    _refuse_other(own.row, cells, lines)
    if own.no_event or own.column is not None or (why := lines.why(cells)) is None:
        return own
    return SetAside(own.row, None, own.value, why, no_event=True)


def _among_rows(
    table: Table, lines: ExportLines, lexicon: Lexicon
) -> Iterator[tuple[int, SetAside]]:
    """The rows that name no kind of event and are such lines."""
    if "event" not in table.header:
        return
    at = table.header.index("event")
    rows = table.rows
    names = {*table.header}
    if isinstance(rows, CodedRows):
        rows = rows.some(rows.columns[at].where(lambda text: _is_asked(text, names, lexicon)))
    for number, cells in rows:
        _refuse_other(number, cells, lines)
        if not _is_kind(cells[at], lexicon) and (why := lines.why(cells)) is not None:
            yield number, SetAside(number, None, " | ".join(cells)[:SHOWN], why, no_event=True)


def _is_asked(text: str, names: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a word for an event is none, or may be the name of a column."""
    return not _is_kind(text, lexicon) or column_name(stood("", text)[1]) in names


def _refuse_other(row: int, cells: Sequence[str], lines: ExportLines) -> None:
    """Refuses the header of another table: rows below it would be read under wrong names."""
    if lines.is_other_header(cells):
        raise Unreadable(message("header.other_below"), row)


def _is_kind(text: str, lexicon: Lexicon) -> bool:
    return lexicon.has_kind(text) or lexicon.has_kind(text.strip().lower())


def _first_field(table: Table) -> str:
    """The field that the first column of the file is taken for."""
    if table.source is None:
        return table.header[0]
    first = next(iter(table.source.header), "")
    if isinstance(table.rows, ColumnarRows):
        return column_name(first)
    fields = {
        stood(name, cell)[0]: name
        for _, cells in islice(table.rows, _SAMPLE)
        for name, cell in zip(table.header, cells, strict=True)
        if cell
    }
    return fields.get(first, column_name(first))


def _above(grid: Grid, header_row: int) -> Iterator[Sequence[str]]:
    for number, cells in grid.records:
        if number >= header_row:
            return
        yield cells


def _shape(cells: Sequence[str]) -> tuple[str, ...]:
    """The words of a line whatever its numbers, `CASINO NORD` and `Page 0`; nothing of one
    without words.
    """
    found = tuple(re.sub(r"\d+", "0", cell) for cell in cells if cell)
    return found if any(re.search(r"[^\W\d_]{2}", cell) for cell in found) else ()
