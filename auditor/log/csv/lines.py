"""The lines of a CSV file: how many there are, and the few that are no rows of a rectangle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.log.files.watched_file import WatchedFile
from auditor.log.row_columns import MOST_FLAWED

BLOCK = 1 << 20  # stays near the processor while it is looked through several times
NOT_PLAIN = (b'"', b"\0")
NEWLINE = 10
WINDOW = 1 << 16
"""Bytes in which a line ends, else the reader that knows the bounds of lines and fields looks."""


@dataclass(frozen=True, slots=True)
class OddLine:
    """A line that holds no row of the table: its number, from 0, where it stands, its cells."""

    number: int
    start: int
    stop: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """How many lines a text has, how many end before each of its blocks, and which of them are
    odd: blank, or of more cells or fewer than the others.
    """

    count: int
    before: tuple[int, ...]
    odd: tuple[OddLine, ...] = ()


def lines_of(
    file: WatchedFile, delimiter: bytes, width: int, not_plain: tuple[bytes, ...] = NOT_PLAIN
) -> Lines | None:
    """The lines of a text that is rectangular but for a few of them; None where something asks
    for a closer look.
    """
    import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

    delimiters = lines = returns = pairs = 0
    even = True
    before = []
    last = b""
    for block in file.chunks(BLOCK):
        if any(mark in block for mark in not_plain) or has_long_lines(block):
            return None
        before.append(lines)
        if b"\r" in block or last == b"\r":
            returns += block.count(b"\r")
            pairs += block.count(b"\r\n") + (last == b"\r" and block[:1] == b"\n")
        letters = np.frombuffer(block, np.uint8)
        delimiters += int(np.count_nonzero(letters == ord(delimiter)))
        lines += int(np.count_nonzero(letters == NEWLINE))
        begun = block.count(delimiter, block.rfind(b"\n") + 1)  # on the line that goes on
        even = even and delimiters - begun == (width - 1) * lines
        last = block[-1:]
    lines += last != b"\n"
    if returns != pairs or lines < 2:
        return None
    if even and delimiters == (width - 1) * lines:
        return Lines(lines, tuple(before))
    try:
        odd = _odd_lines(file, delimiter, width)
    except UnicodeDecodeError:
        return None
    if len(odd) * MOST_FLAWED > lines or len(odd) == lines - 1:
        return None
    return Lines(lines, tuple(before), tuple(odd))


def _odd_lines(file: WatchedFile, delimiter: bytes, width: int) -> list[OddLine]:
    """The lines that have more cells or fewer than the header, which is line 0.

    Raises UnicodeDecodeError.
    """
    import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

    odd: list[OddLine] = []
    number = start = 0
    rest = b""
    for block in file.chunks(BLOCK):
        text = rest + block
        done = len(text) if start + len(text) == file.size else text.rfind(b"\n") + 1
        letters = np.frombuffer(text, np.uint8, done)
        ends = np.flatnonzero(letters == NEWLINE) + 1
        if done and letters[-1] != NEWLINE:
            ends = np.append(ends, done)
        before = np.searchsorted(np.flatnonzero(letters == ord(delimiter)), ends)
        for at in np.flatnonzero(np.diff(before, prepend=0) != width - 1):
            own = slice(int(ends[at - 1]) if at else 0, int(ends[at]))
            cells = text[own].decode().split(delimiter.decode())
            line = number + int(at), start + own.start, start + own.stop
            odd.append(OddLine(*line, tuple(cell.strip() for cell in cells)))
        number, start, rest = number + len(ends), start + done, text[done:]
    return odd


def has_long_lines(block: bytes) -> bool:
    """True where a line may be longer than the careful reader takes: it is to look at the file."""
    whole = range(0, len(block) - WINDOW + 1, WINDOW)
    return any(block.find(b"\n", at, at + WINDOW) < 0 for at in whole)


def rectangular(data: bytes, start: int, odd: Sequence[OddLine]) -> bytes:
    """The bytes of some lines of a file, of which the first begins at `start`, without those that
    hold no row.
    """
    own = [(line.start - start, line.stop - start) for line in odd]
    own = [(begins, ends) for begins, ends in own if 0 <= begins < len(data)]
    if not own:
        return data
    ends = [0, *(end for _, end in own)]
    begins = [*(begin for begin, _ in own), len(data)]
    return b"".join(data[a:b] for a, b in zip(ends, begins, strict=True))
