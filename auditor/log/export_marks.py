"""Marks that programs leave in an export: signs for nothing or for who gains, titles of its pages,
rulers, notes, totals.

`NULL` taken for a number sets a row aside, and for a name makes one player of many; the sign of an
account book, taken for a part of the sum, accuses whoever paid all that was due.  The signature
below a table, taken for an event that cannot be read, would leave open what was paid in every coup
near it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from auditor.log.cell import Cell, stood
from auditor.log.coded import CodedColumn, Sheet, together
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise
from auditor.log.row_columns import Grid
from auditor.log.table import SHOWN, OriginalRows, Table, UnfitRow, Unreadable, column_name
from auditor.messages.message import Message, message
from auditor.types import DAY, DURATION, INTEGER, MONEY, NUMBER, TIME

_OF_PROGRAMS = "NULL null (null) <null> [NULL] \\N None NaN nan NaT <NA>"
NOTHING = frozenset((*_OF_PROGRAMS.split(), "-", "--", "–", "—", "n/a", "N/A"))
"""Texts that programs and people write into a cell that has nothing to say."""

COLUMNS = 3  # in so many columns no such text is the name of anything

PROTECTS = '="'
MARKS = re.compile(rf"^\s*(?:(?:{'|'.join(sorted(map(re.escape, NOTHING)))})\s*$|{PROTECTS})")
"""Texts that stand for nothing, or are protected."""
_PROTECTED = re.compile(r'="([^"]*)"')
"""`="007"`: what a program writes so that a spreadsheet takes it for a text."""


_DITTO = re.compile(r"^(?:[\"”“„»〃″]|[ií]dem\.?|ditt?o\.?)\Z", re.IGNORECASE)
"""Signs that people write where the cell above stands again."""


def told_again(grid: Grid) -> Grid:
    """The grid with the text above for each sign that says that it stands again."""
    records = grid.body
    signs = [{*column.matching(_DITTO)} for column in records.columns]
    if not any(signs):
        return grid
    rows, columns = np.arange(len(records)), list[CodedColumn]()
    for own, some in zip(records.columns, signs, strict=True):
        again = own.where(some.__contains__)
        columns.append(own.some(np.maximum.accumulate(np.where(again, 0, rows))))
    notes = (*grid.notes, message("note.ditto"))
    return replace(grid, records=records.with_columns(columns), notes=notes)


def cleared(grid: Grid) -> Grid:
    """The grid with empty cells for signs of nothing, and texts for protected ones."""
    records = (grid := told_again(grid)).body
    marks = [column.matching(MARKS) for column in records.columns]
    signs = nothing_in(marks)
    if not signs and not any(text.startswith(PROTECTS) for own in marks for text in own):
        return grid
    columns = [CodedColumn(c.codes, [_bare(t, signs) for t in c.texts]) for c in records.columns]
    odd = {row: tuple(_bare(t, signs) for t in cells) for row, cells in records.odd.items()}
    records = Sheet(records.numbers, columns, odd)
    shown = tuple(f"`{sign}`" for sign in sorted(signs))
    notes = (message("note.nothing", signs=shown),) if signs else ()
    return replace(grid, records=records, notes=(*grid.notes, *notes))


def nothing_in(columns: Iterable[Iterable[str]]) -> frozenset[str]:
    """The signs that stand for nothing in a file: those of several of its columns."""
    many: dict[str, int] = defaultdict(int)
    for texts in columns:
        for text in NOTHING.intersection(texts):
            many[text] += 1
    return frozenset(text for text, count in many.items() if count >= COLUMNS)


def _bare(text: str, signs: frozenset[str]) -> str:
    if text in signs:
        return ""
    found = _PROTECTED.fullmatch(text)
    return text if found is None else found[1].strip()


# ---- who gains ---------------------------------------------------------------------------------
def is_below_zero(text: str) -> bool:
    """Whether a number is written with a sign of its own."""
    return text.startswith(("-", "−", "(")) or text.endswith("-")


def without_signs(table: Table, lexicon: Lexicon) -> Table:
    """The table without the signs of kinds whose sums are all below zero."""
    names = [name for name in table.header if name in settling(lexicon)]
    if "event" not in table.header or not names:
        return table
    rows = table.body.held()
    columns, kinds = list(rows.columns), rows.columns[table.header.index("event")]
    signed: set[str] = set()
    for name in names:
        own = columns[at := table.header.index(name)]
        if not any(text.startswith("-") for text in own.texts):
            continue
        codes, firsts = together([kinds, own], len(rows))
        cells = [(kinds[row].strip().lower(), own[row]) for row in firsts.tolist()]
        sums: dict[str, list[str]] = defaultdict(list)
        for kind, text in cells:
            if text.strip("+-0. "):
                sums[kind].append(text)
        signs = {
            kind
            for kind, texts in sums.items()
            if all(map(is_below_zero, texts))
            and (not lexicon.has_kind(kind) or name in lexicon.own_fields_of(kind))
        }
        texts = [
            Cell(text.removeprefix("-"), *stood(name, text))
            if kind in signs and text.startswith("-")
            else text
            for kind, text in cells
        ]
        columns[at], signed = CodedColumn(codes, texts), signed | signs
    if not signed:
        return table
    source = table.source or OriginalRows(table.header, rows)
    notes = (*table.notes, message("note.signs", kinds=tuple(f"`{own}`" for own in sorted(signed))))
    return replace(table, rows=Sheet(rows.numbers, columns), source=source, notes=notes)


def settling(lexicon: Lexicon) -> frozenset[str]:
    """The fields that hold the sums of payments, in vocabularies with several kinds of these."""
    found: set[str] = set()
    for vocabulary in lexicon.vocabularies:
        sums = [kind.payment for kind in vocabulary.kinds.values() if kind.payment]
        found |= {name for name in sums if sums.count(name) > 1}
    return frozenset(found)


# ---- lines of an export -------------------------------------------------------------------------
RULER = re.compile(r"[-+=_*|:.\s]{3,}")
_COUNTED = re.compile(
    r"\(?\d+ (?:rows?|lignes?|records?|enregistrements?)\b[^\d]*(?:\([\d.,]+ s(?:ec)?\))?\)?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\W\d_][^\d]*\s.*\w.*")  # words, of which the first begins with a letter
_SAMPLE = 20
SEVERAL = 3  # names of columns, at least, in a row that may be a header
_FIGURED = (TIME, DAY, DURATION, INTEGER, NUMBER, MONEY)
"""Types of which no cell begins with a word: a row that was torn off behind its first cell does
not read like a sentence where its first column is of one."""


class Summaries:
    """Knows these rows by their first words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._totals, self._footers = (_beginning(lexicon.rows[own]) for own in ("total", "footer"))

    def is_footer(self, cells: Sequence[str]) -> bool:
        """True for a line of the export, such as `Fin du relevé`, alone in its row."""
        if len(cells) - cells.count("") != 1:
            return False
        return self._footers.match(normalise(next(filter(None, cells)))) is not None

    def is_total(self, text: str) -> bool:
        """True for the first cell of a row that sums up others: `Total`, or `Hand 7 Total`."""
        said = normalise(text)
        return any(map(self._totals.match, (said, said.rpartition(" ")[2])))


def _beginning(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for a text that begins with one of some words; none does without any."""
    return re.compile(rf"(?:{'|'.join(map(re.escape, sorted(words))) or '(?!)'})(?: |$)")


class ExportLines:
    """Knows these lines in one table."""

    def __init__(self, table: Table, above: Iterable[Sequence[str]], lexicon: Lexicon) -> None:
        self._header = tuple(table.header)
        self._summaries = Summaries(lexicon)
        self._figured = lexicon.type_of("", _first_field(table)) in _FIGURED
        self._titles = {_shape(cells) for cells in above} - {()}

    def why(self, row: int, cells: Sequence[str]) -> Message | None:
        """Why such a row is no event; None where it may be one.  Raises Unreadable for the header
        of another table: rows below it would be read under wrong names.
        """
        filled = [cell for cell in cells if cell]
        if not filled:
            return None
        if tuple(map(column_name, cells)) == self._header:
            return message("row.header_again")
        if self._is_other_header(cells):
            raise Unreadable(message("header.other_below"), row)
        if self._summaries.is_total(filled[0]):
            return message("row.total")
        lone = len(filled) == 1
        ruled = all(map(RULER.fullmatch, filled))
        noted = lone and (
            self._summaries.is_footer(filled) or _COUNTED.fullmatch(filled[0]) is not None
        )
        told = lone and self._figured and cells[0] != "" and _SENTENCE.fullmatch(filled[0])
        if ruled or noted or told or _shape(cells) in self._titles:
            return message("row.footer")
        return None

    def _is_other_header(self, cells: Sequence[str]) -> bool:
        """Whether a row names most of the columns in another order: another export."""
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
    found = {} if other_shape else dict(_among_rows(table, lines, lexicon))
    if not found:
        return replace(table, set_aside=aside)
    rows = table.body.held().without(found)
    both = sorted((*aside, *found.values()), key=lambda own: own.row)
    return replace(table, rows=rows, set_aside=tuple(both))


def _explained(own: UnfitRow, lines: ExportLines) -> UnfitRow:
    why = lines.why(own.row, own.cells or own.value.split(" | "))
    if own.no_event or own.column is not None or why is None:
        return own
    return UnfitRow(own.row, None, own.value, why, no_event=True)


def _among_rows(
    table: Table, lines: ExportLines, lexicon: Lexicon
) -> Iterator[tuple[int, UnfitRow]]:
    """The rows that name no kind of event and are such lines."""
    if "event" not in table.header:
        return
    at = table.header.index("event")
    names = {*table.header}
    said = {text for text in table.body.said(at) if _is_asked(text, names, lexicon)}
    first = 0
    asked: list[int] = []
    for own in table.body.segments() if said else ():
        there = own.columns[at].where(said.__contains__)
        asked += (there.nonzero()[0] + first).tolist()
        first += len(own)
    for number, cells in table.body.at(asked):
        why = lines.why(number, cells)
        if why is not None and not _is_kind(cells[at], lexicon):
            yield number, UnfitRow(number, None, " | ".join(cells)[:SHOWN], why, no_event=True)


def _is_asked(text: str, names: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a word for an event is none, or may be the name of a column."""
    return not _is_kind(text, lexicon) or column_name(stood("", text)[1]) in names


def _is_kind(text: str, lexicon: Lexicon) -> bool:
    return lexicon.has_kind(text) or lexicon.has_kind(text.strip().lower())


def _first_field(table: Table) -> str:
    """The field that the first column of the file is taken for."""
    if table.source is None:
        return table.header[0]
    first = next(iter(table.source.header), "")
    fields = {
        stood(name, cell)[0]: name
        for _, cells in table.body.at(range(min(_SAMPLE, len(table.rows))))
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
    """The words of a line, its numbers as `0`: `Page 0`; nothing of one without words."""
    found = tuple(re.sub(r"\d+", "0", cell) for cell in cells if cell)
    return found if any(re.search(r"[^\W\d_]{2}", cell) for cell in found) else ()
