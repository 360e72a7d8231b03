"""Text files, one record a row: the delimiter, the quotes, and the line where each record begins.

A stray quote swallows lines until the next one, and those rows would be lost to the count: it sets
its row aside, or ends the reading.  Columns set apart by spaces alone are read only where they
begin and end at the same places in every line, below a name each.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count, groupby

from auditor.log.convert.written import stamp
from auditor.log.csv.text_encoding import EncodedText, decode
from auditor.log.row_columns import CANONICAL, Grid, ReadOptions
from auditor.log.table import (
    SAME_LINES,
    SHOWN,
    LineNumbers,
    Origin,
    Record,
    Refusal,
    Table,
    UnfitRow,
    Unreadable,
    column_name,
)
from auditor.messages.message import message
from auditor.source import Frozen
from auditor.watch import counted


class SplitRecords(Frozen):
    """`several` holds the lines of each record that takes more than one, `lines` says where the
    records stand among the lines.
    """

    records: list[Record]
    flaws: dict[int, UnfitRow]
    several: dict[int, tuple[str, ...]]
    lines: LineNumbers = SAME_LINES

    def last_line(self, row: int) -> int:
        """The last line of a record that takes several."""
        return (self.lines.of(row) or row) + len(self.several[row]) - 1


def split_records(lines: Iterator[str], delimiter: str) -> SplitRecords:
    """Records by their number, as spreadsheets count.  Raises Unreadable for an open quote."""
    split = SplitRecords([], {}, {})
    breaks: list[tuple[int, int]] = []
    taken: list[str] = []
    reader = csv.reader(
        _noted(lines, taken), delimiter=delimiter, skipinitialspace=True, strict=True
    )
    for row in counted(count(1), None):
        taken.clear()
        begins = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            cells = []
            split.flaws[row] = bad_quotes(row, taken, str(error))
        split.records.append((row, [cell.strip() for cell in cells]))
        if reader.line_num > begins:
            split.several[row] = tuple(taken)
            breaks.append((row, reader.line_num - row))
    return replace(split, lines=LineNumbers(tuple(breaks)))


def _noted(lines: Iterable[str], taken: list[str]) -> Iterator[str]:
    """The lines, each noted when it is asked for; the end as a line without anything."""
    for line in lines:
        taken.append(line)
        yield line
    taken.append("")


def bad_quotes(row: int, taken: Sequence[str], error: str) -> UnfitRow:
    if not taken[-1]:  # the end of the text
        raise Unreadable(message("quote.never_closed"), row)
    if "field larger" in error:
        raise Unreadable(message("quote.field_too_long"), row)
    reason = message("row.text_after_quote")
    return UnfitRow(row, None, taken[-1].strip()[:SHOWN], reason)


def refuse_runaways(table: Table, split: SplitRecords, delimiter: str) -> None:
    """Refuses a record of several lines that does not fit, or that holds what was a record."""
    misfits = (flaw.row for flaw in table.set_aside if flaw.column is None)
    for row in filter(split.several.__contains__, misfits):
        raise Unreadable(message("quote.misfit", last=split.last_line(row)), row)
    for row in swallowing(split, delimiter):
        raise Unreadable(message("quote.swallows", last=split.last_line(row)), row)


def swallowing(split: SplitRecords, delimiter: str) -> Iterator[int]:
    """Records with a later line that is as wide as a record, and says what others say."""
    if not split.several:
        return
    width = {row: len(cells) for row, cells in split.records if row in split.several}
    doubtful = {
        row: [cells for cells in alone(lines[1:], delimiter) if len(cells) == width[row] > 1]
        for row, lines in split.several.items()
    }
    if not any(doubtful.values()):
        return
    known = {
        (at, cell)
        for row, cells in split.records
        if row not in split.several
        for at, cell in enumerate(cells)
        if cell
    }
    for row, inner in doubtful.items():
        if any((at, cell) in known for cells in inner for at, cell in enumerate(cells)):
            yield row


def alone(lines: Sequence[str], delimiter: str) -> Iterator[list[str]]:
    """Each line read as if it were a record."""
    for line in lines:
        for cells in csv.reader([line], delimiter=delimiter, skipinitialspace=True):
            yield [cell.strip() for cell in cells]


_RULER = re.compile(r"[-=_+ ]*[-=_][-=_+ ]*")
_APART = re.compile(r"\S(?: {2,})\S")
_STRETCH = re.compile(r"x(?: ?x)*")
"""The places of a column: one space stands between words as well."""
FEWEST_ROWS, FEWEST_COLUMNS = 3, 2
MOST = 1 << 26  # bytes of a text that is looked through for columns: all its lines are held at once
MOST_BESIDE = 8  # lines above and below the table, such as titles and totals
Line = tuple[int, str]
Span = tuple[int, int]


def fixed_width(text: EncodedText) -> list[Record] | None:
    """The rows of a text in columns of fixed width; None where a cell's column is in doubt."""
    if len(text.data) > MOST:
        return None
    lines = [(row, line.strip("\f").rstrip()) for row, line in enumerate(text.lines(), start=1)]
    found = (_by_places(*_table_in(lines, most)) for most in (len(lines), 1))
    return next((own for own in found if own is not None), None)


def _table_in(lines: Sequence[Line], most: int) -> tuple[list[Line], list[Line]]:
    """The lines of a table, which each page begins with its header and ends with a blank line or
    behind more rulers than `most`, and the lines beside: titles, totals.
    """
    table: list[Line] = []
    beside: list[Line] = []
    header, rulers, inside = _header(lines), 0, False
    for own in lines:
        ruler = _RULER.fullmatch(own[1]) is not None
        if own[1] == header:
            inside, rulers = True, 0
        rulers += ruler
        if own[1]:
            (table if inside else beside).append(own)
        inside = inside and bool(own[1]) and rulers <= most
    return table, beside


def _header(lines: Sequence[Line]) -> str:
    """The first line of the longest stretch without a blank one and a ruler, or that of the stretch
    above the ruler before it.
    """
    parts = [[*own] for _, own in groupby(lines, key=lambda own: _kind(own[1]))]
    at = max(range(len(parts)), key=lambda at: len(parts[at]) * (_kind(parts[at][0][1]) == "words"))
    ruled = [_kind(own[0][1]) for own in parts[max(at - 2, 0) : at]] == ["words", "ruler"]
    return parts[at - 2 if ruled else at][0][1]


def _kind(line: str) -> str:
    return "" if not line else "ruler" if _RULER.fullmatch(line) else "words"


def _by_places(table: Sequence[Line], beside: Sequence[Line]) -> list[Record] | None:
    """The rows of a table by the places at which its columns stand, if all of them are sure."""
    filled = [own for own in table if _kind(own[1]) == "words"]
    pages = sum(own[1] == filled[0][1] for own in filled)
    apart = enumerate(row for row, line in beside if _APART.search(line))
    runs = [len([*own]) for _, own in groupby(apart, lambda own: own[1] - own[0])]
    if len(beside) > MOST_BESIDE * pages or max(runs, default=0) > FEWEST_ROWS:
        return None  # a table in pieces may be one whose columns change
    if len(filled) <= FEWEST_ROWS or any(
        _out_of_step(line) or not line.isprintable() for _, line in filled
    ):
        return None
    width = max(len(line) for _, line in filled)
    padded = [line.ljust(width) for _, line in filled]
    used = "".join(" " if {*column} == {" "} else "x" for column in zip(*padded, strict=True))
    spans = [own.span() for own in _STRETCH.finditer(used)]
    if len(spans) < FEWEST_COLUMNS or not all(_is_sure(span, padded) for span in spans):
        return None
    records: list[Record] = [  # what reaches beyond the last column is a ruler
        (row, [line.ljust(width)[first:last].strip() for first, last in spans])
        for row, line in table
    ]
    records += [(row, re.split(" {2,}", line.strip())) for row, line in beside]
    return sorted(records, key=lambda own: own[0])


def _out_of_step(line: str) -> bool:
    """True for signs that take no place of their own, or two."""
    return not line.isprintable() or any(
        unicodedata.combining(own)
        or unicodedata.east_asian_width(own) in {"W", "F"}
        or ord(own) > 0xFFFF
        for own in line
    )


def _is_sure(span: Span, lines: Sequence[str]) -> bool:
    """True where one column stands in the span: nothing that two columns would have between them,
    and no two words of a name above two words of a cell, but for a moment.
    """
    header, *rows = (line[span[0] : span[1]] for line in lines)
    if not header.strip() or any(map(_APART.search, (header, *rows))):
        return False
    if " " not in header.strip():
        return True
    cells = {row.strip() for row in rows} - {header.strip(), ""}
    return all(stamp(cell) is not None or " " not in cell for cell in cells)


# ---- the table of a text ------------------------------------------------------------------------
DELIMITERS = (",", ";", "\t", "|")
OPENING = 60  # lines that are not blank, in which the delimiter is looked for
MAX_COLUMNS = 16_384  # the columns of the widest sheet that a workbook can have
MAX_MEMORY = 4 << 30
EMPTY_CELL, FILLED_CELL = 8, 64  # bytes that a cell takes, about


def read_csv(data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL) -> Table:
    """The table of a text file.  Raises Unreadable."""
    text = decode(data, options.encoding)
    if not any(line.strip() for line in text.lines()):
        raise Unreadable(message("header.empty"))
    text = unwrapped(text)
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
    table = options.to_table(Grid(origin, split.records, split.flaws, text.notes, delimiter))
    refuse_runaways(table, split, delimiter)
    return replace(table, lines=split.lines) if split.lines.breaks else table


_WRAPPED = re.compile(r'\s*"((?:[^"\r\n]|"")*)"[^\S\r\n]*([\r\n]*)')
_ANY_WRAPPED = re.compile(rb'^[ \t]*"(?:[^"\r\n]|"")*"[ \t\r]*$', re.MULTILINE)


def unwrapped(text: EncodedText) -> EncodedText:
    """The text without the quotes in which a spreadsheet wrapped whole lines of another delimiter
    than its own: they are as wide as the others once the quotes are taken away.
    """
    wide = text.encoding.startswith(("utf-16", "utf-32"))
    if not wide and _ANY_WRAPPED.search(text.data) is None:
        return text
    lines = [(line, _WRAPPED.fullmatch(line)) for line in text.lines()]
    bare = [line if own is None else own[1].replace('""', '"') + own[2] for line, own in lines]
    sign = max(DELIMITERS, key=lambda sign: sum(sign in line for line in bare))
    widths = [len(cells) for cells in alone(bare, sign)]
    [(usual, _)] = Counter(widths).most_common(1)
    inner = [n for n, (_, own) in zip(widths, lines, strict=True) if own is not None]
    if usual == 1 or 2 * inner.count(usual) <= len(inner):
        return text
    notes = (*text.notes, message("note.wrapped_lines"))
    return replace(text, data="".join(bare).encode(text.encoding), skip=0, notes=notes)


def csv_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The one table of a text file, as the readers of all formats give tables."""
    return [read_csv(data, file, sha256, options)], []


def delimiter_of(text: EncodedText, options: ReadOptions) -> str:
    """The delimiter by which there is a header; of several the one with most columns."""
    opening = list(_opening(text.lines()))
    found = {delimiter: first_records(opening, delimiter) for delimiter in candidates(opening)}
    widths = {
        delimiter: len(records[at][1])
        for delimiter, records in found.items()
        if most_columns(records) <= MAX_COLUMNS
        if (at := options.header_at(records)) is not None
    }
    widest = max(found.values(), key=most_columns)
    divided = [any(own in _DECIMAL.sub("", line) for own in DELIMITERS) for line in opening]
    undivided = sum(divided) <= MOST_BESIDE and 4 * sum(divided) < len(divided)
    lines = [line.strip() for line in opening if line.strip()]
    if (most_columns(widest) == 1 or undivided) and options.delimiter is None:
        if len(lines) > 1 and all(map(_KEYED.fullmatch, lines)):  # lines that name each value
            raise Unreadable(message("text.keyed", text=lines[0].split()[0]), 1)
        gaps = sum(len(_GAP.findall(line)) > 1 for line in lines)
        if any(map(_RULED.fullmatch, lines)) or (gaps > 1 and 2 * gaps > len(lines)):
            raise SpacedError(message("text.spaced"), 1)
    if not widths and most_columns(widest) <= MAX_COLUMNS:
        form = _SAID.match if most_columns(widest) <= _ASIDES else _TOLD.search
        if len(lines) > 2 and 2 * sum(map(bool, map(form, lines))) > len(lines):
            raise Unreadable(message("text.sentences"), 1)
        raise options.without_header(widest)
    if max(widths.values(), default=MAX_COLUMNS + 1) > MAX_COLUMNS:
        raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
    return max(widths, key=lambda delimiter: widths[delimiter])


class SpacedError(Unreadable):
    """A text in which people see columns, and spaces alone divide them."""


_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_KEYED = re.compile(r"(?:[\w.@-]+=(?:\"[^\"]*\"|[^\s\"]\S*|(?=\s|$))(?:\s+|$)){3,}")
_RULED = re.compile(r"[-=]+(?: +[-=]+){2,}")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")


_SAID = re.compile(r"\W*[^\W\d_]{2,}\S*(?: +\S+){2,}")
"""Three words or more: what a program shows on a screen."""
_TOLD = re.compile(r"(?:[^\s;|]+ +){7}[^\s;|]")
"""Eight words or more: what people write in minutes."""
_ASIDES = 2
"""Columns, at most, of a text that is no table: a comma or a bar may stand in a sentence."""


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
