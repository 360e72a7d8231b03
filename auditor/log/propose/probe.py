"""A probe of a file: its grids, for whoever proposes how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.log.content import content
from auditor.log.csv.encoding import decode
from auditor.log.csv.read import delimiter_of
from auditor.log.header import opening
from auditor.log.open import read_tables
from auditor.log.raw_grid import Grid, ReadOptions
from auditor.log.table import Record, Refusal, Table, Unreadable


@dataclass(frozen=True, slots=True)
class Probe:
    """The grids of a file, one for each sheet that is not empty; of text, what divides it."""

    grids: tuple[Grid, ...]
    delimiter: str | None
    refusals: tuple[Refusal, ...]


def probe(path: Path, name: str) -> Probe:
    """The file as it stands.  Never raises for a bad file: it is refused."""
    grids: list[Grid] = []

    def keep(grid: Grid) -> Table:
        grids.append(grid)
        own = grid.origin
        return Table(own.file, own.sheet, own.sha256, own.encoding, ("event",), 1, (), (), ())

    _, refusals = read_tables(path, name, ReadOptions(header_at=widest, to_table=keep))
    is_text = bool(grids) and grids[0].origin.encoding is not None
    return Probe(tuple(grids), _delimiter(path) if is_text else None, tuple(refusals))


def widest(records: Sequence[Record]) -> int | None:
    """The first of the first rows with most filled cells, if it has several."""
    places = opening(records)
    if not places:
        return None
    return max(places, key=lambda at: (sum(map(bool, records[at][1])), -at))


def _delimiter(path: Path) -> str | None:
    try:
        return delimiter_of(decode(content(path).data), ReadOptions(header_at=widest))
    except Unreadable:
        return None
