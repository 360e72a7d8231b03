"""From a grid of text to a table: the header is found, rows keep their numbers, none is lost.

A header stands in one row or two, below a title, or nowhere.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auditor.log.coded import Sheet, SheetRows, sheet_of
from auditor.log.convert.written import normalise
from auditor.messages.message import Message, message
from auditor.source import Frozen

HEADER_WITHIN = 20
"""The header is looked for in as many rows that are not blank; titles may stand above it."""

SIDE_BY_SIDE = 3
"""Names that stand twice, with that of the events: these are the columns of two tables."""

SELDOM = 10  # longer rows for each as long as the header, at least, where rows end in a delimiter
SHOWN = 200  # characters of a set-aside row that its value shows

RANK = "@rank"
"""A column of a table that no file has: the place of an event among those of its coup."""

Record = tuple[int, Sequence[str]]
"""The number of a row as a spreadsheet shows it, and its cells, stripped."""


def by_number(name: str) -> str:
    """A key by which `log2` comes before `log10`: of files without times only their names tell the
    order.
    """
    return re.sub(r"\d+", lambda number: number[0].zfill(20), name)


def is_called(name: str, pattern: str) -> bool:
    """Whether a file or a sheet is meant by a name, in which `*` stands for anything."""
    plain, like = name.strip().casefold(), pattern.strip().casefold()
    return plain == like or fnmatchcase(plain, like)


class Refusal(Frozen):
    """Why a file or a sheet was not read: one sentence, what is wrong and what to do about it."""

    file: str
    sheet: str | None
    row: int | None
    column: str | None
    says: Message


class UnfitRow(Frozen):
    """A row that was read but cannot be trusted, and why."""

    row: int
    column: str | None  # where one cell is to blame
    value: str
    reason: Message
    cells: tuple[str, ...] = ()  # as they stand in the file, where every column has a name
    no_event: bool = False  # a total, or a copy
    believed: Mapping[str, str] = field(default_factory=dict)  # cells in their places, by fields


class Origin(NamedTuple):
    """The file as its user calls it, the sheet if it has several, and what identifies its bytes."""

    file: str
    sheet: str | None
    sha256: str
    encoding: str | None


class OriginalRows(Frozen):
    """The rows of a table as they stand in a file of another shape."""

    header: tuple[str, ...]
    rows: Sheet

    def of(self, number: int) -> tuple[str, ...]:
        """The cells of a row, one for each name."""
        cells = self.rows[self.rows.place_of(number)][1][: len(self.header)]
        return cells + ("",) * (len(self.header) - len(cells))


class LineNumbers(Frozen):
    """Where the rows of a text stand as an editor counts its lines."""

    breaks: tuple[tuple[int, int], ...] = ()  # rows, and how many more lines there are from then on

    def of(self, row: int) -> int | None:
        """The line on which a row begins; None where its number is the same."""
        at = bisect_left(self.breaks, (row, 0))
        return row + self.breaks[at - 1][1] if at else None


SAME_LINES = LineNumbers()  # the line numbers of a file in which each row is a line


class Held(NamedTuple):
    """A kind of event, and the fields that tell of which of them the amount is."""

    kind: str
    fields: tuple[str, ...]


class Table(Frozen):
    """A log as text: header names are normalised, nameless columns left out, empty cells ''."""

    file: str
    sheet: str | None
    sha256: str
    encoding: str | None
    header: tuple[str, ...]
    header_row: int
    rows: Sequence[tuple[int, tuple[str, ...]]]  # several events may be of one row
    set_aside: tuple[UnfitRow, ...]
    notes: tuple[Message, ...]
    source: OriginalRows | None = None  # where the file has another shape
    torn: tuple[UnfitRow, ...] = ()  # counted elsewhere, and may be events all the same
    lines: LineNumbers = SAME_LINES  # of a text with line breaks in cells
    lacks: tuple[str, ...] = ()  # what a mapping speaks of and the file does not have
    by: str = ""  # the name of the mapping by which it was read
    named: tuple[str, ...] = ()  # fields of which texts stand for the numbers
    of_coups: tuple[str, ...] = ()  # fields that another table tells of the same coup
    holds: Mapping[str, Held] = field(default_factory=dict)
    """By the kind of an event what its amount has in it that another row tells."""

    def __post_init__(self) -> None:
        if not isinstance(self.rows, SheetRows):
            object.__setattr__(self, "rows", sheet_of(self.rows))

    @property
    def body(self) -> SheetRows:
        """The rows as columns."""
        assert isinstance(self.rows, SheetRows)
        return self.rows

    @property
    def rows_read(self) -> int:
        """The rows of the file, each once, blank ones left out."""
        return self._different + len(self.set_aside)

    @property
    def is_event_a_row(self) -> bool:
        """Whether no row of the file stands for several events."""
        return self._different == len(self.rows)

    @property
    def _different(self) -> int:
        return self.body.different


class Unreadable(Exception):  # noqa: N818 - it is a finding about a user's file, not an error of ours
    """Ends the reading of a file or sheet; never leaves `read_tables`."""

    def __init__(self, says: Message, row: int | None = None, column: str | None = None) -> None:
        super().__init__(says)
        self.says, self.row, self.column = says, row, column

    def refusal(self, file: str, sheet: str | None = None) -> Refusal:
        return Refusal(file, sheet, self.row, self.column, self.says)


@lru_cache(maxsize=20_000)  # every cell of a short log may be that of another header
def column_name(cell: str) -> str:
    """The name under which rules know a column: ` Player Score` is `player_score`."""
    plain = unicodedata.normalize("NFKC", cell).replace("\ufeff", "").strip().casefold()
    return re.sub(r"[\s\-]+", "_", plain)


def filled(records: Sequence[Record]) -> Iterator[int]:
    """Where the rows stand that hold anything."""
    return (at for at, (_, cells) in enumerate(records) if any(cells))


def header_index(records: Sequence[Record]) -> int | None:
    for at in islice(filled(records), HEADER_WITHIN):
        if "event" in map(column_name, records[at][1]):
            return at
    return None


def no_event(records: Sequence[Record]) -> Unreadable:
    """The refusal of a grid that has no column `event`, with the names in its first row."""
    first = next(filled(records), None)
    if first is None:
        return Unreadable(message("header.empty"))
    row, cells = records[first]
    names = [column_name(cell)[:40] for cell in cells if cell]
    found = ", ".join(f"`{name}`" for name in names[:8]) + (", …" if len(names) > 8 else "")
    near = get_close_matches("event", names, n=1)
    if near:
        return Unreadable(message("header.no_event_near", near=near[0], found=found), row)
    return Unreadable(message("header.no_event", found=found), row)


def named_columns(row: int, cells: Sequence[str]) -> dict[int, str]:
    """The position and the name of each column that has a name."""
    names = {at: column_name(cell) for at, cell in enumerate(cells) if column_name(cell)}
    twice = [name for name, count in Counter(names.values()).items() if count > 1]
    if "event" in twice and len(twice) >= SIDE_BY_SIDE:
        raise Unreadable(message("header.side_by_side", name=twice[0]), row, twice[0])
    if twice:
        raise Unreadable(message("header.twice", name=twice[0]), row, twice[0])
    return names


def usual_width(records: Sheet, fields: int) -> int:
    """The width of most rows, hardly one of which is as wide as the header; else 0."""
    widths = records.widths()
    [(width, many)] = widths.most_common(1) or [(0, 0)]
    as_header = 0 if width == fields else widths[fields]
    return width if 2 * many > widths.total() and SELDOM * as_header <= many else 0


def misfit(cells: Sequence[str], fields: int, needed: int, width: int) -> Message | None:
    """Why a row does not fit its header, which has so many fields, of which the last ones that
    bear no name need not be there.

    A delimiter too many pushes cells into wrong columns, and an empty one over the end: a row that
    is longer than its header is shifted, unless the usual `width` of rows is just that.
    """
    if len(cells) < needed:
        return message("row.fields", fields=len(cells), expected=needed)
    if any(cells[fields:]) or fields < len(cells) != width:
        return message("row.fields", fields=len(cells), expected=fields)
    return None


def unfit(row: int, cells: Sequence[str], reason: Message, *, whole: bool) -> UnfitRow:
    """A row that does not fit its header; its cells are kept where each column has a name."""
    return UnfitRow(row, None, " | ".join(cells)[:SHOWN], reason, tuple(cells) if whole else ())


def rows_listed(rows: Sequence[int]) -> Message:
    """`row 4`, `rows 4, 5, 9 and 12 more`."""
    if len(rows) == 1:
        return message("rows.one", first=rows[0])
    shown = tuple(map(str, rows[:3]))
    if len(rows) <= len(shown):
        return message("rows.some", shown=shown)
    return message("rows.many", shown=shown, count=len(rows) - len(shown))


Torn = tuple[int, Sequence[str], Message]
"""A row that does not fit its header, with the reason."""


def fit(
    records: Sheet,
    named: Sequence[bool],
    flaws: Mapping[int, UnfitRow],
    no_event: Callable[[Sequence[str]], Message | None] = lambda _: None,
    doubtful: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.int64], list[UnfitRow], list[Torn], list[int]]:
    """Where the rows stand that fit a header of which some columns are `named`, those that are set
    aside, those of other width, and which rows hold something in a column without a name.

    Most are seen at once; of the `doubtful` ones it is asked whether they are an event.
    """
    aside, torn, fields = list[UnfitRow](), list[Torn](), len(named)
    needed = max((at for at, there in enumerate(named) if there), default=-1) + 1
    width = usual_width(records, fields)

    def fits(row: int, cells: Sequence[str]) -> bool:
        if flaw := flaws.get(row):
            aside.append(flaw)
        elif any(cells) and (reason := no_event(cells)):
            aside.append(replace(unfit(row, cells, reason, whole=False), no_event=True))
        elif any(cells) and (reason := misfit(cells, fields, needed, width)):
            torn.append((row, cells, reason))
        else:
            return any(cells)
        return False

    odd = records.unlike(fields, needed, flaws)
    odd = odd if doubtful is None else odd | doubtful
    for at in np.flatnonzero(odd).tolist():
        odd[at] = not fits(*records[at])
    others = [at for at, there in enumerate(named) if not there]
    nameless = records.numbers[records.holding(others) & ~odd].tolist()
    return np.flatnonzero(~odd), aside, torn, nameless


# ---- headers ------------------------------------------------------------------------------------
HEADING_WITHIN = 40  # the header is looked for in as many rows that are not blank
MOST_HIGH = 3  # rows of a header that is found; a mapping may declare more


class Heading(Frozen):
    """A header in one row or several, or none."""

    first: int  # place among the records, -1 for none
    last: int  # the same
    names: tuple[str, ...]  # one for each field, the first of its kind as it stands
    named: tuple[bool, ...]  # which of them stand in the file
    short: tuple[str, ...]  # names of the lowest of several rows

    def find(self, name: str) -> int | None:
        """The field of a name, as it stands or by its words; None where several could be."""
        for form in (str.strip, column_name, normalise):
            for names in (self.names, self.short):
                places = [at for at, own in enumerate(names) if form(own) == form(name)]
                if len(places) == 1:
                    return places[0]
                if places and form is str.strip:
                    return None
        return None

    def quoted(self, places: Iterable[int]) -> str:
        """The names of some fields, for a message."""
        return ", ".join(f"`{self.names[at]}`" for at in places)


def heading(records: Sequence[Record], *places: int) -> Heading:
    """The header that stands in these rows of the records, the names of each above those below."""
    every = [[cell.strip() for cell in records[at][1]] for at in dict.fromkeys(places)]
    width = max(map(len, every))
    *others, lower = [[*own, *[""] * (width - len(own))] for own in every]
    joined = lower
    for upper in reversed(others):
        pairs = zip(_spread(upper, joined), joined, strict=True)
        joined = [f"{above} {own}".strip() for above, own in pairs]
    named = tuple(bool(column_name(name)) for name in joined)
    return Heading(places[0], places[-1], _unique(joined), named, tuple(lower))


def headings(records: Sequence[Record], most: int = MOST_HIGH) -> Iterator[Heading]:
    """The headers that there may be: each of the first rows, then with the one below, or two."""
    places = opening(records)
    for many in range(1, most + 1):
        for at in range(len(places) - many + 1):
            yield heading(records, *places[at : at + many])


def no_heading(records: Sequence[Record]) -> Heading:
    """Columns called by their letters, where no row is a header."""
    width = max((len(cells) for _, cells in records), default=0)
    names = tuple(letters(at) for at in range(width))
    return Heading(-1, -1, names, (True,) * width, names)


def letters(place: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    text = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        text = chr(65 + rest) + text
    return text


def opening(records: Sequence[Record]) -> list[int]:
    """Where the first rows stand that hold anything."""
    return [*islice(filled(records), HEADING_WITHIN)]


def _spread(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """The names of a merged upper cell for each column below it that has a name itself."""
    spread: list[str] = []
    group = ""
    for above, own in zip(upper, lower, strict=True):
        group = above or (group if own else "")
        spread.append(group)
        if not own:
            group = ""
    return spread


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once: the second `Carte` is `Carte (2)`, a column without name called by letter."""
    seen: Counter[str] = Counter()
    unique = []
    for at, name in enumerate(names):
        own = name or f"column {letters(at)}"
        seen[own] += 1
        unique.append(own if seen[own] == 1 else f"{own} ({seen[own]})")
    return tuple(unique)
