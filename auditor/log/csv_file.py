"""Text files, one record a row: encoding, delimiter, and the line where each record begins."""

from __future__ import annotations

import codecs
import csv
import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from auditor.log.sheet import (
    SHOWN,
    Origin,
    Record,
    SetAside,
    Table,
    Unreadable,
    column_name,
    header_index,
    no_event,
    tabulate,
)

MAX_UNPACKED = 1 << 30
MAX_LINE = 1_000_000
DELIMITERS = (",", ";", "\t", "|")
OPENING = 60
"""Lines in which the delimiter is looked for."""

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def read_csv(data: bytes, file: str, sha256: str) -> Table:
    decoded = decode(data)
    if not decoded.text.strip():
        raise Unreadable("It is empty; a log has a header row and one row for each event.")
    if (nul := decoded.text.find("\0")) >= 0:
        says = "It holds NUL characters and so is no text file: export the log as CSV in UTF-8."
        raise Unreadable(says, line_of(decoded.text, nul))
    split = split_records(decoded.text, delimiter_of(decoded.text))
    origin = Origin(file, None, sha256, decoded.encoding)
    table = tabulate(origin, split.records, split.flaws, decoded.notes)
    refuse_runaway(table, split.last_lines)
    return table


def decode(data: bytes) -> Text:
    """A byte order mark decides, else UTF-8 if the bytes are so, else Windows-1252."""
    for mark, encoding in BOMS:
        if data.startswith(mark):
            try:
                return Text(data[len(mark) :].decode(encoding), encoding)
            except UnicodeDecodeError:
                says = f"Its byte order mark says {encoding.upper()}, but its bytes do not."
                raise Unreadable(f"{says} Export it again as CSV in UTF-8.") from None
    try:
        return Text(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        return windows(data, data.count(b"\n", 0, error.start) + 1)


def windows(data: bytes, line: int) -> Text:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        says = "It is text neither in UTF-8 nor in Windows-1252: export the log as CSV in UTF-8."
        raise Unreadable(says, at) from None
    return Text(text, "cp1252", (f"Read as Windows-1252: line {line} is not UTF-8.",))


def unpacked(data: bytes) -> bytes:
    """What a gzip file holds, all its members one after the other."""
    parts: list[bytes] = []
    room = MAX_UNPACKED
    try:
        while data:
            stream = zlib.decompressobj(wbits=31)
            parts.append(stream.decompress(data, room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise Unreadable(f"It unpacks to more than {MAX_UNPACKED >> 20} MiB: split it.")
            if not stream.eof:
                raise Unreadable("It is a gzip file that breaks off: copy or export it again.")
            data = stream.unused_data.lstrip(b"\0")  # gzip files may be padded
    except zlib.error:
        raise Unreadable("It is a damaged gzip file: copy or export it again.") from None
    return b"".join(parts)


def line_of(text: str, position: int) -> int:
    before = text[:position].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1


def lines(text: str) -> Iterator[str]:
    """Physical lines with their ends, as an editor counts them."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if len(line) > MAX_LINE:
            says = f"The line is longer than {MAX_LINE} characters: export one row for each event."
            raise Unreadable(says, number)
        yield line


def delimiter_of(text: str) -> str:
    """The delimiter by which the header has a column `event`; where several do, the one that finds
    most columns.
    """
    opening = list(islice(lines(text), OPENING))
    found = {delimiter: first_records(opening, delimiter) for delimiter in DELIMITERS}
    widths = {
        delimiter: len(records[at][1])
        for delimiter, records in found.items()
        if (at := header_index(records)) is not None
    }
    if widths:
        return max(widths, key=lambda delimiter: widths[delimiter])
    raise no_event(max(found.values(), key=most_columns))


def first_records(opening: Sequence[str], delimiter: str) -> Sequence[Record]:
    """Up to the first record that cannot be one with this delimiter."""
    records: list[Record] = []
    with suppress(csv.Error):
        for cells in csv.reader(opening, delimiter=delimiter, skipinitialspace=True):
            records.append((len(records) + 1, [cell.strip() for cell in cells]))
    return records


def most_columns(records: Sequence[Record]) -> int:
    return max((sum(map(bool, map(column_name, cells))) for _, cells in records), default=0)


@dataclass(frozen=True, slots=True)
class Split:
    """`last_lines` names the last line of each record that takes several."""

    records: list[Record]
    flaws: dict[int, SetAside]
    last_lines: dict[int, int]


def split_records(text: str, delimiter: str) -> Split:
    split = Split([], {}, {})
    source = Counted(text)
    reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        begins = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return split
        except csv.Error as error:
            cells = []
            split.flaws[begins] = bad_quotes(begins, source, str(error))
        split.records.append((begins, [cell.strip() for cell in cells]))
        if reader.line_num > begins:
            split.last_lines[begins] = reader.line_num


class Counted:
    """The lines of a text, the one that was read last, and whether all have been."""

    def __init__(self, text: str) -> None:
        self.lines = lines(text)
        self.last = ""
        self.ended = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            self.last = next(self.lines)
        except StopIteration:
            self.ended = True
            raise
        return self.last


def bad_quotes(row: int, source: Counted, error: str) -> SetAside:
    if source.ended:
        says = "A quote opened in this row never closes: close it, or double it if it is text."
        raise Unreadable(says, row)
    if "field larger" in error:
        raise Unreadable(
            "A field is longer than any log's: close the quote that is open here.", row
        )
    reason = "Text follows a closing quote: double the quotes that belong to the text."
    return SetAside(row, None, source.last.strip()[:SHOWN], reason)


def refuse_runaway(table: Table, last_lines: dict[int, int]) -> None:
    """A stray quote swallows lines until the next one: those rows would be lost to the count."""
    for flaw in table.set_aside:
        if last := last_lines.get(flaw.row):
            says = f"A quote opened in this row closes on line {last} only, and the record does not"
            raise Unreadable(f"{says} fit the header: close the quote, or double it.", flaw.row)
