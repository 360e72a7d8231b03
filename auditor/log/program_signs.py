"""Signs that programs put into cells: for nothing, around a text, for who gains.

`NULL` taken for a number sets a row aside, and for a name makes one player of many; the sign of
a ledger, taken for a part of the sum, accuses whoever paid all that was due.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from auditor.log.cell import Cell, stood
from auditor.log.coded import CodedColumn, CodedRows, RowsByNumber, coded, together
from auditor.log.convert.lexicon import Lexicon
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.raw_grid import Grid
from auditor.log.table import OriginalRows, Record, Table
from auditor.messages.message import message

_OF_PROGRAMS = "NULL null (null) <null> [NULL] \\N None NaN nan NaT <NA>"
NOTHING = frozenset((*_OF_PROGRAMS.split(), "-", "--", "–", "—", "n/a", "N/A"))
"""Texts that programs and people write into a cell that has nothing to say."""

COLUMNS = 3
"""In so many columns no such text is the name of anything."""

_PROTECTED = re.compile(r'="([^"]*)"')
"""`="007"`: what a program writes so that a spreadsheet takes it for a text."""


def cleared(grid: Grid) -> Grid:
    """The grid with empty cells for signs of nothing, and texts for protected ones."""
    signs = nothing_in(_columns(grid.records))
    records = grid.records
    if not signs and not any(text.startswith('="') for text in _texts(records)):
        return grid
    if isinstance(records, CodedRows):
        columns = [
            CodedColumn(c.codes, [_bare(t, signs) for t in c.texts]) for c in records.columns
        ]
        odd = {row: _bare_cells(cells, signs) for row, cells in records.odd.items()}
        records = CodedRows(records.numbers, columns, odd)
    else:
        records = [(row, _bare_cells(cells, signs)) for row, cells in records]
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


def _columns(records: Sequence[Record]) -> Iterator[Iterable[str]]:
    if isinstance(records, CodedRows):
        yield from (column.texts for column in records.columns)
        return
    by_place: dict[int, set[str]] = defaultdict(set)
    for _, cells in records:
        for at, cell in enumerate(cells):
            if cell in NOTHING:
                by_place[at].add(cell)
    yield from by_place.values()


def _texts(records: Sequence[Record]) -> Iterator[str]:
    if isinstance(records, CodedRows):
        for column in records.columns:
            yield from column.texts
        return
    for _, cells in records:
        yield from cells


def _bare(text: str, signs: frozenset[str]) -> str:
    if text in signs:
        return ""
    found = _PROTECTED.fullmatch(text)
    return text if found is None else found[1].strip()


def _bare_cells(cells: Sequence[str], signs: frozenset[str]) -> tuple[str, ...]:
    return tuple([_bare(cell, signs) for cell in cells])


# ---- who gains ---------------------------------------------------------------------------------
def signed(sums: Mapping[tuple[str, str], Iterable[str]], lexicon: Lexicon) -> set[tuple[str, str]]:
    """The kinds and fields whose sums are all below zero, among those that a ledger may sign: where
    payments are of several kinds, the kind says who gains.
    """
    fields = _settling(lexicon)
    found = set()
    for (kind, name), texts in sums.items():
        filled = [text for text in texts if text.strip("+-0. ")]
        if name not in fields or not filled or not _may_have(kind, name, lexicon):
            continue
        if all(map(_is_below_zero, filled)):
            found.add((kind, name))
    return found


def _may_have(kind: str, name: str, lexicon: Lexicon) -> bool:
    """True of a kind of event that has the field, and of a word that no vocabulary knows."""
    known = [own.kinds[kind] for own in lexicon.vocabularies if kind in own.kinds]
    return not known or any(name in own.fields for own in known)


def _is_below_zero(text: str) -> bool:
    return text.startswith(("-", "−", "(")) or text.endswith("-")


def without_signs(table: Table, lexicon: Lexicon) -> Table:
    """The table without the signs of kinds whose sums are all below zero."""
    names = [name for name in table.header if name in _settling(lexicon)]
    if isinstance(table.rows, ColumnarRows) or "event" not in table.header or not names:
        return table
    rows = coded(table.rows, range(len(table.header)))
    columns, kinds = list(rows.columns), rows.columns[table.header.index("event")]
    said: set[tuple[str, str]] = set()
    for name in names:
        own = columns[at := table.header.index(name)]
        if not any(text.startswith("-") for text in own.texts):
            continue
        codes, firsts = together([kinds, own], len(rows))
        cells = [(kinds[row].strip().lower(), own[row]) for row in firsts.tolist()]
        sums: dict[tuple[str, str], list[str]] = defaultdict(list)
        for kind, text in cells:
            sums[kind, name].append(text)
        said |= (signs := signed(sums, lexicon))
        texts = [_unsigned(text, name) if (kind, name) in signs else text for kind, text in cells]
        columns[at] = CodedColumn(codes, texts)
    if not said:
        return table
    source = table.source or OriginalRows(table.header, RowsByNumber(rows, len(columns)))
    shown = tuple(f"`{kind}`" for kind in sorted({kind for kind, _ in said}))
    notes = (*table.notes, message("note.signs", kinds=shown))
    return replace(table, rows=CodedRows(rows.numbers, columns), source=source, notes=notes)


def _settling(lexicon: Lexicon) -> frozenset[str]:
    """The fields that hold the sums of payments, in vocabularies with several kinds of these."""
    found: set[str] = set()
    for vocabulary in lexicon.vocabularies:
        sums = [kind.payment for kind in vocabulary.kinds.values() if kind.payment]
        found |= {name for name in sums if sums.count(name) > 1}
    return frozenset(found)


def _unsigned(text: str, name: str) -> str:
    return Cell(text.removeprefix("-"), *stood(name, text)) if text.startswith("-") else text
