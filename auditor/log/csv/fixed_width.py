"""Texts whose columns are set apart by spaces alone, as programs print tables.

They are read only where the places at which one column ends and the next begins are the same in
every line of the table, and each column has a name above it; a line that is out of place leaves the
file unread, for its cells would be those of other columns.  Blank lines divide the table from what
stands above and below it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby, pairwise

from auditor.log.convert.dates import stamp
from auditor.log.csv.encoding import EncodedText
from auditor.log.table import Record

_RULER = re.compile(r"[-=_+ ]*[-=_][-=_+ ]*")
_APART = re.compile(r"\S(?: {2,})\S")
FEWEST_ROWS, FEWEST_COLUMNS = 3, 2
MOST = 1 << 26
"""Bytes of a text that is looked through for columns: all its lines are held at once."""
MOST_BESIDE = 8
"""Lines above and below the table, such as titles and totals."""
Line = tuple[int, str]
Span = tuple[int, int]


def fixed_width(text: EncodedText) -> list[Record] | None:
    """The rows of a text in columns of fixed width; None where anything leaves a doubt about which
    cell is in which column.
    """
    if len(text.data) > MOST:
        return None
    lines = [(row, line.rstrip()) for row, line in enumerate(text.lines(), start=1)]
    table = _longest(lines)
    first_row, last_row = (table[0][0], table[-1][0]) if table else (0, 0)
    beside = [own for own in lines if own[1] and not first_row <= own[0] <= last_row]
    filled = [own for own in table if not _RULER.fullmatch(own[1])]
    if len(beside) > MOST_BESIDE or any(_APART.search(line) for _, line in beside):
        return None  # a table in pieces may be one whose columns change
    if len(filled) <= FEWEST_ROWS or any(map(_out_of_step, (line for _, line in filled))):
        return None
    width = max(len(line) for _, line in filled)
    padded = [line.ljust(width) for _, line in filled]
    spans = _named(_spans(padded), padded)
    apart = all(after[0] - before[1] > 1 for before, after in pairwise(spans))
    if len(spans) < FEWEST_COLUMNS or not apart:  # one space stands between words as well
        return None
    if not all(_is_sure(span, padded) for span in spans):
        return None
    records: list[Record] = [  # what reaches beyond the last column is a ruler
        (row, [line.ljust(width)[first:last].strip() for first, last in spans])
        for row, line in table
    ]
    records += [(row, [line.strip()]) for row, line in beside]
    return sorted(records, key=lambda own: own[0])


def _longest(lines: Sequence[Line]) -> list[Line]:
    """The lines between two blank ones of which there are most: titles and totals stand apart."""
    best: list[Line] = []
    for is_filled, own in groupby(lines, key=lambda line: bool(line[1])):
        run = list(own)
        best = run if is_filled and len(run) > len(best) else best
    return best


def _out_of_step(line: str) -> bool:
    """True for signs that take no place of their own, or two."""
    if line.isascii():
        return "\t" in line or not line.isprintable()
    wide = ("W", "F")
    return any(
        not own.isprintable()
        or unicodedata.combining(own)
        or unicodedata.east_asian_width(own) in wide
        or ord(own) > 0xFFFF
        for own in line
    )


def _spans(lines: Sequence[str]) -> list[Span]:
    """The stretches of places in which some line has a sign."""
    used = [any(sign != " " for sign in column) for column in zip(*lines, strict=True)]
    begins = [at for at, own in enumerate(used) if own and (at == 0 or not used[at - 1])]
    ends = [at + 1 for at, own in enumerate(used) if own and not any(used[at + 1 : at + 2])]
    return list(zip(begins, ends, strict=True))


def _named(spans: Sequence[Span], lines: Sequence[str]) -> list[Span]:
    """The spans that have a name and something below it.  A day and its hour have one name above
    both; two words may be the name of one column.
    """
    header, *rows = lines
    found: list[Span] = []
    for first, last in spans:
        empty = not any(line[first:last].strip() for line in rows)
        beside = bool(found) and first - found[-1][1] == 1
        if found and (not header[first:last].strip() or (empty and beside)):
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _is_sure(span: Span, lines: Sequence[str]) -> bool:
    """True where one column stands in the span: nothing that two columns would have between them,
    and no two words of a name above two words of a cell, but for a moment.
    """
    header, *rows = (line[span[0] : span[1]] for line in lines)
    if not header.strip() or any(map(_APART.search, (header, *rows))):
        return False
    if " " not in header.strip():
        return True
    cells = [cell for row in rows if (cell := row.strip())]
    return all(stamp(cell) is not None or " " not in cell for cell in cells)
