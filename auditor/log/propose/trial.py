"""A file looked at: its grids, and each column with some of its values and the fields nearest to
it.

A proposal ends with this list, so that whoever completes it by hand need not open the file; where
nothing can be told it is all there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import partial
from pathlib import Path

from auditor.log.convert import written as amounts
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise, stamp
from auditor.log.export_marks import cleared
from auditor.log.files.open import read_tables
from auditor.log.match.readable import WITHIN_A_LIST, cells_in, reads
from auditor.log.match.sheet import stands_again
from auditor.log.propose.draft import Draft, plain
from auditor.log.row_columns import Grid, ReadOptions
from auditor.log.structured.json_cells import unfolded
from auditor.log.structured.xml_rows import EVERY
from auditor.log.table import (
    Heading,
    Record,
    Refusal,
    Table,
    heading,
    no_heading,
    opening,
)
from auditor.messages.message import abridged, message
from auditor.source import Frozen
from auditor.types import CARD, TEXT, TIME, Enumeration


class Probe(Frozen):
    """The grids of a file, one for each sheet that is not empty."""

    grids: tuple[Grid, ...]
    refusals: tuple[Refusal, ...]


def without_rows(grid: Grid) -> Table:
    """A table of a grid of which nothing is read."""
    return Table(*grid.origin, ("event",), 1, (), (), ())


def probe(path: Path, name: str, encoding: str | None = None) -> Probe:
    """The file as it stands.  Never raises for a bad file: it is refused."""
    grids: list[Grid] = []

    def keep(grid: Grid) -> Table:
        grids.append(_without_long_cells(unfolded(cleared(grid))))
        return without_rows(grid)

    options = ReadOptions(encoding, header_at=widest, to_table=keep)
    _, refusals = read_tables(path, name, options)
    return Probe(tuple(grids), tuple(refusals))


LONGEST = 1000
"""Characters of a cell that tell what its column is; nobody counts with a longer number."""


def _without_long_cells(grid: Grid) -> Grid:
    if grid.longer_than(LONGEST) is None:
        return grid
    cut = partial(abridged, longest=LONGEST)
    return replace(grid, records=[(row, [*map(cut, cells)]) for row, cells in grid.records])


def widest(records: Sequence[Record]) -> int | None:
    """The first of the first rows with most filled cells, if it has several."""
    return max(opening(records), key=lambda at: (sum(map(bool, records[at][1])), -at), default=None)


SAMPLES = 3  # values of a column that are shown, and fields that are named
SHOWN = 24  # characters of a value
COMPARED = 200  # characters of a name that are compared: likeness costs the square of its length
NEAR = 0.8  # the likeness of two names, or the share of cells, from which a field is near
LISTED = 200  # columns that are listed
ROWS_LISTED = 200  # rows in which values are looked for


def nearest(name: str, cells: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The fields that are near to a column: by its name, or because its cells alone read as words
    of a list, as cards or as moments; anything may be a number or a name.
    """
    plain, some = normalise(name[:COMPARED]), cells[: 3 * SAMPLES]
    words = lexicon.columns
    close = get_close_matches(plain, words, n=len(words), cutoff=NEAR) if words else ()
    spelt = {field for word in close for field in words[word]}
    numbers = bool(cells) and all(map(str.isdecimal, cells))
    near: list[tuple[float, float, float, str]] = []
    for field, kind in ({"event": TEXT} | dict(lexicon.fields())).items():
        if field == "event":
            good = sum(bool(lexicon.kinds.get(normalise(cell))) for cell in some)
        else:
            good = 0 if kind == TEXT else sum(reads(kind, cell, lexicon) for cell in some)
        share = good / max(len(some), 1)
        tells = field == "event" or isinstance(kind, Enumeration) or kind in (CARD, TIME)
        told = share if tells and not all(map(str.isdecimal, some)) else 0
        if told < NEAR and field not in spelt:
            continue
        own = (word for word, meant in words.items() if field in meant)
        alike = max(SequenceMatcher(None, plain, word).ratio() for word in own)
        # Numbers are no event and no word of a list, and are near to none by spelling alone.
        if not (numbers and (field == "event" or (not share and alike < 1))):
            near.append((alike + share, alike, told, field))
    near.sort(key=lambda own: own[3])
    near.sort(key=lambda own: own[:3], reverse=True)
    return [field for *_, field in near[:SAMPLES]]


def write_nearest(
    draft: Draft, head: Heading, rows: Sequence[Sequence[str]], lexicon: Lexicon
) -> None:
    """Each column of a file that shows nothing as the field nearest to it, each field once, for a
    person to say.
    """
    ask_lists(draft, head.names)
    taken: set[str] = set()
    for at, name in enumerate(head.names[:LISTED]):
        near = nearest(name, cells_in(rows[:ROWS_LISTED], at), lexicon)
        field = next((own for own in near if own not in taken), None)
        if field is not None and not WITHIN_A_LIST.fullmatch(name):
            taken.add(field)
            source = name.replace("{", "{{")
            draft.column(field, f"{{{source}}}", message("ask.near"), question=True)
    draft.ask_for_kind()


def ask_lists(draft: Draft, names: Iterable[str]) -> None:
    """Ask whether the rows are the objects of a list within the objects of a file, of lists within
    lists first of the innermost; where a list is named already, a remark says how to name it.
    """
    found = dict.fromkeys(
        re.sub(r"[.][0-9]+", "", name[: own.start()])
        for name in names
        for own in _IN_LIST.finditer(name)
    )
    lists = tuple(sorted(found, key=lambda own: -own.count(".")))
    lists += (EVERY,) if lists and draft.file.endswith(".xml") else ()
    if lists and ":" in draft.file:
        draft.remark(message("remark.list_within", list=lists[0], name=f"{draft.file}.{lists[0]}"))
    elif "sheets" not in draft.answers:
        draft.lists = lists


_IN_LIST = re.compile(r"[.][0-9]+(?=[.][^0-9])")


def likely_header(records: Sequence[Record]) -> Heading:
    """The widest of the first rows if its cells are names, else the letters of the columns."""
    at = widest(records)
    cells = [] if at is None else [cell for cell in records[at][1] if cell]
    if at is None or not cells:
        return no_heading(records)
    head = heading(records, at, at)
    again = stands_again(records, head)
    letters = not any(any(map(str.isdigit, cell)) for cell in cells)
    names = not again and not any(any(amounts.readings(cell)) or stamp(cell) for cell in cells)
    return head if letters or (names and len(records) > at + 1) else no_heading(records)


def shown(text: str) -> str:
    """A text on one line, cut where it is long."""
    return abridged(" ".join(plain(text).split()), SHOWN)
