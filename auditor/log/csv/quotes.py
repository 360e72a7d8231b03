"""Quotes in a text file: those that are wrong set their row aside, or end the reading.

A stray quote swallows lines until the next one, and those rows would be lost to the count.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from auditor.log.table import SAME_LINES, SHOWN, LineNumbers, Record, SetAside, Table, Unreadable
from auditor.messages.message import message


@dataclass(slots=True)
class CountedLines:
    """The lines of a text, those of the record in hand, and whether all have been read."""

    lines: Iterator[str]
    taken: list[str] = field(default_factory=list)
    ended: bool = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = next(self.lines)
        except StopIteration:
            self.ended = True
            raise
        self.taken.append(line)
        return line


@dataclass(frozen=True, slots=True)
class SplitRecords:
    """`several` holds the lines of each record that takes more than one, `lines` says where the
    records stand among the lines.
    """

    records: list[Record]
    flaws: dict[int, SetAside]
    several: dict[int, tuple[str, ...]]
    lines: LineNumbers = SAME_LINES

    def line(self, row: int) -> int:
        """The line on which a record begins."""
        return self.lines.of(row) or row


def split_records(lines: Iterator[str], delimiter: str) -> SplitRecords:
    """Records by their number, as a spreadsheet counts rows.  Raises Unreadable for a quote never
    closed.
    """
    split = SplitRecords([], {}, {})
    breaks: list[tuple[int, int]] = []
    source = CountedLines(lines)
    reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True, strict=True)
    for row in count(1):
        source.taken.clear()
        begins = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            cells = []
            split.flaws[row] = bad_quotes(row, source, str(error))
        split.records.append((row, [cell.strip() for cell in cells]))
        if reader.line_num > begins:
            split.several[row] = tuple(source.taken)
            breaks.append((row, reader.line_num - row))
    return replace(split, lines=LineNumbers(tuple(breaks)))


def bad_quotes(row: int, source: CountedLines, error: str) -> SetAside:
    if source.ended:
        raise Unreadable(message("quote.never_closed"), row)
    if "field larger" in error:
        raise Unreadable(message("quote.field_too_long"), row)
    reason = message("row.text_after_quote")
    return SetAside(row, None, source.taken[-1].strip()[:SHOWN], reason)


def refuse_runaways(table: Table, split: SplitRecords, delimiter: str) -> None:
    """Refuses a record of several lines that does not fit, or that holds what was a record."""
    misfits = [flaw.row for flaw in table.set_aside if flaw.column is None]
    for row in filter(split.several.__contains__, misfits):
        last = last_line(row, split)
        raise Unreadable(message("quote.misfit", last=last), row)
    for row in swallowing(split, delimiter):
        last = last_line(row, split)
        raise Unreadable(message("quote.swallows", last=last), row)


def last_line(row: int, split: SplitRecords) -> int:
    """The last line of a record."""
    return split.line(row) + len(split.several[row]) - 1


def swallowing(split: SplitRecords, delimiter: str) -> Iterator[int]:
    """Records with a later line that has as many fields, and says in one of them what other
    records say there.
    """
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
