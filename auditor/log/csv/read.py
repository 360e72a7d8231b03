"""Text files, one record a row: the delimiter, and the line where each record begins."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from auditor.log.csv.encoding import EncodedText, decode
from auditor.log.csv.fixed_width import fixed_width
from auditor.log.csv.quotes import refuse_runaways, split_records
from auditor.log.raw_grid import CANONICAL, Grid, ReadOptions
from auditor.log.table import Origin, Record, Refusal, Table, Unreadable, column_name
from auditor.messages.message import message

DELIMITERS = (",", ";", "\t", "|")
OPENING = 60
"""Lines that are not blank, in which the delimiter is looked for."""
MAX_COLUMNS = 16_384
"""The columns of the widest sheet that a workbook can have."""
MAX_MEMORY = 4 << 30
EMPTY_CELL, FILLED_CELL = 8, 64
"""Bytes that a cell takes, about."""


def read_csv(data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL) -> Table:
    """The table of a text file.  Raises Unreadable."""
    text = decode(data, options.encoding)
    if not any(line.strip() for line in text.lines()):
        raise Unreadable(message("header.empty"))
    try:
        delimiter = options.delimiter or delimiter_of(text, options)
    except SpacedError:
        if (found := fixed_width(text)) is None:
            raise
        notes = (*text.notes, message("note.fixed_width", columns=len(found[0][1])))
        return options.to_table(Grid(Origin(file, None, sha256, text.encoding), found, {}, notes))
    refuse_too_large(text, delimiter)
    split = split_records(text.lines(), delimiter)
    origin = Origin(file, None, sha256, text.encoding)
    table = options.to_table(Grid(origin, split.records, split.flaws, text.notes))
    refuse_runaways(table, split, delimiter)
    return replace(table, lines=split.lines) if split.lines.breaks else table


def csv_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The one table of a text file, as the readers of all formats give tables."""
    return [read_csv(data, file, sha256, options)], []


def delimiter_of(text: EncodedText, options: ReadOptions) -> str:
    """The delimiter by which there is a header; where several give one, the one that finds most
    columns.
    """
    opening = list(_opening(text.lines()))
    found = {delimiter: first_records(opening, delimiter) for delimiter in candidates(opening)}
    widths = {
        delimiter: len(records[at][1])
        for delimiter, records in found.items()
        if most_columns(records) <= MAX_COLUMNS
        if (at := options.header_at(records)) is not None
    }
    widest = max(found.values(), key=most_columns)
    if most_columns(widest) == 1 and options.delimiter is None:
        refuse_undivided([line.strip() for line in opening if line.strip()])
    if not widths and most_columns(widest) <= MAX_COLUMNS:
        if most_columns(widest) <= _ASIDES and _are_sentences(opening):
            raise Unreadable(message("text.sentences"), 1)
        raise options.without_header(widest)
    if max(widths.values(), default=MAX_COLUMNS + 1) > MAX_COLUMNS:
        raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
    return max(widths, key=lambda delimiter: widths[delimiter])


class SpacedError(Unreadable):
    """A text in which people see columns, and spaces alone divide them."""


_KEYED = re.compile(r"(?:[\w.@-]+=(?:\"[^\"]*\"|[^\s\"]\S*|(?=\s|$))(?:\s+|$)){3,}")
_RULED = re.compile(r"[-=]+(?: +[-=]+){2,}")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")


_SAID = re.compile(r"\W*[^\W\d_]{2,}\S*(?: +\S+){2,}")
"""Three words or more: what a program shows on a screen."""
_ASIDES = 2
"""Columns, at most, of a text that is no table: a comma or a bar may stand in a sentence."""


def _are_sentences(opening: Sequence[str]) -> bool:
    lines = [line.strip() for line in opening if line.strip()]
    return len(lines) > 2 and 2 * sum(map(bool, map(_SAID.match, lines))) > len(lines)


def refuse_undivided(lines: Sequence[str]) -> None:
    """Refuses prints for paper, in which people see columns and nothing divides them, and lines
    that name each of their values.  Raises Unreadable.
    """
    if len(lines) > 1 and all(map(_KEYED.fullmatch, lines)):
        raise Unreadable(message("text.keyed", text=lines[0].split()[0]), 1)
    gaps = sum(len(_GAP.findall(line)) > 1 for line in lines)
    if any(map(_RULED.fullmatch, lines)) or (gaps > 1 and 2 * gaps > len(lines)):
        raise SpacedError(message("text.spaced"), 1)


def _opening(lines: Iterable[str]) -> Iterator[str]:
    """The first lines, with the blank ones between them: a record's number counts these too."""
    filled = 0
    for line in lines:
        yield line
        filled += bool(line.strip())
        if filled == OPENING:
            return


def candidates(opening: Sequence[str]) -> list[str]:
    """The delimiters that occur, and one for all that do not: with these each line is one cell."""
    there = {delimiter for delimiter in DELIMITERS if any(delimiter in line for line in opening)}
    missing = [delimiter for delimiter in DELIMITERS if delimiter not in there]
    return [own for own in DELIMITERS if own in there or own in missing[:1]]


def first_records(opening: Sequence[str], delimiter: str) -> Sequence[Record]:
    """Up to the first record that cannot be one with this delimiter."""
    records: list[Record] = []
    with suppress(csv.Error):
        for cells in csv.reader(opening, delimiter=delimiter, skipinitialspace=True):
            records.append((len(records) + 1, [cell.strip() for cell in cells]))
    return records


def most_columns(records: Sequence[Record]) -> int:
    return max((sum(map(bool, map(column_name, cells))) for _, cells in records), default=0)


def refuse_too_large(text: EncodedText, delimiter: str) -> None:
    """A file of a few bytes a cell takes thirty times its size in memory."""
    sign = delimiter.encode("ascii", errors="replace")
    fields = text.data.count(sign) + text.data.count(b"\n")
    filled = fields - 2 * text.data.count(sign * 2)
    if EMPTY_CELL * fields + FILLED_CELL * max(filled, 0) > MAX_MEMORY:
        raise Unreadable(message("text.too_many_cells", fields=fields))
