"""Cells that stand a row too low or too high, or a column too far left or right.

Each of them reads well and says something else of its row: a player is paid on what another staked.
It shows where rows have what their kind of event cannot have, and others lack what theirs needs,
while the row or the column beside would have it right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter

from auditor.language.core import Vocabulary
from auditor.log.damage.outline import stays
from auditor.log.damage.suspects import (
    USUAL,
    Member,
    as_a_rule,
    doubted,
    required,
    scope_columns,
)
from auditor.log.event import Event
from auditor.log.table import Table
from auditor.messages.message import Message, message
from auditor.types import TEXT

# ---- a column by some rows ----------------------------------------------------------------------
LEAST = 2
"""Cells, at least, that fit the row beside and not their own, before a column counts as slid."""

FARTHEST = 6  # rows, at most, by which cells of a scope are looked for above or below their own
FAR = 3  # rows, at most, by which other cells are; the farther, the more of them must fit there
SELDOM = 20  # such cells for each that may fit no better there

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
    """The columns of scopes of which cells have slid by a few rows."""
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
        columns, named = scope_columns(vocabulary), vocabulary.fields[name] == TEXT
        may = {kind.name: marks.get(kind.name, True) for kind in kinds}
        must = {kind.name: named and marks.get(kind.name, False) for kind in kinds}
        for kind, column in columns.told:
            if column == name:
                may[kind] = (kind, name) not in columns.lacks
                must[kind] = must[kind] and (kind, name) in columns.bears
        return may, must
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
    """The stretch that gains most by cells so `far` off: gain, first, last; None if not plain."""
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
    """The members of a table, in doubt where their cells have slid, and the notes on it."""
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
    gone = lost.intersection(vocabulary.kinds[member.kind].fields)
    return doubted(member, gone) if gone else member


# ---- rows beside those whose cells were shifted -------------------------------------------------
FEW_SHIFTED = 3
"""Rows near one another, at least, that show it, before it is no slip in each of them."""

NEAR = 20  # rows, at most, from one that shows it to one that may be shifted as well


def beside_shifted(
    members: Sequence[Member], shifted: Sequence[int], behind: Collection[str]
) -> list[Member]:
    """The members, in doubt in the columns `behind` their event where rows near are shifted."""
    near = {number for rows in _stretches(sorted(shifted)) for number in rows}
    return [
        doubted(own, behind) if isinstance(own, Event) and own.row.number in near else own
        for own in members
    ]


def _stretches(numbers: Sequence[int]) -> Iterator[range]:
    stretch: list[int] = []
    for number in (*numbers, None):
        if stretch and (number is None or number - stretch[-1] > NEAR):
            if len(stretch) >= FEW_SHIFTED:
                yield range(stretch[0] - NEAR, stretch[-1] + NEAR + 1)
            stretch = []
        stretch += [] if number is None else [number]


# ---- numbers of scopes by some rows -------------------------------------------------------------
ENOUGH = 10  # scopes, at least, that would all begin with one kind of event

LONGEST = 100_000
"""Rows, at most, of a file of which scopes are tried with their numbers in other rows."""

NEARLY = Fraction(19, 20)
"""The least share of scopes that begin or end with one kind of event: one is wrong now and then."""


def numbers_slid(table: Table, vocabulary: Vocabulary) -> str | None:
    """The deepest counter of a table, where its cells stand a few rows too low, or too high."""
    name = scope_columns(vocabulary).deepest
    rows = [cells for _, cells in table.rows]
    if name not in table.header or not table.is_event_a_row:
        return None
    at, event = table.header.index(name), table.header.index("event")
    cells = [row[at].strip() for row in rows]
    kinds = [row[event].strip().lower() for row in rows]
    names = scope_columns(vocabulary).names
    columns = [table.header.index(own) for own in names if own in table.header]
    places = [tuple(row[own] for own in columns) for row in rows]
    told = {kind for kind, column in scope_columns(vocabulary).told if column == name}
    bears = {kind for kind in told if (kind, name) in scope_columns(vocabulary).bears}
    for down, strange in _beyond(cells, kinds, told, bears):
        moved = [*cells[down:], *[""] * down] if down > 0 else [*[""] * -down, *cells[:down]]
        first = _begins(moved, kinds, places)
        alike = len(first) >= ENOUGH and len(set(first)) == 1
        if alike and (strange or len(set(_begins(cells, kinds, places))) > 1):
            return name
    return name if ENOUGH <= len(rows) <= LONGEST and _fits_beside(cells, kinds, places) else None


def _fits_beside(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> bool:
    """Whether nearly all scopes would begin or end alike by cells of other rows alone."""
    if all(cells) or max(share for share, _ in _bounded(cells, kinds, places)) >= Fraction(*USUAL):
        return False  # cells that slid leave some row without a number
    rows, numbered = Counter(kinds), Counter(k for k, own in zip(kinds, cells, strict=True) if own)
    return any(
        share >= NEARLY and 2 * numbered[kind] >= rows[kind]
        for far in range(1, FARTHEST + 1)
        for moved in ([*cells[far:], *[""] * far], [*[""] * far, *cells[:-far]])
        for share, kind in _bounded(moved, kinds, places)
    )


def _bounded(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> Iterator[tuple[Fraction, str]]:
    """The kinds with which most scopes begin, and end, each with its share."""
    forward = _edges(cells, kinds, places)
    backward = _edges(cells[::-1], kinds[::-1], places[::-1])
    for edges, every, scopes in (forward, backward):
        kind, many = max(edges.items(), key=itemgetter(1), default=("", 0))
        found = scopes >= ENOUGH
        yield Fraction(many, max(scopes, every[kind])) if found else Fraction(0), kind


def _edges(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> tuple[Counter[str], Counter[str], int]:
    """How many scopes begin where a kind does, how often each kind begins, how many scopes."""
    latest: dict[tuple[str, ...], tuple[str, str]] = {}
    edges, every, scopes = Counter[str](), Counter[str](), 0
    for cell, kind, place in zip(cells, kinds, places, strict=True):
        before, above = latest.get(place, ("", ""))
        every[kind] += kind != above
        begins = bool(cell) and cell != before
        scopes += begins
        edges[kind] += begins and kind != above
        latest[place] = cell or before, kind
    return edges, every, scopes


def _beyond(
    cells: Sequence[str], kinds: Sequence[str], told: Collection[str], bears: Collection[str]
) -> list[tuple[int, bool]]:
    """By how many rows cells may have slid, as the ends show it, and whether both ends do.  Of the
    kinds of which it is `told`, those that bear a number are missed where they have none.
    """
    filled = [at for at, cell in enumerate(cells) if cell]
    if not filled:
        return []
    rows, some = Counter(kinds), Counter(kinds[at] for at in filled)
    found = []
    for far in range(1, FARTHEST + 1):
        first, last = filled[0], filled[-1]
        ends = (range(first - far, first), range(last - far + 1, last + 1), far)
        begins = (range(last + 1, last + 1 + far), range(first, first + far), -far)
        for lacking, having, down in (ends, begins):
            if lacking.start < 0 or lacking.stop > len(cells):
                continue
            here = Counter(kinds[at] for at in lacking)
            gone = all(
                kind in bears
                if kind in told
                else some[kind]
                and (as_a_rule(some[kind], rows[kind]) or some[kind] + many == rows[kind])
                for kind, many in here.items()
            )
            there = Counter(kinds[at] for at in having)
            strange = all(some[kind] == many for kind, many in there.items())
            if gone or (strange and all(rows[kind] > many for kind, many in there.items())):
                found.append((down, gone and strange))
    return found


def _begins(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> list[str]:
    latest: dict[tuple[str, ...], str] = {}
    found = []
    for cell, kind, place in zip(cells, kinds, places, strict=True):
        if cell and latest.get(place) != cell:
            latest[place] = cell
            found.append(kind)
    return found


# ---- the cells of one row by a column -----------------------------------------------------------
def with_pushed(table: Table, members: Sequence[Member], vocabulary: Vocabulary) -> list[Member]:
    """The members of a table, with those in doubt of which cells have been pushed aside."""
    lost = _pushed(table, members, vocabulary)
    return [in_doubt(own, lost.get(own.row.number, set()), vocabulary) for own in members]


def _pushed(table: Table, members: Sequence[Member], vocabulary: Vocabulary) -> dict[int, set[str]]:
    """The rows whose cells were pushed aside, with the columns from there to the right."""
    if not table.is_event_a_row:
        return {}
    kinds = {own.row.number: own.kind for own in members if isinstance(own, Event)}
    of_kind: dict[str | None, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for number, cells in table.rows:
        of_kind[kinds.get(number)].append((number, cells))
    names = {
        at: name
        for at, name in enumerate(table.header)
        if name in vocabulary.fields and name not in vocabulary.context
    }
    lost: dict[int, set[str]] = {}
    for kind in vocabulary.kinds.values():
        others = [at for at, name in names.items() if name not in kind.fields]
        always = [at for at, name in names.items() if name in required(kind)]
        own = of_kind[kind.name]
        odd = [
            (number, cells)
            for number, cells in own
            if any(cells[at].strip() for at in others)
            and not all(cells[at].strip() for at in always)
        ]
        if odd:
            others = [at for at in others if as_a_rule(_empty(own, at), len(own))]
            always = [at for at in always if as_a_rule(len(own) - _empty(own, at), len(own))]
        for number, cells in odd:
            strays = [at for at in others if cells[at].strip()]
            gaps = [at for at in always if not cells[at].strip()]
            if strays and gaps:
                first = min(*strays, *gaps)
                lost[number] = {name for at, name in names.items() if at >= first}
    return lost


def _empty(rows: Sequence[tuple[int, tuple[str, ...]]], at: int) -> int:
    return sum(not cells[at].strip() for _, cells in rows)


# ---- columns of scopes that are not used --------------------------------------------------------
FEW_MERGED = 20
"""Rows, at least, before a column can be seen to be filled only where its value changes."""

SHARE = 2  # rows for each that fills such a column, at least


def without(table: Table, vocabulary: Vocabulary) -> tuple[frozenset[str], list[Message]]:
    """The columns of scopes that are not used, merged or slid, and the notes on them."""
    merged = merged_in(table, vocabulary)
    slid = {own.column for own in scopes_slid(table, vocabulary) if own.column not in merged}
    if not merged and (numbers := numbers_slid(table, vocabulary)) is not None:
        slid.add(numbers)
    notes = [message("note.merged.scope", column=name) for name in sorted(merged)]
    notes += [message("note.slid.scope", column=name) for name in sorted(slid)]
    return merged.union(slid), notes


def merged_in(table: Table, vocabulary: Vocabulary) -> frozenset[str]:
    """The columns of scopes that are so in a table of which each row is one event."""
    rows, scopes = [cells for _, cells in table.rows], scope_columns(vocabulary).all
    return frozenset(
        name
        for at, name in enumerate(table.header)
        if name in scopes and _is_merged([row[at].strip() for row in rows])
    )


def _is_merged(cells: Sequence[str]) -> bool:
    filled = [at for at, cell in enumerate(cells) if cell]
    if len(cells) < FEW_MERGED or not filled or len(filled) * SHARE > len(cells):
        return False
    return not any(cells[at] == cells[at - 1] for at in filled if at)
