"""Cells of one column that stand a row too low or too high, as where somebody took one cell out.

Each of them reads well and says something else of its row: a player is paid on what another staked.
It shows where rows have what their kind of event cannot have, and others lack what theirs needs,
while the row beside would have it right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from auditor.language.core import Vocabulary
from auditor.log.damage.outline import stays
from auditor.log.damage.suspects import Member, Suspect, required, scope_columns
from auditor.log.event import Event
from auditor.log.table import Table
from auditor.messages.message import Message, message
from auditor.types import TEXT

LEAST = 2
"""Cells, at least, that fit the row beside and not their own, before a column counts as slid."""

FARTHEST = 6
"""Rows, at most, by which cells of a scope are looked for above or below their own."""

FAR = 3
"""Rows, at most, by which other cells are; the farther, the more of them must fit there."""

SELDOM = 20
"""Such cells for each that may fit no better there."""

Marks = Sequence[int]


@dataclass(frozen=True, slots=True)
class Slide:
    """Rows, from the first to the last by their places, of which the cell of a column stands
    `down` so many rows too low, or too high where that is negative.
    """

    column: str
    first: int
    last: int
    down: int


def slides_of(table: Table, members: Sequence[Member], vocabulary: Vocabulary) -> list[Slide]:
    """The columns of a table of which cells have slid; of rows that are one event each."""
    if not table.is_event_a_row:
        return []
    kinds = {own.row.number: own.kind for own in members if isinstance(own, Event)}
    rows = [*table.rows]
    own = [kinds.get(number) for number, _ in rows]
    found = []
    for at, name in enumerate(table.header):
        if name in vocabulary.fields and name not in vocabulary.context:
            there = [bool(cells[at].strip()) for _, cells in rows]
            slide = _slide(name, own, there, vocabulary)
            found += [] if slide is None else [slide]
    return found


def scopes_slid(table: Table, vocabulary: Vocabulary) -> list[Slide]:
    """The columns of scopes of which cells have slid, by a few rows at most: what opens a table
    names none, and what opens the house does.
    """
    if not table.is_event_a_row:
        return []
    rows, at = [*table.rows], table.header.index("event")
    words = [cells[at].strip().lower() for _, cells in rows]
    kinds = [word if word in vocabulary.kinds else None for word in words]
    found = []
    for name in scope_columns(vocabulary).all:
        if name in table.header:
            own = table.header.index(name)
            there = [bool(cells[own].strip()) for _, cells in rows]
            slide = _slide(name, kinds, there, vocabulary)
            found += [] if slide is None else [slide]
    return found


def holding(name: str, vocabulary: Vocabulary) -> tuple[Mapping[str, bool], Mapping[str, bool]]:
    """The kinds of event that may fill a field, and those that must."""
    kinds = vocabulary.kinds.values()
    if name in vocabulary.context:
        marks = {
            kind: name in own.keys for own in stays(vocabulary) for kind in (own.start, own.end)
        }
        named = vocabulary.fields[name] == TEXT
        return (
            {kind.name: marks.get(kind.name, True) for kind in kinds},
            {kind.name: named and marks.get(kind.name, False) for kind in kinds},
        )
    return (
        {kind.name: name in kind.fields for kind in kinds},
        {kind.name: name in required(kind) for kind in kinds},
    )


def _slide(
    name: str, kinds: Sequence[str | None], there: Sequence[bool], vocabulary: Vocabulary
) -> Slide | None:
    may, must = holding(name, vocabulary)
    own = [_wrong(kind, cell, may, must) for kind, cell in zip(kinds, there, strict=True)]
    if sum(own) < LEAST:
        return None
    best: tuple[int, Slide] | None = None
    scope = name in vocabulary.context
    # That a cell would have left the file is no reason to move a column of scopes.
    edge = own if scope else [0] * len(own)
    for far in range(1, (FARTHEST if scope else FAR) + 1):
        for down in (far, -far):
            other = [
                _wrong(kind, there[at + down], may, must) if 0 <= at + down < len(own) else edge[at]
                for at, kind in enumerate(kinds)
            ]
            found = _stretch(own, other, far, LEAST if scope else LEAST * far)
            if found is not None and (best is None or found[0] > best[0]):
                best = found[0], Slide(name, found[1], found[2], down)
    return None if best is None else best[1]


def _wrong(kind: str | None, cell: bool, may: Mapping[str, bool], must: Mapping[str, bool]) -> int:
    """1 where a kind of event cannot have what it has, or lacks what it must have."""
    if kind is None:
        return 0
    return int(not may[kind] if cell else must[kind])


def _stretch(own: Marks, other: Marks, far: int, least: int) -> tuple[int, int, int] | None:
    """The rows one after another that gain most by cells so `far` from their own, with those beside
    that lose nothing and as many more: how much, the first, and the last.  None where they gain
    less than the `least`, or that is not plain.
    """
    gains = [one - two for one, two in zip(own, other, strict=True)]
    sums = [0, *accumulate(gains)]
    best = low = first = last = 0
    for at, total in enumerate(sums):
        if total < sums[low]:
            low = at
        if total - sums[low] > best:
            best, first, last = total - sums[low], low, at - 1
    if best < least or SELDOM * sum(other[first : last + 1]) > sum(own[first : last + 1]):
        return None
    while first > 0 and gains[first - 1] >= 0:
        first -= 1
    while last + 1 < len(gains) and gains[last + 1] >= 0:
        last += 1
    # What the rows at either end say may stand in those beyond them, or nowhere any more.
    return best, max(first - far, 0), min(last + far, len(gains) - 1)


def with_slides(
    table: Table, members: Sequence[Member], vocabulary: Vocabulary
) -> tuple[list[Member], tuple[Message, ...]]:
    """The members of a table, of which those are in doubt whose cells have slid, and what is to be
    said of it.
    """
    found = slides_of(table, members, vocabulary)
    numbers = [number for number, _ in table.rows] if found else []
    lost: dict[int, set[str]] = {}
    notes = []
    for own in found:
        for at in range(own.first, own.last + 1):
            lost.setdefault(numbers[at], set()).add(own.column)
        first, last = numbers[own.first], numbers[own.last]
        code = "note.slid.down" if own.down > 0 else "note.slid.up"
        notes.append(message(code, column=own.column, first=first, last=last))
    return [in_doubt(own, lost.get(own.row.number, set()), vocabulary) for own in members], (
        *notes,
    )


def in_doubt(member: Member, lost: set[str], vocabulary: Vocabulary) -> Member:
    """A member of which some cells cannot be believed."""
    if not isinstance(member, Event):
        return member
    gone = frozenset(lost.intersection(vocabulary.kinds[member.kind].fields))
    if not gone:
        return member
    values = {name: value for name, value in member.values.items() if name not in gone}
    return Suspect(member.row, member.kind, values, gone)
