"""Laws that a log keeps and the edits that mend it, row by row and by trying every stretch: columns
find the same in logs drawn at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.language.core import Vocabulary
from auditor.log.integrity.moved_cells import Slide, near_pushed, pushed, slides
from tests.engine.random.equality import compiled

FIELDS = {
    "open": (set[str](), {"remark"}),
    "stake": ({"player", "amount"}, {"player", "amount"}),
    "give": ({"player", "to"}, {"player", "to"}),
    "note": (set[str](), {"amount"}),
}
"""The fields that each kind of event must fill, and those that it may."""

KINDS = tuple(FIELDS)
NAMES = ("player", "to", "remark", "amount")
Filled = dict[str, list[bool]]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    program = compiled(Path(__file__).with_name("cells.rules").read_text("utf-8"))
    assert program is not None
    return program.vocabulary


def drawn(rng: Random) -> tuple[list[str], Filled]:
    """Rows of a lawful log, and which of their cells are filled: of some a column has slid over a
    stretch, and a few cells are as nobody meant them.
    """
    kinds = [rng.choice(KINDS) for _ in range(rng.randint(1, 24))]
    filled = {
        name: [
            name in must or (name in may and rng.random() < 0.5)
            for must, may in (FIELDS[kind] for kind in kinds)
        ]
        for name in NAMES
    }
    for name in rng.sample(NAMES, rng.randint(0, 2)):
        first, last = sorted(rng.choices(range(len(kinds) + 1), k=2))
        far = rng.randint(1, 4)
        cells, off = filled[name][first:last], [False] * far
        moved = [*off, *cells] if rng.random() < 0.5 else [*cells[far:], *off]
        filled[name][first:last] = moved[: len(cells)]
    for _ in range(rng.choice((0, 0, 1, 3))):
        own = filled[rng.choice(NAMES)]
        at = rng.randrange(len(own))
        own[at] = not own[at]
    return kinds, filled


def breach(kind: str, name: str, *, there: bool) -> bool:
    must, may = FIELDS[kind]
    return name not in may if there else name in must


def slid(name: str, kinds: Sequence[str], there: Sequence[bool]) -> Slide | None:
    """The column's move that mends most, each stretch of rows tried: of equal ones the least far,
    downward first; the stretch that ends first, and then the shortest.
    """
    size, best, found = len(kinds), 0, None
    own = [breach(kind, name, there=cell) for kind, cell in zip(kinds, there, strict=True)]
    if sum(own) < 2:
        return None
    for far in range(1, 11):
        for down in (far, -far):
            other = [
                breach(kind, name, there=there[at + down]) if 0 <= at + down < size else own[at]
                for at, kind in enumerate(kinds)
            ]
            gains = [one - two for one, two in zip(own, other, strict=True)]
            stretches = combinations_with_replacement(range(size), 2)
            first, last = min(
                stretches,
                key=lambda ends: (-sum(gains[ends[0] : ends[1] + 1]), ends[1], -ends[0]),
            )
            rows = slice(first, last + 1)
            gain = sum(gains[rows])
            if gain <= far or gain <= best or 20 * sum(other[rows]) > sum(own[rows]):
                continue
            while first > 0 and gains[first - 1] >= 0:
                first -= 1
            while last + 1 < size and gains[last + 1] >= 0:
                last += 1
            best = gain
            found = Slide(name, max(first - far, 0), min(last + far, size - 1), down)
    return found


def shoved(kinds: Sequence[str], filled: Filled) -> set[int]:
    """The rows that fill what their kind has not and nine in ten of it leave empty, and lack what
    it must have and nine in ten fill.
    """
    found = set[int]()
    for at, kind in enumerate(kinds):
        alike = [row for row, other in enumerate(kinds) if other == kind]
        odd = {
            name: filled[name][at]
            for name in NAMES
            if breach(kind, name, there=filled[name][at])
            and 10 * sum(breach(kind, name, there=filled[name][row]) for row in alike) <= len(alike)
        }
        if len({*odd.values()}) == 2:
            found.add(at)
    return found


def test_columns_find_the_moves_that_trying_every_stretch_finds(vocabulary: Vocabulary) -> None:
    moved = Counter[int]()
    for seed in range(1500):
        kinds, filled = drawn(Random(seed))
        kind = np.array([[*vocabulary.kinds].index(own) for own in kinds])
        marks = {name: np.array(own) for name, own in filled.items()}
        wanted = [own for name in NAMES if (own := slid(name, kinds, filled[name])) is not None]
        assert [*slides(kind, marks, vocabulary)] == wanted, seed
        moved.update(own.down for own in wanted)
    assert min(moved[down] for down in (1, -1, 2, -2)) > 5


def test_columns_find_the_rows_whose_cells_were_pushed(vocabulary: Vocabulary) -> None:
    many = 0
    for seed in range(1500):
        rng = Random(f"pushed/{seed}")
        kinds, filled = drawn(rng)
        kinds, filled = kinds * 12, {name: own * 12 for name, own in filled.items()}
        at = rng.randrange(len(kinds))
        cells = [filled[name][at] for name in NAMES]
        for name, cell in zip(NAMES, [False, *cells], strict=False):
            filled[name][at] = cell
        kind = np.array([[*vocabulary.kinds].index(own) for own in kinds])
        marks = {name: np.array(own) for name, own in filled.items()}
        wanted = shoved(kinds, filled)
        found = pushed(kind, marks, vocabulary)
        assert {*np.flatnonzero(found).tolist()} == wanted, seed
        near = {
            row
            for row in range(len(kinds))
            if row in wanted or sum(abs(row - own) <= 10 for own in wanted) >= 3
        }
        assert {*np.flatnonzero(near_pushed(found)).tolist()} == near, seed
        many += len(wanted)
    assert many > 100
