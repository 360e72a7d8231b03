"""A probe of a file: its grids, for whoever proposes how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.csv.encoding import decode
from auditor.log.csv.read import delimiter_of
from auditor.log.files.content import content
from auditor.log.files.open import read_tables
from auditor.log.header import opening
from auditor.log.raw_grid import Grid, ReadOptions
from auditor.log.table import Record, Refusal, Table, Unreadable
from auditor.messages.message import abridged


@dataclass(frozen=True, slots=True)
class Probe:
    """The grids of a file, one for each sheet that is not empty; of text, what divides it."""

    grids: tuple[Grid, ...]
    delimiter: str | None
    refusals: tuple[Refusal, ...]


def probe(path: Path, name: str, encoding: str | None = None) -> Probe:
    """The file as it stands.  Never raises for a bad file: it is refused."""
    grids: list[Grid] = []

    def keep(grid: Grid) -> Table:
        grids.append(_without_long_cells(grid))
        own = grid.origin
        return Table(own.file, own.sheet, own.sha256, own.encoding, ("event",), 1, (), (), ())

    options = ReadOptions(encoding, header_at=widest, to_table=keep)
    _, refusals = read_tables(path, name, options)
    is_text = bool(grids) and grids[0].origin.encoding is not None
    delimiter = _delimiter(path, encoding) if is_text else None
    return Probe(tuple(grids), delimiter, tuple(refusals))


LONGEST = 1000
"""Characters of a cell that tell what its column is; nobody counts with a longer number."""


def _without_long_cells(grid: Grid) -> Grid:
    if grid.longer_than(LONGEST) is None:
        return grid
    cut = partial(abridged, longest=LONGEST)
    return replace(grid, records=[(row, [*map(cut, cells)]) for row, cells in grid.records])


OTHERS = ("mac-roman", "cp850")
"""Encodings of older programs, in which every file is some text or other."""
WORDS_ENOUGH = 2
"""Words that tell an encoding; one may be chance."""
LOOKED_AT = 200
"""Rows in which words are looked for."""


def probe_by_words(path: Path, name: str, lexicon: Lexicon) -> Probe:
    """The file, read as an older program wrote it where words with accents are known then, and
    none by Windows-1252, which a text without a mark is taken for.
    """
    seen = probe(path, name)
    as_windows = any(grid.origin.encoding == "cp1252" for grid in seen.grids)
    unfit = any(own.says.code == "text.not_windows" for own in seen.refusals)
    if not (as_windows or unfit) or _known_words(seen, lexicon):
        return seen
    others = [probe(path, name, encoding) for encoding in OTHERS]
    best = max(others, key=lambda own: _known_words(own, lexicon))
    return best if _known_words(best, lexicon) >= WORDS_ENOUGH else seen


def _known_words(seen: Probe, lexicon: Lexicon) -> int:
    """How many texts with accents are words of logs."""
    texts = {
        cell
        for grid in seen.grids
        for _, cells in grid.records[:LOOKED_AT]
        for cell in cells
        if not cell.isascii()
    }
    return sum(_is_word(text, lexicon) for text in texts)


def _is_word(text: str, lexicon: Lexicon) -> bool:
    words = normalise(text)
    values = any(words in own for own in lexicon.values.values())
    return bool(words) and (values or words in lexicon.columns or words in lexicon.kinds)


def widest(records: Sequence[Record]) -> int | None:
    """The first of the first rows with most filled cells, if it has several."""
    places = opening(records)
    if not places:
        return None
    return max(places, key=lambda at: (sum(map(bool, records[at][1])), -at))


def _delimiter(path: Path, encoding: str | None) -> str | None:
    try:
        return delimiter_of(decode(content(path).data, encoding), ReadOptions(header_at=widest))
    except Unreadable:
        return None
